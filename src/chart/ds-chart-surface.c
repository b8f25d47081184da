/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"
#include "ds-plot.h"

#include <glib/gi18n.h>
#include <math.h>

/* Block size by share of reads as a map: the readable form of the columns in three dimensions. */

static int
compare_ascending_cb (gconstpointer a, gconstpointer b)
{
  guint64 one = *(const guint64 *) a, other = *(const guint64 *) b;

  return one < other ? -1 : one > other;
}

static void
add_once (GArray *values, guint64 value)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, guint64, i) == value)
      return;
  g_array_append_val (values, value);
}

static guint
find (const GArray *values, guint64 value)
{
  guint index = 0;

  while (index < values->len && g_array_index (values, guint64, index) != value)
    index++;
  return index;
}

static void
set_labels (DsPanel *panel, const GArray *mixes, const GArray *blocks)
{
  panel->rows = g_new0 (char *, mixes->len + 1);
  panel->columns = g_new0 (char *, blocks->len + 1);
  for (guint i = 0; i < mixes->len; i++) {
    g_autofree char *percent = ds_format_number (g_array_index (mixes, guint64, mixes->len - 1 - i), 0);

    /* Translators: a percentage without decimals: "70 %" */
    panel->rows[i] = g_strdup_printf (_ ("%s %%"), percent);
  }
  for (guint i = 0; i < blocks->len; i++)
    panel->columns[i] = ds_format_size (g_array_index (blocks, guint64, i));
}

void
ds_chart_surface_build (DsPlot *plot)
{
  GPtrArray *cells = plot->report->cells;
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) mixes = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
  DsPanel *panel;
  DsCurve *curve;

  for (guint i = 0; i < cells->len; i++) {
    const DsCell *cell = cells->pdata[i];

    add_once (blocks, cell->block_size);
    add_once (mixes, cell->read_percent);
  }
  if (blocks->len == 0) {
    plot->empty = g_strdup (ds_page_get_empty_sentence (plot->report));
    return;
  }
  g_array_sort (blocks, compare_ascending_cb);
  g_array_sort (mixes, compare_ascending_cb);
  for (guint i = 0; i < blocks->len * mixes->len; i++) {
    double none = NAN;

    g_array_append_val (y, none);
  }
  for (guint i = 0; i < cells->len; i++) {
    const DsCell *cell = cells->pdata[i];
    guint row = mixes->len - 1 - find (mixes, cell->read_percent);

    g_array_index (y, double, row * blocks->len + find (blocks, cell->block_size)) =
        ds_cell_get_value (cell, plot->style.unit);
  }
  panel = ds_plot_add_panel (plot, DS_PANEL_HEAT, "surface", NULL);
  panel->y[0].title = ds_unit_get_label (plot->style.unit);
  panel->row_name = _ ("Reads");
  panel->column_name = _ ("Block size");
  set_labels (panel, mixes, blocks);
  curve = ds_panel_add_curve (panel, "surface", NULL, NULL, y);
  curve->quiet = TRUE;
}
