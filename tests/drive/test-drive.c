/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive.h"

#include "fake-tree.h"

#include <string.h>

static DsDrive *
get_drive (FakeTree *tree, const char *name)
{
  g_autoptr (GError) error = NULL;
  DsDrive *drive = ds_drive_new_for_name (tree->sys, name, &error);

  g_assert_no_error (error);
  g_assert_nonnull (drive);
  g_assert_cmpstr (drive->name, ==, name);
  return drive;
}

static void
test_nvme (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;
  g_autoptr (DsDrive) copy = NULL;
  g_autofree char *title = NULL;

  fake_tree_add_nvme (tree);
  drive = get_drive (tree, "nvme0n1");
  g_assert_cmpint (drive->kind, ==, DS_DRIVE_NVME);
  g_assert_cmpstr (ds_drive_kind_to_string (drive->kind), ==, "nvme");
  g_assert_cmpstr (drive->device, ==, "/dev/nvme0n1");
  g_assert_cmpstr (drive->model, ==, "Samsung SSD 990 PRO 2TB");
  g_assert_cmpstr (drive->serial, ==, "S7KHNJ0W123456");
  g_assert_cmpstr (drive->firmware, ==, "4B2QJXD7");
  g_assert_cmpstr (drive->link, ==, "PCIe 3.0 x4");
  g_assert_cmpstr (drive->link_max, ==, "PCIe 4.0 x4");
  g_assert_cmpuint (drive->capacity, ==, G_GUINT64_CONSTANT (2000398934016));
  g_assert_cmpuint (drive->logical_block_size, ==, 512);
  g_assert_cmpuint (drive->physical_block_size, ==, 4096);
  g_assert_cmpstr (drive->scheduler, ==, "none");
  g_assert_cmpstr (drive->write_cache, ==, "write back");
  g_assert_false (drive->rotational);
  g_assert_false (drive->removable);

  copy = ds_drive_copy (drive);
  g_clear_pointer (&drive, ds_drive_free);
  title = ds_drive_dup_title (copy);
  g_assert_cmpstr (title, ==, "Samsung SSD 990 PRO 2TB");
  g_assert_cmpstr (copy->link_max, ==, "PCIe 4.0 x4");
}

static void
test_features (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) with = NULL;
  g_autoptr (DsDrive) without = NULL;
  const char *disk = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/nvme0n1";

  fake_tree_add_nvme (tree);
  fake_tree_set (tree, disk, "queue/discard_max_bytes", "2199023255040");
  fake_tree_set (tree, disk, "queue/fua", "1");
  with = get_drive (tree, "nvme0n1");
  g_assert_true (with->trim);
  g_assert_true (with->fua);
  fake_tree_set (tree, disk, "queue/discard_max_bytes", "0");
  fake_tree_set (tree, disk, "queue/fua", "0");
  without = get_drive (tree, "nvme0n1");
  g_assert_false (without->trim);
  g_assert_false (without->fua);
}

static void
test_nvme_link_unknown (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_nvme (tree);
  fake_tree_set (tree, "devices/pci0000:00/0000:00:1d.0/0000:03:00.0", "current_link_speed", "Unknown");
  fake_tree_set (tree, "devices/pci0000:00/0000:00:1d.0/0000:03:00.0", "max_link_width", "255");
  drive = get_drive (tree, "nvme0n1");
  g_assert_null (drive->link);
  g_assert_null (drive->link_max);
}

static void
test_nvme_over_network (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_nvme (tree);
  fake_tree_set (tree, "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0", "transport", "tcp");
  drive = get_drive (tree, "nvme0n1");
  g_assert_cmpstr (drive->link, ==, "NVMe/tcp");
  g_assert_null (drive->link_max);
}

static void
test_multipath (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_multipath (tree);
  drive = get_drive (tree, "nvme5n1");
  g_assert_cmpint (drive->kind, ==, DS_DRIVE_NVME);
  g_assert_cmpstr (drive->model, ==, "KIOXIA CM7-R 3.84TB");
  g_assert_cmpstr (drive->serial, ==, "MP1");
  g_assert_cmpstr (drive->link, ==, "PCIe 5.0 x2");
  g_assert_cmpstr (drive->link_max, ==, "PCIe 5.0 x4");
}

