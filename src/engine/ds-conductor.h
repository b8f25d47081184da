/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-run.h"
#include "ds-sample-queue.h"

G_BEGIN_DECLS

/* One job from its start to its end, on a thread of its own ("ds-io"). Made, started and freed by the owner's
 * thread. */

typedef struct {
  /* Given by the owner */
  DsJob job;
  DsBackendKind backend;
  DsNullDrive drive;
  DsTestFile *file; /* (owned) */
  int fd;
  guint64 file_size;
  gboolean direct;
  DsPool *pool;      /* the runner's */
  DsStream *streams; /* the runner's, DS_RUN_MAX_WORKERS of them */

  /* What came of it, for the owner once the queue is closed and the thread joined */
  DsJobResult *result; /* without its texts and error, which the owner's thread makes */
  DsFailure failure;   /* that ended the job */
  DsFailure no_uring;  /* that made the sync engine run */
  DsGrants grants;     /* what every worker's ring was granted */
  guint n_workers;
  gboolean submitted; /* some I/O may have been */

  DsRun run;
  DsSampleQueue *queue;
  pthread_t thread;
} DsConductor;

DsConductor *ds_conductor_new (DsFailure *failure); /* (transfer full) (nullable) */
gboolean ds_conductor_start (DsConductor *self, DsFailure *failure);
void ds_conductor_stop (DsConductor *self); /* any thread */
void ds_conductor_join (DsConductor *self);
void ds_conductor_free (DsConductor *self);

/* How a job divides over workers: the sync engine has one outstanding I/O a worker. */
guint ds_conductor_count_workers (const DsJob *job, gboolean one_io, guint *depth);
guint64 ds_conductor_get_stride (guint64 block_size);
/* A preparation writes in its own way, whatever the job's pattern. */
DsJob ds_conductor_resolve_job (const DsJob *job, guint64 file_size, guint64 alignment);

G_END_DECLS
