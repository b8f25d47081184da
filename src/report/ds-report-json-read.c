/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ds-json-guard.h"
#include "ds-report-ids.h"
#include "ds-report-json-read.h"

#define SCHEMA_NAME  "drivescope-result/"
#define SCHEMA_MAJOR 1

void
ds_report_reader_fail_unknown (DsReportReader *self, const char *key)
{
  ds_json_context_fail (&self->json, key, _ ("This word is not known here."));
}

static void
read_series (DsReportReader *self, JsonObject *object)
{
  g_autofree char *name = ds_json_get_string (&self->json, object, "name");
  g_autofree char *unit_x = ds_json_get_string (&self->json, object, "unit_x");
  g_autofree char *unit_y = ds_json_get_string (&self->json, object, "unit_y");
  JsonArray *x = ds_json_get_array (&self->json, object, "x");
  JsonArray *y = ds_json_get_array (&self->json, object, "y");
  guint n_points = x != NULL ? json_array_get_length (x) : 0;
  DsSeries *series;

  if (n_points != (y != NULL ? json_array_get_length (y) : 0)) {
    ds_json_context_fail (&self->json, "y", _ ("As many numbers as in x are expected here."));
    return;
  }
  series = ds_series_new (name != NULL ? name : "", unit_x, unit_y);
  g_ptr_array_add (self->report->series, series);
  for (guint i = 0; i < n_points; i++) {
    gsize length = ds_json_context_enter (&self->json, "x", -1);
    double value_x = ds_json_array_get_number (&self->json, x, i);
    double value_y;

    ds_json_context_leave (&self->json, length);
    ds_json_context_enter (&self->json, "y", -1);
    value_y = ds_json_array_get_number (&self->json, y, i);
    ds_json_context_leave (&self->json, length);
    ds_series_add_point (series, value_x, value_y);
  }
}

static void
read_finding (DsReportReader *self, JsonObject *object)
{
  g_autofree char *id = ds_json_get_string (&self->json, object, "id");
  g_autofree char *severity_id = ds_json_get_string (&self->json, object, "severity");
  g_autofree char *text = ds_json_get_string (&self->json, object, "text");
  g_autofree char *advice = ds_json_get_string (&self->json, object, "advice");
  JsonArray *cells = ds_json_get_array (&self->json, object, "cells");
  DsSeverity severity = DS_SEVERITY_WARNING;
  DsFinding *finding;
  gsize length;

  if (severity_id != NULL && !ds_severity_from_id (severity_id, &severity) && !self->newer)
    ds_report_reader_fail_unknown (self, "severity");
  finding = ds_report_add_finding (self->report, id != NULL ? id : "", severity, text != NULL ? text : "", advice);
  length = ds_json_context_enter (&self->json, "cells", -1);
  for (guint i = 0; cells != NULL && i < json_array_get_length (cells) && self->json.error == NULL; i++) {
    guint64 index = ds_json_array_get_count (&self->json, cells, i, G_MAXUINT32);
    gint kept = index < self->indices->len ? g_array_index (self->indices, gint, index) : -1;

    if (index >= self->indices->len) {
      gsize inner = ds_json_context_enter (&self->json, NULL, (gint) i);

      ds_json_context_fail (&self->json, NULL,
                            _ ("The number of a cell is expected here; there are not so many cells."));
      ds_json_context_leave (&self->json, inner);
    } else if (kept >= 0) {
      ds_finding_add_cell (finding, (guint) kept);
    }
  }
  ds_json_context_leave (&self->json, length);
}

static void
read_drive (DsReportReader *self, JsonObject *object)
{
  DsTargetDrive *drive = ds_target_drive_new ();

  g_ptr_array_add (self->report->target.drives, drive);
  drive->name = ds_json_get_string (&self->json, object, "name");
  drive->model = ds_json_get_string (&self->json, object, "model");
  drive->serial = ds_json_get_string (&self->json, object, "serial");
  drive->firmware = ds_json_get_string (&self->json, object, "firmware");
  drive->kind = ds_json_get_string (&self->json, object, "kind");
  drive->link = ds_json_get_string (&self->json, object, "link");
  drive->link_max = ds_json_get_string (&self->json, object, "link_max");
  drive->scheduler = ds_json_get_string (&self->json, object, "scheduler");
  drive->write_cache = ds_json_get_string (&self->json, object, "write_cache");
  drive->drive_write_cache = ds_json_get_string (&self->json, object, "drive_write_cache");
  drive->capacity = ds_json_get_count (&self->json, object, "capacity", 0, G_MAXINT64);
  drive->logical_block_size =
      (guint) ds_json_get_count (&self->json, object, "logical_block_size", 0, G_MAXUINT32);
}

static void
read_cell_element (DsReportReader *self, JsonObject *object)
{
  DsCell *cell = ds_report_reader_read_cell (self, object);
  gint index = cell != NULL ? (gint) self->report->cells->len : -1;

  g_array_append_val (self->indices, index);
  if (cell != NULL)
    g_ptr_array_add (self->report->cells, cell);
}

