/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The table of mounted file systems, as proc_pid_mountinfo(5) describes it. */

typedef struct {
  guint64 id;
  guint major, minor; /* of st_dev; 0:N is anonymous (btrfs, overlay, network) */
  char *root;         /* which folder of the file system is mounted */
  char *mount_point;
  char *options; /* of this mount */
  char *fs_type;
  char *source;
  char *super_options; /* of the file system */
} DsMount;

GPtrArray *
ds_mounts_parse (const char *mountinfo);    /* (transfer full) (element-type DsMount), in the table's order */
GPtrArray *ds_mounts_read (GError **error); /* (transfer full): of this process */

/* The mount that shows path, an absolute path without links: the one with this id (0: unknown) or, where the table
 * has none, the longest mount point above path, and of several on one folder the last, which hides the others.
 * (nullable) */
const DsMount *ds_mounts_find (GPtrArray *mounts, const char *path, guint64 id);

gboolean ds_mount_has_option (const DsMount *self, const char *option); /* of the mount or the file system */
char *ds_mount_dup_option (const DsMount *self,
                           const char *key);          /* (nullable) (transfer full): the value of key=value */
char *ds_mount_dup_all_options (const DsMount *self); /* (transfer full): both lists, each option once */

G_END_DECLS
