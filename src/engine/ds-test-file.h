/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-engine-error.h"

G_BEGIN_DECLS

/* The file that a suite measures: one of our own in a folder, which a crash, a kill or a power cut leaves
 * nothing of, or an existing file or block device that is only ever read.
 *
 * Opening looks at the target (direct I/O, alignment, space); writing the file full is the runner's
 * DS_JOB_PREPARE. Both open calls can block for as long as the file system does; the asynchronous forms run
 * them on a thread of their own. Errors are DS_ENGINE_ERROR. */

#define DS_TYPE_TEST_FILE (ds_test_file_get_type ())
G_DECLARE_FINAL_TYPE (DsTestFile, ds_test_file, DS, TEST_FILE, GObject)

typedef enum {
  DS_TEST_FILE_DIRECT = 1 << 0,    /* bypass the page cache; without it every number is labelled buffered */
  DS_TEST_FILE_READ_ONLY = 1 << 1, /* an existing file or device, never written */
  DS_TEST_FILE_NULL = 1 << 2,      /* for the null engine: nothing is opened, the size is taken on trust */
} DsTestFileFlags;

/* How nothing of the file is left behind */
typedef enum {
  DS_TEST_FILE_EXISTING, /* not ours */
  DS_TEST_FILE_UNNAMED,  /* O_TMPFILE */
  DS_TEST_FILE_UNLINKED, /* created, then unlinked at once */
  DS_TEST_FILE_NAMED,    /* removed when freed, else by ds_leftovers_sweep() */
} DsTestFileKeeping;

/* path: a folder, or with DS_TEST_FILE_READ_ONLY a file or block device. size: bytes, rounded down to the alignment; 0
 * with READ_ONLY for the whole of it, which is also the most; G_MAXUINT64 for all free space but the reserve, rounded
 * down to 1 MiB. */
DsTestFile *ds_test_file_open (const char *path, guint64 size, DsTestFileFlags flags, GError **error);
void ds_test_file_open_async (const char *path, guint64 size, DsTestFileFlags flags, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
DsTestFile *ds_test_file_open_finish (GAsyncResult *result, GError **error); /* (transfer full) */

/* A device that somebody with the right to it has opened for reading, path in name alone. fd: (transfer full), also where
 * this fails. Reads a block, so it blocks as the device does. */
DsTestFile *ds_test_file_new_for_device (const char *path, int fd, gboolean direct, GError **error);

const char *ds_test_file_get_path (DsTestFile *self);
guint64 ds_test_file_get_size (DsTestFile *self);       /* bytes */
guint ds_test_file_get_alignment (DsTestFile *self);    /* bytes: offset, length and memory of direct I/O; 512 without */
gboolean ds_test_file_get_direct (DsTestFile *self);
gboolean ds_test_file_get_read_only (DsTestFile *self);
DsTestFileKeeping ds_test_file_get_keeping (DsTestFile *self);
int ds_test_file_get_fd (DsTestFile *self);             /* owned by self */

/* Bytes that may be written to the file system of path so that the reserve stays free: the larger of 1 GiB and
 * 5 % of what is free, lowered to an eighth where free is below 8 GiB. */
guint64 ds_test_file_usable_space (const char *path, guint64 *free_space, GError **error);

/* Bytes of the file that are holes or unwritten extents (FIEMAP): reading them never touches the drive. What is
 * still in memory is flushed first. -1 where the file system cannot say. Blocks. */
gint64 ds_test_file_unwritten_bytes (DsTestFile *self);
/* Share of the file in the page cache, 0 to 1 (mincore); -1 where unknown. Blocks. */
double ds_test_file_cached_share (DsTestFile *self);

G_END_DECLS
