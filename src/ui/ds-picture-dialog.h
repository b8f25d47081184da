/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-report.h"

G_BEGIN_DECLS

/* Asks what a picture of a result shall be: the card or the page, its size, look and format; shows it, then saves or
 * copies it. */

#define DS_TYPE_PICTURE_DIALOG (ds_picture_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DsPictureDialog, ds_picture_dialog, DS, PICTURE_DIALOG, AdwWindow)

/* toasts lies in the window that is asked about */
GtkWidget *ds_picture_dialog_new (AdwToastOverlay *toasts, DsReport *report);

G_END_DECLS
