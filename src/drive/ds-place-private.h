/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-mounts.h"
#include "ds-place.h"

G_BEGIN_DECLS

/* For the files of this room and its tests. */

/* Fills what the mount and the device tree say; free with ds_place_free(). mount: (nullable) */
DsPlace *
ds_place_new_for_mount (const char *sysfs_root, GPtrArray *mounts, const DsMount *mount, const char *path);
/* A block device as a place of its own: read tests only */
DsPlace *ds_place_new_for_node (const char *sysfs_root, GPtrArray *mounts, const char *node, const char *path);
/* What the file system says of its size, and what this process may do there */
void ds_place_measure (DsPlace *self);

gboolean
ds_place_get_traffic_in (const DsPlace *self, const char *sysfs_root, guint64 *bytes_read, guint64 *bytes_written);

/* The list before it looks at folders: of each file system with a disk under it the mounts that a person might
 * test, the best first. (transfer full) (element-type GPtrArray of DsMount) */
GPtrArray *ds_place_list_group (const char *sysfs_root, GPtrArray *mounts, const char *home);
/* Whether a mounted file system lies on the device of this node, or on what is made of it */
gboolean ds_place_mount_is_on (const char *sysfs_root, GPtrArray *mounts, const DsMount *mount, const char *node);
/* Disks without any mounted file system; (transfer full) (element-type DsPlace) */
GPtrArray *ds_place_list_unmounted (const char *sysfs_root, GPtrArray *mounts);

G_END_DECLS
