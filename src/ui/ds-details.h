/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-report.h"

G_BEGIN_DECLS

/* Everything that is known of one cell: its figures, every percentile, every run, and how it was measured.
 *
 * Signal "close": the person wants the room back. */

#define DS_TYPE_DETAILS (ds_details_get_type ())
G_DECLARE_FINAL_TYPE (DsDetails, ds_details, DS, DETAILS, AdwBin)

/* cell: (nullable). Rebuilds only where the cell has other runs than those shown. */
void ds_details_set_cell (DsDetails *self, const DsCell *cell);

G_END_DECLS
