/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-values.h"

#include "ds-ata-names.h"
#include "ds-format.h"
#include "ds-units.h"

#include <glib/gi18n.h>

#include <math.h>

/* Whole numbers up to here are exact in a double. */
#define MOST_EXACT 9007199254740992.0

static void
value_free (gpointer data)
{
  DsHealthValue *value = data;

  g_free (value->name);
  g_free (value->value);
  g_free (value->meaning);
  g_free (value);
}

/* text: (transfer full) */
static void
add (GPtrArray *values, const char *id, const char *name, char *text, const char *meaning)
{
  DsHealthValue *value = g_new0 (DsHealthValue, 1);

  value->id = id;
  value->name = g_strdup (name);
  value->value = text;
  value->meaning = g_strdup (meaning);
  g_ptr_array_add (values, value);
}

/* ---- Single figures ---- */

char *
ds_health_format_temperature (int temperature)
{
  g_autofree char *number = NULL;

  if (temperature == DS_TEMPERATURE_UNKNOWN)
    return g_strdup ("—");
  number = ds_format_number (temperature, 0);
  return g_strdup_printf ("%s °C", number);
}

char *
ds_health_format_life (const DsHealth *health)
{
  if (health->life_left == DS_PERCENT_UNKNOWN)
    return g_strdup ("—");
  return g_strdup_printf (_ ("%d %%"), health->life_left);
}

static double
get_units (DsCounter counter)
{
  return counter.known ? ds_counter_to_double (counter) * DS_SMART_LOG_UNIT : NAN;
}

/* Attributes 241 and 242 count sectors for most makers, 32 MiB for some; UDisks2 says which where it knows. */
static double
get_ata_total (const DsHealth *health, guint id)
{
  const DsAtaAttribute *attribute = health->ata != NULL ? ds_ata_smart_find (health->ata, id) : NULL;

  if (attribute == NULL || attribute->raw < 0)
    return NAN;
  if (attribute->unit == DS_ATA_UNIT_MEGABYTES)
    return (double) attribute->raw * DS_MB;
  if (attribute->unit == DS_ATA_UNIT_SECTORS)
    return (double) attribute->raw * 512;
  return NAN;
}

double
ds_health_get_written (const DsHealth *health)
{
  return health->has_log ? get_units (health->log.units_written) : get_ata_total (health, 241);
}

double
ds_health_get_read (const DsHealth *health)
{
  return health->has_log ? get_units (health->log.units_read) : get_ata_total (health, 242);
}

double
ds_health_get_hours (const DsHealth *health)
{
  if (health->has_log && health->log.hours.known)
    return ds_counter_to_double (health->log.hours);
  if (health->ata != NULL && health->ata->seconds_on >= 0)
    return floor ((double) health->ata->seconds_on / 3600);
  return NAN;
}

static char *
format_bytes (double bytes)
{
  /* Beyond what 64 bits hold (18 EB) the drive counts nonsense, but it is what it counts. */
  if (!(bytes >= 0))
    return g_strdup ("—");
  if (bytes >= 1.8e19) {
    g_autofree char *number = ds_format_number (bytes / 1e18, 0);

    return g_strdup_printf ("%s EB", number);
  }
  return ds_format_capacity ((guint64) bytes);
}

char *
ds_health_format_written (const DsHealth *health)
{
  return format_bytes (ds_health_get_written (health));
}

char *
ds_health_format_read (const DsHealth *health)
{
  return format_bytes (ds_health_get_read (health));
}

static char *
format_hours (double hours)
{
  g_autofree char *number = ds_format_number (hours, 0);
  g_autofree char *days = NULL;

  if (isnan (hours))
    return g_strdup ("—");
  if (hours < 48)
    return g_strdup_printf (_ ("%s h"), number);
  days = ds_format_number (hours / 24, 0);
  /* Translators: power-on time in hours, and in days: "4,321 h (180 days)" */
  return g_strdup_printf (_ ("%s h (%s days)"), number, days);
}

char *
ds_health_format_hours (const DsHealth *health)
{
  return format_hours (ds_health_get_hours (health));
}

