/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fake-tree.h"

#include <glib/gstdio.h>

#include <string.h>
#include <unistd.h>

FakeTree *
fake_tree_new (void)
{
  FakeTree *self = g_new0 (FakeTree, 1);

  self->root = g_dir_make_tmp ("ds-fake-XXXXXX", NULL);
  g_assert_nonnull (self->root);
  self->sys = g_build_filename (self->root, "sys", NULL);
  fake_tree_folder (self, "block");
  fake_tree_folder (self, "dev/block");
  return self;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    remove_tree (child);
  }
  g_remove (path);
}

void
fake_tree_free (FakeTree *self)
{
  remove_tree (self->root);
  g_free (self->root);
  g_free (self->sys);
  g_free (self);
}

void
fake_tree_folder (FakeTree *self, const char *folder)
{
  g_autofree char *path = g_build_filename (self->sys, folder, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
}

void
fake_tree_set_bytes (FakeTree *self, const char *path, gconstpointer bytes, gsize length)
{
  g_autofree char *full = g_build_filename (self->sys, path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_file_set_contents (full, bytes, (gssize) length, &error);
  g_assert_no_error (error);
}

void
fake_tree_set (FakeTree *self, const char *folder, const char *attribute, const char *value)
{
  g_autofree char *path = g_build_filename (folder, attribute, NULL);
  g_autofree char *line = g_strconcat (value, "\n", NULL);

  fake_tree_set_bytes (self, path, line, strlen (line));
}

void
fake_tree_link (FakeTree *self, const char *link, const char *target)
{
  g_autofree char *from = g_build_filename (self->sys, link, NULL);
  g_autofree char *to = g_build_filename (self->sys, target, NULL);
  g_autofree char *folder = g_path_get_dirname (from);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (to, 0755), ==, 0);
  g_assert_cmpint (symlink (to, from), ==, 0);
}

void
fake_tree_device (FakeTree *self, const char *folder, const char *subsystem)
{
  g_autofree char *link = g_build_filename (folder, "subsystem", NULL);
  g_autofree char *target = g_build_filename ("bus", subsystem, NULL);

  fake_tree_link (self, link, target);
}

static void
add_node (FakeTree *self, const char *node, guint major, guint minor)
{
  g_autofree char *name = g_path_get_basename (node);
  g_autofree char *number = g_strdup_printf ("%u:%u", major, minor);
  g_autofree char *number_link = g_build_filename ("dev", "block", number, NULL);
  g_autofree char *uevent = g_strdup_printf ("MAJOR=%u\nMINOR=%u\nDEVNAME=%s", major, minor, name);

  fake_tree_set (self, node, "dev", number);
  fake_tree_set (self, node, "uevent", uevent);
  fake_tree_link (self, number_link, node);
}

void
fake_tree_disk (FakeTree *self, const char *node, guint major, guint minor, guint64 bytes, const char *device)
{
  g_autofree char *name = g_path_get_basename (node);
  g_autofree char *block_link = g_build_filename ("block", name, NULL);
  g_autofree char *slaves = g_build_filename (node, "slaves", NULL);
  g_autofree char *sectors = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes / 512);

  add_node (self, node, major, minor);
  fake_tree_folder (self, slaves);
  fake_tree_link (self, block_link, node);
  fake_tree_set (self, node, "size", sectors);
  fake_tree_set (self, node, "removable", "0");
  fake_tree_set (self, node, "hidden", "0");
  fake_tree_set (self, node, "queue/logical_block_size", "512");
  fake_tree_set (self, node, "queue/physical_block_size", "4096");
  fake_tree_set (self, node, "queue/rotational", "0");
  fake_tree_set (self, node, "queue/scheduler", "[none] mq-deadline kyber");
  fake_tree_set (self, node, "queue/write_cache", "write back");
  fake_tree_set (self, node, "stat", "100 0 2048 10 50 0 4096 20 0 30 40 0 0 0 0 0 0");
  if (device != NULL) {
    g_autofree char *device_link = g_build_filename (node, "device", NULL);

    fake_tree_link (self, device_link, device);
  }
}

void
fake_tree_partition (FakeTree *self, const char *node, guint major, guint minor, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u", number);

  add_node (self, node, major, minor);
  fake_tree_set (self, node, "partition", text);
  fake_tree_set (self, node, "size", "1048576");
}

void
fake_tree_slave (FakeTree *self, const char *node, const char *slave)
{
  g_autofree char *name = g_path_get_basename (slave);
  g_autofree char *link = g_build_filename (node, "slaves", name, NULL);

  fake_tree_link (self, link, slave);
}

