/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-backend.h"
#include "ds-pool.h"

#include <pthread.h>
#include <stdatomic.h>

G_BEGIN_DECLS

/* What the conductor and the workers of one job share. All but the atomics and what lock guards is written before
 * the workers start. */

#define DS_RUN_MAX_WORKERS 256
#define DS_RUN_TICK        (100 * DS_CLOCK_MILLISECOND)
#define DS_RUN_NO_LIMIT    G_MAXUINT64

/* What a worker takes from job to job: its random stream and the stamps it has used */
typedef struct {
  DsRandom random;
  guint64 serial;
} DsStream;

typedef enum {
  DS_RUN_WAIT, /* workers set themselves up */
  DS_RUN_GO,
  DS_RUN_ABORT, /* one could not: end without an I/O */
} DsRunPhase;

typedef struct {
  const DsBackendClass *backend;
  DsNullDrive drive;
  int fd;
  int stop_fd;
  DsAccess access;
  guint64 block_size;
  guint64 stride; /* from buffer to buffer: the block size, rounded up to whole pages where it is larger */
  guint64 span_offset;
  guint64 span_length;
  guint64 n_blocks; /* of the span; a shorter last one counts where tail is set */
  gboolean tail;
  guint64 points;      /* sequential: blocks evenly spread over the span, 0: every block */
  gboolean verify;     /* compare what is read with the pool */
  guint max_records;   /* of each worker */
  guint64 limit;       /* blocks to transfer, DS_RUN_NO_LIMIT where time is the limit */
  guint64 write_limit; /* blocks that may be written, DS_RUN_NO_LIMIT without a cap */
  guint read_percent;
  DsDurability durability;
  guint threads; /* asked for */
  guint depth;   /* of each worker */
  guint n_workers;
  gint64 ramp_ns;
  gint64 deadline_ns; /* since start_ns; G_MAXINT64 where bytes are the limit */
  const DsPool *pool;
  gsize slice;     /* bytes of the pool that each worker has */
  gint64 start_ns; /* written before phase becomes DS_RUN_GO */

  pthread_mutex_t lock;
  pthread_cond_t changed;
  DsRunPhase phase; /* guarded by lock, as are the counts and the failure */
  guint n_ready;
  guint n_finished;
  DsFailure failure; /* the first one */

  _Alignas(64) _Atomic gboolean stop;       /* set by the person or by a worker that failed */
  _Alignas(64) atomic_uint_fast64_t ticket; /* sequential position, and what is left of a limit */
  _Alignas(64) atomic_uint_fast64_t writes; /* begun, where there is a cap */
  _Alignas(64) char end;
} DsRun;

void ds_run_init (DsRun *self, int stop_fd);
void ds_run_clear (DsRun *self);
void ds_run_stop (DsRun *self); /* any thread */
/* Remembers the first failure */
void ds_run_set_failure (DsRun *self, const DsFailure *failure);
void ds_run_fail (DsRun *self, const DsFailure *failure); /* and stops */

G_END_DECLS
