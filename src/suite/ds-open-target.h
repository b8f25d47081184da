/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-inspection.h"
#include "ds-test-file.h"

G_BEGIN_DECLS

/* Opens what a session measures: as the person may, or, for a device that they may not open, through UDisks2, which asks
 * them. Otherwise as ds_test_file_open_async(). Errors are DS_ENGINE_ERROR and DS_DRIVE_ERROR. */
void ds_open_target_async (const char *path,
                           DsTargetKind kind,
                           guint64 size,
                           DsTestFileFlags flags,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
DsTestFile *ds_open_target_finish (GAsyncResult *result, GError **error); /* (transfer full) */

G_END_DECLS
