/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "job-loop.h"

#include <math.h>

/* The imaginary drive: what is known of it beforehand must come out of the whole path from workers to result. */

static DsTestFile *
open_null (void)
{
  g_autoptr (GError) error = NULL;
  DsTestFile *file = ds_test_file_open (g_get_tmp_dir (), 1024 * MIB, DS_TEST_FILE_NULL, &error);

  g_assert_no_error (error);
  return file;
}

static void
assert_near (double value, double expected, double share)
{
  g_assert_cmpfloat_with_epsilon (value, expected, expected * share);
}

/* Bound by latency: Q x T / latency I/Os a second, every one of them that long */
static void
test_latency_bound (gconstpointer data)
{
  const DsNullDrive drive = { .latency_ns = { 100000, 50000 }, .hurry = TRUE };
  DsJob job = {
    .access = DS_ACCESS_RANDOM,
    .block_size = 4096,
    .queue_depth = 1,
    .threads = GPOINTER_TO_UINT (data),
    .ramp_seconds = 0.05,
    .seconds = 1,
  };
  g_autoptr (DsTestFile) file = open_null ();

  for (guint op = 0; op < 2; op++) {
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
    g_autoptr (DsJobResult) result = NULL;
    double latency = (double) drive.latency_ns[op];
    guint64 expected = (guint64) (job.threads * 1e9 / latency);

    job.read_percent = op == DS_READ ? 100 : 0;
    ds_runner_set_null_drive (runner, &drive);
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpint (result->backend, ==, DS_BACKEND_NULL);
    g_assert_cmpint (result->window_ns, ==, 1000000000);
    g_assert_cmpuint (result->ios[op], ==, expected);
    g_assert_cmpuint (result->ios[1 - op], ==, 0);
    g_assert_cmpuint (result->bytes[op], ==, expected * 4096);
    g_assert_cmpuint (result->total_bytes[op], >, result->bytes[op]);
    g_assert_false (result->stopped);
    g_assert_cmpfloat (ds_histogram_mean (&result->latency[op]), ==, latency);
    g_assert_cmpuint (result->latency[op].max, ==, drive.latency_ns[op]);
    assert_near (ds_histogram_percentile (&result->latency[op], 50), latency, 1 / 128.0);
    assert_near (ds_histogram_percentile (&result->latency[op], 99.99), latency, 1 / 128.0);
  }
}

/* Bound by its rate: the rate comes out, whatever the threads, and latency follows from the queue. */
static void
test_rate_bound (gconstpointer data)
{
  const DsNullDrive drive = { .latency_ns = { 80000, 20000 },
                              .bytes_per_second = { 3.5e9, 2.8e9 },
                              .hurry = TRUE };
  DsJob job = {
    .access = DS_ACCESS_SEQUENTIAL,
    .block_size = MIB,
    .queue_depth = 8,
    .threads = GPOINTER_TO_UINT (data),
    .read_percent = 100,
    .ramp_seconds = 1,
    .seconds = 5,
  };
  g_autoptr (DsTestFile) file = open_null ();
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);

  ds_runner_set_null_drive (runner, &drive);
  for (guint op = 0; op < 2; op++) {
    g_autoptr (DsJobResult) result = NULL;
    double rate = drive.bytes_per_second[op];
    double latency = 8.0 * job.threads * (double) MIB / rate * 1e9;

    job.read_percent = op == DS_READ ? 100 : 0;
    result = job_loop_run_well (NULL, runner, file, &job);
    assert_near ((double) result->bytes[op] / 5, rate, 0.002);
    assert_near (ds_histogram_mean (&result->latency[op]), latency, 0.001);
    assert_near (ds_histogram_percentile (&result->latency[op], 50), latency, 1 / 128.0);
    assert_near (ds_histogram_percentile (&result->latency[op], 99.9), latency, 1 / 128.0);
  }
}

