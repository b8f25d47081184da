/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plot.h"

#include <glib/gi18n.h>
#include <math.h>

/* In small sizes */
#define LEAST_PANEL_HEIGHT 10.0
#define LEAST_PANEL_WIDTH  24.0
#define PANEL_GAP          1.6
#define LEGEND_GAP         1.4
#define LEGEND_LINE        1.7
#define FINDINGS_SHARE     0.2
#define LEGEND_SHARE       0.2

static double
get_swatch_width (const DsLook *look)
{
  return look->mark == DS_MARK_LINE || look->mark == DS_MARK_POINTS ? 2.0 : 0.9;
}

static double
get_item_width (const DsPen *pen, const DsLegendItem *item)
{
  return pen->small * (get_swatch_width (&item->look) + 0.5) + ds_text_width (pen, item->title, pen->small, FALSE);
}

static void
place_item (DsLegendItem *item, const DsPen *pen, double x, double baseline, double width)
{
  item->rect = (DsRect){ x, baseline - pen->small * DS_TEXT_ASCENT, width, pen->small * DS_TEXT_LINE };
}

/* In lines below the header, as many as there is room for */
static void
place_below (DsPlot *self, DsPage *page)
{
  const DsPen *pen = &page->pen;
  double x = page->content.x, right = page->content.x + page->content.width;
  double baseline = page->content.y + pen->small * 1.25;
  double lowest = page->content.y + MAX (page->content.height * LEGEND_SHARE, pen->small * LEGEND_LINE);
  double foot = page->content.y;

  for (guint i = 0; i < self->legend->len; i++) {
    DsLegendItem *item = self->legend->pdata[i];
    double width = MIN (get_item_width (pen, item), page->content.width);

    if (x > page->content.x && x + width > right) {
      x = page->content.x;
      baseline += pen->small * LEGEND_LINE;
    }
    if (baseline > lowest)
      return;
    place_item (item, pen, x, baseline, width);
    x += width + pen->small * LEGEND_GAP;
    page->content.height -= baseline + pen->small * 0.45 - foot;
    foot = page->content.y = baseline + pen->small * 0.45;
  }
}

static void
lay_out_header (DsPlot *self, DsPage *page)
{
  const DsPen *pen = &page->pen;
  double width = 0.0, right, baseline, x;

  for (guint i = 0; i < self->legend->len; i++)
    width += get_item_width (pen, self->legend->pdata[i]) + pen->small * (i > 0 ? LEGEND_GAP : 0.0);
  right = width > 0.0 ? width + pen->small * 2.0 : 0.0;
  if (page->within) {
    /* A card's own header names the drive; the chart's name goes beside the legend. */
    DsTextStyle style = { pen->small, TRUE, DS_COLOR_TEXT, DS_TEXT_LEFT };
    DsRect box = page->content;

    baseline = box.y + pen->small * DS_TEXT_CAP;
    if (self->heading && ds_text_width (pen, self->heading, style.size, TRUE) > box.width - right)
      right = 0.0;
    box.width -= right;
    ds_text_draw (pen, self->heading, &style, &box, baseline);
    page->content.y += pen->small * 1.3;
    page->content.height -= pen->small * 1.3;
  } else {
    baseline = ds_page_draw_header (page, self->heading, &right);
  }
  if (self->legend->len == 0)
    return;
  if (right == 0.0) {
    place_below (self, page);
    return;
  }
  x = page->content.x + page->content.width - width;
  for (guint i = 0; i < self->legend->len; i++) {
    DsLegendItem *item = self->legend->pdata[i];

    place_item (item, pen, x, baseline, get_item_width (pen, item));
    x += item->rect.width + pen->small * LEGEND_GAP;
  }
}

static void
lay_out_panel (DsPanel *panel, const DsPen *pen)
{
  switch (panel->kind) {
  case DS_PANEL_BARS:
    ds_panel_lay_out_bars (panel, pen);
    break;
  case DS_PANEL_HEAT:
    ds_panel_lay_out_heat (panel, pen);
    break;
  case DS_PANEL_XY:
  default:
    ds_panel_lay_out_xy (panel, pen);
    break;
  }
}

