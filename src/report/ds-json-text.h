/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes JSON as text: members in the order they are given, two spaces a level, numbers in the C locale with as
 * many digits as it takes to read the same double again. json-glib's generator writes 17 digits always and a hash
 * table's order.
 *
 * key is NULL inside an array. Strings that are NULL and doubles that are not finite are left out of objects by
 * the _member functions; ds_json_text_add_number() writes null for the latter. */

typedef struct {
  GString *text;
  guint depth;
  gboolean first; /* nothing has been written at this level */
  guint flat;     /* levels from the outermost bracket that is written on one line */
} DsJsonText;

void ds_json_text_init (DsJsonText *self);
char *ds_json_text_finish (DsJsonText *self); /* (transfer full), with a final newline */

void ds_json_text_open (DsJsonText *self, const char *key, char bracket);      /* '{' or '[' */
void ds_json_text_open_flat (DsJsonText *self, const char *key, char bracket); /* on one line, whatever it holds */
void ds_json_text_close (DsJsonText *self, char bracket);                      /* '}' or ']' */

void ds_json_text_add_string (DsJsonText *self, const char *key, const char *value); /* NULL: null */
void ds_json_text_add_integer (DsJsonText *self, const char *key, guint64 value);
void ds_json_text_add_number (DsJsonText *self, const char *key, double value); /* not finite: null */
void ds_json_text_add_boolean (DsJsonText *self, const char *key, gboolean value);
void ds_json_text_add_null (DsJsonText *self, const char *key);

/* The same, left out where the value is NULL or not finite */
void ds_json_text_string_member (DsJsonText *self, const char *key, const char *value);
void ds_json_text_number_member (DsJsonText *self, const char *key, double value);

/* The shortest text in the C locale that reads as the same double; value is finite. Returns buffer. */
char *ds_json_number_to_text (double value, char buffer[G_ASCII_DTOSTR_BUF_SIZE]);

G_END_DECLS
