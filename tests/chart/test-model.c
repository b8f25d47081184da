/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-model.h"
#include "ds-sample-report.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#define WIDTH  1080.0
#define HEIGHT 740.0

static DsChartModel *
make (const char *kind, const DsChartStyle *style)
{
  g_autoptr (DsReport) report = ds_sample_report (kind);

  return ds_chart_model_new (report, style, NULL, WIDTH, HEIGHT);
}

static const DsChartStyle plain = { .footer = TRUE };

static void
test_panels (void)
{
  static const struct {
    const char *kind;
    guint n_panels, n_legends;
    gboolean right, zooms;
  } cases[] = {
    { "transfer-sizes", 1, 2, FALSE, FALSE }, { "drive-scan", 6, 2, TRUE, TRUE },
    { "linear-read", 1, 3, TRUE, TRUE },      { "queue-depth", 1, 6, TRUE, TRUE },
    { "sustained-write", 1, 3, TRUE, TRUE },  { "consistency", 1, 0, FALSE, TRUE },
    { "surface", 1, 0, FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DsChartModel) model = make (cases[i].kind, &plain);

    g_test_message ("%s", cases[i].kind);
    g_assert_nonnull (model);
    g_assert_cmpuint (ds_chart_model_get_n_panels (model), ==, cases[i].n_panels);
    g_assert_cmpuint (ds_chart_model_get_n_legends (model), ==, cases[i].n_legends);
    for (guint j = 0; j < cases[i].n_panels; j++) {
      DsChartPanel panel;

      ds_chart_model_get_panel (model, j, &panel);
      g_assert_cmpfloat (panel.plot.x, >, 0.0);
      g_assert_cmpfloat (panel.plot.width, >, 200.0);
      g_assert_cmpfloat (panel.plot.x + panel.plot.width, <, WIDTH);
      g_assert_cmpfloat (panel.plot.y + panel.plot.height, <, HEIGHT);
      g_assert_cmpfloat (panel.x_end, >, panel.x_start);
      g_assert_cmpint (panel.zooms, ==, cases[i].zooms);
      if (j == 0)
        g_assert_cmpint (panel.right, ==, cases[i].right);
    }
  }
  g_assert_null (make ("nvme-default", &plain));
}

/* Panels of one column begin and end at the same place, and no two share room. */
static void
test_alignment (void)
{
  g_autoptr (DsChartModel) model = make ("drive-scan", &plain);

  for (guint i = 0; i < 6; i++) {
    DsChartPanel panel, above;

    ds_chart_model_get_panel (model, i, &panel);
    if (i < 2)
      continue;
    ds_chart_model_get_panel (model, i - 2, &above);
    g_assert_cmpfloat_with_epsilon (panel.plot.x, above.plot.x, 0.01);
    g_assert_cmpfloat_with_epsilon (panel.plot.width, above.plot.width, 12.0);
    g_assert_cmpfloat (panel.plot.y, >, above.plot.y + above.plot.height);
  }
}

static void
test_series (void)
{
  DsChartStyle style = { .series = "random-write" };
  DsChartStyle unknown = { .series = "no-such-test" };
  g_autoptr (DsChartModel) model = make ("drive-scan", &style);
  g_autoptr (DsChartModel) all = make ("drive-scan", &unknown);
  DsChartPanel panel;

  g_assert_cmpuint (ds_chart_model_get_n_panels (model), ==, 1);
  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_cmpstr (panel.id, ==, "random-write");
  g_assert_cmpuint (ds_chart_model_get_n_panels (all), ==, 6);
}

static void
test_bars_hit (void)
{
  g_autoptr (DsChartModel) model = make ("transfer-sizes", &plain);
  DsChartPanel panel;
  DsChartHit hit;
  double row;

  ds_chart_model_get_panel (model, 0, &panel);
  row = panel.plot.height / 21.0;
  /* The lower bar of the fourth row is the read of 4 KiB. */
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + 5.0, panel.plot.y + row * 3.75, &hit));
  g_assert_cmpstr (hit.series, ==, "read");
  g_assert_cmpstr (hit.text, ==, "4 KiB · Read\n191.1 MB/s");
  g_assert_cmpfloat (hit.x, >, panel.plot.x);
  ds_chart_hit_clear (&hit);
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + 500.0, panel.plot.y + row * 20.25, &hit));
  g_assert_cmpstr (hit.series, ==, "write");
  g_assert_true (g_str_has_prefix (hit.text, "64 MiB · Write\n"));
  ds_chart_hit_clear (&hit);
  /* Where nothing was measured there is nothing to say, nor outside. */
  g_assert_false (ds_chart_model_hit (model, panel.plot.x + 5.0, panel.plot.y + row * 0.5, &hit));
  g_assert_false (ds_chart_model_hit (model, 2.0, 2.0, &hit));
  g_assert_null (hit.text);
}

