/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-history-page.h"

#include <glib/gi18n.h>

#include "ds-dialogs.h"
#include "ds-export-menu.h"
#include "ds-history-row.h"
#include "ds-notes-dialog.h"
#include "ds-result-file.h"
#include "ds-suite.h"
#include "ds-ui.h"

#define DAY G_GINT64_CONSTANT (86400)

struct _DsHistoryPage {
  AdwBin parent_instance;

  GtkSearchEntry *search;
  GtkMenuButton *filter_button;
  GtkDropDown *suite_filter;
  GtkDropDown *drive_filter;
  GtkDropDown *date_filter;
  GtkWidget *head;
  GtkLabel *count;
  GtkStack *stack;
  GtkListView *list;
  GtkRevealer *bar;
  GtkMenuButton *export_button;

  DsHistory *history;
  AdwToastOverlay *toasts;
  GListStore *store; /* (element-type DsHistoryEntry): all, newest first */
  GtkFilterListModel *filtered;
  GtkMultiSelection *selection;
  GSimpleActionGroup *actions;
  GCancellable *listing; /* (nullable) while the list is being read */
  gboolean stale;        /* something has changed since it was begun */
  GStrv deleted;         /* (nullable) what the last deletion took, for its toast */
  gboolean filling;      /* the filters' choices are being renewed */
};

enum { OPEN, COMPARE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsHistoryPage, ds_history_page, ADW_TYPE_BIN)

static const struct {
  const char *title;
  gint64 seconds; /* back from now; 0: any time */
} dates[] = {
  { N_ ("Any time"), 0 },
  { N_ ("Last 24 hours"), DAY },
  { N_ ("Last 7 days"), 7 * DAY },
  { N_ ("Last 30 days"), 30 * DAY },
  { N_ ("Last 365 days"), 365 * DAY },
};

/* What is chosen */

static DsHistoryEntry *
get_entry (DsHistoryPage *self, guint position)
{
  g_autoptr (DsHistoryEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  return entry; /* the model holds it */
}

/* (transfer full) (element-type DsHistoryEntry) */
static GPtrArray *
list_selected (DsHistoryPage *self)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) set = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitsetIter iter;
  guint position;

  for (gboolean valid = gtk_bitset_iter_init_first (&iter, set, &position); valid;
       valid = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (entries, g_list_model_get_item (G_LIST_MODEL (self->selection), position));
  return entries;
}

static void
set_enabled (DsHistoryPage *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)),
                               enabled);
}

static void
selection_changed_cb (DsHistoryPage *self)
{
  g_autoptr (GPtrArray) chosen = list_selected (self);
  gboolean readable = chosen->len > 0;

  for (guint i = 0; i < chosen->len; i++)
    readable = readable && ((DsHistoryEntry *) g_ptr_array_index (chosen, i))->problem == NULL;
  set_enabled (self, "open", chosen->len == 1 && readable);
  set_enabled (self, "compare", chosen->len >= 2 && chosen->len <= 16 && readable);
  set_enabled (self, "edit", chosen->len == 1 && readable);
  set_enabled (self, "save-as", chosen->len == 1 && readable);
  set_enabled (self, "delete", chosen->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), chosen->len == 1 && readable);
  gtk_revealer_set_reveal_child (self->bar, chosen->len > 0);
}

/* Search and filters */

static const char *
get_choice (GtkDropDown *down)
{
  GListModel *model = gtk_drop_down_get_model (down);
  guint selected = gtk_drop_down_get_selected (down);

  /* The first is all of them. */
  if (model == NULL || selected == 0 || selected == GTK_INVALID_LIST_POSITION)
    return NULL;
  return gtk_string_list_get_string (GTK_STRING_LIST (model), selected);
}

static gboolean
filter_cb (gpointer item, gpointer user_data)
{
  return ds_history_entry_matches (item, user_data);
}

static void
filter_free (gpointer data)
{
  DsHistoryFilter *filter = data;

  g_free ((char *) filter->text);
  g_free ((char *) filter->drive);
  g_free ((char *) filter->suite);
  g_free (filter);
}

