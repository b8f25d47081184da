/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-axis.h"

#include "ds-format.h"

#include <math.h>

/* No loop over ticks is longer, whatever a range says. */
#define MOST_TICKS 200
/* What is shorter is written in seconds with decimals. */
#define LEAST_TIME_STEP 1.0
/* A percentile of 100 has no place; further nines than these are not told apart. */
#define MOST_PERCENTILE 99.99999

static double
transform (DsScale scale, double value)
{
  switch (scale) {
  case DS_SCALE_LOG10:
    return value > 0.0 ? log10 (value) : NAN;
  case DS_SCALE_LOG2:
    return value > 0.0 ? log2 (value) : NAN;
  case DS_SCALE_PERCENTILE:
    return -log10 (1.0 - CLAMP (value, 0.0, MOST_PERCENTILE) / 100.0);
  case DS_SCALE_LINEAR:
  default:
    return value;
  }
}

static double
transform_back (DsScale scale, double value)
{
  switch (scale) {
  case DS_SCALE_LOG10:
    return pow (10.0, value);
  case DS_SCALE_LOG2:
    return exp2 (value);
  case DS_SCALE_PERCENTILE:
    return 100.0 * (1.0 - pow (10.0, -value));
  case DS_SCALE_LINEAR:
  default:
    return value;
  }
}

double
ds_axis_get_fraction (const DsAxis *self, double value)
{
  double start = transform (self->scale, self->start), end = transform (self->scale, self->end);

  return (transform (self->scale, value) - start) / (end - start);
}

double
ds_axis_get_value (const DsAxis *self, double fraction)
{
  double start = transform (self->scale, self->start), end = transform (self->scale, self->end);

  return transform_back (self->scale, start + fraction * (end - start));
}

void
ds_axis_zoom (DsAxis *self, double from, double to)
{
  double start = ds_axis_get_value (self, from), end = ds_axis_get_value (self, to);

  if (isfinite (start) && isfinite (end) && end > start) {
    self->start = start;
    self->end = end;
  }
}

static double
get_divisor (const DsAxis *self)
{
  return self->divisor > 0.0 ? self->divisor : 1.0;
}

static gboolean
shows_time (const DsAxis *self, double step)
{
  return self->format == DS_AXIS_TIME && step >= LEAST_TIME_STEP;
}

double
ds_axis_round_step (double value, gboolean time)
{
  static const double times[] = { 1,   2,   5,    10,   15,   30,    60,    120,   300,
                                  600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400 };
  static const double round_steps[] = { 1.0, 2.0, 2.5, 5.0 };
  double power;

  if (!(value > 0.0) || !isfinite (value))
    return 1.0;
  if (time && value > 0.5)
    for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
      if (times[i] >= value * (1.0 - 1e-9))
        return times[i];
  power = pow (10.0, floor (log10 (value)));
  for (gsize i = 0; i < G_N_ELEMENTS (round_steps); i++)
    if (round_steps[i] * power >= value * (1.0 - 1e-9))
      return round_steps[i] * power;
  return 10.0 * power;
}

static void
widen_log (DsAxis *self, double least, double greatest, gboolean whole)
{
  double base = self->scale == DS_SCALE_LOG2 ? 2.0 : 10.0;

  if (!(greatest > 0.0))
    greatest = base;
  if (!(least > 0.0))
    least = greatest / base;
  if (whole) {
    /* To the next of 1, 2 and 5, so that no point lies on the edge */
    double low = pow (10.0, floor (log10 (least))), high = pow (10.0, floor (log10 (greatest)));

    if (self->scale == DS_SCALE_LOG2) {
      least = exp2 (floor (log2 (least)));
      greatest = exp2 (ceil (log2 (greatest)));
    } else {
      least = low * (least >= low * 5.0 ? 5.0 : least >= low * 2.0 ? 2.0 : 1.0);
      greatest = high * (greatest <= high * 2.0 ? 2.0 : greatest <= high * 5.0 ? 5.0 : 10.0);
    }
  }
  if (greatest < least * 1.05) {
    least /= sqrt (base);
    greatest *= sqrt (base);
  }
  self->start = least;
  self->end = greatest;
}

