/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile.h"

#include <math.h>

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
luminance (DsColor color)
{
  return 0.2126 * linear (color.red) + 0.7152 * linear (color.green) + 0.0722 * linear (color.blue);
}

/* WCAG 2.1, 1.4.3 */
static double
contrast (DsColor a, DsColor b)
{
  double x = luminance (a), y = luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

static DsColor
over (DsColor color, double alpha, DsColor ground)
{
  return (DsColor){
    .red = color.red * alpha + ground.red * (1.0 - alpha),
    .green = color.green * alpha + ground.green * (1.0 - alpha),
    .blue = color.blue * alpha + ground.blue * (1.0 - alpha),
    .alpha = 1.0,
  };
}

static void
assert_readable (DsColorId text, DsColor ground, gboolean dark)
{
  double ratio = contrast (ds_palette_get (text, dark), ground);

  if (ratio < 4.5)
    g_error ("colour %d, %s: contrast %.2f", (int) text, dark ? "dark" : "light", ratio);
}

static void
test_contrast (void)
{
  static const DsColorId grounds[] = { DS_COLOR_BACKGROUND, DS_COLOR_CARD, DS_COLOR_BUTTON };
  static const DsColorId fills[] = { DS_COLOR_READ, DS_COLOR_WRITE, DS_COLOR_MIX, DS_COLOR_OTHER };

  /* The formula itself, against a known pair */
  g_assert_cmpfloat_with_epsilon (contrast ((DsColor){ 0, 0, 0, 1 }, (DsColor){ 1, 1, 1, 1 }), 21.0, 1e-9);
  for (int dark = FALSE; dark <= TRUE; dark++) {
    DsColor card = ds_palette_get (DS_COLOR_CARD, dark);
    DsColor background = ds_palette_get (DS_COLOR_BACKGROUND, dark);

    for (gsize i = 0; i < G_N_ELEMENTS (grounds); i++) {
      assert_readable (DS_COLOR_TEXT, ds_palette_get (grounds[i], dark), dark);
      assert_readable (DS_COLOR_DIM, ds_palette_get (grounds[i], dark), dark);
    }
    for (gsize i = 0; i < G_N_ELEMENTS (fills); i++) {
      DsColor fill = over (ds_palette_get (fills[i], dark), dark ? DS_TILE_FILL_DARK : DS_TILE_FILL_LIGHT, card);

      assert_readable (DS_COLOR_TEXT, fill, dark);
      assert_readable (DS_COLOR_DIM, fill, dark);
    }
    for (DsOp op = DS_OP_READ; op <= DS_OP_MIX; op++)
      assert_readable (ds_palette_op_text (op), background, dark);
    assert_readable (DS_COLOR_TEMPERATURE, background, dark);
  }
}

/* A heat map is read by everybody and in print: each step is lighter or darker than the one before, and its number
 * keeps its contrast. */
static void
test_heat (void)
{
  for (int dark = FALSE; dark <= TRUE; dark++) {
    double before = dark ? -1.0 : 2.0;

    for (guint i = 0; i <= 100; i++) {
      DsColor color = ds_palette_get_heat (i / 100.0, dark);
      double light = luminance (color);

      g_assert_true (dark ? light > before : light < before);
      before = light;
      g_assert_cmpfloat (contrast (ds_palette_get (DS_COLOR_FIELD_TEXT, ds_palette_is_dark (&color)), color), >=,
                         4.5);
    }
  }
}

static void
assert_color (DsColorId id, guint light, guint dark)
{
  for (int i = 0; i < 2; i++) {
    DsColor color = ds_palette_get (id, i == 1);
    guint rgb =
        (guint) (lround (color.red * 255) << 16 | lround (color.green * 255) << 8 | lround (color.blue * 255));

    g_assert_cmphex (rgb, ==, i == 1 ? dark : light);
  }
}

static void
test_colors (void)
{
  assert_color (DS_COLOR_BACKGROUND, 0xffffff, 0x1e1e1e);
  assert_color (DS_COLOR_READ, 0x1c71d8, 0x62a0ea);
  assert_color (DS_COLOR_WRITE, 0xe66100, 0xffa348);
  assert_color (DS_COLOR_WRITE_TEXT, 0xc64600, 0xffa348);
  assert_color (DS_COLOR_MIX, 0x813d9c, 0xc061cb);
  assert_color (DS_COLOR_TEMPERATURE, 0xc01c28, 0xf66151);
  assert_color (DS_COLOR_OTHER, 0x77767b, 0x77767b);
  g_assert_cmpfloat_with_epsilon (ds_palette_get (DS_COLOR_LINE, FALSE).alpha, 0.12, 1e-9);
  g_assert_cmpfloat_with_epsilon (ds_palette_get (DS_COLOR_LINE, TRUE).alpha, 0.12, 1e-9);
  g_assert_cmpint (ds_palette_op (DS_OP_READ), ==, DS_COLOR_READ);
  g_assert_cmpint (ds_palette_op (DS_OP_WRITE), ==, DS_COLOR_WRITE);
  g_assert_cmpint (ds_palette_op (DS_OP_MIX), ==, DS_COLOR_MIX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/palette/colors", test_colors);
  g_test_add_func ("/chart/palette/contrast", test_contrast);
  g_test_add_func ("/chart/palette/heat", test_heat);
  return g_test_run ();
}
