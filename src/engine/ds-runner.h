/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-histogram.h"
#include "ds-job.h"
#include "ds-test-file.h"

G_BEGIN_DECLS

/* Carries out one job at a time on threads of its own: one conducts ("ds-io"), one a worker ("ds-io-0" ...), each
 * with its own ring. The runner belongs to the thread and GMainContext that called ds_runner_run_async(); its
 * callbacks run there. Random streams go on from job to job: a runner is made once a session. */

#define DS_TYPE_RUNNER (ds_runner_get_type ())
G_DECLARE_FINAL_TYPE (DsRunner, ds_runner, DS, RUNNER, GObject)

enum { DS_READ, DS_WRITE };

/* What happened in one tick (100 ms), workers merged */
typedef struct {
  gint64 start_ns; /* since the job's first submission, on CLOCK_MONOTONIC */
  gint64 end_ns;
  gboolean measured; /* inside the measured window, not ramp */
  guint64 ios[2];    /* by DS_READ, DS_WRITE */
  guint64 bytes[2];
  double mean_ns[2]; /* latency, NaN where there were none */
  double p99_ns[2];
  double max_ns[2];
  double flush_mean_ns; /* NaN where there were none */
} DsSample;

/* One I/O, where a job keeps them one by one */
typedef struct {
  guint64 offset;
  guint64 latency_ns;
  gint64 end_ns; /* since the job's first submission */
  guint32 length;
  guint32 way; /* DS_READ or DS_WRITE */
} DsRecord;

typedef struct {
  gint64 window_ns; /* the real measured time */
  guint64 ios[2];   /* completed inside the window */
  guint64 bytes[2];
  guint64 total_bytes[2]; /* whatever was transferred, ramp and drained I/Os included: what the kernel counts */
  DsHistogram latency[2]; /* ns */
  DsHistogram flush;      /* fdatasync after a write, ns */
  double cpu_seconds;     /* user and system time of the workers within the window */
  guint cpus;             /* CPUs this process may use */
  DsBackendKind backend;  /* what really ran */
  char *engine;        /* in words: "io_uring (registered file and buffers, single issuer, deferred task work)" */
  char *engine_reason; /* why not the first choice, NULL where it was: "io_uring is refused by this kernel (EPERM)"
                        */
  guint effective_queue_depth; /* outstanding I/Os a thread: below the asked where the sync engine's limit bites */
  GArray *records;             /* (nullable) (element-type DsRecord): of DsJob.max_records, by their end */
  guint record_every;          /* how many I/Os stand for one record */
  guint64 mismatched_bytes;    /* after DS_JOB_VERIFY: in units of 4 KiB, or of the block where that is smaller */
  guint64 first_mismatch;      /* offset in the file of the first of them */
  gint64 unwritten_bytes;      /* after DS_JOB_PREPARE: holes left, -1 unknown */
  gboolean stopped;            /* by ds_runner_stop() or the cancellable, before its time */
  GError *error;               /* DS_ENGINE_ERROR that ended the job early; the counts up to then are valid */
} DsJobResult;

void ds_job_result_free (DsJobResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsJobResult, ds_job_result_free)

/* The imaginary drive of the null engine, a FIFO queue in virtual time: an I/O completes latency_ns after its
 * submission, but not sooner than block_size / bytes_per_second after the one before it. Every tail_every-th I/O
 * takes tail_ns instead of latency_ns (0: none). The workers share the rate evenly. */
typedef struct {
  guint64 latency_ns[2];
  double bytes_per_second[2];
  guint tail_every;
  guint64 tail_ns;
  gboolean hurry; /* do not pace virtual time by the real clock */
} DsNullDrive;

typedef void (*DsSampleFunc) (DsRunner *runner, const DsSample *sample, gpointer user_data);

DsRunner *ds_runner_new (DsBackendKind backend, guint64 seed);
void ds_runner_set_null_drive (DsRunner *self, const DsNullDrive *drive); /* copied; before a job */
void ds_runner_set_sample_func (DsRunner *self, DsSampleFunc func, gpointer user_data);

/* Whether the target and memory bear this job, without running it: block size against alignment and span, buffers
 * against memory. FALSE and a DS_ENGINE_ERROR sentence where not. Does not block. */
gboolean ds_runner_check (DsRunner *self, DsTestFile *file, const DsJob *job, GError **error);

void ds_runner_run_async (DsRunner *self,
                          DsTestFile *file,
                          const DsJob *job,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
/* (transfer full). NULL with an error only where no I/O was submitted; a job that was stopped or failed on the way
 * returns what it measured, see DsJobResult.stopped and .error. */
DsJobResult *ds_runner_run_finish (DsRunner *self, GAsyncResult *result, GError **error);

/* Ends the running job; its workers drain what is outstanding first. The finish call comes then. */
void ds_runner_stop (DsRunner *self);
gboolean ds_runner_get_running (DsRunner *self);

G_END_DECLS
