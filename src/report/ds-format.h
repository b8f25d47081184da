/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-units.h"

G_BEGIN_DECLS

/* Numbers and sizes as a person reads them. Every function is pure but for the locale (LC_NUMERIC and gettext), thread-safe,
 * and returns (transfer full). NaN gives "—"; so do negative values, but for ds_format_number() and ds_format_percent(), where a
 * difference or a temperature may be negative. */

typedef enum {
  DS_UNIT_MB_S,
  DS_UNIT_GB_S,
  DS_UNIT_IOPS,
  DS_UNIT_US,
} DsUnit;

const char *ds_unit_get_label (DsUnit unit); /* "MB/s", "GB/s", "IOPS", "µs" */
const char *ds_unit_get_id (DsUnit unit);    /* "mb-s", "gb-s", "iops", "us": settings and options */
gboolean ds_unit_from_id (const char *id, DsUnit *unit);

char *ds_format_number (double value, guint decimals);  /* grouped: "1,234.50", "1.234,50" */
/* With the decimals a tile shows: none from 10,000, one from 100, two below */
char *ds_format_figure (double value);
char *ds_format_size (guint64 bytes);      /* power of two: "4 KiB", "1 GiB", "512 B", "1.5 MiB" */
char *ds_format_size_short (guint64 bytes); /* as in row labels, never localised: "4K", "1M", "128K", "512B" */
char *ds_format_capacity (guint64 bytes);  /* power of ten: "512 GB", "2 TB", "61.3 GB" */
char *ds_format_latency (double nanoseconds); /* "87.4 µs", "2.51 ms", "1.20 s" */
char *ds_format_duration (double seconds);    /* "1:12", "2:03:00", "0:05" */
char *ds_format_percent (double percent);     /* "1.3 %" */
char *ds_format_date (const char *iso8601);   /* by the locale, minutes shown, in the time zone it names */

/* "4K", "128KiB", "1 GiB", "1.5M", "512", "512B": powers of two whatever the suffix says; FALSE for anything else or an overflow */
gboolean ds_parse_size (const char *text, guint64 *bytes);

G_END_DECLS
