/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart-model.h"
#include "ds-plot.h"
#include "ds-tile-grid.h"

#include <glib/gi18n.h>
#include <math.h>

/* What a chart shows, for a reader that cannot see it: sentences, and a table. */

#define MOST_ROWS    200
#define FALL         0.05 /* of the speed at the start; less is not worth a word */
#define END_SHARE    10   /* start and end are a tenth of the points each */
#define MOST_COLUMNS 5

static char *
format_with_unit (double value, const char *unit)
{
  DsAxis axis = { .title = unit };

  /* No sensor knows a tenth of a degree, and no reader wants a tenth of a percent of a processor. */
  if (isfinite (value) && (g_strcmp0 (unit, "°C") == 0 || g_strcmp0 (unit, "%") == 0))
    value = round (value);
  return ds_axis_format (&axis, value);
}

static void
add_sentence (GString *text, char *sentence)
{
  if (text->len > 0) {
    /* Translators: one sentence after another: with a space between them, or none where the script has none */
    g_autofree char *both = g_strdup_printf (C_ ("two sentences", "%s %s"), text->str, sentence);

    g_string_assign (text, both);
  } else {
    g_string_append (text, sentence);
  }
  g_free (sentence);
}

/* "Read: from 84.33 MB/s (RND4K Q1T1) to 7,092.3 MB/s (SEQ1M Q8T1)." */
static void
say_range (
    GString *text, const char *name, const char *const *labels, const double *values, guint n, const char *unit)
{
  gint least = -1, greatest = -1;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  for (guint i = 0; i < n; i++) {
    if (!isfinite (values[i]))
      continue;
    if (least < 0 || values[i] < values[least])
      least = (gint) i;
    if (greatest < 0 || values[i] > values[greatest])
      greatest = (gint) i;
  }
  if (least < 0)
    return;
  low = format_with_unit (values[least], unit);
  high = format_with_unit (values[greatest], unit);
  if (least == greatest)
    add_sentence (text, g_strdup_printf (_ ("%s: %s (%s)."), name, low, labels[least]));
  else
    /* Translators: a column or line, its least value and where, its greatest value and where: "Read: from 84.33
     * MB/s (RND4K Q1T1) to 7,092.3 MB/s (SEQ1M Q8T1)." */
    add_sentence (text, g_strdup_printf (_ ("%s: from %s (%s) to %s (%s)."), name, low, labels[least], high,
                                         labels[greatest]));
}

static void
say_tiles (GString *text, DsReport *report, DsUnit unit)
{
  for (DsOp op = DS_OP_READ; op <= DS_OP_MIX; op++) {
    guint n = report->cells->len;
    g_autofree const char **labels = g_new0 (const char *, n + 1);
    g_autofree double *values = g_new0 (double, n + 1);

    for (guint i = 0; i < n; i++) {
      const DsCell *cell = report->cells->pdata[i];

      labels[i] = cell->label;
      values[i] = cell->op == op && !cell->invalid ? ds_cell_get_value (cell, unit) : NAN;
    }
    say_range (text, ds_tile_get_op_title (op), labels, values, n, ds_unit_get_label (unit));
  }
}

static void
say_bars (GString *text, const DsPanel *panel)
{
  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];

    if (!curve->hidden)
      say_range (text, curve->title, (const char *const *) panel->rows, (const double *) (gpointer) curve->y->data,
                 MIN (curve->y->len, g_strv_length (panel->rows)), panel->x.title);
  }
}

static void
say_heat (GString *text, const DsPanel *panel)
{
  const DsCurve *curve = ds_panel_get_curve (panel, 0);
  guint columns = g_strv_length (panel->columns);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < curve->y->len; i++)
    /* Translators: a field of a map: block size and share of reads, "4 KiB, 70 % reads" */
    g_ptr_array_add (labels,
                     g_strdup_printf (_ ("%s, %s reads"), panel->columns[i % columns], panel->rows[i / columns]));
  say_range (text, _ ("Speed"), (const char *const *) labels->pdata, (const double *) (gpointer) curve->y->data,
             curve->y->len, panel->y[0].title);
}

