/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-hwmon.h"

#include "ds-identity.h"
#include "ds-sysfs.h"

#include <string.h>

#define INPUT         "temp1_input"
#define KELVIN_OFFSET 273

/* A sensor of this driver in the folder, where devices hang directly or in a folder "hwmon" of their own */
static char *
find_in (const char *folder, const char *driver)
{
  g_autoptr (GPtrArray) children = ds_sysfs_children (folder);

  for (guint i = 0; i < children->len; i++) {
    const char *child = g_ptr_array_index (children, i);
    g_autofree char *device = g_build_filename (folder, child, NULL);
    g_autofree char *name = NULL;

    if (!g_str_has_prefix (child, "hwmon"))
      continue;
    if (g_str_equal (child, "hwmon")) {
      char *inner = find_in (device, driver);

      if (inner != NULL)
        return inner;
      continue;
    }
    name = ds_sysfs_read (device, "name");
    if (g_strcmp0 (name, driver) == 0)
      return g_build_filename (device, INPUT, NULL);
  }
  return NULL;
}

char *
ds_hwmon_find (const char *sysfs_root, const char *name)
{
  g_autofree char *link = g_build_filename (sysfs_root, "block", name, NULL);
  g_autofree char *node = ds_sysfs_real (link);
  g_autofree char *controller = node != NULL ? ds_identity_find_nvme_controller (node) : NULL;
  g_autofree char *device = NULL;
  char *file;

  if (node == NULL)
    return NULL;
  if (controller == NULL) {
    device = ds_sysfs_join_real (node, "device");
    return device != NULL ? find_in (device, "drivetemp") : NULL;
  }
  /* The sensor hangs below the controller, in older kernels below its PCI device. */
  file = find_in (controller, "nvme");
  if (file != NULL)
    return file;
  device = ds_sysfs_join_real (controller, "device");
  return device != NULL ? find_in (device, "nvme") : NULL;
}

static int
read_file (const char *path)
{
  g_autofree char *text = NULL;
  gint64 millidegrees;
  char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return DS_TEMPERATURE_UNKNOWN;
  millidegrees = g_ascii_strtoll (text, &end, 10);
  if (end == text || millidegrees < -1000000 || millidegrees > 1000000)
    return DS_TEMPERATURE_UNKNOWN;
  /* Kelvin became millidegrees with an offset of 273.15: rounded, not cut, it is the drive's own degree again. */
  millidegrees += millidegrees >= 0 ? 500 : -500;
  return ds_temperature_from_kelvin ((guint) (millidegrees / 1000 + KELVIN_OFFSET));
}

int
ds_hwmon_read (const char *file)
{
  return read_file (file);
}

int
ds_hwmon_read_limit (const char *file, const char *limit)
{
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *path = g_strdup_printf ("%s/temp1_%s", folder, limit);

  return read_file (path);
}
