/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-console.h"
#include "ds-history.h"
#include "ds-import.h"

static const DsArgument options_table[] = {
  { "title", N_ ("TEXT"), N_ ("Give the result this title.") },
  { NULL },
};

/* A pipe is no ordinary file, so it is read here. (transfer full) */
static DsReport *
import_stdin (GError **error)
{
  g_autoptr (GIOChannel) channel = g_io_channel_unix_new (0);
  g_autofree char *text = NULL;
  gsize length = 0;

  g_io_channel_set_encoding (channel, NULL, NULL);
  if (g_io_channel_read_to_end (channel, &text, &length, error) != G_IO_STATUS_NORMAL)
    return NULL;
  return ds_import_text (text, (gssize) length, error);
}

static DsReport *
load (const char *path, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (strcmp (path, "-") == 0)
    return import_stdin (error);
  file = g_file_new_for_commandline_arg (path);
  return ds_import_file (file, error);
}

static gboolean
import_one (const char *path, const char *title)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = load (path, &error);
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *id = NULL;

  if (report != NULL && title != NULL) {
    g_free (report->title);
    report->title = g_utf8_make_valid (title, -1);
  }
  if (report != NULL)
    id = ds_history_add (ds_history_get_default (), report, &error);
  if (id == NULL) {
    g_autofree char *sentence = g_strdup_printf ("%s: %s", shown, error->message);

    ds_console_error (sentence);
    return FALSE;
  }
  /* The id alone on standard output, for scripts */
  return ds_console_print (id) && ds_console_print ("\n");
}

static int
run_import (DsArguments *arguments)
{
  gboolean done = TRUE;

  for (guint i = 0; i < arguments->words->len; i++)
    done = import_one (ds_arguments_get_word (arguments, i), ds_arguments_get (arguments, "title")) && done;
  return done ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
}

const DsCommand ds_command_import = {
  .name = "import",
  .usage = "FILE…",
  .summary = N_ ("Take a result file, a CrystalDiskMark text or JSON from fio into the history."),
  .options = options_table,
  .min_words = 1,
  .max_words = 1000,
  .run = run_import,
};
