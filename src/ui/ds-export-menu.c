/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-export-menu.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-dialogs.h"
#include "ds-export.h"
#include "ds-fio-job.h"
#include "ds-settings.h"
#include "ds-share.h"

#define FIO "fio"

typedef struct {
  AdwToastOverlay *toasts;
  DsReport *report;
  char *id;
  GFile *file;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  g_object_unref (self->toasts);
  ds_report_unref (self->report);
  g_free (self->id);
  g_clear_object (&self->file);
  g_free (self);
}

static void
append (GMenu *menu, const char *title, const char *action, const char *id)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

  g_menu_item_set_action_and_target (item, action, "s", id);
  g_menu_append_item (menu, item);
}

GMenuModel *
ds_export_menu_new_saving (const char *action)
{
  GMenu *menu = g_menu_new ();

  for (const DsExportFormat *format = ds_export_formats; format->id != NULL; format++)
    append (menu, _ (format->title), action, format->id);
  append (menu, _ ("Job file for fio"), action, FIO);
  return G_MENU_MODEL (menu);
}

/* What is a file's business alone is not copied. */
GMenuModel *
ds_export_menu_new_copying (const char *action)
{
  static const char *const ids[] = { "text", "plain", "markdown", "bbcode", "html" };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    append (menu, _ (ds_export_find_format (ids[i])->title), action, ids[i]);
  append (menu, _ ("Copy as fio job"), action, FIO);
  return G_MENU_MODEL (menu);
}

static char *
make_text (DsReport *report, const char *id)
{
  const DsExportFormat *format = ds_export_find_format (id);

  return format != NULL ? format->make (report, DS_EXPORT_DEFAULT) : ds_fio_job_new_for_report (report, NULL);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  g_autofree char *text = make_text (saving->report, saving->id);
  const char *path = g_file_peek_path (saving->file);
  GError *error = NULL;
  gboolean done = path != NULL ? ds_report_write_text (path, text, &error)
                               : g_file_replace_contents (saving->file, text, strlen (text), NULL, FALSE,
                                                          G_FILE_CREATE_NONE, NULL, cancellable, &error);

  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AdwToastOverlay) toasts = user_data;
  g_autoptr (GError) error = NULL;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (toasts));

  if (g_task_propagate_boolean (G_TASK (result), &error))
    adw_toast_overlay_add_toast (toasts, adw_toast_new (_ ("Result saved")));
  else if (root != NULL)
    ds_dialogs_tell (GTK_WINDOW (root), _ ("Not saved"), error->message);
}

static void
file_chosen_cb (GFile *file, gpointer user_data)
{
  Saving *asked = user_data;
  Saving *saving = g_new0 (Saving, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, saved_cb, g_object_ref (asked->toasts));

  saving->toasts = g_object_ref (asked->toasts);
  saving->report = ds_report_ref (asked->report);
  saving->id = g_strdup (asked->id);
  saving->file = g_object_ref (file);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_thread);
}

static char *
dup_name (DsReport *report, const char *id)
{
  const DsExportFormat *format = ds_export_find_format (id);
  g_autofree char *json = ds_share_dup_name (report, DS_SHARE_JSON);
  g_autofree char *base = g_strndup (json, strlen (json) - strlen (DS_REPORT_SUFFIX));

  return g_strconcat (base, format != NULL ? format->suffix : ".fio", NULL);
}

void
ds_export_menu_save (AdwToastOverlay *toasts, DsReport *report, const char *id)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (toasts));
  g_autofree char *folder = ds_settings_dup_save_folder ();
  g_autofree char *name = dup_name (report, id);
  Saving *saving = g_new0 (Saving, 1);

  saving->toasts = g_object_ref (toasts);
  saving->report = ds_report_ref (report);
  saving->id = g_strdup (id);
  /* It lives as long as the question that was asked last. */
  g_object_set_data_full (G_OBJECT (toasts), "ds-exporting", saving, saving_free);
  ds_dialogs_save (GTK_WINDOW (root), _ ("Save result"), folder, name, file_chosen_cb, saving);
}

void
ds_export_menu_copy (AdwToastOverlay *toasts, DsReport *report, const char *id)
{
  g_autofree char *text = make_text (report, id);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (toasts)), text);
  adw_toast_overlay_add_toast (toasts, adw_toast_new (_ ("Text copied")));
}
