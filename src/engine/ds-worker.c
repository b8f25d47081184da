/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-worker.h"
#include "ds-clock.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* More I/Os a call save little CPU, but all of them carry one stamp and reach the drive in lockstep. */
#define MAX_BATCH 16
/* Answers that mean "again" are a failure where nothing else comes for this long. */
#define MAX_RETRIES   200
#define MAX_FRUITLESS 100000

static double
read_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_THREAD, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static inline gint64
read_clock (DsWorker *self)
{
  const DsBackendClass *class = self->run->backend;

  return (class->now != NULL ? class->now (self->backend) : ds_clock_now ()) - self->run->start_ns;
}

gint64
ds_run_next_boundary (const DsRun *self, gint64 now_ns)
{
  if (now_ns < self->ramp_ns)
    return MIN ((now_ns / DS_RUN_TICK + 1) * DS_RUN_TICK, self->ramp_ns);
  return MIN (self->ramp_ns + ((now_ns - self->ramp_ns) / DS_RUN_TICK + 1) * DS_RUN_TICK, self->deadline_ns);
}

static gboolean
is_empty (const DsInterval *interval)
{
  for (guint i = 0; i < DS_OPERATION_COUNT; i++)
    if (interval->latency[i].count > 0)
      return FALSE;
  return TRUE;
}

static void
set_active (DsWorker *self, DsInterval *interval)
{
  self->active = interval;
  for (guint i = 0; i < DS_OPERATION_COUNT; i++)
    self->latency[i] = &interval->latency[i];
}

/* Passes the active interval on and takes an empty one. forced: at the ends of the window, where one must be
 * there. */
static void
publish (DsWorker *self, gint64 end_ns, gboolean forced)
{
  guint waiting = self->produced - atomic_load_explicit (&self->consumed, memory_order_acquire);

  if (is_empty (self->active))
    return;
  if (!forced && waiting > 0) {
    /* The conductor did not come to run: one more tick goes into this interval. An imaginary drive that hurries
     * waits, so that its samples are the same every time. */
    if (!self->run->backend->virtual_time)
      return;
    while (self->produced != atomic_load_explicit (&self->consumed, memory_order_acquire) &&
           !atomic_load_explicit (&self->run->stop, memory_order_relaxed))
      nanosleep (&(struct timespec){ .tv_nsec = 20000 }, NULL);
    if (self->produced != atomic_load_explicit (&self->consumed, memory_order_acquire))
      return;
  }
  self->active->end_ns = end_ns;
  self->produced++;
  atomic_store_explicit (&self->published, self->produced, memory_order_release);
  set_active (self, &self->intervals[self->produced % DS_WORKER_INTERVALS]);
}

static void
end_window (DsWorker *self, gint64 end_ns)
{
  self->cpu_end = read_cpu_seconds ();
  publish (self, end_ns, TRUE);
  self->end_ns = end_ns;
  self->over = TRUE;
}

static void
begin_window (DsWorker *self)
{
  self->in_window = TRUE;
  self->active->measured = TRUE;
  self->cpu_start = read_cpu_seconds ();
}

static void
cross_boundary (DsWorker *self, gint64 now)
{
  const DsRun *run = self->run;

  while (now > self->boundary && !self->over) {
    gint64 at = self->boundary;

    if (at == run->deadline_ns)
      end_window (self, at);
    else
      publish (self, at, at == run->ramp_ns);
    if (at == run->ramp_ns && !self->over)
      begin_window (self);
    self->active->measured = self->in_window;
    self->boundary = ds_run_next_boundary (run, at);
    atomic_store_explicit (&self->passed, at, memory_order_release);
  }
}

static void
fail (DsWorker *self, const DsIo *io, DsFailureKind kind, int error)
{
  DsFailure failure = {
    .kind = kind,
    .operation = io->operation,
    .offset = io->operation == DS_OPERATION_FLUSH ? io->offset : io->offset + io->done,
    .length = io->operation == DS_OPERATION_FLUSH ? io->length : io->length - io->done,
    .error = error,
  };
  struct stat status;

  if (kind == DS_FAILURE_EMPTY && fstat (self->run->fd, &status) == 0 && S_ISREG (status.st_mode))
    failure.shrunk = (guint64) status.st_size < io->offset + io->length;
  ds_run_fail (self->run, &failure);
}

