/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-tile-board.h"

#include <glib/gi18n.h>

#include "ds-tile-grid.h"
#include "ds-tile-head.h"
#include "ds-tile-button.h"

typedef struct {
  DsTileButton *tile;
  guint cell;
  DsUnit unit;
} Place;

/* Characters of a row's label that are always shown */
#define MAX_LABEL 16

struct _DsTileBoard {
  GtkWidget parent_instance;

  GtkWidget *grid;
  DsReport *report;
  GArray *places;     /* (element-type Place) */
  GPtrArray *buttons; /* (element-type GtkWidget), not owned: the rows' */
  DsTileGrid *layout;
  DsUnit unit;
  gboolean running;
  gint selected;
};

enum { RUN_ROW, CELL_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DsTileBoard, ds_tile_board, GTK_TYPE_WIDGET)

/* The sentence of the finding that struck the cell's number out */
static const char *
find_finding (DsReport *report, const DsCell *cell)
{
  if (cell->invalid == NULL)
    return NULL;
  for (guint i = 0; i < report->findings->len; i++) {
    const DsFinding *finding = g_ptr_array_index (report->findings, i);

    if (g_strcmp0 (finding->id, cell->invalid) == 0)
      return finding->text;
  }
  return NULL;
}

static void
update_place (DsTileBoard *self, const Place *place)
{
  const DsCell *cell = g_ptr_array_index (self->report->cells, place->cell);

  ds_tile_button_update (place->tile, cell, place->unit, find_finding (self->report, cell));
}

static void
run_row_cb (GtkButton *button, DsTileBoard *self)
{
  g_signal_emit (self, signals[RUN_ROW], 0, g_object_get_data (G_OBJECT (button), "ds-label"));
}

static void
tile_clicked_cb (GtkButton *button, DsTileBoard *self)
{
  for (guint i = 0; i < self->places->len; i++) {
    const Place *place = &g_array_index (self->places, Place, i);

    if (GTK_BUTTON (place->tile) == button) {
      g_signal_emit (self, signals[CELL_CHOSEN], 0, place->cell);
      return;
    }
  }
}

/* While a run is under way every row's button stops it, as in the program whose layout this is. */
static void
name_row_button (DsTileBoard *self, GtkWidget *button)
{
  const char *label = g_object_get_data (G_OBJECT (button), "ds-label");
  g_autofree char *name = g_strdup_printf (self->running ? _ ("%s, stop the run") : _ ("Run %s alone"), label);

  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
new_row_button (DsTileBoard *self, const DsTileRow *row)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_label_new (row->line1);
  GtkWidget *second = gtk_label_new (row->line2);

  /* A result that somebody sends may name its rows as it likes. */
  gtk_label_set_ellipsize (GTK_LABEL (first), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (second), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (first), MIN (g_utf8_strlen (row->line1, -1), MAX_LABEL));
  gtk_label_set_width_chars (GTK_LABEL (second), MIN (g_utf8_strlen (row->line2, -1), MAX_LABEL));
  gtk_widget_add_css_class (first, "heading");
  gtk_widget_add_css_class (second, "caption");
  gtk_widget_add_css_class (second, "dim-label");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), second);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "row-button");
  g_object_set_data_full (G_OBJECT (button), "ds-label", g_strdup (row->label), g_free);
  name_row_button (self, button);
  g_signal_connect_object (button, "clicked", G_CALLBACK (run_row_cb), self, 0);
  return button;
}

static void
clear (DsTileBoard *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->grid)) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), child);
  g_array_set_size (self->places, 0);
  g_ptr_array_set_size (self->buttons, 0);
}

static void
build (DsTileBoard *self)
{
  GtkGrid *grid = GTK_GRID (self->grid);

  clear (self);
  for (guint column = 0; column < self->layout->n_columns; column++) {
    GtkWidget *head = ds_tile_head_new (self->layout->columns[column],
                                        self->layout->same_unit ? ds_unit_get_label (self->unit) : "");

    gtk_grid_attach (grid, head, column + 1, 0, 1, 1);
  }

  for (guint i = 0; i < self->layout->rows->len; i++) {
    const DsTileRow *row = ds_tile_grid_get_row (self->layout, i);
    GtkWidget *button = new_row_button (self, row);

    gtk_grid_attach (grid, button, 0, i + 1, 1, 1);
    g_ptr_array_add (self->buttons, button);
    for (guint column = 0; column < self->layout->n_columns; column++) {
      gint cell = row->cell[self->layout->columns[column]];
      Place place = { NULL, cell, row->unit };

      if (cell < 0)
        continue;
      place.tile = DS_TILE_BUTTON (ds_tile_button_new ());
      g_signal_connect_object (place.tile, "clicked", G_CALLBACK (tile_clicked_cb), self, 0);
      gtk_grid_attach (grid, GTK_WIDGET (place.tile), column + 1, i + 1, 1, 1);
      ds_tile_button_set_selected (place.tile, cell == self->selected);
      g_array_append_val (self->places, place);
      update_place (self, &place);
    }
  }
}