/* The share by which the last tenth lies below the first; NaN where there is too little to tell */
static double
get_fall (const DsCurve *curve)
{
  gsize n = MIN (curve->x->len, curve->y->len), part = n / END_SHARE;
  double sums[2] = { 0.0, 0.0 };
  guint counts[2] = { 0, 0 };

  for (gsize i = 0; i < part; i++)
    for (guint end = 0; end < 2; end++) {
      double y = ds_curve_get_y (curve, end == 0 ? i : n - 1 - i);

      if (isfinite (y)) {
        sums[end] += y;
        counts[end]++;
      }
    }
  if (counts[0] == 0 || counts[1] == 0 || !(sums[0] > 0.0))
    return NAN;
  return 1.0 - (sums[1] / counts[1]) / (sums[0] / counts[0]);
}

static void
say_spot (GString *text, const DsPanel *panel, const DsCurve *curve)
{
  gboolean duration = g_strcmp0 (panel->y[0].title, "ms") == 0;
  double fall = duration ? NAN : get_fall (curve);
  g_autofree char *where = ds_axis_format (&panel->x, duration ? curve->greatest_x : curve->least_x);
  g_autofree char *percent = ds_format_percent (fabs (fall) * 100.0);

  /* What hardly varies is slowest nowhere in particular. */
  if (!duration && !(curve->least < curve->mean * (1.0 - FALL)) && !(fall > FALL))
    return;
  if (duration)
    /* Translators: %s is a position or a time: "312 GB", "1:30" */
    add_sentence (text, g_strdup_printf (_ ("It takes longest at %s."), where));
  else if (fall > FALL)
    /* Translators: %1$s is a position or a time, %2$s a percentage */
    add_sentence (
        text, g_strdup_printf (_ ("It is slowest at %1$s and falls by %2$s from start to end."), where, percent));
  else
    add_sentence (text, g_strdup_printf (_ ("It is slowest at %s."), where));
}

/* said: ids of what panels share and what was said once already */
static void
say_trace (GString *text, const DsPanel *panel, GHashTable *said)
{
  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];
    const DsAxis *axis = &panel->y[curve->side];
    const char *unit = curve->side == 0 ? axis->title : g_str_equal (curve->id, "cpu") ? "%" : "°C";
    g_autofree char *average = format_with_unit (ds_curve_get_average (curve), unit);
    g_autofree char *least = format_with_unit (curve->least, unit);
    g_autofree char *greatest = format_with_unit (curve->greatest, unit);

    if (curve->hidden || curve->n == 0 || !g_hash_table_add (said, curve->id))
      continue;
    /* Translators: "Linear read: 3,268.8 MB/s on average, from 480.4 MB/s to 3,456.5 MB/s." */
    add_sentence (
        text, g_strdup_printf (_ ("%s: %s on average, from %s to %s."), curve->title, average, least, greatest));
    if (curve->named && curve->n > 1)
      say_spot (text, panel, curve);
  }
}

static void
say_curves (GString *text, const DsPanel *panel)
{
  for (guint i = 0; i < panel->curves->len; i++) {
    const DsCurve *curve = panel->curves->pdata[i];
    const DsCurve *knee = i + 1 < panel->curves->len ? panel->curves->pdata[i + 1] : NULL;
    g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
    g_autofree char *name = NULL;

    if (curve->hidden || curve->side == 1 || curve->look.mark != DS_MARK_POINTS)
      continue;
    for (guint j = 0; j < curve->y->len; j++)
      g_ptr_array_add (labels, g_strdup_printf ("Q%.0f", ds_curve_get_x (curve, j)));
    name = g_strdup_printf ("%s %s", panel->title, curve->title);
    say_range (text, name, (const char *const *) labels->pdata, (const double *) (gpointer) curve->y->data,
               curve->y->len, panel->y[0].title);
    if (knee && knee->look.mark == DS_MARK_RINGS && knee->n > 0) {
      g_autofree char *depth = ds_format_number (ds_curve_get_x (knee, 0), 0);

      add_sentence (text, g_strdup_printf (
                              _ ("The knee, the most IOPS per µs of latency, is at a queue depth of %s."), depth));
    }
  }
}

