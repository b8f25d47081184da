/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-share.h"

#include <string.h>

typedef struct {
  DsReport *report;
  DsShareKind kind;
  DsPictureOptions options;
  GFile *file;
} Sharing;

static void
sharing_free (gpointer data)
{
  Sharing *self = data;

  ds_report_unref (self->report);
  g_clear_object (&self->file);
  g_free (self);
}

char *
ds_share_dup_name (DsReport *report, DsShareKind kind)
{
  static const char *const endings[] = {
    [DS_SHARE_PNG] = ".png",
    [DS_SHARE_SVG] = ".svg",
    [DS_SHARE_PDF] = ".pdf",
    [DS_SHARE_CSV] = ".csv",
    [DS_SHARE_JSON] = DS_REPORT_SUFFIX,
  };
  g_autofree char *target = ds_report_dup_target_title (report);
  g_autofree char *day = g_strndup (report->started != NULL ? report->started : "", 10);
  g_autofree char *name = g_strconcat ("Drivescope ", target, *day != '\0' ? " " : "", day, endings[kind], NULL);

  /* A model or a folder may carry what a file name must not. */
  return g_strdelimit (g_steal_pointer (&name), "/\\:*?\"<>|", '-');
}

static GTask *
new_task (DsReport *report,
          DsShareKind kind,
          const DsPictureOptions *options,
          GFile *file,
          GAsyncReadyCallback callback,
          gpointer user_data)
{
  GTask *task = g_task_new (NULL, NULL, callback, user_data);
  Sharing *sharing = g_new0 (Sharing, 1);

  sharing->report = ds_report_ref (report);
  sharing->kind = kind;
  sharing->options = *options;
  sharing->file = file != NULL ? g_object_ref (file) : NULL;
  g_task_set_task_data (task, sharing, sharing_free);
  return task;
}

static void
picture_saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (ds_picture_save_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
text_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Sharing *sharing = data;
  g_autofree char *text = sharing->kind == DS_SHARE_CSV ? ds_report_to_csv (sharing->report, DS_EXPORT_DEFAULT)
                                                        : ds_report_to_json (sharing->report, DS_EXPORT_DEFAULT);
  const char *path = g_file_peek_path (sharing->file);
  GError *error = NULL;

  if (path == NULL) {
    /* Some place behind a network: its own file system knows how. */
    if (g_file_replace_contents (sharing->file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                 cancellable, &error)) {
      g_task_return_boolean (task, TRUE);
      return;
    }
  } else if (ds_report_write_text (path, text, &error)) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_task_return_error (task, error);
}

void
ds_share_save_async (DsReport *report,
                     DsShareKind kind,
                     const DsPictureOptions *options,
                     GFile *file,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  static const DsPictureFormat formats[] = {
    [DS_SHARE_PNG] = DS_PICTURE_PNG,
    [DS_SHARE_SVG] = DS_PICTURE_SVG,
    [DS_SHARE_PDF] = DS_PICTURE_PDF,
  };
  GTask *task = new_task (report, kind, options, file, callback, user_data);
  const Sharing *sharing = g_task_get_task_data (task);

  g_task_set_source_tag (task, ds_share_save_async);
  if (kind < G_N_ELEMENTS (formats)) {
    ds_picture_save_async (report, formats[kind], &sharing->options, file, NULL, picture_saved_cb, task);
  } else {
    g_task_run_in_thread (task, text_thread);
    g_object_unref (task);
  }
}

gboolean
ds_share_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
render_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Sharing *sharing = data;
  GError *error = NULL;
  GBytes *bytes = ds_picture_render (sharing->report, DS_PICTURE_PNG, &sharing->options, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

void
ds_share_render_async (DsReport *report,
                       const DsPictureOptions *options,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = new_task (report, DS_SHARE_PNG, options, NULL, callback, user_data);

  g_task_set_source_tag (task, ds_share_render_async);
  g_task_run_in_thread (task, render_thread);
}

GBytes *
ds_share_render_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
