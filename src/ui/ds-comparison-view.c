/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-comparison-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A bar needs so much height that its number can be read. */
#define HEIGHT_OF_BAR 17
#define HEIGHT_AROUND 110

struct _DsComparisonView {
  GtkWidget parent_instance;

  const DsComparison *comparison;
  DsComparisonChart kind;
  DsUnit unit;
};

G_DEFINE_FINAL_TYPE (DsComparisonView, ds_comparison_view, GTK_TYPE_WIDGET)

static void
ds_comparison_view_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  DsComparisonView *self = DS_COMPARISON_VIEW (widget);
  int height = 260;

  if (self->comparison != NULL && self->kind == DS_COMPARISON_BARS)
    height = MAX (height, (int) (self->comparison->rows->len * (self->comparison->n_results * HEIGHT_OF_BAR + 8)) +
                              HEIGHT_AROUND);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 280 : height;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 720 : MAX (height, 420);
}

static void
ds_comparison_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DsComparisonView *self = DS_COMPARISON_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  DsChartStyle style = {
    .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
    .unit = self->unit,
    .bare = TRUE,
  };
  cairo_t *cr;

  if (self->comparison == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  ds_chart_draw_comparison (self->comparison, self->kind, &style, NULL, cr, width, height);
  cairo_destroy (cr);
}

static void
ds_comparison_view_class_init (DsComparisonViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ds_comparison_view_measure;
  widget_class->snapshot = ds_comparison_view_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ds_comparison_view_init (DsComparisonView *self)
{
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

GtkWidget *
ds_comparison_view_new (DsComparisonChart kind)
{
  DsComparisonView *self = g_object_new (DS_TYPE_COMPARISON_VIEW, "vexpand", TRUE, NULL);

  self->kind = kind;
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
      kind == DS_COMPARISON_BARS ? _ ("Comparison as bars") : _ ("Comparison as curves"), -1);
  return GTK_WIDGET (self);
}

void
ds_comparison_view_set_comparison (DsComparisonView *self, const DsComparison *comparison, DsUnit unit)
{
  g_return_if_fail (DS_IS_COMPARISON_VIEW (self));
  self->comparison = comparison;
  self->unit = unit;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
