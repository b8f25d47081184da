/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"

#include <math.h>
#include <string.h>

/* The curves themselves. What has more points than the picture has columns is drawn as one rectangle a column from
 * its least to its greatest value: a narrow dip stays in sight, and a million points cost no more than a thousand.
 */

#define POINTS_A_COLUMN 3.0  /* from here on rectangles are drawn instead of a line */
#define MOST_SHAPES     6000 /* dots that are drawn one by one; more are a raster */
#define MOST_COLUMNS    16384

void
ds_plot_set_dash (const DsPen *pen, DsDash dash, double width)
{
  static const double patterns[DS_N_DASHES][4] = {
    [DS_DASH_LONG] = { 5.0, 2.5, 5.0, 2.5 },
    [DS_DASH_SHORT] = { 1.8, 1.8, 1.8, 1.8 },
    [DS_DASH_MIXED] = { 6.0, 2.0, 1.5, 2.0 },
  };
  double scaled[4];

  cairo_set_line_width (pen->cr, width);
  for (guint i = 0; i < 4; i++)
    scaled[i] = patterns[dash][i] * MAX (width, 1.0);
  cairo_set_dash (pen->cr, scaled, dash == DS_DASH_NONE ? 0 : 4, 0.0);
}

static void
add_shape (cairo_t *cr, DsShape shape, double x, double y, double radius)
{
  switch (shape) {
  case DS_SHAPE_SQUARE:
    cairo_rectangle (cr, x - radius * 0.86, y - radius * 0.86, radius * 1.72, radius * 1.72);
    break;
  case DS_SHAPE_TRIANGLE:
    cairo_move_to (cr, x, y - radius * 1.1);
    cairo_line_to (cr, x + radius * 1.05, y + radius * 0.8);
    cairo_line_to (cr, x - radius * 1.05, y + radius * 0.8);
    cairo_close_path (cr);
    break;
  case DS_SHAPE_POINTED:
    cairo_move_to (cr, x, y + radius * 1.1);
    cairo_line_to (cr, x + radius * 1.05, y - radius * 0.8);
    cairo_line_to (cr, x - radius * 1.05, y - radius * 0.8);
    cairo_close_path (cr);
    break;
  case DS_SHAPE_DIAMOND:
    cairo_move_to (cr, x, y - radius * 1.2);
    cairo_line_to (cr, x + radius * 1.2, y);
    cairo_line_to (cr, x, y + radius * 1.2);
    cairo_line_to (cr, x - radius * 1.2, y);
    cairo_close_path (cr);
    break;
  case DS_SHAPE_CROSS:
    cairo_rectangle (cr, x - radius * 1.1, y - radius * 0.3, radius * 2.2, radius * 0.6);
    cairo_rectangle (cr, x - radius * 0.3, y - radius * 1.1, radius * 0.6, radius * 2.2);
    break;
  case DS_SHAPE_CIRCLE:
  default:
    cairo_new_sub_path (cr);
    cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
    break;
  }
}

void
ds_plot_draw_shape (const DsPen *pen, const DsLook *look, double x, double y, double radius)
{
  cairo_new_path (pen->cr);
  add_shape (pen->cr, look->shape, x, y, radius);
  ds_pen_set_color (pen, look->hollow ? DS_COLOR_BACKGROUND : look->color);
  cairo_fill_preserve (pen->cr);
  ds_pen_set_color (pen, look->color);
  cairo_set_line_width (pen->cr, radius * 0.4);
  if (look->hollow)
    cairo_stroke (pen->cr);
  cairo_new_path (pen->cr);
}

/* From values to places, with the logarithm only where it is needed: this runs once a point. */
typedef struct {
  DsScale scale;
  double offset, factor;
} Map;

static Map
make_map (const DsAxis *axis, double y_factor, double start, double length)
{
  Map map = { axis->scale, 0.0, 0.0 };

  if (axis->scale == DS_SCALE_LINEAR) {
    double span = axis->end - axis->start;

    map.factor = y_factor * length / span;
    map.offset = start - axis->start * length / span;
  } else {
    map.factor = length;
    map.offset = start;
  }
  return map;
}

static inline double
place (const Map *map, const DsAxis *axis, double y_factor, double value)
{
  if (map->scale == DS_SCALE_LINEAR)
    return value * map->factor + map->offset;
  return ds_axis_get_fraction (axis, value * y_factor) * map->factor + map->offset;
}

typedef struct {
  const DsPanel *panel;
  const DsCurve *curve;
  const DsPen *pen;
  const double *x, *y;
  gsize n;
  Map map_x, map_y;
} Drawing;

