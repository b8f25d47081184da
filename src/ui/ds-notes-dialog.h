/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-history.h"

G_BEGIN_DECLS

/* A kept result's title, tags and comment */

#define DS_TYPE_NOTES_DIALOG (ds_notes_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DsNotesDialog, ds_notes_dialog, DS, NOTES_DIALOG, AdwWindow)

GtkWidget *ds_notes_dialog_new (GtkWindow *parent, DsHistory *history, DsHistoryEntry *entry);
void ds_notes_dialog_save (DsNotesDialog *self); /* as its button does */

G_END_DECLS
