/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-backend.h"
#include "ds-clock.h"

#include <errno.h>
#include <liburing.h>
#include <poll.h>

/* What the kernel is just trying again can escape from being cancelled: it is cancelled anew after this time, in
 * ns. */
#define CANCEL_AGAIN 20000000

/* Not a slot: completions of the poll on stop_fd and of cancelling */
#define NO_SLOT G_MAXUINT64

typedef struct {
  DsBackend parent;
  struct io_uring ring;
  int fd; /* or the index of the registered file */
  guint8 sqe_flags;
  guint8 opcode[2]; /* by DS_OPERATION_READ, DS_OPERATION_WRITE */
  guint32 rw_flags[2];
  gboolean cancelling;
} UringBackend;

/* From the most wanted to what every kernel with io_uring takes: a flag that a kernel does not know is EINVAL. */
static const struct {
  guint flags;
  DsGrants grants;
} setups[] = {
  { IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_COOP_TASKRUN,
    DS_GRANT_SINGLE_ISSUER | DS_GRANT_DEFER_TASKRUN | DS_GRANT_COOP_TASKRUN },
  { IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_COOP_TASKRUN, DS_GRANT_SINGLE_ISSUER | DS_GRANT_COOP_TASKRUN },
  { IORING_SETUP_COOP_TASKRUN, DS_GRANT_COOP_TASKRUN },
  { 0, 0 },
};

static int
set_up_ring (UringBackend *self, guint entries)
{
  int result = -EINVAL;

  for (guint i = 0; i < G_N_ELEMENTS (setups) && result == -EINVAL; i++) {
    struct io_uring_params params = { .flags = setups[i].flags };

    result = io_uring_queue_init_params (entries, &self->ring, &params);
    if (result == 0)
      self->parent.grants |= setups[i].grants;
  }
  return result;
}

static void
register_file (UringBackend *self, int fd)
{
  self->fd = fd;
  if (io_uring_register_files (&self->ring, &fd, 1) == 0) {
    self->fd = 0;
    self->sqe_flags = IOSQE_FIXED_FILE;
    self->parent.grants |= DS_GRANT_FILE;
  }
}

static void
register_buffers (UringBackend *self, const DsRegion *regions)
{
  guint n_buffers = 0;
  g_autofree struct iovec *buffers = NULL;

  self->opcode[DS_OPERATION_READ] = IORING_OP_READ;
  self->opcode[DS_OPERATION_WRITE] = IORING_OP_WRITE;

  for (guint i = 0; i < 2; i++)
    if (regions[i].size > 0)
      n_buffers += (guint) ((regions[i].size + regions[i].chunk - 1) / regions[i].chunk);
  buffers = g_new (struct iovec, n_buffers + 1);
  n_buffers = 0;
  for (guint i = 0; i < 2; i++)
    for (gsize at = 0; at < regions[i].size; at += regions[i].chunk)
      buffers[n_buffers++] = (struct iovec){ .iov_base = regions[i].data + at,
                                             .iov_len = MIN (regions[i].chunk, regions[i].size - at) };

  /* Without the right to lock memory RLIMIT_MEMLOCK bounds what can be registered (ENOMEM): plain buffers work,
   * they only cost more CPU, and the result says so. */
  if (n_buffers > 0 && io_uring_register_buffers (&self->ring, buffers, n_buffers) == 0) {
    self->opcode[DS_OPERATION_READ] = IORING_OP_READ_FIXED;
    self->opcode[DS_OPERATION_WRITE] = IORING_OP_WRITE_FIXED;
    self->parent.grants |= DS_GRANT_BUFFERS;
  }
}

static DsBackend *
uring_open (const DsBackendSetup *setup, DsFailure *failure)
{
  UringBackend *self = g_new0 (UringBackend, 1);
  struct io_uring_sqe *sqe;
  int result;

  self->parent.class = &ds_backend_uring;
  /* Two more than outstanding I/Os: the poll for the end, and cancelling. */
  result = set_up_ring (self, setup->depth + 2);
  if (result < 0) {
    *failure = (DsFailure){ .kind = DS_FAILURE_RING, .error = -result };
    g_free (self);
    return NULL;
  }
  register_file (self, setup->fd);
  register_buffers (self, setup->regions);
  if (setup->dsync)
    self->rw_flags[DS_OPERATION_WRITE] = RWF_DSYNC;

  /* A wait for completions has to end when the person stops the job; a timeout on every wait would program a timer
   * for every wait, a poll that is armed once costs nothing. */
  sqe = io_uring_get_sqe (&self->ring);
  io_uring_prep_poll_add (sqe, setup->stop_fd, POLLIN);
  sqe->user_data = NO_SLOT;
  return &self->parent;
}

