/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "job-loop.h"
#include "ds-conductor.h"
#include "ds-engine-error.h"
#include "ds-job-check.h"
#include "ds-test-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* The engine on a real file of the file system that the build folder is on */

#define SIZE (32 * MIB)

static const DsJob small_reads = {
  .access = DS_ACCESS_RANDOM,
  .block_size = 4096,
  .queue_depth = 4,
  .threads = 1,
  .read_percent = 100,
  .data_percent = 100,
  .seconds = 0.2,
};

static guint64
read_kernel_count (const char *name)
{
  g_autofree char *text = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  line = strstr (text, name);
  g_assert_nonnull (line);
  return g_ascii_strtoull (line + strlen (name), NULL, 10);
}

static void
assert_consistent (const DsJobResult *result, const DsJob *job)
{
  /* So many I/Os that a share of 30 % cannot have missed all of them */
  gboolean many = result->ios[DS_READ] + result->ios[DS_WRITE] > 80;

  g_assert_cmpuint (result->total_bytes[DS_READ] + result->total_bytes[DS_WRITE], >, 0);
  for (guint op = 0; op < 2; op++) {
    gboolean expected = op == DS_READ ? job->read_percent > 0 : job->read_percent < 100;

    g_assert_cmpuint (result->ios[op], ==, result->latency[op].count);
    g_assert_cmpuint (result->bytes[op], ==, result->ios[op] * job->block_size);
    g_assert_cmpuint (result->total_bytes[op], >=, result->bytes[op]);
    if (expected && many)
      g_assert_cmpuint (result->ios[op], >, 0);
    if (!expected)
      g_assert_cmpuint (result->total_bytes[op], ==, 0);
  }
  if (job->durability == DS_DURABILITY_FLUSH && job->seconds <= 0)
    g_assert_cmpuint (result->flush.count, ==, result->ios[DS_WRITE]);
  if (job->durability != DS_DURABILITY_FLUSH || job->read_percent == 100)
    g_assert_cmpuint (result->flush.count, ==, 0);
  g_assert_cmpfloat (result->cpu_seconds, >=, 0);
  if (job->seconds > 0 && !result->stopped)
    g_assert_cmpint (result->window_ns, ==, (gint64) (job->seconds * 1e9));
}

/* Every access, durability, mix and number of threads, on each engine */
static void
test_combinations (gconstpointer data)
{
  const DsBackendKind backend = GPOINTER_TO_INT (data);
  const guint reads[] = { 100, 0, 70 }, threads[] = { 1, 2, 5 }, depths[] = { 1, 2, 33 };
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (backend, 1);
  guint n = 0;

  if (file == NULL)
    return;
  for (guint access = DS_ACCESS_SEQUENTIAL; access <= DS_ACCESS_RANDOM; access++)
    for (guint durability = DS_DURABILITY_OFF; durability <= DS_DURABILITY_FLUSH; durability++)
      for (guint i = 0; i < G_N_ELEMENTS (reads); i++)
        for (guint j = 0; j < G_N_ELEMENTS (threads); j++) {
          DsJob job = {
            .access = access,
            .block_size = n % 2 == 0 ? 4096 : 12 * KIB,
            .queue_depth = depths[n % G_N_ELEMENTS (depths)],
            .threads = threads[j],
            .read_percent = reads[i],
            .durability = durability,
            .data_percent = n % 3 == 0 ? 46 : 100,
            .bytes = n % 4 == 0 ? MIB : 0,
            .seconds = n % 4 == 0 ? 0 : 0.06,
            .ramp_seconds = 0.02,
          };
          g_autoptr (DsJobResult) result = job_loop_run_well (NULL, runner, file, &job);

          g_assert_cmpint (result->backend, ==, backend);
          assert_consistent (result, &job);
          if (job.bytes > 0)
            g_assert_cmpuint (result->bytes[DS_READ] + result->bytes[DS_WRITE], ==,
                              (MIB + job.block_size - 1) / job.block_size * job.block_size);
          n++;
        }
}

