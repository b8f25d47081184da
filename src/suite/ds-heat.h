/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-findings.h"
#include "ds-health.h"
#include "ds-monitor.h"

G_BEGIN_DECLS

/* The drive's side of a run: its temperature as a series of the report, whether its speed fell in the heat, what
 * its thermal counters say before and after, and the state of its own write cache. Lives on the main thread. */

#define DS_TYPE_HEAT (ds_heat_get_type ())
G_DECLARE_FINAL_TYPE (DsHeat, ds_heat, DS, HEAT, GObject)

DsHeat *ds_heat_new (GPtrArray *drives, DsReport *report); /* drives: (element-type DsDrive); starts following */
DsHeat *ds_heat_new_in (const char *sysfs_root, GPtrArray *drives, DsReport *report, guint period); /* for tests */
void ds_heat_stop (DsHeat *self); /* nothing is read any more */

/* Asks the drives for what they tell without a person being asked, and never for long: before the run, which fills
 * in the write caches of the report's drives, and after it. Not while it measures. */
void
ds_heat_read_async (DsHeat *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
void ds_heat_read_finish (DsHeat *self, GAsyncResult *result);
gboolean ds_heat_has_counters (DsHeat *self); /* it is worth to ask again after the run */

void ds_heat_begin_cell (DsHeat *self);
void ds_heat_add_sample (DsHeat *self, const DsSample *sample);
void ds_heat_end_cell (DsHeat *self, DsFacts *facts); /* DS_MOMENT_CELL */
void ds_heat_end (DsHeat *self, DsFacts *facts);      /* DS_MOMENT_AFTER */

const DsTemperatures *ds_heat_get_temperatures (DsHeat *self);

/* The mean of the last quarter of a cell's speeds against the best of the three before: 1 where it held. NaN where
 * there are too few to tell. rates: (element-type double) */
double ds_heat_get_speed_kept (GArray *rates);
/* How often the drives say that they slowed down between the two readings; 0 where they do not say.
 * (element-type DsHealth) (nullable) */
guint64 ds_heat_count_throttling (GPtrArray *before, GPtrArray *after);

G_END_DECLS
