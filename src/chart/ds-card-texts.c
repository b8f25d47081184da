/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-card.h"
#include "ds-plot.h"

#include <glib/gi18n.h>
#include <math.h>

/* What a card says beside its chart */

#define RANDOM_BLOCK 4096

static void
key_figure_clear (gpointer data)
{
  DsKeyFigure *figure = data;

  g_clear_pointer (&figure->label, g_free);
  g_clear_pointer (&figure->full_label, g_free);
  g_clear_pointer (&figure->value, g_free);
}

static void
add_figure (GArray *figures, const char *label, char *value, const char *unit)
{
  DsKeyFigure figure = { g_strdup (label), NULL, value, unit };

  g_array_append_val (figures, figure);
}

static gboolean
counts (const DsCell *cell)
{
  return ds_cell_get_shown (cell) != NULL && cell->invalid == NULL;
}

static gboolean
is_random_4k (const DsCell *cell)
{
  return cell->block_size == RANDOM_BLOCK && g_strcmp0 (cell->pattern, "random") == 0;
}

static void
set_full_label (GArray *figures, char *label)
{
  DsKeyFigure *last = &g_array_index (figures, DsKeyFigure, figures->len - 1);

  g_free (last->full_label);
  last->full_label = label;
}

static void
add_best (GArray *figures, DsReport *report, DsOp op, DsUnit unit, gboolean random_only, const char *label)
{
  const DsCell *winner = NULL;
  double best = NAN;

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];
    double value = ds_cell_get_value (cell, unit);

    if (cell->op != op || !counts (cell) || !isfinite (value) || (random_only && !is_random_4k (cell)))
      continue;
    if (isfinite (best) && value <= best)
      continue;
    best = value;
    winner = cell;
  }
  if (!winner)
    return;
  add_figure (figures, label, unit == DS_UNIT_IOPS ? ds_format_number (best, 0) : ds_format_figure (best),
              ds_unit_get_label (unit));
  if (g_strcmp0 (report->view, "bars") == 0 && winner->block_size > 0) {
    g_autofree char *size = ds_format_size (winner->block_size);

    set_full_label (figures, g_strdup_printf ("%s, %s", label, size));
  }
}

/* A latency's number and unit apart, so that units stand under each other */
static void
add_latency (GArray *figures, const char *label, double nanoseconds)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  guint i = 0;

  if (!isfinite (nanoseconds) || nanoseconds < 0.0)
    return;
  for (; i + 1 < G_N_ELEMENTS (units) && nanoseconds >= 999.5; i++)
    nanoseconds /= 1e3;
  add_figure (figures, label,
              ds_format_number (nanoseconds, nanoseconds < 9.995   ? 2
                                             : nanoseconds < 99.95 ? 1
                                                                   : 0),
              units[i]);
}

static const DsCell *
find_single (DsReport *report, DsOp op)
{
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];

    if (cell->op == op && counts (cell) && is_random_4k (cell) && cell->queue_depth == 1 && cell->threads == 1)
      return cell;
  }
  return NULL;
}

static void
add_cells (GArray *figures, DsReport *report, const DsChartStyle *style)
{
  DsUnit rate = style->unit == DS_UNIT_GB_S ? DS_UNIT_GB_S : DS_UNIT_MB_S;
  const DsCell *read = find_single (report, DS_OP_READ), *write = find_single (report, DS_OP_WRITE);

  add_best (figures, report, DS_OP_READ, rate, FALSE, _ ("Best read"));
  add_best (figures, report, DS_OP_WRITE, rate, FALSE, _ ("Best write"));
  add_best (figures, report, DS_OP_READ, DS_UNIT_IOPS, TRUE, _ ("Random 4K read"));
  add_best (figures, report, DS_OP_WRITE, DS_UNIT_IOPS, TRUE, _ ("Random 4K write"));
  if (read) {
    add_latency (figures, _ ("4K Q1 read latency"), ds_cell_get_latency (read));
    add_latency (figures, _ ("4K Q1 read p99"), ds_cell_get_shown (read)->total.latency.p99);
  }
  if (write)
    add_latency (figures, _ ("4K Q1 write latency"), ds_cell_get_latency (write));
}

/* Of curves the averages, and of a single one its ends too */
static void
add_curves (GArray *figures, DsReport *report, const DsChartStyle *style)
{
  g_autoptr (DsPlot) plot = ds_chart_build_plot (report, style, NULL);

  for (guint i = 0; i < plot->panels->len; i++) {
    const DsPanel *panel = plot->panels->pdata[i];
    const DsCurve *curve = ds_panel_get_curve (panel, 0);
    DsAxis bare = panel->y[0];

    if (curve->n == 0)
      continue;
    bare.title = NULL;
    add_figure (figures, panel->title, ds_axis_format (&bare, ds_curve_get_average (curve)), panel->y[0].title);
    /* Translators: of a key figure, "Linear read, average" */
    set_full_label (figures, g_strdup_printf (_ ("%s, average"), panel->title));
    if (plot->panels->len == 1) {
      add_figure (figures, _ ("Lowest"), ds_axis_format (&bare, curve->least), panel->y[0].title);
      add_figure (figures, _ ("Highest"), ds_axis_format (&bare, curve->greatest), panel->y[0].title);
    }
  }
}

