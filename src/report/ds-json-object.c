/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-json-object.h"

#include <glib/gi18n.h>
#include <math.h>

/* Above this a double no longer counts by ones. */
#define MAX_EXACT 9007199254740992.0

void
ds_json_context_init (DsJsonContext *self)
{
  self->path = g_string_new (NULL);
  self->error = NULL;
  self->error_path = NULL;
}

void
ds_json_context_clear (DsJsonContext *self)
{
  g_string_free (self->path, TRUE);
  g_free (self->error);
  g_free (self->error_path);
}

void
ds_json_context_fail (DsJsonContext *self, const char *key, const char *sentence)
{
  gsize length;

  if (self->error != NULL)
    return;
  length = ds_json_context_enter (self, key, -1);
  self->error_path = g_strdup (self->path->str);
  self->error = g_strdup (sentence);
  ds_json_context_leave (self, length);
}

gsize
ds_json_context_enter (DsJsonContext *self, const char *key, gint index)
{
  gsize length = self->path->len;

  if (index >= 0)
    g_string_append_printf (self->path, "[%d]", index);
  else if (key != NULL)
    g_string_append_printf (self->path, "%s%s", length > 0 ? "." : "", key);
  return length;
}

void
ds_json_context_leave (DsJsonContext *self, gsize length)
{
  g_string_truncate (self->path, length);
}

/* (nullable): the member, where it is there and not null */
static JsonNode *
get_member (DsJsonContext *self, JsonObject *object, const char *key)
{
  JsonNode *node = self->error == NULL ? json_object_get_member (object, key) : NULL;

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? node : NULL;
}

static gboolean
get_number (JsonNode *node, double *value)
{
  GType type = json_node_get_value_type (node);

  if (type == G_TYPE_INT64)
    *value = (double) json_node_get_int (node);
  else if (type == G_TYPE_DOUBLE)
    *value = json_node_get_double (node);
  else
    return FALSE;
  return isfinite (*value);
}

/* A whole number from 0 to maximum. Integers from 2^63 come as negative ones, and are only taken where they can be
 * meant. */
static gboolean
get_count (JsonNode *node, guint64 maximum, guint64 *value)
{
  if (json_node_get_value_type (node) == G_TYPE_INT64) {
    gint64 number = json_node_get_int (node);

    if (number < 0 && maximum < G_MAXUINT64)
      return FALSE;
    *value = (guint64) number;
  } else {
    double number;

    if (!get_number (node, &number) || number < 0 || number > MAX_EXACT || number != floor (number))
      return FALSE;
    *value = (guint64) number;
  }
  return *value <= maximum;
}

char *
ds_json_get_string (DsJsonContext *self, JsonObject *object, const char *key)
{
  JsonNode *node = get_member (self, object, key);

  if (node == NULL)
    return NULL;
  if (json_node_get_value_type (node) != G_TYPE_STRING) {
    ds_json_context_fail (self, key, _ ("A text is expected here."));
    return NULL;
  }
  /* Half of a surrogate pair, written as an escape, is no character. */
  return g_utf8_make_valid (json_node_get_string (node), -1);
}

void
ds_json_take_string (DsJsonContext *self, JsonObject *object, const char *key, char **value)
{
  char *text = ds_json_get_string (self, object, key);

  if (text == NULL)
    return;
  g_free (*value);
  *value = text;
}

double
ds_json_get_number (DsJsonContext *self, JsonObject *object, const char *key)
{
  JsonNode *node = get_member (self, object, key);
  double value;

  if (node == NULL)
    return NAN;
  if (get_number (node, &value))
    return value;
  ds_json_context_fail (self, key, _ ("A number is expected here."));
  return NAN;
}

static void
fail_count (DsJsonContext *self, const char *key, guint64 maximum)
{
  g_autofree char *limit = g_strdup_printf ("%" G_GUINT64_FORMAT, maximum);
  g_autofree char *what = NULL;

  if (maximum >= G_MAXINT64)
    what = g_strdup (_ ("A whole number that is not negative is expected here."));
  else
    what = g_strdup_printf (_ ("A whole number from 0 to %s is expected here."), limit);
  ds_json_context_fail (self, key, what);
}

guint64
ds_json_get_count (DsJsonContext *self, JsonObject *object, const char *key, guint64 absent, guint64 maximum)
{
  JsonNode *node = get_member (self, object, key);
  guint64 value;

  if (node == NULL)
    return absent;
  if (get_count (node, maximum, &value))
    return value;
  fail_count (self, key, maximum);
  return absent;
}

gboolean
ds_json_get_boolean (DsJsonContext *self, JsonObject *object, const char *key, gboolean absent)
{
  JsonNode *node = get_member (self, object, key);

  if (node == NULL)
    return absent;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);
  ds_json_context_fail (self, key, _ ("Either true or false is expected here."));
  return absent;
}

JsonObject *
ds_json_get_object (DsJsonContext *self, JsonObject *object, const char *key)
{
  JsonNode *node = get_member (self, object, key);

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);
  ds_json_context_fail (self, key, _ ("An object in braces is expected here."));
  return NULL;
}

JsonArray *
ds_json_get_array (DsJsonContext *self, JsonObject *object, const char *key)
{
  JsonNode *node = get_member (self, object, key);

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  ds_json_context_fail (self, key, _ ("A list in brackets is expected here."));
  return NULL;
}

static void
fail_element (DsJsonContext *self, guint index, const char *what)
{
  gsize length = ds_json_context_enter (self, NULL, (gint) index);

  ds_json_context_fail (self, NULL, what);
  ds_json_context_leave (self, length);
}

JsonObject *
ds_json_array_get_object (DsJsonContext *self, JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);
  fail_element (self, index, _ ("An object in braces is expected here."));
  return NULL;
}

JsonArray *
ds_json_array_get_array (DsJsonContext *self, JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  if (JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  fail_element (self, index, _ ("A list in brackets is expected here."));
  return NULL;
}

double
ds_json_array_get_number (DsJsonContext *self, JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);
  double value;

  if (JSON_NODE_HOLDS_NULL (node))
    return NAN;
  if (get_number (node, &value))
    return value;
  fail_element (self, index, _ ("A number is expected here."));
  return NAN;
}

guint64
ds_json_array_get_count (DsJsonContext *self, JsonArray *array, guint index, guint64 maximum)
{
  gsize length = ds_json_context_enter (self, NULL, (gint) index);
  guint64 value = 0;

  if (!get_count (json_array_get_element (array, index), maximum, &value)) {
    fail_count (self, NULL, maximum);
    value = 0;
  }
  ds_json_context_leave (self, length);
  return value;
}
