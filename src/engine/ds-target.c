/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-alignment.h"
#include "ds-target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MIB ((guint64) 1 << 20)
#define GIB ((guint64) 1 << 30)

/* The kernel keeps these to itself. */
#define HFS_MAGIC     0x4244
#define HFSPLUS_MAGIC 0x482b

static gboolean
fail (DsTargetFailure *failure, DsTargetProblem problem, int errnum)
{
  failure->problem = problem;
  failure->errnum = errnum;
  return FALSE;
}

guint64
ds_target_reserve (guint64 free_space)
{
  if (free_space < 8 * GIB)
    return free_space / 8;
  return MAX (GIB, free_space / 20);
}

/* Names the RAM disk that a descriptor is on, NULL where it is none. */
static const char *
ram_disk (int fd)
{
  struct statfs fs;

  if (fstatfs (fd, &fs) < 0)
    return NULL;
  switch ((guint32) fs.f_type) {
  case TMPFS_MAGIC:
    return "tmpfs";
  case RAMFS_MAGIC:
    return "ramfs";
  case HUGETLBFS_MAGIC:
    return "hugetlbfs";
  default:
    return NULL;
  }
}

/* These have no holes: growing a file there writes zeros over its whole length, which the preparation then would
 * write again. It makes the file long itself. */
static gboolean
grows_by_writing (int fd)
{
  struct statfs fs;

  if (fstatfs (fd, &fs) < 0)
    return FALSE;
  switch ((guint32) fs.f_type) {
  case MSDOS_SUPER_MAGIC:
  case EXFAT_SUPER_MAGIC:
  case HFS_MAGIC:
  case HFSPLUS_MAGIC:
    return TRUE;
  default:
    return FALSE;
  }
}

/* Checksums would make btrfs copy every direct write through memory; the flag holds for what is written later, so
 * the file must be empty. A file system that refuses it measures as it is, and a finding says so. */
static void
avoid_copy_on_write (int fd)
{
  struct statfs fs;
  int flags = 0;

  if (fstatfs (fd, &fs) < 0 || fs.f_type != BTRFS_SUPER_MAGIC)
    return;
  if (ioctl (fd, FS_IOC_GETFLAGS, &flags) < 0)
    return;
  flags |= FS_NOCOW_FL;
  if (ioctl (fd, FS_IOC_SETFLAGS, &flags) < 0)
    g_debug ("btrfs refuses FS_NOCOW_FL: %s", strerror (errno));
}

/* Whether the file system knows a file of that length: seeking beyond what it knows is refused, and costs nothing.
 */
static gboolean
file_may_have (int fd, guint64 size)
{
  return size <= G_MAXINT64 && (lseek (fd, (off_t) size, SEEK_SET) >= 0 || errno != EINVAL);
}

static guint64
largest_file (int fd, guint64 size)
{
  struct rlimit limit;
  guint64 low = 0;

  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    size = MIN (size, limit.rlim_cur);
  if (file_may_have (fd, size))
    return size;
  while (size - low > 1) {
    guint64 middle = low + (size - low) / 2;

    if (file_may_have (fd, middle))
      low = middle;
    else
      size = middle;
  }
  return low;
}

/* How large our own file becomes: what was asked, or what the reserve leaves */
static gboolean
settle_size (DsTarget *self, guint64 size, DsTargetFailure *failure)
{
  gboolean everything = size == G_MAXUINT64;
  guint64 usable;
  guint64 largest;
  struct statvfs fs;

  if (fstatvfs (self->fd, &fs) < 0)
    return fail (failure, DS_TARGET_CREATE, errno);
  failure->free_space = (guint64) fs.f_bavail * fs.f_frsize;
  failure->reserve = ds_target_reserve (failure->free_space);
  usable = failure->free_space - failure->reserve;
  largest = largest_file (self->fd, everything ? usable : size);
  if (everything)
    size = MIN (usable, largest) / MIB * MIB;
  self->size = size - size % self->alignment;
  failure->needed = everything ? MAX (self->size, MIB) : self->size;
  /* A file system that does not say how large it is (ramfs, some of FUSE) cannot say that it is full. */
  if (failure->needed > usable && (everything || fs.f_blocks > 0))
    return fail (failure, DS_TARGET_NO_SPACE, 0);
  failure->limit = largest;
  if (failure->needed > largest)
    return fail (failure, DS_TARGET_TOO_LARGE, EFBIG);
  return TRUE;
}

