/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-json-text.h"

#include <math.h>

void
ds_json_text_init (DsJsonText *self)
{
  self->text = g_string_new (NULL);
  self->depth = 0;
  self->first = TRUE;
  self->flat = 0;
}

char *
ds_json_text_finish (DsJsonText *self)
{
  g_assert (self->depth == 0);
  g_string_append_c (self->text, '\n');
  return g_string_free (g_steal_pointer (&self->text), FALSE);
}

static void
append_quoted (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *p = value; *p != '\0'; p++) {
    switch (*p) {
    case '"':
      g_string_append (text, "\\\"");
      break;
    case '\\':
      g_string_append (text, "\\\\");
      break;
    case '\n':
      g_string_append (text, "\\n");
      break;
    case '\t':
      g_string_append (text, "\\t");
      break;
    default:
      if ((guchar) *p < 0x20 || *p == 0x7f)
        g_string_append_printf (text, "\\u%04x", (guint) (guchar) *p);
      else
        g_string_append_c (text, *p);
    }
  }
  g_string_append_c (text, '"');
}

static void
append_valid_quoted (GString *text, const char *value)
{
  /* Names that the kernel or a drive gave need not be UTF-8; JSON is. */
  g_autofree char *valid = g_utf8_validate (value, -1, NULL) ? NULL : g_utf8_make_valid (value, -1);

  append_quoted (text, valid != NULL ? valid : value);
}

/* What stands before a value: the comma, the line break, the key */
static void
begin_value (DsJsonText *self, const char *key)
{
  if (!self->first)
    g_string_append_c (self->text, ',');
  if (self->flat == 0 && self->depth > 0) {
    g_string_append_c (self->text, '\n');
    for (guint i = 0; i < self->depth; i++)
      g_string_append (self->text, "  ");
  } else if (self->flat > 0 && !self->first) {
    g_string_append_c (self->text, ' ');
  }
  if (key != NULL) {
    append_valid_quoted (self->text, key);
    g_string_append (self->text, ": ");
  }
  self->first = FALSE;
}

void
ds_json_text_open (DsJsonText *self, const char *key, char bracket)
{
  begin_value (self, key);
  g_string_append_c (self->text, bracket);
  self->depth++;
  if (self->flat > 0)
    self->flat++;
  self->first = TRUE;
}

void
ds_json_text_open_flat (DsJsonText *self, const char *key, char bracket)
{
  ds_json_text_open (self, key, bracket);
  if (self->flat == 0)
    self->flat = 1;
}

void
ds_json_text_close (DsJsonText *self, char bracket)
{
  g_assert (self->depth > 0);
  self->depth--;
  if (self->flat > 0) {
    self->flat--;
  } else if (!self->first) {
    g_string_append_c (self->text, '\n');
    for (guint i = 0; i < self->depth; i++)
      g_string_append (self->text, "  ");
  }
  g_string_append_c (self->text, bracket);
  self->first = FALSE;
}

void
ds_json_text_add_string (DsJsonText *self, const char *key, const char *value)
{
  if (value == NULL) {
    ds_json_text_add_null (self, key);
    return;
  }
  begin_value (self, key);
  append_valid_quoted (self->text, value);
}

void
ds_json_text_add_integer (DsJsonText *self, const char *key, guint64 value)
{
  begin_value (self, key);
  g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, value);
}

char *
ds_json_number_to_text (double value, char buffer[G_ASCII_DTOSTR_BUF_SIZE])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  /* Minus nothing would not read as the same integer again. */
  if (value == 0)
    value = 0;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, formats[i], value);
    if (g_ascii_strtod (buffer, NULL) == value)
      break;
  }
  return buffer;
}

void
ds_json_text_add_number (DsJsonText *self, const char *key, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value)) {
    ds_json_text_add_null (self, key);
    return;
  }
  begin_value (self, key);
  g_string_append (self->text, ds_json_number_to_text (value, buffer));
}

void
ds_json_text_add_boolean (DsJsonText *self, const char *key, gboolean value)
{
  begin_value (self, key);
  g_string_append (self->text, value ? "true" : "false");
}

void
ds_json_text_add_null (DsJsonText *self, const char *key)
{
  begin_value (self, key);
  g_string_append (self->text, "null");
}

void
ds_json_text_string_member (DsJsonText *self, const char *key, const char *value)
{
  if (value != NULL)
    ds_json_text_add_string (self, key, value);
}

void
ds_json_text_number_member (DsJsonText *self, const char *key, double value)
{
  if (isfinite (value))
    ds_json_text_add_number (self, key, value);
}
