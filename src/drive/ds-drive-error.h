/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-nvme.h"

G_BEGIN_DECLS

/* Why something could not be learnt from a drive. The one place of this room where an NVMe status becomes a
 * sentence. */

#define DS_DRIVE_ERROR (ds_drive_error_quark ())

typedef enum {
  DS_DRIVE_ERROR_FAILED,
  DS_DRIVE_ERROR_PERMISSION,
  DS_DRIVE_ERROR_NOT_FOUND,
  DS_DRIVE_ERROR_GONE,
  DS_DRIVE_ERROR_NOT_SUPPORTED,
  DS_DRIVE_ERROR_BUSY,
  DS_DRIVE_ERROR_TIMED_OUT,
  DS_DRIVE_ERROR_REFUSED, /* by the drive, with a status in the message */
  DS_DRIVE_ERROR_GARBLED, /* what the privileged helper wrote is not what it writes */
} DsDriveErrorCode;

GQuark ds_drive_error_quark (void);

/* Reading from this controller ("nvme0") ended so, and not with success. (transfer full) */
GError *ds_drive_error_new_nvme (const char *controller, DsNvmeResult result);

G_END_DECLS
