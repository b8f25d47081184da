/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-ui-test.h"

#include "ds-chart-model.h"
#include "ds-chart-view.h"
#include "ds-sample-report.h"

/* A chart in a window of its own, with the events of a pointer and a keyboard */

typedef struct {
  GtkWidget *window;
  DsChartView *view;
  DsReport *report;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer sample)
{
  fixture->report = ds_sample_report (sample);
  fixture->window = gtk_window_new ();
  fixture->view = g_object_new (DS_TYPE_CHART_VIEW, NULL);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  ds_chart_view_set_report (fixture->view, fixture->report, DS_UNIT_MB_S);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ds_ui_test_settle ();
}

static void
tear_down (Fixture *fixture, gconstpointer sample)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ds_report_unref (fixture->report);
}

static gpointer
controller_of (Fixture *fixture, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
      return controller;
  }
  g_assert_not_reached ();
}

static void
point_at (Fixture *fixture, double x, double y)
{
  g_signal_emit_by_name (controller_of (fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", x, y);
}

static gboolean
press (Fixture *fixture, guint key)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (controller_of (fixture, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", key, 0, 0,
                         &handled);
  return handled;
}

static void
click (Fixture *fixture, int n_press, double x, double y)
{
  g_signal_emit_by_name (controller_of (fixture, GTK_TYPE_GESTURE_CLICK), "pressed", n_press, x, y);
}

static gboolean
scroll (Fixture *fixture, double dy)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (controller_of (fixture, GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll", 0.0, dy, &handled);
  return handled;
}

static void
drag (Fixture *fixture, double x, double y, double dx)
{
  gpointer gesture = controller_of (fixture, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", dx / 2, 0.0);
  g_signal_emit_by_name (gesture, "drag-update", dx, 0.0);
}

/* What is drawn, as bytes that can be compared */
static GBytes *
take (Fixture *fixture)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (fixture->view));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  ds_ui_test_settle ();
  gdk_paintable_snapshot (paintable, snapshot, 900, 600);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (fixture->window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, 900, 600));
  return gdk_texture_save_to_png_bytes (texture);
}

static void
assert_changed (GBytes **before, Fixture *fixture)
{
  GBytes *now = take (fixture);

  g_assert_false (g_bytes_equal (*before, now));
  g_bytes_unref (*before);
  *before = now;
}

static DsChartModel *
model_of (Fixture *fixture)
{
  DsChartStyle style = { .unit = DS_UNIT_MB_S, .bare = TRUE };

  return ds_chart_model_new (fixture->report, &style, NULL, gtk_widget_get_width (GTK_WIDGET (fixture->view)),
                             gtk_widget_get_height (GTK_WIDGET (fixture->view)));
}

static void
test_hover (Fixture *fixture, gconstpointer sample)
{
  g_autoptr (DsChartModel) model = model_of (fixture);
  g_autoptr (GBytes) first = take (fixture);
  GBytes *before = g_bytes_ref (first);
  g_autoptr (GBytes) after = NULL;
  DsChartPanel panel;

  ds_chart_model_get_panel (model, 0, &panel);
  point_at (fixture, panel.plot.x + panel.plot.width * 0.3, panel.plot.y + panel.plot.height * 0.6);
  assert_changed (&before, fixture);
  g_assert_true (press (fixture, GDK_KEY_Right));
  g_assert_true (press (fixture, GDK_KEY_Down));
  g_bytes_unref (before);

  g_signal_emit_by_name (controller_of (fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION), "leave");
  after = take (fixture);
  g_assert_true (g_bytes_equal (first, after));
}

static void
test_zoom (Fixture *fixture, gconstpointer sample)
{
  g_autoptr (DsChartModel) model = model_of (fixture);
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) last = NULL;
  GBytes *before;
  DsChartPanel panel;
  double x, y;

  ds_chart_model_get_panel (model, 0, &panel);
  g_assert_true (panel.zooms);
  x = panel.plot.x + panel.plot.width / 2;
  y = panel.plot.y + panel.plot.height / 2;
  point_at (fixture, x, y);
  first = take (fixture);
  before = g_bytes_ref (first);

  g_assert_true (scroll (fixture, -1));
  assert_changed (&before, fixture);
  g_assert_true (press (fixture, GDK_KEY_plus));
  assert_changed (&before, fixture);
  drag (fixture, x, y, -60);
  assert_changed (&before, fixture);
  click (fixture, 2, x, y);
  g_bytes_unref (before);
  last = take (fixture);
  g_assert_true (g_bytes_equal (first, last));

  g_assert_true (scroll (fixture, -1));
  g_assert_true (press (fixture, GDK_KEY_0));
  g_bytes_unref (last);
  last = take (fixture);
  g_assert_true (g_bytes_equal (first, last));
}

static void
test_legend (Fixture *fixture, gconstpointer sample)
{
  g_autoptr (DsChartModel) model = model_of (fixture);
  g_autoptr (GBytes) first = take (fixture);
  g_autoptr (GBytes) last = NULL;
  GBytes *before = g_bytes_ref (first);
  DsChartLegend legend;
  double x, y;

  g_assert_cmpuint (ds_chart_model_get_n_legends (model), >, 0);
  ds_chart_model_get_legend (model, 0, &legend);
  x = legend.rect.x + legend.rect.width / 2;
  y = legend.rect.y + legend.rect.height / 2;
  click (fixture, 1, x, y);
  assert_changed (&before, fixture);
  click (fixture, 1, x, y);
  g_bytes_unref (before);
  last = take (fixture);
  g_assert_true (g_bytes_equal (first, last));
}

/* Events where nothing is drawn yet */
static void
test_empty (Fixture *fixture, gconstpointer sample)
{
  ds_chart_view_set_report (fixture->view, NULL, DS_UNIT_IOPS);
  point_at (fixture, 10, 10);
  g_assert_false (scroll (fixture, 1));
  g_assert_false (press (fixture, GDK_KEY_Left));
  click (fixture, 2, 10, 10);
  drag (fixture, 10, 10, 30);
  ds_ui_test_settle ();
}

static void
test_described (Fixture *fixture, gconstpointer sample)
{
  DsChartStyle style = { .unit = DS_UNIT_MB_S };
  g_autofree char *text = ds_chart_describe (fixture->report, &style);

  g_assert_cmpuint (strlen (text), >, 20);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (fixture->view), GTK_ACCESSIBLE_PROPERTY_LABEL, text);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (fixture->view), GTK_ACCESSIBLE_ROLE_IMG);
}

int
main (int argc, char *argv[])
{
  static const char *const samples[] = { "transfer-sizes", "linear-read", "queue-depth" };
  int status;

  ds_ui_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *hover = g_strdup_printf ("/ui/chart-view/hover/%s", samples[i]);
    g_autofree char *described = g_strdup_printf ("/ui/chart-view/described/%s", samples[i]);

    g_test_add (hover, Fixture, samples[i], set_up, test_hover, tear_down);
    g_test_add (described, Fixture, samples[i], set_up, test_described, tear_down);
  }
  g_test_add ("/ui/chart-view/zoom", Fixture, "linear-read", set_up, test_zoom, tear_down);
  g_test_add ("/ui/chart-view/legend", Fixture, "transfer-sizes", set_up, test_legend, tear_down);
  g_test_add ("/ui/chart-view/empty", Fixture, "linear-read", set_up, test_empty, tear_down);
  status = g_test_run ();
  ds_ui_test_clean_up ();
  return status;
}
