/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-compare-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-compare.h"
#include "ds-comparison-view.h"
#include "ds-dialogs.h"
#include "ds-drive-dialog.h"
#include "ds-drive-notes.h"
#include "ds-format.h"
#include "ds-reference.h"
#include "ds-tile-grid.h"
#include "ds-ui.h"

#define MOST_RESULTS 16

struct _DsComparePage {
  AdwBin parent_instance;

  GtkStack *stack;
  GtkStack *views;
  GtkBox *names;
  GtkMenuButton *add_button;
  GtkLabel *notes;
  GtkWidget *bars;
  GtkWidget *curves;
  AdwBin *tiles;
  AdwBin *table;

  DsHistory *history;
  AdwToastOverlay *toasts;
  GPtrArray *reports;       /* (element-type DsReport) */
  DsComparison *comparison; /* (nullable) */
  GPtrArray *loading;       /* (nullable) (element-type DsReport), NULL where one is still on its way */
  guint pending;
};

G_DEFINE_FINAL_TYPE (DsComparePage, ds_compare_page, ADW_TYPE_BIN)

static char *
dup_model (DsReport *report)
{
  if (report->target.drives->len == 0)
    return NULL;
  return g_strdup (((DsTargetDrive *) g_ptr_array_index (report->target.drives, 0))->model);
}

static char *
dup_letter (guint index)
{
  return g_strdup_printf ("%c", (char) ('A' + index));
}

/* Tiles and table: the same cells, large or small */

static GtkWidget *
new_label (const char *text, const char *css_class, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
new_figure (const DsComparedCell *cell, const char *css_class, float xalign)
{
  g_autofree char *figure = ds_format_figure (cell->mb_s);
  GtkWidget *label = new_label (figure, css_class, xalign);

  gtk_widget_add_css_class (label, "numeric");
  if (cell->cell != NULL && cell->cell->invalid != NULL) {
    g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

    pango_attr_list_insert (attributes, pango_attr_strikethrough_new (TRUE));
    gtk_label_set_attributes (GTK_LABEL (label), attributes);
  }
  return label;
}

static GtkWidget *
new_difference (const DsComparedCell *cell, float xalign)
{
  g_autofree char *text = ds_compared_cell_dup_text (cell);
  g_autofree char *evidence = ds_compared_cell_dup_evidence (cell);
  GtkWidget *label = new_label (text, "caption", xalign);

  gtk_widget_set_tooltip_text (label, evidence);
  if (cell->difference == DS_DIFFERENCE_FASTER)
    gtk_widget_add_css_class (label, "success");
  else if (cell->difference == DS_DIFFERENCE_SLOWER)
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static char *
dup_row_title (const DsComparedRow *row)
{
  return g_strdup_printf ("%s\n%s", row->label, ds_tile_get_op_title (row->op));
}

static GtkWidget *
new_tile (const DsComparedCell *cell, guint index)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "compare-tile");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), new_figure (cell, "title-2", 0.5));
  gtk_box_append (GTK_BOX (box), index > 0 ? new_difference (cell, 0.5) : new_label ("", "caption", 0.5));
  return box;
}

static GtkWidget *
build_tiles (DsComparePage *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  for (guint i = 0; i < self->comparison->n_results; i++) {
    g_autofree char *letter = dup_letter (i);

    gtk_grid_attach (GTK_GRID (grid), new_label (letter, "heading", 0.5), (int) i + 1, 0, 1, 1);
  }
  for (guint r = 0; r < self->comparison->rows->len; r++) {
    const DsComparedRow *row = ds_comparison_get_row (self->comparison, r);
    g_autofree char *title = dup_row_title (row);

    gtk_grid_attach (GTK_GRID (grid), new_label (title, "caption-heading", 0), 0, (int) r + 1, 1, 1);
    for (guint i = 0; i < self->comparison->n_results; i++)
      gtk_grid_attach (GTK_GRID (grid), new_tile (&row->cells[i], i), (int) i + 1, (int) r + 1, 1, 1);
  }
  return grid;
}

static GtkWidget *
build_table (DsComparePage *self)
{
  GtkWidget *grid = gtk_grid_new ();
  int column = 1;

  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_attach (GTK_GRID (grid), new_label (_ ("MB/s, median of the runs"), "caption-heading", 0), 0, 0, 1, 1);
  for (guint i = 0; i < self->comparison->n_results; i++) {
    g_autofree char *letter = dup_letter (i);

    gtk_grid_attach (GTK_GRID (grid), new_label (letter, "heading", 1), column, 0, 1, 1);
    column += i == 0 ? 1 : 2;
  }
  for (guint r = 0; r < self->comparison->rows->len; r++) {
    const DsComparedRow *row = ds_comparison_get_row (self->comparison, r);
    g_autofree char *title = g_strdup_printf ("%s %s", row->label, ds_tile_get_op_title (row->op));

    column = 1;
    gtk_grid_attach (GTK_GRID (grid), new_label (title, NULL, 0), 0, (int) r + 1, 1, 1);
    for (guint i = 0; i < self->comparison->n_results; i++) {
      gtk_grid_attach (GTK_GRID (grid), new_figure (&row->cells[i], NULL, 1), column++, (int) r + 1, 1, 1);
      if (i > 0)
        gtk_grid_attach (GTK_GRID (grid), new_difference (&row->cells[i], 0), column++, (int) r + 1, 1, 1);
    }
  }
  return grid;
}

