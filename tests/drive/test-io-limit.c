/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-io-limit.h"

#include <glib/gstdio.h>

typedef struct {
  char *root;
} Fixture;

static void
put (Fixture *self, const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->root, folder, NULL);
  g_autofree char *file = g_build_filename (path, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->root = g_dir_make_tmp ("ds-cgroup-XXXXXX", NULL);
  g_assert_nonnull (self->root);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR))
      remove_tree (child);
    else
      g_unlink (child);
  }
  g_rmdir (path);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_tree (self->root);
  g_free (self->root);
}

static void
check (Fixture *self, const char *groups, const char *device, const char *expected)
{
  g_autofree char *limit = ds_io_limit_find (groups, self->root, device);

  g_assert_cmpstr (limit, ==, expected);
}

static void
test_v2 (Fixture *self, gconstpointer data)
{
  put (self, "user.slice/app.scope", "io.max",
       "8:0 rbps=max wbps=max riops=max wiops=max\n259:0 rbps=5242880 wbps=max\n");
  put (self, "user.slice", "io.max", "8:16 rbps=max wbps=1048576 riops=max wiops=100\n");
  check (self, "0::/user.slice/app.scope\n", "259:0", "rbps=5242880");
  /* What a group above has holds too. */
  check (self, "0::/user.slice/app.scope\n", "8:16", "wbps=1048576 wiops=100");
  check (self, "0::/user.slice/app.scope\n", "8:0", NULL);
  check (self, "0::/user.slice\n", "259:0", NULL);
  check (self, "0::/\n", "259:0", NULL);
}

static void
test_v1 (Fixture *self, gconstpointer data)
{
  put (self, "blkio/x/y", "blkio.throttle.read_bps_device", "");
  put (self, "blkio/x", "blkio.throttle.write_iops_device", "7:1 200\n");
  check (self, "3:cpu,cpuacct:/z\n5:blkio:/x/y\n0::/\n", "7:1", "write_iops_device=200");
  check (self, "5:blkio:/x/y\n", "7:2", NULL);
}

static void
test_nonsense (Fixture *self, gconstpointer data)
{
  put (self, ".", "io.max", "259:0");
  check (self, "", "259:0", NULL);
  check (self, "::\n0:\n0::\n0::/../../etc\nblkio\n", "259:0", NULL);
  check (self, "0::relative", "259:0", NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/io-limit/v2", Fixture, NULL, set_up, test_v2, tear_down);
  g_test_add ("/io-limit/v1", Fixture, NULL, set_up, test_v1, tear_down);
  g_test_add ("/io-limit/nonsense", Fixture, NULL, set_up, test_nonsense, tear_down);
  return g_test_run ();
}
