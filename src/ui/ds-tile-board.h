/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-format.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* The tiles of a report: a row a test, its button at the left, then a column an operation.
 *
 * Signals: "run-row" (utf8 label): a row's button; "cell-chosen" (guint index): a tile. */

#define DS_TYPE_TILE_BOARD (ds_tile_board_get_type ())
G_DECLARE_FINAL_TYPE (DsTileBoard, ds_tile_board, DS, TILE_BOARD, GtkWidget)

GtkWidget *ds_tile_board_new (void);
void ds_tile_board_set_report (DsTileBoard *self, DsReport *report, DsUnit unit);
void ds_tile_board_update_cell (DsTileBoard *self, guint index);      /* what changed in the report's cell alone */
void ds_tile_board_update_all (DsTileBoard *self);                    /* findings changed too */
void ds_tile_board_set_running (DsTileBoard *self, gboolean running); /* the rows' buttons then mean stop */
void ds_tile_board_select (DsTileBoard *self, gint index);            /* -1: none */

G_END_DECLS
