/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <math.h>
#include <string.h>

#include "ds-json-text.h"
#include "ds-privacy.h"
#include "ds-report-ids.h"
#include "ds-units.h"

/* RFC 4180: a header row, one row a cell, lines end in CR LF. Unknown figures are empty fields. */

typedef struct {
  GString *text;
  gboolean first;
} Row;

static void
begin_field (Row *row)
{
  if (!row->first)
    g_string_append_c (row->text, ',');
  row->first = FALSE;
}

static void
end_row (Row *row)
{
  g_string_append (row->text, "\r\n");
  row->first = TRUE;
}

static void
add_text (Row *row, const char *value)
{
  begin_field (row);
  if (value == NULL || *value == '\0')
    return;
  if (strpbrk (value, ",\"\r\n") == NULL && strchr ("=+-@\t ", *value) == NULL) {
    g_string_append (row->text, value);
    return;
  }
  g_string_append_c (row->text, '"');
  /* A spreadsheet would run what looks like a formula; results come from strangers too. */
  if (strchr ("=+-@\t\r", *value) != NULL)
    g_string_append_c (row->text, '\'');
  for (const char *p = value; *p != '\0'; p++) {
    if (*p == '"')
      g_string_append_c (row->text, '"');
    g_string_append_c (row->text, *p);
  }
  g_string_append_c (row->text, '"');
}

static void
add_integer (Row *row, guint64 value)
{
  begin_field (row);
  g_string_append_printf (row->text, "%" G_GUINT64_FORMAT, value);
}

static void
add_number (Row *row, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  begin_field (row);
  if (isfinite (value))
    g_string_append (row->text, ds_json_number_to_text (value, buffer));
}

static void
add_header (Row *row, gboolean serials)
{
  static const char *const names[] = {
    "suite",        "started",        "target",      "file_system",   "label",         "op",
    "block_size",   "queue_depth",    "threads",     "pattern",       "read_percent",  "durable",
    "data",         "direct",         "state",       "mb_s",          "iops",          "mean_us",
    "p50_us",       "p90_us",         "p99_us",      "p99_9_us",      "p99_99_us",     "p99_999_us",
    "max_us",       "seconds",        "bytes",       "ios",           "cpu_us_per_io", "cpu_share",
    "runs",         "spread_percent", "median_mb_s", "min_mb_s",      "read_mb_s",     "read_iops",
    "read_mean_us", "write_mb_s",     "write_iops",  "write_mean_us", "flush_mean_us", "flush_p99_us",
    "flush_max_us", "invalid",        "note",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_text (row, names[i]);
  if (serials)
    add_text (row, "serial");
  end_row (row);
}

static void
add_figures (Row *row, const DsRun *run)
{
  static const DsRun nothing = {
    .total.latency = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
    .total.seconds = NAN,
    .cpu_seconds = NAN,
    .cpu_share = NAN,
  };
  const DsFigures *total = run != NULL ? &run->total : &nothing.total;
  const double us[] = { total->latency.mean,  total->latency.p50,    total->latency.p90,     total->latency.p99,
                        total->latency.p99_9, total->latency.p99_99, total->latency.p99_999, total->latency.max };

  add_number (row, ds_figures_get_mb_s (total));
  add_number (row, ds_figures_get_iops (total));
  for (guint i = 0; i < G_N_ELEMENTS (us); i++)
    add_number (row, us[i] / DS_NS_PER_US);
  add_number (row, total->seconds);
  if (run != NULL) {
    add_integer (row, total->bytes);
    add_integer (row, total->ios);
  } else {
    add_text (row, NULL);
    add_text (row, NULL);
  }
  add_number (row, run != NULL && total->ios > 0 ? run->cpu_seconds * 1e6 / (double) total->ios : NAN);
  add_number (row, run != NULL ? run->cpu_share : NAN);
}

static void
add_parts (Row *row, const DsCell *cell, const DsRun *run)
{
  gboolean flushed = run != NULL && run->flush.mean > 0;

  for (guint i = 0; i < 2; i++) {
    const DsFigures *part = run != NULL && cell->op == DS_OP_MIX ? &run->part[i] : NULL;

    add_number (row, part != NULL ? ds_figures_get_mb_s (part) : NAN);
    add_number (row, part != NULL ? ds_figures_get_iops (part) : NAN);
    add_number (row, part != NULL ? part->latency.mean / DS_NS_PER_US : NAN);
  }
  add_number (row, flushed ? run->flush.mean / DS_NS_PER_US : NAN);
  add_number (row, flushed ? run->flush.p99 / DS_NS_PER_US : NAN);
  add_number (row, flushed ? run->flush.max / DS_NS_PER_US : NAN);
}

/* (transfer full): every drive's, with spaces between */
static char *
dup_serials (DsReport *report)
{
  GString *serials = g_string_new (NULL);

  for (guint i = 0; i < report->target.drives->len; i++) {
    const DsTargetDrive *drive = g_ptr_array_index (report->target.drives, i);

    if (drive->serial != NULL)
      g_string_append_printf (serials, "%s%s", serials->len > 0 ? " " : "", drive->serial);
  }
  return g_string_free (serials, FALSE);
}

static void
add_cell (Row *row, DsReport *report, DsExportFlags flags, const char *target, const DsCell *cell)
{
  const DsRun *run = ds_cell_get_shown (cell);
  g_autofree char *note = ds_privacy_dup_text (report, flags, cell->note);

  add_text (row, report->suite);
  add_text (row, report->started);
  add_text (row, target);
  add_text (row, report->target.fs_type);
  add_text (row, cell->label);
  add_text (row, ds_op_get_id (cell->op));
  add_integer (row, cell->block_size);
  add_integer (row, cell->queue_depth);
  add_integer (row, cell->threads);
  add_text (row, cell->pattern);
  add_integer (row, cell->read_percent);
  add_text (row, cell->durable);
  add_integer (row, cell->data);
  add_text (row, cell->direct ? "true" : "false");
  add_text (row, ds_cell_state_get_id (ds_cell_get_stored_state (cell)));
  add_figures (row, run);
  add_integer (row, cell->runs->len);
  add_number (row, ds_cell_get_spread_percent (cell));
  add_number (row, ds_cell_get_median_mb_s (cell));
  add_number (row, ds_cell_get_min_mb_s (cell));
  add_parts (row, cell, run);
  add_text (row, cell->invalid);
  add_text (row, note);
}

char *
ds_report_to_csv (DsReport *report, DsExportFlags flags)
{
  gboolean serials = (flags & DS_EXPORT_SERIALS) != 0;
  g_autofree char *title = ds_report_dup_target_title (report);
  g_autofree char *target = ds_privacy_dup_text (report, flags, title);
  g_autofree char *serial = serials ? dup_serials (report) : NULL;
  Row row = { g_string_new (NULL), TRUE };

  add_header (&row, serials);
  for (guint i = 0; i < report->cells->len; i++) {
    add_cell (&row, report, flags, target, g_ptr_array_index (report->cells, i));
    if (serials)
      add_text (&row, serial);
    end_row (&row);
  }
  return g_string_free (row.text, FALSE);
}
