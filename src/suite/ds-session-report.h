/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-options.h"
#include "ds-place.h"
#include "ds-plan.h"
#include "ds-report.h"
#include "ds-runner.h"
#include "ds-system.h"

G_BEGIN_DECLS

/* What the session knows, written into the report: the one place where engine and drive facts become a result's fields. */

void ds_session_report_set_options (DsReport *report, DsOptions *options);
void ds_session_report_start (DsReport *report, DsOptions *options); /* date and seed */
/* Cells of previous are kept where only_row leaves them out; both (nullable) */
void ds_session_report_add_cells (DsReport *report, DsPlan *plan, const char *only_row, DsReport *previous);
void ds_session_report_set_target (DsReport *report, const char *path, const DsPlace *place); /* place: (nullable) */
void ds_session_report_set_system (DsReport *report, const DsSystem *system);
void ds_session_report_set_engine (DsReport *report, const DsJobResult *result);
void ds_session_report_make_run (const DsJobResult *result, const DsJob *job, DsRun *run);
DsSeries *ds_session_report_find_series (DsReport *report, const char *name); /* (nullable) (transfer none) */
/* In place of one of the same name. series: (transfer full) */
void ds_session_report_set_series (DsReport *report, DsSeries *series);
void ds_session_report_mismatch (DsCell *cell, const DsJobResult *result); /* fails the cell, with the sentence */
GError *ds_session_report_first_failure (DsReport *report); /* (transfer full) (nullable) */

DsBackendKind ds_session_backend (DsOptions *options);
/* Bytes a second that the link of the place's drive can carry at most; 0 unknown */
double ds_session_link_rate (const DsPlace *place);

/* The running window so far, for the live figures of its cell */
typedef struct {
  gint64 start_ns;
  gint64 end_ns;
  guint64 bytes;
  guint64 ios;
  double latency_ns; /* weighted by I/Os */
} DsLive;

void ds_live_add (DsLive *self, const DsSample *sample, DsCell *cell);

/* What the leaf disks saw of a cell's runs */
typedef struct {
  guint64 issued[2]; /* our own bytes */
  guint64 leaf[2];
  guint64 start[2];
  gboolean known;
} DsTraffic;

void ds_traffic_start (DsTraffic *self, const DsPlace *place);
gboolean ds_traffic_end (DsTraffic *self, const DsPlace *place); /* fills leaf; FALSE where unknown */

G_END_DECLS
