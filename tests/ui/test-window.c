/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "ds-history.h"
#include "ds-row-editor.h"
#include "ds-sample-report.h"
#include "ds-settings.h"
#include "ds-target-row.h"
#include "ds-tile-button.h"
#include "ds-tile-board.h"
#include "ds-ui-test.h"

/* The window is driven as a person does it, and real I/O happens in a folder of the test's own. */

typedef struct {
  DsApplication *application;
  DsWindow *window;
  DsSuitePage *page;
} Fixture;

static gboolean
has_place_cb (gpointer window)
{
  return ds_target_chooser_get_place (ds_window_get_target_chooser (window)) != NULL;
}

static gboolean
idle_cb (gpointer page)
{
  return !ds_suite_page_get_running (page);
}

static void
set_up (Fixture *self, gconstpointer engine)
{
  if (g_strcmp0 (engine, "sync-buffered") == 0) {
    ds_ui_test_option ("engine", "sync");
    ds_ui_test_option ("direct", "off");
  } else {
    ds_ui_test_option ("engine", engine != NULL ? engine : "null");
  }
  ds_ui_test_option ("size", "16MiB");
  ds_ui_test_option ("seconds", "0.1");
  ds_ui_test_option ("pause", "0");
  ds_ui_test_option ("runs", "1");
  g_settings_set_string (ds_settings_get (), "target", ds_ui_test_get_folder ());
  self->application = ds_ui_test_new_application ();
  self->window = ds_ui_test_new_window (self->application, 1080, 740);
  self->page = ds_window_get_page (self->window);
  ds_ui_test_wait (has_place_cb, self->window, 20);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->window != NULL)
    ds_ui_test_close (self->application);
  g_clear_object (&self->application);
  ds_ui_test_no_options ();
  g_settings_reset (ds_settings_get (), "target");
  g_settings_reset (ds_settings_get (), "recent-folders");
  ds_ui_test_forget_history ();
}

static void
act (Fixture *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL);
}

static gboolean
is_enabled (Fixture *self, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), action);
}

static guint
count_done (DsReport *report)
{
  guint done = 0;

  for (guint i = 0; report != NULL && i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    done += cell->state == DS_CELL_DONE && cell->shown >= 0;
  }
  return done;
}

/* The sentence in the error bar, or NULL where none is shown */
static const char *
get_error (Fixture *self)
{
  GtkWidget *bar = ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_INFO_BAR, NULL);

  if (!gtk_info_bar_get_revealed (GTK_INFO_BAR (bar)))
    return NULL;
  return gtk_label_get_text (GTK_LABEL (ds_ui_test_find (bar, GTK_TYPE_LABEL, NULL)));
}

static void
run_to_end (Fixture *self)
{
  act (self, "win.start");
  g_assert_true (ds_suite_page_get_running (self->page));
  ds_ui_test_wait (idle_cb, self->page, 60);
}

static void
test_run (Fixture *self, gconstpointer engine)
{
  DsReport *report;

  g_assert_true (is_enabled (self, "start"));
  g_assert_false (is_enabled (self, "stop"));
  g_assert_false (is_enabled (self, "save-png"));
  act (self, "win.start");
  g_assert_false (is_enabled (self, "start"));
  g_assert_true (is_enabled (self, "stop"));
  ds_ui_test_wait (idle_cb, self->page, 60);

  g_assert_cmpstr (get_error (self), ==, NULL);
  report = ds_suite_page_get_result (self->page);
  g_assert_nonnull (report);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_cmpuint (count_done (report), ==, 8);
  g_assert_true (is_enabled (self, "start"));
  g_assert_true (is_enabled (self, "save-png"));
  if (!g_str_equal (engine, "null"))
    g_assert_cmpuint (report->bytes_written, >=, 16 << 20);
}

