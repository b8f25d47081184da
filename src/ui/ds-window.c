/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-window.h"

#include <glib/gi18n.h>

#include "ds-compare-page.h"
#include "ds-dialogs.h"
#include "ds-export-menu.h"
#include "ds-health-page.h"
#include "ds-history-page.h"
#include "ds-notify.h"
#include "ds-result-file.h"
#include "ds-settings.h"
#include "ds-ui.h"
#include "ds-window-share.h"

struct _DsWindow {
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwFlap *flap;
  GtkListBox *suites;
  GtkButton *verb_button;
  AdwButtonContent *verb_content;
  DsTargetChooser *target;
  AdwWindowTitle *page_title;
  GtkMenuButton *menu_button;
  GtkMenuButton *share_button;
  GtkStack *pages;

  DsSuitePage *running; /* (nullable): one drive, one run */
  guint inhibit_cookie;
  gboolean closing; /* the person said so; waits for the drain */
  gboolean follow;  /* the health page is to show the target's drive, once it is known */
};

G_DEFINE_FINAL_TYPE (DsWindow, ds_window, ADW_TYPE_APPLICATION_WINDOW)

/* The sections of the sidebar. A suite that no line names stands in the last one. */
static const struct {
  const char *title;
  const char *suites[8];
} sections[] = {
  { N_ ("Quick"), { "tiles", "transfer-sizes", "drive-scan" } },
  { N_ ("In depth"), { NULL } },
};

/* The pages that are no suite: made once, below the suites, in the order of their sections */
static const struct {
  const char *id;
  const char *section;
  const char *title;
  const char *tooltip;
} other_pages[] = {
  { "health", N_ ("Drive"), N_ ("Health"), N_ ("How every drive is: verdict, temperature, wear") },
  { "history", N_ ("Results"), N_ ("History"),
    N_ ("Everything that was measured, to search, name and give away") },
  { "compare", N_ ("Results"), N_ ("Compare"), N_ ("Results side by side, by the spread of their runs") },
};

static const char *
section_of (const char *suite)
{
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (g_strv_contains (sections[i].suites, suite))
      return sections[i].title;
  return sections[G_N_ELEMENTS (sections) - 1].title;
}

DsSuitePage *
ds_window_get_page (DsWindow *self)
{
  g_return_val_if_fail (DS_IS_WINDOW (self), NULL);
  return DS_IS_SUITE_PAGE (gtk_stack_get_visible_child (self->pages))
             ? DS_SUITE_PAGE (gtk_stack_get_visible_child (self->pages))
             : NULL;
}

DsHealthPage *
ds_window_get_health_page (DsWindow *self)
{
  g_return_val_if_fail (DS_IS_WINDOW (self), NULL);
  return DS_HEALTH_PAGE (gtk_stack_get_child_by_name (self->pages, "health"));
}

gboolean
ds_window_shows_health (DsWindow *self)
{
  return gtk_stack_get_visible_child (self->pages) == GTK_WIDGET (ds_window_get_health_page (self));
}

DsTargetChooser *
ds_window_get_target_chooser (DsWindow *self)
{
  g_return_val_if_fail (DS_IS_WINDOW (self), NULL);
  return self->target;
}

AdwToastOverlay *
ds_window_get_toasts (DsWindow *self)
{
  g_return_val_if_fail (DS_IS_WINDOW (self), NULL);
  return self->toasts;
}

/* What can be done now */

static void
set_enabled (DsWindow *self, const char *action, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), action)),
                               enabled);
}

static void
show_verb (DsWindow *self)
{
  gboolean running = self->running != NULL;
  gboolean narrow = adw_flap_get_folded (self->flap);
  const char *label = running ? _ ("Stop") : _ ("Start");

  adw_button_content_set_icon_name (self->verb_content,
                                    running ? "media-playback-stop-symbolic" : "media-playback-start-symbolic");
  adw_button_content_set_label (self->verb_content, narrow ? "" : label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->verb_button), running ? "win.stop" : "win.start");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->verb_button),
                               running ? _ ("Stop the run (Esc)") : _ ("Measure every row (F5)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->verb_button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_remove_css_class (GTK_WIDGET (self->verb_button),
                               running ? "suggested-action" : "destructive-action");
  gtk_widget_add_css_class (GTK_WIDGET (self->verb_button), running ? "destructive-action" : "suggested-action");
  if (narrow)
    gtk_menu_button_set_icon_name (self->share_button, "emblem-shared-symbolic");
  else
    gtk_menu_button_set_label (self->share_button, _ ("Share"));
}

/* The pages of results need neither the verb nor the target; a run that goes on elsewhere can be stopped from them
 * all the same. */