/* The count of bytes is the kernel's own. */
static void
test_kernel_counts (gconstpointer data)
{
  const DsBackendKind backend = GPOINTER_TO_INT (data);
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (backend, 1);
  DsJob job = small_reads;

  if (file == NULL)
    return;
  job.ramp_seconds = 0.1;
  job.queue_depth = 16;
  for (guint i = 0; i < 4; i++) {
    guint64 before_read, before_written;
    g_autoptr (DsJobResult) result = NULL;

    job.read_percent = i < 2 ? 100 : 0;
    job.threads = i % 2 == 0 ? 1 : 3;
    /* What an earlier job left to the kernel must not count for this one. */
    g_assert_cmpint (fsync (ds_test_file_get_fd (file)), ==, 0);
    before_read = read_kernel_count ("\nread_bytes: ");
    before_written = read_kernel_count ("\nwrite_bytes: ");
    result = job_loop_run_well (NULL, runner, file, &job);
    before_read = read_kernel_count ("\nread_bytes: ") - before_read;
    before_written = read_kernel_count ("\nwrite_bytes: ") - before_written;

    if (before_read == 0 && before_written == 0) {
      g_test_skip ("this kernel does not count the bytes of a process");
      return;
    }
    g_assert_cmpuint (before_read, ==, result->total_bytes[DS_READ]);
    /* A write also dates the file: a block or two of the file system's own. */
    g_assert_cmpuint (before_written, >=, result->total_bytes[DS_WRITE]);
    g_assert_cmpuint (before_written, <=, result->total_bytes[DS_WRITE] + (i < 2 ? 0 : 64 * KIB));
  }
}

static void
test_stop (gconstpointer data)
{
  const DsBackendKind backend = GPOINTER_TO_INT (data);
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (backend, 1);
  DsJob job = small_reads;

  if (file == NULL)
    return;
  job.threads = 2;
  job.seconds = 100;
  for (guint i = 0; i < 4; i++) {
    JobLoop loop = { .stop_after = i == 3 ? 1 : 250, .cancel = i % 2 == 1 };
    g_autoptr (DsJobResult) result = NULL;
    double bytes, drain;

    job.queue_depth = i == 2 ? 512 : 8;
    job.read_percent = i == 2 ? 0 : 100;
    job.block_size = i == 2 ? 64 * KIB : 4096;
    result = job_loop_run_well (&loop, runner, file, &job);
    /* What the drive already has must be waited for, at the drive's own pace. */
    bytes = (double) (result->total_bytes[DS_READ] + result->total_bytes[DS_WRITE]);
    drain = bytes <= 0 ? 0
                       : (double) job.threads * job.queue_depth * (double) job.block_size *
                             (double) (result->window_ns / 1000 + loop.stop_took) / bytes;
    g_test_message ("idle %.1f ms after stopping, of which the drive needs %.1f", (double) loop.stop_took / 1000,
                    drain / 1000);
    g_assert_cmpfloat ((double) loop.stop_took, <, 1000000 + (i == 2 ? drain : 0));
    g_assert_true (result->stopped);
    g_assert_cmpint (result->window_ns, <, 100 * G_GINT64_CONSTANT (1000000000));
    if (i < 2)
      g_assert_cmpint (result->window_ns, >, 100000000);
    g_assert_cmpuint (result->bytes[DS_READ], ==, result->ios[DS_READ] * job.block_size);
  }
}

/* Cancelled when hardly begun, by the cancellable: ends at once and without an error. */
static void
test_cancelled_early (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = ds_test_file_open (g_get_tmp_dir (), SIZE, DS_TEST_FILE_NULL, &error);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_NULL, 1);
  JobLoop loop = { .stop_after = 1, .cancel = TRUE };
  DsJob job = small_reads;
  g_autoptr (DsJobResult) result = NULL;

  g_assert_no_error (error);
  job.seconds = 1000;
  result = job_loop_run (&loop, runner, file, &job, &error);
  g_assert_no_error (error);
  g_assert_true (result->stopped);
  g_assert_cmpint (loop.stop_took, <, 1000000);
}

static void
test_samples (void)
{
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (DsSample));
  g_autoptr (DsJobResult) result = NULL;
  JobLoop loop = { .samples = samples };
  DsJob job = small_reads;
  guint64 ios = 0;
  gint64 end = 0;

  if (file == NULL)
    return;
  job.ramp_seconds = 0.3;
  job.seconds = 0.7;
  job.threads = 3;
  result = job_loop_run_well (&loop, runner, file, &job);
  g_assert_cmpuint (samples->len, ==, 10);
  for (guint i = 0; i < samples->len; i++) {
    const DsSample *sample = &g_array_index (samples, DsSample, i);

    g_assert_cmpint (sample->start_ns, ==, end);
    end = sample->end_ns;
    g_assert_cmpint (sample->measured, ==, sample->start_ns >= 300000000);
    if (sample->ios[DS_READ] > 0)
      g_assert_cmpfloat (sample->max_ns[DS_READ], >=, sample->mean_ns[DS_READ]);
    if (sample->measured)
      ios += sample->ios[DS_READ];
  }
  g_assert_cmpint (end, ==, 1000000000);
  g_assert_cmpuint (ios, ==, result->ios[DS_READ]);
}

