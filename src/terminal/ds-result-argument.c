/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-result-argument.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-arguments.h"
#include "ds-import.h"
#include "ds-reference.h"

#define REFERENCE "ref:"

static void
fail (GError **error, const char *format, const char *word)
{
  g_autoptr (GString) sentence = g_string_new (format);
  g_autofree char *shown = g_utf8_make_valid (word, -1);

  g_string_replace (sentence, "%1", shown, 0);
  g_set_error_literal (error, DS_ARGUMENTS_ERROR, 0, sentence->str);
}

char *
ds_result_argument_find_id (const char *word, GPtrArray *entries, GError **error)
{
  char *end = NULL;
  guint64 number = g_ascii_isdigit (*word) ? g_ascii_strtoull (word, &end, 10) : 0;
  const DsHistoryEntry *found = NULL;

  /* Ids start with a date: what is longer than any number of results is the beginning of one. */
  if (end != NULL && *end == '\0' && strlen (word) <= 6) {
    if (number >= 1 && number <= entries->len)
      return g_strdup (((DsHistoryEntry *) g_ptr_array_index (entries, number - 1))->id);
    fail (error, _ ("There is no result %1 in the history. “drivescope-cli history” shows them all."), word);
    return NULL;
  }
  for (guint i = 0; i < entries->len && *word != '\0'; i++) {
    const DsHistoryEntry *entry = g_ptr_array_index (entries, i);

    if (strcmp (entry->id, word) == 0)
      return g_strdup (word);
    if (!g_str_has_prefix (entry->id, word))
      continue;
    if (found != NULL) {
      fail (error, _ ("More than one result in the history begins with “%1”. Write more of its id."), word);
      return NULL;
    }
    found = entry;
  }
  if (found != NULL)
    return g_strdup (found->id);
  fail (error, _ ("“%1” is neither a file nor a result in the history. “drivescope-cli history” shows them all."),
        word);
  return NULL;
}

static DsReport *
find_reference (const char *name, GError **error)
{
  g_autoptr (GPtrArray) list = ds_reference_list ();
  g_autofree char *wanted = g_utf8_make_valid (name, -1);
  g_autofree char *folded = g_utf8_casefold (wanted, -1);

  for (guint i = 0; i < list->len; i++) {
    DsReport *report = g_ptr_array_index (list, i);
    g_autofree char *title = g_utf8_casefold (report->title, -1);

    if (g_str_has_prefix (title, folded))
      return ds_report_ref (report);
  }
  fail (error, _ ("There is no bundled drive “%1”. “drivescope-cli history --references” shows them all."), name);
  return NULL;
}

DsReport *
ds_result_argument_load (const char *word, GError **error)
{
  DsHistory *history = ds_history_get_default ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *id = NULL;

  if (g_str_has_prefix (word, REFERENCE))
    return find_reference (word + strlen (REFERENCE), error);
  if (g_file_test (word, G_FILE_TEST_EXISTS)) {
    g_autoptr (GFile) file = g_file_new_for_commandline_arg (word);

    return ds_import_file (file, error);
  }
  entries = ds_history_list (history, NULL, error);
  id = entries != NULL ? ds_result_argument_find_id (word, entries, error) : NULL;
  return id != NULL ? ds_history_load (history, id, error) : NULL;
}
