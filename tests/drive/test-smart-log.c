/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-identify.h"
#include "ds-smart-log.h"

#include <string.h>

/* Logs are made from facts: the bytes stand where the NVM Express Base Specification 2.0 puts them (figure 207).
 */

static void
put_number (guint8 *bytes, guint length, guint64 number)
{
  for (guint i = 0; i < length; i++)
    bytes[i] = (guint8) (number >> (8 * i));
}

/* A drive of some age that is well: 41 °C, 97 % life left */
static void
make_log (guint8 bytes[DS_SMART_LOG_SIZE])
{
  memset (bytes, 0, DS_SMART_LOG_SIZE);
  put_number (bytes + 1, 2, 273 + 41);
  bytes[3] = 100;
  bytes[4] = 10;
  bytes[5] = 3;
  put_number (bytes + 32, 8, 20418230);
  put_number (bytes + 48, 8, 15827110);
  put_number (bytes + 64, 8, 310451122);
  put_number (bytes + 80, 8, 287654321);
  put_number (bytes + 96, 8, 1234);
  put_number (bytes + 112, 8, 567);
  put_number (bytes + 128, 8, 4321);
  put_number (bytes + 144, 8, 21);
  put_number (bytes + 176, 8, 9);
  put_number (bytes + 192, 4, 5);
  put_number (bytes + 200, 2, 273 + 42);
  put_number (bytes + 202, 2, 273 + 55);
  put_number (bytes + 216, 4, 11);
  put_number (bytes + 220, 4, 12);
  put_number (bytes + 224, 4, 13);
  put_number (bytes + 228, 4, 14);
}

static void
assert_counter (DsCounter counter, const char *wanted)
{
  g_autofree char *text = ds_counter_dup_string (counter);

  g_assert_cmpstr (text, ==, wanted);
}

