/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-test-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mounts.h"

#define KIB ((guint64) 1 << 10)
#define MIB ((guint64) 1 << 20)

static void
assert_refused (const char *path, guint64 size, DsTestFileFlags flags, int code, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = ds_test_file_open (path, size, flags, &error);

  g_assert_null (file);
  g_assert_error (error, DS_ENGINE_ERROR, code);
  if (!strstr (error->message, part))
    g_error ("“%s” does not hold “%s”", error->message, part);
}

/* The same, where the sentence holds a size */
static void
assert_refused_with_size (const char *path, guint64 size, int code, const char *format, guint64 shown)
{
  g_autofree char *text = g_format_size_full (shown, G_FORMAT_SIZE_IEC_UNITS);
  g_auto (GStrv) parts = g_strsplit (format, "*", 2);
  g_autofree char *part = g_strconcat (parts[0], text, parts[1], NULL);

  assert_refused (path, size, DS_TEST_FILE_DIRECT, code, part);
}

static void
assert_empty (const char *path)
{
  g_autofree char *names = list_folder (path);

  g_assert_true (g_str_equal (names, "") || g_str_equal (names, "lost+found"));
}

/* A block of this size, aligned to no more than itself in file and memory, is written and read back. */
static gboolean
transfer (DsTestFile *file, guint block)
{
  g_autofree char *memory = aligned_alloc (65536, 2 * 65536);
  int fd = ds_test_file_get_fd (file);

  memset (memory, 7, 2 * 65536);
  if (pwrite (fd, memory + block, block, block) != block || pread (fd, memory + block, block, block) != block)
    return FALSE;
  return memory[block] == 7;
}

typedef struct {
  MountSpec spec;
  guint alignment;
  DsTestFileKeeping keeping;
} Case;

static void
test_file_system (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (Mount) mount = mount_new_loop (&test->spec);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;
  g_autofree void *memory = NULL;

  if (!mount)
    return;
  file = ds_test_file_open (mount->path, 8 * MIB, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  assert_empty (mount->path);
  g_assert_cmpint (ds_test_file_get_keeping (file), ==, test->keeping);
  g_assert_cmpuint (ds_test_file_get_alignment (file), ==, test->alignment);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, 8 * MIB);
  g_assert_true (transfer (file, test->alignment));

  /* Written full, none of it is a hole, and direct I/O left none of it in memory. */
  memory = aligned_alloc (65536, MIB);
  memset (memory, 3, MIB);
  for (guint64 offset = 0; offset < 8 * MIB; offset += MIB)
    g_assert_cmpint (pwrite (ds_test_file_get_fd (file), memory, MIB, (off_t) offset), ==, MIB);
  g_assert_cmpint (fsync (ds_test_file_get_fd (file)), ==, 0);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 0);
  g_assert_cmpfloat (ds_test_file_cached_share (file), ==, 0);
}

static void
test_below_alignment (void)
{
  const MountSpec spec = { .type = "ext4", .size = 64 * MIB, .sector = 4096 };
  g_autoptr (Mount) mount = mount_new_loop (&spec);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (!mount)
    return;
  file = ds_test_file_open (mount->path, MIB + 512, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, MIB);
  g_assert_false (transfer (file, 512));
  assert_refused_with_size (mount->path, 2048, DS_ENGINE_ERROR_ALIGNMENT, "one block of *,", 4096);
}

static void
test_btrfs (void)
{
  const MountSpec spec = { .type = "btrfs", .size = 512 * MIB, .mount_options = "compress-force=zstd" };
  g_autoptr (Mount) mount = mount_new_loop (&spec);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;
  g_autofree void *memory = NULL;
  int flags = 0;

  if (!mount)
    return;
  file = ds_test_file_open (mount->path, 8 * MIB, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ioctl (ds_test_file_get_fd (file), FS_IOC_GETFLAGS, &flags), ==, 0);
  g_assert_cmphex (flags & FS_NOCOW_FL, ==, FS_NOCOW_FL);
  /* Zeros, which compression would take: with the flag they lie on the drive as they are, outside the cache. */
  memory = aligned_alloc (65536, MIB);
  memset (memory, 0, MIB);
  for (guint64 offset = 0; offset < 8 * MIB; offset += MIB)
    g_assert_cmpint (pwrite (ds_test_file_get_fd (file), memory, MIB, (off_t) offset), ==, MIB);
  g_assert_cmpint (pread (ds_test_file_get_fd (file), memory, MIB, 0), ==, MIB);
  g_assert_cmpfloat (ds_test_file_cached_share (file), ==, 0);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 0);
}

