/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-history.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "ds-history-index.h"
#include "ds-json-splice.h"
#include "ds-sample-report.h"

typedef struct {
  char *folder;
  DsHistory *history;
} Fixture;

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR))
      remove_tree (child);
    else
      g_unlink (child);
  }
  g_rmdir (path);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *inside = NULL;

  self->folder = g_dir_make_tmp ("ds-history-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  /* The folder itself is made when it is needed. */
  inside = g_build_filename (self->folder, "a", "results", NULL);
  self->history = ds_history_new (inside);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_tree (self->folder);
  g_free (self->folder);
  g_object_unref (self->history);
}

static char *
add (Fixture *self, const char *kind, const char *started)
{
  g_autoptr (DsReport) report = ds_sample_report (kind);
  g_autoptr (GError) error = NULL;
  char *id;

  if (started != NULL) {
    g_free (report->started);
    report->started = g_strdup (started);
  }
  id = ds_history_add (self->history, report, &error);
  g_assert_no_error (error);
  g_assert_nonnull (id);
  return id;
}

static GPtrArray *
list (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries = ds_history_list (self->history, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (entries);
  return entries;
}

static DsHistoryEntry *
get (GPtrArray *entries, guint index)
{
  g_assert_cmpuint (index, <, entries->len);
  return g_ptr_array_index (entries, index);
}

static void
write_file (Fixture *self, const char *id, const char *text)
{
  g_autofree char *path = ds_history_dup_path (self->history, id);

  g_mkdir_with_parents (ds_history_get_folder (self->history), 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
read_file (Fixture *self, const char *id)
{
  g_autofree char *path = ds_history_dup_path (self->history, id);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_empty (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = list (self);

  g_assert_cmpuint (entries->len, ==, 0);
  g_assert_false (g_file_test (ds_history_get_folder (self->history), G_FILE_TEST_EXISTS));
}

static void
test_add (Fixture *self, gconstpointer data)
{
  g_autofree char *old = add (self, "nvme-default", "2025-03-01T10:00:00+01:00");
  g_autofree char *new = add (self, "failed", "2026-03-01T10:00:00+01:00");
  g_autoptr (GPtrArray) entries = list (self);
  g_autoptr (DsReport) report = ds_history_load (self->history, old, NULL);
  g_autoptr (DsReport) sample = ds_sample_report ("nvme-default");
  const DsCell *best = ds_report_find_cell (sample, "SEQ1M Q8T1", DS_OP_READ);
  struct stat info;

  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpstr (get (entries, 0)->id, ==, new);
  g_assert_cmpint (get (entries, 0)->state, ==, DS_STATE_FAILED);
  g_assert_cmpstr (get (entries, 1)->id, ==, old);
  g_assert_cmpstr (get (entries, 1)->suite, ==, "tiles");
  g_assert_cmpint (get (entries, 1)->time, ==, 1740819600);
  g_assert_cmpfloat (get (entries, 1)->read_mb_s, ==, ds_cell_get_mb_s (best));
  g_assert_null (get (entries, 1)->problem);
  g_assert_nonnull (report);
  g_assert_cmpuint (report->cells->len, ==, sample->cells->len);
  /* The person's own copy keeps what exports leave out, and nobody else may read it. */
  g_assert_cmpstr (((DsTargetDrive *) report->target.drives->pdata[0])->serial, ==,
                   ((DsTargetDrive *) sample->target.drives->pdata[0])->serial);
  g_assert_cmpint (g_stat (ds_history_get_folder (self->history), &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
}

static void
test_index (Fixture *self, gconstpointer data)
{
  g_autofree char *index = g_build_filename (ds_history_get_folder (self->history), DS_HISTORY_INDEX, NULL);
  g_autofree char *first = add (self, "nvme-default", NULL);
  g_autofree char *second = add (self, "with-mix", NULL);
  g_autoptr (GPtrArray) entries = list (self);
  g_autofree char *good = NULL;
  gsize length;
  struct stat before, after;

  /* What is believed is not written again. */
  g_assert_cmpint (g_stat (index, &before), ==, 0);
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (self);
  g_assert_cmpint (g_stat (index, &after), ==, 0);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
  g_assert_true (g_file_get_contents (index, &good, &length, NULL));

  /* Every damaged byte is found out, and what it said is read anew. */
  for (gsize at = 0; at < length; at += 1 + length / 64) {
    g_autofree char *bad = g_memdup2 (good, length);

    bad[at] ^= 0x41;
    g_assert_true (g_file_set_contents (index, bad, (gssize) length, NULL));
    g_clear_pointer (&entries, g_ptr_array_unref);
    entries = list (self);
    g_assert_cmpuint (entries->len, ==, 2);
    g_assert_cmpstr (get (entries, 0)->suite, ==, "tiles");
  }
  for (gsize cut = 0; cut < length; cut += 1 + length / 16) {
    g_assert_true (g_file_set_contents (index, good, (gssize) cut, NULL));
    g_clear_pointer (&entries, g_ptr_array_unref);
    entries = list (self);
    g_assert_cmpuint (entries->len, ==, 2);
  }

  /* A file that came, one that changed and one that went */
  write_file (self, "foreign", "{}");
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (self);
  g_assert_cmpuint (entries->len, ==, 3);
  write_file (self, first, "broken");
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (self);
  for (guint i = 0; i < entries->len; i++)
    g_assert_cmpint (get (entries, i)->problem != NULL, ==, !g_str_equal (get (entries, i)->id, second));
  g_unlink (index);
  g_assert_true (ds_history_delete (self->history, (const char *[]){ first, "foreign", NULL }, NULL));
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (self);
  g_assert_cmpuint (entries->len, ==, 1);
}

static void
test_damaged (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = { "", "{", "[]", "\xff\xfe",
                                       "{\"schema\": \"drivescope-result/1\", \"cells\": 3}" };
  const DsHistoryNotes notes = { .title = "x" };
  g_autoptr (GPtrArray) entries = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *id = g_strdup_printf ("damaged-%u", i);

    write_file (self, id, texts[i]);
  }
  entries = list (self);
  g_assert_cmpuint (entries->len, ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *id = g_strdup_printf ("damaged-%u", i);
    g_autoptr (GError) error = NULL;
    g_autofree char *text = NULL;

    g_assert_nonnull (get (entries, i)->problem);
    g_assert_null (ds_history_load (self->history, id, NULL));
    g_assert_false (ds_history_annotate (self->history, id, &notes, &error));
    g_assert_nonnull (error);
    text = read_file (self, id);
    g_assert_cmpstr (text, ==, texts[i]);
  }
}

static void
test_newer (Fixture *self, gconstpointer data)
{
  static const char text[] =
      "{\"schema\": \"drivescope-result/3\", \"suite\": \"tiles\", \"holograms\": [1.50, {\"a\": \"}\"}],\n"
      " \"cells\": [{\"label\": \"RND4K Q1T1\", \"op\": \"read\", \"seconds\": 2, \"bytes\": 8000000, "
      "\"ios\": 4}], \"comment\": \"old\"}";
  const DsHistoryNotes notes = { .title = "Mine \"x\"",
                                 .comment = "new",
                                 .tags = (const char *[]){ "a", "b c", NULL } };
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *after = NULL;

  write_file (self, "newer", text);
  entries = list (self);
  g_assert_null (get (entries, 0)->problem);
  g_assert_true (get (entries, 0)->newer);
  g_assert_cmpfloat (get (entries, 0)->read_mb_s, ==, 4);
  g_assert_true (ds_history_annotate (self->history, "newer", &notes, &error));
  g_assert_no_error (error);
  after = read_file (self, "newer");
  /* What this version does not know is still there, byte by byte. */
  g_assert_nonnull (strstr (after, "\"holograms\": [1.50, {\"a\": \"}\"}]"));
  g_assert_nonnull (strstr (after, "\"schema\": \"drivescope-result/3\""));
  g_assert_null (strstr (after, "\"old\""));
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (self);
  g_assert_cmpstr (get (entries, 0)->title, ==, "Mine \"x\"");
  g_assert_cmpstr (get (entries, 0)->comment, ==, "new");
  g_assert_cmpstr (get (entries, 0)->tags[1], ==, "b c");
}

static void
test_annotate (Fixture *self, gconstpointer data)
{
  g_autofree char *id = add (self, "with-mix", NULL);
  g_autofree char *before = read_file (self, id);
  g_autofree char *after = NULL;
  g_autoptr (DsReport) report = NULL;
  g_autofree char *again = NULL;
  DsHistoryNotes notes = { .title = "Desk\nPC", .tags = (const char *[]){ "ổ cứng", NULL } };

  g_assert_true (ds_history_annotate (self->history, id, &notes, NULL));
  report = ds_history_load (self->history, id, NULL);
  g_assert_cmpstr (report->title, ==, "Desk\nPC");
  g_assert_cmpstr (report->tags[0], ==, "ổ cứng");
  /* The same file as the program would have written itself, but for the order of its members */
  again = ds_report_to_json (report, DS_EXPORT_SERIALS);
  after = read_file (self, id);
  g_assert_cmpuint (strlen (again), ==, strlen (after));

  /* Taken back, it is what it was. */
  notes = (DsHistoryNotes){ .title = "", .tags = (const char *[]){ NULL } };
  g_assert_true (ds_history_annotate (self->history, id, &notes, NULL));
  g_free (after);
  after = read_file (self, id);
  g_assert_cmpstr (before, ==, after);
}

static void
test_delete (Fixture *self, gconstpointer data)
{
  g_autofree char *a = add (self, "nvme-default", NULL);
  g_autofree char *b = add (self, "nvme-default", NULL);
  const char *both[] = { a, b, NULL };
  g_autofree char *before = read_file (self, a);
  g_autofree char *after = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ds_history_delete (self->history, both, &error));
  entries = list (self);
  g_assert_cmpuint (entries->len, ==, 0);
  g_assert_false (ds_history_delete (self->history, both, &error));
  g_assert_error (error, DS_HISTORY_ERROR, DS_HISTORY_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_true (ds_history_restore (self->history, both, &error));
  after = read_file (self, a);
  g_assert_cmpstr (before, ==, after);

  /* One that is missing keeps no other from going. */
  g_assert_false (ds_history_delete (self->history, (const char *[]){ "missing", b, NULL }, &error));
  g_clear_error (&error);
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (self);
  g_assert_cmpuint (entries->len, ==, 1);
  /* Never over a result that has come meanwhile */
  write_file (self, b, "another");
  g_assert_false (ds_history_restore (self->history, (const char *[]){ b, NULL }, NULL));
  g_free (after);
  after = read_file (self, b);
  g_assert_cmpstr (after, ==, "another");

  for (guint i = 0; i < 3; i++) {
    static const char *const bad[] = { "../a", "", ".index" };

    g_assert_false (ds_history_delete (self->history, (const char *[]){ bad[i], NULL }, NULL));
    g_assert_null (ds_history_load (self->history, bad[i], NULL));
  }
}

static gboolean
wait_for (gboolean (*done) (gpointer data), gpointer data)
{
  for (gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC; g_get_monotonic_time () < end;) {
    if (done (data))
      return TRUE;
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
  return FALSE;
}

static gboolean
trash_is_empty_cb (gpointer trash)
{
  g_autoptr (GDir) dir = g_dir_open (trash, 0, NULL);

  return dir != NULL && g_dir_read_name (dir) == NULL;
}

static void
test_empty_trash (Fixture *self, gconstpointer data)
{
  g_autofree char *trash = g_build_filename (ds_history_get_folder (self->history), ".trash", NULL);
  g_autofree char *gone = add (self, "nvme-default", NULL);
  g_autofree char *kept = add (self, "nvme-default", NULL);
  g_autoptr (GPtrArray) entries = NULL;

  g_assert_true (ds_history_delete (self->history, (const char *[]){ gone, NULL }, NULL));
  g_assert_false (trash_is_empty_cb (trash));
  ds_history_empty_trash (self->history);
  g_assert_true (wait_for (trash_is_empty_cb, trash));
  entries = list (self);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpstr (get (entries, 0)->id, ==, kept);
}

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
has_result_cb (gpointer user_data)
{
  return *(GAsyncResult **) user_data != NULL;
}

static void
count_cb (DsHistory *history, guint *count)
{
  (*count)++;
}

static void
test_async (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (DsReport) sample = ds_sample_report ("transfer-sizes");
  g_autoptr (DsReport) imported = ds_sample_report ("transfer-sizes");
  g_autoptr (DsReport) newest = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  g_autofree char *other = NULL;
  guint changes = 0;

  g_signal_connect (self->history, "changed", G_CALLBACK (count_cb), &changes);
  ds_history_add_async (self->history, sample, keep_result_cb, &result);
  g_assert_true (wait_for (has_result_cb, &result));
  id = ds_history_add_finish (self->history, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (changes, ==, 1);

  /* What came from elsewhere, and what is damaged, is never a page's last result. */
  ds_report_set_option (imported, DS_REPORT_IMPORTED, "CrystalDiskMark 6.0.2");
  g_free (imported->started);
  imported->started = g_strdup ("2030-01-01T00:00:00Z");
  other = ds_history_add (self->history, imported, NULL);
  write_file (self, "20310101-000000-transfer-sizes-0", "{");
  g_clear_object (&result);
  ds_history_load_newest_async (self->history, "transfer-sizes", NULL, keep_result_cb, &result);
  g_assert_true (wait_for (has_result_cb, &result));
  newest = ds_history_load_newest_finish (self->history, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (newest->started, ==, sample->started);

  g_clear_object (&result);
  ds_history_load_newest_async (self->history, "tiles", NULL, keep_result_cb, &result);
  g_assert_true (wait_for (has_result_cb, &result));
  g_assert_null (ds_history_load_newest_finish (self->history, result, &error));
  g_assert_no_error (error);
}

static void
test_filter (Fixture *self, gconstpointer data)
{
  g_autofree char *a = add (self, "nvme-default", "2025-05-05T12:00:00Z");
  g_autofree char *b = add (self, "queue-depth", "2026-05-05T12:00:00Z");
  const DsHistoryNotes notes = { .title = "Máy Tính Bàn", .comment = "after the firmware update" };
  g_autoptr (GPtrArray) entries = NULL;
  DsHistoryEntry *tiles;
  DsHistoryEntry *depth;

  g_assert_true (ds_history_annotate (self->history, a, &notes, NULL));
  entries = list (self);
  depth = get (entries, 0);
  tiles = get (entries, 1);
  g_assert_cmpstr (depth->id, ==, b);
#define MATCHES(entry, ...) ds_history_entry_matches (entry, &(DsHistoryFilter){ __VA_ARGS__ })
  g_assert_true (MATCHES (tiles, .text = ""));
  g_assert_true (MATCHES (tiles, .text = "FIRMWARE máy"));
  g_assert_false (MATCHES (tiles, .text = "firmware upgrade"));
  g_assert_false (MATCHES (depth, .text = "firmware"));
  g_assert_true (MATCHES (depth, .suite = "queue-depth"));
  g_assert_false (MATCHES (tiles, .suite = "queue-depth"));
  g_assert_true (MATCHES (tiles, .drive = tiles->drive));
  g_assert_false (MATCHES (tiles, .drive = "another"));
  g_assert_true (MATCHES (tiles, .from = tiles->time, .to = tiles->time + 1));
  g_assert_false (MATCHES (tiles, .to = tiles->time));
  g_assert_false (MATCHES (tiles, .from = tiles->time + 1));
#undef MATCHES
}

static void
test_splice (void)
{
  static const struct {
    const char *text, *value, *after, *expected;
  } cases[] = {
    { "{}", "1", NULL, "{\n  \"k\": 1\n}\n" },
    { "{}", NULL, NULL, "{\n\n}\n" },
    { " { \"k\" : [1,{\"k\":2}] , \"b\":\"\\\"}\"} ", "0", NULL, "{\n  \"b\":\"\\\"}\",\n  \"k\": 0\n}\n" },
    { "{\"a\":1,\"b\":{\"k\":3},\"c\":null}", "0", "a",
      "{\n  \"a\":1,\n  \"k\": 0,\n  \"b\":{\"k\":3},\n  \"c\":null\n}\n" },
    { "{\"k\":true}", NULL, "a", "{\n\n}\n" },
    { "{\"kk\":true,\"k\":-1e5}", "[]", "k", "{\n  \"kk\":true,\n  \"k\": []\n}\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *keys[] = { "k", NULL };
    const char *values[] = { cases[i].value, NULL };
    g_autofree char *result = ds_json_splice (cases[i].text, strlen (cases[i].text), keys, values, cases[i].after);

    g_assert_cmpstr (result, ==, cases[i].expected);
  }
}

#define ADD(path, test) g_test_add ("/history/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("empty", test_empty);
  ADD ("add", test_add);
  ADD ("index", test_index);
  ADD ("damaged", test_damaged);
  ADD ("newer", test_newer);
  ADD ("annotate", test_annotate);
  ADD ("delete", test_delete);
  ADD ("empty-trash", test_empty_trash);
  ADD ("async", test_async);
  ADD ("filter", test_filter);
  g_test_add_func ("/history/splice", test_splice);
  return g_test_run ();
}
