/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-chart.h"

G_BEGIN_DECLS

/* What a chart of this report, style and size shows where: for the pointer, the wheel, the legend's toggles and a
 * reader that cannot see it. Lengths are units of the page, as ds_chart_draw() takes them. */

typedef struct _DsPlot DsChartModel;

typedef struct {
  const char *id;    /* what style->series chooses */
  const char *title; /* (nullable) */
  DsRect plot;
  double x_start, x_end;       /* what is shown, in the units of the report's series */
  double y_start[2], y_end[2]; /* left and right axis */
  gboolean right;              /* there is a right one */
  gboolean zooms;              /* style->view_x and view_y have an effect */
} DsChartPanel;

typedef struct {
  const char *id; /* what style->hidden_series names */
  const char *title;
  DsRect rect; /* of no width where there is no room for it */
  gboolean hidden;
} DsChartLegend;

typedef struct {
  const char *series; /* id */
  double x, y;        /* of the point, on the page */
  char *text;         /* "Linear read\n312.4 GB (16 %)\n3,391.7 MB/s" */
} DsChartHit;

/* context: (nullable) with the font set up, as ds_chart_draw() would have it. NULL for tiles, whose widgets know
 * all this themselves, and for views that this version does not know. The report outlives nothing: it is kept. */
DsChartModel *ds_chart_model_new (
    DsReport *report, const DsChartStyle *style, PangoContext *context, double width, double height);
DsChartModel *ds_chart_model_new_latency (DsReport *report,
                                          const DsCell *cell,
                                          const DsChartStyle *style,
                                          PangoContext *context,
                                          double width,
                                          double height);
void ds_chart_model_free (DsChartModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsChartModel, ds_chart_model_free)

guint ds_chart_model_get_n_panels (DsChartModel *self); /* that are shown */
void ds_chart_model_get_panel (DsChartModel *self, guint index, DsChartPanel *panel);
gint ds_chart_model_find_panel (DsChartModel *self, double x, double y); /* -1 outside of every plot */
guint ds_chart_model_get_n_legends (DsChartModel *self);
void ds_chart_model_get_legend (DsChartModel *self, guint index, DsChartLegend *legend);
const char *ds_chart_model_find_legend (DsChartModel *self, double x, double y); /* (nullable) its id */

/* The value nearest to the pointer: along x on curves, in the plane among dots, the bar of the row, the field.
 * FALSE where none is near. Clear it afterwards. */
gboolean ds_chart_model_hit (DsChartModel *self, double x, double y, DsChartHit *hit);
void ds_chart_hit_clear (DsChartHit *hit);

/* The range to show next: factor times as much as now, what lies under the pointer stays; never beyond the axis.
 */
DsChartRange ds_chart_model_zoom (DsChartModel *self, guint panel, double x, double factor);
DsChartRange ds_chart_model_pan (DsChartModel *self, guint panel, double distance); /* of the pointer, in units */

/* One or two sentences a chart, as a person would say them: range, average, where it falls. (transfer full) */
char *ds_chart_describe (DsReport *report, const DsChartStyle *style);
char *ds_chart_describe_latency (const DsCell *cell);

typedef struct {
  GStrv columns;   /* heads */
  GPtrArray *rows; /* (element-type GStrv), each as long as columns */
} DsChartTable;

/* Its values, for every view; long series in at most 200 rows of lowest, average and highest. (transfer full) */
DsChartTable *ds_chart_table (DsReport *report, const DsChartStyle *style);
DsChartTable *ds_chart_table_latency (DsReport *report, const DsCell *cell, const DsChartStyle *style);
void ds_chart_table_free (DsChartTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsChartTable, ds_chart_table_free)

G_END_DECLS
