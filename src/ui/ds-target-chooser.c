/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-target-chooser.h"

#include <glib/gi18n.h>

#include "ds-hot-plug.h"
#include "ds-settings.h"
#include "ds-target-row.h"
#include "ds-target-text.h"
#include "ds-ui.h"

struct _DsTargetChooser {
  AdwBin parent_instance;

  GtkMenuButton *button;
  GtkPopover *popover;
  GtkListBox *list;
  GtkLabel *title;
  GtkLabel *below;

  char *path; /* what was asked for; NULL until the first list names the home folder's place */
  DsPlace *place;
  char *error;
  GPtrArray *places; /* (element-type DsPlace) */
  DsHotPlug *hot_plug;
  GCancellable *inspecting;
  GCancellable *listing;
};

enum { CHANGED, CHOSEN, OTHER_FOLDER, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsTargetChooser, ds_target_chooser, ADW_TYPE_BIN)

static void
show_target (DsTargetChooser *self)
{
  g_autofree char *title = NULL;
  g_autofree char *below = NULL;
  g_autofree char *spoken = NULL;

  if (self->place != NULL) {
    title = ds_target_text_title (self->place);
    below = ds_target_text_below (self->place);
  } else if (self->path != NULL) {
    title = ds_target_text_folder (self->path);
    below = g_strdup (self->error != NULL ? _ ("Not available, choose another folder or drive") : "");
  } else {
    title = g_strdup (_ ("Choose a folder or drive"));
    below = g_strdup ("");
  }
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->below, below);
  gtk_widget_set_visible (GTK_WIDGET (self->below), *below != '\0');
  spoken = g_strdup_printf (_ ("Target: %s"), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, below, -1);
}

/* The list */

static void
add_row (DsTargetChooser *self,
         const char *section,
         const char *path,
         const char *icon,
         const char *title,
         const char *below)
{
  gboolean chosen = path != NULL && g_strcmp0 (path, self->path) == 0;

  gtk_list_box_append (self->list, ds_target_row_new (section, path, icon, title, below, chosen));
}

static gboolean
is_listed (DsTargetChooser *self, const char *path)
{
  for (guint i = 0; self->places != NULL && i < self->places->len; i++) {
    const DsPlace *place = g_ptr_array_index (self->places, i);

    if (g_strcmp0 (place->path, path) == 0)
      return TRUE;
  }
  return FALSE;
}

static void
fill (DsTargetChooser *self)
{
  g_auto (GStrv) recent = ds_settings_dup_recent_folders ();
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);

  for (guint i = 0; self->places != NULL && i < self->places->len; i++) {
    const DsPlace *place = g_ptr_array_index (self->places, i);
    g_autofree char *title = ds_target_text_title (place);
    g_autofree char *below = ds_target_text_row_below (place);

    add_row (self, _ ("Drives"), place->path, ds_target_text_icon (place), title, below);
  }
  for (guint i = 0; recent[i] != NULL; i++) {
    g_autofree char *folder = ds_target_text_folder (recent[i]);

    if (!is_listed (self, recent[i]))
      add_row (self, _ ("Recent folders"), recent[i], "folder-symbolic", folder, NULL);
  }
  add_row (self, "", NULL, "folder-open-symbolic", _ ("Other folder…"), NULL);
}

static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *section = ds_target_row_get_section (DS_TARGET_ROW (row));
  GtkWidget *header;

  if (before != NULL && g_str_equal (section, ds_target_row_get_section (DS_TARGET_ROW (before)))) {
    gtk_list_box_row_set_header (row, NULL);
    return;
  }
  if (*section == '\0') {
    header = before != NULL ? gtk_separator_new (GTK_ORIENTATION_HORIZONTAL) : NULL;
  } else {
    header = gtk_label_new (section);
    gtk_label_set_xalign (GTK_LABEL (header), 0);
    gtk_widget_add_css_class (header, "section-head");
  }
  gtk_list_box_row_set_header (row, header);
}

static void
row_activated_cb (GtkListBox *list, DsTargetRow *row, DsTargetChooser *self)
{
  g_autofree char *path = g_strdup (ds_target_row_get_path (row));

  gtk_popover_popdown (self->popover);
  if (path == NULL) {
    g_signal_emit (self, signals[OTHER_FOLDER], 0);
    return;
  }
  g_signal_emit (self, signals[CHOSEN], 0, path);
  ds_target_chooser_set_path (self, path);
}

/* Looking, off the main thread */

