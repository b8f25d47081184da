/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "ds-console.h"
#include "ds-export.h"
#include "ds-fio-job.h"
#include "ds-output.h"
#include "ds-result-argument.h"
#include "ds-text-table.h"

static const DsArgument options_table[] = {
  { "format", N_ ("FORMAT"), N_ ("What to write; see below. Without it, the result file itself.") },
  { "output", N_ ("FILE"), N_ ("Where to; standard output where it is not given.") },
  { "serials", NULL, N_ ("Leave serial numbers and the name of the home folder’s owner in.") },
  { "row", N_ ("ROW"), N_ ("With --format=fio: only this row, as in “RND4K Q1T1”.") },
  { NULL },
};

/* (transfer full): NULL, and no error where the format is not known */
static GBytes *
render (DsReport *report, const char *id, DsArguments *arguments, GError **error)
{
  const DsExportFormat *format = ds_export_find_format (id);
  const DsOutputFormat *picture = ds_output_find_format (id);
  DsExportFlags flags = ds_arguments_has (arguments, "serials") ? DS_EXPORT_SERIALS : DS_EXPORT_DEFAULT;
  char *text;

  if (format != NULL)
    text = format->make (report, flags);
  else if (strcmp (id, "fio") == 0)
    text = ds_fio_job_new_for_report (report, ds_arguments_get (arguments, "row"));
  else
    return picture != NULL ? picture->render (report, error) : NULL;
  return g_bytes_new_take (text, strlen (text));
}

static gboolean
is_known (const char *id)
{
  return ds_export_find_format (id) != NULL || strcmp (id, "fio") == 0 || ds_output_find_format (id) != NULL;
}

static int
fail_format (const char *id)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autofree char *shown = g_utf8_make_valid (id, -1);
  g_autofree char *list = NULL;
  g_autofree char *sentence = NULL;

  for (const DsExportFormat *format = ds_export_formats; format->id != NULL; format++)
    g_ptr_array_add (ids, (gpointer) format->id);
  g_ptr_array_add (ids, (gpointer) "fio");
  for (const DsOutputFormat *format = ds_output_formats; format->id != NULL; format++)
    if (ds_export_find_format (format->id) == NULL)
      g_ptr_array_add (ids, (gpointer) format->id);
  g_ptr_array_add (ids, NULL);
  list = g_strjoinv (", ", (char **) ids->pdata);
  sentence = g_strdup_printf (_ ("“%s” is no format. Choose one of: %s."), shown, list);
  ds_console_error (sentence);
  return DS_EXIT_USAGE;
}

static int
write_bytes (GBytes *bytes, const char *path, gboolean binary)
{
  g_autoptr (GError) error = NULL;
  const char *data;
  gsize length;

  if ((path == NULL || strcmp (path, "-") == 0) && binary && isatty (STDOUT_FILENO)) {
    ds_console_error (_ ("A terminal cannot show a picture. Name a file with --output."));
    return DS_EXIT_USAGE;
  }
  if (path == NULL || strcmp (path, "-") == 0)
    return ds_console_print_bytes (bytes) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
  data = g_bytes_get_data (bytes, &length);
  if (ds_output_check_path (path, &error) && ds_report_write_data (path, data, length, &error))
    return DS_EXIT_FINISHED;
  ds_console_error (error->message);
  return DS_EXIT_FAILED;
}

static int
run_export (DsArguments *arguments)
{
  const char *id = ds_arguments_has (arguments, "format") ? ds_arguments_get (arguments, "format") : "json";
  const DsOutputFormat *picture;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (!is_known (id))
    return fail_format (id);
  report = ds_result_argument_load (ds_arguments_get_word (arguments, 0), &error);
  if (report != NULL)
    bytes = render (report, id, arguments, &error);
  if (bytes == NULL) {
    ds_console_error (error->message);
    return g_error_matches (error, DS_ARGUMENTS_ERROR, 0) ? DS_EXIT_USAGE : DS_EXIT_FAILED;
  }
  picture = ds_output_find_format (id);
  return write_bytes (bytes, ds_arguments_get (arguments, "output"), picture != NULL && picture->binary);
}

static void
print_help (DsArguments *arguments)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("ll");
  g_autofree char *wrapped = ds_console_wrap (_ (DS_RESULT_ARGUMENT_HELP), 80, 0);
  g_autofree char *lines = NULL;
  g_autofree char *text = NULL;

  for (const DsExportFormat *format = ds_export_formats; format->id != NULL; format++) {
    g_autofree char *name = g_strdup_printf ("  %s", format->id);

    ds_text_table_add (table, name, _ (format->title), NULL);
  }
  ds_text_table_add (table, "  fio", _ ("Job file for fio, to measure the same once more"), NULL);
  for (const DsOutputFormat *format = ds_output_formats; format->id != NULL; format++) {
    g_autofree char *name = g_strdup_printf ("  %s", format->id);

    if (ds_export_find_format (format->id) == NULL)
      ds_text_table_add (table, name, _ (format->help), NULL);
  }
  lines = ds_text_table_format (table, 0);
  text = g_strdup_printf ("\n%s\n%s\n%s", _ ("Formats:"), lines, wrapped);
  ds_console_print (text);
}

const DsCommand ds_command_export = {
  .name = "export",
  .usage = "RESULT --format=FORMAT",
  .summary = N_ ("Give a result away, as text, table, picture or fio job."),
  .options = options_table,
  .min_words = 1,
  .max_words = 1,
  .run = run_export,
  .help = print_help,
};
