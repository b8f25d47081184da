/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-device.h"
#include "ds-drive-error.h"

#include "fake-udisks.h"

#include <glib/gstdio.h>

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BLOCK "block_devices/sda"
#define OPEN  "Block.OpenDevice"

typedef struct {
  gboolean done;
  int fd;
  GError *error;
} Answer;

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  g_assert_null (source);
  answer->fd = ds_device_open_finish (result, &answer->error);
  answer->done = TRUE;
}

static int
open_device (GCancellable *cancellable, GError **error)
{
  Answer answer = { 0 };

  ds_device_open_async ("/dev/sda", cancellable, opened_cb, &answer);
  while (!answer.done)
    g_main_context_iteration (NULL, TRUE);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.fd;
}

static FakeUdisks *
fake_with_disk (void)
{
  FakeUdisks *udisks = fake_udisks_new ();

  fake_udisks_add (udisks, BLOCK, "Block", "{}");
  fake_udisks_reply (udisks, "Manager", "Manager.ResolveDevice",
                     g_variant_new_parsed ("([objectpath '/org/freedesktop/UDisks2/" BLOCK "'],)"), -1);
  return udisks;
}

static void
assert_refused (FakeUdisks *udisks, const char *name, int code, const char *words)
{
  g_autoptr (GError) error = NULL;

  fake_udisks_refuse (udisks, BLOCK, OPEN, name);
  g_assert_cmpint (open_device (NULL, &error), ==, -1);
  g_assert_error (error, DS_DRIVE_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (strstr (error->message, "GDBus.Error"));
}

static void
test_opens (void)
{
  g_autoptr (FakeUdisks) udisks = fake_with_disk ();
  g_autofree char *path = NULL;
  g_autofree char *resolve = NULL;
  g_autofree char *call = NULL;
  g_autoptr (GError) error = NULL;
  char text[8] = "";
  int theirs = g_file_open_tmp ("device-XXXXXX", &path, &error);
  int ours;

  g_assert_no_error (error);
  g_assert_cmpint (write (theirs, "sectors", 7), ==, 7);
  fake_udisks_reply (udisks, BLOCK, OPEN, g_variant_new ("(h)", 0), theirs);
  ours = open_device (NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ours, !=, theirs);
  g_assert_cmpint (pread (ours, text, 7, 0), ==, 7);
  g_assert_cmpstr (text, ==, "sectors");
  g_assert_cmpint (fcntl (ours, F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
  resolve = fake_udisks_dup_call (udisks, "Manager.ResolveDevice");
  g_assert_cmpstr (resolve, ==, "({'path': <'/dev/sda'>}, {'auth.no_user_interaction': <true>})");
  call = fake_udisks_dup_call (udisks, OPEN);
  g_assert_cmpstr (call, ==, "('r', {})");
  g_assert_true (fake_udisks_was_interactive (udisks, OPEN));
  close (ours);
  close (theirs);
  g_unlink (path);
}

static void
test_refused (void)
{
  g_autoptr (FakeUdisks) udisks = fake_with_disk ();

  assert_refused (udisks, "org.freedesktop.UDisks2.Error.NotAuthorized", DS_DRIVE_ERROR_PERMISSION,
                  "do not let you read /dev/sda");
  assert_refused (udisks, "org.freedesktop.UDisks2.Error.NotAuthorizedCanObtain", DS_DRIVE_ERROR_NO_AGENT,
                  "polkit agent");
  assert_refused (udisks, "org.freedesktop.UDisks2.Error.NotAuthorizedDismissed", DS_DRIVE_ERROR_DISMISSED,
                  "no password was given");
  assert_refused (udisks, "org.freedesktop.UDisks2.Error.Timedout", DS_DRIVE_ERROR_TIMED_OUT, "in time");
  assert_refused (udisks, "org.freedesktop.DBus.Error.NoReply", DS_DRIVE_ERROR_TIMED_OUT, "in time");
  assert_refused (udisks, "org.freedesktop.UDisks2.Error.DeviceBusy", DS_DRIVE_ERROR_BUSY, "busy");
  assert_refused (udisks, "org.freedesktop.UDisks2.Error.Failed", DS_DRIVE_ERROR_FAILED, "The words of UDisks2");
  assert_refused (udisks, "org.freedesktop.DBus.Error.AccessDenied", DS_DRIVE_ERROR_PERMISSION, "do not let");
  assert_refused (udisks, "org.freedesktop.DBus.Error.Spawn.ChildExited", DS_DRIVE_ERROR_NO_SERVICE, "UDisks2");
}

static void
test_older_than_the_call (void)
{
  g_autoptr (FakeUdisks) udisks = fake_with_disk ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (open_device (NULL, &error), ==, -1);
  g_assert_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_SUPPORTED);
}

static void
test_no_such_device (void)
{
  g_autoptr (FakeUdisks) udisks = fake_with_disk ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) gone = NULL;

  fake_udisks_reply (udisks, "Manager", "Manager.ResolveDevice", g_variant_new_parsed ("(@ao [],)"), -1);
  g_assert_cmpint (open_device (NULL, &error), ==, -1);
  g_assert_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_FOUND);

  /* Pulled between the two calls */
  fake_udisks_reply (udisks, "Manager", "Manager.ResolveDevice",
                     g_variant_new_parsed ("([objectpath '/org/freedesktop/UDisks2/" BLOCK "'],)"), -1);
  fake_udisks_remove (udisks, BLOCK);
  g_assert_cmpint (open_device (NULL, &gone), ==, -1);
  g_assert_error (gone, DS_DRIVE_ERROR, DS_DRIVE_ERROR_GONE);
}

static void
test_no_descriptor (void)
{
  g_autoptr (FakeUdisks) udisks = fake_with_disk ();
  g_autoptr (GError) error = NULL;

  fake_udisks_reply (udisks, BLOCK, OPEN, g_variant_new ("(h)", 7), -1);
  g_assert_cmpint (open_device (NULL, &error), ==, -1);
  g_assert_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED);
}

static gboolean
cancel_cb (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static void
test_cancelled (void)
{
  g_autoptr (FakeUdisks) udisks = fake_with_disk ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  fake_udisks_ignore (udisks, BLOCK, OPEN);
  g_timeout_add (50, cancel_cb, cancellable);
  g_assert_cmpint (open_device (cancellable, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_no_service (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (open_device (NULL, &error), ==, -1);
  g_assert_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NO_SERVICE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!fake_udisks_start_bus ())
    return 0;
  g_test_add_func ("/device/no-service", test_no_service);
  g_test_add_func ("/device/opens", test_opens);
  g_test_add_func ("/device/refused", test_refused);
  g_test_add_func ("/device/older-than-the-call", test_older_than_the_call);
  g_test_add_func ("/device/no-such-device", test_no_such_device);
  g_test_add_func ("/device/no-descriptor", test_no_descriptor);
  g_test_add_func ("/device/cancelled", test_cancelled);
  status = g_test_run ();
  fake_udisks_stop_bus ();
  return status;
}
