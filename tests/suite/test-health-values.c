/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-values.h"
#include "ds-sample-health.h"

#include <math.h>
#include <string.h>

static const char *
find (GPtrArray *values, const char *id)
{
  for (guint i = 0; i < values->len; i++) {
    const DsHealthValue *value = values->pdata[i];

    if (g_str_equal (value->id, id))
      return value->value;
  }
  return NULL;
}

static void
test_nvme (void)
{
  g_autoptr (DsHealth) health = ds_sample_health_new (DS_SAMPLE_HEALTH_GOOD);
  g_autoptr (GPtrArray) values = ds_health_list_values (health);
  g_autofree char *temperature = ds_health_format_temperature (health->temperature);
  g_autofree char *life = ds_health_format_life (health);
  g_autofree char *written = ds_health_format_written (health);
  g_autofree char *hours = ds_health_format_hours (health);

  g_assert_cmpint (health->verdict->grade, ==, DS_VERDICT_GOOD);
  g_assert_cmpstr (temperature, ==, "41 °C");
  g_assert_cmpstr (life, ==, "97 %");
  g_assert_cmpstr (written, ==, "8.1 TB");
  g_assert_cmpstr (hours, ==, "4321 h (180 days)");
  g_assert_cmpstr (find (values, "warnings"), ==, "none");
  g_assert_cmpstr (find (values, "sensor_2"), ==, "55 °C");
  g_assert_null (find (values, "sensor_3"));
  g_assert_cmpstr (find (values, "warning_temperature"), ==, "82 °C");
  g_assert_cmpstr (find (values, "spare"), ==, "100 %");
  g_assert_cmpstr (find (values, "used"), ==, "3 %");
  g_assert_cmpstr (find (values, "power_cycles"), ==, "567");
  g_assert_cmpstr (find (values, "light_throttle_count"), ==, "2");
  g_assert_cmpstr (find (values, "self_test"), ==, "passed");
  g_assert_cmpstr (find (values, "errors"), ==, "1");
}

static void
test_failing (void)
{
  g_autoptr (DsHealth) health = ds_sample_health_new (DS_SAMPLE_HEALTH_FAILING);
  g_autoptr (GPtrArray) values = ds_health_list_values (health);

  g_assert_cmpstr (health->verdict->rule, ==, "spare-below-threshold");
  g_assert_cmpstr (find (values, "warnings"), ==, "spare below its threshold");
  g_assert_cmpstr (find (values, "used"), ==, "112 %");
  g_assert_cmpint (health->life_left, ==, 0);
  /* 3 * 2^64 + 310451122: every digit */
  g_assert_cmpstr (find (values, "read_commands"), ==, "55340232221439105970");
}

static void
test_ata (void)
{
  g_autoptr (DsHealth) health = ds_sample_health_new (DS_SAMPLE_HEALTH_WATCH);
  g_autoptr (GPtrArray) values = ds_health_list_values (health);
  const DsHealthValue *first;
  g_autofree char *written = ds_health_format_written (health);

  for (guint i = 0; i < values->len; i++) {
    const DsHealthValue *value = values->pdata[i];

    if (g_str_has_prefix (value->name, "9 "))
      g_assert_cmpstr (value->value, ==, "22840 h (952 days)");
    if (g_str_has_prefix (value->name, "190"))
      g_assert_cmpstr (value->value, ==, "36 °C");
  }
  first = values->pdata[1];
  g_assert_cmpstr (first->name, ==, "5  Reallocated sectors");
  g_assert_cmpstr (first->value, ==, "24");
  g_assert_cmpstr (first->meaning, ==, "Value 98, worst 98, threshold 10");
  g_assert_cmpstr (written, ==, "24.7 TB");
  g_assert_cmpfloat (ds_health_get_hours (health), ==, 22840);
  g_assert_true (isnan (ds_health_get_read (health)));
}

static void
test_unknown (void)
{
  g_autoptr (DsHealth) health = ds_sample_health_new (DS_SAMPLE_HEALTH_VIRTUAL);
  g_autoptr (GPtrArray) values = ds_health_list_values (health);
  g_autofree char *text = ds_health_to_text (health);
  g_autofree char *written = ds_health_format_written (health);

  g_assert_cmpuint (values->len, ==, 0);
  g_assert_cmpstr (written, ==, "—");
  g_assert_nonnull (strstr (text, "Unknown: This is a virtual drive"));
  g_assert_nonnull (strstr (text, "Temperature: —"));
}

static void
test_text (void)
{
  g_autoptr (DsHealth) health = ds_sample_health_new (DS_SAMPLE_HEALTH_GOOD);
  g_autoptr (DsHealth) unread = ds_sample_health_new (DS_SAMPLE_HEALTH_UNREAD);
  g_autofree char *text = ds_health_to_text (health);
  g_autofree char *reasons = ds_health_to_text (unread);

  g_assert_true (g_str_has_prefix (text, "Samsung SSD 990 PRO 2TB (/dev/nvme0n1)\nGood: "));
  g_assert_nonnull (strstr (text, "PCIe 3.0 x4, the drive can do PCIe 4.0 x4"));
  g_assert_nonnull (strstr (text, "Write cache of the drive: On"));
  g_assert_null (strstr (text, health->drive->serial));
  g_assert_nonnull (strstr (reasons, "needs an administrator's permission"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/health-values/nvme", test_nvme);
  g_test_add_func ("/health-values/failing", test_failing);
  g_test_add_func ("/health-values/ata", test_ata);
  g_test_add_func ("/health-values/unknown", test_unknown);
  g_test_add_func ("/health-values/text", test_text);
  return g_test_run ();
}