/* An I/O that did not end as a whole. TRUE where its slot is free again. */
static gboolean G_GNUC_NO_INLINE
settle (DsWorker *self, DsIo *io, guint slot, gint32 result)
{
  guint32 left = io->length - io->done;

  if (result > 0 && (guint32) result < left && io->operation != DS_OPERATION_FLUSH) {
    self->total_bytes[io->operation] += (guint32) result;
    io->done += (guint32) result;
    io->retries = 0;
  } else if (result == -EINTR || result == -EAGAIN || result == -ECANCELED) {
    if (!self->over && ++io->retries > MAX_RETRIES) {
      fail (self, io, DS_FAILURE_IO, -result);
      return TRUE;
    }
  } else {
    fail (self, io, result == 0 ? DS_FAILURE_EMPTY : DS_FAILURE_IO,
          result < 0   ? -result
          : result > 0 ? EPROTO
                       : 0);
    return TRUE;
  }
  if (self->over)
    return TRUE;
  self->run->backend->queue (self->backend, io, slot);
  return FALSE;
}

G_ALWAYS_INLINE static inline void
free_slot (DsWorker *self, DsIo *io, guint slot)
{
  /* As begin() expects it */
  io->done = 0;
  io->retries = 0;
  if (io->operation != DS_OPERATION_READ && self->n_positions > 0) {
    guint end = self->first_position + self->n_free_positions++;

    self->positions[end < self->n_positions ? end : end - self->n_positions] = io->position;
  }
  self->free_slots[self->n_free++] = (guint16) slot;
}

/* Where they become too many every second one goes: the array never grows while a drive is measured. */
static void
record (DsWorker *self, const DsIo *io, gint64 now)
{
  if (self->over || !self->in_window || ++self->record_skip < self->record_every)
    return;
  self->record_skip = 0;
  if (self->n_records == self->run->max_records) {
    self->n_records /= 2;
    for (guint i = 0; i < self->n_records; i++)
      self->records[i] = self->records[2 * i + 1];
    self->record_every *= 2;
    self->record_skip = self->record_every / 2;
    return;
  }
  self->records[self->n_records++] = (DsRecord){
    .offset = io->offset,
    .latency_ns = (guint64) (now - io->start_ns),
    .end_ns = now,
    .length = io->length,
    .way = io->operation,
  };
}

static void
compare (DsWorker *self, const DsIo *io)
{
  guint64 first = 0;
  guint64 bytes = ds_pool_compare (self->run->pool, io->data, io->length, io->offset, &first);

  if (bytes > 0 && (self->mismatched_bytes == 0 || io->offset + first < self->first_mismatch))
    self->first_mismatch = io->offset + first;
  self->mismatched_bytes += bytes;
}

/* What only some jobs want to know of an I/O */
static void G_GNUC_NO_INLINE
look_at (DsWorker *self, const DsIo *io, gint64 now)
{
  if (self->records != NULL)
    record (self, io, now);
  if (self->run->verify && !self->over)
    compare (self, io);
}

G_ALWAYS_INLINE static inline void
complete (DsWorker *self, DsCompletion completion, gint64 now)
{
  DsIo *io = &self->ios[completion.slot];
  guint operation = io->operation;

  /* A negative result is no length either. */
  if (G_UNLIKELY ((guint32) completion.result != io->length - io->done)) {
    if (settle (self, io, completion.slot, completion.result))
      free_slot (self, io, completion.slot);
    return;
  }
  ds_histogram_add (self->latency[operation], (guint64) (now - io->start_ns));
  if (G_LIKELY (operation != DS_OPERATION_FLUSH)) {
    self->total_bytes[operation] += (guint32) completion.result;
    self->active->bytes[operation] += io->length;
    if (G_UNLIKELY (self->looks))
      look_at (self, io, now);
    if (operation == DS_OPERATION_WRITE && self->run->durability == DS_DURABILITY_FLUSH && !self->over) {
      io->operation = DS_OPERATION_FLUSH;
      io->done = io->length;
      io->start_ns = now;
      io->retries = 0;
      self->run->backend->queue (self->backend, io, completion.slot);
      return;
    }
  }
  free_slot (self, io, completion.slot);
}

