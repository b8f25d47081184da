/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-clock.h"
#include "ds-conductor.h"
#include "ds-worker.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* How long after the end of a tick the workers are given to pass their intervals on */
#define GRACE (4 * DS_CLOCK_MILLISECOND)
/* How often an imaginary drive that hurries is looked at */
#define LOOK (DS_CLOCK_MILLISECOND / 10)

#define PREPARE_BLOCK (G_GUINT64_CONSTANT (1) << 20)
#define PREPARE_DEPTH 8
#define FLUSH_PART    (G_GUINT64_CONSTANT (16) << 20)

/* The sample that is being made */
typedef struct {
  gint64 start_ns;
  gboolean measured;
  guint64 bytes[2];
  DsHistogram latency[DS_OPERATION_COUNT];
} Tick;

DsConductor *
ds_conductor_new (DsFailure *failure)
{
  DsConductor *self = aligned_alloc (_Alignof(DsConductor), sizeof *self);
  int stop_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);

  *failure = (DsFailure){ .kind = DS_FAILURE_START, .error = errno };
  if (self == NULL || stop_fd < 0) {
    if (stop_fd >= 0)
      close (stop_fd);
    free (self);
    return NULL;
  }
  *self = (DsConductor){ .fd = -1 };
  ds_run_init (&self->run, stop_fd);
  self->result = g_new0 (DsJobResult, 1);
  self->result->unwritten_bytes = -1;
  self->queue = ds_sample_queue_new ();
  if (self->queue == NULL) {
    failure->error = errno;
    ds_conductor_free (self);
    return NULL;
  }
  return self;
}

void
ds_conductor_free (DsConductor *self)
{
  close (self->run.stop_fd);
  ds_run_clear (&self->run);
  g_clear_pointer (&self->queue, ds_sample_queue_free);
  g_clear_pointer (&self->result, ds_job_result_free);
  g_clear_object (&self->file);
  free (self);
}

void
ds_conductor_stop (DsConductor *self)
{
  ds_run_stop (&self->run);
}

guint64
ds_conductor_get_stride (guint64 block_size)
{
  /* Blocks smaller than a page lie close together, larger ones begin on a page. */
  return block_size <= DS_POOL_UNIT ? block_size : (block_size + DS_POOL_UNIT - 1) / DS_POOL_UNIT * DS_POOL_UNIT;
}

guint
ds_conductor_count_workers (const DsJob *job, gboolean one_io, guint *depth)
{
  guint threads = MIN (job->threads, DS_RUN_MAX_WORKERS);

  *depth = one_io ? MIN (job->queue_depth, DS_RUN_MAX_WORKERS / threads) : job->queue_depth;
  return one_io ? threads * *depth : threads;
}

DsJob
ds_conductor_resolve_job (const DsJob *job, guint64 file_size, guint64 alignment)
{
  DsJob resolved = *job;

  if (resolved.span_length == 0 && file_size > resolved.span_offset)
    resolved.span_length = file_size - resolved.span_offset;
  if (resolved.kind == DS_JOB_PREPARE) {
    resolved.span_length -= resolved.span_length % MAX (alignment, 1);
    resolved.access = DS_ACCESS_SEQUENTIAL;
    resolved.block_size = PREPARE_BLOCK;
    resolved.queue_depth = PREPARE_DEPTH;
    resolved.threads = 1;
    resolved.read_percent = 0;
    resolved.durability = DS_DURABILITY_OFF;
    resolved.seconds = 0;
    resolved.bytes = resolved.span_length;
  }
  if (resolved.kind == DS_JOB_VERIFY) {
    resolved.access = DS_ACCESS_SEQUENTIAL;
    resolved.read_percent = 100;
    resolved.durability = DS_DURABILITY_OFF;
    resolved.seconds = 0;
    resolved.points = 0;
    resolved.bytes = resolved.span_length - resolved.span_length % MAX (resolved.block_size, 1);
  }
  if (resolved.seconds <= 0)
    resolved.ramp_seconds = 0;
  return resolved;
}

