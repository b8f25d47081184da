/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-ata-smart.h"

/* As UDisks2 2.9.4 answers for an SSD */
static GVariant *
make_attributes (void)
{
  return g_variant_ref_sink (g_variant_new_parsed (
      "[(byte 5, 'reallocated-sector-count', uint16 0x33, 100, 100, 10, int64 0, 3, @a{sv} {}),"
      " (byte 9, 'power-on-hours', uint16 0x32, 95, 95, 0, int64 77400000000, 2, {}),"
      " (byte 177, 'wear-leveling-count', uint16 0x13, 91, 91, 0, int64 161, 1, {}),"
      " (byte 190, 'airflow-temperature-celsius', uint16 0x32, 66, 43, 0, int64 307150, 4, {}),"
      " (byte 235, 'attribute-235', uint16 0x12, 99, 99, 0, int64 58, 0, {}),"
      " (byte 241, 'total-lbas-written', uint16 0x32, -1, -1, -1, int64 -7, 99, {})]"));
}

static GVariant *
make_properties (void)
{
  return g_variant_ref_sink (g_variant_new_parsed (
      "{'SmartSupported': <true>, 'SmartEnabled': <true>, 'SmartFailing': <false>, 'SmartTemperature': <307.15>,"
      " 'SmartPowerOnSeconds': <uint64 77400000>, 'SmartNumBadSectors': <int64 3>, 'SmartSelftestStatus': "
      "<'success'>,"
      " 'SmartSelftestPercentRemaining': <40>}"));
}

static void
test_ordinary (void)
{
  g_autoptr (GVariant) attributes = make_attributes ();
  g_autoptr (GVariant) properties = make_properties ();
  g_autoptr (DsAtaSmart) smart = ds_ata_smart_new (attributes, properties);
  const DsAtaAttribute *attribute;

  g_assert_true (smart->enabled);
  g_assert_false (smart->failing);
  g_assert_cmpint (smart->temperature, ==, 34);
  g_assert_cmpint (smart->seconds_on, ==, 77400000);
  g_assert_cmpint (smart->bad_sectors, ==, 3);
  g_assert_cmpstr (smart->self_test, ==, "success");
  g_assert_cmpint (smart->self_test_percent_left, ==, 40);
  g_assert_cmpint (ds_ata_smart_get_life_left (smart), ==, 91);
  g_assert_cmpuint (smart->attributes->len, ==, 6);

  attribute = ds_ata_smart_find (smart, 5);
  g_assert_cmpstr (attribute->name, ==, "reallocated-sector-count");
  g_assert_true (attribute->prefail);
  g_assert_cmpint (attribute->value, ==, 100);
  g_assert_cmpint (attribute->worst, ==, 100);
  g_assert_cmpint (attribute->threshold, ==, 10);
  g_assert_cmpint (attribute->raw, ==, 0);
  g_assert_cmpint (attribute->unit, ==, DS_ATA_UNIT_SECTORS);
  attribute = ds_ata_smart_find (smart, 9);
  g_assert_false (attribute->prefail);
  g_assert_cmpint (attribute->raw, ==, G_GINT64_CONSTANT (77400000000));
  g_assert_cmpint (attribute->unit, ==, DS_ATA_UNIT_MILLISECONDS);
  /* What the drive does not say, and a unit that no release knows */
  attribute = ds_ata_smart_find (smart, 241);
  g_assert_cmpint (attribute->value, ==, DS_ATA_VALUE_UNKNOWN);
  g_assert_cmpint (attribute->worst, ==, DS_ATA_VALUE_UNKNOWN);
  g_assert_cmpint (attribute->threshold, ==, DS_ATA_VALUE_UNKNOWN);
  g_assert_cmpint (attribute->raw, ==, -7);
  g_assert_cmpint (attribute->unit, ==, DS_ATA_UNIT_UNKNOWN);
  g_assert_null (ds_ata_smart_find (smart, 6));
}

