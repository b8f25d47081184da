/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-backend.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

/* One blocking call at a time: depth comes from more threads. */
typedef struct {
  DsBackend parent;
  int fd;
  int write_flags;
  DsIo io;
  guint slot;
  gboolean queued;
  gboolean completed;
  gint32 result;
} SyncBackend;

static DsBackend *
sync_open (const DsBackendSetup *setup, DsFailure *failure)
{
  SyncBackend *self = g_new0 (SyncBackend, 1);

  self->parent.class = &ds_backend_sync;
  self->fd = setup->fd;
  self->write_flags = setup->dsync ? RWF_DSYNC : 0;
  return &self->parent;
}

static void
sync_queue (DsBackend *backend, const DsIo *io, guint slot)
{
  SyncBackend *self = (SyncBackend *) backend;

  self->io = *io;
  self->slot = slot;
  self->queued = TRUE;
}

static gssize
transfer (SyncBackend *self)
{
  struct iovec part = { .iov_base = self->io.data + self->io.done, .iov_len = self->io.length - self->io.done };
  off_t offset = (off_t) (self->io.offset + self->io.done);

  switch (self->io.operation) {
  case DS_OPERATION_READ:
    return pread (self->fd, part.iov_base, part.iov_len, offset);
  case DS_OPERATION_WRITE:
    return pwritev2 (self->fd, &part, 1, offset, self->write_flags);
  default:
    return fdatasync (self->fd);
  }
}

static int
sync_submit (DsBackend *backend, gboolean wait)
{
  SyncBackend *self = (SyncBackend *) backend;
  gssize result;

  if (!self->queued)
    return 0;
  result = transfer (self);
  self->result = (gint32) (result < 0 ? -errno : result);
  self->queued = FALSE;
  self->completed = TRUE;
  return 0;
}

static guint
sync_reap (DsBackend *backend, DsCompletion *completions, guint max)
{
  SyncBackend *self = (SyncBackend *) backend;

  if (!self->completed)
    return 0;
  self->completed = FALSE;
  completions[0] = (DsCompletion){ .slot = self->slot, .result = self->result };
  return 1;
}

static void
sync_close (DsBackend *backend)
{
  g_free (backend);
}

const DsBackendClass ds_backend_sync = {
  .kind = DS_BACKEND_SYNC,
  .one_io = TRUE,
  .open = sync_open,
  .queue = sync_queue,
  .submit = sync_submit,
  .reap = sync_reap,
  .close = sync_close,
};
