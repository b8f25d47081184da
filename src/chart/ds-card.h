/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-page.h"

G_BEGIN_DECLS

/* The result card: one picture of a result for a forum or an article. Made for 1920x1080, 1600x900, 1080x1350 and
 * A4, and laid out for any other size: blocks reflow, nothing is scaled to fit. */

void ds_card_draw (DsReport *report, const DsChartStyle *style, cairo_t *cr, double width, double height);
/* As ds_chart_draw_with_context() */
void ds_card_draw_with_context (DsReport *report,
                                const DsChartStyle *style,
                                PangoContext *context,
                                cairo_t *cr,
                                double width,
                                double height,
                                GArray *record);

typedef struct {
  char *label;
  char *full_label; /* (nullable) instead where there is room for it */
  char *value;      /* "7,092.3" */
  const char *unit;
} DsKeyFigure;

/* What a reader looks for first, most telling first. (transfer full) (element-type DsKeyFigure) */
GArray *ds_card_make_key_figures (DsReport *report, const DsChartStyle *style);
const DsSeries *ds_card_find_temperature (DsReport *report); /* (nullable) with at least two points */
/* "NVMe · 2 TB · PCIe 4.0 x4 · firmware 4B2QJXD7 · ext4" */
char *ds_card_dup_drive_line (const DsPage *page);
char *ds_card_dup_system_line (DsReport *report); /* "AMD Ryzen 7 7700X · Linux 6.1 · Debian GNU/Linux 12" */

G_END_DECLS
