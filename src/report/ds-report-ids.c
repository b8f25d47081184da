/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report-ids.h"

static const char *const cell_states[] = {
  [DS_CELL_WAITING] = "waiting", [DS_CELL_RUNNING] = "running", [DS_CELL_DONE] = "done",
  [DS_CELL_STOPPED] = "stopped", [DS_CELL_FAILED] = "failed",   [DS_CELL_UNSUPPORTED] = "unsupported",
};
static const char *const severities[] = {
  [DS_SEVERITY_INFO] = "info",
  [DS_SEVERITY_WARNING] = "warning",
  [DS_SEVERITY_INVALID] = "invalid",
};
static const char *const states[] = {
  [DS_STATE_RUNNING] = "running",
  [DS_STATE_FINISHED] = "finished",
  [DS_STATE_STOPPED] = "stopped",
  [DS_STATE_FAILED] = "failed",
};

static gboolean
find (const char *const *ids, guint n_ids, const char *id, guint *index)
{
  for (guint i = 0; i < n_ids; i++) {
    if (g_strcmp0 (ids[i], id) == 0) {
      *index = i;
      return TRUE;
    }
  }
  return FALSE;
}

const char *
ds_cell_state_get_id (DsCellState state)
{
  g_return_val_if_fail ((guint) state < G_N_ELEMENTS (cell_states), "stopped");
  return cell_states[state];
}

gboolean
ds_cell_state_from_id (const char *id, DsCellState *state)
{
  guint index;

  if (!find (cell_states, G_N_ELEMENTS (cell_states), id, &index))
    return FALSE;
  *state = (DsCellState) index;
  return TRUE;
}

const char *
ds_severity_get_id (DsSeverity severity)
{
  g_return_val_if_fail ((guint) severity < G_N_ELEMENTS (severities), "warning");
  return severities[severity];
}

gboolean
ds_severity_from_id (const char *id, DsSeverity *severity)
{
  guint index;

  if (!find (severities, G_N_ELEMENTS (severities), id, &index))
    return FALSE;
  *severity = (DsSeverity) index;
  return TRUE;
}

const char *
ds_state_get_id (DsState state)
{
  g_return_val_if_fail ((guint) state < G_N_ELEMENTS (states), "stopped");
  return states[state];
}

gboolean
ds_state_from_id (const char *id, DsState *state)
{
  guint index;

  if (!find (states, G_N_ELEMENTS (states), id, &index))
    return FALSE;
  *state = (DsState) index;
  return TRUE;
}

gboolean
ds_op_from_id (const char *id, DsOp *op)
{
  for (guint i = DS_OP_READ; i <= DS_OP_MIX; i++) {
    if (g_strcmp0 (ds_op_get_id ((DsOp) i), id) == 0) {
      *op = (DsOp) i;
      return TRUE;
    }
  }
  return FALSE;
}

DsCellState
ds_cell_get_stored_state (const DsCell *cell)
{
  if (cell->state != DS_CELL_RUNNING)
    return cell->state;
  return cell->runs->len > 0 ? DS_CELL_STOPPED : DS_CELL_WAITING;
}

DsState
ds_report_get_stored_state (DsReport *report)
{
  return report->state == DS_STATE_RUNNING ? DS_STATE_STOPPED : report->state;
}
