/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-suite-text.h"

#include "ds-console.h"
#include "ds-format.h"

#include <glib/gi18n.h>

#include <string.h>
#include <unistd.h>

#define INDENT 6

static char *
dup_choices (const DsOption *option)
{
  GString *text = g_string_new (NULL);

  for (const DsChoice *choice = option->choices; choice->id != NULL; choice++)
    /* A list among the choices would run into the others. */
    g_string_append_printf (text, strchr (choice->id, ',') != NULL ? "%s“%s”" : "%s%s", text->len > 0 ? ", " : "",
                            choice->id);
  return g_string_free (text, FALSE);
}

static char *
dup_number_range (const DsOption *option)
{
  char least[G_ASCII_DTOSTR_BUF_SIZE], most[G_ASCII_DTOSTR_BUF_SIZE], step[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (least, sizeof least, "%.16g", option->minimum);
  g_ascii_formatd (most, sizeof most, "%.16g", option->maximum);
  g_ascii_formatd (step, sizeof step, "%.16g", option->step);
  /* Seconds may be any fraction; their step is for buttons. */
  if (option->type == DS_OPTION_INTEGER && option->step > 1)
    return g_strdup_printf (_ ("%s to %s in steps of %s"), least, most, step);
  return g_strdup_printf (_ ("%s to %s"), least, most);
}

static char *
dup_size_range (const DsOption *option)
{
  g_autofree char *least = ds_format_size ((guint64) option->minimum);
  g_autofree char *most = ds_format_size ((guint64) option->maximum);

  if ((option->flags & DS_OPTION_POWER_OF_TWO) && (option->flags & DS_OPTION_ALL))
    return g_strdup_printf (_ ("%s to %s by powers of two, or all"), least, most);
  if (option->flags & DS_OPTION_POWER_OF_TWO)
    return g_strdup_printf (_ ("%s to %s by powers of two"), least, most);
  if (option->flags & DS_OPTION_ALL)
    return g_strdup_printf (_ ("%s to %s, or all"), least, most);
  return g_strdup_printf (_ ("%s to %s"), least, most);
}

char *
ds_suite_text_dup_values (const DsOption *option)
{
  switch (option->type) {
  case DS_OPTION_CHOICE:
    return dup_choices (option);
  case DS_OPTION_INTEGER:
  case DS_OPTION_SECONDS:
    return dup_number_range (option);
  case DS_OPTION_SIZE:
    return dup_size_range (option);
  case DS_OPTION_ROWS:
    return g_strdup (_ ("patterns such as RND4K Q32T1, commas between"));
  case DS_OPTION_TEXT:
  default:
    return g_strdup (_ ("text"));
  }
}

char *
ds_suite_text_format_options (const DsSuite *suite)
{
  g_autoptr (DsOptions) options = ds_options_new (suite);
  GString *text = g_string_new (NULL);
  guint columns = isatty (STDOUT_FILENO) ? ds_console_get_width (STDOUT_FILENO) : 100;

  for (const DsOption *option = suite->options; option->id != NULL; option++) {
    const char *value = ds_options_get (options, option->id);
    g_autofree char *values = ds_suite_text_dup_values (option);
    g_autofree char *sentence = g_strdup_printf ("%*s%s", INDENT, "", _ (option->help));
    g_autofree char *quoted =
        value != NULL && strchr (value, ',') != NULL ? g_strdup_printf ("“%s”", value) : NULL;
    g_autofree char *limits = value != NULL && *value != '\0' ? g_strdup_printf (_ ("Values: %s. Default: %s."),
                                                                                 values, quoted ? quoted : value)
                                                              : g_strdup_printf (_ ("Values: %s."), values);
    g_autofree char *second = g_strdup_printf ("%*s%s", INDENT, "", limits);
    g_autofree char *help = ds_console_wrap (sentence, columns, INDENT);
    g_autofree char *more = ds_console_wrap (second, columns, INDENT);

    g_string_append_printf (text, "  --%s\n%s%s", option->id, help, more);
  }
  return g_string_free (text, FALSE);
}
