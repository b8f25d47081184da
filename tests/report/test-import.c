/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-import.h"

#include <math.h>
#include <string.h>

#include "ds-sample-report.h"

static const char version3[] = "-----------------------------------------------------------------------\r\n"
                               "CrystalDiskMark 3.0.1 x64 (C) 2007-2010 hiyohiyo\r\n"
                               "                           Crystal Dew World : http://crystalmark.info/\r\n"
                               "-----------------------------------------------------------------------\r\n"
                               "* MB/s = 1,000,000 byte/s [SATA/300 = 300,000,000 byte/s]\r\n"
                               "\r\n"
                               "           Sequential Read :   505.825 MB/s\r\n"
                               "          Sequential Write :   189.856 MB/s\r\n"
                               "         Random Read 512KB :   381.142 MB/s\r\n"
                               "        Random Write 512KB :   190.461 MB/s\r\n"
                               "    Random Read 4KB (QD=1) :    25.206 MB/s [  6153.8 IOPS]\r\n"
                               "   Random Write 4KB (QD=1) :    63.703 MB/s [ 15552.6 IOPS]\r\n"
                               "   Random Read 4KB (QD=32) :   271.859 MB/s [ 66371.9 IOPS]\r\n"
                               "  Random Write 4KB (QD=32) :   174.695 MB/s [ 42650.1 IOPS]\r\n"
                               "\r\n"
                               "  Test : 1000 MB [C: 33.0% (39.3/119.1 GB)] (x5)\r\n"
                               "  Date : 2012/02/15 20:39:27\r\n"
                               "    OS : Windows 7 Ultimate Edition SP1 [6.1 Build 7601] (x64)\r\n"
                               "  An old drive\r\n";

static const char version5[] = "-----------------------------------------------------------------------\n"
                               "CrystalDiskMark 5.2.0 x64 (C) 2007-2016 hiyohiyo\n"
                               "                           Crystal Dew World : http://crystalmark.info/\n"
                               "-----------------------------------------------------------------------\n"
                               "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n"
                               "* KB = 1000 bytes, KiB = 1024 bytes\n\n"
                               "   Sequential Read (Q= 32,T= 1) :   554.872 MB/s\n"
                               "  Sequential Write (Q= 32,T= 1) :   500.100 MB/s\n"
                               "  Random Read 4KiB (Q= 32,T= 1) :   281.610 MB/s [ 68752.4 IOPS]\n"
                               " Random Write 4KiB (Q= 32,T= 1) :   237.549 MB/s [ 57995.4 IOPS]\n"
                               "         Sequential Read (T= 1) :   532.327 MB/s\n"
                               "        Sequential Write (T= 1) :   486.142 MB/s\n"
                               "   Random Read 4KiB (Q= 1,T= 1) :    39.854 MB/s [  9730.0 IOPS]\n"
                               "  Random Write 4KiB (Q= 1,T= 1) :   106.855 MB/s [ 26087.6 IOPS]\n\n"
                               "  Test : 1024 MiB [C: 43.1% (51.2/118.7 GiB)] (x3)  [Interval=5 sec]\n"
                               "  Date : 2016/10/20 9:05:03\n"
                               "    OS : Windows 10 Professional [10.0 Build 14393] (x64)\n  \n";

static const char version6[] = "```\nCrystalDiskMark 6.0.2 x64 (C) 2007-2018 hiyohiyo\n"
                               "   Sequential Read (Q= 32,T= 1) :   471.231 MB/s\n"
                               "  Sequential Write (Q= 32,T= 1) :   324.382 MB/s\n"
                               "  Random Read 4KiB (Q=  8,T= 8) :   393.900 MB/s [  96167.0 IOPS]\n"
                               " Random Write 4KiB (Q=  8,T= 8) :   321.975 MB/s [  78607.2 IOPS]\n"
                               "  Random Read 4KiB (Q= 32,T= 1) :   384.970 MB/s [  93986.8 IOPS]\n"
                               " Random Write 4KiB (Q= 32,T= 1) :   326.315 MB/s [  79666.7 IOPS]\n"
                               "  Random Read 4KiB (Q=  1,T= 1) :    33.779 MB/s [   8246.8 IOPS]\n"
                               " Random Write 4KiB (Q=  1,T= 1) :     0.000 MB/s [      0.0 IOPS]\n\n"
                               "  Test : 1024 MiB [C: 26.4% (122.8/465.2 GiB)] (x5)  [Interval=5 sec]\n"
                               "  Date : 2018/12/15 0:48:36\n"
                               "    OS : Windows 10  [10.0 Build 17134] (x64)\n```\n";

