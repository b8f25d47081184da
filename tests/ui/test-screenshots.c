/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "ds-dialogs.h"
#include "ds-health-history.h"
#include "ds-history.h"
#include "ds-compare-page.h"
#include "ds-history-page.h"
#include "ds-reference.h"
#include "ds-options.h"
#include "ds-preferences-window.h"
#include "ds-picture-dialog.h"
#include "ds-rows-dialog.h"
#include "ds-values-dialog.h"
#include "ds-sample-health.h"
#include "ds-sample-report.h"
#include "ds-settings.h"
#include "ds-test-locale.h"
#include "ds-tile-button.h"
#include "ds-ui-test.h"

/* Every page and dialog as a picture, to be looked at. The figures come from sample reports and from the null
 * engine; a test proves that each can be drawn without a warning and has the size that was asked for. */

typedef struct {
  const char *name; /* of the picture */
  int width, height;
  gboolean dark;
} Look;

static const char *locale_name;

static char *
name_of (const char *what, const Look *look)
{
  return g_strdup_printf ("ui-%s-%dx%d%s%s%s", what, look->width, look->height, look->dark ? "-dark" : "",
                          locale_name != NULL ? "-" : "", locale_name != NULL ? locale_name : "");
}

static DsWindow *
new_window (DsApplication *application, const Look *look)
{
  DsWindow *window;

  g_settings_set_string (ds_settings_get (), "color-scheme", look->dark ? "dark" : "light");
  window = ds_ui_test_new_window (application, look->width, look->height);
  /* Whatever page the test before left it on */
  ds_window_show_page (window, "tiles");
  return window;
}

static void
shoot (GtkWidget *widget, const char *what, const Look *look)
{
  g_autofree char *name = name_of (what, look);

  ds_ui_test_screenshot (widget, name);
}

static gboolean
has_place_cb (gpointer window)
{
  return ds_target_chooser_get_place (ds_window_get_target_chooser (window)) != NULL;
}

static void
test_empty (gconstpointer data)
{
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  DsWindow *window = new_window (application, look);

  ds_ui_test_wait (has_place_cb, window, 20);
  shoot (GTK_WIDGET (window), "empty", look);
  ds_ui_test_close (application);
}

static void
test_finished (gconstpointer data)
{
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (DsReport) extreme = ds_sample_report ("extreme");
  DsWindow *window = new_window (application, look);
  GtkWidget *tile;

  ds_ui_test_wait (has_place_cb, window, 20);
  ds_suite_page_show_result (ds_window_get_page (window), report);
  shoot (GTK_WIDGET (window), "finished", look);

  tile = ds_ui_test_find (GTK_WIDGET (window), DS_TYPE_TILE_BUTTON, NULL);
  g_assert_nonnull (tile);
  g_signal_emit_by_name (tile, "clicked");
  shoot (GTK_WIDGET (window), "details", look);

  ds_suite_page_show_result (ds_window_get_page (window), extreme);
  shoot (GTK_WIDGET (window), "extreme", look);
  ds_ui_test_close (application);
}

