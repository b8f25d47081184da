/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-card.h"
#include "ds-axis.h"
#include "ds-plot.h"

#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>

/* Sizes in small sizes; the small size follows from the area of the card, which is read as a whole. */
#define AREA_SIZE          72.0 /* root of the area over the small size: 20 at 1920x1080 */
#define LEAST_SMALL        7.5
#define TITLE              2.5
#define MARGIN             3.6
#define GUTTER             2.1
#define SIDE_SHARE         0.245
#define ROW                2.05 /* of the key figures */
#define CURVE              5.2  /* height of the temperature's curve */
#define WIDE               1.15 /* from this ratio on the figures stand beside the chart, not below it */
#define MOST_COMMENT_LINES 6
#define COMMENT_INDENT     0.8

typedef struct {
  DsPage page;
  GArray *figures;             /* (element-type DsKeyFigure) */
  const DsSeries *temperature; /* (nullable) */
} Card;

static double
get_small_size (double width, double height)
{
  return MAX (round (sqrt (width * height) / AREA_SIZE * 4.0) / 4.0, LEAST_SMALL);
}

static double
draw_header (Card *self)
{
  const DsPen *pen = &self->page.pen;
  DsReport *report = self->page.report;
  DsRect box = self->page.content;
  DsTextStyle title = { pen->small * TITLE, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  DsTextStyle line = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  g_autofree char *target = ds_page_dup_target (&self->page);
  g_autofree char *drive = ds_card_dup_drive_line (&self->page);
  const char *text = report->title && *report->title ? report->title : target;
  double baseline, width = ds_text_width (pen, text, title.size, TRUE);
  guint lines;

  /* A long name is set smaller before it is cut. */
  if (width > box.width)
    title.size = MAX (title.size * box.width / width * 0.999, pen->small * DS_TEXT_TITLE);
  baseline = box.y + title.size * DS_TEXT_CAP;
  ds_text_draw (pen, text, &title, &box, baseline);
  baseline += pen->small * 1.95;
  lines = ds_text_draw_lines (pen, drive, &line, &box, baseline, 2);
  return baseline + (MAX (lines, 1) - 1) * pen->small * DS_TEXT_LINE;
}

static char *
dup_suite_line (DsReport *report)
{
  const char *suite = ds_page_get_suite_title (report);
  char *settings = ds_page_dup_settings (report);
  char *line;

  if (!suite || !*settings)
    return suite ? (g_free (settings), g_strdup (suite)) : settings;
  line = g_strdup_printf ("%s · %s", suite, settings);
  g_free (settings);
  return line;
}

/* Returns where the footer begins. What was measured and on what at the left, by what and when at the right */
static double
draw_footer (Card *self)
{
  const DsPen *pen = &self->page.pen;
  DsReport *report = self->page.report;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  g_autofree char *suite = dup_suite_line (report);
  g_autofree char *system = ds_card_dup_system_line (report);
  g_autofree char *date = report->started ? ds_format_date (report->started) : g_strdup ("");
  double right, last = self->page.content.y + self->page.content.height;
  double step = style.size * 1.5, first;
  DsRect box = self->page.content;
  guint lines[2];

  right = MAX (ds_text_width (pen, report->system.program, style.size, FALSE),
               ds_text_width (pen, date, style.size, FALSE));
  box.width = MAX (box.width - right - pen->small * 2.0, box.width * 0.5);
  lines[0] = MIN (ds_text_count_lines (pen, suite, style.size, box.width), 2);
  lines[1] = MIN (ds_text_count_lines (pen, system, style.size, box.width), 2);
  first = last - (lines[0] + lines[1] - 1) * step;
  for (guint i = 0, at = 0; i < 2; at += lines[i++]) {
    const char *text = i == 0 ? suite : system;
    double baseline = first + at * step;

    ds_text_draw_lines (pen, text, &style, &box, baseline, lines[i]);
  }
  box = self->page.content;
  box.x += box.width - right - 0.5;
  box.width = right + 0.5;
  style.align = DS_TEXT_RIGHT;
  ds_text_draw (pen, report->system.program, &style, &box, last - step);
  ds_text_draw (pen, date, &style, &box, last);
  return first - pen->small * DS_TEXT_CAP;
}

static double
get_figures_height (const Card *self)
{
  return self->page.pen.small * (DS_TEXT_CAP + 0.75 + ROW * self->figures->len);
}

static void
draw_rule (const DsPen *pen, double x, double y, double width)
{
  ds_pen_set_color (pen, DS_COLOR_LINE);
  cairo_set_line_width (pen->cr, 1.0);
  cairo_move_to (pen->cr, x, round (y) + 0.5);
  cairo_line_to (pen->cr, x + width, round (y) + 0.5);
  cairo_stroke (pen->cr);
}

static void
draw_figure (const DsPen *pen, const DsKeyFigure *figure, const DsRect *area, double baseline)
{
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_RIGHT };
  DsRect box = *area;
  const char *label = figure->label;

  box.width -= ds_text_draw (pen, figure->unit, &style, &box, baseline) + pen->small * 0.3;
  style.bold = TRUE;
  box.width -= ds_text_draw (pen, figure->value, &style, &box, baseline) + pen->small * 0.8;
  style.bold = FALSE;
  style.color = DS_COLOR_DIM;
  style.align = DS_TEXT_LEFT;
  if (figure->full_label && ds_text_width (pen, figure->full_label, pen->small, FALSE) <= box.width)
    label = figure->full_label;
  ds_text_draw (pen, label, &style, &box, baseline);
}

