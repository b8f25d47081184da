/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include "ds-console.h"
#include "ds-format.h"
#include "ds-history.h"
#include "ds-options.h"
#include "ds-output.h"
#include "ds-result-text.h"
#include "ds-run-target.h"
#include "ds-run-watch.h"
#include "ds-session-aid.h"
#include "ds-suite-text.h"
#include "ds-text-table.h"

#include <glib/gi18n.h>

#include <string.h>
#include <unistd.h>

/* Everything that the command line asks for */
typedef struct {
  const DsSuite *suite;
  DsOptions *options;
  GPtrArray *outputs; /* (element-type DsOutput) */
  guint64 max_write;  /* bytes, 0: no cap */
  gboolean dry_run;
  gboolean yes;
  char *target;
} Wish;

static void
wish_clear (Wish *self)
{
  g_clear_object (&self->options);
  g_clear_pointer (&self->outputs, g_ptr_array_unref);
  g_clear_pointer (&self->target, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Wish, wish_clear)

static const DsArgument own_options[] = {
  { "dry-run", NULL, N_ ("Say how long it would take and how much it would write, and do nothing.") },
  { "yes", NULL, N_ ("Run even where there is something to decide first.") },
  { "max-write", N_ ("BYTES"), N_ ("Write no more than this to the target, as in 20GB or 20GiB.") },
  { NULL },
};

/* ---- What was asked ---- */

static const DsSuite *
find_suite (const char *name)
{
  const DsSuite *suite = ds_suites_find (name);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autofree char *shown = g_utf8_make_valid (name, -1);
  g_autofree char *sentence = NULL;
  const char *nearest;

  if (suite != NULL)
    return suite;
  for (const DsSuite *const *each = ds_suites_list (); *each != NULL; each++)
    g_ptr_array_add (ids, (gpointer) (*each)->id);
  g_ptr_array_add (ids, NULL);
  nearest = ds_nearest_name (shown, (const char *const *) ids->pdata);
  if (nearest != NULL)
    sentence = g_strdup_printf (_ ("There is no suite “%s”. Did you mean “%s”?"), shown, nearest);
  else
    sentence = g_strdup_printf (_ ("There is no suite “%s”. “drivescope-cli suites” shows them all."), shown);
  ds_console_error (sentence);
  return NULL;
}

static void
say_unknown_option (const DsSuite *suite, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *shown = g_utf8_make_valid (name, -1);
  g_autofree char *sentence = NULL;
  const char *nearest;

  for (const DsOption *option = suite->options; option->id != NULL; option++)
    g_ptr_array_add (names, (gpointer) option->id);
  for (const DsArgument *option = own_options; option->name != NULL; option++)
    g_ptr_array_add (names, (gpointer) option->name);
  for (const DsOutputFormat *format = ds_output_formats; format->id != NULL; format++)
    g_ptr_array_add (names, (gpointer) format->id);
  g_ptr_array_add (names, NULL);
  nearest = ds_nearest_name (shown, (const char *const *) names->pdata);
  if (nearest != NULL)
    sentence = g_strdup_printf (_ ("The suite “%s” has no option “--%s”. Did you mean “--%s”?"), suite->id, shown,
                                nearest);
  else
    sentence = g_strdup_printf (_ ("The suite “%s” has no option “--%s”."), suite->id, shown);
  ds_console_error (sentence);
  ds_console_message (_ ("See “drivescope-cli run %s --help”."), suite->id);
}

/* A promise of no more than 100 MB is one of 10^8 bytes: unlike the sizes of blocks and files, KB, MB, GB and TB
 * are powers of ten here. */
static gboolean
parse_max_write (const char *value, guint64 *bytes)
{
  static const char letters[] = "kmgtpe";
  g_autofree char *text = g_strchomp (g_strdup (value));
  gsize length = strlen (text);
  const char *letter;
  double decimal = 0;

  if (!ds_parse_size (text, bytes))
    return FALSE;
  if (length < 2 || g_ascii_tolower (text[length - 1]) != 'b')
    return TRUE;
  letter = strchr (letters, g_ascii_tolower (text[length - 2]));
  if (letter == NULL)
    return TRUE;
  decimal = g_ascii_strtod (text, NULL);
  for (const char *each = letters; each <= letter; each++)
    decimal *= 1000;
  /* What binary fractions lose of a whole byte is less than this. */
  *bytes = (guint64) (decimal + 0.001);
  return TRUE;
}

static gboolean
read_max_write (Wish *wish, const char *value)
{
  g_autofree char *shown = g_utf8_make_valid (value, -1);
  g_autofree char *sentence = NULL;

  if (parse_max_write (value, &wish->max_write) && wish->max_write > 0)
    return TRUE;
  sentence = g_strdup_printf (_ ("“%s” is not a value for --max-write. Write a size such as 20GiB."), shown);
  ds_console_error (sentence);
  return FALSE;
}

/* FALSE, once said, where the option is not right */
static gboolean
read_option (Wish *wish, const DsGivenOption *given)
{
  const DsOutputFormat *format = ds_output_find_format (given->name);
  const DsOption *option = ds_suite_find_option (wish->suite, given->name);
  g_autoptr (GError) error = NULL;

  if (strcmp (given->name, "dry-run") == 0 || strcmp (given->name, "yes") == 0)
    return TRUE;
  if (strcmp (given->name, "max-write") == 0)
    return read_max_write (wish, given->value);
  if (format == NULL && option == NULL) {
    say_unknown_option (wish->suite, given->name);
    return FALSE;
  }
  if (given->value == NULL) {
    g_autofree char *values = option != NULL ? ds_suite_text_dup_values (option)
                                             : g_strdup (_ ("the name of a file, or “-” for standard output"));
    g_autofree char *sentence = g_strdup_printf (_ ("“--%s” needs a value: %s."), given->name, values);

    ds_console_error (sentence);
    return FALSE;
  }
  if (format != NULL) {
    ds_outputs_add (wish->outputs, format, given->value);
    return TRUE;
  }
  if (!ds_options_set (wish->options, given->name, given->value, &error)) {
    ds_console_error (error->message);
    return FALSE;
  }
  return TRUE;
}

static int
read_wish (Wish *wish, DsArguments *arguments)
{
  g_autoptr (GError) error = NULL;

  wish->suite = find_suite (ds_arguments_get_word (arguments, 0));
  if (wish->suite == NULL)
    return DS_EXIT_USAGE;
  wish->target = g_strdup (ds_arguments_get_word (arguments, 1));
  if (wish->target == NULL) {
    g_autofree char *sentence = g_strdup_printf (
        _ ("“run %s” needs a target: a folder, a mounted drive or a file, as in “drivescope-cli run %s .”"),
        wish->suite->id, wish->suite->id);

    ds_console_error (sentence);
    return DS_EXIT_USAGE;
  }
  wish->options = ds_options_new (wish->suite);
  wish->outputs = ds_outputs_new ();
  wish->dry_run = ds_arguments_has (arguments, "dry-run");
  wish->yes = ds_arguments_has (arguments, "yes");
  for (guint i = 0; i < arguments->options->len; i++) {
    if (!read_option (wish, g_ptr_array_index (arguments->options, i)))
      return DS_EXIT_USAGE;
  }
  if (!ds_outputs_check (wish->outputs, &error)) {
    ds_console_error (error->message);
    return g_error_matches (error, DS_OUTPUT_ERROR, DS_OUTPUT_ERROR_USAGE) ? DS_EXIT_USAGE : DS_EXIT_FAILED;
  }
  return DS_EXIT_FINISHED;
}

/* ---- The run ---- */

static char *
dup_expectation (DsSession *session)
{
  double seconds = ds_session_get_expected_seconds (session);
  guint64 bytes = ds_session_get_expected_written (session);
  g_autofree char *duration = ds_format_duration (seconds);
  guint64 likely_bytes = ds_session_get_likely_written (session);
  g_autofree char *written = ds_format_capacity (bytes);
  g_autofree char *likely = ds_format_capacity (likely_bytes);

  if (bytes == 0)
    return g_strdup_printf (_ ("This takes about %s and writes nothing to the drive."), duration);
  if (likely_bytes < bytes)
    return g_strdup_printf (_ ("This takes about %s and writes about %s to the drive at 1 GB/s, %s at most."),
                            duration, likely, written);
  return g_strdup_printf (_ ("This takes about %s and writes at most %s to the drive."), duration, written);
}

static int
say_plan (Wish *wish, DsSession *session, const DsPlace *place)
{
  g_autoptr (GString) text = g_string_new (NULL);
  DsReport *report = ds_session_get_report (session);
  DsOptions *options = ds_session_get_options (session);
  g_autofree char *target = ds_console_escape (wish->target);
  g_autofree char *expectation = dup_expectation (session);
  g_autofree char *findings = ds_result_text_format_findings (report, ds_console_get_text_width ());
  g_autoptr (DsTextTable) table = ds_text_table_new ("ll");
  g_autofree char *lines = NULL;
  g_autofree char *obstacle = ds_run_target_dup_obstacle (options, place);

  g_string_append_printf (text, "%s — %s\n", _ (wish->suite->title), target);
  if (place != NULL && place->stack != NULL) {
    g_autofree char *stack = ds_console_escape (place->stack);

    g_string_append_printf (text, "%s\n", stack);
  }
  for (const DsOption *option = wish->suite->options; option->id != NULL; option++) {
    g_autofree char *title = g_strdup_printf ("  %s", _ (option->title));
    g_autofree char *shown = ds_options_dup_shown (options, option->id);

    if (shown != NULL && *shown != '\0')
      ds_text_table_add (table, title, shown, NULL);
  }
  lines = ds_text_table_format (table, 0);
  g_string_append_printf (text, "\n%s\n%s\n", lines, expectation);
  if (place != NULL && place->fs_type != NULL) {
    g_autofree char *free_space = ds_format_capacity (place->free);

    g_string_append_printf (text, _ ("%s are free there."), free_space);
    g_string_append_c (text, '\n');
  }
  g_string_append (text, findings);
  if (!ds_console_print (text->str))
    return DS_EXIT_FAILED;
  if (obstacle != NULL) {
    ds_console_error (obstacle);
    return DS_EXIT_FAILED;
  }
  return DS_EXIT_FINISHED;
}

/* Where the window would ask, the program stops unless it was told to go on. */
static gboolean
may_start (Wish *wish, const DsPlace *place, DsReport *report)
{
  gboolean asks = FALSE;
  gboolean direct = g_strcmp0 (ds_options_get (wish->options, "direct"), "off") != 0;

  for (guint i = 0; i < report->findings->len; i++) {
    const DsFinding *finding = g_ptr_array_index (report->findings, i);
    g_autofree char *text = NULL;

    if (!ds_session_finding_asks (finding))
      continue;
    asks = TRUE;
    text = g_strdup_printf ("%s%s%s", finding->text, finding->advice != NULL ? " " : "",
                            finding->advice != NULL ? finding->advice : "");
    if (!wish->yes)
      ds_console_error (text);
  }
  if (asks && !wish->yes && place != NULL && place->in_memory && direct)
    ds_console_message (_ ("Add --direct=off --yes to measure memory all the same."));
  else if (asks && !wish->yes)
    ds_console_message (_ ("Nothing was started. Add --yes to measure all the same."));
  return !asks || wish->yes;
}

/* FALSE, once said, where it could not be kept */
static gboolean
keep (DsReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = ds_history_add (ds_history_get_default (), report, &error);
  g_autofree char *sentence = NULL;

  if (id != NULL)
    return TRUE;
  sentence = g_strdup_printf (_ ("The result is not in the history: %s"), error->message);
  ds_console_error (sentence);
  return FALSE;
}

/* Says why the run ended early and returns the status. interrupted: a person or a signal ended it; else it was the
 * cap of what may be written, which the report's findings say. */
static int
say_stopped (DsReport *report, gboolean measured, gboolean interrupted)
{
  /* A table of figures has said it below them. */
  if (!measured) {
    g_autofree char *findings = ds_result_text_format_findings (report, ds_console_get_width (STDERR_FILENO));

    ds_console_write_error (findings);
  }
  if (!interrupted) {
    if (!measured)
      ds_console_message (_ ("Nothing was measured before that."));
    return DS_EXIT_FAILED;
  }
  ds_console_message (measured ? _ ("The run was stopped; what was measured until then is above or saved.")
                               : _ ("The run was stopped before anything was measured."));
  return DS_EXIT_INTERRUPTED;
}

static int
report_result (Wish *wish, const DsPlace *place, DsReport *report, gboolean interrupted, const GError *error)
{
  gboolean to_stdout = ds_outputs_use_stdout (wish->outputs);
  gboolean measured = ds_outputs_have_figures (report);
  guint failed = ds_outputs_write (wish->outputs, report);

  /* Files first: a terminal that is gone must not take the result with it. A history that cannot be written fails
   * no run whose result was written where it was asked for. */
  if (measured && !keep (report) && wish->outputs->len == 0)
    failed++;
  if (measured && !to_stdout) {
    g_autofree char *text = ds_result_text_format (report, ds_console_get_text_width ());

    if (!ds_console_print (text))
      failed++;
  } else if (measured && ds_console_is_terminal (STDERR_FILENO)) {
    g_autofree char *text = ds_result_text_format (report, ds_console_get_width (STDERR_FILENO));

    ds_console_write_error (text);
  }
  if (error != NULL) {
    ds_console_error (error->message);
    if (ds_session_lacks_direct_io (error) && g_strcmp0 (ds_options_get (wish->options, "direct"), "on") == 0 &&
        (place == NULL || !place->in_memory))
      ds_console_message (_ ("Add --direct=off to measure with buffered I/O."));
    return DS_EXIT_FAILED;
  }
  if (report->state == DS_STATE_STOPPED)
    return say_stopped (report, measured, interrupted);
  return failed > 0 ? DS_EXIT_FAILED : DS_EXIT_FINISHED;
}

static int
run_run (DsArguments *arguments)
{
  g_auto (Wish) wish = { 0 };
  g_autoptr (DsSession) session = NULL;
  g_autoptr (DsRunWatch) watch = NULL;
  g_autoptr (DsPlace) place = NULL;
  g_autoptr (GError) error = NULL;
  int status = read_wish (&wish, arguments);

  if (status != DS_EXIT_FINISHED)
    return status;
  if (!ds_run_target_find (wish.options, &wish.target, &place, &error)) {
    ds_console_error (error->message);
    return DS_EXIT_FAILED;
  }
  session = ds_session_new (wish.options, wish.target, NULL, NULL);
  ds_session_set_max_write (session, wish.max_write);
  watch = ds_run_watch_new (session);
  if (!ds_run_watch_check (watch, &error)) {
    if (ds_run_watch_get_interrupted (watch))
      return DS_EXIT_INTERRUPTED;
    ds_console_error (error->message);
    return DS_EXIT_FAILED;
  }
  if (wish.dry_run)
    return say_plan (&wish, session, place);
  if (!may_start (&wish, place, ds_session_get_report (session)))
    return DS_EXIT_FAILED;

  ds_session_sweep_leftovers ();
  if (ds_console_is_terminal (STDERR_FILENO)) {
    g_autofree char *expectation = dup_expectation (session);

    ds_console_message ("%s", expectation);
  }
  ds_run_watch_run (watch, &error);
  return report_result (&wish, place, ds_session_get_report (session), ds_run_watch_get_interrupted (watch),
                        error);
}

static void
print_help (DsArguments *arguments)
{
  const char *name = ds_arguments_get_word (arguments, 0);
  const DsSuite *suite = name != NULL ? ds_suites_find (name) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (DsTextTable) table = ds_text_table_new ("ll");
  g_autofree char *lines = NULL;

  for (const DsOutputFormat *format = ds_output_formats; format->id != NULL; format++) {
    g_autofree char *option = g_strdup_printf ("  --%s=%s", format->id, _ ("FILE"));

    ds_text_table_add (table, option, _ (format->help), NULL);
  }
  lines = ds_text_table_format (table, 0);
  g_string_append_printf (
      text, "\n%s\n%s\n%s\n", _ ("A file named “-” is standard output:"), lines,
      _ ("Target is a folder, a mounted drive, or for tests that only read a drive or a file."));
  if (suite != NULL) {
    g_autofree char *options = ds_suite_text_format_options (suite);

    g_string_append_printf (text, "\n%s — %s\n%s\n%s", suite->id, _ (suite->title), _ (suite->description),
                            options);
  } else {
    g_string_append_printf (text, "\n%s\n",
                            _ ("Each suite has options of its own: drivescope-cli run SUITE --help"));
    for (const DsSuite *const *each = ds_suites_list (); *each != NULL; each++)
      g_string_append_printf (text, "  %s — %s\n", (*each)->id, _ ((*each)->description));
  }
  ds_console_print (text->str);
}

const DsCommand ds_command_run = {
  .name = "run",
  .usage = "SUITE TARGET [--OPTION=VALUE]…",
  .summary = N_ ("Measure a folder or a drive and print the result."),
  .options = own_options,
  .min_words = 1,
  .max_words = 2,
  .open = TRUE,
  .run = run_run,
  .help = print_help,
};
