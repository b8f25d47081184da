/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-device.h"

#include "ds-drive-error.h"
#include "ds-udisks.h"

#include <gio/gunixfdlist.h>
#include <glib/gi18n.h>

#include <unistd.h>

static void
fail (GTask *task, const GError *cause)
{
  g_task_return_error (task, ds_drive_error_new_udisks (g_task_get_task_data (task), TRUE, cause));
}

static void
close_fd (gpointer data)
{
  close (GPOINTER_TO_INT (data));
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GUnixFDList) fds = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;
  gint32 handle;
  int fd;

  reply = g_dbus_connection_call_with_unix_fd_list_finish (G_DBUS_CONNECTION (source), &fds, result, &error);
  if (reply == NULL) {
    fail (task, error);
    return;
  }
  g_variant_get (reply, "(h)", &handle);
  if (fds == NULL || handle < 0 || handle >= g_unix_fd_list_get_length (fds)) {
    g_task_return_new_error (task, DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED,
                             _ ("UDisks2 opened %s, but did not hand it over."),
                             (const char *) g_task_get_task_data (task));
    return;
  }
  fd = g_unix_fd_list_get (fds, handle, &error);
  if (fd < 0)
    fail (task, error);
  else
    g_task_return_pointer (task, GINT_TO_POINTER (fd), close_fd);
}

static void
resolved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) paths = NULL;
  g_autoptr (GError) error = NULL;
  const char *path;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (reply == NULL) {
    fail (task, error);
    return;
  }
  paths = g_variant_get_child_value (reply, 0);
  if (g_variant_n_children (paths) == 0) {
    g_task_return_new_error (task, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_FOUND,
                             _ ("UDisks2 knows no drive at %s. Plug it in again, or choose another one."),
                             (const char *) g_task_get_task_data (task));
    return;
  }
  g_variant_get_child (paths, 0, "&o", &path);
  /* The person may take their time over the password. */
  g_dbus_connection_call_with_unix_fd_list (
      G_DBUS_CONNECTION (source), DS_UDISKS_NAME, path, "org.freedesktop.UDisks2.Block", "OpenDevice",
      g_variant_new ("(s@a{sv})", "r", ds_udisks_new_options (TRUE)), G_VARIANT_TYPE ("(h)"),
      G_DBUS_CALL_FLAGS_ALLOW_INTERACTIVE_AUTHORIZATION, G_MAXINT, NULL, g_task_get_cancellable (task), opened_cb,
      g_object_ref (task));
}

static void
connected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, &error);
  GVariantBuilder what;

  if (bus == NULL) {
    fail (task, error);
    return;
  }
  g_variant_builder_init (&what, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&what, "{sv}", "path", g_variant_new_string (g_task_get_task_data (task)));
  g_dbus_connection_call (bus, DS_UDISKS_NAME, DS_UDISKS_MANAGER_PATH, "org.freedesktop.UDisks2.Manager",
                          "ResolveDevice", g_variant_new ("(a{sv}@a{sv})", &what, ds_udisks_new_options (FALSE)),
                          G_VARIANT_TYPE ("(ao)"), G_DBUS_CALL_FLAGS_NONE, DS_UDISKS_PATIENCE,
                          g_task_get_cancellable (task), resolved_cb, g_object_ref (task));
}

void
ds_device_open_async (const char *device,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, ds_device_open_async);
  g_task_set_task_data (task, g_strdup (device), g_free);
  g_bus_get (G_BUS_TYPE_SYSTEM, cancellable, connected_cb, g_steal_pointer (&task));
}

int
ds_device_open_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gpointer fd;

  g_return_val_if_fail (g_async_result_is_tagged (result, ds_device_open_async), -1);
  fd = g_task_propagate_pointer (G_TASK (result), &failure);
  if (failure != NULL) {
    g_propagate_error (error, g_steal_pointer (&failure));
    return -1;
  }
  return GPOINTER_TO_INT (fd);
}
