/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"
#include "ds-plot.h"

#include <glib/gi18n.h>
#include <math.h>

/* Curves over position or time, one chart a series, with temperature and CPU on a second axis; and the same as
 * dots. */

static const struct {
  const char *name;
  const char *title;
  DsColorId color;
} known[] = {
  { "linear-read", N_ ("Linear read"), DS_COLOR_READ },
  { "linear-write", N_ ("Linear write"), DS_COLOR_WRITE },
  { "random-read", N_ ("Random read"), DS_COLOR_READ },
  { "random-write", N_ ("Random write"), DS_COLOR_WRITE },
  { "buffered-read", N_ ("Buffered read"), DS_COLOR_READ },
  { "access-time", N_ ("Access time"), DS_COLOR_READ },
  { "read", N_ ("Read"), DS_COLOR_READ },
  { "write", N_ ("Write"), DS_COLOR_WRITE },
  { "mix", N_ ("Mix"), DS_COLOR_MIX },
  /* Of a drive's health, each a chart of its own */
  { "drive-temperature", N_ ("Temperature"), DS_COLOR_TEMPERATURE },
  { "life-left", N_ ("Life left"), DS_COLOR_READ },
  { "total-written", N_ ("Written in total"), DS_COLOR_WRITE },
};

/* "temperature", or of one test alone "linear-read/temperature" */
static const char *
get_side_kind (const char *name)
{
  const char *slash = strrchr (name, '/');
  const char *kind = slash ? slash + 1 : name;

  return g_str_equal (kind, "temperature") || g_str_equal (kind, "cpu") ? kind : NULL;
}

static guint
count_main (GPtrArray *series)
{
  guint n = 0;

  for (guint i = 0; i < series->len; i++)
    n += get_side_kind (((const DsSeries *) series->pdata[i])->name) == NULL;
  return n;
}

static gboolean
belongs_to (const DsSeries *side, const DsSeries *main_series, guint n_main)
{
  const char *slash = strrchr (side->name, '/');
  gsize length = slash ? (gsize) (slash - side->name) : 0;

  /* Seconds of the whole run are not those of one test among several. */
  if (!slash && n_main > 1 && g_strcmp0 (side->unit_x, "s") == 0)
    return FALSE;
  if (slash && (strlen (main_series->name) != length || strncmp (side->name, main_series->name, length) != 0))
    return FALSE;
  return g_strcmp0 (side->unit_x, main_series->unit_x) == 0;
}

static const DsCell *
find_cell (DsReport *report, const char *name)
{
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];

    if (g_strcmp0 (cell->label, name) == 0)
      return cell;
  }
  return NULL;
}

static double
get_greatest (const GArray *values)
{
  double greatest = 0.0;

  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, double, i) > greatest)
      greatest = g_array_index (values, double, i);
  return isfinite (greatest) ? greatest : 0.0;
}

static void
set_x_axis (DsPanel *panel, const DsSeries *series)
{
  double greatest = get_greatest (series->x);

  if (g_strcmp0 (series->unit_x, "B") == 0) {
    panel->x.divisor = greatest >= 2e13 ? DS_TB : greatest >= 2e9 ? DS_GB : DS_MB;
    panel->x.title = panel->x.divisor == DS_TB ? "TB" : panel->x.divisor == DS_GB ? "GB" : "MB";
    panel->x_name = _ ("Position");
  } else if (g_strcmp0 (series->unit_x, "s") == 0) {
    panel->x.format = greatest >= 10.0 ? DS_AXIS_TIME : DS_AXIS_NUMBER;
    /* 1:30 says itself what it is. */
    panel->x.title = greatest >= 10.0 ? NULL : "s";
    panel->x_name = _ ("Time");
  } else if (g_strcmp0 (series->unit_x, "d") == 0) {
    panel->x.title = _ ("days");
    panel->x_name = _ ("Time");
  } else {
    panel->x.title = series->unit_x ? g_intern_string (series->unit_x) : "";
    panel->x_name = panel->x.title;
  }
}

/* A rate is shown in the unit asked for; what a cell's block size turns into I/Os is known of its own series only.
 */
static double
set_y_axis (DsPanel *panel, const DsSeries *series, const DsCell *cell, DsUnit unit)
{
  panel->y[0].title = series->unit_y ? g_intern_string (series->unit_y) : "";
  if (g_strcmp0 (series->unit_y, "MB/s") != 0)
    return 1.0;
  if (unit == DS_UNIT_GB_S) {
    panel->y[0].title = ds_unit_get_label (unit);
    return 1e-3;
  }
  if (unit == DS_UNIT_IOPS && cell && cell->block_size > 0) {
    panel->y[0].title = ds_unit_get_label (unit);
    return DS_MB / (double) cell->block_size;
  }
  return 1.0;
}

