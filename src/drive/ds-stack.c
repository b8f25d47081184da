/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-stack.h"

#include "ds-drive.h"
#include "ds-sysfs.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define MAX_DEPTH 24

void
ds_stack_init (DsStack *self, const char *sysfs_root, GPtrArray *mounts)
{
  *self = (DsStack){
    .sysfs_root = sysfs_root,
    .mounts = g_ptr_array_ref (mounts),
    .leaves = g_ptr_array_new_with_free_func (g_free),
    .nodes = g_ptr_array_new_with_free_func (g_free),
  };
}

void
ds_stack_clear (DsStack *self)
{
  g_clear_pointer (&self->mounts, g_ptr_array_unref);
  g_clear_pointer (&self->leaves, g_ptr_array_unref);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
}

char *
ds_stack_find_number (const char *sysfs_root, guint major, guint minor)
{
  g_autofree char *link = g_strdup_printf ("%s/dev/block/%u:%u", sysfs_root, major, minor);

  return ds_sysfs_real (link);
}

/* In a sandbox /dev has no disks, and in a fake tree none of its own: the kernel says itself how it calls the
 * device file of a node. */
static char *
find_by_kernel_name (const char *sysfs_root, const char *device_file)
{
  g_autofree char *folder = g_build_filename (sysfs_root, "dev", "block", NULL);
  g_autoptr (GPtrArray) numbers = ds_sysfs_children (folder);

  for (guint i = 0; i < numbers->len; i++) {
    g_autofree char *node = ds_sysfs_join_real (folder, g_ptr_array_index (numbers, i));
    g_autofree char *name = node != NULL ? ds_sysfs_read_uevent (node, "DEVNAME") : NULL;
    g_autofree char *mapped = node != NULL ? ds_sysfs_read (node, "dm/name") : NULL;
    g_autofree char *file = name != NULL ? g_strdup_printf ("/dev/%s", name) : NULL;
    g_autofree char *mapped_file = mapped != NULL ? g_strdup_printf ("/dev/mapper/%s", mapped) : NULL;

    if (g_strcmp0 (file, device_file) == 0 || g_strcmp0 (mapped_file, device_file) == 0)
      return g_steal_pointer (&node);
  }
  return NULL;
}

char *
ds_stack_find_device (const char *sysfs_root, const char *device_file)
{
  struct stat info;

  if (!g_str_has_prefix (device_file, "/dev/"))
    return NULL;
  if (strcmp (sysfs_root, "/sys") == 0 && stat (device_file, &info) == 0 && S_ISBLK (info.st_mode)) {
    char *node = ds_stack_find_number (sysfs_root, major (info.st_rdev), minor (info.st_rdev));

    if (node != NULL)
      return node;
  }
  return find_by_kernel_name (sysfs_root, device_file);
}

char *
ds_stack_find_whole_disk (const char *node)
{
  return ds_sysfs_has (node, "partition") ? g_path_get_dirname (node) : g_strdup (node);
}

static void
add_once (GPtrArray *texts, char *text)
{
  if (g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (texts, text);
}

/* "A + B", "(LUKS on A) + (LUKS on B)" */
static char *
join_parts (GPtrArray *parts)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; i < parts->len; i++) {
    const char *part = g_ptr_array_index (parts, i);
    gboolean nested = parts->len > 1 && strstr (part, " on ") != NULL;

    g_string_append_printf (joined, "%s%s%s%s", i > 0 ? " + " : "", nested ? "(" : "", part, nested ? ")" : "");
  }
  return g_string_free (joined, FALSE);
}

/* The prefix of a device-mapper uuid names who made the device. */
static const struct {
  const char *prefix;
  const char *word;
  gboolean encrypted;
} mapper_makers[] = {
  { "CRYPT-LUKS", "LUKS", TRUE },
  { "CRYPT-PLAIN", "dm-crypt", TRUE },
  { "CRYPT-TCRYPT", "VeraCrypt", TRUE },
  { "CRYPT-BITLK", "BitLocker", TRUE },
  { "CRYPT-FVAULT2", "FileVault", TRUE },
  { "CRYPT-VERITY", "dm-verity", FALSE },
  { "CRYPT-INTEGRITY", "dm-integrity", FALSE },
  { "CRYPT-", "dm-crypt", TRUE },
  { "LVM-", "LVM", FALSE },
  { "VDO-", "VDO", FALSE },
  { "DMRAID-", "firmware RAID", FALSE },
  { "mpath-", "multipath", FALSE },
};

