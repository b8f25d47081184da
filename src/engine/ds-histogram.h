/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A log-linear histogram of nanoseconds: 64 buckets to each power of two, so that a value is known to
 * within 1/128 (0.8 %). Histograms merge by adding counts; percentiles come from the merged one. */

#define DS_HISTOGRAM_SUB_BITS 6
#define DS_HISTOGRAM_MAX_BITS 41 /* 2^41 ns, 36 minutes; what is longer counts in the last bucket */
#define DS_HISTOGRAM_BUCKETS ((DS_HISTOGRAM_MAX_BITS - DS_HISTOGRAM_SUB_BITS + 1) << DS_HISTOGRAM_SUB_BITS)

typedef struct {
  guint64 count;
  guint64 sum; /* ns, exact: the mean does not come from the buckets */
  guint64 max; /* ns, exact */
  guint64 buckets[DS_HISTOGRAM_BUCKETS];
} DsHistogram;

static inline guint
ds_histogram_bucket (guint64 nanoseconds)
{
  guint shift;

  if (nanoseconds >> DS_HISTOGRAM_MAX_BITS)
    return DS_HISTOGRAM_BUCKETS - 1;
  if (nanoseconds < (1u << DS_HISTOGRAM_SUB_BITS))
    return (guint) nanoseconds;
  shift = 63 - (guint) __builtin_clzll (nanoseconds) - DS_HISTOGRAM_SUB_BITS;
  return (shift << DS_HISTOGRAM_SUB_BITS) + (guint) (nanoseconds >> shift);
}

static inline void
ds_histogram_add (DsHistogram *self, guint64 nanoseconds)
{
  self->count++;
  self->sum += nanoseconds;
  if (nanoseconds > self->max)
    self->max = nanoseconds;
  self->buckets[ds_histogram_bucket (nanoseconds)]++;
}

DsHistogram *ds_histogram_new (void);                             /* (transfer full): free with g_free() */
void ds_histogram_clear (DsHistogram *self);
void ds_histogram_merge (DsHistogram *self, const DsHistogram *other);
double ds_histogram_mean (const DsHistogram *self);               /* ns, NaN when empty */
double ds_histogram_percentile (const DsHistogram *self, double percent); /* ns, NaN when empty, never above max */
guint64 ds_histogram_bucket_start (guint bucket);                 /* ns, inclusive */
guint64 ds_histogram_bucket_end (guint bucket);                   /* ns, exclusive */

G_END_DECLS
