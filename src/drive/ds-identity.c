/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-identity.h"

#include "ds-sysfs.h"

#include <stdlib.h>
#include <string.h>

/* ---- NVMe ---- */

char *
ds_identity_find_nvme_controller (const char *node)
{
  g_autofree char *device = ds_sysfs_join_real (node, "device");
  g_autofree char *subsystem = device != NULL ? ds_sysfs_subsystem (device) : NULL;
  g_autofree char *found = NULL;
  g_autoptr (GPtrArray) children = NULL;

  if (g_strcmp0 (subsystem, "nvme") == 0)
    return g_steal_pointer (&device);
  if (g_strcmp0 (subsystem, "nvme-subsystem") != 0)
    return NULL;

  children = ds_sysfs_children (device);
  for (guint i = 0; i < children->len; i++) {
    g_autofree char *child = ds_sysfs_join_real (device, g_ptr_array_index (children, i));
    g_autofree char *kind = child != NULL ? ds_sysfs_subsystem (child) : NULL;
    g_autofree char *state = NULL;

    if (g_strcmp0 (kind, "nvme") != 0)
      continue;
    state = ds_sysfs_read (child, "state");
    if (g_strcmp0 (state, "live") == 0)
      return g_steal_pointer (&child);
    if (found == NULL)
      found = g_steal_pointer (&child);
  }
  return g_steal_pointer (&found);
}

/* PCI Base Specification: the transfer rate of each generation */
static const struct {
  const char *rate;
  const char *generation;
} pcie_generations[] = {
  { "2.5", "1.0" },  { "5", "2.0" },  { "5.0", "2.0" },  { "8", "3.0" },  { "8.0", "3.0" },  { "16", "4.0" },
  { "16.0", "4.0" }, { "32", "5.0" }, { "32.0", "5.0" }, { "64", "6.0" }, { "64.0", "6.0" },
};

static char *
dup_pcie_link (const char *pci, const char *speed_attribute, const char *width_attribute)
{
  g_autofree char *speed = ds_sysfs_read (pci, speed_attribute);
  guint64 width = ds_sysfs_read_number (pci, width_attribute);
  char *space = speed != NULL ? strchr (speed, ' ') : NULL;

  /* "Unknown" and a width of 0 or 255 stand for a link that is emulated or down. */
  if (space == NULL || width == 0 || width > 32)
    return NULL;
  *space = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (pcie_generations); i++) {
    if (strcmp (speed, pcie_generations[i].rate) == 0)
      return g_strdup_printf ("PCIe %s x%" G_GUINT64_FORMAT, pcie_generations[i].generation, width);
  }
  return NULL;
}

static void
read_nvme (DsDrive *drive, const char *sysfs_root, const char *node, const char *device)
{
  g_autofree char *controller = ds_identity_find_nvme_controller (node);
  g_autofree char *transport = NULL;
  g_autofree char *pci = NULL;

  drive->kind = DS_DRIVE_NVME;
  drive->model = ds_sysfs_read (device, "model");
  drive->serial = ds_sysfs_read (device, "serial");
  drive->firmware = ds_sysfs_read (device, "firmware_rev");
  if (controller == NULL)
    return;
  transport = ds_sysfs_read (controller, "transport");
  if (transport != NULL && strcmp (transport, "pcie") != 0) {
    drive->link = g_strdup_printf ("NVMe/%s", transport);
    return;
  }
  pci = ds_sysfs_ancestor_with (sysfs_root, controller, "current_link_speed");
  if (pci == NULL)
    return;
  drive->link = dup_pcie_link (pci, "current_link_speed", "current_link_width");
  drive->link_max = dup_pcie_link (pci, "max_link_speed", "max_link_width");
}

/* ---- SATA ---- */

#define ATA_WORDS 256