/* Of a hundred I/Os one is slow: the percentiles know which. */
static void
test_tail (gconstpointer data)
{
  const DsNullDrive drive = {
    .latency_ns = { 100000, 100000 }, .tail_every = 200, .tail_ns = 5000000, .hurry = TRUE
  };
  const DsJob job = {
    .access = DS_ACCESS_RANDOM,
    .block_size = 4096,
    .queue_depth = 1,
    .threads = GPOINTER_TO_UINT (data),
    .read_percent = 100,
    .seconds = 10,
  };
  g_autoptr (DsTestFile) file = open_null ();
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
  g_autoptr (DsJobResult) result = NULL;

  ds_runner_set_null_drive (runner, &drive);
  result = job_loop_run_well (NULL, runner, file, &job);
  assert_near (ds_histogram_mean (&result->latency[DS_READ]), (199 * 100000.0 + 5000000) / 200, 0.002);
  assert_near ((double) result->ios[DS_READ], 10 * 1e9 * job.threads / ((199 * 100000.0 + 5000000) / 200), 0.002);
  assert_near (ds_histogram_percentile (&result->latency[DS_READ], 99), 100000, 1 / 128.0);
  assert_near (ds_histogram_percentile (&result->latency[DS_READ], 99.9), 5000000, 1 / 128.0);
  g_assert_cmpuint (result->latency[DS_READ].max, ==, 5000000);
}

static void
test_mixed (void)
{
  const DsNullDrive drive = { .latency_ns = { 100000, 100000 }, .hurry = TRUE };
  const DsJob job = {
    .access = DS_ACCESS_RANDOM,
    .block_size = 4096,
    .queue_depth = 4,
    .threads = 2,
    .read_percent = 70,
    .seconds = 1,
  };
  guint64 reads[2];

  /* The same seed gives the same run, another one another. */
  for (guint seed = 0; seed < 3; seed++) {
    g_autoptr (DsTestFile) file = open_null ();
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, seed / 2);
    g_autoptr (DsJobResult) result = NULL;

    ds_runner_set_null_drive (runner, &drive);
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (result->ios[DS_READ] + result->ios[DS_WRITE], ==, 80000);
    assert_near ((double) result->ios[DS_READ], 56000, 0.02);
    if (seed < 2)
      reads[seed] = result->ios[DS_READ];
    else
      g_assert_cmpuint (result->ios[DS_READ], !=, reads[0]);
  }
  g_assert_cmpuint (reads[0], ==, reads[1]);
}

static void
test_samples (gconstpointer data)
{
  const DsNullDrive drive = { .latency_ns = { 100000, 100000 }, .hurry = TRUE };
  const DsJob job = {
    .access = DS_ACCESS_RANDOM,
    .block_size = 4096,
    .queue_depth = 1,
    .threads = GPOINTER_TO_UINT (data),
    .read_percent = 100,
    .ramp_seconds = 0.25,
    .seconds = 40,
  };
  g_autoptr (DsTestFile) file = open_null ();
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (DsSample));
  JobLoop loop = { .samples = samples };
  gint64 end = 0;
  guint64 ios = 0;

  ds_runner_set_null_drive (runner, &drive);
  result = job_loop_run_well (&loop, runner, file, &job);
  g_assert_cmpuint (samples->len, ==, 3 + 400);
  for (guint i = 0; i < samples->len; i++) {
    const DsSample *sample = &g_array_index (samples, DsSample, i);
    guint64 expected = job.threads * (i == 2 ? 500 : 1000);

    g_assert_cmpint (sample->start_ns, ==, end);
    end = sample->end_ns;
    g_assert_cmpint (end, ==, i < 2 ? (i + 1) * 100000000 : 250000000 + (gint64) (i - 2) * 100000000);
    g_assert_cmpint (sample->measured, ==, i > 2);
    g_assert_cmpuint (sample->ios[DS_READ], ==, expected);
    g_assert_cmpuint (sample->bytes[DS_READ], ==, expected * 4096);
    g_assert_cmpfloat (sample->mean_ns[DS_READ], ==, 100000);
    g_assert_cmpfloat (sample->max_ns[DS_READ], ==, 100000);
    g_assert_true (isnan (sample->mean_ns[DS_WRITE]));
    g_assert_true (isnan (sample->flush_mean_ns));
    if (sample->measured)
      ios += sample->ios[DS_READ];
  }
  g_assert_cmpuint (ios, ==, result->ios[DS_READ]);
}