static gboolean
grow (DsTarget *self, DsTargetFailure *failure)
{
  int errnum;

  if (grows_by_writing (self->fd) || ftruncate (self->fd, (off_t) self->size) == 0)
    return TRUE;
  errnum = errno;
  failure->limit = 0;
  return fail (failure, errnum == EFBIG || errnum == EINVAL ? DS_TARGET_TOO_LARGE : DS_TARGET_CREATE, errnum);
}

/* 0 and an open file without a name, EOPNOTSUPP where the file system has no O_TMPFILE, EINVAL where it has but
 * refuses O_DIRECT, or what else went wrong */
static int
open_unnamed (DsTarget *self, int folder)
{
  int flags = O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC;
  int errnum;

  self->fd = openat (folder, ".", flags | (self->direct ? O_DIRECT : 0), 0600);
  if (self->fd >= 0) {
    self->keeping = DS_TEST_FILE_UNNAMED;
    return 0;
  }
  errnum = errno;
  if (errnum == EISDIR)
    return EOPNOTSUPP;
  if (errnum == EINVAL) {
    /* Without O_DIRECT the same call tells which of the two flags is refused. */
    int fd = openat (folder, ".", flags, 0600);

    if (fd < 0)
      return EOPNOTSUPP;
    close (fd);
  }
  return errnum;
}

static int
create_named (DsTarget *self, int folder)
{
  int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

  self->fd = openat (folder, self->name, flags | (self->direct ? O_DIRECT : 0), 0600);
  if (self->fd < 0) {
    int errnum = errno;

    /* Some file systems create the file before they refuse O_DIRECT. */
    if (errnum == EINVAL)
      unlinkat (folder, self->name, 0);
    return errnum;
  }
  /* Without locks on the file system, that of the note still guards the file. */
  if (flock (self->fd, LOCK_EX | LOCK_NB) < 0)
    g_debug ("No lock on a named test file: %s", strerror (errno));
  return 0;
}

/* Whether the open file is without a name and still works. Some file systems rename a file that is open rather
 * than unlink it, and a power cut would leave it under that name; others lose it. */
static gboolean
lives_without_name (int fd)
{
  struct stat info;

  return fstat (fd, &info) == 0 && info.st_nlink == 0 && ftruncate (fd, DS_ALIGNMENT_MIN) == 0 &&
         ftruncate (fd, 0) == 0;
}

/* What cannot be removed now stays noted for a sweep. */
static void
remove_named (int folder, const char *name, DsNote *note)
{
  int errnum = ds_note_unlink_file (folder, name);

  if (errnum == 0 || errnum == ENOENT)
    ds_note_remove (note);
  else
    ds_note_release (note);
}

/* Created and then unlinked where the file system can, else with a name for as long as it is open. Either way it
 * is noted first, so that whatever moment a crash chooses, a sweep finds the file. */
static gboolean
open_with_name (DsTarget *self, int folder, const char *path, const char *notes, DsTargetFailure *failure)
{
  g_auto (DsNoteText) text = { 0 };
  g_autofree char *real = realpath (path, NULL);
  gboolean kept = FALSE;
  struct stat info;
  int note_errnum;
  int errnum;

  if (!real)
    return fail (failure, DS_TARGET_CREATE, errno);
  ds_note_make_name (self->name);
  text.folder = g_steal_pointer (&real);
  text.name = g_strdup (self->name);
  text.file_system = ds_note_describe_file_system (folder);
  text.owner = geteuid ();
  note_errnum = ds_note_create (&self->note, notes, &text);

  errnum = create_named (self, folder);
  if (errnum == 0 && unlinkat (folder, self->name, 0) < 0)
    kept = TRUE;
  else if (errnum == 0 && !lives_without_name (self->fd)) {
    close (self->fd);
    errnum = create_named (self, folder);
    kept = TRUE;
  }
  if (errnum) {
    ds_note_remove (&self->note);
    return fail (failure, errnum == EINVAL && self->direct ? DS_TARGET_NO_DIRECT_IO : DS_TARGET_CREATE, errnum);
  }
  if (!kept) {
    ds_note_remove (&self->note);
    self->keeping = DS_TEST_FILE_UNLINKED;
    return TRUE;
  }
  self->keeping = DS_TEST_FILE_NAMED;
  self->folder_fd = fcntl (folder, F_DUPFD_CLOEXEC, 0);
  if (!note_errnum && self->folder_fd >= 0) {
    /* A file system without owners shows the one of its mount options. */
    if (fstat (self->fd, &info) == 0 && info.st_uid != text.owner) {
      text.owner = info.st_uid;
      note_errnum = ds_note_update (&self->note, &text);
    }
  }
  if (self->folder_fd < 0 || note_errnum) {
    close (self->fd);
    self->fd = -1;
    remove_named (folder, self->name, &self->note);
    return fail (failure, DS_TARGET_NOTE, note_errnum ? note_errnum : EMFILE);
  }
  return TRUE;
}

