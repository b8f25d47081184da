/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-text.h"

G_BEGIN_DECLS

/* What every picture of a report has in common: margins, title, settings line, findings, footer. */

#define DS_PAGE_FINDING_LINE 1.65 /* from one finding to the next, in small sizes */

typedef struct {
  DsPen pen; /* without a cairo context nothing is drawn, only measured */
  DsReport *report;
  const DsChartStyle *style;
  double width, height;
  double margin;
  DsRect content;  /* what the view and the findings share, between header and footer */
  gboolean within; /* of a card, which has the header, the findings and the footer itself */
} DsPage;

/* A view is one function and its line in ds-chart.c. It draws into page->content and leaves the findings as many
 * lines at its foot as it can spare. */
typedef void (*DsChartView) (DsPage *page);

void ds_chart_tiles_draw (DsPage *page);

/* context: (nullable) with the font set up; NULL: one of the cairo context's. record: (nullable) (element-type
 * DsTextRecord) what is written where. */
void ds_chart_draw_with_context (DsReport *report,
                                 const DsChartStyle *style,
                                 PangoContext *context,
                                 cairo_t *cr,
                                 double width,
                                 double height,
                                 GArray *record);
void ds_chart_draw_latency_with_context (DsReport *report,
                                         const DsCell *cell,
                                         const DsChartStyle *style,
                                         PangoContext *context,
                                         cairo_t *cr,
                                         double width,
                                         double height,
                                         GArray *record);
gboolean ds_chart_has_view (const char *view);
/* Into a page that has begun. latency: (nullable) of this cell instead of the report's view */
void ds_chart_draw_view (DsPage *page, const DsCell *latency);

/* Sets up the page and draws ground and footer. */
void ds_page_begin (DsPage *self);
/* Title and settings line; right: (nullable) the width that the title leaves free at its right, which becomes 0
 * where there is not that much. Returns the baseline of the title. */
double ds_page_draw_header (DsPage *self, const char *heading, double *right);
/* Pictures are shown to strangers: without the home folder's owner and serial numbers, unless the style says so */
char *ds_page_dup_public (const DsPage *self, const char *text);
char *ds_page_dup_target (const DsPage *self); /* the report's target title, in public */
double ds_page_get_small_size (double width, double height);
const char *ds_page_get_suite_title (DsReport *report); /* "Transfer sizes"; NULL for what is named by its drive */
char *
ds_page_dup_settings (DsReport *report); /* "NVMe SSD settings, 5 runs, 1 GiB, direct I/O, incompressible data" */
const char *ds_page_get_empty_sentence (DsReport *report); /* in place of what there is nothing to draw of */
char *ds_page_dup_footer (DsReport *report); /* "Drivescope 0.1.0 · 2026-11-30 14:05 · Linux 6.1 · ext4" */
void ds_page_draw_sentence (DsPage *self, const char *sentence); /* in the middle of the content */

guint ds_page_count_findings (DsPage *self);
double ds_page_get_findings_height (DsPage *self, guint n_lines); /* with the space above them */
void ds_page_draw_findings (DsPage *self, double y, guint n_lines);
/* Each in a box of its own with its advice, the worst first, as many as the area has room for. Returns their
 * height. */
double ds_page_draw_findings_wrapped (DsPage *self, const DsRect *area);

G_END_DECLS
