/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-nvme.h"

G_BEGIN_DECLS

/* Why something could not be learnt from a drive. The one place of this room where an NVMe status or an error of
 * the bus becomes a sentence. */

#define DS_DRIVE_ERROR (ds_drive_error_quark ())

typedef enum {
  DS_DRIVE_ERROR_FAILED,
  DS_DRIVE_ERROR_PERMISSION,
  DS_DRIVE_ERROR_NOT_FOUND,
  DS_DRIVE_ERROR_GONE,
  DS_DRIVE_ERROR_NOT_SUPPORTED,
  DS_DRIVE_ERROR_BUSY,
  DS_DRIVE_ERROR_TIMED_OUT,
  DS_DRIVE_ERROR_REFUSED,    /* by the drive, with a status in the message */
  DS_DRIVE_ERROR_GARBLED,    /* what the privileged helper wrote is not what it writes */
  DS_DRIVE_ERROR_NO_SERVICE, /* no system bus, or no UDisks2 on it */
  DS_DRIVE_ERROR_NO_AGENT,   /* a password is needed, and nothing is there to ask for it */
  DS_DRIVE_ERROR_DISMISSED,  /* the person gave no password */
} DsDriveErrorCode;

GQuark ds_drive_error_quark (void);

/* Reading from this controller ("nvme0") ended so, and not with success. (transfer full) */
GError *ds_drive_error_new_nvme (const char *controller, DsNvmeResult result);

/* Asking UDisks2 about this device ("/dev/nvme0n1") ended so. interactive: the person could have been asked for a
 * password. What was cancelled stays G_IO_ERROR_CANCELLED. (transfer full) */
GError *ds_drive_error_new_udisks (const char *device, gboolean interactive, const GError *cause);

G_END_DECLS