static gboolean
first_done_cb (gpointer page)
{
  return ds_ui_test_find (page, GTK_TYPE_PROGRESS_BAR, NULL) != NULL &&
         gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (ds_ui_test_find (page, GTK_TYPE_PROGRESS_BAR, NULL))) >
             0.3;
}

static void
test_stop (Fixture *self, gconstpointer data)
{
  gint64 asked;
  DsReport *report;

  act (self, "win.start");
  ds_ui_test_wait (first_done_cb, self->page, 60);
  asked = g_get_monotonic_time ();
  act (self, "win.stop");
  ds_ui_test_wait (idle_cb, self->page, 20);
  g_assert_cmpint (g_get_monotonic_time () - asked, <, 2 * G_USEC_PER_SEC);
  report = ds_suite_page_get_result (self->page);
  g_assert_nonnull (report);
  g_assert_cmpint (report->state, ==, DS_STATE_STOPPED);
  g_assert_cmpuint (count_done (report), >, 0);
  g_assert_cmpuint (count_done (report), <, 8);
}

static void
test_row (Fixture *self, gconstpointer data)
{
  GtkWidget *button = ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_BUTTON, "Run RND4K Q1T1 alone");
  DsReport *report;
  DsCell *cell;

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (ds_suite_page_get_running (self->page));
  ds_ui_test_wait (idle_cb, self->page, 60);
  report = ds_suite_page_get_result (self->page);
  g_assert_nonnull (report);
  g_assert_cmpuint (count_done (report), ==, 2);
  cell = ds_report_find_cell (report, "RND4K Q1T1", DS_OP_WRITE);
  g_assert_nonnull (cell);
  g_assert_cmpint (cell->state, ==, DS_CELL_DONE);

  /* Another row joins the first. */
  button = ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_BUTTON, "Run RND4K Q32T1 alone");
  g_signal_emit_by_name (button, "clicked");
  ds_ui_test_wait (idle_cb, self->page, 60);
  g_assert_cmpuint (count_done (ds_suite_page_get_result (self->page)), ==, 4);

  /* While it runs, a row's button stops. */
  act (self, "win.start");
  button = ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_BUTTON, "RND4K Q1T1, stop the run");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  ds_ui_test_wait (idle_cb, self->page, 20);
}

static void
test_choose_folder (Fixture *self, gconstpointer data)
{
  DsTargetChooser *chooser = ds_window_get_target_chooser (self->window);
  g_autofree char *folder = g_build_filename (ds_ui_test_get_folder (), "a: \"thư mục\" thử", NULL);
  g_autofree char *stored = NULL;
  GtkWidget *list;
  GtkWidget *row;

  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  ds_settings_add_recent_folder (folder);
  ds_target_chooser_popup (chooser);
  ds_ui_test_settle ();
  list = ds_ui_test_find (GTK_WIDGET (chooser), GTK_TYPE_LIST_BOX, NULL);
  row = ds_ui_test_find (list, DS_TYPE_TARGET_ROW, "thư mục");
  g_assert_nonnull (row);
  g_signal_emit_by_name (list, "row-activated", row);
  g_assert_cmpstr (ds_target_chooser_get_path (chooser), ==, folder);
  ds_ui_test_wait (has_place_cb, self->window, 20);
  stored = g_settings_get_string (ds_settings_get (), "target");
  g_assert_cmpstr (stored, ==, folder);
  run_to_end (self);
  g_assert_cmpstr (get_error (self), ==, NULL);
  g_assert_cmpuint (count_done (ds_suite_page_get_result (self->page)), ==, 8);
  g_rmdir (folder);
}

static guint32
read_number (const char *at)
{
  guint32 number;

  memcpy (&number, at, sizeof number);
  return GUINT32_FROM_BE (number);
}

static gboolean
exists_cb (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
no_chooser_cb (gpointer user_data)
{
  return ds_ui_test_find_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG) == NULL;
}

static gboolean
chooser_cb (gpointer user_data)
{
  return !no_chooser_cb (user_data);
}

