/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-view.h"

#include <adwaita.h>

#include "ds-chart.h"

struct _DsChartView {
  GtkWidget parent_instance;

  DsReport *report;
  DsUnit unit;
};

G_DEFINE_FINAL_TYPE (DsChartView, ds_chart_view, GTK_TYPE_WIDGET)

static void
ds_chart_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 280;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 760 : 520;
}

static void
ds_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DsChartView *self = DS_CHART_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, width, height);
  DsChartStyle style = {
    .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
    .unit = self->unit,
    .footer = TRUE,
  };
  cairo_t *cr;

  if (self->report == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ds_chart_draw (self->report, &style, cr, width, height);
  cairo_destroy (cr);
}

static void
ds_chart_view_dispose (GObject *object)
{
  g_clear_pointer (&DS_CHART_VIEW (object)->report, ds_report_unref);
  G_OBJECT_CLASS (ds_chart_view_parent_class)->dispose (object);
}

static void
ds_chart_view_class_init (DsChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_chart_view_dispose;
  widget_class->measure = ds_chart_view_measure;
  widget_class->snapshot = ds_chart_view_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ds_chart_view_init (DsChartView *self)
{
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

void
ds_chart_view_set_report (DsChartView *self, DsReport *report, DsUnit unit)
{
  g_return_if_fail (DS_IS_CHART_VIEW (self));
  if (report != NULL)
    ds_report_ref (report);
  g_clear_pointer (&self->report, ds_report_unref);
  self->report = report;
  self->unit = unit;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