/* The slow spot at 31 % of the drive is found where it is. */
static void
test_trace_hit (void)
{
  g_autoptr (DsChartModel) model = make ("linear-read", &plain);
  DsChartPanel panel;
  DsChartHit hit;
  double foot;

  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_cmpfloat (panel.y_start[0], ==, 0.0);
  g_assert_cmpfloat (panel.y_end[0], ==, 3500.0);
  foot = panel.plot.y + panel.plot.height;
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + panel.plot.width * 0.31, panel.plot.y + 300.0, &hit));
  g_assert_cmpstr (hit.series, ==, "linear-read");
  g_assert_true (g_str_has_prefix (hit.text, "Linear read\n620"));
  g_assert_nonnull (strstr (hit.text, "(31.1 %)") ? strstr (hit.text, "(31.1 %)") : strstr (hit.text, "(31.0 %)"));
  g_assert_cmpfloat_with_epsilon ((foot - hit.y) / panel.plot.height * 3500.0, 1430.0, 60.0);
  ds_chart_hit_clear (&hit);
  /* Near the temperature it is the temperature. */
  g_assert_true (
      ds_chart_model_hit (model, panel.plot.x + panel.plot.width * 0.5, foot - panel.plot.height * 0.7, &hit));
  g_assert_cmpstr (hit.series, ==, "temperature");
  ds_chart_hit_clear (&hit);
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + panel.plot.width * 0.5, foot - 5.0, &hit));
  g_assert_cmpstr (hit.series, ==, "cpu");
  ds_chart_hit_clear (&hit);
}

static void
test_curves_hit (void)
{
  DsChartStyle style = { .unit = DS_UNIT_IOPS };
  g_autoptr (DsChartModel) model = make ("queue-depth", &style);
  DsChartPanel panel;
  DsChartHit hit;

  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_cmpfloat (panel.y_end[0], >=, 1186000.0);
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + panel.plot.width - 12.0, panel.plot.y + 2.0, &hit));
  g_assert_true (g_str_has_prefix (hit.text, "Read T4\nQueue depth 256\n118"));
  g_assert_true (g_str_has_suffix (hit.text, " IOPS"));
  ds_chart_hit_clear (&hit);
}

static void
test_heat_hit (void)
{
  g_autoptr (DsChartModel) model = make ("surface", &plain);
  DsChartPanel panel;
  DsChartHit hit;

  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + panel.plot.width - 4.0, panel.plot.y + 4.0, &hit));
  g_assert_true (g_str_has_prefix (hit.text, "Block size 1 MiB\nReads 100 %\n50"));
  ds_chart_hit_clear (&hit);
  g_assert_false (ds_chart_model_hit (model, panel.plot.x + panel.plot.width - 4.0,
                                      panel.plot.y + panel.plot.height - 4.0, &hit));
}

static void
test_dots_hit (void)
{
  DsChartStyle style = { .series = "access-time", .scale = DS_CHART_SCALE_LOG };
  g_autoptr (DsChartModel) model = make ("drive-scan", &style);
  DsChartPanel panel;
  DsChartHit hit;

  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_cmpfloat (panel.y_start[0], >, 0.0);
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + 300.0, panel.plot.y + panel.plot.height - 8.0, &hit));
  g_assert_cmpstr (hit.series, ==, "access-time");
  g_assert_true (g_str_has_suffix (hit.text, " ms"));
  ds_chart_hit_clear (&hit);
}

