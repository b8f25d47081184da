/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>

#include "ds-plan.h"
#include "ds-units.h"

static DsOptions *
options_of (const char *suite, const char *first, ...)
{
  DsOptions *options = ds_options_new (ds_suites_find (suite));
  va_list list;

  va_start (list, first);
  for (const char *id = first; id; id = va_arg (list, const char *)) {
    g_autoptr (GError) error = NULL;

    ds_options_set (options, id, va_arg (list, const char *), &error);
    g_assert_no_error (error);
  }
  va_end (list);
  return options;
}

/* "P" prepare, "c" a cell, "v" its comparison, "." a pause */
static char *
shape (const DsPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    g_string_append_c (text, "Pcv."[g_array_index (plan->steps, DsStep, i).kind]);
  return g_string_free (text, FALSE);
}

static void
test_default (void)
{
  g_autoptr (DsOptions) options = options_of ("tiles", NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);
  g_autofree char *steps = shape (plan);
  const DsStep *last = &g_array_index (plan->steps, DsStep, plan->steps->len - 1);

  g_assert_cmpstr (steps, ==, "Pc.c.c.c.c.c.c.c");
  g_assert_cmpuint (plan->cells->len, ==, 8);
  g_assert_true (plan->writes);
  g_assert_cmpuint (plan->test_size, ==, DS_GIB);
  for (guint i = 0; i < plan->cells->len; i++) {
    const DsCell *cell = plan->cells->pdata[i];

    /* Reads first, then writes */
    g_assert_cmpint (cell->op, ==, i < 4 ? DS_OP_READ : DS_OP_WRITE);
    g_assert_true (cell->direct);
    g_assert_cmpint (cell->state, ==, DS_CELL_WAITING);
  }
  g_assert_cmpuint (last->runs, ==, 5);
  g_assert_cmpuint (last->warm_up_runs, ==, 1);
  g_assert_cmpfloat (last->job.seconds, ==, 5);
  g_assert_cmpuint (last->job.read_percent, ==, 0);
  g_assert_cmpuint (last->job.block_size, ==, 4096);

  /* 8 cells of 6 runs of 5 s, 7 pauses of 5 s, 1 GiB at 1 GB/s */
  g_assert_cmpfloat_with_epsilon (ds_plan_get_seconds (plan, DS_GIB, 1e9), 8 * 30 + 7 * 5 + 1.073741824, 1e-6);
  /* The file, and four writing cells of 30 s */
  g_assert_cmpuint (ds_plan_get_max_written (plan, DS_GIB, 1e9), ==,
                    DS_GIB + 4 * 30 * G_GUINT64_CONSTANT (1000000000));
}

static void
test_mix (void)
{
  g_autoptr (DsOptions) options = options_of ("tiles", "mix", "30", "pause", "0", NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);
  g_autofree char *steps = shape (plan);
  const DsCell *cell;

  g_assert_cmpstr (steps, ==, "Pcccccccccccc");
  cell = plan->cells->pdata[11];
  g_assert_cmpint (cell->op, ==, DS_OP_MIX);
  g_assert_cmpuint (cell->read_percent, ==, 30);
  g_assert_cmpuint (g_array_index (plan->steps, DsStep, 12).job.read_percent, ==, 30);
}

static void
test_one_op (void)
{
  static const struct {
    const char *op;
    DsOp expected;
    guint read_percent;
    gboolean writes;
  } ops[] = {
    { "read", DS_OP_READ, 100, FALSE },
    { "write", DS_OP_WRITE, 0, TRUE },
    { "mix", DS_OP_MIX, 70, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++) {
    g_autoptr (DsOptions) options = options_of ("tiles", "op", ops[i].op, NULL);
    g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);

    g_assert_cmpuint (plan->cells->len, ==, 4);
    g_assert_cmpint (((DsCell *) plan->cells->pdata[0])->op, ==, ops[i].expected);
    g_assert_cmpuint (((DsCell *) plan->cells->pdata[0])->read_percent, ==, ops[i].read_percent);
    g_assert_cmpint (plan->writes, ==, ops[i].writes);
  }
}

