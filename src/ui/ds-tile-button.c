/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile-button.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "ds-cell-text.h"
#include "ds-chart.h"

/* A fill that moved by less than this share of the tile is not worth a redraw. */
#define FILL_STEP 0.001

struct _DsTileButton {
  GtkButton parent_instance;

  DsTileText text;
  DsOp op;
  char *tooltip;
  char *spoken;
};

G_DEFINE_FINAL_TYPE (DsTileButton, ds_tile_button, GTK_TYPE_BUTTON)

static void
ds_tile_button_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 104 : 60;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 128;
}

static void
ds_tile_button_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DsTileButton *self = DS_TILE_BUTTON (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, width, height);
  DsChartStyle style = { .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()) };
  cairo_t *cr;

  if (self->text.figure == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ds_tile_draw (&self->text, self->op, &style, gtk_widget_get_pango_context (widget), cr, width, height);
  cairo_destroy (cr);
}

static gboolean
ds_tile_button_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DsTileButton *self = DS_TILE_BUTTON (widget);

  if (self->tooltip == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, self->tooltip);
  return TRUE;
}

static void
ds_tile_button_dispose (GObject *object)
{
  DsTileButton *self = DS_TILE_BUTTON (object);

  ds_tile_text_clear (&self->text);
  g_clear_pointer (&self->tooltip, g_free);
  g_clear_pointer (&self->spoken, g_free);
  G_OBJECT_CLASS (ds_tile_button_parent_class)->dispose (object);
}

static void
ds_tile_button_class_init (DsTileButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_tile_button_dispose;
  widget_class->measure = ds_tile_button_measure;
  widget_class->snapshot = ds_tile_button_snapshot;
  widget_class->query_tooltip = ds_tile_button_query_tooltip;
}

static void
ds_tile_button_init (DsTileButton *self)
{
  /* A button measures its child by one; a tile has none. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "tile");
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

GtkWidget *
ds_tile_button_new (void)
{
  return g_object_new (DS_TYPE_TILE_BUTTON, NULL);
}

static gboolean
looks_same (const DsTileText *a, const DsTileText *b)
{
  return g_strcmp0 (a->figure, b->figure) == 0 && g_strcmp0 (a->detail, b->detail) == 0 &&
         fabs (a->fill - b->fill) < FILL_STEP && a->running == b->running && a->waiting == b->waiting &&
         a->crossed == b->crossed && a->word == b->word;
}

void
ds_tile_button_update (DsTileButton *self, const DsCell *cell, DsUnit unit, const char *finding)
{
  DsTileText text;
  g_autofree char *tooltip = NULL;
  g_autofree char *name = NULL;
  g_autofree char *spoken = NULL;

  g_return_if_fail (DS_IS_TILE_BUTTON (self));

  ds_tile_text_init (&text, cell, unit);
  if (self->text.figure != NULL && self->op == cell->op && looks_same (&self->text, &text)) {
    ds_tile_text_clear (&text);
  } else {
    ds_tile_text_clear (&self->text);
    self->text = text;
    self->op = cell->op;
    gtk_widget_queue_draw (GTK_WIDGET (self));
  }

  tooltip = ds_cell_text_tooltip (cell, finding);
  g_free (self->tooltip);
  self->tooltip = g_steal_pointer (&tooltip);

  /* A live figure changes ten times a second; who listens hears the state, and the figure when it stands. */
  spoken = ds_cell_text_spoken (cell, unit);
  if (g_strcmp0 (spoken, self->spoken) == 0)
    return;
  g_free (self->spoken);
  self->spoken = g_steal_pointer (&spoken);
  name = g_strdup_printf (_ ("%1$s, %2$s"), cell->label, ds_cell_text_op (cell->op));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->spoken, -1);
}

void
ds_tile_button_set_selected (DsTileButton *self, gboolean selected)
{
  g_return_if_fail (DS_IS_TILE_BUTTON (self));
  if (selected)
    gtk_widget_add_css_class (GTK_WIDGET (self), "selected");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "selected");
}
