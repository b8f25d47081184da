/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "job-loop.h"

typedef struct {
  JobLoop *loop;
  DsRunner *runner;
  GCancellable *cancellable;
  GMainLoop *main_loop;
  DsJobResult *result;
  GError *error;
  gint64 stopped_at;
} Run;

static void
sample_cb (DsRunner *runner, const DsSample *sample, gpointer user_data)
{
  Run *run = user_data;

  g_assert_true (g_main_context_is_owner (g_main_context_default ()));
  g_assert_true (ds_runner_get_running (runner));
  if (run->loop != NULL && run->loop->samples != NULL)
    g_array_append_val (run->loop->samples, *sample);
}

static gboolean
stop_cb (gpointer user_data)
{
  Run *run = user_data;

  run->stopped_at = g_get_monotonic_time ();
  if (run->loop->cancel)
    g_cancellable_cancel (run->cancellable);
  else
    ds_runner_stop (run->runner);
  return G_SOURCE_REMOVE;
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;

  g_assert_false (ds_runner_get_running (run->runner));
  run->result = ds_runner_run_finish (DS_RUNNER (source), result, &run->error);
  g_main_loop_quit (run->main_loop);
}

DsJobResult *
job_loop_run (JobLoop *loop, DsRunner *runner, DsTestFile *file, const DsJob *job, GError **error)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Run run = { .loop = loop, .runner = runner, .cancellable = cancellable, .main_loop = main_loop };
  guint source = 0;

  ds_runner_set_sample_func (runner, sample_cb, &run);
  ds_runner_run_async (runner, file, job, cancellable, finished_cb, &run);
  if (loop != NULL && loop->stop_after > 0)
    source = g_timeout_add (loop->stop_after, stop_cb, &run);
  g_main_loop_run (main_loop);
  ds_runner_set_sample_func (runner, NULL, NULL);

  if (run.stopped_at != 0)
    loop->stop_took = g_get_monotonic_time () - run.stopped_at;
  else if (source != 0)
    g_source_remove (source);
  if (run.error != NULL)
    g_propagate_error (error, run.error);
  return run.result;
}

DsJobResult *
job_loop_run_well (JobLoop *loop, DsRunner *runner, DsTestFile *file, const DsJob *job)
{
  g_autoptr (GError) error = NULL;
  DsJobResult *result = job_loop_run (loop, runner, file, job, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
  g_assert_no_error (result->error);
  g_assert_nonnull (result->engine);
  g_assert_cmpuint (result->cpus, >, 0);
  return result;
}

DsTestFile *
job_loop_new_file (guint64 size)
{
  const DsJob job = { .kind = DS_JOB_PREPARE, .data_percent = 100 };
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (GError) error = NULL;
  DsTestFile *file = ds_test_file_open (g_test_get_dir (G_TEST_BUILT), size, DS_TEST_FILE_DIRECT, &error);

  if (g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO)) {
    g_test_skip ("the file system of the build folder has no direct I/O");
    return NULL;
  }
  g_assert_no_error (error);
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpuint (result->total_bytes[DS_WRITE], ==, size);
  g_assert_cmpuint (result->total_bytes[DS_READ], ==, 0);
  g_assert_cmpint (result->unwritten_bytes, <=, 0);
  return file;
}