/* Whether both put the same cells into the same places, so that the widgets can stay */
static gboolean
same_layout (const DsTileGrid *a, const DsTileGrid *b)
{
  if (a == NULL || a->rows->len != b->rows->len || a->n_columns != b->n_columns || a->same_unit != b->same_unit)
    return FALSE;
  for (guint i = 0; i < a->n_columns; i++)
    if (a->columns[i] != b->columns[i])
      return FALSE;
  for (guint i = 0; i < a->rows->len; i++) {
    const DsTileRow *row = ds_tile_grid_get_row (a, i);
    const DsTileRow *other = ds_tile_grid_get_row (b, i);

    if (!g_str_equal (row->label, other->label) || !g_str_equal (row->line2, other->line2) ||
        row->unit != other->unit)
      return FALSE;
    for (guint op = 0; op < DS_TILE_OPS; op++)
      if (row->cell[op] != other->cell[op])
        return FALSE;
  }
  return TRUE;
}

static void
ds_tile_board_dispose (GObject *object)
{
  DsTileBoard *self = DS_TILE_BOARD (object);

  if (self->grid != NULL)
    clear (self);
  g_clear_pointer (&self->grid, gtk_widget_unparent);
  g_clear_pointer (&self->report, ds_report_unref);
  g_clear_pointer (&self->layout, ds_tile_grid_free);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->buttons, g_ptr_array_unref);
  G_OBJECT_CLASS (ds_tile_board_parent_class)->dispose (object);
}

static void
ds_tile_board_class_init (DsTileBoardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_tile_board_dispose;
  signals[RUN_ROW] = g_signal_new ("run-row", DS_TYPE_TILE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CELL_CHOSEN] = g_signal_new ("cell-chosen", DS_TYPE_TILE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tileboard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ds_tile_board_init (DsTileBoard *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 9);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 9);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->buttons = g_ptr_array_new ();
  self->selected = -1;
}

GtkWidget *
ds_tile_board_new (void)
{
  return g_object_new (DS_TYPE_TILE_BOARD, NULL);
}

void
ds_tile_board_set_report (DsTileBoard *self, DsReport *report, DsUnit unit)
{
  g_autoptr (DsTileGrid) layout = NULL;
  gboolean same;

  g_return_if_fail (DS_IS_TILE_BOARD (self));
  g_return_if_fail (report != NULL);

  layout = ds_tile_grid_new_for_report (report, unit);
  same = self->unit == unit && same_layout (self->layout, layout);
  ds_report_ref (report);
  g_clear_pointer (&self->report, ds_report_unref);
  self->report = report;
  self->unit = unit;
  g_clear_pointer (&self->layout, ds_tile_grid_free);
  self->layout = g_steal_pointer (&layout);
  if (same)
    ds_tile_board_update_all (self);
  else
    build (self);
}

void
ds_tile_board_update_cell (DsTileBoard *self, guint index)
{
  g_return_if_fail (DS_IS_TILE_BOARD (self));
  for (guint i = 0; i < self->places->len; i++) {
    const Place *place = &g_array_index (self->places, Place, i);

    if (place->cell == index)
      update_place (self, place);
  }
}

void
ds_tile_board_update_all (DsTileBoard *self)
{
  g_return_if_fail (DS_IS_TILE_BOARD (self));
  for (guint i = 0; i < self->places->len; i++)
    update_place (self, &g_array_index (self->places, Place, i));
}

void
ds_tile_board_set_running (DsTileBoard *self, gboolean running)
{
  g_return_if_fail (DS_IS_TILE_BOARD (self));
  self->running = running;
  for (guint i = 0; i < self->buttons->len; i++)
    name_row_button (self, g_ptr_array_index (self->buttons, i));
}

void
ds_tile_board_select (DsTileBoard *self, gint index)
{
  g_return_if_fail (DS_IS_TILE_BOARD (self));
  self->selected = index;
  for (guint i = 0; i < self->places->len; i++) {
    const Place *place = &g_array_index (self->places, Place, i);

    ds_tile_button_set_selected (place->tile, (gint) place->cell == index);
  }
}