static void
test_sata (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_sata (tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "3.0 Gbps");
  drive = get_drive (tree, "sda");
  g_assert_cmpint (drive->kind, ==, DS_DRIVE_SATA);
  /* The SCSI layer cuts the model after 16 characters; the drive's own answer does not. */
  g_assert_cmpstr (drive->model, ==, "Samsung SSD 870 EVO 1TB");
  g_assert_cmpstr (drive->serial, ==, "S0000001");
  g_assert_cmpstr (drive->firmware, ==, "SVT02B6Q");
  g_assert_cmpstr (drive->link, ==, "SATA 3 Gb/s");
  g_assert_cmpstr (drive->link_max, ==, "SATA 6 Gb/s");
}

/* Without IDENTIFY data (old kernels) the SCSI texts and the port's limit serve. */
static void
test_sata_plain (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_sata (tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "<unknown>");
  fake_tree_set (tree, "devices/pci0000:00/0000:00:17.0/ata1/link1/dev1.0/ata_device/dev1.0", "id", "0040 3fff");
  fake_tree_set_bytes (tree, "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/vpd_pg80",
                       "\0\x80\0\x08 SERIAL9", 12);
  drive = get_drive (tree, "sda");
  g_assert_cmpstr (drive->model, ==, "Samsung SSD 870");
  g_assert_cmpstr (drive->firmware, ==, "2B6Q");
  g_assert_cmpstr (drive->serial, ==, "SERIAL9");
  g_assert_null (drive->link);
  g_assert_cmpstr (drive->link_max, ==, "SATA 6 Gb/s");
}

static void
test_usb (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_usb (tree);
  drive = get_drive (tree, "sdu");
  g_assert_cmpint (drive->kind, ==, DS_DRIVE_USB);
  g_assert_cmpstr (drive->model, ==, "SanDisk Extreme Pro 55AE");
  g_assert_cmpstr (drive->serial, ==, "123456789ABCDEF");
  g_assert_cmpstr (drive->link, ==, "USB 480 Mb/s");
  g_assert_cmpstr (drive->link_max, ==, "USB 10 Gb/s");
  g_assert_true (drive->removable);

  g_clear_pointer (&drive, ds_drive_free);
  fake_tree_set (tree, "devices/pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/host9/target9:0:0/9:0:0:0", "model",
                 "SanDisk Ultra");
  drive = get_drive (tree, "sdu");
  g_assert_cmpstr (drive->model, ==, "SanDisk Ultra");
}

/* A descriptor that ends too early, or whose length byte is 0, ends the search. */
static void
test_usb_broken_descriptor (void)
{
  const char *path = "devices/pci0000:00/0000:00:14.0/usb2/2-3/bos_descriptors";
  static const guint8 cut[] = { 5, 0x0f, 15, 0, 1, 10, 0x10, 0x03, 0, 0x0e };
  static const guint8 zero[] = { 0, 0, 0, 0 };
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) first = NULL;
  g_autoptr (DsDrive) second = NULL;

  fake_tree_add_usb (tree);
  fake_tree_set_bytes (tree, path, cut, sizeof cut);
  first = get_drive (tree, "sdu");
  g_assert_null (first->link_max);
  fake_tree_set_bytes (tree, path, zero, sizeof zero);
  second = get_drive (tree, "sdu");
  g_assert_null (second->link_max);
}

static void
test_mmc (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_mmc (tree);
  drive = get_drive (tree, "mmcblk0");
  g_assert_cmpint (drive->kind, ==, DS_DRIVE_MMC);
  g_assert_cmpstr (drive->model, ==, "SN128");
  g_assert_cmpstr (drive->firmware, ==, "0x6");
}

static void
test_virtio (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;
  g_autofree char *title = NULL;

  fake_tree_add_virtio (tree);
  drive = get_drive (tree, "vda");
  g_assert_cmpint (drive->kind, ==, DS_DRIVE_VIRTUAL);
  g_assert_null (drive->model);
  g_assert_cmpstr (drive->serial, ==, "disk-7");
  title = ds_drive_dup_title (drive);
  g_assert_cmpstr (title, ==, "Virtual disk vda");
}

/* Names are bytes of any kind; what is shown is always valid text. */
static void
test_odd_name (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsDrive) drive = NULL;

  fake_tree_add_nvme (tree);
  fake_tree_set (tree, "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0", "model", "Dri\xffve");
  fake_tree_set (tree, "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0", "serial", "   ");
  drive = get_drive (tree, "nvme0n1");
  g_assert_true (g_utf8_validate (drive->model, -1, NULL));
  g_assert_null (drive->serial);
}

