/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-leftovers.h"
#include "ds-note.h"
#include "ds-test-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mounts.h"

#define MIB ((guint64) 1 << 20)

typedef struct {
  char *folder;
  char *notes;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = make_drive_folder ();
  self->notes = ds_notes_dup_folder ();
  g_assert_cmpint (g_mkdir_with_parents (self->notes, 0700), ==, 0);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_folder (self->folder);
  remove_folder (self->notes);
  g_free (self->folder);
  g_free (self->notes);
}

/* Refuses, in this process and for good, what file systems of old refuse: O_TMPFILE, and unlinking relative to a
 * folder, too, where named files are wanted. */
static void
refuse (gboolean unlinking)
{
  const guint32 number = offsetof (struct seccomp_data, nr);
  const guint32 flags = offsetof (struct seccomp_data, args[2]); /* the low half, on machines of this byte order */
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, number),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, flags),
    BPF_STMT (BPF_ALU | BPF_AND | BPF_K, O_TMPFILE),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, O_TMPFILE, 0, 3),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, unlinking ? __NR_unlinkat : (guint32) -1, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { .len = G_N_ELEMENTS (filter), .filter = filter };

  G_STATIC_ASSERT (G_BYTE_ORDER == G_LITTLE_ENDIAN);
  g_assert_cmpint (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), ==, 0);
  g_assert_cmpint (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), ==, 0);
}

typedef enum {
  PLAIN,
  NO_TMPFILE,
  NO_UNLINK,
} Refusal;

typedef struct {
  pid_t pid;
  int release; /* closing it lets the child free its file and end */
} Child;

/* A process of its own that opens a test file and keeps it; returns once the file is open. */
static Child
start_child (const char *folder, Refusal refusal, DsTestFileKeeping *keeping)
{
  int ready[2];
  int release[2];
  Child self;
  guchar byte;

  g_assert_cmpint (pipe (ready), ==, 0);
  g_assert_cmpint (pipe (release), ==, 0);
  self.pid = fork ();
  g_assert_cmpint (self.pid, >=, 0);
  if (self.pid == 0) {
    DsTestFile *file;

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    close (release[1]);
    if (refusal != PLAIN)
      refuse (refusal == NO_UNLINK);
    file = ds_test_file_open (folder, MIB, DS_TEST_FILE_DIRECT, NULL);
    byte = file ? (guchar) ds_test_file_get_keeping (file) : 255;
    if (write (ready[1], &byte, 1) != 1 || read (release[0], &byte, 1) < 0)
      _exit (1);
    g_clear_object (&file);
    _exit (0);
  }
  close (ready[1]);
  close (release[0]);
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  g_assert_cmpint (byte, !=, 255);
  *keeping = (DsTestFileKeeping) byte;
  self.release = release[1];
  return self;
}

