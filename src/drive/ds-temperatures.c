/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-temperatures.h"

#include <math.h>

void
ds_temperatures_start (DsTemperatures *self, int idle, int warning)
{
  *self = (DsTemperatures){ .idle = idle,
                            .current = DS_TEMPERATURE_UNKNOWN,
                            .minimum = DS_TEMPERATURE_UNKNOWN,
                            .maximum = DS_TEMPERATURE_UNKNOWN,
                            .warning = warning };
}

void
ds_temperatures_add (DsTemperatures *self, double seconds, int temperature)
{
  if (temperature == DS_TEMPERATURE_UNKNOWN)
    return;

  if (self->count == 0) {
    self->first = seconds;
    self->minimum = self->maximum = temperature;
    if (self->idle == DS_TEMPERATURE_UNKNOWN)
      self->idle = temperature;
  } else {
    double passed = MAX (0, seconds - self->seconds);

    self->degree_seconds += passed * self->current;
    if (self->warning != DS_TEMPERATURE_UNKNOWN && self->current >= self->warning)
      self->seconds_warm += passed;
    self->minimum = MIN (self->minimum, temperature);
    self->maximum = MAX (self->maximum, temperature);
  }
  self->count++;
  self->current = temperature;
  self->seconds = seconds;
}

double
ds_temperatures_get_average (const DsTemperatures *self)
{
  double passed = self->seconds - self->first;

  if (self->count == 0)
    return NAN;
  return passed > 0 ? self->degree_seconds / passed : self->current;
}
