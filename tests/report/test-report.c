/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <math.h>
#include <string.h>

#include "ds-report-ids.h"
#include "ds-sample-report.h"

static void
test_new (void)
{
  DsReport *report = ds_report_new ("tiles");
  g_auto (GValue) value = G_VALUE_INIT;

  g_assert_cmpstr (report->suite, ==, "tiles");
  g_assert_cmpint (report->state, ==, DS_STATE_RUNNING);
  g_assert_cmpstr (report->system.program, ==, "Drivescope " DS_VERSION);
  g_assert_true (isnan (report->seconds));
  g_assert_cmpuint (report->cells->len + report->series->len + report->findings->len, ==, 0);
  g_assert_true (ds_report_ref (report) == report);
  ds_report_unref (report);

  /* As a boxed value it is the same report. */
  g_value_init (&value, DS_TYPE_REPORT);
  g_value_take_boxed (&value, report);
  g_assert_true (g_value_get_boxed (&value) == report);
}

static void
test_options (void)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");

  g_assert_null (ds_report_get_option (report, "size"));
  ds_report_set_option (report, "size", "1GiB");
  ds_report_set_option (report, "size", "2GiB");
  g_assert_cmpstr (ds_report_get_option (report, "size"), ==, "2GiB");
}

static void
test_find_cell (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");

  g_assert_true (ds_report_find_cell (report, "RND4K Q1T1", DS_OP_WRITE) == g_ptr_array_index (report->cells, 7));
  g_assert_true (ds_report_find_cell (report, "SEQ1M Q8T1", DS_OP_MIX) == g_ptr_array_index (report->cells, 8));
  g_assert_null (ds_report_find_cell (report, "SEQ1M Q1T1", DS_OP_READ));
  g_assert_null (ds_report_find_cell (report, NULL, DS_OP_READ));
}

static void
test_findings (void)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  DsFinding *finding = ds_report_add_finding (report, "battery", DS_SEVERITY_WARNING, "On battery.", NULL);

  g_assert_true (g_ptr_array_index (report->findings, 0) == finding);
  g_assert_cmpstr (finding->text, ==, "On battery.");
  g_assert_null (finding->advice);
  ds_finding_add_cell (finding, 3);
  ds_finding_add_cell (finding, 1);
  ds_finding_add_cell (finding, 3);
  g_assert_cmpuint (finding->cells->len, ==, 2);
  g_assert_cmpuint (g_array_index (finding->cells, guint, 1), ==, 1);
}

static void
add_drive (DsReport *report, const char *model)
{
  DsTargetDrive *drive = ds_target_drive_new ();

  drive->model = g_strdup (model);
  g_ptr_array_add (report->target.drives, drive);
}

static void
assert_title (DsReport *report, const char *expected)
{
  g_autofree char *title = ds_report_dup_target_title (report);

  g_assert_cmpstr (title, ==, expected);
}

static void
test_title (void)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");

  assert_title (report, "Unknown target");
  report->target.path = g_strdup ("/mnt/nas");
  assert_title (report, "/mnt/nas");
  report->target.fs_type = g_strdup ("nfs4");
  assert_title (report, "nfs4 at /mnt/nas");
  add_drive (report, NULL);
  assert_title (report, "nfs4 at /mnt/nas");
  g_ptr_array_set_size (report->target.drives, 0);
  add_drive (report, "Samsung SSD 990 PRO 2TB");
  assert_title (report, "Samsung SSD 990 PRO 2TB");
  add_drive (report, "Samsung SSD 990 PRO 2TB");
  assert_title (report, "2 × Samsung SSD 990 PRO 2TB");
  add_drive (report, "WD Blue");
  assert_title (report, "Samsung SSD 990 PRO 2TB + Samsung SSD 990 PRO 2TB + WD Blue");
  add_drive (report, "");
  assert_title (report, "nfs4 at /mnt/nas");
}

