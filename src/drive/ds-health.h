/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-ata-smart.h"
#include "ds-drive.h"
#include "ds-smart-events.h"
#include "ds-smart-identify.h"
#include "ds-verdict.h"

G_BEGIN_DECLS

/* What one drive says of its health, and who passed it on. Reference counted, and never changed once it is read.
 * Units: degrees Celsius, percent, and as the names say. */

typedef enum {
  DS_HEALTH_SOURCE_NONE,
  DS_HEALTH_SOURCE_UDISKS_NVME, /* without commands, thermal counters, error log and features */
  DS_HEALTH_SOURCE_UDISKS_ATA,
  DS_HEALTH_SOURCE_LIBNVME,
  DS_HEALTH_SOURCE_HELPER,
  DS_HEALTH_SOURCE_HWMON, /* temperature alone */
} DsHealthSource;

typedef enum {
  DS_HEALTH_PLAIN = 0,
  DS_HEALTH_FULL = 1 << 0, /* ask first who knows most: libnvme before UDisks2 */
  DS_HEALTH_INTERACTIVE =
      1 << 1, /* full, and the person may be asked for a password: they have just asked for it */
} DsHealthFlags;

typedef enum {
  DS_SWITCH_UNKNOWN = -1,
  DS_SWITCH_OFF,
  DS_SWITCH_ON,
} DsSwitch;

typedef struct {
  DsDrive *drive;
  char *controller; /* (nullable) of NVMe: "nvme0" */
  DsHealthSource source;
  gint64 time; /* when the drive said it, in seconds since 1970; 0 where nothing was read */

  gboolean has_log;
  DsSmartLog log; /* NVMe */
  gboolean has_identify;
  DsSmartIdentify identify;
  DsAtaSmart *ata; /* (nullable) */
  GArray *errors;  /* (element-type DsErrorEntry) (nullable) */
  gboolean has_self_tests;
  DsSelfTestLog self_tests;

  int temperature;
  int warning_temperature;
  int critical_temperature;
  int life_left;        /* DS_PERCENT_UNKNOWN */
  DsSwitch write_cache; /* the drive's own */

  DsVerdict *verdict;
  GPtrArray *refusals; /* (element-type utf8): why sources that know more did not answer, a sentence each */
} DsHealth;

#define DS_TYPE_HEALTH (ds_health_get_type ())
GType ds_health_get_type (void); /* boxed */
DsHealth *ds_health_ref (DsHealth *self);
void ds_health_unref (DsHealth *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsHealth, ds_health_unref)

DsHealth *ds_health_new_unread (const DsDrive *drive); /* (transfer full): before anything was asked */

/* Never fails: where no source answers, the verdict is Unknown and refusals say why. Cancelling gives
 * G_IO_ERROR_CANCELLED. */
void ds_health_read_async (const DsDrive *drive,
                           DsHealthFlags flags,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
DsHealth *ds_health_read_finish (GAsyncResult *result, GError **error); /* (transfer full) */
/* The same, blocking for as long as the drive takes: for a thread */
DsHealth *ds_health_read (const DsDrive *drive, DsHealthFlags flags, GCancellable *cancellable, GError **error);

const char *ds_health_source_to_string (DsHealthSource source); /* "udisks-nvme": for JSON */
const char *ds_health_source_get_title (DsHealthSource source); /* "UDisks2 (NVMe)", localised */
/* Whether "Read full health" can tell more than this does */
gboolean ds_health_has_more (const DsHealth *self);
/* The drive told of its health: not of its temperature alone */
gboolean ds_health_is_read (const DsHealth *self);

G_END_DECLS
