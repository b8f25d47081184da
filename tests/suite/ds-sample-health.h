/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-health.h"

/* Drives as they could be, made from the bytes that such drives answer with: for tests and screenshots. */

typedef enum {
  DS_SAMPLE_HEALTH_GOOD,    /* NVMe, everything read; 41 °C, 97 % left */
  DS_SAMPLE_HEALTH_FAILING, /* NVMe, spare below its threshold and more, counters beyond 64 bits */
  DS_SAMPLE_HEALTH_WATCH,   /* SATA by UDisks2, bad sectors */
  DS_SAMPLE_HEALTH_UNREAD,  /* NVMe, temperature alone, with the reasons */
  DS_SAMPLE_HEALTH_VIRTUAL,
  DS_N_SAMPLE_HEALTHS,
} DsSampleHealth;

DsHealth *ds_sample_health_new (DsSampleHealth kind); /* (transfer full) */
GPtrArray *ds_sample_healths_new (void);              /* all; (transfer full) (element-type DsHealth) */
