/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-rank-test.h"

#include <math.h>
#include <stdlib.h>

#define MOST_EXACT 60

typedef struct {
  double value;
  gboolean of_a;
  guint rank2; /* twice its rank, so that shared ranks are whole numbers */
} Item;

static int
compare_cb (const void *a, const void *b)
{
  const Item *one = a;
  const Item *other = b;

  return (one->value > other->value) - (one->value < other->value);
}

/* Gives equal values their mean rank; returns the sum of t^3 - t over all groups of t equal ones */
static double
rank (Item *items, guint n)
{
  double ties = 0;

  qsort (items, n, sizeof *items, compare_cb);
  for (guint first = 0, last; first < n; first = last) {
    double t;

    for (last = first; last < n && items[last].value == items[first].value; last++)
      continue;
    /* Ranks first + 1 to last: twice their mean is the sum of the two ends. */
    for (guint i = first; i < last; i++)
      items[i].rank2 = first + 1 + last;
    t = last - first;
    ties += t * t * t - t;
  }
  return ties;
}

/* Of all ways to choose n_a of the ranks, the share whose sum lies at least as far from the mean as this one.
 * ways[k][s] counts the ways to choose k of the ranks seen so far with the sum s. */
static double
count_exactly (const Item *items, guint n, guint n_a, guint sum)
{
  guint greatest = n * (n + 1);
  g_autofree double *ways = g_new0 (double, (gsize) (n_a + 1) * (greatest + 1));
  gint mean = (gint) (n_a * (n + 1));
  gint distance = ABS ((gint) sum - mean);
  double all = 0;
  double extreme = 0;

  ways[0] = 1;
  for (guint i = 0; i < n; i++)
    for (guint k = MIN (i + 1, n_a); k > 0; k--)
      for (guint s = greatest; s >= items[i].rank2; s--)
        ways[(gsize) k * (greatest + 1) + s] += ways[(gsize) (k - 1) * (greatest + 1) + s - items[i].rank2];
  for (guint s = 0; s <= greatest; s++) {
    double count = ways[(gsize) n_a * (greatest + 1) + s];

    all += count;
    if (ABS ((gint) s - mean) >= distance)
      extreme += count;
  }
  return extreme / all;
}

double
ds_rank_test (const double *a, guint n_a, const double *b, guint n_b)
{
  guint n = n_a + n_b;
  g_autofree Item *items = g_new0 (Item, n + 1);
  double ties, variance, distance;
  guint sum = 0;

  if (n_a == 0 || n_b == 0)
    return NAN;
  for (guint i = 0; i < n; i++) {
    items[i].value = i < n_a ? a[i] : b[i - n_a];
    items[i].of_a = i < n_a;
  }
  ties = rank (items, n);
  for (guint i = 0; i < n; i++)
    if (items[i].of_a)
      sum += items[i].rank2;
  if (n <= MOST_EXACT)
    return count_exactly (items, n, n_a, sum);

  variance = n_a * (double) n_b / 12 * (n + 1 - ties / (n * (n - 1.0)));
  distance = MAX (fabs (sum / 2.0 - n_a * (n + 1.0) / 2) - 0.5, 0);
  return variance > 0 ? erfc (distance / sqrt (variance) / M_SQRT2) : 1;
}
