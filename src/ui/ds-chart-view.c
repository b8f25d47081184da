/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-view.h"

#include <adwaita.h>
#include <math.h>

#include "ds-chart-model.h"

#define ZOOM_STEP     1.25
#define BUBBLE_MARGIN 8
#define BUBBLE_PAD    8
#define POINT_RADIUS  4
/* What an arrow key moves the looked-at place by, of the plot's width */
#define KEY_STEP 0.02

struct _DsChartView {
  GtkWidget parent_instance;

  DsReport *report;
  DsUnit unit;
  GPtrArray *hidden;    /* (element-type utf8): ids toggled off in the legend */
  DsChartRange view_x;  /* what is zoomed to */
  DsChartModel *model;  /* (nullable) of the size and state that was drawn last */
  gboolean looking;     /* the pointer or the keyboard points at a place */
  double x, y;          /* that place */
  DsChartRange dragged; /* view_x when a drag began */
  int drag_panel;
};

G_DEFINE_FINAL_TYPE (DsChartView, ds_chart_view, GTK_TYPE_WIDGET)

static DsChartStyle
get_style (DsChartView *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  const PangoFontDescription *font = pango_context_get_font_description (context);

  return (DsChartStyle){
    .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()),
    .unit = self->unit,
    .font = pango_font_description_get_family (font),
    .bare = TRUE,
    .view_x = self->view_x,
    /* Ends with a NULL */
    .hidden_series = (const char *const *) self->hidden->pdata,
  };
}

