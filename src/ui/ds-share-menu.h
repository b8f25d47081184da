/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-share.h"

G_BEGIN_DECLS

/* What the Share menu does, with its dialogs and toasts. toasts lies in the window that is asked about. */

/* options: of a picture; NULL: as the window shows it */
void ds_share_menu_save (AdwToastOverlay *toasts, DsReport *report, DsShareKind kind, const DsPictureOptions *options);
/* The same without asking where: what the dialog's answer leads to */
void ds_share_menu_save_to (AdwToastOverlay *toasts, DsReport *report, DsShareKind kind, GFile *file);
void ds_share_menu_copy_text (AdwToastOverlay *toasts, DsReport *report);
void ds_share_menu_copy_picture (AdwToastOverlay *toasts, DsReport *report, const DsPictureOptions *options);
DsPictureOptions ds_share_menu_get_options (void); /* of a picture as the window shows it */

G_END_DECLS
