/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-drive.h"
#include "ds-temperatures.h"

G_BEGIN_DECLS

/* Follows the temperature of the disks under a place through the kernel's sensors, off the main thread. Each poll
 * reads one file: reading asks the drive, and asking often heats it. Of several disks, which take turns, the
 * hottest counts. Starts in silence: nothing is read without a period.
 *
 * Signal "reading" (double seconds since the start, int temperature), on the thread-default main context. */

#define DS_MONITOR_RUN  2000 /* milliseconds */
#define DS_MONITOR_IDLE 10000

#define DS_TYPE_MONITOR (ds_monitor_get_type ())
G_DECLARE_FINAL_TYPE (DsMonitor, ds_monitor, DS, MONITOR, GObject)

DsMonitor *ds_monitor_new (GPtrArray *drives);                            /* (element-type DsDrive), copied */
DsMonitor *ds_monitor_new_in (const char *sysfs_root, GPtrArray *drives); /* for tests */

void ds_monitor_set_period (DsMonitor *self, guint milliseconds); /* 0: not at all; else the first one at once */
/* Time and statistics begin anew; the last reading becomes the idle temperature. */
void ds_monitor_start (DsMonitor *self);
const DsTemperatures *ds_monitor_get_temperatures (DsMonitor *self);
double ds_monitor_get_seconds (DsMonitor *self); /* since the start */

G_END_DECLS
