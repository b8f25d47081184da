/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-privacy.h"

#include <string.h>

/* Shorter ones are no serial numbers but placeholders, and would be found inside ordinary words. */
#define MIN_SERIAL_LENGTH 6

/* Folders whose next component names a person, and what is written for both */
static const struct {
  const char *folder;
  const char *written;
} owned[] = {
  { "/home/", "~" },
  { "/run/media/", "/run/media/…" },
  { "/media/", "/media/…" },
};

static gboolean
ends_component (char letter)
{
  return letter == '\0' || letter == '/' || strchr (" \t\n,;:\"'”“’)]", letter) != NULL;
}

/* Whether /media/NAME names a person: a disk may be mounted there directly, without one */
static gboolean
names_person (const char *folder, const char *name, gsize length)
{
  const char *user = g_get_user_name ();

  if (!g_str_equal (folder, "/media/"))
    return TRUE;
  return strlen (user) == length && strncmp (user, name, length) == 0;
}

static char *
hide_owners (const char *text)
{
  GString *result = g_string_new (NULL);
  const char *p = text;

  while (*p != '\0') {
    gboolean found = FALSE;

    for (guint i = 0; i < G_N_ELEMENTS (owned) && !found; i++) {
      const char *name = p + strlen (owned[i].folder);
      gsize length = 0;

      /* Not inside a longer path such as /mnt/home/x: the folder starts where a word does. */
      if (!g_str_has_prefix (p, owned[i].folder) || (p > text && !ends_component (p[-1])) ||
          (p > text && p[-1] == '/'))
        continue;
      while (!ends_component (name[length]))
        length++;
      if (length == 0 || !names_person (owned[i].folder, name, length))
        continue;
      g_string_append (result, owned[i].written);
      p = name + length;
      found = TRUE;
    }
    if (!found)
      g_string_append_c (result, *p++);
  }
  return g_string_free (result, FALSE);
}

static char *
replace (char *text, const char *what, const char *with)
{
  g_autofree char *taken = text;
  g_auto (GStrv) parts = g_strsplit (taken, what, -1);

  return g_strjoinv (with, parts);
}

char *
ds_privacy_dup_text (DsReport *report, DsExportFlags flags, const char *text)
{
  char *result;

  if (text == NULL || (flags & DS_EXPORT_SERIALS) != 0)
    return g_strdup (text);
  result = hide_owners (text);
  for (guint i = 0; i < report->target.drives->len; i++) {
    const DsTargetDrive *drive = g_ptr_array_index (report->target.drives, i);

    if (drive->serial != NULL && strlen (drive->serial) >= MIN_SERIAL_LENGTH)
      result = replace (result, drive->serial, "…");
  }
  return result;
}
