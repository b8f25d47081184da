/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ds-compare.h"
#include "ds-console.h"
#include "ds-drive-notes.h"
#include "ds-format.h"
#include "ds-json-text.h"
#include "ds-output.h"
#include "ds-reference.h"
#include "ds-result-argument.h"
#include "ds-result-text.h"
#include "ds-text-table.h"

#define MOST_RESULTS 16

static const DsArgument options_table[] = {
  { "json", N_ ("FILE"), N_ ("Write the comparison as JSON; “-” is standard output.") },
  { "prices", N_ ("A,B,…"), N_ ("What each drive costs, in one currency, to see what the money buys.") },
  { "rated", NULL, N_ ("Set each drive’s rated figures beside its result, where they were typed in.") },
  { NULL },
};

/* ---- What is compared ---- */

static char *
dup_model (DsReport *report)
{
  if (report->target.drives->len == 0)
    return NULL;
  return g_strdup (((DsTargetDrive *) g_ptr_array_index (report->target.drives, 0))->model);
}

static GPtrArray *
load_all (DsArguments *arguments, GError **error)
{
  g_autoptr (GPtrArray) reports = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_report_unref);

  for (guint i = 0; i < arguments->words->len; i++) {
    DsReport *report = ds_result_argument_load (ds_arguments_get_word (arguments, i), error);
    g_autofree char *model = report != NULL ? dup_model (report) : NULL;

    if (report == NULL)
      return NULL;
    g_ptr_array_add (reports, report);
    if (ds_arguments_has (arguments, "rated") && model != NULL) {
      g_autoptr (DsDriveNotes) notes = ds_drive_notes_load (model);

      if (ds_drive_notes_have_ratings (notes))
        g_ptr_array_add (reports, ds_drive_notes_make_report (notes, model, report));
    }
  }
  return g_steal_pointer (&reports);
}

/* (element-type double): one a result; what was not given is what was typed in for the drive, or what it cost when
 * it was reviewed */
static GArray *
find_prices (DsArguments *arguments, const DsComparison *comparison)
{
  const char *list = ds_arguments_get (arguments, "prices");
  g_auto (GStrv) given = list != NULL ? g_strsplit (list, ",", -1) : NULL;
  GArray *prices = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < comparison->n_results; i++) {
    DsReport *report = g_ptr_array_index (comparison->reports, i);
    double price = NAN;

    if (given != NULL) {
      price = i < g_strv_length (given) ? g_ascii_strtod (given[i], NULL) : NAN;
    } else {
      g_autofree char *model = dup_model (report);

      price = ds_reference_get_price (report);
      if (isnan (price) && model != NULL) {
        g_autoptr (DsDriveNotes) notes = ds_drive_notes_load (model);

        price = notes->price;
      }
    }
    g_array_append_val (prices, price);
  }
  return prices;
}

/* ---- As text ---- */

static char *
dup_letter (guint index)
{
  return g_strdup_printf ("%c", (char) ('A' + index));
}

static char *
dup_row_title (const DsComparedRow *row)
{
  return g_strdup_printf ("%s %s", row->label, ds_result_text_get_op_title (row->op));
}

static void
print_names (GString *out, const DsComparison *comparison)
{
  for (guint i = 0; i < comparison->n_results; i++) {
    g_autofree char *letter = dup_letter (i);
    g_autofree char *name = ds_console_escape (ds_comparison_get_name (comparison, i));

    g_string_append_printf (out, "  %s  %s\n", letter, name);
  }
  g_string_append_c (out, '\n');
}

static void
add_cells (DsTextTable *table, GPtrArray *cells)
{
  /* The table takes its cells one by one; there are at most as many as two a result and one. */
  const char *c[2 * MOST_RESULTS + 2] = { NULL };

  for (guint i = 0; i < cells->len && i + 1 < G_N_ELEMENTS (c); i++)
    c[i] = g_ptr_array_index (cells, i);
  ds_text_table_add_list (table, c);
}

