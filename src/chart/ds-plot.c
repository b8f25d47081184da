/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"

#include <float.h>
#include <math.h>

/* From this ratio on the smallest values would lie on the axis of a linear scale. */
#define LOG_RATIO 30.0

static void
curve_free (gpointer data)
{
  DsCurve *curve = data;

  g_free (curve->id);
  g_free (curve->title);
  g_free (curve->group);
  g_clear_pointer (&curve->x, g_array_unref);
  g_clear_pointer (&curve->x_end, g_array_unref);
  g_clear_pointer (&curve->y, g_array_unref);
  g_free (curve);
}

static void
note_clear (gpointer data)
{
  DsPointNote *note = data;

  g_clear_pointer (&note->text, g_free);
}

static void
panel_free (gpointer data)
{
  DsPanel *panel = data;

  g_free (panel->id);
  g_free (panel->title);
  g_ptr_array_unref (panel->curves);
  g_array_unref (panel->notes);
  g_strfreev (panel->rows);
  g_strfreev (panel->columns);
  g_strfreev (panel->row_notes);
  g_strfreev (panel->cell_texts);
  g_clear_pointer (&panel->x_ticks, g_array_unref);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&panel->y_ticks[side], g_array_unref);
  g_free (panel);
}

static void
legend_item_free (gpointer data)
{
  DsLegendItem *item = data;

  g_free (item->id);
  g_free (item->title);
  g_free (item);
}

DsPlot *
ds_plot_new (DsReport *report, const DsChartStyle *style)
{
  DsPlot *self = g_new0 (DsPlot, 1);

  self->report = ds_report_ref (report);
  self->style = *style;
  self->style.font = g_strdup (style->font);
  self->style.series = g_strdup (style->series);
  self->style.hidden_series = (const char *const *) g_strdupv ((char **) style->hidden_series);
  self->panels = g_ptr_array_new_with_free_func (panel_free);
  self->legend = g_ptr_array_new_with_free_func (legend_item_free);
  return self;
}

void
ds_plot_free (DsPlot *self)
{
  ds_report_unref (self->report);
  g_free ((char *) self->style.font);
  g_free ((char *) self->style.series);
  g_strfreev ((char **) self->style.hidden_series);
  g_ptr_array_unref (self->panels);
  g_ptr_array_unref (self->legend);
  g_free (self->empty);
  g_free (self->heading);
  g_free (self);
}

DsPanel *
ds_plot_add_panel (DsPlot *self, DsPanelKind kind, const char *id, const char *title)
{
  DsPanel *panel = g_new0 (DsPanel, 1);

  panel->kind = kind;
  panel->id = g_strdup (id);
  panel->title = g_strdup (title);
  panel->curves = g_ptr_array_new_with_free_func (curve_free);
  panel->notes = g_array_new (FALSE, FALSE, sizeof (DsPointNote));
  g_array_set_clear_func (panel->notes, note_clear);
  panel->zero[0] = panel->zero[1] = TRUE;
  g_ptr_array_add (self->panels, panel);
  return panel;
}

DsCurve *
ds_panel_add_curve (DsPanel *self, const char *id, const char *title, GArray *x, GArray *y)
{
  DsCurve *curve = g_new0 (DsCurve, 1);

  curve->id = g_strdup (id);
  curve->title = g_strdup (title);
  curve->x = x ? g_array_ref (x) : NULL;
  curve->y = g_array_ref (y);
  curve->factor = 1.0;
  curve->average = NAN;
  g_ptr_array_add (self->curves, curve);
  return curve;
}

void
ds_panel_add_note (DsPanel *self, guint curve, guint index, const char *text)
{
  DsPointNote note = { curve, index, g_strdup (text) };

  g_array_append_val (self->notes, note);
}

DsCurve *
ds_panel_get_curve (const DsPanel *self, guint index)
{
  g_return_val_if_fail (index < self->curves->len, NULL);

  return self->curves->pdata[index];
}

double
ds_curve_get_x (const DsCurve *self, gsize index)
{
  return self->x ? g_array_index (self->x, double, index) : (double) index;
}

double
ds_curve_get_y (const DsCurve *self, gsize index)
{
  return g_array_index (self->y, double, index) * self->factor;
}

