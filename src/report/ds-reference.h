/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* Drives of which published reviews state figures, bundled with the program: results that a person's own can be
 * compared with. Their origin is said in each one's comment. */

/* (transfer full) (element-type DsReport): titles are the models, with what is special of the figures */
GPtrArray *ds_reference_list (void);
/* What it cost when it was reviewed, in US dollars; NaN where that was not said */
double ds_reference_get_price (DsReport *report);

G_END_DECLS
