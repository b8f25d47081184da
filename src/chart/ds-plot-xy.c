/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"

#include <glib/gi18n.h>
#include <math.h>

/* A panel of curves: its frame, grid, labels, and what is named beside it. */

#define MOST_Y_TICKS 7
#define EDGE_LINE    1.3  /* between two names at the right edge, in small sizes */
#define LEAST_PLOT   17.0 /* of a plot beside which names stand */

static double
get_widest (const GArray *ticks, const DsPen *pen)
{
  double width = 0.0;

  for (guint i = 0; ticks && i < ticks->len; i++)
    width = MAX (width, ds_text_width (pen, g_array_index (ticks, DsTick, i).label, pen->small, FALSE));
  return width;
}

/* No two labels touch, and the last does not leave the frame. */
static gboolean
labels_fit (const DsPanel *self, const DsPen *pen)
{
  double before = -INFINITY;

  for (guint i = 0; i < self->x_ticks->len; i++) {
    const DsTick *tick = &g_array_index (self->x_ticks, DsTick, i);
    double half = ds_text_width (pen, tick->label, pen->small, FALSE) / 2.0;
    double middle = ds_panel_get_px (self, tick->value);

    if (middle - half < before + pen->small * 0.7)
      return FALSE;
    before = middle + half;
  }
  return TRUE;
}

void
ds_panel_make_x_ticks (DsPanel *self, const DsPen *pen)
{
  guint most = (guint) CLAMP (self->plot.width / (pen->small * 3.2), 2.0, 12.0);

  do {
    g_clear_pointer (&self->x_ticks, g_array_unref);
    self->x_ticks = ds_axis_make_ticks (&self->x, most);
    most--;
  } while (most > 0 && !labels_fit (self, pen));
  /* Where even the fewest touch, the first alone is written. */
  if (!labels_fit (self, pen))
    g_array_set_size (self->x_ticks, MIN (self->x_ticks->len, 1));
}

void
ds_panel_draw_x_labels (const DsPanel *self, const DsPen *pen)
{
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_CENTER };
  double baseline = self->plot.y + self->plot.height + pen->small * 1.38;
  double first = self->frame.x + self->frame.width;
  double right = self->frame.x + self->frame.width;

  for (guint i = 0; i < self->x_ticks->len; i++) {
    const DsTick *tick = &g_array_index (self->x_ticks, DsTick, i);
    double width = ds_text_width (pen, tick->label, pen->small, FALSE) + 0.5;
    double x = MIN (ds_panel_get_px (self, tick->value) - width / 2.0, right - width);
    DsRect box = { x, baseline - pen->small * DS_TEXT_ASCENT, width, pen->small * DS_TEXT_LINE };

    /* What would reach below the one before it is left out; its line in the grid stays. */
    if (i > 0 && x < first + pen->small * 0.3)
      continue;
    if (i == 0) {
      DsRect unit = { self->frame.x, box.y, x - pen->small * 0.45 - self->frame.x, box.height };

      if (!self->x_title_below && ds_text_width (pen, self->x.title, pen->small, FALSE) <= unit.width) {
        style.align = DS_TEXT_RIGHT;
        ds_text_draw (pen, self->x.title, &style, &unit, baseline);
        style.align = DS_TEXT_CENTER;
      }
    }
    ds_text_draw (pen, tick->label, &style, &box, baseline);
    first = x + width;
  }
  if (self->x_title_below) {
    DsRect box = { self->plot.x, baseline, self->plot.width, pen->small * DS_TEXT_LINE };

    ds_text_draw (pen, self->x.title, &style, &box, baseline + pen->small * 1.45);
  }
}

static char *
format_plain (const DsAxis *axis, double value)
{
  DsAxis bare = *axis;

  bare.title = NULL;
  return ds_axis_format (&bare, value);
}

