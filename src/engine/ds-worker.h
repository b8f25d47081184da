/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-run.h"

G_BEGIN_DECLS

/* One worker: a thread that keeps its queue full and counts what completes.
 *
 * It counts into an interval of its own and passes it to the conductor at the end of a tick by moving a counter
 * on; the conductor merges and empties it and moves another counter on. The counts of a whole job are the sum of
 * its intervals, so that an I/O is counted once. */

/* One that fills, one that waits for the conductor, and two so that the first and last of the measured window can
 * always be passed on at once, whatever keeps the conductor. */
#define DS_WORKER_INTERVALS 4

typedef struct {
  gint64 end_ns; /* since the job's start: completions after it are in the next one */
  gboolean measured;
  guint64 bytes[2]; /* by DS_READ, DS_WRITE */
  DsHistogram latency[DS_OPERATION_COUNT];
} DsInterval;

typedef struct {
  /* Written by the worker alone; by others once its thread has ended, or before it starts */
  DsRun *run;
  guint number;
  guint batch; /* I/Os to submit in one call */
  DsBackend *backend;
  DsInterval *active;
  DsHistogram *latency[DS_OPERATION_COUNT]; /* of the active interval */
  gboolean reads_only;
  gboolean looks;  /* completed I/Os are recorded or compared */
  gint64 boundary; /* on the job's clock: when to look at the phase again */
  DsIo *ios;
  guint16 *free_slots;
  guint n_free;
  guint32 *positions; /* a ring of free positions in the pool's slice, oldest first */
  guint n_positions;
  guint first_position;
  guint n_free_positions;
  DsStream stream;
  guint64 read_threshold; /* an operation is a read where a random number is below it */
  gboolean exhausted;     /* the limit is reached: no new I/O */
  gboolean over;          /* the window has ended: what completes is drained and not counted */
  gboolean in_window;
  DsCompletion *completions;
  DsRegion regions[2];
  DsMemory memory;   /* read buffers */
  DsRecord *records; /* (nullable) I/Os kept one by one */
  guint n_records;
  guint record_every; /* how many I/Os stand for one of them */
  guint record_skip;
  guint64 mismatched_bytes;
  guint64 first_mismatch;
  guint produced;
  guint64 total_bytes[2];
  gint64 first_ns; /* first submission */
  gint64 end_ns;   /* end of the window as this worker saw it */
  gint64 last_ns;  /* last completion */
  double cpu_start, cpu_end;
  gboolean stopped; /* ended before its time */
  DsGrants grants;
  DsInterval *intervals;
  pthread_t thread;

  _Alignas(64) _Atomic guint published; /* intervals passed on */
  _Alignas(64) _Atomic guint consumed;  /* intervals given back by the conductor */
  _Alignas(64) _Atomic gint64 passed;   /* the last boundary crossed: no interval before it will follow */
} DsWorker;

DsWorker *ds_workers_new (DsRun *run); /* run->n_workers of them */
void ds_workers_free (DsWorker *workers, guint n_workers);
void *ds_worker_main (void *worker); /* for pthread_create() */

/* For the conductor: the oldest interval that ends no later than until_ns, NULL where there is none yet */
DsInterval *ds_worker_peek (DsWorker *self, gint64 until_ns);
void ds_worker_pop (DsWorker *self); /* empties and gives back what peek returned */

/* The end of the tick after now_ns on the job's clock; ticks start anew where the window does */
gint64 ds_run_next_boundary (const DsRun *self, gint64 now_ns);

G_END_DECLS
