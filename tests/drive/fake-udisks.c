/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fake-udisks.h"

#include <gio/gunixfdlist.h>

#include <unistd.h>

#define NAME    "org.freedesktop.UDisks2"
#define PATH    "/org/freedesktop/UDisks2"
#define MANAGER "org.freedesktop.DBus.ObjectManager"

typedef struct {
  GVariant *reply;
  char *error; /* the reply's error; neither: no answer at all */
  int fd;      /* -1 for none */
} Answer;

typedef struct {
  guint count;
  char *last;
  gboolean interactive;
} Calls;

struct _FakeUdisks {
  GMutex lock; /* of all below: the filter runs in a thread of its own */
  GDBusConnection *bus;
  guint filter;
  GHashTable *objects; /* path -> GHashTable of interface -> "a{sv}" */
  GHashTable *answers; /* "path Interface.Method" -> Answer */
  GHashTable *calls;   /* "Interface.Method" -> Calls */
};

static GTestDBus *bus_daemon;

gboolean
fake_udisks_start_bus (void)
{
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");

  if (daemon == NULL) {
    g_print ("1..0 # SKIP dbus-daemon is not installed\n");
    return FALSE;
  }
  bus_daemon = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus_daemon);
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_test_dbus_get_bus_address (bus_daemon), TRUE);
  return TRUE;
}

void
fake_udisks_stop_bus (void)
{
  g_test_dbus_stop (bus_daemon);
  g_clear_object (&bus_daemon);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->reply, g_variant_unref);
  g_free (answer->error);
  g_free (answer);
}

static void
calls_free (gpointer data)
{
  Calls *calls = data;

  g_free (calls->last);
  g_free (calls);
}

static GVariant *
get_managed_objects (FakeUdisks *self)
{
  GVariantBuilder objects;
  GHashTableIter iter, inner;
  gpointer path, interfaces, interface, properties;

  g_variant_builder_init (&objects, G_VARIANT_TYPE ("a{oa{sa{sv}}}"));
  g_hash_table_iter_init (&iter, self->objects);
  while (g_hash_table_iter_next (&iter, &path, &interfaces)) {
    g_variant_builder_open (&objects, G_VARIANT_TYPE ("{oa{sa{sv}}}"));
    g_variant_builder_add (&objects, "o", path);
    g_variant_builder_open (&objects, G_VARIANT_TYPE ("a{sa{sv}}"));
    g_hash_table_iter_init (&inner, interfaces);
    while (g_hash_table_iter_next (&inner, &interface, &properties))
      g_variant_builder_add (&objects, "{s@a{sv}}", interface, properties);
    g_variant_builder_close (&objects);
    g_variant_builder_close (&objects);
  }
  return g_variant_new ("(@a{oa{sa{sv}}})", g_variant_builder_end (&objects));
}

static void
note_call (FakeUdisks *self, GDBusMessage *message, const char *method)
{
  Calls *calls = g_hash_table_lookup (self->calls, method);
  GVariant *body = g_dbus_message_get_body (message);

  if (calls == NULL) {
    calls = g_new0 (Calls, 1);
    g_hash_table_insert (self->calls, g_strdup (method), calls);
  }
  calls->count++;
  g_free (calls->last);
  calls->last = body != NULL ? g_variant_print (body, FALSE) : g_strdup ("()");
  calls->interactive =
      (g_dbus_message_get_flags (message) & G_DBUS_MESSAGE_FLAGS_ALLOW_INTERACTIVE_AUTHORIZATION) != 0;
}

/* (nullable): no answer */
static GDBusMessage *
make_reply (FakeUdisks *self, GDBusMessage *message, const char *path, const char *method)
{
  g_autofree char *key = g_strdup_printf ("%s %s", path, method);
  Answer *answer = g_hash_table_lookup (self->answers, key);
  GDBusMessage *reply;

  if (g_str_equal (method, MANAGER ".GetManagedObjects") && answer == NULL) {
    reply = g_dbus_message_new_method_reply (message);
    g_dbus_message_set_body (reply, get_managed_objects (self));
    return reply;
  }
  if (answer == NULL)
    return g_dbus_message_new_method_error_literal (message,
                                                    g_hash_table_contains (self->objects, path)
                                                        ? "org.freedesktop.DBus.Error.UnknownMethod"
                                                        : "org.freedesktop.DBus.Error.UnknownObject",
                                                    "No such method or object");
  if (answer->error != NULL)
    return g_dbus_message_new_method_error_literal (message, answer->error, "The words of UDisks2");
  if (answer->reply == NULL)
    return NULL;
  reply = g_dbus_message_new_method_reply (message);
  g_dbus_message_set_body (reply, answer->reply);
  if (answer->fd >= 0) {
    g_autoptr (GUnixFDList) fds = g_unix_fd_list_new ();

    g_unix_fd_list_append (fds, answer->fd, NULL);
    g_dbus_message_set_unix_fd_list (reply, fds);
  }
  return reply;
}

