/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-place.h"
#include "ds-smart-log.h"
#include "ds-system.h"

G_BEGIN_DECLS

/* What is known of a target and of this machine before anything is opened */

typedef enum {
  DS_TARGET_UNKNOWN, /* cannot be looked at: opening it says why */
  DS_TARGET_FOLDER,
  DS_TARGET_FILE,   /* an existing one: only read */
  DS_TARGET_DEVICE, /* a block device: only read */
} DsTargetKind;

typedef struct {
  DsTargetKind kind;
  DsPlace *place; /* (nullable) */
  DsSystem *system;
  int temperature; /* of the hottest drive by the kernel's sensor; DS_TEMPERATURE_UNKNOWN */
  int warning_temperature;
} DsInspection;

/* Looks on a thread of its own, since a file system that hangs would hang the caller. */
void ds_inspection_async (const char *path, GAsyncReadyCallback callback, gpointer user_data);
DsInspection *ds_inspection_finish (GAsyncResult *result); /* (transfer full) */

void ds_inspection_free (DsInspection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsInspection, ds_inspection_free)

G_END_DECLS
