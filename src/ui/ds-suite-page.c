/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-suite-page.h"

#include <glib/gi18n.h>

#include "ds-chart-view.h"
#include "ds-details.h"
#include "ds-dialogs.h"
#include "ds-engine-error.h"
#include "ds-finding-row.h"
#include "ds-history.h"
#include "ds-option-control.h"
#include "ds-option-form.h"
#include "ds-page-report.h"
#include "ds-rows-dialog.h"
#include "ds-session.h"
#include "ds-settings.h"
#include "ds-status-strip.h"
#include "ds-tile-board.h"
#include "ds-ui.h"
#include "ds-wrap-box.h"

struct _DsSuitePage {
  AdwBin parent_instance;

  GtkInfoBar *error_bar;
  GtkLabel *error_label;
  GtkWidget *error_button;
  DsWrapBox *options_box;
  GtkLabel *note;
  AdwFlap *flap;
  DsDetails *details;
  GtkStack *stack;
  DsTileBoard *board;
  DsChartView *chart;
  AdwStatusPage *empty;
  GtkBox *findings;
  GtkRevealer *strip_revealer;
  DsStatusStrip *strip;
  GtkWidget *unit_control;

  const DsSuite *suite;
  DsOptions *options;
  char *path;
  gboolean suggesting;
  gboolean reachable; /* whether something is known under path */

  DsReport *result; /* (nullable) the last one, whole */
  gboolean stale;   /* it is of an earlier start: greyed */
  gboolean opened;  /* a person opened it: it stays whatever the options are */
  DsReport *shown;  /* result, the running session's report, or the plan's empty one */
  guint findings_shown;
  gint chosen; /* the cell in the details, -1 */

  DsSession *session; /* (nullable) while one is checked or running */
  gboolean session_begun;
  GCancellable *cancellable;
  char *load_problem; /* (nullable) why the last result could not be read */
};

enum { PROP_RUNNING = 1, PROP_RESULT, N_PROPERTIES };
enum { FINISHED, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsSuitePage, ds_suite_page, ADW_TYPE_BIN)

/* What is shown */

static gboolean
is_tiles (DsSuitePage *self)
{
  return self->suite->view == DS_VIEW_TILES;
}

static void
show_findings (DsSuitePage *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->findings))) != NULL)
    gtk_box_remove (self->findings, child);
  self->findings_shown = self->shown->findings->len;
  /* Never hidden: a box keeps the request mode it had while it was hidden and empty, and would then give every
   * finding one line. */
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->findings), self->findings_shown > 0 ? 14 : 0);
  for (guint i = 0; i < self->findings_shown; i++)
    gtk_box_append (self->findings, ds_finding_row_new (g_ptr_array_index (self->shown->findings, i)));
}

static void
show_note (DsSuitePage *self)
{
  g_autofree char *text = NULL;

  if (self->session != NULL)
    text = NULL;
  else if (self->shown == self->result && (self->stale || self->opened))
    text = ds_page_report_describe (self->result, self->opened);
  else if (self->load_problem != NULL)
    text = g_strdup_printf (_ ("The last result could not be read: %s"), self->load_problem);
  else if (self->shown != self->result && is_tiles (self))
    text = g_strdup (_ ("Press Start to measure every row, or a row’s button to measure it alone."));
  gtk_label_set_text (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
}

static void
show_details (DsSuitePage *self)
{
  gboolean there = self->chosen >= 0 && (guint) self->chosen < self->shown->cells->len;

  ds_details_set_cell (self->details, there ? g_ptr_array_index (self->shown->cells, self->chosen) : NULL);
  if (!there) {
    self->chosen = -1;
    adw_flap_set_reveal_flap (self->flap, FALSE);
  }
  ds_tile_board_select (self->board, self->chosen);
}

static void
show_content (DsSuitePage *self)
{
  DsUnit unit = ds_settings_get_unit ();
  gboolean stale = self->session == NULL && self->shown == self->result && self->stale;

  if (is_tiles (self)) {
    ds_tile_board_set_report (self->board, self->shown, unit);
    gtk_stack_set_visible_child_name (self->stack, "tiles");
  } else if (self->session != NULL || self->shown == self->result) {
    ds_chart_view_set_report (self->chart, self->shown, unit);
    gtk_stack_set_visible_child_name (self->stack, "chart");
  } else {
    gtk_stack_set_visible_child_name (self->stack, "empty");
  }
  if (stale)
    gtk_widget_add_css_class (GTK_WIDGET (self->stack), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->stack), "stale");
}

