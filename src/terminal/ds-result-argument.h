/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-history.h"

G_BEGIN_DECLS

/* A result as a person names it on the command line: a file of any kind that can be imported, its number in the
 * history (1 is the newest), its id there or an unmistakable beginning of it, or "ref:" and a bundled drive. */

#define DS_RESULT_ARGUMENT_HELP                                                                                       \
  N_ ("RESULT is a file, a number from the history (1 is the newest), an id or its beginning, or “ref:” and the " \
      "name of a bundled drive.")

DsReport *ds_result_argument_load (const char *word, GError **error); /* (transfer full) */
/* The id in the history; (transfer full) */
char *ds_result_argument_find_id (const char *word, GPtrArray *entries, GError **error);

G_END_DECLS
