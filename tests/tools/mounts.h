/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* File systems of a test's own, which vanish with the test program however it ends: they live in a mount namespace
 * of its own, loop devices clear themselves after their last user, images have no name, and FUSE servers die with
 * their parent. */

/* Enters the namespace; call it in main() after g_test_init(). Without the rights for it every function below says
 * so. */
void mounts_enter (void);

typedef struct {
  const char *type;          /* "ext4" */
  guint64 size;              /* bytes of the image, sparse */
  guint sector;              /* bytes, 0: 512 */
  const char *mkfs_options;  /* separated by spaces, or NULL */
  const char *mount_options; /* of this type, or NULL */
} MountSpec;

typedef struct {
  char *path;   /* where it is mounted, or the device of mount_new_device() */
  char *device; /* or NULL */
  int device_fd;
  GPid server; /* of FUSE, or 0 */
} Mount;

/* NULL where this machine cannot do it: the running test is then marked as skipped with the reason. */
Mount *mount_new_loop (const MountSpec *spec);
Mount *mount_new_device (guint64 size, guint sector);
Mount *mount_new_memory (const char *type); /* "tmpfs", "ramfs" */
Mount *mount_new_failfs (const char *options);

void mount_make_read_only (Mount *self);
void mount_free (Mount *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Mount, mount_free)

/* Names in a folder but "." and "..", sorted and joined by spaces; "" where there is none (transfer full) */
char *list_folder (const char *path);

/* Gives this program a state folder of its own, empty, beside the build; call it in main() after g_test_init(). */
void isolate_state (void);

/* A new empty folder on a drive: beside the build, or elsewhere where that is in memory. Others may look in.
 * (transfer full) */
char *make_drive_folder (void);

/* Removes a folder with all that is in it */
void remove_folder (const char *path);

/* Waits until this process has no thread of that name any more; fails after ten seconds. */
void wait_for_thread_end (const char *name);

G_END_DECLS
