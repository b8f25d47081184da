/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What a drive costs and what its maker says it can do, typed in once for a model. Signal "saved" */

#define DS_TYPE_DRIVE_DIALOG (ds_drive_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DsDriveDialog, ds_drive_dialog, DS, DRIVE_DIALOG, AdwWindow)

GtkWidget *ds_drive_dialog_new (GtkWindow *parent, const char *model);
void ds_drive_dialog_save (DsDriveDialog *self); /* as its button does */

G_END_DECLS
