/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-comparison.h"

#include "ds-page.h"
#include "ds-plot.h"
#include "ds-tile-grid.h"

#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>

/* Results are told apart by colour, and by shape and filling too for whoever does not see colours. */
static DsLook
get_look (guint result, DsMark mark)
{
  static const DsColorId colors[] = { DS_COLOR_READ, DS_COLOR_WRITE, DS_COLOR_MIX, DS_COLOR_OTHER };

  return (DsLook){
    .color = colors[result % G_N_ELEMENTS (colors)],
    .mark = mark,
    .shape = (DsShape) (result % DS_SHAPE_CROSS),
    .dash = (DsDash) (result / G_N_ELEMENTS (colors) % DS_N_DASHES),
    .hollow = result / G_N_ELEMENTS (colors) % 2 == 1,
  };
}

static double
get_value (const DsComparedCell *cell, DsUnit unit)
{
  if (cell->cell == NULL)
    return NAN;
  /* Rates are the medians that are compared; what is asked for in another unit is of the shown run. */
  if (unit == DS_UNIT_MB_S)
    return cell->mb_s;
  return unit == DS_UNIT_GB_S ? cell->mb_s / 1e3 : ds_cell_get_value (cell->cell, unit);
}

static DsCurve *
add_curve (DsPanel *panel, const DsComparison *comparison, guint result, GArray *x, GArray *y, DsMark mark)
{
  g_autofree char *id = g_strdup_printf ("result-%u", result);
  DsCurve *curve = ds_panel_add_curve (panel, id, ds_comparison_get_name (comparison, result), x, y);

  curve->look = get_look (result, mark);
  return curve;
}

/* --- Bars ---------------------------------------------------------------------------------------------------- */

static void
build_bars (DsPlot *plot, const DsComparison *comparison)
{
  DsPanel *panel = ds_plot_add_panel (plot, DS_PANEL_BARS, "bars", NULL);
  guint n = comparison->rows->len;

  panel->x.title = ds_unit_get_label (plot->style.unit);
  panel->row_name = _ ("Test");
  panel->rows = g_new0 (char *, n + 1);
  panel->row_notes = g_new0 (char *, n + 1);
  for (guint r = 0; r < n; r++) {
    const DsComparedRow *row = ds_comparison_get_row (comparison, r);

    panel->rows[r] = g_strdup_printf ("%s %s", row->label, ds_tile_get_op_title (row->op));
    panel->row_notes[r] = g_strdup ("");
  }
  for (guint i = 0; i < comparison->n_results; i++) {
    g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));

    for (guint r = 0; r < n; r++) {
      double value = get_value (&ds_comparison_get_row (comparison, r)->cells[i], plot->style.unit);

      g_array_append_val (y, value);
    }
    add_curve (panel, comparison, i, NULL, y, DS_MARK_BARS);
  }
}

/* --- Curves -------------------------------------------------------------------------------------------------- */

static const DsSeries *
find_series (DsReport *report, const char *name)
{
  for (guint i = 0; i < report->series->len; i++) {
    const DsSeries *series = g_ptr_array_index (report->series, i);

    if (g_strcmp0 (series->name, name) == 0)
      return series;
  }
  return NULL;
}

/* (transfer container): names of series in the order in which they first stand */
static GPtrArray *
list_series (const DsComparison *comparison)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < comparison->n_results; i++) {
    DsReport *report = g_ptr_array_index (comparison->reports, i);

    for (guint k = 0; k < report->series->len; k++) {
      const DsSeries *series = g_ptr_array_index (report->series, k);

      if (series->x->len > 1 && !g_ptr_array_find_with_equal_func (names, series->name, g_str_equal, NULL))
        g_ptr_array_add (names, series->name);
    }
  }
  return names;
}

static void
set_series_axes (DsPanel *panel, const DsSeries *series)
{
  double greatest = 0;

  for (guint i = 0; i < series->x->len; i++)
    greatest = MAX (greatest, g_array_index (series->x, double, i));
  panel->y[0].title = series->unit_y != NULL ? g_intern_string (series->unit_y) : "";
  if (g_strcmp0 (series->unit_x, "B") == 0) {
    panel->x.divisor = greatest >= 2e9 ? DS_GB : DS_MB;
    panel->x.title = panel->x.divisor == DS_GB ? "GB" : "MB";
    panel->x_name = _ ("Position");
  } else if (g_strcmp0 (series->unit_x, "s") == 0) {
    panel->x.format = greatest >= 10 ? DS_AXIS_TIME : DS_AXIS_NUMBER;
    panel->x.title = greatest >= 10 ? NULL : "s";
    panel->x_name = _ ("Time");
  } else {
    panel->x.title = series->unit_x != NULL ? g_intern_string (series->unit_x) : "";
    panel->x_name = panel->x.title;
  }
}

static void
build_series (DsPlot *plot, const DsComparison *comparison, GPtrArray *names)
{
  for (guint s = 0; s < names->len; s++) {
    const char *name = g_ptr_array_index (names, s);
    DsPanel *panel = ds_plot_add_panel (plot, DS_PANEL_XY, name, names->len > 1 ? name : NULL);
    gboolean axes = FALSE;

    for (guint i = 0; i < comparison->n_results; i++) {
      const DsSeries *series = find_series (g_ptr_array_index (comparison->reports, i), name);

      if (series == NULL)
        continue;
      if (!axes)
        set_series_axes (panel, series);
      axes = TRUE;
      add_curve (panel, comparison, i, series->x, series->y, DS_MARK_LINE);
    }
  }
}