static void
assert_nothing (GVariant *attributes, GVariant *properties)
{
  g_autoptr (DsAtaSmart) smart = ds_ata_smart_new (attributes, properties);

  g_assert_false (smart->enabled);
  g_assert_false (smart->failing);
  g_assert_cmpuint (smart->attributes->len, ==, 0);
  g_assert_cmpint (smart->temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (smart->seconds_on, ==, -1);
  g_assert_cmpint (smart->bad_sectors, ==, -1);
  g_assert_null (smart->self_test);
  g_assert_cmpint (smart->self_test_percent_left, ==, -1);
  g_assert_cmpint (ds_ata_smart_get_life_left (smart), ==, DS_PERCENT_UNKNOWN);
}

static void
test_nothing (void)
{
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_parsed ("[(1, 'x')]"));
  g_autoptr (GVariant) empty = g_variant_ref_sink (g_variant_new_parsed ("@a{sv} {}"));
  g_autoptr (GVariant) types = g_variant_ref_sink (g_variant_new_parsed (
      "{'SmartEnabled': <1>, 'SmartFailing': <'yes'>, 'SmartTemperature': <307>, 'SmartPowerOnSeconds': <-1>,"
      " 'SmartNumBadSectors': <'3'>, 'SmartSelftestStatus': <1>, 'SmartSelftestPercentRemaining': <uint64 4>}"));
  g_autoptr (GVariant) nonsense = g_variant_ref_sink (g_variant_new_parsed (
      "{'SmartTemperature': <1e300>, 'SmartPowerOnSeconds': <uint64 18446744073709551615>,"
      " 'SmartNumBadSectors': <int64 -1>, 'SmartSelftestStatus': <''>, 'SmartSelftestPercentRemaining': <101>}"));
  g_autoptr (GVariant) unread = g_variant_ref_sink (g_variant_new_parsed (
      "{'SmartTemperature': <0.0>, 'SmartPowerOnSeconds': <uint64 0>, 'SmartNumBadSectors': <int64 -1>,"
      " 'SmartSelftestStatus': <''>, 'SmartSelftestPercentRemaining': <-1>}"));

  assert_nothing (NULL, NULL);
  assert_nothing (other, empty);
  assert_nothing (NULL, types);
  assert_nothing (NULL, nonsense);
  assert_nothing (NULL, unread);
}

static void
test_thresholds (void)
{
  static const struct {
    int value, worst, threshold;
    gboolean fails, failed;
  } rows[] = {
    { 100, 100, 10, FALSE, FALSE },
    { 11, 11, 10, FALSE, FALSE },
    { 10, 10, 10, TRUE, TRUE },
    { 9, 9, 10, TRUE, TRUE },
    { 100, 9, 10, FALSE, TRUE },
    { 0, 0, 0, FALSE, FALSE },
    { DS_ATA_VALUE_UNKNOWN, DS_ATA_VALUE_UNKNOWN, 10, FALSE, FALSE },
    { 5, 5, DS_ATA_VALUE_UNKNOWN, FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    DsAtaAttribute attribute = { .value = rows[i].value, .worst = rows[i].worst, .threshold = rows[i].threshold };

    g_assert_cmpint (ds_ata_attribute_fails (&attribute), ==, rows[i].fails);
    g_assert_cmpint (ds_ata_attribute_failed (&attribute), ==, rows[i].failed);
  }
}

static void
test_life (void)
{
  static const struct {
    const char *attributes;
    int left;
  } rows[] = {
    { "[(byte 231, 'a', uint16 0, 42, 42, 0, int64 1, 1, @a{sv} {})]", 42 },
    { "[(byte 202, 'a', uint16 0, 7, 7, 0, int64 1, 1, @a{sv} {})]", 7 },
    { "[(byte 233, 'a', uint16 0, 99, 99, 0, int64 1, 1, @a{sv} {})]", 99 },
    /* The more telling one, whatever the order */
    { "[(byte 177, 'a', uint16 0, 99, 99, 0, int64 1, 1, @a{sv} {}),"
      " (byte 231, 'b', uint16 0, 42, 42, 0, int64 1, 1, {})]",
      42 },
    /* A rotating disk's: a temperature, and a value that is no percentage */
    { "[(byte 231, 'temperature', uint16 0, 66, 60, 0, int64 307150, 4, @a{sv} {})]", DS_PERCENT_UNKNOWN },
    { "[(byte 202, 'a', uint16 0, 253, 253, 0, int64 1, 1, @a{sv} {})]", DS_PERCENT_UNKNOWN },
    { "@a(ysqiiixia{sv}) []", DS_PERCENT_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) attributes =
        g_variant_ref_sink (g_variant_parse (NULL, rows[i].attributes, NULL, NULL, NULL));
    g_autoptr (DsAtaSmart) smart = ds_ata_smart_new (attributes, NULL);

    g_assert_cmpint (ds_ata_smart_get_life_left (smart), ==, rows[i].left);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ata-smart/ordinary", test_ordinary);
  g_test_add_func ("/ata-smart/nothing", test_nothing);
  g_test_add_func ("/ata-smart/thresholds", test_thresholds);
  g_test_add_func ("/ata-smart/life", test_life);
  return g_test_run ();
}
