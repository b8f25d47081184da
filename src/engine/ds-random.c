/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-random.h"

void
ds_random_seed (DsRandom *self, guint64 seed, guint stream)
{
  guint64 state = seed;

  /* Streams must not be shifted copies of each other, which adding the stream's number to the seed would make
   * them: each starts at an unrelated place of splitmix64's period. */
  state = ds_random_split_mix (&state) ^ ((guint64) stream * G_GUINT64_CONSTANT (0xd1342543de82ef95));
  for (guint i = 0; i < G_N_ELEMENTS (self->s); i++)
    self->s[i] = ds_random_split_mix (&state);
}

void
ds_random_fill (DsRandom *self, guint64 *words, gsize n_words)
{
  DsRandom local = *self;

  for (gsize i = 0; i < n_words; i++)
    words[i] = ds_random_next (&local);
  *self = local;
}
