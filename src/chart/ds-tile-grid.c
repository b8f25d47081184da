/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile-grid.h"

#include <glib/gi18n.h>

static void
row_free (gpointer data)
{
  DsTileRow *row = data;

  g_free (row->label);
  g_free (row->line1);
  g_free (row->line2);
  g_free (row);
}

static DsTileRow *
row_new (const char *label, DsUnit unit)
{
  DsTileRow *row = g_new0 (DsTileRow, 1);
  const char *space = strchr (label, ' ');

  row->label = g_strdup (label);
  row->line1 = space ? g_strndup (label, space - label) : g_strdup (label);
  row->line2 = g_strstrip (g_strdup (space ? space : ""));
  row->unit = unit;
  for (guint op = 0; op < DS_TILE_OPS; op++)
    row->cell[op] = -1;
  return row;
}

/* The row that still has room for the cell: a label that was asked for twice gets two rows. */
static DsTileRow *
find_row (GPtrArray *rows, const DsCell *cell)
{
  for (guint i = 0; i < rows->len; i++) {
    DsTileRow *row = rows->pdata[i];

    if (row->cell[cell->op] < 0 && g_str_equal (row->label, cell->label))
      return row;
  }
  return NULL;
}

static gboolean
row_is_sequential (const DsTileRow *row, GPtrArray *cells)
{
  for (guint op = 0; op < DS_TILE_OPS; op++) {
    const DsCell *cell = row->cell[op] < 0 ? NULL : cells->pdata[row->cell[op]];

    if (cell && cell->pattern)
      return g_str_equal (cell->pattern, "sequential");
  }
  return g_str_has_prefix (row->label, "SEQ");
}

static void
append_derived (GPtrArray *derived, GPtrArray *rows, GPtrArray *cells, gboolean sequential, DsUnit unit)
{
  for (guint i = 0; i < rows->len; i++) {
    const DsTileRow *row = rows->pdata[i];
    DsTileRow *copy;

    if (row_is_sequential (row, cells) != sequential)
      continue;
    copy = row_new (row->label, unit);
    memcpy (copy->cell, row->cell, sizeof row->cell);
    g_free (copy->line2);
    /* The columns' heads cannot carry the unit here, so the row does. */
    copy->line2 = *row->line2 ? g_strdup_printf ("%s · %s", row->line2, ds_unit_get_label (unit))
                              : g_strdup (ds_unit_get_label (unit));
    g_ptr_array_add (derived, copy);
  }
}

DsTileGrid *
ds_tile_grid_new (GPtrArray *cells, const char *profile, DsUnit unit)
{
  DsTileGrid *self = g_new0 (DsTileGrid, 1);
  gboolean seen[DS_TILE_OPS] = { FALSE };

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->same_unit = TRUE;
  for (guint i = 0; i < cells->len; i++) {
    const DsCell *cell = cells->pdata[i];
    DsTileRow *row = find_row (self->rows, cell);

    if (!row) {
      row = row_new (cell->label, unit);
      g_ptr_array_add (self->rows, row);
    }
    row->cell[cell->op] = (gint) i;
    seen[cell->op] = TRUE;
  }
  for (DsOp op = DS_OP_READ; op <= DS_OP_MIX; op++)
    if (seen[op])
      self->columns[self->n_columns++] = op;

  if (g_strcmp0 (profile, "peak") == 0 || g_strcmp0 (profile, "real-world") == 0) {
    GPtrArray *derived = g_ptr_array_new_with_free_func (row_free);
    DsUnit rate = unit == DS_UNIT_GB_S ? DS_UNIT_GB_S : DS_UNIT_MB_S;

    append_derived (derived, self->rows, cells, TRUE, rate);
    append_derived (derived, self->rows, cells, FALSE, rate);
    append_derived (derived, self->rows, cells, FALSE, DS_UNIT_IOPS);
    append_derived (derived, self->rows, cells, FALSE, DS_UNIT_US);
    g_ptr_array_unref (self->rows);
    self->rows = derived;
    self->same_unit = FALSE;
  } else if (g_strcmp0 (profile, "demo") == 0 && self->rows->len > 1) {
    g_ptr_array_set_size (self->rows, 1);
  }
  return self;
}

DsTileGrid *
ds_tile_grid_new_for_report (DsReport *report, DsUnit unit)
{
  return ds_tile_grid_new (report->cells, ds_report_get_option (report, "profile"), unit);
}

void
ds_tile_grid_free (DsTileGrid *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self);
}

const DsTileRow *
ds_tile_grid_get_row (const DsTileGrid *self, guint index)
{
  g_return_val_if_fail (index < self->rows->len, NULL);

  return self->rows->pdata[index];
}

const char *
ds_tile_get_op_title (DsOp op)
{
  switch (op) {
  case DS_OP_READ:
    return _ ("Read");
  case DS_OP_WRITE:
    return _ ("Write");
  case DS_OP_MIX:
  default:
    return _ ("Mix");
  }
}
