/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A line of the target chooser: an icon, what it is, what is known of it, and a tick on the chosen one. */

#define DS_TYPE_TARGET_ROW (ds_target_row_get_type ())
G_DECLARE_FINAL_TYPE (DsTargetRow, ds_target_row, DS, TARGET_ROW, GtkListBoxRow)

/* section: (not nullable) the heading it stands under, compared by its text; path: what choosing it gives, NULL
 * for an action of the list itself */
GtkWidget *ds_target_row_new (const char *section,
                              const char *path,
                              const char *icon,
                              const char *title,
                              const char *below,
                              gboolean chosen);
const char *ds_target_row_get_path (DsTargetRow *self); /* (nullable) */
const char *ds_target_row_get_section (DsTargetRow *self);

G_END_DECLS