/* One below the other, else two beside each other, else the first alone */
static guint
choose_columns (DsPlot *self, const DsPen *pen, const DsRect *area)
{
  guint n = self->panels->len;

  for (guint columns = 1; columns <= 2; columns++) {
    guint rows = (n + columns - 1) / columns;

    if ((area->height + pen->small * PANEL_GAP) / rows >= pen->small * (LEAST_PANEL_HEIGHT + PANEL_GAP) &&
        (columns == 1 || area->width / columns >= pen->small * LEAST_PANEL_WIDTH)) {
      self->n_shown = n;
      return columns;
    }
  }
  self->n_shown = 1;
  return 1;
}

/* Panels below each other begin and end at the same place. */
static void
align_panels (DsPlot *self, const DsPen *pen, guint column, guint columns)
{
  double left = 0.0, right = 0.0, edge = 0.0;

  for (guint i = column; i < self->n_shown; i += columns) {
    const DsPanel *panel = self->panels->pdata[i];

    left = MAX (left, panel->label_width);
    right = MAX (right, panel->right_width);
    edge = MAX (edge, panel->edge_width);
  }
  for (guint i = column; i < self->n_shown; i += columns) {
    DsPanel *panel = self->panels->pdata[i];

    panel->least_label_width = left;
    panel->least_right_width = right;
    panel->least_edge_width = edge;
    lay_out_panel (panel, pen);
    panel->least_label_width = panel->least_right_width = panel->least_edge_width = 0.0;
  }
}

/* What is named at the edge of one is named at the edge of all, or of none. */
static void
agree_on_edges (DsPlot *self, const DsPen *pen)
{
  guint without = 0;

  for (guint i = 0; i < self->n_shown; i++)
    without += ((const DsPanel *) self->panels->pdata[i])->edge_width == 0.0;
  for (guint i = 0; without > 0 && i < self->n_shown; i++) {
    DsPanel *panel = self->panels->pdata[i];

    panel->no_edge = TRUE;
    lay_out_panel (panel, pen);
  }
}

static void
lay_out_panels (DsPlot *self, const DsPen *pen, const DsRect *area)
{
  guint columns = choose_columns (self, pen, area);
  guint rows = (self->n_shown + columns - 1) / columns;
  double gap_y = pen->small * PANEL_GAP, gap_x = pen->small * 2.2;
  double width = (area->width - (columns - 1) * gap_x) / columns;
  double height = (area->height - (rows - 1) * gap_y) / rows;

  for (guint i = 0; i < self->n_shown; i++) {
    DsPanel *panel = self->panels->pdata[i];

    panel->frame = (DsRect){
      area->x + (i % columns) * (width + gap_x),
      area->y + (i / columns) * (height + gap_y),
      width,
      height,
    };
    lay_out_panel (panel, pen);
  }
  agree_on_edges (self, pen);
  for (guint column = 0; column < columns && self->n_shown > columns; column++)
    align_panels (self, pen, column, columns);
}

void
ds_plot_lay_out (DsPlot *self, DsPage *page)
{
  const DsPen *pen = &page->pen;
  guint most = MAX ((guint) (page->height * FINDINGS_SHARE / (pen->small * DS_PAGE_FINDING_LINE)), 1);
  DsRect area;
  double needed;

  self->width = page->width;
  self->height = page->height;
  self->small = pen->small;
  lay_out_header (self, page);
  self->findings = MIN (ds_page_count_findings (page), most);
  area = page->content;
  area.y += pen->small * 0.6;
  area.height -= pen->small * 0.6;
  needed = pen->small * LEAST_PANEL_HEIGHT;
  while (self->findings > 0 && area.height - ds_page_get_findings_height (page, self->findings) < needed)
    self->findings--;
  area.height -= ds_page_get_findings_height (page, self->findings);
  self->n_shown = 0;
  /* Less room than a few lines of text is a picture of nothing. */
  if (!self->empty && self->panels->len > 0 && area.height > pen->small * 3.0 && area.width > pen->small * 8.0)
    lay_out_panels (self, pen, &area);
}

