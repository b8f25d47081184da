/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-dialogs.h"
#include "ds-drive-notes.h"
#include "ds-ui.h"

struct _DsDriveDialog {
  AdwWindow parent_instance;

  AdwPreferencesGroup *group;
  AdwEntryRow *price_row;
  AdwEntryRow *currency_row;
  AdwEntryRow *seq_read_row;
  AdwEntryRow *seq_write_row;
  AdwEntryRow *rnd_read_row;
  AdwEntryRow *rnd_write_row;
  GtkWidget *save_button;

  char *model;
};

enum { SAVED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsDriveDialog, ds_drive_dialog, ADW_TYPE_WINDOW)

/* Numbers as people type them: a comma or a point before the fraction, and blanks between thousands. NaN where
 * there is none; *wrong where it is something else. */
static double
read_number (AdwEntryRow *row, gboolean *wrong)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (row)));
  GString *plain = g_string_new (NULL);
  double value;
  char *end;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isspace (g_utf8_get_char (p)))
      g_string_append_unichar (plain, *p == ',' ? '.' : g_utf8_get_char (p));
  value = g_ascii_strtod (plain->str, &end);
  if (plain->len == 0)
    value = NAN;
  else if (*end != '\0' || !isfinite (value) || value <= 0)
    *wrong = TRUE;
  if (plain->len > 0 && (*end != '\0' || !(value > 0)))
    gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  g_string_free (plain, TRUE);
  return value;
}

void
ds_drive_dialog_save (DsDriveDialog *self)
{
  g_autoptr (DsDriveNotes) notes = ds_drive_notes_new ();
  g_autoptr (GError) error = NULL;
  gboolean wrong = FALSE;

  g_return_if_fail (DS_IS_DRIVE_DIALOG (self));
  notes->price = read_number (self->price_row, &wrong);
  notes->seq_read = read_number (self->seq_read_row, &wrong);
  notes->seq_write = read_number (self->seq_write_row, &wrong);
  notes->rnd4k_read_iops = read_number (self->rnd_read_row, &wrong);
  notes->rnd4k_write_iops = read_number (self->rnd_write_row, &wrong);
  notes->currency = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->currency_row)));
  if (wrong)
    return;
  if (!ds_drive_notes_save (notes, self->model, &error)) {
    ds_dialogs_tell (GTK_WINDOW (self), _ ("Not saved"), error->message);
    return;
  }
  g_signal_emit (self, signals[SAVED], 0);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
ds_drive_dialog_finalize (GObject *object)
{
  g_free (DS_DRIVE_DIALOG (object)->model);
  G_OBJECT_CLASS (ds_drive_dialog_parent_class)->finalize (object);
}

static void
ds_drive_dialog_class_init (DsDriveDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ds_drive_dialog_finalize;
  signals[SAVED] =
      g_signal_new ("saved", DS_TYPE_DRIVE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-drive-dialog.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, group);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, price_row);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, currency_row);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, seq_read_row);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, seq_write_row);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, rnd_read_row);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, rnd_write_row);
  gtk_widget_class_bind_template_child (widget_class, DsDriveDialog, save_button);
  gtk_widget_class_bind_template_callback (widget_class, ds_drive_dialog_save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ds_drive_dialog_init (DsDriveDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_default_widget (GTK_WINDOW (self), self->save_button);
}

static void
show_number (AdwEntryRow *row, double value)
{
  g_autofree char *text = isfinite (value) ? g_strdup_printf ("%.10g", value) : g_strdup ("");

  gtk_editable_set_text (GTK_EDITABLE (row), text);
}

GtkWidget *
ds_drive_dialog_new (GtkWindow *parent, const char *model)
{
  DsDriveDialog *self = g_object_new (DS_TYPE_DRIVE_DIALOG, "transient-for", parent, NULL);
  g_autoptr (DsDriveNotes) notes = ds_drive_notes_load (model);

  self->model = g_strdup (model);
  adw_preferences_group_set_title (self->group, model);
  show_number (self->price_row, notes->price);
  show_number (self->seq_read_row, notes->seq_read);
  show_number (self->seq_write_row, notes->seq_write);
  show_number (self->rnd_read_row, notes->rnd4k_read_iops);
  show_number (self->rnd_write_row, notes->rnd4k_write_iops);
  gtk_editable_set_text (GTK_EDITABLE (self->currency_row), notes->currency != NULL ? notes->currency : "");
  return GTK_WIDGET (self);
}