static void
end_child (Child *self, gboolean kill_it)
{
  int status;

  if (kill_it)
    g_assert_cmpint (kill (self->pid, SIGKILL), ==, 0);
  close (self->release);
  g_assert_cmpint (waitpid (self->pid, &status, 0), ==, self->pid);
  g_assert_true (kill_it ? WIFSIGNALED (status) : WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

static void
assert_names (const char *folder, const char *expected)
{
  g_autofree char *names = list_folder (folder);

  g_assert_cmpstr (names, ==, expected);
}

static void
assert_one_file (const char *folder)
{
  g_autofree char *name = list_folder (folder);

  g_assert_true (ds_note_is_name (name));
}

static void
test_unnamed (Fixture *self, gconstpointer data)
{
  DsTestFileKeeping keeping;
  Child child = start_child (self->folder, PLAIN, &keeping);

  g_assert_cmpint (keeping, !=, DS_TEST_FILE_NAMED);
  assert_names (self->folder, "");
  assert_names (self->notes, "");
  end_child (&child, TRUE);
  assert_names (self->folder, "");
}

static void
test_unlinked (Fixture *self, gconstpointer data)
{
  DsTestFileKeeping keeping;
  Child child = start_child (self->folder, NO_TMPFILE, &keeping);

  g_assert_cmpint (keeping, ==, DS_TEST_FILE_UNLINKED);
  assert_names (self->folder, "");
  assert_names (self->notes, "");
  end_child (&child, TRUE);
  assert_names (self->folder, "");
}

static void
test_named (Fixture *self, gconstpointer data)
{
  DsTestFileKeeping keeping;
  Child child = start_child (self->folder, NO_UNLINK, &keeping);

  g_assert_cmpint (keeping, ==, DS_TEST_FILE_NAMED);
  assert_one_file (self->folder);
  assert_one_file (self->notes);
  /* A running test is left alone. */
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  assert_one_file (self->folder);
  assert_one_file (self->notes);
  end_child (&child, TRUE);
  assert_one_file (self->folder);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
  assert_names (self->folder, "");
  assert_names (self->notes, "");
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
}

/* The same on file systems that really are so */
static void
test_fuse (Fixture *self, gconstpointer data)
{
  g_autoptr (Mount) mount = mount_new_failfs (data);
  DsTestFileKeeping keeping;
  Child child;

  if (!mount)
    return;
  child = start_child (mount->path, PLAIN, &keeping);
  g_assert_cmpint (keeping, ==, DS_TEST_FILE_NAMED);
  assert_one_file (mount->path);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  end_child (&child, FALSE);
  assert_names (mount->path, "");
  assert_names (self->notes, "");

  child = start_child (mount->path, PLAIN, &keeping);
  end_child (&child, TRUE);
  assert_one_file (mount->path);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
  assert_names (mount->path, "");
  assert_names (self->notes, "");
}

/* Killed at any moment of opening and closing, a test leaves nothing that a sweep does not find. */
static void
test_any_moment (Fixture *self, gconstpointer data)
{
  const Refusal refusals[] = { NO_TMPFILE, PLAIN };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (Mount) mount = NULL;
  guint swept = 0;

  if (data) {
    mount = mount_new_failfs (data);
    if (!mount)
      return;
  }
  for (guint i = 0; i < 60; i++) {
    const char *folder = mount ? mount->path : self->folder;
    pid_t pid = fork ();

    if (pid == 0) {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (refusals[mount ? 1 : 0] == NO_TMPFILE)
        refuse (FALSE);
      for (;;)
        g_object_unref (ds_test_file_open (folder, MIB, 0, NULL));
    }
    g_usleep ((gulong) g_rand_int_range (random, 500, 12000));
    g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
    g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
    swept += ds_leftovers_sweep ();
    assert_names (folder, "");
    assert_names (self->notes, "");
  }
  g_test_message ("%u files swept", swept);
}

/* A note of a test that is gone, and what it speaks of */
typedef struct {
  DsNoteText text;
  char *file;
} Left;

static void
left_clear (Left *self)
{
  ds_note_text_clear (&self->text);
  g_clear_pointer (&self->file, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Left, left_clear)

static Left
leave (Fixture *self, const char *file_system)
{
  char name[DS_NOTE_NAME_SIZE];
  int fd = open (self->folder, O_PATH | O_CLOEXEC);
  DsNote note = DS_NOTE_INIT;
  Left left;

  ds_note_make_name (name);
  left.text.folder = g_strdup (self->folder);
  left.text.name = g_strdup (name);
  left.text.file_system = file_system ? g_strdup (file_system) : ds_note_describe_file_system (fd);
  left.text.owner = geteuid ();
  left.file = g_build_filename (self->folder, name, NULL);
  close (fd);
  g_assert_cmpint (ds_note_create (&note, self->notes, &left.text), ==, 0);
  ds_note_release (&note);
  return left;
}

static void
test_locked (Fixture *self, gconstpointer data)
{
  g_auto (Left) left = leave (self, NULL);
  int fd = open (left.file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  assert_one_file (self->folder);
  assert_one_file (self->notes);
  close (fd);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
  assert_names (self->folder, "");
  assert_names (self->notes, "");
}

static void
test_link (Fixture *self, gconstpointer data)
{
  g_auto (Left) left = leave (self, NULL);
  g_autofree char *victim = g_build_filename (self->folder, "victim", NULL);

  g_assert_true (g_file_set_contents (victim, "text", -1, NULL));
  g_assert_cmpint (symlink (victim, left.file), ==, 0);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  g_assert_true (g_file_test (victim, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_test (left.file, G_FILE_TEST_IS_SYMLINK));
  assert_names (self->notes, "");
}

static void
test_linked_folder (Fixture *self, gconstpointer data)
{
  g_autofree char *elsewhere = g_strconcat (self->folder, "-elsewhere", NULL);
  g_auto (Left) left = leave (self, NULL);

  /* The noted folder was replaced by a link to where a file of that name is. */
  g_assert_true (g_file_set_contents (left.file, "text", -1, NULL));
  g_assert_cmpint (rename (self->folder, elsewhere), ==, 0);
  g_assert_cmpint (symlink (elsewhere, self->folder), ==, 0);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  assert_names (elsewhere, left.text.name);
  g_assert_cmpint (unlink (self->folder), ==, 0);
  g_assert_cmpint (rename (elsewhere, self->folder), ==, 0);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
}

static void
test_not_ours (Fixture *self, gconstpointer data)
{
  g_auto (Left) fifo = leave (self, NULL);
  g_auto (Left) folder = leave (self, NULL);

  g_assert_cmpint (mkfifo (fifo.file, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (folder.file, 0700), ==, 0);
  if (geteuid () == 0) {
    g_auto (Left) theirs = leave (self, NULL);

    g_assert_true (g_file_set_contents (theirs.file, "text", -1, NULL));
    g_assert_cmpint (chown (theirs.file, 65534, 65534), ==, 0);
    g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
    g_assert_true (g_file_test (theirs.file, G_FILE_TEST_EXISTS));
  }
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  g_assert_true (g_file_test (fifo.file, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (folder.file, G_FILE_TEST_IS_DIR));
  assert_names (self->notes, "");
}

/* What stands in the notes' folder is no order to remove anything else. */
static void
test_strange_notes (Fixture *self, gconstpointer data)
{
  const char *texts[] = {
    "",
    "[Test file]\n",
    "[Test file]\nFolder=file://%s\nName=victim\nFileSystem=\nOwner=%u\n",
    "[Test file]\nFolder=file://%s\nName=../victim\nFileSystem=\nOwner=%u\n",
    "[Test file]\nFolder=http://%s\nName=.drivescope-0123456789abcdef.tmp\nFileSystem=\nOwner=%u\n",
    "\xff\xfe\x01",
  };
  g_autofree char *victim = g_build_filename (self->folder, "victim", NULL);
  g_autofree char *other = g_build_filename (self->notes, "settings", NULL);
  g_autofree char *link = g_build_filename (self->notes, ".drivescope-00000000000000ff.tmp", NULL);
  g_autofree char *names = NULL;

  g_assert_true (g_file_set_contents (victim, "text", -1, NULL));
  g_assert_true (g_file_set_contents (other, "text", -1, NULL));
  g_assert_cmpint (symlink (victim, link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *name = g_strdup_printf (".drivescope-%016x.tmp", i);
    g_autofree char *path = g_build_filename (self->notes, name, NULL);
    g_autofree char *owner = g_strdup_printf ("%u", geteuid ());
    g_autoptr (GString) text = g_string_new (texts[i]);

    g_string_replace (text, "%s", self->folder, 0);
    g_string_replace (text, "%u", owner, 0);
    g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  }
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  assert_names (self->folder, "victim");
  names = g_strdup_printf ("%s settings", strrchr (link, '/') + 1);
  assert_names (self->notes, names);
}

/* A drive that is not plugged in now is waited for. */
static void
test_away (Fixture *self, gconstpointer data)
{
  g_autofree char *elsewhere = g_strconcat (self->folder, "-elsewhere", NULL);
  g_auto (Left) left = leave (self, NULL);

  g_assert_true (g_file_set_contents (left.file, "text", -1, NULL));
  g_assert_cmpint (rename (self->folder, elsewhere), ==, 0);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  assert_one_file (self->notes);
  g_assert_cmpint (rename (elsewhere, self->folder), ==, 0);
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
  assert_names (self->notes, "");
}

static void
test_empty_mount_point (Fixture *self, gconstpointer data)
{
  g_auto (Left) other = leave (self, "6969:0000000000000000");

  g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
  assert_one_file (self->notes);
  g_assert_true (g_file_set_contents (other.file, "text", -1, NULL));
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
  assert_names (self->notes, "");
  /* The same file system, and the file is gone: nothing to wait for */
  {
    g_auto (Left) same = leave (self, NULL);

    g_assert_cmpuint (ds_leftovers_sweep (), ==, 0);
    assert_names (self->notes, "");
  }
}

static void
test_odd_folder (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (self->folder, "Ổ đĩa: \"a\" %41\n\xff", NULL);
  Fixture odd = { .folder = folder, .notes = self->notes };
  g_auto (Left) left = { 0 };

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  left = leave (&odd, NULL);
  g_assert_true (g_file_set_contents (left.file, "text", -1, NULL));
  g_assert_cmpuint (ds_leftovers_sweep (), ==, 1);
  assert_names (folder, "");
}

/* Without a state folder that takes the note, no file with a name is made. */
static void
test_no_state (Fixture *self, gconstpointer data)
{
  g_autoptr (Mount) mount = mount_new_failfs ("busy_unlink");
  g_autoptr (GError) error = NULL;
  g_autoptr (DsTestFile) file = NULL;

  if (!mount)
    return;
  g_assert_cmpint (g_rmdir (self->notes), ==, 0);
  g_assert_true (g_file_set_contents (self->notes, "in the way", -1, NULL));
  file = ds_test_file_open (mount->path, MIB, DS_TEST_FILE_DIRECT, &error);
  g_assert_null (file);
  g_assert_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "state folder"));
  assert_names (mount->path, "");
}

static void
test_name (void)
{
  char name[DS_NOTE_NAME_SIZE];
  char other[DS_NOTE_NAME_SIZE];

  ds_note_make_name (name);
  ds_note_make_name (other);
  g_assert_cmpstr (name, !=, other);
  g_assert_true (ds_note_is_name (name));
  g_assert_false (ds_note_is_name (".drivescope-0123456789abcdeg.tmp"));
  g_assert_false (ds_note_is_name (".drivescope-0123456789abcde.tmp"));
  g_assert_false (ds_note_is_name (".drivescope-../../../etc/a.tmp"));
  g_assert_false (ds_note_is_name ("xdrivescope-0123456789abcdef.tmp"));
  g_assert_false (ds_note_is_name (""));
}

#define ADD(path, data, function) g_test_add (path, Fixture, data, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  isolate_state ();
  mounts_enter ();
  ADD ("/leftovers/unnamed", NULL, test_unnamed);
  ADD ("/leftovers/unlinked", NULL, test_unlinked);
  ADD ("/leftovers/named", NULL, test_named);
  ADD ("/leftovers/fuse/hidden", "hide_unlink", test_fuse);
  ADD ("/leftovers/fuse/busy", "busy_unlink", test_fuse);
  ADD ("/leftovers/any-moment/unlinked", NULL, test_any_moment);
  ADD ("/leftovers/any-moment/hidden", "hide_unlink", test_any_moment);
  ADD ("/leftovers/any-moment/busy", "busy_unlink", test_any_moment);
  ADD ("/leftovers/locked", NULL, test_locked);
  ADD ("/leftovers/link", NULL, test_link);
  ADD ("/leftovers/linked-folder", NULL, test_linked_folder);
  ADD ("/leftovers/not-ours", NULL, test_not_ours);
  ADD ("/leftovers/strange-notes", NULL, test_strange_notes);
  ADD ("/leftovers/away", NULL, test_away);
  ADD ("/leftovers/empty-mount-point", NULL, test_empty_mount_point);
  ADD ("/leftovers/odd-folder", NULL, test_odd_folder);
  ADD ("/leftovers/no-state", NULL, test_no_state);
  g_test_add_func ("/leftovers/name", test_name);
  return g_test_run ();
}
