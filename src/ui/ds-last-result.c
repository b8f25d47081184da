/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-last-result.h"

#include <glib/gstdio.h>

typedef struct {
  DsReport *report;
  char *path;
  gboolean keep_old;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  ds_report_unref (self->report);
  g_free (self->path);
  g_free (self);
}

char *
ds_last_result_dup_path (const char *suite)
{
  g_autofree char *name = g_strconcat ("last-", suite, DS_REPORT_SUFFIX, NULL);

  return g_build_filename (g_get_user_data_dir (), "drivescope", name, NULL);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  DsReport *report = ds_report_load (data, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) ds_report_unref);
  else
    g_task_return_error (task, error);
}

static void
load_last_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  if (g_file_query_exists (data, cancellable))
    load_thread (task, source, data, cancellable);
  else
    g_task_return_pointer (task, NULL, NULL);
}

static void
load (GFile *file,
      GTaskThreadFunc thread,
      GCancellable *cancellable,
      GAsyncReadyCallback callback,
      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, ds_last_result_load_async);
  g_task_set_task_data (task, file, g_object_unref);
  g_task_run_in_thread (task, thread);
}

void
ds_last_result_load_async (const char *suite,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autofree char *path = ds_last_result_dup_path (suite);

  load (g_file_new_for_path (path), load_last_thread, cancellable, callback, user_data);
}

void
ds_result_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  load (g_object_ref (file), load_thread, cancellable, callback, user_data);
}

DsReport *
ds_last_result_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  g_autofree char *folder = g_path_get_dirname (saving->path);
  g_autofree char *text = ds_report_to_json (saving->report, DS_EXPORT_DEFAULT);
  g_autoptr (GError) error = NULL;

  if (saving->keep_old) {
    g_autofree char *aside =
        g_strdup_printf ("%s.%" G_GINT64_FORMAT, saving->path, g_get_real_time () / G_USEC_PER_SEC);

    g_rename (saving->path, aside);
  }
  g_mkdir_with_parents (folder, 0700);
  if (!ds_report_write_text (saving->path, text, &error))
    g_message ("The last result could not be kept: %s", error->message);
  g_task_return_boolean (task, TRUE);
}

void
ds_last_result_save (DsReport *report, gboolean keep_old)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  Saving *saving = g_new0 (Saving, 1);

  saving->report = ds_report_ref (report);
  saving->path = ds_last_result_dup_path (report->suite);
  saving->keep_old = keep_old;
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_thread);
}