/* Chooses what an I/O does and, of a write, what it writes. FALSE where no more may be written. */
static gboolean
choose_operation (DsWorker *self, DsIo *io, guint slot)
{
  DsRun *run = self->run;
  gboolean reads = run->read_percent > 0 && ds_random_next (&self->stream.random) < self->read_threshold;
  const DsRegion *region = &self->regions[reads ? DS_READ : DS_WRITE];
  gsize at = slot * run->stride;

  if (G_UNLIKELY (run->write_limit != DS_RUN_NO_LIMIT) && !reads &&
      atomic_fetch_add_explicit (&run->writes, 1, memory_order_relaxed) >= run->write_limit)
    return FALSE;

  io->operation = reads ? DS_OPERATION_READ : DS_OPERATION_WRITE;
  if (!reads && self->n_positions > 0) {
    io->position = self->positions[self->first_position++];
    if (self->first_position == self->n_positions)
      self->first_position = 0;
    self->n_free_positions--;
    at = io->position * run->stride;
    ds_pool_stamp (run->pool, region->data + at, io->length, io->offset, &self->stream.serial);
  }
  if (G_LIKELY (region->data != NULL)) {
    io->data = region->data + at;
    io->buffer = ds_region_get_buffer (region, at);
  }
  return TRUE;
}

/* Starts one I/O in a free slot. FALSE where the limit of the job is reached, or what it may write. */
G_ALWAYS_INLINE static inline gboolean
begin (DsWorker *self, gint64 now)
{
  DsRun *run = self->run;
  guint slot = self->free_slots[self->n_free - 1];
  DsIo *io = &self->ios[slot];
  guint64 block = 0;

  if (run->access == DS_ACCESS_SEQUENTIAL || run->limit != DS_RUN_NO_LIMIT) {
    block = atomic_fetch_add_explicit (&run->ticket, 1, memory_order_relaxed);
    if (G_UNLIKELY (block >= run->limit)) {
      self->exhausted = TRUE;
      return FALSE;
    }
  }
  if (run->access == DS_ACCESS_RANDOM) {
    block = ds_random_below (&self->stream.random, run->n_blocks);
  } else {
    if (G_UNLIKELY (run->points > 0))
      block = (guint64) ((unsigned __int128) (block % run->points) * run->n_blocks / run->points);
    if (G_UNLIKELY (block >= run->n_blocks))
      block %= run->n_blocks;
    if (G_UNLIKELY (run->tail))
      io->length = (guint32) MIN (run->block_size, run->span_length - block * run->block_size);
  }

  io->start_ns = now;
  io->offset = run->span_offset + block * run->block_size;
  /* Of a job that only reads all else is the same every time. */
  if (!self->reads_only && !choose_operation (self, io, slot)) {
    ds_run_stop (run);
    return FALSE;
  }
  self->n_free--;
  run->backend->queue (self->backend, io, slot);
  return TRUE;
}

/* FALSE where io_uring itself has failed: nothing more will complete. */
static gboolean
submit (DsWorker *self, gboolean wait)
{
  int result = self->run->backend->submit (self->backend, wait);

  if (G_LIKELY (result == 0 || result == -EINTR || result == -EAGAIN || result == -EBUSY))
    return TRUE;
  ds_run_fail (self->run, &(DsFailure){ .kind = DS_FAILURE_SUBMIT, .error = -result });
  return FALSE;
}

/* Nothing may be outstanding when the buffers go. */
static void
drain (DsWorker *self)
{
  const DsRun *run = self->run;
  const DsBackendClass *backend = run->backend;

  while (self->n_free < run->depth) {
    guint count;
    gint64 now;

    if (backend->cancel != NULL && atomic_load_explicit (&run->stop, memory_order_relaxed))
      backend->cancel (self->backend);
    if (!submit (self, TRUE))
      return;
    count = backend->reap (self->backend, self->completions, run->depth);
    now = read_clock (self);
    for (guint i = 0; i < count; i++)
      complete (self, self->completions[i], now);
  }
}

