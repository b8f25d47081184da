/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-runner.h"
#include "ds-conductor.h"
#include "ds-engine-error.h"
#include "ds-job-check.h"

struct _DsRunner {
  GObject parent_instance;

  DsBackendKind backend;
  DsNullDrive drive;
  DsSampleFunc sample_func;
  gpointer sample_data;
  DsPool pool;
  DsStream streams[DS_RUN_MAX_WORKERS];

  /* While a job runs */
  DsConductor *conductor;
  GTask *task; /* holds a reference on self */
  GSource *source;
  gulong cancelled_id;
};

G_DEFINE_FINAL_TYPE (DsRunner, ds_runner, G_TYPE_OBJECT)

static void
ds_runner_finalize (GObject *object)
{
  DsRunner *self = DS_RUNNER (object);

  g_assert (self->conductor == NULL);
  ds_pool_clear (&self->pool);
  G_OBJECT_CLASS (ds_runner_parent_class)->finalize (object);
}

static void
ds_runner_class_init (DsRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ds_runner_finalize;
}

static void
ds_runner_init (DsRunner *self)
{
  self->drive = (DsNullDrive){
    .latency_ns = { 80000, 20000 },
    .bytes_per_second = { 3.5e9, 3e9 },
  };
}

DsRunner *
ds_runner_new (DsBackendKind backend, guint64 seed)
{
  DsRunner *self = g_object_new (DS_TYPE_RUNNER, NULL);

  self->backend = backend;
  ds_pool_init (&self->pool, seed);
  for (guint i = 0; i < DS_RUN_MAX_WORKERS; i++) {
    ds_random_seed (&self->streams[i].random, seed, i);
    /* The stamps of different workers never meet. */
    self->streams[i].serial = (guint64) i << 48;
  }
  return self;
}

void
ds_runner_set_null_drive (DsRunner *self, const DsNullDrive *drive)
{
  g_return_if_fail (DS_IS_RUNNER (self));

  self->drive = *drive;
}

void
ds_runner_set_sample_func (DsRunner *self, DsSampleFunc func, gpointer user_data)
{
  g_return_if_fail (DS_IS_RUNNER (self));

  self->sample_func = func;
  self->sample_data = user_data;
}

gboolean
ds_runner_check (DsRunner *self, DsTestFile *file, const DsJob *job, GError **error)
{
  DsJob resolved;

  g_return_val_if_fail (DS_IS_RUNNER (self), FALSE);
  g_return_val_if_fail (DS_IS_TEST_FILE (file), FALSE);

  resolved = ds_conductor_resolve_job (job, ds_test_file_get_size (file), ds_test_file_get_alignment (file));
  return ds_job_check (&resolved, file, self->backend, ds_memory_get_limit (), error);
}

/* Not for a person's language: results of different systems are compared by it. */
static char *
describe_engine (const DsConductor *conductor, DsBackendKind backend)
{
  GString *words;

  if (backend == DS_BACKEND_NULL)
    return g_strdup ("null (imaginary drive)");
  if (backend == DS_BACKEND_SYNC)
    return g_strdup_printf ("sync (pread and pwritev2, %u %s)", conductor->n_workers,
                            conductor->n_workers == 1 ? "thread" : "threads");

  words = g_string_new ("io_uring (");
  if ((conductor->grants & DS_GRANT_FILE) && (conductor->grants & DS_GRANT_BUFFERS))
    g_string_append (words, "registered file and buffers");
  else if (conductor->grants & DS_GRANT_FILE)
    g_string_append (words, "registered file, plain buffers");
  else if (conductor->grants & DS_GRANT_BUFFERS)
    g_string_append (words, "registered buffers, plain file");
  else
    g_string_append (words, "plain file and buffers");
  if (conductor->grants & DS_GRANT_SINGLE_ISSUER)
    g_string_append (words, ", single issuer");
  if (conductor->grants & DS_GRANT_DEFER_TASKRUN)
    g_string_append (words, ", deferred task work");
  else if (conductor->grants & DS_GRANT_COOP_TASKRUN)
    g_string_append (words, ", cooperative task work");
  g_string_append_c (words, ')');
  return g_string_free (words, FALSE);
}

