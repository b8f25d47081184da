/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-history.h"

#include "ds-sample-health.h"

#include <glib/gstdio.h>

#include <math.h>
#include <string.h>

typedef struct {
  char *folder;
  DsHealth *health;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *root = g_dir_make_tmp ("ds-health-XXXXXX", NULL);

  self->folder = g_build_filename (root, "health", NULL);
  self->health = ds_sample_health_new (DS_SAMPLE_HEALTH_GOOD);
  self->path = ds_health_history_dup_path (self->folder, self->health->drive);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *root = g_path_get_dirname (self->folder);

  g_unlink (self->path);
  g_rmdir (self->folder);
  g_rmdir (root);
  g_free (self->folder);
  g_free (self->path);
  ds_health_unref (self->health);
}

static void
add (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ds_health_history_add (self->folder, self->health, NULL, &error));
  g_assert_no_error (error);
}

static void
test_kept (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) none = ds_health_history_load (self->folder, self->health->drive);
  g_autoptr (GArray) readings = NULL;
  g_autofree char *text = NULL;
  const DsHealthReading *last;

  g_assert_cmpuint (none->len, ==, 0);
  add (self);
  self->health->time += 60;
  self->health->temperature = DS_TEMPERATURE_UNKNOWN;
  self->health->life_left = 96;
  add (self);
  readings = ds_health_history_load (self->folder, self->health->drive);
  g_assert_cmpuint (readings->len, ==, 2);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 0).temperature, ==, 41);
  last = &g_array_index (readings, DsHealthReading, 1);
  g_assert_cmpint (last->time, ==, self->health->time);
  g_assert_cmpint (last->temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (last->life_left, ==, 96);
  g_assert_cmpint (last->grade, ==, DS_VERDICT_GOOD);
  g_assert_cmpfloat (last->bytes_written, ==, 15827110.0 * 512000);
  g_assert_cmpfloat (last->hours, ==, 4321);
  /* Neither the name of the file nor its content tells whose drive it is. */
  g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
  g_assert_null (strstr (text, self->health->drive->serial));
  g_assert_null (strstr (self->path, self->health->drive->serial));
}

static void
test_drives_apart (Fixture *self, gconstpointer data)
{
  g_autoptr (DsDrive) other = ds_drive_copy (self->health->drive);
  g_autofree char *moved = NULL;
  g_autofree char *twin = NULL;

  /* Another name of the same drive changes nothing. */
  g_free (other->name);
  other->name = g_strdup ("nvme9n1");
  moved = ds_health_history_dup_path (self->folder, other);
  g_assert_cmpstr (moved, ==, self->path);
  g_free (other->serial);
  other->serial = g_strdup ("S7KHNJ0W123457");
  twin = ds_health_history_dup_path (self->folder, other);
  g_assert_cmpstr (twin, !=, self->path);
}

static void
test_damaged (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) readings = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_mkdir_with_parents (self->folder, 0700);
  g_string_append (text, "{\"time\": 1000, \"verdict\": \"good\", \"temperature\": 40}\n");
  g_string_append (text, "no JSON\n\n[1, 2]\n{}\n{\"time\": \"soon\"}\n{\"time\": -5}\n{\"time\": 1e300}\n");
  g_string_append (text, "{\"time\": {\"time\": 5}}\n");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, '[');
  g_string_append (text, "\n{\"time\": 2000, \"verdict\": 7, \"temperature\": \"hot\", \"life_left\": 300}\n");
  /* Its end was never written. */
  g_string_append (text, "{\"time\": 3000, \"verdict\": \"go");
  g_assert_true (g_file_set_contents (self->path, text->str, -1, NULL));
  readings = ds_health_history_load (self->folder, self->health->drive);
  g_assert_cmpuint (readings->len, ==, 2);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 0).temperature, ==, 40);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 1).time, ==, 2000);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 1).grade, ==, DS_VERDICT_UNKNOWN);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 1).temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 1).life_left, ==, DS_PERCENT_UNKNOWN);
  g_assert_true (isnan (g_array_index (readings, DsHealthReading, 1).hours));
  /* The next reading is whole all the same. */
  add (self);
  g_clear_pointer (&readings, g_array_unref);
  readings = ds_health_history_load (self->folder, self->health->drive);
  g_assert_cmpuint (readings->len, ==, 3);
}

static void
test_bounded (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) readings = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_mkdir_with_parents (self->folder, 0700);
  for (guint i = 1; i <= DS_HEALTH_HISTORY_MOST + 10; i++)
    g_string_append_printf (text, "{\"time\": %u, \"verdict\": \"good\"}\n", i);
  g_assert_true (g_file_set_contents (self->path, text->str, -1, NULL));
  add (self);
  readings = ds_health_history_load (self->folder, self->health->drive);
  g_assert_cmpuint (readings->len, ==, DS_HEALTH_HISTORY_MOST);
  g_assert_cmpint (g_array_index (readings, DsHealthReading, 0).time, ==, 12);
}

static void
test_before (Fixture *self, gconstpointer data)
{
  DsVerdictGrade before = DS_VERDICT_FAILING;

  g_assert_true (ds_health_history_add (self->folder, self->health, &before, NULL));
  g_assert_cmpint (before, ==, DS_VERDICT_UNKNOWN);
  /* A time without an answer does not hide what was known. */
  self->health->verdict->grade = DS_VERDICT_UNKNOWN;
  g_assert_true (ds_health_history_add (self->folder, self->health, &before, NULL));
  g_assert_cmpint (before, ==, DS_VERDICT_GOOD);
  self->health->verdict->grade = DS_VERDICT_WATCH;
  g_assert_true (ds_health_history_add (self->folder, self->health, &before, NULL));
  g_assert_cmpint (before, ==, DS_VERDICT_GOOD);
}

static void
test_no_folder (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ds_health_history_add ("/dev/null/health", self->health, NULL, &error));
  g_assert_nonnull (error);
}

static void
updated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
update (DsHealth *health, guint count)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GArray) readings = NULL;
  g_autoptr (GError) error = NULL;
  gboolean worse;

  ds_health_history_update_async (health, NULL, updated_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  readings = ds_health_history_update_finish (result, &worse, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (readings->len, ==, count);
  return worse;
}

static void
test_worse (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) silent = ds_sample_health_new (DS_SAMPLE_HEALTH_VIRTUAL);
  g_autofree char *folder = ds_health_history_dup_folder ();
  g_autofree char *path = ds_health_history_dup_path (folder, self->health->drive);

  g_assert_false (update (self->health, 1));
  g_assert_false (update (self->health, 2));
  self->health->verdict->grade = DS_VERDICT_WATCH;
  g_assert_true (update (self->health, 3));
  /* Once */
  g_assert_false (update (self->health, 4));
  self->health->verdict->grade = DS_VERDICT_GOOD;
  g_assert_false (update (self->health, 5));
  /* What nobody said is not kept. */
  g_assert_false (update (silent, 0));
  g_unlink (path);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = g_dir_make_tmp ("ds-data-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (data, "drivescope", NULL);
  g_autofree char *folder = g_build_filename (program, "health", NULL);
  int status;

  /* GLib looks once, and its own way to keep a test apart leaks. */
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/health-history/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("kept", test_kept);
  ADD ("drives-apart", test_drives_apart);
  ADD ("damaged", test_damaged);
  ADD ("bounded", test_bounded);
  ADD ("before", test_before);
  ADD ("no-folder", test_no_folder);
  ADD ("worse", test_worse);
  status = g_test_run ();
  g_rmdir (folder);
  g_rmdir (program);
  g_rmdir (data);
  return status;
}
