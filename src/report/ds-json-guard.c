/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-json-guard.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-report.h"

/* Where one open bracket stands: what kind it is, and which of its values is being read */
typedef struct {
  gboolean array;
  guint64 index;
  const char *key;
  gsize key_length;
} Level;

typedef struct {
  const char *start;
  const char *p;
  const char *end;
  guint line;
  guint depth;
  guint64 values;
  const char *wanted; /* (nullable): the path that is looked for */
  Level levels[DS_JSON_MAX_DEPTH];
} Scanner;

static gboolean damaged (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
damaged (GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
               /* Translators: a sentence that says where and why follows. */
               _ ("This is not a result file, or it is damaged. %s"), what);
  return FALSE;
}

static gboolean
at_end (Scanner *self, GError **error)
{
  g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
               _ ("This result file is incomplete: it ends in the middle, in line %u."), self->line);
  return FALSE;
}

static void
skip_space (Scanner *self)
{
  for (; self->p < self->end && strchr (" \t\r\n", *self->p) != NULL; self->p++)
    if (*self->p == '\n')
      self->line++;
}

static gboolean
scan_string (Scanner *self, GError **error)
{
  for (self->p++; self->p < self->end && *self->p != '"'; self->p++) {
    if ((guchar) *self->p < 0x20)
      return damaged (error, _ ("A text does not end in line %u, where it begins."), self->line);
    if (*self->p != '\\')
      continue;
    if (++self->p == self->end)
      break;
    if (*self->p == 'u') {
      for (guint i = 0; i < 4; i++)
        if (++self->p == self->end)
          return at_end (self, error);
        else if (!g_ascii_isxdigit (*self->p))
          return damaged (error, _ ("The code of a character is wrong in line %u."), self->line);
    } else if (strchr ("\"\\/bfnrt", *self->p) == NULL) {
      return damaged (error, _ ("A backslash stands before a wrong letter in line %u."), self->line);
    }
  }
  if (self->p == self->end)
    return at_end (self, error);
  self->p++;
  return TRUE;
}

static gboolean
scan_digits (Scanner *self)
{
  const char *from = self->p;

  while (self->p < self->end && g_ascii_isdigit (*self->p))
    self->p++;
  return self->p > from;
}

static gboolean
scan_number (Scanner *self)
{
  if (*self->p == '-')
    self->p++;
  if (self->p < self->end && *self->p == '0')
    self->p++;
  else if (!scan_digits (self))
    return FALSE;
  if (self->p < self->end && *self->p == '.') {
    self->p++;
    if (!scan_digits (self))
      return FALSE;
  }
  if (self->p < self->end && (*self->p == 'e' || *self->p == 'E')) {
    self->p++;
    if (self->p < self->end && (*self->p == '+' || *self->p == '-'))
      self->p++;
    if (!scan_digits (self))
      return FALSE;
  }
  return TRUE;
}

static gboolean
scan_word (Scanner *self, GError **error)
{
  static const char *const words[] = { "true", "false", "null" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    gsize length = strlen (words[i]);

    if ((gsize) (self->end - self->p) < length) {
      if (strncmp (self->p, words[i], (gsize) (self->end - self->p)) == 0)
        return at_end (self, error);
    } else if (strncmp (self->p, words[i], length) == 0) {
      self->p += length;
      return TRUE;
    }
  }
  return damaged (error, _ ("Something in line %u is neither a text nor a number."), self->line);
}

/* Whether the value that starts here is the wanted one */
static gboolean
is_wanted (Scanner *self)
{
  const char *path = self->wanted;

  for (guint i = 0; i < self->depth; i++) {
    const Level *level = &self->levels[i];

    if (level->array) {
      char *rest;

      if (*path++ != '[' || g_ascii_strtoull (path, &rest, 10) != level->index || *rest != ']')
        return FALSE;
      path = rest + 1;
    } else {
      if (i > 0 && *path++ != '.')
        return FALSE;
      if (level->key == NULL || strncmp (path, level->key, level->key_length) != 0)
        return FALSE;
      path += level->key_length;
    }
  }
  return *path == '\0';
}

static gboolean
open_level (Scanner *self, GError **error)
{
  if (self->depth == DS_JSON_MAX_DEPTH) {
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_TOO_LARGE,
                 _ ("This is not a result file: line %u nests deeper than any result does."), self->line);
    return FALSE;
  }
  self->levels[self->depth++] = (Level){ .array = *self->p++ == '[' };
  return TRUE;
}

