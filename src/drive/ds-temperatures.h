/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-smart-log.h"

G_BEGIN_DECLS

/* What is known of a temperature over some time, from readings at any distance. A plain value. Units: degrees
 * Celsius, seconds. */

typedef struct {
  guint count; /* of readings */
  int idle;    /* before the load; the first reading where there was none */
  int current;
  int minimum;
  int maximum;
  int warning;         /* DS_TEMPERATURE_UNKNOWN */
  double seconds;      /* of the last reading */
  double seconds_warm; /* at the warning temperature or above */
  double degree_seconds;
  double first; /* seconds of the first reading */
} DsTemperatures;

/* idle: the last reading before, or DS_TEMPERATURE_UNKNOWN */
void ds_temperatures_start (DsTemperatures *self, int idle, int warning);
/* seconds: since the start, never decreasing. A reading holds until the next one. */
void ds_temperatures_add (DsTemperatures *self, double seconds, int temperature);
double ds_temperatures_get_average (const DsTemperatures *self); /* over time; NaN without a reading */

G_END_DECLS
