/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-result-text.h"

#include "ds-console.h"
#include "ds-format.h"
#include "ds-text-table.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

#define INDENT 2

const char *
ds_result_text_get_op_title (DsOp op)
{
  switch (op) {
  case DS_OP_READ:
    return _ ("read");
  case DS_OP_WRITE:
    return _ ("write");
  case DS_OP_MIX:
  default:
    return _ ("mix");
  }
}

char *
ds_result_text_dup_cell_title (const DsCell *cell)
{
  return g_strdup_printf ("%s %s", cell->label, ds_result_text_get_op_title (cell->op));
}

static const char *
get_state_word (const DsCell *cell)
{
  switch (cell->state) {
  case DS_CELL_STOPPED:
    return _ ("stopped");
  case DS_CELL_FAILED:
    return _ ("failed");
  case DS_CELL_UNSUPPORTED:
    return _ ("not supported");
  case DS_CELL_WAITING:
  case DS_CELL_RUNNING:
  case DS_CELL_DONE:
  default:
    return cell->invalid != NULL ? _ ("worthless") : "";
  }
}

static double
get_flush (const DsCell *cell)
{
  const DsRun *shown = ds_cell_get_shown (cell);

  return shown != NULL && g_strcmp0 (cell->durable, "flush") == 0 ? shown->flush.mean : NAN;
}

/* flushes: there is a column for how long they took */
static void
add_cell (DsTextTable *table, const DsCell *cell, gboolean flushes)
{
  const DsRun *shown = ds_cell_get_shown (cell);
  g_autofree char *op = cell->op == DS_OP_MIX
                            ? g_strdup_printf ("%s R%u/W%u", ds_result_text_get_op_title (cell->op),
                                               cell->read_percent, 100 - cell->read_percent)
                            : g_strdup (ds_result_text_get_op_title (cell->op));
  g_autofree char *mb_s = ds_format_number (ds_cell_get_mb_s (cell), 2);
  g_autofree char *iops = ds_format_number (ds_cell_get_iops (cell), 0);
  g_autofree char *mean = ds_format_latency (ds_cell_get_latency (cell));
  g_autofree char *p99 = ds_format_latency (shown != NULL ? shown->total.latency.p99 : NAN);
  g_autofree char *worst = ds_format_latency (shown != NULL ? shown->total.latency.max : NAN);
  double spread = ds_cell_get_spread_percent (cell);
  g_autofree char *percent = ds_format_percent (spread);
  g_autofree char *around = isnan (spread) ? g_strdup ("") : g_strdup_printf ("± %s", percent);

  if (flushes) {
    double mean_flush = get_flush (cell);
    g_autofree char *flush = isfinite (mean_flush) ? ds_format_latency (mean_flush) : g_strdup ("");

    ds_text_table_add (table, cell->label, op, mb_s, iops, mean, p99, worst, flush, around, get_state_word (cell),
                       NULL);
  } else {
    ds_text_table_add (table, cell->label, op, mb_s, iops, mean, p99, worst, around, get_state_word (cell), NULL);
  }
}

/* Whether each kind of operation stands together, so that gaps between them divide the table and not every row */
static gboolean
is_grouped (DsReport *report)
{
  guint changes = 0;
  guint kinds = 0;

  for (guint i = 1; i < report->cells->len; i++)
    changes += ((DsCell *) report->cells->pdata[i])->op != ((DsCell *) report->cells->pdata[i - 1])->op;
  for (guint i = 0; i < report->cells->len; i++)
    kinds |= 1u << ((DsCell *) report->cells->pdata[i])->op;
  return changes < (guint) __builtin_popcount (kinds);
}

static gboolean
has_flushes (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++) {
    if (isfinite (get_flush (report->cells->pdata[i])))
      return TRUE;
  }
  return FALSE;
}

static char *
format_cells (DsReport *report, guint columns)
{
  gboolean flushes = has_flushes (report);
  gboolean grouped = is_grouped (report);
  g_autoptr (DsTextTable) table = ds_text_table_new (flushes ? "llrrrrrrrl" : "llrrrrrrl");

  if (flushes)
    ds_text_table_add (table, _ ("Test"), "", "MB/s", "IOPS", _ ("Mean"), _ ("99 %"), _ ("Longest"), _ ("Flush"),
                       _ ("Spread"), "", NULL);
  else
    ds_text_table_add (table, _ ("Test"), "", "MB/s", "IOPS", _ ("Mean"), _ ("99 %"), _ ("Longest"), _ ("Spread"),
                       "", NULL);
  ds_text_table_add_rule (table);
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);
    const DsCell *before = i > 0 ? g_ptr_array_index (report->cells, i - 1) : NULL;

    if (grouped && before != NULL && before->op != cell->op)
      ds_text_table_add_gap (table);
    add_cell (table, cell, flushes);
  }
  return ds_text_table_format (table, columns);
}

