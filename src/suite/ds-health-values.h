/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-health.h"

G_BEGIN_DECLS

/* What a drive says of its health in words: the same on the page, in the terminal and in what is copied. Numbers
 * as the locale writes them; what is not known is left out of the lists. */

typedef struct {
  const char *id; /* "power_cycles", as in the JSON; of an ATA attribute "attribute" */
  char *name;     /* "Power cycles" */
  char *value;    /* "567" */
  char *meaning;  /* a sentence or part of one; "" where nothing is known of it */
} DsHealthValue;

GPtrArray *
ds_health_list_values (const DsHealth *health); /* (transfer full) (element-type DsHealthValue): raw ones */
/* What it is, how it is connected, what it can do: (transfer full) (element-type DsHealthValue) */
GPtrArray *ds_health_list_features (const DsHealth *health);

/* "41 °C", "—" where unknown; (transfer full) */
char *ds_health_format_temperature (int temperature);
char *ds_health_format_life (const DsHealth *health); /* "97 %" of the rated endurance left */
char *ds_health_format_written (const DsHealth *health);
char *ds_health_format_read (const DsHealth *health);
char *ds_health_format_hours (const DsHealth *health); /* "4,321 h (180 days)" */
double ds_health_get_written (const DsHealth *health); /* bytes; NaN where unknown; of ATA by its attribute 241 */
double ds_health_get_read (const DsHealth *health);
double ds_health_get_hours (const DsHealth *health);

/* All of it as lines of text, without the serial number; (transfer full) */
char *ds_health_to_text (const DsHealth *health);
/* Schema "drivescope-health/1", without serial numbers; (element-type DsHealth); (transfer full) */
char *ds_health_to_json (GPtrArray *healths);

G_END_DECLS
