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

G_END_DECLS
