/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-notes-dialog.h"

#include <glib/gi18n.h>

#include "ds-dialogs.h"
#include "ds-ui.h"

struct _DsNotesDialog {
  AdwWindow parent_instance;

  AdwEntryRow *title_row;
  AdwEntryRow *tags_row;
  AdwEntryRow *comment_row;
  GtkWidget *save_button;

  DsHistory *history;
  char *id;
};

G_DEFINE_FINAL_TYPE (DsNotesDialog, ds_notes_dialog, ADW_TYPE_WINDOW)

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsNotesDialog) self = user_data;
  g_autoptr (GError) error = NULL;

  if (ds_history_annotate_finish (DS_HISTORY (source), result, &error))
    gtk_window_destroy (GTK_WINDOW (self));
  else if (self->id != NULL)
    ds_dialogs_tell (GTK_WINDOW (self), _ ("Not saved"), error->message);
}

/* (transfer full): without the blanks around commas, and none that are empty */
static char **
dup_tags (DsNotesDialog *self)
{
  g_auto (GStrv) parts = g_strsplit (gtk_editable_get_text (GTK_EDITABLE (self->tags_row)), ",", -1);
  g_autoptr (GStrvBuilder) tags = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0')
      g_strv_builder_add (tags, parts[i]);
  return g_strv_builder_end (tags);
}

void
ds_notes_dialog_save (DsNotesDialog *self)
{
  g_auto (GStrv) tags = dup_tags (self);
  const DsHistoryNotes notes = {
    .title = gtk_editable_get_text (GTK_EDITABLE (self->title_row)),
    .comment = gtk_editable_get_text (GTK_EDITABLE (self->comment_row)),
    .tags = (const char *const *) tags,
  };

  g_return_if_fail (DS_IS_NOTES_DIALOG (self));
  ds_history_annotate_async (self->history, self->id, &notes, saved_cb, g_object_ref (self));
}

static void
ds_notes_dialog_dispose (GObject *object)
{
  DsNotesDialog *self = DS_NOTES_DIALOG (object);

  g_clear_object (&self->history);
  g_clear_pointer (&self->id, g_free);
  G_OBJECT_CLASS (ds_notes_dialog_parent_class)->dispose (object);
}

static void
ds_notes_dialog_class_init (DsNotesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_notes_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-notes-dialog.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsNotesDialog, title_row);
  gtk_widget_class_bind_template_child (widget_class, DsNotesDialog, tags_row);
  gtk_widget_class_bind_template_child (widget_class, DsNotesDialog, comment_row);
  gtk_widget_class_bind_template_child (widget_class, DsNotesDialog, save_button);
  gtk_widget_class_bind_template_callback (widget_class, ds_notes_dialog_save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ds_notes_dialog_init (DsNotesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_default_widget (GTK_WINDOW (self), self->save_button);
}

GtkWidget *
ds_notes_dialog_new (GtkWindow *parent, DsHistory *history, DsHistoryEntry *entry)
{
  DsNotesDialog *self = g_object_new (DS_TYPE_NOTES_DIALOG, "transient-for", parent, NULL);
  g_autofree char *tags = g_strjoinv (", ", entry->tags);

  self->history = g_object_ref (history);
  self->id = g_strdup (entry->id);
  gtk_editable_set_text (GTK_EDITABLE (self->title_row), entry->title != NULL ? entry->title : "");
  gtk_editable_set_text (GTK_EDITABLE (self->tags_row), tags);
  gtk_editable_set_text (GTK_EDITABLE (self->comment_row), entry->comment);
  return GTK_WIDGET (self);
}
