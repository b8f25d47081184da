/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-option-control.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* An integer with more values than this is listed by powers of two, and typed in a form. */
#define MAX_LISTED 16

typedef struct {
  DsOptions *options;
  const DsOption *option;
  GStrv values;
  gulong changed;
  gboolean updating;
} Binding;

static void
binding_free (gpointer data)
{
  Binding *self = data;

  g_signal_handler_disconnect (self->options, self->changed);
  g_object_unref (self->options);
  g_strfreev (self->values);
  g_free (self);
}

/* The look of a drop-down */

static void
free_closure_cb (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
button_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, const char *caption)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *value = gtk_label_new (NULL);

  if (caption != NULL) {
    GtkWidget *label = gtk_label_new (caption);

    gtk_widget_add_css_class (label, "option-caption");
    gtk_box_append (GTK_BOX (box), label);
  }
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (value), 0);
  gtk_widget_add_css_class (value, "option-value");
  gtk_box_append (GTK_BOX (box), value);
  gtk_list_item_set_child (item, box);
}

static void
button_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *value = gtk_widget_get_last_child (gtk_list_item_get_child (item));

  gtk_label_set_text (GTK_LABEL (value), gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static void
list_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *tick = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), tick);
  gtk_list_item_set_child (item, box);
}

static void
update_tick_cb (GtkDropDown *drop_down, GParamSpec *pspec, GtkListItem *item)
{
  GtkWidget *tick = gtk_widget_get_last_child (gtk_list_item_get_child (item));

  gtk_widget_set_opacity (tick,
                          gtk_drop_down_get_selected_item (drop_down) == gtk_list_item_get_item (item) ? 1 : 0);
}

static void
list_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *drop_down)
{
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_label_set_text (GTK_LABEL (label), gtk_string_object_get_string (gtk_list_item_get_item (item)));
  g_signal_connect (drop_down, "notify::selected-item", G_CALLBACK (update_tick_cb), item);
  update_tick_cb (drop_down, NULL, item);
}

static void
list_unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *drop_down)
{
  g_signal_handlers_disconnect_by_func (drop_down, update_tick_cb, item);
}

static GtkWidget *
new_drop_down (const char *caption, const char *title, const char *help)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  g_autoptr (GtkListItemFactory) button = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) list = gtk_signal_list_item_factory_new ();

  g_signal_connect_data (button, "setup", G_CALLBACK (button_setup_cb), g_strdup (caption), free_closure_cb, 0);
  g_signal_connect (button, "bind", G_CALLBACK (button_bind_cb), NULL);
  g_signal_connect (list, "setup", G_CALLBACK (list_setup_cb), NULL);
  g_signal_connect_object (list, "bind", G_CALLBACK (list_bind_cb), drop_down, 0);
  g_signal_connect_object (list, "unbind", G_CALLBACK (list_unbind_cb), drop_down, 0);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), button);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop_down), list);
  gtk_widget_add_css_class (drop_down, "option");
  gtk_widget_set_tooltip_text (drop_down, help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return drop_down;
}

/* The values an option may have */

static void
add_value (GStrvBuilder *builder, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  g_strv_builder_add (builder, text);
}

static GStrv
list_values (const DsOption *option)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gint64 minimum = (gint64) option->minimum;
  gint64 maximum = (gint64) option->maximum;
  gint64 step = MAX (1, (gint64) option->step);

  switch (option->type) {
  case DS_OPTION_CHOICE:
    for (const DsChoice *choice = option->choices; choice->id != NULL; choice++)
      g_strv_builder_add (builder, choice->id);
    break;
  case DS_OPTION_INTEGER:
    if ((maximum - minimum) / step < MAX_LISTED) {
      for (gint64 value = minimum; value <= maximum; value += step)
        add_value (builder, value);
      break;
    }
    G_GNUC_FALLTHROUGH;
  case DS_OPTION_SIZE:
  case DS_OPTION_SECONDS:
  case DS_OPTION_ROWS:
  case DS_OPTION_TEXT:
  default:
    if (minimum <= 0)
      add_value (builder, 0);
    for (gint64 value = MAX (minimum, 1); value <= maximum && value < G_MAXINT64 / 2; value *= 2)
      add_value (builder, value);
    if (option->flags & DS_OPTION_ALL)
      g_strv_builder_add (builder, "all");
    break;
  }
  return g_strv_builder_end (builder);
}

