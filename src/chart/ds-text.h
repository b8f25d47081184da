/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-chart.h"

G_BEGIN_DECLS

/* Text inside the chart room. Everything stands on baselines and fixed multiples of its size, so that a layout is
 * the same whatever the font or the script. Lengths are units of the page. */

#define DS_TEXT_LINE   1.4  /* a line's height in sizes: room for a stacked Vietnamese accent and a descender */
#define DS_TEXT_ASCENT 1.05 /* from the top of a line to its baseline */
#define DS_TEXT_CAP    0.72 /* height of a capital or a figure */
#define DS_TEXT_TITLE  1.45 /* the title's size in small sizes */

/* What was drawn where: tests read it to see that nothing overlaps, leaves its box or the page */
typedef struct {
  char *text;
  DsRect ink;
  DsRect box; /* where it had to stay */
  double size;
  gboolean ellipsized;
} DsTextRecord;

/* What a drawing function needs at hand; made on the stack, borrows everything */
typedef struct {
  cairo_t *cr; /* (nullable): text is then measured, not drawn */
  PangoContext *context;
  const char *family; /* (nullable): the context's */
  gboolean dark;
  double small;   /* the small size; the title's is DS_TEXT_TITLE times it */
  GArray *record; /* (nullable) (element-type DsTextRecord) */
} DsPen;

typedef enum {
  DS_TEXT_LEFT,
  DS_TEXT_CENTER,
  DS_TEXT_RIGHT,
} DsTextAlign;

typedef struct {
  double size;
  gboolean bold;
  DsColorId color;
  DsTextAlign align;
} DsTextStyle;

/* The font of pictures, with a CJK face that suits the language of the texts */
const char *ds_text_get_default_family (void);
/* Metrics that do not depend on a display: no hinting, grey, fractional positions */
void ds_text_set_up_context (PangoContext *context, const char *family);

double ds_text_width (const DsPen *pen, const char *text, double size, gboolean bold);
guint ds_text_count_lines (const DsPen *pen, const char *text, double size, double width); /* wrapped to width */
/* One line on a baseline, ellipsized at the end where it is wider than the box. Returns the width drawn. */
double
ds_text_draw (const DsPen *pen, const char *text, const DsTextStyle *style, const DsRect *box, double baseline);
/* Wrapped to at most n_lines lines, the first one's baseline given. Returns the number of lines drawn.
 * pango_layout_set_height() counts lines of a single paragraph, which every text here is. */
guint ds_text_draw_lines (const DsPen *pen,
                          const char *text,
                          const DsTextStyle *style,
                          const DsRect *box,
                          double first_baseline,
                          guint n_lines);

GArray *ds_text_record_new (void); /* (element-type DsTextRecord) */

void ds_pen_set_color (const DsPen *pen, DsColorId color);
void ds_pen_set_color_alpha (const DsPen *pen, DsColorId color, double alpha);
void ds_pen_round_rect (const DsPen *pen, const DsRect *rect, double radius);

G_END_DECLS
