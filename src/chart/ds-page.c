/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"

#include <math.h>

/* The page that the sizes are made for; others take theirs in proportion, but a little less steeply, because a
 * larger page is read from nearer. */
#define MODEL_WIDTH  1080.0
#define MODEL_HEIGHT 740.0
#define MODEL_SMALL  13.5
#define LEAST_SMALL  10.5
#define STEEPNESS    0.85

static double
get_small_size (double width, double height)
{
  double ratio = MIN (width / MODEL_WIDTH, height / MODEL_HEIGHT);

  return MAX (round (MODEL_SMALL * pow (ratio, STEEPNESS) * 2.0) / 2.0, LEAST_SMALL);
}

static void
draw_header (DsPage *self)
{
  const DsPen *pen = &self->pen;
  DsTextStyle title = { pen->small * DS_TEXT_TITLE, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  DsTextStyle small = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  g_autofree char *target = ds_report_dup_target_title (self->report);
  g_autofree char *settings = ds_page_dup_settings (self->report);
  double baseline = self->margin + title.size * DS_TEXT_CAP;

  if (self->report->title && *self->report->title) {
    /* The person's own words come first; what was measured must not get lost. */
    char *with_target = *settings ? g_strdup_printf ("%s · %s", target, settings) : g_strdup (target);

    g_free (settings);
    settings = with_target;
    ds_text_draw (pen, self->report->title, &title, &self->content, baseline);
  } else {
    ds_text_draw (pen, target, &title, &self->content, baseline);
  }
  baseline += pen->small * 1.7;
  ds_text_draw (pen, settings, &small, &self->content, baseline);
  self->content.height -= baseline + pen->small * 0.4 - self->content.y;
  self->content.y = baseline + pen->small * 0.4;
}

static void
draw_footer (DsPage *self)
{
  const DsPen *pen = &self->pen;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_RIGHT };
  g_autofree char *footer = ds_page_dup_footer (self->report);
  const char *comment = self->report->comment;
  double baseline = self->height - self->margin;
  DsRect box = self->content;
  double width = ds_text_draw (pen, footer, &style, &box, baseline);

  /* The comment takes what is left of the line, where that is enough to say something. */
  box.width -= width + pen->small * 2.0;
  if (comment && *comment && box.width >= pen->small * 8.0) {
    style.align = DS_TEXT_LEFT;
    style.color = DS_COLOR_TEXT;
    ds_text_draw (pen, comment, &style, &box, baseline);
  }
  self->content.height -= pen->small * (DS_TEXT_CAP + 1.1);
}

void
ds_page_begin (DsPage *self)
{
  DsPen *pen = &self->pen;

  pen->small = get_small_size (self->width, self->height);
  self->margin = round (pen->small * (self->width < 640.0 || self->height < 420.0 ? 1.6 : 2.2));
  self->content = (DsRect){
    self->margin,
    self->margin,
    self->width - 2.0 * self->margin,
    self->height - 2.0 * self->margin,
  };
  cairo_rectangle (pen->cr, 0.0, 0.0, self->width, self->height);
  cairo_clip (pen->cr);
  ds_pen_set_color (pen, DS_COLOR_BACKGROUND);
  cairo_paint (pen->cr);
  draw_header (self);
  if (self->style->footer)
    draw_footer (self);
}

void
ds_page_draw_sentence (DsPage *self, const char *sentence)
{
  DsTextStyle style = { self->pen.small, FALSE, DS_COLOR_DIM, DS_TEXT_CENTER };

  ds_text_draw_lines (&self->pen, sentence, &style, &self->content, self->content.y + self->content.height / 2.0,
                      3);
}
