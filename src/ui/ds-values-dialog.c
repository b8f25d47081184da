/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-values-dialog.h"

#include "ds-chart-model.h"
#include "ds-ui.h"

struct _DsValuesDialog {
  AdwWindow parent_instance;

  GtkLabel *words;
  GtkGrid *grid;

  char *text; /* the table with tabs between its values, for the clipboard */
};

G_DEFINE_FINAL_TYPE (DsValuesDialog, ds_values_dialog, ADW_TYPE_WINDOW)

static void
copy_cb (DsValuesDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->text);
}

static void
add_row (DsValuesDialog *self, GStrv values, int row, GString *text)
{
  for (int column = 0; values[column]; column++) {
    GtkWidget *label = gtk_label_new (values[column]);

    /* Names at the left, numbers at the right under each other */
    gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
    gtk_label_set_selectable (GTK_LABEL (label), TRUE);
    gtk_widget_set_hexpand (label, TRUE);
    gtk_widget_add_css_class (label, row == 0 ? "heading" : "numeric");
    gtk_grid_attach (self->grid, label, column, row, 1, 1);
    g_string_append_printf (text, "%s%s", column > 0 ? "\t" : "", values[column]);
  }
  g_string_append_c (text, '\n');
}

static void
ds_values_dialog_finalize (GObject *object)
{
  g_free (DS_VALUES_DIALOG (object)->text);
  G_OBJECT_CLASS (ds_values_dialog_parent_class)->finalize (object);
}

static void
ds_values_dialog_class_init (DsValuesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ds_values_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-values-dialog.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsValuesDialog, words);
  gtk_widget_class_bind_template_child (widget_class, DsValuesDialog, grid);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
ds_values_dialog_init (DsValuesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ds_values_dialog_new (GtkWindow *parent, DsReport *report, DsUnit unit)
{
  DsValuesDialog *self = g_object_new (DS_TYPE_VALUES_DIALOG, "transient-for", parent, NULL);
  const DsChartStyle style = { .unit = unit };
  g_autoptr (DsChartTable) table = ds_chart_table (report, &style);
  g_autofree char *words = ds_chart_describe (report, &style);
  g_autoptr (GString) text = g_string_new (NULL);

  gtk_label_set_text (self->words, words);
  add_row (self, table->columns, 0, text);
  for (guint i = 0; i < table->rows->len; i++)
    add_row (self, table->rows->pdata[i], (int) i + 1, text);
  self->text = g_string_free (g_steal_pointer (&text), FALSE);
  return GTK_WIDGET (self);
}