static void
show_head (DsWindow *self, gboolean suite)
{
  gboolean whole = suite || ds_window_shows_health (self);

  gtk_widget_set_visible (GTK_WIDGET (self->verb_button), whole || self->running != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->target), whole);
  gtk_widget_set_visible (GTK_WIDGET (self->share_button), whole);
  gtk_widget_set_visible (GTK_WIDGET (self->page_title), !whole);
  for (guint i = 0; i < G_N_ELEMENTS (other_pages); i++)
    if (g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), other_pages[i].id) == 0)
      adw_window_title_set_title (self->page_title, _ (other_pages[i].title));
}

static void
update (DsWindow *self)
{
  DsSuitePage *page = ds_window_get_page (self);
  gboolean result = page != NULL && ds_suite_page_get_result (page) != NULL;
  gboolean running = self->running != NULL;

  /* The verb's button takes its new action while both can be done: it would lose the focus if it could do nothing.
   */
  set_enabled (self, "start", TRUE);
  set_enabled (self, "stop", TRUE);
  show_verb (self);
  set_enabled (self, "start", !running && page != NULL);
  set_enabled (self, "stop", running);
  set_enabled (self, "run-row", !running && page != NULL);
  set_enabled (self, "edit-rows", !running && page != NULL);
  set_enabled (self, "open", !running);
  ds_window_share_update (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->share_button), result || ds_window_shows_health (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->target), !running);
  show_head (self, page != NULL);
}

static void
running_cb (DsWindow *self, GParamSpec *pspec, DsSuitePage *page)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  gboolean running = ds_suite_page_get_running (page);

  self->running = running ? page : NULL;
  if (running && self->inhibit_cookie == 0 && application != NULL)
    self->inhibit_cookie = gtk_application_inhibit (
        application, GTK_WINDOW (self), GTK_APPLICATION_INHIBIT_SUSPEND | GTK_APPLICATION_INHIBIT_LOGOUT,
        _ ("A drive is being measured"));
  if (!running && self->inhibit_cookie != 0) {
    gtk_application_uninhibit (application, self->inhibit_cookie);
    self->inhibit_cookie = 0;
  }
  update (self);
  if (running)
    return;
  if (self->closing)
    gtk_window_destroy (GTK_WINDOW (self));
  else
    ds_target_chooser_refresh (self->target);
}

static void
finished_cb (DsWindow *self, DsReport *report, DsSuitePage *page)
{
  if (!gtk_window_is_active (GTK_WINDOW (self)))
    ds_notify_finished (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), report);
}

/* Pages */

static void
show_target (DsWindow *self, DsSuitePage *page)
{
  const DsPlace *place = ds_target_chooser_get_place (self->target);

  if (ds_window_shows_health (self) && self->follow && place != NULL) {
    self->follow = FALSE;
    if (place->drives->len > 0)
      ds_health_page_choose (ds_window_get_health_page (self), ((DsDrive *) place->drives->pdata[0])->name);
  }
  if (page == NULL)
    return;
  ds_suite_page_set_target (page, ds_target_chooser_get_path (self->target),
                            ds_target_chooser_get_place (self->target),
                            ds_target_chooser_get_error (self->target));
}

/* All texts localised; they and the id are constants */
static void
add_row (
    DsWindow *self, GtkWidget *page, const char *id, const char *section, const char *title, const char *tooltip)
{
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_widget_set_tooltip_text (row, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (row), "ds-page", (gpointer) id);
  g_object_set_data (G_OBJECT (row), "ds-section", (gpointer) section);
  gtk_list_box_append (self->suites, row);
  gtk_stack_add_named (self->pages, page, id);
}

static void
add_page (DsWindow *self, const DsSuite *suite)
{
  GtkWidget *page = ds_suite_page_new (suite);

  add_row (self, page, suite->id, section_of (suite->id), _ (suite->title), _ (suite->description));
  g_signal_connect_object (page, "notify::running", G_CALLBACK (running_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "notify::result", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
}

static void
show_report (DsWindow *self, DsReport *report)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, report->suite);

  if (!DS_IS_SUITE_PAGE (page)) {
    g_autofree char *text =
        g_strdup_printf (_ ("This result is of a test that this version does not know: %s."), report->suite);

    ds_dialogs_tell (GTK_WINDOW (self), _ ("Not opened"), text);
    return;
  }
  ds_window_show_page (self, report->suite);
  ds_suite_page_show_result (DS_SUITE_PAGE (page), report);
}

static void
compare_cb (DsWindow *self, const char *const *ids)
{
  ds_compare_page_set_ids (DS_COMPARE_PAGE (gtk_stack_get_child_by_name (self->pages, "compare")), ids);
  ds_window_show_page (self, "compare");
}

