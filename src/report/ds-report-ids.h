/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* The words that stand for enumerations in a stored result. Finding one returns FALSE for an unknown word. */

const char *ds_cell_state_get_id (DsCellState state);
gboolean ds_cell_state_from_id (const char *id, DsCellState *state);
const char *ds_severity_get_id (DsSeverity severity);
gboolean ds_severity_from_id (const char *id, DsSeverity *severity);
const char *ds_state_get_id (DsState state);
gboolean ds_state_from_id (const char *id, DsState *state);
gboolean ds_op_from_id (const char *id, DsOp *op);

/* What is written of something that still runs: it was stopped with what it has, or has not begun. */
DsCellState ds_cell_get_stored_state (const DsCell *cell);
DsState ds_report_get_stored_state (DsReport *report);

G_END_DECLS
