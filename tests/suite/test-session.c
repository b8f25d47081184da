/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "ds-engine-error.h"
#include "ds-session.h"
#include "ds-units.h"

/* A folder on this machine's disk, not on a RAM disk as /tmp may be */
static char *folder;

typedef struct {
  DsSession *session;
  GMainLoop *loop;
  GError *error;
  gboolean ok;
  guint cell_changes;
  guint progresses;
  double last_fraction;
  gint stop_at_cell; /* -1: never */
} Run;

static void
run_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;

  run->ok = ds_session_run_finish (DS_SESSION (source), result, &run->error);
  g_main_loop_quit (run->loop);
}

static void
cell_changed_cb (DsSession *session, guint index, Run *run)
{
  run->cell_changes++;
  if ((gint) index == run->stop_at_cell)
    ds_session_stop (session);
}

static void
progress_cb (DsSession *session, Run *run)
{
  const DsProgress *progress = ds_session_get_progress (session);

  run->progresses++;
  g_assert_cmpfloat (progress->fraction, >=, run->last_fraction);
  g_assert_cmpfloat (progress->fraction, <=, 1);
  run->last_fraction = progress->fraction;
}

static void
run_session (Run *run, DsSession *session, gint stop_at_cell)
{
  *run = (Run){ .session = session, .loop = g_main_loop_new (NULL, FALSE), .stop_at_cell = stop_at_cell };
  g_signal_connect (session, "cell-changed", G_CALLBACK (cell_changed_cb), run);
  g_signal_connect (session, "progress", G_CALLBACK (progress_cb), run);
  ds_session_run_async (session, NULL, run_cb, run);
  g_assert_true (ds_session_get_running (session));
  g_main_loop_run (run->loop);
  g_assert_false (ds_session_get_running (session));
  g_main_loop_unref (run->loop);
}

static DsOptions *
quick (const char *engine, const char *rows)
{
  DsOptions *options = ds_options_new (ds_suites_find ("tiles"));
  const char *const values[][2] = {
    { "engine", engine }, { "rows", rows }, { "seconds", "0.2" },
    { "runs", "2" },      { "pause", "0" }, { "size", "16MiB" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autoptr (GError) error = NULL;

    ds_options_set (options, values[i][0], values[i][1], &error);
    g_assert_no_error (error);
  }
  return options;
}

static void
test_imaginary (void)
{
  g_autoptr (DsOptions) options = quick ("null", "SEQ1M Q8T1, RND4K Q1T1");
  g_autoptr (DsSession) session = NULL;
  DsReport *report;
  Run run;

  ds_options_set (options, "mix", "70", NULL);
  ds_options_set (options, "seed", "42", NULL);
  session = ds_session_new (options, folder, NULL, NULL);
  run_session (&run, session, -1);
  g_assert_no_error (run.error);
  g_assert_true (run.ok);

  report = ds_session_get_report (session);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_cmpuint (report->seed, ==, 42);
  g_assert_cmpuint (report->cells->len, ==, 6);
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];
    const DsRun *shown = ds_cell_get_shown (cell);

    g_assert_cmpint (cell->state, ==, DS_CELL_DONE);
    g_assert_cmpuint (cell->runs->len, ==, 2);
    g_assert_cmpfloat (ds_cell_get_mb_s (cell), >, 0);
    g_assert_cmpfloat (shown->total.latency.p50, <=, shown->total.latency.p99);
    g_assert_cmpfloat (shown->total.latency.p99, <=, shown->total.latency.max);
    g_assert_nonnull (shown->histogram);
    if (cell->op == DS_OP_MIX) {
      /* The sum, never a weighted mean */
      g_assert_cmpuint (shown->part[0].bytes + shown->part[1].bytes, ==, shown->total.bytes);
      g_assert_cmpfloat_with_epsilon ((double) shown->part[0].ios / (double) shown->total.ios, 0.7, 0.1);
    }
  }
  g_assert_cmpfloat (run.last_fraction, >, 0.9);
  g_assert_cmpuint (run.cell_changes, >, 6);
  g_assert_cmpuint (run.progresses, >, 6);
}

static guint64
process_bytes (const char *name)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], name))
      return g_ascii_strtoull (lines[i] + strlen (name), NULL, 10);
  g_assert_not_reached ();
}

static gboolean
is_empty (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  return g_dir_read_name (dir) == NULL;
}

