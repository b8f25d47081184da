/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-model.h"
#include "ds-sample-report.h"

#include <locale.h>
#include <math.h>
#include <string.h>

static void
test_sentences (void)
{
  static const struct {
    const char *kind;
    const char *start;
    const char *part;
  } cases[] = {
    { "nvme-default", "Read: from 84.33 MB/s (RND4K Q1T1) to 7092.3 MB/s (SEQ1M Q8T1).",
      "Write: from 268.1 MB/s" },
    { "transfer-sizes", "Write: from 231.9 MB/s (4 KiB) to ",
      "Read: from 191.1 MB/s (4 KiB) to 3450.9 MB/s (8 MiB)." },
    { "linear-read",
      "Linear read: 3298.2 MB/s on average, from 480.4 MB/s to 3456.5 MB/s. It is slowest at 1556.3 GB",
      "Temperature: 56 °C on average, from 39 °C to 61 °C." },
    { "queue-depth", "RND4K Read T1: from 78.7",
      "The knee, the most IOPS per µs of latency, is at a queue depth of 16." },
    { "sustained-write", "Write: 2130.8 MB/s on average", "falls by 75.3 % from start to end." },
    { "consistency", "Write: 31480 IOPS on average", "slowest at 29:34" },
    { "surface", "Speed: from 11.3", "(1 MiB, 100 % reads)." },
    { "empty", "Nothing is measured yet.", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DsReport) report = ds_sample_report (cases[i].kind);
    DsChartStyle style = { .dark = FALSE };
    g_autofree char *text = ds_chart_describe (report, &style);

    g_test_message ("%s: %s", cases[i].kind, text);
    g_assert_true (g_str_has_prefix (text, cases[i].start));
    g_assert_nonnull (strstr (text, cases[i].part));
    g_assert_null (strstr (text, "nan"));
  }
}

/* What several charts share is said once. */
static void
test_once (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("drive-scan");
  DsChartStyle style = { .dark = FALSE };
  g_autofree char *text = ds_chart_describe (report, &style);
  const char *first = strstr (text, "Temperature:");

  g_assert_nonnull (first);
  g_assert_null (strstr (first + 1, "Temperature:"));
  g_assert_nonnull (strstr (text, "Access time: 0.087 ms on average"));
  g_assert_nonnull (strstr (text, "It takes longest at "));
}

/* A number that is worthless is not praised. */
static void
test_invalid (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("extreme");
  DsChartStyle style = { .dark = FALSE };
  g_autofree char *text = ds_chart_describe (report, &style);

  g_assert_null (strstr (text, "30000"));
  g_assert_nonnull (strstr (text, "12346 MB/s (SEQ128K Q32T1)"));
}

static void
test_latency (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autofree char *text = ds_chart_describe_latency (report->cells->pdata[3]);
  DsChartStyle style = { .dark = FALSE };
  g_autoptr (DsChartTable) table = ds_chart_table_latency (report, report->cells->pdata[3], &style);
  DsCell *bare = ds_cell_new ("RND4K Q1T1", DS_OP_READ);
  g_autofree char *nothing = ds_chart_describe_latency (bare);

  g_assert_cmpstr (
      text, ==, "Half of all I/Os took no longer than 45.7 µs, 99 % no longer than 101 µs, the slowest 724 µs.");
  g_assert_cmpuint (table->rows->len, >, 10);
  g_assert_cmpstr (nothing, ==, "The latency of this test was not recorded.");
  ds_cell_free (bare);
}

static void
test_tables (void)
{
  static const struct {
    const char *kind;
    const char *columns;
    guint n_rows; /* 0: some */
    const char *first;
  } cases[] = {
    { "nvme-default", "Test|Read|Write", 4, "SEQ1M Q8T1|7092.3 MB/s|6422.0 MB/s" },
    { "running", "Test|Read|Write", 4, "SEQ1M Q8T1|7092.3 MB/s|6422.0 MB/s" },
    { "transfer-sizes", "Transfer size|Write|Read", 21,
      "512 B|Not supported by this target (4 KiB sectors).|Not supported by this target (4 KiB sectors)." },
    { "linear-read", "Series|Position|Lowest|Average|Highest", 0, NULL },
    { "drive-scan", "Series|Position or time|Lowest|Average|Highest", 0, NULL },
    { "queue-depth", "Series|Queue depth|Lowest|Average|Highest", 72, NULL },
    { "surface", "Reads|512 B|4 KiB|8 KiB|16 KiB|32 KiB|64 KiB|128 KiB|1 MiB", 7, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DsReport) report = ds_sample_report (cases[i].kind);
    DsChartStyle style = { .dark = FALSE };
    g_autoptr (DsChartTable) table = ds_chart_table (report, &style);
    g_autofree char *columns = g_strjoinv ("|", table->columns);

    g_assert_cmpstr (columns, ==, cases[i].columns);
    if (cases[i].n_rows > 0)
      g_assert_cmpuint (table->rows->len, ==, cases[i].n_rows);
    else
      g_assert_cmpuint (table->rows->len, >, 100);
    for (guint j = 0; j < table->rows->len; j++) {
      g_assert_cmpuint (g_strv_length (table->rows->pdata[j]), ==, g_strv_length (table->columns));
      for (char **text = table->rows->pdata[j]; *text; text++)
        g_assert_null (strstr (*text, "nan"));
    }
    if (cases[i].first) {
      g_autofree char *first = g_strjoinv ("|", table->rows->pdata[0]);

      g_assert_cmpstr (first, ==, cases[i].first);
    }
  }
}

/* A million points are 200 rows, and none of them hides the slowest. */
static void
test_long (void)
{
  g_autoptr (DsReport) report = ds_report_new ("drive-scan");
  DsSeries *series = ds_series_new ("linear-read", "B", "MB/s");
  DsChartStyle style = { .dark = FALSE };
  g_autoptr (DsChartTable) table = NULL;
  gboolean found = FALSE;

  g_free (report->view);
  report->view = g_strdup ("trace");
  for (guint i = 0; i < 1000000; i++)
    ds_series_add_point (series, 1e6 * i, i == 123456 ? 7.0 : i % 1000 == 5 ? NAN : 3000.0);
  g_ptr_array_add (report->series, series);
  table = ds_chart_table (report, &style);
  g_assert_cmpuint (table->rows->len, ==, 200);
  for (guint i = 0; i < 200; i++)
    found |= g_str_equal (((char **) table->rows->pdata[i])[2], "7 MB/s");
  g_assert_true (found);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/words/sentences", test_sentences);
  g_test_add_func ("/chart/words/once", test_once);
  g_test_add_func ("/chart/words/invalid", test_invalid);
  g_test_add_func ("/chart/words/latency", test_latency);
  g_test_add_func ("/chart/words/tables", test_tables);
  g_test_add_func ("/chart/words/long", test_long);
  return g_test_run ();
}