static void
work (DsWorker *self)
{
  DsRun *run = self->run;
  const DsBackendClass *backend = run->backend;
  gint64 now = read_clock (self);
  guint fruitless = 0;

  self->first_ns = self->last_ns = now;
  self->boundary = ds_run_next_boundary (run, 0);
  if (run->ramp_ns == 0)
    begin_window (self);

  while (!self->over) {
    guint n = MIN (self->n_free, self->batch);
    guint count;

    if (G_UNLIKELY (atomic_load_explicit (&run->stop, memory_order_relaxed))) {
      self->stopped = TRUE;
      end_window (self, now);
      break;
    }
    while (n > 0 && !self->exhausted && begin (self, now))
      n--;
    if (G_UNLIKELY (self->exhausted && self->n_free == run->depth)) {
      end_window (self, self->last_ns);
      break;
    }

    /* Waits only where the queue is full: with a free slot there is something better to do. */
    if (G_UNLIKELY (!submit (self, self->n_free == 0 || self->exhausted))) {
      end_window (self, now);
      return;
    }
    /* Takes no more than the next call can replace, and while the queue is filled nothing: else slots stay empty
     * where a drive answers much at once, and the queue is never as deep as was asked for. */
    count = backend->reap (self->backend, self->completions,
                           self->exhausted ? run->depth : self->batch - MIN (self->n_free, self->batch));

    /* The one look at the clock: it stamps what has completed, and what is submitted next. */
    now = read_clock (self);
    if (G_UNLIKELY (now > self->boundary))
      cross_boundary (self, now);
    for (guint i = 0; i < count; i++)
      complete (self, self->completions[i], now);
    if (G_LIKELY (count > 0)) {
      self->last_ns = now;
      fruitless = 0;
    } else if (G_UNLIKELY (++fruitless > MAX_FRUITLESS)) {
      ds_run_fail (run, &(DsFailure){ .kind = DS_FAILURE_SUBMIT, .error = EAGAIN });
      end_window (self, now);
      return;
    }
  }
  drain (self);
}

static gboolean
set_up (DsWorker *self, DsFailure *failure)
{
  DsRun *run = self->run;
  gsize chunk = (gsize) (G_GUINT64_CONSTANT (1) << 30) / run->stride * run->stride;
  DsBackendSetup setup = {
    .fd = run->fd,
    .stop_fd = run->stop_fd,
    .depth = run->depth,
    .dsync = run->durability == DS_DURABILITY_DSYNC,
    .threads = run->threads,
    .drive = &run->drive,
  };

  self->regions[DS_READ].chunk = self->regions[DS_WRITE].chunk = chunk;
  if (!run->backend->virtual_time) {
    if (run->read_percent > 0) {
      if (!ds_memory_map (&self->memory, run->depth * run->stride, &run->stop)) {
        *failure = (DsFailure){ .kind = DS_FAILURE_MEMORY };
        return FALSE;
      }
      self->regions[DS_READ].data = self->memory.data;
      self->regions[DS_READ].size = run->depth * run->stride;
    }
    if (run->read_percent < 100) {
      self->regions[DS_WRITE].data = run->pool->memory.data + self->number * run->slice;
      self->regions[DS_WRITE].size = run->slice;
      self->regions[DS_WRITE].first = (guint) ((self->regions[DS_READ].size + chunk - 1) / chunk);
    }
  }

  self->n_positions = self->n_free_positions = (guint) (self->regions[DS_WRITE].size / run->stride);
  self->positions = g_new (guint32, self->n_positions + 1);
  for (guint i = 0; i < self->n_positions; i++)
    self->positions[i] = i;
  self->ios = g_new0 (DsIo, run->depth);
  self->completions = g_new0 (DsCompletion, run->depth);
  self->free_slots = g_new (guint16, run->depth);
  for (guint i = 0; i < run->depth; i++) {
    self->free_slots[i] = (guint16) (run->depth - 1 - i);
    self->ios[i].length = (guint32) run->block_size;
    self->ios[i].operation = DS_OPERATION_READ;
    if (self->memory.data != NULL) {
      self->ios[i].data = self->memory.data + i * run->stride;
      self->ios[i].buffer = ds_region_get_buffer (&self->regions[DS_READ], i * run->stride);
    }
  }
  self->reads_only = run->read_percent == 100;
  self->n_free = run->depth;
  self->batch = CLAMP (run->depth / 4, 1, MAX_BATCH);
  /* 100 % is never drawn, and would not fit. */
  self->read_threshold = run->read_percent < 100 ? G_MAXUINT64 / 100 * run->read_percent : G_MAXUINT64;
  self->record_every = 1;
  if (run->max_records > 0)
    self->records = g_new (DsRecord, run->max_records);
  self->looks = self->records != NULL || run->verify;
  self->intervals = g_new0 (DsInterval, DS_WORKER_INTERVALS);
  set_active (self, &self->intervals[0]);

  setup.regions[DS_READ] = self->regions[DS_READ];
  setup.regions[DS_WRITE] = self->regions[DS_WRITE];
  self->backend = run->backend->open (&setup, failure);
  if (self->backend == NULL)
    return FALSE;
  self->grants = self->backend->grants;
  return TRUE;
}

