/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"
#include "ds-tile-grid.h"

#include <glib/gi18n.h>
#include <math.h>

/* One cell's latency: how often an I/O took how long, and what the percentiles did not exceed. */

#define BINS_A_DECADE 24

static double
get_position (double nanoseconds)
{
  return log10 (MAX (nanoseconds, 1.0)) * BINS_A_DECADE;
}

/* The engine's bins are finer than a picture and as wide as they happen to be: they are spread over columns of
 * equal width, each by its share. */
static GArray *
spread (const GArray *bins, gint *first, guint64 *total)
{
  GArray *shares = g_array_new (FALSE, TRUE, sizeof (double));
  gint last = G_MININT;

  *first = G_MAXINT;
  *total = 0;
  for (guint i = 0; i < bins->len; i++) {
    const DsBin *bin = &g_array_index (bins, DsBin, i);

    if (bin->count == 0)
      continue;
    *first = MIN (*first, (gint) floor (get_position (bin->start_ns)));
    last = MAX (last, (gint) floor (get_position (MAX (bin->end_ns, bin->start_ns + 1))));
    *total += bin->count;
  }
  if (*total == 0)
    return shares;
  g_array_set_size (shares, (guint) (last - *first + 1));
  for (guint i = 0; i < bins->len; i++) {
    const DsBin *bin = &g_array_index (bins, DsBin, i);
    double from = get_position (bin->start_ns), to = get_position (MAX (bin->end_ns, bin->start_ns + 1));

    if (bin->count == 0)
      continue;
    for (gint at = (gint) floor (from); at <= (gint) floor (to); at++) {
      double overlap = MIN (to, at + 1.0) - MAX (from, at);
      double share = to > from ? MAX (overlap, 0.0) / (to - from) : at == (gint) floor (from);

      g_array_index (shares, double, at - *first) += share * bin->count * 100.0 / *total;
    }
  }
  return shares;
}

static void
add_histogram (DsPlot *plot, const DsCell *cell, const GArray *bins)
{
  gint first;
  guint64 total;
  g_autoptr (GArray) y = spread (bins, &first, &total);
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) x_end = g_array_new (FALSE, FALSE, sizeof (double));
  DsPanel *panel = ds_plot_add_panel (plot, DS_PANEL_XY, "histogram", _ ("Share of all I/Os"));
  DsCurve *curve;

  for (guint i = 0; i < y->len; i++) {
    double start = pow (10.0, (first + (gint) i) / (double) BINS_A_DECADE);
    double end = pow (10.0, (first + (gint) i + 1) / (double) BINS_A_DECADE);

    g_array_append_val (x, start);
    g_array_append_val (x_end, end);
  }
  panel->x.scale = DS_SCALE_LOG10;
  panel->x.format = DS_AXIS_LATENCY;
  panel->x_name = _ ("Latency");
  panel->y[0].title = "%";
  curve = ds_panel_add_curve (panel, "histogram", _ ("Share of all I/Os"), x, y);
  curve->x_end = g_array_ref (x_end);
  curve->look.mark = DS_MARK_COLUMNS;
  curve->look.color = ds_palette_op (cell->op);
  curve->quiet = TRUE;
}

static void
add_percentiles (DsPlot *plot, const DsCell *cell, const GArray *bins)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
  DsPanel *panel = ds_plot_add_panel (plot, DS_PANEL_XY, "percentiles", _ ("Latency by percentile"));
  DsCurve *curve;
  guint64 total = 0, sum = 0;

  for (guint i = 0; i < bins->len; i++)
    total += g_array_index (bins, DsBin, i).count;
  for (guint i = 0; i < bins->len; i++) {
    const DsBin *bin = &g_array_index (bins, DsBin, i);
    double percent, latency = bin->end_ns;

    if (bin->count == 0)
      continue;
    sum += bin->count;
    /* The slowest one of n is known as the percentile of all but itself. */
    percent = sum < total ? 100.0 * sum / total : 100.0 * (1.0 - 0.5 / total);
    g_array_append_val (x, percent);
    g_array_append_val (y, latency);
  }
  panel->x.scale = DS_SCALE_PERCENTILE;
  panel->x.title = "%";
  panel->x_name = _ ("Percentile");
  panel->y[0].scale = DS_SCALE_LOG10;
  panel->y[0].format = DS_AXIS_LATENCY;
  panel->y[0].title = "";
  curve = ds_panel_add_curve (panel, "percentiles", _ ("Latency"), x, y);
  curve->look.mark = DS_MARK_LINE;
  curve->look.color = ds_palette_op (cell->op);
  curve->quiet = TRUE;
}

void
ds_chart_latency_build (DsPlot *plot, const DsCell *cell)
{
  const DsRun *run = ds_cell_get_shown (cell);
  const GArray *bins = run ? run->histogram : NULL;
  g_autofree char *test = g_strdup_printf ("%s · %s", cell->label, ds_tile_get_op_title (cell->op));
  guint64 total = 0;

  /* Translators: %s is a test, "RND4K Q1T1 · Read" */
  plot->heading = g_strdup_printf (_ ("Latency of %s"), test);
  for (guint i = 0; bins && i < bins->len; i++)
    total += g_array_index (bins, DsBin, i).count;
  if (total == 0) {
    plot->empty = g_strdup (_ ("The latency of this test was not recorded."));
    return;
  }
  add_histogram (plot, cell, bins);
  add_percentiles (plot, cell, bins);
}