static const char version7[] = "CrystalDiskMark 7.0.0 x64 (C) 2007-2019 hiyohiyo\n"
                               "[Read]\n"
                               "Sequential 1MiB (Q=  8, T= 1):   101.514 MB/s [     96.8 IOPS] < 81970.32 us>\n"
                               "    Random 4KiB (Q= 32, T=16):     0.851 MB/s [    207.8 IOPS] <635043.04 us>\n"
                               "\n[Write]\n"
                               "Sequential 1MiB (Q=  8, T= 1):    88.490 MB/s [     84.4 IOPS] < 93668.80 us>\n"
                               "    Random 4KiB (Q= 32, T=16):     0.691 MB/s [    168.7 IOPS] <708764.71 us>\n\n"
                               "Profile: Default\n"
                               "   Test: 1 GiB (x5) [Interval: 5 sec] <DefaultAffinity=DISABLED>\n"
                               "   Date: 2020/01/03 11:44:51\n"
                               "     OS: Windows 10  [10.0 Build 18363] (x64)\n";

/* 9 words its rows as 8 does. Quoted in a post. */
static const char version9[] = "> ------------------------------------------------------------------------------\n"
                               "> CrystalDiskMark 9.0.1 x64 (C) 2007-2025 hiyohiyo\n"
                               ">                                   Crystal Dew World: https://crystalmark.info/\n"
                               "> ------------------------------------------------------------------------------\n"
                               "> [Read]\n"
                               ">   SEQ    1MiB (Q=  8, T= 1): 14427.749 MB/s [  13759.4 IOPS] <   580.87 us>\n"
                               ">   SEQ  128KiB (Q= 32, T= 1):  7429.732 MB/s [  56684.4 IOPS] <   546.67 us>\n"
                               ">   RND    4KiB (Q= 32, T=16):  4094.649 MB/s [ 999670.2 IOPS] <   494.56 us>\n"
                               ">   RND    4KiB (Q=  1, T= 1):    84.503 MB/s [  20630.6 IOPS] <    48.38 us>\n"
                               "> \n"
                               "> [Mix] Read 60%/Write 40%\n"
                               ">   SEQ    1MiB (Q=  8, T= 1):  3635.544 MB/s [   3467.1 IOPS] <  2303.51 us>\n"
                               "> \n"
                               "> Profile: Peak\n"
                               ">    Test: 512 MiB (x1) [D: 4% (79/1862GiB)]\n"
                               ">    Mode: [Admin] <0Fill>\n"
                               ">    Time: Measure 5 sec / Interval 7 sec \n"
                               ">    Date: 2026/01/06 5:41:15\n"
                               ">      OS: Windows 11 [10.0 Build 22631] (x64)\n"
                               "> Comment: Desk: the \"fast\" one\n";

static DsReport *
import (const char *text)
{
  g_autoptr (GError) error = NULL;
  DsReport *report = ds_import_text (text, -1, &error);

  g_assert_no_error (error);
  g_assert_nonnull (report);
  return report;
}

static void
check (DsReport *report, const char *label, DsOp op, double mb_s, double iops, double us)
{
  const DsCell *cell = ds_report_find_cell (report, label, op);

  if (cell == NULL)
    g_error ("there is no cell %s %s", label, ds_op_get_id (op));
  g_assert_cmpfloat (ds_cell_get_mb_s (cell), ==, mb_s);
  if (!isnan (iops))
    g_assert_cmpfloat (ds_cell_get_iops (cell), ==, round (iops));
  if (isnan (us))
    g_assert_true (isnan (ds_cell_get_latency (cell)));
  else
    g_assert_cmpfloat_with_epsilon (ds_cell_get_latency (cell), us * 1000, 1e-3);
}

static void
test_version3 (void)
{
  g_autoptr (DsReport) report = import (version3);

  g_assert_cmpuint (report->cells->len, ==, 8);
  check (report, "SEQ1M Q1T1", DS_OP_READ, 505.825, NAN, NAN);
  check (report, "RND512K Q1T1", DS_OP_WRITE, 190.461, NAN, NAN);
  check (report, "RND4K Q32T1", DS_OP_READ, 271.859, 66371.9, NAN);
  check (report, "RND4K Q1T1", DS_OP_WRITE, 63.703, 15552.6, NAN);
  g_assert_cmpstr (ds_report_get_option (report, DS_REPORT_IMPORTED), ==, "CrystalDiskMark 3.0.1");
  g_assert_cmpstr (ds_report_get_option (report, "settings"), ==, "classic3");
  g_assert_cmpstr (ds_report_get_option (report, "runs"), ==, "5");
  g_assert_cmpuint (report->target.test_size, ==, 1000 << 20);
  g_assert_cmpstr (report->target.path, ==, "C");
  g_assert_true (g_str_has_prefix (report->started, "2012-02-15T20:39:27"));
  g_assert_cmpstr (report->comment, ==, "An old drive");
  g_assert_nonnull (strstr (report->system.distribution, "Windows 7"));
}

