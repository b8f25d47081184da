/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-inhibitor.h"

#include <gio/gunixfdlist.h>
#include <glib-unix.h>

#include <errno.h>
#include <unistd.h>

/* A logind of our own on a private bus: it hands out the end of a pipe, as the real one does, and the test sees by
 * the other end whether it is still held. */
static const char interface_xml[] =
    "<node><interface name='org.freedesktop.login1.Manager'><method name='Inhibit'>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='h' direction='out'/></method></interface></node>";

typedef struct {
  int watch; /* reads end of file once nobody holds the other end */
  guint calls;
  char *what, *why, *mode;
  gboolean owned;
} FakeLogind;

static void
inhibit_cb (GDBusConnection *bus,
            const char *sender,
            const char *path,
            const char *interface,
            const char *method,
            GVariant *parameters,
            GDBusMethodInvocation *invocation,
            gpointer data)
{
  FakeLogind *logind = data;
  g_autoptr (GUnixFDList) fds = g_unix_fd_list_new ();
  int ends[2];

  g_assert_true (g_unix_open_pipe (ends, FD_CLOEXEC, NULL));
  logind->watch = ends[0];
  logind->calls++;
  g_variant_get (parameters, "(ssss)", &logind->what, NULL, &logind->why, &logind->mode);
  g_assert_cmpint (g_unix_fd_list_append (fds, ends[1], NULL), ==, 0);
  close (ends[1]);
  g_dbus_method_invocation_return_value_with_unix_fd_list (invocation, g_variant_new ("(h)", 0), fds);
}

static void
acquired_cb (GDBusConnection *bus, const char *name, gpointer data)
{
  FakeLogind *logind = data;

  logind->owned = TRUE;
}

static gboolean
is_held (FakeLogind *logind)
{
  char byte;

  return read (logind->watch, &byte, 1) == -1 && errno == EAGAIN;
}

static void
iterate_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end) {
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_usleep (2000);
  }
}

static void
test_inhibits (void)
{
  static const GDBusInterfaceVTable vtable = { .method_call = inhibit_cb };
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (interface_xml, NULL);
  const char *address = g_getenv ("DBUS_SYSTEM_BUS_ADDRESS");
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (GError) error = NULL;
  FakeLogind logind = { .watch = -1 };
  DsInhibitor *inhibitor;
  guint owner;

  bus = g_dbus_connection_new_for_address_sync (
      address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (bus, "/org/freedesktop/login1", info->interfaces[0], &vtable, &logind, NULL,
                                     &error);
  g_assert_no_error (error);
  owner = g_bus_own_name_on_connection (bus, "org.freedesktop.login1", 0, acquired_cb, NULL, &logind, NULL);
  while (!logind.owned)
    g_main_context_iteration (NULL, TRUE);

  inhibitor = ds_inhibitor_new ("A benchmark is running");
  while (logind.calls == 0)
    g_main_context_iteration (NULL, TRUE);
  iterate_for (100);
  g_assert_cmpstr (logind.what, ==, "sleep:idle");
  g_assert_cmpstr (logind.why, ==, "A benchmark is running");
  g_assert_cmpstr (logind.mode, ==, "block");
  g_assert_true (g_unix_set_fd_nonblocking (logind.watch, TRUE, NULL));
  g_assert_true (is_held (&logind));
  g_object_unref (inhibitor);
  iterate_for (50);
  g_assert_false (is_held (&logind));

  /* Freed before the answer: nothing stays held. */
  logind.calls = 0;
  close (logind.watch);
  g_object_unref (ds_inhibitor_new ("Short"));
  iterate_for (100);
  if (logind.calls > 0) {
    g_assert_true (g_unix_set_fd_nonblocking (logind.watch, TRUE, NULL));
    g_assert_false (is_held (&logind));
    close (logind.watch);
  }
  g_bus_unown_name (owner);
  g_free (logind.what);
  g_free (logind.why);
  g_free (logind.mode);
}

static void
test_without_logind (void)
{
  g_autoptr (DsInhibitor) inhibitor = ds_inhibitor_new ("Nobody listens");

  iterate_for (100);
  g_assert_nonnull (inhibitor);
}

int
main (int argc, char **argv)
{
  g_autoptr (GTestDBus) bus = NULL;
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");
  int status;

  g_test_init (&argc, &argv, NULL);
  if (daemon == NULL) {
    g_print ("1..0 # SKIP dbus-daemon is not installed\n");
    return 0;
  }
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_test_dbus_get_bus_address (bus), TRUE);
  g_test_add_func ("/inhibitor/without-logind", test_without_logind);
  g_test_add_func ("/inhibitor/inhibits", test_inhibits);
  status = g_test_run ();
  g_test_dbus_stop (bus);
  return status;
}