/* ACS-4, 7.13.6: two characters a word, the first in the high byte, padded with spaces */
static char *
dup_ata_string (const guint16 *words, guint first, guint last)
{
  GString *text = g_string_new (NULL);
  char *valid;

  for (guint i = first; i <= last; i++) {
    if (words[i] >> 8)
      g_string_append_c (text, (char) (words[i] >> 8));
    if (words[i] & 0xff)
      g_string_append_c (text, (char) (words[i] & 0xff));
  }
  valid = g_utf8_make_valid (g_strstrip (text->str), -1);
  g_string_free (text, TRUE);
  if (*valid == '\0')
    g_clear_pointer (&valid, g_free);
  return valid;
}

/* What the drive answered to IDENTIFY DEVICE, as libata shows it, or as a bridge hands it on in the VPD page 89h
 * (SAT-4, 12.4.2: from byte 60 on, little-endian) */
static gboolean
read_ata_words (const char *ata_device, const char *scsi_device, guint16 words[ATA_WORDS])
{
  g_autofree char *text = ata_device != NULL ? ds_sysfs_read (ata_device, "id") : NULL;
  g_autofree char *path = NULL;
  g_autofree char *page = NULL;
  gsize length;

  if (text != NULL) {
    const char *at = text;
    guint i;

    for (i = 0; i < ATA_WORDS; i++) {
      char *end;

      words[i] = (guint16) strtoul (at, &end, 16);
      if (end == at)
        break;
      at = end;
    }
    if (i == ATA_WORDS)
      return TRUE;
  }
  path = g_build_filename (scsi_device, "vpd_pg89", NULL);
  if (!g_file_get_contents (path, &page, &length, NULL) || length < 60 + ATA_WORDS * 2)
    return FALSE;
  for (guint i = 0; i < ATA_WORDS; i++)
    words[i] = (guint16) ((guint8) page[60 + 2 * i] | (guint8) page[61 + 2 * i] << 8);
  return TRUE;
}

static char *
dup_sata_link (const char *rate)
{
  /* "6.0 Gbps", or "<unknown>" */
  double gigabits = rate != NULL ? g_ascii_strtod (rate, NULL) : 0;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!(gigabits > 0 && gigabits < 100))
    return NULL;
  return g_strdup_printf ("SATA %s Gb/s", g_ascii_formatd (number, sizeof number, "%g", gigabits));
}

/* PORT/linkN, or with a port multiplier PORT/linkN.M, where M is the channel of the SCSI address H:M:T:L */
static char *
find_ata_link (const char *port, const char *scsi_device)
{
  g_autoptr (GPtrArray) children = ds_sysfs_children (port);
  g_autofree char *address = g_path_get_basename (scsi_device);
  g_auto (GStrv) numbers = g_strsplit (address, ":", -1);
  g_autofree char *first = NULL;

  for (guint i = 0; i < children->len; i++) {
    const char *name = g_ptr_array_index (children, i);
    g_autofree char *link = g_build_filename (port, name, NULL);
    const char *dot = strchr (name, '.');

    if (!ds_sysfs_has (link, "ata_link"))
      continue;
    if (dot != NULL && g_strv_length (numbers) == 4 && strcmp (dot + 1, numbers[1]) == 0)
      return g_steal_pointer (&link);
    if (first == NULL)
      first = g_steal_pointer (&link);
  }
  return g_steal_pointer (&first);
}

/* The folder of a class below its device: LINK/ata_link/link1 */
static char *
find_class_folder (const char *parent, const char *class_name)
{
  g_autofree char *folder = g_build_filename (parent, class_name, NULL);
  g_autoptr (GPtrArray) children = ds_sysfs_children (folder);

  return children->len > 0 ? g_build_filename (folder, g_ptr_array_index (children, 0), NULL) : NULL;
}

static char *
find_ata_device (const char *link)
{
  g_autoptr (GPtrArray) children = ds_sysfs_children (link);

  for (guint i = 0; i < children->len; i++) {
    g_autofree char *device = g_build_filename (link, g_ptr_array_index (children, i), NULL);

    if (ds_sysfs_has (device, "ata_device"))
      return find_class_folder (device, "ata_device");
  }
  return NULL;
}