static void
show_state (DsHistoryPage *self)
{
  guint all = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  guint shown = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  g_autofree char *text = NULL;

  if (self->listing != NULL && all == 0)
    gtk_stack_set_visible_child_name (self->stack, "loading");
  else
    gtk_stack_set_visible_child_name (self->stack, all == 0 ? "empty" : shown == 0 ? "none" : "list");
  if (shown == all)
    text = g_strdup_printf (ngettext ("%u result", "%u results", all), all);
  else
    text = g_strdup_printf (_ ("%1$u of %2$u results"), shown, all);
  gtk_label_set_text (self->count, text);
  gtk_widget_set_visible (self->head, shown > 0);
}

static void
filter_changed_cb (DsHistoryPage *self)
{
  DsHistoryFilter *filter;
  g_autoptr (GtkCustomFilter) custom = NULL;
  const char *title = get_choice (self->suite_filter);
  guint date = gtk_drop_down_get_selected (self->date_filter);

  if (self->filtered == NULL || self->filling)
    return;
  filter = g_new0 (DsHistoryFilter, 1);
  filter->text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  filter->drive = g_strdup (get_choice (self->drive_filter));
  for (const DsSuite *const *suite = ds_suites_list (); title != NULL && *suite != NULL; suite++)
    if (g_str_equal (_ ((*suite)->title), title))
      filter->suite = g_strdup ((*suite)->id);
  if (date < G_N_ELEMENTS (dates) && dates[date].seconds > 0)
    filter->from = g_get_real_time () / G_USEC_PER_SEC - dates[date].seconds;
  custom = gtk_custom_filter_new (filter_cb, filter, filter_free);
  gtk_filter_list_model_set_filter (self->filtered, GTK_FILTER (custom));
  show_state (self);
}

static void
set_choices (GtkDropDown *down, GtkStringList *choices, const char *chosen)
{
  guint selected = 0;

  for (guint i = 1; chosen != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (choices)); i++)
    if (g_str_equal (gtk_string_list_get_string (choices, i), chosen))
      selected = i;
  gtk_drop_down_set_model (down, G_LIST_MODEL (choices));
  gtk_drop_down_set_selected (down, selected);
}

/* The drives and suites that there are results of; what was chosen stays chosen. */
static void
fill_filters (DsHistoryPage *self, GPtrArray *entries)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GtkStringList) drives = gtk_string_list_new ((const char *[]){ _ ("All drives"), NULL });
  g_autoptr (GtkStringList) suites = gtk_string_list_new ((const char *[]){ _ ("All tests"), NULL });
  g_autofree char *drive = g_strdup (get_choice (self->drive_filter));
  g_autofree char *chosen = g_strdup (get_choice (self->suite_filter));

  for (guint i = 0; i < entries->len; i++) {
    const DsHistoryEntry *entry = g_ptr_array_index (entries, i);

    if (*entry->drive != '\0' && g_hash_table_add (seen, entry->drive))
      gtk_string_list_append (drives, entry->drive);
  }
  for (const DsSuite *const *suite = ds_suites_list (); *suite != NULL; suite++)
    gtk_string_list_append (suites, _ ((*suite)->title));
  self->filling = TRUE;
  set_choices (self->drive_filter, drives, drive);
  set_choices (self->suite_filter, suites, chosen);
  self->filling = FALSE;
}

/* The list */

static void reload (DsHistoryPage *self);

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsHistoryPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = ds_history_list_finish (DS_HISTORY (source), result, &error);

  if (self->store == NULL)
    return;
  g_clear_object (&self->listing);
  if (entries != NULL) {
    fill_filters (self, entries);
    g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)), entries->pdata,
                         entries->len);
    filter_changed_cb (self);
  } else {
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
  }
  show_state (self);
  selection_changed_cb (self);
  if (self->stale)
    reload (self);
}

