/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"

#include <glib/gi18n.h>
#include <math.h>

#define ABOVE 1.15 /* between the chart and the first one */

typedef struct {
  DsSeverity severity;
  const char *text;
  const char *advice; /* (nullable) */
} Line;

/* What ended the run, then the findings from the worst to those that only inform */
static GArray *
collect_lines (DsReport *report)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));

  if (report->state == DS_STATE_FAILED && report->error) {
    Line line = { DS_SEVERITY_INVALID, report->error, NULL };

    g_array_append_val (lines, line);
  }
  for (int severity = DS_SEVERITY_INVALID; severity >= DS_SEVERITY_INFO; severity--) {
    for (guint i = 0; i < report->findings->len; i++) {
      const DsFinding *finding = report->findings->pdata[i];
      Line line = { finding->severity, finding->text, finding->advice };

      if ((int) finding->severity == severity)
        g_array_append_val (lines, line);
    }
  }
  if (report->state == DS_STATE_STOPPED) {
    Line line = { DS_SEVERITY_INFO, _ ("The test was stopped before everything was measured."), NULL };

    g_array_append_val (lines, line);
  }
  return lines;
}

guint
ds_page_count_findings (DsPage *self)
{
  g_autoptr (GArray) lines = NULL;

  if (self->within || self->style->bare)
    return 0;
  lines = collect_lines (self->report);
  return lines->len;
}

double
ds_page_get_findings_height (DsPage *self, guint n_lines)
{
  return n_lines == 0
             ? 0.0
             : self->pen.small * (ABOVE + n_lines * DS_PAGE_FINDING_LINE - (DS_PAGE_FINDING_LINE - DS_TEXT_CAP));
}

/* Drawn, not written: a font may lack the sign, and the shapes tell the severities apart without their colours. */
static void
draw_sign (const DsPen *pen, DsSeverity severity, double x, double baseline)
{
  cairo_t *cr = pen->cr;
  double size = pen->small * 0.92;
  double middle_x = x + size / 2.0, middle_y = baseline - pen->small * DS_TEXT_CAP / 2.0;
  double radius = size / 2.0;

  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, size * 0.12);
  if (severity == DS_SEVERITY_WARNING) {
    double top = middle_y - radius, foot = middle_y + radius * 0.82;

    ds_pen_set_color (pen, DS_COLOR_WRITE_TEXT);
    cairo_move_to (cr, middle_x, top + size * 0.06);
    cairo_line_to (cr, x + size - size * 0.06, foot);
    cairo_line_to (cr, x + size * 0.06, foot);
    cairo_close_path (cr);
  } else {
    ds_pen_set_color (pen, severity == DS_SEVERITY_INVALID ? DS_COLOR_TEMPERATURE : DS_COLOR_DIM);
    cairo_arc (cr, middle_x, middle_y, radius - size * 0.06, 0.0, 2.0 * G_PI);
  }
  cairo_stroke (cr);
  if (severity == DS_SEVERITY_INVALID) {
    double arm = radius * 0.4;

    cairo_move_to (cr, middle_x - arm, middle_y - arm);
    cairo_line_to (cr, middle_x + arm, middle_y + arm);
    cairo_move_to (cr, middle_x - arm, middle_y + arm);
    cairo_line_to (cr, middle_x + arm, middle_y - arm);
  } else {
    /* An i, and the same upside down as an exclamation mark a little lower in its triangle */
    double way = severity == DS_SEVERITY_WARNING ? -1.0 : 1.0;
    double centre = middle_y + (severity == DS_SEVERITY_WARNING ? size * 0.1 : 0.0);

    cairo_move_to (cr, middle_x, centre + way * radius * 0.46);
    cairo_line_to (cr, middle_x, centre - way * radius * 0.04);
    cairo_move_to (cr, middle_x, centre - way * radius * 0.46);
    cairo_line_to (cr, middle_x, centre - way * radius * 0.46);
  }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* (nullable): half an advice is none, and some findings have no advice at all */
static char *
dup_whole (const DsPage *page, const Line *line)
{
  g_autofree char *whole = line->advice ? g_strdup_printf ("%s %s", line->text, line->advice) : NULL;

  return whole ? ds_page_dup_public (page, whole) : NULL;
}