/* ---- The raw values of NVMe ---- */

static char *
format_counter (DsCounter counter)
{
  double number = ds_counter_to_double (counter);

  return number < MOST_EXACT ? ds_format_number (number, 0) : ds_counter_dup_string (counter);
}

static char *
format_warnings (guint warnings)
{
  static const struct {
    DsSmartWarning warning;
    const char *words;
  } names[] = {
    { DS_SMART_WARNING_SPARE, N_ ("spare below its threshold") },
    { DS_SMART_WARNING_TEMPERATURE, N_ ("temperature beyond a limit") },
    { DS_SMART_WARNING_RELIABILITY, N_ ("unreliable after errors") },
    { DS_SMART_WARNING_READ_ONLY, N_ ("read-only") },
    { DS_SMART_WARNING_BACKUP, N_ ("the backup of its memory has failed") },
    { DS_SMART_WARNING_PERSISTENT_MEMORY, N_ ("persistent memory unreliable") },
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (warnings & names[i].warning)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ (names[i].words));
  return g_strdup (text->len > 0 ? text->str : _ ("none"));
}

static char *
format_percent (int percent)
{
  return g_strdup_printf (_ ("%d %%"), percent);
}

static void
add_temperatures (GPtrArray *values, const DsHealth *health)
{
  static const char *const ids[DS_SMART_LOG_N_SENSORS] = { "sensor_1", "sensor_2", "sensor_3", "sensor_4",
                                                           "sensor_5", "sensor_6", "sensor_7", "sensor_8" };

  if (health->temperature != DS_TEMPERATURE_UNKNOWN)
    add (values, "temperature", _ ("Temperature"), ds_health_format_temperature (health->temperature),
         health->has_log ? _ ("Composite: what the drive goes by, not always the hottest of its sensors") : "");
  for (guint i = 0; i < DS_SMART_LOG_N_SENSORS; i++) {
    g_autofree char *name = NULL;

    if (health->log.sensors[i] == DS_TEMPERATURE_UNKNOWN)
      continue;
    name = g_strdup_printf (_ ("Temperature sensor %u"), i + 1);
    add (values, ids[i], name, ds_health_format_temperature (health->log.sensors[i]),
         _ ("Where it sits is up to its maker, often flash or controller"));
  }
  if (health->warning_temperature != DS_TEMPERATURE_UNKNOWN)
    add (values, "warning_temperature", _ ("Warning temperature"),
         ds_health_format_temperature (health->warning_temperature), _ ("From here on the drive may slow down"));
  if (health->critical_temperature != DS_TEMPERATURE_UNKNOWN)
    add (values, "critical_temperature", _ ("Critical temperature"),
         ds_health_format_temperature (health->critical_temperature),
         _ ("From here on the drive may switch itself off"));
}

static void
add_counters (GPtrArray *values, const DsSmartLog *log)
{
  const struct {
    const char *id;
    const char *name;
    const char *meaning;
    DsCounter counter;
  } rows[] = {
    { "read_commands", _ ("Read commands"), _ ("Completed by the drive"), log->read_commands },
    { "write_commands", _ ("Write commands"), _ ("Completed by the drive"), log->write_commands },
    { "busy_minutes", _ ("Busy time, minutes"), _ ("At least one command was under way"), log->busy_minutes },
    { "power_cycles", _ ("Power cycles"), _ ("Times it was switched on"), log->power_cycles },
    { "hours", _ ("Power-on hours"), _ ("Time in sleep may be left out"), log->hours },
    { "unsafe_shutdowns", _ ("Unsafe shutdowns"), _ ("The power went without notice"), log->unsafe_shutdowns },
    { "media_errors", _ ("Media errors"), _ ("Data that could not be read back"), log->media_errors },
    { "error_entries", _ ("Error log entries"),
      _ ("Over its whole life; harmless ones, such as unknown commands, count too"), log->error_entries },
    { "warning_minutes", _ ("Time at the warning temperature, minutes"), _ ("Over its whole life"),
      log->warning_minutes },
    { "critical_minutes", _ ("Time at the critical temperature, minutes"), _ ("Over its whole life"),
      log->critical_minutes },
    { "light_throttle_count", _ ("Light throttling, times"), _ ("It slowed down a little to stay cool"),
      log->throttle_count[0] },
    { "light_throttle_seconds", _ ("Light throttling, seconds"), _ ("It slowed down a little to stay cool"),
      log->throttle_seconds[0] },
    { "heavy_throttle_count", _ ("Heavy throttling, times"), _ ("It slowed down a lot to stay cool"),
      log->throttle_count[1] },
    { "heavy_throttle_seconds", _ ("Heavy throttling, seconds"), _ ("It slowed down a lot to stay cool"),
      log->throttle_seconds[1] },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].counter.known)
      add (values, rows[i].id, rows[i].name, format_counter (rows[i].counter), rows[i].meaning);
}

