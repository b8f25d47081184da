/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-histogram.h"
#include "ds-random.h"

#include <math.h>
#include <stdlib.h>

static void
test_buckets (void)
{
  /* Every bucket begins where the one before ends, and holds what lies between. */
  g_assert_cmpuint (ds_histogram_bucket_start (0), ==, 0);
  for (guint i = 0; i < DS_HISTOGRAM_BUCKETS - 1; i++) {
    guint64 start = ds_histogram_bucket_start (i), end = ds_histogram_bucket_end (i);

    g_assert_cmpuint (end, ==, ds_histogram_bucket_start (i + 1));
    g_assert_cmpuint (end, >, start);
    g_assert_cmpuint (ds_histogram_bucket (start), ==, i);
    g_assert_cmpuint (ds_histogram_bucket (end - 1), ==, i);
    /* The middle is off by no more than 1 in 128. */
    g_assert_cmpuint ((end - start - 1) * 64, <=, start);
  }
  g_assert_cmpuint (ds_histogram_bucket (G_MAXUINT64), ==, DS_HISTOGRAM_BUCKETS - 1);
  g_assert_cmpuint (ds_histogram_bucket (G_GUINT64_CONSTANT (1) << DS_HISTOGRAM_MAX_BITS), ==,
                    DS_HISTOGRAM_BUCKETS - 1);
  g_assert_cmpuint (ds_histogram_bucket ((G_GUINT64_CONSTANT (1) << DS_HISTOGRAM_MAX_BITS) - 1), ==,
                    DS_HISTOGRAM_BUCKETS - 1);
}

static void
test_empty (void)
{
  g_autofree DsHistogram *histogram = ds_histogram_new ();

  g_assert_true (isnan (ds_histogram_mean (histogram)));
  g_assert_true (isnan (ds_histogram_percentile (histogram, 50)));
}

static int
compare (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

#define N_VALUES 100000

static void
test_against_sorted (void)
{
  const double percents[] = { 0, 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99, 99.999, 100 };
  g_autofree DsHistogram *whole = ds_histogram_new (), *half = ds_histogram_new (), *merged = ds_histogram_new ();
  g_autofree guint64 *values = g_new (guint64, N_VALUES);
  DsRandom random;
  double sum = 0;

  ds_random_seed (&random, 7, 0);
  for (guint i = 0; i < N_VALUES; i++) {
    /* Spread evenly over the orders of magnitude from 1 ns to 1000 s */
    values[i] = (guint64) pow (10, 12 * (double) ds_random_below (&random, 1 << 30) / (1 << 30));
    sum += (double) values[i];
    ds_histogram_add (whole, values[i]);
    ds_histogram_add (i % 3 == 0 ? half : merged, values[i]);
  }
  ds_histogram_merge (merged, half);
  g_assert_cmpmem (merged, sizeof *merged, whole, sizeof *whole);
  g_assert_cmpuint (whole->count, ==, N_VALUES);
  g_assert_cmpfloat_with_epsilon (ds_histogram_mean (whole), sum / N_VALUES, sum / N_VALUES / 1e9);

  qsort (values, N_VALUES, sizeof *values, compare);
  g_assert_cmpuint (whole->max, ==, values[N_VALUES - 1]);
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++) {
    guint rank = (guint) CLAMP (ceil (percents[i] / 100 * N_VALUES), 1, N_VALUES);
    double exact = (double) values[rank - 1];

    g_assert_cmpfloat_with_epsilon (ds_histogram_percentile (whole, percents[i]), exact, exact / 128);
  }
  ds_histogram_clear (whole);
  g_assert_cmpuint (whole->count, ==, 0);
  g_assert_true (isnan (ds_histogram_percentile (whole, 99)));
}

static void
test_bounds (void)
{
  g_autofree DsHistogram *histogram = ds_histogram_new ();

  /* One value: every percentile is it, never the middle of its bucket above it. */
  ds_histogram_add (histogram, 1000001);
  g_assert_cmpfloat (ds_histogram_percentile (histogram, 50), ==, 1000001);
  g_assert_cmpfloat (ds_histogram_percentile (histogram, 100), ==, 1000001);

  /* What is too long for the buckets counts, with its true length in mean and maximum. */
  ds_histogram_add (histogram, G_GUINT64_CONSTANT (1) << 50);
  g_assert_cmpfloat (ds_histogram_percentile (histogram, 99), ==, (double) (G_GUINT64_CONSTANT (1) << 50));
  g_assert_cmpfloat (ds_histogram_mean (histogram), ==, ((double) (G_GUINT64_CONSTANT (1) << 50) + 1000001) / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/histogram/buckets", test_buckets);
  g_test_add_func ("/engine/histogram/empty", test_empty);
  g_test_add_func ("/engine/histogram/against-sorted", test_against_sorted);
  g_test_add_func ("/engine/histogram/bounds", test_bounds);
  return g_test_run ();
}
