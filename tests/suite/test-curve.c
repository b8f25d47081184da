/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>

#include "ds-curve.h"
#include "ds-units.h"

static GArray *
make_records (guint n, guint32 length, gint64 step_ns)
{
  GArray *records = g_array_new (FALSE, FALSE, sizeof (DsRecord));

  for (guint i = 0; i < n; i++) {
    DsRecord record = {
      .offset = (guint64) i * length,
      .latency_ns = (guint64) (1000 * (i + 1)),
      .end_ns = (i + 1) * step_ns,
      .length = length,
    };

    g_array_append_val (records, record);
  }
  return records;
}

static double
y_at (DsSeries *series, guint index)
{
  return g_array_index (series->y, double, index);
}

static void
free_series (DsSeries *series)
{
  g_autoptr (DsReport) owner = ds_report_new ("drive-scan");

  g_ptr_array_add (owner->series, series);
}

/* 4 MiB in 4 ms each */
static void
test_rate_by_position (void)
{
  g_autoptr (GArray) records = make_records (100, 4 * DS_MIB, 4000000);
  DsSeries *series = ds_curve_make (DS_CURVE_RATE_BY_POSITION, "linear-read", records, 1);

  g_assert_cmpstr (series->unit_x, ==, "B");
  g_assert_cmpstr (series->unit_y, ==, "MB/s");
  g_assert_cmpuint (series->x->len, ==, 100);
  for (guint i = 0; i < 100; i++)
    g_assert_cmpfloat_with_epsilon (y_at (series, i), 4 * DS_MIB / 1e6 / 0.004, 1e-6);
  g_assert_cmpfloat (g_array_index (series->x, double, 99), ==, 99.0 * 4 * DS_MIB);
  free_series (series);
}

/* Where the drive is slow is where the curve dips, and thinned records stand for what they leave out. */
static void
test_slow_spot (void)
{
  g_autoptr (GArray) records = make_records (5000, DS_MIB, 1000000);
  DsSeries *series;

  for (guint i = 2500; i < 5000; i++)
    g_array_index (records, DsRecord, i).end_ns += (gint64) (MIN (i, 2750) - 2500) * 9000000;
  series = ds_curve_make (DS_CURVE_RATE_BY_POSITION, "linear-read", records, 3);
  g_assert_cmpuint (series->x->len, ==, DS_CURVE_POINTS);
  for (guint i = 0; i < series->x->len; i++) {
    double position = g_array_index (series->x, double, i) / DS_MIB;
    double expected = 3 * DS_MIB / 1e6 / (position > 2510 && position < 2740 ? 0.01 : 0.001);

    if (position < 2490 || (position > 2510 && position < 2740) || position > 2760)
      g_assert_cmpfloat_with_epsilon (y_at (series, i) / expected, 1, 1e-6);
  }
  free_series (series);
}

static void
test_rate_by_time (void)
{
  g_autoptr (GArray) records = make_records (10000, 65536, 100000);
  DsSeries *series = ds_curve_make (DS_CURVE_RATE_BY_TIME, "random-read", records, 1);
  double sum = 0;

  g_assert_cmpstr (series->unit_x, ==, "s");
  /* A second in bins of a twentieth */
  g_assert_cmpuint (series->x->len, ==, 20);
  for (guint i = 0; i < series->y->len; i++)
    sum += y_at (series, i) / 20;
  g_assert_cmpfloat_with_epsilon (sum, 10000 * 65536 / 1e6, 1e-6);
  free_series (series);
}

static void
test_latency (void)
{
  g_autoptr (GArray) records = make_records (10, 512, 1000);
  DsSeries *series = ds_curve_make (DS_CURVE_LATENCY_BY_POSITION, "access-time", records, 1);

  g_assert_cmpstr (series->unit_y, ==, "ms");
  g_assert_cmpuint (series->x->len, ==, 10);
  g_assert_cmpfloat_with_epsilon (y_at (series, 9), 0.01, 1e-12);
  free_series (series);
}

static void
test_empty (void)
{
  g_autoptr (GArray) records = g_array_new (FALSE, FALSE, sizeof (DsRecord));

  for (DsCurve curve = DS_CURVE_RATE_BY_POSITION; curve <= DS_CURVE_LATENCY_BY_POSITION; curve++) {
    DsSeries *series = ds_curve_make (curve, "empty", records, 1);

    g_assert_cmpuint (series->x->len, ==, 0);
    free_series (series);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/curve/rate-by-position", test_rate_by_position);
  g_test_add_func ("/curve/slow-spot", test_slow_spot);
  g_test_add_func ("/curve/rate-by-time", test_rate_by_time);
  g_test_add_func ("/curve/latency", test_latency);
  g_test_add_func ("/curve/empty", test_empty);
  return g_test_run ();
}