typedef enum {
  ALONG_NOTHING,
  ALONG_BLOCKS,
  ALONG_DEPTHS,
} Along;

static const DsCell *
get_any_cell (const DsComparison *comparison, const DsComparedRow *row)
{
  for (guint i = 0; i < comparison->n_results; i++)
    if (row->cells[i].cell != NULL)
      return row->cells[i].cell;
  return NULL;
}

/* What its rows of one operation vary in, where they are many enough for a curve */
static Along
find_along (const DsComparison *comparison)
{
  g_autoptr (GHashTable) blocks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) depths = g_hash_table_new (NULL, NULL);

  for (guint r = 0; r < comparison->rows->len; r++) {
    const DsCell *cell = get_any_cell (comparison, ds_comparison_get_row (comparison, r));

    if (cell == NULL)
      continue;
    g_hash_table_add (blocks, g_memdup2 (&cell->block_size, sizeof cell->block_size));
    g_hash_table_add (depths, GUINT_TO_POINTER (cell->queue_depth));
  }
  if (g_hash_table_size (blocks) >= 5)
    return ALONG_BLOCKS;
  return g_hash_table_size (depths) >= 4 ? ALONG_DEPTHS : ALONG_NOTHING;
}

static void
build_along (DsPlot *plot, const DsComparison *comparison, DsOp op, Along along)
{
  DsPanel *panel = NULL;

  for (guint i = 0; i < comparison->n_results; i++) {
    g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
    g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));

    for (guint r = 0; r < comparison->rows->len; r++) {
      const DsComparedRow *row = ds_comparison_get_row (comparison, r);
      const DsCell *cell = row->cells[i].cell;
      double value = get_value (&row->cells[i], plot->style.unit);
      double place;

      if (row->op != op || row->occurrence > 0 || cell == NULL || isnan (value))
        continue;
      place = along == ALONG_BLOCKS ? (double) cell->block_size : cell->queue_depth;
      /* A curve goes on from left to right; what goes back begins another kind of row. */
      if (x->len > 0 && place <= g_array_index (x, double, x->len - 1))
        break;
      g_array_append_val (x, place);
      g_array_append_val (y, value);
    }
    if (x->len < 2)
      continue;
    if (panel == NULL)
      panel = ds_plot_add_panel (plot, DS_PANEL_XY, ds_op_get_id (op), ds_tile_get_op_title (op));
    add_curve (panel, comparison, i, x, y, DS_MARK_POINTS);
  }
  if (panel == NULL)
    return;
  panel->x.scale = DS_SCALE_LOG2;
  panel->x.format = along == ALONG_BLOCKS ? DS_AXIS_SIZE : DS_AXIS_NUMBER;
  panel->x.title = along == ALONG_BLOCKS ? _ ("Transfer size") : _ ("Queue depth");
  panel->x_name = panel->x.title;
  panel->y[0].title = ds_unit_get_label (plot->style.unit);
}

static void
build_curves (DsPlot *plot, const DsComparison *comparison)
{
  g_autoptr (GPtrArray) names = list_series (comparison);
  Along along = find_along (comparison);

  if (names->len > 0)
    build_series (plot, comparison, names);
  else if (along != ALONG_NOTHING)
    for (guint op = DS_OP_READ; op <= DS_OP_MIX; op++)
      build_along (plot, comparison, (DsOp) op, along);
  if (plot->panels->len == 0)
    plot->empty = g_strdup (_ ("These results have no curves to lay over each other."));
}

gboolean
ds_comparison_has_curves (const DsComparison *comparison)
{
  g_autoptr (GPtrArray) names = list_series (comparison);

  return names->len > 0 || find_along (comparison) != ALONG_NOTHING;
}

/* --- Drawing ------------------------------------------------------------------------------------------------- */

void
ds_chart_draw_comparison (const DsComparison *comparison,
                          DsComparisonChart kind,
                          const DsChartStyle *style,
                          PangoContext *context,
                          cairo_t *cr,
                          double width,
                          double height)
{
  g_autoptr (DsReport) report = ds_report_new ("comparison");
  g_autoptr (DsPlot) plot = ds_plot_new (report, style);
  g_autoptr (GObject) own = NULL;
  DsPage page = { .report = report, .style = style, .width = width, .height = height };

  if (!(width > 0.0) || !(height > 0.0))
    return;
  /* The line below the title names what was measured where a report is of one target. */
  report->target.path = g_strdup (_ ("Median of the runs"));
  if (context == NULL) {
    context = pango_cairo_create_context (cr);
    own = G_OBJECT (context);
    ds_text_set_up_context (context, ds_text_get_default_family ());
  }
  page.pen = (DsPen){ .cr = cr, .context = context, .family = style->font, .dark = style->dark };
  if (kind == DS_COMPARISON_BARS)
    build_bars (plot, comparison);
  else
    build_curves (plot, comparison);
  plot->heading = g_strdup (_ ("Comparison"));
  ds_plot_complete (plot);
  cairo_save (cr);
  ds_page_begin (&page);
  ds_plot_lay_out (plot, &page);
  ds_plot_draw (plot, &page);
  cairo_restore (cr);
}
