/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-target-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-format.h"

static const DsDrive *
first_drive (const DsPlace *place)
{
  return place->drives != NULL && place->drives->len > 0 ? g_ptr_array_index (place->drives, 0) : NULL;
}

gboolean
ds_target_can_write (const DsPlace *place)
{
  return place->mount_point != NULL && place->writable && !place->read_only;
}

char *
ds_target_text_folder (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize length = strlen (home);

  if (length > 1 && g_str_has_prefix (path, home) && path[length] == '/')
    return g_strconcat ("~", path + length, NULL);
  return g_strdup (path);
}

char *
ds_target_text_title (const DsPlace *place)
{
  const DsDrive *drive = first_drive (place);
  g_autofree char *folder = ds_target_text_folder (place->path);
  g_autofree char *model = NULL;

  if (drive == NULL)
    return g_steal_pointer (&folder);
  model = ds_drive_dup_title (drive);
  if (place->drives->len > 1) {
    g_autofree char *several = g_strdup_printf (
        ngettext ("%s and %u more", "%s and %u more", place->drives->len - 1), model, place->drives->len - 1);

    return g_strdup_printf ("%s · %s", several, folder);
  }
  return g_strdup_printf ("%s · %s", model, folder);
}

/* "ext4 on LUKS": the stack without the drive, which the title names */
static char *
dup_stack (const DsPlace *place)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *text = NULL;
  guint n;

  if (place->stack == NULL)
    return g_strdup (place->fs_type);
  parts = g_strsplit (place->stack, " on ", -1);
  n = g_strv_length (parts);
  text = g_strdup (parts[0]);
  for (guint i = 1; i + (first_drive (place) != NULL ? 1 : 0) < n; i++) {
    /* Translators: what lies on what, as in "ext4 on LUKS" */
    char *next = g_strdup_printf (C_ ("stack", "%1$s on %2$s"), text, parts[i]);

    g_free (text);
    text = next;
  }
  return g_steal_pointer (&text);
}

static void
add_part (GString *text, const char *part)
{
  if (part == NULL || *part == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

static void
add_free (GString *text, const DsPlace *place)
{
  g_autofree char *free_text = NULL;
  g_autofree char *part = NULL;

  if (place->mount_point == NULL || place->size == 0)
    return;
  free_text = ds_format_capacity (place->free);
  part = g_strdup_printf (_ ("%s free"), free_text);
  add_part (text, part);
}

/* What keeps this person from measuring writes here, or NULL */
static const char *
restriction (const DsPlace *place)
{
  if (place->in_memory)
    return _ ("in memory, not on a drive");
  if (place->mount_point == NULL)
    return _ ("not mounted, reading tests only");
  if (place->read_only)
    return _ ("read-only, reading tests only");
  if (!place->writable)
    return _ ("not writable for you");
  return NULL;
}

char *
ds_target_text_below (const DsPlace *place)
{
  GString *text = g_string_new (NULL);
  const DsDrive *drive = first_drive (place);
  g_autofree char *stack = dup_stack (place);

  if (place->mount_point != NULL)
    add_part (text, stack);
  add_part (text, drive != NULL ? drive->link : NULL);
  add_free (text, place);
  add_part (text, restriction (place));
  return g_string_free (text, FALSE);
}

char *
ds_target_text_row_below (const DsPlace *place)
{
  GString *text = g_string_new (NULL);
  const DsDrive *drive = first_drive (place);
  g_autofree char *stack = dup_stack (place);

  if (drive != NULL && drive->capacity > 0) {
    g_autofree char *capacity = ds_format_capacity (drive->capacity);

    add_part (text, capacity);
  }
  add_free (text, place);
  if (place->mount_point != NULL)
    add_part (text, stack);
  add_part (text, restriction (place));
  return g_string_free (text, FALSE);
}

const char *
ds_target_text_icon (const DsPlace *place)
{
  const DsDrive *drive = first_drive (place);

  if (drive == NULL)
    return "folder-symbolic";
  if (drive->removable || drive->kind == DS_DRIVE_USB || drive->kind == DS_DRIVE_MMC)
    return "drive-removable-media-symbolic";
  return drive->rotational ? "drive-harddisk-symbolic" : "drive-harddisk-solidstate-symbolic";
}