static void
test_full (void)
{
  const MountSpec spec = { .type = "ext4", .size = 64 * MIB };
  g_autoptr (Mount) mount = mount_new_loop (&spec);
  g_autofree char *filler = NULL;
  g_autofree char *memory = g_malloc0 (MIB);
  g_autoptr (GError) error = NULL;
  guint64 free_space = 0;
  guint64 usable;
  int fd;

  if (!mount)
    return;
  usable = ds_test_file_usable_space (mount->path, &free_space, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (usable, ==, free_space - free_space / 8);
  {
    g_autoptr (DsTestFile) file = ds_test_file_open (mount->path, G_MAXUINT64, DS_TEST_FILE_DIRECT, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (ds_test_file_get_size (file), ==, usable / MIB * MIB);
  }
  assert_refused_with_size (mount->path, 64 * MIB, DS_ENGINE_ERROR_NO_SPACE, "the test file needs * and",
                            64 * MIB);
  assert_refused_with_size (mount->path, 64 * MIB, DS_ENGINE_ERROR_NO_SPACE, "but * are free", free_space);
  /* Filled to the last block */
  filler = g_build_filename (mount->path, "filler", NULL);
  fd = open (filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  for (guint64 chunk = MIB; chunk >= KIB; chunk /= 2)
    while (write (fd, memory, chunk) > 0)
      ;
  g_assert_cmpint (errno, ==, ENOSPC);
  close (fd);
  assert_refused_with_size (mount->path, MIB, DS_ENGINE_ERROR_NO_SPACE, "but * are free", 0);
  assert_refused_with_size (mount->path, G_MAXUINT64, DS_ENGINE_ERROR_NO_SPACE, "needs * and", MIB);
}

static void
test_no_inodes (void)
{
  const MountSpec spec = { .type = "ext4", .size = 64 * MIB, .mkfs_options = "-N 16" };
  g_autoptr (Mount) mount = mount_new_loop (&spec);

  if (!mount)
    return;
  for (guint i = 0; i < 100; i++) {
    g_autofree char *path = g_strdup_printf ("%s/%u", mount->path, i);
    int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
      break;
    close (fd);
  }
  assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_SPACE, "not even an empty test file");
}

static void
test_largest_file (void)
{
  /* Without extents a file of 1 KiB blocks ends at 16 GiB, which a sparse image makes affordable. */
  const MountSpec spec = { .type = "ext4",
                           .size = 40 * KIB * MIB,
                           .mkfs_options = "-b 1024 -O ^extent,^64bit,^has_journal,^metadata_csum -N 64 "
                                           "-E lazy_itable_init=1,nodiscard" };
  g_autoptr (Mount) mount = mount_new_loop (&spec);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (!mount)
    return;
  assert_refused (mount->path, 20 * KIB * MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_SPACE,
                  "may not be larger than");
  file = ds_test_file_open (mount->path, G_MAXUINT64, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ds_test_file_get_size (file), >, 16 * KIB * MIB);
  g_assert_cmpuint (ds_test_file_get_size (file), <, 17 * KIB * MIB);
}

static void
test_read_only (void)
{
  const MountSpec spec = { .type = "ext4", .size = 64 * MIB };
  g_autoptr (Mount) mount = mount_new_loop (&spec);

  if (!mount)
    return;
  mount_make_read_only (mount);
  assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_READ_ONLY, "is mounted read-only");
  assert_refused (mount->path, MIB, 0, DS_ENGINE_ERROR_READ_ONLY, "is mounted read-only");
}

static void
test_memory (gconstpointer data)
{
  const char *type = data;
  g_autoptr (Mount) mount = mount_new_memory (type);
  g_autofree char *sentence =
      g_strdup_printf ("This folder is on a RAM disk (%s): the test would measure memory, not "
                       "a drive. Choose a folder on a drive.",
                       type);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (!mount)
    return;
  assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_DIRECT_IO, sentence);
  path = g_build_filename (mount->path, "file", NULL);
  g_assert_true (g_file_set_contents (path, "text", -1, NULL));
  assert_refused (path, 0, DS_TEST_FILE_READ_ONLY | DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_DIRECT_IO,
                  "This file");
  file = ds_test_file_open (mount->path, MIB, 0, &error);
  g_assert_no_error (error);
  g_assert_false (ds_test_file_get_direct (file));
}

