/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-runner.h"
#include "ds-test-file-private.h"

#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

/* Runs one job on one file and prints what it measured as JSON: for comparing the engine with other programs, and
 * for counting its instructions. Not a test: its figures are those of the machine it runs on. */

typedef struct {
  GMainLoop *loop;
  DsJobResult *result;
  GError *error;
} Run;

static gint64 block_size = 4096, span = 0, amount = 0;
static int queue_depth = 1, threads = 1, read_percent = 100, data_percent = 100;
static double seconds = 1, ramp = 0;
static char *backend_name, *durable_name;
static gboolean sequential, buffered, prepare, samples;

static const GOptionEntry entries[] = {
  { "block", 'b', 0, G_OPTION_ARG_INT64, &block_size, "Block size in bytes", "BYTES" },
  { "queue-depth", 'q', 0, G_OPTION_ARG_INT, &queue_depth, "Outstanding I/Os a thread", "N" },
  { "threads", 't', 0, G_OPTION_ARG_INT, &threads, "Threads", "N" },
  { "sequential", 0, 0, G_OPTION_ARG_NONE, &sequential, "Sequential instead of random", NULL },
  { "read", 'r', 0, G_OPTION_ARG_INT, &read_percent, "Share of reads in percent", "N" },
  { "data", 0, 0, G_OPTION_ARG_INT, &data_percent, "Incompressible share in percent", "N" },
  { "span", 0, 0, G_OPTION_ARG_INT64, &span,
    "Bytes of the file to work on; of a device that has no size, its size", "BYTES" },
  { "bytes", 0, 0, G_OPTION_ARG_INT64, &amount, "Transfer this much instead of a time", "BYTES" },
  { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds, "The measured window", "N" },
  { "ramp", 0, 0, G_OPTION_ARG_DOUBLE, &ramp, "Seconds before it", "N" },
  { "engine", 'e', 0, G_OPTION_ARG_STRING, &backend_name, "auto, uring, sync or null", "NAME" },
  { "durable", 0, 0, G_OPTION_ARG_STRING, &durable_name, "off, dsync or flush", "NAME" },
  { "buffered", 0, 0, G_OPTION_ARG_NONE, &buffered, "Through the page cache", NULL },
  { "prepare", 0, 0, G_OPTION_ARG_NONE, &prepare, "Write the file full instead of measuring", NULL },
  { "samples", 0, 0, G_OPTION_ARG_NONE, &samples, "Print each tick to the standard error output", NULL },
  { NULL },
};

static void
sample_cb (DsRunner *runner, const DsSample *sample, gpointer user_data)
{
  if (samples)
    g_printerr ("%.3f-%.3f s%s: read %" G_GUINT64_FORMAT ", written %" G_GUINT64_FORMAT
                " I/Os, mean %.0f, %.0f ns\n",
                (double) sample->start_ns / 1e9, (double) sample->end_ns / 1e9, sample->measured ? "" : " (ramp)",
                sample->ios[DS_READ], sample->ios[DS_WRITE], sample->mean_ns[DS_READ], sample->mean_ns[DS_WRITE]);
}

static void
finished_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Run *run = user_data;

  run->result = ds_runner_run_finish (DS_RUNNER (source), async_result, &run->error);
  g_main_loop_quit (run->loop);
}

static DsTestFile *
open_target (const char *path)
{
  int flags = (read_percent == 100 && !prepare ? O_RDONLY : O_RDWR) | O_CLOEXEC | (buffered ? 0 : O_DIRECT);
  int fd = open (path, flags);
  off_t size;

  /* A character device such as /dev/zero may refuse direct I/O; it has no page cache either. */
  if (fd < 0)
    fd = open (path, flags & ~O_DIRECT);
  if (fd < 0)
    return NULL;
  size = lseek (fd, 0, SEEK_END);
  if (size <= 0)
    size = span;
  return ds_test_file_new_for_fd (fd, (guint64) size / 512 * 512, 512,
                                  (buffered ? 0 : DS_TEST_FILE_DIRECT) |
                                      (read_percent == 100 && !prepare ? DS_TEST_FILE_READ_ONLY : 0));
}

