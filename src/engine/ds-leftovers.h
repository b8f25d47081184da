/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where a file system has neither O_TMPFILE nor unlinked open files, a test file has a name. Its folder is noted
 * in the person's state folder before it is created, and a lock on the file tells a running test from a left
 * file. */

/* Removes what crashed runs left in noted folders; never a file whose lock is held. Returns how many files went.
 * Blocks; called once at start. */
guint ds_leftovers_sweep (void);

G_END_DECLS
