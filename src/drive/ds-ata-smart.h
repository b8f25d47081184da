/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-smart-log.h"

G_BEGIN_DECLS

/* The SMART values of an ATA drive, as the interface org.freedesktop.UDisks2.Drive.Ata gives them. Free with
 * ds_ata_smart_free(). Units: degrees Celsius, percent, seconds. */

/* What the raw value counts, as far as the source knows: the numbers of libatasmart */
typedef enum {
  DS_ATA_UNIT_UNKNOWN,
  DS_ATA_UNIT_NONE,
  DS_ATA_UNIT_MILLISECONDS,
  DS_ATA_UNIT_SECTORS,
  DS_ATA_UNIT_MILLIKELVIN,
  DS_ATA_UNIT_SMALL_PERCENT, /* thousandths of a percent */
  DS_ATA_UNIT_PERCENT,
  DS_ATA_UNIT_MEGABYTES,
} DsAtaUnit;

#define DS_ATA_VALUE_UNKNOWN (-1)

typedef struct {
  guint id;
  char *name;       /* the source's: "reallocated-sector-count" */
  gboolean prefail; /* below its threshold it foretells a failure; else it tells of age */
  int value;        /* normalised; DS_ATA_VALUE_UNKNOWN */
  int worst;
  int threshold;
  gint64 raw;
  DsAtaUnit unit;
} DsAtaAttribute;

typedef struct {
  gboolean enabled;
  gboolean failing;           /* the drive's own word */
  GPtrArray *attributes;      /* (element-type DsAtaAttribute) */
  gint64 seconds_on;          /* -1 where unknown */
  int temperature;            /* DS_TEMPERATURE_UNKNOWN */
  gint64 bad_sectors;         /* reallocated or waiting to be; -1 where unknown */
  char *self_test;            /* the source's word for the last one: "success"; NULL where unknown */
  int self_test_percent_left; /* of a running one; -1 where unknown */
} DsAtaSmart;

/* attributes: (nullable): what SmartGetAttributes returns, "a(ysqiiixia{sv})"; properties: (nullable): all of the
 * interface's, "a{sv}". What is missing or of another type is unknown. (transfer full) */
DsAtaSmart *ds_ata_smart_new (GVariant *attributes, GVariant *properties);
void ds_ata_smart_free (DsAtaSmart *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsAtaSmart, ds_ata_smart_free)

/* (transfer none) (nullable) */
const DsAtaAttribute *ds_ata_smart_find (const DsAtaSmart *self, guint id);
/* Below its threshold now, and once (threshold 0 never fails) */
gboolean ds_ata_attribute_fails (const DsAtaAttribute *attribute);
gboolean ds_ata_attribute_failed (const DsAtaAttribute *attribute);
/* Of the rated endurance, by the attributes that makers of SSDs use for it; DS_PERCENT_UNKNOWN */
int ds_ata_smart_get_life_left (const DsAtaSmart *self);

G_END_DECLS
