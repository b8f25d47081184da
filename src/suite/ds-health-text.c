/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-values.h"

#include "ds-format.h"
#include "ds-json-text.h"

#include <glib/gi18n.h>

#include <math.h>

/* ---- As text ---- */

static void
append_values (GString *text, const char *title, GPtrArray *values)
{
  if (values->len == 0)
    return;
  g_string_append_printf (text, "\n%s\n", title);
  for (guint i = 0; i < values->len; i++) {
    const DsHealthValue *value = values->pdata[i];

    g_string_append_printf (text, "  %s: %s\n", value->name, value->value);
  }
}

static char *
dup_time (const DsHealth *health)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (health->time);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  return local != NULL ? g_date_time_format_iso8601 (local) : NULL;
}

char *
ds_health_to_text (const DsHealth *health)
{
  GString *text = g_string_new (NULL);
  g_autofree char *title = ds_drive_dup_title (health->drive);
  g_autofree char *temperature = ds_health_format_temperature (health->temperature);
  g_autofree char *life = ds_health_format_life (health);
  g_autofree char *written = ds_health_format_written (health);
  g_autofree char *read = ds_health_format_read (health);
  g_autofree char *hours = ds_health_format_hours (health);
  g_autoptr (GPtrArray) features = ds_health_list_features (health);
  g_autoptr (GPtrArray) values = ds_health_list_values (health);
  g_autofree char *time = dup_time (health);
  g_autofree char *date = health->time > 0 && time != NULL ? ds_format_date (time) : NULL;

  g_string_append_printf (text, "%s (%s)\n", title, health->drive->device);
  /* Translators: a verdict and its reason: "Good: the drive reports …" */
  g_string_append_printf (text, _ ("%s: %s"), ds_verdict_grade_get_title (health->verdict->grade),
                          health->verdict->reason);
  g_string_append_c (text, '\n');
  for (guint i = 0; health->verdict->others[i] != NULL; i++)
    g_string_append_printf (text, "  %s\n", health->verdict->others[i]);
  g_string_append_printf (text, "\n  %s: %s\n", _ ("Temperature"), temperature);
  g_string_append_printf (text, "  %s: %s\n", _ ("Life left"), life);
  g_string_append_printf (text, "  %s: %s\n", _ ("Written in total"), written);
  g_string_append_printf (text, "  %s: %s\n", _ ("Read in total"), read);
  g_string_append_printf (text, "  %s: %s\n", _ ("Power-on time"), hours);
  append_values (text, _ ("Drive"), features);
  append_values (text, _ ("Values"), values);
  g_string_append_printf (text, "\n%s: %s\n", _ ("Source"), ds_health_source_get_title (health->source));
  if (date != NULL)
    g_string_append_printf (text, "%s: %s\n", _ ("Read at"), date);
  for (guint i = 0; i < health->refusals->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) health->refusals->pdata[i]);
  return g_string_free (text, FALSE);
}

/* ---- As JSON ---- */

static void
add_temperature (DsJsonText *json, const char *key, int temperature)
{
  ds_json_text_add_number (json, key, temperature != DS_TEMPERATURE_UNKNOWN ? temperature : NAN);
}

static void
add_percent (DsJsonText *json, const char *key, int percent)
{
  ds_json_text_add_number (json, key, percent != DS_PERCENT_UNKNOWN ? percent : NAN);
}

/* What 64 bits do not hold is a text of digits. */
static void
add_counter (DsJsonText *json, const char *key, DsCounter counter)
{
  g_autofree char *digits = ds_counter_dup_string (counter);

  if (!counter.known)
    ds_json_text_add_null (json, key);
  else if (counter.high == 0)
    ds_json_text_add_integer (json, key, counter.low);
  else
    ds_json_text_add_string (json, key, digits);
}

static void
add_log (DsJsonText *json, const DsSmartLog *log)
{
  const struct {
    const char *name;
    DsCounter counter;
  } counters[] = {
    { "data_units_read", log->units_read },
    { "data_units_written", log->units_written },
    { "read_commands", log->read_commands },
    { "write_commands", log->write_commands },
    { "busy_minutes", log->busy_minutes },
    { "power_cycles", log->power_cycles },
    { "hours", log->hours },
    { "unsafe_shutdowns", log->unsafe_shutdowns },
    { "media_errors", log->media_errors },
    { "error_entries", log->error_entries },
    { "warning_minutes", log->warning_minutes },
    { "critical_minutes", log->critical_minutes },
    { "light_throttle_count", log->throttle_count[0] },
    { "light_throttle_seconds", log->throttle_seconds[0] },
    { "heavy_throttle_count", log->throttle_count[1] },
    { "heavy_throttle_seconds", log->throttle_seconds[1] },
  };

  ds_json_text_open (json, "nvme", '{');
  ds_json_text_add_integer (json, "critical_warning", log->warnings);
  add_temperature (json, "temperature", log->temperature);
  ds_json_text_open_flat (json, "sensors", '[');
  for (guint i = 0; i < DS_SMART_LOG_N_SENSORS; i++)
    add_temperature (json, NULL, log->sensors[i]);
  ds_json_text_close (json, ']');
  add_percent (json, "spare_percent", log->spare);
  add_percent (json, "spare_threshold_percent", log->spare_threshold);
  add_percent (json, "used_percent", log->used);
  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    add_counter (json, counters[i].name, counters[i].counter);
  ds_json_text_close (json, '}');
}