static void
add_log (GPtrArray *values, const DsHealth *health)
{
  const DsSmartLog *log = &health->log;

  add (values, "warnings", _ ("Critical warnings"), format_warnings (log->warnings),
       _ ("What the drive itself finds alarming"));
  add_temperatures (values, health);
  if (log->spare != DS_PERCENT_UNKNOWN) {
    add (values, "spare", _ ("Available spare"), format_percent (log->spare),
         _ ("Blocks in reserve for those that wear out"));
    add (values, "spare_threshold", _ ("Spare threshold"), format_percent (log->spare_threshold),
         _ ("Below it the drive is failing"));
  }
  if (log->used != DS_PERCENT_UNKNOWN)
    add (values, "used", _ ("Endurance used"), format_percent (log->used),
         _ ("Of what its maker rates it for; it may work on beyond that"));
  if (log->units_read.known)
    add (values, "bytes_read", _ ("Read in total"), ds_health_format_read (health), _ ("By the computer"));
  if (log->units_written.known)
    add (values, "bytes_written", _ ("Written in total"), ds_health_format_written (health),
         _ ("By the computer; inside the drive it is more"));
  add_counters (values, log);
}

static void
add_events (GPtrArray *values, const DsHealth *health)
{
  if (health->errors != NULL) {
    g_autofree char *count = ds_format_number (health->errors->len, 0);

    add (values, "errors", _ ("Errors kept in the log"), g_steal_pointer (&count), _ ("The newest ones"));
  }
  if (health->has_self_tests && health->self_tests.running != 0)
    add (values, "self_test", _ ("Self-test"),
         g_strdup_printf (_ ("under way, %d %% done"), health->self_tests.percent), "");
  else if (health->has_self_tests && health->self_tests.n_results == 0)
    add (values, "self_test", _ ("Last self-test"), g_strdup (_ ("none")), "");
  else if (health->has_self_tests) {
    const DsSelfTest *last = &health->self_tests.results[0];
    gboolean failed = last->outcome >= DS_SELF_TEST_NOT_COMPLETED && last->outcome <= DS_SELF_TEST_FAILED_SEGMENT;
    const char *text = last->outcome == DS_SELF_TEST_PASSED ? _ ("passed")
                       : failed                             ? _ ("failed")
                                                            : _ ("broken off");

    add (values, "self_test", _ ("Last self-test"), g_strdup (text), "");
  }
}

/* ---- ATA ---- */

static char *
format_ata (const DsAtaAttribute *attribute)
{
  g_autofree char *number = ds_format_number ((double) attribute->raw, 0);

  switch (attribute->unit) {
  case DS_ATA_UNIT_MILLISECONDS:
    /* Whole hours where it counts them: its own unit is seldom finer. */
    if (attribute->raw >= 2 * 3600 * 1000)
      return format_hours (floor ((double) attribute->raw / 3.6e6));
    return ds_format_duration ((double) attribute->raw / 1000);
  case DS_ATA_UNIT_MILLIKELVIN:
    return ds_health_format_temperature (
        ds_temperature_from_kelvin ((guint) CLAMP (attribute->raw / 1000, 0, 1000)));
  case DS_ATA_UNIT_SMALL_PERCENT:
    return ds_format_percent ((double) attribute->raw / 1000);
  case DS_ATA_UNIT_PERCENT:
    return ds_format_percent ((double) attribute->raw);
  case DS_ATA_UNIT_MEGABYTES:
    return format_bytes ((double) attribute->raw * DS_MB);
  case DS_ATA_UNIT_SECTORS:
  case DS_ATA_UNIT_NONE:
  case DS_ATA_UNIT_UNKNOWN:
  default:
    return g_steal_pointer (&number);
  }
}

