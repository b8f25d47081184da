/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-layout-check.h"
#include "ds-picture.h"
#include "ds-sample-report.h"
#include "ds-test-locale.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* The layout of the charts beyond the tiles and of the card: sizes, languages, and data as bad as it comes. */

static const char *const kinds[] = {
  "transfer-sizes", "drive-scan", "linear-read", "queue-depth", "sustained-write", "consistency", "surface",
};

static const struct {
  double width, height;
} sizes[] = {
  { 480, 320 },   { 480, 560 },  { 640, 360 },   { 800, 600 },   { 900, 400 },  { 1080, 740 },
  { 1080, 1350 }, { 1600, 900 }, { 1920, 1080 }, { 3840, 2160 }, { 480, 2160 }, { 3840, 320 },
};

static const struct {
  double width, height;
} card_sizes[] = {
  { 1920, 1080 }, { 1600, 900 }, { 1080, 1350 }, { DS_PICTURE_A4_WIDTH, DS_PICTURE_A4_HEIGHT },
  { 1123, 794 },  { 800, 600 },  { 1000, 1000 }, { 480, 640 },
};

static void
check_sizes (DsReport *report, const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
    DsChartStyle style = { .dark = i % 2 == 1, .unit = (DsUnit) (i % 4), .footer = i % 3 != 2 };

    ds_layout_check (report, DS_DRAW_CHART, &style, sizes[i].width, sizes[i].height, name);
  }
}

static void
check_cards (DsReport *report, const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (card_sizes); i++) {
    DsChartStyle style = { .dark = i % 2 == 1, .unit = (DsUnit) (i % 4), .footer = TRUE, .serial = i % 3 == 0 };

    ds_layout_check (report, DS_DRAW_CARD, &style, card_sizes[i].width, card_sizes[i].height, name);
  }
}

static void
test_charts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (DsReport) report = ds_sample_report (kinds[i]);

    check_sizes (report, kinds[i]);
  }
}

static void
set_text (char **field, const char *text)
{
  g_free (*field);
  *field = g_strdup (text);
}

static void
crowd (DsReport *report)
{
  DsTargetDrive *drive = report->target.drives->pdata[0];

  set_text (&drive->model,
            "三星电子 Samsung SSD 990 PRO 散热片版本 Ổ cứng thể rắn dung lượng rất lớn 高速固態硬碟 with a "
            "very long model name that no page has room for 4000 GB");
  set_text (&drive->link, "PCIe 3.0 x2");
  set_text (&report->comment,
            "Ế Ẵ ỹ 第一次測量，接在主機板的第二個插槽上, and a remark that goes on and on and on and on, "
            "over a second line, a third one, and as many more as a patient reader would read before "
            "he looks at the figures");
  for (guint i = 0; i < 7; i++)
    ds_report_add_finding (report, "stacked", (DsSeverity) (i % 3),
                           "Một chương trình khác đã dùng ổ này trong lúc đo: 其他程式使用了磁碟機。",
                           "Close the other program and measure again, because its I/O is part of the numbers.");
}

static void
test_cards (void)
{
  for (guint i = 0; ds_sample_report_kinds[i]; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);

    check_cards (report, ds_sample_report_kinds[i]);
    crowd (report);
    check_cards (report, "crowded card");
    if (i >= 6)
      check_sizes (report, "crowded chart");
  }
}

static void
test_latency (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (DsReport) empty = ds_sample_report ("empty");

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
    DsChartStyle style = { .dark = i % 2 == 1, .footer = TRUE };

    ds_layout_check (report, DS_DRAW_LATENCY, &style, sizes[i].width, sizes[i].height, "latency");
    ds_layout_check (empty, DS_DRAW_LATENCY, &style, sizes[i].width, sizes[i].height, "no latency");
  }
}

static void
test_toggled_and_zoomed (void)
{
  static const char *const hidden[] = { "temperature", "latency", "write", "knee", "linear-read", NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (DsReport) report = ds_sample_report (kinds[i]);

    for (gsize j = 0; j < G_N_ELEMENTS (sizes); j++) {
      DsChartStyle toggled = { .hidden_series = hidden, .footer = TRUE };
      DsChartStyle zoomed = { .view_x = { 0.307, 0.313 }, .view_y = { 0.2, 0.21 } };
      DsChartStyle logarithmic = { .scale = DS_CHART_SCALE_LOG };

      ds_layout_check (report, DS_DRAW_CHART, &toggled, sizes[j].width, sizes[j].height, "toggled");
      ds_layout_check (report, DS_DRAW_CHART, &zoomed, sizes[j].width, sizes[j].height, "zoomed");
      ds_layout_check (report, DS_DRAW_CHART, &logarithmic, sizes[j].width, sizes[j].height, "logarithmic");
    }
  }
}

