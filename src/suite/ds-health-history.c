/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-history.h"

#include <json-glib/json-glib.h>

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "ds-health-values.h"
#include "ds-json-text.h"
#include "ds-report.h"

/* No line that this program writes is longer. */
#define MOST_LINE 1024

char *
ds_health_history_dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "drivescope", "health", NULL);
}

char *
ds_health_history_dup_path (const char *folder, const DsDrive *drive)
{
  /* Without a serial number the name has to do, so that drives of one model do not share a file. */
  g_autofree char *identity =
      g_strdup_printf ("%s\n%s\n%" G_GUINT64_FORMAT, drive->model != NULL ? drive->model : "",
                       drive->serial != NULL ? drive->serial : drive->name, drive->capacity);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity, -1);
  g_autofree char *name = g_strdup_printf ("%.32s.jsonl", hash);

  return g_build_filename (folder, name, NULL);
}

/* ---- One reading and its line ---- */

static DsHealthReading
reading_of (const DsHealth *health)
{
  return (DsHealthReading){
    .time = health->time,
    .grade = health->verdict->grade,
    .temperature = health->temperature,
    .life_left = health->life_left,
    .bytes_written = ds_health_get_written (health),
    .bytes_read = ds_health_get_read (health),
    .hours = ds_health_get_hours (health),
  };
}

static char *
reading_to_line (const DsHealthReading *reading)
{
  DsJsonText json;

  ds_json_text_init (&json);
  ds_json_text_open_flat (&json, NULL, '{');
  ds_json_text_add_integer (&json, "time", (guint64) reading->time);
  ds_json_text_add_string (&json, "verdict", ds_verdict_grade_to_string (reading->grade));
  ds_json_text_number_member (&json, "temperature",
                              reading->temperature != DS_TEMPERATURE_UNKNOWN ? reading->temperature : NAN);
  ds_json_text_number_member (&json, "life_left",
                              reading->life_left != DS_PERCENT_UNKNOWN ? reading->life_left : NAN);
  ds_json_text_number_member (&json, "bytes_written", reading->bytes_written);
  ds_json_text_number_member (&json, "bytes_read", reading->bytes_read);
  ds_json_text_number_member (&json, "hours", reading->hours);
  ds_json_text_close (&json, '}');
  return ds_json_text_finish (&json);
}

static double
get_number (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      !(json_node_get_value_type (node) == G_TYPE_INT64 || json_node_get_value_type (node) == G_TYPE_DOUBLE))
    return NAN;
  return json_node_get_double (node);
}

static gboolean
reading_from_line (const char *line, DsHealthReading *reading)
{
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;
  double time, temperature, life;

  /* Nothing nested is ours, and nothing long. */
  if (*line != '{' || strlen (line) > MOST_LINE || strchr (line + 1, '{') != NULL || strchr (line, '[') != NULL)
    return FALSE;
  node = json_from_string (line, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  object = json_node_get_object (node);
  time = get_number (object, "time");
  temperature = get_number (object, "temperature");
  life = get_number (object, "life_left");
  if (!(time > 0 && time < 1e12))
    return FALSE;

  *reading = (DsHealthReading){
    .time = (gint64) time,
    .temperature = temperature >= -100 && temperature <= 200 ? (int) temperature : DS_TEMPERATURE_UNKNOWN,
    .life_left = life >= 0 && life <= 100 ? (int) life : DS_PERCENT_UNKNOWN,
    .bytes_written = get_number (object, "bytes_written"),
    .bytes_read = get_number (object, "bytes_read"),
    .hours = get_number (object, "hours"),
  };
  for (DsVerdictGrade grade = DS_VERDICT_UNKNOWN; grade <= DS_VERDICT_FAILING; grade++)
    if (json_object_has_member (object, "verdict") &&
        g_strcmp0 (json_object_get_string_member_with_default (object, "verdict", ""),
                   ds_verdict_grade_to_string (grade)) == 0)
      reading->grade = grade;
  return TRUE;
}

/* ---- The file ---- */

GArray *
ds_health_history_load (const char *folder, const DsDrive *drive)
{
  GArray *readings = g_array_new (FALSE, FALSE, sizeof (DsHealthReading));
  g_autofree char *path = ds_health_history_dup_path (folder, drive);
  g_autofree char *text = NULL;
  char *line, *rest;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return readings;
  for (line = text; line != NULL && *line != '\0'; line = rest) {
    DsHealthReading reading;

    rest = strchr (line, '\n');
    /* Without its end a line was not written to its end. */
    if (rest == NULL)
      break;
    *rest++ = '\0';
    if (reading_from_line (line, &reading))
      g_array_append_val (readings, reading);
  }
  return readings;
}

static gboolean
write_all (const char *path, GArray *readings, guint from, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = from; i < readings->len; i++) {
    g_autofree char *line = reading_to_line (&g_array_index (readings, DsHealthReading, i));

    g_string_append (text, line);
  }
  return ds_report_write_data (path, text->str, (gssize) text->len, error);
}

gboolean
ds_health_history_add (const char *folder, const DsHealth *health, DsVerdictGrade *before, GError **error)
{
  /* Two windows of one program; between programs the last one writes, and a reading is lost. */
  static GMutex lock;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  g_autofree char *path = ds_health_history_dup_path (folder, health->drive);
  g_autoptr (GArray) readings = ds_health_history_load (folder, health->drive);
  DsHealthReading reading = reading_of (health);
  guint from;

  if (before != NULL)
    *before = DS_VERDICT_UNKNOWN;
  for (guint i = readings->len; before != NULL && i > 0 && *before == DS_VERDICT_UNKNOWN; i--)
    *before = g_array_index (readings, DsHealthReading, i - 1).grade;

  if (g_mkdir_with_parents (folder, 0700) != 0) {
    int code = errno;

    g_set_error_literal (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), g_strerror (code));
    return FALSE;
  }
  g_array_append_val (readings, reading);
  from = readings->len > DS_HEALTH_HISTORY_MOST ? readings->len - DS_HEALTH_HISTORY_MOST : 0;
  return write_all (path, readings, from, error);
}

/* ---- In a task ---- */

typedef struct {
  DsHealth *health;
  gboolean worse;
} Update;

static void
update_free (gpointer data)
{
  Update *update = data;

  ds_health_unref (update->health);
  g_free (update);
}

static void
update_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Update *update = data;
  const DsHealth *health = update->health;
  g_autofree char *folder = ds_health_history_dup_folder ();
  DsVerdictGrade before = DS_VERDICT_UNKNOWN;
  GError *error = NULL;

  if (health->source != DS_HEALTH_SOURCE_NONE && health->time > 0) {
    if (!ds_health_history_add (folder, health, &before, &error)) {
      g_task_return_error (task, error);
      return;
    }
    update->worse = before != DS_VERDICT_UNKNOWN && health->verdict->grade > before;
  }
  g_task_return_pointer (task, ds_health_history_load (folder, health->drive), (GDestroyNotify) g_array_unref);
}

void
ds_health_history_update_async (DsHealth *health,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Update *update = g_new0 (Update, 1);

  update->health = ds_health_ref (health);
  g_task_set_task_data (task, update, update_free);
  g_task_run_in_thread (task, update_thread);
}

GArray *
ds_health_history_update_finish (GAsyncResult *result, gboolean *worse, GError **error)
{
  const Update *update = g_task_get_task_data (G_TASK (result));

  *worse = update->worse;
  return g_task_propagate_pointer (G_TASK (result), error);
}