static void
add_attributes (GPtrArray *values, const DsAtaSmart *ata)
{
  for (guint i = 0; i < ata->attributes->len; i++) {
    const DsAtaAttribute *attribute = ata->attributes->pdata[i];
    g_autofree char *raw = format_ata (attribute);
    g_autofree char *title = ds_ata_dup_name (attribute);
    g_autofree char *name = g_strdup_printf ("%u  %s", attribute->id, title);
    g_autofree char *meaning = NULL;

    if (attribute->value != DS_ATA_VALUE_UNKNOWN && attribute->worst != DS_ATA_VALUE_UNKNOWN &&
        attribute->threshold != DS_ATA_VALUE_UNKNOWN)
      meaning = g_strdup_printf (_ ("Value %d, worst %d, threshold %d"), attribute->value, attribute->worst,
                                 attribute->threshold);
    add (values, "attribute", name, g_steal_pointer (&raw), meaning != NULL ? meaning : "");
  }
}

GPtrArray *
ds_health_list_values (const DsHealth *health)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (value_free);

  if (health->has_log) {
    add_log (values, health);
    add_events (values, health);
  } else {
    add_temperatures (values, health);
  }
  if (health->ata != NULL)
    add_attributes (values, health->ata);
  return values;
}

/* ---- Features ---- */

static const char *
yes_or_no (gboolean yes)
{
  return yes ? _ ("Yes") : _ ("No");
}

GPtrArray *
ds_health_list_features (const DsHealth *health)
{
  const DsDrive *drive = health->drive;
  GPtrArray *values = g_ptr_array_new_with_free_func (value_free);

  if (drive->firmware != NULL)
    add (values, "firmware", _ ("Firmware"), g_strdup (drive->firmware), "");
  if (drive->capacity > 0)
    add (values, "capacity", _ ("Capacity"), ds_format_capacity (drive->capacity), "");
  if (drive->link != NULL && drive->link_max != NULL && !g_str_equal (drive->link, drive->link_max))
    add (values, "link", _ ("Connection"),
         g_strdup_printf (_ ("%s, the drive can do %s"), drive->link, drive->link_max),
         _ ("The slot or cable is slower than the drive. A faster one shows its full speed."));
  else if (drive->link != NULL)
    add (values, "link", _ ("Connection"), g_strdup (drive->link),
         drive->link_max != NULL ? _ ("As fast as the drive can be connected") : "");
  if (drive->logical_block_size > 0)
    add (values, "block_sizes", _ ("Sector size"),
         g_strdup_printf (_ ("%u bytes, physically %u"), drive->logical_block_size, drive->physical_block_size),
         "");
  add (values, "trim", _ ("Takes TRIM"), g_strdup (yes_or_no (drive->trim)),
       _ ("Told what was deleted, a drive stays faster"));
  if (health->write_cache != DS_SWITCH_UNKNOWN)
    add (values, "write_cache", _ ("Write cache of the drive"),
         g_strdup (health->write_cache == DS_SWITCH_ON ? _ ("On") : _ ("Off")),
         _ ("On, it may answer a write before it is stored"));
  if (drive->write_cache != NULL)
    add (values, "kernel_write_cache", _ ("Write cache as the kernel sees it"), g_strdup (drive->write_cache),
         _ ("The kernel asks once, and does not follow the drive"));
  add (values, "fua", _ ("Forced writes (FUA)"), g_strdup (yes_or_no (drive->fua)),
       _ ("Single writes past the cache"));
  if (drive->scheduler != NULL)
    add (values, "scheduler", _ ("I/O scheduler"), g_strdup (drive->scheduler), "");
  return values;
}
