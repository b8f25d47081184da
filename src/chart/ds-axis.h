/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One axis: a range of values, how it is spread, and the round values at which it is marked. Fractions go from 0
 * at its start to 1 at its end. */

typedef enum {
  DS_SCALE_LINEAR,
  DS_SCALE_LOG10,
  DS_SCALE_LOG2,
  DS_SCALE_PERCENTILE, /* as many steps to each further nine: 90, 99, 99.9 % */
} DsScale;

typedef enum {
  DS_AXIS_NUMBER,
  DS_AXIS_TIME,    /* seconds, written as m:ss */
  DS_AXIS_SIZE,    /* bytes, powers of two */
  DS_AXIS_LATENCY, /* ns */
} DsAxisFormat;

typedef struct {
  DsScale scale;
  DsAxisFormat format;
  const char *title; /* the unit or, where there is none, the quantity; stands once beside the axis */
  double divisor;    /* a position in bytes is written in GB: 1e9; 0 is 1 */
  double start, end; /* what is shown */
} DsAxis;

typedef struct {
  double value;
  char *label;
} DsTick;

/* Takes the range of the data and widens it to what can be shown: never empty, positive on a log scale. Where
 * from_zero is set a linear range begins at zero. most: ticks that there is room for; the range ends at one where
 * round is set. */
void
ds_axis_set_range (DsAxis *self, double least, double greatest, gboolean from_zero, gboolean round, guint most);
/* Shows the part from one fraction to another of what it showed. */
void ds_axis_zoom (DsAxis *self, double from, double to);
double ds_axis_get_fraction (const DsAxis *self, double value); /* NaN where the scale has no place for it */
double ds_axis_get_value (const DsAxis *self, double fraction);
/* (transfer full) (element-type DsTick): at most about most of them, ascending */
GArray *ds_axis_make_ticks (const DsAxis *self, guint most);
char *ds_axis_format (const DsAxis *self, double value); /* (transfer full): exactly, with its unit */

/* The smallest of 1, 2, 2.5, 5 times a power of ten that is not below value; of seconds, of round times */
double ds_axis_round_step (double value, gboolean time);

G_END_DECLS