static char *
format_rows (const DsComparison *comparison)
{
  g_autoptr (GString) align = g_string_new ("l");
  g_autoptr (DsTextTable) table = NULL;
  g_autoptr (GPtrArray) head = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < comparison->n_results; i++)
    g_string_append (align, i == 0 ? "r" : "rl");
  table = ds_text_table_new (align->str);
  g_ptr_array_add (head, g_strdup (_ ("MB/s, median of the runs")));
  for (guint i = 0; i < comparison->n_results; i++) {
    g_ptr_array_add (head, dup_letter (i));
    if (i > 0)
      g_ptr_array_add (head, g_strdup (""));
  }
  add_cells (table, head);
  ds_text_table_add_rule (table);
  for (guint r = 0; r < comparison->rows->len; r++) {
    const DsComparedRow *row = ds_comparison_get_row (comparison, r);
    g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

    g_ptr_array_add (cells, dup_row_title (row));
    for (guint i = 0; i < comparison->n_results; i++) {
      g_autofree char *figure = ds_format_figure (row->cells[i].mb_s);
      gboolean worthless = row->cells[i].cell != NULL && row->cells[i].cell->invalid != NULL;

      g_ptr_array_add (cells, worthless ? g_strdup_printf ("(%s)", figure) : g_strdup (figure));
      if (i > 0)
        g_ptr_array_add (cells, ds_compared_cell_dup_text (&row->cells[i]));
    }
    add_cells (table, cells);
  }
  return ds_text_table_format (table, 0);
}

static void
print_settings (GString *out, const DsComparison *comparison)
{
  if (comparison->settings->len == 0)
    return;
  g_string_append_printf (out, "\n%s\n", _ ("Not measured alike:"));
  for (guint i = 0; i < comparison->settings->len; i++) {
    const DsSettingDifference *setting = g_ptr_array_index (comparison->settings, i);
    g_autofree char *values = g_strjoinv (" · ", setting->values);
    g_autofree char *shown = ds_console_escape (values);

    g_string_append_printf (out, "  %s: %s\n", setting->title, shown);
  }
}

static void
print_prices (GString *out, const DsComparison *comparison, GArray *prices)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("lrrr");
  g_autofree char *lines = NULL;
  gboolean any = FALSE;

  ds_text_table_add (table, "", _ ("Price"), _ ("MB/s for 1"), _ ("GB for 1"), NULL);
  for (guint i = 0; i < comparison->n_results; i++) {
    double price = g_array_index (prices, double, i);
    g_autofree char *letter = dup_letter (i);
    g_autofree char *cost = ds_format_number (price, 2);
    g_autofree char *rate = ds_format_number (ds_comparison_get_mb_s_per_price (comparison, i, price), 2);
    g_autofree char *space = ds_format_number (ds_comparison_get_gb_per_price (comparison, i, price), 2);

    any = any || price > 0;
    ds_text_table_add (table, letter, cost, rate, space, NULL);
  }
  lines = ds_text_table_format (table, 0);
  if (any)
    g_string_append_printf (out, "\n%s\n%s", _ ("What one unit of money buys:"), lines);
}

static void
print_evidence (GString *out, const DsComparison *comparison)
{
  gboolean ranks = FALSE;
  gboolean ranges = FALSE;

  for (guint r = 0; r < comparison->rows->len; r++)
    for (guint i = 1; i < comparison->n_results; i++) {
      const DsComparedCell *cell = &ds_comparison_get_row (comparison, r)->cells[i];

      ranks = ranks || (cell->evidence == DS_EVIDENCE_RANKS && !isnan (cell->percent));
      ranges = ranges || (cell->evidence == DS_EVIDENCE_RANGES && !isnan (cell->percent));
    }
  if (ranks)
    g_string_append_printf (
        out, "\n%s\n",
        _ ("With four runs or more on both sides a difference counts where a rank test over the runs "
           "gives p below 0.05."));
  if (ranges)
    g_string_append_printf (out, "%s%s\n", ranks ? "" : "\n",
                            _ ("With fewer runs a difference counts where their ranges do not overlap."));
}

static int
print_comparison (const DsComparison *comparison, GArray *prices)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *rows = format_rows (comparison);

  print_names (out, comparison);
  g_string_append (out, rows);
  print_settings (out, comparison);
  print_prices (out, comparison, prices);
  print_evidence (out, comparison);
  return ds_console_print (out->str) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
}

/* ---- As JSON ---- */

static void
write_cell (DsJsonText *json, const DsComparedCell *cell)
{
  static const char *const evidence[] = { "none", "rank test", "ranges" };
  static const char *const difference[] = { "unknown", "none", "faster", "slower" };

  ds_json_text_open_flat (json, NULL, '{');
  ds_json_text_add_number (json, "mb_s", cell->mb_s);
  ds_json_text_add_number (json, "percent", cell->percent);
  ds_json_text_add_string (json, "difference", difference[cell->difference]);
  ds_json_text_add_string (json, "evidence", evidence[cell->evidence]);
  ds_json_text_number_member (json, "p", cell->p);
  ds_json_text_string_member (json, "invalid", cell->cell != NULL ? cell->cell->invalid : NULL);
  ds_json_text_close (json, '}');
}

