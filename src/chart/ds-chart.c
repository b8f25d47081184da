/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-chart.h"
#include "ds-page.h"

#include <glib/gi18n.h>
#include <pango/pangocairo.h>

static const struct {
  const char *id;
  DsChartView draw;
} views[] = {
  { "tiles", ds_chart_tiles_draw },
};

static DsChartView
find_view (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    if (g_strcmp0 (views[i].id, id) == 0)
      return views[i].draw;
  return NULL;
}

gboolean
ds_chart_has_view (const char *view)
{
  return find_view (view) != NULL;
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
  DsChartView draw = find_view (report->view);
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
  if (draw)
    draw (&page);
  else
    ds_page_draw_sentence (&page, _ ("This result was made by a newer version, and this one cannot draw it."));
  cairo_restore (cr);
}

void
ds_chart_draw (DsReport *report, const DsChartStyle *style, cairo_t *cr, double width, double height)
{
  ds_chart_draw_with_context (report, style, NULL, cr, width, height, NULL);
}
