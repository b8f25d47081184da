/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-backend.h"
#include "ds-clock.h"

#include <math.h>
#include <poll.h>

/* How far the imaginary drive may be ahead of the real clock before its worker sleeps */
#define AHEAD (2 * DS_CLOCK_MILLISECOND)

typedef struct {
  double at; /* completion, ns of virtual time */
  guint slot;
  gint32 result;
} NullIo;

typedef struct {
  DsBackend parent;
  DsNullDrive drive;
  guint threads;
  int stop_fd;
  gint64 zero; /* the real clock where virtual time began */
  double now;  /* ns of virtual time */
  double last; /* completion of the last I/O that was queued */
  guint64 n_queued;
  guint head, count, depth;
  NullIo ios[]; /* a ring: completions come in the order of the queue */
} NullBackend;

static DsBackend *
null_open (const DsBackendSetup *setup, DsFailure *failure)
{
  NullBackend *self = g_malloc0 (sizeof *self + setup->depth * sizeof (NullIo));

  self->parent.class = &ds_backend_null;
  self->drive = *setup->drive;
  self->threads = setup->threads;
  self->stop_fd = setup->stop_fd;
  self->depth = setup->depth;
  self->last = (double) -INFINITY;
  return &self->parent;
}

static void
null_start (DsBackend *backend, gint64 now)
{
  ((NullBackend *) backend)->zero = now;
}

static void
null_queue (DsBackend *backend, const DsIo *io, guint slot)
{
  NullBackend *self = (NullBackend *) backend;
  guint op = io->operation == DS_OPERATION_READ ? DS_READ : DS_WRITE;
  double rate = self->drive.bytes_per_second[op] / self->threads;
  double latency = (double) self->drive.latency_ns[op];
  double gap = rate > 0 && io->operation != DS_OPERATION_FLUSH ? io->length / rate * 1e9 : 0;
  double at;

  self->n_queued++;
  if (self->drive.tail_every > 0 && self->n_queued % self->drive.tail_every == 0)
    latency = (double) self->drive.tail_ns;
  at = fmax (self->now + latency, self->last + gap);
  self->last = at;
  self->ios[(self->head + self->count++) % self->depth] = (NullIo){
    .at = at,
    .slot = slot,
    .result = io->operation == DS_OPERATION_FLUSH ? 0 : (gint32) io->length,
  };
}

static void
keep_pace (NullBackend *self)
{
  gint64 ahead = self->zero + (gint64) self->now - ds_clock_now ();
  struct pollfd stop = { .fd = self->stop_fd, .events = POLLIN };

  if (!self->drive.hurry && ahead > AHEAD) {
    struct timespec time = ds_clock_to_timespec (ahead);

    ppoll (&stop, 1, &time, NULL);
  }
}

static int
null_submit (DsBackend *backend, gboolean wait)
{
  NullBackend *self = (NullBackend *) backend;

  if (wait && self->count > 0) {
    self->now = fmax (self->now, self->ios[self->head].at);
    keep_pace (self);
  }
  return 0;
}

static guint
null_reap (DsBackend *backend, DsCompletion *completions, guint max)
{
  NullBackend *self = (NullBackend *) backend;
  guint count = 0;

  while (count < max && self->count > 0 && self->ios[self->head].at <= self->now) {
    const NullIo *io = &self->ios[self->head];

    completions[count++] = (DsCompletion){ .slot = io->slot, .result = io->result };
    self->head = (self->head + 1) % self->depth;
    self->count--;
  }
  return count;
}

static gint64
null_now (DsBackend *backend)
{
  NullBackend *self = (NullBackend *) backend;

  return self->zero + (gint64) self->now;
}

static void
null_close (DsBackend *backend)
{
  g_free (backend);
}

const DsBackendClass ds_backend_null = {
  .kind = DS_BACKEND_NULL,
  .virtual_time = TRUE,
  .open = null_open,
  .start = null_start,
  .queue = null_queue,
  .submit = null_submit,
  .reap = null_reap,
  .now = null_now,
  .close = null_close,
};
