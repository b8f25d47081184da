/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-axis.h"
#include "ds-page.h"
#include "ds-units.h"

G_BEGIN_DECLS

/* A chart between the report and the drawing: a view's function turns the report into panels with axes and curves,
 * then they are laid out on a page, drawn, asked for the value under a pointer, described and tabulated. */

typedef enum {
  DS_MARK_LINE,
  DS_MARK_POINTS, /* a line through marked points */
  DS_MARK_DOTS,
  DS_MARK_COLUMNS, /* from x to x_end, down to the axis */
  DS_MARK_BARS,    /* y is by category */
  DS_MARK_RINGS,   /* around points of another curve */
} DsMark;

typedef enum {
  DS_SHAPE_CIRCLE,
  DS_SHAPE_SQUARE,
  DS_SHAPE_TRIANGLE,
  DS_SHAPE_DIAMOND,
  DS_SHAPE_POINTED, /* the triangle on its head */
  DS_SHAPE_CROSS,
  DS_N_SHAPES,
} DsShape;

typedef enum {
  DS_DASH_NONE,
  DS_DASH_LONG,
  DS_DASH_SHORT,
  DS_DASH_MIXED,
  DS_N_DASHES,
} DsDash;

typedef struct {
  DsColorId color;
  DsMark mark;
  DsShape shape;
  DsDash dash;
  gboolean hollow;
} DsLook;

typedef struct {
  char *id; /* what is toggled together has the same: "temperature" */
  char *title;
  char *group; /* (nullable) id of the curve that it belongs to and disappears with */
  DsLook look;
  guint side; /* 0: the left axis, 1: the right one */
  gboolean hidden;
  gboolean quiet; /* no item in the legend: another one explains it */
  gboolean named; /* its least, average and greatest value stand at the right edge */
  GArray *x, *y;  /* (element-type double); x is NULL where y is by category */
  GArray *x_end;  /* (nullable) of columns */
  double factor;  /* of y, to the unit of the axis */
  double average; /* NaN: the mean of y; in the unit of the axis */
  /* Of y in the unit of the axis, NaN where there is none */
  double least, mean, greatest;
  double least_x, greatest_x;
  gsize n; /* finite points */
} DsCurve;

typedef struct {
  guint curve, index; /* the point it belongs to */
  char *text;
} DsPointNote;

typedef enum {
  DS_PANEL_XY,
  DS_PANEL_BARS,
  DS_PANEL_HEAT,
} DsPanelKind;

typedef struct {
  DsPanelKind kind;
  char *id;
  char *title;                      /* (nullable) */
  const char *x_name;               /* what x is, in a table's head: "Position" */
  DsAxis x, y[2];                   /* x is the values' axis of bars */
  double y_least[2], y_greatest[2]; /* of what is seen; the layout rounds the range to its ticks */
  gboolean y_fixed;                 /* zoomed to */
  gboolean zero[2];                 /* the axis starts at zero */
  gboolean right;                   /* y[1] is in use */
  GPtrArray *curves;                /* (element-type DsCurve) */
  GArray *notes;                    /* (element-type DsPointNote) */
  GStrv rows, columns;              /* of bars the rows; of a heat map both, its one curve's y row by row */
  GStrv row_notes;                  /* (nullable) instead of bars: "Not supported by this target", or "" */
  GStrv cell_texts;                 /* (nullable) of a heat map */
  const char *row_name, *column_name;
  /* Set by the layout */
  DsRect frame, plot;
  double label_width; /* left of the plot */
  double right_width; /* right of it */
  double least_label_width, least_right_width,
      least_edge_width; /* set before it, where panels stand below each other */
  double edge_width;    /* of what is named at the right edge; 0: in the head */
  gboolean no_edge;     /* set before it, where another panel has no room for it */
  gboolean x_title_below;
  GArray *x_ticks, *y_ticks[2]; /* (element-type DsTick) */
  guint n_x_ticks;
} DsPanel;

