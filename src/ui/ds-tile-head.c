/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile-head.h"

#include <adwaita.h>

#include "ds-chart.h"
#include "ds-tile-grid.h"

struct _DsTileHead {
  GtkWidget parent_instance;

  GtkWidget *label;
  DsOp op;
  char *unit;
};

G_DEFINE_FINAL_TYPE (DsTileHead, ds_tile_head, GTK_TYPE_WIDGET)

static void
show (DsTileHead *self)
{
  DsColor color = ds_palette_get (ds_palette_op_text (self->op),
                                  adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autofree char *markup =
      g_markup_printf_escaped ("<span weight=\"bold\" color=\"#%02x%02x%02x\">%s</span>  %s",
                               (guint) (color.red * 255 + 0.5), (guint) (color.green * 255 + 0.5),
                               (guint) (color.blue * 255 + 0.5), ds_tile_get_op_title (self->op), self->unit);

  gtk_label_set_markup (GTK_LABEL (self->label), markup);
}

static void
ds_tile_head_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  gtk_widget_measure (DS_TILE_HEAD (widget)->label, orientation, -1, minimum, natural, NULL, NULL);
  *minimum_baseline = *natural_baseline = -1;
  /* Its own width must not widen the column. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static void
ds_tile_head_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  /* As a tile pads its figure */
  int padding = (int) CLAMP (width * 0.055, 7, 20);
  int minimum;

  gtk_widget_measure (DS_TILE_HEAD (widget)->label, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_size_allocate (DS_TILE_HEAD (widget)->label,
                            &(GtkAllocation){ 0, 0, MAX (width - padding, minimum), height }, -1);
}

static void
ds_tile_head_dispose (GObject *object)
{
  DsTileHead *self = DS_TILE_HEAD (object);

  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->unit, g_free);
  G_OBJECT_CLASS (ds_tile_head_parent_class)->dispose (object);
}

static void
ds_tile_head_class_init (DsTileHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_tile_head_dispose;
  widget_class->measure = ds_tile_head_measure;
  widget_class->size_allocate = ds_tile_head_size_allocate;
}

static void
ds_tile_head_init (DsTileHead *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->label), 1);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (show), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
ds_tile_head_new (DsOp op, const char *unit)
{
  DsTileHead *self = g_object_new (DS_TYPE_TILE_HEAD, NULL);

  self->op = op;
  self->unit = g_strdup (unit);
  show (self);
  return GTK_WIDGET (self);
}
