/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-layout-check.h"
#include "ds-sample-report.h"
#include "ds-test-locale.h"

#include <locale.h>
#include <math.h>

/* Reads the layout from the drawing's own record: what was written where, and where it had to stay. */

static const struct {
  double width, height;
} sizes[] = {
  { 480, 320 },  { 480, 560 },   { 480, 2160 },  { 640, 360 },    { 640, 480 },  { 800, 600 },
  { 900, 400 },  { 1080, 740 },  { 1080, 1350 }, { 1280, 720 },   { 1600, 900 }, { 1920, 1080 },
  { 3840, 320 }, { 2560, 1440 }, { 3840, 2160 }, { 1111, 777.5 },
};

static GArray *
draw (DsReport *report, const DsChartStyle *style, double width, double height)
{
  return ds_layout_draw (report, DS_DRAW_CHART, style, width, height);
}

static gboolean
is_number (const char *text)
{
  return g_ascii_isdigit (*text);
}

static void
check_all_sizes (DsReport *report, const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (DsUnit unit = DS_UNIT_MB_S; unit <= DS_UNIT_US; unit++) {
      DsChartStyle style = { .dark = i % 2 == 1, .unit = unit, .footer = (i + unit) % 3 != 2 };

      ds_layout_check (report, DS_DRAW_CHART, &style, sizes[i].width, sizes[i].height, name);
    }
}

static void
set_text (char **field, const char *text)
{
  g_free (*field);
  *field = g_strdup (text);
}

static DsReport *
make_crowded (const char *kind, const char *profile)
{
  DsReport *report = ds_sample_report (kind);
  DsTargetDrive *drive = report->target.drives->pdata[0];

  set_text (&drive->model,
            "三星电子 Samsung SSD 990 PRO 散热片版本 Ổ cứng thể rắn dung lượng rất lớn 高速固態硬碟 "
            "with a very long model name that no page has room for 4000 GB Heatsink Edition");
  set_text (&report->comment,
            "Ế Ẵ ỹ 第一次測量，接在主機板的第二個插槽上, and a remark that goes on and on and on\n"
            "over a second line");
  report->state = DS_STATE_STOPPED;
  for (guint i = 0; i < 12; i++)
    ds_report_add_finding (report, "stacked", (DsSeverity) (i % 3),
                           "Một chương trình khác đã dùng ổ này trong lúc đo: 其他程式使用了磁碟機。",
                           "Close the other program and measure again, because its I/O is part of the numbers.");
  ds_report_set_option (report, "profile", profile);
  return report;
}

static void
test_samples (void)
{
  for (guint i = 0; ds_sample_report_kinds[i]; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);

    check_all_sizes (report, ds_sample_report_kinds[i]);
  }
}

static void
test_profiles (void)
{
  static const char *const profiles[] = { "default", "peak", "real-world", "demo" };

  for (gsize i = 0; i < G_N_ELEMENTS (profiles); i++) {
    g_autoptr (DsReport) report = ds_sample_report ("with-mix");
    g_autoptr (DsReport) crowded = make_crowded ("with-mix", profiles[i]);
    g_autoptr (DsReport) extreme = make_crowded ("extreme", profiles[i]);

    ds_report_set_option (report, "profile", profiles[i]);
    check_all_sizes (report, profiles[i]);
    check_all_sizes (crowded, "crowded");
    check_all_sizes (extreme, "crowded and extreme");
  }
}

static void
test_many_rows (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");

  for (guint i = 0; i < 12; i++) {
    g_autofree char *label = g_strdup_printf ("RND512K Q512T%u", 40 + i);
    DsCell *cell = ds_cell_new (label, DS_OP_READ);

    cell->state = i % 2 ? DS_CELL_FAILED : DS_CELL_WAITING;
    cell->note = g_strdup ("Reading 4 KiB at offset 31,457,280 failed: Input/output error.");
    g_ptr_array_add (report->cells, cell);
  }
  check_all_sizes (report, "many rows");
}

