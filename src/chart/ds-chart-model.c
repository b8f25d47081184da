/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-model.h"
#include "ds-plot.h"
#include "ds-tile-grid.h"

#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>

#define LEAST_RANGE 1e-4 /* of an axis; nearer than that there is nothing to see */
#define REACH       3.0  /* how far from the pointer a dot may lie, in small sizes */

static DsChartModel *
new_model (DsReport *report,
           const DsCell *cell,
           const DsChartStyle *style,
           PangoContext *context,
           double width,
           double height)
{
  DsPlot *plot = ds_chart_build_plot (report, style, cell);
  g_autoptr (GObject) own = NULL; /* the context where it is not the caller's */
  DsPage page = { .report = report, .style = style, .width = width, .height = height };

  if (!plot)
    return NULL;
  if (!context) {
    context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
    own = G_OBJECT (context);
    ds_text_set_up_context (context, ds_text_get_default_family ());
  }
  page.pen = (DsPen){ .context = context, .family = style->font, .dark = style->dark };
  if (width > 0.0 && height > 0.0) {
    ds_page_begin (&page);
    ds_plot_lay_out (plot, &page);
  }
  return plot;
}

DsChartModel *
ds_chart_model_new (
    DsReport *report, const DsChartStyle *style, PangoContext *context, double width, double height)
{
  return new_model (report, NULL, style, context, width, height);
}

DsChartModel *
ds_chart_model_new_latency (DsReport *report,
                            const DsCell *cell,
                            const DsChartStyle *style,
                            PangoContext *context,
                            double width,
                            double height)
{
  return new_model (report, cell, style, context, width, height);
}

void
ds_chart_model_free (DsChartModel *self)
{
  ds_plot_free (self);
}

guint
ds_chart_model_get_n_panels (DsChartModel *self)
{
  return self->n_shown;
}

static const DsPanel *
get_panel (DsChartModel *self, guint index)
{
  return self->panels->pdata[index];
}

void
ds_chart_model_get_panel (DsChartModel *self, guint index, DsChartPanel *panel)
{
  const DsPanel *shown;

  g_return_if_fail (index < self->n_shown);

  shown = get_panel (self, index);
  *panel = (DsChartPanel){
    .id = shown->id,
    .title = shown->title,
    .plot = shown->plot,
    .x_start = shown->x.start,
    .x_end = shown->x.end,
    .y_start = { shown->y[0].start, shown->y[1].start },
    .y_end = { shown->y[0].end, shown->y[1].end },
    .right = shown->right,
    .zooms = shown->kind == DS_PANEL_XY,
  };
}

static gboolean
contains (const DsRect *rect, double x, double y)
{
  return x >= rect->x && x <= rect->x + rect->width && y >= rect->y && y <= rect->y + rect->height;
}

gint
ds_chart_model_find_panel (DsChartModel *self, double x, double y)
{
  for (guint i = 0; i < self->n_shown; i++)
    if (contains (&get_panel (self, i)->plot, x, y))
      return (gint) i;
  return -1;
}

guint
ds_chart_model_get_n_legends (DsChartModel *self)
{
  return self->legend->len;
}

void
ds_chart_model_get_legend (DsChartModel *self, guint index, DsChartLegend *legend)
{
  const DsLegendItem *item;

  g_return_if_fail (index < self->legend->len);

  item = self->legend->pdata[index];
  *legend = (DsChartLegend){ item->id, item->title, item->rect, item->hidden };
}

const char *
ds_chart_model_find_legend (DsChartModel *self, double x, double y)
{
  for (guint i = 0; i < self->legend->len; i++) {
    const DsLegendItem *item = self->legend->pdata[i];

    if (item->rect.width > 0.0 && contains (&item->rect, x, y))
      return item->id;
  }
  return NULL;
}

void
ds_chart_hit_clear (DsChartHit *hit)
{
  g_clear_pointer (&hit->text, g_free);
}

