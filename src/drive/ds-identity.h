/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-drive.h"

G_BEGIN_DECLS

/* Fills what a drive says of itself and of its link from its node in the device tree: kind, model, serial,
 * firmware, link and link_max. */
void ds_identity_read (DsDrive *drive, const char *sysfs_root, const char *node);

/* The node of the controller through which an NVMe disk is reached: with multipath, where the disk hangs below a
 * subsystem, the first controller that is live. (nullable) (transfer full) */
char *ds_identity_find_nvme_controller (const char *node);

G_END_DECLS
