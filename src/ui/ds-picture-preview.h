/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-picture.h"

G_BEGIN_DECLS

/* What a picture will look like, as large as there is room */

#define DS_TYPE_PICTURE_PREVIEW (ds_picture_preview_get_type ())
G_DECLARE_FINAL_TYPE (DsPicturePreview, ds_picture_preview, DS, PICTURE_PREVIEW, GtkWidget)

void ds_picture_preview_set (DsPicturePreview *self, DsReport *report, const DsPictureOptions *options);

G_END_DECLS
