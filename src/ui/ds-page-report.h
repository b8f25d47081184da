/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"
#include "ds-session.h"

G_BEGIN_DECLS

/* What a page asks about the reports it shows. Knows no widget. */

/* The cells that the options would measure, all waiting; empty where they are not valid. (transfer full) */
DsReport *ds_page_report_new_planned (DsOptions *options);
gboolean ds_page_report_same_layout (DsReport *a, DsReport *b); /* the same cells in the same order */
gboolean ds_page_report_has_figures (DsReport *self);
char *ds_page_report_describe (DsReport *self, gboolean opened); /* whose and of when it is; (transfer full) */

/* After a check: what the person has to decide before the run, in sentences; NULL where there is nothing.
 * (transfer full) */
char *ds_page_report_dup_question (DsSession *session);

G_END_DECLS