static void
test_device (gconstpointer data)
{
  guint sector = GPOINTER_TO_UINT (data);
  g_autoptr (Mount) mount = mount_new_device (16 * MIB + sector, sector);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;
  g_autoptr (DsTestFile) part = NULL;
  g_autofree void *memory = aligned_alloc (4096, 4096);

  if (!mount)
    return;
  file = ds_test_file_open (mount->path, 0, DS_TEST_FILE_READ_ONLY | DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ds_test_file_get_alignment (file), ==, sector);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, 16 * MIB + sector);
  g_assert_cmpint (ds_test_file_get_keeping (file), ==, DS_TEST_FILE_EXISTING);
  g_assert_cmpint (pread (ds_test_file_get_fd (file), memory, sector, sector), ==, sector);
  g_assert_cmpint (pwrite (ds_test_file_get_fd (file), memory, sector, sector), ==, -1);
  part = ds_test_file_open (mount->path, MIB + 5, DS_TEST_FILE_READ_ONLY | DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ds_test_file_get_size (part), ==, MIB);
  assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NOT_DIRECTORY, "is a drive");
}

static void
test_named (gconstpointer data)
{
  g_autoptr (Mount) mount = mount_new_failfs (data);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (!mount)
    return;
  file = ds_test_file_open (mount->path, MIB, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ds_test_file_get_keeping (file), ==, DS_TEST_FILE_NAMED);
  name = list_folder (mount->path);
  g_assert_true (g_regex_match_simple ("^\\.drivescope-[0-9a-f]{16}\\.tmp$", name, 0, 0));
  g_assert_true (transfer (file, 4096));
  g_assert_cmpuint (ds_test_file_get_alignment (file), ==, 512);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, -1);
  g_clear_object (&file);
  assert_empty (mount->path);
}

static void
test_no_direct_io (void)
{
  g_autoptr (Mount) mount = mount_new_failfs ("no_direct");
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (!mount)
    return;
  assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_DIRECT_IO, "turn direct I/O off");
  assert_empty (mount->path);
  file = ds_test_file_open (mount->path, MIB, 0, &error);
  g_assert_no_error (error);
  g_assert_false (ds_test_file_get_direct (file));
  path = g_build_filename (mount->path, "file", NULL);
  g_assert_cmpint (close (open (path, O_WRONLY | O_CREAT, 0600)), ==, 0);
  g_assert_cmpint (truncate (path, 4096), ==, 0);
  assert_refused (path, 0, DS_TEST_FILE_READ_ONLY | DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_DIRECT_IO,
                  "direct I/O");
}

static void
test_failing (void)
{
  const struct {
    int errnum;
    int code;
    const char *part;
  } cases[] = {
    { EIO, DS_ENGINE_ERROR_IO, "(EIO)" },
    { EDQUOT, DS_ENGINE_ERROR_NO_SPACE, "quota" },
    { EROFS, DS_ENGINE_ERROR_READ_ONLY, "read-only" },
    { ENODEV, DS_ENGINE_ERROR_GONE, "disappeared" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *options = g_strdup_printf ("fail_write=0,error=%d", cases[i].errnum);
    g_autoptr (Mount) mount = mount_new_failfs (options);

    if (!mount)
      return;
    assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, cases[i].code, cases[i].part);
    assert_empty (mount->path);
  }
}