/* Chooses what stands on the page, and draws all of it anew */
static void
show (DsSuitePage *self)
{
  DsReport *plan = ds_page_report_new_planned (self->options);
  DsReport *shown = plan;
  DsReport *before = self->shown;

  if (self->session != NULL)
    shown = ds_session_get_report (self->session);
  else if (self->result != NULL && (self->opened || ds_page_report_same_layout (self->result, plan)))
    shown = self->result;
  if (before != NULL && !ds_page_report_same_layout (before, shown))
    self->chosen = -1;
  if (shown != before)
    ds_details_set_cell (self->details, NULL);
  self->shown = ds_report_ref (shown);
  g_clear_pointer (&before, ds_report_unref);
  ds_report_unref (plan);

  show_content (self);
  show_note (self);
  show_findings (self);
  show_details (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RESULT]);
}

static void
show_error (DsSuitePage *self, const char *text, gboolean about_target)
{
  gtk_widget_set_visible (self->error_button, about_target);
  gtk_label_set_text (self->error_label, text != NULL ? text : "");
  gtk_info_bar_set_revealed (self->error_bar, text != NULL);
}

static void
error_response_cb (DsSuitePage *self)
{
  gtk_info_bar_set_revealed (self->error_bar, FALSE);
}

static void
details_close_cb (DsSuitePage *self)
{
  self->chosen = -1;
  show_details (self);
}

static void
cell_chosen_cb (DsSuitePage *self, guint index)
{
  /* The same tile again puts the details away. */
  self->chosen = self->chosen == (gint) index ? -1 : (gint) index;
  show_details (self);
  adw_flap_set_reveal_flap (self->flap, self->chosen >= 0);
}

/* Options */

void
ds_suite_page_edit_rows (DsSuitePage *self)
{
  g_return_if_fail (DS_IS_SUITE_PAGE (self));
  for (const DsOption *option = self->suite->options; option->id != NULL; option++)
    if (option->type == DS_OPTION_ROWS) {
      GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

      gtk_window_present (GTK_WINDOW (ds_rows_dialog_new (window, self->options, option)));
      return;
    }
}

static void
edit_rows_cb (DsSuitePage *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (
      GTK_WIDGET (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)))), GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  ds_suite_page_edit_rows (self);
}

static void
unit_chosen_cb (guint index, gpointer user_data)
{
  ds_settings_set_unit (index);
}

static void
unit_changed_cb (DsSuitePage *self)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->unit_control), ds_settings_get_unit ());
  if (self->shown != NULL)
    show_content (self);
}

static GtkWidget *
new_more_button (DsSuitePage *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *form = ds_option_form_new (self->options, G_CALLBACK (edit_rows_cb), self);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 480);
  gtk_widget_add_css_class (form, "option-form");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), form);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("More"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_add_css_class (button, "option");
  gtk_widget_set_tooltip_text (button, _ ("More options"));
  return button;
}

static void
fill_options (DsSuitePage *self)
{
  const char *units[] = { NULL, NULL, NULL, NULL, NULL };

  for (const DsOption *option = self->suite->options; option->id != NULL; option++)
    if (!(option->flags & DS_OPTION_FOLDED))
      ds_wrap_box_append (self->options_box, ds_option_control_new (self->options, option));
  for (DsUnit unit = DS_UNIT_MB_S; unit <= DS_UNIT_US; unit++)
    units[unit] = ds_unit_get_label (unit);
  self->unit_control =
      ds_option_control_new_choice (_ ("Unit"), units, ds_settings_get_unit (), unit_chosen_cb, self);
  ds_wrap_box_append (self->options_box, self->unit_control);
  if (ds_option_form_is_needed (self->suite))
    ds_wrap_box_append (self->options_box, new_more_button (self));
}

static void
options_changed_cb (DsOptions *options, const char *id, DsSuitePage *self)
{
  ds_settings_set_options (self->suite->id, ds_options_to_variant (options));
  if (self->session != NULL)
    return;
  if (!self->suggesting)
    self->opened = FALSE;
  show (self);
}

/* The run */

static void
set_running (DsSuitePage *self, gboolean running)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->options_box), !running);
  ds_tile_board_set_running (self->board, running);
  gtk_revealer_set_reveal_child (self->strip_revealer, running);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

static void
end_session (DsSuitePage *self)
{
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  self->session_begun = FALSE;
  show (self);
  set_running (self, FALSE);
}

static gboolean
is_about_target (const GError *error)
{
  return error->domain == DS_ENGINE_ERROR || g_error_matches (error, DS_SUITE_ERROR, DS_SUITE_ERROR_TARGET);
}

static void
cell_changed_cb (DsSession *session, guint index, DsSuitePage *self)
{
  if (is_tiles (self))
    ds_tile_board_update_cell (self->board, index);
  else
    ds_chart_view_update (self->chart);
  if ((gint) index == self->chosen)
    ds_details_set_cell (self->details, g_ptr_array_index (self->shown->cells, index));
}