/* The last result of an earlier start, then what other profiles lay out, and the sidebar where it is folded */
static void
test_pages (gconstpointer data)
{
  const Look *look = data;
  g_autofree char *path = ds_history_dup_path (ds_history_get_default (), "20260101-000000-tiles-00000000");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autofree char *text = ds_report_to_json (report, DS_EXPORT_DEFAULT);
  g_autoptr (DsApplication) application = NULL;
  DsWindow *window;

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ds_ui_test_option ("settings", "nvme");
  application = ds_ui_test_new_application ();
  window = new_window (application, look);
  ds_ui_test_wait (has_place_cb, window, 20);
  shoot (GTK_WIDGET (window), "last", look);
  if (look->width < 1000) {
    gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
    shoot (GTK_WIDGET (window), "sidebar", look);
  }
  ds_ui_test_close (application);
  g_clear_object (&application);
  g_unlink (path);

  ds_ui_test_option ("profile", "real-world");
  ds_ui_test_option ("mix", "70");
  application = ds_ui_test_new_application ();
  window = new_window (application, look);
  ds_ui_test_wait (has_place_cb, window, 20);
  shoot (GTK_WIDGET (window), "real-world", look);
  ds_ui_test_close (application);
  g_clear_object (&application);

  ds_ui_test_no_options ();
  application = ds_ui_test_new_application ();
  window = new_window (application, look);
  ds_ui_test_wait (has_place_cb, window, 20);
  g_clear_pointer (&report, ds_report_unref);
  report = ds_sample_report ("with-mix");
  ds_suite_page_show_result (ds_window_get_page (window), report);
  shoot (GTK_WIDGET (window), "mix", look);
  for (const DsSuite *const *suite = ds_suites_list () + 1; *suite != NULL; suite++) {
    g_autofree char *what = g_strconcat ("page-", (*suite)->id, NULL);

    ds_window_show_page (window, (*suite)->id);
    shoot (GTK_WIDGET (window), what, look);
  }
  ds_window_show_page (window, "tiles");
  ds_target_chooser_set_path (ds_window_get_target_chooser (window), "/dev/shm");
  ds_ui_test_wait (has_place_cb, window, 20);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.start", NULL);
  for (guint i = 0; i < 20 && ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG) == NULL; i++)
    ds_ui_test_settle ();
  if (ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG) != NULL) {
    GtkWidget *dialog = ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);

    shoot (dialog, "question", look);
    ds_ui_test_answer ("no");
  }
  ds_ui_test_close (application);
}

static char *
keep (const char *kind, const char *started, const char *title, const char *tag)
{
  g_autoptr (DsReport) report = ds_sample_report (kind);
  g_autoptr (GError) error = NULL;
  char *id;

  g_free (report->started);
  report->started = g_strdup (started);
  report->title = g_strdup (title);
  if (tag != NULL)
    report->tags = g_strdupv ((char *[]){ (char *) tag, NULL });
  id = ds_history_add (ds_history_get_default (), report, &error);
  g_assert_no_error (error);
  return id;
}

static gboolean
listed_cb (gpointer page)
{
  return !ds_history_page_get_loading (page) && ds_history_page_get_n_shown (page) > 0;
}

/* Every run with each of its speeds so much faster or slower */
static DsReport *
make_slower (double factor)
{
  DsReport *report = ds_sample_report ("nvme-default");

  for (guint i = 0; i < report->cells->len; i++) {
    DsCell *cell = g_ptr_array_index (report->cells, i);

    for (guint k = 0; k < cell->runs->len; k++) {
      DsRun *run = &g_array_index (cell->runs, DsRun, k);

      run->total.seconds /= i % 3 == 1 ? 1 : factor;
    }
  }
  return report;
}

