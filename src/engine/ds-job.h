/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A job is what the runner carries out on one test file: measure it, or write it full beforehand.
 *
 * Units: bytes and seconds. A job is a plain value; copy it by assignment. */

typedef enum {
  DS_JOB_MEASURE,
  DS_JOB_PREPARE, /* write every byte of the span once, flush, and confirm that no hole is left */
  DS_JOB_VERIFY,  /* read the span once and compare it with what this runner wrote there last */
} DsJobKind;

typedef enum {
  DS_ACCESS_SEQUENTIAL,
  DS_ACCESS_RANDOM,
} DsAccess;

typedef enum {
  DS_DURABILITY_OFF,   /* the drive's volatile write cache may answer */
  DS_DURABILITY_DSYNC, /* every write carries RWF_DSYNC */
  DS_DURABILITY_FLUSH, /* fdatasync() after every write, timed on its own */
} DsDurability;

typedef enum {
  DS_BACKEND_AUTO, /* io_uring, else sync */
  DS_BACKEND_URING,
  DS_BACKEND_SYNC,
  DS_BACKEND_NULL, /* an imaginary drive of known speed */
} DsBackendKind;

#define DS_JOB_MAX_QUEUE_DEPTH 512
#define DS_JOB_MAX_THREADS     64

typedef struct {
  DsJobKind kind;
  DsAccess access;
  guint64 block_size;
  guint queue_depth;  /* outstanding I/Os a thread, 1 to DS_JOB_MAX_QUEUE_DEPTH */
  guint threads;      /* 1 to DS_JOB_MAX_THREADS */
  guint read_percent; /* 100 reads only, 0 writes only */
  DsDurability durability;
  guint data_percent;  /* incompressible share of what is written, 0 to 100 */
  guint64 span_offset; /* where in the file the job works; a multiple of the block size */
  guint64 span_length; /* 0: to the end of the file */
  double ramp_seconds; /* I/O before the measured window, not counted */
  double seconds;      /* the measured window; 0: bounded by bytes */
  guint64 bytes;       /* how much to transfer where seconds is 0 */
  guint points;        /* sequential: this many blocks, evenly spread over the span; 0: every block */
  guint max_records;   /* how many I/Os are kept one by one, thinned out evenly where there are more; 0: none */
  guint64 max_written; /* the job ends by itself, as stopped, before it would write more; 0: no cap */
} DsJob;

G_END_DECLS
