/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-share-menu.h"

#include <glib/gi18n.h>

#include "ds-dialogs.h"
#include "ds-settings.h"

typedef struct {
  AdwToastOverlay *toasts;
  DsReport *report;
  DsShareKind kind;
  DsPictureOptions options;
  GFile *file;
} Saving;

static void
saving_free (Saving *self)
{
  g_object_unref (self->toasts);
  ds_report_unref (self->report);
  g_clear_object (&self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

static Saving *
saving_new (
    AdwToastOverlay *toasts, DsReport *report, DsShareKind kind, const DsPictureOptions *options, GFile *file)
{
  Saving *self = g_new0 (Saving, 1);

  self->toasts = g_object_ref (toasts);
  self->report = ds_report_ref (report);
  self->kind = kind;
  self->options = *options;
  self->file = file != NULL ? g_object_ref (file) : NULL;
  return self;
}

static GtkWindow *
window_of (AdwToastOverlay *toasts)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (toasts));

  return root != NULL ? GTK_WINDOW (root) : NULL;
}

static void
tell (AdwToastOverlay *toasts, const char *heading, const GError *error)
{
  /* The window may have gone while the picture was drawn. */
  if (window_of (toasts) != NULL)
    ds_dialogs_tell (window_of (toasts), heading, error->message);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Saving) saving = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (saving->file);
  AdwToast *toast;

  if (!ds_share_save_finish (result, &error)) {
    tell (saving->toasts, _ ("Not saved"), error);
    return;
  }
  toast = adw_toast_new (saving->kind == DS_SHARE_JSON  ? _ ("Result saved")
                         : saving->kind == DS_SHARE_CSV ? _ ("Table saved")
                                                        : _ ("Picture saved"));
  if (folder != NULL) {
    g_autofree char *uri = g_file_get_uri (folder);

    adw_toast_set_button_label (toast, _ ("Open folder"));
    adw_toast_set_action_name (toast, "win.open-folder");
    adw_toast_set_action_target (toast, "s", uri);
  }
  adw_toast_overlay_add_toast (saving->toasts, toast);
}

static void
save_to (AdwToastOverlay *toasts, DsReport *report, DsShareKind kind, const DsPictureOptions *options, GFile *file)
{
  ds_share_save_async (report, kind, options, file, saved_cb, saving_new (toasts, report, kind, options, file));
}

void
ds_share_menu_save_to (AdwToastOverlay *toasts, DsReport *report, DsShareKind kind, GFile *file)
{
  DsPictureOptions options = ds_share_menu_get_options ();

  save_to (toasts, report, kind, &options, file);
}

static void
file_chosen_cb (GFile *file, gpointer user_data)
{
  Saving *saving = user_data;

  save_to (saving->toasts, saving->report, saving->kind, &saving->options, file);
}

DsPictureOptions
ds_share_menu_get_options (void)
{
  return (DsPictureOptions){
    .style = {
      .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
      .unit = ds_settings_get_unit (),
      .footer = TRUE,
    },
  };
}

void
ds_share_menu_save (AdwToastOverlay *toasts, DsReport *report, DsShareKind kind, const DsPictureOptions *options)
{
  g_autofree char *folder = ds_settings_dup_save_folder ();
  g_autofree char *name = ds_share_dup_name (report, kind);
  const char *titles[] = {
    [DS_SHARE_PNG] = _ ("Save picture"), [DS_SHARE_SVG] = _ ("Save picture"), [DS_SHARE_PDF] = _ ("Save picture"),
    [DS_SHARE_JSON] = _ ("Save result"), [DS_SHARE_CSV] = _ ("Save table"),
  };
  DsPictureOptions as_shown = ds_share_menu_get_options ();
  Saving *saving = saving_new (toasts, report, kind, options ? options : &as_shown, NULL);

  /* It lives as long as the question that was asked last. */
  g_object_set_data_full (G_OBJECT (toasts), "ds-saving", saving, (GDestroyNotify) saving_free);
  ds_dialogs_save (window_of (toasts), titles[kind], folder, name, file_chosen_cb, saving);
}

static void
say (AdwToastOverlay *toasts, const char *text)
{
  adw_toast_overlay_add_toast (toasts, adw_toast_new (text));
}

void
ds_share_menu_copy_text (AdwToastOverlay *toasts, DsReport *report)
{
  g_autofree char *text = ds_report_to_cdm_text (report);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (toasts)), text);
  say (toasts, _ ("Text copied"));
}

static void
rendered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AdwToastOverlay) toasts = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ds_share_render_finish (result, &error);
  g_autoptr (GdkContentProvider) content = NULL;

  if (bytes == NULL) {
    tell (toasts, _ ("Not copied"), error);
    return;
  }
  /* The encoded picture as it is: decoding it again would cost the main thread, and whoever pastes it a copy. */
  content = gdk_content_provider_new_for_bytes ("image/png", bytes);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (toasts)), content);
  say (toasts, _ ("Picture copied"));
}

void
ds_share_menu_copy_picture (AdwToastOverlay *toasts, DsReport *report, const DsPictureOptions *options)
{
  DsPictureOptions as_shown = ds_share_menu_get_options ();

  ds_share_render_async (report, options ? options : &as_shown, rendered_cb, g_object_ref (toasts));
}
