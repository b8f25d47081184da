/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile.h"

#include <locale.h>
#include <math.h>
#include <pango/pangocairo.h>

static void
test_fill (void)
{
  static const struct {
    double value;
    DsUnit unit;
    double mb_s;
    double fill;
  } cases[] = {
    { 0.1, DS_UNIT_MB_S, 0.1, 0.0 },
    { 1.0, DS_UNIT_MB_S, 1.0, 1.0 / 6.0 },
    { 1000.0, DS_UNIT_MB_S, 1000.0, 4.0 / 6.0 },
    { 3504.2, DS_UNIT_MB_S, 3504.2, 0.757431 },
    { 100000.0, DS_UNIT_MB_S, 100000.0, 1.0 },
    { 1e9, DS_UNIT_MB_S, 1e9, 1.0 },
    { 0.01, DS_UNIT_MB_S, 0.01, 0.0 },
    { 0.0, DS_UNIT_MB_S, 0.0, 0.0 },
    { -5.0, DS_UNIT_MB_S, -5.0, 0.0 },
    { NAN, DS_UNIT_MB_S, NAN, 0.0 },
    { INFINITY, DS_UNIT_MB_S, INFINITY, 0.0 },
    { 1.0, DS_UNIT_GB_S, 1000.0, 4.0 / 6.0 },
    { 250000.0, DS_UNIT_IOPS, 1000.0, 4.0 / 6.0 },
    { 250000.0, DS_UNIT_IOPS, NAN, 0.0 },
    { 1.0, DS_UNIT_US, 10.0, 1.0 },
    { 0.5, DS_UNIT_US, 10.0, 1.0 },
    { 1000.0, DS_UNIT_US, 10.0, 0.5 },
    { 1e6, DS_UNIT_US, 10.0, 0.0 },
    { 1e8, DS_UNIT_US, 10.0, 0.0 },
    { 0.0, DS_UNIT_US, 10.0, 0.0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (ds_tile_fill (cases[i].value, cases[i].unit, cases[i].mb_s), cases[i].fill,
                                    1e-6);
}

static void
add_run (DsCell *cell, double mb_s)
{
  DsRun run = { 0 };

  run.total.seconds = 5.0;
  run.total.bytes = (guint64) (mb_s * 1e6 * 5.0);
  run.total.ios = run.total.bytes / 4096;
  run.total.latency = (DsLatency){ 87400, 80000, 120000, 182000, NAN, NAN, NAN, 900000 };
  run.flush = run.total.latency;
  ds_cell_add_run (cell, &run);
}

static void
assert_text (const DsCell *cell, DsUnit unit, const char *figure, const char *detail)
{
  DsTileText text;

  ds_tile_text_init (&text, cell, unit);
  g_assert_cmpstr (text.figure, ==, figure);
  g_assert_cmpstr (text.detail, ==, detail);
  ds_tile_text_clear (&text);
  ds_tile_text_clear (&text);
}

static void
test_done (void)
{
  DsCell *cell = ds_cell_new ("RND4K Q32T1", DS_OP_READ);
  DsTileText text;

  add_run (cell, 990.0);
  cell->state = DS_CELL_DONE;
  assert_text (cell, DS_UNIT_MB_S, "990.0", "p99 182 µs");
  add_run (cell, 1024.0);
  add_run (cell, 1000.0);
  assert_text (cell, DS_UNIT_MB_S, "1024.0", "± 1.7 % · p99 182 µs");
  assert_text (cell, DS_UNIT_GB_S, "1.024", "± 1.7 % · p99 182 µs");
  assert_text (cell, DS_UNIT_IOPS, "250000", "± 1.7 % · p99 182 µs");
  assert_text (cell, DS_UNIT_US, "87.40", "± 1.7 % · p99 182 µs");

  ds_tile_text_init (&text, cell, DS_UNIT_IOPS);
  g_assert_cmpfloat_with_epsilon (text.fill, log10 (10240.0) / 6.0, 1e-9);
  g_assert_false (text.running || text.waiting || text.crossed || text.word);
  ds_tile_text_clear (&text);

  cell->invalid = g_strdup ("page-cache");
  ds_tile_text_init (&text, cell, DS_UNIT_MB_S);
  g_assert_true (text.crossed);
  g_assert_cmpstr (text.figure, ==, "1024.0");
  ds_tile_text_clear (&text);

  cell->state = DS_CELL_STOPPED;
  assert_text (cell, DS_UNIT_MB_S, "1024.0", "stopped · ± 1.7 % · p99 182 µs");
  ds_cell_free (cell);
}

static void
test_never_nought (void)
{
  static const struct {
    double mb_s;
    DsUnit unit;
    const char *figure;
  } cases[] = {
    { 12345.0, DS_UNIT_GB_S, "12.35" }, { 9876.5, DS_UNIT_GB_S, "9.877" }, { 1.5, DS_UNIT_GB_S, "0.002" },
    { 0.02, DS_UNIT_GB_S, "0.00002" },  { 0.01, DS_UNIT_MB_S, "0.01" },    { 0.004, DS_UNIT_MB_S, "0.004" },
    { 0.02, DS_UNIT_IOPS, "4.80" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    DsCell *cell = ds_cell_new ("RND4K Q1T1", DS_OP_WRITE);
    DsTileText text;

    add_run (cell, cases[i].mb_s);
    cell->state = DS_CELL_DONE;
    ds_tile_text_init (&text, cell, cases[i].unit);
    g_assert_cmpstr (text.figure, ==, cases[i].figure);
    ds_tile_text_clear (&text);
    ds_cell_free (cell);
  }
}

static void
test_stopped_without_runs (void)
{
  DsCell *cell = ds_cell_new ("SEQ1M Q8T1", DS_OP_WRITE);

  cell->state = DS_CELL_STOPPED;
  assert_text (cell, DS_UNIT_MB_S, "—", "stopped");
  ds_cell_free (cell);
}

static void
test_waiting (void)
{
  DsCell *cell = ds_cell_new ("SEQ1M Q8T1", DS_OP_WRITE);
  DsTileText text;

  for (DsUnit unit = DS_UNIT_MB_S; unit <= DS_UNIT_US; unit++)
    assert_text (cell, unit, "—", "");
  ds_tile_text_init (&text, cell, DS_UNIT_MB_S);
  g_assert_true (text.waiting);
  g_assert_cmpfloat (text.fill, ==, 0.0);
  ds_tile_text_clear (&text);
  ds_cell_free (cell);
}

static void
test_running (void)
{
  DsCell *cell = ds_cell_new ("RND4K Q1T1", DS_OP_MIX);
  DsTileText text;

  cell->state = DS_CELL_RUNNING;
  cell->live_runs = 5;
  cell->live_mb_s = cell->live_iops = cell->live_latency_ns = NAN;
  assert_text (cell, DS_UNIT_MB_S, "—", "warming up");
  cell->live_mb_s = 0.0;
  assert_text (cell, DS_UNIT_MB_S, "—", "warming up");
  cell->live_run = 3;
  cell->live_mb_s = 1086.4;
  cell->live_iops = 265234.0;
  cell->live_latency_ns = 117300.0;
  assert_text (cell, DS_UNIT_MB_S, "1086.4", "measuring, run 3 of 5");
  assert_text (cell, DS_UNIT_GB_S, "1.086", "measuring, run 3 of 5");
  assert_text (cell, DS_UNIT_IOPS, "265234", "measuring, run 3 of 5");
  assert_text (cell, DS_UNIT_US, "117.3", "measuring, run 3 of 5");
  ds_tile_text_init (&text, cell, DS_UNIT_MB_S);
  g_assert_true (text.running);
  g_assert_cmpfloat_with_epsilon (text.fill, log10 (10864.0) / 6.0, 1e-9);
  ds_tile_text_clear (&text);
  ds_cell_free (cell);
}

static void
test_words (void)
{
  DsCell *cell = ds_cell_new ("RND512B Q1T1", DS_OP_READ);
  DsTileText text;

  cell->state = DS_CELL_UNSUPPORTED;
  assert_text (cell, DS_UNIT_MB_S, "Not supported", "");
  cell->note = g_strdup ("This target has 4 KiB sectors.");
  assert_text (cell, DS_UNIT_US, "Not supported", "This target has 4 KiB sectors.");
  cell->state = DS_CELL_FAILED;
  add_run (cell, 10.0);
  ds_tile_text_init (&text, cell, DS_UNIT_MB_S);
  g_assert_cmpstr (text.figure, ==, "Failed");
  g_assert_true (text.word);
  g_assert_cmpfloat (text.fill, ==, 0.0);
  ds_tile_text_clear (&text);
  ds_cell_free (cell);
}

/* The colour of one pixel of a tile that was drawn with a caller's own font */
static guint32
draw_and_pick (const DsTileText *text, DsOp op, gboolean dark, int x, int y)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 352, 130);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = pango_cairo_create_context (cr);
  PangoFontDescription *font = pango_font_description_from_string ("DejaVu Sans 11");
  DsChartStyle style = { .dark = dark };
  guint32 pixel;

  pango_context_set_font_description (context, font);
  ds_tile_draw (text, op, &style, context, cr, 352.0, 130.0);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  pixel = *(const guint32 *) (const void *) (cairo_image_surface_get_data (surface) +
                                             y * cairo_image_surface_get_stride (surface) + x * 4);
  pango_font_description_free (font);
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixel & 0xffffff;
}

static void
test_draw (void)
{
  DsTileText text = { .figure = (char *) "3504.2", .detail = (char *) "± 0.4 % · p99 2.51 ms", .fill = 0.5 };

  /* Inside the fill, beyond it, and the outline */
  g_assert_cmphex (draw_and_pick (&text, DS_OP_READ, FALSE, 100, 20), ==, 0xd8e7f8);
  g_assert_cmphex (draw_and_pick (&text, DS_OP_READ, FALSE, 250, 20), ==, 0xffffff);
  g_assert_cmphex (draw_and_pick (&text, DS_OP_READ, TRUE, 250, 20), ==, 0x262626);
  g_assert_cmphex (draw_and_pick (&text, DS_OP_WRITE, FALSE, 250, 0), !=, 0xe66100);
  text.running = TRUE;
  g_assert_cmphex (draw_and_pick (&text, DS_OP_WRITE, FALSE, 250, 0), ==, 0xe66100);
  text.running = FALSE;
  text.fill = 0.0;
  g_assert_cmphex (draw_and_pick (&text, DS_OP_READ, FALSE, 100, 20), ==, 0xffffff);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/tile/fill", test_fill);
  g_test_add_func ("/chart/tile/done", test_done);
  g_test_add_func ("/chart/tile/never-nought", test_never_nought);
  g_test_add_func ("/chart/tile/stopped-without-runs", test_stopped_without_runs);
  g_test_add_func ("/chart/tile/waiting", test_waiting);
  g_test_add_func ("/chart/tile/running", test_running);
  g_test_add_func ("/chart/tile/words", test_words);
  g_test_add_func ("/chart/tile/draw", test_draw);
  return g_test_run ();
}
