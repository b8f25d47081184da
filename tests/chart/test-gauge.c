/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-gauge.h"

#include <math.h>

static void
test_share (void)
{
  DsGauge gauge = { .least = 0, .greatest = 90, .warning = 82, .critical = NAN };

  g_assert_cmpfloat (ds_gauge_get_share (&gauge, 0), ==, 0);
  g_assert_cmpfloat (ds_gauge_get_share (&gauge, 45), ==, 0.5);
  g_assert_cmpfloat (ds_gauge_get_share (&gauge, -20), ==, 0);
  g_assert_cmpfloat (ds_gauge_get_share (&gauge, 120), ==, 1);
  g_assert_true (isnan (ds_gauge_get_share (&gauge, NAN)));
  gauge.greatest = 0;
  g_assert_true (isnan (ds_gauge_get_share (&gauge, 10)));
}

static void
test_alarm (void)
{
  DsGauge gauge = { .value = 81, .least = 0, .greatest = 90, .warning = 82, .critical = 85 };

  g_assert_false (ds_gauge_is_alarming (&gauge));
  gauge.value = 82;
  g_assert_true (ds_gauge_is_alarming (&gauge));
  gauge.value = NAN;
  g_assert_false (ds_gauge_is_alarming (&gauge));
  gauge.value = 99;
  gauge.warning = NAN;
  g_assert_false (ds_gauge_is_alarming (&gauge));
  gauge = (DsGauge){ .value = 11, .greatest = 100, .warning = 10, .low_is_bad = TRUE };
  g_assert_false (ds_gauge_is_alarming (&gauge));
  gauge.value = 10;
  g_assert_true (ds_gauge_is_alarming (&gauge));
}

/* How much of the surface has the colour of heat, and how much that of reading */
static void
count_colors (const DsGauge *gauge, int width, int height, guint *heat, guint *calm)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  const guint8 *data;
  int stride;

  ds_gauge_draw (gauge, FALSE, NULL, cr, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  *heat = *calm = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      guint32 pixel = *(const guint32 *) (gconstpointer) (data + y * stride + 4 * x);

      *heat += pixel == 0xffc01c28;
      *calm += pixel == 0xff1c71d8;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_drawn (void)
{
  DsGauge gauge = {
    .value = 41, .least = 0, .greatest = 90, .warning = 82, .critical = NAN, .figure = "41", .unit = "°C"
  };
  guint heat, calm, more;

  count_colors (&gauge, 200, 180, &heat, &calm);
  g_assert_cmpuint (heat, ==, 0);
  g_assert_cmpuint (calm, >, 500);
  gauge.value = 80;
  count_colors (&gauge, 200, 180, &heat, &more);
  g_assert_cmpuint (more, >, calm * 3 / 2);
  gauge.value = 84;
  count_colors (&gauge, 200, 180, &heat, &calm);
  g_assert_cmpuint (calm, ==, 0);
  g_assert_cmpuint (heat, >, 500);
  gauge.value = NAN;
  gauge.figure = "—";
  count_colors (&gauge, 200, 180, &heat, &calm);
  g_assert_cmpuint (calm + heat, ==, 0);
  /* Too small to be drawn */
  count_colors (&gauge, 4, 4, &heat, &calm);
  count_colors (&gauge, 1, 200, &heat, &calm);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gauge/share", test_share);
  g_test_add_func ("/gauge/alarm", test_alarm);
  g_test_add_func ("/gauge/drawn", test_drawn);
  return g_test_run ();
}
