/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-history.h"

G_BEGIN_DECLS

/* Everything that was measured: searched, filtered, named, given away, deleted and brought back.
 *
 * Signals: "open" (DsReport): show it on its suite's page; "compare" (GStrv): ids. */

#define DS_TYPE_HISTORY_PAGE (ds_history_page_get_type ())
G_DECLARE_FINAL_TYPE (DsHistoryPage, ds_history_page, DS, HISTORY_PAGE, AdwBin)

GtkWidget *ds_history_page_new (DsHistory *history, AdwToastOverlay *toasts);
/* Takes a file of any kind that can be imported into the history. */
void ds_history_page_import (DsHistoryPage *self, GFile *file);
void ds_history_page_select (DsHistoryPage *self, guint position); /* beside what is chosen already */
guint ds_history_page_get_n_shown (DsHistoryPage *self);           /* after search and filters */
gboolean ds_history_page_get_loading (DsHistoryPage *self);

G_END_DECLS
