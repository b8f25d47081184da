/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-report.h"

G_BEGIN_DECLS

/* Every form of text that a result can be given away in, as items of menus: saved as a file, or copied. */

/* action takes the id of a form as its parameter: "history.save-as". (transfer full) */
GMenuModel *ds_export_menu_new_saving (const char *action);
GMenuModel *ds_export_menu_new_copying (const char *action);

/* Asks where to, writes in a task, and says so in a toast. id: of ds_export_formats, or "fio" */
void ds_export_menu_save (AdwToastOverlay *toasts, DsReport *report, const char *id);
void ds_export_menu_copy (AdwToastOverlay *toasts, DsReport *report, const char *id);

G_END_DECLS
