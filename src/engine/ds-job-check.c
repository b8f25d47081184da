/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-conductor.h"
#include "ds-engine-error.h"
#include "ds-job-check.h"

#include <glib/gi18n.h>

static char *
format_size (guint64 bytes)
{
  return g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
}

static gboolean
check_values (const DsJob *job, GError **error)
{
  if (job->queue_depth < 1 || job->queue_depth > DS_JOB_MAX_QUEUE_DEPTH || job->threads < 1 ||
      job->threads > DS_JOB_MAX_THREADS) {
    g_set_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
                 _ ("The queue depth must be from 1 to %d and the number of threads from 1 to %d."),
                 DS_JOB_MAX_QUEUE_DEPTH, DS_JOB_MAX_THREADS);
    return FALSE;
  }
  if (job->block_size < 1 || job->block_size > G_MAXINT32 || job->read_percent > 100 || job->data_percent > 100 ||
      !(job->seconds >= 0) || !(job->ramp_seconds >= 0) || (job->seconds <= 0 && job->bytes == 0)) {
    g_set_error_literal (
        error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
        _ ("There is nothing to measure: the test needs a block size and either a time or an amount."));
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_span (const DsJob *job, DsTestFile *file, GError **error)
{
  guint64 size = ds_test_file_get_size (file);

  if (job->span_offset > size || job->span_length > size - job->span_offset ||
      (job->kind == DS_JOB_PREPARE ? job->span_length == 0 : job->span_length < job->block_size)) {
    g_autofree char *block = format_size (job->block_size);
    g_autofree char *whole = format_size (size);

    g_set_error (
        error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
        _ ("The test file of %s has no room for one block of %s in the part to be measured. Choose a larger "
           "size or a smaller block."),
        whole, block);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_alignment (const DsJob *job, DsTestFile *file, GError **error)
{
  guint alignment = MAX (ds_test_file_get_alignment (file), 1);

  /* A preparation chooses its own blocks, and no bytes after the last whole sector. */
  if (!ds_test_file_get_direct (file) ||
      (job->span_offset % alignment == 0 && (job->kind == DS_JOB_PREPARE || job->block_size % alignment == 0)))
    return TRUE;

  {
    g_autofree char *block = format_size (job->block_size);
    g_autofree char *sector = format_size (alignment);

    g_set_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_ALIGNMENT,
                 _ ("Blocks of %s are not supported by this target, which takes multiples of %s."), block, sector);
  }
  return FALSE;
}

guint64
ds_job_get_memory (const DsJob *job, DsBackendKind backend)
{
  guint depth;
  guint workers = ds_conductor_count_workers (job, backend == DS_BACKEND_SYNC, &depth);
  guint64 least = (backend == DS_BACKEND_SYNC ? 1 : depth) * ds_conductor_get_stride (job->block_size);
  guint64 reads = job->read_percent > 0 ? workers * ds_memory_round (least) : 0;
  guint64 writes = job->read_percent < 100 ? ds_memory_round (MAX (workers * least, DS_POOL_MINIMUM)) : 0;

  return backend == DS_BACKEND_NULL ? 0 : reads + writes;
}

static gboolean
check_memory (const DsJob *job, DsBackendKind backend, guint64 limit, GError **error)
{
  guint64 needed = ds_job_get_memory (job, backend);
  g_autofree char *needs = format_size (needed);
  g_autofree char *may = format_size (limit);
  DsJob less = *job;
  const char *format;

  if (needed <= limit)
    return TRUE;

  /* Whichever value alone can mend it, the one that changes the measurement least first. */
  less.threads = 1;
  if (job->threads > 1 && ds_job_get_memory (&less, backend) <= limit) {
    format =
        _ ("The buffers of this test would need %s of memory, and at most %s (a quarter) may be used. Lower the "
           "number of threads.");
  } else {
    less.queue_depth = 1;
    if (job->queue_depth > 1 && ds_job_get_memory (&less, backend) <= limit)
      format = job->threads > 1
                   ? _ ("The buffers of this test would need %s of memory, and at most %s (a quarter) may "
                        "be used. Lower the queue depth and the number of threads.")
                   : _ ("The buffers of this test would need %s of memory, and at most %s (a quarter) may "
                        "be used. Lower the queue depth.");
    else
      format =
          _ ("The buffers of this test would need %s of memory, and at most %s (a quarter) may be used. Lower the "
             "block size, or close other programs.");
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_MEMORY, format, needs, may);
#pragma GCC diagnostic pop
  return FALSE;
}

gboolean
ds_job_check (const DsJob *job, DsTestFile *file, DsBackendKind backend, guint64 memory_limit, GError **error)
{
  if (!check_values (job, error) || !check_span (job, file, error))
    return FALSE;
  if (job->read_percent < 100 && ds_test_file_get_read_only (file)) {
    g_set_error_literal (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_READ_ONLY,
                         _ ("This target is only ever read. Choose a folder for tests that write."));
    return FALSE;
  }
  if (backend != DS_BACKEND_NULL && ds_test_file_get_fd (file) < 0) {
    g_set_error_literal (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
                         _ ("An imaginary drive can only be measured by the null engine."));
    return FALSE;
  }
  return (backend == DS_BACKEND_NULL || check_alignment (job, file, error)) &&
         check_memory (job, backend, memory_limit, error);
}
