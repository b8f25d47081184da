/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-chart-comparison.h"

G_BEGIN_DECLS

/* A comparison as bars or curves, drawn by the chart room at the size of the widget */

#define DS_TYPE_COMPARISON_VIEW (ds_comparison_view_get_type ())
G_DECLARE_FINAL_TYPE (DsComparisonView, ds_comparison_view, DS, COMPARISON_VIEW, GtkWidget)

GtkWidget *ds_comparison_view_new (DsComparisonChart kind);
/* comparison: (nullable) it has to stay until another is set */
void ds_comparison_view_set_comparison (DsComparisonView *self, const DsComparison *comparison, DsUnit unit);

G_END_DECLS