static inline double
get_px (const Drawing *self, gsize i)
{
  return place (&self->map_x, &self->panel->x, 1.0, self->x[i]);
}

static inline double
get_py (const Drawing *self, gsize i)
{
  return place (&self->map_y, &self->panel->y[self->curve->side], self->curve->factor, self->y[i]);
}

/* The points in sight and one to each side of them, where x ascends; all of them where it does not */
static void
find_visible (Drawing *self)
{
  double start = self->panel->x.start, end = self->panel->x.end;
  gsize first = 0, last = self->n;

  for (gsize i = 1; i < self->n; i++)
    if (!(self->x[i] >= self->x[i - 1]))
      return;
  while (first + 1 < last && self->x[first + 1] < start)
    first++;
  while (last > first + 1 && self->x[last - 2] > end)
    last--;
  self->x += first;
  self->y += first;
  self->n = last - first;
}

static void
draw_line (const Drawing *self, double width)
{
  cairo_t *cr = self->pen->cr;
  gboolean open = FALSE;

  ds_plot_set_dash (self->pen, self->curve->look.dash, width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  ds_pen_set_color (self->pen, self->curve->look.color);
  for (gsize i = 0; i < self->n; i++) {
    double x = get_px (self, i), y = get_py (self, i);
    gboolean there = isfinite (x) && isfinite (y);

    /* A point with none beside it is a dot, not nothing. */
    if (there && !open && (i + 1 == self->n || !isfinite (get_py (self, i + 1)))) {
      cairo_stroke (cr);
      cairo_arc (cr, x, y, width * 1.6, 0.0, 2.0 * G_PI);
      cairo_fill (cr);
    } else if (there && open) {
      cairo_line_to (cr, x, y);
    } else if (there) {
      cairo_move_to (cr, x, y);
    }
    open = there;
  }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

typedef struct {
  float low, high, first, last;
} Column;

static void
collect_columns (const Drawing *self, Column *columns, guint n_columns, double per_unit)
{
  double left = self->panel->plot.x;

  for (guint i = 0; i < n_columns; i++)
    columns[i].low = NAN;
  for (gsize i = 0; i < self->n; i++) {
    double at = (get_px (self, i) - left) * per_unit;
    float y = (float) get_py (self, i);
    Column *column;

    /* Also where one of them is not a number */
    if (!(at >= 0.0 && at <= n_columns) || !isfinite (y))
      continue;
    column = &columns[MIN ((guint) at, n_columns - 1)];
    if (isnan (column->low)) {
      column->low = column->high = column->first = y;
    } else {
      column->low = MIN (column->low, y);
      column->high = MAX (column->high, y);
    }
    column->last = y;
  }
}

static void
draw_columns (const Drawing *self, double width)
{
  cairo_t *cr = self->pen->cr;
  const DsRect *plot = &self->panel->plot;
  double device = 1.0, none = 0.0, per_unit;
  g_autofree Column *columns = NULL;
  guint n_columns;
  gint64 before = -1;
  guint dash;

  cairo_user_to_device_distance (cr, &device, &none);
  n_columns = (guint) CLAMP (round (plot->width * fabs (device)), 1.0, MOST_COLUMNS);
  per_unit = n_columns / plot->width;
  columns = g_new (Column, n_columns);
  collect_columns (self, columns, n_columns, per_unit);
  dash = (guint) MAX (width * 4.0 * per_unit, 2.0);
  ds_pen_set_color (self->pen, self->curve->look.color);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  for (guint i = 0; i < n_columns; i++) {
    double low = columns[i].low, high = columns[i].high;

    if (isnan (low))
      continue;
    /* What lies between this column and the one before it belongs to the line too. */
    if (before >= 0 && before + 2 >= i) {
      low = MIN (low, columns[before].last);
      high = MAX (high, columns[before].last);
    }
    if (self->curve->look.dash == DS_DASH_NONE || i / dash % 3 != 2)
      cairo_rectangle (cr, plot->x + i / per_unit, low - width / 2.0, 1.0 / per_unit, high - low + width);
    before = i;
  }
  cairo_fill (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* So many dots are a cloud: what counts is where there is one at all. */
static void
draw_raster (const Drawing *self, double radius)
{
  cairo_t *cr = self->pen->cr;
  const DsRect *plot = &self->panel->plot;
  double cell = MAX (radius, 1.0);
  guint columns = (guint) CLAMP (plot->width / cell + 1.0, 1.0, 4096.0);
  guint rows = (guint) CLAMP (plot->height / cell + 1.0, 1.0, 4096.0);
  g_autofree guint8 *taken = g_malloc0 ((gsize) columns * rows);

  for (gsize i = 0; i < self->n; i++) {
    double x = (get_px (self, i) - plot->x) / cell, y = (get_py (self, i) - plot->y) / cell;

    if (x >= 0.0 && y >= 0.0 && x < columns && y < rows)
      taken[(gsize) x * rows + (gsize) y] = 1;
  }
  ds_pen_set_color (self->pen, self->curve->look.color);
  for (guint column = 0; column < columns; column++)
    for (guint row = 0; row < rows; row++) {
      guint end = row;

      while (end < rows && taken[(gsize) column * rows + end])
        end++;
      if (end > row)
        cairo_rectangle (cr, plot->x + column * cell, plot->y + row * cell, cell, (end - row) * cell);
      row = end;
    }
  cairo_fill (cr);
}

static void
draw_dots (const Drawing *self)
{
  double radius = self->pen->small * (self->n > 1500 ? 0.12 : 0.17);

  if (self->n > MOST_SHAPES) {
    draw_raster (self, radius);
    return;
  }
  for (gsize i = 0; i < self->n; i++) {
    double x = get_px (self, i), y = get_py (self, i);

    if (isfinite (x) && isfinite (y))
      add_shape (self->pen->cr, self->curve->look.shape, x, y, radius);
  }
  ds_pen_set_color (self->pen, self->curve->look.color);
  cairo_fill (self->pen->cr);
}

static void
draw_bins (const Drawing *self, const GArray *x_end)
{
  const DsRect *plot = &self->panel->plot;
  double foot = plot->y + plot->height;
  gsize n = MIN (self->n, x_end->len);

  ds_pen_set_color (self->pen, self->curve->look.color);
  for (gsize i = 0; i < n; i++) {
    double x = get_px (self, i), y = get_py (self, i);
    double end = place (&self->map_x, &self->panel->x, 1.0, g_array_index (x_end, double, i));

    if (isfinite (x) && isfinite (y) && isfinite (end) && end > x && y < foot)
      cairo_rectangle (self->pen->cr, x, y, MAX (end - x - (end - x > 4.0 ? 1.0 : 0.0), 0.5), foot - y);
  }
  cairo_fill (self->pen->cr);
}

static void
draw_rings (const Drawing *self)
{
  cairo_t *cr = self->pen->cr;

  for (gsize i = 0; i < self->n; i++) {
    double x = get_px (self, i), y = get_py (self, i);

    if (isfinite (x) && isfinite (y))
      add_shape (cr, DS_SHAPE_CIRCLE, x, y, self->pen->small * 0.62);
  }
  ds_pen_set_color (self->pen, self->curve->look.color);
  cairo_set_line_width (cr, MAX (self->pen->small * 0.11, 1.0));
  cairo_stroke (cr);
}

void
ds_plot_draw_curve (const DsPanel *panel, const DsCurve *curve, const DsPen *pen)
{
  Drawing self = { .panel = panel, .curve = curve, .pen = pen };
  double width = MAX (pen->small * 0.13, 1.0);
  double foot = panel->plot.y + panel->plot.height;

  if (!curve->x)
    return;
  self.x = (const double *) (gpointer) curve->x->data;
  self.y = (const double *) (gpointer) curve->y->data;
  self.n = MIN (curve->x->len, curve->y->len);
  self.map_x = make_map (&panel->x, 1.0, panel->plot.x, panel->plot.width);
  self.map_y = make_map (&panel->y[curve->side], curve->factor, foot, -panel->plot.height);
  cairo_new_path (pen->cr);
  if (curve->x_end) {
    draw_bins (&self, curve->x_end);
    return;
  }
  if (curve->look.mark == DS_MARK_RINGS) {
    draw_rings (&self);
    return;
  }
  if (curve->look.mark == DS_MARK_DOTS) {
    draw_dots (&self);
    return;
  }
  find_visible (&self);
  if (self.n > panel->plot.width * POINTS_A_COLUMN)
    draw_columns (&self, width);
  else
    draw_line (&self, width);
  if (curve->look.mark != DS_MARK_POINTS)
    return;
  for (gsize i = 0; i < self.n; i++) {
    double x = get_px (&self, i), y = get_py (&self, i);

    if (isfinite (x) && isfinite (y))
      ds_plot_draw_shape (pen, &curve->look, x, y, pen->small * 0.32);
  }
}
