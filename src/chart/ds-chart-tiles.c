/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"
#include "ds-tile-grid.h"
#include "ds-tile.h"

#include <glib/gi18n.h>
#include <math.h>

/* Findings take at most this share of the page: the tiles are what it is about. */
#define FINDINGS_SHARE 0.2

typedef struct {
  DsTileGrid *grid;
  double top;  /* of the first row */
  double head; /* baseline of the columns' heads */
  double gap;
  double label_width;
  double column_width; /* without the gap */
  double row_height;
  guint findings; /* lines */
  DsTileMetrics metrics;
} Layout;

static double
measure_labels (const DsPage *page, const DsTileGrid *grid)
{
  const DsPen *pen = &page->pen;
  double width = 0.0;

  for (guint i = 0; i < grid->rows->len; i++) {
    const DsTileRow *row = ds_tile_grid_get_row (grid, i);

    width = MAX (width, ds_text_width (pen, row->line1, pen->small * DS_TEXT_TITLE, TRUE));
    width = MAX (width, ds_text_width (pen, row->line2, pen->small, FALSE));
  }
  return width + pen->small * 1.8;
}

static double
get_rows_height (const Layout *layout, double row_height)
{
  guint n = layout->grid->rows->len;

  return n * row_height + (n - 1) * layout->gap;
}

/* What does not fit goes in this order: the tiles' details, the findings, the labels' second line. */
static void
lay_out_rows (Layout *layout, DsPage *page)
{
  double small = page->pen.small;
  double free = page->content.y + page->content.height - layout->top;
  double with_detail = get_rows_height (layout, ds_tile_min_height (small, TRUE));
  double plain = get_rows_height (layout, ds_tile_min_height (small, FALSE));
  guint most = MAX ((guint) (page->height * FINDINGS_SHARE / (page->pen.small * DS_PAGE_FINDING_LINE)), 1);
  guint n = layout->grid->rows->len;

  layout->findings = MIN (ds_page_count_findings (page), most);
  if (with_detail + ds_page_get_findings_height (page, layout->findings) > free)
    while (layout->findings > 0 && plain + ds_page_get_findings_height (page, layout->findings) > free)
      layout->findings--;
  free -= ds_page_get_findings_height (page, layout->findings);
  layout->row_height = floor ((free - (n - 1) * layout->gap) / n);
  /* A tile much higher than wide would be an empty box. */
  layout->row_height = MIN (layout->row_height, layout->column_width * 1.6);
}

static void
lay_out (Layout *layout, DsPage *page)
{
  const DsPen *pen = &page->pen;
  const DsRect *content = &page->content;
  guint columns = layout->grid->n_columns;
  double rest;

  layout->gap = MAX (round (pen->small * (content->height < pen->small * 28.0 ? 0.45 : 0.7)), 1.0);
  layout->head = content->y + pen->small * (page->within ? DS_TEXT_CAP : 1.9);
  layout->top = round (layout->head + pen->small * 0.75);
  layout->label_width = MAX (measure_labels (page, layout->grid), MIN (content->width * 0.115, pen->small * 9.0));
  layout->label_width = round (MIN (layout->label_width, content->width * 0.3));
  rest = content->width - layout->label_width;
  layout->column_width = rest / columns - layout->gap;
  lay_out_rows (layout, page);
  ds_tile_metrics_init (&layout->metrics, pen, layout->column_width, layout->row_height);
}

/* Edges fall on whole units, and the last column ends at the margin. */
static DsRect
get_tile_rect (const Layout *layout, const DsPage *page, guint column, guint row)
{
  double left = page->content.x + layout->label_width + layout->gap;
  double step = layout->column_width + layout->gap;
  double x = round (left + column * step);
  double right = round (left + column * step + layout->column_width);

  return (DsRect){ x, layout->top + row * (layout->row_height + layout->gap), right - x, layout->row_height };
}

static void
draw_head (const Layout *layout, const DsPage *page, guint column)
{
  const DsPen *pen = &page->pen;
  DsOp op = layout->grid->columns[column];
  DsTextStyle style = { pen->small, FALSE, DS_COLOR_TEXT, DS_TEXT_RIGHT };
  DsRect box = get_tile_rect (layout, page, column, 0);

  box.y = layout->head - pen->small * DS_TEXT_ASCENT;
  box.height = pen->small * DS_TEXT_LINE;
  box.x += layout->metrics.padding;
  box.width -= 2.0 * layout->metrics.padding;
  if (layout->grid->same_unit) {
    double width = ds_text_draw (pen, ds_unit_get_label (page->style->unit), &style, &box, layout->head);

    box.width -= width + pen->small * 0.4;
  }
  style.bold = TRUE;
  style.color = ds_palette_op_text (op);
  ds_text_draw (pen, ds_tile_get_op_title (op), &style, &box, layout->head);
}

