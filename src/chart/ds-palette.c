/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart.h"

#include <math.h>

/* Light, dark; the data colours are the same on the screen and in every picture. */
static const struct {
  guint32 rgb[2];
  double alpha;
} colors[] = {
  [DS_COLOR_BACKGROUND] = { { 0xffffff, 0x1e1e1e }, 1.0 },
  [DS_COLOR_CARD] = { { 0xffffff, 0x262626 }, 1.0 },
  [DS_COLOR_TEXT] = { { 0x222226, 0xf6f5f4 }, 1.0 },
  [DS_COLOR_DIM] = { { 0x5e5c64, 0xc0bfbc }, 1.0 },
  [DS_COLOR_LINE] = { { 0x222226, 0xf6f5f4 }, 0.12 },
  [DS_COLOR_BUTTON] = { { 0xececee, 0x363638 }, 1.0 },
  [DS_COLOR_READ] = { { 0x1c71d8, 0x62a0ea }, 1.0 },
  [DS_COLOR_WRITE] = { { 0xe66100, 0xffa348 }, 1.0 },
  [DS_COLOR_MIX] = { { 0x813d9c, 0xc061cb }, 1.0 },
  [DS_COLOR_TEMPERATURE] = { { 0xc01c28, 0xf66151 }, 1.0 },
  [DS_COLOR_OTHER] = { { 0x77767b, 0x77767b }, 1.0 },
  [DS_COLOR_READ_TEXT] = { { 0x1c71d8, 0x62a0ea }, 1.0 },
  /* The write colour itself has too little contrast on white to be read. */
  [DS_COLOR_WRITE_TEXT] = { { 0xc64600, 0xffa348 }, 1.0 },
  [DS_COLOR_MIX_TEXT] = { { 0x813d9c, 0xc061cb }, 1.0 },
  [DS_COLOR_FIELD_TEXT] = { { 0x000000, 0xffffff }, 1.0 },
};

DsColor
ds_palette_get (DsColorId id, gboolean dark)
{
  guint32 rgb;

  g_return_val_if_fail (id < G_N_ELEMENTS (colors), ((DsColor){ 0.0, 0.0, 0.0, 1.0 }));

  rgb = colors[id].rgb[dark ? 1 : 0];
  return (DsColor){
    .red = (rgb >> 16 & 0xff) / 255.0,
    .green = (rgb >> 8 & 0xff) / 255.0,
    .blue = (rgb & 0xff) / 255.0,
    .alpha = colors[id].alpha,
  };
}

DsColorId
ds_palette_op (DsOp op)
{
  return op == DS_OP_READ ? DS_COLOR_READ : op == DS_OP_WRITE ? DS_COLOR_WRITE : DS_COLOR_MIX;
}

DsColorId
ds_palette_op_text (DsOp op)
{
  return op == DS_OP_READ ? DS_COLOR_READ_TEXT : op == DS_OP_WRITE ? DS_COLOR_WRITE_TEXT : DS_COLOR_MIX_TEXT;
}

DsColor
ds_palette_get_heat (double share, gboolean dark)
{
  /* Of one hue, so that lightness alone orders them: in print and to every eye */
  static const guint32 stops[2][3] = { { 0xe4eefb, 0x5b9be8, 0x0d3f80 }, { 0x26303c, 0x2f6cb8, 0xa5cdfb } };
  double at = CLAMP (share, 0.0, 1.0) * 2.0;
  guint index = at >= 1.0 ? 1 : 0;
  guint32 from = stops[dark ? 1 : 0][index], to = stops[dark ? 1 : 0][index + 1];
  double rest = at - index;

  return (DsColor){
    .red = ((from >> 16 & 0xff) * (1.0 - rest) + (to >> 16 & 0xff) * rest) / 255.0,
    .green = ((from >> 8 & 0xff) * (1.0 - rest) + (to >> 8 & 0xff) * rest) / 255.0,
    .blue = ((from & 0xff) * (1.0 - rest) + (to & 0xff) * rest) / 255.0,
    .alpha = 1.0,
  };
}

/* WCAG 2.1, relative luminance */
static double
get_light (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

gboolean
ds_palette_is_dark (const DsColor *color)
{
  double luminance =
      0.2126 * get_light (color->red) + 0.7152 * get_light (color->green) + 0.0722 * get_light (color->blue);

  /* Where the contrasts to black and to white are the same: (1 + 0.05) / (L + 0.05) = (L + 0.05) / 0.05 */
  return luminance < sqrt (1.05 * 0.05) - 0.05;
}
