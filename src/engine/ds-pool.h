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
 * it has where that fits. FALSE without memory. */
gboolean ds_pool_make (DsPool *self, gsize size, guint percent, guint64 block_size);
/* Gives memory back that only a job with unusually large buffers needed. */
void ds_pool_trim (DsPool *self);

static inline guint
ds_pool_get_unit (guint64 block_size)
{
  return (guint) MIN (block_size, DS_POOL_UNIT);
}

/* Stamps a block before it is written. *serial counts on and must be distinct among the workers. */
static inline void
ds_pool_stamp (const DsPool *self, guint8 *data, guint64 length, guint64 *serial)
{
  if (self->percent == 0)
    return;
  for (guint64 at = 0; at + DS_POOL_STAMP <= length; at += self->unit) {
    guint64 state = ++*serial ^ self->nonce;
    guint64 *stamp = (guint64 *) (void *) (data + at);

    stamp[0] = ds_random_split_mix (&state);
    stamp[1] = ds_random_split_mix (&state);
  }
}

G_END_DECLS