/* The thread has ended: makes the texts and gives the result away. */
static void
finish (DsRunner *self)
{
  DsConductor *conductor = g_steal_pointer (&self->conductor);
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (GError) failure = NULL;

  ds_conductor_join (conductor);
  g_cancellable_disconnect (g_task_get_cancellable (task), self->cancelled_id);
  self->cancelled_id = 0;

  failure = ds_failure_to_error (&conductor->failure);
  if (conductor->submitted) {
    result = g_steal_pointer (&conductor->result);
    result->engine = describe_engine (conductor, result->backend);
    if (conductor->no_uring.kind != DS_FAILURE_NONE)
      result->engine_reason = ds_failure_to_reason (&conductor->no_uring);
    result->error = g_steal_pointer (&failure);
  }
  ds_conductor_free (conductor);

  if (failure != NULL)
    g_task_return_error (task, g_steal_pointer (&failure));
  else
    g_task_return_pointer (task, g_steal_pointer (&result), (GDestroyNotify) ds_job_result_free);
}

static gboolean
samples_ready_cb (gpointer user_data)
{
  DsRunner *self = user_data;
  DsSample sample;

  while (ds_sample_queue_pop (self->conductor->queue, &sample))
    if (self->sample_func != NULL)
      self->sample_func (self, &sample, self->sample_data);
  if (!ds_sample_queue_get_closed (self->conductor->queue))
    return G_SOURCE_CONTINUE;

  g_clear_pointer (&self->source, g_source_unref);
  finish (self);
  return G_SOURCE_REMOVE;
}

/* On whichever thread cancels */
static void
cancelled_cb (GCancellable *cancellable, gpointer conductor)
{
  ds_conductor_stop (conductor);
}

static DsConductor *
new_conductor (DsRunner *self, DsTestFile *file, const DsJob *job, DsFailure *failure)
{
  DsConductor *conductor = ds_conductor_new (failure);

  if (conductor == NULL)
    return NULL;
  conductor->job = *job;
  conductor->backend = self->backend;
  conductor->drive = self->drive;
  conductor->file = g_object_ref (file);
  conductor->fd = ds_test_file_get_fd (file);
  conductor->direct = ds_test_file_get_direct (file);
  conductor->pool = &self->pool;
  conductor->streams = self->streams;
  return conductor;
}

void
ds_runner_run_async (DsRunner *self,
                     DsTestFile *file,
                     const DsJob *job,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  DsConductor *conductor;
  DsFailure failure;
  DsJob resolved;

  g_return_if_fail (DS_IS_RUNNER (self));
  g_return_if_fail (DS_IS_TEST_FILE (file));
  g_return_if_fail (self->conductor == NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, ds_runner_run_async);
  /* A cancelled job is a stopped one: it returns what it measured. */
  g_task_set_check_cancellable (task, FALSE);

  resolved = ds_conductor_resolve_job (job, ds_test_file_get_size (file), ds_test_file_get_alignment (file));
  if (!ds_job_check (&resolved, file, self->backend, ds_memory_get_limit (), &error)) {
    g_task_return_error (task, error);
    return;
  }
  conductor = new_conductor (self, file, &resolved, &failure);
  if (conductor == NULL || !ds_conductor_start (conductor, &failure)) {
    g_clear_pointer (&conductor, ds_conductor_free);
    g_task_return_error (task, ds_failure_to_error (&failure));
    return;
  }

  self->conductor = conductor;
  self->task = g_steal_pointer (&task);
  self->source = ds_sample_queue_create_source (conductor->queue);
  g_source_set_callback (self->source, samples_ready_cb, self, NULL);
  g_source_set_priority (self->source, g_task_get_priority (self->task));
  g_source_attach (self->source, g_task_get_context (self->task));
  if (cancellable != NULL)
    self->cancelled_id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), conductor, NULL);
}

DsJobResult *
ds_runner_run_finish (DsRunner *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
ds_runner_stop (DsRunner *self)
{
  g_return_if_fail (DS_IS_RUNNER (self));

  if (self->conductor != NULL)
    ds_conductor_stop (self->conductor);
}

gboolean
ds_runner_get_running (DsRunner *self)
{
  g_return_val_if_fail (DS_IS_RUNNER (self), FALSE);

  return self->conductor != NULL;
}

void
ds_job_result_free (DsJobResult *self)
{
  g_free (self->engine);
  g_clear_pointer (&self->records, g_array_unref);
  g_free (self->engine_reason);
  g_clear_error (&self->error);
  g_free (self);
}
