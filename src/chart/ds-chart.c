/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart.h"
#include "ds-plot.h"

#include <glib/gi18n.h>
#include <pango/pangocairo.h>

/* A view draws itself, or it is a plot, which can be asked for what it shows too. */
static const struct {
  const char *id;
  DsChartView draw;
  DsPlotBuild build;
} views[] = {
  { "tiles", ds_chart_tiles_draw, NULL },    { "bars", NULL, ds_chart_bars_build },
  { "trace", NULL, ds_chart_trace_build },   { "scatter", NULL, ds_chart_scatter_build },
  { "curves", NULL, ds_chart_curves_build }, { "surface", NULL, ds_chart_surface_build },
};

static gint
find_view (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    if (g_strcmp0 (views[i].id, id) == 0)
      return (gint) i;
  return -1;
}

gboolean
ds_chart_has_view (const char *view)
{
  return find_view (view) >= 0;
}

DsUnit
ds_chart_get_default_unit (DsReport *report)
{
  return g_strcmp0 (report->view, "curves") == 0 ? DS_UNIT_IOPS : DS_UNIT_MB_S;
}

DsPlot *
ds_chart_build_plot (DsReport *report, const DsChartStyle *style, const DsCell *latency)
{
  gint view = find_view (report->view);
  DsPlot *plot;

  if (!latency && (view < 0 || !views[view].build))
    return NULL;
  plot = ds_plot_new (report, style);
  if (latency)
    ds_chart_latency_build (plot, latency);
  else
    views[view].build (plot);
  if (!plot->heading)
    plot->heading = g_strdup (ds_page_get_suite_title (report));
  ds_plot_complete (plot);
  return plot;
}

void
ds_chart_draw_view (DsPage *page, const DsCell *latency)
{
  gint view = find_view (page->report->view);
  g_autoptr (DsPlot) plot = ds_chart_build_plot (page->report, page->style, latency);

  if (plot) {
    ds_plot_lay_out (plot, page);
    ds_plot_draw (plot, page);
  } else if (view >= 0) {
    views[view].draw (page);
  } else {
    if (!page->within)
      ds_page_draw_header (page, NULL, NULL);
    ds_page_draw_sentence (page, _ ("This result was made by a newer version, and this one cannot draw it."));
  }
}

static void
draw_page (DsReport *report,
           const DsCell *latency,
           const DsChartStyle *style,
           PangoContext *context,
           cairo_t *cr,
           double width,
           double height,
           GArray *record)
{
  g_autoptr (GObject) own = NULL; /* the context where it is not the caller's */
  DsPage page = { .report = report, .style = style, .width = width, .height = height };

  if (!(width > 0.0) || !(height > 0.0))
    return;
  if (!context) {
    context = pango_cairo_create_context (cr);
    own = G_OBJECT (context);
    ds_text_set_up_context (context, ds_text_get_default_family ());
  }
  page.pen = (DsPen){
    .cr = cr,
    .context = context,
    .family = style->font,
    .dark = style->dark,
    .record = record,
  };
  cairo_save (cr);
  ds_page_begin (&page);
  ds_chart_draw_view (&page, latency);
  cairo_restore (cr);
}

void
ds_chart_draw_with_context (DsReport *report,
                            const DsChartStyle *style,
                            PangoContext *context,
                            cairo_t *cr,
                            double width,
                            double height,
                            GArray *record)
{
  draw_page (report, NULL, style, context, cr, width, height, record);
}

void
ds_chart_draw_latency_with_context (DsReport *report,
                                    const DsCell *cell,
                                    const DsChartStyle *style,
                                    PangoContext *context,
                                    cairo_t *cr,
                                    double width,
                                    double height,
                                    GArray *record)
{
  draw_page (report, cell, style, context, cr, width, height, record);
}

void
ds_chart_draw (DsReport *report, const DsChartStyle *style, cairo_t *cr, double width, double height)
{
  draw_page (report, NULL, style, NULL, cr, width, height, NULL);
}

void
ds_chart_draw_latency (
    DsReport *report, const DsCell *cell, const DsChartStyle *style, cairo_t *cr, double width, double height)
{
  draw_page (report, cell, style, NULL, cr, width, height, NULL);
}
