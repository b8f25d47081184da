/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-format.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* Which cell stands where in a page of tiles, shared by the window's widgets and the picture. */

#define DS_TILE_OPS 3 /* as many as DsOp has values */

typedef struct {
  char *label;            /* the cells' own label, "RND4K Q32T1": what the row's button runs */
  char *line1;            /* "RND4K" */
  char *line2;            /* "Q32T1", and where rows differ in their unit "Q32T1 · IOPS" */
  gint cell[DS_TILE_OPS]; /* index into the cells by DsOp, -1 where there is none */
  DsUnit unit;
} DsTileRow;

typedef struct {
  GPtrArray *rows;           /* (element-type DsTileRow) in the order they are shown */
  DsOp columns[DS_TILE_OPS]; /* the ops that occur: read, write, mix in this order */
  guint n_columns;
  gboolean same_unit; /* every row has the unit asked for: it then stands in the columns' heads */
} DsTileGrid;

/* cells: (element-type DsCell), of a report or a plan; rows come in the order of their labels' first cell.
 * profile: (nullable) "default" and what is unknown show every row in the unit asked for; "peak" and "real-world"
 * show the sequential rows in MB/s, then the random rows in MB/s, in IOPS and in µs (MB/s is GB/s where that is
 * asked for); "demo" shows the first row alone. (transfer full) */
DsTileGrid *ds_tile_grid_new (GPtrArray *cells, const char *profile, DsUnit unit);
DsTileGrid *ds_tile_grid_new_for_report (DsReport *report, DsUnit unit);
void ds_tile_grid_free (DsTileGrid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsTileGrid, ds_tile_grid_free)

const DsTileRow *ds_tile_grid_get_row (const DsTileGrid *self, guint index); /* (transfer none) */

const char *ds_tile_get_op_title (DsOp op); /* localised: "Read", "Write", "Mix" */

G_END_DECLS
