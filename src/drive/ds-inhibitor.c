/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-inhibitor.h"

#include <gio/gunixfdlist.h>

#include <unistd.h>

struct _DsInhibitor {
  GObject parent_instance;

  char *why;
  GCancellable *cancellable;
  int fd; /* logind keeps the machine awake until this is closed */
};

G_DEFINE_FINAL_TYPE (DsInhibitor, ds_inhibitor, G_TYPE_OBJECT)

/* The calls hold no reference, so that freeing ends the wait for a slow bus. */
static GWeakRef *
weak_ref_new (DsInhibitor *self)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  return ref;
}

static DsInhibitor *
weak_ref_free (GWeakRef *ref)
{
  DsInhibitor *self = g_weak_ref_get (ref);

  g_weak_ref_clear (ref);
  g_free (ref);
  return self;
}

static void
inhibited_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DsInhibitor) self = weak_ref_free (data);
  g_autoptr (GUnixFDList) fds = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  reply = g_dbus_connection_call_with_unix_fd_list_finish (G_DBUS_CONNECTION (source), &fds, result, &error);
  if (reply == NULL)
    g_debug ("Sleep is not inhibited: %s", error->message);
  else if (self != NULL && fds != NULL && g_unix_fd_list_get_length (fds) > 0)
    self->fd = g_unix_fd_list_get (fds, 0, NULL);
}

static void
connected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DsInhibitor) self = weak_ref_free (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, &error);

  if (bus == NULL)
    g_debug ("Sleep is not inhibited: %s", error->message);
  if (bus == NULL || self == NULL)
    return;
  /* Without the flag for interactive authorisation no password is ever asked for. */
  g_dbus_connection_call_with_unix_fd_list (
      bus, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit",
      g_variant_new ("(ssss)", "sleep:idle", "Drivescope", self->why, "block"), G_VARIANT_TYPE ("(h)"),
      G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, self->cancellable, inhibited_cb, weak_ref_new (self));
}

static void
ds_inhibitor_dispose (GObject *object)
{
  DsInhibitor *self = DS_INHIBITOR (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (ds_inhibitor_parent_class)->dispose (object);
}

static void
ds_inhibitor_finalize (GObject *object)
{
  DsInhibitor *self = DS_INHIBITOR (object);

  if (self->fd >= 0)
    close (self->fd);
  g_object_unref (self->cancellable);
  g_free (self->why);
  G_OBJECT_CLASS (ds_inhibitor_parent_class)->finalize (object);
}

static void
ds_inhibitor_class_init (DsInhibitorClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ds_inhibitor_dispose;
  G_OBJECT_CLASS (class)->finalize = ds_inhibitor_finalize;
}

static void
ds_inhibitor_init (DsInhibitor *self)
{
  self->fd = -1;
  self->cancellable = g_cancellable_new ();
}

DsInhibitor *
ds_inhibitor_new (const char *why)
{
  DsInhibitor *self = g_object_new (DS_TYPE_INHIBITOR, NULL);

  self->why = g_strdup (why);
  g_bus_get (G_BUS_TYPE_SYSTEM, self->cancellable, connected_cb, weak_ref_new (self));
  return self;
}
