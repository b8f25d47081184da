/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits that a control group puts on what this process may read from or write to a disk, as containers and
 * services have them: version 2 (io.max) and version 1 (blkio.throttle). The limits of the process' own group and
 * of every group above it hold at once.
 *
 * groups: text of /proc/self/cgroup; root: "/sys/fs/cgroup"; device: "259:0". (transfer full) (nullable) as the
 * kernel writes it, not localised: "rbps=5242880", "read_bps_device=5242880" */
char *ds_io_limit_find (const char *groups, const char *root, const char *device);

G_END_DECLS