static gboolean
open_in_folder (
    DsTarget *self, int folder, const char *path, const char *notes, guint64 size, DsTargetFailure *failure)
{
  int errnum;

  errnum = open_unnamed (self, folder);
  if (errnum == EINVAL)
    return fail (failure, DS_TARGET_NO_DIRECT_IO, errnum);
  if (errnum == EOPNOTSUPP || errnum == ENOSYS) {
    if (!open_with_name (self, folder, path, notes, failure))
      return FALSE;
  } else if (errnum) {
    return fail (failure, DS_TARGET_CREATE, errnum);
  }
  avoid_copy_on_write (self->fd);
  /* The space is looked at before the probe, which would only find that there is none. */
  self->alignment = DS_ALIGNMENT_MIN;
  if (!settle_size (self, size, failure))
    return FALSE;
  if (self->direct) {
    errnum = ds_alignment_find (self->fd, TRUE, &self->alignment);
    if (errnum)
      return fail (failure, errnum == EOPNOTSUPP ? DS_TARGET_NO_DIRECT_IO : DS_TARGET_PROBE, errnum);
    if (!settle_size (self, size, failure))
      return FALSE;
  }
  return grow (self, failure);
}

static int
open_to_read (DsTarget *self, const char *path, gboolean direct)
{
  /* O_NONBLOCK: whatever stands there by now, the call returns. O_NOATIME: reading changes nothing. */
  int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (direct ? O_DIRECT : 0);

  self->fd = open (path, flags | O_NOATIME);
  if (self->fd < 0 && errno == EPERM)
    self->fd = open (path, flags);
  return self->fd < 0 ? errno : 0;
}

/* From a descriptor that is open on what exists to all that is known of it */
static gboolean
take_existing (DsTarget *self, guint64 size, DsTargetFailure *failure)
{
  int set = self->direct ? O_DIRECT : 0;
  int flags = fcntl (self->fd, F_GETFL);
  struct stat info;
  guint64 length;
  int errnum;

  /* With O_NONBLOCK io_uring would answer EAGAIN rather than wait. */
  if (flags < 0 || fcntl (self->fd, F_SETFL, (flags & ~(O_NONBLOCK | O_DIRECT)) | set) < 0)
    return fail (failure, errno == EINVAL && self->direct ? DS_TARGET_NO_DIRECT_IO : DS_TARGET_OPEN, errno);
  if (fstat (self->fd, &info) < 0)
    return fail (failure, DS_TARGET_OPEN, errno);
  self->keeping = DS_TEST_FILE_EXISTING;
  self->alignment = DS_ALIGNMENT_MIN;
  length = (guint64) info.st_size;
  if (S_ISBLK (info.st_mode) && ioctl (self->fd, BLKGETSIZE64, &length) < 0)
    return fail (failure, DS_TARGET_OPEN, errno);
  if (S_ISBLK (info.st_mode) && length == 0)
    return fail (failure, DS_TARGET_OPEN, ENOMEDIUM);
  if (self->direct) {
    errnum = ds_alignment_find (self->fd, FALSE, &self->alignment);
    if (errnum)
      return fail (failure, errnum == EOPNOTSUPP ? DS_TARGET_NO_DIRECT_IO : DS_TARGET_PROBE, errnum);
  }
  self->size = size == 0 ? length : MIN (size, length);
  self->size -= self->size % self->alignment;
  failure->limit = size == 0 ? length : MIN (size, length);
  return TRUE;
}

