/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-mounts.h"

static const char table[] =
    "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard\n"
    "30 27 8:1 / /mnt rw,nosuid shared:2 master:1 - xfs /dev/sda1 rw,attr2\n"
    "31 27 8:2 /dir\\040one /mnt/a\\040b\\134c\\011d rw - btrfs /dev/sdb\\0401 ro,compress=zstd:3\n"
    "32 30 8:3 / /mnt rw,noatime - ext4 /dev/sdc1 rw,data=ordered\n"
    "33 27 0:50 / /mnt-other rw - tmpfs tmpfs rw\n"
    "broken line\n"
    "34 27 x - ext4\n"
    "35 27 0:60 / /short rw - nfs\n"
    "36 27 0:61 / /plain rw - fuse.x server:/x\n";

static void
test_parse (void)
{
  g_autoptr (GPtrArray) mounts = ds_mounts_parse (table);
  const DsMount *mount = g_ptr_array_index (mounts, 2);

  g_assert_cmpuint (mounts->len, ==, 6);
  g_assert_cmpuint (mount->id, ==, 31);
  g_assert_cmpuint (mount->major, ==, 8);
  g_assert_cmpuint (mount->minor, ==, 2);
  g_assert_cmpstr (mount->root, ==, "/dir one");
  g_assert_cmpstr (mount->mount_point, ==, "/mnt/a b\\c\td");
  g_assert_cmpstr (mount->fs_type, ==, "btrfs");
  g_assert_cmpstr (mount->source, ==, "/dev/sdb 1");
  g_assert_cmpstr (mount->super_options, ==, "ro,compress=zstd:3");
  mount = g_ptr_array_index (mounts, 5);
  g_assert_cmpstr (mount->source, ==, "server:/x");
  g_assert_cmpstr (mount->super_options, ==, "");
}

static const char *
find (GPtrArray *mounts, const char *path, guint64 id)
{
  const DsMount *mount = ds_mounts_find (mounts, path, id);

  return mount != NULL ? mount->source : NULL;
}

static void
test_find (void)
{
  g_autoptr (GPtrArray) mounts = ds_mounts_parse (table);
  g_autoptr (GPtrArray) none = ds_mounts_parse ("");

  g_assert_cmpstr (find (mounts, "/", 0), ==, "/dev/vda");
  g_assert_cmpstr (find (mounts, "/home/x", 0), ==, "/dev/vda");
  /* Two mounts on one folder: the later hides the earlier. */
  g_assert_cmpstr (find (mounts, "/mnt", 0), ==, "/dev/sdc1");
  g_assert_cmpstr (find (mounts, "/mnt/x", 0), ==, "/dev/sdc1");
  /* A common beginning of the text is not a common folder. */
  g_assert_cmpstr (find (mounts, "/mnt-other/x", 0), ==, "tmpfs");
  g_assert_cmpstr (find (mounts, "/mnt-othe", 0), ==, "/dev/vda");
  g_assert_cmpstr (find (mounts, "/mnt/a b\\c\td/e", 0), ==, "/dev/sdb 1");
  /* The kernel's own answer beats the text. */
  g_assert_cmpstr (find (mounts, "/mnt/x", 30), ==, "/dev/sda1");
  g_assert_cmpstr (find (mounts, "/mnt/x", 999), ==, "/dev/sdc1");
  g_assert_null (find (none, "/", 0));
}

static void
test_options (void)
{
  g_autoptr (GPtrArray) mounts = ds_mounts_parse (table);
  const DsMount *root = g_ptr_array_index (mounts, 0);
  const DsMount *btrfs = g_ptr_array_index (mounts, 2);
  g_autofree char *all = ds_mount_dup_all_options (root);
  g_autofree char *compress = ds_mount_dup_option (btrfs, "compress");

  g_assert_cmpstr (all, ==, "rw,relatime,discard");
  g_assert_cmpstr (compress, ==, "zstd:3");
  g_assert_null (ds_mount_dup_option (btrfs, "comp"));
  g_assert_true (ds_mount_has_option (btrfs, "ro"));
  g_assert_false (ds_mount_has_option (root, "ro"));
  g_assert_true (ds_mount_has_option (root, "discard"));
}

static void
test_real (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) mounts = ds_mounts_read (&error);

  g_assert_no_error (error);
  g_assert_nonnull (ds_mounts_find (mounts, "/", 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mounts/parse", test_parse);
  g_test_add_func ("/mounts/find", test_find);
  g_test_add_func ("/mounts/options", test_options);
  g_test_add_func ("/mounts/real", test_real);
  return g_test_run ();
}
