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
  { "/var/home/", "~" },
  { "/run/media/", "/run/media/…" },
  { "/media/", "/media/…" },
};

/* Whether a name that stands in a sentence ends here; text is valid UTF-8 */
static gboolean
ends_name (const char *text)
{
  gunichar letter = g_utf8_get_char (text);

  if (letter == '.')
    return text[1] == '\0' || g_unichar_isspace (g_utf8_get_char (text + 1));
  switch (g_unichar_type (letter)) {
  case G_UNICODE_OPEN_PUNCTUATION:
  case G_UNICODE_CLOSE_PUNCTUATION:
  case G_UNICODE_INITIAL_PUNCTUATION:
  case G_UNICODE_FINAL_PUNCTUATION:
  case G_UNICODE_OTHER_PUNCTUATION:
    return letter != '@';
  default:
    return letter == '\0' || g_unichar_isspace (letter);
  }
}

/* Whether /media/NAME names a person: a disk may be mounted there directly, without one */
static gboolean
names_person (const char *owned_folder, const char *name, gsize length)
{
  const char *user = g_get_user_name ();

  if (!g_str_equal (owned_folder, "/media/"))
    return TRUE;
  return strlen (user) == length && strncmp (user, name, length) == 0;
}

/* Whether one of the folders starts here: what is written for it and the name in it, and their length */
static gboolean
find_owner (const char *text, gboolean sentence, const char **written, gsize *length)
{
  for (guint i = 0; i < G_N_ELEMENTS (owned); i++) {
    gsize folder = strlen (owned[i].folder);
    const char *name = text + folder;
    const char *end = name;

    if (!g_str_has_prefix (text, owned[i].folder))
      continue;
    while (*end != '\0' && *end != '/' && !(sentence && ends_name (end)))
      end = g_utf8_next_char (end);
    if (end == name || !names_person (owned[i].folder, name, (gsize) (end - name)))
      continue;
    *written = owned[i].written;
    *length = (gsize) (end - text);
    return TRUE;
  }
  return FALSE;
}

static char *
replace (char *text, const char *what, const char *with)
{
  g_autofree char *taken = text;
  g_auto (GStrv) parts = g_strsplit (taken, what, -1);

  return g_strjoinv (with, parts);
}

/* (nullable) (transfer full): the folder of a path's owner, whose name may hold any character there: "/home/x y"
 * of "/home/x y/z" */
static char *
dup_owner_folder (const char *path)
{
  g_autofree char *valid = path != NULL ? g_utf8_make_valid (path, -1) : NULL;
  const char *written;
  gsize length;

  if (valid == NULL || !find_owner (valid, FALSE, &written, &length))
    return NULL;
  return g_strndup (valid, length);
}

/* Takes out whoever is named: the owner of a known folder (nullable), else as far as a name goes in a sentence */
static char *
hide_owners (char *text, const char *known)
{
  g_autofree char *taken = text;
  GString *result = g_string_new (NULL);
  gboolean boundary = TRUE;
  const char *p = taken;

  while (*p != '\0') {
    const char *next = g_utf8_next_char (p);
    const char *written;
    gsize length;

    /* Not inside a longer path such as /mnt/home/x: the folder starts where a word does. */
    if (boundary && known != NULL && g_str_has_prefix (p, known) &&
        (p[strlen (known)] == '/' || ends_name (p + strlen (known))) &&
        find_owner (known, FALSE, &written, &length)) {
      g_string_append (result, written);
      next = p + length;
      boundary = FALSE;
    } else if (boundary && known == NULL && find_owner (p, TRUE, &written, &length)) {
      g_string_append (result, written);
      next = p + length;
      boundary = FALSE;
    } else {
      boundary = *p != '/' && ends_name (p);
      g_string_append_len (result, p, next - p);
    }
    p = next;
  }
  return g_string_free (result, FALSE);
}

char *
ds_privacy_dup_text (DsReport *report, DsExportFlags flags, const char *text)
{
  const char *paths[] = { report->target.path, report->target.mount_point };
  char *result;

  if (text == NULL || (flags & DS_EXPORT_SERIALS) != 0)
    return g_strdup (text);
  result = g_utf8_make_valid (text, -1);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *known = dup_owner_folder (paths[i]);

    if (known != NULL)
      result = hide_owners (result, known);
  }
  result = hide_owners (result, NULL);
  for (guint i = 0; i < report->target.drives->len; i++) {
    const DsTargetDrive *drive = g_ptr_array_index (report->target.drives, i);

    if (drive->serial != NULL && strlen (drive->serial) >= MIN_SERIAL_LENGTH)
      result = replace (result, drive->serial, "…");
  }
  return result;
}
