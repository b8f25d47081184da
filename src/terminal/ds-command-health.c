/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include "ds-console.h"
#include "ds-health-values.h"
#include "ds-output.h"
#include "ds-text-table.h"

#include <glib/gi18n.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* root reads everything without asking anybody. */
static DsHealthFlags
get_flags (void)
{
  return geteuid () == 0 ? DS_HEALTH_FULL : DS_HEALTH_PLAIN;
}

static gboolean
is_named (const DsHealth *health, const char *word)
{
  g_autofree char *controller = NULL;
  char *real = realpath (word, NULL);
  gboolean same;

  if (health->controller != NULL)
    controller = g_strdup_printf ("/dev/%s", health->controller);
  same = strcmp (word, health->drive->name) == 0 || g_strcmp0 (word, health->controller) == 0 ||
         strcmp (word, health->drive->device) == 0 || g_strcmp0 (word, controller) == 0 ||
         /* A name of the kind /dev/disk/by-id/… */
         g_strcmp0 (real, health->drive->device) == 0;
  free (real);
  return same;
}

static GPtrArray *
read_all (const char *word)
{
  g_autoptr (GPtrArray) drives = ds_drive_list ("/sys");
  GPtrArray *healths = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_health_unref);

  for (guint i = 0; i < drives->len; i++) {
    g_autoptr (DsHealth) name = ds_health_new_unread (drives->pdata[i]);
    DsHealth *health;

    /* Other drives are left to sleep. */
    if (word != NULL && !is_named (name, word))
      continue;
    health = ds_health_read (drives->pdata[i], get_flags (), NULL, NULL);
    if (health != NULL)
      g_ptr_array_add (healths, health);
  }
  return healths;
}

/* ---- As a person reads it ---- */

static char *
format_glance (GPtrArray *healths, guint columns)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("lllrrrr");
  g_autofree char *lines = NULL;
  GString *text = g_string_new (NULL);

  ds_text_table_add (table, _ ("Drive"), _ ("Model"), _ ("Health"), _ ("Temperature"), _ ("Life left"),
                     _ ("Written"), _ ("Power-on"), NULL);
  ds_text_table_add_rule (table);
  for (guint i = 0; i < healths->len; i++) {
    const DsHealth *health = healths->pdata[i];
    g_autofree char *title = ds_drive_dup_title (health->drive);
    g_autofree char *temperature = ds_health_format_temperature (health->temperature);
    g_autofree char *life = ds_health_format_life (health);
    g_autofree char *written = ds_health_format_written (health);
    g_autofree char *hours = ds_health_format_hours (health);

    ds_text_table_add (table, health->drive->name, title, ds_verdict_grade_get_title (health->verdict->grade),
                       temperature, life, written, hours, NULL);
  }
  lines = ds_text_table_format (table, columns);
  g_string_append_printf (text, "%s\n", lines);
  for (guint i = 0; i < healths->len; i++) {
    const DsHealth *health = healths->pdata[i];

    if (health->verdict->grade != DS_VERDICT_GOOD)
      g_string_append_printf (text, "%s: %s\n", health->drive->name, health->verdict->reason);
  }
  return g_string_free (text, FALSE);
}

static void
add_values (DsTextTable *table, GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++) {
    const DsHealthValue *value = values->pdata[i];
    g_autofree char *name = g_strdup_printf ("  %s", value->name);

    ds_text_table_add (table, name, value->value, value->meaning, NULL);
  }
}

