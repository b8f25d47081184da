/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile.h"

#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define SEPARATOR " · "
#define NO_FIGURE "—"
/* Weak enough that text keeps its contrast on it, strong enough to be seen */
#define FILL_ALPHA_LIGHT 0.17
#define FILL_ALPHA_DARK  0.26

double
ds_tile_fill (double value, DsUnit unit, double mb_s)
{
  double fill;

  switch (unit) {
  case DS_UNIT_US:
    fill = 1.0 - log10 (value) / 6.0;
    break;
  case DS_UNIT_GB_S:
    fill = log10 (value * 1e4) / 6.0;
    break;
  case DS_UNIT_IOPS:
    value = mb_s;
    fill = log10 (mb_s * 10.0) / 6.0;
    break;
  case DS_UNIT_MB_S:
  default:
    fill = log10 (value * 10.0) / 6.0;
    break;
  }
  /* Also where the value is not a number: nothing was measured, so nothing is filled. */
  if (!(value > 0.0) || !isfinite (value))
    return 0.0;
  return CLAMP (fill, 0.0, 1.0);
}

static double
get_value (const DsCell *cell, DsUnit unit, gboolean live, double *mb_s)
{
  *mb_s = live ? cell->live_mb_s : ds_cell_get_mb_s (cell);
  switch (unit) {
  case DS_UNIT_GB_S:
    return *mb_s / 1e3;
  case DS_UNIT_IOPS:
    return live ? cell->live_iops : ds_cell_get_iops (cell);
  case DS_UNIT_US:
    return (live ? cell->live_latency_ns : ds_cell_get_latency (cell)) / 1e3;
  case DS_UNIT_MB_S:
  default:
    return *mb_s;
  }
}

static void
add_part (GString *detail, char *part)
{
  if (detail->len)
    g_string_append (detail, SEPARATOR);
  g_string_append (detail, part);
  g_free (part);
}

static char *
describe_runs (const DsCell *cell)
{
  GString *detail = g_string_new (NULL);
  const DsRun *run = ds_cell_get_shown (cell);
  double spread = ds_cell_get_spread_percent (cell);

  if (cell->state == DS_CELL_STOPPED)
    add_part (detail, g_strdup (_ ("stopped")));
  if (isfinite (spread)) {
    g_autofree char *percent = ds_format_percent (spread);

    /* Translators: the spread of the runs, "± 1.3 %" */
    add_part (detail, g_strdup_printf (_ ("± %s"), percent));
  }
  if (run && isfinite (run->total.latency.p99)) {
    g_autofree char *latency = ds_format_latency (run->total.latency.p99);

    /* Translators: 99 of 100 I/Os took no longer than this, "p99 182 µs" */
    add_part (detail, g_strdup_printf (_ ("p99 %s"), latency));
  }
  return g_string_free (detail, FALSE);
}

/* What was measured is never shown as nought: a slow cell in GB/s gets the decimals that it needs. */
static char *
format_value (double value, DsUnit unit)
{
  guint decimals = 3;

  if (unit == DS_UNIT_GB_S ? value >= 10.0 : value >= 0.005 || value <= 0.0)
    return ds_format_figure (value);
  while (value > 0.0 && decimals < 6 && value * pow (10.0, decimals) < 0.5)
    decimals++;
  return ds_format_number (value, decimals);
}

static void
set_figure (DsTileText *self, const DsCell *cell, DsUnit unit, gboolean live)
{
  double mb_s;
  double value = get_value (cell, unit, live, &mb_s);

  /* While it starts there is nothing to show yet, and nought would be a claim. */
  if (!isfinite (value) || (live && value <= 0.0)) {
    self->figure = g_strdup (NO_FIGURE);
    return;
  }
  self->figure = format_value (value, unit);
  self->fill = ds_tile_fill (value, unit, mb_s);
}

void
ds_tile_text_init (DsTileText *self, const DsCell *cell, DsUnit unit)
{
  memset (self, 0, sizeof *self);
  switch (cell->state) {
  case DS_CELL_RUNNING:
    self->running = TRUE;
    set_figure (self, cell, unit, TRUE);
    self->detail = cell->live_run == 0
                       ? g_strdup (_ ("warming up"))
                       : g_strdup_printf (_ ("measuring, run %u of %u"), cell->live_run, cell->live_runs);
    break;
  case DS_CELL_DONE:
  case DS_CELL_STOPPED:
    set_figure (self, cell, unit, FALSE);
    self->detail = describe_runs (cell);
    self->crossed = cell->invalid != NULL;
    break;
  case DS_CELL_FAILED:
    self->word = TRUE;
    self->figure = g_strdup (_ ("Failed"));
    self->detail = g_strdup (cell->note ? cell->note : "");
    break;
  case DS_CELL_UNSUPPORTED:
    self->word = TRUE;
    self->figure = g_strdup (_ ("Not supported"));
    self->detail = g_strdup (cell->note ? cell->note : "");
    break;
  case DS_CELL_WAITING:
  default:
    self->waiting = TRUE;
    self->figure = g_strdup (NO_FIGURE);
    self->detail = g_strdup ("");
    break;
  }
}

