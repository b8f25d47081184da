/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture-dialog.h"

#include <glib/gi18n.h>

#include "ds-picture-preview.h"
#include "ds-share-menu.h"
#include "ds-ui.h"

struct _DsPictureDialog {
  AdwWindow parent_instance;

  DsPicturePreview *preview;
  AdwComboRow *content_row;
  AdwComboRow *size_row;
  GtkStringList *sizes;
  AdwComboRow *colors_row;
  AdwComboRow *format_row;
  AdwComboRow *scale_row;
  AdwActionRow *serial_row;
  GtkSwitch *serial_switch;

  AdwToastOverlay *toasts;
  DsReport *report;
};

G_DEFINE_FINAL_TYPE (DsPictureDialog, ds_picture_dialog, ADW_TYPE_WINDOW)

/* In the order of the rows */
enum { CONTENT_CARD, CONTENT_PAGE };
enum { COLORS_LIGHT, COLORS_DARK };

static const DsShareKind formats[] = { DS_SHARE_PNG, DS_SHARE_SVG, DS_SHARE_PDF };

static const struct {
  const char *label; /* NULL: the numbers */
  double width, height;
} sizes[] = {
  { NULL, 1920, 1080 },
  { NULL, 1600, 900 },
  { NULL, 1080, 1350 },
  { NULL, 1080, 740 },
  { N_ ("A4"), DS_PICTURE_A4_WIDTH, DS_PICTURE_A4_HEIGHT },
};

static gboolean
is_card (DsPictureDialog *self)
{
  return adw_combo_row_get_selected (self->content_row) == CONTENT_CARD;
}

static DsShareKind
get_format (DsPictureDialog *self)
{
  return formats[MIN (adw_combo_row_get_selected (self->format_row), G_N_ELEMENTS (formats) - 1)];
}

static DsPictureOptions
get_options (DsPictureDialog *self)
{
  DsPictureOptions options = ds_share_menu_get_options ();
  guint size = MIN (adw_combo_row_get_selected (self->size_row), G_N_ELEMENTS (sizes) - 1);

  options.card = is_card (self);
  options.width = sizes[size].width;
  options.height = sizes[size].height;
  options.scale = 1 + MIN (adw_combo_row_get_selected (self->scale_row), 3);
  options.style.dark = adw_combo_row_get_selected (self->colors_row) == COLORS_DARK;
  options.style.serial = gtk_switch_get_active (self->serial_switch);
  return options;
}

static void
update_cb (DsPictureDialog *self)
{
  DsPictureOptions options;

  if (self->report == NULL)
    return;
  options = get_options (self);
  ds_picture_preview_set (self->preview, self->report, &options);
  /* Only what has pixels has a scale, and only the card names the drive in full. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale_row), get_format (self) == DS_SHARE_PNG);
  gtk_widget_set_sensitive (GTK_WIDGET (self->serial_row), is_card (self));
}

static void
save_cb (DsPictureDialog *self)
{
  DsPictureOptions options = get_options (self);

  ds_share_menu_save (self->toasts, self->report, get_format (self), &options);
  gtk_window_close (GTK_WINDOW (self));
}

static void
copy_cb (DsPictureDialog *self)
{
  DsPictureOptions options = get_options (self);

  ds_share_menu_copy_picture (self->toasts, self->report, &options);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ds_picture_dialog_dispose (GObject *object)
{
  DsPictureDialog *self = DS_PICTURE_DIALOG (object);

  g_clear_object (&self->toasts);
  g_clear_pointer (&self->report, ds_report_unref);
  G_OBJECT_CLASS (ds_picture_dialog_parent_class)->dispose (object);
}

static void
ds_picture_dialog_class_init (DsPictureDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_picture_dialog_dispose;
  g_type_ensure (DS_TYPE_PICTURE_PREVIEW);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-picture-dialog.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, content_row);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, size_row);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, sizes);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, colors_row);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, scale_row);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, serial_row);
  gtk_widget_class_bind_template_child (widget_class, DsPictureDialog, serial_switch);
  gtk_widget_class_bind_template_callback (widget_class, update_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
ds_picture_dialog_init (DsPictureDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree char *numbers = g_strdup_printf ("%.0f × %.0f", sizes[i].width, sizes[i].height);

    gtk_string_list_append (self->sizes, sizes[i].label ? _ (sizes[i].label) : numbers);
  }
  adw_combo_row_set_selected (self->colors_row, adw_style_manager_get_dark (adw_style_manager_get_default ())
                                                    ? COLORS_DARK
                                                    : COLORS_LIGHT);
}

GtkWidget *
ds_picture_dialog_new (AdwToastOverlay *toasts, DsReport *report)
{
  DsPictureDialog *self =
      g_object_new (DS_TYPE_PICTURE_DIALOG, "transient-for", gtk_widget_get_root (GTK_WIDGET (toasts)), NULL);

  self->toasts = g_object_ref (toasts);
  self->report = ds_report_ref (report);
  update_cb (self);
  return GTK_WIDGET (self);
}