static void
progress_cb (DsSession *session, DsSuitePage *self)
{
  ds_status_strip_update (self->strip, ds_session_get_progress (session), ds_session_get_report (session));
  if (self->shown->findings->len != self->findings_shown) {
    show_findings (self);
    ds_tile_board_update_all (self->board);
  }
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSuitePage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = ds_history_add_finish (DS_HISTORY (source), result, &error);
  g_autofree char *text = NULL;

  if (id != NULL || self->options == NULL)
    return;
  text = g_strdup_printf (_ ("The result is not in the history: %s Save it by hand to keep it."), error->message);
  show_error (self, text, FALSE);
}

static void
run_finished_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSuitePage) self = user_data;
  g_autoptr (DsReport) report = ds_report_ref (ds_session_get_report (DS_SESSION (source)));
  g_autoptr (GError) error = NULL;
  gboolean done = ds_session_run_finish (DS_SESSION (source), result, &error);

  if (self->session == NULL)
    return;
  /* What was measured before a failure or a stop is kept; nothing at all leaves the last result where it was. */
  if (ds_page_report_has_figures (report)) {
    g_clear_pointer (&self->result, ds_report_unref);
    self->result = ds_report_ref (report);
    self->stale = FALSE;
    self->opened = FALSE;
    ds_history_add_async (ds_history_get_default (), report, kept_cb, g_object_ref (self));
  }
  end_session (self);
  if (!done)
    show_error (self, error->message, is_about_target (error));
  if (report->state != DS_STATE_STOPPED)
    g_signal_emit (self, signals[FINISHED], 0, report);
}

static void
run (DsSuitePage *self)
{
  self->session_begun = TRUE;
  show (self);
  ds_session_run_async (self->session, self->cancellable, run_finished_cb, g_object_ref (self));
}

static void
asked_cb (gboolean yes, gpointer user_data)
{
  DsSuitePage *self = user_data;

  if (self->session == NULL || self->session_begun)
    return;
  if (yes)
    run (self);
  else
    end_session (self);
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSuitePage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *question = NULL;

  if (!ds_session_check_finish (DS_SESSION (source), result, &error)) {
    if (self->session == NULL)
      return;
    end_session (self);
    if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      show_error (self, error->message, is_about_target (error));
    return;
  }
  if (self->session == NULL)
    return;
  if (g_cancellable_is_cancelled (self->cancellable)) {
    end_session (self);
    return;
  }
  question = ds_page_report_dup_question (self->session);
  if (question == NULL)
    run (self);
  else
    ds_dialogs_ask (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Measure here anyway?"), question,
                    _ ("_Cancel"), _ ("_Start"), FALSE, asked_cb, self);
}

void
ds_suite_page_start (DsSuitePage *self, const char *only_row)
{
  DsReport *previous = NULL;

  g_return_if_fail (DS_IS_SUITE_PAGE (self));
  if (self->session != NULL)
    return;
  if (self->path == NULL) {
    show_error (self, _ ("There is nothing to measure yet. Choose a folder or a drive."), TRUE);
    return;
  }
  show_error (self, NULL, FALSE);

  /* A row alone joins the figures that stand on the page, if they are this target's and this start's. */
  if (only_row != NULL && self->result != NULL && self->shown == self->result && !self->stale && !self->opened &&
      g_strcmp0 (self->result->target.path, self->path) == 0)
    previous = self->result;
  self->session = ds_session_new (self->options, self->path, only_row, previous);
  self->cancellable = g_cancellable_new ();
  g_signal_connect_object (self->session, "cell-changed", G_CALLBACK (cell_changed_cb), self, 0);
  g_signal_connect_object (self->session, "progress", G_CALLBACK (progress_cb), self, 0);
  ds_status_strip_set_text (self->strip, _ ("Looking at the target"));
  show (self);
  set_running (self, TRUE);
  ds_session_check_async (self->session, self->cancellable, checked_cb, g_object_ref (self));
}

void
ds_suite_page_stop (DsSuitePage *self)
{
  g_return_if_fail (DS_IS_SUITE_PAGE (self));
  if (self->session == NULL)
    return;
  if (self->session_begun)
    ds_session_stop (self->session);
  else
    g_cancellable_cancel (self->cancellable);
}

static void
run_row_cb (DsSuitePage *self, const char *label)
{
  if (self->session != NULL)
    ds_suite_page_stop (self);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.run-row", "s", label);
}

/* The last result */

static void
last_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsSuitePage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_history_load_newest_finish (DS_HISTORY (source), result, &error);

  /* Somebody was faster than the disk. */
  if (self->options == NULL || self->result != NULL || self->session != NULL)
    return;
  if (error != NULL)
    self->load_problem = g_strdup (error->message);
  if (report != NULL) {
    self->result = g_steal_pointer (&report);
    self->stale = TRUE;
  }
  show (self);
}

/* Object */