void
fake_tree_add_nvme (FakeTree *self)
{
  const char *pci = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0";
  const char *controller = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0";
  const char *disk = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/nvme0n1";
  const char *first = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/nvme0n1/nvme0n1p1";
  const char *second = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/nvme0n1/nvme0n1p2";

  fake_tree_device (self, pci, "pci");
  /* The port above has a link of its own, which must not be taken for the drive's. */
  fake_tree_set (self, "devices/pci0000:00/0000:00:1d.0", "current_link_speed", "32.0 GT/s PCIe");
  fake_tree_set (self, "devices/pci0000:00/0000:00:1d.0", "current_link_width", "16");
  fake_tree_set (self, pci, "current_link_speed", "8.0 GT/s PCIe");
  fake_tree_set (self, pci, "current_link_width", "4");
  fake_tree_set (self, pci, "max_link_speed", "16.0 GT/s PCIe");
  fake_tree_set (self, pci, "max_link_width", "4");
  fake_tree_device (self, controller, "nvme");
  fake_tree_set (self, controller, "model", "Samsung SSD 990 PRO 2TB                 ");
  fake_tree_set (self, controller, "serial", "S7KHNJ0W123456     ");
  fake_tree_set (self, controller, "firmware_rev", "4B2QJXD7");
  fake_tree_set (self, controller, "transport", "pcie");
  fake_tree_set (self, controller, "state", "live");
  fake_tree_disk (self, disk, 259, 0, G_GUINT64_CONSTANT (2000398934016), controller);
  fake_tree_partition (self, first, 259, 1, 1);
  fake_tree_partition (self, second, 259, 2, 2);
}

void
fake_tree_add_multipath (FakeTree *self)
{
  const char *subsystem = "devices/virtual/nvme-subsystem/nvme-subsys5";
  const char *disk = "devices/virtual/nvme-subsystem/nvme-subsys5/nvme5n1";

  fake_tree_device (self, subsystem, "nvme-subsystem");
  fake_tree_set (self, subsystem, "model", "KIOXIA CM7-R 3.84TB");
  fake_tree_set (self, subsystem, "serial", "MP1");
  fake_tree_set (self, subsystem, "firmware_rev", "0105");
  fake_tree_disk (self, disk, 259, 20, G_GUINT64_CONSTANT (3840755982336), subsystem);
  fake_tree_set (self, disk, "nsid", "1");
  fake_tree_set (self, disk, "stat", "0 0 0 0 0 0 0 0 0 0 0");
  for (guint i = 0; i < 2; i++) {
    g_autofree char *pci = g_strdup_printf ("devices/pci0000:40/0000:40:0%u.0", i + 1);
    g_autofree char *controller = g_strdup_printf ("%s/nvme/nvme%u", pci, i + 7);
    g_autofree char *hidden = g_strdup_printf ("%s/nvme5c%un1", controller, i + 7);
    g_autofree char *link = g_strdup_printf ("%s/nvme%u", subsystem, i + 7);

    fake_tree_device (self, controller, "nvme");
    fake_tree_set (self, controller, "transport", "pcie");
    /* The first path is down: the link is that of the second. */
    fake_tree_set (self, controller, "state", i == 0 ? "connecting" : "live");
    fake_tree_set (self, pci, "current_link_speed", i == 0 ? "2.5 GT/s PCIe" : "32.0 GT/s PCIe");
    fake_tree_set (self, pci, "current_link_width", "2");
    fake_tree_set (self, pci, "max_link_speed", "32.0 GT/s PCIe");
    fake_tree_set (self, pci, "max_link_width", "4");
    fake_tree_disk (self, hidden, 259, 21 + i, G_GUINT64_CONSTANT (3840755982336), controller);
    fake_tree_set (self, hidden, "hidden", "1");
    fake_tree_set (self, hidden, "nsid", "1");
    fake_tree_link (self, link, controller);
  }
}

/* The words of IDENTIFY DEVICE as libata shows them, eight a line */
static char *
make_ata_id (const char *model, const char *serial, const char *firmware, guint16 speeds)
{
  guint16 words[256] = { 0 };
  GString *text = g_string_new (NULL);
  const struct {
    const char *value;
    guint first;
    guint count;
  } strings[] = { { serial, 10, 10 }, { firmware, 23, 4 }, { model, 27, 20 } };

  for (guint s = 0; s < G_N_ELEMENTS (strings); s++) {
    g_autofree char *padded = g_strdup_printf ("%-*s", (int) strings[s].count * 2, strings[s].value);

    for (guint i = 0; i < strings[s].count; i++)
      words[strings[s].first + i] = (guint16) ((guint8) padded[2 * i] << 8 | (guint8) padded[2 * i + 1]);
  }
  words[76] = speeds;
  for (guint i = 0; i < 256; i++)
    g_string_append_printf (text, "%04x%c", words[i], (i + 1) % 8 ? ' ' : '\n');
  return g_string_free (text, FALSE);
}

