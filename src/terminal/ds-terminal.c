/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-terminal.h"

#include "ds-command.h"
#include "ds-console.h"
#include "ds-text-table.h"

#include <glib/gi18n.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const DsCommand *const commands[] = {
  &ds_command_list,    &ds_command_suites, &ds_command_run,    &ds_command_render, &ds_command_history,
  &ds_command_compare, &ds_command_export, &ds_command_import, &ds_command_health, NULL,
};

static const DsCommand *
find_command (const char *name)
{
  for (guint i = 0; commands[i] != NULL; i++) {
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  }
  return NULL;
}

static char *
format_help (void)
{
  GString *text = g_string_new (NULL);
  g_autoptr (DsTextTable) table = ds_text_table_new ("ll");
  g_autofree char *lines = NULL;

  g_string_append_printf (text, _ ("Usage: %s"), "drivescope-cli COMMAND …");
  g_string_append_printf (text, "\n\n%s\n\n",
                          _ ("Measures how fast a drive is, and how far the numbers can be trusted."));
  for (guint i = 0; commands[i] != NULL; i++) {
    g_autofree char *usage = g_strdup_printf ("  %s %s", commands[i]->name, commands[i]->usage);

    ds_text_table_add (table, g_strchomp (usage), _ (commands[i]->summary), NULL);
  }
  ds_text_table_add_gap (table);
  ds_text_table_add (table, "  COMMAND --help", _ ("Say what a command does and takes."), NULL);
  ds_text_table_add (table, "  --version", _ ("Print the version."), NULL);
  lines = ds_text_table_format (table, 0);
  g_string_append (text, lines);
  g_string_append_printf (
      text, "\n%s\n",
      _ ("It ends with status 0 when it has finished, 1 when it failed, 2 when the command was wrong, "
         "and 130 when it was interrupted, with what was measured until then."));
  return g_string_free (text, FALSE);
}

static char *
format_command_help (const DsCommand *command)
{
  GString *text = g_string_new (NULL);
  g_autofree char *usage = g_strdup_printf ("drivescope-cli %s %s", command->name, command->usage);

  g_string_append_printf (text, _ ("Usage: %s"), g_strchomp (usage));
  g_string_append_printf (text, "\n\n%s\n", _ (command->summary));
  if (command->options[0].name != NULL) {
    g_autoptr (DsTextTable) table = ds_text_table_new ("ll");
    g_autofree char *lines = NULL;

    for (const DsArgument *option = command->options; option->name != NULL; option++) {
      g_autofree char *name = g_strdup_printf ("  --%s%s%s", option->name, option->value != NULL ? "=" : "",
                                               option->value != NULL ? _ (option->value) : "");

      ds_text_table_add (table, name, _ (option->help), NULL);
    }
    lines = ds_text_table_format (table, 0);
    g_string_append_printf (text, "\n%s", lines);
  }
  return g_string_free (text, FALSE);
}

static int
print_help (const DsCommand *command, char **words)
{
  g_autofree char *text = command != NULL ? format_command_help (command) : format_help ();

  if (!ds_console_print (text))
    return DS_EXIT_FAILED;
  if (command != NULL && command->help != NULL) {
    g_autoptr (GStrvBuilder) plain = g_strv_builder_new ();
    g_auto (GStrv) names = NULL;
    g_autoptr (DsArguments) arguments = NULL;

    for (char **word = words; *word != NULL; word++) {
      if (**word != '-')
        g_strv_builder_add (plain, *word);
    }
    names = g_strv_builder_end (plain);
    arguments = ds_arguments_parse (names, command->options, FALSE, NULL);
    command->help (arguments);
  }
  return DS_EXIT_FINISHED;
}

static gboolean
wants_help (char **words)
{
  for (char **word = words; *word != NULL && strcmp (*word, "--") != 0; word++) {
    if (strcmp (*word, "--help") == 0 || strcmp (*word, "-h") == 0)
      return TRUE;
  }
  return FALSE;
}

static int
fail_usage (const DsCommand *command, const char *sentence)
{
  ds_console_error (sentence);
  if (command != NULL)
    ds_console_message (_ ("See “drivescope-cli %s --help”."), command->name);
  else
    ds_console_message (_ ("See “drivescope-cli --help”."));
  return DS_EXIT_USAGE;
}

static int
fail_unknown_command (const char *name)
{
  const char *names[G_N_ELEMENTS (commands)] = { NULL };
  g_autofree char *shown = g_utf8_make_valid (name, -1);
  g_autofree char *sentence = NULL;
  const char *nearest;

  for (guint i = 0; commands[i] != NULL; i++)
    names[i] = commands[i]->name;
  nearest = ds_nearest_name (shown, names);
  if (nearest != NULL)
    sentence = g_strdup_printf (_ ("There is no command “%s”. Did you mean “%s”?"), shown, nearest);
  else
    sentence = g_strdup_printf (_ ("There is no command “%s”."), shown);
  return fail_usage (NULL, sentence);
}

static int
run_command (const DsCommand *command, char **words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsArguments) arguments = ds_arguments_parse (words, command->options, command->open, &error);
  g_autofree char *sentence = NULL;

  if (arguments == NULL)
    return fail_usage (command, error->message);
  if (arguments->words->len < command->min_words) {
    sentence = g_strdup_printf (_ ("“%s” needs more: drivescope-cli %s %s"), command->name, command->name,
                                command->usage);
    return fail_usage (command, sentence);
  }
  if (arguments->words->len > command->max_words) {
    g_autofree char *shown = g_utf8_make_valid (g_ptr_array_index (arguments->words, command->max_words), -1);

    sentence = g_strdup_printf (_ ("“%s” is one word too many for “%s”. Write a name with spaces between quotes."),
                                shown, command->name);
    return fail_usage (command, sentence);
  }
  return command->run (arguments);
}

int
ds_terminal_main (int argc, char **argv)
{
  const DsCommand *command;

  g_set_prgname ("drivescope-cli");
  /* A closed pipe and a file that may not grow are answers of write(), not ends of the program. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);

  if (argc < 2) {
    g_autofree char *help = format_help ();

    ds_console_write_error (help);
    return DS_EXIT_USAGE;
  }
  if (strcmp (argv[1], "--version") == 0)
    return ds_console_print ("drivescope-cli " DS_VERSION "\n") ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return print_help (NULL, argv + 2);
  /* "help run tiles" is "run tiles --help". */
  if (strcmp (argv[1], "help") == 0) {
    command = argc > 2 && argv[2][0] != '-' ? find_command (argv[2]) : NULL;
    if (command == NULL && argc > 2 && argv[2][0] != '-')
      return fail_unknown_command (argv[2]);
    return print_help (command, argv + (command != NULL ? 3 : 2));
  }
  command = find_command (argv[1]);
  if (command == NULL)
    return fail_unknown_command (argv[1]);
  if (wants_help (argv + 2))
    return print_help (command, argv + 2);
  return run_command (command, argv + 2);
}
