/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-heat.h"

#include "ds-sample-health.h"
#include "fake-tree.h"

#include <math.h>

static double
kept_of (const double *rates, guint length)
{
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (double));

  g_array_append_vals (array, rates, length);
  return ds_heat_get_speed_kept (array);
}

static void
test_speed_kept (void)
{
  double rates[40];

  for (guint i = 0; i < 40; i++)
    rates[i] = 1000;
  g_assert_cmpfloat (kept_of (rates, 40), ==, 1);
  g_assert_true (isnan (kept_of (rates, 19)));
  for (guint i = 30; i < 40; i++)
    rates[i] = 400;
  g_assert_cmpfloat_with_epsilon (kept_of (rates, 40), 0.4, 1e-9);
  /* A slow start is no fall. */
  for (guint i = 0; i < 40; i++)
    rates[i] = i < 10 ? 300 : 900;
  g_assert_cmpfloat_with_epsilon (kept_of (rates, 40), 1, 1e-9);
  for (guint i = 0; i < 40; i++)
    rates[i] = 0;
  g_assert_true (isnan (kept_of (rates, 40)));
}

static GPtrArray *
healths_with (guint64 light, guint64 heavy, guint64 seconds)
{
  GPtrArray *healths = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_health_unref);
  DsHealth *health = ds_sample_health_new (DS_SAMPLE_HEALTH_GOOD);

  health->log.throttle_count[0] = ds_counter_from_number (light);
  health->log.throttle_count[1] = ds_counter_from_number (heavy);
  health->log.throttle_seconds[0] = ds_counter_from_number (seconds);
  g_ptr_array_add (healths, health);
  return healths;
}

static void
test_throttling (void)
{
  g_autoptr (GPtrArray) before = healths_with (2, 1, 50);
  g_autoptr (GPtrArray) same = healths_with (2, 1, 50);
  g_autoptr (GPtrArray) more = healths_with (4, 2, 60);
  g_autoptr (GPtrArray) longer = healths_with (2, 1, 55);
  g_autoptr (GPtrArray) silent = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_health_unref);

  g_ptr_array_add (silent, ds_sample_health_new (DS_SAMPLE_HEALTH_UNREAD));
  g_assert_cmpuint (ds_heat_count_throttling (before, same), ==, 0);
  g_assert_cmpuint (ds_heat_count_throttling (before, more), ==, 3);
  g_assert_cmpuint (ds_heat_count_throttling (before, longer), ==, 1);
  g_assert_cmpuint (ds_heat_count_throttling (before, silent), ==, 0);
  g_assert_cmpuint (ds_heat_count_throttling (before, NULL), ==, 0);
  /* A counter that began anew */
  g_assert_cmpuint (ds_heat_count_throttling (more, before), ==, 0);
}

static void
add_samples (DsHeat *heat, guint count, guint64 bytes)
{
  for (guint i = 0; i < count; i++)
    ds_heat_add_sample (heat, &(DsSample){ .start_ns = i * 100000000,
                                           .end_ns = (i + 1) * 100000000,
                                           .measured = TRUE,
                                           .bytes = { bytes, 0 } });
}

/* A drive that warms up beyond its warning temperature while its speed falls */
static void
test_run (void)
{
  const char *sensor = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/hwmon2";
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (GPtrArray) drives = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_drive_free);
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  g_autoptr (DsHeat) heat = NULL;
  const DsSeries *series;
  DsFacts facts = { .cell = 0 };

  fake_tree_add_nvme (tree);
  fake_tree_set (tree, sensor, "name", "nvme");
  fake_tree_set (tree, sensor, "temp1_max", "81850");
  fake_tree_set (tree, sensor, "temp1_input", "40850");
  g_ptr_array_add (drives, ds_drive_new_for_name (tree->sys, "nvme0n1", NULL));
  heat = ds_heat_new_in (tree->sys, drives, report, 20);
  while (ds_heat_get_temperatures (heat)->count < 2)
    g_main_context_iteration (NULL, TRUE);

  ds_heat_begin_cell (heat);
  add_samples (heat, 30, 1000);
  ds_heat_end_cell (heat, &facts);
  g_assert_true (facts.heat_known);
  g_assert_cmpint (facts.hottest, ==, 41);
  g_assert_cmpint (facts.warning_temperature, ==, 82);
  g_assert_cmpfloat (facts.speed_kept, ==, 1);

  ds_heat_begin_cell (heat);
  add_samples (heat, 30, 1000);
  fake_tree_set (tree, sensor, "temp1_input", "84850");
  while (ds_heat_get_temperatures (heat)->current != 85)
    g_main_context_iteration (NULL, TRUE);
  add_samples (heat, 10, 300);
  ds_heat_end_cell (heat, &facts);
  g_assert_cmpint (facts.hottest, ==, 85);
  g_assert_cmpfloat_with_epsilon (facts.speed_kept, 0.3, 1e-9);

  ds_heat_stop (heat);
  ds_heat_end (heat, &facts);
  g_assert_cmpint (facts.hottest, ==, 85);
  g_assert_cmpfloat_with_epsilon (facts.speed_kept, 0.3, 1e-9);
  g_assert_cmpuint (facts.throttled, ==, 0);
  g_assert_cmpuint (report->series->len, ==, 1);
  series = report->series->pdata[0];
  g_assert_cmpstr (series->name, ==, "temperature");
  g_assert_cmpstr (series->unit_x, ==, "s");
  g_assert_cmpstr (series->unit_y, ==, "°C");
  g_assert_cmpuint (series->x->len, >=, 3);
  g_assert_cmpfloat (g_array_index (series->y, double, 0), ==, 41);
  g_assert_cmpfloat (g_array_index (series->y, double, series->y->len - 1), ==, 85);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  ds_heat_read_finish (DS_HEAT (source), result);
  *(gboolean *) data = TRUE;
}

/* Cancelled or not, with a drive that nobody can ask: it ends, and says nothing. */
static void
test_read (void)
{
  g_autoptr (GPtrArray) drives = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_drive_free);
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  g_autoptr (DsHeat) heat = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DsHealth) sample = ds_sample_health_new (DS_SAMPLE_HEALTH_VIRTUAL);

  g_ptr_array_add (drives, ds_drive_copy (sample->drive));
  heat = ds_heat_new (drives, report);
  for (guint i = 0; i < 2; i++) {
    gboolean done = FALSE;

    ds_heat_read_async (heat, cancellable, read_cb, &done);
    if (i == 0)
      g_cancellable_cancel (cancellable);
    while (!done)
      g_main_context_iteration (NULL, TRUE);
    g_assert_false (ds_heat_has_counters (heat));
    g_cancellable_reset (cancellable);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heat/speed-kept", test_speed_kept);
  g_test_add_func ("/heat/throttling", test_throttling);
  g_test_add_func ("/heat/run", test_run);
  g_test_add_func ("/heat/read", test_read);
  return g_test_run ();
}
