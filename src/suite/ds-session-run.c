/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-session.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-curve.h"
#include "ds-format.h"
#include "ds-open-target.h"
#include "ds-session-aid.h"
#include "ds-session-private.h"

/* The run of a session: one step after the other, each ended by a callback on the main thread. */

#define PAUSE_TICK_MS 100

static void next_step (DsSession *self);

static const char *
phase_of (const DsStep *step)
{
  switch (step->kind) {
  case DS_STEP_PREPARE:
    return _ ("Preparing the test file");
  case DS_STEP_CELL:
    return _ ("Measuring");
  case DS_STEP_VERIFY:
    return _ ("Comparing what was written");
  case DS_STEP_PAUSE:
  default:
    return _ ("Pausing");
  }
}

/* The step's job, with what only the open target tells */
static DsJob
job_of (DsSession *self, const DsStep *step)
{
  DsJob job = step->job;
  guint64 span = ds_test_file_get_size (self->file);

  if (step->stage->least_block)
    job.block_size = MAX (job.block_size, ds_test_file_get_alignment (self->file));
  if (job.span_length > span)
    job.span_length = 0;
  if (job.bytes == G_MAXUINT64)
    job.bytes = job.span_length > 0 ? job.span_length : span;
  if (job.points > 0)
    job.bytes = MIN (job.bytes, job.points * job.block_size);
  return job;
}

/* The curve so far; the job's end replaces it by a finer one. */
static void
add_to_curve (DsSession *self, const DsStep *step, const DsSample *sample)
{
  DsSeries *series = ds_session_report_find_series (self->report, step->stage->id);
  DsJob job = job_of (self, step);
  double done = (double) (self->job_bytes[DS_READ] + self->job_bytes[DS_WRITE]);

  if (series && job.bytes > 0)
    done = done / (double) job.bytes * (double) ds_test_file_get_size (self->file);
  if (series)
    ds_curve_add_sample (step->stage->curve, series, sample, done);
}

static void
sample_cb (DsRunner *runner, const DsSample *sample, gpointer user_data)
{
  DsSession *self = user_data;
  const DsStep *step = &g_array_index (self->plan->steps, DsStep, self->step);

  for (guint way = DS_READ; way <= DS_WRITE; way++)
    self->job_bytes[way] += sample->bytes[way];

  if (step->kind == DS_STEP_PREPARE) {
    double seconds = (double) sample->end_ns / DS_NS_PER_S;

    if (seconds > 0.5 && self->job_bytes[DS_WRITE] > 0)
      self->prepare_rate = (double) self->job_bytes[DS_WRITE] / seconds;
  } else if (step->kind == DS_STEP_CELL) {
    ds_live_add (&self->live, sample, self->report->cells->pdata[step->cell]);
    if (self->heat)
      ds_heat_add_sample (self->heat, sample);
    if (step->stage->curve != DS_CURVE_NONE)
      add_to_curve (self, step, sample);
    ds_session_emit_cell_changed (self, step->cell);
  }
  ds_session_emit_progress (self, phase_of (step));
}

/* The run */

/* Looks at the page cache and lets the file go, which frees its blocks: both can take their time. */
static void
conclude_thread (GTask *task, gpointer source, gpointer file, GCancellable *cancellable)
{
  double *share = g_new (double, 1);

  *share = ds_test_file_cached_share (file);
  g_task_set_task_data (task, NULL, NULL);
  g_task_return_pointer (task, share, g_free);
}