/* --- Series as bad as they come -------------------------------------------------------------------------------
 */

static DsReport *
make_series (const char *view, const char *name, const char *unit_x, const char *unit_y)
{
  DsReport *report = ds_sample_report ("linear-read");

  set_text (&report->view, view);
  g_ptr_array_set_size (report->series, 0);
  g_ptr_array_set_size (report->cells, 0);
  g_ptr_array_add (report->series, ds_series_new (name, unit_x, unit_y));
  return report;
}

static void
test_bad_series (void)
{
  static const double values[][4] = {
    { 100.0, 100.0, 100.0, 100.0 }, { 0.0, 0.0, 0.0, 0.0 },          { NAN, NAN, NAN, NAN },
    { 0.01, 30000.0, NAN, 5.0 },    { INFINITY, 1.0, -INFINITY, 3 }, { 1e-9, 2e-9, 3e-9, 4e-9 },
    { 3e9, 3.0000001e9, NAN, 3e9 }, { -4.0, -3.0, 2.0, 50.0 },
  };
  static const double places[][4] = {
    { 0.0, 1.0, 2.0, 3.0 },
    { 7.0, 7.0, 7.0, 7.0 },
    { 0.0, NAN, 1e12, 2e12 },
    { 5e9, 3e9, 4e9, 1e9 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (places); j++)
      for (guint n = 0; n <= 4; n++)
        for (guint view = 0; view < 3; view++) {
          g_autoptr (DsReport) report =
              make_series (view == 1 ? "scatter" : "trace", view == 2 ? "access-time" : "linear-read",
                           j % 2 ? "B" : "s", view == 2 ? "ms" : "MB/s");
          DsSeries *series = report->series->pdata[0];
          DsSeries *temperature = ds_series_new ("temperature", series->unit_x, "°C");
          DsChartStyle style = { .footer = TRUE };

          for (guint k = 0; k < n; k++) {
            ds_series_add_point (series, places[j][k], values[i][k]);
            ds_series_add_point (temperature, places[j][k], values[i][3 - k]);
          }
          g_ptr_array_add (report->series, temperature);
          ds_layout_check (report, DS_DRAW_CHART, &style, 1080, 740, "bad series");
          ds_layout_check (report, DS_DRAW_CHART, &style, 480, 320, "bad series");
          ds_layout_check (report, DS_DRAW_CARD, &style, 1080, 1350, "card of a bad series");
        }
}

/* Arrays of unequal length come from damaged files. */
static void
test_unequal (void)
{
  g_autoptr (DsReport) report = make_series ("trace", "linear-read", "B", "MB/s");
  DsSeries *series = report->series->pdata[0];
  DsChartStyle style = { .footer = TRUE };

  for (guint i = 0; i < 50; i++)
    ds_series_add_point (series, 1e9 * i, 100.0 + i);
  g_array_set_size (series->x, 7);
  check_sizes (report, "fewer places");
  g_array_set_size (series->y, 3);
  check_sizes (report, "fewer values");
  g_array_set_size (series->x, 0);
  check_sizes (report, "no places");
  ds_layout_check (report, DS_DRAW_CARD, &style, 1920, 1080, "no places");
}

static void
test_million (void)
{
  g_autoptr (DsReport) report = make_series ("trace", "linear-read", "B", "MB/s");
  g_autoptr (DsReport) dots = make_series ("trace", "access-time", "B", "ms");

  for (guint i = 0; i < 1000000; i++) {
    ds_series_add_point (report->series->pdata[0], 2e6 * i, i % 9999 == 0 ? NAN : 1000.0 + i % 613);
    ds_series_add_point (dots->series->pdata[0], 2e6 * i, 0.05 + (i % 613) * 0.001);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i += 3) {
    DsChartStyle style = { .footer = TRUE };

    ds_layout_check (report, DS_DRAW_CHART, &style, sizes[i].width, sizes[i].height, "a million points");
    ds_layout_check (dots, DS_DRAW_CHART, &style, sizes[i].width, sizes[i].height, "a million dots");
  }
}

static void
add_cell (DsReport *report, const char *label, DsOp op, guint64 size, guint depth, double mb_s)
{
  DsCell *cell = ds_cell_new (label, op);
  DsRun run = { 0 };

  cell->block_size = size;
  cell->queue_depth = depth;
  cell->threads = 1;
  run.total.seconds = 1.0;
  run.total.bytes = (guint64) (mb_s * 1e6);
  run.total.ios = size > 0 ? run.total.bytes / size : 0;
  run.total.latency.mean = 1e9 / MAX (run.total.ios, 1);
  ds_cell_add_run (cell, &run);
  cell->state = DS_CELL_DONE;
  g_ptr_array_add (report->cells, cell);
}

/* One cell, none, the slowest beside the fastest, and more than a page has room for */
static void
test_bad_cells (void)
{
  static const char *const views[] = { "bars", "curves", "surface", "trace", "scatter" };

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    for (guint n = 0; n <= 60; n = n * 3 + 1) {
      g_autoptr (DsReport) report = make_series (views[i], "linear-read", "B", "MB/s");

      for (guint j = 0; j < n; j++) {
        g_autofree char *label = g_strdup_printf ("RND%uK Q%uT1", 4 * (1 + j / 9), 1 + j % 9);

        add_cell (report, label, (DsOp) (j % 3), 4096 * (1 + j / 9), 1 + j % 9, j % 2 ? 0.01 : 30000.0);
      }
      check_sizes (report, views[i]);
      check_cards (report, views[i]);
    }
}

static void
test_units (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (DsUnit unit = DS_UNIT_MB_S; unit <= DS_UNIT_US; unit++) {
      g_autoptr (DsReport) report = ds_sample_report (kinds[i]);
      DsChartStyle style = { .unit = unit, .footer = TRUE };

      ds_layout_check (report, DS_DRAW_CHART, &style, 1080, 740, kinds[i]);
      ds_layout_check (report, DS_DRAW_CHART, &style, 480, 320, kinds[i]);
    }
}

/* --- What stands there ----------------------------------------------------------------------------------------
 */

static void
test_contents (void)
{
  static const DsChartStyle style = { .footer = TRUE };
  g_autoptr (DsReport) sizes_report = ds_sample_report ("transfer-sizes");
  g_autoptr (DsReport) scan = ds_sample_report ("linear-read");
  g_autoptr (DsReport) depth = ds_sample_report ("queue-depth");
  g_autoptr (GArray) bars = ds_layout_draw (sizes_report, DS_DRAW_CHART, &style, 1080, 740);
  g_autoptr (GArray) trace = ds_layout_draw (scan, DS_DRAW_CHART, &style, 1080, 740);
  g_autoptr (GArray) curves = ds_layout_draw (depth, DS_DRAW_CHART, &style, 1080, 740);

  g_assert_cmpuint (ds_layout_count (bars, "Transfer sizes"), ==, 1);
  g_assert_cmpuint (
      ds_layout_count (bars, "Samsung SSD 990 PRO 2TB · 256 MiB, queue depth 4, direct I/O, incompressible data"),
      ==, 1);
  g_assert_cmpuint (ds_layout_count (bars, "Not supported by this target (4 KiB sectors)."), ==, 3);
  g_assert_cmpuint (ds_layout_count (bars, "KiB"), ==, 9 + 1 + 3);
  /* Units once */
  g_assert_cmpuint (ds_layout_count (bars, "MB/s"), ==, 1);
  g_assert_cmpuint (ds_layout_count (trace, "MB/s"), ==, 1);
  g_assert_cmpuint (ds_layout_count (trace, "max 3456.5"), ==, 1);
  g_assert_cmpuint (ds_layout_count (trace, "avg 3298.2"), ==, 1);
  g_assert_cmpuint (ds_layout_count (trace, "min 480.4"), ==, 1);
  g_assert_cmpuint (ds_layout_count (trace, "Temperature"), ==, 1);
  g_assert_cmpuint (ds_layout_count (trace, "GB"), ==, 1);
  g_assert_cmpuint (ds_layout_count (curves, "Queue depth"), ==, 2);
  g_assert_cmpuint (ds_layout_count (curves, "Q16"), ==, 2);
  g_assert_cmpuint (ds_layout_count (curves, "Knee: most IOPS per µs"), ==, 1);
  g_assert_cmpuint (ds_layout_count (curves, "256"), ==, 1);
}

/* What is named beside a part of a curve is of that part; nothing that is toggled off leaves an empty axis. */
static void
test_part (void)
{
  static const char *const hidden[] = { "latency", NULL };
  DsChartStyle zoomed = { .view_x = { 0.29, 0.33 } };
  DsChartStyle toggled = { .hidden_series = hidden };
  DsChartStyle plain = { .footer = TRUE };
  g_autoptr (DsReport) scan = ds_sample_report ("linear-read");
  g_autoptr (DsReport) depth = ds_sample_report ("queue-depth");
  g_autoptr (GArray) part = ds_layout_draw (scan, DS_DRAW_CHART, &zoomed, 1080, 740);
  g_autoptr (GArray) whole = ds_layout_draw (depth, DS_DRAW_CHART, &plain, 1080, 740);
  g_autoptr (GArray) without = ds_layout_draw (depth, DS_DRAW_CHART, &toggled, 1080, 740);

  g_assert_cmpuint (ds_layout_count (part, "max 3428.0"), ==, 1);
  g_assert_cmpuint (ds_layout_count (part, "min 1410.2"), ==, 1);
  g_assert_cmpuint (ds_layout_count (part, "min 480.4"), ==, 0);
  g_assert_cmpuint (ds_layout_count (whole, "µs"), ==, 2);
  g_assert_cmpuint (ds_layout_count (without, "µs"), ==, 1);
}

/* The temperature over the time of the whole run is no curve of one test among several: the card shows it by
 * itself. */
static void
test_run_temperature (void)
{
  DsChartStyle style = { .footer = TRUE };
  g_autoptr (DsReport) report = ds_sample_report ("sustained-write");
  g_autoptr (GArray) alone = ds_layout_draw (report, DS_DRAW_CARD, &style, 1920, 1080);
  g_autoptr (GArray) among = NULL;
  DsSeries *second = ds_series_new ("random-read", "s", "MB/s");
  DsSeries *own = ds_series_new ("random-read/temperature", "s", "°C");

  g_assert_cmpuint (ds_layout_count (alone, "Temperature"), ==, 2);
  g_assert_cmpuint (ds_layout_count (alone, "max 61 °C"), ==, 0);
  for (guint i = 0; i < 20; i++)
    ds_series_add_point (second, i, 500.0);
  g_ptr_array_add (report->series, second);
  among = ds_layout_draw (report, DS_DRAW_CARD, &style, 1920, 1080);
  g_assert_cmpuint (ds_layout_count (among, "Temperature"), ==, 1);
  g_assert_cmpuint (ds_layout_count (among, "max 61 °C"), ==, 1);
  g_clear_pointer (&among, g_array_unref);
  /* One that names its test is that test's. */
  for (guint i = 0; i < 20; i++)
    ds_series_add_point (own, i, 40.0);
  g_ptr_array_add (report->series, own);
  among = ds_layout_draw (report, DS_DRAW_CARD, &style, 1920, 1080);
  g_assert_cmpuint (ds_layout_count (among, "Temperature"), ==, 2);
}

static void
test_card_contents (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  DsTargetDrive *drive = report->target.drives->pdata[0];
  DsChartStyle style = { .footer = TRUE };
  DsChartStyle open = { .footer = TRUE, .serial = TRUE };
  g_autoptr (GArray) records = NULL;
  g_autoptr (GArray) with_serial = NULL;

  set_text (&drive->link_max, "PCIe 5.0 x4");
  records = ds_layout_draw (report, DS_DRAW_CARD, &style, 1920, 1080);
  with_serial = ds_layout_draw (report, DS_DRAW_CARD, &open, 1920, 1080);
  g_assert_cmpuint (ds_layout_count (records, "Samsung SSD 990 PRO 2TB"), ==, 1);
  g_assert_cmpuint (
      ds_layout_count (records,
                       "NVMe · 2 TB · PCIe 4.0 x4 (up to PCIe 5.0 x4) · firmware 4B2QJXD7 · ext4, encrypted"),
      ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Key figures"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Best read"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "4K Q1 read latency"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "41 / 57 / 62"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Written"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "encrypted volume"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Ổ cứng mới"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "NVMe SSD settings, 5 runs, 1 GiB"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "AMD Ryzen 7 7700X 8-Core Processor · Linux 6.1.0-21-amd64 · ext4"),
                    ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Drivescope " DS_VERSION), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "2024-05-25 19:26"), ==, 1);
  /* A serial number stands on a card only where it was asked for. */
  g_assert_cmpuint (ds_layout_count (records, "S7DNNJ0W123456X"), ==, 0);
  g_assert_cmpuint (ds_layout_count (with_serial, "serial number S7DNNJ0W123456X"), ==, 1);
}

/* Who owns a home folder is not for strangers either. */
static void
test_privacy (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("transfer-sizes");
  DsChartStyle style = { .footer = TRUE };
  DsChartStyle open = { .footer = TRUE, .serial = TRUE };
  g_autoptr (GArray) chart = NULL;
  g_autoptr (GArray) card = NULL;
  g_autoptr (GArray) with_all = NULL;

  g_ptr_array_set_size (report->target.drives, 0);
  ds_report_add_finding (report, "other-programs", DS_SEVERITY_WARNING,
                         "A program in /home/lan/bin used the drive.", NULL);
  chart = ds_layout_draw (report, DS_DRAW_CHART, &style, 1080, 740);
  card = ds_layout_draw (report, DS_DRAW_CARD, &style, 1920, 1080);
  with_all = ds_layout_draw (report, DS_DRAW_CARD, &open, 1920, 1080);
  g_assert_cmpuint (ds_layout_count (chart, "ext4 at ~"), ==, 1);
  g_assert_cmpuint (ds_layout_count (chart, "lan"), ==, 0);
  g_assert_cmpuint (ds_layout_count (card, "ext4 at ~"), ==, 1);
  g_assert_cmpuint (ds_layout_count (card, "lan"), ==, 0);
  g_assert_cmpuint (ds_layout_count (with_all, "ext4 at /home/lan"), ==, 1);
}

/* Key figures of worthless cells are none. */
static void
test_card_invalid (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("extreme");
  DsChartStyle style = { .footer = TRUE };
  g_autoptr (GArray) figures = ds_card_make_key_figures (report, &style);

  g_assert_cmpuint (figures->len, >=, 2);
  g_assert_cmpstr (g_array_index (figures, DsKeyFigure, 0).label, ==, "Best read");
  g_assert_cmpstr (g_array_index (figures, DsKeyFigure, 0).value, ==, "12346");
}

/* Everything of a card keeps the same margins, and what is aligned at the right ends at one place. */
static void
test_card_margins (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (card_sizes); i++) {
    g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
    DsChartStyle style = { .footer = TRUE };
    double width = card_sizes[i].width, left = width, right = 0.0;
    g_autoptr (GArray) records = ds_layout_draw (report, DS_DRAW_CARD, &style, width, card_sizes[i].height);

    for (guint j = 0; j < records->len; j++) {
      const DsTextRecord *record = &g_array_index (records, DsTextRecord, j);

      left = MIN (left, record->box.x);
      right = MAX (right, record->box.x + record->box.width);
    }
    g_assert_cmpfloat (left, >=, 20.0);
    g_assert_cmpfloat_with_epsilon (left, width - right, 1.0);
  }
}

