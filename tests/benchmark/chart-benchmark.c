/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-model.h"
#include "ds-chart.h"

#include <locale.h>
#include <math.h>
#include <pango/pangocairo.h>

/* How long it takes to draw a long series as the window does it: 1080x740, a million points by default, every
 * frame from the report on. Prints the median and the worst of the frames and fails above the limit.
 *   chart-benchmark [POINTS [LIMIT_MS]] */

#define WIDTH  1080
#define HEIGHT 740
#define FRAMES 40

static DsReport *
make_report (guint points, const char *view, const char *name)
{
  DsReport *report = ds_report_new ("drive-scan");
  DsSeries *series = ds_series_new (name, "B", g_str_equal (name, "access-time") ? "ms" : "MB/s");
  DsTargetDrive *drive = ds_target_drive_new ();
  guint32 state = 1;

  g_free (report->view);
  report->view = g_strdup (view);
  drive->model = g_strdup ("A drive of many points");
  g_ptr_array_add (report->target.drives, drive);
  for (guint i = 0; i < points; i++) {
    state = state * 1664525u + 1013904223u;
    ds_series_add_point (series, 2e12 * i / points, 2500.0 + 700.0 * sin (i * 1e-5) + (state >> 16) * 0.004);
  }
  g_ptr_array_add (report->series, series);
  report->state = DS_STATE_FINISHED;
  return report;
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return one < other ? -1 : one > other;
}

static gboolean
measure (const char *what, DsReport *report, const DsChartStyle *style, double limit)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  gint64 times[FRAMES];
  double median;

  /* The first frame loads the fonts. */
  ds_chart_draw (report, style, cr, WIDTH, HEIGHT);
  for (guint i = 0; i < FRAMES; i++) {
    gint64 start = g_get_monotonic_time ();

    ds_chart_draw (report, style, cr, WIDTH, HEIGHT);
    cairo_surface_flush (surface);
    times[i] = g_get_monotonic_time () - start;
  }
  qsort (times, FRAMES, sizeof times[0], compare_cb);
  median = times[FRAMES / 2] / 1e3;
  g_print ("%-28s median %6.2f ms, worst %6.2f ms\n", what, median, times[FRAMES - 1] / 1e3);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return median <= limit;
}

static gboolean
measure_hit (DsReport *report, const DsChartStyle *style, double limit)
{
  g_autoptr (DsChartModel) model = ds_chart_model_new (report, style, NULL, WIDTH, HEIGHT);
  gint64 start = g_get_monotonic_time ();
  double each;

  for (guint i = 0; i < FRAMES; i++) {
    DsChartHit hit;

    ds_chart_model_hit (model, 100.0 + i * 20.0, 300.0, &hit);
    ds_chart_hit_clear (&hit);
  }
  each = (g_get_monotonic_time () - start) / 1e3 / FRAMES;
  g_print ("%-28s mean   %6.2f ms\n", "value under the pointer", each);
  return each <= limit;
}

int
main (int argc, char **argv)
{
  guint points = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  double limit = argc > 2 ? g_ascii_strtod (argv[2], NULL) : 16.0;
  DsChartStyle style = { .footer = TRUE };
  gboolean good;

  setlocale (LC_ALL, "");
  {
    g_autoptr (DsReport) line = make_report (points, "trace", "linear-read");
    g_autoptr (DsReport) dots = make_report (points, "trace", "access-time");
    DsChartStyle zoomed = { .footer = TRUE, .view_x = { 0.4, 0.41 } };

    good = measure ("line", line, &style, limit);
    good &= measure ("line, zoomed to 1 %", line, &zoomed, limit);
    good &= measure ("dots", dots, &style, limit);
    good &= measure_hit (line, &style, limit);
  }
  return good ? 0 : 1;
}