static void
test_contents (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  DsChartStyle style = { .footer = TRUE };
  g_autoptr (GArray) records = draw (report, &style, 1080, 740);

  g_assert_cmpuint (ds_layout_count (records, "Samsung SSD 990 PRO 2TB"), ==, 1);
  g_assert_cmpuint (
      ds_layout_count (records,
                       "NVMe SSD settings, 5 runs, 1 GiB, direct I/O, incompressible data, mix with 70 % reads"),
      ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "MB/s"), ==, 3);
  g_assert_cmpuint (ds_layout_count (records, "Read"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Mix"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "SEQ128K"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Q32T16"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, " · p99 "), ==, 12);
  g_assert_cmpuint (ds_layout_count (records, "encrypted volume"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Ổ cứng mới"), ==, 1);
  g_assert_cmpuint (ds_layout_count (records, "Linux 6.1.0-21-amd64 · ext4"), ==, 1);
  /* Serial numbers never stand in a picture. */
  g_assert_cmpuint (ds_layout_count (records, "S7DNNJ0W123456X"), ==, 0);
}

/* Every number of a column ends at the same place, and so does the head above it. */
static void
test_alignment (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  DsChartStyle style = { .footer = TRUE };
  g_autoptr (GArray) records = draw (report, &style, 1080, 740);
  GHashTable *ends = g_hash_table_new (g_direct_hash, g_direct_equal);
  GHashTable *figure_sizes = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (guint i = 0; i < records->len; i++) {
    const DsTextRecord *record = &g_array_index (records, DsTextRecord, i);

    if (is_number (record->text)) {
      g_hash_table_add (ends, GINT_TO_POINTER ((gint) round (record->box.x + record->box.width)));
      g_hash_table_add (figure_sizes, GINT_TO_POINTER ((gint) round (record->size * 100.0)));
    }
  }
  g_assert_cmpuint (g_hash_table_size (ends), ==, 3);
  g_assert_cmpuint (g_hash_table_size (figure_sizes), ==, 1);
  g_hash_table_unref (ends);
  g_hash_table_unref (figure_sizes);
}

static void
test_three_sizes (void)
{
  for (guint kind = 0; ds_sample_report_kinds[kind]; kind++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[kind]);

    for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
      DsChartStyle style = { .footer = TRUE };
      g_autoptr (GArray) records = draw (report, &style, sizes[i].width, sizes[i].height);
      GHashTable *seen = g_hash_table_new (g_direct_hash, g_direct_equal);

      for (guint j = 0; j < records->len; j++)
        g_hash_table_add (seen,
                          GINT_TO_POINTER ((gint) round (g_array_index (records, DsTextRecord, j).size * 100.0)));
      g_assert_cmpuint (g_hash_table_size (seen), <=, 3);
      g_hash_table_unref (seen);
    }
  }
}

static void
test_what_is_dropped (void)
{
  g_autoptr (DsReport) report = make_crowded ("with-mix", "default");
  DsChartStyle style = { .footer = TRUE };
  g_autoptr (GArray) large = draw (report, &style, 1600, 900);
  g_autoptr (GArray) middle = draw (report, &style, 640, 360);
  g_autoptr (GArray) small = draw (report, &style, 480, 320);

  g_assert_cmpuint (ds_layout_count (large, "p99"), ==, 12);
  g_assert_cmpuint (ds_layout_count (large, "Một chương trình"), >, 3);
  g_assert_cmpuint (ds_layout_count (large, "more findings"), ==, 1);
  /* First the details go, then the findings. */
  g_assert_cmpuint (ds_layout_count (middle, "p99"), ==, 0);
  g_assert_cmpuint (ds_layout_count (middle, "Một chương trình"), >, 0);
  g_assert_cmpuint (ds_layout_count (small, "p99"), ==, 0);
  g_assert_cmpuint (ds_layout_count (small, "Q1T1"), ==, 1);
}

