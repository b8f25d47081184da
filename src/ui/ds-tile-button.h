/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-cell.h"
#include "ds-format.h"

G_BEGIN_DECLS

/* One tile: a button that draws a cell the way pictures do, and that a screen reader reads as its label and
 * figures. */

#define DS_TYPE_TILE_BUTTON (ds_tile_button_get_type ())
G_DECLARE_FINAL_TYPE (DsTileButton, ds_tile_button, DS, TILE_BUTTON, GtkButton)

GtkWidget *ds_tile_button_new (void);
/* Takes over what the cell says now, and redraws only where that differs from what is shown */
void ds_tile_button_update (DsTileButton *self, const DsCell *cell, DsUnit unit, const char *finding);
void ds_tile_button_set_selected (DsTileButton *self, gboolean selected);

G_END_DECLS