static void
test_save_picture (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (ds_ui_test_get_folder (), "saved.png", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog;
  gsize length;

  g_settings_set_string (ds_settings_get (), "save-folder", ds_ui_test_get_folder ());
  run_to_end (self);
  act (self, "win.save-png");
  ds_ui_test_wait (chooser_cb, NULL, 10);
  dialog = ds_ui_test_find_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG);
  /* It comes up in the folder of the settings. */
  ds_ui_test_settle ();
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "saved.png");
  ds_ui_test_settle ();
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  ds_ui_test_wait (exists_cb, path, 20);
  ds_ui_test_wait (no_chooser_cb, NULL, 10);

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpmem (text, 8, "\x89PNG\r\n\x1a\n", 8);
  /* Twice 1080 x 740 */
  g_assert_cmpuint (read_number (text + 16), ==, 2160);
  g_assert_cmpuint (read_number (text + 20), ==, 1480);
  ds_ui_test_settle ();
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->window), GTK_TYPE_LABEL, "Picture saved"));
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "Open folder"));
}

static void
text_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
is_set_cb (gpointer user_data)
{
  return *(char **) user_data != NULL;
}

static void
test_copy_text (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;

  run_to_end (self);
  act (self, "win.copy-text");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self->window)), NULL, text_cb, &text);
  ds_ui_test_wait (is_set_cb, &text, 10);
  g_assert_nonnull (strstr (text, "[Read]"));
  g_assert_nonnull (strstr (text, "RND    4KiB (Q= 32, T= 1):"));
}

static gboolean
gone_cb (gpointer application)
{
  return gtk_application_get_windows (application) == NULL;
}

static void
test_close_while_running (Fixture *self, gconstpointer data)
{
  GtkWidget *dialog;

  act (self, "win.start");
  ds_ui_test_wait (first_done_cb, self->page, 60);
  gtk_window_close (GTK_WINDOW (self->window));
  dialog = ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  ds_ui_test_answer ("no");
  ds_ui_test_settle ();
  g_assert_nonnull (gtk_application_get_windows (GTK_APPLICATION (self->application)));

  if (!ds_suite_page_get_running (self->page))
    act (self, "win.start");
  gtk_window_close (GTK_WINDOW (self->window));
  dialog = ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  ds_ui_test_answer ("yes");
  ds_ui_test_wait (gone_cb, self->application, 20);
  self->window = NULL;
}

static void
test_target_disappears (Fixture *self, gconstpointer data)
{
  DsTargetChooser *chooser = ds_window_get_target_chooser (self->window);
  g_autofree char *folder = g_build_filename (ds_ui_test_get_folder (), "pulled", NULL);

  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  ds_target_chooser_set_path (chooser, folder);
  ds_ui_test_wait (has_place_cb, self->window, 20);
  g_assert_cmpstr (get_error (self), ==, NULL);
  g_assert_cmpint (g_rmdir (folder), ==, 0);

  run_to_end (self);
  g_assert_nonnull (get_error (self));
  g_assert_nonnull (strstr (get_error (self), "pulled"));
  g_assert_true (is_enabled (self, "start"));

  /* It is back, and so is the page. */
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  ds_target_chooser_refresh (chooser);
  ds_ui_test_wait (has_place_cb, self->window, 20);
  run_to_end (self);
  g_assert_cmpstr (get_error (self), ==, NULL);
  g_rmdir (folder);
}

