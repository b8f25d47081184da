/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sysfs.h"

#include <stdlib.h>
#include <string.h>

char *
ds_sysfs_real (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real);

  free (real);
  return copy;
}

char *
ds_sysfs_join_real (const char *folder, const char *link)
{
  g_autofree char *path = g_build_filename (folder, link, NULL);

  return ds_sysfs_real (path);
}

char *
ds_sysfs_read (const char *folder, const char *attribute)
{
  g_autofree char *path = g_build_filename (folder, attribute, NULL);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  g_strstrip (text);
  if (*text == '\0')
    return NULL;
  /* Drives put any byte into their names. */
  return g_utf8_make_valid (text, -1);
}

guint64
ds_sysfs_read_number (const char *folder, const char *attribute)
{
  g_autofree char *text = ds_sysfs_read (folder, attribute);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;
}

char *
ds_sysfs_read_uevent (const char *node, const char *key)
{
  g_autofree char *text = ds_sysfs_read (node, "uevent");
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  gsize length = strlen (key);

  for (guint i = 0; lines[i] != NULL; i++) {
    if (strncmp (lines[i], key, length) == 0 && lines[i][length] == '=')
      return g_strdup (lines[i] + length + 1);
  }
  return NULL;
}

gboolean
ds_sysfs_has (const char *folder, const char *attribute)
{
  g_autofree char *path = g_build_filename (folder, attribute, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

char *
ds_sysfs_subsystem (const char *node)
{
  g_autofree char *real = ds_sysfs_join_real (node, "subsystem");

  return real != NULL ? g_path_get_basename (real) : NULL;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
ds_sysfs_children (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (dir == NULL)
    return names;
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

typedef gboolean (*NodeTest) (const char *node, const char *what);

static gboolean
is_of_subsystem (const char *node, const char *subsystem)
{
  g_autofree char *own = ds_sysfs_subsystem (node);

  return g_strcmp0 (own, subsystem) == 0;
}

static char *
find_ancestor (const char *root, const char *node, NodeTest test, const char *what)
{
  g_autofree char *real_root = ds_sysfs_real (root);
  g_autofree char *folder = g_strdup (node);

  if (real_root == NULL || node == NULL)
    return NULL;
  while (g_str_has_prefix (folder, real_root) && strlen (folder) > strlen (real_root)) {
    char *up;

    if (test (folder, what))
      return g_steal_pointer (&folder);
    up = g_path_get_dirname (folder);
    g_free (folder);
    folder = up;
  }
  return NULL;
}

char *
ds_sysfs_ancestor_with (const char *root, const char *node, const char *attribute)
{
  return find_ancestor (root, node, ds_sysfs_has, attribute);
}

char *
ds_sysfs_ancestor_of (const char *root, const char *node, const char *subsystem)
{
  return find_ancestor (root, node, is_of_subsystem, subsystem);
}
