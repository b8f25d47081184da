/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-monitor.h"

#include "fake-tree.h"

#include <glib/gstdio.h>

#include <math.h>

#define SENSOR_0 "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/hwmon2"
#define SENSOR_1 "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0/hwmon/hwmon0"

static void
test_statistics (void)
{
  DsTemperatures temperatures;

  ds_temperatures_start (&temperatures, 38, 80);
  g_assert_true (isnan (ds_temperatures_get_average (&temperatures)));
  ds_temperatures_add (&temperatures, 1, 40);
  g_assert_cmpfloat (ds_temperatures_get_average (&temperatures), ==, 40);
  ds_temperatures_add (&temperatures, 3, 80);
  ds_temperatures_add (&temperatures, 5, DS_TEMPERATURE_UNKNOWN);
  ds_temperatures_add (&temperatures, 7, 84);
  ds_temperatures_add (&temperatures, 8, 60);
  ds_temperatures_add (&temperatures, 10, 50);
  g_assert_cmpuint (temperatures.count, ==, 5);
  g_assert_cmpint (temperatures.idle, ==, 38);
  g_assert_cmpint (temperatures.minimum, ==, 40);
  g_assert_cmpint (temperatures.maximum, ==, 84);
  g_assert_cmpint (temperatures.current, ==, 50);
  /* 80 from second 3 to 7, 84 until 8 */
  g_assert_cmpfloat (temperatures.seconds_warm, ==, 5);
  /* 40 for 2 s, 80 for 4 s, 84 for 1 s, 60 for 2 s */
  g_assert_cmpfloat_with_epsilon (ds_temperatures_get_average (&temperatures), (80 + 320 + 84 + 120) / 9.0, 1e-9);

  ds_temperatures_start (&temperatures, DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN);
  ds_temperatures_add (&temperatures, 0, 99);
  ds_temperatures_add (&temperatures, 9, 99);
  g_assert_cmpint (temperatures.idle, ==, 99);
  g_assert_cmpfloat (temperatures.seconds_warm, ==, 0);
}

typedef struct {
  FakeTree *tree;
  GPtrArray *drives;
  DsMonitor *monitor;
  guint count;
  int last;
  double seconds;
} Fixture;

static void
reading_cb (DsMonitor *monitor, double seconds, int temperature, gpointer data)
{
  Fixture *self = data;

  g_assert_cmpfloat (seconds, >=, self->seconds);
  self->seconds = seconds;
  self->last = temperature;
  self->count++;
}

static void
set_temperature (Fixture *self, const char *sensor, const char *millidegrees)
{
  fake_tree_set (self->tree, sensor, "temp1_input", millidegrees);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->tree = fake_tree_new ();
  fake_tree_add_nvme (self->tree);
  fake_tree_add_sata (self->tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "6.0 Gbps");
  fake_tree_set (self->tree, SENSOR_0, "name", "nvme");
  fake_tree_set (self->tree, SENSOR_0, "temp1_max", "81850");
  set_temperature (self, SENSOR_0, "40850");
  fake_tree_set (self->tree, SENSOR_1, "name", "drivetemp");
  fake_tree_set (self->tree, SENSOR_1, "temp1_max", "70000");
  set_temperature (self, SENSOR_1, "31000");
  self->drives = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_drive_free);
  for (const char *const *name = (gconstpointer) data; *name != NULL; name++)
    g_ptr_array_add (self->drives, ds_drive_new_for_name (self->tree->sys, *name, NULL));
  self->monitor = ds_monitor_new_in (self->tree->sys, self->drives);
  g_signal_connect (self->monitor, "reading", G_CALLBACK (reading_cb), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->monitor);
  g_ptr_array_unref (self->drives);
  fake_tree_free (self->tree);
}

static void
iterate_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end) {
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_usleep (1000);
  }
}

static void
iterate_until (Fixture *self, guint count)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (self->count < count) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_main_context_iteration (NULL, TRUE);
  }
}