static void
test_one_row (void)
{
  g_autoptr (DsOptions) options = options_of ("tiles", NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (options, "RND4K Q32T1", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *steps = shape (plan);

  g_assert_cmpstr (steps, ==, "Pc.c");
  g_assert_cmpuint (plan->cells->len, ==, 8);
  g_assert_cmpuint (g_array_index (plan->steps, DsStep, 1).cell, ==, 2);
  g_assert_cmpuint (g_array_index (plan->steps, DsStep, 3).cell, ==, 6);

  g_assert_null (ds_plan_new (options, "RND16K Q1T1", &error));
  g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE);
}

static void
test_job_fields (void)
{
  g_autoptr (DsOptions) options = options_of ("tiles", "durable", "flush", "data", "46", "direct", "off", "size",
                                              "all", "runs", "2", "seconds", "0.5", "rows", "RND16K Q4T3", NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);
  const DsStep *step = &g_array_index (plan->steps, DsStep, 1);
  const DsCell *cell = plan->cells->pdata[0];

  g_assert_cmpuint (plan->test_size, ==, G_MAXUINT64);
  g_assert_cmpint (step->job.durability, ==, DS_DURABILITY_FLUSH);
  g_assert_cmpuint (step->job.data_percent, ==, 46);
  g_assert_cmpuint (step->job.threads, ==, 3);
  g_assert_cmpuint (step->job.queue_depth, ==, 4);
  g_assert_cmpfloat (step->job.seconds, ==, 0.5);
  g_assert_cmpuint (step->runs, ==, 2);
  g_assert_cmpuint (g_array_index (plan->steps, DsStep, 0).job.data_percent, ==, 46);
  g_assert_cmpstr (cell->durable, ==, "flush");
  g_assert_cmpuint (cell->data, ==, 46);
  g_assert_false (cell->direct);
}

static char *
cells_of (const DsPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->cells->len; i++) {
    const DsCell *cell = plan->cells->pdata[i];

    g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", cell->label, ds_op_get_id (cell->op));
  }
  return g_string_free (text, FALSE);
}

