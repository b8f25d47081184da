/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sample-report.h"
#include "ds-tile-grid.h"

static GPtrArray *
make_cells (const char *labels, guint n_ops)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_cell_free);
  g_auto (GStrv) list = g_strsplit (labels, ", ", -1);

  for (guint op = 0; op < n_ops; op++)
    for (guint i = 0; list[i]; i++) {
      DsCell *cell = ds_cell_new (list[i], (DsOp) op);

      g_free (cell->pattern);
      cell->pattern = g_strdup (g_str_has_prefix (list[i], "SEQ") ? "sequential" : "random");
      g_ptr_array_add (cells, cell);
    }
  return cells;
}

/* Every row as "label|line 1|line 2|unit|read write mix", one a line */
static char *
describe (const DsTileGrid *grid)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < grid->rows->len; i++) {
    const DsTileRow *row = ds_tile_grid_get_row (grid, i);

    g_string_append_printf (text, "%s|%s|%s|%s|%d %d %d\n", row->label, row->line1, row->line2,
                            ds_unit_get_id (row->unit), row->cell[DS_OP_READ], row->cell[DS_OP_WRITE],
                            row->cell[DS_OP_MIX]);
  }
  return g_string_free (text, FALSE);
}

static void
assert_grid (GPtrArray *cells, const char *profile, DsUnit unit, const char *expected)
{
  g_autoptr (DsTileGrid) grid = ds_tile_grid_new (cells, profile, unit);
  g_autofree char *text = describe (grid);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_default (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1", 2);
  static const char *const expected = "SEQ1M Q8T1|SEQ1M|Q8T1|mb-s|0 4 -1\n"
                                      "SEQ1M Q1T1|SEQ1M|Q1T1|mb-s|1 5 -1\n"
                                      "RND4K Q32T1|RND4K|Q32T1|mb-s|2 6 -1\n"
                                      "RND4K Q1T1|RND4K|Q1T1|mb-s|3 7 -1\n";
  g_autoptr (DsTileGrid) grid = ds_tile_grid_new (cells, "default", DS_UNIT_US);

  assert_grid (cells, "default", DS_UNIT_MB_S, expected);
  assert_grid (cells, NULL, DS_UNIT_MB_S, expected);
  assert_grid (cells, "of a later version", DS_UNIT_MB_S, expected);
  g_assert_true (grid->same_unit);
  g_assert_cmpint (ds_tile_grid_get_row (grid, 0)->unit, ==, DS_UNIT_US);
  g_assert_cmpuint (grid->n_columns, ==, 2);
  g_assert_cmpint (grid->columns[0], ==, DS_OP_READ);
  g_assert_cmpint (grid->columns[1], ==, DS_OP_WRITE);
}

static void
test_columns (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("SEQ1M Q8T1", 3);
  g_autoptr (DsTileGrid) all = ds_tile_grid_new (cells, "default", DS_UNIT_MB_S);
  g_autoptr (DsTileGrid) some = NULL;
  g_autoptr (DsTileGrid) none = NULL;

  g_assert_cmpuint (all->n_columns, ==, 3);
  g_assert_cmpint (all->columns[2], ==, DS_OP_MIX);
  g_ptr_array_remove_index (cells, 0);
  some = ds_tile_grid_new (cells, "default", DS_UNIT_MB_S);
  g_assert_cmpuint (some->n_columns, ==, 2);
  g_assert_cmpint (some->columns[0], ==, DS_OP_WRITE);
  g_assert_cmpint (ds_tile_grid_get_row (some, 0)->cell[DS_OP_READ], ==, -1);
  g_ptr_array_set_size (cells, 0);
  none = ds_tile_grid_new (cells, "peak", DS_UNIT_MB_S);
  g_assert_cmpuint (none->n_columns, ==, 0);
  g_assert_cmpuint (none->rows->len, ==, 0);
}

static void
test_peak (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("SEQ1M Q8T1, RND4K Q32T16", 3);
  g_autoptr (DsTileGrid) grid = ds_tile_grid_new (cells, "peak", DS_UNIT_MB_S);

  assert_grid (cells, "peak", DS_UNIT_MB_S,
               "SEQ1M Q8T1|SEQ1M|Q8T1 · MB/s|mb-s|0 2 4\n"
               "RND4K Q32T16|RND4K|Q32T16 · MB/s|mb-s|1 3 5\n"
               "RND4K Q32T16|RND4K|Q32T16 · IOPS|iops|1 3 5\n"
               "RND4K Q32T16|RND4K|Q32T16 · µs|us|1 3 5\n");
  g_assert_false (grid->same_unit);
  g_assert_cmpuint (grid->n_columns, ==, 3);
}

static void
test_real_world (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("SEQ1M Q1T1, RND4K Q1T1", 2);

  assert_grid (cells, "real-world", DS_UNIT_GB_S,
               "SEQ1M Q1T1|SEQ1M|Q1T1 · GB/s|gb-s|0 2 -1\n"
               "RND4K Q1T1|RND4K|Q1T1 · GB/s|gb-s|1 3 -1\n"
               "RND4K Q1T1|RND4K|Q1T1 · IOPS|iops|1 3 -1\n"
               "RND4K Q1T1|RND4K|Q1T1 · µs|us|1 3 -1\n");
  /* Another unit asked for changes nothing, because each row has its own. */
  assert_grid (cells, "real-world", DS_UNIT_IOPS,
               "SEQ1M Q1T1|SEQ1M|Q1T1 · MB/s|mb-s|0 2 -1\n"
               "RND4K Q1T1|RND4K|Q1T1 · MB/s|mb-s|1 3 -1\n"
               "RND4K Q1T1|RND4K|Q1T1 · IOPS|iops|1 3 -1\n"
               "RND4K Q1T1|RND4K|Q1T1 · µs|us|1 3 -1\n");
}

static void
test_pattern_wins_over_label (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("Backup, Mail", 1);

  for (guint i = 0; i < 2; i++) {
    DsCell *cell = cells->pdata[i];

    g_free (cell->pattern);
    cell->pattern = g_strdup (i == 0 ? "random" : "sequential");
  }
  assert_grid (cells, "peak", DS_UNIT_MB_S,
               "Mail|Mail|MB/s|mb-s|1 -1 -1\n"
               "Backup|Backup|MB/s|mb-s|0 -1 -1\n"
               "Backup|Backup|IOPS|iops|0 -1 -1\n"
               "Backup|Backup|µs|us|0 -1 -1\n");
}

static void
test_demo (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("SEQ1M Q8T1, RND4K Q1T1", 2);

  assert_grid (cells, "demo", DS_UNIT_GB_S, "SEQ1M Q8T1|SEQ1M|Q8T1|gb-s|0 2 -1\n");
}

static void
test_same_label_twice (void)
{
  g_autoptr (GPtrArray) cells = make_cells ("RND4K Q1T1, RND4K Q1T1", 2);

  assert_grid (cells, "default", DS_UNIT_MB_S,
               "RND4K Q1T1|RND4K|Q1T1|mb-s|0 2 -1\n"
               "RND4K Q1T1|RND4K|Q1T1|mb-s|1 3 -1\n");
}

static void
test_report (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autoptr (DsTileGrid) grid = ds_tile_grid_new_for_report (report, DS_UNIT_MB_S);

  g_assert_cmpuint (grid->rows->len, ==, 4);
  g_assert_cmpuint (grid->n_columns, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/tile-grid/default", test_default);
  g_test_add_func ("/chart/tile-grid/columns", test_columns);
  g_test_add_func ("/chart/tile-grid/peak", test_peak);
  g_test_add_func ("/chart/tile-grid/real-world", test_real_world);
  g_test_add_func ("/chart/tile-grid/pattern-wins-over-label", test_pattern_wins_over_label);
  g_test_add_func ("/chart/tile-grid/demo", test_demo);
  g_test_add_func ("/chart/tile-grid/same-label-twice", test_same_label_twice);
  g_test_add_func ("/chart/tile-grid/report", test_report);
  return g_test_run ();
}