static const char *
get_title (const char *name, DsColorId *color)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (name, known[i].name)) {
      *color = known[i].color;
      return _ (known[i].title);
    }
  return name;
}

static void
add_side (DsPanel *panel, const DsSeries *series)
{
  gboolean temperature = g_str_equal (get_side_kind (series->name), "temperature");
  DsCurve *curve = ds_panel_add_curve (panel, temperature ? "temperature" : "cpu",
                                       temperature ? _ ("Temperature") : _ ("CPU"), series->x, series->y);

  curve->side = 1;
  curve->look.mark = DS_MARK_LINE;
  curve->look.color = temperature ? DS_COLOR_TEMPERATURE : DS_COLOR_OTHER;
  curve->look.dash = temperature ? DS_DASH_LONG : DS_DASH_SHORT;
  /* Degrees and percent share the axis from 0 to 100 where both are there. */
  if (panel->y[1].title) {
    panel->y[1].title = "°C · %";
    panel->zero[1] = TRUE;
  } else {
    panel->y[1].title = temperature ? "°C" : "%";
    panel->zero[1] = !temperature;
  }
}

static double
get_average (const DsSeries *series, const DsCell *cell, double factor)
{
  if (!cell)
    return NAN;
  if (g_strcmp0 (series->unit_y, "MB/s") == 0)
    return ds_cell_get_mb_s (cell) * factor;
  if (g_strcmp0 (series->unit_y, "IOPS") == 0)
    return ds_cell_get_iops (cell);
  if (g_strcmp0 (series->unit_y, "ms") == 0)
    return ds_cell_get_latency (cell) / 1e6;
  return NAN;
}

static void
add_panel (DsPlot *plot, const DsSeries *series, DsMark mark)
{
  const DsCell *cell = find_cell (plot->report, series->name);
  DsColorId color = cell ? ds_palette_op (cell->op) : DS_COLOR_READ;
  const char *title = get_title (series->name, &color);
  DsPanel *panel = ds_plot_add_panel (plot, DS_PANEL_XY, series->name, title);
  DsCurve *curve = ds_panel_add_curve (panel, series->name, title, series->x, series->y);
  GPtrArray *others = plot->report->series;

  set_x_axis (panel, series);
  curve->factor = set_y_axis (panel, series, cell, plot->style.unit);
  curve->average = get_average (series, cell, curve->factor);
  curve->look.mark = mark;
  curve->look.color = color;
  curve->named = TRUE;
  curve->quiet = TRUE;
  for (guint i = 0; i < others->len; i++) {
    const DsSeries *other = others->pdata[i];

    if (get_side_kind (other->name) && belongs_to (other, series, count_main (others))) {
      add_side (panel, other);
      curve->quiet = FALSE;
    }
  }
}

/* Charts below each other are told apart by their titles: the legend then is of what they share. */
static void
quieten (DsPlot *plot)
{
  for (guint i = 0; plot->panels->len > 1 && i < plot->panels->len; i++)
    ds_panel_get_curve (plot->panels->pdata[i], 0)->quiet = TRUE;
}

static void
build (DsPlot *plot, gboolean dots)
{
  GPtrArray *series = plot->report->series;
  gboolean chosen = FALSE;

  for (guint i = 0; i < series->len; i++)
    chosen |= g_strcmp0 (plot->style.series, ((const DsSeries *) series->pdata[i])->name) == 0;
  for (guint i = 0; i < series->len; i++) {
    const DsSeries *one = series->pdata[i];
    gboolean access = g_str_equal (one->name, "access-time");

    if (get_side_kind (one->name) || (chosen && g_strcmp0 (plot->style.series, one->name) != 0))
      continue;
    add_panel (plot, one, dots || access ? DS_MARK_DOTS : DS_MARK_LINE);
  }
  quieten (plot);
  if (plot->panels->len == 0)
    plot->empty = g_strdup (ds_page_get_empty_sentence (plot->report));
}

void
ds_chart_trace_build (DsPlot *plot)
{
  build (plot, FALSE);
}

void
ds_chart_scatter_build (DsPlot *plot)
{
  build (plot, TRUE);
}
