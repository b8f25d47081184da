/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-rows-dialog.h"

#include <glib/gi18n.h>

#include "ds-row-editor.h"
#include "ds-ui.h"

#define MAX_ROWS 12

struct _DsRowsDialog {
  AdwWindow parent_instance;

  GtkListBox *list;
  GtkLabel *problem;
  GtkWidget *add_button;
  GtkWidget *apply_button;

  DsOptions *options; /* a copy until it is applied */
  DsOptions *applied;
  const DsOption *option;
  GPtrArray *editors; /* (element-type DsRowEditor), not owned */
  gboolean reset;     /* back to the preset, and nothing edited since */
};

G_DEFINE_FINAL_TYPE (DsRowsDialog, ds_rows_dialog, ADW_TYPE_WINDOW)

static char *
dup_text (DsRowsDialog *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->editors->len; i++) {
    g_autofree char *label = NULL;
    DsRow row;

    ds_row_editor_get_row (g_ptr_array_index (self->editors, i), &row);
    label = ds_row_format (&row);
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", label);
  }
  return g_string_free (text, FALSE);
}

static void
update (DsRowsDialog *self)
{
  g_autofree char *text = dup_text (self);
  g_autoptr (GError) error = NULL;
  gboolean valid = ds_options_set (self->options, self->option->id, text, &error);

  gtk_label_set_text (self->problem, valid ? "" : error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), !valid);
  gtk_widget_set_sensitive (self->apply_button, valid);
  gtk_widget_set_sensitive (self->add_button, self->editors->len < MAX_ROWS);
  for (guint i = 0; i < self->editors->len; i++)
    ds_row_editor_set_removable (g_ptr_array_index (self->editors, i), self->editors->len > 1);
}

static void
changed_cb (DsRowsDialog *self)
{
  self->reset = FALSE;
  update (self);
}

static void
remove_cb (DsRowEditor *editor, DsRowsDialog *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (editor), GTK_TYPE_LIST_BOX_ROW);

  g_ptr_array_remove (self->editors, editor);
  gtk_list_box_remove (self->list, row);
  changed_cb (self);
}

static void
append (DsRowsDialog *self, const DsRow *row)
{
  GtkWidget *editor = ds_row_editor_new (row, (guint64) self->option->minimum, (guint64) self->option->maximum);
  GtkWidget *line = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (line), editor);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (line), FALSE);
  gtk_widget_set_focusable (line, FALSE);
  gtk_list_box_append (self->list, line);
  g_ptr_array_add (self->editors, editor);
  g_signal_connect_object (editor, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "remove", G_CALLBACK (remove_cb), self, 0);
}

static void
fill (DsRowsDialog *self)
{
  g_autoptr (GArray) rows = ds_rows_parse (ds_options_get (self->options, self->option->id), NULL);
  GtkWidget *child;

  g_ptr_array_set_size (self->editors, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    append (self, &g_array_index (rows, DsRow, i));
}

static gboolean
has_row (DsRowsDialog *self, const DsRow *row)
{
  for (guint i = 0; i < self->editors->len; i++) {
    DsRow each;

    ds_row_editor_get_row (g_ptr_array_index (self->editors, i), &each);
    if (each.access == row->access && each.block_size == row->block_size && each.queue_depth == row->queue_depth &&
        each.threads == row->threads)
      return TRUE;
  }
  return FALSE;
}

static void
add_cb (DsRowsDialog *self)
{
  DsRow row = { DS_ACCESS_RANDOM, 4096, 1, 1 };

  /* The next row is most often a variation of the last: one with a deeper queue that is not there yet. */
  if (self->editors->len > 0)
    ds_row_editor_get_row (g_ptr_array_index (self->editors, self->editors->len - 1), &row);
  while (has_row (self, &row) && row.queue_depth < DS_JOB_MAX_QUEUE_DEPTH)
    row.queue_depth = MIN (row.queue_depth * 2, DS_JOB_MAX_QUEUE_DEPTH);
  append (self, &row);
  changed_cb (self);
}

static void
reset_cb (DsRowsDialog *self)
{
  ds_options_reset (self->options, self->option->id);
  fill (self);
  update (self);
  self->reset = TRUE;
}

static void
apply_cb (DsRowsDialog *self)
{
  if (self->reset) {
    ds_options_reset (self->applied, self->option->id);
  } else {
    g_autofree char *text = dup_text (self);

    ds_options_set (self->applied, self->option->id, text, NULL);
  }
  gtk_window_close (GTK_WINDOW (self));
}

static void
ds_rows_dialog_dispose (GObject *object)
{
  DsRowsDialog *self = DS_ROWS_DIALOG (object);

  g_clear_object (&self->options);
  g_clear_object (&self->applied);
  g_clear_pointer (&self->editors, g_ptr_array_unref);
  G_OBJECT_CLASS (ds_rows_dialog_parent_class)->dispose (object);
}

static void
ds_rows_dialog_class_init (DsRowsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_rows_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-rows-dialog.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsRowsDialog, list);
  gtk_widget_class_bind_template_child (widget_class, DsRowsDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, DsRowsDialog, add_button);
  gtk_widget_class_bind_template_child (widget_class, DsRowsDialog, apply_button);
  gtk_widget_class_bind_template_callback (widget_class, add_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
}

static void
ds_rows_dialog_init (DsRowsDialog *self)
{
  self->editors = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ds_rows_dialog_new (GtkWindow *parent, DsOptions *options, const DsOption *option)
{
  DsRowsDialog *self = g_object_new (DS_TYPE_ROWS_DIALOG, "transient-for", parent, NULL);

  self->applied = g_object_ref (options);
  self->options = ds_options_copy (options);
  self->option = option;
  fill (self);
  update (self);
  /* Untouched, Apply must not turn a preset's rows into rows set by hand. */
  self->reset = !ds_options_is_set_by_hand (options, option->id);
  return GTK_WIDGET (self);
}