static void
draw_label (const Layout *layout, const DsPage *page, const DsTileRow *row, guint index)
{
  const DsPen *pen = &page->pen;
  DsRect tile = get_tile_rect (layout, page, 0, index);
  DsRect rect = { page->content.x, tile.y, layout->label_width, tile.height };
  DsRect box = { rect.x + pen->small * 0.4, rect.y, rect.width - pen->small * 0.8, rect.height };
  DsTextStyle first = { pen->small * DS_TEXT_TITLE, TRUE, DS_COLOR_TEXT, DS_TEXT_CENTER };
  DsTextStyle second = { pen->small, FALSE, DS_COLOR_DIM, DS_TEXT_CENTER };
  double middle = rect.y + rect.height / 2.0;

  ds_pen_round_rect (pen, &rect, MIN (pen->small * 0.75, rect.height / 4.0));
  ds_pen_set_color (pen, DS_COLOR_BUTTON);
  cairo_fill (pen->cr);
  if (rect.height >= ds_tile_min_height (pen->small, FALSE)) {
    double block = first.size * DS_TEXT_CAP + pen->small * 1.5;

    ds_text_draw (pen, row->line1, &first, &box, middle - block / 2.0 + first.size * DS_TEXT_CAP);
    ds_text_draw (pen, row->line2, &second, &box, middle + block / 2.0);
  } else {
    g_autofree char *line = g_strdup_printf ("%s %s", row->line1, row->line2);

    second.size = MIN (second.size, rect.height * 0.75);
    second.color = DS_COLOR_TEXT;
    ds_text_draw (pen, line, &second, &box, middle + second.size * DS_TEXT_CAP / 2.0);
  }
}

/* By row and column; zero where no cell stands */
static DsTileText *
make_texts (const DsTileGrid *grid, const DsPage *page)
{
  DsTileText *texts = g_new0 (DsTileText, grid->rows->len * grid->n_columns);

  for (guint i = 0; i < grid->rows->len; i++) {
    const DsTileRow *row = ds_tile_grid_get_row (grid, i);

    for (guint column = 0; column < grid->n_columns; column++) {
      gint cell = row->cell[grid->columns[column]];

      if (cell >= 0)
        ds_tile_text_init (&texts[i * grid->n_columns + column], page->report->cells->pdata[cell], row->unit);
    }
  }
  return texts;
}

static void
draw_tiles (Layout *layout, const DsPage *page)
{
  const DsTileGrid *grid = layout->grid;
  guint n_tiles = grid->rows->len * grid->n_columns;
  g_autofree DsTileText *texts = make_texts (grid, page);

  for (guint i = 0; i < n_tiles; i++) {
    guint dropped = 0;

    if (texts[i].figure)
      dropped = ds_tile_count_dropped (&page->pen, &texts[i], &layout->metrics, layout->column_width);
    layout->metrics.dropped = MAX (layout->metrics.dropped, dropped);
  }
  for (guint i = 0; i < n_tiles; i++) {
    guint column = i % grid->n_columns;
    DsRect rect = get_tile_rect (layout, page, column, i / grid->n_columns);

    if (texts[i].figure)
      ds_tile_draw_with_pen (&page->pen, &texts[i], grid->columns[column], &layout->metrics, &rect);
    ds_tile_text_clear (&texts[i]);
  }
}

void
ds_chart_tiles_draw (DsPage *page)
{
  g_autoptr (DsTileGrid) grid = ds_tile_grid_new_for_report (page->report, page->style->unit);
  Layout layout = { .grid = grid };

  if (!page->within)
    ds_page_draw_header (page, NULL, NULL);
  if (grid->rows->len == 0) {
    ds_page_draw_sentence (page, ds_page_get_empty_sentence (page->report));
    return;
  }
  lay_out (&layout, page);
  /* Less than a few units is a picture of nothing; negative is no room at all. */
  if (layout.row_height < 4.0 || layout.column_width < 4.0)
    return;
  for (guint column = 0; column < grid->n_columns; column++)
    draw_head (&layout, page, column);
  for (guint i = 0; i < grid->rows->len; i++)
    draw_label (&layout, page, ds_tile_grid_get_row (grid, i), i);
  draw_tiles (&layout, page);
  ds_page_draw_findings (page, layout.top + get_rows_height (&layout, layout.row_height), layout.findings);
}
