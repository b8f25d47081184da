/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-target-row.h"

#include "ds-ui.h"

struct _DsTargetRow {
  GtkListBoxRow parent_instance;

  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *below;
  GtkWidget *tick;

  char *path;
  char *section;
};

G_DEFINE_FINAL_TYPE (DsTargetRow, ds_target_row, GTK_TYPE_LIST_BOX_ROW)

static void
ds_target_row_finalize (GObject *object)
{
  DsTargetRow *self = DS_TARGET_ROW (object);

  g_free (self->path);
  g_free (self->section);
  G_OBJECT_CLASS (ds_target_row_parent_class)->finalize (object);
}

static void
ds_target_row_class_init (DsTargetRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ds_target_row_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-target-row.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsTargetRow, icon);
  gtk_widget_class_bind_template_child (widget_class, DsTargetRow, title);
  gtk_widget_class_bind_template_child (widget_class, DsTargetRow, below);
  gtk_widget_class_bind_template_child (widget_class, DsTargetRow, tick);
}

static void
ds_target_row_init (DsTargetRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ds_target_row_new (
    const char *section, const char *path, const char *icon, const char *title, const char *below, gboolean chosen)
{
  DsTargetRow *self = g_object_new (DS_TYPE_TARGET_ROW, NULL);

  self->section = g_strdup (section);
  self->path = g_strdup (path);
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->below, below != NULL ? below : "");
  gtk_widget_set_visible (GTK_WIDGET (self->below), below != NULL && *below != '\0');
  gtk_widget_set_visible (self->tick, chosen);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), path != NULL ? title : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  if (below != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, below, -1);
  return GTK_WIDGET (self);
}

const char *
ds_target_row_get_path (DsTargetRow *self)
{
  g_return_val_if_fail (DS_IS_TARGET_ROW (self), NULL);
  return self->path;
}

const char *
ds_target_row_get_section (DsTargetRow *self)
{
  g_return_val_if_fail (DS_IS_TARGET_ROW (self), NULL);
  return self->section;
}
