/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

typedef struct {
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("drivescope write “ổ đĩa”: XXXXXX", NULL);
  umask (022);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint count = 0;

  while (g_dir_read_name (dir) != NULL)
    count++;
  return count;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

    g_remove (path);
  }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static char *
get_path (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
assert_written (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *read = NULL;

  g_assert_true (ds_report_write_text (path, text, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &read, NULL, NULL));
  g_assert_cmpstr (read, ==, text);
}

static void
assert_refused (const char *path, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ds_report_write_text (path, "new", &error));
  g_assert_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
}

static guint
get_mode (const char *path)
{
  struct stat info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

static void
test_new_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "a");
  g_autofree char *private_path = get_path (fixture, "b");

  assert_written (path, "first\n");
  g_assert_cmpuint (get_mode (path), ==, 0644);
  umask (077);
  assert_written (private_path, "");
  g_assert_cmpuint (get_mode (private_path), ==, 0600);
  g_assert_cmpuint (count_files (fixture->folder), ==, 2);
}

static void
test_replace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "a");
  g_autofree char *second = get_path (fixture, "second name");
  g_autofree char *read = NULL;

  assert_written (path, "a long first text\n");
  g_assert_cmpint (chmod (path, 0600), ==, 0);
  g_assert_cmpint (link (path, second), ==, 0);
  assert_written (path, "short\n");
  g_assert_cmpuint (get_mode (path), ==, 0600);
  /* Another name of the old file keeps the old text: it was replaced, not written over. */
  g_assert_true (g_file_get_contents (second, &read, NULL, NULL));
  g_assert_cmpstr (read, ==, "a long first text\n");
  g_assert_cmpuint (count_files (fixture->folder), ==, 2);
}

