/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What one whole disk is, read from sysfs. A plain value; strings are NULL where unknown, numbers 0.
 * Units: bytes. */

typedef enum {
  DS_DRIVE_OTHER,
  DS_DRIVE_NVME,
  DS_DRIVE_SATA,
  DS_DRIVE_USB,
  DS_DRIVE_MMC,
  DS_DRIVE_VIRTUAL, /* virtio, Xen, loop, zram, device mapper, RAM disk */
} DsDriveKind;

typedef struct {
  char *name;   /* the kernel's: "nvme0n1" */
  char *device; /* "/dev/nvme0n1" */
  char *model;
  char *serial;
  char *firmware;
  DsDriveKind kind;
  guint64 capacity;
  guint logical_block_size;
  guint physical_block_size;
  gboolean rotational;
  gboolean removable;
  gboolean trim;     /* takes discards */
  gboolean fua;      /* takes forced writes past its cache */
  char *scheduler;   /* the active one: "none", "mq-deadline" */
  guint wbt_us;      /* the kernel holds buffered writes back to keep reads below so many µs; 0: it does not */
  char *io_limit;    /* what a control group allows this process: see ds-io-limit.h */
  char *write_cache; /* the kernel's view: "write back", "write through" */
  char *link;        /* as used: "PCIe 4.0 x4", "SATA 6 Gb/s"; not localised */
  char *link_max;    /* as possible */
} DsDrive;

DsDrive *ds_drive_new_for_name (const char *sysfs_root, const char *name, GError **error); /* (transfer full) */
DsDrive *ds_drive_copy (const DsDrive *self);
void ds_drive_free (DsDrive *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsDrive, ds_drive_free)

/* "Samsung SSD 990 PRO 2TB", or in words what it is where it names no model; (transfer full), localised */
char *ds_drive_dup_title (const DsDrive *self);
const char *ds_drive_kind_to_string (DsDriveKind kind); /* "nvme": for JSON */

/* Every whole disk that can be measured; loop devices without a backing file, zram, ram and optical drives are left out.
 * (transfer full) (element-type DsDrive). sysfs_root is "/sys", or a fake tree in tests. */
GPtrArray *ds_drive_list (const char *sysfs_root);

G_END_DECLS