static void
reload (DsHistoryPage *self)
{
  if (self->listing != NULL) {
    self->stale = TRUE;
    return;
  }
  self->stale = FALSE;
  self->listing = g_cancellable_new ();
  show_state (self);
  ds_history_list_async (self->history, self->listing, listed_cb, g_object_ref (self));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  gtk_list_item_set_child (item, ds_history_row_new ());
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  ds_history_row_set_entry (DS_HISTORY_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

/* Opening */

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsHistoryPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_history_load_finish (DS_HISTORY (source), result, &error);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (report != NULL)
    g_signal_emit (self, signals[OPEN], 0, report);
  else if (root != NULL)
    ds_dialogs_tell (GTK_WINDOW (root), _ ("Not opened"), error->message);
}

static void
open_entry (DsHistoryPage *self, DsHistoryEntry *entry)
{
  if (entry->problem != NULL)
    ds_dialogs_tell (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Not opened"), entry->problem);
  else
    ds_history_load_async (self->history, entry->id, NULL, loaded_cb, g_object_ref (self));
}

static void
activate_cb (DsHistoryPage *self, guint position)
{
  open_entry (self, get_entry (self, position));
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GPtrArray) chosen = list_selected (user_data);

  if (chosen->len == 1)
    open_entry (user_data, g_ptr_array_index (chosen, 0));
}

/* (transfer full) */
static char **
dup_ids (GPtrArray *entries)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < entries->len; i++)
    g_strv_builder_add (ids, ((DsHistoryEntry *) g_ptr_array_index (entries, i))->id);
  return g_strv_builder_end (ids);
}

static void
compare_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GPtrArray) chosen = list_selected (user_data);
  g_auto (GStrv) ids = dup_ids (chosen);

  g_signal_emit (user_data, signals[COMPARE], 0, ids);
}

static void
edit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsHistoryPage *self = user_data;
  g_autoptr (GPtrArray) chosen = list_selected (self);

  if (chosen->len == 1)
    gtk_window_present (GTK_WINDOW (ds_notes_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                                         self->history, g_ptr_array_index (chosen, 0))));
}

/* Export */

typedef struct {
  DsHistoryPage *page;
  char *format;
} Export;

static void
export_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Export *export = user_data;
  g_autoptr (DsHistoryPage) self = export->page;
  g_autofree char *format = export->format;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_history_load_finish (DS_HISTORY (source), result, &error);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_free (export);
  if (root == NULL)
    return;
  if (report != NULL)
    ds_export_menu_save (self->toasts, report, format);
  else
    ds_dialogs_tell (GTK_WINDOW (root), _ ("Not opened"), error->message);
}

static void
save_as_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsHistoryPage *self = user_data;
  g_autoptr (GPtrArray) chosen = list_selected (self);
  Export *export;

  if (chosen->len != 1)
    return;
  export = g_new0 (Export, 1);
  export->page = g_object_ref (self);
  export->format = g_variant_dup_string (parameter, NULL);
  ds_history_load_async (self->history, ((DsHistoryEntry *) g_ptr_array_index (chosen, 0))->id, NULL,
                         export_loaded_cb, export);
}

/* Deleting */

static void
restored_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsHistoryPage) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!ds_history_restore_finish (DS_HISTORY (source), result, &error) && self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
}

static void
undo_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsHistoryPage *self = user_data;

  if (self->deleted == NULL)
    return;
  ds_history_restore_async (self->history, (const char *const *) self->deleted, restored_cb, g_object_ref (self));
  g_clear_pointer (&self->deleted, g_strfreev);
  set_enabled (self, "undo", FALSE);
}

static void
undo_clicked_cb (DsHistoryPage *self)
{
  undo_cb (NULL, NULL, self);
}

static void
deleted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsHistoryPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  AdwToast *toast;
  guint n;

  if (!ds_history_delete_finish (DS_HISTORY (source), result, &error)) {
    if (self->toasts != NULL)
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
    return;
  }
  if (self->toasts == NULL || self->deleted == NULL)
    return;
  n = g_strv_length (self->deleted);
  text = g_strdup_printf (ngettext ("%u result deleted", "%u results deleted", n), n);
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_clicked_cb), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
  set_enabled (self, "undo", TRUE);
}

static void
delete_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsHistoryPage *self = user_data;
  g_autoptr (GPtrArray) chosen = list_selected (self);

  if (chosen->len == 0)
    return;
  g_clear_pointer (&self->deleted, g_strfreev);
  self->deleted = dup_ids (chosen);
  ds_history_delete_async (self->history, (const char *const *) self->deleted, deleted_cb, g_object_ref (self));
}

/* Importing */

static void
added_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsHistoryPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = ds_history_add_finish (DS_HISTORY (source), result, &error);

  if (self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts,
                                 adw_toast_new (id != NULL ? _ ("Result imported") : error->message));
}

