/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-picture.h"

G_BEGIN_DECLS

/* Gives a result away: as a file of any kind, or on the clipboard. Drawing, encoding and writing happen in tasks.
 */

typedef enum {
  DS_SHARE_PNG,
  DS_SHARE_SVG,
  DS_SHARE_PDF,
  DS_SHARE_JSON,
  DS_SHARE_CSV,
} DsShareKind;

/* "Drivescope Samsung SSD 990 PRO 2TB 2026-11-30.png"; (transfer full) */
char *ds_share_dup_name (DsReport *report, DsShareKind kind);

/* Finishes with the file written; report must not change meanwhile. options: of a picture */
void ds_share_save_async (DsReport *report,
                          DsShareKind kind,
                          const DsPictureOptions *options,
                          GFile *file,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
gboolean ds_share_save_finish (GAsyncResult *result, GError **error);

/* (transfer full): the picture as PNG, to put on a clipboard */
void ds_share_render_async (DsReport *report,
                            const DsPictureOptions *options,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
GBytes *ds_share_render_finish (GAsyncResult *result, GError **error);

G_END_DECLS
