/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "ds-drive-error.h"
#include "ds-session.h"
#include "ds-units.h"
#include "fake-udisks.h"
#include "mounts.h"

/* A whole drive, read by somebody who may open it and by somebody who may not, and for whom UDisks2 does */

#define BLOCK  "block_devices/loop"
#define SIZE   (64 * DS_MIB)
#define NOBODY 65534

typedef struct {
  GMainLoop *loop;
  GError *error;
} Run;

static void
run_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;

  ds_session_run_finish (DS_SESSION (source), result, &run->error);
  g_main_loop_quit (run->loop);
}

static DsReport *
run (DsOptions *options, const char *path, GError **error)
{
  g_autoptr (DsSession) session = ds_session_new (options, path, NULL, NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Run ended = { .loop = loop };

  ds_session_run_async (session, NULL, run_cb, &ended);
  g_main_loop_run (loop);
  if (ended.error)
    g_propagate_error (error, ended.error);
  return ds_report_ref (ds_session_get_report (session));
}

static DsReport *
scan (const char *path, const char *test, GError **error)
{
  g_autoptr (DsOptions) options = ds_options_new (ds_suites_find ("drive-scan"));

  g_assert_true (ds_options_set (options, "tests", test, NULL));
  g_assert_true (ds_options_set (options, "points", "0", NULL));
  g_assert_true (ds_options_set (options, "block", "1MiB", NULL));
  return run (options, path, error);
}

static void
assert_scanned (DsReport *report)
{
  const DsSeries *series = report->series->pdata[0];

  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_cmpuint (report->target.test_size, ==, SIZE);
  g_assert_cmpuint (report->bytes_read, ==, SIZE);
  g_assert_cmpuint (report->bytes_written, ==, 0);
  g_assert_cmpuint (series->x->len, ==, SIZE / DS_MIB);
}

static void
test_permitted (void)
{
  g_autoptr (Mount) device = mount_new_device (SIZE, 512);
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  if (device == NULL)
    return;
  report = scan (device->path, "linear-read", &error);
  g_assert_no_error (error);
  assert_scanned (report);
}

/* Never over a drive: not even by somebody who could */
static void
test_no_writing (void)
{
  g_autoptr (Mount) device = mount_new_device (SIZE, 512);
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  if (device == NULL)
    return;
  report = scan (device->path, "linear-write", &error);
  g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_TARGET);
  g_assert_cmpuint (report->bytes_written, ==, 0);
}

/* Sizes below the sector stay in the list, and say why they have no number. */
static void
test_sectors (void)
{
  const MountSpec spec = { .type = "ext4", .size = 256 * DS_MIB, .sector = 4096 };
  g_autoptr (Mount) mount = mount_new_loop (&spec);
  g_autoptr (DsOptions) options = ds_options_new (ds_suites_find ("transfer-sizes"));
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  if (mount == NULL)
    return;
  g_assert_true (ds_options_set (options, "length", "1MiB", NULL));
  g_assert_true (ds_options_set (options, "to", "64KiB", NULL));
  report = run (options, mount->path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_cmpuint (report->cells->len, ==, 16);
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];

    if (cell->block_size < 4096) {
      g_assert_cmpint (cell->state, ==, DS_CELL_UNSUPPORTED);
      g_assert_nonnull (strstr (cell->note, "not supported by this target"));
    } else {
      g_assert_cmpint (cell->state, ==, DS_CELL_DONE);
      g_assert_cmpfloat (ds_cell_get_mb_s (cell), >, 0);
    }
  }
}