/* What was kept, and what it is compared with */
static void
test_results (gconstpointer data)
{
  static const char *const views[] = { "tiles", "bars", "table" };
  const Look *look = data;
  g_autofree char *bad = NULL;
  g_autofree char *first =
      keep ("nvme-default", "2026-11-30T14:05:00+01:00", "Laptop, new firmware", "firmware 5B2");
  g_autofree char *second = keep ("with-mix", "2026-11-28T09:30:00+01:00", NULL, NULL);
  g_autofree char *third = keep ("failed", "2026-11-20T18:00:00+01:00", NULL, NULL);
  g_autofree char *fourth = keep ("queue-depth", "2026-10-02T11:11:00+01:00", NULL, "QD");
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  g_autoptr (GPtrArray) reports = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_report_unref);
  g_autoptr (GPtrArray) references = ds_reference_list ();
  DsWindow *window = new_window (application, look);
  GtkWidget *history, *compare;

  bad = ds_history_dup_path (ds_history_get_default (), "20260901-120000-tiles-0");
  g_assert_true (g_file_set_contents (bad, "{ \"schema\": ", -1, NULL));
  ds_ui_test_wait (has_place_cb, window, 20);
  ds_window_show_page (window, "compare");
  shoot (GTK_WIDGET (window), "compare-empty", look);
  ds_window_show_page (window, "history");
  history = ds_ui_test_find (GTK_WIDGET (window), DS_TYPE_HISTORY_PAGE, NULL);
  ds_ui_test_wait (listed_cb, history, 20);
  shoot (GTK_WIDGET (window), "history", look);
  ds_history_page_select (DS_HISTORY_PAGE (history), 1);
  shoot (GTK_WIDGET (window), "history-chosen", look);

  ds_window_show_page (window, "compare");
  compare = ds_ui_test_find (GTK_WIDGET (window), DS_TYPE_COMPARE_PAGE, NULL);
  g_ptr_array_add (reports, ds_sample_report ("nvme-default"));
  g_ptr_array_add (reports, make_slower (0.9));
  g_ptr_array_add (reports, ds_report_ref (g_ptr_array_index (references, 0)));
  ds_compare_page_set_reports (DS_COMPARE_PAGE (compare), reports);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    g_autofree char *what = g_strconcat ("compare-", views[i], NULL);

    ds_compare_page_show_view (DS_COMPARE_PAGE (compare), views[i]);
    shoot (GTK_WIDGET (window), what, look);
  }
  g_ptr_array_set_size (reports, 0);
  g_ptr_array_add (reports, ds_sample_report ("transfer-sizes"));
  g_ptr_array_add (reports, ds_sample_report ("transfer-sizes"));
  for (guint i = 0; i < ((DsReport *) reports->pdata[1])->cells->len; i++) {
    DsCell *cell = g_ptr_array_index (((DsReport *) reports->pdata[1])->cells, i);

    for (guint k = 0; k < cell->runs->len; k++)
      g_array_index (cell->runs, DsRun, k).total.seconds *= 1.3;
  }
  ds_compare_page_set_reports (DS_COMPARE_PAGE (compare), reports);
  ds_compare_page_show_view (DS_COMPARE_PAGE (compare), "curves");
  shoot (GTK_WIDGET (window), "compare-curves", look);
  ds_ui_test_close (application);
  g_settings_reset (ds_settings_get (), "page");
  ds_ui_test_forget_history ();
}

/* The pages that show a chart: before the first result, and with one */
static void
test_charts (gconstpointer data)
{
  static const char *const suites[] = { "transfer-sizes", "drive-scan", "queue-depth" };
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  DsWindow *window = new_window (application, look);

  ds_ui_test_wait (has_place_cb, window, 20);
  for (guint i = 0; i < G_N_ELEMENTS (suites); i++) {
    g_autoptr (DsReport) report = ds_sample_report (suites[i]);

    ds_window_show_page (window, suites[i]);
    g_assert_cmpstr (ds_suite_page_get_suite (ds_window_get_page (window))->id, ==, suites[i]);
    if (i == 0)
      shoot (GTK_WIDGET (window), "chart-empty", look);
    ds_suite_page_show_result (ds_window_get_page (window), report);
    shoot (GTK_WIDGET (window), suites[i], look);
    if (i == 2 && look->width == 1080) {
      GtkWidget *dialog = ds_values_dialog_new (GTK_WINDOW (window), report, DS_UNIT_IOPS);

      gtk_window_present (GTK_WINDOW (dialog));
      shoot (dialog, "values", look);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
  }
  ds_ui_test_close (application);
}

/* Readings of a year and a half, once a fortnight */
static GArray *
make_readings (void)
{
  GArray *readings = g_array_new (FALSE, FALSE, sizeof (DsHealthReading));

  for (guint i = 0; i < 40; i++) {
    DsHealthReading reading = {
      .time = 1720000000 + (gint64) i * 14 * 86400,
      .grade = DS_VERDICT_GOOD,
      .temperature = 38 + (int) (i * 7 % 11),
      .life_left = 100 - (int) i / 13,
      .bytes_written = (1.5 + 0.17 * i) * 1e12,
      .bytes_read = NAN,
      .hours = 100.0 * i,
    };

    g_array_append_val (readings, reading);
  }
  return readings;
}

static void
scroll_down (GtkWidget *page)
{
  GtkWidget *stack = ds_ui_test_find (page, GTK_TYPE_STACK, NULL);
  GtkWidget *scrolled =
      ds_ui_test_find (gtk_stack_get_visible_child (GTK_STACK (stack)), GTK_TYPE_SCROLLED_WINDOW, NULL);
  GtkAdjustment *adjustment;

  g_assert_nonnull (scrolled);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_page_size (adjustment));
}

