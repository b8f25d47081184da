/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sys/types.h>

#include "ds-note.h"
#include "ds-test-file.h"

G_BEGIN_DECLS

/* The opened target of a test as plain data: what ds_test_file_open_async() fills on a thread of its own. Nothing
 * here speaks to a person or uses a GLib lock; ds_engine_error_new_target() makes the sentence afterwards. */

typedef struct {
  int fd;        /* -1 for the null engine */
  int folder_fd; /* the folder of a named file, else -1 */
  guint64 size;  /* bytes, a multiple of alignment */
  guint alignment;
  gboolean direct;
  gboolean read_only;
  DsTestFileKeeping keeping;
  char name[DS_NOTE_NAME_SIZE]; /* of a named file within folder_fd */
  DsNote note;                  /* of a named file */
} DsTarget;

#define DS_TARGET_INIT ((DsTarget){ .fd = -1, .folder_fd = -1, .note = DS_NOTE_INIT })

typedef enum {
  DS_TARGET_LOOK_UP,      /* errnum: the path could not be looked at */
  DS_TARGET_STRANGE,      /* a FIFO, a socket, a character device */
  DS_TARGET_NEEDS_FOLDER, /* a file or drive where one of our own was to be written */
  DS_TARGET_NEEDS_FILE,   /* a folder where something that exists was to be read */
  DS_TARGET_OPEN,         /* errnum: an existing file or drive */
  DS_TARGET_CREATE,       /* errnum: the test file in its folder */
  DS_TARGET_NOTE,         /* errnum: the file would need a name and could not be noted */
  DS_TARGET_RAM_DISK,     /* file_system */
  DS_TARGET_NO_DIRECT_IO,
  DS_TARGET_PROBE,     /* errnum: the first real read or write failed */
  DS_TARGET_NO_SPACE,  /* needed, reserve, free_space */
  DS_TARGET_TOO_LARGE, /* needed, limit (0: unknown) of one file */
  DS_TARGET_TOO_SMALL, /* needed: one block; limit: the size that was found or asked */
  DS_TARGET_START,     /* errnum: no thread or event for the opening */
} DsTargetProblem;

typedef struct {
  DsTargetProblem problem;
  int errnum;
  mode_t mode;      /* of what the path leads to, 0 where unknown */
  gboolean removed; /* the folder went away meanwhile */
  const char *file_system;
  guint64 needed;
  guint64 reserve;
  guint64 free_space;
  guint64 limit;
} DsTargetFailure;

/* notes: the folder of ds_notes_dup_folder(). Blocks for as long as the file system does. */
gboolean ds_target_open (DsTarget *self,
                         const char *path,
                         const char *notes,
                         guint64 size,
                         DsTestFileFlags flags,
                         DsTargetFailure *failure);
/* The same around a descriptor that somebody with the right to it has opened for reading; it is taken over, and closed where
 * this fails. */
gboolean ds_target_take (DsTarget *self, int fd, gboolean direct, DsTargetFailure *failure);
/* Closes what is open and removes a named file together with its note. */
void ds_target_close (DsTarget *self);

/* Bytes of free space that stay free */
guint64 ds_target_reserve (guint64 free_space);

/* (transfer full) */
GError *ds_engine_error_new_target (const char *path, const DsTargetFailure *failure);

G_END_DECLS