static void
forget_model (DsChartView *self)
{
  g_clear_pointer (&self->model, ds_chart_model_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static DsChartModel *
get_model (DsChartView *self)
{
  DsChartStyle style = get_style (self);

  if (self->model == NULL && self->report != NULL && gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    self->model = ds_chart_model_new (self->report, &style, NULL, gtk_widget_get_width (GTK_WIDGET (self)),
                                      gtk_widget_get_height (GTK_WIDGET (self)));
  return self->model;
}

static void
describe (DsChartView *self)
{
  DsChartStyle style = get_style (self);
  g_autofree char *text = self->report != NULL ? ds_chart_describe (self->report, &style) : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* The place that is looked at */

static GdkRGBA
rgba_of (DsColorId id, gboolean dark)
{
  DsColor color = ds_palette_get (id, dark);

  return (GdkRGBA){ (float) color.red, (float) color.green, (float) color.blue, (float) color.alpha };
}

static void
snapshot_hit (DsChartView *self, GtkSnapshot *snapshot, const DsChartHit *hit)
{
  gboolean dark = get_style (self).dark;
  GdkRGBA ground = rgba_of (DS_COLOR_TEXT, dark);
  GdkRGBA ink = rgba_of (DS_COLOR_BACKGROUND, dark);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), hit->text);
  int text_width, text_height;
  GskRoundedRect shape;
  float width, height, x, y;

  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  width = (float) text_width + 2 * BUBBLE_PAD;
  height = (float) text_height + 2 * BUBBLE_PAD;

  /* Beside the point, inside the widget */
  x = (float) hit->x + BUBBLE_MARGIN;
  if (x + width > (float) gtk_widget_get_width (GTK_WIDGET (self)))
    x = (float) hit->x - BUBBLE_MARGIN - width;
  y = CLAMP ((float) hit->y - height / 2, 0, (float) gtk_widget_get_height (GTK_WIDGET (self)) - height);

  gsk_rounded_rect_init_from_rect (&shape,
                                   &GRAPHENE_RECT_INIT ((float) hit->x - POINT_RADIUS,
                                                        (float) hit->y - POINT_RADIUS, 2 * POINT_RADIUS,
                                                        2 * POINT_RADIUS),
                                   POINT_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  gtk_snapshot_append_color (snapshot, &ground, &shape.bounds);
  gtk_snapshot_pop (snapshot);

  gsk_rounded_rect_init_from_rect (&shape, &GRAPHENE_RECT_INIT (MAX (x, 0), y, width, height), 6);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  gtk_snapshot_append_color (snapshot, &ground, &shape.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (MAX (x, 0) + BUBBLE_PAD, y + BUBBLE_PAD));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

static void
look (DsChartView *self, double x, double y)
{
  const char *legend = get_model (self) != NULL ? ds_chart_model_find_legend (self->model, x, y) : NULL;

  self->looking = TRUE;
  self->x = x;
  self->y = y;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), legend != NULL ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (DsChartView *self, double x, double y)
{
  look (self, x, y);
}

static void
leave_cb (DsChartView *self)
{
  self->looking = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Zoom, pan, legend */

static void
reset (DsChartView *self)
{
  self->view_x = (DsChartRange){ 0 };
  forget_model (self);
}

static gboolean
zoom (DsChartView *self, double factor)
{
  DsChartModel *model = get_model (self);
  int index = model != NULL && self->looking ? ds_chart_model_find_panel (model, self->x, self->y) : -1;
  DsChartPanel panel;

  if (index < 0)
    return FALSE;
  ds_chart_model_get_panel (model, (guint) index, &panel);
  if (!panel.zooms)
    return FALSE;
  self->view_x = ds_chart_model_zoom (model, (guint) index, self->x, factor);
  forget_model (self);
  return TRUE;
}

static gboolean
scroll_cb (DsChartView *self, double dx, double dy)
{
  return dy != 0 && zoom (self, dy < 0 ? 1 / ZOOM_STEP : ZOOM_STEP);
}

static void
drag_begin_cb (DsChartView *self, double x, double y)
{
  self->drag_panel = get_model (self) != NULL ? ds_chart_model_find_panel (self->model, x, y) : -1;
  self->dragged = self->view_x;
}

static void
drag_update_cb (DsChartView *self, double dx, double dy)
{
  DsChartPanel panel;

  if (self->drag_panel < 0)
    return;
  /* Each step starts from where the drag began, so that nothing adds up. */
  self->view_x = self->dragged;
  g_clear_pointer (&self->model, ds_chart_model_free);
  if (get_model (self) == NULL || (guint) self->drag_panel >= ds_chart_model_get_n_panels (self->model))
    return;
  ds_chart_model_get_panel (self->model, (guint) self->drag_panel, &panel);
  if (panel.zooms)
    self->view_x = ds_chart_model_pan (self->model, (guint) self->drag_panel, dx);
  forget_model (self);
}

static void
toggle (DsChartView *self, const char *id)
{
  guint at;

  g_ptr_array_remove_index (self->hidden, self->hidden->len - 1);
  if (g_ptr_array_find_with_equal_func (self->hidden, id, g_str_equal, &at))
    g_ptr_array_remove_index (self->hidden, at);
  else
    g_ptr_array_add (self->hidden, g_strdup (id));
  g_ptr_array_add (self->hidden, NULL);
}

static void
pressed_cb (DsChartView *self, int n_press, double x, double y)
{
  const char *id = get_model (self) != NULL ? ds_chart_model_find_legend (self->model, x, y) : NULL;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (id != NULL) {
    toggle (self, id);
    forget_model (self);
  } else if (n_press == 2) {
    reset (self);
  }
}

static gboolean
key_cb (DsChartView *self, guint key, guint code, GdkModifierType modifiers)
{
  DsChartModel *model = get_model (self);
  DsChartPanel panel;
  int index;

  if (model == NULL || ds_chart_model_get_n_panels (model) == 0 || modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  index = self->looking ? ds_chart_model_find_panel (model, self->x, self->y) : -1;
  ds_chart_model_get_panel (model, (guint) MAX (index, 0), &panel);
  if (index < 0) {
    self->x = panel.plot.x + panel.plot.width / 2;
    self->y = panel.plot.y + panel.plot.height / 2;
  }

  switch (key) {
  case GDK_KEY_Left:
  case GDK_KEY_Right:
    self->x += (key == GDK_KEY_Left ? -1 : 1) * KEY_STEP * panel.plot.width;
    break;
  case GDK_KEY_Up:
  case GDK_KEY_Down:
    self->y += (key == GDK_KEY_Up ? -1 : 1) * KEY_STEP * panel.plot.height;
    break;
  case GDK_KEY_plus:
  case GDK_KEY_KP_Add:
  case GDK_KEY_minus:
  case GDK_KEY_KP_Subtract:
    self->looking = TRUE;
    return zoom (self, key == GDK_KEY_plus || key == GDK_KEY_KP_Add ? 1 / ZOOM_STEP : ZOOM_STEP);
  case GDK_KEY_0:
  case GDK_KEY_KP_0:
    reset (self);
    return TRUE;
  default:
    return FALSE;
  }
  self->x = CLAMP (self->x, panel.plot.x, panel.plot.x + panel.plot.width);
  self->y = CLAMP (self->y, panel.plot.y, panel.plot.y + panel.plot.height);
  look (self, self->x, self->y);
  return TRUE;
}

/* Widget */

static void
ds_chart_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 280;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 760 : 520;
}

static void
ds_chart_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&DS_CHART_VIEW (widget)->model, ds_chart_model_free);
}

static void
ds_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DsChartView *self = DS_CHART_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  DsChartStyle style = get_style (self);
  DsChartHit hit;
  cairo_t *cr;

  if (self->report == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ds_chart_draw (self->report, &style, cr, width, height);
  cairo_destroy (cr);

  if (self->looking && get_model (self) != NULL && ds_chart_model_hit (self->model, self->x, self->y, &hit)) {
    snapshot_hit (self, snapshot, &hit);
    ds_chart_hit_clear (&hit);
  }
}

static void
ds_chart_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ds_chart_view_parent_class)->map (widget);
  describe (DS_CHART_VIEW (widget));
}

static void
ds_chart_view_dispose (GObject *object)
{
  DsChartView *self = DS_CHART_VIEW (object);

  g_clear_pointer (&self->model, ds_chart_model_free);
  g_clear_pointer (&self->report, ds_report_unref);
  g_clear_pointer (&self->hidden, g_ptr_array_unref);
  G_OBJECT_CLASS (ds_chart_view_parent_class)->dispose (object);
}

static void
ds_chart_view_class_init (DsChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_chart_view_dispose;
  widget_class->map = ds_chart_view_map;
  widget_class->measure = ds_chart_view_measure;
  widget_class->size_allocate = ds_chart_view_size_allocate;
  widget_class->snapshot = ds_chart_view_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (DsChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

static void
ds_chart_view_init (DsChartView *self)
{
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->hidden, NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  add_controllers (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (forget_model), self,
                           G_CONNECT_SWAPPED);
}

void
ds_chart_view_set_report (DsChartView *self, DsReport *report, DsUnit unit)
{
  g_return_if_fail (DS_IS_CHART_VIEW (self));
  if (report != self->report)
    self->view_x = (DsChartRange){ 0 };
  if (report != NULL)
    ds_report_ref (report);
  g_clear_pointer (&self->report, ds_report_unref);
  self->report = report;
  self->unit = unit;
  ds_chart_view_update (self);
}

void
ds_chart_view_update (DsChartView *self)
{
  g_return_if_fail (DS_IS_CHART_VIEW (self));
  /* A live chart that nobody sees is not made again. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self))) {
    g_clear_pointer (&self->model, ds_chart_model_free);
    return;
  }
  describe (self);
  forget_model (self);
}
