/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-job.h"
#include "ds-options.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* A suite's table and a person's options, expanded: the steps in order. What --dry-run shows. */

typedef enum {
  DS_STEP_PREPARE,
  DS_STEP_CELL,
  DS_STEP_VERIFY, /* reads back what the cell before it wrote */
  DS_STEP_PAUSE,
} DsStepKind;

typedef struct {
  DsStepKind kind;
  const DsStage *stage; /* (nullable): of a pause none */
  DsJob job;
  guint cell; /* index into the report's cells, of DS_STEP_CELL and DS_STEP_VERIFY */
  guint runs; /* counted */
  guint warm_up_runs;
  double seconds; /* of a pause */
} DsStep;

typedef struct {
  const DsSuite *suite;
  GArray *steps;    /* (element-type DsStep) */
  GPtrArray *cells; /* (element-type DsCell), waiting */
  guint64 test_size; /* bytes of the test file; G_MAXUINT64: all free space */
  gboolean writes;   /* whether any step writes to the target */
  double repeat_seconds; /* all steps but the preparation go on until so much time has passed; 0: once */
} DsPlan;

/* only_row: (nullable) a row label, for a row button: its cells alone */
DsPlan *ds_plan_new (DsOptions *options, const char *only_row, GError **error); /* (transfer full) */
void ds_plan_free (DsPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsPlan, ds_plan_free)

/* Expected duration; the test file is written at bytes_per_second */
double ds_step_get_seconds (const DsStep *self, guint64 test_size, double bytes_per_second);
double ds_plan_get_seconds (const DsPlan *self, guint64 test_size, double bytes_per_second);

/* Where a session stands in a plan */
typedef struct {
  guint step;
  guint run;      /* of a cell's step, the warm-up runs counted */
  double seconds; /* since the run, pause or preparation began */
  guint64 bytes;  /* written by the preparation so far */
  guint64 test_size; /* 0: nothing is prepared */
  double bytes_per_second;
} DsPlanPosition;

double ds_plan_get_seconds_left (const DsPlan *self, const DsPlanPosition *position);
/* The most it can write: the file once, and each writing window at bytes_per_second (0: as fast as any drive is known to be) */
guint64 ds_plan_get_max_written (const DsPlan *self, guint64 test_size, double bytes_per_second);

G_END_DECLS