static void
test_health (gconstpointer data)
{
  static const char *const names[] = { "good", "failing", "watch", "unread", "virtual" };
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  g_autoptr (GPtrArray) healths = ds_sample_healths_new ();
  g_autoptr (GArray) readings = make_readings ();
  DsWindow *window = new_window (application, look);
  DsHealthPage *page = ds_window_get_health_page (window);

  ds_ui_test_wait (has_place_cb, window, 20);
  ds_window_show_page (window, "health");
  g_assert_null (ds_window_get_page (window));
  ds_health_page_show (page, healths, readings);
  for (guint i = 0; i < healths->len; i++) {
    const DsHealth *health = healths->pdata[i];
    g_autofree char *top = g_strdup_printf ("health-%s", names[i]);
    g_autofree char *rest = g_strdup_printf ("health-%s-below", names[i]);

    ds_health_page_choose (page, health->drive->name);
    ds_ui_test_settle ();
    shoot (GTK_WIDGET (window), top, look);
    if (i < 2) {
      scroll_down (GTK_WIDGET (page));
      shoot (GTK_WIDGET (window), rest, look);
    }
  }
  /* The page that is shown is remembered. */
  ds_window_show_page (window, "tiles");
  ds_ui_test_close (application);
}

static void
test_error (gconstpointer data)
{
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  g_autoptr (DsReport) report = ds_sample_report ("failed");
  DsWindow *window = new_window (application, look);

  ds_suite_page_show_result (ds_window_get_page (window), report);
  shoot (GTK_WIDGET (window), "failed", look);
  ds_target_chooser_set_path (ds_window_get_target_chooser (window), "/nowhere/to be found");
  shoot (GTK_WIDGET (window), "gone", look);
  ds_ui_test_close (application);
}

static gboolean
mid_run_cb (gpointer page)
{
  DsReport *report = NULL;
  GtkWidget *label = ds_ui_test_find (page, GTK_TYPE_PROGRESS_BAR, NULL);

  return report == NULL && label != NULL && gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (label)) > 0.6;
}

static gboolean
idle_cb (gpointer page)
{
  return !ds_suite_page_get_running (page);
}

static void
test_running (gconstpointer data)
{
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  DsWindow *window;
  DsSuitePage *page;
  GtkWidget *dialog;

  ds_ui_test_option ("engine", "null");
  ds_ui_test_option ("seconds", "0.2");
  ds_ui_test_option ("pause", "0");
  ds_ui_test_option ("runs", "3");
  window = new_window (application, look);
  page = ds_window_get_page (window);
  ds_ui_test_wait (has_place_cb, window, 20);
  g_action_group_activate_action (G_ACTION_GROUP (window), "start", NULL);
  ds_ui_test_wait (mid_run_cb, page, 60);
  shoot (GTK_WIDGET (window), "running", look);
  gtk_window_close (GTK_WINDOW (window));
  dialog = ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  shoot (dialog, "closing", look);
  ds_ui_test_answer ("no");
  g_action_group_activate_action (G_ACTION_GROUP (window), "stop", NULL);
  ds_ui_test_wait (idle_cb, page, 20);
  shoot (GTK_WIDGET (window), "stopped", look);
  ds_ui_test_close (application);
  ds_ui_test_no_options ();
}

