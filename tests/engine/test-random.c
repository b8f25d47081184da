/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-random.h"

/* As the reference implementation of xoshiro256++ 1.0 answers from this state */
static void
test_reference (void)
{
  const guint64 expected[] = {
    G_GUINT64_CONSTANT (41943041),
    G_GUINT64_CONSTANT (58720359),
    G_GUINT64_CONSTANT (3588806011781223),
    G_GUINT64_CONSTANT (3591011842654386),
    G_GUINT64_CONSTANT (9228616714210784205),
    G_GUINT64_CONSTANT (9973669472204895162),
    G_GUINT64_CONSTANT (14011001112246962877),
    G_GUINT64_CONSTANT (12406186145184390807),
    G_GUINT64_CONSTANT (15849039046786891736),
    G_GUINT64_CONSTANT (10450023813501588000),
  };
  DsRandom random = { .s = { 1, 2, 3, 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (ds_random_next (&random), ==, expected[i]);
}

/* As the reference implementation of splitmix64 answers for the seed 1234567 */
static void
test_split_mix (void)
{
  const guint64 expected[] = {
    G_GUINT64_CONSTANT (6457827717110365317),  G_GUINT64_CONSTANT (3203168211198807973),
    G_GUINT64_CONSTANT (9817491932198370423),  G_GUINT64_CONSTANT (4593380528125082431),
    G_GUINT64_CONSTANT (16408922859458223821),
  };
  guint64 state = 1234567;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (ds_random_split_mix (&state), ==, expected[i]);
}

static void
test_streams (void)
{
  DsRandom first, again, other_stream, other_seed;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  ds_random_seed (&first, 42, 3);
  ds_random_seed (&again, 42, 3);
  ds_random_seed (&other_stream, 42, 4);
  ds_random_seed (&other_seed, 43, 3);
  for (guint i = 0; i < 1000; i++) {
    guint64 value = ds_random_next (&first);

    g_assert_cmpuint (value, ==, ds_random_next (&again));
    g_assert_cmpuint (value, !=, ds_random_next (&other_stream));
    g_assert_cmpuint (value, !=, ds_random_next (&other_seed));
  }

  /* No stream is a shifted copy of another: among the first numbers of all of them none occurs twice. */
  for (guint stream = 0; stream < 256; stream++) {
    ds_random_seed (&first, 1, stream);
    for (guint i = 0; i < 4; i++)
      g_assert_true (g_hash_table_add (seen, g_memdup2 (&first.s[i], sizeof first.s[i])));
    for (guint i = 0; i < 64; i++) {
      guint64 value = ds_random_next (&first);

      g_assert_true (g_hash_table_add (seen, g_memdup2 (&value, sizeof value)));
    }
  }
}

static void
test_uniform (void)
{
  const guint64 limits[] = { 1, 2, 3, 7, 100, 1000 };
  const guint per_cell = 1000;
  DsRandom random;

  ds_random_seed (&random, 11, 0);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++) {
    guint64 limit = limits[i];
    g_autofree guint *counts = g_new0 (guint, limit);
    double chi_square = 0;

    for (guint64 j = 0; j < limit * per_cell; j++) {
      guint64 value = ds_random_below (&random, limit);

      g_assert_cmpuint (value, <, limit);
      counts[value]++;
    }
    for (guint64 j = 0; j < limit; j++)
      chi_square += ((double) counts[j] - per_cell) * ((double) counts[j] - per_cell) / per_cell;
    /* Mean limit - 1, variance 2 (limit - 1): six standard deviations, and more for the skewed small ones */
    g_assert_cmpfloat (chi_square, <, (double) limit + 10 + 6 * 1.4143 * (double) limit / 2);
  }
}

/* The remainder of a division would give the lower third of this range twice as often as the rest. */
static void
test_unbiased (void)
{
  const guint64 limit = G_MAXUINT64 / 4 * 3;
  DsRandom random;
  guint low = 0;

  ds_random_seed (&random, 5, 0);
  for (guint i = 0; i < 90000; i++)
    low += ds_random_below (&random, limit) < limit / 3;
  g_assert_cmpuint (low, >, 29000);
  g_assert_cmpuint (low, <, 31000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/random/reference", test_reference);
  g_test_add_func ("/engine/random/split-mix", test_split_mix);
  g_test_add_func ("/engine/random/streams", test_streams);
  g_test_add_func ("/engine/random/uniform", test_uniform);
  g_test_add_func ("/engine/random/unbiased", test_unbiased);
  return g_test_run ();
}