static void
test_version5 (void)
{
  g_autoptr (DsReport) report = import (version5);

  g_assert_cmpuint (report->cells->len, ==, 8);
  check (report, "SEQ128K Q32T1", DS_OP_READ, 554.872, NAN, NAN);
  check (report, "SEQ1M Q1T1", DS_OP_WRITE, 486.142, NAN, NAN);
  check (report, "RND4K Q1T1", DS_OP_READ, 39.854, 9730, NAN);
  g_assert_cmpstr (ds_report_get_option (report, "settings"), ==, "classic5");
  g_assert_cmpstr (ds_report_get_option (report, "pause"), ==, "5");
  g_assert_cmpuint (report->target.test_size, ==, 1 << 30);
  g_assert_cmpuint (report->target.size, >, report->target.free);
  g_assert_true (g_str_has_prefix (report->started, "2016-10-20T09:05:03"));
  g_assert_cmpstr (report->comment, ==, "");
}

static void
test_version6 (void)
{
  g_autoptr (DsReport) report = import (version6);

  /* What was not measured is no cell. */
  g_assert_cmpuint (report->cells->len, ==, 7);
  check (report, "RND4K Q8T8", DS_OP_READ, 393.9, 96167, NAN);
  check (report, "RND4K Q8T8", DS_OP_WRITE, 321.975, 78607.2, NAN);
  check (report, "SEQ128K Q32T1", DS_OP_WRITE, 324.382, NAN, NAN);
  g_assert_null (ds_report_find_cell (report, "RND4K Q1T1", DS_OP_WRITE));
  g_assert_cmpstr (report->comment, ==, "");
}

static void
test_version7 (void)
{
  g_autoptr (DsReport) report = import (version7);

  g_assert_cmpuint (report->cells->len, ==, 4);
  check (report, "SEQ1M Q8T1", DS_OP_READ, 101.514, 96.8, 81970.32);
  check (report, "RND4K Q32T16", DS_OP_WRITE, 0.691, 168.7, 708764.71);
  g_assert_cmpstr (ds_report_get_option (report, "pause"), ==, "5");
}

static void
test_version9 (void)
{
  g_autoptr (DsReport) report = import (version9);

  g_assert_cmpuint (report->cells->len, ==, 5);
  check (report, "SEQ1M Q8T1", DS_OP_READ, 14427.749, 13759.4, 580.87);
  check (report, "SEQ1M Q8T1", DS_OP_MIX, 3635.544, 3467.1, 2303.51);
  g_assert_cmpuint (ds_report_find_cell (report, "SEQ1M Q8T1", DS_OP_MIX)->read_percent, ==, 60);
  g_assert_cmpstr (ds_report_get_option (report, "profile"), ==, "peak");
  g_assert_cmpstr (ds_report_get_option (report, "pause"), ==, "7");
  g_assert_cmpstr (ds_report_get_option (report, "seconds"), ==, "5");
  g_assert_cmpuint (((DsCell *) report->cells->pdata[0])->data, ==, 0);
  g_assert_cmpuint (report->target.test_size, ==, 512 << 20);
  g_assert_cmpstr (report->comment, ==, "Desk: the \"fast\" one");
}

/* What we write in that form is read as what it was. */
static void
test_own_text (void)
{
  g_autoptr (DsReport) sample = ds_sample_report ("with-mix");
  g_autofree char *text = ds_report_to_cdm_text (sample);
  g_autoptr (DsReport) report = import (text);

  g_assert_cmpuint (report->cells->len, ==, sample->cells->len);
  for (guint i = 0; i < sample->cells->len; i++) {
    const DsCell *cell = sample->cells->pdata[i];
    const DsCell *again = ds_report_find_cell (report, cell->label, cell->op);

    g_assert_cmpfloat_with_epsilon (ds_cell_get_mb_s (again), ds_cell_get_mb_s (cell), 0.00051);
  }
  g_assert_true (g_str_has_prefix (ds_report_get_option (report, DS_REPORT_IMPORTED), "Drivescope "));
}