double
ds_curve_get_average (const DsCurve *self)
{
  return isfinite (self->average) ? self->average : self->mean;
}

static gsize
get_length (const DsCurve *curve)
{
  return curve->x ? MIN (curve->x->len, curve->y->len) : curve->y->len;
}

/* Of the points from one place to another */
static void
measure_curve (DsCurve *curve, double from, double to)
{
  const double *x = curve->x ? (const double *) (gpointer) curve->x->data : NULL;
  const double *y = (const double *) (gpointer) curve->y->data;
  gsize length = get_length (curve), least = 0, greatest = 0, n = 0;
  double low = INFINITY, high = -INFINITY, sum = 0.0;

  for (gsize i = 0; i < length; i++) {
    double value = y[i];

    if (!isfinite (value) || (x && !(x[i] >= from && x[i] <= to)))
      continue;
    sum += value;
    n++;
    if (value < low) {
      low = value;
      least = i;
    }
    if (value > high) {
      high = value;
      greatest = i;
    }
  }
  curve->n = n;
  curve->least = n > 0 ? low * curve->factor : NAN;
  curve->greatest = n > 0 ? high * curve->factor : NAN;
  curve->mean = n > 0 ? sum * curve->factor / n : NAN;
  curve->least_x = n > 0 ? ds_curve_get_x (curve, least) : NAN;
  curve->greatest_x = n > 0 ? ds_curve_get_x (curve, greatest) : NAN;
}

static void
extend (double *least, double *greatest, double value)
{
  if (!isfinite (value))
    return;
  *least = isfinite (*least) ? MIN (*least, value) : value;
  *greatest = isfinite (*greatest) ? MAX (*greatest, value) : value;
}

static void
extend_by_x (double *least, double *greatest, const GArray *array, gsize length)
{
  const double *x = (const double *) (gpointer) array->data;
  double low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < length; i++) {
    if (!isfinite (x[i]))
      continue;
    low = MIN (low, x[i]);
    high = MAX (high, x[i]);
  }
  extend (least, greatest, low);
  extend (least, greatest, high);
}

static void
zoom (DsAxis *axis, const DsChartRange *range)
{
  if (range->from != range->to && isfinite (range->from) && isfinite (range->to))
    ds_axis_zoom (axis, MIN (range->from, range->to), MAX (range->from, range->to));
}

/* Hidden curves keep their place in the ranges of x, so that the others do not jump; an axis of y fits what is
 * seen. */
static void
set_ranges (DsPanel *panel, const DsChartStyle *style)
{
  double x_least = NAN, x_greatest = NAN;
  double least[2] = { NAN, NAN }, greatest[2] = { NAN, NAN };
  gboolean by_category = panel->kind != DS_PANEL_XY;

  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];

    if (curve->x)
      extend_by_x (&x_least, &x_greatest, curve->x, get_length (curve));
    if (curve->x_end)
      extend_by_x (&x_least, &x_greatest, curve->x_end, MIN (curve->x_end->len, get_length (curve)));
    if (curve->hidden)
      continue;
    panel->right |= curve->side == 1;
    extend (&least[curve->side], &greatest[curve->side], curve->least);
    extend (&least[curve->side], &greatest[curve->side], curve->greatest);
  }
  if (by_category) {
    ds_axis_set_range (&panel->x, least[0], greatest[0], TRUE, FALSE, 6);
    zoom (&panel->x, &style->view_x);
    return;
  }
  ds_axis_set_range (&panel->x, x_least, x_greatest, panel->x.scale == DS_SCALE_LINEAR, FALSE, 8);
  if (panel->x.scale == DS_SCALE_LOG2) {
    /* Room for the shapes of the first and the last point */
    panel->x.start /= 1.12;
    panel->x.end *= 1.12;
  }
  for (guint side = 0; side < 2; side++) {
    DsAxis *axis = &panel->y[side];

    if (axis->scale == DS_SCALE_LINEAR && side == 0 && style->scale == DS_CHART_SCALE_LOG)
      axis->scale = DS_SCALE_LOG10;
    ds_axis_set_range (axis, least[side], greatest[side], panel->zero[side], TRUE, 5);
    panel->y_least[side] = least[side];
    panel->y_greatest[side] = greatest[side];
  }
  zoom (&panel->x, &style->view_x);
  zoom (&panel->y[0], &style->view_y);
  panel->y_fixed = style->view_y.from != style->view_y.to;
}