static void
test_real (void)
{
  g_autoptr (DsOptions) options = quick ("auto", "SEQ1M Q8T1, RND4K Q32T2");
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  DsReport *report;
  guint64 before[2], seen[2];
  Run run;

  before[0] = process_bytes ("read_bytes: ");
  before[1] = process_bytes ("write_bytes: ");
  run_session (&run, session, -1);
  seen[0] = process_bytes ("read_bytes: ") - before[0];
  seen[1] = process_bytes ("write_bytes: ") - before[1];
  g_assert_no_error (run.error);

  report = ds_session_get_report (session);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_nonnull (report->engine);
  g_assert_cmpuint (report->target.test_size, ==, 16 * DS_MIB);
  g_assert_nonnull (report->target.fs_type);
  for (guint i = 0; i < report->cells->len; i++)
    g_assert_cmpint (((DsCell *) report->cells->pdata[i])->state, ==, DS_CELL_DONE);
  /* What the report counts is what the kernel counted, but for the file system's own bookkeeping. */
  g_assert_cmpuint (seen[0], >=, report->bytes_read);
  g_assert_cmpuint (seen[0] - report->bytes_read, <, 4 * DS_MIB);
  g_assert_cmpuint (seen[1], >=, report->bytes_written);
  g_assert_cmpuint (seen[1] - report->bytes_written, <, 4 * DS_MIB);
  g_assert_true (is_empty (folder));
}

static void
test_stop (void)
{
  g_autoptr (DsOptions) options = quick ("null", "SEQ1M Q8T1, RND4K Q1T1");
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  DsReport *report;
  Run run;

  run_session (&run, session, 1);
  g_assert_no_error (run.error);
  report = ds_session_get_report (session);
  g_assert_cmpint (report->state, ==, DS_STATE_STOPPED);
  g_assert_cmpint (((DsCell *) report->cells->pdata[0])->state, ==, DS_CELL_DONE);
  g_assert_cmpint (((DsCell *) report->cells->pdata[1])->state, ==, DS_CELL_STOPPED);
  g_assert_cmpint (((DsCell *) report->cells->pdata[2])->state, ==, DS_CELL_WAITING);
}

static gboolean
stop_cb (gpointer user_data)
{
  ds_session_stop (user_data);
  return G_SOURCE_REMOVE;
}

/* At any moment, the inspection and the preparation included: it ends, once, and leaves nothing. */
static void
test_stop_any_time (void)
{
  for (guint delay = 0; delay < 600; delay += 40) {
    g_autoptr (DsOptions) options = quick ("auto", "RND4K Q4T1");
    g_autoptr (DsSession) session = NULL;
    gint64 start;
    Run run;

    ds_options_set (options, "pause", "1", NULL);
    ds_options_set (options, "runs", "1", NULL);
    session = ds_session_new (options, folder, NULL, NULL);
    start = g_get_monotonic_time ();
    g_timeout_add (delay, stop_cb, session);
    run_session (&run, session, -1);
    g_assert_no_error (run.error);
    g_assert_cmpint (g_get_monotonic_time () - start, <, (gint64) delay * 1000 + 2 * G_USEC_PER_SEC);
    g_assert_cmpint (ds_session_get_report (session)->state, ==, DS_STATE_STOPPED);
    g_assert_true (is_empty (folder));
  }
}

static void
test_one_row (void)
{
  g_autoptr (DsOptions) options = quick ("null", "SEQ1M Q8T1, RND4K Q1T1");
  g_autoptr (DsSession) first = ds_session_new (options, folder, NULL, NULL);
  g_autoptr (DsSession) second = NULL;
  DsReport *before, *after;
  Run run;

  run_session (&run, first, -1);
  before = ds_session_get_report (first);
  second = ds_session_new (options, folder, "RND4K Q1T1", before);
  after = ds_session_get_report (second);
  g_assert_cmpfloat (ds_cell_get_mb_s (after->cells->pdata[0]), ==, ds_cell_get_mb_s (before->cells->pdata[0]));
  g_assert_cmpint (((DsCell *) after->cells->pdata[1])->state, ==, DS_CELL_WAITING);
  run_session (&run, second, -1);
  g_assert_no_error (run.error);
  g_assert_cmpint (((DsCell *) after->cells->pdata[1])->state, ==, DS_CELL_DONE);
  g_assert_cmpint (((DsCell *) after->cells->pdata[0])->state, ==, DS_CELL_DONE);
}

static void
assert_fails (DsOptions *options, const char *path, GQuark domain, int code)
{
  g_autoptr (DsSession) session = ds_session_new (options, path, NULL, NULL);
  DsReport *report;
  Run run;

  run_session (&run, session, -1);
  g_assert_error (run.error, domain, code);
  g_assert_true (g_str_has_suffix (run.error->message, "."));
  report = ds_session_get_report (session);
  g_assert_cmpint (report->state, ==, DS_STATE_FAILED);
  g_assert_cmpstr (report->error, ==, run.error->message);
  g_clear_error (&run.error);
}

