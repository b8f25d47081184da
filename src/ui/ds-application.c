/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-application.h"

#include <glib/gi18n.h>

#include "ds-dialogs.h"
#include "ds-history.h"
#include "ds-leftovers.h"
#include "ds-preferences-window.h"
#include "ds-settings.h"
#include "ds-ui.h"
#include "ds-window.h"

struct _DsApplication {
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (DsApplication, ds_application, ADW_TYPE_APPLICATION)

static DsWindow *
get_window (DsApplication *self)
{
  for (GList *each = gtk_application_get_windows (GTK_APPLICATION (self)); each != NULL; each = each->next)
    if (DS_IS_WINDOW (each->data))
      return each->data;
  return NULL;
}

static DsWindow *
present (DsApplication *self)
{
  DsWindow *window = get_window (self);

  if (window == NULL)
    window = DS_WINDOW (ds_window_new (GTK_APPLICATION (self)));
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present (user_data);
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (ds_preferences_window_new (GTK_WINDOW (present (user_data)))));
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ds_dialogs_about (GTK_WINDOW (present (user_data)));
}

/* As if every window were closed: one that measures asks, and then the program goes on. */
static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *each = windows; each != NULL; each = each->next)
    gtk_window_close (each->data);
}

static const GActionEntry actions[] = {
  { .name = "activate", .activate = activate_cb },
  { .name = "preferences", .activate = preferences_cb },
  { .name = "about", .activate = about_cb },
  { .name = "quit", .activate = quit_cb },
};

static const struct {
  const char *action;
  const char *accels[3];
} accels[] = {
  { "win.start", { "F5" } },
  { "win.save-png", { "<Control>s" } },
  { "win.copy-text", { "<Control><Shift>c" } },
  { "win.open", { "<Control>o" } },
  { "win.choose-target", { "<Control>l" } },
  { "win.edit-rows", { "<Control>e" } },
  { "win.menu", { "F10" } },
  { "win.sidebar", { "F9" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "window.close", { "<Control>w" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.quit", { "<Control>q" } },
};

static void
color_scheme_cb (GSettings *settings, const char *key, gpointer user_data)
{
  g_autofree char *scheme = g_settings_get_string (settings, "color-scheme");

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      g_str_equal (scheme, "dark")    ? ADW_COLOR_SCHEME_FORCE_DARK
                                      : g_str_equal (scheme, "light") ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                                                      : ADW_COLOR_SCHEME_DEFAULT);
}

static void
sweep_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ds_leftovers_sweep ();
  g_task_return_boolean (task, TRUE);
}

static void
ds_application_startup (GApplication *application)
{
  g_autoptr (GTask) sweep = g_task_new (NULL, NULL, NULL, NULL);

  G_APPLICATION_CLASS (ds_application_parent_class)->startup (application);
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions), application);
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accels[i].action, accels[i].accels);
  gtk_window_set_default_icon_name (DS_APPLICATION_ID);
  g_signal_connect_object (ds_settings_get (), "changed::color-scheme", G_CALLBACK (color_scheme_cb), application,
                           0);
  color_scheme_cb (ds_settings_get (), NULL, NULL);
  /* What a crashed run left under a name goes, off the main thread. */
  g_task_run_in_thread (sweep, sweep_thread);
  ds_history_empty_trash (ds_history_get_default ());
}

static void
ds_application_activate (GApplication *application)
{
  present (DS_APPLICATION (application));
}

static void
ds_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  DsWindow *window = present (DS_APPLICATION (application));

  for (int i = 0; i < n_files; i++)
    ds_window_open (window, files[i]);
}

static void
ds_application_class_init (DsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = ds_application_startup;
  application_class->activate = ds_application_activate;
  application_class->open = ds_application_open;
}

static void
ds_application_init (DsApplication *self)
{
}

DsApplication *
ds_application_new (void)
{
  /* The resources carry the style and the shortcuts window, which the library looks for in startup(). */
  ds_ui_init ();
  return g_object_new (DS_TYPE_APPLICATION, "application-id", DS_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path", DS_RESOURCE_PATH, NULL);
}
