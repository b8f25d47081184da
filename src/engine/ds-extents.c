/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-extents.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#define EXTENTS_A_CALL 512
#define MAP_WINDOW     ((guint64) 1 << 30) /* a mapping of moderate size, whatever the file's */

gint64
ds_extents_unwritten (int fd, guint64 length)
{
  g_autofree struct fiemap *map = g_malloc0 (sizeof *map + EXTENTS_A_CALL * sizeof map->fm_extents[0]);
  guint64 position = 0; /* everything before it is accounted for */
  guint64 unwritten = 0;
  gboolean last = FALSE;

  while (!last && position < length) {
    map->fm_start = position;
    map->fm_length = length - position;
    map->fm_flags = FIEMAP_FLAG_SYNC;
    map->fm_extent_count = EXTENTS_A_CALL;
    map->fm_mapped_extents = 0;
    if (ioctl (fd, FS_IOC_FIEMAP, map) < 0)
      return -1;
    if (map->fm_mapped_extents == 0)
      break;
    for (guint i = 0; i < map->fm_mapped_extents; i++) {
      const struct fiemap_extent *extent = &map->fm_extents[i];
      guint64 start = CLAMP (extent->fe_logical, position, length);
      guint64 end = CLAMP (extent->fe_logical + extent->fe_length, start, length);

      unwritten += start - position;
      if (extent->fe_flags & (FIEMAP_EXTENT_UNWRITTEN | FIEMAP_EXTENT_DELALLOC))
        unwritten += end - start;
      position = end;
      if (extent->fe_flags & FIEMAP_EXTENT_LAST)
        last = TRUE;
    }
  }
  return (gint64) (unwritten + (length - position));
}

/* The kernel answers "all of it is cached" to whoever may neither write nor own the file. */
static gboolean
may_ask (int fd)
{
  struct stat info;

  return fstat (fd, &info) == 0 &&
         (info.st_uid == geteuid () || faccessat (fd, "", W_OK, AT_EMPTY_PATH | AT_EACCESS) == 0);
}

double
ds_extents_cached_share (int fd, guint64 length)
{
  guint64 page = (guint64) sysconf (_SC_PAGESIZE);
  guint64 window = MIN (length, MAP_WINDOW);
  g_autofree guchar *resident = NULL;
  guint64 cached = 0;

  if (length == 0 || !may_ask (fd))
    return -1;
  resident = g_malloc (window / page + 1);
  for (guint64 offset = 0; offset < length; offset += window) {
    guint64 part = MIN (window, length - offset);
    guint64 pages = (part + page - 1) / page;
    void *memory = mmap (NULL, part, PROT_NONE, MAP_SHARED, fd, (off_t) offset);
    int result;

    if (memory == MAP_FAILED)
      return -1;
    result = mincore (memory, part, resident);
    munmap (memory, part);
    if (result < 0)
      return -1;
    for (guint64 i = 0; i < pages; i++)
      cached += resident[i] & 1;
  }
  return (double) cached / (double) ((length + page - 1) / page);
}
