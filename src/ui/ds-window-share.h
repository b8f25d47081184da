/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-window.h"

G_BEGIN_DECLS

/* The window's actions that give away what it shows */

void ds_window_share_add_actions (DsWindow *self);
void ds_window_share_update (DsWindow *self); /* which of them can be done */

G_END_DECLS