static void
test_three_sizes (void)
{
  for (gsize kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
      g_autoptr (DsReport) report = ds_sample_report (kinds[kind]);
      DsChartStyle style = { .footer = TRUE };
      g_autoptr (GArray) records = ds_layout_draw (report, DS_DRAW_CHART, &style, sizes[i].width, sizes[i].height);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_direct_hash, g_direct_equal);

      for (guint j = 0; j < records->len; j++)
        g_hash_table_add (seen,
                          GINT_TO_POINTER ((gint) round (g_array_index (records, DsTextRecord, j).size * 100.0)));
      g_assert_cmpuint (g_hash_table_size (seen), <=, 3);
    }
}

static void
test_language (gconstpointer data)
{
  if (!ds_test_locale_set (data, NULL, NULL)) {
    g_test_skip ("localedef cannot make this locale here");
  } else {
    test_charts ();
    test_cards ();
    test_latency ();
  }
  ds_test_locale_clean_up ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/charts/sizes", test_charts);
  g_test_add_func ("/chart/charts/cards", test_cards);
  g_test_add_func ("/chart/charts/latency", test_latency);
  g_test_add_func ("/chart/charts/toggled-and-zoomed", test_toggled_and_zoomed);
  g_test_add_func ("/chart/charts/bad-series", test_bad_series);
  g_test_add_func ("/chart/charts/unequal", test_unequal);
  g_test_add_func ("/chart/charts/million", test_million);
  g_test_add_func ("/chart/charts/bad-cells", test_bad_cells);
  g_test_add_func ("/chart/charts/units", test_units);
  g_test_add_func ("/chart/charts/contents", test_contents);
  g_test_add_func ("/chart/charts/part", test_part);
  g_test_add_func ("/chart/charts/run-temperature", test_run_temperature);
  g_test_add_func ("/chart/charts/card-contents", test_card_contents);
  g_test_add_func ("/chart/charts/privacy", test_privacy);
  g_test_add_func ("/chart/charts/card-invalid", test_card_invalid);
  g_test_add_func ("/chart/charts/card-margins", test_card_margins);
  g_test_add_func ("/chart/charts/three-sizes", test_three_sizes);
  g_test_add_data_func ("/chart/charts/vi", "vi_VN", test_language);
  g_test_add_data_func ("/chart/charts/zh_CN", "zh_CN", test_language);
  g_test_add_data_func ("/chart/charts/zh_TW", "zh_TW", test_language);
  return g_test_run ();
}
