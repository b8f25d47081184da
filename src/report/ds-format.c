/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-format.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#define UNKNOWN "—"

static const struct {
  const char *label;
  const char *id;
} units[] = {
  [DS_UNIT_MB_S] = { "MB/s", "mb-s" },
  [DS_UNIT_GB_S] = { "GB/s", "gb-s" },
  [DS_UNIT_IOPS] = { "IOPS", "iops" },
  [DS_UNIT_US] = { "µs", "us" },
};

const char *
ds_unit_get_label (DsUnit unit)
{
  g_return_val_if_fail ((guint) unit < G_N_ELEMENTS (units), UNKNOWN);
  return units[unit].label;
}

const char *
ds_unit_get_id (DsUnit unit)
{
  g_return_val_if_fail ((guint) unit < G_N_ELEMENTS (units), "mb-s");
  return units[unit].id;
}

gboolean
ds_unit_from_id (const char *id, DsUnit *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++) {
    if (g_strcmp0 (id, units[i].id) == 0) {
      *unit = (DsUnit) i;
      return TRUE;
    }
  }
  return FALSE;
}

char *
ds_format_number (double value, guint decimals)
{
  if (!isfinite (value))
    return g_strdup (UNKNOWN);
  /* What rounds to nothing has no sign. */
  if (fabs (value) * pow (10, decimals) < 0.5)
    value = 0;
  return g_strdup_printf ("%'.*f", (int) MIN (decimals, 17), value);
}

/* The value as it stands once rounded, so that a figure never changes its number of decimals by rounding up */
static double
rounded (double value, guint decimals)
{
  double scale = pow (10, decimals);

  return round (value * scale) / scale;
}

char *
ds_format_figure (double value)
{
  if (!isfinite (value) || value < 0)
    return g_strdup (UNKNOWN);
  if (rounded (value, 1) >= 10000)
    return ds_format_number (value, 0);
  return ds_format_number (value, rounded (value, 2) >= 100 ? 1 : 2);
}

/* Decimals for three significant digits */
static guint
decimals_for (double value)
{
  if (rounded (value, 2) < 10)
    return 2;
  return rounded (value, 1) < 100 ? 1 : 0;
}

/* Three significant digits without trailing zeros: "1.5", "512", "61.3", "2" */
static char *
format_short (double value)
{
  guint decimals = decimals_for (value);

  while (decimals > 0 && rounded (value, decimals) == rounded (value, decimals - 1))
    decimals--;
  return ds_format_number (value, decimals);
}

static char *
format_scaled (guint64 bytes, guint64 base, const char *const *names, guint n_names)
{
  g_autofree char *number = NULL;
  double value = (double) bytes;
  guint i = 0;

  /* 999.6 GB is written as 1 TB, not as 1,000 GB. */
  while (i + 1 < n_names && rounded (value, decimals_for (value)) >= base) {
    value /= base;
    i++;
  }
  number = i == 0 ? ds_format_number (value, 0) : format_short (value);
  return g_strdup_printf ("%s %s", number, names[i]);
}

char *
ds_format_size (guint64 bytes)
{
  static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };

  return format_scaled (bytes, 1024, names, G_N_ELEMENTS (names));
}

char *
ds_format_capacity (guint64 bytes)
{
  static const char *const names[] = { "B", "KB", "MB", "GB", "TB", "PB", "EB" };

  return format_scaled (bytes, 1000, names, G_N_ELEMENTS (names));
}

char *
ds_format_size_short (guint64 bytes)
{
  static const char letters[] = "KMGT";
  guint i = 0;

  if (bytes == 0 || bytes % 1024 != 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "B", bytes);
  for (bytes /= 1024; bytes % 1024 == 0 && i + 1 < strlen (letters); i++)
    bytes /= 1024;
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%c", bytes, letters[i]);
}

char *
ds_format_latency (double nanoseconds)
{
  static const char *const names[] = { "ns", "µs", "ms", "s" };
  g_autofree char *number = NULL;
  guint i = 0;

  if (!isfinite (nanoseconds) || nanoseconds < 0)
    return g_strdup (UNKNOWN);
  while (i + 1 < G_N_ELEMENTS (names) && rounded (nanoseconds, decimals_for (nanoseconds)) >= 1000) {
    nanoseconds /= 1000;
    i++;
  }
  number = ds_format_number (nanoseconds, i == 0 ? 0 : decimals_for (nanoseconds));
  return g_strdup_printf ("%s %s", number, names[i]);
}

char *
ds_format_duration (double seconds)
{
  guint64 whole;

  if (!isfinite (seconds) || seconds < 0 || seconds > 1e15)
    return g_strdup (UNKNOWN);
  whole = (guint64) (seconds + 0.5);
  if (whole < 3600)
    return g_strdup_printf ("%u:%02u", (guint) (whole / 60), (guint) (whole % 60));
  return g_strdup_printf ("%" G_GUINT64_FORMAT ":%02u:%02u", whole / 3600, (guint) (whole / 60 % 60),
                          (guint) (whole % 60));
}

char *
ds_format_percent (double percent)
{
  g_autofree char *number = NULL;

  if (!isfinite (percent))
    return g_strdup (UNKNOWN);
  number = ds_format_number (percent, 1);
  /* Translators: a percentage: "1.3 %". */
  return g_strdup_printf (_ ("%s %%"), number);
}

/* The C locale writes 01/02/24, which nobody can tell from 1 February; a person without a locale gets ISO 8601. */
static gboolean
has_time_locale (void)
{
  const char *name = setlocale (LC_TIME, NULL);

  return name != NULL && !g_str_equal (name, "C") && !g_str_equal (name, "POSIX") &&
         !g_str_has_prefix (name, "C.");
}

char *
ds_format_date (const char *iso8601)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) date = iso8601 != NULL ? g_date_time_new_from_iso8601 (iso8601, utc) : NULL;
  char *text;

  if (date == NULL)
    return g_strdup (UNKNOWN);
  /* Translators: strftime() of a date with minutes; %x is the date as the locale writes it. */
  text = g_date_time_format (date, has_time_locale () ? _ ("%x %H:%M") : "%Y-%m-%d %H:%M");
  return text != NULL ? text : g_strdup (UNKNOWN);
}
