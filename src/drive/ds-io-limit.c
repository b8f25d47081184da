/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-io-limit.h"

#include <string.h>

/* (transfer full) (nullable): what follows the device in a file with a line a device, but for what is unlimited */
static char *
find_line (const char *folder, const char *name, const char *device)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
    g_autoptr (GStrvBuilder) limits = g_strv_builder_new ();
    g_auto (GStrv) list = NULL;

    if (words[0] == NULL || !g_str_equal (words[0], device))
      continue;
    for (guint k = 1; words[k] != NULL; k++)
      if (*words[k] != '\0' && !g_str_has_suffix (words[k], "=max") && !g_str_equal (words[k], "0"))
        g_strv_builder_add (limits, words[k]);
    list = g_strv_builder_end (limits);
    return list[0] != NULL ? g_strjoinv (" ", list) : NULL;
  }
  return NULL;
}

static char *
look_in_v1 (const char *folder, const char *device)
{
  static const char *const files[] = { "read_bps_device", "write_bps_device", "read_iops_device",
                                       "write_iops_device" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *name = g_strconcat ("blkio.throttle.", files[i], NULL);
    g_autofree char *limit = find_line (folder, name, device);

    if (limit != NULL)
      return g_strdup_printf ("%s=%s", files[i], limit);
  }
  return NULL;
}

/* From the process' own group up to the root of the hierarchy */
static char *
climb (const char *root, const char *group, gboolean v1, const char *device)
{
  g_autofree char *at = g_strdup (group);

  for (;;) {
    g_autofree char *folder = g_build_filename (root, at, NULL);
    char *limit = v1 ? look_in_v1 (folder, device) : find_line (folder, "io.max", device);
    char *slash = strrchr (at, '/');

    if (limit != NULL)
      return limit;
    if (slash == NULL || at[1] == '\0')
      return NULL;
    slash[slash == at ? 1 : 0] = '\0';
  }
}

char *
ds_io_limit_find (const char *groups, const char *root, const char *device)
{
  g_auto (GStrv) lines = g_strsplit (groups, "\n", -1);

  /* "0::/user.slice/…" is version 2, "5:blkio:/…" version 1. */
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) parts = g_strsplit (lines[i], ":", 3);
    g_auto (GStrv) controllers = NULL;
    g_autofree char *v1_root = NULL;
    char *limit = NULL;

    if (g_strv_length (parts) != 3 || strstr (parts[2], "..") != NULL)
      continue;
    controllers = g_strsplit (parts[1], ",", -1);
    if (g_strv_contains ((const char *const *) controllers, "blkio")) {
      v1_root = g_build_filename (root, parts[1], NULL);
      limit = climb (v1_root, parts[2], TRUE, device);
    } else if (*parts[1] == '\0') {
      limit = climb (root, parts[2], FALSE, device);
    }
    if (limit != NULL)
      return limit;
  }
  return NULL;
}