/* A curve shows a slow place where it is. */
static void
test_slow_spot (void)
{
  g_autoptr (Mount) mount = mount_new_failfs ("slow=20000,slow_from=20971520,slow_to=25165824");
  g_autofree char *path = NULL;
  g_autofree char *content = NULL;
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) error = NULL;
  const DsSeries *series;
  double slow = 0, fast = 0;
  guint n_slow = 0, n_fast = 0;

  if (mount == NULL)
    return;
  path = g_build_filename (mount->path, "drive", NULL);
  content = g_malloc0 (32 * DS_MIB);
  g_assert_true (g_file_set_contents_full (path, content, 32 * DS_MIB, G_FILE_SET_CONTENTS_NONE, 0600, &error));
  g_assert_no_error (error);
  report = scan (path, "linear-read", &error);
  g_assert_no_error (error);
  series = report->series->pdata[0];
  g_assert_cmpuint (series->x->len, ==, 32);
  for (guint i = 0; i < series->x->len; i++) {
    double position = g_array_index (series->x, double, i);
    double seconds = 1 / g_array_index (series->y, double, i);

    if (position >= 20 * DS_MIB && position < 24 * DS_MIB) {
      slow += seconds;
      n_slow++;
    } else {
      fast += seconds;
      n_fast++;
    }
  }
  g_assert_cmpuint (n_slow, ==, 4);
  g_assert_cmpfloat (slow / n_slow, >, 3 * fast / n_fast);
}

static gboolean has_bus;

/* For the length of this one test the process has no more rights than anybody. */
static void
drop_rights (gboolean drop)
{
  g_assert_cmpint (setegid (drop ? NOBODY : 0), ==, 0);
  g_assert_cmpint (seteuid (drop ? NOBODY : 0), ==, 0);
}

static void
test_opened_by_udisks (void)
{
  g_autoptr (Mount) device = mount_new_device (SIZE, 512);
  g_autoptr (FakeUdisks) udisks = NULL;
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (DsReport) report = NULL;
  g_autoptr (DsReport) refused = NULL;
  g_autoptr (GError) error = NULL;
  int fd;

  if (device == NULL)
    return;
  if (!has_bus) {
    g_test_skip ("no dbus-daemon for a system bus of the test's own");
    return;
  }
  udisks = fake_udisks_new ();
  fake_udisks_add (udisks, BLOCK, "Block", "{}");
  fake_udisks_reply (udisks, "Manager", "Manager.ResolveDevice",
                     g_variant_new_parsed ("([objectpath '/org/freedesktop/UDisks2/" BLOCK "'],)"), -1);
  fd = open (device->path, O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  fake_udisks_reply (udisks, BLOCK, "Block.OpenDevice", g_variant_new ("(h)", 0), fd);
  /* The bus knows this process by the rights it had when it came. */
  bus = g_bus_get_sync (G_BUS_TYPE_SYSTEM, NULL, &error);
  g_assert_no_error (error);

  drop_rights (TRUE);
  report = scan (device->path, "linear-read", &error);
  g_assert_no_error (error);
  fake_udisks_refuse (udisks, BLOCK, "Block.OpenDevice", "org.freedesktop.UDisks2.Error.NotAuthorizedDismissed");
  refused = scan (device->path, "linear-read", &error);
  drop_rights (FALSE);

  assert_scanned (report);
  g_assert_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_DISMISSED);
  g_assert_cmpint (refused->state, ==, DS_STATE_FAILED);
  g_assert_cmpstr (refused->error, ==, error->message);
}

int
main (int argc, char **argv)
{
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");
  int status;

  g_test_init (&argc, &argv, NULL);
  mounts_enter ();
  isolate_state ();
  g_test_add_func ("/suite/device/permitted", test_permitted);
  g_test_add_func ("/suite/device/no-writing", test_no_writing);
  g_test_add_func ("/suite/device/sectors", test_sectors);
  g_test_add_func ("/suite/device/slow-spot", test_slow_spot);
  g_test_add_func ("/suite/device/opened-by-udisks", test_opened_by_udisks);
  has_bus = daemon != NULL && fake_udisks_start_bus ();
  status = g_test_run ();
  if (has_bus)
    fake_udisks_stop_bus ();
  return status;
}