static void
read_list (DsReportReader *self,
           JsonObject *parent,
           const char *key,
           void (*read) (DsReportReader *self, JsonObject *object))
{
  JsonArray *array = ds_json_get_array (&self->json, parent, key);
  gsize length = ds_json_context_enter (&self->json, key, -1);

  for (guint i = 0; array != NULL && i < json_array_get_length (array) && self->json.error == NULL; i++) {
    JsonObject *object = ds_json_array_get_object (&self->json, array, i);
    gsize inner;

    if (object == NULL)
      break;
    inner = ds_json_context_enter (&self->json, NULL, (gint) i);
    read (self, object);
    ds_json_context_leave (&self->json, inner);
  }
  ds_json_context_leave (&self->json, length);
}

static void
read_target (DsReportReader *self, JsonObject *root)
{
  JsonObject *object = ds_json_get_object (&self->json, root, "target");
  DsTarget *target = &self->report->target;
  gsize length;

  if (object == NULL)
    return;
  length = ds_json_context_enter (&self->json, "target", -1);
  target->path = ds_json_get_string (&self->json, object, "path");
  target->mount_point = ds_json_get_string (&self->json, object, "mount_point");
  target->fs_type = ds_json_get_string (&self->json, object, "file_system");
  target->fs_options = ds_json_get_string (&self->json, object, "file_system_options");
  target->stack = ds_json_get_string (&self->json, object, "stack");
  target->encrypted = ds_json_get_boolean (&self->json, object, "encrypted", FALSE);
  target->size = ds_json_get_count (&self->json, object, "capacity", 0, G_MAXINT64);
  target->free = ds_json_get_count (&self->json, object, "free", 0, G_MAXINT64);
  target->test_size = ds_json_get_count (&self->json, object, "test_size", 0, G_MAXINT64);
  read_list (self, object, "drives", read_drive);
  ds_json_context_leave (&self->json, length);
}

static void
read_system (DsReportReader *self, JsonObject *root)
{
  JsonObject *object = ds_json_get_object (&self->json, root, "system");
  DsReportSystem *system = &self->report->system;
  gsize length;

  /* Which program wrote a result is for the result to say. */
  g_clear_pointer (&system->program, g_free);
  if (object == NULL)
    return;
  length = ds_json_context_enter (&self->json, "system", -1);
  system->program = ds_json_get_string (&self->json, object, "program");
  system->cpu = ds_json_get_string (&self->json, object, "cpu");
  system->cpus = (guint) ds_json_get_count (&self->json, object, "cpus", 0, G_MAXUINT32);
  system->memory = ds_json_get_count (&self->json, object, "memory", 0, G_MAXINT64);
  system->kernel = ds_json_get_string (&self->json, object, "kernel");
  system->distribution = ds_json_get_string (&self->json, object, "distribution");
  system->architecture = ds_json_get_string (&self->json, object, "architecture");
  system->governor = ds_json_get_string (&self->json, object, "governor");
  system->on_battery = ds_json_get_boolean (&self->json, object, "on_battery", FALSE);
  ds_json_context_leave (&self->json, length);
}

static void
read_options (DsReportReader *self, JsonObject *root)
{
  JsonObject *object = ds_json_get_object (&self->json, root, "options");
  g_autoptr (GList) ids = object != NULL ? json_object_get_members (object) : NULL;
  gsize length = ds_json_context_enter (&self->json, "options", -1);

  for (const GList *l = ids; l != NULL; l = l->next) {
    char *value = ds_json_get_string (&self->json, object, l->data);

    if (value != NULL)
      g_hash_table_insert (self->report->options, g_strdup (l->data), value);
  }
  ds_json_context_leave (&self->json, length);
}

static void
read_tags (DsReportReader *self, JsonObject *root)
{
  JsonArray *array = ds_json_get_array (&self->json, root, "tags");
  g_autoptr (GStrvBuilder) tags = g_strv_builder_new ();
  gsize length = ds_json_context_enter (&self->json, "tags", -1);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);

    if (json_node_get_value_type (node) == G_TYPE_STRING) {
      g_strv_builder_add (tags, json_node_get_string (node));
    } else {
      gsize inner = ds_json_context_enter (&self->json, NULL, (gint) i);

      ds_json_context_fail (&self->json, NULL, _ ("A text is expected here."));
      ds_json_context_leave (&self->json, inner);
    }
  }
  ds_json_context_leave (&self->json, length);
  if (array != NULL)
    self->report->tags = g_strv_builder_end (tags);
}

