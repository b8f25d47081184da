/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-open-target.h"

#include "ds-device.h"

typedef struct {
  char *path;
  DsTargetKind kind;
  DsTestFileFlags flags;
  int fd; /* from UDisks2 */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_free (self->path);
  g_free (self);
}

static void
give (GTask *task, DsTestFile *file, GError *error)
{
  if (file)
    g_task_return_pointer (task, file, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* Looking at a device reads a block of it. */
static void
take_device_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Opening *opening = data;
  GError *error = NULL;
  DsTestFile *file = ds_test_file_new_for_device (opening->path, opening->fd,
                                                  (opening->flags & DS_TEST_FILE_DIRECT) != 0, &error);

  give (task, file, error);
}

static void
device_opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening *opening = g_task_get_task_data (task);
  GError *error = NULL;

  opening->fd = ds_device_open_finish (result, &error);
  if (opening->fd < 0)
    g_task_return_error (task, error);
  else
    g_task_run_in_thread (task, take_device_thread);
}

static void
open_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  const Opening *opening = g_task_get_task_data (task);
  GError *error = NULL;
  DsTestFile *file = ds_test_file_open_finish (result, &error);

  if (opening->kind != DS_TARGET_DEVICE || !g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_PERMISSION)) {
    give (task, file, error);
    return;
  }
  g_error_free (error);
  ds_device_open_async (opening->path, g_task_get_cancellable (task), device_opened_cb, g_object_ref (task));
}

void
ds_open_target_async (const char *path,
                      DsTargetKind kind,
                      guint64 size,
                      DsTestFileFlags flags,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Opening *opening = g_new0 (Opening, 1);

  opening->path = g_strdup (path);
  opening->kind = kind;
  opening->flags = flags;
  g_task_set_source_tag (task, ds_open_target_async);
  g_task_set_task_data (task, opening, opening_free);
  ds_test_file_open_async (path, size, flags, cancellable, open_cb, task);
}

DsTestFile *
ds_open_target_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
