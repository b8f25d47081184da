/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-place.h"
#include "ds-report.h"
#include "ds-suite.h"

G_BEGIN_DECLS

/* The page of any suite: its options, its content by its view, what was found, and the run that fills it.
 *
 * Properties: "running": from Start until what was begun is drained; "result": there is one to share and it stands
 * still. Signals: "finished" (DsReport): a run came to its end by itself. */

#define DS_TYPE_SUITE_PAGE (ds_suite_page_get_type ())
G_DECLARE_FINAL_TYPE (DsSuitePage, ds_suite_page, DS, SUITE_PAGE, AdwBin)

GtkWidget *ds_suite_page_new (const DsSuite *suite);
const DsSuite *ds_suite_page_get_suite (DsSuitePage *self);

/* place: (nullable) while it is not known; error: (nullable) why it is not */
void ds_suite_page_set_target (DsSuitePage *self, const char *path, const DsPlace *place, const char *error);

void ds_suite_page_start (DsSuitePage *self, const char *only_row); /* only_row: (nullable) a row's label */
void ds_suite_page_stop (DsSuitePage *self);                        /* idempotent */
gboolean ds_suite_page_get_running (DsSuitePage *self);

DsReport *ds_suite_page_get_result (DsSuitePage *self);               /* (transfer none) (nullable) */
void ds_suite_page_show_result (DsSuitePage *self, DsReport *report); /* one that was opened; of this suite */
void ds_suite_page_edit_rows (DsSuitePage *self);

G_END_DECLS