static void
uring_queue (DsBackend *backend, const DsIo *io, guint slot)
{
  UringBackend *self = (UringBackend *) backend;
  struct io_uring_sq *sq = &self->ring.sq;
  /* io_uring_get_sqe() without its question whether there is room: there is, for everything that can be
   * outstanding. */
  struct io_uring_sqe *sqe = &sq->sqes[sq->sqe_tail++ & sq->ring_mask];

  if (G_UNLIKELY (io->operation == DS_OPERATION_FLUSH)) {
    io_uring_prep_fsync (sqe, self->fd, IORING_FSYNC_DATASYNC);
    sqe->flags = self->sqe_flags;
  } else {
    /* What is not set here is zero from the start: nothing in this file sets it. */
    sqe->opcode = self->opcode[io->operation];
    sqe->flags = self->sqe_flags;
    sqe->fd = self->fd;
    sqe->off = io->offset + io->done;
    sqe->addr = (guintptr) (io->data + io->done);
    sqe->len = io->length - io->done;
    sqe->rw_flags = (int) self->rw_flags[io->operation];
    sqe->buf_index = io->buffer;
  }
  sqe->user_data = slot;
}

static int
uring_submit (DsBackend *backend, gboolean wait)
{
  UringBackend *self = (UringBackend *) backend;
  int result;

  if (G_UNLIKELY (wait && self->cancelling)) {
    struct __kernel_timespec time = { .tv_nsec = CANCEL_AGAIN };
    struct io_uring_cqe *cqe;

    result = io_uring_submit_and_wait_timeout (&self->ring, &cqe, 1, &time, NULL);
    if (result == -ETIME)
      result = 0;
  } else if (wait)
    result = io_uring_submit_and_wait (&self->ring, 1);
  else if (self->parent.grants & DS_GRANT_DEFER_TASKRUN)
    result = io_uring_submit_and_get_events (&self->ring);
  else
    result = io_uring_submit (&self->ring);
  return result < 0 ? result : 0;
}

static guint
uring_reap (DsBackend *backend, DsCompletion *completions, guint max)
{
  UringBackend *self = (UringBackend *) backend;
  const struct io_uring_cq *cq = &self->ring.cq;
  guint ready = MIN (io_uring_cq_ready (&self->ring), max), head = *cq->khead, count = 0;

  for (guint i = 0; i < ready; i++) {
    const struct io_uring_cqe *cqe = &cq->cqes[(head + i) & cq->ring_mask];

    if (G_LIKELY (cqe->user_data != NO_SLOT))
      completions[count++] = (DsCompletion){ .slot = (guint32) cqe->user_data, .result = cqe->res };
  }
  io_uring_cq_advance (&self->ring, ready);
  return count;
}

static void
uring_cancel (DsBackend *backend)
{
  UringBackend *self = (UringBackend *) backend;
  struct io_uring_sqe *sqe = io_uring_get_sqe (&self->ring);

  self->cancelling = TRUE;
  /* What the drive already has cannot be recalled; what still queues for it in the kernel can. */
  if (sqe == NULL)
    return;
  io_uring_prep_cancel64 (sqe, 0, IORING_ASYNC_CANCEL_ANY | IORING_ASYNC_CANCEL_ALL);
  sqe->user_data = NO_SLOT;
}

static void
uring_close (DsBackend *backend)
{
  UringBackend *self = (UringBackend *) backend;

  /* The kernel takes a ring down behind our back; given back by hand the file is free at once, and can be unmounted. */
  if (self->parent.grants & DS_GRANT_FILE)
    io_uring_unregister_files (&self->ring);
  io_uring_queue_exit (&self->ring);
  g_free (self);
}

const DsBackendClass ds_backend_uring = {
  .kind = DS_BACKEND_URING,
  .open = uring_open,
  .queue = uring_queue,
  .submit = uring_submit,
  .reap = uring_reap,
  .cancel = uring_cancel,
  .close = uring_close,
};
