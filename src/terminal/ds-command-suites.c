/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include "ds-console.h"
#include "ds-json-text.h"
#include "ds-options.h"
#include "ds-suite-text.h"

#include <glib/gi18n.h>

static const char *
get_type_id (DsOptionType type)
{
  switch (type) {
  case DS_OPTION_CHOICE:
    return "choice";
  case DS_OPTION_INTEGER:
    return "integer";
  case DS_OPTION_SECONDS:
    return "seconds";
  case DS_OPTION_SIZE:
    return "size";
  case DS_OPTION_ROWS:
    return "rows";
  case DS_OPTION_TEXT:
  default:
    return "text";
  }
}

static void
add_choices_json (DsJsonText *json, const DsChoice *choices)
{
  ds_json_text_open (json, "choices", '[');
  for (const DsChoice *choice = choices; choice->id != NULL; choice++) {
    ds_json_text_open_flat (json, NULL, '{');
    ds_json_text_add_string (json, "id", choice->id);
    ds_json_text_add_string (json, "title", choice->title != NULL ? _ (choice->title) : choice->id);
    ds_json_text_close (json, '}');
  }
  ds_json_text_close (json, ']');
}

static void
add_option_json (DsJsonText *json, const DsOption *option, const char *value)
{
  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_string (json, "id", option->id);
  ds_json_text_add_string (json, "title", _ (option->title));
  ds_json_text_add_string (json, "help", _ (option->help));
  ds_json_text_add_string (json, "type", get_type_id (option->type));
  ds_json_text_add_string (json, "default", value);
  if (option->type != DS_OPTION_CHOICE && option->type != DS_OPTION_TEXT) {
    ds_json_text_add_number (json, "minimum", option->minimum);
    ds_json_text_add_number (json, "maximum", option->maximum);
  }
  if (option->type == DS_OPTION_INTEGER)
    ds_json_text_add_number (json, "step", option->step);
  if (option->type == DS_OPTION_SIZE) {
    ds_json_text_add_boolean (json, "power_of_two", (option->flags & DS_OPTION_POWER_OF_TWO) != 0);
    ds_json_text_add_boolean (json, "all", (option->flags & DS_OPTION_ALL) != 0);
  }
  if (option->type == DS_OPTION_CHOICE)
    add_choices_json (json, option->choices);
  ds_json_text_close (json, '}');
}

static void
add_suite_json (DsJsonText *json, const DsSuite *suite)
{
  g_autoptr (DsOptions) options = ds_options_new (suite);

  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_string (json, "id", suite->id);
  ds_json_text_add_string (json, "title", _ (suite->title));
  ds_json_text_add_string (json, "description", _ (suite->description));
  ds_json_text_add_string (json, "view", ds_view_get_id (suite->view));
  ds_json_text_open (json, "options", '[');
  for (const DsOption *option = suite->options; option->id != NULL; option++)
    add_option_json (json, option, ds_options_get (options, option->id));
  ds_json_text_close (json, ']');
  ds_json_text_close (json, '}');
}

static char *
format_json (void)
{
  DsJsonText json;

  ds_json_text_init (&json);
  ds_json_text_open (&json, NULL, '{');
  ds_json_text_open (&json, "suites", '[');
  for (const DsSuite *const *suite = ds_suites_list (); *suite != NULL; suite++)
    add_suite_json (&json, *suite);
  ds_json_text_close (&json, ']');
  ds_json_text_close (&json, '}');
  return ds_json_text_finish (&json);
}

static char *
format_text (void)
{
  GString *text = g_string_new (NULL);

  for (const DsSuite *const *suite = ds_suites_list (); *suite != NULL; suite++) {
    g_autofree char *options = ds_suite_text_format_options (*suite);

    g_string_append_printf (text, "%s%s — %s\n%s\n%s", text->len > 0 ? "\n" : "", (*suite)->id,
                            _ ((*suite)->title), _ ((*suite)->description), options);
  }
  return g_string_free (text, FALSE);
}

static int
run_suites (DsArguments *arguments)
{
  g_autofree char *text = ds_arguments_has (arguments, "json") ? format_json () : format_text ();

  return ds_console_print (text) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
}

static const DsArgument options[] = {
  { "json", NULL, N_ ("Print JSON.") },
  { NULL },
};

const DsCommand ds_command_suites = {
  .name = "suites",
  .usage = "[--json]",
  .summary = N_ ("Show every benchmark with its options, their limits and defaults."),
  .options = options,
  .max_words = 0,
  .run = run_suites,
};
