/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-runner.h"

G_BEGIN_DECLS

/* Runs one job to its end on the default main context. */

typedef struct {
  GArray *samples;  /* (nullable) (element-type DsSample): filled */
  guint stop_after; /* ms, 0: not at all */
  gboolean cancel;  /* stop by the cancellable */
  gint64 stop_took; /* µs from stopping to the finish call */
} JobLoop;

/* loop: (nullable). The result as ds_runner_run_finish() gives it. */
DsJobResult *job_loop_run (JobLoop *loop, DsRunner *runner, DsTestFile *file, const DsJob *job, GError **error);
/* The same, where the job must run and end without an error */
DsJobResult *job_loop_run_well (JobLoop *loop, DsRunner *runner, DsTestFile *file, const DsJob *job);

/* A test file in the build folder, written full; NULL where its file system has no direct I/O: the running test is
 * then marked as skipped. */
DsTestFile *job_loop_new_file (guint64 size);

#define KIB (G_GUINT64_CONSTANT (1) << 10)
#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define GIB (G_GUINT64_CONSTANT (1) << 30)

G_END_DECLS
