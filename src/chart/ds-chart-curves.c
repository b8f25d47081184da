/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"
#include "ds-plot.h"
#include "ds-tile-grid.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Speed and latency over the queue depth: a chart a pattern and block size, in it a line a group of cells that
 * differ in nothing but their queue depth. */

static gboolean
same_panel (const DsCell *a, const DsCell *b)
{
  return a->block_size == b->block_size && g_strcmp0 (a->pattern, b->pattern) == 0;
}

static gboolean
same_group (const DsCell *a, const DsCell *b)
{
  return same_panel (a, b) && a->threads == b->threads && a->op == b->op && a->data == b->data &&
         g_strcmp0 (a->durable, b->durable) == 0 && a->read_percent == b->read_percent;
}

static int
compare_depth_cb (gconstpointer a, gconstpointer b)
{
  const DsCell *one = *(DsCell *const *) a, *other = *(DsCell *const *) b;

  return one->queue_depth < other->queue_depth ? -1 : one->queue_depth > other->queue_depth;
}

typedef struct {
  gboolean threads, data, durable;
} Varying;

static Varying
find_varying (GPtrArray *cells)
{
  Varying varying = { FALSE };

  for (guint i = 1; i < cells->len; i++) {
    const DsCell *first = cells->pdata[0], *cell = cells->pdata[i];

    varying.threads |= cell->threads != first->threads;
    varying.data |= cell->data != first->data;
    varying.durable |= g_strcmp0 (cell->durable, first->durable) != 0;
  }
  return varying;
}

/* Only what tells one line from the others */
static char *
make_title (const DsCell *cell, const Varying *varying)
{
  GString *title = g_string_new (ds_tile_get_op_title (cell->op));

  if (varying->threads)
    g_string_append_printf (title, " T%u", cell->threads);
  if (varying->data) {
    g_autofree char *percent = ds_format_number (cell->data, 0);

    g_string_append (title, " · ");
    /* Translators: of a line in a chart, how much of the data cannot be compressed */
    g_string_append_printf (title, _ ("%s %% incompressible"), percent);
  }
  if (varying->durable && g_strcmp0 (cell->durable, "dsync") == 0)
    g_string_append_printf (title, " · %s", _ ("durable writes"));
  else if (varying->durable && g_strcmp0 (cell->durable, "flush") == 0)
    g_string_append_printf (title, " · %s", _ ("a flush after each write"));
  return g_string_free (title, FALSE);
}

static char *
make_id (const DsCell *cell)
{
  return g_strdup_printf ("%s-t%u-%u-%s", ds_op_get_id (cell->op), cell->threads, cell->data,
                          cell->durable ? cell->durable : "off");
}

/* The depth from which on more of it costs more time than it brings: most I/Os a second for each µs of latency */
static gint
find_knee (GPtrArray *group)
{
  double best = 0.0;
  gint knee = -1;
  guint measured = 0;

  for (guint i = 0; i < group->len; i++) {
    double iops = ds_cell_get_iops (group->pdata[i]), latency = ds_cell_get_latency (group->pdata[i]);

    if (!(iops > 0.0) || !(latency > 0.0) || !isfinite (iops) || !isfinite (latency))
      continue;
    measured++;
    if (iops / latency > best) {
      best = iops / latency;
      knee = (gint) i;
    }
  }
  /* Of one or two depths none is a knee. */
  return measured >= 3 ? knee : -1;
}

static void
add_knee (DsPanel *panel, GPtrArray *group, const DsCurve *speed)
{
  gint knee = find_knee (group);
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *text = NULL;
  DsCurve *curve;

  if (knee < 0)
    return;
  g_array_append_val (x, g_array_index (speed->x, double, knee));
  g_array_append_val (y, g_array_index (speed->y, double, knee));
  curve = ds_panel_add_curve (panel, "knee", _ ("Knee: most IOPS per µs"), x, y);
  curve->group = g_strdup (speed->id);
  curve->look = (DsLook){ .mark = DS_MARK_RINGS, .color = DS_COLOR_TEXT, .hollow = TRUE };
  text = g_strdup_printf ("Q%u", ((const DsCell *) group->pdata[knee])->queue_depth);
  ds_panel_add_note (panel, panel->curves->len - 1, 0, text);
}