static void
read_sata (DsDrive *drive, const char *port, const char *scsi_device)
{
  g_autofree char *link = find_ata_link (port, scsi_device);
  g_autofree char *class_folder = link != NULL ? find_class_folder (link, "ata_link") : NULL;
  g_autofree char *ata_device = link != NULL ? find_ata_device (link) : NULL;
  guint16 words[ATA_WORDS];

  drive->kind = DS_DRIVE_SATA;
  if (class_folder != NULL) {
    g_autofree char *rate = ds_sysfs_read (class_folder, "sata_spd");

    drive->link = dup_sata_link (rate);
  }
  if (read_ata_words (ata_device, scsi_device, words)) {
    static const char *const rates[] = { "1.5", "3.0", "6.0" };

    drive->serial = dup_ata_string (words, 10, 19);
    drive->firmware = dup_ata_string (words, 23, 26);
    drive->model = dup_ata_string (words, 27, 46);
    /* Word 76: bits 1 to 3 are the generations the drive can speak. */
    for (guint i = 0; i < G_N_ELEMENTS (rates) && words[76] != 0xffff; i++) {
      if (words[76] & (2u << i)) {
        g_free (drive->link_max);
        drive->link_max = dup_sata_link (rates[i]);
      }
    }
  }
  if (drive->link_max == NULL && class_folder != NULL) {
    g_autofree char *rate = ds_sysfs_read (class_folder, "hw_sata_spd_limit");

    drive->link_max = dup_sata_link (rate);
  }
}

/* ---- USB ---- */

static char *
dup_usb_link (double megabits)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!(megabits > 0))
    return NULL;
  if (megabits >= 1000)
    return g_strdup_printf ("USB %s Gb/s", g_ascii_formatd (number, sizeof number, "%g", megabits / 1000));
  return g_strdup_printf ("USB %s Mb/s", g_ascii_formatd (number, sizeof number, "%g", megabits));
}

/* USB 3.2, 9.6.2: the device capabilities of the BOS descriptor. A fast stick in a slow socket still says what it
 * can. */
static double
read_usb_capability (const char *usb)
{
  g_autofree char *path = g_build_filename (usb, "bos_descriptors", NULL);
  g_autofree char *bytes = NULL;
  double megabits = 0;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, NULL))
    return 0;
  for (gsize at = 0; at + 3 <= length && (guint8) bytes[at] >= 3; at += (guint8) bytes[at]) {
    const guint8 *capability = (const guint8 *) bytes + at;

    if (at + capability[0] > length)
      break;
    /* SUPERSPEED_USB: bit 3 of the speeds is 5 Gb/s. */
    if (capability[1] == 0x10 && capability[2] == 0x03 && capability[0] >= 10 && (capability[4] & 0x08))
      megabits = MAX (megabits, 5000);
    /* SUPERSPEED_PLUS: a list of lanes; mantissa in the high half, exponent of 1000 in bits 4 and 5. */
    if (capability[1] == 0x10 && capability[2] == 0x0a && capability[0] >= 16) {
      guint count = (capability[4] & 0x1f) + 1u;

      for (guint i = 0; i < count && 12 + 4 * (i + 1) <= capability[0]; i++) {
        const guint8 *lane = capability + 12 + 4 * i;
        double bits = lane[2] | lane[3] << 8;

        for (guint exponent = (lane[0] >> 4) & 3; exponent > 0; exponent--)
          bits *= 1000;
        megabits = MAX (megabits, bits / 1e6);
      }
    }
  }
  return megabits;
}