static char *
format_one (const DsHealth *health, guint columns)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("lrl");
  g_autoptr (GPtrArray) features = ds_health_list_features (health);
  g_autoptr (GPtrArray) values = ds_health_list_values (health);
  g_autofree char *name_of_drive = ds_drive_dup_title (health->drive);
  g_autofree char *title = ds_console_escape (name_of_drive);
  g_autofree char *life = ds_health_format_life (health);
  g_autofree char *hours = ds_health_format_hours (health);
  g_autofree char *verdict =
      g_strdup_printf (_ ("%s: %s"), ds_verdict_grade_get_title (health->verdict->grade), health->verdict->reason);
  g_autofree char *lines = NULL;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s (%s)\n%s\n", title, health->drive->device, verdict);
  for (guint i = 0; health->verdict->others[i] != NULL; i++)
    g_string_append_printf (text, "  %s\n", health->verdict->others[i]);
  g_string_append_c (text, '\n');

  if (health->life_left != DS_PERCENT_UNKNOWN) {
    g_autofree char *name = g_strdup_printf ("  %s", _ ("Life left"));

    ds_text_table_add (table, name, life, _ ("Of what its maker rates it for"), NULL);
  }
  if (strcmp (hours, "—") != 0) {
    g_autofree char *name = g_strdup_printf ("  %s", _ ("Power-on time"));

    ds_text_table_add (table, name, hours, "", NULL);
  }
  add_values (table, features);
  add_values (table, values);
  lines = ds_text_table_format (table, columns);
  g_string_append (text, lines);
  g_string_append_printf (text, "\n%s: %s\n", _ ("Source"), ds_health_source_get_title (health->source));
  for (guint i = 0; i < health->refusals->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) health->refusals->pdata[i]);
  return g_string_free (text, FALSE);
}

static char *
format_text (GPtrArray *healths, gboolean glance)
{
  guint columns = ds_console_get_text_width ();
  GString *text = g_string_new (NULL);

  if (glance)
    return format_glance (healths, columns);
  /* A controller may have several disks. */
  for (guint i = 0; i < healths->len; i++) {
    g_autofree char *one = format_one (healths->pdata[i], columns);

    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", one);
  }
  return g_string_free (text, FALSE);
}

/* ---- The command ---- */

static int
write_json (GPtrArray *healths, const char *path)
{
  g_autofree char *text = ds_health_to_json (healths);
  g_autofree char *shown = g_filename_display_name (path);
  g_autoptr (GError) error = NULL;

  if (strcmp (path, "-") == 0)
    return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
  if (!ds_report_write_text (path, text, &error)) {
    ds_console_error (error->message);
    return DS_EXIT_FAILED;
  }
  if (ds_console_is_terminal (STDERR_FILENO))
    ds_console_message (_ ("Saved “%s”."), shown);
  return DS_EXIT_FINISHED;
}

static int
run_health (DsArguments *arguments)
{
  const char *word = ds_arguments_get_word (arguments, 0);
  const char *json = ds_arguments_get (arguments, "json");
  g_autoptr (GPtrArray) healths = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (json != NULL && !ds_output_check_path (json, &error)) {
    ds_console_error (error->message);
    return g_error_matches (error, DS_OUTPUT_ERROR, DS_OUTPUT_ERROR_USAGE) ? DS_EXIT_USAGE : DS_EXIT_FAILED;
  }
  healths = read_all (word);
  if (word != NULL && healths->len == 0) {
    g_autofree char *shown = g_filename_display_name (word);
    g_autofree char *sentence =
        g_strdup_printf (_ ("There is no drive “%s”. “drivescope-cli health” shows them all."), shown);

    ds_console_error (sentence);
    return DS_EXIT_FAILED;
  }
  if (healths->len == 0 && json == NULL) {
    ds_console_message (_ ("No drive was found."));
    return DS_EXIT_FINISHED;
  }
  if (json != NULL && write_json (healths, json) != DS_EXIT_FINISHED)
    return DS_EXIT_FAILED;
  if (json != NULL && strcmp (json, "-") == 0)
    return DS_EXIT_FINISHED;
  text = format_text (healths, word == NULL);
  return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
}

static const DsArgument options[] = {
  { "json", N_ ("FILE"), N_ ("Write everything that is known as JSON.") },
  { NULL },
};

const DsCommand ds_command_health = {
  .name = "health",
  .usage = "[DRIVE] [--json=FILE]",
  .summary = N_ ("Show how the drives are: verdict, temperature, wear. DRIVE as nvme0, nvme0n1 or /dev/sda."),
  .options = options,
  .max_words = 1,
  .run = run_health,
};
