/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-alignment.h"
#include "ds-extents.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

static gboolean
is_alignment (guint64 value)
{
  return value >= DS_ALIGNMENT_MIN && value <= DS_ALIGNMENT_MAX && (value & (value - 1)) == 0;
}

/* What the kernel says of this very file; 0 where it says nothing, EOPNOTSUPP where it says that it cannot */
static int
ask_kernel (int fd, guint *alignment)
{
  struct statx info;

  if (statx (fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &info) < 0 || !(info.stx_mask & STATX_DIOALIGN))
    return 0;
  if (info.stx_dio_offset_align == 0)
    return EOPNOTSUPP;
  *alignment = MAX (MAX (info.stx_dio_offset_align, info.stx_dio_mem_align), DS_ALIGNMENT_MIN);
  if (!is_alignment (*alignment))
    *alignment = 0;
  return 0;
}

static guint
read_number (const char *path)
{
  char text[32] = "";
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return 0;
  if (read (fd, text, sizeof text - 1) < 0)
    text[0] = '\0';
  close (fd);
  return (guint) strtoul (text, NULL, 10);
}

/* The logical block size of the device that a file or a device node stands for, 0 where there is none below */
static guint
logical_block_size (int fd, const struct stat *info)
{
  dev_t device = S_ISBLK (info->st_mode) ? info->st_rdev : info->st_dev;
  guint size = 0;
  char path[96];
  int value;

  if (S_ISBLK (info->st_mode) && ioctl (fd, BLKSSZGET, &value) == 0 && value > 0)
    return (guint) value;
  for (int partition = 0; partition < 2 && !size; partition++) {
    g_snprintf (path, sizeof path, "/sys/dev/block/%u:%u/%squeue/logical_block_size", major (device),
                minor (device), partition ? "../" : "");
    size = read_number (path);
  }
  return size;
}

/* Moves one block that is aligned to no more than itself. */
static int
transfer (int fd, gboolean writable, guint block, char *memory)
{
  off_t offset = writable ? (off_t) block : 0;
  struct stat info;
  gssize result;

  /* Of a file that exists, the second block where it has one */
  if (!writable && fstat (fd, &info) == 0 && (S_ISBLK (info.st_mode) || info.st_size >= 2 * (off_t) block))
    offset = (off_t) block;
  memset (memory, 0x5a, block);
  if (writable) {
    do
      result = pwrite (fd, memory, block, offset);
    while (result < 0 && errno == EINTR);
    if (result < 0)
      return errno;
    if (result != (gssize) block)
      return EIO;
  }
  do
    result = pread (fd, memory, block, offset);
  while (result < 0 && errno == EINTR);
  if (result < 0)
    return errno;
  return result == (gssize) block ? 0 : EIO;
}

int
ds_alignment_find (int fd, gboolean writable, guint *alignment)
{
  g_autofree char *memory = NULL;
  struct statfs fs;
  struct stat info;
  guint told = 0;
  guint first;
  int result = ask_kernel (fd, &told);
  char *block;

  if (result)
    return result;
  if (fstat (fd, &info) < 0 || fstatfs (fd, &fs) < 0)
    return errno;
  first = told ? told : logical_block_size (fd, &info);
  /* btrfs answers to smaller blocks too, silently through the page cache. */
  if (!told && fs.f_type == BTRFS_SUPER_MAGIC && !S_ISBLK (info.st_mode))
    first = (guint) fs.f_bsize;
  if (!is_alignment (first))
    first = DS_ALIGNMENT_MIN;
  memory = g_malloc (4 * (gsize) DS_ALIGNMENT_MAX);
  result = EOPNOTSUPP;
  for (guint size = first; size <= (told ? told : DS_ALIGNMENT_MAX); size *= 2) {
    block = (char *) (((guintptr) memory + 2 * size - 1) / (2 * size) * (2 * size)) + size;
    /* What exists ends before such a block. */
    if (!writable && S_ISREG (info.st_mode) && info.st_size < (off_t) size) {
      if (size == first) {
        *alignment = first;
        result = 0;
      }
      break;
    }
    result = transfer (fd, writable, size, block);
    if (result == EINVAL)
      continue;
    if (result)
      break;
    /* A kernel that falls back to the page cache for small blocks leaves them there. */
    if (!told && writable && size < 4096 && ds_extents_cached_share (fd, 2 * (guint64) size) > 0)
      continue;
    *alignment = size;
    break;
  }
  if (result == EINVAL)
    result = EOPNOTSUPP;
  if (writable && ftruncate (fd, 0) < 0)
    return errno;
  return result;
}