static void
read_usb (DsDrive *drive, const char *usb)
{
  g_autofree char *speed = ds_sysfs_read (usb, "speed");
  double megabits = speed != NULL ? g_ascii_strtod (speed, NULL) : 0;

  drive->kind = DS_DRIVE_USB;
  drive->link = dup_usb_link (megabits);
  drive->link_max = dup_usb_link (read_usb_capability (usb));
  drive->serial = ds_sysfs_read (usb, "serial");
}

/* ---- SCSI: the way that SATA, USB, SAS and most virtual disks share ---- */

/* SPC-4, 7.8.15: four bytes of head, then the serial number */
static char *
dup_vpd_serial (const char *scsi_device)
{
  g_autofree char *path = g_build_filename (scsi_device, "vpd_pg80", NULL);
  g_autofree char *page = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &page, &length, NULL) || length <= 4)
    return NULL;
  text = g_utf8_make_valid (page + 4, (gssize) MIN (length - 4, (gsize) (guint8) page[3]));
  g_strstrip (text);
  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static void
read_scsi (DsDrive *drive, const char *sysfs_root, const char *device)
{
  g_autofree char *usb = ds_sysfs_ancestor_with (sysfs_root, device, "bDeviceClass");
  g_autofree char *port = ds_sysfs_ancestor_with (sysfs_root, device, "ata_port");
  g_autofree char *virtio = ds_sysfs_ancestor_of (sysfs_root, device, "virtio");
  g_autofree char *vmbus = ds_sysfs_ancestor_of (sysfs_root, device, "vmbus");
  g_autofree char *xen = ds_sysfs_ancestor_of (sysfs_root, device, "xen");

  if (usb != NULL)
    read_usb (drive, usb);
  else if (port != NULL)
    read_sata (drive, port, device);
  else if (virtio != NULL || vmbus != NULL || xen != NULL)
    drive->kind = DS_DRIVE_VIRTUAL;

  if (drive->model == NULL) {
    g_autofree char *vendor = ds_sysfs_read (device, "vendor");
    g_autofree char *model = ds_sysfs_read (device, "model");

    /* "ATA" in place of a vendor only says how the disk is spoken to, and some say the vendor twice. */
    if (vendor != NULL && model != NULL && strcmp (vendor, "ATA") != 0 &&
        g_ascii_strncasecmp (vendor, model, strlen (vendor)) != 0)
      drive->model = g_strdup_printf ("%s %s", vendor, model);
    else
      drive->model = g_steal_pointer (&model);
  }
  if (drive->firmware == NULL)
    drive->firmware = ds_sysfs_read (device, "rev");
  if (drive->serial == NULL)
    drive->serial = dup_vpd_serial (device);
}

static void
read_mmc (DsDrive *drive, const char *device)
{
  drive->kind = DS_DRIVE_MMC;
  drive->model = ds_sysfs_read (device, "name");
  drive->serial = ds_sysfs_read (device, "serial");
  drive->firmware = ds_sysfs_read (device, "fwrev");
}

void
ds_identity_read (DsDrive *drive, const char *sysfs_root, const char *node)
{
  g_autofree char *device = ds_sysfs_join_real (node, "device");
  g_autofree char *subsystem = device != NULL ? ds_sysfs_subsystem (device) : NULL;

  if (subsystem == NULL) {
    /* Device mapper, md, loop, zram and RAM disks have no device behind them. */
    drive->kind = DS_DRIVE_VIRTUAL;
  } else if (strcmp (subsystem, "nvme") == 0 || strcmp (subsystem, "nvme-subsystem") == 0) {
    read_nvme (drive, sysfs_root, node, device);
  } else if (strcmp (subsystem, "scsi") == 0) {
    read_scsi (drive, sysfs_root, device);
  } else if (strcmp (subsystem, "mmc") == 0) {
    read_mmc (drive, device);
  } else if (strcmp (subsystem, "virtio") == 0 || strcmp (subsystem, "xen") == 0) {
    drive->kind = DS_DRIVE_VIRTUAL;
    drive->serial = ds_sysfs_read (node, "serial");
  }
}