static const char *
name_mapper (DsStack *self, const char *node)
{
  g_autofree char *uuid = ds_sysfs_read (node, "dm/uuid");

  for (guint i = 0; uuid != NULL && i < G_N_ELEMENTS (mapper_makers); i++) {
    if (g_str_has_prefix (uuid, mapper_makers[i].prefix)) {
      self->encrypted |= mapper_makers[i].encrypted;
      return mapper_makers[i].word;
    }
  }
  /* kpartx makes a partition of a mapped device with a uuid such as "part1-mpath-…". */
  if (uuid != NULL && g_str_has_prefix (uuid, "part"))
    return "partition";
  return "device mapper";
}

/* "raid1" is "RAID 1", "linear" stays */
static char *
name_md (const char *node)
{
  g_autofree char *level = ds_sysfs_read (node, "md/level");

  if (level == NULL)
    return g_strdup ("RAID");
  if (g_str_has_prefix (level, "raid"))
    return g_strdup_printf ("RAID %s", level + strlen ("raid"));
  return g_strdup_printf ("md %s", level);
}

/* Not localised, unlike ds_drive_dup_title(): it is stored with results. */
static char *
name_leaf (DsStack *self, const char *name)
{
  g_autoptr (DsDrive) drive = ds_drive_new_for_name (self->sysfs_root, name, NULL);

  if (drive == NULL)
    return g_strdup (name);
  if (drive->model != NULL)
    return g_strdup (drive->model);
  return g_strdup_printf ("%s %s", drive->kind == DS_DRIVE_VIRTUAL ? "virtual disk" : "drive", name);
}

static char *
walk_leaf (DsStack *self, const char *node)
{
  g_autofree char *name = g_path_get_basename (node);
  char *title = name_leaf (self, name);

  add_once (self->leaves, g_steal_pointer (&name));
  return title;
}

static char *
walk_slaves (DsStack *self, const char *node, GPtrArray *slaves)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *below = NULL;
  g_autofree char *word = NULL;

  for (guint i = 0; i < slaves->len; i++) {
    g_autofree char *link = g_build_filename (node, "slaves", g_ptr_array_index (slaves, i), NULL);
    g_autofree char *slave = ds_sysfs_real (link);

    if (slave != NULL)
      add_once (parts, ds_stack_walk_node (self, slave));
  }
  if (ds_sysfs_has (node, "md"))
    word = name_md (node);
  else if (ds_sysfs_has (node, "dm"))
    word = g_strdup (name_mapper (self, node));
  below = join_parts (parts);
  /* bcache and others without a mark of their own */
  if (word == NULL)
    return g_steal_pointer (&below);
  return g_strdup_printf ("%s on %s", word, below);
}

/* A loop device's file lies on a file system of its own, or is itself a device. */
static char *
walk_loop (DsStack *self, const char *node, const char *file)
{
  g_autofree char *device = ds_stack_find_device (self->sysfs_root, file);
  const DsMount *mount;
  g_autofree char *below = NULL;
  guint known = self->leaves->len;

  if (device != NULL)
    return ds_stack_walk_node (self, device);
  mount = ds_mounts_find (self->mounts, file, 0);
  if (mount == NULL)
    return walk_leaf (self, node);
  below = ds_stack_walk_mount (self, mount);
  if (self->leaves->len == known && known == 0)
    return walk_leaf (self, node);
  return g_strdup_printf ("a file on %s", below);
}

