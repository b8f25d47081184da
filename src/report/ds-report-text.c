/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <math.h>
#include <string.h>

#include "ds-format.h"
#include "ds-privacy.h"
#include "ds-units.h"

/* The lines of CrystalDiskMark 8 and 9 as its users post them and as scripts parse them, down to the space after
 * "Interval 5 sec". Where that program cannot say what we must (buffered I/O, durable writes, numbers that are
 * worthless), it stands in its Mode line or after the last line. */

#define COLUMNS 78

typedef struct {
  char text[G_ASCII_DTOSTR_BUF_SIZE + 16];
} Padded;

/* printf ("%9.3f") in the C locale; "-" where the value is unknown */
static const char *
pad_number (Padded *padded, const char *format, gint width, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE] = "-";

  if (isfinite (value))
    g_ascii_formatd (number, sizeof number, format, value);
  g_snprintf (padded->text, sizeof padded->text, "%*s", width, number);
  return padded->text;
}

static void
append_size (GString *text, guint64 bytes)
{
  if (bytes > 0 && bytes % DS_MIB == 0)
    g_string_append_printf (text, "%4" G_GUINT64_FORMAT "MiB", bytes / DS_MIB);
  else if (bytes > 0 && bytes % DS_KIB == 0)
    g_string_append_printf (text, "%4" G_GUINT64_FORMAT "KiB", bytes / DS_KIB);
  else
    g_string_append_printf (text, "%4" G_GUINT64_FORMAT "  B", bytes);
}

static void
append_row (GString *text, const DsCell *cell)
{
  Padded mb_s, iops, us;

  g_string_append_printf (text, "  %s ", g_strcmp0 (cell->pattern, "sequential") == 0 ? "SEQ" : "RND");
  append_size (text, cell->block_size);
  g_string_append_printf (text, " (Q=%3u, T=%2u): %s MB/s [%s IOPS] <%s us>\n", cell->queue_depth, cell->threads,
                          pad_number (&mb_s, "%.3f", 9, ds_cell_get_mb_s (cell)),
                          pad_number (&iops, "%.1f", 9, ds_cell_get_iops (cell)),
                          pad_number (&us, "%.2f", 9, ds_cell_get_latency (cell) / DS_NS_PER_US));
}

static gboolean
is_shown (const DsCell *cell, DsOp op)
{
  return cell->op == op && isfinite (ds_cell_get_mb_s (cell));
}

/* The rows of one kind that were run, under their heading; nothing where there are none */
static void
append_section (GString *text, DsReport *report, DsOp op, guint read_percent)
{
  gboolean any = FALSE;

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    if (!is_shown (cell, op) || (op == DS_OP_MIX && cell->read_percent != read_percent))
      continue;
    if (!any && op == DS_OP_MIX)
      g_string_append_printf (text, "[Mix] Read %u%%/Write %u%%\n", read_percent, 100 - read_percent);
    else if (!any)
      g_string_append (text, op == DS_OP_READ ? "[Read]\n" : "[Write]\n");
    any = TRUE;
    append_row (text, cell);
  }
  if (any)
    g_string_append_c (text, '\n');
}

/* One section for each read share, in the order in which they first stand */
static void
append_mixes (GString *text, DsReport *report)
{
  gboolean written[101] = { FALSE };

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    if (!is_shown (cell, DS_OP_MIX) || cell->read_percent > 100 || written[cell->read_percent])
      continue;
    written[cell->read_percent] = TRUE;
    append_section (text, report, DS_OP_MIX, cell->read_percent);
  }
}

static void
append_rule (GString *text)
{
  for (guint i = 0; i < COLUMNS; i++)
    g_string_append_c (text, '-');
  g_string_append_c (text, '\n');
}

static void
append_head (GString *text)
{
  append_rule (text);
  g_string_append (text, "Drivescope " DS_VERSION "\n");
  g_string_append_printf (text, "%*s\n", COLUMNS, DS_URL);
  append_rule (text);
  g_string_append (text, "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n"
                         "* KB = 1000 bytes, KiB = 1024 bytes\n\n");
}

static const char *
get_profile (DsReport *report)
{
  static const char *const names[][2] = {
    { "default", "Default" },
    { "peak", "Peak" },
    { "real-world", "Real" },
    { "demo", "Demo" },
  };
  const char *id = ds_report_get_option (report, "profile");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (id, names[i][0]) == 0)
      return names[i][1];
  return "Default";
}

static guint
count_runs (DsReport *report)
{
  guint most = 0;

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    most = MAX (most, cell->runs->len);
  }
  return most;
}

/* A value on one line: what comes from a file or a person may have line breaks in it, which would make lines of
 * its own. */
static char *
dup_line (const char *value)
{
  char *line = g_strdup (value);

  for (char *p = line; *p != '\0'; p++)
    if ((guchar) *p < 0x20 || *p == 0x7f)
      *p = ' ';
  return g_strstrip (line);
}