void *
ds_worker_main (void *data)
{
  DsWorker *self = data;
  DsRun *run = self->run;
  DsFailure failure = { 0 };
  char name[16];
  gboolean go;

  g_snprintf (name, sizeof name, "ds-io-%u", self->number);
  pthread_setname_np (pthread_self (), name);

  if (!set_up (self, &failure))
    ds_run_set_failure (run, &failure);

  pthread_mutex_lock (&run->lock);
  run->n_ready++;
  pthread_cond_broadcast (&run->changed);
  while (run->phase == DS_RUN_WAIT)
    pthread_cond_wait (&run->changed, &run->lock);
  go = run->phase == DS_RUN_GO;
  pthread_mutex_unlock (&run->lock);

  if (go) {
    if (run->backend->start != NULL)
      run->backend->start (self->backend, run->start_ns);
    work (self);
  }
  if (self->backend != NULL)
    run->backend->close (self->backend);
  self->backend = NULL;

  atomic_store_explicit (&self->passed, G_MAXINT64, memory_order_release);
  pthread_mutex_lock (&run->lock);
  run->n_finished++;
  pthread_cond_broadcast (&run->changed);
  pthread_mutex_unlock (&run->lock);
  return NULL;
}

DsWorker *
ds_workers_new (DsRun *run)
{
  DsWorker *workers = aligned_alloc (_Alignof(DsWorker), run->n_workers * sizeof (DsWorker));

  if (workers == NULL)
    g_error ("Out of memory for %u workers", run->n_workers);
  for (guint i = 0; i < run->n_workers; i++)
    workers[i] = (DsWorker){ .run = run, .number = i };
  return workers;
}

void
ds_workers_free (DsWorker *workers, guint n_workers)
{
  for (guint i = 0; i < n_workers; i++) {
    ds_memory_unmap (&workers[i].memory);
    g_free (workers[i].positions);
    g_free (workers[i].ios);
    g_free (workers[i].completions);
    g_free (workers[i].free_slots);
    g_free (workers[i].intervals);
    g_free (workers[i].records);
  }
  free (workers);
}

DsInterval *
ds_worker_peek (DsWorker *self, gint64 until_ns)
{
  guint consumed = atomic_load_explicit (&self->consumed, memory_order_relaxed);
  DsInterval *oldest = &self->intervals[consumed % DS_WORKER_INTERVALS];

  if (atomic_load_explicit (&self->published, memory_order_acquire) == consumed || oldest->end_ns > until_ns)
    return NULL;
  return oldest;
}

void
ds_worker_pop (DsWorker *self)
{
  guint consumed = atomic_load_explicit (&self->consumed, memory_order_relaxed);
  DsInterval *oldest = &self->intervals[consumed % DS_WORKER_INTERVALS];

  for (guint i = 0; i < DS_OPERATION_COUNT; i++)
    if (oldest->latency[i].count > 0)
      ds_histogram_clear (&oldest->latency[i]);
  oldest->bytes[DS_READ] = oldest->bytes[DS_WRITE] = 0;
  oldest->measured = FALSE;
  atomic_store_explicit (&self->consumed, consumed + 1, memory_order_release);
}
