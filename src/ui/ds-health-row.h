/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-health.h"

G_BEGIN_DECLS

/* One drive at a glance: kind, name, verdict, temperature and life in a row of a list. */

#define DS_TYPE_HEALTH_ROW (ds_health_row_get_type ())
G_DECLARE_FINAL_TYPE (DsHealthRow, ds_health_row, DS, HEALTH_ROW, AdwActionRow)

/* grades: the verdicts of all rows are of one width */
GtkWidget *ds_health_row_new (const DsDrive *drive, GtkSizeGroup *grades);
void ds_health_row_set_health (DsHealthRow *self, DsHealth *health); /* (nullable): not answered yet */
void ds_health_row_set_temperature (DsHealthRow *self, int temperature);

const DsDrive *ds_health_row_get_drive (DsHealthRow *self);
DsHealth *ds_health_row_get_health (DsHealthRow *self);                 /* (nullable) (transfer none) */
GArray *ds_health_row_get_readings (DsHealthRow *self);                 /* (nullable) (transfer none) */
void ds_health_row_take_readings (DsHealthRow *self, GArray *readings); /* (transfer full) */

G_END_DECLS
