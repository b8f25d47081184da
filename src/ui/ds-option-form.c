/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-option-form.h"

#include <glib/gi18n.h>

#include "ds-option-control.h"

gboolean
ds_option_form_is_needed (const DsSuite *suite)
{
  for (const DsOption *option = suite->options; option->id != NULL; option++)
    if (option->flags & DS_OPTION_FOLDED)
      return TRUE;
  return FALSE;
}

static GtkWidget *
new_rows_button (const DsOption *option, GCallback edit_rows, gpointer user_data)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Edit…"));

  gtk_widget_set_tooltip_text (button, option->help != NULL ? _ (option->help) : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Edit the rows"), -1);
  g_signal_connect_swapped (button, "clicked", edit_rows, user_data);
  return button;
}

GtkWidget *
ds_option_form_new (DsOptions *options, GCallback edit_rows, gpointer user_data)
{
  GtkWidget *grid = gtk_grid_new ();
  int line = 0;

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  for (const DsOption *option = ds_options_get_suite (options)->options; option->id != NULL; option++) {
    GtkWidget *label;
    GtkWidget *control;

    if (!(option->flags & DS_OPTION_FOLDED))
      continue;
    label = gtk_label_new (_ (option->title));
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_widget_set_hexpand (label, TRUE);
    control = option->type == DS_OPTION_ROWS ? new_rows_button (option, edit_rows, user_data)
                                             : ds_option_control_new_bare (options, option);
    gtk_widget_set_size_request (control, 170, -1);
    gtk_grid_attach (GTK_GRID (grid), label, 0, line, 1, 1);
    gtk_grid_attach (GTK_GRID (grid), control, 1, line, 1, 1);
    line++;
  }
  return grid;
}
