/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-log.h"

/* No drive works outside -73 to 177 degrees; a sensor that says so is broken or absent. */
#define KELVIN_MIN    200
#define KELVIN_MAX    450
#define KELVIN_OFFSET 273

static guint
read_16 (const guint8 *bytes)
{
  return (guint) bytes[0] | (guint) bytes[1] << 8;
}

static DsCounter
read_32 (const guint8 *bytes)
{
  return ds_counter_from_number ((guint64) read_16 (bytes) | (guint64) read_16 (bytes + 2) << 16);
}

int
ds_temperature_from_kelvin (guint kelvin)
{
  if (kelvin < KELVIN_MIN || kelvin > KELVIN_MAX)
    return DS_TEMPERATURE_UNKNOWN;
  return (int) kelvin - KELVIN_OFFSET;
}

/* A byte that repeats all over is no log, and neither is one in which more than one value cannot be: a single odd
 * value is merely not known. */
static DsSmartSense
judge (const guint8 *bytes)
{
  guint kelvin = read_16 (bytes + 1);
  guint impossible = 0;
  gboolean same = TRUE;

  for (guint i = 1; i < DS_SMART_LOG_SIZE && same; i++)
    same = bytes[i] == bytes[0];
  if (same)
    return bytes[0] == 0 ? DS_SMART_SENSE_EMPTY : DS_SMART_SENSE_NONSENSE;

  impossible += bytes[3] > 100;
  impossible += bytes[4] > 100;
  impossible += kelvin != 0 && ds_temperature_from_kelvin (kelvin) == DS_TEMPERATURE_UNKNOWN;
  return impossible > 1 ? DS_SMART_SENSE_NONSENSE : DS_SMART_SENSE_FINE;
}

DsSmartLog
ds_smart_log_decode (const guint8 bytes[DS_SMART_LOG_SIZE])
{
  DsSmartLog self = DS_SMART_LOG_INIT;

  self.sense = judge (bytes);
  if (self.sense != DS_SMART_SENSE_FINE)
    return self;

  self.warnings = bytes[0] & 0x3f;
  self.temperature = ds_temperature_from_kelvin (read_16 (bytes + 1));
  /* Without any spare and without a threshold, a drive does not count its spare. */
  if (bytes[3] <= 100 && bytes[4] <= 100 && (bytes[3] > 0 || bytes[4] > 0)) {
    self.spare = bytes[3];
    self.spare_threshold = bytes[4];
  }
  /* 255 stands for "255 or more" and for drives that fill in nothing. */
  if (bytes[5] < 255)
    self.used = bytes[5];
  self.units_read = ds_counter_from_bytes (bytes + 32);
  self.units_written = ds_counter_from_bytes (bytes + 48);
  self.read_commands = ds_counter_from_bytes (bytes + 64);
  self.write_commands = ds_counter_from_bytes (bytes + 80);
  self.busy_minutes = ds_counter_from_bytes (bytes + 96);
  self.power_cycles = ds_counter_from_bytes (bytes + 112);
  self.hours = ds_counter_from_bytes (bytes + 128);
  self.unsafe_shutdowns = ds_counter_from_bytes (bytes + 144);
  self.media_errors = ds_counter_from_bytes (bytes + 160);
  self.error_entries = ds_counter_from_bytes (bytes + 176);
  self.warning_minutes = read_32 (bytes + 192);
  self.critical_minutes = read_32 (bytes + 196);
  for (guint i = 0; i < DS_SMART_LOG_N_SENSORS; i++)
    self.sensors[i] = ds_temperature_from_kelvin (read_16 (bytes + 200 + 2 * i));
  for (guint i = 0; i < 2; i++) {
    self.throttle_count[i] = read_32 (bytes + 216 + 4 * i);
    self.throttle_seconds[i] = read_32 (bytes + 224 + 4 * i);
  }
  return self;
}

double
ds_smart_log_get_bytes_read (const DsSmartLog *self)
{
  return ds_counter_to_double (self->units_read) * DS_SMART_LOG_UNIT;
}

double
ds_smart_log_get_bytes_written (const DsSmartLog *self)
{
  return ds_counter_to_double (self->units_written) * DS_SMART_LOG_UNIT;
}

int
ds_smart_log_get_life_left (const DsSmartLog *self)
{
  return self->used == DS_PERCENT_UNKNOWN ? DS_PERCENT_UNKNOWN : MAX (0, 100 - self->used);
}
