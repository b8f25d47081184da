/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-place-private.h"

#include "ds-stack.h"
#include "ds-sysfs.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* How many folders of a mount are looked at for one that the person owns */
#define MAX_FOLDERS 256

/* Never written, whatever the drive below */
static const char *const read_only_types[] = { "squashfs", "iso9660", "udf", "erofs", "cramfs", "romfs" };

static gboolean
is_below (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  return strncmp (path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static gboolean
is_for_a_person (const DsMount *mount)
{
  for (guint i = 0; i < G_N_ELEMENTS (read_only_types); i++) {
    if (strcmp (mount->fs_type, read_only_types[i]) == 0)
      return FALSE;
  }
  /* The partitions that start the machine (Filesystem Hierarchy Standard, Boot Loader Specification): small, and
   * nothing there should ever be tried. */
  return !is_below (mount->mount_point, "/boot") && !is_below (mount->mount_point, "/efi") &&
         !ds_mount_has_option (mount, "ro");
}

/* One file system, however often it is mounted */
static char *
dup_key (const DsMount *mount)
{
  return mount->major != 0 ? g_strdup_printf ("%u:%u", mount->major, mount->minor) : g_strdup (mount->source);
}

/* Higher is better: what holds the home folder, then what shows the file system from its top. */
static guint
rank_mount (const DsMount *mount, const DsMount *home)
{
  if (mount == home)
    return 2;
  return strcmp (mount->root, "/") == 0 ? 1 : 0;
}

/* The person's own folder is always offered, unless it is only memory, even where no disk can be seen. */
static gboolean
is_worth_listing (const char *sysfs_root, GPtrArray *mounts, const DsMount *mount, const DsMount *home)
{
  DsStack stack;
  gboolean worth;
  g_autofree char *text = NULL;

  ds_stack_init (&stack, sysfs_root, mounts);
  text = ds_stack_walk_mount (&stack, mount);
  worth = stack.leaves->len > 0 || (mount == home && !stack.in_memory);
  ds_stack_clear (&stack);
  return worth;
}

GPtrArray *
ds_place_list_group (const char *sysfs_root, GPtrArray *mounts, const char *home)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const DsMount *home_mount = ds_mounts_find (mounts, home, 0);

  for (guint i = 0; i < mounts->len; i++) {
    const DsMount *mount = g_ptr_array_index (mounts, i);
    g_autofree char *key = dup_key (mount);
    GPtrArray *group = g_hash_table_lookup (known, key);
    guint at = 0;

    if (!is_for_a_person (mount))
      continue;
    /* A folder of a mount that a later one hides is not there. */
    if (ds_mounts_find (mounts, mount->mount_point, 0) != mount)
      continue;
    if (group == NULL) {
      if (!is_worth_listing (sysfs_root, mounts, mount, home_mount))
        continue;
      group = g_ptr_array_new ();
      g_ptr_array_add (groups, group);
      g_hash_table_insert (known, g_steal_pointer (&key), group);
    }
    while (at < group->len &&
           rank_mount (g_ptr_array_index (group, at), home_mount) >= rank_mount (mount, home_mount))
      at++;
    g_ptr_array_insert (group, (gint) at, (gpointer) mount);
  }

  for (guint i = 1; i < groups->len; i++) {
    GPtrArray *group = g_ptr_array_index (groups, i);

    if (g_ptr_array_index (group, 0) == home_mount) {
      g_ptr_array_insert (groups, 0, g_ptr_array_steal_index (groups, i));
      break;
    }
  }
  return groups;
}

gboolean
ds_place_mount_is_on (const char *sysfs_root, GPtrArray *mounts, const DsMount *mount, const char *node)
{
  DsStack stack;
  gboolean found;
  g_autofree char *text = NULL;

  ds_stack_init (&stack, sysfs_root, mounts);
  text = ds_stack_walk_mount (&stack, mount);
  found = g_ptr_array_find_with_equal_func (stack.nodes, node, g_str_equal, NULL);
  ds_stack_clear (&stack);
  return found;
}

static gboolean
may_write (const char *folder)
{
  struct stat info;

  return stat (folder, &info) == 0 && S_ISDIR (info.st_mode) &&
         faccessat (AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
}

/* A folder right below the mount point that belongs to the person */
static char *
find_own_folder (const char *mount_point)
{
  g_autoptr (GDir) dir = g_dir_open (mount_point, 0, NULL);
  const char *name;
  guint seen = 0;

  while (dir != NULL && seen++ < MAX_FOLDERS && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *folder = g_build_filename (mount_point, name, NULL);
    struct stat info;

    if (lstat (folder, &info) == 0 && S_ISDIR (info.st_mode) && info.st_uid == geteuid () && *name != '.' &&
        may_write (folder))
      return g_steal_pointer (&folder);
  }
  return NULL;
}

static char *
find_folder (GPtrArray *mounts, const DsMount *mount, const char *home)
{
  const char *usual[] = { home, mount->mount_point, g_get_user_cache_dir (), "/var/tmp" };

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++) {
    g_autofree char *real = ds_sysfs_real (usual[i]);

    if (real != NULL && ds_mounts_find (mounts, real, 0) == mount && may_write (real))
      return g_strdup (usual[i]);
  }
  return find_own_folder (mount->mount_point);
}

static DsPlace *
place_for_group (GPtrArray *mounts, GPtrArray *group, const char *home)
{
  const DsMount *first = NULL;
  DsPlace *place;

  for (guint i = 0; i < group->len; i++) {
    const DsMount *mount = g_ptr_array_index (group, i);
    g_autofree char *folder = NULL;

    /* Containers mount single files, such as /etc/hosts, from the file system of their host. */
    if (!g_file_test (mount->mount_point, G_FILE_TEST_IS_DIR))
      continue;
    if (first == NULL)
      first = mount;
    folder = find_folder (mounts, mount, home);
    if (folder != NULL) {
      place = ds_place_new_for_mount ("/sys", mounts, mount, folder);
      ds_place_measure (place);
      return place;
    }
  }
  if (first == NULL)
    return NULL;
  place = ds_place_new_for_mount ("/sys", mounts, first, first->mount_point);
  ds_place_measure (place);
  return place;
}

GPtrArray *
ds_place_list_unmounted (const char *sysfs_root, GPtrArray *mounts)
{
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_place_free);
  g_autoptr (GPtrArray) drives = ds_drive_list (sysfs_root);
  DsStack stack;

  ds_stack_init (&stack, sysfs_root, mounts);
  for (guint i = 0; i < mounts->len; i++)
    g_free (ds_stack_walk_mount (&stack, g_ptr_array_index (mounts, i)));

  for (guint i = 0; i < drives->len; i++) {
    const DsDrive *drive = g_ptr_array_index (drives, i);
    g_autofree char *link = g_build_filename (sysfs_root, "block", drive->name, NULL);
    g_autofree char *node = ds_sysfs_real (link);

    /* A loop device is a file of another drive, which is listed itself. */
    if (node == NULL || ds_sysfs_has (node, "loop") ||
        g_ptr_array_find_with_equal_func (stack.leaves, drive->name, g_str_equal, NULL))
      continue;
    g_ptr_array_add (places, ds_place_new_for_node (sysfs_root, mounts, node, drive->device));
  }
  ds_stack_clear (&stack);
  return places;
}

