/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Memory for I/O: page aligned, present before the first I/O, in huge pages where the kernel has some. */
typedef struct {
  guint8 *data; /* NULL where size is 0 */
  gsize size;   /* bytes */
} DsMemory;

gboolean ds_memory_map (DsMemory *self, gsize size); /* at least size; FALSE where the kernel has none left */
void ds_memory_unmap (DsMemory *self);
gsize ds_memory_round (gsize size); /* what a mapping for size bytes takes */

/* Bytes that the buffers of one job may take together: a quarter of the machine's memory and of what is available.
 */
guint64 ds_memory_get_limit (void);

G_END_DECLS
