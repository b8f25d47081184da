/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-status-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-cell-text.h"
#include "ds-health-values.h"
#include "ds-ui.h"

struct _DsStatusStrip {
  AdwBin parent_instance;

  GtkLabel *what;
  GtkProgressBar *bar;
  GtkLabel *left;
  GtkLabel *written;
};

G_DEFINE_FINAL_TYPE (DsStatusStrip, ds_status_strip, ADW_TYPE_BIN)

static void
ds_status_strip_class_init (DsStatusStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-status-strip.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsStatusStrip, what);
  gtk_widget_class_bind_template_child (widget_class, DsStatusStrip, bar);
  gtk_widget_class_bind_template_child (widget_class, DsStatusStrip, left);
  gtk_widget_class_bind_template_child (widget_class, DsStatusStrip, written);
}

static void
ds_status_strip_init (DsStatusStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Labels are asked to lay out again only where their text differs: progress comes ten times a second. */
static void
set_text (GtkLabel *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_text (label), text) != 0)
    gtk_label_set_text (label, text);
}

static char *
dup_what (const DsProgress *progress, DsReport *report)
{
  g_autofree char *title = NULL;

  if (progress->cell < 0 || (guint) progress->cell >= report->cells->len)
    return g_strdup (progress->phase);
  title = ds_cell_text_title (g_ptr_array_index (report->cells, progress->cell));
  if (progress->run == 0)
    return g_strdup_printf (_ ("%s, warm-up run"), title);
  return g_strdup_printf (_ ("%1$s, run %2$u of %3$u"), title, progress->run, progress->runs);
}

void
ds_status_strip_update (DsStatusStrip *self, const DsProgress *progress, DsReport *report)
{
  g_autofree char *what = NULL;
  g_autofree char *left = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *written = NULL;
  double fraction;

  g_return_if_fail (DS_IS_STATUS_STRIP (self));

  what = dup_what (progress, report);
  set_text (self->what, what != NULL ? what : "");
  fraction = CLAMP (isnan (progress->fraction) ? 0 : progress->fraction, 0, 1);
  if (fabs (gtk_progress_bar_get_fraction (self->bar) - fraction) >= 0.001 || fraction == 0)
    gtk_progress_bar_set_fraction (self->bar, fraction);
  if (!isnan (progress->seconds_left)) {
    g_autofree char *duration = ds_format_duration (progress->seconds_left);

    left = g_strdup_printf (_ ("%s left"), duration);
  }
  set_text (self->left, left != NULL ? left : "");
  bytes = ds_format_capacity (progress->bytes_written);
  written = g_strdup_printf (_ ("%s written"), bytes);
  if (progress->temperatures != NULL && progress->temperatures->count > 0) {
    g_autofree char *temperature = ds_health_format_temperature (progress->temperatures->current);
    g_autofree char *both = g_strdup_printf ("%s · %s", temperature, written);

    set_text (self->written, both);
  } else {
    set_text (self->written, written);
  }
}

void
ds_status_strip_set_text (DsStatusStrip *self, const char *text)
{
  g_return_if_fail (DS_IS_STATUS_STRIP (self));
  set_text (self->what, text);
  set_text (self->left, "");
  set_text (self->written, "");
  gtk_progress_bar_set_fraction (self->bar, 0);
}