static gboolean
scan_key (Scanner *self, GError **error)
{
  Level *level = &self->levels[self->depth - 1];
  const char *from;

  skip_space (self);
  if (self->p == self->end)
    return at_end (self, error);
  if (*self->p != '"')
    return damaged (error, _ ("The name of a value is missing in line %u."), self->line);
  from = self->p + 1;
  if (!scan_string (self, error))
    return FALSE;
  level->key = from;
  level->key_length = (gsize) (self->p - from) - 1;
  skip_space (self);
  if (self->p == self->end)
    return at_end (self, error);
  if (*self->p != ':')
    return damaged (error, _ ("A colon is missing after a name in line %u."), self->line);
  self->p++;
  return TRUE;
}

/* After a value: closes what ends here and goes on to the next value. *done: the outermost one is complete */
static gboolean
scan_after (Scanner *self, gboolean *done, GError **error)
{
  while (self->depth > 0) {
    Level *level = &self->levels[self->depth - 1];

    skip_space (self);
    if (self->p == self->end)
      return at_end (self, error);
    if (*self->p == ',') {
      self->p++;
      level->index++;
      return level->array || scan_key (self, error);
    }
    if (*self->p != (level->array ? ']' : '}'))
      return damaged (error, _ ("A comma or a bracket is missing in line %u."), self->line);
    self->p++;
    self->depth--;
  }
  *done = TRUE;
  return TRUE;
}

/* One value, without what is inside an opened bracket. *opened: it was one, and has something in it */
static gboolean
scan_value (Scanner *self, gboolean *opened, GError **error)
{
  *opened = FALSE;
  switch (*self->p) {
  case '{':
  case '[':
    if (!open_level (self, error))
      return FALSE;
    skip_space (self);
    if (self->p == self->end)
      return at_end (self, error);
    if (*self->p == (self->levels[self->depth - 1].array ? ']' : '}')) {
      self->p++;
      self->depth--;
      return TRUE;
    }
    *opened = TRUE;
    return self->levels[self->depth - 1].array || scan_key (self, error);
  case '"':
    return scan_string (self, error);
  default:
    if (*self->p != '-' && !g_ascii_isdigit (*self->p))
      return scan_word (self, error);
    if (scan_number (self))
      return TRUE;
    return self->p == self->end ? at_end (self, error)
                                : damaged (error, _ ("A number is written wrongly in line %u."), self->line);
  }
}

/* *found: the line of the wanted path, 0 where there is none */
static gboolean
scan (Scanner *self, guint *found, GError **error)
{
  gboolean done = FALSE;

  *found = 0;
  while (!done) {
    gboolean opened;

    skip_space (self);
    if (self->p == self->end)
      return at_end (self, error);
    if (self->wanted != NULL && is_wanted (self)) {
      *found = self->line;
      return TRUE;
    }
    if (++self->values > DS_JSON_MAX_VALUES) {
      g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_TOO_LARGE,
                   _ ("This result file is too large: it holds more than %d values."), DS_JSON_MAX_VALUES);
      return FALSE;
    }
    if (!scan_value (self, &opened, error))
      return FALSE;
    if (!opened && !scan_after (self, &done, error))
      return FALSE;
  }
  skip_space (self);
  return self->p == self->end ||
         damaged (error, _ ("Something follows after the end of the result in line %u."), self->line);
}

static guint
line_of (const char *text, const char *place)
{
  guint line = 1;

  for (; text < place; text++)
    if (*text == '\n')
      line++;
  return line;
}

gboolean
ds_json_guard (const char *text, gsize length, GError **error)
{
  Scanner self = { .start = text, .p = text, .end = text + length, .line = 1 };
  const char *invalid;
  guint found;

  if (length > DS_JSON_MAX_SIZE) {
    g_set_error_literal (error, DS_REPORT_ERROR, DS_REPORT_ERROR_TOO_LARGE,
                         _ ("This result file is too large: more than 256 MiB."));
    return FALSE;
  }
  /* This refuses NUL bytes too. */
  if (!g_utf8_validate_len (text, length, &invalid))
    return damaged (error, _ ("Line %u is not UTF-8 text."), line_of (text, invalid));
  return scan (&self, &found, error);
}

guint
ds_json_find_line (const char *text, gsize length, const char *path)
{
  Scanner self = { .start = text, .p = text, .end = text + length, .line = 1, .wanted = path };
  guint found;

  return scan (&self, &found, NULL) ? found : 0;
}
