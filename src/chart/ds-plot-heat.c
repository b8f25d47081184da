/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"

#include <math.h>

/* A map of two categories: the darker a field, the more; its number stands in it where there is room. */

#define LOG_RATIO  20.0
#define SCALE_WIDE 7.0 /* of the scale beside the head, in small sizes */

static guint
count (GStrv texts)
{
  return texts ? g_strv_length (texts) : 0;
}

static const DsCurve *
get_values (const DsPanel *self)
{
  return ds_panel_get_curve (self, 0);
}

static double
get_value (const DsPanel *self, guint row, guint column)
{
  return ds_curve_get_y (get_values (self), row * count (self->columns) + column);
}

DsRect
ds_panel_get_heat_cell (const DsPanel *self, guint row, guint column)
{
  double width = self->plot.width / MAX (count (self->columns), 1);
  double height = self->plot.height / MAX (count (self->rows), 1);
  double x = round (self->plot.x + column * width), y = round (self->plot.y + row * height);
  double right = round (self->plot.x + (column + 1) * width), foot = round (self->plot.y + (row + 1) * height);

  return (DsRect){ x, y, MAX (right - x - 1.0, 0.0), MAX (foot - y - 1.0, 0.0) };
}

static double
get_share (const DsPanel *self, double value)
{
  const DsCurve *values = get_values (self);

  if (!(values->greatest > values->least))
    return 0.5;
  if (values->least > 0.0 && values->greatest > values->least * LOG_RATIO)
    return log (value / values->least) / log (values->greatest / values->least);
  return (value - values->least) / (values->greatest - values->least);
}