/* "max 3,504", "average 3,391", "min 2,610": greatest first, as they stand on the axis */
static void
make_names (const DsPanel *self, const DsCurve *curve, char *texts[3], double values[3])
{
  const DsAxis *axis = &self->y[curve->side];
  g_autofree char *greatest = format_plain (axis, curve->greatest);
  g_autofree char *average = format_plain (axis, ds_curve_get_average (curve));
  g_autofree char *least = format_plain (axis, curve->least);

  values[0] = curve->greatest;
  values[1] = ds_curve_get_average (curve);
  values[2] = curve->least;
  /* Translators: beside a curve, as short as can be: the greatest value */
  texts[0] = g_strdup_printf (_ ("max %s"), greatest);
  /* Translators: beside a curve, as short as can be: the mean value */
  texts[1] = g_strdup_printf (_ ("avg %s"), average);
  /* Translators: beside a curve, as short as can be: the least value */
  texts[2] = g_strdup_printf (_ ("min %s"), least);
}

static const DsCurve *
find_named (const DsPanel *self)
{
  for (guint i = 0; i < self->curves->len; i++) {
    const DsCurve *curve = self->curves->pdata[i];

    if (curve->named && !curve->hidden && curve->n > 0)
      return curve;
  }
  return NULL;
}

static double
measure_names (const DsPanel *self, const DsPen *pen)
{
  const DsCurve *curve = find_named (self);
  char *texts[3];
  double values[3], width = 0.0;

  if (!curve)
    return 0.0;
  make_names (self, curve, texts, values);
  for (guint i = 0; i < 3; i++) {
    width = MAX (width, ds_text_width (pen, texts[i], pen->small, FALSE));
    g_free (texts[i]);
  }
  return ceil (width + pen->small * 1.1);
}

void
ds_panel_lay_out_xy (DsPanel *self, const DsPen *pen)
{
  double head = pen->small * 1.75;
  double foot = pen->small * 1.85;
  double right = 0.0;
  guint most;

  self->plot = self->frame;
  self->plot.y += head;
  self->plot.height -= head + foot;
  most = (guint) CLAMP (self->plot.height / (pen->small * 2.2), 2.0, MOST_Y_TICKS);
  for (guint side = 0; side < 2; side++) {
    g_clear_pointer (&self->y_ticks[side], g_array_unref);
    if (self->y[side].scale == DS_SCALE_LINEAR && (side == 1 || !self->y_fixed))
      ds_axis_set_range (&self->y[side], self->y_least[side], self->y_greatest[side], self->zero[side], TRUE,
                         most);
    if (side == 0 || self->right)
      self->y_ticks[side] = ds_axis_make_ticks (&self->y[side], most);
  }
  self->label_width = ceil (get_widest (self->y_ticks[0], pen) + pen->small * 0.6);
  self->label_width = MAX (self->label_width, self->least_label_width);
  if (self->right)
    right = ceil (get_widest (self->y_ticks[1], pen) + pen->small * 0.6);
  self->edge_width = measure_names (self, pen);
  if (self->edge_width > 0.0)
    self->edge_width = MAX (self->edge_width, self->least_edge_width);
  if (self->no_edge ||
      self->frame.width - self->label_width - right - self->edge_width < pen->small * LEAST_PLOT ||
      self->plot.height < pen->small * EDGE_LINE * 3.5)
    self->edge_width = 0.0;
  self->plot.x += self->label_width;
  self->right_width = MAX (MAX (right + self->edge_width, pen->small * 0.6), self->least_right_width);
  self->plot.width -= self->label_width + self->right_width;
  self->x_title_below = FALSE;
  ds_panel_make_x_ticks (self, pen);
  /* A unit stands left of the first label; a longer title below them all, where there is the height. */
  if (self->x.title &&
      ds_text_width (pen, self->x.title, pen->small, FALSE) + pen->small * 0.9 > self->label_width &&
      self->plot.height > pen->small * 7.0) {
    self->x_title_below = TRUE;
    self->plot.height -= pen->small * 1.45;
  }
  /* The last label hangs over half its width. */
  if (self->x_ticks->len > 0) {
    const DsTick *last = &g_array_index (self->x_ticks, DsTick, self->x_ticks->len - 1);
    double end = ds_panel_get_px (self, last->value) + ds_text_width (pen, last->label, pen->small, FALSE) / 2.0;
    double over = end - (self->frame.x + self->frame.width);

    if (over > 0.0 && over < self->plot.width / 2.0) {
      self->plot.width -= over;
      ds_panel_make_x_ticks (self, pen);
    }
  }
}