static void
test_transfer_sizes (void)
{
  g_autoptr (DsOptions) options = options_of ("transfer-sizes", NULL);
  g_autoptr (DsOptions) few = options_of ("transfer-sizes", "from", "4K", "to", "8KiB", "verify", "on",
                                          "queue-depth", "2", "minutes", "3", NULL);
  g_autoptr (DsPlan) all = ds_plan_new (options, NULL, NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (few, NULL, NULL);
  g_autofree char *steps = shape (plan);
  g_autofree char *cells = cells_of (plan);
  const DsStep *step = &g_array_index (plan->steps, DsStep, 1);

  /* The 21 sizes, each written and then read */
  g_assert_cmpuint (all->cells->len, ==, 42);
  g_assert_cmpuint (((DsCell *) all->cells->pdata[0])->block_size, ==, 512);
  g_assert_cmpuint (((DsCell *) all->cells->pdata[41])->block_size, ==, 64 * DS_MIB);
  g_assert_cmpstr (cells, ==, "SEQ4K Q2T1 write, SEQ4K Q2T1 read, SEQ8K Q2T1 write, SEQ8K Q2T1 read");
  g_assert_cmpstr (steps, ==, "Pcvccvc");
  g_assert_cmpuint (step->job.bytes, ==, 256 * DS_MIB);
  g_assert_cmpfloat (step->job.seconds, ==, 0);
  g_assert_cmpuint (plan->test_size, ==, 256 * DS_MIB);
  g_assert_cmpfloat (plan->repeat_seconds, ==, 180);
  g_assert_cmpint (g_array_index (plan->steps, DsStep, 2).job.kind, ==, DS_JOB_VERIFY);
}

static void
test_nothing_left (void)
{
  g_autoptr (DsOptions) options = options_of ("transfer-sizes", "from", "1MiB", "to", "4KiB", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (ds_plan_new (options, NULL, &error));
  g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE);
}

static void
test_queue_depth (void)
{
  g_autoptr (DsOptions) options = options_of ("queue-depth", NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);
  g_autoptr (DsOptions) sweep =
      options_of ("queue-depth", "pattern", "seq128k", "threads", "1", "depths", "1,2,4,8,16,32", "op", "all",
                  "data", "100,67,46,8,0", "durable", "off,dsync", NULL);
  g_autoptr (DsPlan) swept = ds_plan_new (sweep, NULL, NULL);
  const DsCell *last = swept->cells->pdata[swept->cells->len - 1];
  guint prepared = 0;

  /* Eight depths, two thread counts, reads and writes */
  g_assert_cmpuint (plan->cells->len, ==, 8 * 2 * 2);
  g_assert_cmpfloat (g_array_index (plan->steps, DsStep, 1).job.ramp_seconds, ==, 0.5);

  /* Six depths of read, write and mix for each kind of data, durable and not; the file anew for each kind of data
   */
  g_assert_cmpuint (swept->cells->len, ==, 6 * 3 * 5 * 2);
  for (guint i = 0; i < swept->steps->len; i++)
    prepared += g_array_index (swept->steps, DsStep, i).kind == DS_STEP_PREPARE;
  g_assert_cmpuint (prepared, ==, 5);
  g_assert_cmpstr (last->durable, ==, "dsync");
  g_assert_cmpuint (last->data, ==, 0);
  g_assert_cmpint (last->op, ==, DS_OP_MIX);
  g_assert_cmpuint (last->read_percent, ==, 50);
}

static void
test_drive_scan (void)
{
  g_autoptr (DsOptions) options = options_of ("drive-scan", NULL);
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);
  g_autoptr (DsOptions) everything = options_of ("drive-scan", "tests", "all", "points", "0", NULL);
  g_autoptr (DsPlan) all = ds_plan_new (everything, NULL, NULL);
  g_autofree char *cells = cells_of (all);
  const DsStep *step = &g_array_index (plan->steps, DsStep, 1);

  g_assert_cmpuint (plan->cells->len, ==, 1);
  g_assert_false (plan->writes);
  g_assert_cmpuint (step->job.points, ==, 1000);
  g_assert_cmpuint (step->job.bytes, ==, G_MAXUINT64);
  g_assert_cmpuint (step->job.max_records, >, 0);
  /* A thousand blocks of 4 MiB, however large the drive is */
  g_assert_cmpfloat_with_epsilon (ds_step_get_seconds (step, DS_TB, 1e9), 1000 * 4.0 * DS_MIB / 1e9, 1e-9);

  g_assert_cmpstr (cells, ==,
                   "linear-read read, random-read read, access-time read, buffered-read read, linear-write write, "
                   "random-write write");
  g_assert_true (all->writes);
  g_assert_cmpfloat (g_array_index (all->steps, DsStep, 2).job.seconds, ==, 10);
  g_assert_cmpuint (g_array_index (all->steps, DsStep, 2).job.bytes, ==, 0);
  /* As many bytes as asked, instead of a time */
  g_assert_true (ds_options_set (everything, "amount", "256MiB", NULL));
  g_clear_pointer (&all, ds_plan_free);
  all = ds_plan_new (everything, NULL, NULL);
  g_assert_cmpfloat (g_array_index (all->steps, DsStep, 2).job.seconds, ==, 0);
  g_assert_cmpuint (g_array_index (all->steps, DsStep, 2).job.bytes, ==, 256 * DS_MIB);
  g_assert_cmpfloat_with_epsilon (ds_step_get_seconds (&g_array_index (all->steps, DsStep, 1), DS_TB, 1e9), 1000,
                                  1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/default", test_default);
  g_test_add_func ("/plan/mix", test_mix);
  g_test_add_func ("/plan/one-op", test_one_op);
  g_test_add_func ("/plan/one-row", test_one_row);
  g_test_add_func ("/plan/job-fields", test_job_fields);
  g_test_add_func ("/plan/transfer-sizes", test_transfer_sizes);
  g_test_add_func ("/plan/nothing-left", test_nothing_left);
  g_test_add_func ("/plan/queue-depth", test_queue_depth);
  g_test_add_func ("/plan/drive-scan", test_drive_scan);
  return g_test_run ();
}