char *
ds_chart_describe (DsReport *report, const DsChartStyle *style)
{
  g_autoptr (DsPlot) plot = ds_chart_build_plot (report, style, NULL);
  g_autoptr (GHashTable) said = g_hash_table_new (g_str_hash, g_str_equal);
  GString *text = g_string_new (NULL);

  if (!plot && g_strcmp0 (report->view, "tiles") == 0)
    say_tiles (text, report, style->unit);
  for (guint i = 0; plot && i < plot->panels->len; i++) {
    const DsPanel *panel = plot->panels->pdata[i];

    if (panel->kind == DS_PANEL_BARS)
      say_bars (text, panel);
    else if (panel->kind == DS_PANEL_HEAT)
      say_heat (text, panel);
    else if (panel->x.scale == DS_SCALE_LOG2)
      say_curves (text, panel);
    else
      say_trace (text, panel, said);
  }
  if (text->len == 0)
    g_string_append (text, ds_page_get_empty_sentence (report));
  return g_string_free (text, FALSE);
}

char *
ds_chart_describe_latency (const DsCell *cell)
{
  const DsRun *run = ds_cell_get_shown (cell);
  g_autofree char *half = NULL;
  g_autofree char *most = NULL;
  g_autofree char *longest = NULL;

  if (!run || !isfinite (run->total.latency.p50))
    return g_strdup (_ ("The latency of this test was not recorded."));
  half = ds_format_latency (run->total.latency.p50);
  most = ds_format_latency (run->total.latency.p99);
  longest = ds_format_latency (run->total.latency.max);
  return g_strdup_printf (_ ("Half of all I/Os took no longer than %s, 99 %% no longer than %s, the slowest %s."),
                          half, most, longest);
}

