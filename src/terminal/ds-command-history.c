/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-console.h"
#include "ds-format.h"
#include "ds-history.h"
#include "ds-json-text.h"
#include "ds-output.h"
#include "ds-reference.h"
#include "ds-report-ids.h"
#include "ds-result-argument.h"
#include "ds-suite.h"
#include "ds-text-table.h"

static const DsArgument options_table[] = {
  { "search", N_ ("WORDS"), N_ ("Only results with these words in title, drive, comment, tags or suite.") },
  { "suite", N_ ("SUITE"), N_ ("Only results of this suite.") },
  { "drive", N_ ("DRIVE"), N_ ("Only results of this drive, as the list names it.") },
  { "from", N_ ("DATE"), N_ ("Only results from this day on, as in 2026-11-30.") },
  { "to", N_ ("DATE"), N_ ("Only results up to this day.") },
  { "json", N_ ("FILE"), N_ ("Write the list as JSON; “-” is standard output.") },
  { "title", N_ ("TEXT"), N_ ("Give the named result this title; empty takes it away.") },
  { "comment", N_ ("TEXT"), N_ ("Give the named results this comment.") },
  { "tags", N_ ("A,B,…"), N_ ("Give the named results these tags; empty takes them away.") },
  { "delete", NULL, N_ ("Delete the named results.") },
  { "restore", NULL, N_ ("Bring back results that were deleted since the window was started last.") },
  { "references", NULL, N_ ("List the bundled drives, which “ref:” names.") },
  { NULL },
};

static int
fail (const GError *error)
{
  ds_console_error (error->message);
  return g_error_matches (error, DS_ARGUMENTS_ERROR, 0) ? DS_EXIT_USAGE : DS_EXIT_FAILED;
}

static gboolean
parse_day (const char *text, guint days_later, gint64 *time)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autofree char *midnight = g_strconcat (text, "T00:00:00", NULL);
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (midnight, zone);
  g_autoptr (GDateTime) later = date != NULL ? g_date_time_add_days (date, (gint) days_later) : NULL;

  if (later == NULL)
    return FALSE;
  *time = g_date_time_to_unix (later);
  return TRUE;
}

/* FALSE, once said, where a day is none */
static gboolean
read_filter (DsArguments *arguments, DsHistoryFilter *filter)
{
  static const char *const days[] = { "from", "to" };

  filter->text = ds_arguments_get (arguments, "search");
  filter->suite = ds_arguments_get (arguments, "suite");
  filter->drive = ds_arguments_get (arguments, "drive");
  for (guint i = 0; i < G_N_ELEMENTS (days); i++) {
    const char *day = ds_arguments_get (arguments, days[i]);
    g_autofree char *shown = NULL;
    g_autofree char *sentence = NULL;

    if (day == NULL || parse_day (day, i, i == 0 ? &filter->from : &filter->to))
      continue;
    shown = g_utf8_make_valid (day, -1);
    sentence = g_strdup_printf (_ ("“%s” is not a day. Write year, month and day, as in 2026-11-30."), shown);
    ds_console_error (sentence);
    return FALSE;
  }
  return TRUE;
}

/* ---- The list ---- */

static char *
dup_state (const DsHistoryEntry *entry)
{
  if (entry->problem != NULL)
    return g_strdup (entry->newer ? _ ("newer version") : _ ("damaged"));
  if (entry->imported != NULL)
    return g_strdup (_ ("imported"));
  switch (entry->state) {
  case DS_STATE_STOPPED:
    return g_strdup (_ ("stopped"));
  case DS_STATE_FAILED:
    return g_strdup (_ ("failed"));
  case DS_STATE_RUNNING:
  case DS_STATE_FINISHED:
  default:
    return g_strdup ("");
  }
}

