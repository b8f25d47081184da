/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture-preview.h"

#include "ds-card.h"

struct _DsPicturePreview {
  GtkWidget parent_instance;

  DsReport *report;
  DsPictureOptions options;
};

G_DEFINE_FINAL_TYPE (DsPicturePreview, ds_picture_preview, GTK_TYPE_WIDGET)

static void
ds_picture_preview_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 360;
}

static void
ds_picture_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DsPicturePreview *self = DS_PICTURE_PREVIEW (widget);
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);
  double scale;
  graphene_rect_t bounds;
  cairo_t *cr;

  if (self->report == NULL)
    return;
  scale = MIN (width / self->options.width, height / self->options.height);
  bounds = GRAPHENE_RECT_INIT ((float) (width - scale * self->options.width) / 2,
                               (float) (height - scale * self->options.height) / 2,
                               (float) (scale * self->options.width), (float) (scale * self->options.height));
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_translate (cr, bounds.origin.x, bounds.origin.y);
  cairo_scale (cr, scale, scale);
  if (self->options.card)
    ds_card_draw (self->report, &self->options.style, cr, self->options.width, self->options.height);
  else
    ds_chart_draw (self->report, &self->options.style, cr, self->options.width, self->options.height);
  cairo_destroy (cr);
}

static void
ds_picture_preview_dispose (GObject *object)
{
  g_clear_pointer (&DS_PICTURE_PREVIEW (object)->report, ds_report_unref);
  G_OBJECT_CLASS (ds_picture_preview_parent_class)->dispose (object);
}

static void
ds_picture_preview_class_init (DsPicturePreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_picture_preview_dispose;
  widget_class->measure = ds_picture_preview_measure;
  widget_class->snapshot = ds_picture_preview_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ds_picture_preview_init (DsPicturePreview *self)
{
}

void
ds_picture_preview_set (DsPicturePreview *self, DsReport *report, const DsPictureOptions *options)
{
  g_return_if_fail (DS_IS_PICTURE_PREVIEW (self));
  g_return_if_fail (options->width > 0 && options->height > 0);
  ds_report_ref (report);
  g_clear_pointer (&self->report, ds_report_unref);
  self->report = report;
  self->options = *options;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
