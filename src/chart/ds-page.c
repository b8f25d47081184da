/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"

#include "ds-privacy.h"

#include <math.h>

/* The page that the sizes are made for; others take theirs in proportion, but a little less steeply, because a
 * larger page is read from nearer. */
#define MODEL_WIDTH  1080.0
#define MODEL_HEIGHT 740.0
#define MODEL_SMALL  13.5
#define LEAST_SMALL  10.5
#define STEEPNESS    0.85

double
ds_page_get_small_size (double width, double height)
{
  double ratio = MIN (width / MODEL_WIDTH, height / MODEL_HEIGHT);

  return MAX (round (MODEL_SMALL * pow (ratio, STEEPNESS) * 2.0) / 2.0, LEAST_SMALL);
}

char *
ds_page_dup_public (const DsPage *self, const char *text)
{
  return ds_privacy_dup_text (self->report, self->style->serial ? DS_EXPORT_SERIALS : DS_EXPORT_DEFAULT, text);
}

char *
ds_page_dup_target (const DsPage *self)
{
  g_autofree char *target = ds_report_dup_target_title (self->report);

  return ds_page_dup_public (self, target);
}

/* What stands below the title: everything that the title does not say */
static char *
dup_subtitle (DsPage *self, const char *heading, const char *title)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  char *settings = ds_page_dup_settings (self->report);
  char *target = ds_page_dup_target (self);

  if (heading && title != heading)
    g_ptr_array_add (parts, g_strdup (heading));
  if (g_strcmp0 (target, title) != 0)
    g_ptr_array_add (parts, target);
  else
    g_free (target);
  if (*settings)
    g_ptr_array_add (parts, settings);
  else
    g_free (settings);
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

double
ds_page_draw_header (DsPage *self, const char *heading, double *right)
{
  const DsPen *pen = &self->pen;
  DsTextStyle style = { pen->small * DS_TEXT_TITLE, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  DsTextStyle small = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  g_autofree char *target = ds_page_dup_target (self);
  g_autofree char *subtitle = NULL;
  /* The person's own words come first, then the name of the chart; what was measured must not get lost. */
  const char *title = self->report->title && *self->report->title ? self->report->title
                      : heading                                   ? heading
                                                                  : target;
  DsRect box = self->content;
  double first = box.y + style.size * DS_TEXT_CAP, baseline = first;

  if (right && *right > 0.0) {
    if (ds_text_width (pen, title, style.size, TRUE) <= box.width - *right)
      box.width -= *right;
    else
      *right = 0.0;
  }
  ds_text_draw (pen, title, &style, &box, baseline);
  subtitle = dup_subtitle (self, heading, title);
  if (*subtitle) {
    baseline += pen->small * 1.7;
    ds_text_draw (pen, subtitle, &small, &self->content, baseline);
  }
  self->content.height -= baseline + pen->small * 0.4 - self->content.y;
  self->content.y = baseline + pen->small * 0.4;
  return first;
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

  pen->small = ds_page_get_small_size (self->width, self->height);
  self->margin = round (pen->small * (self->width < 640.0 || self->height < 420.0 ? 1.6 : 2.2));
  self->content = (DsRect){
    self->margin,
    self->margin,
    self->width - 2.0 * self->margin,
    self->height - 2.0 * self->margin,
  };
  if (pen->cr) {
    cairo_rectangle (pen->cr, 0.0, 0.0, self->width, self->height);
    cairo_clip (pen->cr);
    if (!self->style->bare) {
      ds_pen_set_color (pen, DS_COLOR_BACKGROUND);
      cairo_paint (pen->cr);
    }
  }
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