static void
test_encodings (void)
{
  gsize length;
  g_autofree char *wide = g_convert (version5, -1, "UTF-16", "UTF-8", NULL, &length, NULL);
  g_autoptr (DsReport) from_wide = ds_import_text (wide, (gssize) length, NULL);
  g_autofree char *marked = g_strconcat ("\xef\xbb\xbf", version6, NULL);
  g_autoptr (DsReport) from_marked = import (marked);
  g_autofree char *nonsense = g_strconcat ("Bảng điểm \xff\xfe\n", version7, NULL);
  g_autoptr (DsReport) from_nonsense = import (nonsense);

  g_assert_nonnull (from_wide);
  g_assert_cmpuint (from_wide->cells->len, ==, 8);
  g_assert_cmpuint (from_nonsense->cells->len, ==, 4);
}

static void
assert_refused (const char *text, gssize length, const char *piece)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_import_text (text, length, &error);

  g_assert_null (report);
  g_assert_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED);
  if (strstr (error->message, piece) == NULL)
    g_error ("“%s” does not say “%s”", error->message, piece);
}

static void
test_refused (void)
{
  g_autofree char *two = g_strconcat (version6, version7, NULL);
  g_autoptr (DsReport) first = import (two);

  g_assert_cmpuint (first->cells->len, ==, 7);
  g_assert_cmpstr (((DsFinding *) first->findings->pdata[0])->id, ==, "imported-part");
  assert_refused ("", 0, "neither a result");
  assert_refused ("Hello\n", -1, "neither a result");
  assert_refused ("a\0b", 3, "neither a result");
  assert_refused ("CrystalDiskMark 8.0.4\n\n[Read]\n", -1, "no figures");
  assert_refused ("CrystalDiskMark 8.0.4\n[Read]\n  SEQ    1MiB (Q=  8, T= 1): fast\n", -1, "Line 3");
  assert_refused ("CrystalDiskMark 8.0.4\n\n  SEQ    1MiB (Q=  8, T= 1):  10.000 MB/s\n", -1, "Line 3");
  assert_refused ("Sequential Read :  x\nSequential Write : 1.0 MB/s\n", -1, "Line 1");
  assert_refused ("{\"fio version\": \"fio-3.33\", \"jobs\": []}", -1, "no job");
  assert_refused ("{\"fio version\": \"fio-3.33\",\n \"jobs\": [\n {\"read\": {\"io_bytes\": \"x\"}}]}", -1,
                  "Line 3");
  assert_refused ("{\"fio version\": \"fio-3.33\",\n\n \"jobs\": [", -1, "ine 3");
  assert_refused ("{\"schema\": 3}", -1, "schema");
}

