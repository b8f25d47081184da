/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-fio-job.h"

#include <glib/gstdio.h>
#include <string.h>

static DsOptions *
make_options (const char *suite, const char *first, ...)
{
  DsOptions *options = ds_options_new (ds_suites_find (suite));
  va_list list;

  va_start (list, first);
  for (const char *id = first; id != NULL; id = va_arg (list, const char *)) {
    g_autoptr (GError) error = NULL;

    ds_options_set (options, id, va_arg (list, const char *), &error);
    g_assert_no_error (error);
  }
  va_end (list);
  return options;
}

static char *
make (DsOptions *options, const char *only_row)
{
  g_autoptr (GError) error = NULL;
  char *text = ds_fio_job_new_for_options (options, only_row, &error);

  g_assert_no_error (error);
  return text;
}

/* Whether fio itself takes the file, where it is installed; it names options that it does not know. */
static void
ask_fio (const char *text)
{
  g_autofree char *program = g_find_program_in_path ("fio");
  g_autofree char *path = NULL;
  const char *argv[] = { program, "--parse-only", NULL, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "DS_FILE", "/nowhere/file", TRUE);
  g_autofree char *errors = NULL;
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;
  int status, fd;

  if (program == NULL) {
    g_test_message ("fio is not installed, so it was not asked");
    return;
  }
  fd = g_file_open_tmp ("ds-fio-XXXXXX", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  argv[2] = path;
  environment = g_environ_setenv (environment, "DS_SIZE", "64m", TRUE);
  g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL, NULL, &out, &errors,
                               &status, &error));
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL) || *errors != '\0')
    g_error ("fio says: %s%s\n%s", out, errors, text);
  g_unlink (path);
}

static void
test_row (void)
{
  g_autoptr (DsOptions) options =
      make_options ("tiles", "settings", "nvme", "size", "64MiB", "seconds", "0.5", "op", "read", NULL);
  g_autofree char *text = make (options, "RND4K Q32T16");

  g_assert_cmpstr (strstr (text, "[global]"), ==,
                   "[global]\n"
                   "filename=${DS_FILE}\n"
                   "size=64m\n"
                   "ioengine=io_uring\n"
                   "registerfiles=1\n"
                   "fixedbufs=1\n"
                   "direct=1\n"
                   "thread=1\n"
                   "norandommap=1\n"
                   "randrepeat=0\n"
                   "group_reporting=1\n"
                   "lat_percentiles=1\n"
                   "\n"
                   "[prepare]\n"
                   "rw=write\n"
                   "bs=1m\n"
                   "iodepth=8\n"
                   "end_fsync=1\n"
                   "\n"
                   "[RND4K Q32T16 read]\n"
                   "stonewall\n"
                   "rw=randread\n"
                   "bs=4k\n"
                   "iodepth=32\n"
                   "numjobs=16\n"
                   "time_based=1\n"
                   "runtime=500ms\n"
                   "ramp_time=500ms\n");
  ask_fio (text);
}

static guint
count (const char *text, const char *piece)
{
  guint n = 0;

  for (const char *at = strstr (text, piece); at != NULL; at = strstr (at + 1, piece))
    n++;
  return n;
}

static void
test_suite (void)
{
  g_autoptr (DsOptions) options = make_options ("tiles", "mix", "70", "data", "67", "durable", "dsync", NULL);
  g_autofree char *text = make (options, NULL);

  g_assert_cmpuint (count (text, "\nstonewall\n"), ==, 12);
  g_assert_cmpuint (count (text, "rwmixread=70\n"), ==, 4);
  /* What concerns writing stands where something is written. */
  g_assert_cmpuint (count (text, "sync=dsync\n"), ==, 8);
  g_assert_cmpuint (count (text, "buffer_compress_percentage=33\n"), ==, 8);
  g_assert_null (strstr (text, "share one position"));
  ask_fio (text);
}

static void
test_choices (void)
{
  g_autoptr (DsOptions) zero = make_options ("tiles", "data", "0", "durable", "flush", "direct", "off", "rows",
                                             "SEQ1M Q1T4", "size", "all", NULL);
  g_autofree char *text = make (zero, NULL);
  g_autoptr (DsOptions) sizes = make_options ("transfer-sizes", "from", "4KiB", "to", "8KiB", NULL);
  g_autofree char *bytes = make (sizes, NULL);

  g_assert_cmpuint (count (text, "zero_buffers=1\n"), ==, 2);
  g_assert_cmpuint (count (text, "fdatasync=1\n"), ==, 1);
  g_assert_nonnull (strstr (text, "direct=0\n"));
  g_assert_nonnull (strstr (text, "size=${DS_SIZE}\n"));
  g_assert_nonnull (strstr (text, "share one position"));
  ask_fio (text);
  g_assert_cmpuint (count (bytes, "io_size=256m\n"), ==, 4);
  g_assert_null (strstr (bytes, "time_based"));
  ask_fio (bytes);
}

static void
test_every_suite (void)
{
  for (const DsSuite *const *suite = ds_suites_list (); *suite != NULL; suite++) {
    g_autoptr (DsOptions) options = ds_options_new (*suite);
    g_autofree char *text = make (options, NULL);

    g_assert_nonnull (strstr (text, "\nstonewall\n"));
    ask_fio (text);
  }
}

static void
test_report (void)
{
  g_autoptr (DsOptions) options = make_options ("tiles", "settings", "classic5", "size", "256MiB", NULL);
  g_autofree char *asked = make (options, NULL);
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  g_autofree char *text = NULL;
  g_autofree char *elsewhere = NULL;
  DsCell *cell = ds_cell_new ("RND4K\n[x] Q2T3", DS_OP_MIX);
  GVariantIter iter;
  g_autoptr (GVariant) values = g_variant_ref_sink (ds_options_to_effective (options));
  const char *id, *value;

  /* A result of ours gives the very job that measured it. */
  g_variant_iter_init (&iter, values);
  while (g_variant_iter_next (&iter, "{&s&s}", &id, &value))
    ds_report_set_option (report, id, value);
  text = ds_fio_job_new_for_report (report, NULL);
  g_assert_cmpstr (text, ==, asked);

  /* One from elsewhere gives what its cells say, and runs nothing that it names. */
  ds_report_set_option (report, DS_REPORT_IMPORTED, "CrystalDiskMark 6.0.2");
  cell->block_size = 4096;
  cell->queue_depth = 2;
  cell->threads = 3;
  cell->read_percent = 60;
  g_ptr_array_add (report->cells, cell);
  elsewhere = ds_fio_job_new_for_report (report, NULL);
  g_assert_nonnull (
      strstr (elsewhere, "\n[RND4K  x  Q2T3 mix]\nstonewall\nrw=randrw\nrwmixread=60\nbs=4k\niodepth=2\n"));
  ask_fio (elsewhere);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fio-job/row", test_row);
  g_test_add_func ("/fio-job/suite", test_suite);
  g_test_add_func ("/fio-job/choices", test_choices);
  g_test_add_func ("/fio-job/every-suite", test_every_suite);
  g_test_add_func ("/fio-job/report", test_report);
  return g_test_run ();
}
