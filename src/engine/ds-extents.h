/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of the first length bytes that are holes or unwritten extents by FIEMAP; -1 where the file system cannot
 * say. Flushes the file first, so that what is only in memory counts as written. */
gint64 ds_extents_unwritten (int fd, guint64 length);

/* Share of the first length bytes that are in the page cache, 0 to 1; -1 where unknown. */
double ds_extents_cached_share (int fd, guint64 length);

G_END_DECLS
