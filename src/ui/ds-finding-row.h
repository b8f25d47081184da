/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-report.h"

G_BEGIN_DECLS

/* A finding: how much it weighs, the sentence, what to do about it. */

#define DS_TYPE_FINDING_ROW (ds_finding_row_get_type ())
G_DECLARE_FINAL_TYPE (DsFindingRow, ds_finding_row, DS, FINDING_ROW, AdwBin)

GtkWidget *ds_finding_row_new (const DsFinding *finding);

G_END_DECLS
