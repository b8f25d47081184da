/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include "ds-format.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* Draws a report into any cairo context; knows no widget, so that the screen, PNG, SVG and PDF are one code path.
 */

typedef enum {
  DS_CHART_SCALE_AUTO, /* logarithmic where the values span more than a factor of 30 */
  DS_CHART_SCALE_LINEAR,
  DS_CHART_SCALE_LOG,
} DsChartScale;

typedef struct {
  double x, y, width, height;
} DsRect;

/* A part of an axis: 0 is its start, 1 its end. Both 0: all of it */
typedef struct {
  double from, to;
} DsChartRange;

typedef struct {
  gboolean dark;
  DsUnit unit;
  const char *font;   /* (nullable) family list; NULL: "Cantarell, Noto Sans, DejaVu Sans" and a CJK face */
  gboolean footer;    /* program, version, date, kernel, file system */
  gboolean bare;      /* without a ground and the findings, which the window has itself */
  const char *series; /* (nullable) of a view with several charts the one that is drawn: "linear-read" */
  DsChartScale scale; /* of dots: access time, IOPS a second */
  DsChartRange view_x, view_y;      /* what is zoomed to */
  const char *const *hidden_series; /* (nullable) ids of the legend that are toggled off, ends with NULL */
  gboolean serial;                  /* the card names the drive's serial number */
} DsChartStyle;

typedef struct {
  double red, green, blue, alpha;
} DsColor;

typedef enum {
  DS_COLOR_BACKGROUND,
  DS_COLOR_CARD, /* a tile's own ground */
  DS_COLOR_TEXT,
  DS_COLOR_DIM,    /* smaller text, 4.5:1 on the background */
  DS_COLOR_LINE,   /* borders, grid */
  DS_COLOR_BUTTON, /* a row's label */
  DS_COLOR_READ,
  DS_COLOR_WRITE,
  DS_COLOR_MIX,
  DS_COLOR_TEMPERATURE,
  DS_COLOR_OTHER, /* CPU, latency */
  DS_COLOR_READ_TEXT,
  DS_COLOR_WRITE_TEXT,
  DS_COLOR_MIX_TEXT,
  DS_COLOR_FIELD_TEXT, /* on a field of a heat map: black or white, as the field is light or dark */
} DsColorId;

DsColor ds_palette_get (DsColorId id, gboolean dark);
DsColor ds_palette_get_heat (double share, gboolean dark); /* of a heat map: 0 the least, 1 the most */
gboolean ds_palette_is_dark (const DsColor *color); /* white is read better on it than black */
DsColorId ds_palette_op (DsOp op);
DsColorId ds_palette_op_text (DsOp op);

/* IOPS for queue depths, MB/s for all else: what a reader expects where nothing was chosen */
DsUnit ds_chart_get_default_unit (DsReport *report);

/* Draws the report by its view, with title, settings line, legend and footer, into width x height units at the
 * origin. */
void ds_chart_draw (DsReport *report, const DsChartStyle *style, cairo_t *cr, double width, double height);

/* The same for one cell's latency: how often it took how long, and what 90, 99, 99.9 % did not exceed */
void ds_chart_draw_latency (
    DsReport *report, const DsCell *cell, const DsChartStyle *style, cairo_t *cr, double width, double height);

/* The texts and the fill of one tile, shared by the window's tiles and the picture */
typedef struct {
  char *figure; /* "3,504.2", "—" */
  char *detail; /* "± 0.4 % · p99 2.51 ms", "measuring, run 3 of 5", or "" */
  double fill;  /* 0 to 1: log10 (MB/s * 10) / 6, for µs 1 - log10 (µs) / 6 */
  gboolean running;
  gboolean waiting;
  gboolean crossed; /* the finding in cell->invalid makes it worthless */
  gboolean word;    /* figure is a word ("Failed", "Not supported"), drawn smaller; detail says why */
} DsTileText;

double ds_tile_fill (double value, DsUnit unit, double mb_s); /* IOPS fill by the MB/s beside it */
void ds_tile_text_init (DsTileText *self, const DsCell *cell, DsUnit unit);
void ds_tile_text_clear (DsTileText *self);
/* With a font of the caller's (the window's), or style->font */
void ds_tile_draw (const DsTileText *text,
                   DsOp op,
                   const DsChartStyle *style,
                   PangoContext *context,
                   cairo_t *cr,
                   double width,
                   double height);

G_END_DECLS