void
ds_axis_set_range (DsAxis *self, double least, double greatest, gboolean from_zero, gboolean whole, guint most)
{
  double divisor = get_divisor (self);

  if (!isfinite (least) || !isfinite (greatest) || greatest < least)
    least = greatest = 0.0;
  if (self->scale == DS_SCALE_PERCENTILE) {
    self->start = 0.0;
    self->end = greatest >= 1.0 ? MIN (greatest, MOST_PERCENTILE) : 99.0;
    return;
  }
  if (self->scale != DS_SCALE_LINEAR) {
    widen_log (self, least, greatest, whole);
    return;
  }
  if (from_zero)
    least = MIN (least, 0.0);
  /* Half a step to each side of what does not change, so that its line lies in the middle */
  if (!(greatest - least > fabs (greatest) * 1e-9)) {
    double pad = fabs (greatest) > 0.0 ? fabs (greatest) * 0.05 : 1.0;

    greatest += from_zero && greatest > 0.0 ? 0.0 : pad;
    least -= from_zero ? 0.0 : pad;
  }
  if (whole) {
    double from = least, to = greatest, step = 0.0;

    /* Rounding makes the range longer, which may ask for a longer step: the range has to end at one of those. */
    for (guint i = 0; i < 4; i++) {
      double longer = ds_axis_round_step ((greatest - least) / divisor / MAX (most, 1), FALSE) * divisor;

      if (longer <= step)
        break;
      step = longer;
      least = floor (from / step + 1e-9) * step;
      greatest = ceil (to / step - 1e-9) * step;
    }
  }
  self->start = least;
  self->end = greatest > least ? greatest : least + 1.0;
}

static guint
get_decimals (double step)
{
  double decimals = ceil (-log10 (step) - 1e-9);

  if (!(step > 0.0))
    return 0;
  /* 2.5 needs one more than 2. */
  if (fabs (step * pow (10.0, MAX (decimals, 0.0)) - round (step * pow (10.0, MAX (decimals, 0.0)))) > 1e-6)
    decimals++;
  return (guint) CLAMP (decimals, 0.0, 12.0);
}

/* A value of a logarithmic axis needs decimals of its own: 0.05, 0.1, 1, 10 */
static char *
format_alone (const DsAxis *self, double value)
{
  double shown = value / get_divisor (self);

  if (self->format == DS_AXIS_SIZE)
    return ds_format_size ((guint64) MAX (value, 0.0));
  if (self->format == DS_AXIS_LATENCY) {
    static const char *const names[] = { "ns", "µs", "ms", "s" };
    g_autofree char *number = NULL;
    guint i = 0;

    for (; i + 1 < G_N_ELEMENTS (names) && shown >= 999.5; i++)
      shown /= 1e3;
    number = ds_format_number (shown, get_decimals (ds_axis_round_step (shown, FALSE)));
    return g_strdup_printf ("%s %s", number, names[i]);
  }
  if (self->format == DS_AXIS_TIME && value >= LEAST_TIME_STEP)
    return ds_format_duration (value);
  return ds_format_number (shown, get_decimals (ds_axis_round_step (shown, FALSE)));
}

static void
add_tick (GArray *ticks, double value, char *label)
{
  DsTick tick = { value, label };

  if (ticks->len < MOST_TICKS)
    g_array_append_val (ticks, tick);
  else
    g_free (label);
}

static void
tick_clear (gpointer data)
{
  DsTick *tick = data;

  g_clear_pointer (&tick->label, g_free);
}

static void
add_linear (const DsAxis *self, GArray *ticks, guint most)
{
  double divisor = get_divisor (self);
  double start = self->start / divisor, end = self->end / divisor;
  double step = ds_axis_round_step ((end - start) / MAX (most, 1), self->format == DS_AXIS_TIME);
  double first = ceil (start / step - 1e-6);
  guint decimals = get_decimals (step);

  for (guint i = 0; (first + i) * step <= end + step * 1e-6 && i < MOST_TICKS; i++) {
    double value = (first + i) * step;

    /* Nought has no place on a logarithmic scale. */
    if (self->scale != DS_SCALE_LINEAR && value < start)
      continue;
    add_tick (ticks, value * divisor,
              shows_time (self, step) ? ds_format_duration (value) : ds_format_number (value, decimals));
  }
}

