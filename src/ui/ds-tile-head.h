/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-cell.h"

G_BEGIN_DECLS

/* The head of a column of tiles: its operation in its colour, and the unit; right over the figures, whose distance
 * from the edge follows from the tile's width. */

#define DS_TYPE_TILE_HEAD (ds_tile_head_get_type ())
G_DECLARE_FINAL_TYPE (DsTileHead, ds_tile_head, DS, TILE_HEAD, GtkWidget)

GtkWidget *ds_tile_head_new (DsOp op, const char *unit); /* unit: "" where each row has its own */

G_END_DECLS
