/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-text.h"

G_BEGIN_DECLS

/* How strong the fill is: weak enough that text keeps its contrast on it, strong enough to be seen */
#define DS_TILE_FILL_LIGHT 0.17
#define DS_TILE_FILL_DARK 0.26

/* Sizes inside a tile. They follow from the tile's own size alone, so that every tile of a page has the same. */
typedef struct {
  double padding;
  double figure;   /* the size of the figure */
  gboolean detail; /* whether there is room for the line below it */
  guint dropped;   /* parts of the detail that are left out, where it has that many to spare */
} DsTileMetrics;

/* min_height: the least height of a tile that has a detail, and of one that has not */
double ds_tile_min_height (double small, gboolean detail);
void ds_tile_metrics_init (DsTileMetrics *self, const DsPen *pen, double width, double height);
/* The parts of this detail for which the tile is too narrow: the most of a page is what all its tiles leave out.
 */
guint ds_tile_count_dropped (const DsPen *pen, const DsTileText *text, const DsTileMetrics *metrics, double width);
void ds_tile_draw_with_pen (
    const DsPen *pen, const DsTileText *text, DsOp op, const DsTileMetrics *metrics, const DsRect *rect);

G_END_DECLS
