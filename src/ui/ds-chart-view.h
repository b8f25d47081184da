/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-format.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* A report drawn by its view with the chart room, at the size of the widget: what a suite is shown with that is
 * not tiles */

#define DS_TYPE_CHART_VIEW (ds_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (DsChartView, ds_chart_view, DS, CHART_VIEW, GtkWidget)

void ds_chart_view_set_report (DsChartView *self, DsReport *report, DsUnit unit); /* report: (nullable) */

G_END_DECLS