/* What stands below: settings that differ, what the money buys, how it was judged */

static void
add_settings (DsComparePage *self, GString *text)
{
  if (self->comparison->settings->len > 0)
    g_string_append_printf (text, "%s\n", _ ("Not measured alike:"));
  for (guint i = 0; i < self->comparison->settings->len; i++) {
    const DsSettingDifference *setting = g_ptr_array_index (self->comparison->settings, i);
    g_autofree char *values = g_strjoinv (" · ", setting->values);

    g_string_append_printf (text, "%s: %s\n", setting->title, values);
  }
}

static double
get_price (DsReport *report, char **currency)
{
  g_autofree char *model = dup_model (report);
  double price = ds_reference_get_price (report);

  *currency = NULL;
  if (!isnan (price)) {
    *currency = g_strdup ("USD");
  } else if (model != NULL) {
    g_autoptr (DsDriveNotes) notes = ds_drive_notes_load (model);

    price = notes->price;
    *currency = g_strdup (notes->currency);
  }
  return price;
}

static void
add_prices (DsComparePage *self, GString *text)
{
  for (guint i = 0; i < self->comparison->n_results; i++) {
    g_autofree char *currency = NULL;
    double price = get_price (g_ptr_array_index (self->reports, i), &currency);
    g_autofree char *letter = dup_letter (i);
    g_autofree char *cost = ds_format_number (price, 2);
    g_autofree char *rate = ds_format_number (ds_comparison_get_mb_s_per_price (self->comparison, i, price), 2);
    g_autofree char *space = ds_format_number (ds_comparison_get_gb_per_price (self->comparison, i, price), 2);

    if (isnan (price))
      continue;
    /* Translators: result A, a price, its currency, and what one unit of it buys. */
    g_string_append_printf (text, _ ("%1$s costs %2$s %3$s: one buys %4$s MB/s and %5$s GB."), letter, cost,
                            currency != NULL ? currency : "", rate, space);
    g_string_append_c (text, '\n');
  }
}

static void
show_notes (DsComparePage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_settings (self, text);
  add_prices (self, text);
  g_string_append (text,
                   _ ("With four runs or more on both sides a difference counts where a rank test over the runs "
                      "gives p below 0.05."));
  g_string_append_c (text, ' ');
  g_string_append (text, _ ("With fewer runs a difference counts where their ranges do not overlap."));
  gtk_label_set_text (self->notes, text->str);
}

/* The results */

static void show (DsComparePage *self);

static guint
get_index (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ds-index"));
}

static void
remove_cb (DsComparePage *self, GtkWidget *button)
{
  guint index = get_index (button);

  if (index < self->reports->len)
    g_ptr_array_remove_index (self->reports, index);
  show (self);
}

static void
facts_cb (DsComparePage *self, GtkWidget *button)
{
  g_autofree char *model = dup_model (g_ptr_array_index (self->reports, get_index (button)));
  GtkWidget *dialog;

  if (model == NULL)
    return;
  dialog = ds_drive_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), model);
  g_signal_connect_object (dialog, "saved", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static GtkWidget *
new_button (DsComparePage *self, guint index, const char *icon, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  g_object_set_data (G_OBJECT (button), "ds-index", GUINT_TO_POINTER (index));
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static void
show_names (DsComparePage *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->names))) != NULL)
    gtk_box_remove (self->names, child);
  for (guint i = 0; i < self->comparison->n_results; i++) {
    GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *name = new_label (ds_comparison_get_name (self->comparison, i), NULL, 0);
    g_autofree char *letter = dup_letter (i);
    g_autofree char *model = dup_model (g_ptr_array_index (self->reports, i));

    gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand (name, TRUE);
    gtk_box_append (GTK_BOX (row), new_label (letter, "heading", 0.5));
    gtk_box_append (GTK_BOX (row), name);
    if (model != NULL)
      gtk_box_append (GTK_BOX (row),
                      new_button (self, i, "document-edit-symbolic", _ ("Price and rated figures of this drive"),
                                  G_CALLBACK (facts_cb)));
    gtk_box_append (GTK_BOX (row), new_button (self, i, "window-close-symbolic", _ ("Take out of the comparison"),
                                               G_CALLBACK (remove_cb)));
    gtk_box_append (self->names, row);
  }
}

