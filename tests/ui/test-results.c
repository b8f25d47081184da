/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "ds-compare-page.h"
#include "ds-drive-dialog.h"
#include "ds-drive-notes.h"
#include "ds-history-page.h"
#include "ds-history-row.h"
#include "ds-notes-dialog.h"
#include "ds-sample-report.h"
#include "ds-settings.h"
#include "ds-ui-test.h"

/* The pages of the results, as a person uses them */

#define MANY 10000

typedef struct {
  DsApplication *application;
  DsWindow *window;
  DsHistoryPage *history;
  DsComparePage *compare;
} Fixture;

static void
keep (const char *kind, const char *started, const char *title)
{
  g_autoptr (DsReport) report = ds_sample_report (kind);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  g_free (report->started);
  report->started = g_strdup (started);
  report->title = g_strdup (title);
  id = ds_history_add (ds_history_get_default (), report, &error);
  g_assert_no_error (error);
}

static gboolean
listed_cb (gpointer page)
{
  return !ds_history_page_get_loading (page);
}

static void
wait_for_list (Fixture *self)
{
  ds_ui_test_wait (listed_cb, self->history, 60);
  ds_ui_test_settle ();
}

typedef struct {
  Fixture *fixture;
  guint n;
} Wanted;

static gboolean
has_results_cb (gpointer user_data)
{
  const Wanted *wanted = user_data;

  return ds_history_page_get_n_shown (wanted->fixture->history) == wanted->n;
}

static void
wait_for_results (Fixture *self, guint n)
{
  Wanted wanted = { self, n };

  ds_ui_test_wait (has_results_cb, &wanted, 20);
  wait_for_list (self);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  keep ("nvme-default", "2026-11-30T14:05:00+01:00", "Laptop, new firmware");
  keep ("with-mix", "2026-11-28T09:30:00+01:00", NULL);
  keep ("queue-depth", "2026-10-02T11:11:00+01:00", NULL);
  self->application = ds_ui_test_new_application ();
  self->window = ds_ui_test_new_window (self->application, 1080, 740);
  ds_window_show_page (self->window, "history");
  self->history = DS_HISTORY_PAGE (ds_ui_test_find (GTK_WIDGET (self->window), DS_TYPE_HISTORY_PAGE, NULL));
  self->compare = DS_COMPARE_PAGE (ds_ui_test_find (GTK_WIDGET (self->window), DS_TYPE_COMPARE_PAGE, NULL));
  wait_for_results (self, 3);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ds_ui_test_close (self->application);
  g_object_unref (self->application);
  g_settings_reset (ds_settings_get (), "page");
  ds_ui_test_forget_history ();
}

static void
act (Fixture *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self->history), action, NULL);
}

static void
test_search (Fixture *self, gconstpointer data)
{
  GtkWidget *search = ds_ui_test_find (GTK_WIDGET (self->history), GTK_TYPE_SEARCH_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (search), "FIRMWARE");
  wait_for_results (self, 1);
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->history), GTK_TYPE_LABEL, "1 of 3 results"));
  gtk_editable_set_text (GTK_EDITABLE (search), "nothing is called so");
  wait_for_results (self, 0);
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->history), ADW_TYPE_STATUS_PAGE, NULL));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  wait_for_results (self, 3);
}

static void
test_delete (Fixture *self, gconstpointer data)
{
  ds_history_page_select (self->history, 0);
  ds_history_page_select (self->history, 2);
  act (self, "history.delete");
  wait_for_results (self, 1);
  act (self, "history.undo");
  wait_for_results (self, 3);
}

static gboolean
on_suite_cb (gpointer window)
{
  return ds_window_get_page (window) != NULL && ds_suite_page_get_result (ds_window_get_page (window)) != NULL;
}

static void
test_open (Fixture *self, gconstpointer data)
{
  ds_history_page_select (self->history, 0);
  act (self, "history.open");
  ds_ui_test_wait (on_suite_cb, self->window, 20);
  g_assert_cmpstr (ds_suite_page_get_suite (ds_window_get_page (self->window))->id, ==, "tiles");
  g_assert_cmpstr (ds_suite_page_get_result (ds_window_get_page (self->window))->title, ==,
                   "Laptop, new firmware");
}

static gboolean
compared_cb (gpointer page)
{
  return ds_compare_page_get_n_results (page) == 2;
}

static void
test_compare (Fixture *self, gconstpointer data)
{
  ds_history_page_select (self->history, 0);
  /* One alone is not compared. */
  act (self, "history.compare");
  g_assert_cmpuint (ds_compare_page_get_n_results (self->compare), ==, 0);
  ds_history_page_select (self->history, 1);
  act (self, "history.compare");
  ds_ui_test_wait (compared_cb, self->compare, 20);
  ds_ui_test_settle ();
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->compare), GTK_TYPE_LABEL, "no difference seen"));
  gtk_widget_activate_action (GTK_WIDGET (self->compare), "compare.add-reference", "u", 0);
  g_assert_cmpuint (ds_compare_page_get_n_results (self->compare), ==, 3);
  for (guint i = 0; i < 4; i++) {
    static const char *const views[] = { "bars", "curves", "table", "tiles" };

    ds_compare_page_show_view (self->compare, views[i]);
    ds_ui_test_settle ();
  }
}

