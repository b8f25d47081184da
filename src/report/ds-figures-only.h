/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* A cell of which only figures are known: from a review, from a box, from another program's text. Its one run says
 * what was said of it: as if it had taken one second. Names such as "SEQ1M Q8T1" are taken apart, and others kept.
 */

/* (transfer none): added to report. mb_s is positive; iops and latency are NaN where they were not said. */
DsCell *
ds_report_add_figures (DsReport *report, const char *label, DsOp op, double mb_s, double iops, double latency_us);
/* "RND4K Q32T1"; (transfer full) */
char *ds_figures_dup_label (gboolean random, guint64 block_size, guint queue_depth, guint threads);
gboolean ds_figures_parse_label (
    const char *label, gboolean *random, guint64 *block_size, guint *queue_depth, guint *threads);

G_END_DECLS
