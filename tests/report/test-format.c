/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-format.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>

#define assert_text(call, expected)                                                                               \
  G_STMT_START                                                                                                    \
  {                                                                                                               \
    g_autofree char *text = (call);                                                                               \
    g_assert_cmpstr (text, ==, expected);                                                                         \
  }                                                                                                               \
  G_STMT_END

static void
test_units (void)
{
  static const char *const labels[] = { "MB/s", "GB/s", "IOPS", "µs" };
  static const char *const ids[] = { "mb-s", "gb-s", "iops", "us" };
  DsUnit unit = DS_UNIT_MB_S;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_assert_cmpstr (ds_unit_get_label ((DsUnit) i), ==, labels[i]);
    g_assert_cmpstr (ds_unit_get_id ((DsUnit) i), ==, ids[i]);
    g_assert_true (ds_unit_from_id (ids[i], &unit));
    g_assert_cmpuint (unit, ==, i);
  }
  g_assert_false (ds_unit_from_id ("mbps", &unit));
  g_assert_false (ds_unit_from_id (NULL, &unit));
  g_assert_cmpuint (unit, ==, DS_UNIT_US);
}

static void
test_number (void)
{
  assert_text (ds_format_number (1234.5, 2), "1234.50"); /* the C locale does not group */
  assert_text (ds_format_number (-3.25, 1), "-3.2");
  assert_text (ds_format_number (-0.04, 1), "0.0");
  assert_text (ds_format_number (0, 0), "0");
  assert_text (ds_format_number (NAN, 2), "—");
  assert_text (ds_format_number (INFINITY, 2), "—");
}

static void
test_figure (void)
{
  assert_text (ds_format_figure (0.01), "0.01");
  assert_text (ds_format_figure (46.846), "46.85");
  assert_text (ds_format_figure (99.994), "99.99");
  assert_text (ds_format_figure (99.996), "100.0");
  assert_text (ds_format_figure (100), "100.0");
  assert_text (ds_format_figure (7092.3149), "7092.3");
  assert_text (ds_format_figure (9999.94), "9999.9");
  assert_text (ds_format_figure (9999.96), "10000");
  assert_text (ds_format_figure (30000.4), "30000");
  assert_text (ds_format_figure (0), "0.00");
  assert_text (ds_format_figure (-1), "—");
  assert_text (ds_format_figure (NAN), "—");
}

static void
test_size (void)
{
  assert_text (ds_format_size (0), "0 B");
  assert_text (ds_format_size (512), "512 B");
  assert_text (ds_format_size (1000), "1000 B");
  assert_text (ds_format_size (1023), "1023 B");
  assert_text (ds_format_size (4 * DS_KIB), "4 KiB");
  assert_text (ds_format_size (128 * DS_KIB), "128 KiB");
  assert_text (ds_format_size (DS_MIB + DS_KIB * 512), "1.5 MiB");
  assert_text (ds_format_size (DS_MIB - 1), "1 MiB");
  assert_text (ds_format_size (DS_GIB), "1 GiB");
  assert_text (ds_format_size (64 * DS_GIB), "64 GiB");
  assert_text (ds_format_size (DS_GIB * 1024 * 3 / 2), "1.5 TiB");
  assert_text (ds_format_size (G_MAXUINT64), "16 EiB");
}

static void
test_size_short (void)
{
  assert_text (ds_format_size_short (512), "512B");
  assert_text (ds_format_size_short (4 * DS_KIB), "4K");
  assert_text (ds_format_size_short (128 * DS_KIB), "128K");
  assert_text (ds_format_size_short (DS_MIB), "1M");
  assert_text (ds_format_size_short (DS_MIB * 3 / 2), "1536K");
  assert_text (ds_format_size_short (DS_GIB), "1G");
  assert_text (ds_format_size_short (1536), "1536B");
  assert_text (ds_format_size_short (0), "0B");
}

