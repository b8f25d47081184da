/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-place-private.h"

#include "ds-identity.h"
#include "ds-io-limit.h"
#include "ds-stack.h"
#include "ds-sysfs.h"

#include <glib/gi18n.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void
add_drives (DsPlace *self, const DsStack *stack)
{
  for (guint i = 0; i < stack->leaves->len; i++) {
    DsDrive *drive = ds_drive_new_for_name (stack->sysfs_root, g_ptr_array_index (stack->leaves, i), NULL);

    if (drive != NULL)
      g_ptr_array_add (self->drives, drive);
  }
}

static DsPlace *
place_new (const char *path)
{
  DsPlace *self = g_new0 (DsPlace, 1);

  self->path = g_strdup (path);
  self->drives = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_drive_free);
  return self;
}

DsPlace *
ds_place_new_for_mount (const char *sysfs_root, GPtrArray *mounts, const DsMount *mount, const char *path)
{
  DsPlace *self = place_new (path);
  DsStack stack;

  if (mount == NULL)
    return self;
  self->mount_point = g_strdup (mount->mount_point);
  self->fs_type = g_strdup (mount->fs_type);
  self->fs_options = ds_mount_dup_all_options (mount);
  self->source = g_strdup (mount->source);
  self->read_only = ds_mount_has_option (mount, "ro");

  ds_stack_init (&stack, sysfs_root, mounts);
  self->stack = ds_stack_walk_mount (&stack, mount);
  self->encrypted = stack.encrypted;
  self->in_memory = stack.in_memory && stack.leaves->len == 0;
  add_drives (self, &stack);
  ds_stack_clear (&stack);
  return self;
}

DsPlace *
ds_place_new_for_node (const char *sysfs_root, GPtrArray *mounts, const char *node, const char *path)
{
  DsPlace *self = place_new (path);
  DsStack stack;

  self->source = g_strdup (path);
  self->size = ds_sysfs_read_number (node, "size") * 512;
  self->read_only = ds_sysfs_read_number (node, "ro") != 0;
  ds_stack_init (&stack, sysfs_root, mounts);
  self->stack = ds_stack_walk_node (&stack, node);
  self->encrypted = stack.encrypted;
  add_drives (self, &stack);
  ds_stack_clear (&stack);

  for (guint i = 0; i < mounts->len && self->mount_point == NULL; i++) {
    const DsMount *mount = g_ptr_array_index (mounts, i);
    g_autofree char *mounted = mount->major != 0 ? ds_stack_find_number (sysfs_root, mount->major, mount->minor)
                                                 : ds_stack_find_device (sysfs_root, mount->source);

    if (g_strcmp0 (mounted, node) == 0)
      self->mount_point = g_strdup (mount->mount_point);
  }
  return self;
}

void
ds_place_measure (DsPlace *self)
{
  struct statvfs figures;
  struct stat info;

  if (stat (self->path, &info) != 0 || S_ISBLK (info.st_mode))
    return;
  self->writable = faccessat (AT_FDCWD, self->path, S_ISDIR (info.st_mode) ? W_OK | X_OK : W_OK, AT_EACCESS) == 0;
  if (statvfs (self->path, &figures) == 0) {
    self->size = (guint64) figures.f_blocks * figures.f_frsize;
    self->free = (guint64) figures.f_bavail * figures.f_frsize;
  }
}

DsPlace *
ds_place_inspect_in (const char *sysfs_root, const char *mountinfo, const char *path, GError **error)
{
  g_autoptr (GPtrArray) mounts = ds_mounts_parse (mountinfo);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *node = ds_stack_find_device (sysfs_root, absolute);
  const DsMount *mount = ds_mounts_find (mounts, absolute, 0);

  if (node != NULL)
    return ds_place_new_for_node (sysfs_root, mounts, node, absolute);
  if (mount == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("No mounted file system holds “%s”."), path);
    return NULL;
  }
  return ds_place_new_for_mount (sysfs_root, mounts, mount, absolute);
}

