/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-smart-log.h"

G_BEGIN_DECLS

/* What Identify Controller says of a drive (NVM Express Base Specification 2.0, figure 275), decoded as far as
 * health needs it. A plain value. Units: bytes, degrees Celsius. */

#define DS_SMART_IDENTIFY_SIZE 4096

typedef struct {
  char serial[21]; /* valid UTF-8, without the spaces it is filled up with; empty where unknown */
  char model[41];
  char firmware[9];
  guint vendor;             /* of PCI */
  guint version;            /* major << 16 | minor << 8 | tertiary; 0 before NVMe 1.2 */
  DsCounter capacity;       /* of all namespaces; unknown where the drive does not say */
  int warning_temperature;  /* WCTEMP */
  int critical_temperature; /* CCTEMP */
  guint error_entries;      /* that the error log keeps */
  gboolean volatile_cache;  /* there is a volatile write cache (VWC) */
  gboolean self_test;       /* it can test itself */
} DsSmartIdentify;

DsSmartIdentify ds_smart_identify_decode (const guint8 bytes[DS_SMART_IDENTIFY_SIZE]);

/* Is this one that a program pretends to be, or that stands for a slice of a data centre? Their health is not that
 * of any flash. model: (nullable) */
gboolean ds_smart_model_is_virtual (const char *model);

G_END_DECLS
