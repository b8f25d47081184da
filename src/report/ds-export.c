/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-report-table.h"

/* What stands in a text of strangers must stay text: no line of its own, no mark-up. */

/* (transfer full): with line breaks and control characters as spaces */
static char *
dup_line (const char *text)
{
  char *line = g_utf8_make_valid (text, -1);

  for (char *p = line; *p != '\0'; p++)
    if ((guchar) *p < 0x20 || *p == 0x7f)
      *p = ' ';
  return line;
}

/* --- Plain text ---------------------------------------------------------------------------------------------- */

static guint
measure (const char *text)
{
  guint columns = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar letter = g_utf8_get_char (p);

    columns += g_unichar_iszerowidth (letter) ? 0 : g_unichar_iswide (letter) ? 2 : 1;
  }
  return columns;
}

static void
append_padded (GString *out, const char *text, guint width, gboolean right)
{
  guint padding = width - MIN (width, measure (text));

  g_string_append_printf (out, "%*s%s%*s", right ? (int) padding : 0, "", text, right ? 0 : (int) padding, "");
}

/* A worthless number stands in brackets, as a line through it would not survive a forum's code block. */
static char *
dup_plain_cell (const DsReportTable *table, guint row, guint column)
{
  const char *text = ds_report_table_get (table, row, column);

  return ds_report_table_is_worthless (table, row, column) ? g_strdup_printf ("(%s)", text) : dup_line (text);
}

static void
trim (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
}

static void
append_plain_table (GString *out, const DsReportTable *table)
{
  guint n = g_strv_length (table->head);
  g_autofree guint *widths = g_new0 (guint, n);

  for (guint c = 0; c < n; c++) {
    widths[c] = measure (table->head[c]);
    for (guint r = 0; r < table->rows->len; r++) {
      g_autofree char *text = dup_plain_cell (table, r, c);

      widths[c] = MAX (widths[c], measure (text));
    }
  }
  for (guint c = 0; c < n; c++) {
    g_string_append (out, c > 0 ? "  " : "");
    append_padded (out, table->head[c], widths[c], c > 0);
  }
  trim (out);
  g_string_append_c (out, '\n');
  for (guint r = 0; r < table->rows->len; r++) {
    for (guint c = 0; c < n; c++) {
      g_autofree char *text = dup_plain_cell (table, r, c);

      g_string_append (out, c > 0 ? "  " : "");
      append_padded (out, text, widths[c], c > 0);
    }
    trim (out);
    g_string_append_c (out, '\n');
  }
}

static char *
make_plain (DsReport *report, DsExportFlags flags)
{
  g_autoptr (DsReportTable) table = ds_report_table_new (report, flags);
  g_autofree char *title = dup_line (table->title);
  GString *out = g_string_new (title);
  guint width = 0;

  g_string_append (out, "\n\n");
  append_plain_table (out, table);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < table->facts->len; i++)
    width = MAX (width, measure (((GStrv) table->facts->pdata[i])[0]));
  for (guint i = 0; i < table->facts->len; i++) {
    GStrv fact = g_ptr_array_index (table->facts, i);
    g_autofree char *value = dup_line (fact[1]);

    append_padded (out, fact[0], width, FALSE);
    g_string_append_printf (out, "  %s\n", value);
  }
  for (guint i = 0; i < table->notes->len; i++) {
    g_autofree char *note = dup_line (g_ptr_array_index (table->notes, i));

    g_string_append_printf (out, "%s%s\n", i == 0 ? "\n" : "", note);
  }
  return g_string_free (out, FALSE);
}

/* --- Markdown ------------------------------------------------------------------------------------------------ */

static char *
dup_markdown (const char *text)
{
  g_autofree char *line = dup_line (text);
  GString *out = g_string_new (NULL);

  for (const char *p = line; *p != '\0'; p++) {
    if (strchr ("\\`*_{}[]<>#|~!&", *p) != NULL)
      g_string_append_c (out, '\\');
    g_string_append_c (out, *p);
  }
  return g_string_free (out, FALSE);
}

static char *
make_markdown (DsReport *report, DsExportFlags flags)
{
  g_autoptr (DsReportTable) table = ds_report_table_new (report, flags);
  g_autofree char *title = dup_markdown (table->title);
  GString *out = g_string_new (NULL);
  guint n = g_strv_length (table->head);

  g_string_append_printf (out, "**%s**\n\n|", title);
  for (guint c = 0; c < n; c++) {
    g_autofree char *text = dup_markdown (table->head[c]);

    g_string_append_printf (out, " %s |", text);
  }
  g_string_append (out, "\n|");
  for (guint c = 0; c < n; c++)
    g_string_append (out, c == 0 ? " --- |" : " ---: |");
  g_string_append_c (out, '\n');
  for (guint r = 0; r < table->rows->len; r++) {
    g_string_append_c (out, '|');
    for (guint c = 0; c < n; c++) {
      g_autofree char *text = dup_markdown (ds_report_table_get (table, r, c));
      const char *mark = ds_report_table_is_worthless (table, r, c) ? "~~" : "";

      g_string_append_printf (out, " %s%s%s |", mark, text, mark);
    }
    g_string_append_c (out, '\n');
  }
  for (guint i = 0; i < table->facts->len; i++) {
    GStrv fact = g_ptr_array_index (table->facts, i);
    g_autofree char *value = dup_markdown (fact[1]);

    g_string_append_printf (out, "%s* %s: %s\n", i == 0 ? "\n" : "", fact[0], value);
  }
  for (guint i = 0; i < table->notes->len; i++) {
    g_autofree char *note = dup_markdown (g_ptr_array_index (table->notes, i));

    g_string_append_printf (out, "%s> %s\n", i == 0 ? "\n" : ">\n", note);
  }
  return g_string_free (out, FALSE);
}

