/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define DS_ENGINE_ERROR (ds_engine_error_quark ())

typedef enum {
  DS_ENGINE_ERROR_FAILED,
  DS_ENGINE_ERROR_NOT_FOUND,     /* no such folder or file */
  DS_ENGINE_ERROR_NOT_DIRECTORY, /* neither a folder, a file nor a block device (a FIFO, a socket) */
  DS_ENGINE_ERROR_PERMISSION,
  DS_ENGINE_ERROR_READ_ONLY,
  DS_ENGINE_ERROR_NO_SPACE,
  DS_ENGINE_ERROR_NO_DIRECT_IO, /* the file system refuses O_DIRECT and buffered I/O was not chosen */
  DS_ENGINE_ERROR_ALIGNMENT,    /* the block size is below what the target supports */
  DS_ENGINE_ERROR_MEMORY,       /* the buffers would not fit; says which value to lower */
  DS_ENGINE_ERROR_IO,           /* the target failed an I/O: offset, length and errno are in the message */
  DS_ENGINE_ERROR_NO_URING,     /* io_uring was asked for by name and is refused */
  DS_ENGINE_ERROR_GONE,         /* the target disappeared */
} DsEngineErrorCode;

GQuark ds_engine_error_quark (void);

/* The first two have the values of DS_READ and DS_WRITE */
typedef enum {
  DS_ENGINE_OPERATION_READ,
  DS_ENGINE_OPERATION_WRITE,
  DS_ENGINE_OPERATION_FLUSH, /* offset and length do not matter */
} DsEngineOperation;

/* These make the sentence a person reads out of what the kernel said, and nothing else in the engine does. They
 * use gettext: call them on the thread that owns the job, never on a worker, which hands over its errno instead.
 * errnum is positive, as in errno. All (transfer full). */

/* A failed I/O; errnum 0 is a transfer that ended short without an error, as a pulled drive answers. */
GError *ds_engine_error_new_io (DsEngineOperation operation, guint64 offset, guint64 length, int errnum);
/* io_uring was asked for by name and the kernel answered errnum. */
GError *ds_engine_error_new_no_uring (int errnum);
/* Something the engine needs to start (a thread, a ring, an eventfd) could not be had. */
GError *ds_engine_error_new_start (int errnum);

/* "Input/output error (EIO)", the first part in the person's language (transfer full) */
char *ds_engine_error_describe_errno (int errnum);

G_END_DECLS