static void
draw_swatch (const DsPen *pen, const DsLegendItem *item)
{
  const DsLook *look = &item->look;
  double width = pen->small * get_swatch_width (look);
  double y = item->rect.y + pen->small * (DS_TEXT_ASCENT - DS_TEXT_CAP / 2.0);
  double x = item->rect.x;

  if (look->mark == DS_MARK_BARS || look->mark == DS_MARK_COLUMNS) {
    DsRect square = { x, y - width / 2.0, width, width };

    ds_pen_round_rect (pen, &square, pen->small * 0.2);
    ds_pen_set_color (pen, look->color);
    cairo_fill (pen->cr);
    return;
  }
  if (look->mark != DS_MARK_DOTS) {
    ds_pen_set_color (pen, look->color);
    ds_plot_set_dash (pen, look->dash, pen->small * 0.15);
    cairo_move_to (pen->cr, x, y);
    cairo_line_to (pen->cr, x + width, y);
    cairo_stroke (pen->cr);
    cairo_set_dash (pen->cr, NULL, 0, 0.0);
  }
  if (look->mark != DS_MARK_LINE)
    ds_plot_draw_shape (pen, look, x + width / 2.0, y, pen->small * 0.32);
}

static void
draw_legend (const DsPlot *self, const DsPen *pen)
{
  for (guint i = 0; i < self->legend->len; i++) {
    const DsLegendItem *item = self->legend->pdata[i];
    double indent = pen->small * (get_swatch_width (&item->look) + 0.5);
    DsTextStyle style = { pen->small, FALSE, item->hidden ? DS_COLOR_DIM : DS_COLOR_TEXT, DS_TEXT_LEFT };
    DsRect box = item->rect;
    double baseline = box.y + pen->small * DS_TEXT_ASCENT;

    if (box.width <= 0.0)
      continue;
    box.x += indent;
    box.width -= indent - pen->small * 0.1;
    if (item->hidden)
      cairo_push_group (pen->cr);
    draw_swatch (pen, item);
    if (item->hidden) {
      cairo_pop_group_to_source (pen->cr);
      cairo_paint_with_alpha (pen->cr, 0.35);
    }
    ds_text_draw (pen, item->title, &style, &box, baseline);
    if (item->hidden) {
      /* Told without its colour too: the name is struck through. */
      ds_pen_set_color (pen, DS_COLOR_DIM);
      cairo_set_line_width (pen->cr, MAX (pen->small * 0.08, 1.0));
      cairo_move_to (pen->cr, box.x, baseline - pen->small * 0.26);
      cairo_line_to (pen->cr, box.x + box.width - pen->small * 0.1, baseline - pen->small * 0.26);
      cairo_stroke (pen->cr);
    }
  }
}

void
ds_plot_draw (DsPlot *self, const DsPage *page)
{
  const DsPen *pen = &page->pen;
  double foot = page->content.y;

  if (self->empty) {
    ds_page_draw_sentence ((DsPage *) page, self->empty);
    return;
  }
  draw_legend (self, pen);
  for (guint i = 0; i < self->n_shown; i++) {
    DsPanel *panel = self->panels->pdata[i];

    switch (panel->kind) {
    case DS_PANEL_BARS:
      ds_panel_draw_bars (panel, pen);
      break;
    case DS_PANEL_HEAT:
      ds_panel_draw_heat (panel, pen);
      break;
    case DS_PANEL_XY:
    default:
      ds_panel_draw_xy (panel, pen);
      break;
    }
    foot = MAX (foot, panel->frame.y + panel->frame.height);
  }
  ds_page_draw_findings ((DsPage *) page, foot, self->findings);
}
