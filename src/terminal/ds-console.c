/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-console.h"

#include <glib/gi18n.h>

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

gboolean
ds_console_is_terminal (int fd)
{
  return isatty (fd) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
}

guint
ds_console_get_width (int fd)
{
  const char *columns = g_getenv ("COLUMNS");
  guint64 wished = columns != NULL ? g_ascii_strtoull (columns, NULL, 10) : 0;
  struct winsize size;

  if (ioctl (fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return wished > 0 && wished < 10000 ? (guint) wished : 80;
}

guint
ds_console_get_text_width (void)
{
  return isatty (STDOUT_FILENO) ? ds_console_get_width (STDOUT_FILENO) : 0;
}

static guint
measure_character (gunichar character)
{
  if (g_unichar_iszerowidth (character))
    return 0;
  return g_unichar_iswide (character) ? 2 : 1;
}

guint
ds_console_measure (const char *text)
{
  guint columns = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    columns += measure_character (g_utf8_get_char (at));
  return columns;
}

char *
ds_console_ellipsize (const char *text, guint columns)
{
  guint used = 0;
  const char *at;

  if (ds_console_measure (text) <= columns)
    return g_strdup (text);
  if (columns == 0)
    return g_strdup ("");
  for (at = text; *at != '\0'; at = g_utf8_next_char (at)) {
    guint width = measure_character (g_utf8_get_char (at));

    if (used + width > columns - 1)
      break;
    used += width;
  }
  return g_strdup_printf ("%.*s…", (int) (at - text), text);
}

/* Where the first line of text ends, no further than columns; at least one character */
static const char *
find_break (const char *text, guint columns)
{
  const char *best = NULL;
  const char *at = text;
  guint used = 0;

  while (*at != '\0') {
    gunichar character = g_utf8_get_char (at);
    guint width = measure_character (character);

    if (*at == ' ')
      best = at;
    /* Chinese has no spaces; a line may end before any wide character but punctuation. */
    else if (width == 2 && at != text && !g_unichar_ispunct (character))
      best = at;
    if (used + width > columns && at != text)
      return best != NULL && best != text ? best : at;
    used += width;
    at = g_utf8_next_char (at);
  }
  return at;
}

char *
ds_console_wrap (const char *text, guint columns, guint indent)
{
  GString *out = g_string_new (NULL);
  gboolean first = TRUE;

  columns = MAX (columns, indent + 20);
  while (*text != '\0') {
    const char *end = find_break (text, first ? columns : columns - indent);

    if (!first)
      g_string_append_printf (out, "%*s", (int) indent, "");
    g_string_append_len (out, text, end - text);
    g_string_append_c (out, '\n');
    for (text = end; *text == ' '; text++)
      ;
    first = FALSE;
  }
  return g_string_free (out, FALSE);
}

/* What a locale without these letters gets in their place */
static const struct {
  gunichar character;
  const char *plain;
} plain_letters[] = {
  { 0x00a0, " " }, { 0x202f, " " },   { 0x201c, "\"" }, { 0x201d, "\"" }, { 0x2018, "'" },
  { 0x2019, "'" }, { 0x2026, "..." }, { 0x2014, "-" },  { 0x2013, "-" },  { 0x2500, "-" },
  { 0x00b7, "|" }, { 0x00b1, "+-" },  { 0x00b5, "u" },  { 0x00d7, "x" },
};

static const char *
find_plain_letter (gunichar character)
{
  for (guint i = 0; i < G_N_ELEMENTS (plain_letters); i++) {
    if (plain_letters[i].character == character)
      return plain_letters[i].plain;
  }
  return "?";
}

/* Text in the terminal's encoding */
static char *
to_console (const char *text, gsize *length)
{
  const char *charset;
  GString *out;

  if (g_get_console_charset (&charset)) {
    *length = strlen (text);
    return g_strdup (text);
  }
  out = g_string_new (NULL);
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at)) {
    gsize size;
    g_autofree char *letter = NULL;

    if ((guchar) *at < 0x80) {
      g_string_append_c (out, *at);
      continue;
    }
    letter = g_convert (at, g_utf8_next_char (at) - at, charset, "UTF-8", NULL, &size, NULL);
    if (letter != NULL)
      g_string_append_len (out, letter, (gssize) size);
    else
      g_string_append (out, find_plain_letter (g_utf8_get_char (at)));
  }
  *length = out->len;
  return g_string_free (out, FALSE);
}

static gboolean
write_all (int fd, const char *data, gsize length)
{
  while (length > 0) {
    gssize written = write (fd, data, length);

    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return FALSE;
    data += written;
    length -= (gsize) written;
  }
  return TRUE;
}

static gboolean
write_output (const char *data, gsize length)
{
  int code;

  if (write_all (STDOUT_FILENO, data, length))
    return TRUE;
  code = errno;
  if (code == EPIPE) {
    ds_console_error (_ ("Standard output was closed before everything was written to it."));
  } else {
    g_autofree char *sentence =
        g_strdup_printf (_ ("Standard output could not be written: %s."), g_strerror (code));

    ds_console_error (sentence);
  }
  return FALSE;
}

gboolean
ds_console_print (const char *text)
{
  gsize length;
  g_autofree char *shown = to_console (text, &length);

  return write_output (shown, length);
}

gboolean
ds_console_print_bytes (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return write_output (data, length);
}

void
ds_console_write_error (const char *text)
{
  gsize length;
  g_autofree char *shown = to_console (text, &length);

  /* There is no third place to complain. */
  if (!write_all (STDERR_FILENO, shown, length))
    return;
}

char *
ds_console_escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar character = g_utf8_get_char (at);

    if (g_unichar_iscntrl (character))
      g_string_append_printf (out, "\\x%02x", character);
    else
      g_string_append_unichar (out, character);
  }
  return g_string_free (out, FALSE);
}

void
ds_console_message (const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  shown = ds_console_escape (text);
  line = g_strconcat (shown, "\n", NULL);
  ds_console_write_error (line);
}

void
ds_console_error (const char *sentence)
{
  ds_console_message ("drivescope-cli: %s", sentence);
}