static void
draw_grid (const DsPanel *self, const DsPen *pen)
{
  cairo_t *cr = pen->cr;
  double left = self->plot.x, right = self->plot.x + self->plot.width;
  double top = self->plot.y, foot = self->plot.y + self->plot.height;

  cairo_set_line_width (cr, 1.0);
  ds_pen_set_color (pen, DS_COLOR_LINE);
  for (guint i = 0; i < self->y_ticks[0]->len; i++) {
    double y = round (ds_panel_get_py (self, 0, g_array_index (self->y_ticks[0], DsTick, i).value)) + 0.5;

    cairo_move_to (cr, left, y);
    cairo_line_to (cr, right, y);
  }
  for (guint i = 0; i < self->x_ticks->len; i++) {
    double x = round (ds_panel_get_px (self, g_array_index (self->x_ticks, DsTick, i).value)) + 0.5;

    cairo_move_to (cr, x, top);
    cairo_line_to (cr, x, foot);
  }
  cairo_stroke (cr);
  ds_pen_set_color_alpha (pen, DS_COLOR_TEXT, 0.45);
  cairo_move_to (cr, left, round (foot) + 0.5);
  cairo_line_to (cr, right, round (foot) + 0.5);
  cairo_stroke (cr);
}

static void
draw_y_labels (const DsPanel *self, const DsPen *pen, guint side)
{
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, side == 0 ? DS_TEXT_RIGHT : DS_TEXT_LEFT };
  double cap = pen->small * DS_TEXT_CAP;
  double before = INFINITY;

  for (guint i = 0; i < self->y_ticks[side]->len; i++) {
    const DsTick *tick = &g_array_index (self->y_ticks[side], DsTick, i);
    double y = ds_panel_get_py (self, side, tick->value);
    DsRect box = { self->frame.x, y - cap / 2.0, self->label_width - pen->small * 0.5, cap };

    /* On a logarithmic axis the upper ones lie closer than their number says. */
    if (y > before - pen->small * 1.1)
      continue;
    before = y;
    if (side == 1) {
      box.x = self->plot.x + self->plot.width + pen->small * 0.5;
      box.width = self->frame.x + self->frame.width - box.x;
    }
    ds_text_draw (pen, tick->label, &style, &box, y + cap / 2.0);
  }
}

/* The title and the units above the axes that they belong to; between them what found no room at the edge */
static void
draw_head (const DsPanel *self, const DsPen *pen)
{
  DsTextStyle style = { pen->small, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  double baseline = self->plot.y - pen->small * 0.85;
  DsRect box = { self->frame.x, baseline - pen->small, self->frame.width, pen->small * DS_TEXT_LINE };
  const DsCurve *named = self->edge_width > 0.0 ? NULL : find_named (self);

  if (self->right) {
    double width = ds_text_width (pen, self->y[1].title, pen->small, FALSE);
    double end = self->frame.x + self->frame.width - self->edge_width;
    double start = self->plot.x + self->plot.width + pen->small * 0.5;
    DsRect unit = { MIN (start, end - width - 0.5), box.y, width + 0.5, box.height };
    DsTextStyle dim = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };

    unit.x = MAX (unit.x, self->frame.x);
    ds_text_draw (pen, self->y[1].title, &dim, &unit, baseline);
    box.width = unit.x - box.x - pen->small;
  }
  if (self->title) {
    double width = ds_text_draw (pen, self->title, &style, &box, baseline) + pen->small * 0.5;

    box.x += width;
    box.width -= width;
  }
  style.bold = FALSE;
  style.color = DS_COLOR_DIM;
  if (ds_text_width (pen, self->y[0].title, pen->small, FALSE) <= box.width) {
    double width = ds_text_draw (pen, self->y[0].title, &style, &box, baseline) + pen->small * 1.2;

    box.x += width;
    box.width -= width;
  }
  if (named) {
    /* Where not all of them fit the average and what it falls to say most. */
    static const guint order[] = { 1, 2, 0 };
    char *texts[3];
    double values[3];

    make_names (self, named, texts, values);
    for (guint i = 0; i < 3; i++) {
      double width = ds_text_width (pen, texts[order[i]], pen->small, FALSE);

      if (width <= box.width) {
        ds_text_draw (pen, texts[order[i]], &style, &box, baseline);
        box.x += width + pen->small;
        box.width -= width + pen->small;
      }
    }
    for (guint i = 0; i < 3; i++)
      g_free (texts[i]);
  }
}

