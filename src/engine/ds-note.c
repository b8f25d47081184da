/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-note.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define GROUP        "Test file"
#define PREFIX       ".drivescope-"
#define SUFFIX       ".tmp"
#define HEX_DIGITS   16
#define CREATE_TRIES 16
#define UNLINK_TRIES 100
#define UNLINK_PAUSE 1000  /* microseconds */
#define MAX_NOTE     16384 /* a path of PATH_MAX bytes, each escaped to three, and the rest */

void
ds_note_text_clear (DsNoteText *self)
{
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->file_system, g_free);
}

char *
ds_notes_dup_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "drivescope", "test-files", NULL);
}

void
ds_note_make_name (char name[DS_NOTE_NAME_SIZE])
{
  guint64 number = 0;

  /* Eight bytes are never cut short, and a signal does not interrupt so small a request. */
  if (getrandom (&number, sizeof number, 0) != sizeof number)
    number = ((guint64) getpid () << 40) ^ (guint64) g_get_monotonic_time ();
  g_snprintf (name, DS_NOTE_NAME_SIZE, PREFIX "%016" G_GINT64_MODIFIER "x" SUFFIX, number);
}

gboolean
ds_note_is_name (const char *name)
{
  const char *digits;

  if (strlen (name) != DS_NOTE_NAME_SIZE - 1 || !g_str_has_prefix (name, PREFIX) ||
      !g_str_has_suffix (name, SUFFIX))
    return FALSE;
  digits = name + strlen (PREFIX);
  return strspn (digits, "0123456789abcdef") == HEX_DIGITS;
}

char *
ds_note_describe_file_system (int fd)
{
  struct statfs info;
  guint id[2];

  if (fstatfs (fd, &info) < 0)
    return NULL;
  G_STATIC_ASSERT (sizeof info.f_fsid == sizeof id);
  memcpy (id, &info.f_fsid, sizeof id);
  return g_strdup_printf ("%lx:%08x%08x", (gulong) info.f_type, id[0], id[1]);
}

static int
write_text (int fd, const DsNoteText *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *uri = g_filename_to_uri (text->folder, NULL, NULL);
  g_autofree char *data = NULL;
  gsize length = 0;

  if (!uri)
    return EINVAL;
  /* An address, because a path may hold bytes that a key file does not. */
  g_key_file_set_string (file, GROUP, "Folder", uri);
  g_key_file_set_string (file, GROUP, "Name", text->name);
  g_key_file_set_string (file, GROUP, "FileSystem", text->file_system ? text->file_system : "");
  g_key_file_set_uint64 (file, GROUP, "Owner", text->owner);
  data = g_key_file_to_data (file, &length, NULL);
  for (gsize done = 0; done < length;) {
    gssize wrote = pwrite (fd, data + done, length - done, (off_t) done);

    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote < 0)
      return errno;
    done += (gsize) wrote;
  }
  if (ftruncate (fd, (off_t) length) < 0 || fsync (fd) < 0)
    return errno;
  return 0;
}

static int
read_text (int fd, DsNoteText *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *data = g_malloc (MAX_NOTE);
  g_autofree char *uri = NULL;
  g_autofree char *owner = NULL;
  gssize length = pread (fd, data, MAX_NOTE, 0);
  guint64 number;

  if (length < 0)
    return errno;
  if (!g_key_file_load_from_data (file, data, (gsize) length, G_KEY_FILE_NONE, NULL))
    return EBADMSG;
  uri = g_key_file_get_string (file, GROUP, "Folder", NULL);
  owner = g_key_file_get_string (file, GROUP, "Owner", NULL);
  text->folder = uri ? g_filename_from_uri (uri, NULL, NULL) : NULL;
  text->name = g_key_file_get_string (file, GROUP, "Name", NULL);
  text->file_system = g_key_file_get_string (file, GROUP, "FileSystem", NULL);
  if (!text->folder || !text->name || !ds_note_is_name (text->name) || !owner ||
      !g_ascii_string_to_unsigned (owner, 10, 0, G_MAXUINT32, &number, NULL)) {
    ds_note_text_clear (text);
    return EBADMSG;
  }
  text->owner = (uid_t) number;
  return 0;
}

/* The entry itself must be on the drive before the file it speaks of is. */
static void
flush_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/* A sweep may see the note before it is locked: it then holds or has removed it, and EAGAIN asks for another. */
static int
create_locked (DsNote *self, const char *notes)
{
  char name[DS_NOTE_NAME_SIZE];
  struct stat info;

  ds_note_make_name (name);
  self->path = g_build_filename (notes, name, NULL);
  self->fd = open (self->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->fd < 0 || flock (self->fd, LOCK_EX | LOCK_NB) < 0 || fstat (self->fd, &info) < 0)
    return errno;
  return info.st_nlink ? 0 : EAGAIN;
}

int
ds_note_create (DsNote *self, const char *notes, const DsNoteText *text)
{
  int result = EAGAIN;

  if (g_mkdir_with_parents (notes, 0700) < 0)
    return errno;
  for (guint i = 0; i < CREATE_TRIES && result == EAGAIN; i++) {
    ds_note_remove (self);
    result = create_locked (self, notes);
  }
  if (!result)
    result = write_text (self->fd, text);
  if (result)
    ds_note_remove (self);
  else
    flush_folder (notes);
  return result;
}

int
ds_note_update (DsNote *self, const DsNoteText *text)
{
  return write_text (self->fd, text);
}

int
ds_note_take (DsNote *self, const char *notes, const char *file, DsNoteText *text)
{
  struct stat info;
  int result = 0;

  if (!ds_note_is_name (file))
    return EBADMSG;
  self->path = g_build_filename (notes, file, NULL);
  self->fd = open (self->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (self->fd < 0)
    result = errno;
  else if (fstat (self->fd, &info) < 0)
    result = errno;
  else if (!S_ISREG (info.st_mode) || info.st_uid != geteuid ())
    result = EBADMSG;
  else if (flock (self->fd, LOCK_EX | LOCK_NB) < 0)
    result = errno;
  else if (fstat (self->fd, &info) < 0 || info.st_nlink == 0)
    result = ENOENT;
  if (result) {
    ds_note_release (self);
    return result;
  }
  return read_text (self->fd, text) ? ENOMSG : 0;
}

void
ds_note_release (DsNote *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->path, g_free);
}

void
ds_note_remove (DsNote *self)
{
  if (self->fd >= 0)
    unlink (self->path);
  ds_note_release (self);
}

int
ds_note_unlink_file (int folder, const char *name)
{
  int errnum = 0;

  /* A file system that keeps open files needs a moment to notice that this one was closed. */
  for (guint i = 0; i < UNLINK_TRIES; i++) {
    errnum = unlinkat (folder, name, 0) < 0 ? errno : 0;
    if (errnum != EBUSY)
      break;
    g_usleep (UNLINK_PAUSE);
  }
  return errnum;
}
