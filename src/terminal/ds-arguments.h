/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The words and options behind a command's name: "--name=VALUE" and "--name VALUE" are the same, "--" ends the
 * options. */

typedef struct {
  const char *name;  /* without dashes */
  const char *value; /* (nullable) N_(): what stands for its value in the help; NULL: it takes none */
  const char *help;  /* N_(): a sentence */
} DsArgument;

typedef struct {
  char *name;
  char *value; /* (nullable) where the option takes none */
} DsGivenOption;

typedef struct {
  GPtrArray *words;   /* (element-type filename): not options */
  GPtrArray *options; /* (element-type DsGivenOption), in the order they were given */
} DsArguments;

#define DS_ARGUMENTS_ERROR (ds_arguments_error_quark ())
GQuark ds_arguments_error_quark (void); /* code 0 always: a sentence for the person */

/* table: what is known; open: other options are taken too, with a value */
DsArguments *ds_arguments_parse (char **words, const DsArgument *table, gboolean open, GError **error);
void ds_arguments_free (DsArguments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsArguments, ds_arguments_free)

const char *ds_arguments_get_word (DsArguments *self, guint index); /* (nullable) */
gboolean ds_arguments_has (DsArguments *self, const char *name);
const char *ds_arguments_get (DsArguments *self, const char *name); /* (nullable): the last one's value */

/* The name among candidates (ends with NULL) that was probably meant; (nullable) (transfer none) */
const char *ds_nearest_name (const char *name, const char *const *candidates);

G_END_DECLS