/* Little's law: what is outstanding is the queue, all the time. */
static void
test_closed_loop (void)
{
  g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  DsJob job = small_reads;

  if (file == NULL)
    return;
  job.seconds = 0.5;
  job.ramp_seconds = 0.1;
  for (job.queue_depth = 1; job.queue_depth <= 512; job.queue_depth *= 8) {
    g_autoptr (DsJobResult) result = job_loop_run_well (NULL, runner, file, &job);
    double window = (double) result->window_ns;
    double outstanding = ds_histogram_mean (&result->latency[DS_READ]) * (double) result->ios[DS_READ] / window;
    /* Those that began before the window count as a whole, those that end after it not at all. */
    double edge = job.queue_depth * (double) result->latency[DS_READ].max / window;

    g_test_message ("%u outstanding, by latency and rate %.2f, give or take %.2f", job.queue_depth, outstanding,
                    edge);
    g_assert_cmpfloat (outstanding, <=, job.queue_depth + edge);
    g_assert_cmpfloat (outstanding, >=, job.queue_depth * 0.95 - edge);
  }
}

/* The preparation writes the pattern asked for, and every block of a span is written once. */
static void
test_prepare (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file =
      ds_test_file_open (g_test_get_dir (G_TEST_BUILT), 5 * MIB + 12 * KIB, DS_TEST_FILE_DIRECT, &error);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  DsJob job = { .kind = DS_JOB_PREPARE, .data_percent = 100 };
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (DsJobResult) zeros = NULL;
  g_autoptr (DsJobResult) capped = NULL;
  guint8 *data;

  if (g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO)) {
    g_test_skip ("the file system of the build folder has no direct I/O");
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), >, 0);
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpuint (result->total_bytes[DS_WRITE], ==, 5 * MIB + 12 * KIB);
  g_assert_cmpuint (result->bytes[DS_WRITE], ==, 5 * MIB + 12 * KIB);
  g_assert_cmpuint (result->ios[DS_WRITE], ==, 6);
  g_assert_cmpint (result->unwritten_bytes, ==, 0);
  g_assert_cmpint (result->window_ns, >, 0);

  data = aligned_alloc (4096, 5 * MIB + 12 * KIB);
  g_assert_cmpint (pread (ds_test_file_get_fd (file), data, 5 * MIB + 12 * KIB, 0), ==, 5 * MIB + 12 * KIB);
  for (guint64 at = 0; at < 5 * MIB + 12 * KIB; at += 4096)
    g_assert_true (g_hash_table_add (seen, g_bytes_new (data + at, 4096)));

  job.data_percent = 0;
  zeros = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpint (pread (ds_test_file_get_fd (file), data, 5 * MIB + 12 * KIB, 0), ==, 5 * MIB + 12 * KIB);
  g_assert_cmpint (data[0], ==, 0);
  g_assert_cmpint (memcmp (data, data + 1, 5 * MIB + 12 * KIB - 1), ==, 0);
  free (data);

  job.max_written = 3 * MIB;
  capped = job_loop_run_well (NULL, runner, file, &job);
  g_assert_true (capped->stopped);
  g_assert_cmpuint (capped->total_bytes[DS_WRITE], <=, 3 * MIB);
}

/* Which blocks a job writes: of the span alone, all of them in a sequential pass of several workers */
static void
test_span (void)
{
  g_autoptr (DsTestFile) file = job_loop_new_file (4 * MIB);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  DsJob job = {
    .access = DS_ACCESS_SEQUENTIAL,
    .block_size = 8 * KIB,
    .queue_depth = 4,
    .threads = 3,
    .data_percent = 0,
    .span_offset = MIB,
    .span_length = 2 * MIB,
    .bytes = 2 * MIB,
  };
  guint8 *data;

  if (file == NULL)
    return;
  data = aligned_alloc (4096, 4 * MIB);
  for (guint access = DS_ACCESS_SEQUENTIAL; access <= DS_ACCESS_RANDOM; access++) {
    g_autoptr (DsJobResult) result = NULL;
    guint n_zero = 0, n_blocks = (guint) (job.span_length / job.block_size);

    job.access = access;
    job.data_percent = access == DS_ACCESS_RANDOM ? 100 : 0;
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpint (pread (ds_test_file_get_fd (file), data, 4 * MIB, 0), ==, 4 * MIB);
    for (guint64 at = 0; at < 4 * MIB; at += job.block_size) {
      gboolean zero = data[at + 100] == 0 && memcmp (data + at + 100, data + at + 101, job.block_size - 101) == 0;

      n_zero += zero;
      if (at < job.span_offset || at >= job.span_offset + job.span_length)
        g_assert_false (zero);
    }
    /* As many random writes as blocks leave 1/e of them untouched. */
    if (access == DS_ACCESS_SEQUENTIAL)
      g_assert_cmpuint (n_zero, ==, n_blocks);
    else
      g_assert_cmpfloat_with_epsilon (n_zero / (double) n_blocks, 1 / G_E, 0.1);
  }
  free (data);
}