/* Those for which there is room, most telling first. Returns where they end. */
static double
draw_figures (const Card *self, const DsRect *area)
{
  const DsPen *pen = &self->page.pen;
  DsTextStyle heading = { pen->small, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  double y = area->y + pen->small * (DS_TEXT_CAP + 0.75);

  if (self->figures->len == 0)
    return area->y;
  ds_text_draw (pen, _ ("Key figures"), &heading, area, area->y + pen->small * DS_TEXT_CAP);
  for (guint i = 0; i < self->figures->len; i++) {
    double foot = y + pen->small * ROW;

    if (foot > area->y + area->height + 0.5)
      break;
    draw_figure (pen, &g_array_index (self->figures, DsKeyFigure, i), area, y + pen->small * (ROW / 2.0 + 0.34));
    draw_rule (pen, area->x, foot, area->width);
    y = foot;
  }
  return y;
}

static double
draw_comment (const Card *self, const DsRect *area)
{
  const DsPen *pen = &self->page.pen;
  const char *comment = self->page.report->comment;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_LEFT };
  double step = pen->small * DS_TEXT_LINE;
  double bar = pen->small * 0.2, indent = pen->small * COMMENT_INDENT;
  DsRect box = { area->x + indent, area->y, area->width - indent, area->height };
  guint room = (guint) MAX ((area->height - pen->small * DS_TEXT_CAP) / step + 1.0, 0.0), lines;

  if (!comment || !*comment || room == 0)
    return area->y;
  lines = MIN (ds_text_count_lines (pen, comment, pen->small, box.width), MIN (room, MOST_COMMENT_LINES));
  ds_text_draw_lines (pen, comment, &style, &box, area->y + pen->small * DS_TEXT_CAP, lines);
  box.height = (lines - 1) * step + pen->small * DS_TEXT_CAP;
  ds_pen_set_color (pen, DS_COLOR_LINE);
  cairo_rectangle (pen->cr, area->x, area->y - pen->small * 0.15, bar, box.height + pen->small * 0.3);
  cairo_fill (pen->cr);
  return area->y + box.height;
}

static void
find_ends (const DsSeries *series, DsAxis *x, DsAxis *y, double *first, double *greatest)
{
  double least = INFINITY, most = -INFINITY, start = INFINITY, end = -INFINITY;

  *first = NAN;
  for (guint i = 0; i < MIN (series->x->len, series->y->len); i++) {
    double at = g_array_index (series->x, double, i), degrees = g_array_index (series->y, double, i);

    if (!isfinite (at) || !isfinite (degrees))
      continue;
    *first = isfinite (*first) ? *first : degrees;
    least = MIN (least, degrees);
    most = MAX (most, degrees);
    start = MIN (start, at);
    end = MAX (end, at);
  }
  *greatest = most;
  ds_axis_set_range (x, start, end, FALSE, FALSE, 4);
  ds_axis_set_range (y, least, most, FALSE, FALSE, 4);
}