/* At the pace of the real clock: as long as it says, live, and at once to be stopped */
static void
test_pace (void)
{
  const DsNullDrive drive = { .latency_ns = { 100000, 100000 } };
  DsJob job = {
    .access = DS_ACCESS_RANDOM,
    .block_size = 4096,
    .queue_depth = 4,
    .threads = 2,
    .read_percent = 100,
    .seconds = 0.5,
  };
  g_autoptr (DsTestFile) file = open_null ();
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
  gint64 before = g_get_monotonic_time ();
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (DsJobResult) stopped = NULL;
  JobLoop loop = { .stop_after = 150 };

  ds_runner_set_null_drive (runner, &drive);
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpint (g_get_monotonic_time () - before, >=, 490000);
  g_assert_cmpuint (result->ios[DS_READ], ==, 40000);

  job.seconds = 1000;
  stopped = job_loop_run_well (&loop, runner, file, &job);
  g_assert_true (stopped->stopped);
  g_assert_cmpint (loop.stop_took, <, 1000000);
  g_assert_cmpint (stopped->window_ns, >, 100000000);
  g_assert_cmpint (stopped->window_ns, <, 10000000000);
  assert_near ((double) stopped->ios[DS_READ], 80000 * (double) stopped->window_ns / 1e9, 0.02);
}

static void
test_bytes (void)
{
  const DsNullDrive drive = { .latency_ns = { 100000, 100000 }, .hurry = TRUE };
  DsJob job = {
    .access = DS_ACCESS_SEQUENTIAL,
    .block_size = 64 * KIB,
    .queue_depth = 2,
    .threads = 3,
    .bytes = 100 * MIB,
  };
  g_autoptr (DsTestFile) file = open_null ();
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (DsJobResult) capped = NULL;

  ds_runner_set_null_drive (runner, &drive);
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpuint (result->ios[DS_WRITE], ==, 1600);
  g_assert_cmpuint (result->bytes[DS_WRITE], ==, 100 * MIB);
  g_assert_cmpuint (result->total_bytes[DS_WRITE], ==, 100 * MIB);
  g_assert_false (result->stopped);

  /* With a cap the job ends by itself before it writes more. */
  job.max_written = 10 * MIB + 5;
  capped = job_loop_run_well (NULL, runner, file, &job);
  g_assert_true (capped->stopped);
  g_assert_cmpuint (capped->total_bytes[DS_WRITE], <=, 10 * MIB);
  g_assert_cmpuint (capped->total_bytes[DS_WRITE], >, 9 * MIB);
}

int
main (int argc, char **argv)
{
  const guint threads[] = { 1, 2, 3, 16 };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    const struct {
      const char *name;
      GTestDataFunc func;
    } tests[] = {
      { "latency-bound", test_latency_bound },
      { "rate-bound", test_rate_bound },
      { "tail", test_tail },
      { "samples", test_samples },
    };

    for (guint j = 0; j < G_N_ELEMENTS (tests); j++) {
      g_autofree char *path = g_strdup_printf ("/engine/null/%s/%u", tests[j].name, threads[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (threads[i]), tests[j].func);
    }
  }
  g_test_add_func ("/engine/null/mixed", test_mixed);
  g_test_add_func ("/engine/null/pace", test_pace);
  g_test_add_func ("/engine/null/bytes", test_bytes);
  return g_test_run ();
}