/* "312.4 GB (16 %)": where on the drive, and how far along it */
static char *
format_x (const DsPanel *panel, const DsCurve *curve, gsize index)
{
  double x = ds_curve_get_x (curve, index), whole = NAN;
  g_autofree char *value = NULL;
  g_autofree char *percent = NULL;

  if (curve->x_end && index < curve->x_end->len) {
    g_autofree char *from = ds_axis_format (&panel->x, x);
    g_autofree char *to = ds_axis_format (&panel->x, g_array_index (curve->x_end, double, index));

    return g_strdup_printf ("%s – %s", from, to);
  }
  if (panel->x.scale == DS_SCALE_LOG2) {
    g_autofree char *number = ds_format_number (x, 0);

    return g_strdup_printf ("%s %s", panel->x_name, number);
  }
  if (panel->x.scale == DS_SCALE_PERCENTILE) {
    value = ds_format_number (x, x < 99.0 ? 1 : 3);
    return g_strdup_printf (_ ("%s %%"), value);
  }
  value = ds_axis_format (&panel->x, x);
  if (panel->x.divisor >= DS_MB && curve->x->len > 0)
    whole = g_array_index (curve->x, double, curve->x->len - 1);
  if (!(whole > 0.0) || x > whole)
    return g_steal_pointer (&value);
  percent = ds_format_percent (100.0 * x / whole);
  return g_strdup_printf ("%s (%s)", value, percent);
}

static gsize
get_length (const DsCurve *curve)
{
  return MIN (curve->x->len, curve->y->len);
}

/* The distance that counts: along x on a curve, in the plane among dots */
static gboolean
find_nearest (const DsPanel *panel, const DsCurve *curve, double x, double y, gsize *index, double *distance)
{
  gsize n = get_length (curve);
  gboolean dots = curve->look.mark == DS_MARK_DOTS, found = FALSE;
  gboolean linear = panel->x.scale == DS_SCALE_LINEAR;
  const double *values = (const double *) (gpointer) curve->x->data;
  double step = panel->plot.width / (panel->x.end - panel->x.start);

  *distance = INFINITY;
  for (gsize i = 0; i < n; i++) {
    /* The same as ds_panel_get_px(), which a million points would notice */
    double px = linear ? panel->plot.x + (values[i] - panel->x.start) * step : ds_panel_get_px (panel, values[i]);
    double away = fabs (px - x), py;

    if (!(away < *distance) || px < panel->plot.x - 1.0 || px > panel->plot.x + panel->plot.width + 1.0)
      continue;
    py = ds_panel_get_py (panel, curve->side, ds_curve_get_y (curve, i));
    if (!isfinite (py))
      continue;
    if (curve->x_end && i < curve->x_end->len) {
      double end = ds_panel_get_px (panel, g_array_index (curve->x_end, double, i));

      away = x >= px && x <= end ? 0.0 : MIN (away, fabs (end - x));
    }
    if (dots)
      away = hypot (away, py - y);
    if (away < *distance) {
      *distance = away;
      *index = i;
      found = TRUE;
    }
  }
  return found;
}

static gboolean
hit_xy (DsChartModel *self, const DsPanel *panel, double x, double y, DsChartHit *hit)
{
  const DsCurve *best = NULL;
  double nearest = INFINITY;
  gsize at = 0;
  g_autofree char *where = NULL;
  g_autofree char *value = NULL;

  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];
    gsize index;
    double away, py;

    if (curve->hidden || curve->look.mark == DS_MARK_RINGS || !find_nearest (panel, curve, x, y, &index, &away))
      continue;
    py = ds_panel_get_py (panel, curve->side, ds_curve_get_y (curve, index));
    /* Of several curves the one that passes nearest to the pointer */
    if (curve->look.mark != DS_MARK_DOTS)
      away = curve->x_end ? away : fabs (py - y);
    else if (away > self->small * REACH)
      continue;
    if (away < nearest) {
      nearest = away;
      best = curve;
      at = index;
    }
  }
  if (!best)
    return FALSE;
  where = format_x (panel, best, at);
  value = ds_axis_format (&panel->y[best->side], ds_curve_get_y (best, at));
  *hit = (DsChartHit){
    .series = best->id,
    .x = ds_panel_get_px (panel, ds_curve_get_x (best, at)),
    .y = ds_panel_get_py (panel, best->side, ds_curve_get_y (best, at)),
    .text = g_strdup_printf ("%s\n%s\n%s", best->title ? best->title : panel->title, where, value),
  };
  return TRUE;
}