/* Dots that lie far apart are told apart on a logarithmic scale only. */
static void
choose_scale (DsPanel *panel, const DsChartStyle *style)
{
  double least = NAN, greatest = NAN;

  if (style->scale != DS_CHART_SCALE_AUTO)
    return;
  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];

    if (curve->look.mark != DS_MARK_DOTS || curve->side != 0)
      continue;
    extend (&least, &greatest, curve->least);
    extend (&least, &greatest, curve->greatest);
  }
  if (least > 0.0 && greatest > least * LOG_RATIO)
    panel->y[0].scale = DS_SCALE_LOG10;
}

static gboolean
has_item (const DsPlot *self, const char *id)
{
  for (guint i = 0; i < self->legend->len; i++)
    if (g_str_equal (((const DsLegendItem *) self->legend->pdata[i])->id, id))
      return TRUE;
  return FALSE;
}

/* What belongs to other curves comes after all of them. */
static void
add_items (DsPlot *self, gboolean grouped)
{
  for (guint i = 0; i < self->panels->len; i++) {
    const DsPanel *panel = self->panels->pdata[i];

    for (guint j = 0; j < panel->curves->len; j++) {
      const DsCurve *curve = panel->curves->pdata[j];
      DsLegendItem *item;

      if (curve->quiet || !curve->title || (curve->group != NULL) != grouped || has_item (self, curve->id))
        continue;
      item = g_new0 (DsLegendItem, 1);
      item->id = g_strdup (curve->id);
      item->title = g_strdup (curve->title);
      item->look = curve->look;
      item->hidden = self->style.hidden_series && g_strv_contains (self->style.hidden_series, curve->id);
      g_ptr_array_add (self->legend, item);
    }
  }
}

static gboolean
is_hidden (const DsPlot *self, const char *id)
{
  return self->style.hidden_series && g_strv_contains (self->style.hidden_series, id);
}

/* What is named beside a part of a curve is of that part. */
static void
measure_view (DsPanel *panel)
{
  for (guint i = 0; i < panel->curves->len; i++) {
    DsCurve *curve = panel->curves->pdata[i];

    if (!curve->named || !curve->x)
      continue;
    measure_curve (curve, panel->x.start, panel->x.end);
    curve->average = NAN;
  }
}

void
ds_plot_complete (DsPlot *self)
{
  for (guint i = 0; i < self->panels->len; i++) {
    DsPanel *panel = self->panels->pdata[i];

    for (guint j = 0; j < panel->curves->len; j++) {
      DsCurve *curve = panel->curves->pdata[j];

      curve->hidden = is_hidden (self, curve->id) || (curve->group && is_hidden (self, curve->group));
      measure_curve (curve, -DBL_MAX, DBL_MAX);
    }
    choose_scale (panel, &self->style);
    set_ranges (panel, &self->style);
    if (self->style.view_x.from != self->style.view_x.to)
      measure_view (panel);
  }
  add_items (self, FALSE);
  add_items (self, TRUE);
}

double
ds_cell_get_value (const DsCell *cell, DsUnit unit)
{
  if (!ds_cell_get_shown (cell))
    return NAN;
  switch (unit) {
  case DS_UNIT_GB_S:
    return ds_cell_get_mb_s (cell) / 1e3;
  case DS_UNIT_IOPS:
    return ds_cell_get_iops (cell);
  case DS_UNIT_US:
    return ds_cell_get_latency (cell) / DS_NS_PER_US;
  case DS_UNIT_MB_S:
  default:
    return ds_cell_get_mb_s (cell);
  }
}

double
ds_panel_get_px (const DsPanel *self, double x)
{
  return self->plot.x + ds_axis_get_fraction (&self->x, x) * self->plot.width;
}

double
ds_panel_get_py (const DsPanel *self, guint side, double y)
{
  return self->plot.y + (1.0 - ds_axis_get_fraction (&self->y[side], y)) * self->plot.height;
}
