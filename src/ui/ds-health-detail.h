/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-health.h"
#include "ds-temperatures.h"

G_BEGIN_DECLS

/* Everything that is known of one drive's health. Signals "read-full", "copy-text" and "save-picture": the person
 * pressed that button. */

#define DS_TYPE_HEALTH_DETAIL (ds_health_detail_get_type ())
G_DECLARE_FINAL_TYPE (DsHealthDetail, ds_health_detail, DS, HEALTH_DETAIL, GtkWidget)

/* health: (nullable) where the drive has not answered yet; readings: (nullable) (element-type DsHealthReading) */
void ds_health_detail_show (DsHealthDetail *self, const DsDrive *drive, DsHealth *health, GArray *readings);
/* What the kernel's sensor says now; a point of the curve that begins when another drive is shown */
void ds_health_detail_add_temperature (DsHealthDetail *self, const DsTemperatures *temperatures);
void ds_health_detail_set_busy (DsHealthDetail *self, gboolean busy); /* "Read full health" is under way */
/* The sheet without its buttons, to be drawn as a picture; (nullable) (transfer full) before it was seen */
GdkTexture *ds_health_detail_render (DsHealthDetail *self);

const char *ds_health_detail_get_icon (const DsDrive *drive);

G_END_DECLS
