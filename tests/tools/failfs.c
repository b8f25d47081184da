/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A FUSE file system for tests: one folder of files in memory that fails where it is told to.
 *
 *   failfs -f [-o OPTION=VALUE]… MOUNTPOINT
 *
 *   capacity=BYTES    of all files together (64 MiB); more is ENOSPC
 *   fail_read=BYTE    reads that touch this offset or what follows fail
 *   fail_write=BYTE   writes likewise
 *   fail_fsync        flushing fails
 *   error=NUMBER      the errno of all of these (EIO)
 *   short=BYTES       no transfer moves more than this
 *   empty_read=BYTE   reads from here on answer no byte and no error, as a pulled drive does
 *   delay=MICROSECONDS  before each transfer
 *   slow=MICROSECONDS before each transfer that begins from slow_from to slow_to
 *   fsync_delay=MICROSECONDS  before each flush
 *   no_direct         files do not open with O_DIRECT
 *   busy_unlink       an open file cannot be unlinked (EBUSY)
 *   hide_unlink       an open file that is unlinked gets another name instead, as NFS does
 *
 * There is no O_TMPFILE. Otherwise an open file that is unlinked is read and written on, but fstat() answers
 * ESTALE: libfuse knows files by their path there. */

#define FUSE_USE_VERSION 31

#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILES 32
#define MAX_NAME  255

typedef struct {
  char name[MAX_NAME + 1];
  char *data; /* capacity bytes of address space, memory where it was written */
  size_t size;
  unsigned opened;
  int linked;
} File;

static struct {
  unsigned long long capacity;
  long long fail_read;
  long long fail_write;
  long long empty_read;
  int fail_fsync;
  int error;
  unsigned short_transfer;
  unsigned delay;
  unsigned slow;
  long long slow_from;
  long long slow_to;
  unsigned fsync_delay;
  int no_direct;
  int busy_unlink;
  int hide_unlink;
} options = { .capacity = 64 << 20, .fail_read = -1, .fail_write = -1, .empty_read = -1, .error = EIO };

static const struct fuse_opt option_list[] = {
  { "capacity=%llu", offsetof (typeof (options), capacity), 0 },
  { "fail_read=%lld", offsetof (typeof (options), fail_read), 0 },
  { "fail_write=%lld", offsetof (typeof (options), fail_write), 0 },
  { "empty_read=%lld", offsetof (typeof (options), empty_read), 0 },
  { "fail_fsync", offsetof (typeof (options), fail_fsync), 1 },
  { "error=%d", offsetof (typeof (options), error), 0 },
  { "short=%u", offsetof (typeof (options), short_transfer), 0 },
  { "delay=%u", offsetof (typeof (options), delay), 0 },
  { "slow=%u", offsetof (typeof (options), slow), 0 },
  { "slow_from=%lld", offsetof (typeof (options), slow_from), 0 },
  { "slow_to=%lld", offsetof (typeof (options), slow_to), 0 },
  { "fsync_delay=%u", offsetof (typeof (options), fsync_delay), 0 },
  { "no_direct", offsetof (typeof (options), no_direct), 1 },
  { "busy_unlink", offsetof (typeof (options), busy_unlink), 1 },
  { "hide_unlink", offsetof (typeof (options), hide_unlink), 1 },
  FUSE_OPT_END,
};

/* fuse_main() is told to use one thread, so that nothing here needs a lock. */
static File files[MAX_FILES];

static File *
find (const char *path)
{
  for (size_t i = 0; path && i < MAX_FILES; i++)
    if (files[i].linked && strcmp (files[i].name, path + 1) == 0)
      return &files[i];
  return NULL;
}

/* The file of an open descriptor, which may have no name any more, else that of the path */
static File *
get (const char *path, const struct fuse_file_info *info)
{
  return info ? (File *) (uintptr_t) info->fh : find (path);
}

static unsigned long long
used (void)
{
  unsigned long long sum = 0;

  for (size_t i = 0; i < MAX_FILES; i++)
    sum += files[i].size;
  return sum;
}

static void
drop (File *file)
{
  if (file->linked || file->opened)
    return;
  munmap (file->data, options.capacity);
  memset (file, 0, sizeof *file);
}

static int
resize (File *file, unsigned long long size)
{
  if (size > file->size && size - file->size > options.capacity - used ())
    return -ENOSPC;
  /* What is cut off reads as zeros when the file grows again. */
  if (size < file->size)
    memset (file->data + size, 0, file->size - size);
  file->size = size;
  return 0;
}

static int
getattr_cb (const char *path, struct stat *result, struct fuse_file_info *info)
{
  File *file;

  memset (result, 0, sizeof *result);
  result->st_uid = getuid ();
  result->st_gid = getgid ();
  if (path && strcmp (path, "/") == 0) {
    result->st_mode = S_IFDIR | 0755;
    result->st_nlink = 2;
    return 0;
  }
  file = get (path, info);
  if (!file)
    return -ENOENT;
  result->st_mode = S_IFREG | 0600;
  result->st_nlink = (nlink_t) file->linked;
  result->st_size = (off_t) file->size;
  result->st_blocks = (blkcnt_t) ((file->size + 511) / 512);
  return 0;
}