static void
test_bad_targets (void)
{
  g_autoptr (DsOptions) options = quick ("auto", "RND4K Q1T1");
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);

  assert_fails (options, missing, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_FOUND);
  g_assert_true (g_file_set_contents (file, "precious", -1, NULL));
  assert_fails (options, file, DS_SUITE_ERROR, DS_SUITE_ERROR_TARGET);
  g_assert_cmpint (g_unlink (file), ==, 0);
  assert_fails (options, "/dev/shm", DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO);
}

static void
test_existing_file (void)
{
  g_autoptr (DsOptions) options = quick ("auto", "RND4K Q4T1, SEQ1M Q1T1");
  g_autofree char *file = g_build_filename (folder, "existing", NULL);
  g_autofree char *content = g_malloc (4 * DS_MIB);
  g_autofree char *after = NULL;
  gsize length;
  Run run;

  for (guint i = 0; i < 4 * DS_MIB; i++)
    content[i] = (char) (i * 2654435761u >> 24);
  g_assert_true (g_file_set_contents (file, content, 4 * DS_MIB, NULL));
  ds_options_set (options, "op", "read", NULL);
  {
    g_autoptr (DsSession) session = ds_session_new (options, file, NULL, NULL);

    run_session (&run, session, -1);
    g_assert_no_error (run.error);
    g_assert_cmpuint (ds_session_get_report (session)->bytes_written, ==, 0);
  }
  g_assert_true (g_file_get_contents (file, &after, &length, NULL));
  g_assert_cmpmem (content, 4 * DS_MIB, after, length);
  g_assert_cmpint (g_unlink (file), ==, 0);
}

static void
test_write_cap (void)
{
  g_autoptr (DsOptions) options = quick ("auto", "SEQ1M Q8T1");
  g_autoptr (DsSession) refused = ds_session_new (options, folder, NULL, NULL);
  g_autoptr (DsSession) capped = ds_session_new (options, folder, NULL, NULL);
  DsReport *report;
  Run run;

  ds_session_set_max_write (refused, 8 * DS_MIB);
  run_session (&run, refused, -1);
  g_assert_error (run.error, DS_SUITE_ERROR, DS_SUITE_ERROR_TOO_MUCH);
  g_clear_error (&run.error);
  g_assert_cmpuint (ds_session_get_report (refused)->bytes_written, ==, 0);

  ds_session_set_max_write (capped, 20 * DS_MIB);
  run_session (&run, capped, -1);
  g_assert_no_error (run.error);
  report = ds_session_get_report (capped);
  g_assert_cmpint (report->state, ==, DS_STATE_STOPPED);
  g_assert_cmpuint (report->bytes_written, >=, 16 * DS_MIB);
  g_assert_cmpuint (report->bytes_written, <=, 20 * DS_MIB);
  g_assert_cmpint (((DsCell *) report->cells->pdata[0])->state, ==, DS_CELL_DONE);
}

static DsOptions *
options_of (const char *suite, const char *first, ...)
{
  DsOptions *options = ds_options_new (ds_suites_find (suite));
  va_list list;

  va_start (list, first);
  for (const char *id = first; id; id = va_arg (list, const char *)) {
    g_autoptr (GError) error = NULL;

    ds_options_set (options, id, va_arg (list, const char *), &error);
    g_assert_no_error (error);
  }
  va_end (list);
  return options;
}

static void
test_transfer_sizes (void)
{
  g_autoptr (DsOptions) options =
      options_of ("transfer-sizes", "length", "16MiB", "from", "512", "to", "1MiB", "verify", "on", NULL);
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  DsReport *report;
  Run run;

  run_session (&run, session, -1);
  g_assert_no_error (run.error);
  report = ds_session_get_report (session);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_cmpstr (report->view, ==, "bars");
  g_assert_cmpuint (report->cells->len, ==, 24);
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];

    if (cell->state == DS_CELL_UNSUPPORTED) {
      g_assert_cmpuint (cell->block_size, <, 4096);
      continue;
    }
    g_assert_cmpint (cell->state, ==, DS_CELL_DONE);
    g_assert_cmpuint (ds_cell_get_shown (cell)->total.bytes, ==, 16 * DS_MIB);
  }
  g_assert_true (is_empty (folder));
}