/* --- BBCode -------------------------------------------------------------------------------------------------- */

/* Forums agree on bold type and code blocks, and on little else. A bracket would begin a tag. */
static char *
dup_bbcode (const char *text)
{
  return g_strdelimit (g_strdelimit (dup_line (text), "[", '('), "]", ')');
}

static char *
make_bbcode (DsReport *report, DsExportFlags flags)
{
  g_autoptr (DsReportTable) table = ds_report_table_new (report, flags);
  g_autofree char *title = dup_bbcode (table->title);
  GString *out = g_string_new (NULL);
  g_autoptr (GString) block = g_string_new (NULL);
  g_autofree char *lines = NULL;

  append_plain_table (block, table);
  lines = g_strdelimit (g_strdelimit (g_strdup (block->str), "[", '('), "]", ')');
  g_string_append_printf (out, "[b]%s[/b]\n[code]\n%s[/code]\n", title, lines);
  for (guint i = 0; i < table->facts->len; i++) {
    GStrv fact = g_ptr_array_index (table->facts, i);
    g_autofree char *value = dup_bbcode (fact[1]);

    g_string_append_printf (out, "%s: %s\n", fact[0], value);
  }
  for (guint i = 0; i < table->notes->len; i++) {
    g_autofree char *note = dup_bbcode (g_ptr_array_index (table->notes, i));

    g_string_append_printf (out, "[i]%s[/i]\n", note);
  }
  return g_string_free (out, FALSE);
}

/* --- HTML ---------------------------------------------------------------------------------------------------- */

static char *
dup_html (const char *text)
{
  g_autofree char *line = dup_line (text);

  return g_markup_escape_text (line, -1);
}

static void
append_html_cell (GString *out, const char *tag, const char *text, gboolean right, gboolean worthless)
{
  g_autofree char *escaped = dup_html (text);

  g_string_append_printf (out, "<%s%s>%s%s%s</%s>", tag, right ? " style=\"text-align: right\"" : "",
                          worthless ? "<s>" : "", escaped, worthless ? "</s>" : "", tag);
}

static char *
make_html (DsReport *report, DsExportFlags flags)
{
  g_autoptr (DsReportTable) table = ds_report_table_new (report, flags);
  g_autofree char *title = dup_html (table->title);
  GString *out = g_string_new (NULL);
  guint n = g_strv_length (table->head);

  g_string_append_printf (out, "<table>\n<caption>%s</caption>\n<thead><tr>", title);
  for (guint c = 0; c < n; c++)
    append_html_cell (out, "th", table->head[c], c > 0, FALSE);
  g_string_append (out, "</tr></thead>\n<tbody>\n");
  for (guint r = 0; r < table->rows->len; r++) {
    g_string_append (out, "<tr>");
    for (guint c = 0; c < n; c++)
      append_html_cell (out, c == 0 ? "th" : "td", ds_report_table_get (table, r, c), c > 0,
                        ds_report_table_is_worthless (table, r, c));
    g_string_append (out, "</tr>\n");
  }
  g_string_append (out, "</tbody>\n</table>\n<ul>\n");
  for (guint i = 0; i < table->facts->len; i++) {
    GStrv fact = g_ptr_array_index (table->facts, i);
    g_autofree char *name = dup_html (fact[0]);
    g_autofree char *value = dup_html (fact[1]);

    g_string_append_printf (out, "<li>%s: %s</li>\n", name, value);
  }
  g_string_append (out, "</ul>\n");
  for (guint i = 0; i < table->notes->len; i++) {
    g_autofree char *note = dup_html (g_ptr_array_index (table->notes, i));

    g_string_append_printf (out, "<p>%s</p>\n", note);
  }
  return g_string_free (out, FALSE);
}

/* --- Formats ------------------------------------------------------------------------------------------------- */

static char *
make_cdm_text (DsReport *report, DsExportFlags flags)
{
  return ds_report_to_cdm_text (report);
}

const DsExportFormat ds_export_formats[] = {
  { "json", N_ ("Result file"), DS_REPORT_SUFFIX, ds_report_to_json },
  { "csv", N_ ("Table for a spreadsheet"), ".csv", ds_report_to_csv },
  { "text", N_ ("CrystalDiskMark text"), ".txt", make_cdm_text },
  { "plain", N_ ("Plain text"), ".txt", make_plain },
  { "markdown", N_ ("Markdown table"), ".md", make_markdown },
  { "bbcode", N_ ("BBCode for forums"), ".txt", make_bbcode },
  { "html", N_ ("HTML for forums"), ".html", make_html },
  { NULL },
};

const DsExportFormat *
ds_export_find_format (const char *id)
{
  for (const DsExportFormat *format = ds_export_formats; format->id != NULL; format++)
    if (g_str_equal (format->id, id))
      return format;
  return NULL;
}
