/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture.h"
#include "ds-sample-report.h"
#include "ds-test-locale.h"

#include <glib/gstdio.h>
#include <locale.h>

/* Pictures of every sample report into the build folder, build/screenshots/chart-*.png, to be looked at. */

#define N_TILES 6 /* the sample reports that are drawn as tiles come first */

typedef struct {
  const char *name;
  double width, height;
  gboolean dark;
  DsUnit unit;
  const char *profile;
  const char *locale;
  gboolean crowded;
  gboolean card;
} Look;

/* Those of a language come last: the locale stays set. */
static const Look looks[] = {
  { "light", 1080, 740, FALSE, DS_UNIT_MB_S, "default", NULL },
  { "dark", 1080, 740, TRUE, DS_UNIT_MB_S, "default", NULL },
  { "small", 480, 320, FALSE, DS_UNIT_MB_S, "default", NULL },
  { "narrow", 480, 560, TRUE, DS_UNIT_IOPS, "default", NULL },
  { "wide", 1600, 400, FALSE, DS_UNIT_US, "default", NULL },
  { "portrait", 1080, 1350, FALSE, DS_UNIT_GB_S, "default", NULL },
  { "large", 3840, 2160, FALSE, DS_UNIT_MB_S, "default", NULL },
  { "peak", 1080, 740, FALSE, DS_UNIT_MB_S, "peak", NULL },
  { "demo", 1080, 740, TRUE, DS_UNIT_MB_S, "demo", NULL },
  { "crowded", 1080, 740, FALSE, DS_UNIT_MB_S, "default", NULL, TRUE },
  { "crowded-small", 640, 400, TRUE, DS_UNIT_MB_S, "peak", NULL, TRUE },
  { "card", 1920, 1080, FALSE, DS_UNIT_MB_S, "default", NULL, FALSE, TRUE },
  { "card-small", 1600, 900, TRUE, DS_UNIT_MB_S, "default", NULL, FALSE, TRUE },
  { "card-portrait", 1080, 1350, FALSE, DS_UNIT_MB_S, "default", NULL, FALSE, TRUE },
  { "card-a4", DS_PICTURE_A4_WIDTH, DS_PICTURE_A4_HEIGHT, FALSE, DS_UNIT_MB_S, "default", NULL, FALSE, TRUE },
  { "card-crowded", 1600, 900, FALSE, DS_UNIT_MB_S, "default", NULL, TRUE, TRUE },
  { "vi", 1080, 740, FALSE, DS_UNIT_MB_S, "default", "vi_VN" },
  { "vi-small", 480, 320, TRUE, DS_UNIT_MB_S, "default", "vi_VN" },
  { "zh_CN", 1080, 740, FALSE, DS_UNIT_MB_S, "default", "zh_CN" },
  { "zh_TW", 1080, 740, TRUE, DS_UNIT_MB_S, "peak", "zh_TW" },
  { "card-vi", 1920, 1080, FALSE, DS_UNIT_MB_S, "default", "vi_VN", FALSE, TRUE },
  { "card-zh_CN", 1080, 1350, TRUE, DS_UNIT_MB_S, "default", "zh_CN", FALSE, TRUE },
  { "card-zh_TW", 1600, 900, FALSE, DS_UNIT_MB_S, "default", "zh_TW", FALSE, TRUE },
};

/* A Peak result has two rows, not four. */
static void
keep_two_rows (DsReport *report)
{
  for (guint i = report->cells->len; i-- > 0;) {
    const DsCell *cell = report->cells->pdata[i];

    if (!g_str_equal (cell->label, "SEQ1M Q8T1") && !g_str_equal (cell->label, "RND4K Q32T16"))
      g_ptr_array_remove_index (report->cells, i);
  }
}

/* Long names, several scripts, and more findings than there is room for */
static void
crowd (DsReport *report)
{
  DsTargetDrive *drive = report->target.drives->pdata[0];

  g_free (drive->model);
  drive->model = g_strdup ("三星电子 Samsung SSD 990 PRO 散热片版 4TB 高速固態硬碟 Ổ cứng thể rắn với tên rất dài "
                           "that no page has room for");
  g_free (report->comment);
  report->comment = g_strdup ("第一次測量，接在主機板的第二個插槽上，散熱片已經裝好");
  report->state = DS_STATE_STOPPED;
  for (guint i = 0; i < 9; i++)
    ds_report_add_finding (
        report, "other-programs", (DsSeverity) (i % 3),
        i % 2 ? "其他程式在測量時使用了這顆磁碟機，數字因此不準確。"
              : "Một chương trình khác đã dùng ổ này trong lúc đo: 12 % số byte không phải của ta.",
        "Close the other program and measure again.");
}

static void
save (const Look *look, const char *kind, const char *folder)
{
  g_autoptr (DsReport) report = ds_sample_report (kind);
  g_autofree char *name = g_strdup_printf ("chart-%s-%s.png", look->name, kind);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  DsPictureOptions options = {
    .style = { .dark = look->dark, .unit = look->unit, .footer = TRUE },
    .width = look->width,
    .height = look->height,
    .scale = 1.0,
    .card = look->card,
  };

  ds_report_set_option (report, "profile", look->profile);
  if (g_str_equal (look->profile, "peak"))
    keep_two_rows (report);
  if (look->crowded)
    crowd (report);
  bytes = ds_picture_render (report, DS_PICTURE_PNG, &options, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
}

static gboolean
is_wanted (const Look *look, const char *kind, guint index)
{
  /* A large one takes its time to encode. */
  if (look->width > 3000.0)
    return g_str_equal (kind, "with-mix") || g_str_equal (kind, "drive-scan");
  /* A card is of what is finished. */
  if (look->card)
    return !g_str_equal (kind, "running") && !g_str_equal (kind, "empty");
  /* A profile is of the tiles alone. */
  return index < N_TILES || g_str_equal (look->profile, "default");
}

static void
test_look (gconstpointer data)
{
  const Look *look = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "..", "screenshots", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  if (look->locale && !ds_test_locale_set (look->locale, NULL, NULL)) {
    g_test_skip ("localedef cannot make this locale here");
    ds_test_locale_clean_up ();
    return;
  }
  for (guint i = 0; ds_sample_report_kinds[i]; i++)
    if (is_wanted (look, ds_sample_report_kinds[i], i))
      save (look, ds_sample_report_kinds[i], folder);
  ds_test_locale_clean_up ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++) {
    g_autofree char *path = g_strdup_printf ("/chart/screenshots/%s", looks[i].name);

    g_test_add_data_func (path, &looks[i], test_look);
  }
  return g_test_run ();
}
