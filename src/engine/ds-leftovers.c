/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-leftovers.h"
#include "ds-note.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum {
  SWEPT,   /* the file is gone now */
  ABSENT,  /* there is nothing left to remove */
  PENDING, /* it may still be there: in use, or its drive is away */
} Outcome;

static gboolean
is_ours (int fd, const DsNoteText *text)
{
  struct stat info;

  return fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_nlink <= 1 && info.st_uid == text->owner;
}

/* What the file under that name is; SWEPT: ours, and nobody uses it */
static Outcome
look_at_file (int folder, const DsNoteText *text)
{
  g_autofree char *file_system = NULL;
  Outcome outcome;
  int fd = openat (folder, text->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

  if (fd < 0 && errno == ENOENT) {
    /* The empty mount point of a drive that is away looks like a folder from which the file was removed. */
    file_system = ds_note_describe_file_system (folder);
    return g_strcmp0 (file_system, text->file_system) == 0 ? ABSENT : PENDING;
  }
  if (fd < 0)
    return errno == ELOOP ? ABSENT : PENDING;
  if (!is_ours (fd, text))
    outcome = ABSENT;
  /* Where the file system has no locks, that of the note, which is held here, has said enough. */
  else if (flock (fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
    outcome = PENDING;
  else
    outcome = SWEPT;
  close (fd);
  return outcome;
}

static Outcome
sweep_file (const DsNoteText *text)
{
  Outcome outcome;
  int folder = open (text->folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  /* A folder that is away may be on a drive that is not plugged in now: the note waits for it. */
  if (folder < 0)
    return PENDING;
  outcome = look_at_file (folder, text);
  if (outcome == SWEPT && ds_note_unlink_file (folder, text->name) != 0)
    outcome = PENDING;
  close (folder);
  return outcome;
}

guint
ds_leftovers_sweep (void)
{
  g_autofree char *notes = ds_notes_dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (notes, 0, NULL);
  const char *file;
  guint swept = 0;

  while (dir && (file = g_dir_read_name (dir))) {
    g_auto (DsNoteText) text = { 0 };
    DsNote note = DS_NOTE_INIT;
    int errnum = ds_note_take (&note, notes, file, &text);
    Outcome outcome;

    if (errnum == ENOMSG)
      outcome = ABSENT;
    else if (errnum)
      continue;
    else
      outcome = sweep_file (&text);
    if (outcome == SWEPT)
      swept++;
    if (outcome == PENDING)
      ds_note_release (&note);
    else
      ds_note_remove (&note);
  }
  return swept;
}
