/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-format.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* The values of a result as a table that can be read out, and copied for a spreadsheet */

#define DS_TYPE_VALUES_DIALOG (ds_values_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DsValuesDialog, ds_values_dialog, DS, VALUES_DIALOG, AdwWindow)

GtkWidget *ds_values_dialog_new (GtkWindow *parent, DsReport *report, DsUnit unit);

G_END_DECLS