static char *
format_value (double value)
{
  if (!isfinite (value))
    return g_strdup ("—");
  return ds_format_number (value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

void
ds_panel_lay_out_heat (DsPanel *self, const DsPen *pen)
{
  double labels = 0.0;

  for (guint i = 0; i < count (self->rows); i++)
    labels = MAX (labels, ds_text_width (pen, self->rows[i], pen->small, FALSE));
  self->label_width = ceil (MIN (labels, self->frame.width * 0.35) + pen->small * 0.6);
  self->plot = self->frame;
  self->plot.x += self->label_width;
  self->plot.width -= self->label_width;
  self->plot.y += pen->small * 1.9;
  self->plot.height -= pen->small * (1.9 + 1.7 + 1.45);
}

static void
draw_scale (const DsPanel *self, const DsPen *pen)
{
  const DsCurve *values = get_values (self);
  g_autofree char *least = format_value (values->least);
  g_autofree char *greatest = format_value (values->greatest);
  double right = self->frame.x + self->frame.width, baseline = self->plot.y - pen->small * 0.85;
  double wide = pen->small * SCALE_WIDE, gap = pen->small * 0.45;
  double first = ds_text_width (pen, least, pen->small, FALSE) + 0.5;
  double last = ds_text_width (pen, greatest, pen->small, FALSE) + 0.5;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  DsRect bar = { right - last - gap - wide, baseline - pen->small * 0.75, wide, pen->small * 0.8 };
  DsRect box = { bar.x - gap - first, bar.y, first, bar.height };
  cairo_pattern_t *ramp;

  if (values->n == 0 || box.x < self->frame.x + pen->small * 12.0)
    return;
  ramp = cairo_pattern_create_linear (bar.x, 0.0, bar.x + bar.width, 0.0);
  for (guint i = 0; i <= 8; i++) {
    DsColor color = ds_palette_get_heat (i / 8.0, pen->dark);

    cairo_pattern_add_color_stop_rgb (ramp, i / 8.0, color.red, color.green, color.blue);
  }
  cairo_set_source (pen->cr, ramp);
  cairo_rectangle (pen->cr, bar.x, bar.y, bar.width, bar.height);
  cairo_fill (pen->cr);
  cairo_pattern_destroy (ramp);
  ds_text_draw (pen, least, &style, &box, baseline);
  box.x = bar.x + bar.width + gap;
  box.width = last;
  ds_text_draw (pen, greatest, &style, &box, baseline);
}

static void
draw_head (const DsPanel *self, const DsPen *pen)
{
  double baseline = self->plot.y - pen->small * 0.85;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  double width =
      MAX (ds_text_width (pen, self->row_name, pen->small, FALSE) + pen->small * 0.4, self->label_width);
  DsRect box = { self->frame.x, baseline - pen->small, pen->small * 12.0, pen->small * DS_TEXT_LINE };

  ds_text_draw (pen, self->row_name, &style, &box, baseline);
  box.x += width;
  box.width -= width;
  style.color = DS_COLOR_TEXT;
  ds_text_draw (pen, self->y[0].title, &style, &box, baseline);
  box = (DsRect){ self->plot.x, 0.0, self->plot.width, pen->small * DS_TEXT_LINE };
  baseline = self->plot.y + self->plot.height + pen->small * 2.75;
  box.y = baseline - pen->small;
  style.color = DS_COLOR_DIM;
  style.align = DS_TEXT_CENTER;
  ds_text_draw (pen, self->column_name, &style, &box, baseline);
}

static void
draw_labels (const DsPanel *self, const DsPen *pen)
{
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_RIGHT };
  double baseline = self->plot.y + self->plot.height + pen->small * 1.25;
  double before_y = -INFINITY, before_x = -INFINITY;

  for (guint i = 0; i < count (self->rows); i++) {
    DsRect cell = ds_panel_get_heat_cell (self, i, 0);
    double at = cell.y + (cell.height + pen->small * DS_TEXT_CAP) / 2.0;
    DsRect box = { self->frame.x, cell.y, self->label_width - pen->small * 0.5, cell.height };

    if (at < before_y + pen->small * 1.05)
      continue;
    before_y = at;
    ds_text_draw (pen, self->rows[i], &style, &box, at);
  }
  style.align = DS_TEXT_CENTER;
  for (guint i = 0; i < count (self->columns); i++) {
    DsRect cell = ds_panel_get_heat_cell (self, 0, i);
    double width = ds_text_width (pen, self->columns[i], pen->small, FALSE) + 0.5;
    double right = self->frame.x + self->frame.width;
    DsRect box = { cell.x + (cell.width - width) / 2.0, baseline - pen->small, width, pen->small * DS_TEXT_LINE };

    box.x = MIN (box.x, right - width);
    if (box.x < before_x + pen->small * 0.4)
      continue;
    before_x = box.x + width;
    ds_text_draw (pen, self->columns[i], &style, &box, baseline);
  }
}

/* One size for all of them, or none */
static double
choose_size (const DsPanel *self, const DsPen *pen)
{
  double widest = 0.0;
  DsRect cell = ds_panel_get_heat_cell (self, 0, 0);

  for (guint i = 0; i < get_values (self)->y->len; i++) {
    g_autofree char *text = format_value (ds_curve_get_y (get_values (self), i));

    widest = MAX (widest, ds_text_width (pen, text, 1.0, FALSE));
  }
  for (double size = pen->small; size >= pen->small * 0.75; size -= pen->small * 0.25)
    if (widest * size + size * 0.5 <= cell.width && size * 1.15 <= cell.height)
      return size;
  return 0.0;
}

void
ds_panel_draw_heat (DsPanel *self, const DsPen *pen)
{
  double size = choose_size (self, pen);

  if (self->plot.height < pen->small || self->plot.width < pen->small)
    return;
  for (guint row = 0; row < count (self->rows); row++)
    for (guint column = 0; column < count (self->columns); column++) {
      DsRect cell = ds_panel_get_heat_cell (self, row, column);
      double value = get_value (self, row, column);
      g_autofree char *text = format_value (value);
      DsTextStyle style = { size, FALSE, DS_COLOR_TEXT, DS_TEXT_CENTER };
      DsPen own = *pen;

      if (isfinite (value)) {
        DsColor color = ds_palette_get_heat (get_share (self, value), pen->dark);

        cairo_set_source_rgb (pen->cr, color.red, color.green, color.blue);
        own.dark = ds_palette_is_dark (&color);
        style.color = DS_COLOR_FIELD_TEXT;
      } else {
        ds_pen_set_color_alpha (pen, DS_COLOR_LINE, 0.5);
      }
      cairo_rectangle (pen->cr, cell.x, cell.y, cell.width, cell.height);
      cairo_fill (pen->cr);
      ds_text_draw (&own, text, &style, &cell, cell.y + (cell.height + size * DS_TEXT_CAP) / 2.0);
    }
  draw_labels (self, pen);
  draw_head (self, pen);
  draw_scale (self, pen);
}