static void
imported_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsHistoryPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_result_file_load_finish (result, &error);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (report != NULL)
    ds_history_add_async (self->history, report, added_cb, g_object_ref (self));
  else if (root != NULL)
    ds_dialogs_tell (GTK_WINDOW (root), _ ("Not imported"), error->message);
}

void
ds_history_page_import (DsHistoryPage *self, GFile *file)
{
  g_return_if_fail (DS_IS_HISTORY_PAGE (self));
  ds_result_file_load_async (file, NULL, imported_cb, g_object_ref (self));
}

static void
file_chosen_cb (GFile *file, gpointer user_data)
{
  ds_history_page_import (user_data, file);
}

static void
import_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsHistoryPage *self = user_data;

  ds_dialogs_import_result (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), file_chosen_cb, self);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  GSList *files = g_value_get_boxed (value);

  for (GSList *l = files; l != NULL; l = l->next)
    ds_history_page_import (user_data, l->data);
  return files != NULL;
}

/* Object */

static const GActionEntry actions[] = {
  { .name = "open", .activate = open_cb },
  { .name = "compare", .activate = compare_cb },
  { .name = "edit", .activate = edit_cb },
  { .name = "save-as", .activate = save_as_cb, .parameter_type = "s" },
  { .name = "delete", .activate = delete_cb },
  { .name = "undo", .activate = undo_cb },
  { .name = "import", .activate = import_cb },
};

static void
ds_history_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ds_history_page_parent_class)->map (widget);
  /* The terminal program, too, adds to it. */
  reload (DS_HISTORY_PAGE (widget));
}

static void
ds_history_page_dispose (GObject *object)
{
  DsHistoryPage *self = DS_HISTORY_PAGE (object);

  g_clear_object (&self->listing);
  g_clear_object (&self->store);
  g_clear_object (&self->selection);
  g_clear_object (&self->actions);
  g_clear_object (&self->history);
  g_clear_pointer (&self->deleted, g_strfreev);
  self->filtered = NULL;
  self->toasts = NULL;
  G_OBJECT_CLASS (ds_history_page_parent_class)->dispose (object);
}

static void
ds_history_page_class_init (DsHistoryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_history_page_dispose;
  widget_class->map = ds_history_page_map;
  signals[OPEN] = g_signal_new ("open", DS_TYPE_HISTORY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, DS_TYPE_REPORT);
  signals[COMPARE] = g_signal_new ("compare", DS_TYPE_HISTORY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRV);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-history-page.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, search);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, filter_button);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, suite_filter);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, drive_filter);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, date_filter);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, head);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, count);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, stack);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, list);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, bar);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryPage, export_button);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "history.delete", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "history.edit", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "history.undo", NULL);
}

static void
fill_dates (DsHistoryPage *self)
{
  g_autoptr (GtkStringList) choices = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (dates); i++)
    gtk_string_list_append (choices, _ (dates[i].title));
  gtk_drop_down_set_model (self->date_filter, G_LIST_MODEL (choices));
}

static void
ds_history_page_init (DsHistoryPage *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GMenuModel) menu = ds_export_menu_new_saving ("history.save-as");
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), actions, G_N_ELEMENTS (actions), self);
  set_enabled (self, "undo", FALSE);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "history", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_dates (self);
  gtk_menu_button_set_menu_model (self->export_button, menu);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self));

  self->store = g_list_store_new (DS_TYPE_HISTORY_ENTRY);
  self->filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->store)), NULL);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (self->filtered));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  selection_changed_cb (self);
}

GtkWidget *
ds_history_page_new (DsHistory *history, AdwToastOverlay *toasts)
{
  DsHistoryPage *self = g_object_new (DS_TYPE_HISTORY_PAGE, NULL);

  self->history = g_object_ref (history);
  self->toasts = toasts;
  g_signal_connect_object (history, "changed", G_CALLBACK (reload), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
ds_history_page_select (DsHistoryPage *self, guint position)
{
  g_return_if_fail (DS_IS_HISTORY_PAGE (self));
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, FALSE);
}

guint
ds_history_page_get_n_shown (DsHistoryPage *self)
{
  g_return_val_if_fail (DS_IS_HISTORY_PAGE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
}

gboolean
ds_history_page_get_loading (DsHistoryPage *self)
{
  g_return_val_if_fail (DS_IS_HISTORY_PAGE (self), FALSE);
  return self->listing != NULL;
}