static void
test_legend (void)
{
  static const char *const hidden[] = { "read-t1-100-off", "latency", NULL };
  DsChartStyle style = { .hidden_series = hidden };
  g_autoptr (DsChartModel) model = make ("queue-depth", &plain);
  g_autoptr (DsChartModel) toggled = make ("queue-depth", &style);
  DsChartPanel all, some;
  guint n_hidden = 0;

  for (guint i = 0; i < ds_chart_model_get_n_legends (model); i++) {
    DsChartLegend item;

    ds_chart_model_get_legend (model, i, &item);
    g_assert_cmpfloat (item.rect.width, >, 10.0);
    g_assert_false (item.hidden);
    g_assert_cmpstr (ds_chart_model_find_legend (model, item.rect.x + item.rect.width / 2.0, item.rect.y + 4.0),
                     ==, item.id);
    ds_chart_model_get_legend (toggled, i, &item);
    n_hidden += item.hidden;
  }
  g_assert_cmpuint (n_hidden, ==, 2);
  g_assert_null (ds_chart_model_find_legend (model, 5.0, 5.0));
  /* The axes fit what is seen: without latency there is nothing on the right one; x stays. */
  ds_chart_model_get_panel (model, 0, &all);
  ds_chart_model_get_panel (toggled, 0, &some);
  g_assert_cmpfloat (all.x_end, ==, some.x_end);
  g_assert_cmpfloat (all.y_end[1], >, some.y_end[1]);
}

static void
test_zoom (void)
{
  g_autoptr (DsChartModel) model = make ("linear-read", &plain);
  DsChartPanel panel, near;
  DsChartRange range;

  ds_chart_model_get_panel (model, 0, &panel);
  range = ds_chart_model_zoom (model, 0, panel.plot.x + panel.plot.width * 0.25, 0.5);
  g_assert_cmpfloat_with_epsilon (range.from, 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (range.to, 0.625, 1e-9);
  {
    DsChartStyle style = { .view_x = range, .view_y = { 0.5, 1.0 } };
    g_autoptr (DsChartModel) zoomed = make ("linear-read", &style);
    DsChartRange moved, out;

    ds_chart_model_get_panel (zoomed, 0, &near);
    g_assert_cmpfloat_with_epsilon (near.x_start, panel.x_end * 0.125, panel.x_end * 1e-9);
    g_assert_cmpfloat_with_epsilon (near.x_end, panel.x_end * 0.625, panel.x_end * 1e-9);
    g_assert_cmpfloat_with_epsilon (near.y_start[0], 2000.0, 1e-6);
    /* Dragged to the right by half the plot it shows half a range less of the start, and never what is not there.
     */
    moved = ds_chart_model_pan (zoomed, 0, -near.plot.width * 0.2);
    g_assert_cmpfloat_with_epsilon (moved.from, 0.225, 1e-9);
    g_assert_cmpfloat_with_epsilon (moved.to, 0.725, 1e-9);
    moved = ds_chart_model_pan (zoomed, 0, near.plot.width * 5.0);
    g_assert_cmpfloat_with_epsilon (moved.from, 0.0, 1e-9);
    g_assert_cmpfloat_with_epsilon (moved.to, 0.5, 1e-9);
    /* All of it is the same as nothing zoomed. */
    out = ds_chart_model_zoom (zoomed, 0, near.plot.x + 10.0, 100.0);
    g_assert_cmpfloat (out.from, ==, 0.0);
    g_assert_cmpfloat (out.to, ==, 0.0);
    out = ds_chart_model_zoom (zoomed, 0, near.plot.x, 1e-12);
    g_assert_cmpfloat (out.to - out.from, >, 1e-5);
  }
}

static void
test_latency (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (DsChartModel) model =
      ds_chart_model_new_latency (report, report->cells->pdata[3], &plain, NULL, WIDTH, HEIGHT);
  DsChartPanel panel;
  DsChartHit hit;

  g_assert_cmpuint (ds_chart_model_get_n_panels (model), ==, 2);
  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_true (ds_chart_model_hit (model, panel.plot.x + panel.plot.width * 0.3, panel.plot.y + 50.0, &hit));
  g_assert_nonnull (strstr (hit.text, " µs – "));
  g_assert_true (g_str_has_suffix (hit.text, " %"));
  ds_chart_hit_clear (&hit);
  ds_chart_model_get_panel (model, 1, &panel);
  g_assert_cmpfloat (panel.x_start, ==, 0.0);
  g_assert_cmpfloat (panel.x_end, >, 99.99);
}

/* --- Pixels
 * ------------------------------------------------------------------------------------------------------- */

typedef struct {
  cairo_surface_t *surface;
  const guint32 *pixels;
  int stride;
} Image;

static Image
draw (DsReport *report, const DsChartStyle *style)
{
  Image image = { cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) WIDTH, (int) HEIGHT), NULL, 0 };
  cairo_t *cr = cairo_create (image.surface);

  ds_chart_draw (report, style, cr, WIDTH, HEIGHT);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (image.surface);
  image.pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (image.surface);
  image.stride = cairo_image_surface_get_stride (image.surface) / 4;
  return image;
}

