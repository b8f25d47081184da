/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-history.h"

G_BEGIN_DECLS

/* Results side by side, against the first of them: as tiles, bars, curves and a table. */

#define DS_TYPE_COMPARE_PAGE (ds_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (DsComparePage, ds_compare_page, DS, COMPARE_PAGE, AdwBin)

GtkWidget *ds_compare_page_new (DsHistory *history, AdwToastOverlay *toasts);
void ds_compare_page_set_ids (DsComparePage *self, const char *const *ids); /* of the history; loads them */
void ds_compare_page_set_reports (DsComparePage *self, GPtrArray *reports); /* (element-type DsReport) */
void ds_compare_page_show_view (DsComparePage *self, const char *view); /* "tiles", "bars", "curves", "table" */
guint ds_compare_page_get_n_results (DsComparePage *self);

G_END_DECLS