static void
add_other_pages (DsWindow *self)
{
  GtkWidget *pages[] = {
    ds_health_page_new (self->toasts),
    ds_history_page_new (ds_history_get_default (), self->toasts),
    ds_compare_page_new (ds_history_get_default (), self->toasts),
  };

  for (guint i = 0; i < G_N_ELEMENTS (other_pages); i++)
    add_row (self, pages[i], other_pages[i].id, other_pages[i].section, _ (other_pages[i].title),
             _ (other_pages[i].tooltip));
  g_signal_connect_object (pages[1], "open", G_CALLBACK (show_report), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pages[1], "compare", G_CALLBACK (compare_cb), self, G_CONNECT_SWAPPED);
}

static void
add_copying (DsWindow *self)
{
  g_autoptr (GMenuModel) copying = ds_export_menu_new_copying ("win.copy-as");

  g_menu_append_submenu (G_MENU (gtk_menu_button_get_menu_model (self->share_button)), _ ("Copy _as"), copying);
}

static void
section_header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *title = g_object_get_data (G_OBJECT (row), "ds-section");
  GtkWidget *header = NULL;

  if (before == NULL || g_strcmp0 (title, g_object_get_data (G_OBJECT (before), "ds-section")) != 0) {
    header = gtk_label_new (_ (title));
    gtk_label_set_xalign (GTK_LABEL (header), 0);
    gtk_widget_add_css_class (header, "section-head");
  }
  gtk_list_box_row_set_header (row, header);
}

static void
suite_selected_cb (GtkListBox *list, GtkListBoxRow *row, DsWindow *self)
{
  const char *page = row != NULL ? g_object_get_data (G_OBJECT (row), "ds-page") : NULL;

  if (page == NULL)
    return;
  gtk_stack_set_visible_child_name (self->pages, page);
  g_settings_set_string (ds_settings_get (), "page", page);
  self->follow = TRUE;
  show_target (self, ds_window_get_page (self));
  update (self);
}

/* Tab would go from row to row, and show each one's page on its way; arrows do that. */
static gboolean
suites_key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, DsWindow *self)
{
  if (key != GDK_KEY_Tab || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (GTK_WIDGET (self->verb_button));
  return GDK_EVENT_STOP;
}

static void
suite_activated_cb (GtkListBox *list, GtkListBoxRow *row, DsWindow *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
}

void
ds_window_show_page (DsWindow *self, const char *suite)
{
  GtkListBoxRow *row;

  g_return_if_fail (DS_IS_WINDOW (self));
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->suites, i)) != NULL; i++) {
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "ds-page"), suite) == 0)
      gtk_list_box_select_row (self->suites, row);
  }
}

/* Target */

static void
target_changed_cb (DsWindow *self)
{
  show_target (self, ds_window_get_page (self));
}

static void
target_chosen_cb (DsWindow *self, const char *path)
{
  g_settings_set_string (ds_settings_get (), "target", path);
  self->follow = TRUE;
}

static void
folder_chosen_cb (GFile *file, gpointer user_data)
{
  DsWindow *self = user_data;
  const char *path = g_file_peek_path (file);

  if (path == NULL) {
    ds_dialogs_tell (
        GTK_WINDOW (self), _ ("Not a local folder"),
        _ ("This folder has no path on this computer, so its drive cannot be measured. Choose a folder on a "
           "drive."));
    return;
  }
  ds_settings_add_recent_folder (path);
  target_chosen_cb (self, path);
  ds_target_chooser_set_path (self->target, path);
}

static void
other_folder_cb (DsWindow *self)
{
  ds_dialogs_choose_folder (GTK_WINDOW (self), _ ("Choose a folder to measure"),
                            ds_target_chooser_get_path (self->target), folder_chosen_cb, self);
}

/* Actions */

static void
start_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_suite_page_start (ds_window_get_page (user_data), NULL);
}

static void
run_row_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_suite_page_start (ds_window_get_page (user_data), g_variant_get_string (parameter, NULL));
}

static void
stop_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsWindow *self = user_data;

  if (self->running != NULL)
    ds_suite_page_stop (self->running);
}

static void
show_page_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_window_show_page (user_data, g_variant_get_string (parameter, NULL));
}

static void
open_folder_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_app_info_launch_default_for_uri_async (g_variant_get_string (parameter, NULL), NULL, NULL, NULL, NULL);
}

static void
choose_target_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_target_chooser_popup (DS_WINDOW (user_data)->target);
}

static void
edit_rows_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_suite_page_edit_rows (ds_window_get_page (user_data));
}

static void
menu_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_menu_button_popup (DS_WINDOW (user_data)->menu_button);
}

