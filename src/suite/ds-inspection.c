/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-inspection.h"

#include <sys/stat.h>

void
ds_inspection_free (DsInspection *self)
{
  g_clear_pointer (&self->place, ds_place_free);
  g_clear_pointer (&self->system, ds_system_free);
  g_free (self);
}

static void
inspect_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  DsInspection *self = g_new0 (DsInspection, 1);
  struct stat status;

  if (stat (path, &status) == 0)
    self->kind = S_ISREG (status.st_mode)   ? DS_TARGET_FILE
                 : S_ISBLK (status.st_mode) ? DS_TARGET_DEVICE
                                            : DS_TARGET_FOLDER;
  self->place = ds_place_inspect (path, NULL);
  self->system = ds_system_read ();
  g_task_return_pointer (task, self, (GDestroyNotify) ds_inspection_free);
}

void
ds_inspection_async (const char *path, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, inspect_thread);
}

DsInspection *
ds_inspection_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
