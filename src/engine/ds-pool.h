/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-memory.h"
#include "ds-random.h"

G_BEGIN_DECLS

/* What is written: random data made once, so that making it costs nothing while a drive is measured, and a unique
 * stamp in each 4 KiB (in each block where blocks are smaller), so that no two blocks ever written are the same.
 * The incompressible share holds inside each of these units: compressing drives and file systems work on small
 * units.
 *
 * The pool is made by one thread while no I/O is under way; then each worker stamps and writes a slice of its own.
 */

#define DS_POOL_MINIMUM (G_GUINT64_CONSTANT (16) << 20)
#define DS_POOL_UNIT    4096u
#define DS_POOL_STAMP   16u
/* Of a unit's number in a stamp: a pool of 64 GiB */
#define DS_POOL_NUMBER_BITS 24

typedef struct {
  DsMemory memory;
  guint percent;
  guint unit;
  guint64 nonce; /* of this pool alone: another run of the program must not repeat its blocks */
  DsRandom random;
} DsPool;

void ds_pool_init (DsPool *self, guint64 seed);
void ds_pool_clear (DsPool *self);
/* Makes the pool at least size bytes long (and DS_POOL_MINIMUM), percent of each unit incompressible. Keeps what
 * it has where that fits; gives memory back that only a job with unusually large buffers needed. FALSE without
 * memory. */
gboolean ds_pool_make (DsPool *self, gsize size, guint percent, guint64 block_size, const _Atomic gboolean *stop);
static inline guint
ds_pool_get_unit (guint64 block_size)
{
  return (guint) MIN (block_size, DS_POOL_UNIT);
}

/* Stamps a block before it is written at offset of the file. *serial counts on and must be distinct among the
 * workers.
 *
 * A stamp names its place twice over, mixed so that it stays incompressible: its first word is made of the offset
 * alone, its second hides the serial number and the unit of the pool that the rest of the block comes from. So
 * what is read back can be compared with the pool without a list of what was written where. */
static inline void
ds_pool_stamp (const DsPool *self, guint8 *data, guint64 length, guint64 offset, guint64 *serial)
{
  guint64 number = (guint64) (data - self->memory.data) / self->unit;

  if (self->percent == 0)
    return;
  for (guint64 at = 0; at + DS_POOL_STAMP <= length; at += self->unit, number++) {
    guint64 state = (offset + at) ^ self->nonce;
    guint64 *stamp = (guint64 *) (void *) (data + at);

    stamp[0] = ds_random_split_mix (&state);
    stamp[1] = ds_random_split_mix (&state) ^ (++*serial << DS_POOL_NUMBER_BITS | number);
  }
}

/* Bytes of a block read at offset that are not what was stamped and written there last, in whole units. data is
 * read alone; where mismatches are, *first is the offset in data of the first unit. */
guint64 ds_pool_compare (const DsPool *self, const guint8 *data, guint64 length, guint64 offset, guint64 *first);

G_END_DECLS
