/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-place-private.h"

#include "fake-tree.h"

#include <glib/gstdio.h>

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NVME      "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/nvme0n1"
#define DM(minor) "devices/virtual/block/dm-" #minor

static DsPlace *
inspect (FakeTree *tree, const char *mountinfo, const char *path)
{
  g_autoptr (GError) error = NULL;
  DsPlace *place = ds_place_inspect_in (tree->sys, mountinfo, path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (place);
  return place;
}

static char *
names_of (DsPlace *place)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < place->drives->len; i++)
    g_string_append_printf (names, "%s ", ((DsDrive *) g_ptr_array_index (place->drives, i))->name);
  return g_string_free (names, FALSE);
}

static void
assert_place (DsPlace *place, const char *stack, const char *drives)
{
  g_autofree char *names = names_of (place);

  g_assert_cmpstr (place->stack, ==, stack);
  g_assert_cmpstr (names, ==, drives);
}

static void
test_partition (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (DsPlace) copy = NULL;

  fake_tree_add_nvme (tree);
  place = inspect (tree, "1 0 259:2 / /home rw,noatime - xfs /dev/nvme0n1p2 rw,attr2\n", "/home/anna/test");
  assert_place (place, "xfs on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  g_assert_cmpstr (place->path, ==, "/home/anna/test");
  g_assert_cmpstr (place->mount_point, ==, "/home");
  g_assert_cmpstr (place->fs_type, ==, "xfs");
  g_assert_cmpstr (place->fs_options, ==, "rw,noatime,attr2");
  g_assert_cmpstr (place->source, ==, "/dev/nvme0n1p2");
  g_assert_false (place->in_memory);
  g_assert_false (place->encrypted);
  g_assert_false (place->read_only);

  copy = ds_place_copy (place);
  g_clear_pointer (&place, ds_place_free);
  assert_place (copy, "xfs on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
}

/* The names say nothing: the disk is called like a partition and its partition like another disk. */
static void
test_names_do_not_count (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;

  fake_tree_disk (tree, "devices/platform/odd/block/sda1", 200, 0, 1000000000, NULL);
  fake_tree_partition (tree, "devices/platform/odd/block/sda1/sdb", 200, 7, 1);
  fake_tree_add_sata (tree, "sdb", 1, "Wrong", "6.0 Gbps");
  place = inspect (tree, "1 0 200:7 / / rw - ext4 /dev/root rw\n", "/");
  assert_place (place, "ext4 on virtual disk sda1", "sda1 ");
}

static void
test_lvm_on_luks (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) luks = NULL;
  g_autoptr (DsPlace) lvm = NULL;
  const char *table = "1 0 253:0 / / rw - ext4 /dev/mapper/crypt rw\n"
                      "2 1 253:1 / /home rw - ext4 /dev/mapper/vg-home rw\n";

  fake_tree_add_nvme (tree);
  fake_tree_add_mapper (tree, 0, "crypt", "CRYPT-LUKS2-0123456789abcdef-crypt");
  fake_tree_slave (tree, DM (0), NVME "/nvme0n1p2");
  fake_tree_add_mapper (tree, 1, "vg-home", "LVM-abcdef");
  fake_tree_slave (tree, DM (1), DM (0));

  luks = inspect (tree, table, "/srv");
  assert_place (luks, "ext4 on LUKS on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  g_assert_true (luks->encrypted);
  lvm = inspect (tree, table, "/home/x");
  assert_place (lvm, "ext4 on LVM on LUKS on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  g_assert_true (lvm->encrypted);
}

static void
test_verity_is_no_encryption (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;

  fake_tree_add_nvme (tree);
  fake_tree_add_mapper (tree, 0, "root", "CRYPT-VERITY-0123-root");
  fake_tree_slave (tree, DM (0), NVME "/nvme0n1p1");
  place = inspect (tree, "1 0 253:0 / / ro - ext4 /dev/mapper/root ro\n", "/");
  g_assert_false (place->encrypted);
  g_assert_true (place->read_only);
}

static void
test_raid (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  guint64 bytes_read, bytes_written;
  const char *md = "devices/virtual/block/md127";

  fake_tree_add_sata (tree, "sda", 1, "Crucial MX500", "6.0 Gbps");
  fake_tree_add_sata (tree, "sdb", 2, "Samsung 870", "6.0 Gbps");
  fake_tree_partition (tree, "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/block/sda/sda1", 8,
                       17, 1);
  fake_tree_disk (tree, md, 9, 127, 1000000000, NULL);
  fake_tree_set (tree, md, "md/level", "raid1");
  fake_tree_slave (tree, md, "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/block/sda/sda1");
  fake_tree_slave (tree, md, "devices/pci0000:00/0000:00:17.0/ata2/host2/target2:0:0/2:0:0:0/block/sdb");
  place = inspect (tree, "1 0 9:127 / /data rw - ext4 /dev/md/data rw\n", "/data");
  assert_place (place, "ext4 on RAID 1 on Crucial MX500 + Samsung 870", "sda sdb ");

  g_assert_true (ds_place_get_traffic_in (place, tree->sys, &bytes_read, &bytes_written));
  g_assert_cmpuint (bytes_read, ==, 2 * 2048 * 512);
  g_assert_cmpuint (bytes_written, ==, 2 * 4096 * 512);
}

/* Two encrypted halves of a RAID; two partitions of one disk count once. */
static void
test_raid_of_luks (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  const char *md = "devices/virtual/block/md0";

  fake_tree_add_nvme (tree);
  fake_tree_add_sata (tree, "sda", 1, "Crucial MX500", "6.0 Gbps");
  fake_tree_add_mapper (tree, 0, "a", "CRYPT-LUKS1-a");
  fake_tree_slave (tree, DM (0), NVME "/nvme0n1p1");
  fake_tree_slave (tree, DM (0), NVME "/nvme0n1p2");
  fake_tree_add_mapper (tree, 1, "b", "CRYPT-LUKS1-b");
  fake_tree_slave (tree, DM (1), "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/block/sda");
  fake_tree_disk (tree, md, 9, 0, 1000000000, NULL);
  fake_tree_set (tree, md, "md/level", "raid0");
  fake_tree_slave (tree, md, DM (0));
  fake_tree_slave (tree, md, DM (1));
  place = inspect (tree, "1 0 9:0 / /data rw - f2fs /dev/md0 rw\n", "/data");
  assert_place (place, "f2fs on RAID 0 on (LUKS on Samsung SSD 990 PRO 2TB) + (LUKS on Crucial MX500)",
                "nvme0n1 sda ");
  g_assert_true (place->encrypted);
}

/* btrfs has an anonymous number: its source leads to one device, the kernel's list to the others. */
static void
test_btrfs (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  const char *sda = "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/block/sda";

  fake_tree_add_nvme (tree);
  fake_tree_add_sata (tree, "sda", 1, "Crucial MX500", "6.0 Gbps");
  fake_tree_folder (tree, "fs/btrfs/features");
  fake_tree_folder (tree, "fs/btrfs/11111111-2222-3333-4444-555555555555/devices");
  fake_tree_link (tree, "fs/btrfs/66666666-2222-3333-4444-555555555555/devices/sda", sda);
  fake_tree_link (tree, "fs/btrfs/66666666-2222-3333-4444-555555555555/devices/nvme0n1p1", NVME "/nvme0n1p1");
  place = inspect (tree, "1 0 0:33 /@home /home rw,compress=zstd:1 - btrfs /dev/sda rw\n", "/home/x");
  assert_place (place, "btrfs on Samsung SSD 990 PRO 2TB + Crucial MX500", "nvme0n1 sda ");
  g_assert_cmpstr (place->fs_options, ==, "rw,compress=zstd:1");
}

/* By its mapped name, as /etc/fstab has it */
static void
test_btrfs_on_luks (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;

  fake_tree_add_nvme (tree);
  fake_tree_add_mapper (tree, 4, "luks-home", "CRYPT-LUKS2-x");
  fake_tree_slave (tree, DM (4), NVME "/nvme0n1p2");
  place = inspect (tree, "1 0 0:33 / / rw - btrfs /dev/mapper/luks-home rw\n", "/");
  assert_place (place, "btrfs on LUKS on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
}

static void
test_loop (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (DsPlace) of_device = NULL;
  g_autoptr (DsPlace) in_memory = NULL;
  const char *table = "1 0 259:2 / /home rw - ext4 /dev/nvme0n1p2 rw\n"
                      "2 1 7:0 / /mnt rw - xfs /dev/loop0 rw\n"
                      "3 1 7:1 / /device rw - xfs /dev/loop1 rw\n"
                      "4 1 0:20 / /run rw - tmpfs tmpfs rw\n"
                      "5 1 7:2 / /memory rw - xfs /dev/loop2 rw\n";
  static const char *const files[] = { "/home/anna/disk 1.img", "/dev/nvme0n1p1", "/run/disk.img" };

  fake_tree_add_nvme (tree);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *node = g_strdup_printf ("devices/virtual/block/loop%u", i);

    fake_tree_disk (tree, node, 7, i, 1000000, NULL);
    fake_tree_set (tree, node, "loop/backing_file", files[i]);
  }
  place = inspect (tree, table, "/mnt/x");
  assert_place (place, "xfs on a file on ext4 on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  of_device = inspect (tree, table, "/device");
  assert_place (of_device, "xfs on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  /* No disk below: the loop device itself is the leaf. */
  in_memory = inspect (tree, table, "/memory");
  assert_place (in_memory, "xfs on virtual disk loop2", "loop2 ");
}

/* A loop device on a file that lies on itself cannot be made, but must not hang. */
static void
test_circle (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;

  fake_tree_disk (tree, "devices/virtual/block/loop0", 7, 0, 1000000, NULL);
  fake_tree_set (tree, "devices/virtual/block/loop0", "loop/backing_file", "/mnt/disk.img");
  place = inspect (tree, "2 1 7:0 / /mnt rw - xfs /dev/loop0 rw\n", "/mnt");
  g_assert_cmpuint (place->drives->len, <=, 1);
}

static void
test_overlay (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (DsPlace) container = NULL;

  fake_tree_add_nvme (tree);
  place = inspect (tree,
                   "1 0 259:2 / /persist rw - ext4 /dev/nvme0n1p2 rw\n"
                   "2 1 0:40 / / rw - overlay overlay rw,lowerdir=/ro,upperdir=/persist/up,workdir=/persist/w\n",
                   "/home");
  assert_place (place, "overlay on ext4 on Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  /* In a container the upper folder cannot be seen. */
  container = inspect (tree, "2 1 0:40 / / rw - overlay overlay rw,upperdir=/var/lib/up,workdir=/w\n", "/home");
  assert_place (container, "overlay", "");
}

static void
test_memory_and_network (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) memory = NULL;
  g_autoptr (DsPlace) network = NULL;
  guint64 bytes_read, bytes_written;
  const char *table = "1 0 0:30 / /tmp rw - tmpfs tmpfs rw,size=1g\n"
                      "2 0 0:31 / /net rw - nfs4 server:/export rw,vers=4.2\n";

  memory = inspect (tree, table, "/tmp/x");
  g_assert_true (memory->in_memory);
  assert_place (memory, "tmpfs", "");
  network = inspect (tree, table, "/net");
  g_assert_false (network->in_memory);
  assert_place (network, "nfs4", "");
  g_assert_false (ds_place_get_traffic_in (network, tree->sys, &bytes_read, &bytes_written));
}

/* A live system: what is written to its overlay stays in memory. */
static void
test_overlay_in_memory (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (GPtrArray) groups = NULL;
  const char *mountinfo = "1 0 0:30 / /cow rw - tmpfs tmpfs rw\n"
                          "2 1 0:40 / / rw - overlay overlay rw,lowerdir=/ro,upperdir=/cow/up,workdir=/cow/w\n";
  g_autoptr (GPtrArray) mounts = ds_mounts_parse (mountinfo);

  place = inspect (tree, mountinfo, "/home");
  assert_place (place, "overlay on tmpfs", "");
  g_assert_true (place->in_memory);
  groups = ds_place_list_group (tree->sys, mounts, "/home");
  g_assert_cmpuint (groups->len, ==, 0);
}

/* A disk of many paths counts on its hidden paths where the kernel does not count it whole. */
static void
test_multipath_traffic (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;
  guint64 bytes_read, bytes_written;

  fake_tree_add_multipath (tree);
  place = inspect (tree, "1 0 259:20 / /data rw - xfs /dev/nvme5n1 rw\n", "/data");
  assert_place (place, "xfs on KIOXIA CM7-R 3.84TB", "nvme5n1 ");
  g_assert_true (ds_place_get_traffic_in (place, tree->sys, &bytes_read, &bytes_written));
  g_assert_cmpuint (bytes_read, ==, 2 * 2048 * 512);
  g_assert_cmpuint (bytes_written, ==, 2 * 4096 * 512);
}

static void
test_device (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsPlace) place = NULL;

  fake_tree_add_nvme (tree);
  place = inspect (tree, "1 0 259:0 / /data rw - xfs /dev/nvme0n1 rw\n", "/dev/nvme0n1");
  assert_place (place, "Samsung SSD 990 PRO 2TB", "nvme0n1 ");
  g_assert_null (place->fs_type);
  g_assert_cmpstr (place->mount_point, ==, "/data");
  g_assert_cmpuint (place->size, ==, G_GUINT64_CONSTANT (2000398934016));
  g_assert_false (place->writable);
}

static void
test_no_mount (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (ds_place_inspect_in (tree->sys, "", "/x", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static char *
describe_groups (GPtrArray *groups)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++) {
    GPtrArray *group = g_ptr_array_index (groups, i);

    for (guint j = 0; j < group->len; j++)
      g_string_append_printf (text, "%s%s", j > 0 ? " = " : "",
                              ((DsMount *) g_ptr_array_index (group, j))->mount_point);
    g_string_append (text, "; ");
  }
  return g_string_free (text, FALSE);
}

static void
test_list (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (GPtrArray) memory_home = NULL;
  g_autoptr (GPtrArray) unmounted = NULL;
  g_autofree char *text = NULL;
  g_autofree char *memory_text = NULL;
  g_autoptr (GPtrArray) mounts = ds_mounts_parse ("1 0 254:0 / / rw - ext4 /dev/vda rw\n"
                                                  "2 1 0:22 / /proc rw - proc proc rw\n"
                                                  "3 1 0:23 / /tmp rw - tmpfs tmpfs rw\n"
                                                  "4 1 259:1 / /boot/efi rw - vfat /dev/nvme0n1p1 rw\n"
                                                  "5 1 7:3 / /snap/core/1 ro - squashfs /dev/loop3 ro\n"
                                                  "6 1 259:2 /sub /srv/bound rw - xfs /dev/nvme0n1p2 rw\n"
                                                  "7 1 259:2 / /home rw - xfs /dev/nvme0n1p2 rw\n"
                                                  "8 1 254:0 /var/lib /mnt/lib rw - ext4 /dev/vda rw\n"
                                                  "9 1 8:65 / /media/stick rw - exfat /dev/sdu1 rw\n"
                                                  "10 1 8:65 / /media/stick\\0402 ro - exfat /dev/sdu1 rw\n"
                                                  "11 1 179:1 / /hidden rw - ext4 /dev/mmcblk0p1 rw\n"
                                                  "12 1 0:24 / /hidden rw - tmpfs tmpfs rw\n");

  fake_tree_add_nvme (tree);
  fake_tree_add_virtio (tree);
  fake_tree_add_usb (tree);
  fake_tree_add_mmc (tree);
  fake_tree_add_sata (tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "6.0 Gbps");

  groups = ds_place_list_group (tree->sys, mounts, "/home/anna");
  text = describe_groups (groups);
  g_assert_cmpstr (text, ==, "/home = /srv/bound; / = /mnt/lib; /media/stick; ");
  memory_home = ds_place_list_group (tree->sys, mounts, "/tmp/anna");
  memory_text = describe_groups (memory_home);
  g_assert_cmpstr (memory_text, ==, "/ = /mnt/lib; /home = /srv/bound; /media/stick; ");

  unmounted = ds_place_list_unmounted (tree->sys, mounts);
  g_assert_cmpuint (unmounted->len, ==, 1);
  g_assert_cmpstr (((DsPlace *) g_ptr_array_index (unmounted, 0))->path, ==, "/dev/sda");
}

static void
test_is_on (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GPtrArray) mounts = ds_mounts_parse ("1 0 253:0 / / rw - ext4 /dev/mapper/crypt rw\n"
                                                  "2 1 7:0 / /mnt rw - xfs /dev/loop0 rw\n");
  const DsMount *root = g_ptr_array_index (mounts, 0);
  const DsMount *loop = g_ptr_array_index (mounts, 1);
  static const struct {
    const char *node;
    gboolean root;
    gboolean loop;
  } cases[] = {
    { NVME, TRUE, TRUE },
    { NVME "/nvme0n1p2", TRUE, TRUE },
    { NVME "/nvme0n1p1", FALSE, FALSE },
    { DM (0), TRUE, TRUE },
    { "devices/virtual/block/loop0", FALSE, TRUE },
  };

  fake_tree_add_nvme (tree);
  fake_tree_add_mapper (tree, 0, "crypt", "CRYPT-LUKS2-x");
  fake_tree_slave (tree, DM (0), NVME "/nvme0n1p2");
  fake_tree_disk (tree, "devices/virtual/block/loop0", 7, 0, 1000000, NULL);
  fake_tree_set (tree, "devices/virtual/block/loop0", "loop/backing_file", "/disk.img");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *node = g_build_filename (tree->sys, cases[i].node, NULL);

    g_assert_cmpint (ds_place_mount_is_on (tree->sys, mounts, root, node), ==, cases[i].root);
    g_assert_cmpint (ds_place_mount_is_on (tree->sys, mounts, loop, node), ==, cases[i].loop);
  }
}

/* A container shows no disk, but the person's folder is offered. */
static void
test_list_container (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GPtrArray) groups = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) mounts = ds_mounts_parse ("1 0 0:44 / / rw - overlay overlay rw,upperdir=/x,workdir=/y\n"
                                                  "2 1 0:45 / /net rw - nfs server:/x rw\n");

  groups = ds_place_list_group (tree->sys, mounts, "/root");
  text = describe_groups (groups);
  g_assert_cmpstr (text, ==, "/; ");
}

/* ---- the machine itself ---- */

static void
test_real (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ds-tên có “dấu”: XXXXXX", NULL);
  g_autofree char *link = g_strconcat (folder, "-link", NULL);
  g_autofree char *fifo = g_build_filename (folder, "pipe", NULL);
  g_autofree char *up = g_build_filename (link, "..", NULL);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (DsPlace) linked = NULL;
  g_autoptr (DsPlace) piped = NULL;
  g_autoptr (DsPlace) above = NULL;

  place = ds_place_inspect (folder, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (place->path, ==, folder);
  g_assert_true (place->writable);
  g_assert_nonnull (place->fs_type);
  g_assert_cmpuint (place->size, >, 0);

  g_assert_cmpint (symlink (folder, link), ==, 0);
  linked = ds_place_inspect (link, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (linked->path, ==, link);
  g_assert_cmpstr (linked->mount_point, ==, place->mount_point);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  piped = ds_place_inspect (fifo, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (piped->mount_point, ==, place->mount_point);

  above = ds_place_inspect (up, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (above->path, ==, parent);

  g_unlink (fifo);
  g_unlink (link);
  g_rmdir (folder);
  g_assert_null (ds_place_inspect (folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_real_memory (void)
{
  g_autoptr (DsPlace) place = NULL;

  if (!g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR)) {
    g_test_skip ("This machine has no /dev/shm");
    return;
  }
  place = ds_place_inspect ("/dev/shm", NULL);
  g_assert_nonnull (place);
  g_assert_true (place->in_memory);
  g_assert_cmpuint (place->drives->len, ==, 0);
}

/* What is written to a file arrives in the counters of the disk below it. */
static void
test_real_traffic (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ds-traffic-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autoptr (DsPlace) place = ds_place_inspect (folder, NULL);
  guint64 read_before, written_before, read_after, written_after;
  g_autofree char *bytes = g_malloc0 (1 << 20);
  int fd;

  if (!ds_place_get_traffic (place, &read_before, &written_before)) {
    g_rmdir (folder);
    g_test_skip ("The folder for temporary files is on no disk that can be seen");
    return;
  }
  fd = open (file, O_CREAT | O_WRONLY | O_EXCL, 0600);
  g_assert_cmpint (fd, >=, 0);
  memset (bytes, 0x5a, 1 << 20);
  g_assert_cmpint (write (fd, bytes, 1 << 20), ==, 1 << 20);
  g_assert_cmpint (fsync (fd), ==, 0);
  close (fd);
  g_assert_true (ds_place_get_traffic (place, &read_after, &written_after));
  g_assert_cmpuint (written_after - written_before, >=, 1 << 20);
  g_unlink (file);
  g_rmdir (folder);
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **slot = data;

  *slot = g_object_ref (result);
  g_main_context_wakeup (NULL);
}

static GAsyncResult *
wait_for (GAsyncResult **slot)
{
  while (*slot == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *slot;
}

static void
test_async (void)
{
  g_autoptr (GAsyncResult) inspected = NULL;
  g_autoptr (GAsyncResult) failed = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (GPtrArray) places = NULL;
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);

  ds_place_inspect_async ("/", NULL, finished_cb, &inspected);
  place = ds_place_inspect_finish (wait_for (&inspected), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (place->mount_point, ==, "/");

  ds_place_inspect_async ("/does/not/exist", NULL, finished_cb, &failed);
  g_assert_null (ds_place_inspect_finish (wait_for (&failed), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  ds_place_list_async (NULL, finished_cb, &listed);
  places = ds_place_list_finish (wait_for (&listed), &error);
  g_assert_no_error (error);
  for (guint i = 0; i < places->len; i++) {
    DsPlace *each = g_ptr_array_index (places, i);

    g_test_message ("%s: %s", each->path, each->stack);
    g_assert_true (g_hash_table_add (paths, each->path));
    g_assert_false (each->in_memory);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/place/partition", test_partition);
  g_test_add_func ("/place/names-do-not-count", test_names_do_not_count);
  g_test_add_func ("/place/lvm-on-luks", test_lvm_on_luks);
  g_test_add_func ("/place/verity-is-no-encryption", test_verity_is_no_encryption);
  g_test_add_func ("/place/raid", test_raid);
  g_test_add_func ("/place/raid-of-luks", test_raid_of_luks);
  g_test_add_func ("/place/btrfs", test_btrfs);
  g_test_add_func ("/place/btrfs-on-luks", test_btrfs_on_luks);
  g_test_add_func ("/place/loop", test_loop);
  g_test_add_func ("/place/circle", test_circle);
  g_test_add_func ("/place/overlay", test_overlay);
  g_test_add_func ("/place/overlay-in-memory", test_overlay_in_memory);
  g_test_add_func ("/place/memory-and-network", test_memory_and_network);
  g_test_add_func ("/place/multipath-traffic", test_multipath_traffic);
  g_test_add_func ("/place/device", test_device);
  g_test_add_func ("/place/no-mount", test_no_mount);
  g_test_add_func ("/place/list", test_list);
  g_test_add_func ("/place/is-on", test_is_on);
  g_test_add_func ("/place/list-container", test_list_container);
  g_test_add_func ("/place/real", test_real);
  g_test_add_func ("/place/real-memory", test_real_memory);
  g_test_add_func ("/place/real-traffic", test_real_traffic);
  g_test_add_func ("/place/async", test_async);
  return g_test_run ();
}
