/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-option-value.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>

#include "ds-format.h"
#include "ds-options.h"

/* "1GiB": a power of two without a fraction where there is one, for scripts and JSON */
static char *
format_size (guint64 bytes)
{
  static const char *const suffixes[] = { "", "KiB", "MiB", "GiB", "TiB" };
  guint i = 0;

  while (bytes != 0 && bytes % 1024 == 0 && i + 1 < G_N_ELEMENTS (suffixes)) {
    bytes /= 1024;
    i++;
  }
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%s", bytes, suffixes[i]);
}

static char *
join_choices (const DsOption *option)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (const DsChoice *choice = option->choices; choice->id; choice++)
    g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", choice->id);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static char *
canonical_choice (const DsOption *option, const char *value, GError **error)
{
  g_autofree char *choices = NULL;

  for (const DsChoice *choice = option->choices; choice->id; choice++)
    if (g_ascii_strcasecmp (choice->id, value) == 0)
      return g_strdup (choice->id);

  choices = join_choices (option);
  g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
               _ ("“%s” is not a choice for --%s. Choose one of: %s."), value, option->id, choices);
  return NULL;
}

static char *
canonical_integer (const DsOption *option, const char *value, GError **error)
{
  gint64 number;

  if (!g_ascii_string_to_signed (value, 10, (gint64) option->minimum, (gint64) option->maximum, &number, NULL) ||
      (option->step > 1 && number % (gint64) option->step != 0)) {
    if (option->step > 1)
      g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
                   _ ("“%s” is not a value for --%s. Choose a whole number from %.0f to %.0f in steps of %.0f."),
                   value, option->id, option->minimum, option->maximum, option->step);
    else
      g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
                   _ ("“%s” is not a value for --%s. Choose a whole number from %.0f to %.0f."), value, option->id,
                   option->minimum, option->maximum);
    return NULL;
  }
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static char *
canonical_seconds (const DsOption *option, const char *value, GError **error)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char *end = NULL;
  double number;

  errno = 0;
  number = g_ascii_strtod (value, &end);
  if (end == value || *end != '\0' || errno != 0 || !isfinite (number) || number < option->minimum ||
      number > option->maximum) {
    char lowest[G_ASCII_DTOSTR_BUF_SIZE];

    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
                 _ ("“%s” is not a value for --%s. Choose seconds from %s to %.0f."), value, option->id,
                 g_ascii_formatd (lowest, sizeof lowest, "%g", option->minimum), option->maximum);
    return NULL;
  }
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", number));
}

static char *
canonical_size (const DsOption *option, const char *value, GError **error)
{
  g_autofree char *lowest = NULL;
  g_autofree char *highest = NULL;
  guint64 bytes;

  if ((option->flags & DS_OPTION_ALL) && g_ascii_strcasecmp (value, "all") == 0)
    return g_strdup ("all");
  if (ds_parse_size (value, &bytes) && (double) bytes >= option->minimum && (double) bytes <= option->maximum &&
      (!(option->flags & DS_OPTION_POWER_OF_TWO) || (bytes & (bytes - 1)) == 0))
    return format_size (bytes);

  lowest = format_size ((guint64) option->minimum);
  highest = format_size ((guint64) option->maximum);
  if (option->flags & DS_OPTION_ALL)
    g_set_error (
        error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
        _ ("“%s” is not a value for --%s. Choose a power of two from %s to %s, or “all” for all free space."),
        value, option->id, lowest, highest);
  else
    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
                 _ ("“%s” is not a value for --%s. Choose a size from %s to %s."), value, option->id, lowest,
                 highest);
  return NULL;
}

static char *
canonical_rows (const DsOption *option, const char *value, GError **error)
{
  g_autoptr (GArray) rows = ds_rows_parse (value, error);
  g_autoptr (GString) text = NULL;

  if (rows == NULL)
    return NULL;

  text = g_string_new (NULL);
  for (guint i = 0; i < rows->len; i++) {
    const DsRow *row = &g_array_index (rows, DsRow, i);
    g_autofree char *label = ds_row_format (row);

    if ((double) row->block_size < option->minimum || (double) row->block_size > option->maximum) {
      g_autofree char *lowest = format_size ((guint64) option->minimum);
      g_autofree char *highest = format_size ((guint64) option->maximum);

      g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
                   _ ("The block size of “%s” is out of range for --%s. Choose %s to %s."), label, option->id,
                   lowest, highest);
      return NULL;
    }
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", label);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
canonical_text (const DsOption *option, const char *value, GError **error)
{
  if (!g_utf8_validate (value, -1, NULL)) {
    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE, _ ("The text of --%s is not valid UTF-8."),
                 option->id);
    return NULL;
  }
  return g_strdup (value);
}

char *
ds_option_canonical (const DsOption *option, const char *value, GError **error)
{
  static char *(*const by_type[]) (const DsOption *, const char *, GError **) = {
    [DS_OPTION_CHOICE] = canonical_choice,   [DS_OPTION_INTEGER] = canonical_integer,
    [DS_OPTION_SECONDS] = canonical_seconds, [DS_OPTION_SIZE] = canonical_size,
    [DS_OPTION_ROWS] = canonical_rows,       [DS_OPTION_TEXT] = canonical_text,
  };

  return by_type[option->type](option, value, error);
}
