/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-row-editor.h"

#include <glib/gi18n.h>

#include "ds-format.h"
#include "ds-ui.h"

struct _DsRowEditor {
  AdwBin parent_instance;

  GtkDropDown *access;
  GtkDropDown *block_size;
  GtkAdjustment *queue_depth;
  GtkAdjustment *threads;
  GtkWidget *remove_button;

  GArray *block_sizes; /* (element-type guint64) in the order they are listed */
};

enum { CHANGED, REMOVE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsRowEditor, ds_row_editor, ADW_TYPE_BIN)

static void
changed_cb (DsRowEditor *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_cb (DsRowEditor *self)
{
  g_signal_emit (self, signals[REMOVE], 0);
}

static void
ds_row_editor_finalize (GObject *object)
{
  g_array_unref (DS_ROW_EDITOR (object)->block_sizes);
  G_OBJECT_CLASS (ds_row_editor_parent_class)->finalize (object);
}

static void
ds_row_editor_class_init (DsRowEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ds_row_editor_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", DS_TYPE_ROW_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REMOVE] =
      g_signal_new ("remove", DS_TYPE_ROW_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-row-editor.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsRowEditor, access);
  gtk_widget_class_bind_template_child (widget_class, DsRowEditor, block_size);
  gtk_widget_class_bind_template_child (widget_class, DsRowEditor, queue_depth);
  gtk_widget_class_bind_template_child (widget_class, DsRowEditor, threads);
  gtk_widget_class_bind_template_child (widget_class, DsRowEditor, remove_button);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
ds_row_editor_init (DsRowEditor *self)
{
  self->block_sizes = g_array_new (FALSE, FALSE, sizeof (guint64));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_adjustment_set_upper (self->queue_depth, DS_JOB_MAX_QUEUE_DEPTH);
  gtk_adjustment_set_upper (self->threads, DS_JOB_MAX_THREADS);
}

static void
add_block_size (DsRowEditor *self, GtkStringList *model, guint64 size)
{
  g_autofree char *text = ds_format_size (size);

  gtk_string_list_append (model, text);
  g_array_append_val (self->block_sizes, size);
}

GtkWidget *
ds_row_editor_new (const DsRow *row, guint64 smallest, guint64 largest)
{
  DsRowEditor *self = g_object_new (DS_TYPE_ROW_EDITOR, NULL);
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint64 size = MAX (smallest, 512); size <= largest; size *= 2)
    add_block_size (self, model, size);
  for (guint i = 0; i < self->block_sizes->len; i++)
    if (g_array_index (self->block_sizes, guint64, i) == row->block_size)
      selected = i;
  if (selected == GTK_INVALID_LIST_POSITION) {
    /* Something between two powers, from an imported layout or a settings file. */
    selected = self->block_sizes->len;
    add_block_size (self, model, row->block_size);
  }
  gtk_drop_down_set_model (self->block_size, G_LIST_MODEL (model));
  gtk_drop_down_set_selected (self->block_size, selected);
  gtk_drop_down_set_selected (self->access, row->access == DS_ACCESS_RANDOM ? 1 : 0);
  gtk_adjustment_set_value (self->queue_depth, row->queue_depth);
  gtk_adjustment_set_value (self->threads, row->threads);
  return GTK_WIDGET (self);
}

void
ds_row_editor_get_row (DsRowEditor *self, DsRow *row)
{
  guint selected;

  g_return_if_fail (DS_IS_ROW_EDITOR (self));
  selected = gtk_drop_down_get_selected (self->block_size);
  row->access = gtk_drop_down_get_selected (self->access) == 1 ? DS_ACCESS_RANDOM : DS_ACCESS_SEQUENTIAL;
  row->block_size =
      selected < self->block_sizes->len ? g_array_index (self->block_sizes, guint64, selected) : 4096;
  row->queue_depth = (guint) gtk_adjustment_get_value (self->queue_depth);
  row->threads = (guint) gtk_adjustment_get_value (self->threads);
}

void
ds_row_editor_set_removable (DsRowEditor *self, gboolean removable)
{
  g_return_if_fail (DS_IS_ROW_EDITOR (self));
  gtk_widget_set_sensitive (self->remove_button, removable);
}