static void
add_line (DsTextTable *table, guint number, DsHistoryEntry *entry)
{
  const DsSuite *suite = ds_suites_find (entry->suite);
  g_autofree char *shown_number = g_strdup_printf ("%u", number);
  g_autofree char *date = *entry->started != '\0' ? ds_format_date (entry->started) : g_strdup ("");
  g_autofree char *name = ds_history_entry_dup_name (entry);
  g_autofree char *read = ds_format_figure (entry->read_mb_s);
  g_autofree char *write = ds_format_figure (entry->write_mb_s);
  g_autofree char *state = dup_state (entry);
  g_autofree char *tags = g_strjoinv (", ", entry->tags);

  ds_text_table_add (table, shown_number, date, suite != NULL ? _ (suite->title) : entry->suite, name, read, write,
                     state, tags, NULL);
}

static int
print_list (GPtrArray *entries, const DsHistoryFilter *filter)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("rlllrrll");
  g_autofree char *text = NULL;
  guint shown = 0;

  ds_text_table_add (table, "", _ ("Date"), _ ("Test"), _ ("Drive"), _ ("Read, MB/s"), _ ("Write, MB/s"), "", "",
                     NULL);
  ds_text_table_add_rule (table);
  for (guint i = 0; i < entries->len; i++)
    if (ds_history_entry_matches (g_ptr_array_index (entries, i), filter)) {
      add_line (table, i + 1, g_ptr_array_index (entries, i));
      shown++;
    }
  if (shown == 0) {
    ds_console_message (entries->len == 0 ? _ ("Nothing has been measured yet: the history is empty.")
                                          : _ ("No result in the history is like that."));
    return DS_EXIT_FINISHED;
  }
  text = ds_text_table_format (table, ds_console_get_text_width ());
  return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
}

static void
write_entry (DsJsonText *json, guint number, const DsHistoryEntry *entry)
{
  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_integer (json, "number", number);
  ds_json_text_add_string (json, "id", entry->id);
  ds_json_text_string_member (json, "problem", entry->problem);
  ds_json_text_add_string (json, "suite", entry->suite);
  ds_json_text_add_string (json, "drive", entry->drive);
  ds_json_text_string_member (json, "title", entry->title);
  ds_json_text_add_string (json, "comment", entry->comment);
  ds_json_text_open_flat (json, "tags", '[');
  for (guint i = 0; entry->tags[i] != NULL; i++)
    ds_json_text_add_string (json, NULL, entry->tags[i]);
  ds_json_text_close (json, ']');
  ds_json_text_add_string (json, "started", entry->started);
  ds_json_text_string_member (json, "imported_from", entry->imported);
  ds_json_text_add_string (json, "state", entry->problem != NULL ? "damaged" : ds_state_get_id (entry->state));
  ds_json_text_add_number (json, "read_mb_s", entry->read_mb_s);
  ds_json_text_add_number (json, "write_mb_s", entry->write_mb_s);
  ds_json_text_close (json, '}');
}

static int
write_list (GPtrArray *entries, const DsHistoryFilter *filter, const char *path)
{
  DsJsonText json;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  ds_json_text_init (&json);
  ds_json_text_open (&json, NULL, '[');
  for (guint i = 0; i < entries->len; i++)
    if (ds_history_entry_matches (g_ptr_array_index (entries, i), filter))
      write_entry (&json, i + 1, g_ptr_array_index (entries, i));
  ds_json_text_close (&json, ']');
  text = ds_json_text_finish (&json);
  if (g_str_equal (path, "-"))
    return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
  if (!ds_output_check_path (path, &error) || !ds_report_write_text (path, text, &error)) {
    ds_console_error (error->message);
    return DS_EXIT_FAILED;
  }
  return DS_EXIT_FINISHED;
}

