/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-options.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* The same measurement as a job file for fio, for whoever wants to see it with other eyes. It names no path: the
 * person gives the test file in the environment variable DS_FILE, as the file's head says. Each row is a section
 * of its own, one after the other, behind one that writes the file full. (transfer full) */

/* What the options would measure; only_row: (nullable) a row's label. NULL where they are not valid */
char *ds_fio_job_new_for_options (DsOptions *options, const char *only_row, GError **error);
/* What a result was measured with; of one from elsewhere what its cells say */
char *ds_fio_job_new_for_report (DsReport *report, const char *only_row);

G_END_DECLS
