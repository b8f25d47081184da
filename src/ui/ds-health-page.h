/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-health.h"

G_BEGIN_DECLS

/* All drives at a glance, then the chosen one. Asks the drives while it is seen, keeps each reading, and says when a
 * verdict got worse than the last one that was kept. */

#define DS_TYPE_HEALTH_PAGE (ds_health_page_get_type ())
G_DECLARE_FINAL_TYPE (DsHealthPage, ds_health_page, DS, HEALTH_PAGE, GtkWidget)

GtkWidget *ds_health_page_new (AdwToastOverlay *toasts);
void ds_health_page_choose (DsHealthPage *self,
                            const char *name); /* "nvme0n1"; one that is not there is left alone */
void ds_health_page_copy_text (DsHealthPage *self);
void ds_health_page_save_picture (DsHealthPage *self);

/* These drives and readings instead of the machine's own, of which none is asked any more: for tests.
 * (element-type DsHealth); readings: (nullable) of each */
void ds_health_page_show (DsHealthPage *self, GPtrArray *healths, GArray *readings);

G_END_DECLS
