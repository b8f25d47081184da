/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-events.h"

#include <string.h>

static void
put_number (guint8 *bytes, guint length, guint64 number)
{
  for (guint i = 0; i < length; i++)
    bytes[i] = (guint8) (number >> (8 * i));
}

static void
test_error_log (void)
{
  guint8 bytes[4 * DS_ERROR_ENTRY_SIZE] = { 0 };
  g_autoptr (GArray) entries = NULL;
  const DsErrorEntry *entry;

  put_number (bytes, 8, 1042);
  put_number (bytes + 8, 2, 3);
  put_number (bytes + 10, 2, 0x101f);
  put_number (bytes + 12, 2, 0x0281 << 1 | 1); /* Unrecovered Read Error, and the phase tag */
  put_number (bytes + 16, 8, G_GUINT64_CONSTANT (0x123456789abc));
  put_number (bytes + 24, 4, 1);
  /* More and Do Not Retry are no part of the status. */
  put_number (bytes + 64, 8, 1041);
  put_number (bytes + 64 + 12, 2, 0xc002 << 1);
  memset (bytes + 128, 0xff, DS_ERROR_ENTRY_SIZE);

  entries = ds_error_log_decode (bytes, sizeof bytes);
  g_assert_cmpuint (entries->len, ==, 2);
  entry = &g_array_index (entries, DsErrorEntry, 0);
  g_assert_cmpuint (entry->number, ==, 1042);
  g_assert_cmpuint (entry->queue, ==, 3);
  g_assert_cmphex (entry->command, ==, 0x101f);
  g_assert_cmphex (entry->status_type, ==, 2);
  g_assert_cmphex (entry->status_code, ==, 0x81);
  g_assert_cmphex (entry->lba, ==, G_GUINT64_CONSTANT (0x123456789abc));
  g_assert_cmpuint (entry->namespace_id, ==, 1);
  entry = &g_array_index (entries, DsErrorEntry, 1);
  g_assert_cmpuint (entry->number, ==, 1041);
  g_assert_cmphex (entry->status_type, ==, 0);
  g_assert_cmphex (entry->status_code, ==, 0x02);
}

static void
test_error_log_cut (void)
{
  guint8 bytes[2 * DS_ERROR_ENTRY_SIZE];

  memset (bytes, 1, sizeof bytes);
  for (gsize length = 0; length <= sizeof bytes; length++) {
    /* Of exactly this length, so that a sanitizer sees a byte too many */
    g_autofree guint8 *copy = g_memdup2 (bytes, MAX (length, 1));
    g_autoptr (GArray) entries = ds_error_log_decode (copy, length);

    g_assert_cmpuint (entries->len, ==, length / DS_ERROR_ENTRY_SIZE);
  }
}

static void
test_self_test (void)
{
  guint8 bytes[DS_SELF_TEST_LOG_SIZE];
  guint8 *result = bytes + 4;
  DsSelfTestLog log;

  /* A drive that never ran one: places are marked as unused, or left empty. */
  memset (bytes, 0, sizeof bytes);
  g_assert_cmpuint (ds_self_test_log_decode (bytes).n_results, ==, 0);
  for (guint i = 0; i < DS_SELF_TEST_MAX_RESULTS; i++)
    result[28 * i] = 0x0f;
  log = ds_self_test_log_decode (bytes);
  g_assert_cmpuint (log.n_results, ==, 0);
  g_assert_cmpuint (log.running, ==, 0);
  g_assert_cmpint (log.percent, ==, 0);

  bytes[0] = DS_SELF_TEST_EXTENDED;
  bytes[1] = 0x80 | 37;
  result[0] = DS_SELF_TEST_SHORT << 4 | DS_SELF_TEST_PASSED;
  put_number (result + 4, 8, 4300);
  put_number (result + 16, 8, 77);
  result[28] = DS_SELF_TEST_EXTENDED << 4 | DS_SELF_TEST_FAILED_SEGMENT;
  result[29] = 6;
  result[30] = 0x02;
  put_number (result + 32, 8, 4200);
  put_number (result + 44, 8, 123456);
  log = ds_self_test_log_decode (bytes);
  g_assert_cmpuint (log.running, ==, DS_SELF_TEST_EXTENDED);
  g_assert_cmpint (log.percent, ==, 37);
  g_assert_cmpuint (log.n_results, ==, 2);
  g_assert_cmpuint (log.results[0].kind, ==, DS_SELF_TEST_SHORT);
  g_assert_cmpuint (log.results[0].outcome, ==, DS_SELF_TEST_PASSED);
  g_assert_cmpuint (log.results[0].hours, ==, 4300);
  g_assert_false (log.results[0].lba_known);
  g_assert_cmpuint (log.results[0].lba, ==, 0);
  g_assert_cmpuint (log.results[1].kind, ==, DS_SELF_TEST_EXTENDED);
  g_assert_cmpuint (log.results[1].outcome, ==, DS_SELF_TEST_FAILED_SEGMENT);
  g_assert_cmpuint (log.results[1].segment, ==, 6);
  g_assert_true (log.results[1].lba_known);
  g_assert_cmpuint (log.results[1].lba, ==, 123456);

  /* All twenty places, and nonsense in each */
  memset (bytes, 0x11, sizeof bytes);
  g_assert_cmpuint (ds_self_test_log_decode (bytes).n_results, ==, DS_SELF_TEST_MAX_RESULTS);
  memset (bytes, 0xff, sizeof bytes);
  log = ds_self_test_log_decode (bytes);
  g_assert_cmpuint (log.n_results, ==, 0);
  g_assert_cmpint (log.percent, ==, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/smart-events/error-log", test_error_log);
  g_test_add_func ("/smart-events/error-log-cut", test_error_log_cut);
  g_test_add_func ("/smart-events/self-test", test_self_test);
  return g_test_run ();
}