char *
ds_stack_walk_node (DsStack *self, const char *node)
{
  g_autofree char *disk = ds_stack_find_whole_disk (node);
  g_autofree char *slaves_folder = g_build_filename (disk, "slaves", NULL);
  g_autoptr (GPtrArray) slaves = ds_sysfs_children (slaves_folder);
  g_autofree char *file = ds_sysfs_read (disk, "loop/backing_file");
  char *text;

  add_once (self->nodes, g_strdup (node));
  add_once (self->nodes, g_strdup (disk));
  /* Nothing real is this deep; a loop of loop files could be. */
  if (self->depth >= MAX_DEPTH)
    return walk_leaf (self, disk);
  self->depth++;
  if (slaves->len > 0)
    text = walk_slaves (self, disk, slaves);
  else if (file != NULL)
    text = walk_loop (self, disk, file);
  else
    text = walk_leaf (self, disk);
  self->depth--;
  return text;
}

/* /sys/fs/btrfs/UUID/devices links to every device of one file system. */
static char *
walk_btrfs (DsStack *self, const char *node)
{
  g_autofree char *folder = g_build_filename (self->sysfs_root, "fs", "btrfs", NULL);
  g_autoptr (GPtrArray) file_systems = ds_sysfs_children (folder);

  for (guint i = 0; i < file_systems->len; i++) {
    g_autofree char *devices = g_build_filename (folder, g_ptr_array_index (file_systems, i), "devices", NULL);
    g_autoptr (GPtrArray) names = ds_sysfs_children (devices);
    g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

    for (guint j = 0; j < names->len; j++) {
      char *device = ds_sysfs_join_real (devices, g_ptr_array_index (names, j));

      if (device != NULL)
        g_ptr_array_add (nodes, device);
    }
    if (!g_ptr_array_find_with_equal_func (nodes, node, g_str_equal, NULL))
      continue;
    for (guint j = 0; j < nodes->len; j++)
      add_once (parts, ds_stack_walk_node (self, g_ptr_array_index (nodes, j)));
    return join_parts (parts);
  }
  return ds_stack_walk_node (self, node);
}

/* An overlay writes to its upper folder, which lies on another file system. */
static char *
walk_overlay (DsStack *self, const DsMount *mount)
{
  g_autofree char *upper = ds_mount_dup_option (mount, "upperdir");
  const DsMount *below;

  if (upper == NULL || *upper != '/')
    return NULL;
  below = ds_mounts_find (self->mounts, upper, 0);
  /* In a container the upper folder is out of sight, and its path leads back to the overlay itself. */
  if (below == NULL || below == mount)
    return NULL;
  return ds_stack_walk_mount (self, below);
}

/* bcachefs names all its devices, colons between */
static char *
walk_source (DsStack *self, const DsMount *mount)
{
  g_auto (GStrv) devices = g_strsplit (mount->source, ":", -1);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; devices[i] != NULL; i++) {
    g_autofree char *node = ds_stack_find_device (self->sysfs_root, devices[i]);

    if (node == NULL)
      continue;
    if (strcmp (mount->fs_type, "btrfs") == 0)
      add_once (parts, walk_btrfs (self, node));
    else
      add_once (parts, ds_stack_walk_node (self, node));
  }
  return parts->len > 0 ? join_parts (parts) : NULL;
}

static gboolean
is_in_memory (const DsMount *mount)
{
  static const char *const types[] = { "tmpfs", "ramfs", "devtmpfs", NULL };

  return g_strv_contains (types, mount->fs_type);
}

char *
ds_stack_walk_mount (DsStack *self, const DsMount *mount)
{
  g_autofree char *below = NULL;

  if (self->depth >= MAX_DEPTH)
    return g_strdup (mount->fs_type);
  self->in_memory |= is_in_memory (mount);
  self->depth++;
  if (strcmp (mount->fs_type, "overlay") == 0) {
    below = walk_overlay (self, mount);
  } else if (mount->major != 0) {
    g_autofree char *node = ds_stack_find_number (self->sysfs_root, mount->major, mount->minor);

    if (node != NULL)
      below = ds_stack_walk_node (self, node);
  }
  if (below == NULL)
    below = walk_source (self, mount);
  self->depth--;
  if (below == NULL)
    return g_strdup (mount->fs_type);
  return g_strdup_printf ("%s on %s", mount->fs_type, below);
}
