/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reading the kernel's device tree. A node is the real path of a device's folder; paths are compared as real
 * paths, so that two links to one device are one. Everything returned is (transfer full). */

char *ds_sysfs_real (const char *path);                          /* (nullable) */
char *ds_sysfs_join_real (const char *folder, const char *link); /* (nullable): the real path of folder/link */
char *ds_sysfs_read (const char *folder,
                     const char *attribute); /* (nullable) white space around removed; never empty */
guint64 ds_sysfs_read_number (const char *folder, const char *attribute); /* 0 where unknown */
char *ds_sysfs_read_uevent (const char *node, const char *key); /* (nullable): the kernel's DEVNAME and the like */
gboolean ds_sysfs_has (const char *folder, const char *attribute);
char *ds_sysfs_subsystem (const char *node);       /* (nullable) "nvme", "scsi", "usb" */
GPtrArray *ds_sysfs_children (const char *folder); /* (element-type utf8): names, sorted; empty where none */
/* The nearest folder at or above node, below root, that has this attribute; (nullable) */
char *ds_sysfs_ancestor_with (const char *root, const char *node, const char *attribute);
/* The nearest folder at or above node, below root, of this subsystem; (nullable) */
char *ds_sysfs_ancestor_of (const char *root, const char *node, const char *subsystem);

G_END_DECLS
