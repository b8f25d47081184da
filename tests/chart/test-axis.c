/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-axis.h"

#include <locale.h>
#include <math.h>

static char *
join_ticks (const DsAxis *axis, guint most)
{
  g_autoptr (GArray) ticks = ds_axis_make_ticks (axis, most);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", g_array_index (ticks, DsTick, i).label);
  return g_string_free (text, FALSE);
}

static void
test_steps (void)
{
  static const struct {
    double value;
    gboolean time;
    double step;
  } cases[] = {
    { 0.9, FALSE, 1.0 },    { 1.0, FALSE, 1.0 },  { 1.01, FALSE, 2.0 },   { 2.2, FALSE, 2.5 },
    { 2.6, FALSE, 5.0 },    { 7.0, FALSE, 10.0 }, { 0.03, FALSE, 0.05 },  { 240000.0, FALSE, 250000.0 },
    { 7.0, TRUE, 10.0 },    { 16.0, TRUE, 30.0 }, { 130.0, TRUE, 300.0 }, { 4000.0, TRUE, 7200.0 },
    { 90000.0, TRUE, 1e5 }, { 0.2, TRUE, 0.2 },   { -1.0, FALSE, 1.0 },   { NAN, FALSE, 1.0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (ds_axis_round_step (cases[i].value, cases[i].time), cases[i].step,
                                    cases[i].step * 1e-9);
}

static void
check (DsAxis axis, double least, double greatest, gboolean zero, guint most, const char *expected)
{
  g_autofree char *found = NULL;

  ds_axis_set_range (&axis, least, greatest, zero, TRUE, most);
  found = join_ticks (&axis, most);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_ticks (void)
{
  const DsAxis linear = { 0 };
  const DsAxis position = { .divisor = 1e9 };
  const DsAxis time = { .format = DS_AXIS_TIME };
  const DsAxis log10_axis = { .scale = DS_SCALE_LOG10 };
  const DsAxis latency = { .scale = DS_SCALE_LOG10, .format = DS_AXIS_LATENCY };
  const DsAxis depth = { .scale = DS_SCALE_LOG2 };
  const DsAxis size = { .scale = DS_SCALE_LOG2, .format = DS_AXIS_SIZE };
  const DsAxis percentile = { .scale = DS_SCALE_PERCENTILE };

  check (linear, 31, 3504, TRUE, 5, "0|1000|2000|3000|4000");
  check (linear, 0, 9.1, TRUE, 4, "0.0|2.5|5.0|7.5|10.0");
  check (linear, 0.01, 0.04, TRUE, 4, "0.00|0.01|0.02|0.03|0.04");
  check (linear, 39, 62, FALSE, 5, "30|40|50|60|70");
  check (linear, -3, 4, FALSE, 4, "-4|-2|0|2|4");
  check (position, 0, 2e12, TRUE, 5, "0|500|1000|1500|2000");
  check (time, 0, 300, TRUE, 5, "0:00|1:00|2:00|3:00|4:00|5:00");
  check (log10_axis, 2, 90000, FALSE, 6, "10|100|1000|10000|100000");
  check (log10_axis, 0.03, 0.9, FALSE, 6, "0.02|0.05|0.1|0.2|0.5|1");
  check (log10_axis, 120, 180, FALSE, 4, "100|200");
  check (latency, 48000, 2.4e6, FALSE, 6, "30 µs|100 µs|300 µs|1 ms|3 ms");
  check (depth, 1, 256, FALSE, 12, "1|2|4|8|16|32|64|128|256");
  check (depth, 1, 256, FALSE, 5, "1|4|16|64|256");
  check (size, 512, 1 << 20, FALSE, 6, "512 B|2 KiB|8 KiB|32 KiB|128 KiB|512 KiB");
  check (percentile, 0, 99.99, FALSE, 9, "0|50|90|99|99.9|99.99");
}

/* Whatever the data says there is a range with a place for each value. */
static void
test_any_range (void)
{
  static const double values[] = { NAN, -INFINITY, INFINITY, -5.0, 0.0, 1e-300, 0.01, 1.0, 30000.0, 1e300 };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (values); j++)
      for (int scale = DS_SCALE_LINEAR; scale <= DS_SCALE_PERCENTILE; scale++)
        for (int zero = FALSE; zero <= TRUE; zero++) {
          DsAxis axis = { .scale = (DsScale) scale };
          g_autoptr (GArray) ticks = NULL;

          ds_axis_set_range (&axis, values[i], values[j], zero, TRUE, 5);
          g_assert_true (isfinite (axis.start) && isfinite (axis.end));
          g_assert_cmpfloat (axis.end, >, axis.start);
          ticks = ds_axis_make_ticks (&axis, 5);
          g_assert_cmpuint (ticks->len, <=, 40);
          for (guint k = 0; k < ticks->len; k++) {
            double at = ds_axis_get_fraction (&axis, g_array_index (ticks, DsTick, k).value);

            g_assert_cmpfloat (at, >=, -1e-6);
            g_assert_cmpfloat (at, <=, 1.0 + 1e-6);
          }
        }
}

static void
test_there_and_back (void)
{
  for (int scale = DS_SCALE_LINEAR; scale <= DS_SCALE_PERCENTILE; scale++) {
    DsAxis axis = { .scale = (DsScale) scale };

    ds_axis_set_range (&axis, 2.0, 90.0, FALSE, FALSE, 5);
    for (double at = 0.0; at <= 1.0; at += 0.125)
      g_assert_cmpfloat_with_epsilon (ds_axis_get_fraction (&axis, ds_axis_get_value (&axis, at)), at, 1e-9);
  }
}

static void
test_zoom (void)
{
  DsAxis axis = { 0 };
  g_autofree char *ticks = NULL;

  ds_axis_set_range (&axis, 0.0, 1000.0, TRUE, TRUE, 5);
  ds_axis_zoom (&axis, 0.25, 0.5);
  g_assert_cmpfloat (axis.start, ==, 250.0);
  g_assert_cmpfloat (axis.end, ==, 500.0);
  ticks = join_ticks (&axis, 5);
  g_assert_cmpstr (ticks, ==, "250|300|350|400|450|500");
  /* Nothing is no range. */
  ds_axis_zoom (&axis, 0.5, 0.5);
  g_assert_cmpfloat (axis.start, ==, 250.0);
}

static void
test_zero_span (void)
{
  DsAxis axis = { 0 };

  ds_axis_set_range (&axis, 41.0, 41.0, FALSE, TRUE, 5);
  g_assert_cmpfloat (axis.start, <, 41.0);
  g_assert_cmpfloat (axis.end, >, 41.0);
  ds_axis_set_range (&axis, 41.0, 41.0, TRUE, TRUE, 5);
  g_assert_cmpfloat (axis.start, ==, 0.0);
  g_assert_cmpfloat (axis.end, >=, 41.0);
  ds_axis_set_range (&axis, 0.0, 0.0, TRUE, TRUE, 5);
  g_assert_cmpfloat (axis.end, >, 0.0);
}

static void
test_format (void)
{
  static const struct {
    DsAxis axis;
    double value;
    const char *text;
  } cases[] = {
    { { .title = "MB/s" }, 3504.26, "3504.3 MB/s" },
    { { .title = "MB/s" }, 250.0, "250 MB/s" },
    { { .title = "ms" }, 0.0523, "0.052 ms" },
    { { .title = "GB", .divisor = 1e9 }, 312.44e9, "312.4 GB" },
    { { .title = "°C" }, -4.0, "-4 °C" },
    { { .format = DS_AXIS_TIME }, 83.0, "1:23" },
    { { .format = DS_AXIS_TIME }, 8.25, "8.2 s" },
    { { .format = DS_AXIS_LATENCY }, 87400.0, "87.4 µs" },
    { { .title = "Queue depth", .scale = DS_SCALE_LOG2 }, 16.0, "16" },
    { { .title = "MB/s" }, NAN, "—" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = ds_axis_format (&cases[i].axis, cases[i].value);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/axis/steps", test_steps);
  g_test_add_func ("/chart/axis/ticks", test_ticks);
  g_test_add_func ("/chart/axis/any-range", test_any_range);
  g_test_add_func ("/chart/axis/there-and-back", test_there_and_back);
  g_test_add_func ("/chart/axis/zoom", test_zoom);
  g_test_add_func ("/chart/axis/zero-span", test_zero_span);
  g_test_add_func ("/chart/axis/format", test_format);
  return g_test_run ();
}
