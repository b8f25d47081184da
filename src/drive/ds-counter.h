/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A counter of 128 bits, as NVMe log pages have them, or one that is not known. A plain value; compare and copy it
 * as such. */

typedef struct {
  guint64 low;
  guint64 high;
  gboolean known;
} DsCounter;

#define DS_COUNTER_UNKNOWN ((DsCounter){ 0, 0, FALSE })

DsCounter ds_counter_from_bytes (const guint8 bytes[16]); /* little-endian */
DsCounter ds_counter_from_number (guint64 number);

gboolean ds_counter_is_positive (DsCounter self); /* known and more than 0 */
double ds_counter_to_double (DsCounter self);     /* exact up to 2^53; 0 where unknown */
char *
ds_counter_dup_string (DsCounter self); /* (transfer full) (nullable): every decimal digit; NULL where unknown */

G_END_DECLS