static void
shoot_popover (GtkWidget *root, const char *tooltip, const char *what, const Look *look)
{
  GtkWidget *button = ds_ui_test_find (root, GTK_TYPE_MENU_BUTTON, tooltip);
  GtkWidget *popover;

  g_assert_nonnull (button);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  shoot (popover, what, look);
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
test_dialogs (gconstpointer data)
{
  const Look *look = data;
  g_autoptr (DsApplication) application = ds_ui_test_new_application ();
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autoptr (DsOptions) options = ds_options_new (ds_suites_find ("tiles"));
  DsWindow *window = new_window (application, look);
  GtkWidget *dialog;

  ds_ui_test_wait (has_place_cb, window, 20);
  ds_suite_page_show_result (ds_window_get_page (window), report);
  ds_settings_add_recent_folder ("/srv/samples/Ổ đĩa thử");
  if (locale_name == NULL) {
    shoot_popover (GTK_WIDGET (window), "Choose what to measure", "chooser", look);
    shoot_popover (GTK_WIDGET (window), "Save or copy the result", "share", look);
    shoot_popover (GTK_WIDGET (window), "Main menu", "menu", look);
    shoot_popover (GTK_WIDGET (window), "More options", "more", look);
  }

  dialog =
      ds_rows_dialog_new (GTK_WINDOW (window), options, ds_suite_find_option (ds_suites_find ("tiles"), "rows"));
  gtk_window_present (GTK_WINDOW (dialog));
  shoot (dialog, "rows", look);
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = ds_picture_dialog_new (ds_window_get_toasts (window), report);
  gtk_window_present (GTK_WINDOW (dialog));
  shoot (dialog, "picture", look);
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = ds_preferences_window_new (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (dialog));
  shoot (dialog, "preferences", look);
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window)));
  g_assert_nonnull (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  shoot (dialog, "shortcuts", look);
  gtk_widget_set_visible (dialog, FALSE);

  ds_dialogs_about (GTK_WINDOW (window));
  dialog = ds_ui_test_find_toplevel (ADW_TYPE_ABOUT_WINDOW);
  g_assert_nonnull (dialog);
  shoot (dialog, "about", look);
  gtk_window_destroy (GTK_WINDOW (dialog));
  ds_ui_test_close (application);
  g_settings_reset (ds_settings_get (), "recent-folders");
}

static void
add (const char *name, const Look *look, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/ui/screenshots/%s/%s", name, look->name);

  g_test_add_data_func (path, look, func);
}

int
main (int argc, char *argv[])
{
  static const Look looks[] = {
    { "light", 1080, 740, FALSE },     { "dark", 1080, 740, TRUE },    { "narrow", 480, 560, FALSE },
    { "narrow-dark", 480, 560, TRUE }, { "large", 1920, 1080, FALSE },
  };
  gboolean translated;
  int status;

  locale_name = argc > 1 && g_str_has_prefix (argv[1], "--locale=") ? argv[1] + strlen ("--locale=") : NULL;
  translated = locale_name != NULL;
  if (translated)
    argc = 1;
  if (!ds_ui_test_init (&argc, &argv, locale_name)) {
    g_print ("1..0 # SKIP this system cannot make the locale %s\n", locale_name);
    return 0;
  }
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++) {
    gboolean narrow = looks[i].width < 1000;

    if (translated && (looks[i].dark || looks[i].width > 1900))
      continue;
    add ("empty", &looks[i], test_empty);
    add ("finished", &looks[i], test_finished);
    add ("pages", &looks[i], test_pages);
    add ("running", &looks[i], test_running);
    add ("error", &looks[i], test_error);
    add ("charts", &looks[i], test_charts);
    add ("health", &looks[i], test_health);
    add ("results", &looks[i], test_results);
    if (!narrow && looks[i].width < 1900)
      add ("dialogs", &looks[i], test_dialogs);
  }
  status = g_test_run ();
  ds_ui_test_clean_up ();
  if (translated)
    ds_test_locale_clean_up ();
  return status;
}