static void
append_wrapped (GString *out, const char *mark, const char *text, guint columns)
{
  g_autofree char *marked = g_strdup_printf ("%s %s", mark, text);
  g_autofree char *shown = ds_console_escape (marked);
  g_autofree char *lines = ds_console_wrap (shown, columns > 0 ? columns : G_MAXINT, INDENT);

  g_string_append (out, lines);
}

static void
append_notes (GString *out, DsReport *report, guint columns)
{
  g_autoptr (GHashTable) said = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);
    g_autofree char *title = NULL;
    g_autofree char *text = NULL;

    /* Rows that fail for one reason need it once. */
    if (cell->note == NULL || !g_hash_table_add (said, cell->note))
      continue;
    title = ds_result_text_dup_cell_title (cell);
    text = g_strdup_printf ("%s: %s", title, cell->note);
    append_wrapped (out, "-", text, columns);
  }
}

static const char *
get_severity_mark (DsSeverity severity)
{
  switch (severity) {
  case DS_SEVERITY_INVALID:
    return "!!";
  case DS_SEVERITY_WARNING:
    return "!";
  case DS_SEVERITY_INFO:
  default:
    return "-";
  }
}

/* "SEQ1M Q8T1 read, RND4K Q32T1 read", empty for the whole result */
static char *
dup_cell_titles (DsReport *report, const DsFinding *finding)
{
  GString *titles = g_string_new (NULL);
  guint count = 0;

  for (guint i = 0; i < finding->cells->len; i++) {
    guint index = g_array_index (finding->cells, guint, i);
    g_autofree char *title = NULL;

    if (index >= report->cells->len)
      continue;
    title = ds_result_text_dup_cell_title (g_ptr_array_index (report->cells, index));
    g_string_append_printf (titles, "%s%s", count++ > 0 ? ", " : "", title);
  }
  if (count == report->cells->len)
    g_string_truncate (titles, 0);
  return g_string_free (titles, FALSE);
}

char *
ds_result_text_format_findings (DsReport *report, guint columns)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < report->findings->len; i++) {
    const DsFinding *finding = g_ptr_array_index (report->findings, i);
    g_autofree char *cells = dup_cell_titles (report, finding);
    g_autofree char *text = g_strdup_printf ("%s%s%s%s%s%s%s", finding->text, finding->advice != NULL ? " " : "",
                                             finding->advice != NULL ? finding->advice : "",
                                             *cells != '\0' ? " [" : "", cells, *cells != '\0' ? "]" : "", "");

    append_wrapped (out, get_severity_mark (finding->severity), text, columns);
  }
  return g_string_free (out, FALSE);
}

static char *
format_totals (DsReport *report)
{
  g_autofree char *read = ds_format_capacity (report->bytes_read);
  g_autofree char *written = ds_format_capacity (report->bytes_written);
  g_autofree char *took = ds_format_duration (report->seconds);

  return g_strdup_printf (_ ("%s read and %s written in %s."), read, written, took);
}

static void
append_line (GString *out, const char *text)
{
  g_autofree char *shown = ds_console_escape (text);

  g_string_append_printf (out, "%s\n", shown);
}

char *
ds_result_text_format (DsReport *report, guint columns)
{
  GString *out = g_string_new (NULL);
  g_autofree char *title = ds_report_dup_target_title (report);
  g_autofree char *cells = format_cells (report, columns);
  g_autofree char *findings = ds_result_text_format_findings (report, columns);
  g_autofree char *totals = format_totals (report);

  if (title != NULL)
    append_line (out, title);
  if (report->target.stack != NULL && g_strcmp0 (report->target.stack, title) != 0)
    append_line (out, report->target.stack);
  g_string_append_printf (out, "\n%s\n", cells);
  append_notes (out, report, columns);
  g_string_append (out, findings);
  g_string_append_printf (out, "%s\n", totals);
  return g_string_free (out, FALSE);
}