static void
append_test (GString *text, DsReport *report)
{
  const DsTarget *target = &report->target;
  const char *runs = ds_report_get_option (report, "runs");
  const char *place = target->mount_point != NULL ? target->mount_point : target->path;
  guint64 whole = DS_GIB;

  g_string_append (text, "   Test: ");
  if (target->test_size >= DS_GIB && target->test_size % DS_GIB == 0)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT " GiB", target->test_size / DS_GIB);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT " MiB", target->test_size / DS_MIB);
  if (runs != NULL && g_ascii_strtoull (runs, NULL, 10) > 0)
    g_string_append_printf (text, " (x%u)", (guint) g_ascii_strtoull (runs, NULL, 10));
  else
    g_string_append_printf (text, " (x%u)", count_runs (report));

  if (place != NULL && target->size > 0 && target->free <= target->size) {
    g_autofree char *shown = ds_privacy_dup_text (report, DS_EXPORT_DEFAULT, place);
    g_autofree char *line = dup_line (shown);
    double used = (double) (target->size - target->free);
    Padded percent, full, size;

    if (target->size < 8 * DS_GIB)
      whole = DS_MIB;
    g_string_append_printf (
        text, " [%s: %s%% (%s/%s%s)]", line, pad_number (&percent, "%.0f", 0, 100 * used / (double) target->size),
        pad_number (&full, "%.0f", 0, used / (double) whole),
        pad_number (&size, "%.0f", 0, (double) target->size / (double) whole), whole == DS_GIB ? "GiB" : "MiB");
  }
  g_string_append_c (text, '\n');
}

/* How it was measured where that differs between the cells of one report is the JSON's business; the first that
 * ran stands for all. */
static const DsCell *
get_first_run_cell (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    if (cell->runs->len > 0)
      return cell;
  }
  return report->cells->len > 0 ? g_ptr_array_index (report->cells, 0) : NULL;
}

static void
append_mode (GString *text, DsReport *report)
{
  const DsCell *cell = get_first_run_cell (report);

  g_string_append (text, "   Mode:");
  if (cell != NULL) {
    g_string_append (text, cell->direct ? " [Direct I/O]" : " [Buffered I/O]");
    if (g_strcmp0 (cell->durable, "dsync") == 0)
      g_string_append (text, " [Durable writes]");
    else if (g_strcmp0 (cell->durable, "flush") == 0)
      g_string_append (text, " [Flush after each write]");
    if (cell->data == 0)
      g_string_append (text, " <0Fill>");
    else if (cell->data < 100)
      g_string_append_printf (text, " <%u%% random>", cell->data);
  }
  g_string_append_c (text, '\n');
}

static void
append_time (GString *text, DsReport *report)
{
  const char *seconds = ds_report_get_option (report, "seconds");
  const char *pause = ds_report_get_option (report, "pause");
  Padded measure, interval;

  g_string_append_printf (
      text, "   Time: Measure %s sec / Interval %s sec \n",
      pad_number (&measure, "%.10g", 0, seconds != NULL ? g_ascii_strtod (seconds, NULL) : NAN),
      pad_number (&interval, "%.10g", 0, pause != NULL ? g_ascii_strtod (pause, NULL) : NAN));
}

static void
append_date (GString *text, DsReport *report)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) date =
      report->started != NULL ? g_date_time_new_from_iso8601 (report->started, utc) : NULL;

  if (date == NULL)
    return;
  g_string_append_printf (text, "   Date: %04d/%02d/%02d %d:%02d:%02d\n", g_date_time_get_year (date),
                          g_date_time_get_month (date), g_date_time_get_day_of_month (date),
                          g_date_time_get_hour (date), g_date_time_get_minute (date),
                          g_date_time_get_second (date));
}

static void
append_system (GString *text, DsReport *report)
{
  const DsReportSystem *system = &report->system;
  g_autofree char *name = dup_line (system->distribution != NULL ? system->distribution : "Linux");

  g_string_append_printf (text, "     OS: %s", name);
  if (system->kernel != NULL) {
    g_autofree char *kernel = dup_line (system->kernel);

    g_string_append_printf (text, " [%s]", kernel);
  }
  if (system->architecture != NULL) {
    g_autofree char *architecture = dup_line (system->architecture);

    g_string_append_printf (text, " (%s)", architecture);
  }
  g_string_append_c (text, '\n');
}

static void
append_labelled (GString *text, const char *label, const char *value)
{
  g_autofree char *line = dup_line (value);

  if (*line != '\0')
    g_string_append_printf (text, "%s: %s\n", label, line);
}

char *
ds_report_to_cdm_text (DsReport *report)
{
  GString *text = g_string_new (NULL);

  append_head (text);
  append_section (text, report, DS_OP_READ, 100);
  append_section (text, report, DS_OP_WRITE, 0);
  append_mixes (text, report);
  g_string_append_printf (text, "Profile: %s\n", get_profile (report));
  append_test (text, report);
  append_mode (text, report);
  append_time (text, report);
  append_date (text, report);
  append_system (text, report);
  if (report->comment != NULL)
    append_labelled (text, "Comment", report->comment);
  for (guint i = 0; i < report->findings->len; i++) {
    const DsFinding *finding = g_ptr_array_index (report->findings, i);

    /* Worthless numbers are not passed on without saying so. */
    if (finding->severity == DS_SEVERITY_INVALID && finding->text != NULL) {
      g_autofree char *shown = ds_privacy_dup_text (report, DS_EXPORT_DEFAULT, finding->text);

      append_labelled (text, "Invalid", shown);
    }
  }
  return g_string_free (text, FALSE);
}