static GDBusMessage *
filter_cb (GDBusConnection *bus, GDBusMessage *message, gboolean incoming, gpointer data)
{
  FakeUdisks *self = data;
  const char *path = g_dbus_message_get_path (message);
  g_autofree char *method = NULL;
  g_autoptr (GDBusMessage) reply = NULL;

  if (!incoming || g_dbus_message_get_message_type (message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL ||
      !g_str_has_prefix (path, PATH))
    return message;

  method = g_strdup_printf ("%s.%s", g_dbus_message_get_interface (message), g_dbus_message_get_member (message));
  g_mutex_lock (&self->lock);
  note_call (self, message, method);
  reply = make_reply (self, message, path, method);
  g_mutex_unlock (&self->lock);
  if (reply != NULL)
    g_dbus_connection_send_message (bus, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL);
  g_object_unref (message);
  return NULL;
}

FakeUdisks *
fake_udisks_new (void)
{
  FakeUdisks *self = g_new0 (FakeUdisks, 1);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  g_mutex_init (&self->lock);
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, answer_free);
  self->calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, calls_free);
  self->bus = g_dbus_connection_new_for_address_sync (g_getenv ("DBUS_SYSTEM_BUS_ADDRESS"),
                                                      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                      NULL, NULL, &error);
  g_assert_no_error (error);
  self->filter = g_dbus_connection_add_filter (self->bus, filter_cb, self, NULL);
  reply = g_dbus_connection_call_sync (self->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "RequestName", g_variant_new ("(su)", NAME, 4u),
                                       NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  return self;
}

void
fake_udisks_free (FakeUdisks *self)
{
  /* Without the name and the connection nobody calls the filter any more once it is removed. */
  g_dbus_connection_remove_filter (self->bus, self->filter);
  g_dbus_connection_close_sync (self->bus, NULL, NULL);
  g_object_unref (self->bus);
  g_hash_table_unref (self->objects);
  g_hash_table_unref (self->answers);
  g_hash_table_unref (self->calls);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static char *
full_path (const char *path)
{
  return *path == '\0' ? g_strdup (PATH) : g_strdup_printf (PATH "/%s", path);
}

static char *
full_name (const char *name)
{
  return g_str_has_prefix (name, "org.") ? g_strdup (name) : g_strdup_printf (NAME ".%s", name);
}

void
fake_udisks_add (FakeUdisks *self, const char *path, const char *interface, const char *properties)
{
  g_autofree char *object = full_path (path);
  GHashTable *interfaces;
  g_autoptr (GError) error = NULL;
  GVariant *parsed = g_variant_parse (G_VARIANT_TYPE_VARDICT, properties, NULL, NULL, &error);

  g_assert_no_error (error);
  g_mutex_lock (&self->lock);
  interfaces = g_hash_table_lookup (self->objects, object);
  if (interfaces == NULL) {
    interfaces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
    g_hash_table_insert (self->objects, g_strdup (object), interfaces);
  }
  g_hash_table_insert (interfaces, full_name (interface), g_variant_ref_sink (parsed));
  g_mutex_unlock (&self->lock);
}

void
fake_udisks_remove (FakeUdisks *self, const char *path)
{
  g_autofree char *object = full_path (path);

  g_mutex_lock (&self->lock);
  g_hash_table_remove (self->objects, object);
  g_mutex_unlock (&self->lock);
}

void
fake_udisks_emit (FakeUdisks *self, const char *signal, const char *path, const char *interface)
{
  g_autofree char *object = full_path (path);
  g_autofree char *name = full_name (interface);
  GVariant *body;

  if (g_str_equal (signal, "InterfacesAdded")) {
    GVariantBuilder interfaces;

    g_variant_builder_init (&interfaces, G_VARIANT_TYPE ("a{sa{sv}}"));
    g_variant_builder_add (&interfaces, "{s@a{sv}}", name, g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0));
    body = g_variant_new ("(oa{sa{sv}})", object, &interfaces);
  } else {
    const char *names[] = { name, NULL };

    body = g_variant_new ("(o^as)", object, names);
  }
  g_dbus_connection_emit_signal (self->bus, NULL, PATH, MANAGER, signal, body, NULL);
}

static void
set_answer (FakeUdisks *self, const char *path, const char *method, GVariant *reply, const char *error, int fd)
{
  g_autofree char *object = full_path (path);
  g_autofree char *name = full_name (method);
  Answer *answer = g_new0 (Answer, 1);

  answer->reply = reply != NULL ? g_variant_ref_sink (reply) : NULL;
  answer->error = g_strdup (error);
  answer->fd = fd;
  g_mutex_lock (&self->lock);
  g_hash_table_insert (self->answers, g_strdup_printf ("%s %s", object, name), answer);
  g_mutex_unlock (&self->lock);
}

void
fake_udisks_reply (FakeUdisks *self, const char *path, const char *method, GVariant *reply, int fd)
{
  set_answer (self, path, method, reply, NULL, fd);
}

void
fake_udisks_refuse (FakeUdisks *self, const char *path, const char *method, const char *error)
{
  set_answer (self, path, method, NULL, error, -1);
}

void
fake_udisks_ignore (FakeUdisks *self, const char *path, const char *method)
{
  set_answer (self, path, method, NULL, NULL, -1);
}

guint
fake_udisks_count (FakeUdisks *self, const char *method)
{
  g_autofree char *name = full_name (method);
  Calls *calls;
  guint count;

  g_mutex_lock (&self->lock);
  calls = g_hash_table_lookup (self->calls, name);
  count = calls != NULL ? calls->count : 0;
  g_mutex_unlock (&self->lock);
  return count;
}

char *
fake_udisks_dup_call (FakeUdisks *self, const char *method)
{
  g_autofree char *name = full_name (method);
  Calls *calls;
  char *last;

  g_mutex_lock (&self->lock);
  calls = g_hash_table_lookup (self->calls, name);
  last = calls != NULL ? g_strdup (calls->last) : NULL;
  g_mutex_unlock (&self->lock);
  return last;
}

gboolean
fake_udisks_was_interactive (FakeUdisks *self, const char *method)
{
  g_autofree char *name = full_name (method);
  Calls *calls;
  gboolean interactive;

  g_mutex_lock (&self->lock);
  calls = g_hash_table_lookup (self->calls, name);
  interactive = calls != NULL && calls->interactive;
  g_mutex_unlock (&self->lock);
  return interactive;
}
