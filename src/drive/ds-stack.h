/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-mounts.h"

G_BEGIN_DECLS

/* The way from a file system down to its leaf disks: partitions, device mapper, md, loop files, btrfs and overlay.
 * It follows the kernel's links; device names are never taken apart. */

typedef struct {
  const char *sysfs_root;
  GPtrArray *mounts; /* (element-type DsMount): where the file of a loop device lies */
  GPtrArray *leaves; /* (element-type utf8): names of whole disks, each once, in the order they were met */
  GPtrArray *nodes;  /* (element-type utf8): every device on the way, partitions included */
  gboolean encrypted;
  gboolean in_memory; /* a file system in memory was met */
  guint depth; /* of the walk, which ends below a depth no real stack has */
} DsStack;

void ds_stack_init (DsStack *self, const char *sysfs_root, GPtrArray *mounts);
void ds_stack_clear (DsStack *self);

/* Both collect the leaves, and say in English what was met: "ext4 on LUKS on Samsung SSD 990 PRO 2TB"; (transfer
 * full) */
char *ds_stack_walk_mount (DsStack *self, const DsMount *mount);
char *ds_stack_walk_node (DsStack *self, const char *node);

/* The node of a device file; (nullable) (transfer full) */
char *ds_stack_find_device (const char *sysfs_root, const char *device_file);
char *ds_stack_find_number (const char *sysfs_root, guint major, guint minor);
char *ds_stack_find_whole_disk (const char *node); /* of a partition its disk, else the node itself */

G_END_DECLS