static void
add_log10 (const DsAxis *self, GArray *ticks, guint most)
{
  static const double in_decade[3][3] = { { 1.0 }, { 1.0, 3.0 }, { 1.0, 2.0, 5.0 } };
  double first = floor (log10 (self->start) + 1e-9), last = ceil (log10 (self->end) - 1e-9);
  double decades = log10 (self->end / self->start);
  guint n = decades * 3.0 <= most ? 3 : decades * 2.0 <= most ? 2 : 1;
  double step = MAX (ceil (decades / MAX (most, 1)), 1.0);

  for (double exponent = first; exponent <= last; exponent += step)
    for (guint i = 0; i < n; i++) {
      double value = in_decade[n - 1][i] * pow (10.0, exponent);

      if (value >= self->start * (1.0 - 1e-9) && value <= self->end * (1.0 + 1e-9))
        add_tick (ticks, value, format_alone (self, value));
    }
}

static void
add_log2 (const DsAxis *self, GArray *ticks, guint most)
{
  double first = ceil (log2 (self->start) - 1e-9), last = floor (log2 (self->end) + 1e-9);
  double step = MAX (ceil ((last - first + 1.0) / MAX (most, 1)), 1.0);

  for (double exponent = first; exponent <= last; exponent += step)
    add_tick (ticks, exp2 (exponent), format_alone (self, exp2 (exponent)));
}

static void
add_percentiles (const DsAxis *self, GArray *ticks)
{
  static const double values[] = { 0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999 };
  static const guint decimals[] = { 0, 0, 0, 0, 1, 2, 3, 4 };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i] >= self->start - 1e-9 && values[i] <= self->end + 1e-9)
      add_tick (ticks, values[i], ds_format_number (values[i], decimals[i]));
}

GArray *
ds_axis_make_ticks (const DsAxis *self, guint most)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (DsTick));

  g_array_set_clear_func (ticks, tick_clear);
  if (!isfinite (self->start) || !isfinite (self->end) || !(self->end > self->start) || most == 0)
    return ticks;
  switch (self->scale) {
  case DS_SCALE_LOG10:
    if (self->start > 0.0)
      add_log10 (self, ticks, most);
    break;
  case DS_SCALE_LOG2:
    if (self->start > 0.0)
      add_log2 (self, ticks, most);
    break;
  case DS_SCALE_PERCENTILE:
    add_percentiles (self, ticks);
    break;
  case DS_SCALE_LINEAR:
  default:
    add_linear (self, ticks, most);
    break;
  }
  /* Between two powers there are round values too. */
  if (ticks->len < 2 && self->scale != DS_SCALE_LINEAR && self->format == DS_AXIS_NUMBER) {
    g_array_set_size (ticks, 0);
    add_linear (self, ticks, most);
  }
  return ticks;
}

char *
ds_axis_format (const DsAxis *self, double value)
{
  double shown = value / get_divisor (self);
  g_autofree char *number = NULL;

  if (!isfinite (value))
    return g_strdup ("—");
  if (self->format == DS_AXIS_SIZE)
    return ds_format_size ((guint64) MAX (value, 0.0));
  if (self->format == DS_AXIS_LATENCY)
    return ds_format_latency (value);
  if (self->format == DS_AXIS_TIME) {
    if (value >= 60.0)
      return ds_format_duration (value);
    number = ds_format_number (value, 1);
    return g_strdup_printf ("%s s", number);
  }
  if (shown == round (shown) && fabs (shown) < 1e6)
    number = ds_format_number (shown, 0);
  else
    number = shown < 0.0   ? ds_format_number (shown, 1)
             : shown < 1.0 ? ds_format_number (shown, 3)
                           : ds_format_figure (shown);
  /* What is counted is no unit. */
  return self->title && *self->title && self->scale != DS_SCALE_LOG2
             ? g_strdup_printf ("%s %s", number, self->title)
             : g_steal_pointer (&number);
}