static void
test_ordinary (void)
{
  guint8 bytes[DS_SMART_LOG_SIZE];
  DsSmartLog log;

  make_log (bytes);
  log = ds_smart_log_decode (bytes);
  g_assert_cmpint (log.sense, ==, DS_SMART_SENSE_FINE);
  g_assert_cmpuint (log.warnings, ==, 0);
  g_assert_cmpint (log.temperature, ==, 41);
  g_assert_cmpint (log.sensors[0], ==, 42);
  g_assert_cmpint (log.sensors[1], ==, 55);
  for (guint i = 2; i < DS_SMART_LOG_N_SENSORS; i++)
    g_assert_cmpint (log.sensors[i], ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (log.spare, ==, 100);
  g_assert_cmpint (log.spare_threshold, ==, 10);
  g_assert_cmpint (log.used, ==, 3);
  g_assert_cmpint (ds_smart_log_get_life_left (&log), ==, 97);
  assert_counter (log.units_read, "20418230");
  assert_counter (log.units_written, "15827110");
  assert_counter (log.read_commands, "310451122");
  assert_counter (log.write_commands, "287654321");
  assert_counter (log.busy_minutes, "1234");
  assert_counter (log.power_cycles, "567");
  assert_counter (log.hours, "4321");
  assert_counter (log.unsafe_shutdowns, "21");
  assert_counter (log.media_errors, "0");
  assert_counter (log.error_entries, "9");
  assert_counter (log.warning_minutes, "5");
  assert_counter (log.critical_minutes, "0");
  assert_counter (log.throttle_count[0], "11");
  assert_counter (log.throttle_count[1], "12");
  assert_counter (log.throttle_seconds[0], "13");
  assert_counter (log.throttle_seconds[1], "14");
  /* 20,418,230 units are 10.45 TB. */
  g_assert_cmpfloat (ds_smart_log_get_bytes_read (&log), ==, 20418230.0 * 512000);
  g_assert_cmpfloat (ds_smart_log_get_bytes_written (&log), ==, 15827110.0 * 512000);
}

static void
test_warnings (void)
{
  for (guint bit = 0; bit < 8; bit++) {
    guint8 bytes[DS_SMART_LOG_SIZE];

    make_log (bytes);
    bytes[0] = (guint8) (1u << bit);
    /* Two bits are reserved. */
    g_assert_cmpuint (ds_smart_log_decode (bytes).warnings, ==, bit < 6 ? 1u << bit : 0);
  }
}

static void
test_wear (void)
{
  static const struct {
    guint8 byte;
    int used;
    int left;
  } rows[] = {
    { 0, 0, 100 },   { 90, 90, 10 },  { 100, 100, 0 },
    { 137, 137, 0 }, { 254, 254, 0 }, { 255, DS_PERCENT_UNKNOWN, DS_PERCENT_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint8 bytes[DS_SMART_LOG_SIZE];
    DsSmartLog log;

    make_log (bytes);
    bytes[5] = rows[i].byte;
    log = ds_smart_log_decode (bytes);
    g_assert_cmpint (log.used, ==, rows[i].used);
    g_assert_cmpint (ds_smart_log_get_life_left (&log), ==, rows[i].left);
  }
}

static void
test_spare (void)
{
  static const struct {
    guint8 bytes[2];
    int spare;
    int threshold;
  } rows[] = {
    { { 100, 10 }, 100, 10 },
    { { 10, 10 }, 10, 10 },
    { { 0, 10 }, 0, 10 },
    { { 100, 0 }, 100, 0 },
    { { 0, 0 }, DS_PERCENT_UNKNOWN, DS_PERCENT_UNKNOWN },    /* the drive does not count its spare */
    { { 101, 10 }, DS_PERCENT_UNKNOWN, DS_PERCENT_UNKNOWN }, /* a single value that cannot be */
    { { 50, 255 }, DS_PERCENT_UNKNOWN, DS_PERCENT_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint8 bytes[DS_SMART_LOG_SIZE];
    DsSmartLog log;

    make_log (bytes);
    memcpy (bytes + 3, rows[i].bytes, 2);
    log = ds_smart_log_decode (bytes);
    g_assert_cmpint (log.sense, ==, DS_SMART_SENSE_FINE);
    g_assert_cmpint (log.spare, ==, rows[i].spare);
    g_assert_cmpint (log.spare_threshold, ==, rows[i].threshold);
    /* The rest of the log is as good as ever. */
    g_assert_cmpint (log.temperature, ==, 41);
  }
}

static void
test_kelvin (void)
{
  static const struct {
    guint kelvin;
    int celsius;
  } rows[] = {
    { 0, DS_TEMPERATURE_UNKNOWN },
    { 1, DS_TEMPERATURE_UNKNOWN },
    { 199, DS_TEMPERATURE_UNKNOWN },
    { 200, -73 },
    { 272, -1 },
    { 273, 0 },
    { 323, 50 },
    { 357, 84 },
    { 450, 177 },
    { 451, DS_TEMPERATURE_UNKNOWN },
    { 0x7fff, DS_TEMPERATURE_UNKNOWN },
    { 0xffff, DS_TEMPERATURE_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint8 bytes[DS_SMART_LOG_SIZE];

    g_assert_cmpint (ds_temperature_from_kelvin (rows[i].kelvin), ==, rows[i].celsius);
    make_log (bytes);
    put_number (bytes + 1, 2, rows[i].kelvin);
    g_assert_cmpint (ds_smart_log_decode (bytes).temperature, ==, rows[i].celsius);
    for (guint sensor = 0; sensor < DS_SMART_LOG_N_SENSORS; sensor++) {
      make_log (bytes);
      put_number (bytes + 200 + 2 * sensor, 2, rows[i].kelvin);
      g_assert_cmpint (ds_smart_log_decode (bytes).sensors[sensor], ==, rows[i].celsius);
    }
  }
}

static void
test_counters (void)
{
  guint8 bytes[DS_SMART_LOG_SIZE];
  DsSmartLog log;

  make_log (bytes);
  memset (bytes + 32, 0xff, 16); /* 2^128 - 1 */
  put_number (bytes + 48, 8, 0); /* 2^64 */
  put_number (bytes + 56, 8, 1);
  memset (bytes + 64, 0xff, 8);           /* 2^64 - 1 */
  put_number (bytes + 160 + 15, 1, 0x80); /* 2^127 */
  log = ds_smart_log_decode (bytes);
  assert_counter (log.units_read, "340282366920938463463374607431768211455");
  assert_counter (log.units_written, "18446744073709551616");
  assert_counter (log.read_commands, "18446744073709551615");
  assert_counter (log.media_errors, "170141183460469231731687303715884105728");
  g_assert_true (ds_counter_is_positive (log.media_errors));
  g_assert_cmpfloat_with_epsilon (ds_smart_log_get_bytes_read (&log) / 1.7422457186352e44, 1, 1e-9);
  g_assert_cmpfloat (ds_smart_log_get_bytes_written (&log), ==, 18446744073709551616.0 * 512000);
}

static void
test_unknown_counter (void)
{
  DsSmartLog log = DS_SMART_LOG_INIT;

  g_assert_null (ds_counter_dup_string (DS_COUNTER_UNKNOWN));
  g_assert_false (ds_counter_is_positive (DS_COUNTER_UNKNOWN));
  g_assert_cmpfloat (ds_smart_log_get_bytes_read (&log), ==, 0);
  g_assert_cmpint (ds_smart_log_get_life_left (&log), ==, DS_PERCENT_UNKNOWN);
  assert_counter (ds_counter_from_number (0), "0");
  g_assert_false (ds_counter_is_positive (ds_counter_from_number (0)));
  assert_counter (ds_counter_from_number (G_MAXUINT64), "18446744073709551615");
}

static void
test_sense (void)
{
  guint8 bytes[DS_SMART_LOG_SIZE];
  DsSmartLog log;

  memset (bytes, 0, sizeof bytes);
  g_assert_cmpint (ds_smart_log_decode (bytes).sense, ==, DS_SMART_SENSE_EMPTY);

  for (guint byte = 1; byte < 256; byte++) {
    memset (bytes, (int) byte, sizeof bytes);
    log = ds_smart_log_decode (bytes);
    g_assert_cmpint (log.sense, ==, DS_SMART_SENSE_NONSENSE);
    g_assert_cmpuint (log.warnings, ==, 0);
    g_assert_cmpint (log.temperature, ==, DS_TEMPERATURE_UNKNOWN);
    g_assert_false (log.units_read.known);
  }

  make_log (bytes);
  bytes[3] = 200;
  bytes[4] = 201;
  g_assert_cmpint (ds_smart_log_decode (bytes).sense, ==, DS_SMART_SENSE_NONSENSE);
  make_log (bytes);
  bytes[3] = 200;
  put_number (bytes + 1, 2, 9000);
  g_assert_cmpint (ds_smart_log_decode (bytes).sense, ==, DS_SMART_SENSE_NONSENSE);
}

/* Whatever the bytes, decoding ends and gives values that can be. */
static void
test_random (void)
{
  guint8 bytes[DS_SMART_LOG_SIZE];

  for (guint round = 0; round < 2000; round++) {
    DsSmartLog log;

    for (guint i = 0; i < sizeof bytes; i++)
      bytes[i] = (guint8) g_test_rand_int_range (0, 256);
    log = ds_smart_log_decode (bytes);
    g_assert_cmpuint (log.warnings, <, 64);
    g_assert_cmpint (log.spare, <=, 100);
    g_assert_cmpint (log.used, <, 255);
    for (guint i = 0; i < DS_SMART_LOG_N_SENSORS; i++)
      g_assert_true (log.sensors[i] == DS_TEMPERATURE_UNKNOWN || (log.sensors[i] > -100 && log.sensors[i] < 200));
  }
}

static void
test_identify (void)
{
  g_autofree guint8 *bytes = g_malloc0 (DS_SMART_IDENTIFY_SIZE);
  DsSmartIdentify identify = ds_smart_identify_decode (bytes);

  /* A controller that says nothing */
  g_assert_cmpstr (identify.model, ==, "");
  g_assert_cmpint (identify.warning_temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (identify.critical_temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_false (identify.capacity.known);
  g_assert_false (identify.volatile_cache);
  g_assert_false (identify.self_test);

  put_number (bytes, 2, 0x144d);
  memcpy (bytes + 4, "S6Z1NF0R123456      ", 20);
  memcpy (bytes + 24, "Samsung SSD 990 PRO 2TB                 ", 40);
  memcpy (bytes + 64, "0B2QJXD7", 8);
  put_number (bytes + 80, 4, 0x00020000);
  put_number (bytes + 256, 2, 0x17);
  bytes[262] = 63;
  put_number (bytes + 266, 2, 273 + 82);
  put_number (bytes + 268, 2, 273 + 85);
  put_number (bytes + 280, 8, G_GUINT64_CONSTANT (2000398934016));
  bytes[525] = 0x07;
  identify = ds_smart_identify_decode (bytes);
  g_assert_cmphex (identify.vendor, ==, 0x144d);
  g_assert_cmpstr (identify.serial, ==, "S6Z1NF0R123456");
  g_assert_cmpstr (identify.model, ==, "Samsung SSD 990 PRO 2TB");
  g_assert_cmpstr (identify.firmware, ==, "0B2QJXD7");
  g_assert_cmphex (identify.version, ==, 0x20000);
  g_assert_cmpuint (identify.error_entries, ==, 64);
  g_assert_cmpint (identify.warning_temperature, ==, 82);
  g_assert_cmpint (identify.critical_temperature, ==, 85);
  assert_counter (identify.capacity, "2000398934016");
  g_assert_true (identify.volatile_cache);
  g_assert_true (identify.self_test);

  /* What is no text does not get out as such; full fields without an end are cut at theirs. */
  memset (bytes + 4, 'x', 20);
  memcpy (bytes + 24, "A\xff\x1b[31m\nB", 9);
  memset (bytes + 64, ' ', 8);
  identify = ds_smart_identify_decode (bytes);
  g_assert_cmpuint (strlen (identify.serial), ==, 20);
  g_assert_true (g_str_has_prefix (identify.model, "A??[31m?B"));
  g_assert_true (g_utf8_validate (identify.model, -1, NULL));
  g_assert_cmpstr (identify.firmware, ==, "");
}

static void
test_virtual (void)
{
  g_assert_true (ds_smart_model_is_virtual ("QEMU NVMe Ctrl"));
  g_assert_true (ds_smart_model_is_virtual ("Amazon Elastic Block Store"));
  g_assert_true (ds_smart_model_is_virtual ("VMware Virtual NVMe Disk"));
  g_assert_false (ds_smart_model_is_virtual ("Samsung SSD 990 PRO 2TB"));
  g_assert_false (ds_smart_model_is_virtual ("Amazon EC2 NVMe Instance Storage"));
  g_assert_false (ds_smart_model_is_virtual (""));
  g_assert_false (ds_smart_model_is_virtual (NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/smart-log/ordinary", test_ordinary);
  g_test_add_func ("/smart-log/warnings", test_warnings);
  g_test_add_func ("/smart-log/wear", test_wear);
  g_test_add_func ("/smart-log/spare", test_spare);
  g_test_add_func ("/smart-log/kelvin", test_kelvin);
  g_test_add_func ("/smart-log/counters", test_counters);
  g_test_add_func ("/smart-log/unknown-counter", test_unknown_counter);
  g_test_add_func ("/smart-log/sense", test_sense);
  g_test_add_func ("/smart-log/random", test_random);
  g_test_add_func ("/smart-identify/fields", test_identify);
  g_test_add_func ("/smart-identify/virtual", test_virtual);
  return g_test_run ();
}
