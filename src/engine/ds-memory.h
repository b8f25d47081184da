/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdatomic.h>

G_BEGIN_DECLS

/* Memory for I/O: page aligned, present before the first I/O, in huge pages where the kernel has some. */
typedef struct {
  guint8 *data; /* NULL where size is 0 */
  gsize size;   /* bytes */
} DsMemory;

/* At least size; FALSE where the kernel has none left. Where *stop becomes TRUE meanwhile the rest is not yet
 * present. stop: (nullable) */
gboolean ds_memory_map (DsMemory *self, gsize size, const _Atomic gboolean *stop);
void ds_memory_unmap (DsMemory *self);
gsize ds_memory_round (gsize size); /* what a mapping for size bytes takes */

/* Gigabytes take a while to make, and the person may stop the job meanwhile: asked once a piece. */
#define DS_MEMORY_PIECE (G_GUINT64_CONSTANT (4) << 20)

static inline gboolean
ds_memory_is_stopped (const _Atomic gboolean *stop)
{
  return stop != NULL && atomic_load_explicit (stop, memory_order_relaxed);
}

/* Bytes that the buffers of one job may take together: a quarter of the machine's memory and of what is available.
 */
guint64 ds_memory_get_limit (void);

G_END_DECLS