static void
test_capacity (void)
{
  assert_text (ds_format_capacity (0), "0 B");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (512110190592)), "512 GB");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (2000398934016)), "2 TB");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (1920383410176)), "1.92 TB");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (61299000000)), "61.3 GB");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (999600000000)), "1 TB");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (999400000000)), "999 GB");
  assert_text (ds_format_capacity (G_MAXUINT64), "18.4 EB");
}

static void
test_latency (void)
{
  assert_text (ds_format_latency (0), "0 ns");
  assert_text (ds_format_latency (812.4), "812 ns");
  assert_text (ds_format_latency (999.7), "1.00 µs");
  assert_text (ds_format_latency (9996), "10.0 µs");
  assert_text (ds_format_latency (87412), "87.4 µs");
  assert_text (ds_format_latency (182000), "182 µs");
  assert_text (ds_format_latency (999600), "1.00 ms");
  assert_text (ds_format_latency (2512000), "2.51 ms");
  assert_text (ds_format_latency (1.2e9), "1.20 s");
  assert_text (ds_format_latency (7.2e12), "7200 s");
  assert_text (ds_format_latency (-1), "—");
  assert_text (ds_format_latency (NAN), "—");
}

static void
test_duration (void)
{
  assert_text (ds_format_duration (0), "0:00");
  assert_text (ds_format_duration (5), "0:05");
  assert_text (ds_format_duration (59.5), "1:00");
  assert_text (ds_format_duration (72.2), "1:12");
  assert_text (ds_format_duration (3599.4), "59:59");
  assert_text (ds_format_duration (3599.5), "1:00:00");
  assert_text (ds_format_duration (7380), "2:03:00");
  assert_text (ds_format_duration (360000), "100:00:00");
  assert_text (ds_format_duration (-1), "—");
  assert_text (ds_format_duration (NAN), "—");
  assert_text (ds_format_duration (INFINITY), "—");
}

static void
test_percent (void)
{
  assert_text (ds_format_percent (1.34), "1.3 %");
  assert_text (ds_format_percent (0), "0.0 %");
  assert_text (ds_format_percent (-12.5), "-12.5 %");
  assert_text (ds_format_percent (NAN), "—");
}

static void
test_date (void)
{
  assert_text (ds_format_date ("2024-05-25T19:26:52+07:00"), "2024-05-25 19:26");
  assert_text (ds_format_date ("2024-05-25T19:26:52Z"), "2024-05-25 19:26");
  assert_text (ds_format_date ("20240102T030405-05"), "2024-01-02 03:04");
  assert_text (ds_format_date ("yesterday"), "—");
  assert_text (ds_format_date (""), "—");
  assert_text (ds_format_date (NULL), "—");
}

static void
test_parse_size (void)
{
  static const struct {
    const char *text;
    guint64 bytes;
  } good[] = {
    { "4K", 4096 },
    { "128KiB", 131072 },
    { "1 GiB", DS_GIB },
    { "1.5M", 1572864 },
    { "512", 512 },
    { "512B", 512 },
    { "0", 0 },
    { " 64 mb ", 64 * DS_MIB },
    { "1g", DS_GIB },
    { "2TiB", G_GUINT64_CONSTANT (2) << 40 },
    { "1E", G_GUINT64_CONSTANT (1) << 60 },
    { "0.5K", 512 },
    { "18446744073709551615", G_MAXUINT64 },
    { "16777215T", G_GUINT64_CONSTANT (16777215) << 40 },
  };
  static const char *const bad[] = {
    "",          " ",
    "K",         "-1",
    "+1",        "1.5",
    "1.5B",      "1,5M",
    "1.K",       ".5K",
    "4X",        "4KiBB",
    "4 K B",     "0x4",
    "1e3",       "4KK",
    "nan",       "inf",
    "16E",       "18446744073709551616",
    "16777216T", "1.0000000001K",
    "4Ki",       "KiB",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    guint64 bytes = 1;

    if (!ds_parse_size (good[i].text, &bytes))
      g_error ("“%s” was refused", good[i].text);
    g_assert_cmpuint (bytes, ==, good[i].bytes);
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    guint64 bytes = 12345;

    if (ds_parse_size (bad[i], &bytes))
      g_error ("“%s” was taken for a size", bad[i]);
    g_assert_cmpuint (bytes, ==, 12345);
  }
  g_assert_false (ds_parse_size (NULL, NULL));
}

