/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-session.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-format.h"
#include "ds-session-private.h"

/* What the preparation is guessed to write a second until it tells. */
#define GUESSED_RATE 1e9

enum {
  CELL_CHANGED,
  PROGRESS,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsSession, ds_session, G_TYPE_OBJECT)

static void
ds_session_finalize (GObject *object)
{
  DsSession *self = DS_SESSION (object);

  g_clear_handle_id (&self->pause_source, g_source_remove);
  g_object_unref (self->options);
  g_free (self->target_path);
  g_free (self->only_row);
  g_clear_pointer (&self->previous, ds_report_unref);
  g_clear_pointer (&self->plan, ds_plan_free);
  g_clear_error (&self->plan_error);
  g_clear_error (&self->error);
  g_clear_pointer (&self->report, ds_report_unref);
  g_clear_pointer (&self->place, ds_place_free);
  g_clear_object (&self->opening);
  g_clear_object (&self->file);
  g_clear_object (&self->runner);
  g_clear_object (&self->inhibitor);
  g_clear_object (&self->heat);

  G_OBJECT_CLASS (ds_session_parent_class)->finalize (object);
}

static void
ds_session_class_init (DsSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ds_session_finalize;

  signals[CELL_CHANGED] = g_signal_new ("cell-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[PROGRESS] =
      g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ds_session_init (DsSession *self)
{
  self->prepare_rate = GUESSED_RATE;
  self->progress.cell = -1;
  self->progress.phase = "";
  self->progress.seconds_left = NAN;
}

static void
make_plan (DsSession *self)
{
  g_clear_pointer (&self->plan, ds_plan_free);
  g_clear_error (&self->plan_error);
  g_clear_pointer (&self->report, ds_report_unref);

  self->report = ds_report_new (ds_options_get_suite (self->options)->id);
  ds_session_report_set_options (self->report, self->options);
  self->plan = ds_plan_new (self->options, self->only_row, &self->plan_error);
  if (self->plan)
    ds_session_report_add_cells (self->report, self->plan, self->only_row, self->previous);
}

DsSession *
ds_session_new (DsOptions *options, const char *target_path, const char *only_row, DsReport *previous)
{
  DsSession *self = g_object_new (DS_TYPE_SESSION, NULL);

  self->options = ds_options_copy (options);
  self->target_path = g_strdup (target_path);
  self->only_row = g_strdup (only_row);
  self->previous = previous ? ds_report_ref (previous) : NULL;
  self->imaginary = g_strcmp0 (ds_options_get (options, "engine"), "null") == 0;
  make_plan (self);
  return self;
}

void
ds_session_set_max_write (DsSession *self, guint64 bytes)
{
  self->max_write = bytes;
}

DsReport *
ds_session_get_report (DsSession *self)
{
  return self->report;
}

DsOptions *
ds_session_get_options (DsSession *self)
{
  return self->options;
}

const DsProgress *
ds_session_get_progress (DsSession *self)
{
  return &self->progress;
}

gboolean
ds_session_get_running (DsSession *self)
{
  return self->task != NULL;
}

gboolean
ds_session_only_reads (DsSession *self)
{
  return self->target_kind == DS_TARGET_FILE || self->target_kind == DS_TARGET_DEVICE;
}

gboolean
ds_session_prepares (DsSession *self)
{
  return !ds_session_only_reads (self) && !self->imaginary;
}

static guint64
expected_test_size (DsSession *self)
{
  guint64 size = self->plan ? self->plan->test_size : 0;

  if (self->file)
    return ds_test_file_get_size (self->file);
  if (size == G_MAXUINT64)
    return self->place ? self->place->free : 0;
  return size;
}

double
ds_session_get_expected_seconds (DsSession *self)
{
  return self->plan ? ds_plan_get_seconds (self->plan, expected_test_size (self), self->prepare_rate) : 0;
}

static guint64
written_at (DsSession *self, double bytes_per_second)
{
  guint64 bytes;

  if (self->plan == NULL || !ds_session_prepares (self))
    return 0;
  bytes = ds_plan_get_max_written (self->plan, expected_test_size (self), bytes_per_second);
  return self->max_write > 0 ? MIN (bytes, self->max_write) : bytes;
}

guint64
ds_session_get_expected_written (DsSession *self)
{
  return written_at (self, ds_session_link_rate (self->place));
}

guint64
ds_session_get_likely_written (DsSession *self)
{
  return MIN (written_at (self, DS_SESSION_LIKELY_RATE), ds_session_get_expected_written (self));
}

/* Before the run */

void
ds_session_detect (DsSession *self, DsMoment moment, DsFacts *facts)
{
  facts->place = self->place;
  facts->report = self->report;
  facts->imaginary = self->imaginary;
  ds_findings_detect (moment, facts, self->report);
}

gboolean
ds_session_check_inspected (DsSession *self, GError **error)
{
  if (self->plan == NULL) {
    g_propagate_error (error, g_error_copy (self->plan_error));
    return FALSE;
  }
  if (ds_session_only_reads (self) && self->plan->writes && !self->imaginary) {
    g_set_error (
        error, DS_SUITE_ERROR, DS_SUITE_ERROR_TARGET,
        _ ("“%s” is not a folder, and this test would write to it. Choose a folder, or only read with --op=read."),
        self->target_path);
    return FALSE;
  }
  if (self->max_write > 0 && ds_session_prepares (self) && expected_test_size (self) > self->max_write) {
    g_autofree char *needed = ds_format_capacity (expected_test_size (self));
    g_autofree char *cap = ds_format_capacity (self->max_write);

    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_TOO_MUCH,
                 _ ("Preparing the test file writes %s, more than the %s allowed. Choose a smaller test file or "
                    "allow more."),
                 needed, cap);
    return FALSE;
  }
  return TRUE;
}

static void
check_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  DsSession *self = g_task_get_source_object (task);
  g_autoptr (DsInspection) inspection = ds_inspection_finish (result);
  g_autoptr (GVariant) before = g_variant_ref_sink (ds_options_to_effective (self->options));
  g_autoptr (GVariant) after = NULL;
  GError *error = NULL;

  g_clear_pointer (&self->place, ds_place_free);
  self->place = g_steal_pointer (&inspection->place);
  self->target_kind = inspection->kind;
  if (self->place)
    ds_options_suggest_for (self->options, self->place);
  after = g_variant_ref_sink (ds_options_to_effective (self->options));
  /* Whoever shows the cells keeps them where the drive brings no other defaults. */
  if (!g_variant_equal (before, after))
    make_plan (self);
  ds_session_report_set_target (self->report, self->target_path, self->place);
  ds_session_report_set_system (self->report, inspection->system);
  self->checked = TRUE;
  ds_session_detect (self, DS_MOMENT_BEFORE,
                     &(DsFacts){ .unwritten_bytes = -1,
                                 .cached_share = -1,
                                 .cell = -1,
                                 .heat_known = TRUE,
                                 .hottest = inspection->temperature,
                                 .warning_temperature = inspection->warning_temperature,
                                 .speed_kept = NAN });

  if (g_task_return_error_if_cancelled (task))
    return;
  if (ds_session_check_inspected (self, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
ds_session_check_async (DsSession *self,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  ds_inspection_async (self->target_path, check_cb, g_task_new (self, cancellable, callback, user_data));
}

gboolean
ds_session_check_finish (DsSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Progress */

void
ds_session_emit_progress (DsSession *self, const char *phase)
{
  double in_step = (double) (g_get_monotonic_time () - self->job_started_us) / G_USEC_PER_SEC;
  double elapsed;
  double left = ds_plan_get_seconds_left (
      self->plan, &(DsPlanPosition){
                      .step = self->step,
                      .run = self->run,
                      .seconds = in_step,
                      .bytes = self->job_bytes[DS_WRITE],
                      .test_size = ds_session_prepares (self) ? expected_test_size (self) : 0,
                      .bytes_per_second = self->prepare_rate,
                  });
  double fraction;

  elapsed = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
  fraction = elapsed + left > 0 ? elapsed / (elapsed + left) : 1;
  /* A better guess of the preparation's speed does not take back what a person has seen. */
  self->progress.fraction = CLAMP (fraction, self->progress.fraction, 1);
  self->progress.phase = self->stopping ? _ ("Stopping") : phase;
  self->progress.seconds_left = self->stopping ? NAN : left;
  self->progress.bytes_written = self->bytes[DS_WRITE] + self->job_bytes[DS_WRITE];
  self->progress.bytes_read = self->bytes[DS_READ] + self->job_bytes[DS_READ];
  self->progress.temperatures = self->heat ? ds_heat_get_temperatures (self->heat) : NULL;
  g_signal_emit (self, signals[PROGRESS], 0);
}

void
ds_session_emit_cell_changed (DsSession *self, guint index)
{
  g_signal_emit (self, signals[CELL_CHANGED], 0, index);
}
