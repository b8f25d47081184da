/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-suite.h"

#include <glib/gi18n.h>

#include "ds-format.h"
#include "ds-options.h"

#define MIN_BLOCK 512
#define MAX_BLOCK (64 * DS_MIB)
#define MAX_ROWS  4096

static gboolean
parse_count (const char **text, guint maximum, guint *count)
{
  char *end = NULL;
  guint64 value;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  value = g_ascii_strtoull (*text, &end, 10);
  if (value < 1 || value > maximum)
    return FALSE;
  *count = (guint) value;
  *text = end;
  return TRUE;
}

gboolean
ds_row_parse (const char *text, DsRow *row)
{
  g_autofree char *upper = g_ascii_strup (text, -1);
  g_autofree char *size = NULL;
  const char *at = g_strstrip (upper);
  DsRow parsed = { 0 };
  gsize length;

  if (g_str_has_prefix (at, "SEQ"))
    parsed.access = DS_ACCESS_SEQUENTIAL;
  else if (g_str_has_prefix (at, "RND"))
    parsed.access = DS_ACCESS_RANDOM;
  else
    return FALSE;
  at += 3;

  length = strcspn (at, " ");
  size = g_strndup (at, length);
  if (!ds_parse_size (size, &parsed.block_size))
    return FALSE;
  if (parsed.block_size < MIN_BLOCK || parsed.block_size > MAX_BLOCK || parsed.block_size % MIN_BLOCK != 0)
    return FALSE;
  at += length;
  while (*at == ' ')
    at++;

  if (*at++ != 'Q' || !parse_count (&at, DS_JOB_MAX_QUEUE_DEPTH, &parsed.queue_depth))
    return FALSE;
  if (*at++ != 'T' || !parse_count (&at, DS_JOB_MAX_THREADS, &parsed.threads))
    return FALSE;
  if (*at != '\0')
    return FALSE;

  *row = parsed;
  return TRUE;
}

char *
ds_row_format (const DsRow *row)
{
  g_autofree char *size = ds_format_size_short (row->block_size);

  return g_strdup_printf ("%s%s Q%uT%u", row->access == DS_ACCESS_RANDOM ? "RND" : "SEQ", size, row->queue_depth,
                          row->threads);
}

/* Appends text with its first pair of braces replaced by each of its members in turn, and so on for the rest. */
static void
expand_braces (const char *text, GPtrArray *expanded)
{
  const char *open = strchr (text, '{');
  const char *close = open ? strchr (open, '}') : NULL;
  g_autofree char *list = NULL;
  g_auto (GStrv) members = NULL;

  if (close == NULL || expanded->len >= MAX_ROWS) {
    g_ptr_array_add (expanded, g_strdup (text));
    return;
  }

  list = g_strndup (open + 1, close - open - 1);
  members = g_strsplit (list, ",", -1);
  if (members[0] == NULL)
    g_ptr_array_add (expanded, g_strdup (text));
  for (guint i = 0; members[i]; i++) {
    g_autofree char *one =
        g_strdup_printf ("%.*s%s%s", (int) (open - text), text, g_strstrip (members[i]), close + 1);
    expand_braces (one, expanded);
  }
}

/* Splits at the commas that stand outside of braces. */
static GPtrArray *
split_rows (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  const char *start = text;
  int depth = 0;

  for (const char *at = text;; at++) {
    if (*at == '{')
      depth++;
    else if (*at == '}')
      depth--;
    else if (*at == '\0' || (*at == ',' && depth <= 0)) {
      g_ptr_array_add (parts, g_strndup (start, at - start));
      start = at + 1;
      if (*at == '\0')
        return parts;
    }
  }
}

GArray *
ds_rows_parse (const char *text, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (DsRow));
  g_autoptr (GPtrArray) parts = split_rows (text);
  g_autoptr (GPtrArray) expanded = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < parts->len; i++)
    expand_braces (parts->pdata[i], expanded);

  for (guint i = 0; i < expanded->len; i++) {
    DsRow row;

    if (!ds_row_parse (expanded->pdata[i], &row)) {
      g_set_error (
          error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
          _ ("“%s” is not a row. Write SEQ or RND, the block size (512B to 64M), then queue depth (1 to 512) "
             "and threads (1 to 64), as in “RND4K Q32T1”."),
          g_strstrip ((char *) expanded->pdata[i]));
      return NULL;
    }
    g_array_append_val (rows, row);
  }

  if (rows->len > MAX_ROWS) {
    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE, _ ("These are %u rows; at most %u can be run."),
                 rows->len, MAX_ROWS);
    return NULL;
  }
  return g_steal_pointer (&rows);
}
