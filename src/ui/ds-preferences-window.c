/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-preferences-window.h"

#include <glib/gi18n.h>

#include "ds-dialogs.h"
#include "ds-settings.h"
#include "ds-target-text.h"
#include "ds-ui.h"

struct _DsPreferencesWindow {
  AdwPreferencesWindow parent_instance;

  AdwComboRow *unit_row;
  AdwComboRow *theme_row;
  AdwActionRow *folder_row;
  GtkStringList *units;
};

G_DEFINE_FINAL_TYPE (DsPreferencesWindow, ds_preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

static const char *const themes[] = { "system", "light", "dark" };

static gboolean
get_unit_cb (GValue *value, GVariant *variant, gpointer user_data)
{
  g_value_set_uint (value, ds_settings_get_unit ());
  return TRUE;
}

static GVariant *
set_unit_cb (const GValue *value, const GVariantType *type, gpointer user_data)
{
  return g_variant_new_string (ds_unit_get_id (g_value_get_uint (value)));
}

static gboolean
get_theme_cb (GValue *value, GVariant *variant, gpointer user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (g_str_equal (themes[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_theme_cb (const GValue *value, const GVariantType *type, gpointer user_data)
{
  return g_variant_new_string (themes[MIN (g_value_get_uint (value), G_N_ELEMENTS (themes) - 1)]);
}

static void
show_folder (DsPreferencesWindow *self)
{
  g_autofree char *folder = ds_settings_dup_save_folder ();
  g_autofree char *text = ds_target_text_folder (folder);
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_action_row_set_subtitle (self->folder_row, escaped);
}

static void
folder_chosen_cb (GFile *file, gpointer user_data)
{
  const char *path = g_file_peek_path (file);

  if (path != NULL)
    g_settings_set_string (ds_settings_get (), "save-folder", path);
}

static void
choose_folder_cb (DsPreferencesWindow *self)
{
  g_autofree char *folder = ds_settings_dup_save_folder ();

  ds_dialogs_choose_folder (GTK_WINDOW (self), _ ("Save pictures and results in"), folder, folder_chosen_cb, self);
}

static void
ds_preferences_window_class_init (DsPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-preferences-window.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsPreferencesWindow, unit_row);
  gtk_widget_class_bind_template_child (widget_class, DsPreferencesWindow, theme_row);
  gtk_widget_class_bind_template_child (widget_class, DsPreferencesWindow, folder_row);
  gtk_widget_class_bind_template_child (widget_class, DsPreferencesWindow, units);
  gtk_widget_class_bind_template_callback (widget_class, choose_folder_cb);
}

static void
ds_preferences_window_init (DsPreferencesWindow *self)
{
  GSettings *settings = ds_settings_get ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (DsUnit unit = DS_UNIT_MB_S; unit <= DS_UNIT_US; unit++)
    gtk_string_list_append (self->units, ds_unit_get_label (unit));
  g_settings_bind_with_mapping (settings, "unit", self->unit_row, "selected", G_SETTINGS_BIND_DEFAULT, get_unit_cb,
                                set_unit_cb, NULL, NULL);
  g_settings_bind_with_mapping (settings, "color-scheme", self->theme_row, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_theme_cb, set_theme_cb, NULL, NULL);
  g_signal_connect_object (settings, "changed::save-folder", G_CALLBACK (show_folder), self, G_CONNECT_SWAPPED);
  show_folder (self);
}

GtkWidget *
ds_preferences_window_new (GtkWindow *parent)
{
  return g_object_new (DS_TYPE_PREFERENCES_WINDOW, "transient-for", parent, NULL);
}