/* The temperature over the test, without axes: its start, its peak and how long it took are all there is to know.
 */
static double
draw_temperature (const Card *self, const DsRect *area)
{
  const DsPen *pen = &self->page.pen;
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_LEFT };
  DsPanel panel = { 0 };
  DsCurve curve = { .factor = 1.0,
                    .n = 1,
                    .look = { DS_COLOR_TEMPERATURE, DS_MARK_LINE, 0, DS_DASH_LONG, FALSE } };
  double first, greatest, foot = area->y + pen->small * CURVE;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *end = NULL;

  if (!self->temperature || area->height < pen->small * CURVE)
    return area->y;
  find_ends (self->temperature, &panel.x, &panel.y[0], &first, &greatest);
  if (!isfinite (first))
    return area->y;
  curve.x = self->temperature->x;
  curve.y = self->temperature->y;
  panel.plot = (DsRect){ area->x, area->y + pen->small * 1.3, area->width, pen->small * (CURVE - 3.0) };
  ds_plot_draw_curve (&panel, &curve, pen);
  from = ds_format_number (first, 0);
  to = ds_format_number (greatest, 0);
  end = g_strdup_printf ("%s °C", from);
  ds_text_draw (pen, end, &style, area, foot);
  g_free (end);
  end = g_strdup_printf (_ ("max %s"), to);
  {
    g_autofree char *maximum = g_strdup_printf ("%s °C", end);

    style.align = DS_TEXT_RIGHT;
    ds_text_draw (pen, maximum, &style, area, area->y + pen->small * DS_TEXT_CAP);
  }
  if (g_strcmp0 (self->temperature->unit_x, "s") == 0) {
    g_free (end);
    end = ds_format_duration (panel.x.end);
    ds_text_draw (pen, end, &style, area, foot);
  }
  return foot;
}

/* How high the comment would be, over as many lines as it takes */
static double
measure_comment (const Card *self, double width)
{
  const DsPen *pen = &self->page.pen;
  const char *comment = self->page.report->comment;
  guint lines;

  if (!comment || !*comment)
    return 0.0;
  lines = ds_text_count_lines (pen, comment, pen->small, width - pen->small * COMMENT_INDENT);
  return (MIN (lines, MOST_COMMENT_LINES) - 1) * pen->small * DS_TEXT_LINE + pen->small * DS_TEXT_CAP;
}

static double
measure_findings (const Card *self, double width)
{
  DsRect endless = { 0.0, 0.0, width, G_MAXINT };
  DsPage page = self->page;

  page.pen.cr = NULL;
  return ds_page_draw_findings_wrapped (&page, &endless);
}

/* What stands beside or below the key figures, with even gaps between its blocks. The curve repeats what the
 * figures say, so it is the first to go. */
static void
draw_remarks (Card *self, DsRect area, gboolean curve)
{
  const DsPen *pen = &self->page.pen;
  double gap = pen->small * 1.5, end = area.y + area.height, height;
  double comment = measure_comment (self, area.width), words = measure_findings (self, area.width);
  DsRect findings;

  comment += comment > 0.0 ? gap : 0.0;
  curve = curve && words + comment + pen->small * CURVE + gap <= area.height;

  if (curve) {
    double y = draw_temperature (self, &area);

    if (y > area.y)
      area.y = y + gap;
    area.height = end - area.y;
  }
  /* What the person wrote is not crowded out by what the program found. */
  findings = area;
  findings.height -= MIN (comment, area.height / 2.0);
  height = ds_page_draw_findings_wrapped (&self->page, &findings);
  if (height > 0.0)
    area.y += height + gap;
  area.height = end - area.y;
  draw_comment (self, &area);
}

