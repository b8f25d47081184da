/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-result-file.h"

#include "ds-import.h"

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  DsReport *report = ds_import_file (data, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) ds_report_unref);
  else
    g_task_return_error (task, error);
}

void
ds_result_file_load_async (GFile *file,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, ds_result_file_load_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_thread);
}

DsReport *
ds_result_file_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
