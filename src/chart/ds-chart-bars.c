/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"
#include "ds-plot.h"
#include "ds-tile-grid.h"

#include <glib/gi18n.h>
#include <math.h>

/* Transfer sizes and the like: a row a block size, in it a bar an operation. */

static char *
get_row_title (const DsCell *cell)
{
  return cell->block_size > 0 ? ds_format_size (cell->block_size) : g_strdup (cell->label);
}

static guint
find_label (GPtrArray *labels, const char *label)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (labels, label, g_str_equal, &index))
    return index;
  g_ptr_array_add (labels, (gpointer) label);
  return labels->len - 1;
}

/* Why a row has no bar, where no cell of it has one */
static const char *
get_note (GPtrArray *cells, const char *label)
{
  const char *note = NULL;

  for (guint i = 0; i < cells->len; i++) {
    const DsCell *cell = cells->pdata[i];

    if (!g_str_equal (cell->label, label))
      continue;
    if (ds_cell_get_shown (cell))
      return "";
    if (cell->state == DS_CELL_UNSUPPORTED)
      note = cell->note ? cell->note : _ ("Not supported");
    else if (cell->state == DS_CELL_FAILED)
      note = cell->note ? cell->note : _ ("Failed");
  }
  return note ? note : "";
}

static void
add_rows (DsPanel *panel, GPtrArray *cells, GPtrArray *labels)
{
  panel->rows = g_new0 (char *, labels->len + 1);
  panel->row_notes = g_new0 (char *, labels->len + 1);
  for (guint i = 0; i < labels->len; i++) {
    panel->row_notes[i] = g_strdup (get_note (cells, labels->pdata[i]));
    for (guint j = 0; j < cells->len && !panel->rows[i]; j++) {
      const DsCell *cell = cells->pdata[j];

      if (g_str_equal (cell->label, labels->pdata[i]))
        panel->rows[i] = get_row_title (cell);
    }
  }
}

void
ds_chart_bars_build (DsPlot *plot)
{
  /* Write above read, as these tests run and as other programs draw them */
  static const DsOp order[] = { DS_OP_WRITE, DS_OP_READ, DS_OP_MIX };
  GPtrArray *cells = plot->report->cells;
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  DsUnit unit = plot->style.unit;
  DsPanel *panel;

  for (guint i = 0; i < cells->len; i++)
    find_label (labels, ((const DsCell *) cells->pdata[i])->label);
  if (labels->len == 0) {
    plot->empty = g_strdup (ds_page_get_empty_sentence (plot->report));
    return;
  }
  panel = ds_plot_add_panel (plot, DS_PANEL_BARS, "bars", NULL);
  panel->x.title = ds_unit_get_label (unit);
  panel->row_name = _ ("Transfer size");
  add_rows (panel, cells, labels);
  for (gsize i = 0; i < G_N_ELEMENTS (order); i++) {
    g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
    gboolean any = FALSE;
    DsCurve *curve;

    for (guint row = 0; row < labels->len; row++) {
      double none = NAN;

      g_array_append_val (y, none);
    }
    for (guint j = 0; j < cells->len; j++) {
      const DsCell *cell = cells->pdata[j];
      guint row = find_label (labels, cell->label);

      if (cell->op != order[i])
        continue;
      any = TRUE;
      if (cell->state == DS_CELL_RUNNING && cell->live_mb_s > 0.0)
        g_array_index (y, double, row) = unit == DS_UNIT_IOPS   ? cell->live_iops
                                         : unit == DS_UNIT_US   ? cell->live_latency_ns / DS_NS_PER_US
                                         : unit == DS_UNIT_GB_S ? cell->live_mb_s / 1e3
                                                                : cell->live_mb_s;
      else
        g_array_index (y, double, row) = ds_cell_get_value (cell, unit);
    }
    if (!any)
      continue;
    curve = ds_panel_add_curve (panel, ds_op_get_id (order[i]), ds_tile_get_op_title (order[i]), NULL, y);
    curve->look.mark = DS_MARK_BARS;
    curve->look.color = ds_palette_op (order[i]);
    curve->look.hollow = order[i] == DS_OP_READ;
  }
}
