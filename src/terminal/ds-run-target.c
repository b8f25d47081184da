/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-run-target.h"

#include "ds-console.h"
#include "ds-format.h"
#include "ds-plan.h"

#include <glib/gi18n.h>

#include <sys/stat.h>

static gboolean
is_imaginary (DsOptions *options)
{
  return g_strcmp0 (ds_options_get (options, "engine"), "null") == 0;
}

static gboolean
writes (DsOptions *options)
{
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);

  return plan != NULL && plan->writes;
}

static mode_t
get_mode (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 ? info.st_mode : 0;
}

static gboolean
is_measurable (const char *path)
{
  mode_t mode = get_mode (path);

  return S_ISDIR (mode) || S_ISREG (mode) || S_ISBLK (mode);
}

/* The folders on a drive that this person may write. (element-type DsPlace) */
static GPtrArray *
find_folders (const char *device)
{
  GPtrArray *folders = ds_place_list_on (device);

  for (guint i = folders->len; i > 0; i--) {
    if (!((DsPlace *) g_ptr_array_index (folders, i - 1))->writable)
      g_ptr_array_remove_index (folders, i - 1);
  }
  return folders;
}

static char *
join_paths (GPtrArray *places)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; i < places->len; i++) {
    g_autofree char *shown = g_filename_display_name (((DsPlace *) g_ptr_array_index (places, i))->path);

    g_string_append_printf (joined, "%s%s", i > 0 ? ", " : "", shown);
  }
  return g_string_free (joined, FALSE);
}

static gboolean
move_to_folder (char **target, DsPlace **place, GError **error)
{
  g_autoptr (GPtrArray) folders = find_folders (*target);
  g_autofree char *shown = g_filename_display_name (*target);
  g_autofree char *paths = join_paths (folders);

  if (folders->len == 0) {
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        _ ("“%s” is a drive without a folder that you may write to, and this test writes. Mount it, or only read "
           "with --op=read."),
        shown);
    return FALSE;
  }
  if (folders->len > 1) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _ ("“%s” holds more than one file system. Choose one of these folders: %s."), shown, paths);
    return FALSE;
  }
  ds_console_message (_ ("“%s” is mounted: measuring in the folder “%s”."), shown, paths);
  ds_place_free (*place);
  *place = ds_place_copy (g_ptr_array_index (folders, 0));
  g_free (*target);
  *target = g_strdup ((*place)->path);
  return TRUE;
}

gboolean
ds_run_target_find (DsOptions *options, char **target, DsPlace **place, GError **error)
{
  g_autoptr (DsPlace) found = NULL;
  char *absolute;

  if (is_imaginary (options)) {
    absolute = g_canonicalize_filename (*target, NULL);
    g_free (*target);
    *target = absolute;
    return TRUE;
  }
  found = ds_place_inspect (*target, error);
  if (found == NULL)
    return FALSE;
  /* A result says where it was measured whatever the current folder was. */
  g_free (*target);
  *target = g_strdup (found->path);
  if (!is_measurable (*target)) {
    g_autofree char *shown = g_filename_display_name (*target);

    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY,
                 _ ("“%s” is neither a folder nor a file nor a drive. Choose a folder on the drive that is to be "
                    "measured."),
                 shown);
    return FALSE;
  }
  if (S_ISBLK (get_mode (*target)) && writes (options) && !move_to_folder (target, &found, error))
    return FALSE;
  *place = g_steal_pointer (&found);
  return TRUE;
}

char *
ds_run_target_dup_obstacle (DsOptions *options, const DsPlace *place)
{
  g_autofree char *shown = NULL;
  g_autoptr (DsPlan) plan = NULL;
  mode_t mode;

  if (place == NULL)
    return NULL;
  shown = g_filename_display_name (place->path);
  mode = get_mode (place->path);
  if (!S_ISDIR (mode))
    return NULL;
  if (place->read_only)
    return g_strdup_printf (
        _ ("The file system of “%s” is mounted read-only, so that no test file can be written."), shown);
  if (!place->writable)
    return g_strdup_printf (_ ("You may not write to the folder “%s”. Choose a folder of your own."), shown);
  plan = ds_plan_new (options, NULL, NULL);
  if (plan != NULL && plan->test_size != G_MAXUINT64 && plan->test_size > place->free) {
    g_autofree char *needed = ds_format_size (plan->test_size);
    g_autofree char *free_space = ds_format_size (place->free);

    return g_strdup_printf (_ ("There is not enough space in “%s”: the test file needs %s, but %s are free."),
                            shown, needed, free_space);
  }
  return NULL;
}
