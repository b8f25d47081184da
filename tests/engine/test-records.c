/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "job-loop.h"

#include <unistd.h>

/* I/Os kept one by one, points spread over a span, and reading back what was written */

#define SIZE (32 * MIB)

static const DsRecord *
record_at (const DsJobResult *result, guint index)
{
  return &g_array_index (result->records, DsRecord, index);
}

static void
test_points (void)
{
  const DsJob job = {
    .access = DS_ACCESS_SEQUENTIAL,
    .block_size = 64 * KIB,
    .queue_depth = 1,
    .threads = 1,
    .read_percent = 100,
    .data_percent = 100,
    .bytes = SIZE,
    .points = 100,
    .max_records = 1000,
  };
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (DsJobResult) result = NULL;

  if (file == NULL)
    return;
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpuint (result->ios[DS_READ], ==, 100);
  g_assert_cmpuint (result->records->len, ==, 100);
  g_assert_cmpuint (result->record_every, ==, 1);
  for (guint i = 0; i < 100; i++) {
    /* Evenly: to the block */
    g_assert_cmpuint (record_at (result, i)->offset, ==,
                      (guint64) i * (SIZE / job.block_size) / 100 * job.block_size);
    g_assert_cmpuint (record_at (result, i)->length, ==, job.block_size);
    g_assert_cmpuint (record_at (result, i)->latency_ns, >, 0);
    if (i > 0)
      g_assert_cmpint (record_at (result, i)->end_ns, >, record_at (result, i - 1)->end_ns);
  }
}

/* More points than there are blocks are every block. */
static void
test_too_many_points (void)
{
  const DsJob job = {
    .access = DS_ACCESS_SEQUENTIAL,
    .block_size = MIB,
    .queue_depth = 2,
    .threads = 1,
    .read_percent = 100,
    .bytes = SIZE,
    .points = 1000,
    .max_records = 1000,
  };
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (DsJobResult) result = NULL;

  if (file == NULL)
    return;
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpuint (result->ios[DS_READ], ==, SIZE / MIB);
  g_assert_cmpuint (result->records->len, ==, SIZE / MIB);
}

/* Too many are thinned out evenly, and stand for those that went: on the imaginary drive everything is known. */
static void
test_thinned (void)
{
  const DsNullDrive drive = {
    .latency_ns = { 10000, 10000 },
    .bytes_per_second = { 1e12, 1e12 },
    .hurry = TRUE,
  };
  const DsJob job = {
    .access = DS_ACCESS_SEQUENTIAL,
    .block_size = 4096,
    .queue_depth = 1,
    .threads = 1,
    .read_percent = 100,
    .bytes = 10000 * 4096,
    .max_records = 64,
  };
  g_autoptr (DsTestFile) file = ds_test_file_open ("/", GIB, DS_TEST_FILE_NULL, NULL);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
  g_autoptr (DsJobResult) result = NULL;

  ds_runner_set_null_drive (runner, &drive);
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpuint (result->ios[DS_READ], ==, 10000);
  g_assert_cmpuint (result->record_every, ==, 256);
  g_assert_cmpuint (result->records->len, ==, 10000 / 256);
  for (guint i = 0; i < result->records->len; i++) {
    g_assert_cmpuint (record_at (result, i)->offset, ==, ((guint64) (i + 1) * 256 - 1) * 4096);
    g_assert_cmpint (record_at (result, i)->end_ns, ==, (gint64) (i + 1) * 256 * 10000);
  }
}

static void
test_window_only (void)
{
  const DsJob job = {
    .access = DS_ACCESS_RANDOM,
    .block_size = 4096,
    .queue_depth = 4,
    .threads = 2,
    .read_percent = 50,
    .data_percent = 100,
    .ramp_seconds = 0.1,
    .seconds = 0.2,
    .max_records = 1 << 20,
  };
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (DsJobResult) result = NULL;
  guint counts[2] = { 0, 0 };

  if (file == NULL)
    return;
  result = job_loop_run_well (NULL, runner, file, &job);
  for (guint i = 0; i < result->records->len; i++) {
    counts[record_at (result, i)->way]++;
    g_assert_cmpint (record_at (result, i)->end_ns, >, 100 * 1000 * 1000);
    g_assert_cmpint (record_at (result, i)->end_ns, <=, 300 * 1000 * 1000);
  }
  g_assert_cmpuint (counts[DS_READ], ==, result->ios[DS_READ]);
  g_assert_cmpuint (counts[DS_WRITE], ==, result->ios[DS_WRITE]);
}

static guint64
damage (DsTestFile *file, guint64 offset)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", ds_test_file_get_fd (file));
  g_autoptr (GFile) again = g_file_new_for_path (path);
  g_autoptr (GFileIOStream) stream = g_file_open_readwrite (again, NULL, NULL);
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (stream));

  g_assert_true (g_seekable_seek (G_SEEKABLE (out), (goffset) offset, G_SEEK_SET, NULL, NULL));
  g_assert_true (g_output_stream_write_all (out, "?", 1, NULL, NULL, NULL));
  g_assert_true (g_io_stream_close (G_IO_STREAM (stream), NULL, NULL));
  return offset;
}

static void
test_verify (gconstpointer data)
{
  const guint percent = GPOINTER_TO_UINT (data);
  const guint64 blocks[] = { 4096, 64 * KIB, 3 * MIB };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++) {
    DsJob job = {
      .access = DS_ACCESS_SEQUENTIAL,
      .block_size = blocks[i],
      .queue_depth = 4,
      .threads = i == 1 ? 2 : 1,
      .data_percent = percent,
      .bytes = SIZE,
    };
    g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
    g_autoptr (DsJobResult) written = NULL;
    g_autoptr (DsJobResult) good = NULL;
    g_autoptr (DsJobResult) bad = NULL;

    if (file == NULL)
      return;
    written = job_loop_run_well (NULL, runner, file, &job);
    job.kind = DS_JOB_VERIFY;
    good = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (good->mismatched_bytes, ==, 0);
    g_assert_cmpuint (good->bytes[DS_READ], ==, SIZE / job.block_size * job.block_size);
    g_assert_cmpuint (good->total_bytes[DS_WRITE], ==, 0);

    damage (file, 5 * MIB + 4097);
    damage (file, 9 * MIB + 1);
    bad = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (bad->mismatched_bytes, ==, 2 * 4096);
    g_assert_cmpuint (bad->first_mismatch, ==, 5 * MIB + 4096);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/records/points", test_points);
  g_test_add_func ("/engine/records/too-many-points", test_too_many_points);
  g_test_add_func ("/engine/records/thinned", test_thinned);
  g_test_add_func ("/engine/records/window-only", test_window_only);
  g_test_add_data_func ("/engine/verify/100", GUINT_TO_POINTER (100), test_verify);
  g_test_add_data_func ("/engine/verify/8", GUINT_TO_POINTER (8), test_verify);
  g_test_add_data_func ("/engine/verify/0", GUINT_TO_POINTER (0), test_verify);
  return g_test_run ();
}