static void
conclude_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DsSession *self = DS_SESSION (source);
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  g_autofree double *share = g_task_propagate_pointer (G_TASK (result), NULL);
  DsReport *report = self->report;
  GError *error = g_steal_pointer (&self->error);

  DsFacts facts = { .unwritten_bytes = -1,
                    .cached_share = share ? *share : -1,
                    .cell = -1,
                    .slept_seconds = (double) (ds_session_get_slept () - self->slept_us) / G_USEC_PER_SEC };

  if (self->heat)
    ds_heat_end (self->heat, &facts);
  self->progress.temperatures = NULL;
  g_clear_object (&self->heat);
  ds_session_detect (self, DS_MOMENT_AFTER, &facts);

  report->seconds = (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
  report->bytes_read = self->bytes[DS_READ];
  report->bytes_written = self->bytes[DS_WRITE];
  if (error == NULL)
    error = ds_session_report_first_failure (report);
  report->state = error ? DS_STATE_FAILED : self->stopping ? DS_STATE_STOPPED : DS_STATE_FINISHED;
  g_free (report->error);
  report->error = error ? g_strdup (error->message) : NULL;

  g_clear_object (&self->inhibitor);
  self->progress.cell = -1;
  self->progress.seconds_left = 0;
  if (report->state == DS_STATE_FINISHED)
    self->progress.fraction = 1;
  g_clear_signal_handler (&self->cancelled_id, g_task_get_cancellable (task));

  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
conclude (DsSession *self)
{
  g_autoptr (GTask) work = g_task_new (self, NULL, conclude_cb, NULL);

  if (self->file && !self->imaginary) {
    g_task_set_task_data (work, g_steal_pointer (&self->file), g_object_unref);
    g_task_run_in_thread (work, conclude_thread);
  } else {
    g_clear_object (&self->file);
    g_task_return_pointer (work, NULL, NULL);
  }
}

static void
heat_after_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSession) self = user_data;

  ds_heat_read_finish (DS_HEAT (source), result);
  conclude (self);
}

static void
finish (DsSession *self, GError *error)
{
  for (guint i = 0; i < self->report->cells->len; i++) {
    DsCell *cell = self->report->cells->pdata[i];

    if (cell->state == DS_CELL_RUNNING)
      cell->state = DS_CELL_STOPPED;
  }
  g_clear_error (&self->error);
  self->error = error;
  g_clear_object (&self->runner);

  if (self->heat)
    ds_heat_stop (self->heat);
  if (self->heat && ds_heat_has_counters (self->heat))
    ds_heat_read_async (self->heat, NULL, heat_after_cb, g_object_ref (self));
  else
    conclude (self);
}

/* TRUE where the test cannot go on after this */
static gboolean
is_the_end (const GError *error)
{
  return !(g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_ALIGNMENT) ||
           g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_MEMORY) ||
           g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_IO));
}

static void
fail_cell (DsSession *self, DsCell *cell, const GError *error)
{
  cell->state =
      g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_ALIGNMENT) ? DS_CELL_UNSUPPORTED : DS_CELL_FAILED;
  g_free (cell->note);
  cell->note = g_strdup (error->message);
}

static void
add_total_bytes (DsSession *self, const DsJobResult *result)
{
  for (guint way = DS_READ; way <= DS_WRITE; way++) {
    self->bytes[way] += result->total_bytes[way];
    self->traffic.issued[way] += result->total_bytes[way];
    self->job_bytes[way] = 0;
  }
}

static void
end_step (DsSession *self)
{
  self->step++;
  self->run = 0;
  next_step (self);
}

static void
end_cell (DsSession *self, const DsStep *step)
{
  DsCell *cell = self->report->cells->pdata[step->cell];
  const DsRun *shown = ds_cell_get_shown (cell);
  DsFacts facts = { .unwritten_bytes = -1, .cached_share = -1, .cell = (gint) step->cell };

  if (shown && !self->stopping) {
    facts.cpu_share = shown->cpu_share;
    facts.asked_depth = step->job.queue_depth * step->job.threads;
    facts.reached_depth = self->reached_depth;
    facts.leaf_known = ds_traffic_end (&self->traffic, self->place);
    for (guint way = DS_READ; way <= DS_WRITE; way++) {
      facts.issued[way] = self->traffic.issued[way];
      facts.leaf[way] = self->traffic.leaf[way];
    }
    if (self->heat)
      ds_heat_end_cell (self->heat, &facts);
    ds_session_detect (self, DS_MOMENT_CELL, &facts);
  }
  ds_session_emit_cell_changed (self, step->cell);
  if (self->stopping)
    finish (self, NULL);
  else
    end_step (self);
}

static void start_run (DsSession *self);