static int
readdir_cb (const char *path,
            void *buffer,
            fuse_fill_dir_t fill,
            off_t offset,
            struct fuse_file_info *info,
            enum fuse_readdir_flags flags)
{
  fill (buffer, ".", NULL, 0, 0);
  fill (buffer, "..", NULL, 0, 0);
  for (size_t i = 0; i < MAX_FILES; i++)
    if (files[i].linked)
      fill (buffer, files[i].name, NULL, 0, 0);
  return 0;
}

static int
open_file (File *file, struct fuse_file_info *info)
{
  if (options.no_direct && (info->flags & O_DIRECT))
    return -EINVAL;
  file->opened++;
  info->fh = (uintptr_t) file;
  info->direct_io = 1;
  return 0;
}

static int
create_cb (const char *path, mode_t mode, struct fuse_file_info *info)
{
  File *file = files;
  int result;

  if (strlen (path + 1) > MAX_NAME)
    return -ENAMETOOLONG;
  while (file < files + MAX_FILES && (file->linked || file->opened))
    file++;
  if (file == files + MAX_FILES)
    return -ENOSPC;
  file->data =
      mmap (NULL, options.capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (file->data == MAP_FAILED) {
    file->data = NULL;
    return -ENOMEM;
  }
  strcpy (file->name, path + 1);
  file->linked = 1;
  /* The file stays there when opening it is refused then, as on some real file systems. */
  result = open_file (file, info);
  return result;
}

static int
open_cb (const char *path, struct fuse_file_info *info)
{
  File *file = find (path);

  return file ? open_file (file, info) : -ENOENT;
}

static int
release_cb (const char *path, struct fuse_file_info *info)
{
  File *file = get (path, info);

  file->opened--;
  if (!file->opened && strncmp (file->name, ".hidden-", strlen (".hidden-")) == 0)
    file->linked = 0;
  drop (file);
  return 0;
}

static int
unlink_cb (const char *path)
{
  File *file = find (path);

  if (!file)
    return -ENOENT;
  if (file->opened && options.busy_unlink)
    return -EBUSY;
  if (file->opened && options.hide_unlink) {
    memcpy (file->name, ".hidden-", strlen (".hidden-"));
    return 0;
  }
  file->linked = 0;
  drop (file);
  return 0;
}

static void
wait_as_told (off_t offset)
{
  if (options.delay)
    usleep (options.delay);
  if (options.slow && offset >= options.slow_from && offset < options.slow_to)
    usleep (options.slow);
}

static int
read_cb (const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info)
{
  File *file = get (path, info);

  wait_as_told (offset);
  if (options.fail_read >= 0 && offset + (off_t) size > options.fail_read)
    return -options.error;
  if (options.empty_read >= 0 && offset >= options.empty_read)
    return 0;
  if (offset >= (off_t) file->size)
    return 0;
  if (size > file->size - (size_t) offset)
    size = file->size - (size_t) offset;
  if (options.short_transfer && size > options.short_transfer)
    size = options.short_transfer;
  memcpy (buffer, file->data + offset, size);
  return (int) size;
}

static int
write_cb (const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *info)
{
  File *file = get (path, info);
  int result;

  wait_as_told (offset);
  if (options.fail_write >= 0 && offset + (off_t) size > options.fail_write)
    return -options.error;
  if (options.short_transfer && size > options.short_transfer)
    size = options.short_transfer;
  if ((unsigned long long) offset + size > file->size) {
    result = resize (file, (unsigned long long) offset + size);
    if (result)
      return result;
  }
  memcpy (file->data + offset, buffer, size);
  return (int) size;
}

static int
truncate_cb (const char *path, off_t size, struct fuse_file_info *info)
{
  File *file = get (path, info);

  return file ? resize (file, (unsigned long long) size) : -ENOENT;
}

static int
fsync_cb (const char *path, int data_only, struct fuse_file_info *info)
{
  if (options.fsync_delay)
    usleep (options.fsync_delay);
  return options.fail_fsync ? -options.error : 0;
}

static int
statfs_cb (const char *path, struct statvfs *result)
{
  memset (result, 0, sizeof *result);
  result->f_bsize = 4096;
  result->f_frsize = 4096;
  result->f_blocks = options.capacity / 4096;
  result->f_bfree = (options.capacity - used ()) / 4096;
  result->f_bavail = result->f_bfree;
  result->f_namemax = MAX_NAME;
  return 0;
}

static void *
init_cb (struct fuse_conn_info *connection, struct fuse_config *config)
{
  /* What unlinking an open file does is decided here, not by the library. */
  config->hard_remove = 1;
  config->nullpath_ok = 1;
  return NULL;
}

static const struct fuse_operations operations = {
  .init = init_cb,
  .getattr = getattr_cb,
  .readdir = readdir_cb,
  .create = create_cb,
  .open = open_cb,
  .release = release_cb,
  .unlink = unlink_cb,
  .read = read_cb,
  .write = write_cb,
  .truncate = truncate_cb,
  .fsync = fsync_cb,
  .statfs = statfs_cb,
};

int
main (int argc, char **argv)
{
  struct fuse_args arguments = FUSE_ARGS_INIT (argc, argv);
  int result;

  if (fuse_opt_parse (&arguments, &options, option_list, NULL) < 0 || fuse_opt_add_arg (&arguments, "-s") < 0)
    return 2;
  result = fuse_main (arguments.argc, arguments.argv, &operations, NULL);
  fuse_opt_free_args (&arguments);
  return result;
}
