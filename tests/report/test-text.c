/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <math.h>
#include <string.h>

#include "ds-sample-report.h"
#include "ds-units.h"

#define HEAD                                                                                                      \
  "------------------------------------------------------------------------------\n"                              \
  "Drivescope " DS_VERSION "\n"                                                                                   \
  "                                      " DS_URL "\n"                                                            \
  "------------------------------------------------------------------------------\n"                              \
  "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n"                                                 \
  "* KB = 1000 bytes, KiB = 1024 bytes\n"                                                                         \
  "\n"

static void
assert_report_text (DsReport *report, const char *expected)
{
  g_autofree char *text = ds_report_to_cdm_text (report);

  g_assert_cmpstr (text, ==, expected);
}

static DsCell *
add_cell (DsReport *report,
          DsOp op,
          const char *pattern,
          guint64 block_size,
          guint queue_depth,
          guint threads,
          double mb_s,
          double latency_us)
{
  DsCell *cell = ds_cell_new ("", op);

  g_free (cell->pattern);
  cell->pattern = g_strdup (pattern);
  cell->block_size = block_size;
  cell->queue_depth = queue_depth;
  cell->threads = threads;
  if (!isnan (mb_s)) {
    /* A thousand seconds, so that the bytes are whole at three decimals of a MB/s */
    DsRun run = { 0 };

    run.total.seconds = 1000;
    run.total.bytes = (guint64) (mb_s * 1000 * DS_MB + 0.5);
    run.total.ios = run.total.bytes / block_size;
    run.total.latency.mean = latency_us * DS_NS_PER_US;
    ds_cell_add_run (cell, &run);
  }
  g_ptr_array_add (report->cells, cell);
  return cell;
}

/* A report that CrystalDiskMark 8.0.4 wrote of an NVMe drive with the mix column, line for line but for title and
 * address */
