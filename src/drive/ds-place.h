/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-drive.h"

G_BEGIN_DECLS

/* What lies under a path: the file system it is on, and every leaf disk under that through the sysfs "slaves" tree.
 * Units: bytes. Strings are NULL where unknown. */

typedef struct {
  char *path;        /* absolute, as the person named it */
  char *mount_point;
  char *fs_type;     /* "ext4" */
  char *fs_options;  /* mount and super options of mountinfo, commas between */
  char *source;      /* "/dev/mapper/home" */
  char *io_limit;    /* (nullable) of a control group on the device right below: see ds-io-limit.h */
  char *stack;       /* in words, not localised: "ext4 on LUKS on Samsung SSD 990 PRO 2TB" */
  guint64 size;
  guint64 free;      /* what this person may use */
  gboolean read_only; /* mounted so */
  gboolean writable;  /* by this process */
  gboolean in_memory; /* tmpfs, ramfs, an overlay that writes to them: no drive under it */
  gboolean encrypted;
  GPtrArray *drives; /* (element-type DsDrive): leaves, empty for network and memory file systems */
} DsPlace;

DsPlace *ds_place_inspect (const char *path, GError **error); /* (transfer full); blocks as the file system does */
void ds_place_inspect_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
DsPlace *ds_place_inspect_finish (GAsyncResult *result, GError **error);

/* The same against a given mountinfo text and sysfs tree, for tests; statvfs figures stay 0 */
DsPlace *ds_place_inspect_in (const char *sysfs_root, const char *mountinfo, const char *path, GError **error);

DsPlace *ds_place_copy (const DsPlace *self);
void ds_place_free (DsPlace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsPlace, ds_place_free)

/* Bytes that the leaf disks have read and written since boot (/sys/block/NAME/stat), summed; FALSE where unknown */
gboolean ds_place_get_traffic (const DsPlace *self, guint64 *bytes_read, guint64 *bytes_written);

/* The mounted places a person might test, drives first: one for each mounted file system with a disk under it (the home
 * folder's first, or a folder in it the person may write), then drives without a mount (path is the device, read tests only).
 * (transfer full) (element-type DsPlace). Blocks. */
GPtrArray *ds_place_list (void);
/* Those of them that lie on a device: on itself, on its partitions, or on what is made of it. Blocks. */
GPtrArray *ds_place_list_on (const char *device_file);
void ds_place_list_async (GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *ds_place_list_finish (GAsyncResult *result, GError **error);

G_END_DECLS