void
fake_tree_add_sata (FakeTree *self, const char *name, guint number, const char *model, const char *speed)
{
  g_autofree char *port = g_strdup_printf ("devices/pci0000:00/0000:00:17.0/ata%u", number);
  g_autofree char *port_class = g_strdup_printf ("%s/ata_port/ata%u", port, number);
  g_autofree char *link = g_strdup_printf ("%s/link%u/ata_link/link%u", port, number, number);
  g_autofree char *ata_device =
      g_strdup_printf ("%s/link%u/dev%u.0/ata_device/dev%u.0", port, number, number, number);
  g_autofree char *scsi = g_strdup_printf ("%s/host%u/target%u:0:0/%u:0:0:0", port, number, number, number);
  g_autofree char *disk = g_strdup_printf ("%s/block/%s", scsi, name);
  g_autofree char *serial = g_strdup_printf ("S%07u", number);
  g_autofree char *id = make_ata_id (model, serial, "SVT02B6Q", 0x850e);
  g_autofree char *cut = g_strndup (model, 16);

  fake_tree_folder (self, port_class);
  fake_tree_set (self, link, "sata_spd", speed);
  fake_tree_set (self, link, "hw_sata_spd_limit", "6.0 Gbps");
  fake_tree_set (self, ata_device, "id", id);
  fake_tree_device (self, scsi, "scsi");
  fake_tree_set (self, scsi, "vendor", "ATA     ");
  fake_tree_set (self, scsi, "model", cut);
  fake_tree_set (self, scsi, "rev", "2B6Q");
  fake_tree_set (self, scsi, "type", "0");
  fake_tree_disk (self, disk, 8, number * 16, G_GUINT64_CONSTANT (1000204886016), scsi);
}

void
fake_tree_add_usb (FakeTree *self)
{
  const char *usb = "devices/pci0000:00/0000:00:14.0/usb2/2-3";
  const char *scsi = "devices/pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/host9/target9:0:0/9:0:0:0";
  const char *disk = "devices/pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/host9/target9:0:0/9:0:0:0/block/sdu";
  const char *partition =
      "devices/pci0000:00/0000:00:14.0/usb2/2-3/2-3:1.0/host9/target9:0:0/9:0:0:0/block/sdu/sdu1";
  /* Length 42: head, SUPERSPEED with all speeds, SUPERSPEED_PLUS with lanes of 5 and 10 Gb/s */
  static const guint8 bos[] = {
    5,  0x0f, 35,   0, 2, /* BOS */
    10, 0x10, 0x03, 0, 0x0e, 0, 3, 0,    0,    0, 20, 0x10, 0x0a, 0,  1,
    0,  0,    0,    0, 0,    0, 0, 0x30, 0x40, 5, 0,  0x31, 0x40, 10, 0,
  };

  fake_tree_set (self, usb, "bDeviceClass", "00");
  fake_tree_set (self, usb, "speed", "480");
  fake_tree_set (self, usb, "serial", "123456789ABCDEF");
  fake_tree_set_bytes (self, "devices/pci0000:00/0000:00:14.0/usb2/2-3/bos_descriptors", bos, sizeof bos);
  fake_tree_device (self, usb, "usb");
  fake_tree_device (self, scsi, "scsi");
  fake_tree_set (self, scsi, "vendor", "SanDisk ");
  fake_tree_set (self, scsi, "model", "Extreme Pro 55AE");
  fake_tree_set (self, scsi, "rev", "3000");
  fake_tree_set (self, scsi, "type", "0");
  fake_tree_disk (self, disk, 8, 64, G_GUINT64_CONSTANT (128000000000), scsi);
  fake_tree_set (self, disk, "removable", "1");
  fake_tree_partition (self, partition, 8, 65, 1);
}

void
fake_tree_add_mmc (FakeTree *self)
{
  const char *card = "devices/platform/soc/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa";
  const char *disk = "devices/platform/soc/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0";
  const char *partition = "devices/platform/soc/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0/mmcblk0p1";

  fake_tree_device (self, card, "mmc");
  fake_tree_set (self, card, "name", "SN128");
  fake_tree_set (self, card, "serial", "0x12345678");
  fake_tree_set (self, card, "fwrev", "0x6");
  fake_tree_set (self, card, "type", "SD");
  fake_tree_disk (self, disk, 179, 0, G_GUINT64_CONSTANT (127865454592), card);
  fake_tree_partition (self, partition, 179, 1, 1);
}

void
fake_tree_add_virtio (FakeTree *self)
{
  fake_tree_device (self, "devices/pci0000:00/0000:00:05.0/virtio1", "virtio");
  fake_tree_disk (self, "devices/pci0000:00/0000:00:05.0/virtio1/block/vda", 254, 0,
                  G_GUINT64_CONSTANT (274877906944), "devices/pci0000:00/0000:00:05.0/virtio1");
  fake_tree_set (self, "devices/pci0000:00/0000:00:05.0/virtio1/block/vda", "serial", "disk-7");
}

void
fake_tree_add_mapper (FakeTree *self, guint minor, const char *name, const char *uuid)
{
  g_autofree char *node = g_strdup_printf ("devices/virtual/block/dm-%u", minor);

  fake_tree_disk (self, node, 253, minor, 1000000000, NULL);
  fake_tree_set (self, node, "dm/name", name);
  if (uuid != NULL)
    fake_tree_set (self, node, "dm/uuid", uuid);
}