static gboolean
open_existing (DsTarget *self, const char *path, const struct stat *looked, guint64 size, DsTargetFailure *failure)
{
  struct stat info;
  int errnum = open_to_read (self, path, self->direct);

  if (errnum == EINVAL && self->direct && open_to_read (self, path, FALSE) == 0)
    return fail (failure, DS_TARGET_NO_DIRECT_IO, errnum);
  if (errnum)
    return fail (failure, DS_TARGET_OPEN, errnum);
  if (fstat (self->fd, &info) < 0)
    return fail (failure, DS_TARGET_OPEN, errno);
  if (info.st_dev != looked->st_dev || info.st_ino != looked->st_ino)
    return fail (failure, DS_TARGET_OPEN, ESTALE);
  return take_existing (self, size, failure);
}

/* The null engine moves no bytes: the size is taken on trust, and blocks may be as small as any. */
static gboolean
open_nothing (DsTarget *self, guint64 size, DsTargetFailure *failure)
{
  self->alignment = DS_ALIGNMENT_MIN;
  self->keeping = DS_TEST_FILE_UNNAMED;
  self->size = MIN (size, G_MAXINT64) / self->alignment * self->alignment;
  failure->limit = size;
  return TRUE;
}

static gboolean
open_target (DsTarget *self, const char *path, const char *notes, guint64 size, DsTargetFailure *failure)
{
  struct stat info;
  gboolean opened;
  int fd;

  /* O_PATH looks without opening: a FIFO does not block, and no device notices. */
  fd = open (path, O_PATH | O_CLOEXEC);
  if (fd < 0)
    return fail (failure, DS_TARGET_LOOK_UP, errno);
  failure->file_system = ram_disk (fd);
  if (fstat (fd, &info) < 0) {
    opened = fail (failure, DS_TARGET_LOOK_UP, errno);
    close (fd);
    return opened;
  }
  failure->mode = info.st_mode;
  if (!S_ISDIR (info.st_mode) && !S_ISREG (info.st_mode) && !S_ISBLK (info.st_mode))
    opened = fail (failure, DS_TARGET_STRANGE, 0);
  else if (S_ISDIR (info.st_mode) == self->read_only)
    opened = fail (failure, self->read_only ? DS_TARGET_NEEDS_FILE : DS_TARGET_NEEDS_FOLDER, 0);
  else if (self->direct && failure->file_system && !S_ISBLK (info.st_mode))
    opened = fail (failure, DS_TARGET_RAM_DISK, 0);
  else if (self->read_only)
    opened = open_existing (self, path, &info, size, failure);
  else
    opened = open_in_folder (self, fd, path, notes, size, failure);
  if (!opened && failure->problem == DS_TARGET_CREATE)
    failure->removed =
        (fstat (fd, &info) == 0 && info.st_nlink == 0) || (stat (path, &info) < 0 && errno == ENOENT);
  close (fd);
  return opened;
}

/* Lets go of what is too small or was not opened. */
static gboolean
conclude (DsTarget *self, gboolean opened, DsTargetFailure *failure)
{
  if (opened && self->size == 0) {
    failure->needed = self->alignment;
    opened = fail (failure, DS_TARGET_TOO_SMALL, 0);
  }
  if (!opened)
    ds_target_close (self);
  return opened;
}

gboolean
ds_target_take (DsTarget *self, int fd, gboolean direct, DsTargetFailure *failure)
{
  *self = DS_TARGET_INIT;
  *failure = (DsTargetFailure){ 0 };
  self->fd = fd;
  self->direct = direct;
  self->read_only = TRUE;
  return conclude (self, take_existing (self, 0, failure), failure);
}

gboolean
ds_target_open (DsTarget *self,
                const char *path,
                const char *notes,
                guint64 size,
                DsTestFileFlags flags,
                DsTargetFailure *failure)
{
  gboolean opened;

  *self = DS_TARGET_INIT;
  *failure = (DsTargetFailure){ 0 };
  self->direct = (flags & DS_TEST_FILE_DIRECT) != 0;
  self->read_only = (flags & DS_TEST_FILE_READ_ONLY) != 0;
  if (flags & DS_TEST_FILE_NULL)
    opened = open_nothing (self, size, failure);
  else
    opened = open_target (self, path, notes, size, failure);
  return conclude (self, opened, failure);
}

void
ds_target_close (DsTarget *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->folder_fd >= 0) {
    remove_named (self->folder_fd, self->name, &self->note);
    close (self->folder_fd);
  }
  *self = DS_TARGET_INIT;
}
