/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-events.h"

static guint64
read_number (const guint8 *bytes, guint length)
{
  guint64 number = 0;

  for (guint i = length; i > 0; i--)
    number = number << 8 | bytes[i - 1];
  return number;
}

GArray *
ds_error_log_decode (const guint8 *bytes, gsize length)
{
  GArray *entries = g_array_new (FALSE, TRUE, sizeof (DsErrorEntry));

  for (; length >= DS_ERROR_ENTRY_SIZE; bytes += DS_ERROR_ENTRY_SIZE, length -= DS_ERROR_ENTRY_SIZE) {
    /* Bit 0 of the status is the phase tag, which says nothing here. */
    guint status = (guint) read_number (bytes + 12, 2) >> 1;
    DsErrorEntry entry = {
      .number = read_number (bytes, 8),
      .queue = (guint) read_number (bytes + 8, 2),
      .command = (guint) read_number (bytes + 10, 2),
      .status_type = status >> 8 & 0x7,
      .status_code = status & 0xff,
      .lba = read_number (bytes + 16, 8),
      .namespace_id = (guint) read_number (bytes + 24, 4),
    };

    /* An entry that was never used, or lost: its number is 0, or all ones on drives that fill in nothing. */
    if (entry.number != 0 && entry.number != G_MAXUINT64)
      g_array_append_val (entries, entry);
  }
  return entries;
}

#define RESULT_SIZE   28
#define RESULT_UNUSED 0xf
#define LBA_IS_VALID  0x02

DsSelfTestLog
ds_self_test_log_decode (const guint8 bytes[DS_SELF_TEST_LOG_SIZE])
{
  DsSelfTestLog self = { 0 };

  self.running = bytes[0] & 0xf;
  if (self.running != 0)
    self.percent = MIN (100, bytes[1] & 0x7f);

  for (guint i = 0; i < DS_SELF_TEST_MAX_RESULTS; i++) {
    const guint8 *result = bytes + 4 + RESULT_SIZE * i;
    DsSelfTest *test = &self.results[self.n_results];

    /* Drives that never ran a test say so, or leave the place empty: there is no test of kind 0. */
    if ((result[0] & 0xf) == RESULT_UNUSED || result[0] >> 4 == 0)
      continue;
    test->kind = result[0] >> 4;
    test->outcome = result[0] & 0xf;
    test->segment = result[1];
    test->hours = read_number (result + 4, 8);
    test->lba_known = (result[2] & LBA_IS_VALID) != 0;
    test->lba = test->lba_known ? read_number (result + 16, 8) : 0;
    self.n_results++;
  }
  return self;
}
