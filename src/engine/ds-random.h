/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* xoshiro256++ 1.0 by David Blackman and Sebastiano Vigna (https://prng.di.unimi.it), seeded by splitmix64 as they
 * advise. A plain value, used by one thread at a time. */
typedef struct {
  guint64 s[4];
} DsRandom;

static inline guint64
ds_random_split_mix (guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline guint64
ds_random_rotate (guint64 x, guint by)
{
  return (x << by) | (x >> (64 - by));
}

static inline guint64
ds_random_next (DsRandom *self)
{
  guint64 *s = self->s;
  guint64 result = ds_random_rotate (s[0] + s[3], 23) + s[0];
  guint64 t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = ds_random_rotate (s[3], 45);
  return result;
}

/* Uniform over 0 to limit - 1 without the bias of a remainder: Daniel Lemire, "Fast Random Integer Generation in
 * an Interval", 2019. limit must not be 0. */
static inline guint64
ds_random_below (DsRandom *self, guint64 limit)
{
  unsigned __int128 product = (unsigned __int128) ds_random_next (self) * limit;

  if (G_UNLIKELY ((guint64) product < limit)) {
    guint64 threshold = -limit % limit;

    while ((guint64) product < threshold)
      product = (unsigned __int128) ds_random_next (self) * limit;
  }
  return (guint64) (product >> 64);
}

/* Streams of one seed are independent of each other. */
void ds_random_seed (DsRandom *self, guint64 seed, guint stream);
void ds_random_fill (DsRandom *self, guint64 *words, gsize n_words);

G_END_DECLS
