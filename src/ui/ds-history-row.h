/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-history-entry.h"

G_BEGIN_DECLS

/* One kept result in the list of the history: what it is called, whose and of when it is, and its key figures.
 * Made once for each visible place, and filled anew as the list scrolls. */

#define DS_TYPE_HISTORY_ROW (ds_history_row_get_type ())
G_DECLARE_FINAL_TYPE (DsHistoryRow, ds_history_row, DS, HISTORY_ROW, GtkBox)

GtkWidget *ds_history_row_new (void);
void ds_history_row_set_entry (DsHistoryRow *self, DsHistoryEntry *entry); /* (nullable) */

G_END_DECLS