typedef struct {
  DsTestFile *file;
  GError *error;
  gboolean done;
} Answer;

static void
answer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Answer *answer = user_data;

  answer->file = ds_test_file_open_finish (result, &answer->error);
  answer->done = TRUE;
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

/* A file system that does not answer holds the thread, not the person. */
static void
test_hung (void)
{
  g_autoptr (Mount) mount = mount_new_failfs ("busy_unlink");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *left = NULL;
  Answer answer = { 0 };
  gint64 start;

  if (!mount)
    return;
  g_assert_cmpint (kill (mount->server, SIGSTOP), ==, 0);
  g_timeout_add (50, cancel_cb, cancellable);
  start = g_get_monotonic_time ();
  ds_test_file_open_async (mount->path, MIB, DS_TEST_FILE_DIRECT, cancellable, answer_cb, &answer);
  while (!answer.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 2 * G_USEC_PER_SEC);
  g_assert_null (answer.file);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&answer.error);
  /* What opens after all is closed again. */
  g_assert_cmpint (kill (mount->server, SIGCONT), ==, 0);
  wait_for_thread_end ("ds-open");
  assert_empty (mount->path);
}

/* The server of a FUSE file system dies: every call answers ENOTCONN. */
static void
test_gone (void)
{
  g_autoptr (Mount) mount = mount_new_failfs ("");

  if (!mount)
    return;
  g_assert_cmpint (kill (mount->server, SIGKILL), ==, 0);
  for (guint i = 0; i < 400 && access (mount->path, R_OK) == 0; i++)
    g_usleep (5000);
  assert_refused (mount->path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_GONE, "does not answer");
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { { .type = "ext4", .size = 64 * MIB }, 512, DS_TEST_FILE_UNNAMED },
    { { .type = "ext4", .size = 64 * MIB, .sector = 4096 }, 4096, DS_TEST_FILE_UNNAMED },
    { { .type = "xfs", .size = 512 * MIB }, 512, DS_TEST_FILE_UNNAMED },
    { { .type = "xfs", .size = 512 * MIB, .sector = 4096 }, 4096, DS_TEST_FILE_UNNAMED },
    { { .type = "btrfs", .size = 512 * MIB }, 4096, DS_TEST_FILE_UNNAMED },
    { { .type = "vfat", .size = 64 * MIB }, 512, DS_TEST_FILE_UNLINKED },
  };

  g_test_init (&argc, &argv, NULL);
  isolate_state ();
  mounts_enter ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/file-systems/%s/%u", cases[i].spec.type,
                                             cases[i].spec.sector ? cases[i].spec.sector : 512);

    g_test_add_data_func (path, &cases[i], test_file_system);
  }
  g_test_add_func ("/file-systems/below-alignment", test_below_alignment);
  g_test_add_func ("/file-systems/btrfs/flags", test_btrfs);
  g_test_add_func ("/file-systems/full", test_full);
  g_test_add_func ("/file-systems/no-inodes", test_no_inodes);
  g_test_add_func ("/file-systems/largest-file", test_largest_file);
  g_test_add_func ("/file-systems/read-only", test_read_only);
  g_test_add_data_func ("/file-systems/tmpfs", "tmpfs", test_memory);
  g_test_add_data_func ("/file-systems/ramfs", "ramfs", test_memory);
  g_test_add_data_func ("/file-systems/device/512", GUINT_TO_POINTER (512), test_device);
  g_test_add_data_func ("/file-systems/device/4096", GUINT_TO_POINTER (4096), test_device);
  g_test_add_data_func ("/file-systems/named/hidden", "hide_unlink", test_named);
  g_test_add_data_func ("/file-systems/named/forgotten", "rw", test_named);
  g_test_add_data_func ("/file-systems/named/busy", "busy_unlink", test_named);
  g_test_add_func ("/file-systems/no-direct-io", test_no_direct_io);
  g_test_add_func ("/file-systems/failing", test_failing);
  g_test_add_func ("/file-systems/hung", test_hung);
  g_test_add_func ("/file-systems/gone", test_gone);
  return g_test_run ();
}