/* Bundled drives, and the rated figures of those that are compared */
static void
fill_add_menu (DsComparePage *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) rated = g_menu_new ();
  g_autoptr (GMenu) bundled = g_menu_new ();
  g_autoptr (GPtrArray) references = ds_reference_list ();

  for (guint i = 0; i < self->reports->len; i++) {
    g_autofree char *model = dup_model (g_ptr_array_index (self->reports, i));
    g_autoptr (DsDriveNotes) notes = model != NULL ? ds_drive_notes_load (model) : NULL;
    g_autoptr (GMenuItem) item = NULL;
    g_autofree char *title = NULL;

    if (notes == NULL || !ds_drive_notes_have_ratings (notes))
      continue;
    title = g_strdup_printf (_ ("%s, rated"), model);
    item = g_menu_item_new (title, NULL);
    g_menu_item_set_action_and_target (item, "compare.add-rated", "u", i);
    g_menu_append_item (rated, item);
  }
  for (guint i = 0; i < references->len; i++) {
    g_autoptr (GMenuItem) item = g_menu_item_new (((DsReport *) g_ptr_array_index (references, i))->title, NULL);

    g_menu_item_set_action_and_target (item, "compare.add-reference", "u", i);
    g_menu_append_item (bundled, item);
  }
  g_menu_append_section (menu, _ ("Makers’ figures"), G_MENU_MODEL (rated));
  g_menu_append_section (menu, _ ("Drives from reviews"), G_MENU_MODEL (bundled));
  gtk_menu_button_set_menu_model (self->add_button, G_MENU_MODEL (menu));
}

static void
show (DsComparePage *self)
{
  DsComparison *before = self->comparison;

  self->comparison = self->reports->len > 0 ? ds_comparison_new (self->reports) : NULL;
  ds_comparison_view_set_comparison (DS_COMPARISON_VIEW (self->bars), self->comparison, DS_UNIT_MB_S);
  ds_comparison_view_set_comparison (DS_COMPARISON_VIEW (self->curves), self->comparison, DS_UNIT_MB_S);
  ds_comparison_free (before);
  gtk_stack_set_visible_child_name (self->stack, self->comparison != NULL ? "comparison" : "empty");
  if (self->comparison == NULL)
    return;
  gtk_stack_page_set_visible (gtk_stack_get_page (self->views, self->curves),
                              ds_comparison_has_curves (self->comparison));
  show_names (self);
  adw_bin_set_child (self->tiles, build_tiles (self));
  adw_bin_set_child (self->table, build_table (self));
  show_notes (self);
  fill_add_menu (self);
}

static void
add_report (DsComparePage *self, DsReport *report)
{
  if (self->reports->len >= MOST_RESULTS)
    return;
  g_ptr_array_add (self->reports, ds_report_ref (report));
  show (self);
}

static void
add_reference_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GPtrArray) references = ds_reference_list ();
  guint index = g_variant_get_uint32 (parameter);

  if (index < references->len)
    add_report (user_data, g_ptr_array_index (references, index));
}

static void
add_rated_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsComparePage *self = user_data;
  guint index = g_variant_get_uint32 (parameter);
  g_autofree char *model =
      index < self->reports->len ? dup_model (g_ptr_array_index (self->reports, index)) : NULL;
  g_autoptr (DsDriveNotes) notes = model != NULL ? ds_drive_notes_load (model) : NULL;
  g_autoptr (DsReport) report = NULL;

  if (notes == NULL)
    return;
  report = ds_drive_notes_make_report (notes, model, g_ptr_array_index (self->reports, index));
  add_report (self, report);
}

static const GActionEntry actions[] = {
  { .name = "add-reference", .activate = add_reference_cb, .parameter_type = "u" },
  { .name = "add-rated", .activate = add_rated_cb, .parameter_type = "u" },
};

/* Loading */

static void
report_unref_cb (gpointer report)
{
  g_clear_pointer ((DsReport **) &report, ds_report_unref);
}

typedef struct {
  DsComparePage *page;
  GPtrArray *list; /* the one it belongs to */
  guint index;
} Load;

