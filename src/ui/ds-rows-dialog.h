/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-options.h"

G_BEGIN_DECLS

/* Edits an option that holds rows; what was edited is taken over by Apply alone. */

#define DS_TYPE_ROWS_DIALOG (ds_rows_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DsRowsDialog, ds_rows_dialog, DS, ROWS_DIALOG, AdwWindow)

GtkWidget *ds_rows_dialog_new (GtkWindow *parent, DsOptions *options, const DsOption *option);

G_END_DECLS
