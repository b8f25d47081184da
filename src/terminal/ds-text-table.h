/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows of text in aligned columns, by the columns that characters really take. */

typedef struct _DsTextTable DsTextTable;

/* align: one letter a column, 'l' or 'r' */
DsTextTable *ds_text_table_new (const char *align);
void ds_text_table_free (DsTextTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsTextTable, ds_text_table_free)

void ds_text_table_add (DsTextTable *self,
                        ...) G_GNUC_NULL_TERMINATED; /* as many cells as columns; later ones may be left out */
void ds_text_table_add_list (DsTextTable *self, const char *const *cells); /* the same; ends with NULL */
void ds_text_table_add_rule (DsTextTable *self);                           /* a line below the head */
void ds_text_table_add_gap (DsTextTable *self);                            /* an empty line */

/* No line is wider than columns: the first left-aligned column that is not the first gives way. 0: as wide as it
 * takes. (transfer full) */
char *ds_text_table_format (DsTextTable *self, guint columns);

G_END_DECLS