static void
finish_loading (DsComparePage *self)
{
  g_ptr_array_set_size (self->reports, 0);
  for (guint i = 0; i < self->loading->len; i++)
    if (g_ptr_array_index (self->loading, i) != NULL)
      g_ptr_array_add (self->reports, ds_report_ref (g_ptr_array_index (self->loading, i)));
  g_clear_pointer (&self->loading, g_ptr_array_unref);
  show (self);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;
  g_autoptr (DsComparePage) self = load->page;
  g_autoptr (GPtrArray) list = load->list;
  guint index = load->index;
  g_autoptr (GError) error = NULL;
  DsReport *report = ds_history_load_finish (DS_HISTORY (source), result, &error);

  g_free (load);
  list->pdata[index] = report;
  if (self->loading != list)
    return;
  if (report == NULL && self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
  if (--self->pending == 0)
    finish_loading (self);
}

void
ds_compare_page_set_ids (DsComparePage *self, const char *const *ids)
{
  g_return_if_fail (DS_IS_COMPARE_PAGE (self));
  g_clear_pointer (&self->loading, g_ptr_array_unref);
  self->loading = g_ptr_array_new_with_free_func (report_unref_cb);
  self->pending = MIN (g_strv_length ((char **) ids), MOST_RESULTS);
  g_ptr_array_set_size (self->loading, (int) self->pending);
  for (guint i = 0, n = self->pending; i < n; i++) {
    Load *load = g_new0 (Load, 1);

    load->page = g_object_ref (self);
    load->list = g_ptr_array_ref (self->loading);
    load->index = i;
    ds_history_load_async (self->history, ids[i], NULL, loaded_cb, load);
  }
}

void
ds_compare_page_set_reports (DsComparePage *self, GPtrArray *reports)
{
  g_return_if_fail (DS_IS_COMPARE_PAGE (self));
  g_ptr_array_set_size (self->reports, 0);
  for (guint i = 0; i < MIN (reports->len, MOST_RESULTS); i++)
    g_ptr_array_add (self->reports, ds_report_ref (g_ptr_array_index (reports, i)));
  show (self);
}

void
ds_compare_page_show_view (DsComparePage *self, const char *view)
{
  g_return_if_fail (DS_IS_COMPARE_PAGE (self));
  gtk_stack_set_visible_child_name (self->views, view);
}

guint
ds_compare_page_get_n_results (DsComparePage *self)
{
  g_return_val_if_fail (DS_IS_COMPARE_PAGE (self), 0);
  return self->reports->len;
}

/* Object */

static void
ds_compare_page_dispose (GObject *object)
{
  DsComparePage *self = DS_COMPARE_PAGE (object);

  if (self->bars != NULL) {
    ds_comparison_view_set_comparison (DS_COMPARISON_VIEW (self->bars), NULL, DS_UNIT_MB_S);
    ds_comparison_view_set_comparison (DS_COMPARISON_VIEW (self->curves), NULL, DS_UNIT_MB_S);
  }
  self->bars = self->curves = NULL;
  g_clear_pointer (&self->comparison, ds_comparison_free);
  g_clear_pointer (&self->loading, g_ptr_array_unref);
  g_clear_object (&self->history);
  self->toasts = NULL;
  G_OBJECT_CLASS (ds_compare_page_parent_class)->dispose (object);
}

static void
ds_compare_page_finalize (GObject *object)
{
  g_ptr_array_unref (DS_COMPARE_PAGE (object)->reports);
  G_OBJECT_CLASS (ds_compare_page_parent_class)->finalize (object);
}

static void
ds_compare_page_class_init (DsComparePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_compare_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ds_compare_page_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-compare-page.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsComparePage, stack);
  gtk_widget_class_bind_template_child (widget_class, DsComparePage, views);
  gtk_widget_class_bind_template_child (widget_class, DsComparePage, names);
  gtk_widget_class_bind_template_child (widget_class, DsComparePage, add_button);
  gtk_widget_class_bind_template_child (widget_class, DsComparePage, notes);
}

static void
ds_compare_page_init (DsComparePage *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->reports = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_report_unref);
  g_action_map_add_action_entries (G_ACTION_MAP (group), actions, G_N_ELEMENTS (actions), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (group));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->tiles = ADW_BIN (adw_bin_new ());
  self->table = ADW_BIN (adw_bin_new ());
  self->bars = ds_comparison_view_new (DS_COMPARISON_BARS);
  self->curves = ds_comparison_view_new (DS_COMPARISON_CURVES);
  gtk_stack_add_titled (self->views, GTK_WIDGET (self->tiles), "tiles", _ ("Tiles"));
  gtk_stack_add_titled (self->views, self->bars, "bars", _ ("Bars"));
  gtk_stack_add_titled (self->views, self->curves, "curves", _ ("Curves"));
  gtk_stack_add_titled (self->views, GTK_WIDGET (self->table), "table", _ ("Table"));
}

GtkWidget *
ds_compare_page_new (DsHistory *history, AdwToastOverlay *toasts)
{
  DsComparePage *self = g_object_new (DS_TYPE_COMPARE_PAGE, NULL);

  self->history = g_object_ref (history);
  self->toasts = toasts;
  return GTK_WIDGET (self);
}