static char *
format_json (const DsComparison *comparison, GArray *prices)
{
  DsJsonText json;

  ds_json_text_init (&json);
  ds_json_text_open (&json, NULL, '{');
  ds_json_text_open (&json, "results", '[');
  for (guint i = 0; i < comparison->n_results; i++) {
    double price = g_array_index (prices, double, i);

    ds_json_text_open (&json, NULL, '{');
    ds_json_text_add_string (&json, "name", ds_comparison_get_name (comparison, i));
    ds_json_text_number_member (&json, "price", price);
    ds_json_text_number_member (&json, "mb_s_per_price", ds_comparison_get_mb_s_per_price (comparison, i, price));
    ds_json_text_number_member (&json, "gb_per_price", ds_comparison_get_gb_per_price (comparison, i, price));
    ds_json_text_close (&json, '}');
  }
  ds_json_text_close (&json, ']');
  ds_json_text_open (&json, "rows", '[');
  for (guint r = 0; r < comparison->rows->len; r++) {
    const DsComparedRow *row = ds_comparison_get_row (comparison, r);

    ds_json_text_open (&json, NULL, '{');
    ds_json_text_add_string (&json, "label", row->label);
    ds_json_text_add_string (&json, "op", ds_op_get_id (row->op));
    ds_json_text_open (&json, "cells", '[');
    for (guint i = 0; i < comparison->n_results; i++)
      write_cell (&json, &row->cells[i]);
    ds_json_text_close (&json, ']');
    ds_json_text_close (&json, '}');
  }
  ds_json_text_close (&json, ']');
  ds_json_text_open (&json, "settings", '[');
  for (guint i = 0; i < comparison->settings->len; i++) {
    const DsSettingDifference *setting = g_ptr_array_index (comparison->settings, i);

    ds_json_text_open (&json, NULL, '{');
    ds_json_text_add_string (&json, "title", setting->title);
    ds_json_text_open_flat (&json, "values", '[');
    for (guint k = 0; setting->values[k] != NULL; k++)
      ds_json_text_add_string (&json, NULL, setting->values[k]);
    ds_json_text_close (&json, ']');
    ds_json_text_close (&json, '}');
  }
  ds_json_text_close (&json, ']');
  ds_json_text_close (&json, '}');
  return ds_json_text_finish (&json);
}

static int
write_comparison (const DsComparison *comparison, GArray *prices, const char *path)
{
  g_autofree char *text = format_json (comparison, prices);
  g_autoptr (GError) error = NULL;

  if (strcmp (path, "-") == 0)
    return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
  if (ds_output_check_path (path, &error) && ds_report_write_text (path, text, &error))
    return DS_EXIT_FINISHED;
  ds_console_error (error->message);
  return DS_EXIT_FAILED;
}

static int
run_compare (DsArguments *arguments)
{
  const char *json = ds_arguments_get (arguments, "json");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) reports = load_all (arguments, &error);
  g_autoptr (DsComparison) comparison = NULL;
  g_autoptr (GArray) prices = NULL;

  if (reports == NULL) {
    ds_console_error (error->message);
    return g_error_matches (error, DS_ARGUMENTS_ERROR, 0) ? DS_EXIT_USAGE : DS_EXIT_FAILED;
  }
  if (reports->len < 2) {
    ds_console_error (_ ("Name at least two results to compare."));
    return DS_EXIT_USAGE;
  }
  g_ptr_array_set_size (reports, (gint) MIN (reports->len, MOST_RESULTS));
  comparison = ds_comparison_new (reports);
  prices = find_prices (arguments, comparison);
  return json != NULL ? write_comparison (comparison, prices, json) : print_comparison (comparison, prices);
}

static void
print_help (DsArguments *arguments)
{
  g_autofree char *text = ds_console_wrap (_ (DS_RESULT_ARGUMENT_HELP), 80, 0);

  ds_console_print ("\n");
  ds_console_print (text);
}

const DsCommand ds_command_compare = {
  .name = "compare",
  .usage = "A B…",
  .summary = N_ ("Compare results with the first of them, by the spread of their runs."),
  .options = options_table,
  .min_words = 1,
  .max_words = MOST_RESULTS,
  .run = run_compare,
  .help = print_help,
};
