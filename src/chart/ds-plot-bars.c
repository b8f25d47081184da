/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"

#include <math.h>

/* Paired horizontal bars: categories down the side, the number at each bar's end. */

#define ROW_SHARE   0.82 /* of a row that its bars take */
#define LEAST_VALUE 6.8  /* no number is written smaller */
#define VALUE_SIZE  0.88 /* of the small size */

static guint
count_rows (const DsPanel *self)
{
  return self->rows ? g_strv_length (self->rows) : 0;
}

static guint
count_visible (const DsPanel *self)
{
  guint n = 0;

  for (guint i = 0; i < self->curves->len; i++)
    n += !ds_panel_get_curve (self, i)->hidden;
  return n;
}

static double
get_pitch (const DsPanel *self)
{
  double row = self->plot.height / MAX (count_rows (self), 1);

  return row * ROW_SHARE / MAX (count_visible (self), 1);
}

static double
get_value_size (const DsPanel *self, const DsPen *pen)
{
  return MIN (pen->small * VALUE_SIZE, get_pitch (self) * 1.12);
}

DsRect
ds_panel_get_bar (const DsPanel *self, guint index, guint row)
{
  const DsCurve *curve = ds_panel_get_curve (self, index);
  double height = self->plot.height / MAX (count_rows (self), 1);
  double pitch = get_pitch (self), y, gap = pitch > 4.0 ? 1.0 : 0.0;
  guint before = 0;
  double value = row < curve->y->len ? ds_curve_get_y (curve, row) : NAN;
  double right;

  for (guint i = 0; i < index; i++)
    before += !ds_panel_get_curve (self, i)->hidden;
  y = self->plot.y + row * height + height * (1.0 - ROW_SHARE) / 2.0 + before * pitch;
  if (curve->hidden || !isfinite (value))
    return (DsRect){ self->plot.x, y, 0.0, pitch - gap };
  right = ds_panel_get_px (self, value);
  return (DsRect){ self->plot.x, y, CLAMP (right - self->plot.x, 0.0, self->plot.width), pitch - gap };
}

