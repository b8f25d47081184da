/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-json-splice.h"

#include <string.h>

typedef struct {
  const char *start; /* of its key */
  const char *value;
  const char *end;
} Member;

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && strchr (" \t\r\n", *at) != NULL)
    at++;
  return at;
}

/* From an opening quote to behind the closing one */
static const char *
skip_string (const char *at, const char *end)
{
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\')
      at++;
  return MIN (at + 1, end);
}

/* From the first byte of a value to behind its last one */
static const char *
skip_value (const char *at, const char *end)
{
  guint depth = 0;

  while (at < end) {
    if (*at == '"') {
      at = skip_string (at, end);
    } else if (*at == '{' || *at == '[') {
      depth++;
      at++;
    } else if (depth > 0 && (*at == '}' || *at == ']')) {
      depth--;
      at++;
    } else if (depth == 0 && strchr (",}] \t\r\n", *at) != NULL) {
      return at;
    } else {
      at++;
      continue;
    }
    if (depth == 0)
      return at;
  }
  return at;
}

static GArray *
find_members (const char *text, gsize length)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (Member));
  const char *end = text + length;
  const char *at = skip_space (text, end);

  if (at < end)
    at++;
  for (at = skip_space (at, end); at < end && *at == '"'; at = skip_space (at, end)) {
    Member member = { .start = at };

    at = skip_space (skip_string (at, end), end);
    if (at < end)
      at++;
    member.value = skip_space (at, end);
    at = member.end = skip_value (member.value, end);
    g_array_append_val (members, member);
    at = skip_space (at, end);
    if (at < end && *at == ',')
      at++;
  }
  return members;
}

/* Keys are compared as they are written: the program itself writes none of them with escapes. */
static gboolean
is_named (const Member *member, const char *key)
{
  gsize length = strlen (key);

  return strncmp (member->start + 1, key, length) == 0 && member->start[length + 1] == '"';
}

static void
append (GString *result, const char *piece, gsize length)
{
  if (result->len > 2)
    g_string_append (result, ",\n");
  g_string_append (result, "  ");
  g_string_append_len (result, piece, (gssize) length);
}

static void
append_new (GString *result, const char *key, const char *value)
{
  g_autofree char *piece = g_strdup_printf ("\"%s\": %s", key, value);

  append (result, piece, strlen (piece));
}

char *
ds_json_splice (
    const char *text, gsize length, const char *const *keys, const char *const *values, const char *after)
{
  g_autoptr (GArray) members = find_members (text, length);
  GString *result = g_string_sized_new (length + 1024);
  gint place = -1;

  for (guint i = 0; i < members->len; i++)
    if (after != NULL && is_named (&g_array_index (members, Member, i), after))
      place = (gint) i;

  g_string_append (result, "{\n");
  for (guint i = 0; i < members->len; i++) {
    const Member *member = &g_array_index (members, Member, i);
    gboolean ours = FALSE;

    for (guint k = 0; keys[k] != NULL; k++)
      ours = ours || is_named (member, keys[k]);
    if (!ours)
      append (result, member->start, (gsize) (member->end - member->start));
    for (guint k = 0; (gint) i == place && keys[k] != NULL; k++)
      if (values[k] != NULL)
        append_new (result, keys[k], values[k]);
  }
  for (guint k = 0; place < 0 && keys[k] != NULL; k++)
    if (values[k] != NULL)
      append_new (result, keys[k], values[k]);
  g_string_append (result, "\n}\n");
  return g_string_free (result, FALSE);
}