static gboolean
message_cb (gpointer user_data)
{
  return ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static void
test_import (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (ds_ui_test_get_folder (), "cdm.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (
      g_file_set_contents (path, "CrystalDiskMark 3.0.1\n Sequential Read :   46.012 MB/s\n", -1, NULL));
  ds_history_page_import (self->history, file);
  wait_for_results (self, 4);
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->history), GTK_TYPE_LABEL, "Imported"));

  g_assert_true (g_file_set_contents (path, "CrystalDiskMark 3.0.1\n Sequential Read : fast\n", -1, NULL));
  ds_history_page_import (self->history, file);
  ds_ui_test_wait (message_cb, NULL, 20);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG)), "close");
  wait_for_results (self, 4);
}

static gboolean
no_dialog_cb (gpointer user_data)
{
  return ds_ui_test_find_toplevel (DS_TYPE_NOTES_DIALOG) == NULL;
}

static void
test_notes (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;
  GtkWidget *dialog, *row;

  ds_history_page_select (self->history, 1);
  act (self, "history.edit");
  dialog = ds_ui_test_find_toplevel (DS_TYPE_NOTES_DIALOG);
  g_assert_nonnull (dialog);
  ds_ui_test_settle ();
  row = ds_ui_test_find (dialog, ADW_TYPE_ENTRY_ROW, NULL);
  gtk_editable_set_text (GTK_EDITABLE (row), "Máy bàn");
  ds_notes_dialog_save (DS_NOTES_DIALOG (dialog));
  ds_ui_test_wait (no_dialog_cb, NULL, 20);
  wait_for_list (self);
  entries = ds_history_list (ds_history_get_default (), NULL, NULL);
  g_assert_cmpstr (((DsHistoryEntry *) entries->pdata[1])->title, ==, "Máy bàn");
  g_assert_nonnull (ds_ui_test_find (GTK_WIDGET (self->history), GTK_TYPE_LABEL, "Máy bàn"));
}

static void
test_drive (Fixture *self, gconstpointer data)
{
  GtkWidget *dialog = ds_drive_dialog_new (GTK_WINDOW (self->window), "Samsung SSD 990 PRO 2TB");
  g_autoptr (DsDriveNotes) notes = NULL;
  GtkWidget *price;

  gtk_window_present (GTK_WINDOW (dialog));
  ds_ui_test_settle ();
  price = ds_ui_test_find (dialog, ADW_TYPE_ENTRY_ROW, NULL);
  gtk_editable_set_text (GTK_EDITABLE (price), "cheap");
  ds_drive_dialog_save (DS_DRIVE_DIALOG (dialog));
  /* What is no number is marked, and nothing is saved. */
  g_assert_true (gtk_widget_has_css_class (price, "error"));
  gtk_editable_set_text (GTK_EDITABLE (price), "1 129,50");
  ds_drive_dialog_save (DS_DRIVE_DIALOG (dialog));
  notes = ds_drive_notes_load ("Samsung SSD 990 PRO 2TB");
  g_assert_cmpfloat (notes->price, ==, 1129.5);
}

static guint
count_rows (GtkWidget *widget)
{
  guint count = DS_IS_HISTORY_ROW (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count += count_rows (child);
  return count;
}

/* A long history has as many widgets as a short one: the list makes those that are seen. */
static void
test_many (Fixture *self, gconstpointer data)
{
  const char *folder = ds_history_get_folder (ds_history_get_default ());
  GtkWidget *scrolled;
  GtkAdjustment *adjustment;

  for (guint i = 0; i < MANY; i++) {
    g_autofree char *path = g_strdup_printf ("%s/many-%05u" DS_REPORT_SUFFIX, folder, i);

    g_assert_true (
        g_file_set_contents_full (path,
                                  "{\"schema\": \"drivescope-result/1\", \"suite\": \"tiles\", \"cells\": "
                                  "[{\"label\": \"RND4K Q1T1\", \"op\": \"read\", \"seconds\": 1, "
                                  "\"bytes\": 4096, \"ios\": 1}]}",
                                  -1, G_FILE_SET_CONTENTS_NONE, 0644, NULL));
  }
  ds_window_show_page (self->window, "tiles");
  ds_ui_test_settle ();
  ds_window_show_page (self->window, "history");
  wait_for_results (self, MANY + 3);
  scrolled = gtk_widget_get_ancestor (ds_ui_test_find (GTK_WIDGET (self->history), DS_TYPE_HISTORY_ROW, NULL),
                                      GTK_TYPE_SCROLLED_WINDOW);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  for (guint i = 1; i <= 20; i++) {
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * i / 20);
    ds_ui_test_settle ();
    g_assert_cmpuint (count_rows (GTK_WIDGET (self->history)), <, 400);
  }
}

#define ADD(path, test) g_test_add ("/ui/results/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  int status;

  ds_ui_test_init (&argc, &argv, NULL);
  ADD ("search", test_search);
  ADD ("delete", test_delete);
  ADD ("open", test_open);
  ADD ("compare", test_compare);
  ADD ("import", test_import);
  ADD ("notes", test_notes);
  ADD ("drive", test_drive);
  ADD ("many", test_many);
  status = g_test_run ();
  ds_ui_test_clean_up ();
  return status;
}