static void
test_states (void)
{
  static const DsChartStyle style = { .footer = TRUE };
  g_autoptr (DsReport) failed = ds_sample_report ("failed");
  g_autoptr (DsReport) running = ds_sample_report ("running");
  g_autoptr (DsReport) other = ds_sample_report ("running");
  g_autoptr (DsReport) bare = ds_report_new ("tiles");
  g_autoptr (GArray) failed_records = draw (failed, &style, 1080, 740);
  g_autoptr (GArray) running_records = draw (running, &style, 1080, 740);
  g_autoptr (GArray) other_records = NULL;
  g_autoptr (GArray) bare_records = draw (bare, &style, 1080, 740);

  g_assert_cmpuint (ds_layout_count (failed_records, "Failed"), ==, 1);
  g_assert_cmpuint (ds_layout_count (failed_records, "The drive failed while it was read"), ==, 1);
  g_assert_cmpuint (ds_layout_count (running_records, "measuring, run 3 of 5"), ==, 1);
  /* What waits is a drawn dash, never a nought. */
  g_assert_cmpuint (ds_layout_count (running_records, "0.00"), ==, 0);
  g_assert_cmpuint (ds_layout_count (running_records, "p99"), ==, 5);
  g_assert_cmpuint (ds_layout_count (bare_records, "Nothing is measured yet."), ==, 1);
  set_text (&other->view, "hologram");
  set_text (&other->title, "My own title");
  other_records = draw (other, &style, 1080, 740);
  g_assert_cmpuint (ds_layout_count (other_records, "cannot draw it"), ==, 1);
  g_assert_cmpuint (ds_layout_count (other_records, "My own title"), ==, 1);
  g_assert_cmpuint (ds_layout_count (other_records, "Samsung SSD 990 PRO 2TB · NVMe SSD settings"), ==, 1);
  g_assert_cmpuint (ds_layout_count (other_records, "Q1T1"), ==, 0);
}

/* No size at all is a page that a widget has before it is laid out. */
static void
test_tiny (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("extreme");
  DsChartStyle style = { .footer = TRUE };

  for (double side = -1.0; side < 200.0; side += 7.0) {
    g_autoptr (GArray) wide = draw (report, &style, side * 2.0, side);
    g_autoptr (GArray) high = draw (report, &style, side, side * 2.0);

    g_assert_true (side > 0.0 || wide->len + high->len == 0);
  }
}

static const char *const texts[] = {
  "Read",
  "Write",
  "Mix",
  "Failed",
  "Not supported",
  "measuring, run %u of %u",
  "± %s",
  "p99 %s",
  "stopped",
  "NVMe SSD settings",
  "direct I/O",
  "incompressible data",
  "The test was stopped before everything was measured.",
  NULL,
};

static void
test_language (gconstpointer data)
{
  const char *const *names = data;

  if (!ds_test_locale_set (names[0], texts, names[1])) {
    g_test_skip ("localedef cannot make this locale here");
  } else {
    g_autoptr (DsReport) report = ds_sample_report ("running");
    DsChartStyle style = { .footer = TRUE };
    g_autoptr (GArray) records = draw (report, &style, 1080, 740);

    g_assert_cmpuint (ds_layout_count (records, names[1]), >, 5);
    test_samples ();
    test_profiles ();
  }
  ds_test_locale_clean_up ();
}

int
main (int argc, char **argv)
{
  static const char *const vietnamese[] = { "vi_VN", "Đọc Ế Ẵ Ổ ghi " };
  static const char *const chinese[] = { "zh_CN", "读取写入混合" };

  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/layout/samples", test_samples);
  g_test_add_func ("/chart/layout/profiles", test_profiles);
  g_test_add_func ("/chart/layout/many-rows", test_many_rows);
  g_test_add_func ("/chart/layout/contents", test_contents);
  g_test_add_func ("/chart/layout/alignment", test_alignment);
  g_test_add_func ("/chart/layout/three-sizes", test_three_sizes);
  g_test_add_func ("/chart/layout/what-is-dropped", test_what_is_dropped);
  g_test_add_func ("/chart/layout/states", test_states);
  g_test_add_func ("/chart/layout/tiny", test_tiny);
  g_test_add_data_func ("/chart/layout/vi", vietnamese, test_language);
  g_test_add_data_func ("/chart/layout/zh_CN", chinese, test_language);
  return g_test_run ();
}
