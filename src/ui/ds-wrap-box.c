/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-wrap-box.h"

#define SPACING 8

struct _DsWrapBox {
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (DsWrapBox, ds_wrap_box, GTK_TYPE_WIDGET)

/* Places every child into width, or only counts where allocate is FALSE; returns the height that takes. */
static int
lay_out (DsWrapBox *self, int width, gboolean allocate)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));
  int y = 0;

  while (child != NULL) {
    GtkWidget *first = child;
    int x = 0;
    int line = 0;

    /* A line takes what fits, and at least one. */
    for (; child != NULL; child = gtk_widget_get_next_sibling (child)) {
      int natural, height;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
      natural = MIN (natural, width);
      if (x > 0 && x + natural > width)
        break;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, natural, NULL, &height, NULL, NULL);
      line = MAX (line, height);
      x += natural + SPACING;
    }

    x = 0;
    for (GtkWidget *each = first; allocate && each != child; each = gtk_widget_get_next_sibling (each)) {
      GtkAllocation place = { 0, y, 0, line };

      if (!gtk_widget_should_layout (each))
        continue;
      gtk_widget_measure (each, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &place.width, NULL, NULL);
      place.width = MIN (place.width, width);
      place.x = mirrored ? width - x - place.width : x;
      gtk_widget_size_allocate (each, &place, -1);
      x += place.width + SPACING;
    }
    y += line > 0 ? line + SPACING : 0;
  }
  return MAX (y - SPACING, 0);
}

static void
ds_wrap_box_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
         child = gtk_widget_get_next_sibling (child)) {
      int child_minimum, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural += child_natural + (*natural > 0 ? SPACING : 0);
    }
    *natural = MAX (*natural, *minimum);
  } else {
    int width = for_size;

    if (width < 0)
      gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
    *minimum = *natural = lay_out (DS_WRAP_BOX (widget), width, FALSE);
  }
}

static void
ds_wrap_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  lay_out (DS_WRAP_BOX (widget), width, TRUE);
}

static GtkSizeRequestMode
ds_wrap_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ds_wrap_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ds_wrap_box_parent_class)->dispose (object);
}

static void
ds_wrap_box_class_init (DsWrapBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_wrap_box_dispose;
  widget_class->measure = ds_wrap_box_measure;
  widget_class->size_allocate = ds_wrap_box_size_allocate;
  widget_class->get_request_mode = ds_wrap_box_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "wrapbox");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ds_wrap_box_init (DsWrapBox *self)
{
}

GtkWidget *
ds_wrap_box_new (void)
{
  return g_object_new (DS_TYPE_WRAP_BOX, NULL);
}

void
ds_wrap_box_append (DsWrapBox *self, GtkWidget *child)
{
  g_return_if_fail (DS_IS_WRAP_BOX (self));
  gtk_widget_set_parent (child, GTK_WIDGET (self));
}
