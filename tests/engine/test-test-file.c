/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-target.h"
#include "ds-test-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "mounts.h"

#define MIB ((guint64) 1 << 20)
#define GIB ((guint64) 1 << 30)

typedef struct {
  char *folder; /* on a drive */
  guint files;  /* descriptors that were open before the test */
} Fixture;

static guint
count_descriptors (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint count = 0;

  while (g_dir_read_name (dir))
    count++;
  return count;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = make_drive_folder ();
  self->files = count_descriptors ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_cmpuint (count_descriptors (), ==, self->files);
  remove_folder (self->folder);
  g_free (self->folder);
}

/* How a file is kept by the file system that this test was built on */
static DsTestFileKeeping
expected_keeping (Fixture *self)
{
  int fd = open (self->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  if (fd < 0)
    return DS_TEST_FILE_UNLINKED;
  close (fd);
  return DS_TEST_FILE_UNNAMED;
}

static char *
below (Fixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

/* Opening must fail so, with a sentence that names the path and holds this part. */
static void
assert_refused (const char *path, guint64 size, DsTestFileFlags flags, int code, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = ds_test_file_open (path, size, flags, &error);
  g_autofree char *shown = g_filename_display_name (path);

  g_assert_null (file);
  g_assert_error (error, DS_ENGINE_ERROR, code);
  if (!strstr (error->message, shown) || !strstr (error->message, part))
    g_error ("“%s” does not hold “%s” and “%s”", error->message, shown, part);
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
test_open (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;
  g_autofree char *names = NULL;
  struct stat info;

  file = ds_test_file_open (self->folder, 3 * MIB + 100, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ds_test_file_get_path (file), ==, self->folder);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, 3 * MIB);
  g_assert_true (ds_test_file_get_direct (file));
  g_assert_false (ds_test_file_get_read_only (file));
  g_assert_cmpint (ds_test_file_get_keeping (file), ==, expected_keeping (self));
  g_assert_cmpint (fcntl (ds_test_file_get_fd (file), F_GETFL) & (O_DIRECT | O_NONBLOCK), ==, O_DIRECT);
  g_assert_cmpint (fcntl (ds_test_file_get_fd (file), F_GETFD), ==, FD_CLOEXEC);
  g_assert_cmpint (fstat (ds_test_file_get_fd (file), &info), ==, 0);
  g_assert_cmpuint (info.st_size, ==, 3 * MIB);
  g_assert_cmpuint (info.st_blocks, ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 3 * MIB);
  names = list_folder (self->folder);
  g_assert_cmpstr (names, ==, "");
}

static void
test_buffered (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = ds_test_file_open (self->folder, 1000, 0, &error);

  g_assert_no_error (error);
  g_assert_false (ds_test_file_get_direct (file));
  g_assert_cmpuint (ds_test_file_get_alignment (file), ==, 512);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, 512);
  g_assert_cmpint (fcntl (ds_test_file_get_fd (file), F_GETFL) & O_DIRECT, ==, 0);
}

static void
test_names (Fixture *self, gconstpointer data)
{
  const char *names[] = { "with spaces", "colon: \"double\" 'single'", "Ổ đĩa của tôi", "line\nbreak %s %n",
                          "\xff\xfe" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = below (self, names[i]);
    g_autofree char *missing = g_strconcat (path, "?", NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (DsTestFile) file = NULL;

    g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
    file = ds_test_file_open (path, MIB, DS_TEST_FILE_DIRECT, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (ds_test_file_get_path (file), ==, path);
    assert_refused (missing, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NOT_FOUND, "There is no folder or file");
  }
}

static void
test_links (Fixture *self, gconstpointer data)
{
  g_autofree char *link = below (self, "link");
  g_autofree char *circle = below (self, "circle");
  g_autofree char *dangling = below (self, "dangling");
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  g_assert_cmpint (symlink (self->folder, link), ==, 0);
  g_assert_cmpint (symlink (circle, circle), ==, 0);
  g_assert_cmpint (symlink ("nowhere", dangling), ==, 0);
  file = ds_test_file_open (link, MIB, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  assert_refused (circle, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NOT_FOUND, "in a circle");
  assert_refused (dangling, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NOT_FOUND, "There is no folder or file");
}

static void
test_strange (Fixture *self, gconstpointer data)
{
  DsTestFileFlags flags[] = { 0, DS_TEST_FILE_DIRECT, DS_TEST_FILE_READ_ONLY,
                              DS_TEST_FILE_READ_ONLY | DS_TEST_FILE_DIRECT };
  g_autofree char *fifo = below (self, "fifo");
  g_autofree char *here = g_get_current_dir ();
  struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "socket" };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (chdir (self->folder), ==, 0);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++) {
    assert_refused (fifo, MIB, flags[i], DS_ENGINE_ERROR_NOT_DIRECTORY,
                    "is neither a folder nor a file nor a drive");
    assert_refused ("socket", MIB, flags[i], DS_ENGINE_ERROR_NOT_DIRECTORY, "is neither a folder");
    assert_refused ("/dev/tty", MIB, flags[i], DS_ENGINE_ERROR_NOT_DIRECTORY, "is neither a folder");
  }
  g_assert_cmpint (chdir (here), ==, 0);
}

static void
test_wrong_kind (Fixture *self, gconstpointer data)
{
  g_autofree char *path = below (self, "file");
  g_autofree char *inside = g_build_filename (path, "folder", NULL);

  g_assert_true (g_file_set_contents (path, "text", -1, NULL));
  assert_refused (path, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NOT_DIRECTORY, "is a file");
  assert_refused (inside, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NOT_FOUND, "is not a folder");
  assert_refused (self->folder, 0, DS_TEST_FILE_READ_ONLY, DS_ENGINE_ERROR_FAILED, "is a folder");
  assert_refused ("", MIB, 0, DS_ENGINE_ERROR_NOT_FOUND, "There is no folder or file");
}

static void
test_permission (Fixture *self, gconstpointer data)
{
  g_autofree char *closed = below (self, "closed");
  g_autofree char *file = g_build_filename (closed, "file", NULL);
  g_autofree char *secret = below (self, "secret");
  g_autofree char *still = below (self, "still");
  gboolean root = geteuid () == 0;

  g_assert_cmpint (g_mkdir (closed, 0755), ==, 0);
  g_assert_cmpint (g_mkdir (still, 0755), ==, 0);
  g_assert_true (g_file_set_contents (file, "text", -1, NULL));
  g_assert_true (g_file_set_contents (secret, "text", -1, NULL));
  g_assert_cmpint (chmod (closed, root ? 0700 : 0), ==, 0);
  g_assert_cmpint (chmod (secret, root ? 0600 : 0), ==, 0);
  g_assert_cmpint (chmod (still, 0555), ==, 0);
  if (root)
    g_assert_cmpint (seteuid (65534), ==, 0);
  assert_refused (still, MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_PERMISSION, "You may not write to the folder");
  assert_refused (file, 0, DS_TEST_FILE_READ_ONLY, DS_ENGINE_ERROR_PERMISSION, "You may not look at");
  assert_refused (secret, 0, DS_TEST_FILE_READ_ONLY, DS_ENGINE_ERROR_PERMISSION, "You may not read the file");
  if (root)
    g_assert_cmpint (seteuid (0), ==, 0);
  chmod (closed, 0755);
}

static void
test_sizes (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint64 free_space = 0;
  guint64 usable = ds_test_file_usable_space (self->folder, &free_space, &error);
  g_autofree char *needed = g_format_size_full (4096 * GIB, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *reserve = g_format_size_full (free_space - usable, G_FORMAT_SIZE_IEC_UNITS);
  struct rlimit old;
  struct rlimit limit;

  g_assert_no_error (error);
  g_assert_cmpuint (usable, >, 0);
  g_assert_cmpuint (usable, <, free_space);
  assert_refused (self->folder, 4096 * GIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_SPACE, needed);
  assert_refused (self->folder, 4096 * GIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_SPACE, reserve);
  assert_refused (self->folder, 511, 0, DS_ENGINE_ERROR_ALIGNMENT, "511");
  assert_refused (self->folder, 0, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_ALIGNMENT, "0 bytes");

  /* A limit of the process is met before the kernel would kill it for growing the file. */
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  limit = (struct rlimit){ .rlim_cur = 64 * MIB, .rlim_max = old.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  assert_refused (self->folder, 65 * MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_NO_SPACE, "may not be larger than");
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
}

static void
test_everything (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint64 usable = ds_test_file_usable_space (self->folder, NULL, NULL);
  g_autoptr (DsTestFile) file = ds_test_file_open (self->folder, G_MAXUINT64, DS_TEST_FILE_DIRECT, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ds_test_file_get_size (file) % MIB, ==, 0);
  /* Others write here too, between the two looks. */
  g_assert_cmpuint (ABS ((gint64) usable - (gint64) ds_test_file_get_size (file)), <, 2 * GIB);
}

static void
test_reserve (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (ds_target_reserve (0), ==, 0);
  g_assert_cmpuint (ds_target_reserve (64 * MIB), ==, 8 * MIB);
  g_assert_cmpuint (ds_target_reserve (8 * GIB - 8), ==, GIB - 1);
  g_assert_cmpuint (ds_target_reserve (8 * GIB), ==, GIB);
  g_assert_cmpuint (ds_target_reserve (20 * GIB), ==, GIB);
  g_assert_cmpuint (ds_target_reserve (100 * GIB), ==, 5 * GIB);
  g_assert_cmpuint (ds_test_file_usable_space ("/nowhere", NULL, &error), ==, 0);
  g_assert_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_FOUND);
}

static void
test_existing (Fixture *self, gconstpointer data)
{
  DsTestFileFlags flags[] = { DS_TEST_FILE_READ_ONLY, DS_TEST_FILE_READ_ONLY | DS_TEST_FILE_DIRECT };
  g_autofree char *path = below (self, "existing");
  g_autofree char *small = below (self, "small");
  g_autofree char *text = g_malloc (MIB + 300);
  g_autofree char *after = NULL;
  struct stat before;
  struct stat now;

  memset (text, 'x', MIB + 300);
  g_assert_true (g_file_set_contents (path, text, MIB + 300, NULL));
  g_assert_true (g_file_set_contents (small, text, 100, NULL));
  g_assert_cmpint (stat (path, &before), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++) {
    const guint64 sizes[] = { 0, GIB, G_MAXUINT64 };
    g_autofree void *memory = aligned_alloc (4096, 4096);
    g_autoptr (GError) error = NULL;
    g_autoptr (DsTestFile) part = ds_test_file_open (path, 8192, flags[i], &error);

    g_assert_no_error (error);
    g_assert_cmpuint (ds_test_file_get_size (part), ==, 8192);
    for (gsize j = 0; j < G_N_ELEMENTS (sizes); j++) {
      g_autoptr (DsTestFile) file = ds_test_file_open (path, sizes[j], flags[i], &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ds_test_file_get_size (file), ==, MIB);
      g_assert_true (ds_test_file_get_read_only (file));
      g_assert_cmpint (ds_test_file_get_keeping (file), ==, DS_TEST_FILE_EXISTING);
      g_assert_cmpint (pread (ds_test_file_get_fd (file), memory, 4096, 4096), ==, 4096);
      g_assert_cmpint (pwrite (ds_test_file_get_fd (file), memory, 4096, 0), ==, -1);
      g_assert_cmpint (fcntl (ds_test_file_get_fd (file), F_GETFL) & (O_NONBLOCK | O_ACCMODE), ==, O_RDONLY);
      g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 0);
    }
    assert_refused (small, 0, flags[i], DS_ENGINE_ERROR_ALIGNMENT, "100 bytes");
  }
  g_assert_cmpint (stat (path, &now), ==, 0);
  g_assert_cmpint (now.st_atim.tv_sec, ==, before.st_atim.tv_sec);
  g_assert_cmpint (now.st_atim.tv_nsec, ==, before.st_atim.tv_nsec);
  g_assert_cmpint (now.st_mtim.tv_nsec, ==, before.st_mtim.tv_nsec);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpmem (after, MIB + 300, text, MIB + 300);
}

static void
test_removed (Fixture *self, gconstpointer data)
{
  g_autofree char *path = below (self, "removed");
  g_autofree char *memory = g_malloc0 (4096);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  file = ds_test_file_open (path, MIB, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (pwrite (ds_test_file_get_fd (file), memory, 4096, 0), ==, 4096);
  assert_refused (path, MIB, 0, DS_ENGINE_ERROR_NOT_FOUND, "There is no folder or file");
}

/* The folder one stands in still opens after it was removed, and takes no files. */
static void
test_removed_under_us (Fixture *self, gconstpointer data)
{
  g_autofree char *path = below (self, "removed");
  g_autofree char *here = g_get_current_dir ();

  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  g_assert_cmpint (chdir (path), ==, 0);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  assert_refused (".", MIB, DS_TEST_FILE_DIRECT, DS_ENGINE_ERROR_GONE, "was removed");
  g_assert_cmpint (chdir (here), ==, 0);
}

static void
test_extents (Fixture *self, gconstpointer data)
{
  g_autofree void *memory = aligned_alloc (4096, MIB);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = ds_test_file_open (self->folder, 16 * MIB, DS_TEST_FILE_DIRECT, &error);
  int fd;

  g_assert_no_error (error);
  fd = ds_test_file_get_fd (file);
  memset (memory, 1, MIB);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 16 * MIB);
  g_assert_cmpint (pwrite (fd, memory, MIB, 2 * MIB), ==, MIB);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 15 * MIB);
  g_assert_cmpint (fallocate (fd, 0, 6 * MIB, 4 * MIB), ==, 0);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 15 * MIB);
  g_assert_cmpint (pwrite (fd, memory, MIB, 7 * MIB), ==, MIB);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 14 * MIB);
  for (guint64 offset = 0; offset < 16 * MIB; offset += MIB)
    g_assert_cmpint (pwrite (fd, memory, MIB, (off_t) offset), ==, MIB);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 0);
  g_assert_cmpint (fallocate (fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 15 * MIB, MIB), ==, 0);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, MIB);
  /* Many extents need more than one call. */
  for (guint64 offset = 0; offset < 16 * MIB; offset += 8192)
    g_assert_cmpint (fallocate (fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t) offset, 4096), ==, 0);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 8 * MIB + MIB / 2);
}

