/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-mounts.h"

#include <string.h>

static void
mount_free (gpointer data)
{
  DsMount *self = data;

  g_free (self->root);
  g_free (self->mount_point);
  g_free (self->options);
  g_free (self->fs_type);
  g_free (self->source);
  g_free (self->super_options);
  g_free (self);
}

/* The kernel writes space, tab, newline, '#' and backslash as three octal digits. */
static char *
unescape (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0') {
    if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && text[2] >= '0' && text[2] <= '7' &&
        text[3] >= '0' && text[3] <= '7') {
      g_string_append_c (out, (char) ((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0')));
      text += 4;
    } else {
      g_string_append_c (out, *text++);
    }
  }
  return g_string_free (out, FALSE);
}

/* id parent major:minor root mount-point options [optional fields] - type source super-options */
static DsMount *
parse_line (const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, " ", -1);
  guint count = g_strv_length (fields);
  guint dash = 6;
  DsMount *self;
  char *colon;

  while (dash < count && strcmp (fields[dash], "-") != 0)
    dash++;
  if (dash + 2 >= count)
    return NULL;
  colon = strchr (fields[2], ':');
  if (colon == NULL)
    return NULL;

  self = g_new0 (DsMount, 1);
  self->id = g_ascii_strtoull (fields[0], NULL, 10);
  self->major = (guint) g_ascii_strtoull (fields[2], NULL, 10);
  self->minor = (guint) g_ascii_strtoull (colon + 1, NULL, 10);
  self->root = unescape (fields[3]);
  self->mount_point = unescape (fields[4]);
  self->options = unescape (fields[5]);
  self->fs_type = unescape (fields[dash + 1]);
  self->source = unescape (fields[dash + 2]);
  self->super_options = unescape (dash + 3 < count ? fields[dash + 3] : "");
  return self;
}

GPtrArray *
ds_mounts_parse (const char *mountinfo)
{
  GPtrArray *mounts = g_ptr_array_new_with_free_func (mount_free);
  g_auto (GStrv) lines = g_strsplit (mountinfo, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    DsMount *mount = parse_line (lines[i]);

    if (mount != NULL)
      g_ptr_array_add (mounts, mount);
  }
  return mounts;
}

GPtrArray *
ds_mounts_read (GError **error)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/self/mountinfo", &text, NULL, error))
    return NULL;
  return ds_mounts_parse (text);
}

static gboolean
is_at_or_above (const char *folder, const char *path)
{
  gsize length = strlen (folder);

  if (strcmp (folder, "/") == 0)
    return path[0] == '/';
  return strncmp (folder, path, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

const DsMount *
ds_mounts_find (GPtrArray *mounts, const char *path, guint64 id)
{
  const DsMount *best = NULL;

  for (guint i = 0; i < mounts->len; i++) {
    const DsMount *mount = g_ptr_array_index (mounts, i);

    if (id != 0 && mount->id == id)
      return mount;
    if (is_at_or_above (mount->mount_point, path) &&
        (best == NULL || strlen (mount->mount_point) >= strlen (best->mount_point)))
      best = mount;
  }
  return best;
}

/* A comma inside a value is written as "\054" by some file systems and stays one after unescaping; overlay folders
 * with commas are rare enough to be taken as they come. */
gboolean
ds_mount_has_option (const DsMount *self, const char *option)
{
  const char *lists[] = { self->options, self->super_options };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_auto (GStrv) options = g_strsplit (lists[i], ",", -1);

    if (g_strv_contains ((const char *const *) options, option))
      return TRUE;
  }
  return FALSE;
}

char *
ds_mount_dup_option (const DsMount *self, const char *key)
{
  g_auto (GStrv) options = g_strsplit (self->super_options, ",", -1);
  gsize length = strlen (key);

  for (guint i = 0; options[i] != NULL; i++) {
    if (strncmp (options[i], key, length) == 0 && options[i][length] == '=')
      return g_strdup (options[i] + length + 1);
  }
  return NULL;
}

char *
ds_mount_dup_all_options (const DsMount *self)
{
  GString *all = g_string_new (self->options);
  g_auto (GStrv) mine = g_strsplit (self->options, ",", -1);
  g_auto (GStrv) others = g_strsplit (self->super_options, ",", -1);

  for (guint i = 0; others[i] != NULL; i++) {
    if (*others[i] == '\0' || g_strv_contains ((const char *const *) mine, others[i]))
      continue;
    if (all->len > 0)
      g_string_append_c (all, ',');
    g_string_append (all, others[i]);
  }
  return g_string_free (all, FALSE);
}