static void
ds_suite_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DsSuitePage *self = DS_SUITE_PAGE (object);

  switch (id) {
  case PROP_RUNNING:
    g_value_set_boolean (value, self->session != NULL);
    break;
  case PROP_RESULT:
    g_value_set_boxed (value, ds_suite_page_get_result (self));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
ds_suite_page_dispose (GObject *object)
{
  DsSuitePage *self = DS_SUITE_PAGE (object);

  if (self->session != NULL) {
    ds_suite_page_stop (self);
    g_signal_handlers_disconnect_by_data (self->session, self);
  }
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->options);
  g_clear_pointer (&self->result, ds_report_unref);
  g_clear_pointer (&self->shown, ds_report_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->load_problem, g_free);
  G_OBJECT_CLASS (ds_suite_page_parent_class)->dispose (object);
}

static void
ds_suite_page_class_init (DsSuitePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ds_suite_page_get_property;
  object_class->dispose = ds_suite_page_dispose;
  properties[PROP_RUNNING] =
      g_param_spec_boolean ("running", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_RESULT] =
      g_param_spec_boxed ("result", NULL, NULL, DS_TYPE_REPORT, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[FINISHED] = g_signal_new ("finished", DS_TYPE_SUITE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, DS_TYPE_REPORT);

  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-suite-page.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, error_bar);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, error_label);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, error_button);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, options_box);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, note);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, flap);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, details);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, stack);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, board);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, chart);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, empty);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, findings);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, strip_revealer);
  gtk_widget_class_bind_template_child (widget_class, DsSuitePage, strip);
  gtk_widget_class_bind_template_callback (widget_class, error_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, details_close_cb);
  gtk_widget_class_bind_template_callback (widget_class, run_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, cell_chosen_cb);
}

static void
ds_suite_page_init (DsSuitePage *self)
{
  self->chosen = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ds_suite_page_new (const DsSuite *suite)
{
  DsSuitePage *self = g_object_new (DS_TYPE_SUITE_PAGE, NULL);
  g_autoptr (GVariant) stored = ds_settings_dup_options (suite->id);

  self->suite = suite;
  self->options = ds_options_new (suite);
  if (stored != NULL)
    ds_options_load_variant (self->options, stored);
  g_signal_connect_object (self->options, "changed", G_CALLBACK (options_changed_cb), self, 0);
  adw_status_page_set_title (self->empty, _ (suite->title));
  adw_status_page_set_description (self->empty, _ (suite->description));
  fill_options (self);
  g_signal_connect_object (ds_settings_get (), "changed::unit", G_CALLBACK (unit_changed_cb), self,
                           G_CONNECT_SWAPPED);
  show (self);
  ds_history_load_newest_async (ds_history_get_default (), suite->id, NULL, last_result_cb, g_object_ref (self));
  return GTK_WIDGET (self);
}

const DsSuite *
ds_suite_page_get_suite (DsSuitePage *self)
{
  g_return_val_if_fail (DS_IS_SUITE_PAGE (self), NULL);
  return self->suite;
}

void
ds_suite_page_set_target (DsSuitePage *self, const char *path, const DsPlace *place, const char *error)
{
  char *copy;

  g_return_if_fail (DS_IS_SUITE_PAGE (self));
  if (g_strcmp0 (self->path, path) != 0 && self->session == NULL)
    show_error (self, NULL, FALSE);
  copy = g_strdup (path);
  g_free (self->path);
  self->path = copy;
  if (place != NULL) {
    /* What suits the drive must not put away a result that the person opened. */
    self->suggesting = TRUE;
    ds_options_suggest_for (self->options, place);
    self->suggesting = FALSE;
  }
  if (self->session == NULL && error != NULL)
    show_error (self, error, TRUE);
  else if (self->session == NULL && place != NULL && !self->reachable)
    show_error (self, NULL, FALSE);
  self->reachable = place != NULL;
}

gboolean
ds_suite_page_get_running (DsSuitePage *self)
{
  g_return_val_if_fail (DS_IS_SUITE_PAGE (self), FALSE);
  return self->session != NULL;
}

DsReport *
ds_suite_page_get_result (DsSuitePage *self)
{
  g_return_val_if_fail (DS_IS_SUITE_PAGE (self), NULL);
  return self->session == NULL && self->shown == self->result ? self->result : NULL;
}

void
ds_suite_page_show_result (DsSuitePage *self, DsReport *report)
{
  g_return_if_fail (DS_IS_SUITE_PAGE (self));
  g_return_if_fail (report != NULL);
  if (self->session != NULL)
    return;
  ds_report_ref (report);
  g_clear_pointer (&self->result, ds_report_unref);
  self->result = report;
  self->stale = FALSE;
  self->opened = TRUE;
  show_error (self, report->state == DS_STATE_FAILED ? report->error : NULL, FALSE);
  show (self);
}