/* The places of mounted file systems; node: (nullable) a device that they have to lie on */
static GPtrArray *
list_mounted (GPtrArray *mounts, const char *node)
{
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_place_free);
  g_autofree char *real_home = ds_sysfs_real (g_get_home_dir ());
  g_autoptr (GPtrArray) groups =
      ds_place_list_group ("/sys", mounts, real_home != NULL ? real_home : g_get_home_dir ());

  for (guint i = 0; i < groups->len; i++) {
    GPtrArray *group = g_ptr_array_index (groups, i);
    DsPlace *place;

    if (node != NULL && !ds_place_mount_is_on ("/sys", mounts, g_ptr_array_index (group, 0), node))
      continue;
    place = place_for_group (mounts, group, g_get_home_dir ());
    if (place != NULL)
      g_ptr_array_add (places, place);
  }
  return places;
}

static GPtrArray *
read_mounts (void)
{
  GPtrArray *mounts = ds_mounts_read (NULL);

  return mounts != NULL ? mounts : ds_mounts_parse ("");
}

GPtrArray *
ds_place_list (void)
{
  g_autoptr (GPtrArray) mounts = read_mounts ();
  GPtrArray *places = list_mounted (mounts, NULL);

  g_ptr_array_extend_and_steal (places, ds_place_list_unmounted ("/sys", mounts));
  return places;
}

GPtrArray *
ds_place_list_on (const char *device_file)
{
  g_autoptr (GPtrArray) mounts = read_mounts ();
  struct stat info;
  g_autofree char *node = NULL;

  if (stat (device_file, &info) == 0 && S_ISBLK (info.st_mode))
    node = ds_stack_find_number ("/sys", major (info.st_rdev), minor (info.st_rdev));
  if (node == NULL)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) ds_place_free);
  return list_mounted (mounts, node);
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, ds_place_list (), (GDestroyNotify) g_ptr_array_unref);
}

void
ds_place_list_async (GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, ds_place_list_async);
  g_task_run_in_thread (task, list_thread);
}

GPtrArray *
ds_place_list_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, ds_place_list_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
