/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The smallest block, which buffered I/O is also counted in */
#define DS_ALIGNMENT_MIN 512
#define DS_ALIGNMENT_MAX 65536

/* Finds the alignment of direct I/O on an open file or block device: what the kernel says (STATX_DIOALIGN), else
 * the logical block size of the device below, confirmed by a real transfer. writable: the file is ours and empty,
 * a block is written and read back, and the file is empty again afterwards; else one block is read.
 *
 * 0 and the alignment in bytes; EOPNOTSUPP where direct I/O is refused; else the errno of the transfer. */
int ds_alignment_find (int fd, gboolean writable, guint *alignment);

G_END_DECLS
