/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One tile, bar or point: what was asked, and every run of it.
 * Units: bytes, seconds, nanoseconds; MB/s is 10^6 bytes a second. Unknown doubles are NaN. */

typedef enum {
  DS_OP_READ,
  DS_OP_WRITE,
  DS_OP_MIX,
} DsOp;

const char *ds_op_get_id (DsOp op); /* "read", "write", "mix" */

typedef struct {
  double mean, p50, p90, p99, p99_9, p99_99, p99_999, max; /* ns */
} DsLatency;

typedef struct {
  double seconds; /* the real measured window */
  guint64 bytes;
  guint64 ios;
  DsLatency latency;
} DsFigures;

double ds_figures_get_mb_s (const DsFigures *self); /* NaN where nothing was measured */
double ds_figures_get_iops (const DsFigures *self);

/* One measured window */
typedef struct {
  DsFigures total;       /* of a mixed run the sum, its latency over all I/Os */
  DsFigures part[2];     /* a mixed run's reads and writes; else zero */
  DsLatency flush;       /* fdatasync() after each write; NaN where there was none */
  double cpu_seconds;
  double cpu_share;      /* of what the workers could have had, 0 to 1 */
  GArray *histogram;     /* (nullable) (element-type DsBin): of all I/Os; kept for the shown run */
} DsRun;

typedef struct {
  guint64 start_ns;
  guint64 end_ns;
  guint64 count;
} DsBin;

typedef enum {
  DS_CELL_WAITING,
  DS_CELL_RUNNING,
  DS_CELL_DONE,
  DS_CELL_STOPPED,     /* ended before its runs were complete; what it has is kept */
  DS_CELL_FAILED,      /* note says why */
  DS_CELL_UNSUPPORTED, /* by this target; note says why */
} DsCellState;

typedef struct {
  char *label; /* "RND4K Q32T1" */
  DsOp op;
  guint64 block_size;
  guint queue_depth;
  guint threads;
  char *pattern; /* "sequential", "random" */
  guint read_percent;
  char *durable;  /* "off", "dsync", "flush" */
  guint data;     /* incompressible percentage */
  gboolean direct;
  DsCellState state;
  char *note;     /* (nullable) a sentence */
  char *invalid;  /* (nullable) id of the finding that makes the numbers worthless */
  GArray *runs;   /* (element-type DsRun): counted runs in the order they ran */
  gint shown;     /* index of the run that is shown: the best; -1 while there is none */
  /* While it runs, not stored: */
  double live_mb_s;
  double live_iops;
  double live_latency_ns;
  guint live_run; /* 0 the warm-up run, then 1 to N */
  guint live_runs;
} DsCell;

DsCell *ds_cell_new (const char *label, DsOp op);
DsCell *ds_cell_copy (const DsCell *self); /* (transfer full): histograms are shared */
void ds_cell_free (DsCell *self);
void ds_cell_add_run (DsCell *self, const DsRun *run); /* takes run->histogram; updates shown (highest MB/s) */
const DsRun *ds_cell_get_shown (const DsCell *self);   /* (nullable) */
double ds_cell_get_mb_s (const DsCell *self);          /* of the shown run; NaN where none */
double ds_cell_get_iops (const DsCell *self);
double ds_cell_get_latency (const DsCell *self);       /* mean of the shown run, ns */
double ds_cell_get_median_mb_s (const DsCell *self);
double ds_cell_get_min_mb_s (const DsCell *self);
/* 100 * (max - min) / (2 * median) over the runs; NaN below two runs */
double ds_cell_get_spread_percent (const DsCell *self);

G_END_DECLS