typedef struct {
  char *id;
  char *title;
  DsLook look;
  gboolean hidden;
  DsRect rect;
} DsLegendItem;

typedef struct _DsPlot DsPlot;
struct _DsPlot {
  DsReport *report;
  DsChartStyle style; /* texts are the plot's own */
  GPtrArray *panels;  /* (element-type DsPanel) */
  GPtrArray *legend;  /* (element-type DsLegendItem) */
  guint n_shown;      /* panels from the first that are laid out */
  guint findings;     /* lines */
  char *empty;        /* (nullable) the sentence instead of the chart */
  char *heading;      /* (nullable) instead of the view's title */
  double width, height, small;
};

/* The functions of the views; each in a file of its own. They add panels or set empty. */
typedef void (*DsPlotBuild) (DsPlot *plot);
void ds_chart_bars_build (DsPlot *plot);
void ds_chart_trace_build (DsPlot *plot);
void ds_chart_scatter_build (DsPlot *plot);
void ds_chart_curves_build (DsPlot *plot);
void ds_chart_surface_build (DsPlot *plot);
void ds_chart_latency_build (DsPlot *plot, const DsCell *cell);

/* (nullable) of a view that is not a plot: tiles. latency: (nullable) of this cell instead of the report's view */
DsPlot *ds_chart_build_plot (DsReport *report, const DsChartStyle *style, const DsCell *latency);

DsPlot *ds_plot_new (DsReport *report, const DsChartStyle *style);
void ds_plot_free (DsPlot *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsPlot, ds_plot_free)
DsPanel *ds_plot_add_panel (DsPlot *self, DsPanelKind kind, const char *id, const char *title);
DsCurve *ds_panel_add_curve (DsPanel *self, const char *id, const char *title, GArray *x, GArray *y);
void ds_panel_add_note (DsPanel *self, guint curve, guint index, const char *text);
DsCurve *ds_panel_get_curve (const DsPanel *self, guint index);
double ds_curve_get_x (const DsCurve *self, gsize index);
double ds_curve_get_y (const DsCurve *self, gsize index); /* in the unit of the axis */
double ds_curve_get_average (const DsCurve *self);
/* Once the panels are complete: hides what the style hides, measures the curves, makes the legend, sets the axes.
 */
void ds_plot_complete (DsPlot *self);
/* The figure of a cell in a unit, NaN where there is none; shared with the card */
double ds_cell_get_value (const DsCell *cell, DsUnit unit);

/* Laying out only measures, so that it works without a cairo context (page->pen.cr NULL). */
void ds_plot_lay_out (DsPlot *self, DsPage *page);
void ds_plot_draw (DsPlot *self, const DsPage *page);

void ds_panel_lay_out_xy (DsPanel *self, const DsPen *pen);
void ds_panel_draw_xy (DsPanel *self, const DsPen *pen);
void ds_panel_lay_out_bars (DsPanel *self, const DsPen *pen);
void ds_panel_draw_bars (DsPanel *self, const DsPen *pen);
DsRect ds_panel_get_bar (const DsPanel *self, guint curve, guint row); /* of a hidden or missing one no width */
void ds_panel_lay_out_heat (DsPanel *self, const DsPen *pen);
void ds_panel_draw_heat (DsPanel *self, const DsPen *pen);
DsRect ds_panel_get_heat_cell (const DsPanel *self, guint row, guint column);
/* Ticks along x whose labels do not touch; the number of them that there is room for */
void ds_panel_make_x_ticks (DsPanel *self, const DsPen *pen);
void ds_panel_draw_x_labels (const DsPanel *self, const DsPen *pen);
double ds_panel_get_px (const DsPanel *self, double x); /* on the page */
double ds_panel_get_py (const DsPanel *self, guint side, double y);

void ds_plot_draw_curve (const DsPanel *panel, const DsCurve *curve, const DsPen *pen);
void ds_plot_draw_shape (const DsPen *pen, const DsLook *look, double x, double y, double radius);
void ds_plot_set_dash (const DsPen *pen, DsDash dash, double width);

G_END_DECLS
