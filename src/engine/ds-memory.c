/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_PAGE (G_GUINT64_CONSTANT (2) << 20)

gsize
ds_memory_round (gsize size)
{
  /* The kernel moves a large block in one piece where its memory is one piece: 1 MiB of small pages costs four
   * times the CPU. Smaller buffers stay as small as they are. */
  return size < HUGE_PAGE / 2 ? size : (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Of size bytes, a multiple of the huge page, and begins on one */
static void *
map_aligned (gsize size)
{
  guint8 *data = mmap (NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  gsize before;

  if (data == MAP_FAILED)
    return MAP_FAILED;
  before = (HUGE_PAGE - (guintptr) data % HUGE_PAGE) % HUGE_PAGE;
  if (before > 0)
    munmap (data, before);
  munmap (data + before + size, HUGE_PAGE - before);
  madvise (data + before, size, MADV_HUGEPAGE);
  return data + before;
}

/* A page fault inside the measured window would count as time of the drive. */
static gboolean
populate (const DsMemory *self, const _Atomic gboolean *stop)
{
  for (gsize at = 0; at < self->size && !ds_memory_is_stopped (stop); at += DS_MEMORY_PIECE) {
    gsize piece = MIN (DS_MEMORY_PIECE, self->size - at);

    if (madvise (self->data + at, piece, MADV_POPULATE_WRITE) == 0)
      continue;
    if (errno == ENOMEM)
      return FALSE;
    /* Kernels before 5.14: each page is touched, which one short of memory answers by killing, as ever. */
    memset (self->data + at, 0, piece);
  }
  return TRUE;
}

gboolean
ds_memory_map (DsMemory *self, gsize size, const _Atomic gboolean *stop)
{
  void *data;

  *self = (DsMemory){ NULL, 0 };
  if (size == 0)
    return TRUE;
  size = ds_memory_round (size);
  if (size % HUGE_PAGE == 0)
    data = map_aligned (size);
  else
    data = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED)
    return FALSE;
  *self = (DsMemory){ data, size };
  if (populate (self, stop))
    return TRUE;
  ds_memory_unmap (self);
  return FALSE;
}

void
ds_memory_unmap (DsMemory *self)
{
  if (self->data != NULL)
    munmap (self->data, self->size);
  *self = (DsMemory){ NULL, 0 };
}

static guint64
read_available (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    return G_MAXUINT64;
  line = strstr (text, "\nMemAvailable:");
  return line == NULL ? G_MAXUINT64 : g_ascii_strtoull (line + strlen ("\nMemAvailable:"), NULL, 10) * 1024;
}

guint64
ds_memory_get_limit (void)
{
  guint64 total = (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE);
  guint64 available = read_available ();

  return MIN (total, available) / 4;
}
