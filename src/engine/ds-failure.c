/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-engine-error.h"
#include "ds-failure.h"

#include <errno.h>
#include <glib/gi18n.h>

G_STATIC_ASSERT ((int) DS_OPERATION_FLUSH == (int) DS_ENGINE_OPERATION_FLUSH);

static GError *
make_empty_error (const DsFailure *self)
{
  g_autofree char *offset = g_strdup_printf ("%'" G_GUINT64_FORMAT, self->offset);
  g_autofree char *length = g_strdup_printf ("%'" G_GUINT64_FORMAT, self->length);

  if (self->shrunk)
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_IO,
                        _ ("The file became shorter while it was measured: %s bytes at offset %s are no longer "
                           "there. Leave the file alone while a test runs."),
                        length, offset);
  if (self->operation == DS_OPERATION_READ)
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_GONE,
                        _ ("Reading %s bytes at offset %s gave no data and no error, as a drive answers that was "
                           "pulled: check that it is connected, then start again."),
                        length, offset);
  return g_error_new (
      DS_ENGINE_ERROR, DS_ENGINE_ERROR_GONE,
      _ ("Writing %s bytes at offset %s wrote nothing and gave no error, as a drive answers that was "
         "pulled: check that it is connected, then start again."),
      length, offset);
}

GError *
ds_failure_to_error (const DsFailure *self)
{
  g_autofree char *why = ds_engine_error_describe_errno (self->error);

  switch (self->kind) {
  case DS_FAILURE_IO:
    return ds_engine_error_new_io ((DsEngineOperation) self->operation, self->offset, self->length, self->error);
  case DS_FAILURE_EMPTY:
    return make_empty_error (self);
  case DS_FAILURE_RING:
    return ds_engine_error_new_no_uring (self->error);
  case DS_FAILURE_SUBMIT:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
                        _ ("The kernel stopped taking I/O through io_uring: %s. Choose the sync engine."), why);
  case DS_FAILURE_START:
    return ds_engine_error_new_start (self->error);
  case DS_FAILURE_MEMORY:
    return g_error_new_literal (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_MEMORY,
        _ ("There is not enough free memory for the buffers of this test. Close other "
           "programs, or lower the queue depth, the number of threads or the block size."));
  case DS_FAILURE_NONE:
  default:
    return NULL;
  }
}

char *
ds_failure_to_reason (const DsFailure *self)
{
  g_autofree char *why = ds_engine_error_describe_errno (self->error);

  switch (self->error) {
  case ENOSYS:
    return g_strdup (_ ("This kernel has no io_uring (ENOSYS)."));
  case EPERM:
  case EACCES:
    return g_strdup_printf (_ ("This system refuses io_uring, by kernel.io_uring_disabled or a sandbox: %s."),
                            why);
  default:
    return g_strdup_printf (_ ("io_uring could not be set up: %s."), why);
  }
}