static void
test_repeated (void)
{
  g_autoptr (DsOptions) options = options_of ("transfer-sizes", "length", "1MiB", "from", "64KiB", "to", "64KiB",
                                              "engine", "null", "minutes", "1", NULL);
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  Run run;

  g_timeout_add (1000, stop_cb, session);
  run_session (&run, session, -1);
  g_assert_no_error (run.error);
  g_assert_cmpint (ds_session_get_report (session)->state, ==, DS_STATE_STOPPED);
  /* Each time round is a run of its own. */
  g_assert_cmpuint (((DsCell *) ds_session_get_report (session)->cells->pdata[0])->runs->len, >, 3);
}

static void
live_cb (DsSession *session, guint index, guint *most)
{
  DsReport *report = ds_session_get_report (session);

  /* The curve grows while it is measured. */
  if (report->series->len > 0 && ((DsCell *) report->cells->pdata[0])->state == DS_CELL_RUNNING)
    *most = MAX (*most, ((DsSeries *) report->series->pdata[0])->x->len);
}

static void
test_live_curve (void)
{
  g_autoptr (DsOptions) options =
      options_of ("drive-scan", "tests", "random-read", "engine", "null", "seconds", "1", NULL);
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  guint most = 0;
  Run run;

  g_signal_connect (session, "cell-changed", G_CALLBACK (live_cb), &most);
  run_session (&run, session, -1);
  g_assert_no_error (run.error);
  g_assert_cmpuint (most, >=, 3);
  g_assert_cmpuint (ds_session_get_report (session)->series->len, ==, 1);
}

static void
test_drive_scan (void)
{
  g_autoptr (DsOptions) options =
      options_of ("drive-scan", "tests", "all", "size", "64MiB", "seconds", "0.3", "block", "64KiB", NULL);
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  static const char *const names[] = { "linear-read",   "random-read",  "access-time",
                                       "buffered-read", "linear-write", "random-write" };
  DsReport *report;
  Run run;

  run_session (&run, session, -1);
  g_assert_no_error (run.error);
  report = ds_session_get_report (session);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_cmpuint (report->series->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const DsSeries *series = report->series->pdata[i];

    g_assert_cmpstr (series->name, ==, names[i]);
    g_assert_cmpuint (series->x->len, ==, series->y->len);
    g_assert_cmpuint (series->x->len, >, 3);
    for (guint j = 0; j < series->x->len; j++) {
      g_assert_cmpfloat (g_array_index (series->x, double, j), >=, 0);
      g_assert_cmpfloat (g_array_index (series->y, double, j), >=, 0);
    }
  }
  /* Access time is measured with the smallest block that the target takes. */
  g_assert_cmpuint (((DsCell *) report->cells->pdata[2])->block_size, <=, 4096);
  g_assert_true (is_empty (folder));
}

static void
test_queue_depth (void)
{
  g_autoptr (DsOptions) options = options_of ("queue-depth", "engine", "null", "depths", "1,2,4,8,16,32",
                                              "threads", "1", "op", "read", "seconds", "0.2", NULL);
  g_autoptr (DsSession) session = ds_session_new (options, folder, NULL, NULL);
  DsReport *report;
  Run run;

  run_session (&run, session, -1);
  g_assert_no_error (run.error);
  report = ds_session_get_report (session);
  g_assert_cmpuint (report->cells->len, ==, 6);
  /* On the imaginary drive twice the depth is twice the IOPS, until its bandwidth ends. */
  g_assert_cmpfloat_with_epsilon (
      ds_cell_get_iops (report->cells->pdata[1]) / ds_cell_get_iops (report->cells->pdata[0]), 2, 0.05);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_strdup_printf ("%s/session-%d", g_getenv ("G_TEST_BUILDDIR"), (int) getpid ());
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_test_add_func ("/session/imaginary", test_imaginary);
  g_test_add_func ("/session/real", test_real);
  g_test_add_func ("/session/stop", test_stop);
  g_test_add_func ("/session/stop-any-time", test_stop_any_time);
  g_test_add_func ("/session/one-row", test_one_row);
  g_test_add_func ("/session/bad-targets", test_bad_targets);
  g_test_add_func ("/session/existing-file", test_existing_file);
  g_test_add_func ("/session/write-cap", test_write_cap);
  g_test_add_func ("/session/transfer-sizes", test_transfer_sizes);
  g_test_add_func ("/session/repeated", test_repeated);
  g_test_add_func ("/session/live-curve", test_live_curve);
  g_test_add_func ("/session/drive-scan", test_drive_scan);
  g_test_add_func ("/session/queue-depth", test_queue_depth);
  status = g_test_run ();
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
  return status;
}