/* The cap is reached: the job ended by itself, and nothing that writes may follow. */
static void
stop_at_cap (DsSession *self)
{
  g_autofree char *cap = ds_format_capacity (self->max_write);
  g_autofree char *text =
      g_strdup_printf (_ ("The test ended when it had written the %s that were allowed."), cap);

  ds_report_add_finding (self->report, "write-cap", DS_SEVERITY_WARNING, text,
                         _ ("Allow more, or choose fewer tests."));
  self->stopping = TRUE;
}

static void
run_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DsSession) self = user_data;
  const DsStep *step = &g_array_index (self->plan->steps, DsStep, self->step);
  DsCell *cell = self->report->cells->pdata[step->cell];
  GError *error = NULL;
  g_autoptr (DsJobResult) result = ds_runner_run_finish (DS_RUNNER (source), async_result, &error);
  gboolean counted = self->run >= step->warm_up_runs;

  if (result) {
    add_total_bytes (self, result);
    ds_session_report_set_engine (self->report, result);
    self->reached_depth = result->effective_queue_depth * step->job.threads;
    /* A window cut short is kept only where there is nothing better. */
    if (counted && result->window_ns > 0 && (!(result->stopped || result->error) || cell->runs->len == 0)) {
      DsRun run;

      ds_session_report_make_run (result, &step->job, &run);
      if (run.total.ios > 0) {
        ds_cell_add_run (cell, &run);
        if (step->stage->curve != DS_CURVE_NONE)
          ds_session_report_set_series (self->report, ds_curve_make (step->stage->curve, step->stage->id,
                                                                     result->records, result->record_every));
      }
    }
    if (result->error)
      error = g_error_copy (result->error);
    else if (result->stopped && !self->stopping)
      stop_at_cap (self);
  }

  if (error) {
    fail_cell (self, cell, error);
    if (is_the_end (error)) {
      ds_session_emit_cell_changed (self, step->cell);
      finish (self, error);
    } else {
      g_error_free (error);
      end_cell (self, step);
    }
    return;
  }

  if (self->stopping) {
    cell->state = DS_CELL_STOPPED;
    end_cell (self, step);
    return;
  }
  self->run++;
  if (self->run < step->warm_up_runs + step->runs) {
    start_run (self);
  } else {
    cell->state = DS_CELL_DONE;
    end_cell (self, step);
  }
}

static guint64
write_budget (DsSession *self)
{
  return self->max_write > 0 ? self->max_write - MIN (self->max_write, self->bytes[DS_WRITE]) : 0;
}

static void
start_run (DsSession *self)
{
  const DsStep *step = &g_array_index (self->plan->steps, DsStep, self->step);
  DsCell *cell = self->report->cells->pdata[step->cell];
  DsJob job = job_of (self, step);

  if (self->max_write > 0 && job.read_percent < 100) {
    job.max_written = write_budget (self);
    if (job.max_written < job.block_size) {
      stop_at_cap (self);
      cell->state = DS_CELL_STOPPED;
      end_cell (self, step);
      return;
    }
  }
  cell->live_run = self->run >= step->warm_up_runs ? self->run - step->warm_up_runs + 1 : 0;
  cell->live_runs = step->runs;
  self->progress.run = cell->live_run;
  self->progress.runs = step->runs;
  self->live = (DsLive){ 0 };
  if (step->stage->curve != DS_CURVE_NONE)
    ds_session_report_set_series (self->report, ds_curve_make (step->stage->curve, step->stage->id, NULL, 1));
  self->job_started_us = g_get_monotonic_time ();
  ds_session_emit_cell_changed (self, step->cell);
  ds_session_emit_progress (self, phase_of (step));
  ds_runner_run_async (self->runner, self->file, &job, NULL, run_cb, g_object_ref (self));
}

static void
start_cell (DsSession *self, const DsStep *step)
{
  DsCell *cell = self->report->cells->pdata[step->cell];
  g_autoptr (GError) error = NULL;

  DsJob job = job_of (self, step);

  self->progress.cell = (gint) step->cell;
  cell->block_size = job.block_size;
  if (!ds_runner_check (self->runner, self->file, &job, &error)) {
    fail_cell (self, cell, error);
    end_cell (self, step);
    return;
  }
  cell->state = DS_CELL_RUNNING;
  ds_traffic_start (&self->traffic, self->place);
  if (self->heat)
    ds_heat_begin_cell (self->heat);
  start_run (self);
}