static void
add_group (DsPlot *plot, DsPanel *panel, GPtrArray *group, const Varying *varying, guint index)
{
  const DsCell *first = group->pdata[0];
  g_autofree char *id = make_id (first);
  g_autofree char *title = make_title (first, varying);
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) speed = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) latency = g_array_new (FALSE, FALSE, sizeof (double));
  DsUnit unit = plot->style.unit == DS_UNIT_US ? DS_UNIT_IOPS : plot->style.unit;
  DsLook look = {
    .color = ds_palette_op (first->op),
    .mark = DS_MARK_POINTS,
    .shape = (DsShape) (index % DS_SHAPE_CROSS),
    .dash = (DsDash) (index / DS_SHAPE_CROSS % DS_N_DASHES),
  };
  DsCurve *curve;

  for (guint i = 0; i < group->len; i++) {
    double depth = ((const DsCell *) group->pdata[i])->queue_depth;
    double value = ds_cell_get_value (group->pdata[i], unit);
    double time = ds_cell_get_latency (group->pdata[i]);

    g_array_append_val (x, depth);
    g_array_append_val (speed, value);
    g_array_append_val (latency, time);
  }
  curve = ds_panel_add_curve (panel, id, title, x, speed);
  curve->look = look;
  add_knee (panel, group, curve);
  /* The curve's own place in the array may have moved, the curve has not. */
  curve = ds_panel_add_curve (panel, "latency", _ ("Latency"), x, latency);
  curve->group = g_steal_pointer (&id);
  curve->side = 1;
  curve->look = look;
  curve->look.color = DS_COLOR_OTHER;
  curve->look.dash = DS_DASH_SHORT;
  curve->look.hollow = TRUE;
}

static void
set_axes (DsPlot *plot, DsPanel *panel, double longest)
{
  DsUnit unit = plot->style.unit == DS_UNIT_US ? DS_UNIT_IOPS : plot->style.unit;

  panel->x.scale = DS_SCALE_LOG2;
  panel->x.title = _ ("Queue depth");
  panel->x_name = _ ("Queue depth");
  panel->y[0].title = ds_unit_get_label (unit);
  panel->y[1].title = longest >= 2e7 ? "ms" : "µs";
  panel->y[1].divisor = longest >= 2e7 ? 1e6 : DS_NS_PER_US;
}

static void
add_panel (DsPlot *plot, GPtrArray *cells)
{
  const DsCell *first = cells->pdata[0];
  g_autofree char *title = g_strndup (first->label, strcspn (first->label, " "));
  Varying varying = find_varying (cells);
  DsPanel *panel = ds_plot_add_panel (plot, DS_PANEL_XY, title, title);
  double longest = 0.0;
  guint n_groups = 0;

  for (guint i = 0; i < cells->len; i++) {
    const DsCell *cell = cells->pdata[i];
    g_autoptr (GPtrArray) group = g_ptr_array_new ();
    gboolean seen = FALSE;

    for (guint j = 0; j < i; j++)
      seen |= same_group (cells->pdata[j], cell);
    if (seen)
      continue;
    for (guint j = i; j < cells->len; j++)
      if (same_group (cells->pdata[j], cell)) {
        double latency = ds_cell_get_latency (cells->pdata[j]);

        longest = MAX (longest, isfinite (latency) ? latency : 0.0);
        g_ptr_array_add (group, cells->pdata[j]);
      }
    g_ptr_array_sort (group, compare_depth_cb);
    add_group (plot, panel, group, &varying, n_groups++);
  }
  set_axes (plot, panel, longest);
}

void
ds_chart_curves_build (DsPlot *plot)
{
  GPtrArray *cells = plot->report->cells;

  for (guint i = 0; i < cells->len; i++) {
    const DsCell *cell = cells->pdata[i];
    g_autoptr (GPtrArray) alike = g_ptr_array_new ();
    gboolean seen = FALSE;

    for (guint j = 0; j < i; j++)
      seen |= same_panel (cells->pdata[j], cell);
    for (guint j = i; j < cells->len && !seen; j++)
      if (same_panel (cells->pdata[j], cell))
        g_ptr_array_add (alike, cells->pdata[j]);
    if (alike->len > 0)
      add_panel (plot, alike);
  }
  if (plot->panels->len == 0)
    plot->empty = g_strdup (ds_page_get_empty_sentence (plot->report));
}
