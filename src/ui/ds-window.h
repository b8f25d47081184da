/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-health-page.h"
#include "ds-suite-page.h"
#include "ds-target-chooser.h"

G_BEGIN_DECLS

/* The window: the sections at the left, the one verb and the one target above, the page of a suite. */

#define DS_TYPE_WINDOW (ds_window_get_type ())
G_DECLARE_FINAL_TYPE (DsWindow, ds_window, DS, WINDOW, AdwApplicationWindow)

GtkWidget *ds_window_new (GtkApplication *application);
void ds_window_open (DsWindow *self, GFile *file); /* a result */

DsHealthPage *ds_window_get_health_page (DsWindow *self);
gboolean ds_window_shows_health (DsWindow *self);
DsSuitePage *ds_window_get_page (DsWindow *self);             /* (transfer none) (nullable): the one that is shown, where it is a suite's */
void ds_window_show_page (DsWindow *self, const char *suite); /* an unknown one is ignored */
DsTargetChooser *ds_window_get_target_chooser (DsWindow *self);
AdwToastOverlay *ds_window_get_toasts (DsWindow *self);

G_END_DECLS