static void
configure (DsConductor *self, const DsBackendClass *class)
{
  const DsJob *job = &self->job;
  DsRun *run = &self->run;
  gboolean prepare = job->kind == DS_JOB_PREPARE;

  run->backend = class;
  run->drive = self->drive;
  run->fd = self->fd;
  run->access = job->access;
  run->block_size = job->block_size;
  run->stride = ds_conductor_get_stride (job->block_size);
  run->span_offset = job->span_offset;
  run->span_length = job->span_length;
  run->tail = prepare && job->span_length % job->block_size != 0;
  run->n_blocks = job->span_length / job->block_size + (run->tail ? 1 : 0);
  run->limit = job->seconds > 0 ? DS_RUN_NO_LIMIT : (job->bytes + job->block_size - 1) / job->block_size;
  run->points = job->access == DS_ACCESS_SEQUENTIAL && job->points < run->n_blocks ? job->points : 0;
  if (run->points > 0 && run->limit != DS_RUN_NO_LIMIT)
    run->limit = MIN (run->limit, run->points);
  run->verify = job->kind == DS_JOB_VERIFY && !class->virtual_time;
  run->write_limit = job->max_written > 0 ? job->max_written / job->block_size : DS_RUN_NO_LIMIT;
  run->read_percent = job->read_percent;
  run->durability = job->durability;
  run->threads = job->threads;
  run->n_workers = ds_conductor_count_workers (job, class->one_io, &run->depth);
  self->result->effective_queue_depth = run->depth;
  self->n_workers = run->n_workers;
  if (class->one_io)
    run->depth = 1;
  run->max_records = job->max_records / run->n_workers;
  run->ramp_ns = (gint64) (job->ramp_seconds * DS_CLOCK_SECOND);
  run->deadline_ns = job->seconds > 0 ? run->ramp_ns + (gint64) (job->seconds * DS_CLOCK_SECOND) : G_MAXINT64;
  run->phase = DS_RUN_WAIT;
  run->n_ready = run->n_finished = 0;
  atomic_store (&run->ticket, 0);
  atomic_store (&run->writes, 0);
}

static gboolean
make_pool (DsConductor *self)
{
  DsRun *run = &self->run;
  gsize least = run->depth * run->stride;

  run->pool = self->pool;
  if (run->backend->virtual_time || run->read_percent == 100)
    return TRUE;
  if (!ds_pool_make (self->pool, run->n_workers * least, self->job.data_percent, self->job.block_size, &run->stop))
    return FALSE;
  /* Positions are numbered by 32 bits and the slices must begin on a page, as direct I/O wants it. */
  run->slice = self->pool->memory.size / run->n_workers;
  run->slice -= run->slice % MAX (run->stride, DS_POOL_UNIT);
  run->slice = MAX (run->slice, least);
  return TRUE;
}

static gint64
now_on_job_clock (const DsRun *run)
{
  return ds_clock_now () - run->start_ns;
}

static void
consume (DsConductor *self, DsWorker *workers, gint64 until_ns, Tick *tick)
{
  DsJobResult *result = self->result;
  DsInterval *interval;

  for (guint i = 0; i < self->run.n_workers; i++)
    while ((interval = ds_worker_peek (&workers[i], until_ns)) != NULL) {
      for (guint op = 0; op < 2 && interval->measured; op++) {
        ds_histogram_merge (&result->latency[op], &interval->latency[op]);
        result->bytes[op] += interval->bytes[op];
      }
      if (interval->measured)
        ds_histogram_merge (&result->flush, &interval->latency[DS_OPERATION_FLUSH]);
      if (interval->measured == tick->measured) {
        for (guint op = 0; op < DS_OPERATION_COUNT; op++)
          ds_histogram_merge (&tick->latency[op], &interval->latency[op]);
        for (guint op = 0; op < 2; op++)
          tick->bytes[op] += interval->bytes[op];
      }
      ds_worker_pop (&workers[i]);
    }
}

static void
emit (DsConductor *self, Tick *tick, gint64 end_ns)
{
  DsSample sample = { .start_ns = tick->start_ns, .end_ns = end_ns, .measured = tick->measured };
  gboolean pushed;

  for (guint op = 0; op < 2; op++) {
    const DsHistogram *latency = &tick->latency[op];

    sample.ios[op] = latency->count;
    sample.bytes[op] = tick->bytes[op];
    sample.mean_ns[op] = ds_histogram_mean (latency);
    sample.p99_ns[op] = ds_histogram_percentile (latency, 99);
    sample.max_ns[op] = latency->count > 0 ? (double) latency->max : (double) NAN;
  }
  sample.flush_mean_ns = ds_histogram_mean (&tick->latency[DS_OPERATION_FLUSH]);

  while (!(pushed = ds_sample_queue_push (self->queue, &sample)) && self->run.backend->virtual_time &&
         !atomic_load (&self->run.stop))
    nanosleep (&(struct timespec){ .tv_nsec = DS_CLOCK_MILLISECOND }, NULL);

  /* An owner that does not dispatch for half a minute gets longer samples, but every count. */
  if (!pushed && end_ns != self->run.ramp_ns)
    return;
  for (guint op = 0; op < DS_OPERATION_COUNT; op++)
    if (tick->latency[op].count > 0)
      ds_histogram_clear (&tick->latency[op]);
  tick->bytes[DS_READ] = tick->bytes[DS_WRITE] = 0;
  tick->start_ns = end_ns;
  tick->measured = end_ns >= self->run.ramp_ns;
}

