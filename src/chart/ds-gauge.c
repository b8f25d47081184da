/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-gauge.h"

#include "ds-text.h"

#include <math.h>
#include <pango/pangocairo.h>

/* Three quarters of a circle, open at the foot */
#define START (0.75 * G_PI)
#define SWEEP (1.5 * G_PI)
#define THICK 0.11 /* of the radius' doubled */

double
ds_gauge_get_share (const DsGauge *self, double value)
{
  if (isnan (value) || !(self->greatest > self->least))
    return NAN;
  return CLAMP ((value - self->least) / (self->greatest - self->least), 0, 1);
}

gboolean
ds_gauge_is_alarming (const DsGauge *self)
{
  if (isnan (self->value) || isnan (self->warning))
    return FALSE;
  return self->low_is_bad ? self->value <= self->warning : self->value >= self->warning;
}

static void
draw_mark (const DsPen *pen, double share, double x, double y, double inner, double outer)
{
  double angle = START + share * SWEEP;

  if (isnan (share))
    return;
  cairo_set_line_width (pen->cr, 2);
  cairo_move_to (pen->cr, x + inner * cos (angle), y + inner * sin (angle));
  cairo_line_to (pen->cr, x + outer * cos (angle), y + outer * sin (angle));
  cairo_stroke (pen->cr);
}

void
ds_gauge_draw (const DsGauge *self, gboolean dark, const char *font, cairo_t *cr, double width, double height)
{
  PangoContext *context;
  /* The bow is 1.7 radii high. */
  double thick = MIN (width, height / 0.87) * THICK;
  double radius = MIN (width / 2, height / 1.74) - thick / 2 - 1;
  double x = width / 2, y = radius + thick / 2 + 1;
  double share = ds_gauge_get_share (self, self->value);
  DsPen pen = { .cr = cr, .family = font, .dark = dark, .small = radius * 0.3 };
  DsRect box = { x - radius + thick, y - radius, 2 * (radius - thick), 2 * radius };
  double size = radius * 0.56;

  if (radius < 8)
    return;
  context = pango_cairo_create_context (cr);
  ds_text_set_up_context (context, font);
  pen.context = context;
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, thick);
  ds_pen_set_color_alpha (&pen, DS_COLOR_TEXT, 0.12);
  cairo_arc (cr, x, y, radius, START, START + SWEEP);
  cairo_stroke (cr);
  if (!isnan (share) && share > 0) {
    ds_pen_set_color (&pen, ds_gauge_is_alarming (self) ? DS_COLOR_TEMPERATURE : DS_COLOR_READ);
    cairo_arc (cr, x, y, radius, START, START + share * SWEEP);
    cairo_stroke (cr);
  }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ds_pen_set_color (&pen, DS_COLOR_DIM);
  draw_mark (&pen, ds_gauge_get_share (self, self->warning), x, y, radius - thick * 0.9, radius + thick * 0.5);
  ds_pen_set_color (&pen, DS_COLOR_TEMPERATURE);
  draw_mark (&pen, ds_gauge_get_share (self, self->critical), x, y, radius - thick * 0.9, radius + thick * 0.5);
  cairo_restore (cr);

  ds_text_draw (&pen, self->figure,
                &(DsTextStyle){ size, TRUE, ds_gauge_is_alarming (self) ? DS_COLOR_TEMPERATURE : DS_COLOR_TEXT,
                                DS_TEXT_CENTER },
                &box, y + size * DS_TEXT_CAP / 2);
  if (self->unit != NULL && !isnan (self->value))
    ds_text_draw (&pen, self->unit, &(DsTextStyle){ size * 0.42, FALSE, DS_COLOR_DIM, DS_TEXT_CENTER }, &box,
                  y + size * DS_TEXT_CAP / 2 + size * 0.72);
  g_object_unref (context);
}