static void
inspected_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsTargetChooser) self = user_data;
  g_autoptr (GError) error = NULL;
  DsPlace *place = ds_place_inspect_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_pointer (&self->place, ds_place_free);
  g_clear_pointer (&self->error, g_free);
  self->place = place;
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  show_target (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
inspect (DsTargetChooser *self)
{
  g_cancellable_cancel (self->inspecting);
  g_clear_object (&self->inspecting);
  if (self->path == NULL)
    return;
  self->inspecting = g_cancellable_new ();
  ds_place_inspect_async (self->path, self->inspecting, inspected_cb, g_object_ref (self));
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DsTargetChooser) self = user_data;
  g_autoptr (GError) error = NULL;
  GPtrArray *places = ds_place_list_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_pointer (&self->places, g_ptr_array_unref);
  self->places = places;
  if (self->path == NULL)
    ds_target_chooser_set_path (self, places != NULL && places->len > 0
                                          ? ((const DsPlace *) g_ptr_array_index (places, 0))->path
                                          : g_get_home_dir ());
  fill (self);
}

void
ds_target_chooser_refresh (DsTargetChooser *self)
{
  g_return_if_fail (DS_IS_TARGET_CHOOSER (self));
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  ds_place_list_async (self->listing, listed_cb, g_object_ref (self));
  inspect (self);
}

static void
shown_cb (DsTargetChooser *self)
{
  fill (self);
  ds_target_chooser_refresh (self);
}

/* Object */

static void
ds_target_chooser_dispose (GObject *object)
{
  DsTargetChooser *self = DS_TARGET_CHOOSER (object);

  g_cancellable_cancel (self->inspecting);
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->inspecting);
  g_clear_object (&self->listing);
  g_clear_object (&self->hot_plug);
  g_clear_pointer (&self->places, g_ptr_array_unref);
  g_clear_pointer (&self->place, ds_place_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->error, g_free);
  G_OBJECT_CLASS (ds_target_chooser_parent_class)->dispose (object);
}

static void
ds_target_chooser_class_init (DsTargetChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_target_chooser_dispose;
  signals[CHANGED] =
      g_signal_new ("changed", DS_TYPE_TARGET_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHOSEN] = g_signal_new ("chosen", DS_TYPE_TARGET_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[OTHER_FOLDER] = g_signal_new ("other-folder", DS_TYPE_TARGET_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-target-chooser.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsTargetChooser, button);
  gtk_widget_class_bind_template_child (widget_class, DsTargetChooser, popover);
  gtk_widget_class_bind_template_child (widget_class, DsTargetChooser, list);
  gtk_widget_class_bind_template_child (widget_class, DsTargetChooser, title);
  gtk_widget_class_bind_template_child (widget_class, DsTargetChooser, below);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
ds_target_chooser_init (DsTargetChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (self->list, header_cb, NULL, NULL);
  self->hot_plug = ds_hot_plug_new ();
  g_signal_connect_object (self->hot_plug, "changed", G_CALLBACK (ds_target_chooser_refresh), self,
                           G_CONNECT_SWAPPED);
}

void
ds_target_chooser_set_path (DsTargetChooser *self, const char *path)
{
  char *copy;

  g_return_if_fail (DS_IS_TARGET_CHOOSER (self));
  copy = path != NULL && *path != '\0' ? g_strdup (path) : NULL;
  g_free (self->path);
  self->path = copy;
  /* Until it is looked at, what was known of the old target must not stand beside the new name. */
  g_clear_pointer (&self->place, ds_place_free);
  g_clear_pointer (&self->error, g_free);
  if (self->path == NULL) {
    ds_target_chooser_refresh (self);
    return;
  }
  show_target (self);
  inspect (self);
}

const char *
ds_target_chooser_get_path (DsTargetChooser *self)
{
  g_return_val_if_fail (DS_IS_TARGET_CHOOSER (self), NULL);
  return self->path;
}

const DsPlace *
ds_target_chooser_get_place (DsTargetChooser *self)
{
  g_return_val_if_fail (DS_IS_TARGET_CHOOSER (self), NULL);
  return self->place;
}

const char *
ds_target_chooser_get_error (DsTargetChooser *self)
{
  g_return_val_if_fail (DS_IS_TARGET_CHOOSER (self), NULL);
  return self->error;
}

void
ds_target_chooser_popup (DsTargetChooser *self)
{
  g_return_if_fail (DS_IS_TARGET_CHOOSER (self));
  gtk_menu_button_popup (self->button);
}