static void
test_cached_share (Fixture *self, gconstpointer data)
{
  g_autofree void *memory = aligned_alloc (4096, MIB);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) buffered = ds_test_file_open (self->folder, 4 * MIB, 0, &error);
  g_autoptr (DsTestFile) direct = ds_test_file_open (self->folder, 4 * MIB, DS_TEST_FILE_DIRECT, &error);
  int fd;

  g_assert_no_error (error);
  memset (memory, 1, MIB);
  fd = ds_test_file_get_fd (buffered);
  g_assert_cmpfloat (ds_test_file_cached_share (buffered), ==, 0);
  g_assert_cmpint (pwrite (fd, memory, MIB, MIB), ==, MIB);
  g_assert_cmpfloat (ds_test_file_cached_share (buffered), ==, 0.25);
  g_assert_cmpint (fsync (fd), ==, 0);
  g_assert_cmpint (posix_fadvise (fd, 0, 0, POSIX_FADV_DONTNEED), ==, 0);
  g_assert_cmpfloat (ds_test_file_cached_share (buffered), ==, 0);
  g_assert_cmpint (pwrite (ds_test_file_get_fd (direct), memory, MIB, 0), ==, MIB);
  g_assert_cmpfloat (ds_test_file_cached_share (direct), ==, 0);
}

