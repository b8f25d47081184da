/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-cell.h"
#include "ds-format.h"

G_BEGIN_DECLS

/* What the window says about a cell in words. Pure but for the locale; results are (transfer full) where they are
 * not const. */

const char *ds_cell_text_op (DsOp op);                       /* "read", within a sentence */
char *ds_cell_text_title (const DsCell *cell);               /* "RND4K Q32T1 read" */
char *ds_cell_text_figure (const DsCell *cell, DsUnit unit); /* "3,504.2 MB/s", or its state in words */
char *ds_cell_text_spoken (const DsCell *cell, DsUnit unit); /* figure, spread and p99 for a screen reader */
char *ds_cell_text_tooltip (const DsCell *cell, const char *finding);

G_END_DECLS