static gboolean
hit_bars (const DsPanel *panel, double x, double y, DsChartHit *hit)
{
  guint n = g_strv_length (panel->rows);
  guint row = (guint) CLAMP ((y - panel->plot.y) / panel->plot.height * n, 0.0, n - 1.0);
  const DsCurve *best = NULL;
  double nearest = INFINITY;
  g_autofree char *value = NULL;

  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];
    DsRect bar = ds_panel_get_bar (panel, i, row);
    double away = fabs (bar.y + bar.height / 2.0 - y);

    if (curve->hidden || row >= curve->y->len || !isfinite (ds_curve_get_y (curve, row)) || away >= nearest)
      continue;
    nearest = away;
    best = curve;
    hit->x = bar.x + bar.width;
    hit->y = bar.y + bar.height / 2.0;
  }
  if (!best)
    return FALSE;
  value = ds_axis_format (&panel->x, ds_curve_get_y (best, row));
  hit->series = best->id;
  hit->text = g_strdup_printf ("%s · %s\n%s", panel->rows[row], best->title, value);
  return TRUE;
}

static gboolean
hit_heat (const DsPanel *panel, double x, double y, DsChartHit *hit)
{
  guint rows = g_strv_length (panel->rows), columns = g_strv_length (panel->columns);
  guint row = (guint) CLAMP ((y - panel->plot.y) / panel->plot.height * rows, 0.0, rows - 1.0);
  guint column = (guint) CLAMP ((x - panel->plot.x) / panel->plot.width * columns, 0.0, columns - 1.0);
  const DsCurve *curve = ds_panel_get_curve (panel, 0);
  DsRect cell = ds_panel_get_heat_cell (panel, row, column);
  double value = ds_curve_get_y (curve, row * columns + column);
  g_autofree char *text = NULL;

  if (!isfinite (value))
    return FALSE;
  text = ds_axis_format (&panel->y[0], value);
  hit->series = curve->id;
  hit->x = cell.x + cell.width / 2.0;
  hit->y = cell.y + cell.height / 2.0;
  hit->text = g_strdup_printf ("%s %s\n%s %s\n%s", panel->column_name, panel->columns[column], panel->row_name,
                               panel->rows[row], text);
  return TRUE;
}

gboolean
ds_chart_model_hit (DsChartModel *self, double x, double y, DsChartHit *hit)
{
  gint index = ds_chart_model_find_panel (self, x, y);
  const DsPanel *panel = index >= 0 ? get_panel (self, (guint) index) : NULL;

  *hit = (DsChartHit){ 0 };
  if (!panel)
    return FALSE;
  switch (panel->kind) {
  case DS_PANEL_BARS:
    return hit_bars (panel, x, y, hit);
  case DS_PANEL_HEAT:
    return hit_heat (panel, x, y, hit);
  case DS_PANEL_XY:
  default:
    return hit_xy (self, panel, x, y, hit);
  }
}

static DsChartRange
get_view (DsChartModel *self)
{
  DsChartRange view = self->style.view_x;

  if (view.from == view.to)
    return (DsChartRange){ 0.0, 1.0 };
  return (DsChartRange){ MIN (view.from, view.to), MAX (view.from, view.to) };
}

/* Back to nothing where all of it is shown: the chart then follows what is measured. */
static DsChartRange
keep_within (double from, double length)
{
  length = CLAMP (length, LEAST_RANGE, 1.0);
  from = CLAMP (from, 0.0, 1.0 - length);
  return length >= 1.0 ? (DsChartRange){ 0.0, 0.0 } : (DsChartRange){ from, from + length };
}

DsChartRange
ds_chart_model_zoom (DsChartModel *self, guint panel, double x, double factor)
{
  DsChartRange view = get_view (self);
  double length = view.to - view.from, at, longer;
  const DsRect *plot;

  g_return_val_if_fail (panel < self->n_shown, view);

  plot = &get_panel (self, panel)->plot;
  if (!(factor > 0.0) || !(plot->width > 0.0))
    return self->style.view_x;
  at = CLAMP ((x - plot->x) / plot->width, 0.0, 1.0);
  longer = CLAMP (length * factor, LEAST_RANGE, 1.0);
  return keep_within (view.from + at * (length - longer), longer);
}

DsChartRange
ds_chart_model_pan (DsChartModel *self, guint panel, double distance)
{
  DsChartRange view = get_view (self);
  double length = view.to - view.from;
  const DsRect *plot;

  g_return_val_if_fail (panel < self->n_shown, view);

  plot = &get_panel (self, panel)->plot;
  return plot->width > 0.0 ? keep_within (view.from - distance / plot->width * length, length) : view;
}