/* Whether the chart shows the temperature itself */
static gboolean
has_chart_temperature (const Card *self)
{
  g_autoptr (DsPlot) plot = ds_chart_build_plot (self->page.report, self->page.style, NULL);

  for (guint i = 0; plot && i < plot->panels->len; i++) {
    const DsPanel *panel = plot->panels->pdata[i];

    for (guint j = 0; j < panel->curves->len; j++)
      if (g_str_equal (ds_panel_get_curve (panel, j)->id, "temperature"))
        return TRUE;
  }
  return FALSE;
}

static void
draw_chart (Card *self, const DsRect *area)
{
  DsPage page = self->page;

  page.within = TRUE;
  page.content = *area;
  page.height = area->height;
  ds_chart_draw_view (&page, NULL);
}

static void
draw_landscape (Card *self, const DsRect *area)
{
  const DsPen *pen = &self->page.pen;
  double gutter = round (pen->small * GUTTER);
  double width = round (MAX (area->width * SIDE_SHARE, pen->small * 17.0));
  DsRect chart = { area->x, area->y, area->width - gutter - width, area->height };
  DsRect side = { area->x + area->width - width, area->y, width, area->height };
  gboolean curve = self->temperature && !has_chart_temperature (self);
  double y;

  draw_chart (self, &chart);
  y = draw_figures (self, &side);
  side.height -= y - side.y + pen->small * 1.6;
  side.y = y + pen->small * 1.6;
  draw_remarks (self, side, curve);
}

static void
draw_portrait (Card *self, const DsRect *area)
{
  const DsPen *pen = &self->page.pen;
  double gutter = round (pen->small * GUTTER);
  double below = MIN (get_figures_height (self), area->height * 0.45);
  double width = (area->width - gutter) / 2.0;
  DsRect chart = { area->x, area->y, area->width, area->height - below - gutter };
  DsRect left = { area->x, area->y + area->height - below, width, below };
  DsRect right = { area->x + width + gutter, left.y, width, below };

  draw_chart (self, &chart);
  draw_figures (self, &left);
  draw_remarks (self, right, self->temperature && !has_chart_temperature (self));
}

void
ds_card_draw_with_context (DsReport *report,
                           const DsChartStyle *style,
                           PangoContext *context,
                           cairo_t *cr,
                           double width,
                           double height,
                           GArray *record)
{
  g_autoptr (GObject) own = NULL; /* the context where it is not the caller's */
  Card self = { .page = { .report = report, .style = style, .width = width, .height = height } };
  DsPage *page = &self.page;
  double top, foot;
  DsRect area;

  if (!(width > 0.0) || !(height > 0.0))
    return;
  if (!context) {
    context = pango_cairo_create_context (cr);
    own = G_OBJECT (context);
    ds_text_set_up_context (context, ds_text_get_default_family ());
  }
  page->pen = (DsPen){
    .cr = cr,
    .context = context,
    .family = style->font,
    .dark = style->dark,
    .small = get_small_size (width, height),
    .record = record,
  };
  page->margin = round (MIN (page->pen.small * MARGIN, MIN (width, height) * 0.08));
  page->content = (DsRect){ page->margin, page->margin, width - 2.0 * page->margin, height - 2.0 * page->margin };
  self.figures = ds_card_make_key_figures (report, style);
  self.temperature = ds_card_find_temperature (report);
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  ds_pen_set_color (&page->pen, DS_COLOR_BACKGROUND);
  cairo_paint (cr);
  top = draw_header (&self) + page->pen.small * 2.0;
  foot = draw_footer (&self) - page->pen.small * 1.7;
  area = (DsRect){ page->content.x, round (top), page->content.width, floor (foot - round (top)) };
  if (area.height > page->pen.small * 4.0 && width >= height * WIDE)
    draw_landscape (&self, &area);
  else if (area.height > page->pen.small * 4.0)
    draw_portrait (&self, &area);
  cairo_restore (cr);
  g_array_unref (self.figures);
}

void
ds_card_draw (DsReport *report, const DsChartStyle *style, cairo_t *cr, double width, double height)
{
  ds_card_draw_with_context (report, style, NULL, cr, width, height, NULL);
}
