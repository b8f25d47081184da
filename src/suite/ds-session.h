/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-options.h"
#include "ds-report.h"
#include "ds-temperatures.h"

G_BEGIN_DECLS

/* Runs one suite on one target and fills a report; keeps the machine awake meanwhile. Lives on the main thread; everything that blocks happens elsewhere.
 *
 * Signals: "cell-changed" (guint index): state, live figures or runs of a cell changed, at most 10 times a second each;
 * "progress": fraction, phase, time left or bytes written changed, at most 10 times a second.
 * The report is complete when run_finish is called, whether it returns TRUE (finished, or stopped: see report->state) or
 * FALSE (failed: report->error holds the same sentence, and what was measured is kept). */

#define DS_TYPE_SESSION (ds_session_get_type ())
G_DECLARE_FINAL_TYPE (DsSession, ds_session, DS, SESSION, GObject)

typedef struct {
  double fraction;      /* 0 to 1 */
  const char *phase;    /* localised: "Preparing the test file", "Measuring", "Pausing", "Stopping" */
  gint cell;            /* index into the report's cells, -1 outside one */
  guint run;            /* 0 the warm-up run, then 1 to runs */
  guint runs;
  double seconds_left;  /* NaN where unknown */
  guint64 bytes_written, bytes_read;
  const DsTemperatures *temperatures; /* of the drive since the start; (nullable) where nobody tells */
} DsProgress;

/* previous: (nullable) a report of the same suite whose cells are kept where only_row leaves them out */
DsSession *ds_session_new (DsOptions *options, const char *target_path, const char *only_row, DsReport *previous);
void ds_session_set_max_write (DsSession *self, guint64 bytes); /* 0: no cap */
/* (transfer none); its cells exist from the start, waiting. A check replaces the report where the drive suggests other
 * values than the options had: see ds_options_suggest_for(). */
DsReport *ds_session_get_report (DsSession *self);
DsOptions *ds_session_get_options (DsSession *self); /* (transfer none): with what suits the drive, once checked */
const DsProgress *ds_session_get_progress (DsSession *self);
gboolean ds_session_get_running (DsSession *self);

/* What can be known before: fills plan and findings of the target, asks nothing, writes nothing. */
void ds_session_check_async (DsSession *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
gboolean ds_session_check_finish (DsSession *self, GAsyncResult *result, GError **error);
double ds_session_get_expected_seconds (DsSession *self);
guint64 ds_session_get_expected_written (DsSession *self); /* at most, bytes */
/* What a drive that writes DS_SESSION_LIKELY_RATE bytes a second would be written; never more than the above */
#define DS_SESSION_LIKELY_RATE 1e9
guint64 ds_session_get_likely_written (DsSession *self);

void ds_session_run_async (DsSession *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
gboolean ds_session_run_finish (DsSession *self, GAsyncResult *result, GError **error);
void ds_session_stop (DsSession *self); /* idempotent; run_finish comes after the drain */

G_END_DECLS
