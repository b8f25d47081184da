/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Opens a whole block device for reading through UDisks2 (Block.OpenDevice), for a person who may not open it
 * directly. The system may ask them for a password, so that it can take as long as they do; cancelling it is safe.
 *
 * device: "/dev/nvme0n1", or a link to it. On success a descriptor, opened to be read alone and to be closed on
 * exec, else -1 and DS_DRIVE_ERROR: _NO_SERVICE, _NO_AGENT, _DISMISSED, _PERMISSION, _NOT_FOUND (UDisks2 knows no
 * such device), _NOT_SUPPORTED (before 2.7.3), _GONE, _TIMED_OUT or _FAILED, with a sentence to show. Direct I/O
 * is turned on afterwards, by fcntl (F_SETFL). */
void ds_device_open_async (const char *device,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
int ds_device_open_finish (GAsyncResult *result, GError **error); /* (transfer full): to be closed */

G_END_DECLS
