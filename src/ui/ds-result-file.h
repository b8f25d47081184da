/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* A result in any file, as a person opens it: one of ours, a text of CrystalDiskMark, or JSON from fio */

void ds_result_file_load_async (GFile *file,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
DsReport *ds_result_file_load_finish (GAsyncResult *result, GError **error); /* (transfer full) */

G_END_DECLS
