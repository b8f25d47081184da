/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-import.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-json-guard.h"
#include "ds-report-file.h"

/* Longer texts are no reports that people post; JSON has a limit of its own. */
#define MOST_TEXT (1 << 20)

static DsReport *
refuse (GError **error)
{
  g_set_error_literal (
      error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
      _ ("This is neither a result of Drivescope nor a text of CrystalDiskMark nor JSON from fio."));
  return NULL;
}

/* What Windows saves is often UTF-16. (transfer full) (nullable) */
static char *
from_utf16 (const char *text, gsize size, gsize *length)
{
  const char *charset = NULL;

  if (size >= 2 && memcmp (text, "\xff\xfe", 2) == 0)
    charset = "UTF-16LE";
  else if (size >= 2 && memcmp (text, "\xfe\xff", 2) == 0)
    charset = "UTF-16BE";
  if (charset == NULL || size > 2 * MOST_TEXT)
    return NULL;
  return g_convert (text + 2, (gssize) (size - 2), "UTF-8", charset, NULL, length, NULL);
}

/* fio writes what it has to say before the JSON. (nullable) */
static const char *
find_json (const char *text, gsize length)
{
  const char *end = text + length;

  for (const char *line = text; line < end;) {
    const char *next = memchr (line, '\n', (gsize) (end - line));
    const char *at = line;

    while (at < end && (*at == ' ' || *at == '\t'))
      at++;
    if (at < end && *at == '{')
      return at;
    if (next == NULL)
      break;
    line = next + 1;
  }
  return NULL;
}

static gboolean
begins_json (const char *text, gsize length)
{
  gsize at = 0;

  while (at < length && strchr (" \t\r\n", text[at]) != NULL && text[at] != '\0')
    at++;
  return at < length && (text[at] == '{' || text[at] == '[');
}

static gboolean
is_from_fio (const char *json, gsize length)
{
  gsize head = MIN (length, 4096);

  return g_strstr_len (json, (gssize) head, "\"fio version\"") != NULL;
}

static DsReport *
import_lines (const char *text, gsize length, GError **error)
{
  g_autofree char *valid = NULL;

  if (length > MOST_TEXT || memchr (text, '\0', length) != NULL)
    return refuse (error);
  valid = g_utf8_make_valid (text, (gssize) length);
  return ds_import_cdm_recognizes (valid) ? ds_import_cdm (valid, error) : refuse (error);
}

DsReport *
ds_import_text (const char *text, gssize length, GError **error)
{
  gsize size = length < 0 ? strlen (text) : (gsize) length;
  g_autofree char *converted = from_utf16 (text, size, &size);
  const char *json;

  if (converted != NULL)
    text = converted;
  if (size >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    size -= 3;
  }
  json = find_json (text, size);
  if (json != NULL && is_from_fio (json, size - (gsize) (json - text)))
    return ds_import_fio (json, size - (gsize) (json - text), error);
  if (!begins_json (text, size))
    return import_lines (text, size, error);
  return ds_report_from_json (text, (gssize) size, error);
}

DsReport *
ds_import_file (GFile *file, GError **error)
{
  g_autoptr (GByteArray) bytes = ds_report_read_file (file, error);

  if (bytes == NULL)
    return NULL;
  return ds_import_text (bytes->len > 0 ? (const char *) bytes->data : "", bytes->len, error);
}
