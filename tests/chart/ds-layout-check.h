/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-card.h"

G_BEGIN_DECLS

/* Draws into a recording and reads from its record where texts stand. */

typedef enum {
  DS_DRAW_CHART,
  DS_DRAW_CARD,
  DS_DRAW_LATENCY, /* of the first cell */
} DsDrawKind;

/* (element-type DsTextRecord) (transfer full) */
GArray *ds_layout_draw (DsReport *report, DsDrawKind kind, const DsChartStyle *style, double width, double height);
/* Ends the test where two texts overlap, one leaves its box or the page, or a number is cut. */
void ds_layout_check (
    DsReport *report, DsDrawKind kind, const DsChartStyle *style, double width, double height, const char *name);
guint ds_layout_count (GArray *records, const char *part);

G_END_DECLS
