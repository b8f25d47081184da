/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-finding-row.h"

#include <glib/gi18n.h>

#include "ds-ui.h"

struct _DsFindingRow {
  AdwBin parent_instance;

  GtkImage *icon;
  GtkLabel *text;
};

G_DEFINE_FINAL_TYPE (DsFindingRow, ds_finding_row, ADW_TYPE_BIN)

static void
ds_finding_row_class_init (DsFindingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-finding-row.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsFindingRow, icon);
  gtk_widget_class_bind_template_child (widget_class, DsFindingRow, text);
}

static void
ds_finding_row_init (DsFindingRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ds_finding_row_new (const DsFinding *finding)
{
  static const struct {
    const char *icon, *css_class, *spoken;
  } looks[] = {
    [DS_SEVERITY_INFO] = { "dialog-information-symbolic", "info", N_ ("Note") },
    [DS_SEVERITY_WARNING] = { "dialog-warning-symbolic", "warning", N_ ("Warning") },
    [DS_SEVERITY_INVALID] = { "dialog-error-symbolic", "error", N_ ("These numbers are worthless") },
  };
  DsFindingRow *self = g_object_new (DS_TYPE_FINDING_ROW, NULL);
  DsSeverity severity = MIN (finding->severity, G_N_ELEMENTS (looks) - 1);
  g_autofree char *text = NULL;

  /* The sentence, then what to do about it, in one line where there is room. */
  text = finding->advice != NULL
             ? g_markup_printf_escaped ("%s <span alpha=\"70%%\">%s</span>", finding->text, finding->advice)
             : g_markup_escape_text (finding->text, -1);
  gtk_image_set_from_icon_name (self->icon, looks[severity].icon);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), looks[severity].css_class);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (looks[severity].spoken), -1);
  gtk_label_set_markup (self->text, text);
  return GTK_WIDGET (self);
}
