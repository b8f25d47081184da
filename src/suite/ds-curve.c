/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-curve.h"

#include "ds-units.h"

/* Shorter bins than this show the scheduler, not the drive. */
#define SHORTEST_BIN_S 0.05

static const DsRecord *
record_at (GArray *records, guint index)
{
  return &g_array_index (records, DsRecord, index);
}

/* Neighbours in position share a point. */
static void
add_rates_by_position (DsSeries *series, GArray *records, guint every)
{
  guint per_point = (records->len + DS_CURVE_POINTS - 1) / DS_CURVE_POINTS;
  gint64 last_ns = 0;

  for (guint first = 0; first < records->len; first += per_point) {
    guint n = MIN (per_point, records->len - first);
    gint64 end_ns = record_at (records, first + n - 1)->end_ns;
    double position = 0;
    double bytes = 0;

    for (guint i = first; i < first + n; i++) {
      position += (double) record_at (records, i)->offset / n;
      bytes += (double) record_at (records, i)->length * every;
    }
    if (end_ns > last_ns)
      ds_series_add_point (series, position, bytes / DS_MB / ((double) (end_ns - last_ns) / DS_NS_PER_S));
    last_ns = MAX (last_ns, end_ns);
  }
}

static void
add_rates_by_time (DsSeries *series, GArray *records, guint every)
{
  double total = (double) record_at (records, records->len - 1)->end_ns / DS_NS_PER_S;
  double width = MAX (total / DS_CURVE_POINTS, SHORTEST_BIN_S);
  guint n_bins = MAX ((guint) (total / width), 1);
  g_autofree double *bytes = g_new0 (double, n_bins);

  width = total / n_bins;
  for (guint i = 0; i < records->len; i++) {
    guint bin = (guint) ((double) record_at (records, i)->end_ns / DS_NS_PER_S / width);

    bytes[MIN (bin, n_bins - 1)] += (double) record_at (records, i)->length * every;
  }
  for (guint i = 0; i < n_bins; i++)
    ds_series_add_point (series, (i + 0.5) * width, bytes[i] / DS_MB / width);
}

static void
add_latencies (DsSeries *series, GArray *records)
{
  for (guint i = 0; i < records->len; i++)
    ds_series_add_point (series, (double) record_at (records, i)->offset,
                         (double) record_at (records, i)->latency_ns / (DS_NS_PER_US * 1e3));
}

void
ds_curve_add_sample (DsCurve curve, DsSeries *series, const DsSample *sample, double position)
{
  double seconds = (double) (sample->end_ns - sample->start_ns) / DS_NS_PER_S;
  double rate = (double) (sample->bytes[DS_READ] + sample->bytes[DS_WRITE]) / DS_MB / seconds;

  if (!sample->measured || seconds <= 0)
    return;
  if (curve == DS_CURVE_RATE_BY_POSITION)
    ds_series_add_point (series, position, rate);
  else if (curve == DS_CURVE_RATE_BY_TIME)
    ds_series_add_point (series, (double) (sample->start_ns + sample->end_ns) / 2 / DS_NS_PER_S, rate);
}

DsSeries *
ds_curve_make (DsCurve curve, const char *name, GArray *records, guint every)
{
  gboolean by_time = curve == DS_CURVE_RATE_BY_TIME;
  DsSeries *series =
      ds_series_new (name, by_time ? "s" : "B", curve == DS_CURVE_LATENCY_BY_POSITION ? "ms" : "MB/s");

  if (records == NULL || records->len == 0)
    return series;
  switch (curve) {
  case DS_CURVE_RATE_BY_POSITION:
    add_rates_by_position (series, records, every);
    break;
  case DS_CURVE_RATE_BY_TIME:
    add_rates_by_time (series, records, every);
    break;
  case DS_CURVE_LATENCY_BY_POSITION:
    add_latencies (series, records);
    break;
  case DS_CURVE_NONE:
  default:
    break;
  }
  return series;
}
