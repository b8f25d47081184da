/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-findings.h"
#include "ds-heat.h"
#include "ds-inhibitor.h"
#include "ds-inspection.h"
#include "ds-plan.h"
#include "ds-session-report.h"
#include "ds-session.h"

G_BEGIN_DECLS

/* Shared by ds-session.c, what a session is, and ds-session-run.c, how it runs. */

struct _DsSession {
  GObject parent_instance;

  DsOptions *options;
  char *target_path;
  char *only_row;
  DsReport *previous; /* (nullable) */
  guint64 max_write;

  DsPlan *plan;
  GError *plan_error; /* why there is no plan */
  DsReport *report;
  DsProgress progress;
  DsPlace *place; /* (nullable) until checked */
  DsTargetKind target_kind;
  gboolean checked;
  gboolean imaginary;

  GTask *task; /* while running */
  gulong cancelled_id;
  GError *error; /* (nullable): what ended the run, on its way to the task */
  GCancellable *opening; /* while the file is being opened */
  DsTestFile *file;
  DsRunner *runner;
  DsInhibitor *inhibitor;
  DsHeat *heat; /* (nullable) where there is no drive */
  gboolean stopping;
  gint64 started_us; /* monotonic */
  gint64 slept_us;   /* that the computer had been suspended for when the run began */

  guint step;
  guint first_step;    /* where a plan that repeats starts again */
  gint64 measuring_us; /* when it began */
  guint run;           /* of the step's cell: 0 is the first warm-up run */
  double seconds_done; /* expected seconds of the steps and runs that are over */
  double prepare_rate; /* bytes a second */
  gint64 job_started_us;
  guint64 job_bytes[2]; /* of the running job, from its samples */
  guint64 bytes[2];     /* of the jobs that are over */
  DsLive live;
  guint reached_depth; /* outstanding I/Os of all threads in the running cell */
  DsTraffic traffic; /* of the cell's runs */
  guint pause_source;
};

gboolean ds_session_only_reads (DsSession *self); /* the target is not ours, and stays as it is */
gboolean ds_session_prepares (DsSession *self); /* whether the test file is ours to write full */
gboolean ds_session_check_inspected (DsSession *self, GError **error);
void ds_session_detect (DsSession *self, DsMoment moment, DsFacts *facts); /* fills in place, report and imaginary */
void ds_session_emit_progress (DsSession *self, const char *phase);
void ds_session_emit_cell_changed (DsSession *self, guint index);

G_END_DECLS
