/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-counter.h"

#include <math.h>
#include <string.h>

static guint64
read_number (const guint8 *bytes)
{
  guint64 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT64_FROM_LE (number);
}

DsCounter
ds_counter_from_bytes (const guint8 bytes[16])
{
  return (DsCounter){ .low = read_number (bytes), .high = read_number (bytes + 8), .known = TRUE };
}

DsCounter
ds_counter_from_number (guint64 number)
{
  return (DsCounter){ .low = number, .known = TRUE };
}

gboolean
ds_counter_is_positive (DsCounter self)
{
  return self.known && (self.low > 0 || self.high > 0);
}

double
ds_counter_to_double (DsCounter self)
{
  return self.known ? ldexp ((double) self.high, 64) + (double) self.low : 0;
}

char *
ds_counter_dup_string (DsCounter self)
{
  /* 2^128 has 39 digits. */
  char digits[40];
  char *first = digits + sizeof digits - 1;
  guint32 words[4] = { (guint32) (self.high >> 32), (guint32) self.high, (guint32) (self.low >> 32),
                       (guint32) self.low };
  gboolean more = TRUE;

  if (!self.known)
    return NULL;

  *first = '\0';
  /* Long division by ten, a word of 32 bits at a time */
  while (more) {
    guint64 remainder = 0;

    more = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
      guint64 part = remainder << 32 | words[i];

      words[i] = (guint32) (part / 10);
      remainder = part % 10;
      more = more || words[i] > 0;
    }
    *--first = (char) ('0' + remainder);
  }
  return g_strdup (first);
}
