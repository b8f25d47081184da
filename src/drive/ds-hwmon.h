/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-smart-log.h"

G_BEGIN_DECLS

/* The kernel's temperature sensors of drives (drivers nvme and drivetemp), readable by everybody. The kernel keeps
 * nothing: each file that is read asks the drive, and may block for as long as it takes to answer. */

/* The file with the composite temperature of a whole disk ("nvme0n1"); (nullable) (transfer full) */
char *ds_hwmon_find (const char *sysfs_root, const char *name);
/* DS_TEMPERATURE_UNKNOWN where it cannot be read any more */
int ds_hwmon_read (const char *file);
/* The thresholds beside that file: "max" is the warning temperature, "crit" the critical one */
int ds_hwmon_read_limit (const char *file, const char *limit);

G_END_DECLS
