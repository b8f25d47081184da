/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-chart.h"

G_BEGIN_DECLS

/* One value on a bow, as an instrument shows it: filled up to the value, with marks where it begins to matter. */

typedef struct {
  double value; /* NaN: nothing is known, and the bow stays empty */
  double least, greatest;
  double warning, critical; /* NaN where there is none; from the warning on the fill takes the colour of heat */
  gboolean low_is_bad;      /* the marks count from above: what is left of something */
  const char *figure;       /* "41" */
  const char *unit;         /* "°C" */
} DsGauge;

/* Where on the bow a value stands: 0 to 1, NaN where it is not known */
double ds_gauge_get_share (const DsGauge *self, double value);
gboolean ds_gauge_is_alarming (const DsGauge *self);
/* font: (nullable) family */
void
ds_gauge_draw (const DsGauge *self, gboolean dark, const char *font, cairo_t *cr, double width, double height);

G_END_DECLS
