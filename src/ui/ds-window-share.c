/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-window-share.h"

#include "ds-export-menu.h"
#include "ds-health-page.h"
#include "ds-picture-dialog.h"
#include "ds-settings.h"
#include "ds-share-menu.h"
#include "ds-suite-page.h"
#include "ds-values-dialog.h"

/* (nullable) (transfer none): what the page shows whole */
static DsReport *
get_result (DsWindow *self)
{
  DsSuitePage *page = ds_window_get_page (self);

  return page != NULL ? ds_suite_page_get_result (page) : NULL;
}

static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const struct {
    const char *action;
    DsShareKind kind;
  } kinds[] = {
    { "save-png", DS_SHARE_PNG },   { "save-svg", DS_SHARE_SVG }, { "save-pdf", DS_SHARE_PDF },
    { "save-json", DS_SHARE_JSON }, { "save-csv", DS_SHARE_CSV },
  };
  DsWindow *self = user_data;
  DsReport *report = get_result (self);

  if (ds_window_shows_health (self))
    ds_health_page_save_picture (ds_window_get_health_page (self));
  for (guint i = 0; report != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].action, g_action_get_name (G_ACTION (action))))
      ds_share_menu_save (ds_window_get_toasts (self), report, kinds[i].kind, NULL);
}

static void
copy_text_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsWindow *self = user_data;
  DsReport *report = get_result (self);

  if (ds_window_shows_health (self))
    ds_health_page_copy_text (ds_window_get_health_page (self));
  if (report != NULL)
    ds_share_menu_copy_text (ds_window_get_toasts (self), report);
}

static void
copy_picture_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsWindow *self = user_data;
  DsReport *report = get_result (self);

  if (report != NULL)
    ds_share_menu_copy_picture (ds_window_get_toasts (self), report, NULL);
}

static void
values_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsWindow *self = user_data;
  DsReport *report = get_result (self);

  if (report != NULL)
    gtk_window_present (GTK_WINDOW (ds_values_dialog_new (GTK_WINDOW (self), report, ds_settings_get_unit ())));
}

static void
picture_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsWindow *self = user_data;
  DsReport *report = get_result (self);

  if (report != NULL)
    gtk_window_present (GTK_WINDOW (ds_picture_dialog_new (ds_window_get_toasts (self), report)));
}

static void
copy_as_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DsWindow *self = user_data;
  DsReport *report = get_result (self);

  if (report != NULL)
    ds_export_menu_copy (ds_window_get_toasts (self), report, g_variant_get_string (parameter, NULL));
}

static const GActionEntry actions[] = {
  { .name = "save-png", .activate = save_cb },
  { .name = "save-svg", .activate = save_cb },
  { .name = "save-pdf", .activate = save_cb },
  { .name = "save-json", .activate = save_cb },
  { .name = "save-csv", .activate = save_cb },
  { .name = "copy-text", .activate = copy_text_cb },
  { .name = "copy-picture", .activate = copy_picture_cb },
  { .name = "picture", .activate = picture_cb },
  { .name = "values", .activate = values_cb },
  { .name = "copy-as", .activate = copy_as_cb, .parameter_type = "s" },
};

/* What the Health page offers too */
static gboolean
suits_health (const char *action)
{
  return g_str_equal (action, "save-png") || g_str_equal (action, "copy-text");
}

void
ds_window_share_add_actions (DsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
}

void
ds_window_share_update (DsWindow *self)
{
  gboolean result = get_result (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), actions[i].name);

    g_simple_action_set_enabled (G_SIMPLE_ACTION (action),
                                 result || (ds_window_shows_health (self) && suits_health (actions[i].name)));
  }
}
