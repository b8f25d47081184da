/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* The last result of each suite, kept in the person's data folder from one start to the next. */

char *ds_last_result_dup_path (const char *suite); /* (transfer full) */

/* Finishes with NULL and no error where there is none yet. A damaged or newer file is an error, and stays as it
 * is. */
void ds_last_result_load_async (const char *suite,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
DsReport *ds_last_result_load_finish (GAsyncResult *result, GError **error); /* (transfer full) (nullable) */

/* The same for any file, as a person opens it */
void
ds_result_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);

/* In a task; report must not change any more. keep_old: what is there could not be read, and is put aside. A
 * failure is logged alone: the result is still on the screen, and can be saved by hand. */
void ds_last_result_save (DsReport *report, gboolean keep_old);

G_END_DECLS