static void
add_ata (DsJsonText *json, const DsAtaSmart *ata)
{
  ds_json_text_open (json, "ata", '{');
  ds_json_text_add_boolean (json, "failing", ata->failing);
  ds_json_text_add_number (json, "bad_sectors", ata->bad_sectors >= 0 ? (double) ata->bad_sectors : NAN);
  ds_json_text_add_string (json, "self_test", ata->self_test);
  ds_json_text_open (json, "attributes", '[');
  for (guint i = 0; i < ata->attributes->len; i++) {
    const DsAtaAttribute *attribute = ata->attributes->pdata[i];

    ds_json_text_open_flat (json, NULL, '{');
    ds_json_text_add_integer (json, "id", attribute->id);
    ds_json_text_add_string (json, "name", attribute->name);
    ds_json_text_add_number (json, "value", attribute->value >= 0 ? attribute->value : NAN);
    ds_json_text_add_number (json, "worst", attribute->worst >= 0 ? attribute->worst : NAN);
    ds_json_text_add_number (json, "threshold", attribute->threshold >= 0 ? attribute->threshold : NAN);
    ds_json_text_add_number (json, "raw", (double) attribute->raw);
    ds_json_text_close (json, '}');
  }
  ds_json_text_close (json, ']');
  ds_json_text_close (json, '}');
}

static void
add_events (DsJsonText *json, const DsHealth *health)
{
  if (health->errors != NULL) {
    ds_json_text_open (json, "errors", '[');
    for (guint i = 0; i < health->errors->len; i++) {
      const DsErrorEntry *entry = &g_array_index (health->errors, DsErrorEntry, i);

      ds_json_text_open_flat (json, NULL, '{');
      ds_json_text_add_integer (json, "number", entry->number);
      ds_json_text_add_integer (json, "queue", entry->queue);
      ds_json_text_add_integer (json, "status_type", entry->status_type);
      ds_json_text_add_integer (json, "status_code", entry->status_code);
      ds_json_text_add_integer (json, "lba", entry->lba);
      ds_json_text_close (json, '}');
    }
    ds_json_text_close (json, ']');
  }
  if (!health->has_self_tests)
    return;
  ds_json_text_open (json, "self_tests", '[');
  for (guint i = 0; i < health->self_tests.n_results; i++) {
    const DsSelfTest *test = &health->self_tests.results[i];

    ds_json_text_open_flat (json, NULL, '{');
    ds_json_text_add_integer (json, "kind", test->kind);
    ds_json_text_add_integer (json, "outcome", test->outcome);
    ds_json_text_add_integer (json, "hours", test->hours);
    ds_json_text_close (json, '}');
  }
  ds_json_text_close (json, ']');
}

static void
add_texts (DsJsonText *json, const char *key, char **texts, guint length)
{
  ds_json_text_open (json, key, '[');
  for (guint i = 0; i < length; i++)
    ds_json_text_add_string (json, NULL, texts[i]);
  ds_json_text_close (json, ']');
}

static void
add_health (DsJsonText *json, const DsHealth *health)
{
  const DsDrive *drive = health->drive;
  const DsVerdict *verdict = health->verdict;
  g_autofree char *time = health->time > 0 ? dup_time (health) : NULL;

  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_string (json, "name", drive->name);
  ds_json_text_add_string (json, "device", drive->device);
  ds_json_text_add_string (json, "controller", health->controller);
  ds_json_text_add_string (json, "model", drive->model);
  ds_json_text_add_string (json, "firmware", drive->firmware);
  ds_json_text_add_string (json, "kind", ds_drive_kind_to_string (drive->kind));
  ds_json_text_add_integer (json, "capacity", drive->capacity);
  ds_json_text_add_string (json, "link", drive->link);
  ds_json_text_add_string (json, "link_max", drive->link_max);
  ds_json_text_add_string (json, "source", ds_health_source_to_string (health->source));
  ds_json_text_add_string (json, "time", time);
  ds_json_text_add_string (json, "verdict", ds_verdict_grade_to_string (verdict->grade));
  ds_json_text_add_string (json, "rule", verdict->rule);
  ds_json_text_add_string (json, "reason", verdict->reason);
  add_texts (json, "others", verdict->others, g_strv_length (verdict->others));
  add_temperature (json, "temperature", health->temperature);
  add_temperature (json, "warning_temperature", health->warning_temperature);
  add_temperature (json, "critical_temperature", health->critical_temperature);
  add_percent (json, "life_left_percent", health->life_left);
  ds_json_text_add_number (json, "bytes_written", ds_health_get_written (health));
  ds_json_text_add_number (json, "bytes_read", ds_health_get_read (health));
  ds_json_text_add_number (json, "power_on_hours", ds_health_get_hours (health));
  if (health->write_cache == DS_SWITCH_UNKNOWN)
    ds_json_text_add_null (json, "write_cache");
  else
    ds_json_text_add_string (json, "write_cache", health->write_cache == DS_SWITCH_ON ? "on" : "off");
  ds_json_text_add_string (json, "kernel_write_cache", drive->write_cache);
  if (health->has_log)
    add_log (json, &health->log);
  if (health->ata != NULL)
    add_ata (json, health->ata);
  add_events (json, health);
  add_texts (json, "refusals", (char **) health->refusals->pdata, health->refusals->len);
  ds_json_text_close (json, '}');
}

char *
ds_health_to_json (GPtrArray *healths)
{
  DsJsonText json;

  ds_json_text_init (&json);
  ds_json_text_open (&json, NULL, '{');
  ds_json_text_add_string (&json, "schema", "drivescope-health/1");
  ds_json_text_open (&json, "drives", '[');
  for (guint i = 0; i < healths->len; i++)
    add_health (&json, healths->pdata[i]);
  ds_json_text_close (&json, ']');
  ds_json_text_close (&json, '}');
  return ds_json_text_finish (&json);
}
