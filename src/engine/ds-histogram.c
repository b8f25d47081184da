/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-histogram.h"

#include <math.h>
#include <string.h>

DsHistogram *
ds_histogram_new (void)
{
  return g_new0 (DsHistogram, 1);
}

void
ds_histogram_clear (DsHistogram *self)
{
  memset (self, 0, sizeof *self);
}

void
ds_histogram_merge (DsHistogram *self, const DsHistogram *other)
{
  if (other->count == 0)
    return;
  self->count += other->count;
  self->sum += other->sum;
  self->max = MAX (self->max, other->max);
  for (guint i = 0; i < DS_HISTOGRAM_BUCKETS; i++)
    self->buckets[i] += other->buckets[i];
}

double
ds_histogram_mean (const DsHistogram *self)
{
  return self->count == 0 ? (double) NAN : (double) self->sum / (double) self->count;
}

double
ds_histogram_percentile (const DsHistogram *self, double percent)
{
  guint64 rank, seen = 0;

  if (self->count == 0)
    return (double) NAN;

  /* The nearest-rank definition: the smallest value that at least percent of all values do not exceed. */
  rank = (guint64) ceil (CLAMP (percent, 0, 100) / 100 * (double) self->count);
  rank = CLAMP (rank, 1, self->count);
  if (rank == self->count)
    return (double) self->max;

  for (guint i = 0; i < DS_HISTOGRAM_BUCKETS - 1; i++) {
    seen += self->buckets[i];
    if (seen >= rank) {
      /* The middle of the bucket halves the largest possible error. */
      double middle = (double) ds_histogram_bucket_start (i) +
                      (double) (ds_histogram_bucket_end (i) - ds_histogram_bucket_start (i) - 1) / 2;
      return MIN (middle, (double) self->max);
    }
  }
  /* The last bucket has no upper end. */
  return (double) self->max;
}

guint64
ds_histogram_bucket_start (guint bucket)
{
  const guint sub = 1u << DS_HISTOGRAM_SUB_BITS;

  if (bucket < 2 * sub)
    return bucket;
  return (guint64) (sub + bucket % sub) << (bucket / sub - 1);
}

guint64
ds_histogram_bucket_end (guint bucket)
{
  return bucket >= DS_HISTOGRAM_BUCKETS - 1 ? G_MAXUINT64 : ds_histogram_bucket_start (bucket + 1);
}