static void
prepare_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DsSession) self = user_data;
  GError *error = NULL;
  g_autoptr (DsJobResult) result = ds_runner_run_finish (DS_RUNNER (source), async_result, &error);

  if (result) {
    add_total_bytes (self, result);
    ds_session_report_set_engine (self->report, result);
    if (result->error)
      error = g_error_copy (result->error);
    ds_session_detect (self, DS_MOMENT_PREPARED,
                       &(DsFacts){ .unwritten_bytes = result->stopped ? -1 : result->unwritten_bytes,
                                   .cached_share = -1,
                                   .cell = -1 });
  }
  if (error || self->stopping)
    finish (self, error);
  else
    end_step (self);
}

static void
verify_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DsSession) self = user_data;
  const DsStep *step = &g_array_index (self->plan->steps, DsStep, self->step);
  DsCell *cell = self->report->cells->pdata[step->cell];
  GError *error = NULL;
  g_autoptr (DsJobResult) result = ds_runner_run_finish (DS_RUNNER (source), async_result, &error);

  if (result) {
    add_total_bytes (self, result);
    if (result->error)
      error = g_error_copy (result->error);
    if (result->mismatched_bytes > 0)
      ds_session_report_mismatch (cell, result);
  }
  if (error)
    fail_cell (self, cell, error);
  ds_session_emit_cell_changed (self, step->cell);
  if (self->stopping || (error && is_the_end (error))) {
    finish (self, self->stopping ? NULL : g_steal_pointer (&error));
  } else {
    end_step (self);
  }
  g_clear_error (&error);
}

static void
start_verify (DsSession *self, const DsStep *step)
{
  const DsCell *cell = self->report->cells->pdata[step->cell];
  DsJob job = job_of (self, step);

  /* What could not be written cannot be compared. */
  if (cell->state != DS_CELL_DONE) {
    end_step (self);
    return;
  }
  ds_session_emit_progress (self, phase_of (step));
  ds_runner_run_async (self->runner, self->file, &job, NULL, verify_cb, g_object_ref (self));
}

static gboolean
pause_cb (gpointer user_data)
{
  DsSession *self = user_data;
  const DsStep *step = &g_array_index (self->plan->steps, DsStep, self->step);

  if (!self->stopping &&
      (double) (g_get_monotonic_time () - self->job_started_us) < step->seconds * G_USEC_PER_SEC) {
    ds_session_emit_progress (self, phase_of (step));
    return G_SOURCE_CONTINUE;
  }
  self->pause_source = 0;
  if (self->stopping)
    finish (self, NULL);
  else
    end_step (self);
  return G_SOURCE_REMOVE;
}

/* Whether the plan starts again after its last step; a failure ends it. */
static gboolean
repeats (DsSession *self)
{
  double seconds = (double) (g_get_monotonic_time () - self->measuring_us) / G_USEC_PER_SEC;

  for (guint i = 0; i < self->report->cells->len; i++)
    if (((DsCell *) self->report->cells->pdata[i])->state == DS_CELL_FAILED)
      return FALSE;
  return seconds < self->plan->repeat_seconds;
}

static void
next_step (DsSession *self)
{
  const DsStep *step;

  if (self->step >= self->plan->steps->len && !self->stopping && repeats (self))
    self->step = self->first_step;
  if (self->stopping || self->step >= self->plan->steps->len) {
    finish (self, NULL);
    return;
  }

  step = &g_array_index (self->plan->steps, DsStep, self->step);
  self->progress.cell = -1;
  self->job_started_us = g_get_monotonic_time ();
  switch (step->kind) {
  case DS_STEP_PREPARE:
    if (!ds_session_prepares (self)) {
      end_step (self);
    } else {
      ds_session_emit_progress (self, phase_of (step));
      ds_runner_run_async (self->runner, self->file, &step->job, NULL, prepare_cb, g_object_ref (self));
    }
    return;
  case DS_STEP_CELL:
    start_cell (self, step);
    return;
  case DS_STEP_VERIFY:
    start_verify (self, step);
    return;
  case DS_STEP_PAUSE:
  default:
    ds_session_emit_progress (self, phase_of (step));
    self->pause_source = g_timeout_add (PAUSE_TICK_MS, pause_cb, self);
    return;
  }
}