static void
read_root (DsReportReader *self, JsonObject *root)
{
  DsReport *report = self->report;
  g_autofree char *state_id = ds_json_get_string (&self->json, root, "state");

  ds_json_take_string (&self->json, root, "suite", &report->suite);
  ds_json_take_string (&self->json, root, "view", &report->view);
  ds_json_take_string (&self->json, root, "comment", &report->comment);
  report->title = ds_json_get_string (&self->json, root, "title");
  report->started = ds_json_get_string (&self->json, root, "started");
  report->seconds = ds_json_get_number (&self->json, root, "seconds");
  report->error = ds_json_get_string (&self->json, root, "error");
  report->seed = ds_json_get_count (&self->json, root, "seed", 0, G_MAXUINT64);
  report->engine = ds_json_get_string (&self->json, root, "engine");
  report->engine_reason = ds_json_get_string (&self->json, root, "engine_reason");
  report->bytes_written = ds_json_get_count (&self->json, root, "bytes_written", 0, G_MAXINT64);
  report->bytes_read = ds_json_get_count (&self->json, root, "bytes_read", 0, G_MAXINT64);
  report->state = DS_STATE_FINISHED;
  if (state_id != NULL && !ds_state_from_id (state_id, &report->state) && !self->newer)
    ds_report_reader_fail_unknown (self, "state");
  report->state = ds_report_get_stored_state (report);
  read_tags (self, root);
  read_options (self, root);
  read_target (self, root);
  read_system (self, root);
  read_list (self, root, "cells", read_cell_element);
  read_list (self, root, "series", read_series);
  read_list (self, root, "findings", read_finding);
}

static gboolean
check_schema (JsonObject *root, gboolean *newer, gboolean *future, GError **error)
{
  JsonNode *node = json_object_get_member (root, "schema");
  const char *schema =
      node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : "";
  guint64 major = 0;
  char *rest = NULL;

  if (g_str_has_prefix (schema, SCHEMA_NAME))
    major = g_ascii_strtoull (schema + strlen (SCHEMA_NAME), &rest, 10);
  if (rest == NULL || major < SCHEMA_MAJOR || (*rest != '\0' && *rest != '.')) {
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
                 _ ("This is not a result file: its schema is not %s."), DS_REPORT_SCHEMA);
    return FALSE;
  }
  *future = major > SCHEMA_MAJOR;
  *newer = *future || (*rest == '.' && !g_str_equal (rest, ".0"));
  return TRUE;
}

static void
set_newer_error (JsonObject *root, GError **error)
{
  g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_NEWER,
               _ ("This result was saved by a newer version of the program (%s). Update Drivescope to open it."),
               json_object_get_string_member (root, "schema"));
}

/* What a newer version meant by its members is a guess where the major number differs: whoever looks is told. */
static void
add_newer_finding (DsReport *report, JsonObject *root)
{
  g_autofree char *text = g_strdup_printf (_ ("This result was saved by a newer version of the program (%s): only "
                                              "what this version understands is shown."),
                                           json_object_get_string_member (root, "schema"));

  ds_report_add_finding (report, "newer-schema", DS_SEVERITY_WARNING, text,
                         _ ("Update Drivescope to see all of it."));
}

/* Where the value stands, or what it is missing from; the whole result stands in line 1 at least. */
static guint
find_line (const char *text, gsize length, const char *path)
{
  g_autofree char *place = g_strdup (path);
  guint line;

  while ((line = ds_json_find_line (text, length, place)) == 0 && *place != '\0') {
    gsize end = strlen (place);

    while (end > 0 && place[end] != '.' && place[end] != '[')
      end--;
    place[end] = '\0';
  }
  return line;
}

void
ds_report_reader_set_error (const DsJsonContext *json, const char *text, gsize length, GError **error)
{
  g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
               /* Translators: a line number, the name of a value in the file, a sentence. */
               _ ("This result file is damaged. Line %u, %s: %s"), find_line (text, length, json->error_path),
               json->error_path, json->error);
}

DsReport *
ds_report_from_json (const char *text, gssize length, GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) parse_error = NULL;
  DsReportReader self = { 0 };
  JsonObject *root;
  gboolean future = FALSE;
  gsize size = length < 0 ? strlen (text) : (gsize) length;

  /* Some editors put a byte order mark before UTF-8. */
  if (size >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    size -= 3;
  }
  if (!ds_json_guard (text, size, error))
    return NULL;
  parser = json_parser_new_immutable ();
  if (!json_parser_load_from_data (parser, text, (gssize) size, &parse_error)) {
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
                 _ ("This is not a result file, or it is damaged. %s"), parse_error->message);
    return NULL;
  }
  if (!JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser))) {
    g_set_error_literal (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED, _ ("This is not a result file."));
    return NULL;
  }
  root = json_node_get_object (json_parser_get_root (parser));
  if (!check_schema (root, &self.newer, &future, error))
    return NULL;

  report = ds_report_new ("");
  self.report = report;
  self.indices = g_array_new (FALSE, FALSE, sizeof (gint));
  ds_json_context_init (&self.json);
  read_root (&self, root);
  g_array_unref (self.indices);
  if (future && (self.json.error != NULL || report->cells->len == 0)) {
    set_newer_error (root, error);
    ds_json_context_clear (&self.json);
    return NULL;
  }
  if (self.json.error != NULL) {
    ds_report_reader_set_error (&self.json, text, size, error);
    ds_json_context_clear (&self.json);
    return NULL;
  }
  ds_json_context_clear (&self.json);
  if (future)
    add_newer_finding (report, root);
  return g_steal_pointer (&report);
}