const DsSeries *
ds_card_find_temperature (DsReport *report)
{
  for (guint i = 0; i < report->series->len; i++) {
    const DsSeries *series = report->series->pdata[i];

    if (g_str_has_suffix (series->name, "temperature") && MIN (series->x->len, series->y->len) >= 2)
      return series;
  }
  return NULL;
}

static void
add_temperature (GArray *figures, DsReport *report)
{
  const DsSeries *series = ds_card_find_temperature (report);
  double greatest = -INFINITY, sum = 0.0, first = NAN;
  guint n = 0;

  for (guint i = 0; series && i < series->y->len; i++) {
    double degrees = g_array_index (series->y, double, i);

    if (!isfinite (degrees))
      continue;
    first = n == 0 ? degrees : first;
    greatest = MAX (greatest, degrees);
    sum += degrees;
    n++;
  }
  if (n > 0) {
    g_autofree char *idle = ds_format_number (first, 0);
    g_autofree char *average = ds_format_number (sum / n, 0);
    g_autofree char *maximum = ds_format_number (greatest, 0);

    add_figure (figures, _ ("Temperature"), g_strdup_printf ("%s / %s / %s", idle, average, maximum), "°C");
    /* Translators: three temperatures in this order, "40 / 59 / 77 °C" */
    set_full_label (figures, g_strdup (_ ("Temperature, idle / average / max")));
  }
}

static void
add_written (GArray *figures, DsReport *report)
{
  g_autofree char *written = NULL;
  char *space;

  if (report->bytes_written == 0)
    return;
  written = ds_format_capacity (report->bytes_written);
  space = strrchr (written, ' ');
  if (!space)
    return;
  *space = '\0';
  add_figure (figures, _ ("Written"), g_strdup (written), g_intern_string (space + 1));
}

GArray *
ds_card_make_key_figures (DsReport *report, const DsChartStyle *style)
{
  GArray *figures = g_array_new (FALSE, FALSE, sizeof (DsKeyFigure));

  g_array_set_clear_func (figures, key_figure_clear);
  if (g_strcmp0 (report->view, "trace") == 0 || g_strcmp0 (report->view, "scatter") == 0)
    add_curves (figures, report, style);
  else
    add_cells (figures, report, style);
  add_temperature (figures, report);
  add_written (figures, report);
  return figures;
}

static void
add_part (GPtrArray *parts, char *part)
{
  if (part && *part)
    g_ptr_array_add (parts, part);
  else
    g_free (part);
}

static const char *
get_kind_title (const char *kind)
{
  static const struct {
    const char *id;
    const char *title;
  } kinds[] = {
    { "nvme", "NVMe" }, { "sata", "SATA" }, { "usb", "USB" }, { "sas", "SAS" }, { "mmc", "SD/MMC" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kind, kinds[i].id) == 0)
      return kinds[i].title;
  return NULL;
}

char *
ds_card_dup_drive_line (const DsPage *page)
{
  DsReport *report = page->report;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const DsTargetDrive *drive = report->target.drives->len > 0 ? report->target.drives->pdata[0] : NULL;

  if (report->title && *report->title)
    add_part (parts, ds_page_dup_target (page));
  if (drive) {
    add_part (parts, g_strdup (get_kind_title (drive->kind)));
    if (drive->capacity > 0)
      add_part (parts, ds_format_capacity (drive->capacity));
    if (drive->link && drive->link_max && !g_str_equal (drive->link, drive->link_max))
      /* Translators: the link as it is and as it could be, "PCIe 3.0 x4 (up to PCIe 4.0 x4)" */
      add_part (parts, g_strdup_printf (_ ("%s (up to %s)"), drive->link, drive->link_max));
    else
      add_part (parts, g_strdup (drive->link));
    if (drive->firmware && *drive->firmware)
      add_part (parts, g_strdup_printf (_ ("firmware %s"), drive->firmware));
  }
  if (report->target.fs_type && report->target.encrypted)
    /* Translators: a file system on an encrypted volume, "ext4, encrypted" */
    add_part (parts, g_strdup_printf (_ ("%s, encrypted"), report->target.fs_type));
  else
    add_part (parts, g_strdup (report->target.fs_type));
  for (guint i = 0; page->style->serial && i < report->target.drives->len; i++) {
    const DsTargetDrive *one = report->target.drives->pdata[i];

    if (one->serial && *one->serial)
      add_part (parts, g_strdup_printf (_ ("serial number %s"), one->serial));
  }
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

char *
ds_card_dup_system_line (DsReport *report)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const DsReportSystem *system = &report->system;

  add_part (parts, g_strdup (system->cpu));
  add_part (parts, g_strdup (system->kernel));
  add_part (parts, g_strdup (report->target.fs_type));
  add_part (parts, g_strdup (system->distribution));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}
