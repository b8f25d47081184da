/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-format.h"

#include <string.h>

/* A fraction longer than this is not a size that anybody means, and it keeps the arithmetic in 128 bits. */
#define MAX_FRACTION_DIGITS 9

static guint
skip_spaces (const char **text)
{
  guint count = 0;

  while (**text == ' ' || **text == '\t') {
    (*text)++;
    count++;
  }
  return count;
}

/* The power of 1024 of a suffix: "", "B", "K", "KB", "KiB", in any case; -1 for anything else */
static int
parse_suffix (const char *text)
{
  static const char letters[] = "kmgtpe";
  const char *found;

  if (*text == '\0' || g_ascii_strcasecmp (text, "b") == 0)
    return 0;
  found = strchr (letters, g_ascii_tolower (*text));
  if (found == NULL)
    return -1;
  text++;
  if (*text != '\0' && g_ascii_strcasecmp (text, "b") != 0 && g_ascii_strcasecmp (text, "ib") != 0)
    return -1;
  return (int) (found - letters) + 1;
}

gboolean
ds_parse_size (const char *text, guint64 *bytes)
{
  g_autofree char *suffix = NULL;
  guint64 whole = 0;
  guint64 fraction = 0;
  guint64 scale = 1;
  guint digits = 0;
  int power;
  unsigned __int128 total;

  if (text == NULL)
    return FALSE;
  skip_spaces (&text);
  if (!g_ascii_isdigit (*text))
    return FALSE;
  for (; g_ascii_isdigit (*text); text++)
    if (!g_uint64_checked_mul (&whole, whole, 10) ||
        !g_uint64_checked_add (&whole, whole, (guint64) (*text - '0')))
      return FALSE;
  if (*text == '.') {
    for (text++; g_ascii_isdigit (*text); text++) {
      if (++digits > MAX_FRACTION_DIGITS)
        return FALSE;
      fraction = fraction * 10 + (guint64) (*text - '0');
      scale *= 10;
    }
    if (digits == 0)
      return FALSE;
  }
  skip_spaces (&text);
  suffix = g_strchomp (g_strdup (text));
  power = parse_suffix (suffix);
  /* There is no part of a byte. */
  if (power < 0 || (power == 0 && digits > 0))
    return FALSE;
  total = ((unsigned __int128) whole << (10 * power)) + (((unsigned __int128) fraction << (10 * power)) / scale);
  if (total > G_MAXUINT64)
    return FALSE;
  *bytes = (guint64) total;
  return TRUE;
}
