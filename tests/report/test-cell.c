/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-cell.h"

#include <math.h>

#include "ds-units.h"

#define assert_close(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-9)

static GArray *
new_histogram (guint64 count)
{
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (DsBin));
  DsBin bin = { 1000, 1008, count };

  g_array_append_val (bins, bin);
  return bins;
}

/* A run of one second at the given speed */
static void
add_run (DsCell *cell, double mb_s)
{
  DsRun run = { 0 };

  run.total.seconds = 1;
  run.total.bytes = (guint64) (mb_s * DS_MB + 0.5);
  run.total.ios = run.total.bytes / 4096;
  run.total.latency.mean = 1e9 / mb_s;
  run.histogram = new_histogram (run.total.ios);
  ds_cell_add_run (cell, &run);
}

static void
test_new (void)
{
  DsCell *cell = ds_cell_new ("RND4K Q32T1", DS_OP_WRITE);

  g_assert_cmpstr (cell->label, ==, "RND4K Q32T1");
  g_assert_cmpint (cell->op, ==, DS_OP_WRITE);
  g_assert_cmpint (cell->state, ==, DS_CELL_WAITING);
  g_assert_cmpint (cell->shown, ==, -1);
  g_assert_cmpuint (cell->read_percent, ==, 0);
  g_assert_true (cell->direct);
  g_assert_null (ds_cell_get_shown (cell));
  g_assert_true (isnan (ds_cell_get_mb_s (cell)));
  g_assert_true (isnan (ds_cell_get_iops (cell)));
  g_assert_true (isnan (ds_cell_get_latency (cell)));
  g_assert_true (isnan (ds_cell_get_median_mb_s (cell)));
  g_assert_true (isnan (ds_cell_get_min_mb_s (cell)));
  g_assert_true (isnan (ds_cell_get_spread_percent (cell)));
  g_assert_true (isnan (cell->live_mb_s));
  ds_cell_free (cell);
  ds_cell_free (NULL);
}

static void
test_ids (void)
{
  g_assert_cmpstr (ds_op_get_id (DS_OP_READ), ==, "read");
  g_assert_cmpstr (ds_op_get_id (DS_OP_WRITE), ==, "write");
  g_assert_cmpstr (ds_op_get_id (DS_OP_MIX), ==, "mix");
}

static void
test_figures (void)
{
  DsFigures figures = { .seconds = 2.5, .bytes = 1000000000, .ios = 5000 };

  assert_close (ds_figures_get_mb_s (&figures), 400);
  assert_close (ds_figures_get_iops (&figures), 2000);
  figures.seconds = 0;
  g_assert_true (isnan (ds_figures_get_mb_s (&figures)));
  g_assert_true (isnan (ds_figures_get_iops (&figures)));
  figures.seconds = NAN;
  g_assert_true (isnan (ds_figures_get_mb_s (&figures)));
}

static void
test_best (void)
{
  DsCell *cell = ds_cell_new ("SEQ1M Q8T1", DS_OP_READ);

  add_run (cell, 100);
  g_assert_cmpint (cell->shown, ==, 0);
  g_assert_true (isnan (ds_cell_get_spread_percent (cell)));
  assert_close (ds_cell_get_median_mb_s (cell), 100);
  add_run (cell, 90);
  g_assert_cmpint (cell->shown, ==, 0);
  assert_close (ds_cell_get_median_mb_s (cell), 95);
  add_run (cell, 110);
  add_run (cell, 110);
  add_run (cell, 104);

  /* Of equals the first; speed and latency come from the same run. */
  g_assert_cmpint (cell->shown, ==, 2);
  assert_close (ds_cell_get_mb_s (cell), 110);
  assert_close (ds_cell_get_iops (cell), 110000000 / 4096);
  assert_close (ds_cell_get_latency (cell), 1e9 / 110);
  assert_close (ds_cell_get_min_mb_s (cell), 90);
  assert_close (ds_cell_get_median_mb_s (cell), 104);
  assert_close (ds_cell_get_spread_percent (cell), 100.0 * (110 - 90) / (2 * 104));

  /* The order in which they ran stays, and only the shown one keeps its histogram. */
  assert_close (ds_figures_get_mb_s (&g_array_index (cell->runs, DsRun, 1).total), 90);
  for (guint i = 0; i < cell->runs->len; i++)
    g_assert_true ((g_array_index (cell->runs, DsRun, i).histogram != NULL) == (i == 2));
  ds_cell_free (cell);
}

static void
test_empty_runs (void)
{
  DsCell *cell = ds_cell_new ("SEQ1M Q8T1", DS_OP_READ);
  DsRun nothing = { 0 };

  nothing.histogram = new_histogram (0);
  ds_cell_add_run (cell, &nothing);
  g_assert_cmpint (cell->shown, ==, -1);
  g_assert_true (isnan (ds_cell_get_mb_s (cell)));
  g_assert_null (g_array_index (cell->runs, DsRun, 0).histogram);
  add_run (cell, 50);
  g_assert_cmpint (cell->shown, ==, 1);
  assert_close (ds_cell_get_median_mb_s (cell), 50);
  g_assert_true (isnan (ds_cell_get_spread_percent (cell)));
  ds_cell_free (cell);
}

/* A drive that answers nothing within a window has a speed, of zero, and no spread. */
static void
test_zero_speed (void)
{
  DsCell *cell = ds_cell_new ("RND4K Q1T1", DS_OP_READ);
  DsRun run = { .total.seconds = 5 };

  ds_cell_add_run (cell, &run);
  ds_cell_add_run (cell, &run);
  assert_close (ds_cell_get_mb_s (cell), 0);
  g_assert_true (isnan (ds_cell_get_spread_percent (cell)));
  ds_cell_free (cell);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cell/new", test_new);
  g_test_add_func ("/cell/ids", test_ids);
  g_test_add_func ("/cell/figures", test_figures);
  g_test_add_func ("/cell/best", test_best);
  g_test_add_func ("/cell/empty-runs", test_empty_runs);
  g_test_add_func ("/cell/zero-speed", test_zero_speed);
  return g_test_run ();
}
