/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* A result as a person reads it on a terminal, in their language. Each (transfer full). */

const char *ds_result_text_get_op_title (DsOp op);        /* "read" */
char *ds_result_text_dup_cell_title (const DsCell *cell); /* "RND4K Q32T1 read" */

/* The table of figures, notes, findings and totals. columns: the terminal's width, 0 for as wide as it takes */
char *ds_result_text_format (DsReport *report, guint columns);
/* The findings alone, one below the other; "" where there are none */
char *ds_result_text_format_findings (DsReport *report, guint columns);

G_END_DECLS