static void
test_links (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = get_path (fixture, "target");
  g_autofree char *relative = get_path (fixture, "relative");
  g_autofree char *absolute = get_path (fixture, "absolute");
  g_autofree char *loop = get_path (fixture, "loop");
  g_autofree char *read = NULL;

  g_assert_cmpint (symlink ("target", relative), ==, 0);
  g_assert_cmpint (symlink (relative, absolute), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  /* What the link names does not exist yet. */
  assert_written (relative, "one");
  g_assert_true (g_file_test (relative, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (target, G_FILE_TEST_IS_SYMLINK));
  assert_written (absolute, "two");
  g_assert_true (g_file_test (absolute, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (relative, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (target, &read, NULL, NULL));
  g_assert_cmpstr (read, ==, "two");
  assert_refused (loop, g_strerror (ELOOP));
  g_assert_cmpuint (count_files (fixture->folder), ==, 4);
}

static void
test_refusals (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = get_path (fixture, "file");
  g_autofree char *missing = get_path (fixture, "missing/file");
  g_autofree char *below_file = get_path (fixture, "file/file");
  g_autofree char *slash = get_path (fixture, "new/");
  g_autofree char *long_name = g_strnfill (300, 'x');
  g_autofree char *long_path = get_path (fixture, long_name);

  assert_written (file, "kept");
  assert_refused (fixture->folder, "is a folder");
  assert_refused (slash, "is a folder");
  assert_refused (missing, "no such folder");
  assert_refused (below_file, "no such folder");
  assert_refused (long_path, g_strerror (ENAMETOOLONG));
  assert_refused ("", "no such folder");
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

/* Names as long as the file system takes them are no trouble: the temporary file does not lengthen them. */
static void
test_long_name (Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = g_strnfill (255, 'x');
  g_autofree char *path = get_path (fixture, name);

  assert_written (path, "one");
  assert_written (path, "two");
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

static void
test_permissions (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "file");
  g_autofree char *new_path = get_path (fixture, "new");
  pid_t child;
  int status;

  if (geteuid () != 0) {
    assert_written (path, "kept");
    g_assert_cmpint (chmod (path, 0444), ==, 0);
    assert_refused (path, "may not be written");
    g_assert_cmpint (chmod (fixture->folder, 0555), ==, 0);
    assert_refused (new_path, "may not be written");
    g_assert_cmpint (chmod (fixture->folder, 0755), ==, 0);
    return;
  }
  /* Root may write anywhere: a child without those rights tries. */
  assert_written (path, "kept");
  g_assert_cmpint (chmod (fixture->folder, 0755), ==, 0);
  child = fork ();
  if (child == 0) {
    g_autoptr (GError) error = NULL;
    gboolean good = setgid (65534) == 0 && setuid (65534) == 0;

    good = good && !ds_report_write_text (path, "new", &error) && strstr (error->message, "may not be written");
    g_clear_error (&error);
    good =
        good && !ds_report_write_text (new_path, "new", &error) && strstr (error->message, "may not be written");
    _exit (good ? 0 : 1);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

/* A text that does not fit leaves the old file and nothing else. */
static void
test_no_room (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "file");
  g_autofree char *read = NULL;
  g_autofree char *large = g_strnfill (100000, 'x');
  g_autoptr (GError) error = NULL;
  struct rlimit old;
  struct rlimit limit;

  assert_written (path, "kept");
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  limit = old;
  limit.rlim_cur = 50000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_false (ds_report_write_text (path, large, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  g_assert_true (g_file_get_contents (path, &read, NULL, NULL));
  g_assert_cmpstr (read, ==, "kept");
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

/* The same on a file system that is really full, and on one that is read only */
static void
test_mounts (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "file");
  g_autofree char *large = g_strnfill (300000, 'x');
  g_autofree char *read = NULL;
  g_autoptr (GError) error = NULL;

  if (mount ("drivescope-test", fixture->folder, "tmpfs", 0, "size=64k") < 0) {
    g_test_skip ("Mounting needs root.");
    return;
  }
  assert_written (path, "kept");
  g_assert_false (ds_report_write_text (path, large, &error));
  g_assert_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "There is no room left"));
  g_assert_true (g_file_get_contents (path, &read, NULL, NULL));
  g_assert_cmpstr (read, ==, "kept");
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
  g_assert_cmpint (mount (NULL, fixture->folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
  assert_refused (path, "may not be written");
  g_assert_cmpint (umount (fixture->folder), ==, 0);
}

static gpointer
read_fifo (gpointer data)
{
  char *text = NULL;

  g_file_get_contents (data, &text, NULL, NULL);
  return text;
}

/* What is no ordinary file is written to, never replaced. */
static void
test_devices (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fifo = get_path (fixture, "fifo");
  g_autofree char *read = NULL;
  g_autoptr (GError) error = NULL;
  GThread *reader;
  struct stat info;

  g_assert_true (ds_report_write_text ("/dev/null", "gone", &error));
  g_assert_no_error (error);
  g_assert_cmpint (stat ("/dev/null", &info), ==, 0);
  g_assert_true (S_ISCHR (info.st_mode));

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_refused (fifo, g_strerror (ENXIO)); /* nobody reads it */
  reader = g_thread_new ("reader", read_fifo, fifo);
  while (!ds_report_write_text (fifo, "through\n", NULL))
    g_usleep (1000);
  read = g_thread_join (reader);
  g_assert_cmpstr (read, ==, "through\n");
  g_assert_cmpint (stat (fifo, &info), ==, 0);
  g_assert_true (S_ISFIFO (info.st_mode));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define add(name, function) g_test_add ("/write/" name, Fixture, NULL, set_up, function, tear_down)
  add ("new-file", test_new_file);
  add ("replace", test_replace);
  add ("links", test_links);
  add ("refusals", test_refusals);
  add ("long-name", test_long_name);
  add ("permissions", test_permissions);
  add ("no-room", test_no_room);
  add ("mounts", test_mounts);
  add ("devices", test_devices);
  return g_test_run ();
}
