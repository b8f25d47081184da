/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-counter.h"

G_BEGIN_DECLS

/* The SMART / Health Information log of an NVMe controller (log 02h; NVM Express Base Specification 2.0, figure
 * 207), decoded. A plain value. What a drive does not report, or reports as something that cannot be, is unknown.
 *
 * Units: degrees Celsius, percent, minutes, seconds, and as the names say. */

#define DS_SMART_LOG_SIZE      512
#define DS_SMART_LOG_N_SENSORS 8
/* One data unit: a thousand times 512 bytes, whatever the block size */
#define DS_SMART_LOG_UNIT 512000

#define DS_TEMPERATURE_UNKNOWN G_MININT
#define DS_PERCENT_UNKNOWN     (-1)

typedef enum {
  DS_SMART_WARNING_SPARE = 1 << 0,             /* spare below its threshold */
  DS_SMART_WARNING_TEMPERATURE = 1 << 1,       /* above or below a threshold, now */
  DS_SMART_WARNING_RELIABILITY = 1 << 2,       /* degraded by media or internal errors */
  DS_SMART_WARNING_READ_ONLY = 1 << 3,         /* all media are read only */
  DS_SMART_WARNING_BACKUP = 1 << 4,            /* the backup of the volatile memory has failed */
  DS_SMART_WARNING_PERSISTENT_MEMORY = 1 << 5, /* the persistent memory region is read only or unreliable */
} DsSmartWarning;

typedef enum {
  DS_SMART_SENSE_FINE,
  DS_SMART_SENSE_EMPTY,    /* every byte is 0: the drive fills in nothing */
  DS_SMART_SENSE_NONSENSE, /* every byte is the same, or several values cannot be */
} DsSmartSense;

typedef struct {
  DsSmartSense sense;
  guint warnings;  /* DsSmartWarning */
  int temperature; /* composite */
  int sensors[DS_SMART_LOG_N_SENSORS];
  int spare; /* percent left */
  int spare_threshold;
  int used;             /* percent of the rated endurance; may exceed 100 */
  DsCounter units_read; /* of DS_SMART_LOG_UNIT bytes, rounded up */
  DsCounter units_written;
  DsCounter read_commands;
  DsCounter write_commands;
  DsCounter busy_minutes;
  DsCounter power_cycles;
  DsCounter hours;
  DsCounter unsafe_shutdowns;
  DsCounter media_errors;
  DsCounter error_entries;     /* over the drive's life */
  DsCounter warning_minutes;   /* above WCTEMP and below CCTEMP */
  DsCounter critical_minutes;  /* above CCTEMP */
  DsCounter throttle_count[2]; /* entered the light and the heavy state of thermal management */
  DsCounter throttle_seconds[2];
} DsSmartLog;

/* A log of which nothing is known, for a source that names its values one by one */
#define DS_SMART_LOG_INIT                                                                                         \
  ((DsSmartLog){ .temperature = DS_TEMPERATURE_UNKNOWN,                                                           \
                 .sensors = { DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN,             \
                              DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN,             \
                              DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN },                                   \
                 .spare = DS_PERCENT_UNKNOWN,                                                                     \
                 .spare_threshold = DS_PERCENT_UNKNOWN,                                                           \
                 .used = DS_PERCENT_UNKNOWN })

DsSmartLog ds_smart_log_decode (const guint8 bytes[DS_SMART_LOG_SIZE]);

double ds_smart_log_get_bytes_read (const DsSmartLog *self); /* 0 where unknown */
double ds_smart_log_get_bytes_written (const DsSmartLog *self);
/* 100 less what is used, never below 0; DS_PERCENT_UNKNOWN */
int ds_smart_log_get_life_left (const DsSmartLog *self);

/* Rounded down as NVMe does (0 °C is 273 K); what no drive can have, 0 K among it, is DS_TEMPERATURE_UNKNOWN */
int ds_temperature_from_kelvin (guint kelvin);

G_END_DECLS