void
ds_chart_table_free (DsChartTable *self)
{
  g_strfreev (self->columns);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static void
free_row_cb (gpointer row)
{
  g_strfreev (row);
}

static DsChartTable *
new_table (guint n_columns)
{
  DsChartTable *table = g_new0 (DsChartTable, 1);

  table->columns = g_new0 (char *, n_columns + 1);
  table->rows = g_ptr_array_new_with_free_func (free_row_cb);
  return table;
}

static char **
add_row (DsChartTable *table)
{
  char **row = g_new0 (char *, g_strv_length (table->columns) + 1);

  g_ptr_array_add (table->rows, row);
  return row;
}

static DsChartTable *
tabulate_tiles (DsReport *report, DsUnit unit)
{
  g_autoptr (DsTileGrid) grid = ds_tile_grid_new_for_report (report, unit);
  DsChartTable *table = new_table (grid->n_columns + 1);

  table->columns[0] = g_strdup (_ ("Test"));
  for (guint i = 0; i < grid->n_columns; i++)
    table->columns[i + 1] = g_strdup (ds_tile_get_op_title (grid->columns[i]));
  for (guint i = 0; i < grid->rows->len; i++) {
    const DsTileRow *tile = ds_tile_grid_get_row (grid, i);
    char **row = add_row (table);

    row[0] = g_strdup (tile->label);
    for (guint j = 0; j < grid->n_columns; j++) {
      gint index = tile->cell[grid->columns[j]];
      DsTileText words = { 0 };

      if (index >= 0)
        ds_tile_text_init (&words, report->cells->pdata[index], tile->unit);
      row[j + 1] = !words.figure ? g_strdup ("")
                   : words.word || words.waiting
                       ? g_strdup (words.figure)
                       : g_strdup_printf ("%s %s", words.figure, ds_unit_get_label (tile->unit));
      ds_tile_text_clear (&words);
    }
  }
  return table;
}

static DsChartTable *
tabulate_bars (const DsPanel *panel)
{
  DsChartTable *table = new_table (panel->curves->len + 1);

  table->columns[0] = g_strdup (panel->row_name);
  for (guint i = 0; i < panel->curves->len; i++)
    table->columns[i + 1] = g_strdup (ds_panel_get_curve (panel, i)->title);
  for (guint i = 0; panel->rows[i]; i++) {
    char **row = add_row (table);

    row[0] = g_strdup (panel->rows[i]);
    for (guint j = 0; j < panel->curves->len; j++) {
      double value = ds_curve_get_y (ds_panel_get_curve (panel, j), i);

      row[j + 1] = isfinite (value) || !*panel->row_notes[i] ? format_with_unit (value, panel->x.title)
                                                             : g_strdup (panel->row_notes[i]);
    }
  }
  return table;
}

static DsChartTable *
tabulate_heat (const DsPanel *panel)
{
  guint n = g_strv_length (panel->columns);
  DsChartTable *table = new_table (n + 1);

  table->columns[0] = g_strdup (panel->row_name);
  for (guint i = 0; i < n; i++)
    table->columns[i + 1] = g_strdup (panel->columns[i]);
  for (guint i = 0; panel->rows[i]; i++) {
    char **row = add_row (table);

    row[0] = g_strdup (panel->rows[i]);
    for (guint j = 0; j < n; j++)
      row[j + 1] = format_with_unit (ds_curve_get_y (ds_panel_get_curve (panel, 0), i * n + j), panel->y[0].title);
  }
  return table;
}

/* So many points in one row that a curve of any length has at most MOST_ROWS of them */
static void
add_points (DsChartTable *table, const DsPanel *panel, const DsCurve *curve)
{
  const DsAxis *axis = &panel->y[curve->side];
  /* The two of a second axis that they may share have a unit each. */
  const char *unit = curve->side == 0 || panel->x.scale == DS_SCALE_LOG2 ? NULL
                     : g_str_equal (curve->id, "cpu")                    ? "%"
                                                                         : "°C";
  gsize n = MIN (curve->x->len, curve->y->len);
  gsize step = MAX ((n + MOST_ROWS - 1) / MOST_ROWS, 1);

  for (gsize i = 0; i < n; i += step) {
    double least = NAN, greatest = NAN, sum = 0.0, values[3];
    char **row = add_row (table);
    guint count = 0;

    for (gsize j = i; j < MIN (i + step, n); j++) {
      double y = ds_curve_get_y (curve, j);

      if (!isfinite (y))
        continue;
      least = count > 0 ? MIN (least, y) : y;
      greatest = count > 0 ? MAX (greatest, y) : y;
      sum += y;
      count++;
    }
    values[0] = least;
    values[1] = count > 0 ? sum / count : NAN;
    values[2] = greatest;
    row[0] = g_strdup (curve->title ? curve->title : panel->title);
    row[1] = ds_axis_format (&panel->x, ds_curve_get_x (curve, i));
    for (guint j = 0; j < 3; j++)
      row[j + 2] = unit ? format_with_unit (values[j], unit) : ds_axis_format (axis, values[j]);
  }
}

static DsChartTable *
tabulate_curves (const DsPlot *plot)
{
  DsChartTable *table = new_table (MOST_COLUMNS);
  const DsPanel *first = plot->panels->len > 0 ? plot->panels->pdata[0] : NULL;
  gboolean same = TRUE;

  for (guint i = 1; i < plot->panels->len; i++)
    same &= g_strcmp0 (((const DsPanel *) plot->panels->pdata[i])->x_name, first->x_name) == 0;
  table->columns[0] = g_strdup (_ ("Series"));
  table->columns[1] = g_strdup (first && same && first->x_name ? first->x_name : _ ("Position or time"));
  table->columns[2] = g_strdup (_ ("Lowest"));
  table->columns[3] = g_strdup (_ ("Average"));
  table->columns[4] = g_strdup (_ ("Highest"));
  for (guint i = 0; i < plot->panels->len; i++) {
    const DsPanel *panel = plot->panels->pdata[i];

    for (guint j = 0; j < panel->curves->len; j++) {
      const DsCurve *curve = panel->curves->pdata[j];

      if (!curve->hidden && curve->x && curve->look.mark != DS_MARK_RINGS)
        add_points (table, panel, curve);
    }
  }
  return table;
}

DsChartTable *
ds_chart_table_latency (DsReport *report, const DsCell *cell, const DsChartStyle *style)
{
  g_autoptr (DsPlot) plot = ds_chart_build_plot (report, style, cell);

  return tabulate_curves (plot);
}

DsChartTable *
ds_chart_table (DsReport *report, const DsChartStyle *style)
{
  g_autoptr (DsPlot) plot = ds_chart_build_plot (report, style, NULL);
  const DsPanel *first = plot && plot->panels->len > 0 ? plot->panels->pdata[0] : NULL;

  if (!plot)
    return tabulate_tiles (report, style->unit);
  if (first && first->kind == DS_PANEL_BARS)
    return tabulate_bars (first);
  if (first && first->kind == DS_PANEL_HEAT)
    return tabulate_heat (first);
  return tabulate_curves (plot);
}