/* The canonical values and what a person reads for each; the current one is added where the list has it not. */
static GStrv
fill_values (DsOptions *options, const DsOption *option, GStrv *shown, guint *selected)
{
  g_autoptr (DsOptions) scratch = ds_options_copy (options);
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_auto (GStrv) listed = list_values (option);
  const char *current = ds_options_get (options, option->id);
  guint n = 0;

  *selected = GTK_INVALID_LIST_POSITION;
  for (guint i = 0; listed[i] != NULL; i++) {
    g_autofree char *text = NULL;
    const char *canonical;

    if (!ds_options_set (scratch, option->id, listed[i], NULL))
      continue;
    canonical = ds_options_get (scratch, option->id);
    if (g_str_equal (canonical, current))
      *selected = n;
    text = ds_options_dup_shown (scratch, option->id);
    g_strv_builder_add (values, canonical);
    g_strv_builder_add (texts, text);
    n++;
  }
  if (*selected == GTK_INVALID_LIST_POSITION) {
    g_autofree char *text = ds_options_dup_shown (options, option->id);

    g_strv_builder_add (values, current);
    g_strv_builder_add (texts, text);
    *selected = n;
  }
  *shown = g_strv_builder_end (texts);
  return g_strv_builder_end (values);
}

/* Drop-down */

static void
fill_drop_down (GtkWidget *drop_down, Binding *binding)
{
  g_auto (GStrv) shown = NULL;
  g_autoptr (GtkStringList) model = NULL;
  guint selected;

  g_strfreev (binding->values);
  binding->values = fill_values (binding->options, binding->option, &shown, &selected);
  model = gtk_string_list_new ((const char *const *) shown);
  binding->updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (model));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), selected);
  binding->updating = FALSE;
}

static void
selected_cb (GtkDropDown *drop_down, GParamSpec *pspec, Binding *binding)
{
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (binding->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  ds_options_choose (binding->options, binding->option->id, binding->values[selected], NULL);
}

static void
drop_down_changed_cb (DsOptions *options, const char *id, GtkWidget *drop_down)
{
  Binding *binding = g_object_get_data (G_OBJECT (drop_down), "ds-binding");
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down));

  if (!g_str_equal (id, binding->option->id))
    return;
  if (selected == GTK_INVALID_LIST_POSITION ||
      !g_str_equal (binding->values[selected], ds_options_get (options, id)))
    fill_drop_down (drop_down, binding);
}

/* Spin button and entry */

static void
spin_changed_cb (GtkSpinButton *spin, Binding *binding)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (binding->updating)
    return;
  g_ascii_formatd (text, sizeof text, binding->option->type == DS_OPTION_INTEGER ? "%.0f" : "%.1f",
                   gtk_spin_button_get_value (spin));
  ds_options_choose (binding->options, binding->option->id, text, NULL);
}

static void
update_spin_cb (DsOptions *options, const char *id, GtkWidget *spin)
{
  Binding *binding = g_object_get_data (G_OBJECT (spin), "ds-binding");

  if (!g_str_equal (id, binding->option->id))
    return;
  binding->updating = TRUE;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), ds_options_get_double (options, id));
  binding->updating = FALSE;
}

static GtkWidget *
new_spin (const DsOption *option)
{
  double step = option->step > 0 ? option->step : 1;
  GtkWidget *spin = gtk_spin_button_new_with_range (option->minimum, option->maximum, step);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), option->type == DS_OPTION_SECONDS ? 1 : 0);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 12);
  return spin;
}

static void
entry_changed_cb (GtkEditable *entry, Binding *binding)
{
  gboolean valid;

  if (binding->updating)
    return;
  /* While a number is being typed it may be none: the last valid one stays. */
  binding->updating = TRUE;
  valid = ds_options_choose (binding->options, binding->option->id, gtk_editable_get_text (entry), NULL);
  binding->updating = FALSE;
  if (valid)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
}