static void
sidebar_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  AdwFlap *flap = DS_WINDOW (user_data)->flap;

  adw_flap_set_reveal_flap (flap, !adw_flap_get_reveal_flap (flap));
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_result_file_load_finish (result, &error);

  if (self->pages == NULL)
    return;
  if (report == NULL)
    ds_dialogs_tell (GTK_WINDOW (self), _ ("Not opened"), error->message);
  else
    show_report (self, report);
}

void
ds_window_open (DsWindow *self, GFile *file)
{
  g_return_if_fail (DS_IS_WINDOW (self));
  ds_result_file_load_async (file, NULL, loaded_cb, g_object_ref (self));
}

static void
file_chosen_cb (GFile *file, gpointer user_data)
{
  ds_window_open (user_data, file);
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_dialogs_open_result (user_data, file_chosen_cb, user_data);
}

static const GActionEntry actions[] = {
  { .name = "start", .activate = start_cb },
  { .name = "run-row", .activate = run_row_cb, .parameter_type = "s" },
  { .name = "stop", .activate = stop_cb },
  { .name = "show-page", .activate = show_page_cb, .parameter_type = "s" },
  { .name = "open", .activate = open_cb },
  { .name = "open-folder", .activate = open_folder_cb, .parameter_type = "s" },
  { .name = "choose-target", .activate = choose_target_cb },
  { .name = "edit-rows", .activate = edit_rows_cb },
  { .name = "menu", .activate = menu_cb },
  { .name = "sidebar", .activate = sidebar_cb },
};

/* Closing */

static void
close_answer_cb (gboolean yes, gpointer user_data)
{
  DsWindow *self = user_data;

  if (!yes)
    return;
  self->closing = TRUE;
  if (self->running != NULL)
    ds_suite_page_stop (self->running);
  else
    gtk_window_destroy (GTK_WINDOW (self));
}

static gboolean
ds_window_close_request (GtkWindow *window)
{
  DsWindow *self = DS_WINDOW (window);

  if (self->running != NULL) {
    if (!self->closing)
      ds_dialogs_ask (window, _ ("Stop the run?"),
                      _ ("A drive is being measured. What was measured so far is kept in the history."),
                      _ ("_Keep running"), _ ("_Stop and close"), TRUE, close_answer_cb, self);
    return TRUE;
  }
  return GTK_WINDOW_CLASS (ds_window_parent_class)->close_request (window);
}

/* Object */

static void
ds_window_dispose (GObject *object)
{
  DsWindow *self = DS_WINDOW (object);

  if (self->inhibit_cookie != 0 && gtk_window_get_application (GTK_WINDOW (self)) != NULL)
    gtk_application_uninhibit (gtk_window_get_application (GTK_WINDOW (self)), self->inhibit_cookie);
  self->inhibit_cookie = 0;
  self->running = NULL;
  self->pages = NULL;
  G_OBJECT_CLASS (ds_window_parent_class)->dispose (object);
}

static void
ds_window_class_init (DsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ds_window_close_request;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-window.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, suites);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, verb_button);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, verb_content);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, target);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, page_title);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, share_button);
  gtk_widget_class_bind_template_child (widget_class, DsWindow, pages);
  gtk_widget_class_bind_template_callback (widget_class, suite_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, suite_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, suites_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, target_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, target_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, other_folder_cb);
  /* In the bubble phase, so that Esc closes an open menu first. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.stop", NULL);
}

static void
ds_window_init (DsWindow *self)
{
  GSettings *settings = ds_settings_get ();
  g_autofree char *page = g_settings_get_string (settings, "page");
  g_autofree char *target = g_settings_get_string (settings, "target");

  gtk_widget_init_template (GTK_WIDGET (self));
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  ds_window_share_add_actions (self);
  gtk_list_box_set_header_func (self->suites, section_header_cb, NULL, NULL);
  for (const DsSuite *const *suite = ds_suites_list (); *suite != NULL; suite++)
    add_page (self, *suite);
  add_other_pages (self);
  add_copying (self);
  g_signal_connect_object (self->flap, "notify::folded", G_CALLBACK (show_verb), self, G_CONNECT_SWAPPED);

  g_settings_bind (settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);

  gtk_list_box_select_row (self->suites, gtk_list_box_get_row_at_index (self->suites, 0));
  ds_window_show_page (self, page);
  update (self);
  ds_target_chooser_set_path (self->target, g_path_is_absolute (target) ? target : NULL);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->verb_button));
}

GtkWidget *
ds_window_new (GtkApplication *application)
{
  return g_object_new (DS_TYPE_WINDOW, "application", application, NULL);
}
