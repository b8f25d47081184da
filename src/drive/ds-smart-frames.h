/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-drive-error.h"
#include "ds-smart-frames-format.h"

G_BEGIN_DECLS

/* Takes apart what the privileged helper wrote. The bytes are not trusted: FALSE and DS_DRIVE_ERROR_GARBLED unless
 * they are exactly what the format allows, each page once and of its size, and nothing after them. A page that
 * could not be read is none of these errors: it has a result of its own. */
gboolean ds_smart_frames_parse (const guint8 *bytes, gsize length, DsNvmePages *pages, GError **error);

G_END_DECLS