static void
draw_line (const DsPage *page, const Line *line, const DsRect *box, double baseline)
{
  const DsPen *pen = &page->pen;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  g_autofree char *whole = dup_whole (page, line);
  g_autofree char *text = ds_page_dup_public (page, line->text);

  /* Half an advice is none: where there is no room for it the finding stands alone. */
  if (whole && ds_text_width (pen, whole, pen->small, FALSE) <= box->width)
    ds_text_draw (pen, whole, &style, box, baseline);
  else
    ds_text_draw (pen, text, &style, box, baseline);
}

void
ds_page_draw_findings (DsPage *self, double y, guint n_lines)
{
  const DsPen *pen = &self->pen;
  g_autoptr (GArray) lines = collect_lines (self->report);
  double indent = pen->small * 1.5;
  DsRect box = self->content;
  double baseline = y + pen->small * (ABOVE + DS_TEXT_CAP);
  guint shown = MIN (n_lines, lines->len);

  /* With a line to spare, the last one says how many are not shown. */
  if (shown > 1 && shown < lines->len)
    shown--;
  box.x += indent;
  box.width -= indent;
  for (guint i = 0; i < shown; i++, baseline += pen->small * DS_PAGE_FINDING_LINE) {
    const Line *line = &g_array_index (lines, Line, i);

    draw_sign (pen, line->severity, self->content.x, baseline);
    draw_line (self, line, &box, baseline);
  }
  if (shown < n_lines && shown < lines->len) {
    DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
    guint more = lines->len - shown;
    g_autofree char *text =
        g_strdup_printf (ngettext ("%u more finding in the result", "%u more findings in the result", more), more);

    ds_text_draw (pen, text, &style, &box, baseline);
  }
}

/* How many are not shown, where there is room to say it. Returns the height with the gap below. */
static double
draw_more (const DsPage *page, guint more, const DsRect *area)
{
  const DsPen *pen = &page->pen;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  g_autofree char *text =
      g_strdup_printf (ngettext ("%u more finding in the result", "%u more findings in the result", more), more);

  if (area->height < pen->small * DS_TEXT_LINE)
    return 0.0;
  ds_text_draw (pen, text, &style, area, area->y + pen->small);
  return pen->small * 1.6;
}

/* A finding with its advice, over as many lines as it takes up to this many */
#define MOST_WRAPPED 5

double
ds_page_draw_findings_wrapped (DsPage *self, const DsRect *area)
{
  const DsPen *pen = &self->pen;
  g_autoptr (GArray) lines = collect_lines (self->report);
  double pad = pen->small * 0.75, indent = pen->small * 1.6, step = pen->small * DS_TEXT_LINE;
  double gap = pen->small * 0.6, y = area->y;
  double rest = pen->small * DS_TEXT_LINE + gap; /* of the line that counts the others */

  for (guint i = 0; i < lines->len; i++) {
    const Line *line = &g_array_index (lines, Line, i);
    g_autofree char *whole = dup_whole (self, line);
    g_autofree char *text = whole ? g_steal_pointer (&whole) : ds_page_dup_public (self, line->text);
    DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_LEFT };
    DsRect box = { area->x + pad + indent, y + pad, area->width - 2.0 * pad - indent, 0.0 };
    guint needed = MIN (ds_text_count_lines (pen, text, pen->small, box.width), MOST_WRAPPED);
    DsRect ground = { area->x, y, area->width, 2.0 * pad + (needed - 1) * step + pen->small * DS_TEXT_CAP };
    double baseline = y + pad + pen->small * DS_TEXT_CAP;

    box.height = ground.height - 2.0 * pad;
    if (y + ground.height > area->y + area->height - (i + 1 < lines->len ? rest : 0.0)) {
      y += draw_more (self, lines->len - i, &(DsRect){ area->x, y, area->width, area->y + area->height - y });
      break;
    }
    if (pen->cr) {
      ds_pen_round_rect (pen, &ground, pen->small * 0.6);
      ds_pen_set_color_alpha (pen,
                              line->severity == DS_SEVERITY_INFO      ? DS_COLOR_OTHER
                              : line->severity == DS_SEVERITY_WARNING ? DS_COLOR_WRITE
                                                                      : DS_COLOR_TEMPERATURE,
                              0.11);
      cairo_fill (pen->cr);
      draw_sign (pen, line->severity, area->x + pad, baseline);
    }
    ds_text_draw_lines (pen, text, &style, &box, baseline, needed);
    y += ground.height + gap;
  }
  return MAX (y - gap - area->y, 0.0);
}
