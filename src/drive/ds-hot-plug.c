/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-hot-plug.h"

#include "ds-udisks.h"

#include <gio/gunixmounts.h>

/* A drive with several partitions comes as a handful of signals. */
#define SETTLE_MS 400

struct _DsHotPlug {
  GObject parent_instance;

  GUnixMountMonitor *mounts;
  GCancellable *cancellable;
  GDBusConnection *bus; /* (nullable) */
  guint subscription;
  guint settling;
};

G_DEFINE_FINAL_TYPE (DsHotPlug, ds_hot_plug, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gboolean
settled_cb (gpointer data)
{
  DsHotPlug *self = data;

  self->settling = 0;
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
note_change (DsHotPlug *self)
{
  g_clear_handle_id (&self->settling, g_source_remove);
  self->settling = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static void
objects_cb (GDBusConnection *bus,
            const char *sender,
            const char *path,
            const char *interface,
            const char *signal,
            GVariant *parameters,
            gpointer data)
{
  const char *object = NULL;

  /* Jobs come and go all the time. */
  g_variant_get_child (parameters, 0, "&o", &object);
  if (g_str_has_prefix (object, DS_UDISKS_PATH "/block_devices/") ||
      g_str_has_prefix (object, DS_UDISKS_PATH "/drives/"))
    note_change (data);
}

static void
connected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *bus = g_bus_get_finish (result, &error);
  DsHotPlug *self;

  /* Cancelled, there is no self any more. */
  if (bus == NULL) {
    g_debug ("No news of drives: %s", error->message);
    return;
  }
  self = data;
  self->bus = bus;
  self->subscription =
      g_dbus_connection_signal_subscribe (bus, DS_UDISKS_NAME, "org.freedesktop.DBus.ObjectManager", NULL,
                                          DS_UDISKS_PATH, NULL, G_DBUS_SIGNAL_FLAGS_NONE, objects_cb, self, NULL);
}

static void
ds_hot_plug_dispose (GObject *object)
{
  DsHotPlug *self = DS_HOT_PLUG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->settling, g_source_remove);
  if (self->subscription != 0)
    g_dbus_connection_signal_unsubscribe (self->bus, self->subscription);
  self->subscription = 0;
  g_clear_object (&self->bus);
  g_clear_object (&self->mounts);
  G_OBJECT_CLASS (ds_hot_plug_parent_class)->dispose (object);
}

static void
ds_hot_plug_finalize (GObject *object)
{
  g_object_unref (DS_HOT_PLUG (object)->cancellable);
  G_OBJECT_CLASS (ds_hot_plug_parent_class)->finalize (object);
}

static void
ds_hot_plug_class_init (DsHotPlugClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ds_hot_plug_dispose;
  G_OBJECT_CLASS (class)->finalize = ds_hot_plug_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ds_hot_plug_init (DsHotPlug *self)
{
  self->cancellable = g_cancellable_new ();
  self->mounts = g_unix_mount_monitor_get ();
  g_signal_connect_object (self->mounts, "mounts-changed", G_CALLBACK (note_change), self, G_CONNECT_SWAPPED);
  g_bus_get (G_BUS_TYPE_SYSTEM, self->cancellable, connected_cb, self);
}

DsHotPlug *
ds_hot_plug_new (void)
{
  return g_object_new (DS_TYPE_HOT_PLUG, NULL);
}