static void
test_copied_cell (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("extreme");
  const DsCell *cell = g_ptr_array_index (report->cells, 0);
  DsCell *copy = ds_cell_copy (cell);

  g_assert_cmpstr (copy->label, ==, cell->label);
  g_assert_true (copy->label != cell->label);
  g_assert_cmpstr (copy->invalid, ==, "page-cache");
  g_assert_cmpuint (copy->runs->len, ==, cell->runs->len);
  g_assert_cmpfloat (ds_cell_get_mb_s (copy), ==, ds_cell_get_mb_s (cell));
  g_assert_true (ds_cell_get_shown (copy)->histogram == ds_cell_get_shown (cell)->histogram);
  g_clear_pointer (&report, ds_report_unref);
  g_assert_cmpuint (ds_cell_get_shown (copy)->histogram->len, ==, 10);
  ds_cell_free (copy);
}

static void
test_ids (void)
{
  DsCellState cell_state = DS_CELL_WAITING;
  DsSeverity severity = DS_SEVERITY_INFO;
  DsState state = DS_STATE_RUNNING;
  DsOp op = DS_OP_READ;

  for (guint i = DS_CELL_WAITING; i <= DS_CELL_UNSUPPORTED; i++) {
    g_assert_true (ds_cell_state_from_id (ds_cell_state_get_id ((DsCellState) i), &cell_state));
    g_assert_cmpuint (cell_state, ==, i);
  }
  for (guint i = DS_SEVERITY_INFO; i <= DS_SEVERITY_INVALID; i++) {
    g_assert_true (ds_severity_from_id (ds_severity_get_id ((DsSeverity) i), &severity));
    g_assert_cmpuint (severity, ==, i);
  }
  for (guint i = DS_STATE_RUNNING; i <= DS_STATE_FAILED; i++) {
    g_assert_true (ds_state_from_id (ds_state_get_id ((DsState) i), &state));
    g_assert_cmpuint (state, ==, i);
  }
  g_assert_true (ds_op_from_id ("mix", &op));
  g_assert_cmpint (op, ==, DS_OP_MIX);
  g_assert_false (ds_op_from_id ("trim", &op));
  g_assert_false (ds_state_from_id (NULL, &state));
  g_assert_false (ds_severity_from_id ("", &severity));
  g_assert_false (ds_cell_state_from_id ("Done", &cell_state));
}

/* The samples are what their names say: others build on it. */
static void
test_samples (void)
{
  g_autoptr (DsReport) running = ds_sample_report ("running");
  g_autoptr (DsReport) extreme = ds_sample_report ("extreme");
  double least = INFINITY;
  double most = 0;

  g_assert_cmpint (running->state, ==, DS_STATE_RUNNING);
  g_assert_cmpuint (((DsCell *) g_ptr_array_index (running->cells, 5))->live_run, ==, 3);
  for (guint i = 0; i < extreme->cells->len; i++) {
    double mb_s = ds_cell_get_mb_s (g_ptr_array_index (extreme->cells, i));

    if (!isnan (mb_s)) {
      least = MIN (least, mb_s);
      most = MAX (most, mb_s);
    }
  }
  g_assert_cmpfloat_with_epsilon (least, 0.01, 0.0005);
  g_assert_cmpfloat_with_epsilon (most, 30000, 1);

  /* Latency times IOPS is what is outstanding, in every run of every sample that is not mixed. */
  for (guint i = 0; ds_sample_report_kinds[i] != NULL; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);

    for (guint j = 0; j < report->cells->len; j++) {
      const DsCell *cell = g_ptr_array_index (report->cells, j);

      if (cell->shown >= 0 && cell->op != DS_OP_MIX)
        g_assert_cmpfloat_with_epsilon (ds_cell_get_latency (cell) / 1e9 * ds_cell_get_iops (cell) /
                                            (cell->queue_depth * cell->threads),
                                        1, 0.01);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/new", test_new);
  g_test_add_func ("/report/options", test_options);
  g_test_add_func ("/report/find-cell", test_find_cell);
  g_test_add_func ("/report/findings", test_findings);
  g_test_add_func ("/report/title", test_title);
  g_test_add_func ("/report/copied-cell", test_copied_cell);
  g_test_add_func ("/report/ids", test_ids);
  g_test_add_func ("/report/samples", test_samples);
  return g_test_run ();
}