static gboolean
dialog_cb (gpointer user_data)
{
  return ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static gboolean
no_dialog_cb (gpointer user_data)
{
  return !dialog_cb (user_data);
}

/* A folder in memory: the one dialog, and both answers to it */
static void
test_question (Fixture *self, gconstpointer data)
{
  DsTargetChooser *chooser = ds_window_get_target_chooser (self->window);

  if (!g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR)) {
    g_test_skip ("there is no /dev/shm here");
    return;
  }
  ds_target_chooser_set_path (chooser, "/dev/shm");
  ds_ui_test_wait (has_place_cb, self->window, 20);
  if (!ds_target_chooser_get_place (chooser)->in_memory) {
    g_test_skip ("/dev/shm is not in memory here");
    return;
  }
  act (self, "win.start");
  ds_ui_test_wait (dialog_cb, NULL, 20);
  g_assert_nonnull (
      ds_ui_test_find (ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG), GTK_TYPE_LABEL, "memory"));
  ds_ui_test_answer ("no");
  ds_ui_test_wait (no_dialog_cb, NULL, 10);
  g_assert_false (ds_suite_page_get_running (self->page));
  g_assert_null (ds_suite_page_get_result (self->page));

  /* Buffered: older kernels refuse direct I/O in memory. */
  act (self, "win.start");
  ds_ui_test_wait (dialog_cb, NULL, 20);
  ds_ui_test_answer ("yes");
  ds_ui_test_wait (idle_cb, self->page, 60);
  g_assert_cmpuint (count_done (ds_suite_page_get_result (self->page)), ==, 8);
}

static void
test_details (Fixture *self, gconstpointer data)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  GtkWidget *tile;

  ds_suite_page_show_result (self->page, report);
  ds_ui_test_settle ();
  tile = ds_ui_test_find (GTK_WIDGET (self->page), DS_TYPE_TILE_BUTTON, NULL);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (tile), GTK_ACCESSIBLE_PROPERTY_LABEL, "SEQ1M Q8T1, read");
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (tile), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  g_assert_null (ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_LABEL, "p99.99"));
  g_signal_emit_by_name (tile, "clicked");
  ds_ui_test_settle ();
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_LABEL, "p99.99"));
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_LABEL, "SEQ1M Q8T1 read"));
}

static guint
count_tiles (GtkWidget *root)
{
  guint n = DS_IS_TILE_BUTTON (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_tiles (child);
  return n;
}

static void
test_edit_rows (Fixture *self, gconstpointer data)
{
  g_autoptr (GVariant) stored = NULL;
  const char *rows = NULL;
  GtkWidget *dialog;

  g_assert_cmpuint (count_tiles (GTK_WIDGET (self->page)), ==, 8);
  act (self, "win.edit-rows");
  dialog = ds_ui_test_find_toplevel (g_type_from_name ("DsRowsDialog"));
  g_assert_nonnull (dialog);
  g_signal_emit_by_name (ds_ui_test_find (dialog, GTK_TYPE_BUTTON, "A_dd a row"), "clicked");
  g_signal_emit_by_name (ds_ui_test_find (dialog, GTK_TYPE_BUTTON, "_Apply"), "clicked");
  ds_ui_test_settle ();
  /* The same row twice is one row, or five rows: either way the setting holds what was applied, or says why not.
   */
  stored = ds_settings_dup_options ("tiles");
  g_assert_true (g_variant_lookup (stored, "rows", "&s", &rows));
  g_assert_nonnull (strstr (rows, "RND4K Q1T1"));

  act (self, "win.edit-rows");
  dialog = ds_ui_test_find_toplevel (g_type_from_name ("DsRowsDialog"));
  g_signal_emit_by_name (ds_ui_test_find (dialog, GTK_TYPE_BUTTON, "_Reset"), "clicked");
  g_signal_emit_by_name (ds_ui_test_find (dialog, GTK_TYPE_BUTTON, "_Apply"), "clicked");
  ds_ui_test_settle ();
  g_clear_pointer (&stored, g_variant_unref);
  stored = ds_settings_dup_options ("tiles");
  g_assert_false (g_variant_lookup (stored, "rows", "&s", &rows));
  g_assert_cmpuint (count_tiles (GTK_WIDGET (self->page)), ==, 8);
}

static void
test_profiles (Fixture *self, gconstpointer data)
{
  GtkWidget *profile = NULL;

  /* The second drop-down of the options, by the name that a screen reader says */
  for (GtkWidget *each = gtk_widget_get_first_child (
           ds_ui_test_find (GTK_WIDGET (self->page), g_type_from_name ("DsWrapBox"), NULL));
       each != NULL; each = gtk_widget_get_next_sibling (each))
    if (ds_ui_test_find (each, GTK_TYPE_LABEL, "Profile") != NULL)
      profile = each;
  g_assert_nonnull (profile);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (profile), GTK_ACCESSIBLE_PROPERTY_LABEL, "Profile");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (profile), 1);
  ds_ui_test_settle ();
  /* SEQ MB/s, RND4K MB/s, IOPS and µs, read and write */
  g_assert_cmpuint (count_tiles (GTK_WIDGET (self->page)), ==, 8);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (profile), 3);
  ds_ui_test_settle ();
  g_assert_cmpuint (count_tiles (GTK_WIDGET (self->page)), ==, 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (profile), 0);
}