/* How far down the blue of a read reaches in a column */
static int
find_lowest_blue (const Image *image, int x, const DsRect *plot)
{
  for (int y = (int) (plot->y + plot->height); y > (int) plot->y; y--) {
    guint32 pixel = image->pixels[y * image->stride + x] & 0xffffff;
    int red = pixel >> 16, blue = pixel & 0xff;

    if (blue - red > 100)
      return y;
  }
  return -1;
}

/* One slow point among a million is drawn at its place and to its depth. */
static void
test_million (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("consistency");
  DsSeries *series = ds_series_new ("linear-read", "B", "MB/s");
  DsChartStyle style = { .footer = TRUE };
  g_autoptr (DsChartModel) model = NULL;
  DsChartPanel panel;
  Image image;
  int at, usual, dip;

  g_free (report->view);
  report->view = g_strdup ("trace");
  g_ptr_array_set_size (report->series, 0);
  for (guint i = 0; i < 1000000; i++)
    ds_series_add_point (series, 2e6 * i, i == 640000 ? 150.0 : 3000.0 + i % 7);
  g_ptr_array_add (report->series, series);
  model = ds_chart_model_new (report, &style, NULL, WIDTH, HEIGHT);
  ds_chart_model_get_panel (model, 0, &panel);
  image = draw (report, &style);
  at = (int) floor (panel.plot.x + panel.plot.width * 0.64);
  usual = find_lowest_blue (&image, at - 20, &panel.plot);
  dip = MAX (find_lowest_blue (&image, at, &panel.plot),
             MAX (find_lowest_blue (&image, at - 1, &panel.plot), find_lowest_blue (&image, at + 1, &panel.plot)));
  g_assert_cmpfloat_with_epsilon (usual, panel.plot.y + panel.plot.height * (1.0 - 3000.0 / panel.y_end[0]), 4.0);
  g_assert_cmpfloat_with_epsilon (dip, panel.plot.y + panel.plot.height * (1.0 - 150.0 / panel.y_end[0]), 4.0);
  cairo_surface_destroy (image.surface);
}

/* Nearer than the points lie to each other there is still the line between them. */
static void
test_between_points (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("linear-read");
  DsChartStyle style = { .view_x = { 0.10051, 0.10059 } };
  g_autoptr (DsChartModel) model = ds_chart_model_new (report, &style, NULL, WIDTH, HEIGHT);
  Image image = draw (report, &style);
  DsChartPanel panel;
  int y;

  ds_chart_model_get_panel (model, 0, &panel);
  y = find_lowest_blue (&image, (int) (panel.plot.x + panel.plot.width / 2.0), &panel.plot);
  g_assert_cmpfloat_with_epsilon (y, panel.plot.y + panel.plot.height * (1.0 - 3420.0 / 3500.0), 15.0);
  cairo_surface_destroy (image.surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/model/panels", test_panels);
  g_test_add_func ("/chart/model/alignment", test_alignment);
  g_test_add_func ("/chart/model/series", test_series);
  g_test_add_func ("/chart/model/bars-hit", test_bars_hit);
  g_test_add_func ("/chart/model/trace-hit", test_trace_hit);
  g_test_add_func ("/chart/model/curves-hit", test_curves_hit);
  g_test_add_func ("/chart/model/heat-hit", test_heat_hit);
  g_test_add_func ("/chart/model/dots-hit", test_dots_hit);
  g_test_add_func ("/chart/model/legend", test_legend);
  g_test_add_func ("/chart/model/zoom", test_zoom);
  g_test_add_func ("/chart/model/latency", test_latency);
  g_test_add_func ("/chart/model/million", test_million);
  g_test_add_func ("/chart/model/between-points", test_between_points);
  return g_test_run ();
}