void
ds_tile_text_clear (DsTileText *self)
{
  g_clear_pointer (&self->figure, g_free);
  g_clear_pointer (&self->detail, g_free);
}

double
ds_tile_min_height (double small, gboolean detail)
{
  return small * (detail ? 4.6 : 3.2);
}

void
ds_tile_metrics_init (DsTileMetrics *self, const DsPen *pen, double width, double height)
{
  /* The widest figure in practice: IOPS of a fast drive; grouped as the locale does */
  g_autofree char *widest = ds_format_number (8888888.0, 0);
  double available;

  self->padding = CLAMP (width * 0.055, pen->small * 0.6, pen->small * 1.6);
  self->dropped = 0;
  self->detail = height >= ds_tile_min_height (pen->small, TRUE);
  self->figure = self->detail ? MAX (height * 0.29, pen->small * 1.9)
                              : MIN (MAX (height * 0.46, pen->small), pen->small * 1.9);
  /* Whatever the page, a figure never stands higher than its tile. */
  self->figure = MIN (self->figure, height * 0.8);
  available = MAX (width - 2.0 * self->padding, 1.0);
  self->figure = MIN (self->figure, available / (ds_text_width (pen, widest, 100.0, TRUE) / 100.0));
}

static void
draw_ground (const DsPen *pen, const DsTileText *text, DsOp op, const DsRect *rect)
{
  cairo_t *cr = pen->cr;
  double radius = MIN (pen->small * 0.75, rect->height / 4.0);
  double line = text->running ? MAX (2.0, pen->small * 0.15) : MAX (1.0, round (pen->small * 0.07));
  /* The border is drawn inside, so that no half of it is cut off at the edge of a widget. */
  DsRect border = {
    rect->x + line / 2.0,
    rect->y + line / 2.0,
    rect->width - line,
    rect->height - line,
  };

  cairo_save (cr);
  ds_pen_round_rect (pen, rect, radius);
  ds_pen_set_color (pen, DS_COLOR_CARD);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  if (text->fill > 0.0) {
    /* A number that is worth nothing keeps its place, but not the colour of a result. */
    ds_pen_set_color_alpha (pen, text->crossed ? DS_COLOR_OTHER : ds_palette_op (op),
                            pen->dark ? DS_TILE_FILL_DARK : DS_TILE_FILL_LIGHT);
    cairo_rectangle (cr, rect->x, rect->y, rect->width * text->fill, rect->height);
    cairo_fill (cr);
  }
  cairo_restore (cr);

  ds_pen_round_rect (pen, &border, radius - line / 2.0);
  ds_pen_set_color (pen, text->running ? ds_palette_op (op) : DS_COLOR_LINE);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/* Cuts the last part off; FALSE where there is but one. */
static gboolean
drop_part (char *detail)
{
  char *last = g_strrstr (detail, SEPARATOR);

  if (last)
    *last = '\0';
  return last != NULL;
}

guint
ds_tile_count_dropped (const DsPen *pen, const DsTileText *text, const DsTileMetrics *metrics, double width)
{
  g_autofree char *detail = g_strdup (text->detail);
  guint dropped = 0;

  if (text->word || !metrics->detail)
    return 0;
  while (ds_text_width (pen, detail, pen->small, FALSE) > width - 2.0 * metrics->padding && drop_part (detail))
    dropped++;
  return dropped;
}

/* The detail in as many of its parts as there is room for: half a number would be a wrong one. */
static void
draw_detail (
    const DsPen *pen, const DsTileText *text, const DsTileMetrics *metrics, const DsRect *inner, double baseline)
{
  DsTextStyle style = { .size = pen->small, .color = DS_COLOR_DIM, .align = DS_TEXT_RIGHT };
  g_autofree char *detail = g_strdup (text->detail);

  for (guint i = 0; i < metrics->dropped && drop_part (detail); i++)
    continue;
  if (ds_text_width (pen, detail, pen->small, FALSE) <= inner->width)
    ds_text_draw (pen, detail, &style, inner, baseline);
}

static void
draw_word (const DsPen *pen, const DsTileText *text, const DsTileMetrics *metrics, const DsRect *inner)
{
  DsTextStyle style = {
    .size = pen->small * DS_TEXT_TITLE,
    .bold = TRUE,
    .color = DS_COLOR_TEXT,
    .align = DS_TEXT_RIGHT,
  };
  double middle = inner->y + inner->height / 2.0;
  double line = pen->small * DS_TEXT_LINE;
  double baseline;
  guint lines = 0;

  /* Where the title's size is too large, the small one is taken: a chart has three sizes and no more. */
  if (style.size > metrics->figure || ds_text_width (pen, text->figure, style.size, TRUE) > inner->width)
    style.size = MIN (pen->small, inner->height * 0.75);
  if (metrics->detail && *text->detail) {
    double free = inner->height - style.size * DS_TEXT_CAP - pen->small * 1.2;

    lines = (guint) CLAMP (free / line, 0.0, 3.0);
    lines = MIN (lines, ds_text_count_lines (pen, text->detail, pen->small, inner->width));
  }
  baseline = middle + (style.size * DS_TEXT_CAP - lines * line) / 2.0;
  ds_text_draw (pen, text->figure, &style, inner, baseline);
  style.size = pen->small;
  style.bold = FALSE;
  style.color = DS_COLOR_DIM;
  ds_text_draw_lines (pen, text->detail, &style, inner, baseline + pen->small * 1.5, lines);
}

/* Nothing to show yet: a line as long as a few figures, and never as heavy as one */
static void
draw_dash (const DsPen *pen, double size, double right, double y)
{
  ds_pen_set_color (pen, DS_COLOR_OTHER);
  cairo_set_line_width (pen->cr, MAX (1.0, MIN (pen->small, size) * 0.12));
  cairo_move_to (pen->cr, right - MIN (size, pen->small * 2.6), y);
  cairo_line_to (pen->cr, right, y);
  cairo_stroke (pen->cr);
}

static void
draw_number (const DsPen *pen, const DsTileText *text, double size, const DsRect *inner, double baseline)
{
  DsTextStyle style = {
    .size = size,
    .bold = TRUE,
    .color = text->crossed ? DS_COLOR_DIM : DS_COLOR_TEXT,
    .align = DS_TEXT_RIGHT,
  };
  double width = ds_text_width (pen, text->figure, size, TRUE);

  if (width > inner->width) {
    style.size *= inner->width / width * 0.999;
    width = inner->width;
  }
  ds_text_draw (pen, text->figure, &style, inner, baseline);
  if (text->crossed) {
    double right = inner->x + inner->width, y = baseline - style.size * DS_TEXT_CAP / 2.0;

    ds_pen_set_color (pen, DS_COLOR_TEXT);
    cairo_set_line_width (pen->cr, MAX (1.5, style.size * 0.07));
    cairo_move_to (pen->cr, MAX (right - width - style.size * 0.1, inner->x), y);
    cairo_line_to (pen->cr, right, y);
    cairo_stroke (pen->cr);
  }
}

static void
draw_figure (const DsPen *pen, const DsTileText *text, const DsTileMetrics *metrics, const DsRect *inner)
{
  double cap = metrics->figure * DS_TEXT_CAP;
  /* Room for the comma's tail between the two lines */
  double below = metrics->detail ? metrics->figure * 0.2 + pen->small * 1.05 : 0.0;
  double baseline = inner->y + (inner->height + cap - below) / 2.0;

  if (g_str_equal (text->figure, NO_FIGURE))
    draw_dash (pen, metrics->figure, inner->x + inner->width, inner->y + inner->height / 2.0);
  else
    draw_number (pen, text, metrics->figure, inner, baseline);
  if (metrics->detail)
    draw_detail (pen, text, metrics, inner, baseline + below);
}

void
ds_tile_draw_with_pen (
    const DsPen *pen, const DsTileText *text, DsOp op, const DsTileMetrics *metrics, const DsRect *rect)
{
  DsRect inner = {
    rect->x + metrics->padding,
    rect->y,
    rect->width - 2.0 * metrics->padding,
    rect->height,
  };

  draw_ground (pen, text, op, rect);
  if (text->word)
    draw_word (pen, text, metrics, &inner);
  else
    draw_figure (pen, text, metrics, &inner);
}

/* The small size that goes with the caller's font, in the units of the page */
static double
get_small_size (PangoContext *context)
{
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = font ? (double) pango_font_description_get_size (font) / PANGO_SCALE : 0.0;
  double resolution = pango_cairo_context_get_resolution (context);

  if (size <= 0.0)
    size = 11.0;
  if (!font || !pango_font_description_get_size_is_absolute (font))
    size *= (resolution > 0.0 ? resolution : 96.0) / 72.0;
  return size * 0.87;
}

void
ds_tile_draw (const DsTileText *text,
              DsOp op,
              const DsChartStyle *style,
              PangoContext *context,
              cairo_t *cr,
              double width,
              double height)
{
  DsPen pen = {
    .cr = cr,
    .context = context,
    .family = style->font,
    .dark = style->dark,
    .small = get_small_size (context),
  };
  DsRect rect = { 0.0, 0.0, width, height };
  DsTileMetrics metrics;

  cairo_save (cr);
  ds_tile_metrics_init (&metrics, &pen, width, height);
  metrics.dropped = ds_tile_count_dropped (&pen, text, &metrics, width);
  ds_tile_draw_with_pen (&pen, text, op, &metrics, &rect);
  cairo_restore (cr);
}