static void
test_settings_nonsense (void)
{
  g_autoptr (DsApplication) application = NULL;
  GVariantBuilder options;
  DsWindow *window;

  g_settings_set_string (ds_settings_get (), "page", "no such page");
  g_settings_set_string (ds_settings_get (), "target", "not a path");
  g_settings_set_strv (ds_settings_get (), "recent-folders", (const char *const[]){ "", "relative/path", NULL });
  g_variant_builder_init (&options, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&options, "{ss}", "runs", "a thousand");
  g_variant_builder_add (&options, "{ss}", "size", "-1");
  g_variant_builder_add (&options, "{ss}", "rows", "{{{{");
  g_variant_builder_add (&options, "{ss}", "of another version", "1");
  g_variant_builder_add (&options, "{ss}", "profile", "demo");
  ds_settings_set_options ("tiles", g_variant_builder_end (&options));

  application = ds_ui_test_new_application ();
  window = ds_ui_test_new_window (application, 1080, 740);
  g_assert_cmpstr (ds_suite_page_get_suite (ds_window_get_page (window))->id, ==, "tiles");
  ds_ui_test_wait (has_place_cb, window, 20);
  /* What was understood holds. */
  g_assert_cmpuint (count_tiles (GTK_WIDGET (window)), ==, 2);
  ds_ui_test_close (application);
  ds_ui_test_no_options ();
  g_settings_reset (ds_settings_get (), "page");
  g_settings_reset (ds_settings_get (), "target");
  g_settings_reset (ds_settings_get (), "recent-folders");
}

static void
test_last_result (gconstpointer data)
{
  /* Text of the newest file, and whether the page can show it */
  const char *const *given = data;
  g_autofree char *path = ds_history_dup_path (ds_history_get_default (), "20990101-000000-tiles-00000000");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *after = NULL;
  g_autoptr (DsApplication) application = NULL;
  g_autoptr (DsReport) sample = ds_sample_report ("nvme-default");
  g_autofree char *good = ds_report_to_json (sample, DS_EXPORT_DEFAULT);
  const char *text = given[0] != NULL ? given[0] : good;
  gboolean shown = given[1] != NULL;
  DsWindow *window;

  ds_ui_test_option ("settings", "nvme");
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  application = ds_ui_test_new_application ();
  window = ds_ui_test_new_window (application, 1080, 740);
  ds_ui_test_wait (has_place_cb, window, 20);
  for (guint i = 0; i < 50 && shown && ds_suite_page_get_result (ds_window_get_page (window)) == NULL; i++)
    ds_ui_test_settle ();
  ds_ui_test_settle ();
  g_assert_cmpint (shown, ==, ds_ui_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "Last result") != NULL);
  g_assert_cmpint (shown, ==, ds_suite_page_get_result (ds_window_get_page (window)) != NULL);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, text);
  ds_ui_test_close (application);
  ds_ui_test_no_options ();
  ds_ui_test_forget_history ();
}

