/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-text-table.h"

#include "ds-console.h"

#include <string.h>

#define GAP       2 /* columns between two */
#define LEAST_CUT 8 /* no column is cut below this */

struct _DsTextTable {
  char *align;
  guint n_columns;
  GPtrArray *rows; /* (element-type GStrv): NULL-terminated cells; an empty one is a gap */
  GArray *rules;   /* (element-type guint): rows that a rule stands before */
};

DsTextTable *
ds_text_table_new (const char *align)
{
  DsTextTable *self = g_new0 (DsTextTable, 1);

  self->align = g_strdup (align);
  self->n_columns = (guint) strlen (align);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->rules = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
ds_text_table_free (DsTextTable *self)
{
  if (self == NULL)
    return;
  g_free (self->align);
  g_ptr_array_unref (self->rows);
  g_array_unref (self->rules);
  g_free (self);
}

static void
add_cell (GStrvBuilder *builder, const char *text)
{
  g_autofree char *shown = ds_console_escape (text);

  g_strv_builder_add (builder, shown);
}

void
ds_text_table_add (DsTextTable *self, ...)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *cell;
  va_list cells;
  guint count = 0;

  va_start (cells, self);
  while (count++ < self->n_columns && (cell = va_arg (cells, const char *)) != NULL)
    add_cell (builder, cell);
  va_end (cells);
  g_ptr_array_add (self->rows, g_strv_builder_end (builder));
}

void
ds_text_table_add_list (DsTextTable *self, const char *const *cells)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->n_columns && cells[i] != NULL; i++)
    add_cell (builder, cells[i]);
  g_ptr_array_add (self->rows, g_strv_builder_end (builder));
}

void
ds_text_table_add_rule (DsTextTable *self)
{
  g_array_append_val (self->rules, self->rows->len);
}

void
ds_text_table_add_gap (DsTextTable *self)
{
  g_ptr_array_add (self->rows, g_new0 (char *, 1));
}

static void
append_repeated (GString *out, const char *text, guint count)
{
  while (count-- > 0)
    g_string_append (out, text);
}

static void
append_row (DsTextTable *self, GString *out, char **cells, const guint *widths)
{
  guint blanks = 0;

  for (guint i = 0; i < self->n_columns && cells[i] != NULL; i++) {
    g_autofree char *text = ds_console_ellipsize (cells[i], widths[i]);
    guint padding = widths[i] - MIN (widths[i], ds_console_measure (text));

    if (i > 0)
      blanks += GAP;
    if (self->align[i] == 'r')
      blanks += padding;
    /* Blanks are written only before something, so that no line ends with them. */
    if (*text != '\0') {
      append_repeated (out, " ", blanks);
      blanks = 0;
      g_string_append (out, text);
    }
    if (self->align[i] != 'r')
      blanks += padding;
  }
  g_string_append_c (out, '\n');
}

static guint
sum_widths (const guint *widths, guint count)
{
  guint total = 0;

  for (guint i = 0; i < count; i++)
    total += widths[i] + (i > 0 ? GAP : 0);
  return total;
}

static void
fit (DsTextTable *self, guint *widths, guint columns)
{
  for (guint i = 1; i < self->n_columns; i++) {
    guint total = sum_widths (widths, self->n_columns);

    if (total <= columns)
      return;
    if (self->align[i] == 'l')
      widths[i] = MAX (MIN (widths[i], LEAST_CUT), widths[i] - MIN (widths[i], total - columns));
  }
}

char *
ds_text_table_format (DsTextTable *self, guint columns)
{
  GString *out = g_string_new (NULL);
  g_autofree guint *widths = g_new0 (guint, self->n_columns);

  for (guint r = 0; r < self->rows->len; r++) {
    char **cells = g_ptr_array_index (self->rows, r);

    for (guint i = 0; i < self->n_columns && cells[i] != NULL; i++)
      widths[i] = MAX (widths[i], ds_console_measure (cells[i]));
  }
  if (columns > 0)
    fit (self, widths, columns);
  for (guint r = 0; r <= self->rows->len; r++) {
    for (guint i = 0; i < self->rules->len; i++) {
      if (g_array_index (self->rules, guint, i) == r) {
        append_repeated (out, "─", sum_widths (widths, self->n_columns));
        g_string_append_c (out, '\n');
      }
    }
    if (r < self->rows->len)
      append_row (self, out, g_ptr_array_index (self->rows, r), widths);
  }
  return g_string_free (out, FALSE);
}
