/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-place-private.h"

#include "ds-sysfs.h"

#include <stdio.h>
#include <string.h>

/* Documentation/block/stat.rst: the third and the seventh number are sectors of 512 bytes read and written. */
static gboolean
read_stat (const char *node, guint64 *bytes_read, guint64 *bytes_written)
{
  g_autofree char *text = ds_sysfs_read (node, "stat");
  guint64 sectors_read, sectors_written;

  if (text == NULL || sscanf (text, "%*u %*u %" G_GINT64_MODIFIER "u %*u %*u %*u %" G_GINT64_MODIFIER "u",
                              &sectors_read, &sectors_written) != 2)
    return FALSE;
  *bytes_read = sectors_read * 512;
  *bytes_written = sectors_written * 512;
  return TRUE;
}

/* Before Linux 6.3 a multipath NVMe disk counts nothing itself, but its hidden single paths do: the children of
 * the subsystem's controllers that show the same namespace. */
static void
add_paths (const char *node, guint64 *bytes_read, guint64 *bytes_written)
{
  g_autofree char *subsystem = ds_sysfs_join_real (node, "device");
  g_autofree char *namespace_id = ds_sysfs_read (node, "nsid");
  g_autoptr (GPtrArray) controllers = NULL;

  if (subsystem == NULL || namespace_id == NULL)
    return;
  controllers = ds_sysfs_children (subsystem);
  for (guint i = 0; i < controllers->len; i++) {
    g_autofree char *controller = ds_sysfs_join_real (subsystem, g_ptr_array_index (controllers, i));
    g_autofree char *kind = controller != NULL ? ds_sysfs_subsystem (controller) : NULL;
    g_autoptr (GPtrArray) children = NULL;

    if (g_strcmp0 (kind, "nvme") != 0)
      continue;
    children = ds_sysfs_children (controller);
    for (guint j = 0; j < children->len; j++) {
      g_autofree char *path = g_build_filename (controller, g_ptr_array_index (children, j), NULL);
      g_autofree char *id = ds_sysfs_read (path, "nsid");
      guint64 path_read, path_written;

      if (g_strcmp0 (id, namespace_id) == 0 && ds_sysfs_read_number (path, "hidden") != 0 &&
          read_stat (path, &path_read, &path_written)) {
        *bytes_read += path_read;
        *bytes_written += path_written;
      }
    }
  }
}

gboolean
ds_place_get_traffic_in (const DsPlace *self, const char *sysfs_root, guint64 *bytes_read, guint64 *bytes_written)
{
  *bytes_read = *bytes_written = 0;
  for (guint i = 0; i < self->drives->len; i++) {
    const DsDrive *drive = g_ptr_array_index (self->drives, i);
    g_autofree char *link = g_build_filename (sysfs_root, "block", drive->name, NULL);
    g_autofree char *node = ds_sysfs_real (link);
    g_autofree char *device = node != NULL ? ds_sysfs_join_real (node, "device") : NULL;
    g_autofree char *kind = device != NULL ? ds_sysfs_subsystem (device) : NULL;
    guint64 drive_read, drive_written;

    if (node == NULL || !read_stat (node, &drive_read, &drive_written))
      return FALSE;
    if (g_strcmp0 (kind, "nvme-subsystem") == 0) {
      guint64 paths_read = 0, paths_written = 0;

      add_paths (node, &paths_read, &paths_written);
      drive_read = MAX (drive_read, paths_read);
      drive_written = MAX (drive_written, paths_written);
    }
    *bytes_read += drive_read;
    *bytes_written += drive_written;
  }
  return self->drives->len > 0;
}

gboolean
ds_place_get_traffic (const DsPlace *self, guint64 *bytes_read, guint64 *bytes_written)
{
  return ds_place_get_traffic_in (self, "/sys", bytes_read, bytes_written);
}
