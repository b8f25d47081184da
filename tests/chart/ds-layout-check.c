/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-layout-check.h"

#include <math.h>

GArray *
ds_layout_draw (DsReport *report, DsDrawKind kind, const DsChartStyle *style, double width, double height)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  GArray *records = ds_text_record_new ();

  if (kind == DS_DRAW_CARD)
    ds_card_draw_with_context (report, style, NULL, cr, width, height, records);
  else if (kind == DS_DRAW_LATENCY)
    ds_chart_draw_latency_with_context (report, report->cells->pdata[0], style, NULL, cr, width, height, records);
  else
    ds_chart_draw_with_context (report, style, NULL, cr, width, height, records);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return records;
}

static gboolean
overlap (const DsRect *a, const DsRect *b)
{
  static const double slack = 0.25;

  return a->x + slack < b->x + b->width && b->x + slack < a->x + a->width && a->y + slack < b->y + b->height &&
         b->y + slack < a->y + a->height;
}

static gboolean
is_number (const char *text)
{
  return g_ascii_isdigit (*text);
}

/* Half of one of these would say something else. */
static gboolean
must_be_whole (const char *text)
{
  return is_number (text) || strstr (text, "± ") || strstr (text, "p99 ");
}

static void
check_record (const DsTextRecord *record, double width, double height, const char *what)
{
  const DsRect *ink = &record->ink, *box = &record->box;
  double hang = record->size * 0.35; /* accents and tails may leave a box, which ends at capitals and baselines */

  if (ink->x < 0.0 || ink->y < 0.0 || ink->x + ink->width > width || ink->y + ink->height > height)
    g_error ("%s: “%s” leaves the page", what, record->text);
  if (ink->x < box->x - record->size * 0.12 || ink->x + ink->width > box->x + box->width + record->size * 0.12 ||
      ink->y < box->y - hang || ink->y + ink->height > box->y + box->height + hang)
    g_error ("%s: “%s” leaves its box", what, record->text);
  if (record->ellipsized && must_be_whole (record->text))
    g_error ("%s: the number “%s” is cut", what, record->text);
  if (record->size < 5.0)
    g_error ("%s: “%s” is too small to be read, %.1f", what, record->text, record->size);
}

void
ds_layout_check (
    DsReport *report, DsDrawKind kind, const DsChartStyle *style, double width, double height, const char *name)
{
  g_autoptr (GArray) records = ds_layout_draw (report, kind, style, width, height);
  g_autofree char *what = g_strdup_printf ("%s at %gx%g%s, %s", name, width, height, style->dark ? ", dark" : "",
                                           ds_unit_get_id (style->unit));

  g_assert_cmpuint (records->len, >, 2);
  for (guint i = 0; i < records->len; i++) {
    const DsTextRecord *record = &g_array_index (records, DsTextRecord, i);

    check_record (record, width, height, what);
    for (guint j = 0; j < i; j++) {
      const DsTextRecord *other = &g_array_index (records, DsTextRecord, j);

      if (overlap (&record->ink, &other->ink))
        g_error ("%s: “%s” and “%s” overlap", what, record->text, other->text);
    }
  }
}

guint
ds_layout_count (GArray *records, const char *part)
{
  guint n = 0;

  for (guint i = 0; i < records->len; i++)
    n += strstr (g_array_index (records, DsTextRecord, i).text, part) != NULL;
  return n;
}