static void
test_follows (Fixture *self, gconstpointer data)
{
  const DsTemperatures *temperatures = ds_monitor_get_temperatures (self->monitor);

  /* Nothing is read before somebody looks. */
  iterate_for (60);
  g_assert_cmpuint (self->count, ==, 0);
  ds_monitor_set_period (self->monitor, 20);
  iterate_until (self, 2);
  g_assert_cmpint (self->last, ==, 41);
  g_assert_cmpint (temperatures->warning, ==, 82);

  ds_monitor_start (self->monitor);
  self->seconds = 0;
  g_assert_cmpuint (temperatures->count, ==, 0);
  g_assert_cmpint (temperatures->idle, ==, 41);
  set_temperature (self, SENSOR_0, "82850");
  iterate_until (self, self->count + 3);
  g_assert_cmpint (self->last, ==, 83);
  g_assert_cmpint (temperatures->maximum, ==, 83);
  g_assert_cmpint (temperatures->warning, ==, 82);
  g_assert_cmpfloat (temperatures->seconds_warm, >, 0);
}

static void
test_hidden (Fixture *self, gconstpointer data)
{
  guint count;

  ds_monitor_set_period (self->monitor, 10);
  iterate_until (self, 1);
  ds_monitor_set_period (self->monitor, 0);
  count = self->count;
  iterate_for (80);
  g_assert_cmpuint (self->count, ==, count);
  /* Seen again, it is up to date at once, whatever the period. */
  set_temperature (self, SENSOR_0, "50850");
  ds_monitor_set_period (self->monitor, 60000);
  iterate_until (self, count + 1);
  g_assert_cmpint (self->last, ==, 51);
}

/* One file a poll, in turns; the hotter one counts. */
static void
test_several (Fixture *self, gconstpointer data)
{
  ds_monitor_set_period (self->monitor, 10);
  iterate_until (self, 2);
  g_assert_cmpint (self->last, ==, 41);
  g_assert_cmpint (ds_monitor_get_temperatures (self->monitor)->warning, ==, 70);
  set_temperature (self, SENSOR_1, "66000");
  iterate_until (self, self->count + 3);
  g_assert_cmpint (self->last, ==, 66);
}

static void
test_pulled (Fixture *self, gconstpointer data)
{
  guint count;
  g_autofree char *file = g_build_filename (self->tree->sys, SENSOR_0, "temp1_input", NULL);

  ds_monitor_set_period (self->monitor, 10);
  iterate_until (self, 1);
  g_assert_cmpint (g_unlink (file), ==, 0);
  iterate_for (30);
  count = self->count;
  iterate_for (80);
  g_assert_cmpuint (self->count, ==, count);
}

static void
test_none (void)
{
  Fixture self = { 0 };
  static const char *const nobody[] = { NULL };

  set_up (&self, nobody);
  ds_monitor_set_period (self.monitor, 10);
  iterate_for (60);
  g_assert_cmpuint (self.count, ==, 0);
  g_assert_cmpint (ds_monitor_get_temperatures (self.monitor)->current, ==, DS_TEMPERATURE_UNKNOWN);
  tear_down (&self, nobody);
}

int
main (int argc, char **argv)
{
  static const char *const one[] = { "nvme0n1", NULL };
  static const char *const two[] = { "nvme0n1", "sda", NULL };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor/statistics", test_statistics);
  g_test_add ("/monitor/follows", Fixture, one, set_up, test_follows, tear_down);
  g_test_add ("/monitor/hidden", Fixture, one, set_up, test_hidden, tear_down);
  g_test_add ("/monitor/several", Fixture, two, set_up, test_several, tear_down);
  g_test_add ("/monitor/pulled", Fixture, one, set_up, test_pulled, tear_down);
  g_test_add_func ("/monitor/none", test_none);
  return g_test_run ();
}
