/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* What the files of sample reports share */

void ds_sample_add_runs (DsCell *cell, double mb_s, guint n_runs); /* around the speed, the third the best */
/* FALSE where the kind is not one of its own: cells and series of the report, its suite and view set */
gboolean ds_sample_fill_chart (DsReport *report, const char *kind);

G_END_DECLS
