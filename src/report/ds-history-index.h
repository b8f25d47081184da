/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-history-entry.h"

G_BEGIN_DECLS

/* The summaries of a folder's results. What was once read is kept in an index file beside them and believed as
 * long as name, size, time and number of a result's file are what they were; an index that is missing, damaged or
 * of another version is made anew, and one that cannot be written costs time alone. Blocks, any thread. (transfer
 * full) (element-type DsHistoryEntry): newest first; a folder that is not there is empty. */

#define DS_HISTORY_INDEX ".index"

GPtrArray *ds_history_index_read (const char *folder, GCancellable *cancellable, GError **error);

G_END_DECLS