static void
test_missing (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) error_path = NULL;

  g_assert_null (ds_drive_new_for_name (tree->sys, "sdz", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "There is no drive “sdz”.");
  g_assert_null (ds_drive_new_for_name (tree->sys, "../block", &error_path));
  g_assert_error (error_path, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_list (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GPtrArray) drives = NULL;
  GString *names = g_string_new (NULL);

  fake_tree_add_nvme (tree);
  fake_tree_add_multipath (tree);
  fake_tree_add_sata (tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "6.0 Gbps");
  fake_tree_add_usb (tree);
  fake_tree_add_mapper (tree, 0, "home", "CRYPT-LUKS2-x-home");
  /* A disc in a drive, a card reader without a card, memory, a used and an unused loop device, a RAID */
  fake_tree_add_sata (tree, "sr0", 2, "Optical", "1.5 Gbps");
  fake_tree_set (tree, "devices/pci0000:00/0000:00:17.0/ata2/host2/target2:0:0/2:0:0:0", "type", "5");
  fake_tree_add_sata (tree, "sdr", 3, "Reader", "1.5 Gbps");
  fake_tree_set (tree, "devices/pci0000:00/0000:00:17.0/ata3/host3/target3:0:0/3:0:0:0/block/sdr", "size", "0");
  fake_tree_disk (tree, "devices/virtual/block/zram0", 252, 0, 1000000000, NULL);
  fake_tree_set (tree, "devices/virtual/block/zram0", "mm_stat", "0 0 0");
  fake_tree_disk (tree, "devices/virtual/block/ram0", 1, 0, 16777216, NULL);
  fake_tree_disk (tree, "devices/virtual/block/loop0", 7, 0, 16777216, NULL);
  fake_tree_set (tree, "devices/virtual/block/loop0", "loop/backing_file", "/home/disk.img");
  fake_tree_disk (tree, "devices/virtual/block/loop1", 7, 1, 0, NULL);
  fake_tree_disk (tree, "devices/virtual/block/md0", 9, 0, 1000000000, NULL);
  fake_tree_set (tree, "devices/virtual/block/md0", "md/level", "raid1");

  drives = ds_drive_list (tree->sys);
  for (guint i = 0; i < drives->len; i++)
    g_string_append_printf (names, "%s ", ((DsDrive *) g_ptr_array_index (drives, i))->name);
  g_assert_cmpstr (names->str, ==, "loop0 nvme0n1 nvme5n1 sda sdu ");
  g_string_free (names, TRUE);
}

/* Whatever this machine has: every drive must make sense. */
static void
test_real (void)
{
  g_autoptr (GPtrArray) drives = ds_drive_list ("/sys");

  g_test_message ("%u drives", drives->len);
  for (guint i = 0; i < drives->len; i++) {
    DsDrive *drive = g_ptr_array_index (drives, i);
    g_autofree char *title = ds_drive_dup_title (drive);

    g_test_message ("%s: %s, %s", drive->device, title, drive->link != NULL ? drive->link : "link unknown");
    g_assert_cmpuint (drive->capacity, >, 0);
    g_assert_cmpuint (drive->logical_block_size, >=, 512);
    g_assert_true (g_file_test (drive->device, G_FILE_TEST_EXISTS) ||
                   !g_file_test ("/dev/sda", G_FILE_TEST_EXISTS));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drive/nvme", test_nvme);
  g_test_add_func ("/drive/features", test_features);
  g_test_add_func ("/drive/nvme-link-unknown", test_nvme_link_unknown);
  g_test_add_func ("/drive/nvme-over-network", test_nvme_over_network);
  g_test_add_func ("/drive/multipath", test_multipath);
  g_test_add_func ("/drive/sata", test_sata);
  g_test_add_func ("/drive/sata-plain", test_sata_plain);
  g_test_add_func ("/drive/usb", test_usb);
  g_test_add_func ("/drive/usb-broken-descriptor", test_usb_broken_descriptor);
  g_test_add_func ("/drive/mmc", test_mmc);
  g_test_add_func ("/drive/virtio", test_virtio);
  g_test_add_func ("/drive/odd-name", test_odd_name);
  g_test_add_func ("/drive/missing", test_missing);
  g_test_add_func ("/drive/list", test_list);
  g_test_add_func ("/drive/real", test_real);
  return g_test_run ();
}
