/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-chart.h"
#include "ds-compare.h"

G_BEGIN_DECLS

/* Several results in one chart: a bar a result in each row, or the curves of all laid over each other. */

typedef enum {
  DS_COMPARISON_BARS,
  DS_COMPARISON_CURVES,
} DsComparisonChart;

/* Whether there is anything to lay over each other: series, or rows along block sizes or queue depths */
gboolean ds_comparison_has_curves (const DsComparison *comparison);

/* Into width x height units at the origin. context: (nullable) as of ds_chart_draw_with_context() */
void ds_chart_draw_comparison (const DsComparison *comparison,
                               DsComparisonChart kind,
                               const DsChartStyle *style,
                               PangoContext *context,
                               cairo_t *cr,
                               double width,
                               double height);

G_END_DECLS