static int
print_references (void)
{
  g_autoptr (GPtrArray) list = ds_reference_list ();

  for (guint i = 0; i < list->len; i++) {
    g_autofree char *title = ds_console_escape (((DsReport *) g_ptr_array_index (list, i))->title);
    g_autofree char *line = g_strdup_printf ("ref:%s\n", title);

    if (!ds_console_print (line))
      return DS_EXIT_FAILED;
  }
  return DS_EXIT_FINISHED;
}

/* ---- Changes ---- */

static gboolean
changes (DsArguments *arguments)
{
  static const char *const names[] = { "title", "comment", "tags", "delete", "restore" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (ds_arguments_has (arguments, names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
annotate (DsArguments *arguments, const char *const *ids, GError **error)
{
  const char *list = ds_arguments_get (arguments, "tags");
  g_auto (GStrv) tags = list != NULL ? g_strsplit (list, ",", -1) : NULL;
  DsHistoryNotes notes = {
    .title = ds_arguments_get (arguments, "title"),
    .comment = ds_arguments_get (arguments, "comment"),
    .tags = (const char *const *) tags,
  };

  for (guint i = 0; tags != NULL && tags[i] != NULL; i++)
    g_strstrip (tags[i]);
  for (guint i = 0; ids[i] != NULL; i++)
    if (!ds_history_annotate (ds_history_get_default (), ids[i], &notes, error))
      return FALSE;
  return TRUE;
}

/* (transfer full): the ids of all the words. What was deleted is in no list, so its whole id has to be given. */
static char **
find_ids (DsArguments *arguments, GPtrArray *entries, GError **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < arguments->words->len; i++) {
    const char *word = ds_arguments_get_word (arguments, i);
    g_autofree char *id = ds_arguments_has (arguments, "restore")
                              ? g_strdup (word)
                              : ds_result_argument_find_id (word, entries, error);

    if (id == NULL)
      return NULL;
    g_strv_builder_add (ids, id);
  }
  return g_strv_builder_end (ids);
}

static int
change (DsArguments *arguments, GPtrArray *entries)
{
  DsHistory *history = ds_history_get_default ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = NULL;
  const char *const *list;
  gboolean done;

  if (arguments->words->len == 0) {
    ds_console_error (_ ("Say which result is meant: its number, or its id."));
    return DS_EXIT_USAGE;
  }
  ids = find_ids (arguments, entries, &error);
  if (ids == NULL)
    return fail (error);
  list = (const char *const *) ids;
  if (ds_arguments_has (arguments, "restore"))
    done = ds_history_restore (history, list, &error);
  else if (ds_arguments_has (arguments, "delete"))
    done = ds_history_delete (history, list, &error);
  else
    done = annotate (arguments, list, &error);
  if (!done)
    return fail (error);
  if (ds_arguments_has (arguments, "delete"))
    for (guint i = 0; ids[i] != NULL; i++)
      ds_console_message (_ ("Deleted. “drivescope-cli history --restore %s” brings it back."), ids[i]);
  return DS_EXIT_FINISHED;
}

static int
run_history (DsArguments *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  DsHistoryFilter filter = { 0 };
  const char *json = ds_arguments_get (arguments, "json");

  if (ds_arguments_has (arguments, "references"))
    return print_references ();
  if (!read_filter (arguments, &filter))
    return DS_EXIT_USAGE;
  entries = ds_history_list (ds_history_get_default (), NULL, &error);
  if (entries == NULL)
    return fail (error);
  if (changes (arguments))
    return change (arguments, entries);
  if (arguments->words->len > 0) {
    ds_console_error (_ ("Say what to do with this result: --title, --comment, --tags or --delete."));
    return DS_EXIT_USAGE;
  }
  return json != NULL ? write_list (entries, &filter, json) : print_list (entries, &filter);
}

const DsCommand ds_command_history = {
  .name = "history",
  .usage = "[RESULT…] [--OPTION=VALUE]…",
  .summary = N_ ("List what was measured, name it, or delete it."),
  .options = options_table,
  .min_words = 0,
  .max_words = 1000,
  .run = run_history,
};
