/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-test-file.h"

G_BEGIN_DECLS

/* A test file around a descriptor that tests and benchmarks opened, /dev/zero for one; takes the descriptor over.
 * The size must be a multiple of the alignment. */
DsTestFile *ds_test_file_new_for_fd (int fd, guint64 size, guint alignment, DsTestFileFlags flags);

G_END_DECLS
