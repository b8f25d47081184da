/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-cell-text.h"

#include <glib/gi18n.h>
#include <math.h>

const char *
ds_cell_text_op (DsOp op)
{
  switch (op) {
  case DS_OP_WRITE:
    return C_ ("within a sentence", "write");
  case DS_OP_MIX:
    return C_ ("within a sentence", "mix");
  case DS_OP_READ:
  default:
    return C_ ("within a sentence", "read");
  }
}

char *
ds_cell_text_title (const DsCell *cell)
{
  /* Translators: "RND4K Q32T1" and "read" */
  return g_strdup_printf (C_ ("cell", "%1$s %2$s"), cell->label, ds_cell_text_op (cell->op));
}

char *
ds_cell_text_figure (const DsCell *cell, DsUnit unit)
{
  g_autofree char *number = NULL;
  double value = NAN;

  if (cell->state == DS_CELL_RUNNING)
    return g_strdup (_ ("measuring"));
  if (cell->shown >= 0) {
    switch (unit) {
    case DS_UNIT_GB_S:
      value = ds_cell_get_mb_s (cell) / 1000;
      break;
    case DS_UNIT_IOPS:
      value = ds_cell_get_iops (cell);
      break;
    case DS_UNIT_US:
      value = ds_cell_get_latency (cell) / DS_NS_PER_US;
      break;
    case DS_UNIT_MB_S:
    default:
      value = ds_cell_get_mb_s (cell);
      break;
    }
  }
  if (isnan (value)) {
    if (cell->state == DS_CELL_UNSUPPORTED)
      return g_strdup (_ ("not supported by this target"));
    if (cell->state == DS_CELL_FAILED)
      return g_strdup (_ ("failed"));
    return g_strdup (_ ("not measured yet"));
  }
  number = ds_format_figure (value);
  return g_strdup_printf ("%s %s", number, ds_unit_get_label (unit));
}

static char *
spread_text (const DsCell *cell)
{
  double spread = ds_cell_get_spread_percent (cell);
  g_autofree char *percent = NULL;

  if (isnan (spread))
    return NULL;
  percent = ds_format_percent (spread);
  return g_strdup_printf (_ ("Spread of the runs: ± %s"), percent);
}

char *
ds_cell_text_spoken (const DsCell *cell, DsUnit unit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *figure = ds_cell_text_figure (cell, unit);
  g_autofree char *spread = spread_text (cell);
  const DsRun *run = ds_cell_get_shown (cell);

  g_string_append (text, figure);
  if (cell->state != DS_CELL_RUNNING && spread != NULL)
    g_string_append_printf (text, ". %s", spread);
  if (cell->state != DS_CELL_RUNNING && run != NULL && !isnan (run->total.latency.p99)) {
    g_autofree char *p99 = ds_format_latency (run->total.latency.p99);

    g_string_append_printf (text, ". %s %s", _ ("99th percentile of latency:"), p99);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_percentile (GString *text, const char *name, double nanoseconds)
{
  g_autofree char *shown = NULL;

  if (isnan (nanoseconds))
    return;
  shown = ds_format_latency (nanoseconds);
  g_string_append_printf (text, "\n%s  %s", name, shown);
}

char *
ds_cell_text_tooltip (const DsCell *cell, const char *finding)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *title = ds_cell_text_title (cell);
  const DsRun *run = ds_cell_get_shown (cell);

  text = g_string_new (title);
  if (finding != NULL)
    g_string_append_printf (text, "\n%s", finding);
  if (cell->note != NULL)
    g_string_append_printf (text, "\n%s", cell->note);
  if (run != NULL) {
    g_autofree char *mb_s = ds_format_figure (ds_cell_get_mb_s (cell));
    g_autofree char *iops = ds_format_figure (ds_cell_get_iops (cell));
    g_autofree char *spread = spread_text (cell);

    g_string_append_printf (text, "\n%s %s · %s %s", mb_s, ds_unit_get_label (DS_UNIT_MB_S), iops,
                            ds_unit_get_label (DS_UNIT_IOPS));
    if (spread != NULL)
      g_string_append_printf (text, "\n%s", spread);
    append_percentile (text, _ ("Mean latency"), run->total.latency.mean);
    append_percentile (text, "p50", run->total.latency.p50);
    append_percentile (text, "p99", run->total.latency.p99);
    append_percentile (text, "p99.9", run->total.latency.p99_9);
    append_percentile (text, _ ("Longest"), run->total.latency.max);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