/* Each as near to its value as the others allow */
static void
spread (double y[3], double step, double top, double foot)
{
  y[1] = CLAMP (y[1], top + step, foot - step);
  y[0] = CLAMP (MIN (y[0], y[1] - step), top, foot - 2.0 * step);
  y[2] = CLAMP (MAX (y[2], y[1] + step), top + 2.0 * step, foot);
}

static void
draw_names (const DsPanel *self, const DsPen *pen)
{
  const DsCurve *curve = self->edge_width > 0.0 ? find_named (self) : NULL;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  double right = self->plot.x + self->plot.width;
  double x = self->frame.x + self->frame.width - self->edge_width + pen->small * 1.0;
  double cap = pen->small * DS_TEXT_CAP;
  char *texts[3];
  double values[3], y[3];

  if (!curve)
    return;
  make_names (self, curve, texts, values);
  for (guint i = 0; i < 3; i++) {
    y[i] = ds_panel_get_py (self, curve->side, values[i]);
    if (!isfinite (y[i]))
      y[i] = self->plot.y;
  }
  spread (y, pen->small * EDGE_LINE, self->plot.y, self->plot.y + self->plot.height);
  for (guint i = 0; i < 3; i++) {
    DsRect box = { x, y[i] - cap / 2.0, self->frame.x + self->frame.width - x + 0.5, cap };
    double at = ds_panel_get_py (self, curve->side, values[i]);

    /* A little line leads from the value to its name; a second axis would be crossed by it. */
    if (!self->right && at >= self->plot.y - 1.0 && at <= self->plot.y + self->plot.height + 1.0) {
      ds_pen_set_color (pen, curve->look.color);
      cairo_set_line_width (pen->cr, MAX (pen->small * 0.09, 1.0));
      cairo_move_to (pen->cr, right + pen->small * 0.1, at);
      cairo_line_to (pen->cr, x - pen->small * 0.25, y[i]);
      cairo_stroke (pen->cr);
    }
    style.bold = i == 1;
    ds_text_draw (pen, texts[i], &style, &box, y[i] + cap / 2.0);
    g_free (texts[i]);
  }
}

static gboolean
is_within (const DsPanel *self, double x, double y)
{
  return x >= self->plot.x - 0.5 && x <= self->plot.x + self->plot.width + 0.5 && y >= self->plot.y - 0.5 &&
         y <= self->plot.y + self->plot.height + 0.5;
}

