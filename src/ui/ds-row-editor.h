/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-suite.h"

G_BEGIN_DECLS

/* One row of a suite as controls: access, block size, queue depth, threads.
 *
 * Signals: "changed"; "remove". */

#define DS_TYPE_ROW_EDITOR (ds_row_editor_get_type ())
G_DECLARE_FINAL_TYPE (DsRowEditor, ds_row_editor, DS, ROW_EDITOR, AdwBin)

/* smallest, largest: block sizes the suite takes, in bytes */
GtkWidget *ds_row_editor_new (const DsRow *row, guint64 smallest, guint64 largest);
void ds_row_editor_get_row (DsRowEditor *self, DsRow *row);
void ds_row_editor_set_removable (DsRowEditor *self, gboolean removable);

G_END_DECLS
