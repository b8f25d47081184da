/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive.h"

#include "ds-identity.h"
#include "ds-io-limit.h"
#include "ds-sysfs.h"

#include <glib/gi18n.h>

#include <string.h>

/* Documentation/admin-guide/devices.txt: numbers that never change */
#define MAJOR_RAM     1
#define MAJOR_FLOPPY  2
#define MAJOR_OPTICAL 11

/* SPC-4, table 142: what a CD, DVD or Blu-ray drive calls itself */
#define SCSI_TYPE_OPTICAL 5

const char *
ds_drive_kind_to_string (DsDriveKind kind)
{
  switch (kind) {
  case DS_DRIVE_NVME:
    return "nvme";
  case DS_DRIVE_SATA:
    return "sata";
  case DS_DRIVE_USB:
    return "usb";
  case DS_DRIVE_MMC:
    return "mmc";
  case DS_DRIVE_VIRTUAL:
    return "virtual";
  case DS_DRIVE_OTHER:
  default:
    return "other";
  }
}

/* "none [mq-deadline] kyber": the active one stands in brackets; a list of one stands without. */
/* The groups that this process is in are this machine's, whatever tree of devices is looked at. */
static char *
find_io_limit (const char *sysfs_root, const char *node)
{
  g_autofree char *device = ds_sysfs_read (node, "dev");
  g_autofree char *root = g_build_filename (sysfs_root, "fs", "cgroup", NULL);
  g_autofree char *groups = NULL;

  if (device == NULL || !g_file_get_contents ("/proc/self/cgroup", &groups, NULL, NULL))
    return NULL;
  return ds_io_limit_find (groups, root, device);
}

static char *
dup_active_scheduler (const char *node)
{
  g_autofree char *list = ds_sysfs_read (node, "queue/scheduler");
  char *open = list != NULL ? strchr (list, '[') : NULL;
  char *close = open != NULL ? strchr (open, ']') : NULL;

  if (close != NULL)
    return g_strndup (open + 1, (gsize) (close - open - 1));
  return g_steal_pointer (&list);
}

static char *
dup_device_file (const char *node, const char *name)
{
  g_autofree char *named = ds_sysfs_read_uevent (node, "DEVNAME");

  return g_strdup_printf ("/dev/%s", named != NULL ? named : name);
}

DsDrive *
ds_drive_new_for_name (const char *sysfs_root, const char *name, GError **error)
{
  g_autofree char *link = g_build_filename (sysfs_root, "block", name, NULL);
  g_autofree char *node = ds_sysfs_real (link);
  DsDrive *self;

  if (node == NULL || strchr (name, '/') != NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("There is no drive “%s”."), name);
    return NULL;
  }

  self = g_new0 (DsDrive, 1);
  self->name = g_strdup (name);
  self->device = dup_device_file (node, name);
  ds_identity_read (self, sysfs_root, node);
  self->capacity = ds_sysfs_read_number (node, "size") * 512;
  self->logical_block_size = (guint) ds_sysfs_read_number (node, "queue/logical_block_size");
  self->physical_block_size = (guint) ds_sysfs_read_number (node, "queue/physical_block_size");
  self->rotational = ds_sysfs_read_number (node, "queue/rotational") != 0;
  self->removable = ds_sysfs_read_number (node, "removable") != 0;
  self->trim = ds_sysfs_read_number (node, "queue/discard_max_bytes") > 0;
  self->fua = ds_sysfs_read_number (node, "queue/fua") != 0;
  self->scheduler = dup_active_scheduler (node);
  self->wbt_us = (guint) MIN (ds_sysfs_read_number (node, "queue/wbt_lat_usec"), G_MAXUINT);
  self->io_limit = find_io_limit (sysfs_root, node);
  self->write_cache = ds_sysfs_read (node, "queue/write_cache");
  return self;
}

DsDrive *
ds_drive_copy (const DsDrive *self)
{
  DsDrive *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->device = g_strdup (self->device);
  copy->model = g_strdup (self->model);
  copy->serial = g_strdup (self->serial);
  copy->firmware = g_strdup (self->firmware);
  copy->scheduler = g_strdup (self->scheduler);
  copy->io_limit = g_strdup (self->io_limit);
  copy->write_cache = g_strdup (self->write_cache);
  copy->link = g_strdup (self->link);
  copy->link_max = g_strdup (self->link_max);
  return copy;
}

void
ds_drive_free (DsDrive *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->device);
  g_free (self->model);
  g_free (self->serial);
  g_free (self->firmware);
  g_free (self->scheduler);
  g_free (self->io_limit);
  g_free (self->write_cache);
  g_free (self->link);
  g_free (self->link_max);
  g_free (self);
}

char *
ds_drive_dup_title (const DsDrive *self)
{
  if (self->model != NULL)
    return g_strdup (self->model);

  switch (self->kind) {
  case DS_DRIVE_NVME:
    return g_strdup_printf (_ ("NVMe drive %s"), self->name);
  case DS_DRIVE_SATA:
    return g_strdup_printf (_ ("SATA drive %s"), self->name);
  case DS_DRIVE_USB:
    return g_strdup_printf (_ ("USB drive %s"), self->name);
  case DS_DRIVE_MMC:
    return g_strdup_printf (_ ("Memory card %s"), self->name);
  case DS_DRIVE_VIRTUAL:
    return g_strdup_printf (_ ("Virtual disk %s"), self->name);
  case DS_DRIVE_OTHER:
  default:
    return g_strdup_printf (_ ("Drive %s"), self->name);
  }
}

static gboolean
is_measurable (const char *node)
{
  guint major = 0;
  g_autofree char *number = ds_sysfs_read (node, "dev");

  if (number != NULL)
    major = (guint) g_ascii_strtoull (number, NULL, 10);
  if (major == MAJOR_RAM || major == MAJOR_FLOPPY || major == MAJOR_OPTICAL ||
      ds_sysfs_read_number (node, "device/type") == SCSI_TYPE_OPTICAL)
    return FALSE;
  /* A card reader without a card, an unused loop or network device */
  if (ds_sysfs_read_number (node, "size") == 0)
    return FALSE;
  /* The single paths of a multipath NVMe disk */
  if (ds_sysfs_read_number (node, "hidden") != 0)
    return FALSE;
  /* Compressed memory, and what is made of other disks */
  return !ds_sysfs_has (node, "mm_stat") && !ds_sysfs_has (node, "dm") && !ds_sysfs_has (node, "md");
}

GPtrArray *
ds_drive_list (const char *sysfs_root)
{
  GPtrArray *drives = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_drive_free);
  g_autofree char *folder = g_build_filename (sysfs_root, "block", NULL);
  g_autoptr (GPtrArray) names = ds_sysfs_children (folder);

  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    g_autofree char *node = ds_sysfs_join_real (folder, name);
    DsDrive *drive;

    if (node == NULL || !is_measurable (node))
      continue;
    drive = ds_drive_new_for_name (sysfs_root, name, NULL);
    if (drive != NULL)
      g_ptr_array_add (drives, drive);
  }
  return drives;
}
