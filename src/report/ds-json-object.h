/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Reads members of parsed JSON whose types nobody vouches for. The first value of a wrong type or range makes an
 * error with its path ("cells[3].runs[0].seconds"); everything read afterwards is its default, so that callers
 * need look at the error only once, at the end. Members that are absent or null are their defaults. */

typedef struct {
  GString *path; /* of the value that is being read */
  char *error;   /* (nullable) the first sentence: "A number is expected here." */
  char *error_path;
} DsJsonContext;

void ds_json_context_init (DsJsonContext *self);
void ds_json_context_clear (DsJsonContext *self);
void ds_json_context_fail (DsJsonContext *self, const char *key, const char *sentence);

/* Until the returned length goes to _leave(), the path names the member or element. index is -1 for a member. */
gsize ds_json_context_enter (DsJsonContext *self, const char *key, gint index);
void ds_json_context_leave (DsJsonContext *self, gsize length);

char *
ds_json_get_string (DsJsonContext *self, JsonObject *object, const char *key); /* (transfer full) (nullable) */
void ds_json_take_string (DsJsonContext *self,
                          JsonObject *object,
                          const char *key,
                          char **value);                                              /* kept where absent */
double ds_json_get_number (DsJsonContext *self, JsonObject *object, const char *key); /* NaN where absent */
guint64
ds_json_get_count (DsJsonContext *self, JsonObject *object, const char *key, guint64 absent, guint64 maximum);
gboolean ds_json_get_boolean (DsJsonContext *self, JsonObject *object, const char *key, gboolean absent);
JsonObject *
ds_json_get_object (DsJsonContext *self, JsonObject *object, const char *key); /* (nullable) (transfer none) */
JsonArray *
ds_json_get_array (DsJsonContext *self, JsonObject *object, const char *key); /* (nullable) (transfer none) */

/* Elements of an array */
JsonObject *ds_json_array_get_object (DsJsonContext *self, JsonArray *array, guint index); /* (nullable) */
JsonArray *ds_json_array_get_array (DsJsonContext *self, JsonArray *array, guint index);   /* (nullable) */
double ds_json_array_get_number (DsJsonContext *self, JsonArray *array, guint index);      /* NaN where null */
guint64 ds_json_array_get_count (DsJsonContext *self, JsonArray *array, guint index, guint64 maximum);

G_END_DECLS