/* Beside the point: at its right, else at its left; over it, else below */
static void
draw_note (const DsPanel *self, const DsPen *pen, const DsPointNote *note)
{
  const DsCurve *curve = ds_panel_get_curve (self, note->curve);
  double x, y, width = ds_text_width (pen, note->text, pen->small, TRUE);
  double radius = pen->small * 0.62;
  DsTextStyle style = { pen->small, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  DsRect box;

  if (curve->hidden || note->index >= curve->y->len)
    return;
  x = ds_panel_get_px (self, ds_curve_get_x (curve, note->index));
  y = ds_panel_get_py (self, curve->side, ds_curve_get_y (curve, note->index));
  if (!is_within (self, x, y))
    return;
  box = (DsRect){ x - radius - pen->small * 0.3 - width, y - radius - pen->small * 0.9, width + 0.5, pen->small };
  if (box.x < self->plot.x)
    box.x = x + radius + pen->small * 0.3;
  if (box.y < self->plot.y)
    box.y = y + radius + pen->small * 0.2;
  if (box.x + box.width > self->plot.x + self->plot.width || box.y + box.height > self->plot.y + self->plot.height)
    return;
  /* Notes of two curves may meet: the later one then goes without its word, its ring stays. */
  for (guint i = 0; i < self->notes->len; i++) {
    const DsPointNote *other = &g_array_index (self->notes, DsPointNote, i);
    const DsCurve *its = ds_panel_get_curve (self, other->curve);
    double other_x, other_y;

    if (other == note)
      break;
    if (its->hidden || other->index >= its->y->len)
      continue;
    other_x = ds_panel_get_px (self, ds_curve_get_x (its, other->index));
    other_y = ds_panel_get_py (self, its->side, ds_curve_get_y (its, other->index));
    if (fabs (other_x - x) < width * 2.0 + pen->small * 3.0 && fabs (other_y - y) < pen->small * 3.6)
      return;
  }
  /* A line that passes below would make it hard to read. */
  ds_pen_set_color_alpha (pen, DS_COLOR_BACKGROUND, 0.8);
  cairo_rectangle (pen->cr, box.x - 1.0, box.y, box.width + 2.0, box.height);
  cairo_fill (pen->cr);
  ds_text_draw (pen, note->text, &style, &box, box.y + pen->small * 0.86);
}

static void
draw_average (const DsPanel *self, const DsPen *pen)
{
  const DsCurve *curve = find_named (self);
  double y = curve ? ds_panel_get_py (self, curve->side, ds_curve_get_average (curve)) : NAN;

  if (!isfinite (y) || y < self->plot.y || y > self->plot.y + self->plot.height)
    return;
  ds_pen_set_color_alpha (pen, DS_COLOR_TEXT, 0.7);
  ds_plot_set_dash (pen, DS_DASH_SHORT, 1.0);
  cairo_move_to (pen->cr, self->plot.x, round (y) + 0.5);
  cairo_line_to (pen->cr, self->plot.x + self->plot.width, round (y) + 0.5);
  cairo_stroke (pen->cr);
  cairo_set_dash (pen->cr, NULL, 0, 0.0);
}

void
ds_panel_draw_xy (DsPanel *self, const DsPen *pen)
{
  cairo_t *cr = pen->cr;

  if (self->plot.width < pen->small || self->plot.height < pen->small)
    return;
  draw_grid (self, pen);
  cairo_save (cr);
  /* Half a line's width more, so that a curve on the edge is not thinner than elsewhere */
  cairo_rectangle (cr, self->plot.x - 1.0, self->plot.y - pen->small * 0.35, self->plot.width + 2.0,
                   self->plot.height + pen->small * 0.7);
  cairo_clip (cr);
  for (guint side = 2; side-- > 0;)
    for (guint i = 0; i < self->curves->len; i++) {
      const DsCurve *curve = self->curves->pdata[i];

      if (curve->side == side && !curve->hidden)
        ds_plot_draw_curve (self, curve, pen);
    }
  draw_average (self, pen);
  cairo_restore (cr);
  for (guint i = 0; i < self->notes->len; i++)
    draw_note (self, pen, &g_array_index (self->notes, DsPointNote, i));
  draw_y_labels (self, pen, 0);
  if (self->right)
    draw_y_labels (self, pen, 1);
  ds_panel_draw_x_labels (self, pen);
  draw_head (self, pen);
  draw_names (self, pen);
}
