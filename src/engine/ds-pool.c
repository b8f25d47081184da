/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-pool.h"
#include "ds-clock.h"

#include <string.h>
#include <sys/random.h>

#define KEPT (G_GUINT64_CONSTANT (64) << 20)

void
ds_pool_init (DsPool *self, guint64 seed)
{
  *self = (DsPool){ 0 };
  ds_random_seed (&self->random, seed, G_MAXUINT);
  if (getrandom (&self->nonce, sizeof self->nonce, GRND_NONBLOCK) != sizeof self->nonce)
    self->nonce = seed ^ (guint64) ds_clock_now ();
}

void
ds_pool_clear (DsPool *self)
{
  ds_memory_unmap (&self->memory);
}

/* FALSE where it was stopped on the way */
static gboolean
fill (DsPool *self, const _Atomic gboolean *stop)
{
  /* Whole words; never less than a stamp, or the stamps would be more than the share that was asked for. */
  gsize random = (gsize) self->unit * self->percent / 100;

  random = self->percent == 0 ? 0 : MAX ((random + 7) / 8 * 8, DS_POOL_STAMP);
  for (gsize at = 0; at < self->memory.size; at += self->unit) {
    guint8 *unit = self->memory.data + at;
    gsize length = MIN (self->unit, self->memory.size - at);
    gsize share = MIN (random, length);

    if (at % DS_MEMORY_PIECE == 0 && ds_memory_is_stopped (stop))
      return FALSE;
    ds_random_fill (&self->random, (guint64 *) (void *) unit, share / 8);
    memset (unit + share, 0, length - share);
  }
  return TRUE;
}

gboolean
ds_pool_make (DsPool *self, gsize size, guint percent, guint64 block_size, const _Atomic gboolean *stop)
{
  guint unit = ds_pool_get_unit (block_size);

  size = MAX (size, DS_POOL_MINIMUM);
  if (self->memory.size > MAX (size, KEPT))
    ds_memory_unmap (&self->memory);
  if (self->memory.size >= size && self->percent == percent &&
      (self->unit == unit || percent == 0 || percent == 100)) {
    self->unit = unit;
    return TRUE;
  }
  if (self->memory.size < size) {
    ds_memory_unmap (&self->memory);
    if (!ds_memory_map (&self->memory, size, stop))
      return FALSE;
  }
  self->percent = percent;
  self->unit = unit;
  /* Half made it must not pass for a pool of this kind; the job that it was for does not write. */
  if (!fill (self, stop))
    self->percent = G_MAXUINT;
  return TRUE;
}

static gboolean
is_zero (const guint8 *data, gsize length)
{
  return length == 0 || (data[0] == 0 && memcmp (data, data + 1, length - 1) == 0);
}

static gboolean
unit_matches (const DsPool *self, const guint8 *unit, gsize length, guint64 offset)
{
  guint64 state = offset ^ self->nonce;
  guint64 stamp[2], number;

  if (self->percent == 0 || length < DS_POOL_STAMP)
    return is_zero (unit, length);
  memcpy (stamp, unit, sizeof stamp);
  if (stamp[0] != ds_random_split_mix (&state))
    return FALSE;
  number = (stamp[1] ^ ds_random_split_mix (&state)) & ((1u << DS_POOL_NUMBER_BITS) - 1);
  if ((number + 1) * self->unit > self->memory.size)
    return FALSE;
  return memcmp (unit + DS_POOL_STAMP, self->memory.data + number * self->unit + DS_POOL_STAMP,
                 length - DS_POOL_STAMP) == 0;
}

guint64
ds_pool_compare (const DsPool *self, const guint8 *data, guint64 length, guint64 offset, guint64 *first)
{
  guint64 different = 0;

  for (guint64 at = 0; at < length; at += self->unit) {
    gsize rest = MIN (self->unit, length - at);

    if (unit_matches (self, data + at, rest, offset + at))
      continue;
    if (different == 0)
      *first = at;
    different += rest;
  }
  return different;
}
