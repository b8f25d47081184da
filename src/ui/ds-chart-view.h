/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-format.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* A report drawn by its view with the chart room, at the size of the widget: what a suite is shown with that is
 * not tiles. The pointer shows the nearest value, the wheel and the keys plus and minus zoom long curves, a drag pans, a
 * double click or 0 shows all again, a click on the legend toggles a series. */

#define DS_TYPE_CHART_VIEW (ds_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (DsChartView, ds_chart_view, DS, CHART_VIEW, GtkWidget)

void ds_chart_view_set_report (DsChartView *self, DsReport *report, DsUnit unit); /* report: (nullable) */
void ds_chart_view_update (DsChartView *self); /* the report has changed */

G_END_DECLS