static void
test_reference (void)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  static const struct {
    DsOp op;
    double mb_s[4];
    double us[4];
  } figures[] = {
    { DS_OP_READ, { 7427.749, 7429.732, 4094.649, 84.503 }, { 987.81, 546.67, 494.56, 48.38 } },
    { DS_OP_WRITE, { 6520.188, 6520.628, 2020.814, 287.520 }, { 1258.72, 640.06, 1021.30, 14.16 } },
    { DS_OP_MIX, { 3635.544, 4117.665, 571.979, 70.461 }, { 2303.51, 1016.07, 3640.51, 58.03 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++) {
    const double *mb_s = figures[i].mb_s;
    const double *us = figures[i].us;

    add_cell (report, figures[i].op, "sequential", DS_MIB, 8, 1, mb_s[0], us[0]);
    add_cell (report, figures[i].op, "sequential", 128 * DS_KIB, 32, 1, mb_s[1], us[1]);
    add_cell (report, figures[i].op, "random", 4 * DS_KIB, 32, 16, mb_s[2], us[2]);
    add_cell (report, figures[i].op, "random", 4 * DS_KIB, 1, 1, mb_s[3], us[3]);
  }
  ds_report_set_option (report, "profile", "default");
  ds_report_set_option (report, "runs", "5");
  ds_report_set_option (report, "seconds", "5");
  ds_report_set_option (report, "pause", "5");
  report->started = g_strdup ("2024-01-06T05:41:48+09:00");
  report->target.mount_point = g_strdup ("/");
  report->target.size = 1862 * DS_GIB;
  report->target.free = (1862 - 79) * DS_GIB;
  report->target.test_size = DS_GIB;
  report->system.distribution = g_strdup ("Debian GNU/Linux 12 (bookworm)");
  report->system.kernel = g_strdup ("Linux 6.1.0-21-amd64");
  report->system.architecture = g_strdup ("x86_64");
  report->comment = (g_free (report->comment), g_strdup ("Fanxiang S790 4TB"));

  assert_report_text (report, HEAD "[Read]\n"
                                   "  SEQ    1MiB (Q=  8, T= 1):  7427.749 MB/s [   7083.7 IOPS] <   987.81 us>\n"
                                   "  SEQ  128KiB (Q= 32, T= 1):  7429.732 MB/s [  56684.4 IOPS] <   546.67 us>\n"
                                   "  RND    4KiB (Q= 32, T=16):  4094.649 MB/s [ 999670.2 IOPS] <   494.56 us>\n"
                                   "  RND    4KiB (Q=  1, T= 1):    84.503 MB/s [  20630.6 IOPS] <    48.38 us>\n"
                                   "\n"
                                   "[Write]\n"
                                   "  SEQ    1MiB (Q=  8, T= 1):  6520.188 MB/s [   6218.1 IOPS] <  1258.72 us>\n"
                                   "  SEQ  128KiB (Q= 32, T= 1):  6520.628 MB/s [  49748.4 IOPS] <   640.06 us>\n"
                                   "  RND    4KiB (Q= 32, T=16):  2020.814 MB/s [ 493362.8 IOPS] <  1021.30 us>\n"
                                   "  RND    4KiB (Q=  1, T= 1):   287.520 MB/s [  70195.3 IOPS] <    14.16 us>\n"
                                   "\n"
                                   "[Mix] Read 70%/Write 30%\n"
                                   "  SEQ    1MiB (Q=  8, T= 1):  3635.544 MB/s [   3467.1 IOPS] <  2303.51 us>\n"
                                   "  SEQ  128KiB (Q= 32, T= 1):  4117.665 MB/s [  31415.3 IOPS] <  1016.07 us>\n"
                                   "  RND    4KiB (Q= 32, T=16):   571.979 MB/s [ 139643.3 IOPS] <  3640.51 us>\n"
                                   "  RND    4KiB (Q=  1, T= 1):    70.461 MB/s [  17202.4 IOPS] <    58.03 us>\n"
                                   "\n"
                                   "Profile: Default\n"
                                   "   Test: 1 GiB (x5) [/: 4% (79/1862GiB)]\n"
                                   "   Mode: [Direct I/O]\n"
                                   "   Time: Measure 5 sec / Interval 5 sec \n"
                                   "   Date: 2024/01/06 5:41:48\n"
                                   "     OS: Debian GNU/Linux 12 (bookworm) [Linux 6.1.0-21-amd64] (x86_64)\n"
                                   "Comment: Fanxiang S790 4TB\n");
}

/* Sizes, rows that were not run, empty sections, several mixes, what CrystalDiskMark has no word for */
static void
test_odd_rows (void)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  DsCell *cell;

  cell = add_cell (report, DS_OP_WRITE, "random", 512, 1, 1, 0.01, 51200);
  cell->direct = FALSE;
  cell->durable = (g_free (cell->durable), g_strdup ("flush"));
  cell->data = 46;
  add_cell (report, DS_OP_WRITE, "sequential", DS_MIB * 3 / 2, 512, 64, 30000, 1638.4);
  add_cell (report, DS_OP_WRITE, "sequential", 64 * DS_MIB, 1, 1, 123456.789, NAN);
  add_cell (report, DS_OP_READ, "random", 4096, 1, 1, NAN, NAN);
  cell = add_cell (report, DS_OP_MIX, "random", 4096, 1, 1, 50, 81.92);
  cell->read_percent = 50;
  cell = add_cell (report, DS_OP_MIX, "random", 4096, 2, 1, 60, 136.53);
  cell = add_cell (report, DS_OP_MIX, "random", 4096, 4, 1, 40, 409.6);
  cell->read_percent = 50;
  ds_report_set_option (report, "profile", "real-world");
  ds_report_set_option (report, "seconds", "0.5");
  ds_report_set_option (report, "pause", "0");
  report->target.path = g_strdup ("/home/lan/Ổ đĩa\n[Read]");
  report->target.size = 7 * DS_GIB;
  report->target.free = 7 * DS_GIB - 512 * DS_MIB;
  report->target.test_size = 64 * DS_MIB;
  report->comment = (g_free (report->comment), g_strdup ("two\nlines\r\n"));
  ds_report_add_finding (report, "a", DS_SEVERITY_WARNING, "The drive is warm.", NULL);
  ds_report_add_finding (report, "b", DS_SEVERITY_INVALID, "The page cache answered.", "Choose another folder.");

  assert_report_text (report, HEAD "[Write]\n"
                                   "  RND  512  B (Q=  1, T= 1):     0.010 MB/s [     19.5 IOPS] < 51200.00 us>\n"
                                   "  SEQ 1536KiB (Q=512, T=64): 30000.000 MB/s [  19073.5 IOPS] <  1638.40 us>\n"
                                   "  SEQ   64MiB (Q=  1, T= 1): 123456.789 MB/s [   1839.6 IOPS] <        - us>\n"
                                   "\n"
                                   "[Mix] Read 50%/Write 50%\n"
                                   "  RND    4KiB (Q=  1, T= 1):    50.000 MB/s [  12207.0 IOPS] <    81.92 us>\n"
                                   "  RND    4KiB (Q=  4, T= 1):    40.000 MB/s [   9765.6 IOPS] <   409.60 us>\n"
                                   "\n"
                                   "[Mix] Read 70%/Write 30%\n"
                                   "  RND    4KiB (Q=  2, T= 1):    60.000 MB/s [  14648.4 IOPS] <   136.53 us>\n"
                                   "\n"
                                   "Profile: Real\n"
                                   "   Test: 64 MiB (x1) [~/Ổ đĩa [Read]: 7% (512/7168MiB)]\n"
                                   "   Mode: [Buffered I/O] [Flush after each write] <46% random>\n"
                                   "   Time: Measure 0.5 sec / Interval 0 sec \n"
                                   "     OS: Linux\n"
                                   "Comment: two lines\n"
                                   "Invalid: The page cache answered.\n");
}

static void
test_profiles (void)
{
  static const char *const names[][2] = {
    { "default", "\nProfile: Default\n" },
    { "peak", "\nProfile: Peak\n" },
    { "real-world", "\nProfile: Real\n" },
    { "demo", "\nProfile: Demo\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
    g_autofree char *text = NULL;
    DsCell *cell = g_ptr_array_index (report->cells, 0);

    ds_report_set_option (report, "profile", names[i][0]);
    cell->data = 0;
    cell->durable = (g_free (cell->durable), g_strdup ("dsync"));
    text = ds_report_to_cdm_text (report);
    g_assert_nonnull (strstr (text, names[i][1]));
    g_assert_nonnull (strstr (text, "\n   Mode: [Direct I/O] [Durable writes] <0Fill>\n"));
    g_assert_null (strstr (text, "[Mix]"));
  }
}

/* Nothing was run: head and foot alone */
static void
test_empty (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("empty");
  g_autofree char *text = ds_report_to_cdm_text (report);

  g_assert_true (
      g_str_has_prefix (text, HEAD "Profile: Default\n   Test: 1 GiB (x5) [/home: 59% (1076/1833GiB)]\n"));
  g_assert_null (strstr (text, "\r"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/reference", test_reference);
  g_test_add_func ("/text/odd-rows", test_odd_rows);
  g_test_add_func ("/text/profiles", test_profiles);
  g_test_add_func ("/text/empty", test_empty);
  return g_test_run ();
}