/* The kernel would answer "everything" to somebody who neither owns nor may write the file. */
static void
test_cached_share_of_others (Fixture *self, gconstpointer data)
{
  g_autofree char *path = below (self, "theirs");
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (geteuid () != 0) {
    g_test_skip ("a file of somebody else needs root");
    return;
  }
  g_assert_true (g_file_set_contents_full (path, "text", -1, G_FILE_SET_CONTENTS_NONE, 0644, NULL));
  g_assert_cmpint (truncate (path, 4096), ==, 0);
  g_assert_cmpint (seteuid (65534), ==, 0);
  file = ds_test_file_open (path, 0, DS_TEST_FILE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (ds_test_file_cached_share (file), ==, -1);
  g_assert_cmpint (seteuid (0), ==, 0);
  g_assert_cmpfloat (ds_test_file_cached_share (file), >=, 0);
}

static void
test_null (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = ds_test_file_open ("/nowhere", 1000 * GIB + 1, DS_TEST_FILE_NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ds_test_file_get_fd (file), ==, -1);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, 1000 * GIB);
  g_assert_cmpuint (ds_test_file_get_alignment (file), ==, 512);
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, -1);
  g_assert_cmpfloat (ds_test_file_cached_share (file), ==, -1);
  assert_refused ("/nowhere", 0, DS_TEST_FILE_NULL, DS_ENGINE_ERROR_ALIGNMENT, "0 bytes");
}