/* What is written as a row's size reads as the same. */
static void
test_parse_short (void)
{
  for (guint64 bytes = 512; bytes <= 64 * DS_MIB; bytes += 512 + bytes / 7) {
    g_autofree char *text = ds_format_size_short (bytes);
    guint64 again;

    g_assert_true (ds_parse_size (text, &again));
    g_assert_cmpuint (again, ==, bytes);
  }
}

/* --- Other locales ----------------------------------------------------------------------------------------------
 */

static char *locale_folder;

/* Makes and sets a locale of our own, so that none needs to be installed; skips the test where that cannot be */
static gboolean
set_locale (const char *name)
{
  g_autofree char *source = g_strndup (name, 5);
  g_autofree char *path = g_build_filename (locale_folder, name, NULL);
  const char *argv[] = { "localedef", "-i", source, "-f", "UTF-8", path, NULL };
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, &errors, NULL,
                     &error)) {
    g_test_skip ("localedef is not installed.");
    return FALSE;
  }
  g_setenv ("LOCPATH", locale_folder, TRUE);
  if (setlocale (LC_ALL, name) == NULL) {
    g_autofree char *why = g_strdup_printf ("localedef could not make %s: %s", name, errors);

    g_test_skip (why);
    return FALSE;
  }
  return TRUE;
}

static void
test_vietnamese (void)
{
  if (!set_locale ("vi_VN.UTF-8"))
    return;
  assert_text (ds_format_number (1234567.5, 2), "1.234.567,50");
  assert_text (ds_format_figure (46.846), "46,85");
  assert_text (ds_format_figure (7092.31), "7.092,3");
  assert_text (ds_format_size (DS_MIB * 3 / 2), "1,5 MiB");
  assert_text (ds_format_size_short (DS_MIB * 3 / 2), "1536K");
  assert_text (ds_format_capacity (G_GUINT64_CONSTANT (61299000000)), "61,3 GB");
  assert_text (ds_format_latency (87412), "87,4 µs");
  assert_text (ds_format_percent (1.34), "1,3 %");
  assert_text (ds_format_duration (72), "1:12");
  assert_text (ds_format_date ("2024-05-25T19:26:52+07:00"), "25/05/2024 19:26");
  setlocale (LC_ALL, "C");
}

static void
test_chinese (void)
{
  if (!set_locale ("zh_CN.UTF-8"))
    return;
  assert_text (ds_format_number (1234.5, 2), "1,234.50");
  assert_text (ds_format_date ("2024-05-25T19:26:52+07:00"), "2024年05月25日 19:26");
  setlocale (LC_ALL, "C");
}

static void
remove_folder (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR))
      remove_folder (child);
    else
      g_unlink (child);
  }
  g_clear_pointer (&dir, g_dir_close);
  g_rmdir (path);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C");
  locale_folder = g_dir_make_tmp ("drivescope-locales-XXXXXX", NULL);
  g_test_add_func ("/format/units", test_units);
  g_test_add_func ("/format/number", test_number);
  g_test_add_func ("/format/figure", test_figure);
  g_test_add_func ("/format/size", test_size);
  g_test_add_func ("/format/size-short", test_size_short);
  g_test_add_func ("/format/capacity", test_capacity);
  g_test_add_func ("/format/latency", test_latency);
  g_test_add_func ("/format/duration", test_duration);
  g_test_add_func ("/format/percent", test_percent);
  g_test_add_func ("/format/date", test_date);
  g_test_add_func ("/format/parse-size", test_parse_size);
  g_test_add_func ("/format/parse-short", test_parse_short);
  g_test_add_func ("/format/vietnamese", test_vietnamese);
  g_test_add_func ("/format/chinese", test_chinese);
  status = g_test_run ();
  remove_folder (locale_folder);
  g_free (locale_folder);
  return status;
}