/* Every way in which a run can end leaves what it measured in the history, once. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  run_to_end (self);
  for (guint i = 0; i < 100 && (entries == NULL || entries->len == 0); i++) {
    g_clear_pointer (&entries, g_ptr_array_unref);
    ds_ui_test_settle ();
    entries = ds_history_list (ds_history_get_default (), NULL, &error);
    g_assert_no_error (error);
  }
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpstr (((DsHistoryEntry *) entries->pdata[0])->suite, ==, "tiles");
  g_assert_cmpint (((DsHistoryEntry *) entries->pdata[0])->state, ==, DS_STATE_FINISHED);
  g_assert_true (((DsHistoryEntry *) entries->pdata[0])->read_mb_s > 0);
}

static gboolean
message_cb (gpointer user_data)
{
  return ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static void
test_open (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (ds_ui_test_get_folder (), "opened" DS_REPORT_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (DsReport) sample = ds_sample_report ("with-mix");
  g_autofree char *text = ds_report_to_json (sample, DS_EXPORT_DEFAULT);
  DsReport *shown;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ds_window_open (self->window, file);
  for (guint i = 0; i < 50 && ds_suite_page_get_result (self->page) == NULL; i++)
    ds_ui_test_settle ();
  shown = ds_suite_page_get_result (self->page);
  g_assert_nonnull (shown);
  g_assert_cmpuint (shown->cells->len, ==, sample->cells->len);
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->page), GTK_TYPE_LABEL, "Opened result"));

  g_assert_true (g_file_set_contents (path, "{ \"schema\": ", -1, NULL));
  ds_window_open (self->window, file);
  ds_ui_test_wait (message_cb, NULL, 10);
  g_assert_true (ds_suite_page_get_result (self->page) == shown);
  ds_ui_test_answer ("close");
}

static void
test_units (Fixture *self, gconstpointer data)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");

  ds_suite_page_show_result (self->page, report);
  ds_ui_test_settle ();
  ds_settings_set_unit (DS_UNIT_IOPS);
  ds_ui_test_settle ();
  g_assert_nonnull (ds_ui_test_find (ds_ui_test_find (GTK_WIDGET (self->page), DS_TYPE_TILE_BOARD, NULL),
                                     GTK_TYPE_LABEL, "IOPS"));
  g_settings_reset (ds_settings_get (), "unit");
}

#define ADD(path, data, test) g_test_add ("/ui/window/" path, Fixture, data, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  static const char *const good[] = { NULL, "shown" };
  static const char *const damaged[] = { "{ \"schema\": \"drivescope-result/1\", \"cells\": [", NULL };
  static const char *const newer[] = { "{ \"schema\": \"drivescope-result/9\" }", NULL };
  int status;

  ds_ui_test_init (&argc, &argv, NULL);
  ADD ("run/null", "null", test_run);
  ADD ("run/real", "auto", test_run);
  ADD ("stop", NULL, test_stop);
  ADD ("row", NULL, test_row);
  ADD ("choose-folder", "auto", test_choose_folder);
  ADD ("save-picture", NULL, test_save_picture);
  ADD ("copy-text", NULL, test_copy_text);
  ADD ("close-while-running", NULL, test_close_while_running);
  ADD ("target-disappears", "auto", test_target_disappears);
  ADD ("question", "sync-buffered", test_question);
  ADD ("details", NULL, test_details);
  ADD ("edit-rows", NULL, test_edit_rows);
  ADD ("profiles", NULL, test_profiles);
  ADD ("open", NULL, test_open);
  ADD ("units", NULL, test_units);
  ADD ("kept", "null", test_kept);
  g_test_add_func ("/ui/settings-nonsense", test_settings_nonsense);
  g_test_add_data_func ("/ui/last-result/good", good, test_last_result);
  g_test_add_data_func ("/ui/last-result/damaged", damaged, test_last_result);
  g_test_add_data_func ("/ui/last-result/newer", newer, test_last_result);
  status = g_test_run ();
  ds_ui_test_clean_up ();
  return status;
}