static void
assert_refused (DsTestFile *file, const DsJob *job, DsEngineErrorCode code, const char *words)
{
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) run_error = NULL;

  g_assert_false (ds_runner_check (runner, file, job, &error));
  g_assert_error (error, DS_ENGINE_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (job_loop_run (NULL, runner, file, job, &run_error));
  g_assert_error (run_error, DS_ENGINE_ERROR, (int) code);
}

static void
test_refused (void)
{
  int fd = open ("/dev/zero", O_RDONLY | O_CLOEXEC);
  g_autoptr (DsTestFile) file =
      ds_test_file_new_for_fd (fd, 64 * MIB, 4096, DS_TEST_FILE_DIRECT | DS_TEST_FILE_READ_ONLY);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  DsJob job = small_reads;

  g_assert_true (ds_runner_check (runner, file, &job, NULL));
  job.block_size = 512;
  assert_refused (file, &job, DS_ENGINE_ERROR_ALIGNMENT, "multiples of");
  job.block_size = 128 * MIB;
  assert_refused (file, &job, DS_ENGINE_ERROR_FAILED, "smaller block");
  job = small_reads;
  job.read_percent = 0;
  assert_refused (file, &job, DS_ENGINE_ERROR_READ_ONLY, "only ever read");
  job = small_reads;
  job.queue_depth = 513;
  assert_refused (file, &job, DS_ENGINE_ERROR_FAILED, "512");
  job = small_reads;
  job.seconds = NAN;
  assert_refused (file, &job, DS_ENGINE_ERROR_FAILED, "nothing to measure");
  job = small_reads;
  job.span_offset = 65 * MIB;
  assert_refused (file, &job, DS_ENGINE_ERROR_FAILED, "no room");
}

/* The sentence about memory names the value that alone would mend it. */
static void
test_memory (void)
{
  int fd = open ("/dev/zero", O_RDONLY | O_CLOEXEC);
  g_autoptr (DsTestFile) file = ds_test_file_new_for_fd (fd, 64 * MIB, 4096, DS_TEST_FILE_DIRECT);
  const struct {
    guint64 block_size;
    guint queue_depth, threads;
    const char *words;
  } cases[] = {
    { 8 * MIB, 8, 64, "Lower the number of threads." },
    { 8 * MIB, 512, 1, "Lower the queue depth." },
    { 8 * MIB, 512, 64, "Lower the queue depth and the number of threads." },
    { 64 * MIB, 1, 8, "Lower the number of threads." },
  };
  DsJob job = small_reads;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    const guint64 limit = 256 * MIB;

    job.block_size = cases[i].block_size;
    job.queue_depth = cases[i].queue_depth;
    job.threads = cases[i].threads;
    job.span_length = 64 * MIB;
    g_assert_cmpuint (ds_job_get_memory (&job, DS_BACKEND_AUTO), ==,
                      job.block_size * job.queue_depth * job.threads);
    g_assert_false (ds_job_check (&job, file, DS_BACKEND_AUTO, limit, &error));
    g_assert_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_MEMORY);
    g_assert_nonnull (strstr (error->message, cases[i].words));
    g_clear_error (&error);
    g_assert_true (ds_job_check (&job, file, DS_BACKEND_AUTO, ds_job_get_memory (&job, DS_BACKEND_AUTO), &error));
    g_assert_no_error (error);
  }
  job.block_size = 64 * MIB;
  job.queue_depth = job.threads = 1;
  {
    g_autoptr (GError) error = NULL;

    g_assert_false (ds_job_check (&job, file, DS_BACKEND_AUTO, 32 * MIB, &error));
    g_assert_nonnull (strstr (error->message, "block size"));
  }
  /* A quarter of what there is, and this machine has some */
  g_assert_cmpuint (ds_memory_get_limit (), >, MIB);
  g_assert_cmpuint (ds_memory_get_limit (), <=,
                    (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE) / 4);
}