/* Since Linux 5.8 the kernel names the very mount; 0 before. */
static guint64
find_mount_id (const char *path)
{
  struct statx info;

  if (statx (AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &info) == 0 && (info.stx_mask & STATX_MNT_ID))
    return info.stx_mnt_id;
  return 0;
}

static void
set_path_error (GError **error, const char *path, int code)
{
  g_autofree char *shown = g_filename_display_name (path);

  if (code == ENOENT || code == ENOTDIR)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("There is no folder or file “%s”. Check the spelling, or whether its drive is mounted."),
                 shown);
  else if (code == EACCES || code == EPERM)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                 _ ("You may not look into “%s”. Choose a folder that you can open."), shown);
  else
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _ ("“%s” cannot be inspected: %s."), shown,
                 g_strerror (code));
}

/* As the person named it, but absolute. A ".." behind a link means another folder than the text says, so such a
 * path is shown resolved. */
static char *
dup_absolute (const char *path, const char *real)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  if (g_strv_contains ((const char *const *) parts, ".."))
    return g_strdup (real);
  return g_canonicalize_filename (path, NULL);
}

/* A loop device or a mapped one may be limited where no disk below it is. */
static void
find_io_limit (DsPlace *self, dev_t number)
{
  g_autofree char *device = g_strdup_printf ("%u:%u", major (number), minor (number));
  g_autofree char *groups = NULL;

  if (self != NULL && g_file_get_contents ("/proc/self/cgroup", &groups, NULL, NULL))
    self->io_limit = ds_io_limit_find (groups, "/sys/fs/cgroup", device);
}

DsPlace *
ds_place_inspect (const char *path, GError **error)
{
  g_autofree char *real = ds_sysfs_real (path);
  g_autofree char *absolute = NULL;
  g_autofree char *node = NULL;
  g_autoptr (GPtrArray) mounts = NULL;
  DsPlace *self;
  struct stat info;

  if (real == NULL || stat (real, &info) != 0) {
    set_path_error (error, path, errno);
    return NULL;
  }
  mounts = ds_mounts_read (error);
  if (mounts == NULL)
    return NULL;
  absolute = dup_absolute (path, real);
  if (S_ISBLK (info.st_mode))
    node = ds_stack_find_number ("/sys", major (info.st_rdev), minor (info.st_rdev));
  if (node != NULL)
    return ds_place_new_for_node ("/sys", mounts, node, absolute);
  self = ds_place_new_for_mount ("/sys", mounts, ds_mounts_find (mounts, real, find_mount_id (real)), absolute);
  ds_place_measure (self);
  find_io_limit (self, info.st_dev);
  return self;
}

static void
inspect_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  DsPlace *place = ds_place_inspect (data, &error);

  if (place != NULL)
    g_task_return_pointer (task, place, (GDestroyNotify) ds_place_free);
  else
    g_task_return_error (task, error);
}

void
ds_place_inspect_async (const char *path,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, ds_place_inspect_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, inspect_thread);
}

DsPlace *
ds_place_inspect_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, ds_place_inspect_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
copy_drive_cb (gconstpointer drive, gpointer data)
{
  return ds_drive_copy (drive);
}

DsPlace *
ds_place_copy (const DsPlace *self)
{
  DsPlace *copy = g_memdup2 (self, sizeof *self);

  copy->path = g_strdup (self->path);
  copy->mount_point = g_strdup (self->mount_point);
  copy->fs_type = g_strdup (self->fs_type);
  copy->fs_options = g_strdup (self->fs_options);
  copy->source = g_strdup (self->source);
  copy->io_limit = g_strdup (self->io_limit);
  copy->stack = g_strdup (self->stack);
  copy->drives = g_ptr_array_copy (self->drives, copy_drive_cb, NULL);
  g_ptr_array_set_free_func (copy->drives, (GDestroyNotify) ds_drive_free);
  return copy;
}

void
ds_place_free (DsPlace *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->mount_point);
  g_free (self->fs_type);
  g_free (self->fs_options);
  g_free (self->source);
  g_free (self->io_limit);
  g_free (self->stack);
  g_ptr_array_unref (self->drives);
  g_free (self);
}