/* With lock held: until what all workers have counted up to boundary_ns is there. FALSE where they all ended
 * before. */
static gboolean
wait_for_boundary (DsRun *run, DsWorker *workers, gint64 boundary_ns)
{
  for (;;) {
    gint64 now = now_on_job_clock (run), wake = boundary_ns + GRACE;
    struct timespec until;

    if (run->n_finished == run->n_workers) {
      gint64 end_ns = 0;

      for (guint i = 0; i < run->n_workers; i++)
        end_ns = MAX (end_ns, workers[i].end_ns);
      return boundary_ns < end_ns;
    }
    if (run->backend->virtual_time) {
      guint passed = 0;

      while (passed < run->n_workers &&
             atomic_load_explicit (&workers[passed].passed, memory_order_acquire) >= boundary_ns)
        passed++;
      if (passed == run->n_workers)
        return TRUE;
      wake = now + (run->drive.hurry ? LOOK : GRACE);
    } else if (now >= wake) {
      return TRUE;
    }
    until = ds_clock_to_timespec (run->start_ns + wake);
    pthread_cond_timedwait (&run->changed, &run->lock, &until);
  }
}

static void
conduct (DsConductor *self, DsWorker *workers)
{
  DsRun *run = &self->run;
  gint64 boundary = ds_run_next_boundary (run, 0), end_ns = 0;
  Tick *tick = g_new0 (Tick, 1);

  tick->measured = run->ramp_ns == 0;
  pthread_mutex_lock (&run->lock);
  while (boundary < run->deadline_ns && wait_for_boundary (run, workers, boundary)) {
    pthread_mutex_unlock (&run->lock);
    consume (self, workers, boundary, tick);
    emit (self, tick, boundary);
    boundary = ds_run_next_boundary (run, boundary);
    pthread_mutex_lock (&run->lock);
  }
  while (run->n_finished < run->n_workers)
    pthread_cond_wait (&run->changed, &run->lock);
  pthread_mutex_unlock (&run->lock);

  consume (self, workers, G_MAXINT64, tick);
  for (guint i = 0; i < run->n_workers; i++)
    end_ns = MAX (end_ns, workers[i].end_ns);
  if (end_ns > tick->start_ns)
    emit (self, tick, end_ns);
  g_free (tick);
}

static int
compare_records_cb (gconstpointer a, gconstpointer b)
{
  const DsRecord *first = a;
  const DsRecord *second = b;

  return (first->end_ns > second->end_ns) - (first->end_ns < second->end_ns);
}

static void
collect_records (DsConductor *self, const DsWorker *workers)
{
  DsJobResult *result = self->result;

  result->records = g_array_new (FALSE, FALSE, sizeof (DsRecord));
  result->record_every = 1;
  for (guint i = 0; i < self->run.n_workers; i++)
    result->record_every = MAX (result->record_every, workers[i].record_every);
  /* Where one worker had to thin out more than another, all are as thin. */
  for (guint i = 0; i < self->run.n_workers; i++) {
    guint step = result->record_every / workers[i].record_every;

    for (guint j = step; j <= workers[i].n_records; j += step)
      g_array_append_val (result->records, workers[i].records[j - 1]);
  }
  g_array_sort (result->records, compare_records_cb);
}

/* What the workers counted on their own, once their threads have ended */
static void
collect (DsConductor *self, const DsWorker *workers)
{
  DsRun *run = &self->run;
  DsJobResult *result = self->result;
  gint64 first_ns = G_MAXINT64, end_ns = 0;

  self->grants = ~0u;
  for (guint i = 0; i < run->n_workers; i++) {
    const DsWorker *worker = &workers[i];

    for (guint op = 0; op < 2; op++)
      result->total_bytes[op] += worker->total_bytes[op];
    if (worker->in_window)
      result->cpu_seconds += worker->cpu_end - worker->cpu_start;
    result->stopped = result->stopped || worker->stopped;
    first_ns = MIN (first_ns, worker->first_ns);
    end_ns = MAX (end_ns, worker->end_ns);
    if (worker->mismatched_bytes > 0 &&
        (result->mismatched_bytes == 0 || worker->first_mismatch < result->first_mismatch))
      result->first_mismatch = worker->first_mismatch;
    result->mismatched_bytes += worker->mismatched_bytes;
    self->grants &= worker->grants;
    self->streams[i] = worker->stream;
  }
  for (guint op = 0; op < 2; op++)
    result->ios[op] = result->latency[op].count;
  if (run->max_records > 0)
    collect_records (self, workers);
  result->window_ns = MAX (end_ns - (run->deadline_ns == G_MAXINT64 ? first_ns : run->ramp_ns), 0);
}