static void
update_entry_cb (DsOptions *options, const char *id, GtkWidget *entry)
{
  Binding *binding = g_object_get_data (G_OBJECT (entry), "ds-binding");

  if (binding->updating || !g_str_equal (id, binding->option->id))
    return;
  binding->updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (entry), ds_options_get (options, id));
  binding->updating = FALSE;
}

/* Binding */

static Binding *
bind (GtkWidget *widget, DsOptions *options, const DsOption *option, GCallback changed_cb)
{
  Binding *binding = g_new0 (Binding, 1);

  binding->options = g_object_ref (options);
  binding->option = option;
  binding->changed = g_signal_connect (options, "changed", changed_cb, widget);
  g_object_set_data_full (G_OBJECT (widget), "ds-binding", binding, binding_free);
  return binding;
}

static GtkWidget *
new_bound_drop_down (DsOptions *options, const DsOption *option, const char *caption)
{
  GtkWidget *drop_down =
      new_drop_down (caption, _ (option->title), option->help != NULL ? _ (option->help) : NULL);
  Binding *binding = bind (drop_down, options, option, G_CALLBACK (drop_down_changed_cb));

  fill_drop_down (drop_down, binding);
  g_signal_connect (drop_down, "notify::selected", G_CALLBACK (selected_cb), binding);
  return drop_down;
}

GtkWidget *
ds_option_control_new (DsOptions *options, const DsOption *option)
{
  return new_bound_drop_down (options, option, _ (option->title));
}

GtkWidget *
ds_option_control_new_bare (DsOptions *options, const DsOption *option)
{
  gboolean few = (option->maximum - option->minimum) / MAX (1, option->step) < MAX_LISTED;
  /* What is beyond a spin button's reach is typed. */
  gboolean typed =
      option->type == DS_OPTION_TEXT || (option->type == DS_OPTION_INTEGER && option->maximum > G_MAXINT32);
  GtkWidget *widget;
  Binding *binding;

  if (option->type == DS_OPTION_ROWS)
    return NULL;
  if (typed) {
    widget = gtk_entry_new ();
    binding = bind (widget, options, option, G_CALLBACK (update_entry_cb));
    update_entry_cb (options, option->id, widget);
    g_signal_connect (widget, "changed", G_CALLBACK (entry_changed_cb), binding);
  } else if (option->type == DS_OPTION_SECONDS || (option->type == DS_OPTION_INTEGER && !few)) {
    widget = new_spin (option);
    binding = bind (widget, options, option, G_CALLBACK (update_spin_cb));
    update_spin_cb (options, option->id, widget);
    g_signal_connect (widget, "value-changed", G_CALLBACK (spin_changed_cb), binding);
  } else {
    return new_bound_drop_down (options, option, NULL);
  }
  if (option->help != NULL)
    gtk_widget_set_tooltip_text (widget, _ (option->help));
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (option->title), -1);
  return widget;
}

/* Any other choice */

typedef struct {
  DsChosenFunc chosen;
  gpointer user_data;
} Choice;

static void
choice_selected_cb (GtkDropDown *drop_down, GParamSpec *pspec, Choice *choice)
{
  choice->chosen (gtk_drop_down_get_selected (drop_down), choice->user_data);
}

GtkWidget *
ds_option_control_new_choice (
    const char *caption, const char *const *shown, guint selected, DsChosenFunc chosen, gpointer user_data)
{
  GtkWidget *drop_down = new_drop_down (caption, caption, NULL);
  g_autoptr (GtkStringList) model = gtk_string_list_new (shown);
  Choice *choice = g_new0 (Choice, 1);

  choice->chosen = chosen;
  choice->user_data = user_data;
  gtk_drop_down_set_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (model));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), selected);
  g_signal_connect_data (drop_down, "notify::selected", G_CALLBACK (choice_selected_cb), choice, free_closure_cb,
                         0);
  return drop_down;
}
