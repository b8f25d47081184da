/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-health.h"
#include "ds-nvme.h"

G_BEGIN_DECLS

/* For the files of this room and its tests: each source fills in what it knows. */

typedef struct {
  const char *sysfs_root;
  const char *helper; /* the installed one */
  const char *pkexec;
  int patience; /* milliseconds for a call to UDisks2 */
} DsHealthSetup;

#define DS_HEALTH_SETUP                                                                                           \
  ((DsHealthSetup){ .sysfs_root = "/sys", .helper = DS_SMART_HELPER, .pkexec = "pkexec", .patience = 25000 })

DsHealth *ds_health_read_in (const DsHealthSetup *setup,
                             const DsDrive *drive,
                             DsHealthFlags flags,
                             GCancellable *cancellable,
                             GError **error);

/* Each: FALSE and a sentence where it does not answer. */
gboolean ds_health_ask_udisks (
    DsHealth *self, const DsHealthSetup *setup, gboolean interactive, GCancellable *cancellable, GError **error);
gboolean ds_health_ask_libnvme (DsHealth *self, GError **error);
gboolean
ds_health_ask_helper (DsHealth *self, const DsHealthSetup *setup, GCancellable *cancellable, GError **error);
gboolean ds_health_ask_hwmon (DsHealth *self, const DsHealthSetup *setup, GError **error);

void ds_health_refuse (DsHealth *self, const char *sentence);
/* What libnvme or the helper read; FALSE where the health log is not among it */
gboolean ds_health_take_pages (DsHealth *self, const DsNvmePages *pages, DsHealthSource source, GError **error);
/* Life, temperature and verdict from what was filled in: the last step */
void ds_health_conclude (DsHealth *self);

/* A regular file that root alone can change, in folders that root alone can change: safe to be started as root */
gboolean ds_health_is_trusted (const char *path);

G_END_DECLS
