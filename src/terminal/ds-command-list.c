/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include "ds-console.h"
#include "ds-format.h"
#include "ds-health-values.h"
#include "ds-hwmon.h"
#include "ds-json-text.h"
#include "ds-place.h"
#include "ds-text-table.h"

#include <glib/gi18n.h>

#include <math.h>

/* The kernel's sensor alone: nothing else answers without any permission. */
static int
read_temperature (const DsDrive *drive)
{
  g_autofree char *file = ds_hwmon_find ("/sys", drive->name);

  return file != NULL ? ds_hwmon_read (file) : DS_TEMPERATURE_UNKNOWN;
}

static void
add_drive_json (DsJsonText *json, const DsDrive *drive)
{
  int temperature = read_temperature (drive);

  ds_json_text_open (json, NULL, '{');
  ds_json_text_string_member (json, "name", drive->name);
  ds_json_text_string_member (json, "device", drive->device);
  ds_json_text_string_member (json, "model", drive->model);
  ds_json_text_string_member (json, "firmware", drive->firmware);
  ds_json_text_string_member (json, "kind", ds_drive_kind_to_string (drive->kind));
  ds_json_text_add_integer (json, "capacity", drive->capacity);
  ds_json_text_add_integer (json, "logical_block_size", drive->logical_block_size);
  ds_json_text_add_integer (json, "physical_block_size", drive->physical_block_size);
  ds_json_text_add_boolean (json, "rotational", drive->rotational);
  ds_json_text_add_boolean (json, "removable", drive->removable);
  ds_json_text_string_member (json, "scheduler", drive->scheduler);
  ds_json_text_string_member (json, "write_cache", drive->write_cache);
  ds_json_text_string_member (json, "link", drive->link);
  ds_json_text_string_member (json, "link_max", drive->link_max);
  ds_json_text_number_member (json, "temperature", temperature != DS_TEMPERATURE_UNKNOWN ? temperature : NAN);
  ds_json_text_close (json, '}');
}

static void
add_path (DsJsonText *json, const char *key, const char *path)
{
  g_autofree char *shown = path != NULL ? g_filename_display_name (path) : NULL;

  ds_json_text_string_member (json, key, shown);
}

static void
add_place_json (DsJsonText *json, const DsPlace *place)
{
  ds_json_text_open (json, NULL, '{');
  add_path (json, "path", place->path);
  add_path (json, "mount_point", place->mount_point);
  ds_json_text_string_member (json, "fs_type", place->fs_type);
  add_path (json, "source", place->source);
  ds_json_text_string_member (json, "stack", place->stack);
  ds_json_text_add_integer (json, "size", place->size);
  ds_json_text_add_integer (json, "free", place->free);
  ds_json_text_add_boolean (json, "writable", place->writable);
  ds_json_text_add_boolean (json, "encrypted", place->encrypted);
  ds_json_text_open (json, "drives", '[');
  for (guint i = 0; i < place->drives->len; i++)
    add_drive_json (json, g_ptr_array_index (place->drives, i));
  ds_json_text_close (json, ']');
  ds_json_text_close (json, '}');
}

static char *
format_json (GPtrArray *places)
{
  DsJsonText json;

  ds_json_text_init (&json);
  ds_json_text_open (&json, NULL, '{');
  ds_json_text_open (&json, "places", '[');
  for (guint i = 0; i < places->len; i++)
    add_place_json (&json, g_ptr_array_index (places, i));
  ds_json_text_close (&json, ']');
  ds_json_text_close (&json, '}');
  return ds_json_text_finish (&json);
}

/* "Samsung SSD 990 PRO 2TB", "A + B", "—" */
static char *
dup_drive_titles (const DsPlace *place)
{
  GString *titles = g_string_new (NULL);

  for (guint i = 0; i < place->drives->len; i++) {
    g_autofree char *title = ds_drive_dup_title (g_ptr_array_index (place->drives, i));

    g_string_append_printf (titles, "%s%s", i > 0 ? " + " : "", title);
  }
  return g_string_free (titles, FALSE);
}

static void
add_row (DsTextTable *table, const DsPlace *place)
{
  const DsDrive *drive = place->drives->len > 0 ? g_ptr_array_index (place->drives, 0) : NULL;
  g_autofree char *path = g_filename_display_name (place->path);
  g_autofree char *drives = dup_drive_titles (place);
  g_autofree char *size = ds_format_capacity (place->size);
  g_autofree char *free_space = place->fs_type != NULL ? ds_format_capacity (place->free) : g_strdup ("");
  g_autofree char *kind = place->encrypted
                              ? g_strdup_printf (_ ("%s, encrypted"), place->fs_type)
                              : g_strdup (place->fs_type != NULL ? place->fs_type : _ ("not mounted"));
  g_autofree char *temperature =
      ds_health_format_temperature (drive != NULL ? read_temperature (drive) : DS_TEMPERATURE_UNKNOWN);
  const char *note = place->writable ? "" : _ ("read tests only");

  ds_text_table_add (table, path, drives, drive != NULL && drive->link != NULL ? drive->link : "", temperature,
                     kind, size, free_space, note, NULL);
}

static char *
format_table (GPtrArray *places, guint columns)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("lllrlrrl");

  ds_text_table_add (table, _ ("Target"), _ ("Drive"), _ ("Link"), _ ("Temperature"), _ ("File system"),
                     _ ("Size"), _ ("Free"), "", NULL);
  ds_text_table_add_rule (table);
  for (guint i = 0; i < places->len; i++)
    add_row (table, g_ptr_array_index (places, i));
  return ds_text_table_format (table, columns);
}

static int
run_list (DsArguments *arguments)
{
  g_autoptr (GPtrArray) places = ds_place_list ();
  g_autofree char *text = NULL;

  if (ds_arguments_has (arguments, "json"))
    text = format_json (places);
  else if (places->len > 0)
    text = format_table (places, ds_console_get_text_width ());

  if (text == NULL) {
    ds_console_message (
        _ ("No drive was found. A folder can be measured all the same: drivescope-cli run tiles FOLDER"));
    return DS_EXIT_FINISHED;
  }
  return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
}

static const DsArgument options[] = {
  { "json", NULL, N_ ("Print JSON, with everything that is known of each drive.") },
  { NULL },
};

const DsCommand ds_command_list = {
  .name = "list",
  .usage = "[--json]",
  .summary = N_ ("List the drives and folders that can be measured."),
  .options = options,
  .max_words = 0,
  .run = run_list,
};