/* The sync engine has a thread for each outstanding I/O, 256 at most, and says what it really does. */
static void
test_sync_limit (void)
{
  int fd = open ("/dev/zero", O_RDONLY | O_CLOEXEC);
  g_autoptr (DsTestFile) file = ds_test_file_new_for_fd (fd, 64 * MIB, 512, DS_TEST_FILE_READ_ONLY);
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_SYNC, 1);
  const struct {
    guint queue_depth, threads, effective;
    const char *engine;
  } cases[] = {
    { 1, 1, 1, "sync (pread and pwritev2, 1 thread)" },
    { 32, 2, 32, "sync (pread and pwritev2, 64 threads)" },
    { 512, 1, 256, "sync (pread and pwritev2, 256 threads)" },
    { 512, 24, 10, "sync (pread and pwritev2, 240 threads)" },
  };
  DsJob job = small_reads;

  job.seconds = 0.05;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DsJobResult) result = NULL;

    job.queue_depth = cases[i].queue_depth;
    job.threads = cases[i].threads;
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (result->effective_queue_depth, ==, cases[i].effective);
    g_assert_cmpstr (result->engine, ==, cases[i].engine);
    g_assert_null (result->engine_reason);
    g_assert_cmpuint (result->ios[DS_READ], >, 0);
  }
}

/* The random stream goes on from job to job: two jobs on one runner do not write the same blocks, two runners of
 * one seed do. */
static void
test_streams_go_on (void)
{
  guint8 written[3][256] = { 0 };
  g_autoptr (DsRunner) runner = NULL;

  for (guint i = 0; i < 3; i++) {
    g_autoptr (DsTestFile) file = job_loop_new_file (MIB);
    g_autoptr (DsJobResult) result = NULL;
    DsJob job = {
      .access = DS_ACCESS_RANDOM,
      .block_size = 4096,
      .queue_depth = 2,
      .threads = 1,
      .data_percent = 0,
      .bytes = 64 * 4096,
    };
    guint8 *data;

    if (file == NULL)
      return;
    if (i != 1) {
      g_clear_object (&runner);
      runner = ds_runner_new (DS_BACKEND_AUTO, 99);
    }
    result = job_loop_run_well (NULL, runner, file, &job);
    data = aligned_alloc (4096, MIB);
    g_assert_cmpint (pread (ds_test_file_get_fd (file), data, MIB, 0), ==, MIB);
    for (guint block = 0; block < 256; block++)
      written[i][block] =
          data[block * 4096 + 64] == 0 && memcmp (data + block * 4096 + 64, data + block * 4096 + 65, 4000) == 0;
    free (data);
  }
  g_assert_cmpint (memcmp (written[0], written[1], 256), !=, 0);
  g_assert_cmpmem (written[0], 256, written[2], 256);
}

int
main (int argc, char **argv)
{
  const struct {
    const char *name;
    DsBackendKind kind;
  } backends[] = { { "uring", DS_BACKEND_URING }, { "sync", DS_BACKEND_SYNC } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    const struct {
      const char *name;
      GTestDataFunc func;
    } tests[] = {
      { "combinations", test_combinations },
      { "kernel-counts", test_kernel_counts },
      { "stop", test_stop },
    };

    for (guint j = 0; j < G_N_ELEMENTS (tests); j++) {
      g_autofree char *path = g_strdup_printf ("/engine/runner/%s/%s", tests[j].name, backends[i].name);

      g_test_add_data_func (path, GINT_TO_POINTER (backends[i].kind), tests[j].func);
    }
  }
  g_test_add_func ("/engine/runner/cancelled-early", test_cancelled_early);
  g_test_add_func ("/engine/runner/samples", test_samples);
  g_test_add_func ("/engine/runner/closed-loop", test_closed_loop);
  g_test_add_func ("/engine/runner/prepare", test_prepare);
  g_test_add_func ("/engine/runner/span", test_span);
  g_test_add_func ("/engine/runner/refused", test_refused);
  g_test_add_func ("/engine/runner/memory", test_memory);
  g_test_add_func ("/engine/runner/sync-limit", test_sync_limit);
  g_test_add_func ("/engine/runner/streams-go-on", test_streams_go_on);
  return g_test_run ();
}