static char *
format_value (double value)
{
  /* Three digits: a thousandth is more than the eye can tell from a bar. */
  return ds_format_number (value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

/* Only where there is no room for all of them the greatest alone has its number. */
static gboolean
has_value (const DsPanel *self, const DsPen *pen, const DsCurve *curve, guint row)
{
  return get_value_size (self, pen) >= LEAST_VALUE || ds_curve_get_y (curve, row) == curve->greatest;
}

/* The longest bar and the number at its end share the width. */
static void
make_room_for_values (DsPanel *self, const DsPen *pen)
{
  double size = MAX (get_value_size (self, pen), LEAST_VALUE);
  double end = self->x.end;

  for (guint i = 0; i < self->curves->len; i++) {
    const DsCurve *curve = ds_panel_get_curve (self, i);

    for (guint row = 0; row < curve->y->len && !curve->hidden; row++) {
      double value = ds_curve_get_y (curve, row), width;
      g_autofree char *text = NULL;

      if (!isfinite (value) || !has_value (self, pen, curve, row))
        continue;
      text = format_value (value);
      width = ds_text_width (pen, text, size, FALSE) + size * 0.8;
      if (width < self->plot.width * 0.8)
        end = MAX (end, value * self->plot.width / (self->plot.width - width));
    }
  }
  self->x.end = end;
}

void
ds_panel_lay_out_bars (DsPanel *self, const DsPen *pen)
{
  double labels = 0.0;
  double foot = pen->small * 1.85;

  for (guint i = 0; i < count_rows (self); i++)
    labels = MAX (labels, ds_text_width (pen, self->rows[i], pen->small, FALSE));
  labels = MIN (MAX (labels, ds_text_width (pen, self->x.title, pen->small, FALSE) + pen->small * 0.4),
                self->frame.width * 0.4);
  self->label_width = ceil (labels + pen->small * 0.6);
  self->plot = (DsRect){
    self->frame.x + self->label_width,
    self->frame.y,
    self->frame.width - self->label_width - pen->small * 0.4,
    self->frame.height - foot,
  };
  make_room_for_values (self, pen);
  ds_panel_make_x_ticks (self, pen);
}

static void
draw_row_label (const DsPanel *self, const DsPen *pen, guint row)
{
  double height = self->plot.height / count_rows (self);
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_RIGHT };
  DsRect box = { self->frame.x, self->plot.y + row * height, self->label_width - pen->small * 0.55, height };
  guint step = (guint) ceil (pen->small * 0.95 / height);

  if (row % MAX (step, 1) == 0)
    ds_text_draw (pen, self->rows[row], &style, &box, box.y + (height + pen->small * DS_TEXT_CAP) / 2.0);
}

static void
draw_bar (const DsPanel *self, const DsPen *pen, guint index, guint row)
{
  const DsCurve *curve = ds_panel_get_curve (self, index);
  DsRect bar = ds_panel_get_bar (self, index, row);
  double size = MAX (get_value_size (self, pen), LEAST_VALUE);
  DsTextStyle style = { size, FALSE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  double value = row < curve->y->len ? ds_curve_get_y (curve, row) : NAN;
  double end = bar.x + bar.width;
  DsRect box = { end + size * 0.4, bar.y, self->frame.x + self->frame.width - end - size * 0.4, bar.height };
  g_autofree char *text = NULL;

  if (curve->hidden || !isfinite (value))
    return;
  ds_pen_round_rect (pen, &bar, MIN (bar.height / 4.0, pen->small * 0.25));
  ds_pen_set_color (pen, curve->look.color);
  cairo_fill (pen->cr);
  if (curve->look.hollow && bar.width > 4.0 && bar.height > 4.0) {
    /* The second of a pair is told apart in print by a line along its middle. */
    ds_pen_set_color_alpha (pen, DS_COLOR_BACKGROUND, 0.75);
    cairo_rectangle (pen->cr, bar.x + 1.5, bar.y + bar.height / 2.0 - 0.5, bar.width - 3.0, 1.0);
    cairo_fill (pen->cr);
  }
  if (!has_value (self, pen, curve, row))
    return;
  text = format_value (value);
  ds_text_draw (pen, text, &style, &box, bar.y + (bar.height + size * DS_TEXT_CAP) / 2.0);
}

static void
draw_row_note (const DsPanel *self, const DsPen *pen, guint row)
{
  double height = self->plot.height / count_rows (self);
  double size = MIN (pen->small * VALUE_SIZE, height * 1.05);
  DsTextStyle style = { MAX (get_value_size (self, pen), LEAST_VALUE), FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  DsRect box = { self->plot.x + size * 0.4, self->plot.y + row * height, self->plot.width - size * 0.8, height };
  const char *note = self->row_notes ? self->row_notes[row] : "";

  ds_text_draw (pen, note, &style, &box, box.y + (height + style.size * DS_TEXT_CAP) / 2.0);
}

static void
draw_grid (const DsPanel *self, const DsPen *pen)
{
  cairo_t *cr = pen->cr;

  cairo_set_line_width (cr, 1.0);
  ds_pen_set_color (pen, DS_COLOR_LINE);
  for (guint i = 0; i < self->x_ticks->len; i++) {
    double x = round (ds_panel_get_px (self, g_array_index (self->x_ticks, DsTick, i).value)) + 0.5;

    cairo_move_to (cr, x, self->plot.y);
    cairo_line_to (cr, x, self->plot.y + self->plot.height);
  }
  cairo_stroke (cr);
}

void
ds_panel_draw_bars (DsPanel *self, const DsPen *pen)
{
  draw_grid (self, pen);
  ds_panel_draw_x_labels (self, pen);
  for (guint row = 0; row < count_rows (self); row++) {
    draw_row_label (self, pen, row);
    draw_row_note (self, pen, row);
    for (guint i = 0; i < self->curves->len; i++)
      draw_bar (self, pen, i, row);
  }
}