static gboolean
parse_names (DsBackendKind *backend, DsDurability *durability)
{
  static const char *const backends[] = { "auto", "uring", "sync", "null", NULL };
  static const char *const durabilities[] = { "off", "dsync", "flush", NULL };

  for (guint i = 0; backends[i] != NULL; i++)
    if (g_strcmp0 (backend_name, backends[i]) == 0)
      *backend = (DsBackendKind) i;
  for (guint i = 0; durabilities[i] != NULL; i++)
    if (g_strcmp0 (durable_name, durabilities[i]) == 0)
      *durability = (DsDurability) i;
  return (backend_name == NULL || g_strv_contains (backends, backend_name)) &&
         (durable_name == NULL || g_strv_contains (durabilities, durable_name));
}

static void
print_result (const DsJobResult *result)
{
  static const struct {
    const char *name;
    double percent;
  } percentiles[] = { { "p50", 50 }, { "p90", 90 }, { "p99", 99 }, { "p99_9", 99.9 }, { "p99_99", 99.99 } };
  g_autofree DsHistogram *latency = ds_histogram_new ();
  double window = (double) result->window_ns / 1e9;
  double ios = (double) (result->ios[DS_READ] + result->ios[DS_WRITE]);
  double bytes = (double) (result->bytes[DS_READ] + result->bytes[DS_WRITE]);

  ds_histogram_merge (latency, &result->latency[DS_READ]);
  ds_histogram_merge (latency, &result->latency[DS_WRITE]);
  g_print ("{\"engine\": \"%s\", \"seconds\": %.6f, \"ios\": %.0f, \"iops\": %.1f, \"mb_s\": %.3f, ",
           result->engine, window, ios, ios / window, bytes / window / 1e6);
  g_print ("\"cpu_ns_per_io\": %.1f, \"total_ios_bytes\": %" G_GUINT64_FORMAT ", \"queue_depth\": %u, ",
           result->cpu_seconds * 1e9 / ios, result->total_bytes[DS_READ] + result->total_bytes[DS_WRITE],
           result->effective_queue_depth);
  g_print ("\"latency_ns\": {\"mean\": %.1f", ds_histogram_mean (latency));
  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    g_print (", \"%s\": %.0f", percentiles[i].name, ds_histogram_percentile (latency, percentiles[i].percent));
  g_print (", \"max\": %.0f}", (double) latency->max);
  if (result->flush.count > 0)
    g_print (", \"flush_ns\": {\"mean\": %.1f, \"p99\": %.0f}", ds_histogram_mean (&result->flush),
             ds_histogram_percentile (&result->flush, 99));
  if (prepare)
    g_print (", \"unwritten_bytes\": %" G_GINT64_FORMAT, result->unwritten_bytes);
  g_print ("}\n");
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  g_autoptr (DsRunner) runner = NULL;
  g_autoptr (DsTestFile) file = NULL;
  DsBackendKind backend = DS_BACKEND_AUTO;
  DsDurability durability = DS_DURABILITY_OFF;
  Run run = { 0 };
  DsJob job;

  setlocale (LC_NUMERIC, "C");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 ||
      !parse_names (&backend, &durability)) {
    g_printerr ("%s\n", error != NULL ? error->message : "One file, and the names that --help lists.");
    return 2;
  }
  file = open_target (argv[1]);
  if (file == NULL) {
    g_printerr ("%s cannot be opened.\n", argv[1]);
    return 1;
  }

  job = (DsJob){
    .kind = prepare ? DS_JOB_PREPARE : DS_JOB_MEASURE,
    .access = sequential ? DS_ACCESS_SEQUENTIAL : DS_ACCESS_RANDOM,
    .block_size = (guint64) block_size,
    .queue_depth = (guint) queue_depth,
    .threads = (guint) threads,
    .read_percent = (guint) read_percent,
    .data_percent = (guint) data_percent,
    .durability = durability,
    .span_length = (guint64) span,
    .ramp_seconds = ramp,
    .seconds = amount > 0 ? 0 : seconds,
    .bytes = (guint64) amount,
  };
  runner = ds_runner_new (backend, 1);
  ds_runner_set_sample_func (runner, sample_cb, NULL);
  run.loop = g_main_loop_new (NULL, FALSE);
  ds_runner_run_async (runner, file, &job, NULL, finished_cb, &run);
  g_main_loop_run (run.loop);
  g_main_loop_unref (run.loop);

  if (run.result == NULL || run.result->error != NULL) {
    g_printerr ("%s\n", run.result != NULL ? run.result->error->message : run.error->message);
    g_clear_error (&run.error);
    g_clear_pointer (&run.result, ds_job_result_free);
    return 1;
  }
  print_result (run.result);
  ds_job_result_free (run.result);
  return 0;
}