static guint
start_workers (DsConductor *self, DsWorker *workers)
{
  guint n_started = 0;

  while (n_started < self->run.n_workers) {
    int error = pthread_create (&workers[n_started].thread, NULL, ds_worker_main, &workers[n_started]);

    if (error != 0) {
      ds_run_set_failure (&self->run, &(DsFailure){ .kind = DS_FAILURE_START, .error = error });
      break;
    }
    n_started++;
  }
  return n_started;
}

/* FALSE where no I/O was submitted: run.failure says why. */
static gboolean
run_on (DsConductor *self, const DsBackendClass *class)
{
  DsRun *run = &self->run;
  DsWorker *workers;
  gboolean go;
  guint n_started;

  configure (self, class);
  if (!make_pool (self)) {
    ds_run_set_failure (run, &(DsFailure){ .kind = DS_FAILURE_MEMORY });
    return FALSE;
  }
  workers = ds_workers_new (run);
  for (guint i = 0; i < run->n_workers; i++)
    workers[i].stream = self->streams[i];
  n_started = start_workers (self, workers);

  pthread_mutex_lock (&run->lock);
  while (run->n_ready < n_started)
    pthread_cond_wait (&run->changed, &run->lock);
  go = run->failure.kind == DS_FAILURE_NONE;
  run->start_ns = ds_clock_now ();
  run->phase = go ? DS_RUN_GO : DS_RUN_ABORT;
  pthread_cond_broadcast (&run->changed);
  pthread_mutex_unlock (&run->lock);

  if (go) {
    self->submitted = TRUE;
    self->result->backend = class->kind;
    conduct (self, workers);
  }
  for (guint i = 0; i < n_started; i++)
    pthread_join (workers[i].thread, NULL);
  if (go)
    collect (self, workers);
  ds_workers_free (workers, run->n_workers);
  return go;
}

/* Written blocks that the drive has not promised to keep are not yet what later jobs shall read. */
static void
flush_file (DsConductor *self)
{
  guint64 end = self->job.span_offset + self->job.span_length;

  /* Through the page cache most of it may still be in memory: part by part, so that the person can stop. */
  for (guint64 at = self->job.span_offset; !self->direct && at < end; at += FLUSH_PART) {
    if (atomic_load (&self->run.stop)) {
      self->result->stopped = TRUE;
      return;
    }
    /* Where this is not supported fsync() does it all at once. */
    if (sync_file_range (self->fd, (off_t) at, (off_t) MIN (FLUSH_PART, end - at),
                         SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER) < 0)
      break;
  }
  if (fsync (self->fd) < 0)
    ds_run_set_failure (&self->run, &(DsFailure){
                                        .kind = DS_FAILURE_IO,
                                        .operation = DS_OPERATION_FLUSH,
                                        .offset = self->job.span_offset,
                                        .length = self->job.span_length,
                                        .error = errno,
                                    });
}

static void *
conductor_main (void *data)
{
  DsConductor *self = data;

  pthread_setname_np (pthread_self (), "ds-io");

  if (self->backend == DS_BACKEND_NULL) {
    run_on (self, &ds_backend_null);
  } else if (self->backend == DS_BACKEND_SYNC || !run_on (self, &ds_backend_uring)) {
    gboolean refused = self->run.failure.kind == DS_FAILURE_RING;

    if (refused && self->backend == DS_BACKEND_AUTO) {
      self->no_uring = self->run.failure;
      self->run.failure.kind = DS_FAILURE_NONE;
    }
    if (self->run.failure.kind == DS_FAILURE_NONE)
      run_on (self, &ds_backend_sync);
  }

  if (self->job.kind == DS_JOB_PREPARE && self->result->backend != DS_BACKEND_NULL && self->submitted &&
      !self->result->stopped && self->run.failure.kind == DS_FAILURE_NONE) {
    flush_file (self);
    if (!self->result->stopped && self->run.failure.kind == DS_FAILURE_NONE)
      self->result->unwritten_bytes = ds_test_file_unwritten_bytes (self->file);
  }

  self->failure = self->run.failure;
  if (self->failure.kind != DS_FAILURE_NONE)
    self->result->stopped = FALSE;
  self->result->cpus = g_get_num_processors ();
  ds_sample_queue_close (self->queue);
  return NULL;
}

gboolean
ds_conductor_start (DsConductor *self, DsFailure *failure)
{
  sigset_t all, before;
  int error;

  /* Signals are for the program's main thread; the workers inherit this mask. */
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  error = pthread_create (&self->thread, NULL, conductor_main, self);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  *failure = (DsFailure){ .kind = DS_FAILURE_START, .error = error };
  return error == 0;
}

void
ds_conductor_join (DsConductor *self)
{
  pthread_join (self->thread, NULL);
}