static void
test_for_fd (Fixture *self, gconstpointer data)
{
  int fd = open ("/dev/zero", O_RDONLY | O_CLOEXEC);
  g_autoptr (DsTestFile) file = ds_test_file_new_for_fd (fd, GIB, 4096, DS_TEST_FILE_READ_ONLY);

  g_assert_cmpint (ds_test_file_get_fd (file), ==, fd);
  g_assert_cmpuint (ds_test_file_get_size (file), ==, GIB);
  g_assert_cmpuint (ds_test_file_get_alignment (file), ==, 4096);
  g_assert_true (ds_test_file_get_read_only (file));
  g_assert_false (ds_test_file_get_direct (file));
  g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, -1);
}

typedef struct {
  DsTestFile *file;
  GError *error;
  GThread *thread;
  gboolean done;
} Answer;

static void
answer_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Answer *answer = user_data;

  answer->file = ds_test_file_open_finish (result, &answer->error);
  answer->thread = g_thread_self ();
  answer->done = TRUE;
}

static void
answer_clear (Answer *self)
{
  g_clear_object (&self->file);
  g_clear_error (&self->error);
  self->done = FALSE;
}

/* The answer comes in the caller's context, and never before the call has returned. */
static void
test_async (Fixture *self, gconstpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answer answer = { 0 };

  /* GLib opens descriptors of its own once. */
  ds_test_file_open_async (self->folder, MIB, DS_TEST_FILE_NULL, NULL, answer_cb, &answer);
  while (!answer.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (answer.error);
  answer_clear (&answer);
  /* The thread closes its end a moment after the answer. */
  wait_for_thread_end ("ds-open");
  self->files = count_descriptors () - 1;

  g_main_context_push_thread_default (context);
  ds_test_file_open_async (self->folder, MIB, DS_TEST_FILE_DIRECT, cancellable, answer_cb, &answer);
  g_assert_false (answer.done);
  while (!answer.done)
    g_main_context_iteration (context, TRUE);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (ds_test_file_get_size (answer.file), ==, MIB);
  g_assert_true (answer.thread == g_thread_self ());
  answer_clear (&answer);

  ds_test_file_open_async ("/nowhere", MIB, DS_TEST_FILE_DIRECT, NULL, answer_cb, &answer);
  while (!answer.done)
    g_main_context_iteration (context, TRUE);
  g_assert_error (answer.error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_FOUND);
  answer_clear (&answer);

  g_cancellable_cancel (cancellable);
  ds_test_file_open_async (self->folder, MIB, DS_TEST_FILE_DIRECT, cancellable, answer_cb, &answer);
  while (!answer.done)
    g_main_context_iteration (context, TRUE);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  answer_clear (&answer);
  g_main_context_pop_thread_default (context);
  /* The last references of the context's sources hold its own descriptor. */
  while (g_main_context_iteration (context, FALSE))
    ;
  g_clear_pointer (&context, g_main_context_unref);
  wait_for_thread_end ("ds-open");
}

static void
test_io_sentences (void)
{
  const struct {
    DsEngineOperation operation;
    int errnum;
    int code;
    const char *part;
  } cases[] = {
    { DS_ENGINE_OPERATION_READ, EIO, DS_ENGINE_ERROR_IO, "Reading 4096 bytes at offset 1048576 failed: " },
    { DS_ENGINE_OPERATION_READ, EIO, DS_ENGINE_ERROR_IO, "(EIO). Look at the health" },
    { DS_ENGINE_OPERATION_WRITE, ENOSPC, DS_ENGINE_ERROR_NO_SPACE, "Writing 4096 bytes" },
    { DS_ENGINE_OPERATION_WRITE, EDQUOT, DS_ENGINE_ERROR_NO_SPACE, "quota" },
    { DS_ENGINE_OPERATION_WRITE, EROFS, DS_ENGINE_ERROR_READ_ONLY, "read-only" },
    { DS_ENGINE_OPERATION_WRITE, EFBIG, DS_ENGINE_ERROR_NO_SPACE, "choose a smaller size" },
    { DS_ENGINE_OPERATION_WRITE, EOPNOTSUPP, DS_ENGINE_ERROR_IO, "choose another durability" },
    { DS_ENGINE_OPERATION_READ, EINVAL, DS_ENGINE_ERROR_IO, "choose a larger block size" },
    { DS_ENGINE_OPERATION_READ, EPERM, DS_ENGINE_ERROR_PERMISSION, "forbids" },
    { DS_ENGINE_OPERATION_FLUSH, ENODEV, DS_ENGINE_ERROR_GONE, "Flushing" },
    { DS_ENGINE_OPERATION_READ, 0, DS_ENGINE_ERROR_IO, "less than was asked" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = ds_engine_error_new_io (cases[i].operation, MIB, 4096, cases[i].errnum);

    g_assert_error (error, DS_ENGINE_ERROR, cases[i].code);
    g_assert_nonnull (strstr (error->message, cases[i].part));
    g_assert_true (g_str_has_suffix (error->message, "."));
  }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  isolate_state ();
  ADD ("/test-file/open", test_open);
  ADD ("/test-file/buffered", test_buffered);
  ADD ("/test-file/names", test_names);
  ADD ("/test-file/links", test_links);
  ADD ("/test-file/strange", test_strange);
  ADD ("/test-file/wrong-kind", test_wrong_kind);
  ADD ("/test-file/permission", test_permission);
  ADD ("/test-file/sizes", test_sizes);
  ADD ("/test-file/everything", test_everything);
  g_test_add_func ("/test-file/reserve", test_reserve);
  ADD ("/test-file/existing", test_existing);
  ADD ("/test-file/removed", test_removed);
  ADD ("/test-file/removed-under-us", test_removed_under_us);
  ADD ("/test-file/extents", test_extents);
  ADD ("/test-file/cached-share", test_cached_share);
  ADD ("/test-file/cached-share-of-others", test_cached_share_of_others);
  ADD ("/test-file/null", test_null);
  ADD ("/test-file/for-fd", test_for_fd);
  ADD ("/test-file/async", test_async);
  g_test_add_func ("/test-file/io-sentences", test_io_sentences);
  return g_test_run ();
}