static void
open_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSession) self = user_data;
  GError *error = NULL;

  self->file = ds_open_target_finish (result, &error);
  g_clear_object (&self->opening);
  if (self->file == NULL) {
    if (self->stopping)
      g_clear_error (&error);
    finish (self, error);
    return;
  }
  self->report->target.test_size = ds_test_file_get_size (self->file);
  self->measuring_us = g_get_monotonic_time ();
  self->first_step = 0;
  while (g_array_index (self->plan->steps, DsStep, self->first_step).kind == DS_STEP_PREPARE)
    self->first_step++;
  next_step (self);
}

static void
open_target (DsSession *self)
{
  gboolean direct = g_strcmp0 (ds_options_get (self->options, "direct"), "off") != 0;
  DsTestFileFlags flags = direct ? DS_TEST_FILE_DIRECT : 0;
  guint64 size = self->plan->test_size;

  if (self->imaginary) {
    flags |= DS_TEST_FILE_NULL;
    size = size == G_MAXUINT64 ? DS_GIB : size;
  } else if (ds_session_only_reads (self)) {
    flags |= DS_TEST_FILE_READ_ONLY;
    size = 0;
  }
  ds_open_target_async (self->target_path, self->target_kind, size, flags, self->opening, open_cb,
                        g_object_ref (self));
}

static void
heat_before_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSession) self = user_data;

  ds_heat_read_finish (DS_HEAT (source), result);
  open_target (self);
}

static void
start (DsSession *self)
{
  GPtrArray *drives = self->place ? self->place->drives : NULL;

  ds_session_report_start (self->report, self->options);
  self->runner = ds_runner_new (ds_session_backend (self->options), self->report->seed);
  ds_runner_set_sample_func (self->runner, sample_cb, self);
  ds_session_emit_progress (self, _ ("Opening the target"));
  /* A file system that hangs does not keep a person from stopping. */
  self->opening = g_cancellable_new ();
  if (self->imaginary || drives == NULL || drives->len == 0) {
    open_target (self);
    return;
  }
  self->heat = ds_heat_new (drives, self->report);
  ds_heat_read_async (self->heat, self->opening, heat_before_cb, g_object_ref (self));
}

static void
start_checked (DsSession *self, GError *error)
{
  if (error == NULL)
    ds_session_check_inspected (self, &error);
  if (error || self->stopping)
    finish (self, error);
  else
    start (self);
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DsSession *self = DS_SESSION (source);
  GError *error = NULL;

  ds_session_check_finish (self, result, &error);
  start_checked (self, error);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  ds_session_stop (user_data);
}

void
ds_session_run_async (DsSession *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task;

  g_return_if_fail (self->task == NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, ds_session_run_async);
  /* Stopping is a result too, so the task does not turn it into an error. */
  g_task_set_check_cancellable (task, FALSE);

  self->started_us = self->job_started_us = g_get_monotonic_time ();
  self->slept_us = ds_session_get_slept ();
  self->stopping = FALSE;
  self->step = self->run = 0;
  self->bytes[DS_READ] = self->bytes[DS_WRITE] = 0;
  self->progress.fraction = 0;

  self->inhibitor = ds_inhibitor_new (_ ("A drive is being measured"));
  self->task = task;
  if (cancellable)
    self->cancelled_id = g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), self, 0);

  if (self->checked)
    start_checked (self, NULL);
  else
    ds_session_check_async (self, NULL, checked_cb, NULL);
}

gboolean
ds_session_run_finish (DsSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
ds_session_stop (DsSession *self)
{
  if (self->task == NULL || self->stopping)
    return;
  self->stopping = TRUE;
  g_cancellable_cancel (self->opening);
  if (self->runner)
    ds_runner_stop (self->runner);
  if (self->plan)
    ds_session_emit_progress (self, "");
}