/* Whatever strangers cut off or change, it is a result or a sentence. */
static void
test_mutations (void)
{
  static const char *const texts[] = { version3, version5, version6, version7, version9 };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    gsize length = strlen (texts[i]);

    for (guint round = 0; round < 400; round++) {
      g_autofree char *text = g_strdup (texts[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (DsReport) report = NULL;
      guint changes = (guint) g_rand_int_range (random, 1, 8);

      for (guint k = 0; k < changes; k++)
        text[g_rand_int_range (random, 0, (gint) length)] = (char) g_rand_int_range (random, 1, 256);
      report = ds_import_text (text, g_rand_int_range (random, 0, (gint) length + 1), &error);
      g_assert_true ((report != NULL) != (error != NULL));
      for (guint k = 0; report != NULL && k < report->cells->len; k++)
        g_assert_true (isfinite (ds_cell_get_mb_s (report->cells->pdata[k])));
    }
  }
}

#define SIDE(bytes, rate, ios, mean)                                                                              \
  "{ \"io_bytes\": " bytes ", \"bw_bytes\": " rate ", \"total_ios\": " ios ", \"runtime\": 2000, \"lat_ns\": {"   \
  " \"min\": 1, \"max\": 900000, \"mean\": " mean                                                                 \
  " }, \"clat_ns\": { \"percentile\": { \"99.000000\": 500000 } } }"
#define IDLE "{ \"io_bytes\": 0, \"bw_bytes\": 0, \"total_ios\": 0, \"runtime\": 0 }"

static void
test_fio (void)
{
  static const char text[] =
      "fio: this platform does not support process shared mutexes\n"
      "{\n \"fio version\" : \"fio-3.33\", \"timestamp\" : 1700000000,\n"
      " \"global options\" : { \"direct\" : \"1\", \"bs\" : \"4k\", \"rw\" : \"randread\" },\n"
      " \"jobs\" : [\n"
      "  { \"jobname\" : \"layout\", \"read\" : " IDLE ", \"write\" : " IDLE " },\n"
      "  { \"jobname\" : \"a\", \"job options\" : { \"iodepth\" : \"32\" }, \"usr_cpu\" : 10, \"sys_cpu\" : 15,"
      " \"read\" : " SIDE (
          "819200000", "409600000", "200000",
          "300000") ", \"write\" : " IDLE " },\n"
                    "  { \"jobname\" : \"b\", \"job options\" : { \"rw\" : \"rw\", \"bs\" : \"128k,64k\", "
                    "\"rwmixread\" : \"70\", "
                    "\"fdatasync\" : \"1\" },"
                    " \"read\" : " SIDE ("700000000", "350000000", "5340", "100") ", \"write\" : " SIDE (
                        "300000000", "150000000", "2289",
                        "200") " },\n"
                               "  { \"jobname\" : \"c\", \"job options\" : { \"rw\" : \"randwrite\", \"numjobs\" "
                               ": \"2\", \"sync\" : \"dsync\" },"
                               " \"read\" : " IDLE ", \"write\" : " SIDE (
                                   "4096000", "2048000", "1000",
                                   "10") " },\n"
                                         "  { \"jobname\" : \"c\", \"job options\" : { \"rw\" : \"randwrite\", "
                                         "\"numjobs\" : \"2\", \"sync\" : \"dsync\" },"
                                         " \"read\" : " IDLE
                                         ", \"write\" : " SIDE ("8192000", "4096000", "2000", "40") " }\n"
                                                                                                    " ]\n}\n";
  g_autoptr (DsReport) report = import (text);
  const DsCell *mix, *sum;

  g_assert_cmpuint (report->cells->len, ==, 3);
  check (report, "RND4K Q32T1", DS_OP_READ, 409.6, 100000, 300);
  g_assert_cmpfloat (ds_cell_get_shown (report->cells->pdata[0])->total.latency.p99, ==, 500000);
  g_assert_cmpfloat (ds_cell_get_shown (report->cells->pdata[0])->cpu_share, ==, 0.25);
  mix = ds_report_find_cell (report, "SEQ128K Q1T1", DS_OP_MIX);
  g_assert_nonnull (mix);
  g_assert_cmpuint (mix->read_percent, ==, 70);
  g_assert_cmpfloat (ds_cell_get_mb_s (mix), ==, 500);
  g_assert_cmpfloat (ds_figures_get_mb_s (&ds_cell_get_shown (mix)->part[1]), ==, 150);
  g_assert_cmpstr (mix->durable, ==, "flush");
  /* Threads that were reported one by one are one cell, and percentiles are not put together. */
  sum = ds_report_find_cell (report, "RND4K Q1T2", DS_OP_WRITE);
  g_assert_cmpuint (ds_cell_get_shown (sum)->total.ios, ==, 3000);
  g_assert_cmpfloat (ds_cell_get_latency (sum), ==, 30);
  g_assert_true (isnan (ds_cell_get_shown (sum)->total.latency.p99));
  g_assert_cmpstr (sum->durable, ==, "dsync");
  g_assert_cmpstr (report->system.program, ==, "fio-3.33");
  g_assert_nonnull (report->started);
}

static void
test_result (void)
{
  g_autoptr (DsReport) sample = ds_sample_report ("queue-depth");
  g_autofree char *text = ds_report_to_json (sample, DS_EXPORT_DEFAULT);
  g_autoptr (DsReport) report = import (text);

  g_assert_cmpstr (report->suite, ==, "queue-depth");
  g_assert_null (ds_report_get_option (report, DS_REPORT_IMPORTED));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/version-3", test_version3);
  g_test_add_func ("/import/version-5", test_version5);
  g_test_add_func ("/import/version-6", test_version6);
  g_test_add_func ("/import/version-7", test_version7);
  g_test_add_func ("/import/version-9", test_version9);
  g_test_add_func ("/import/own-text", test_own_text);
  g_test_add_func ("/import/encodings", test_encodings);
  g_test_add_func ("/import/refused", test_refused);
  g_test_add_func ("/import/mutations", test_mutations);
  g_test_add_func ("/import/fio", test_fio);
  g_test_add_func ("/import/result", test_result);
  return g_test_run ();
}
