/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* A note in the person's state folder says that a test file with a name is about to exist and where. The process
 * that runs the test holds a lock on the note for as long as the file may be there, so that a sweep tells a
 * running test from a left file even on file systems without locks. */

#define DS_NOTE_NAME_SIZE sizeof (".drivescope-0123456789abcdef.tmp")

typedef struct {
  int fd;     /* locked; -1 where there is no note */
  char *path; /* (owned) */
} DsNote;

#define DS_NOTE_INIT ((DsNote){ .fd = -1, .path = NULL })

/* What a note says */
typedef struct {
  char *folder;      /* absolute, without symbolic links (owned) */
  char *name;        /* a name of ds_note_make_name() (owned) */
  char *file_system; /* type and id of the folder's file system (owned) */
  uid_t owner;       /* whose the file is, by stat() */
} DsNoteText;

void ds_note_text_clear (DsNoteText *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DsNoteText, ds_note_text_clear)

/* $XDG_STATE_HOME/drivescope/test-files (transfer full) */
char *ds_notes_dup_folder (void);

/* A fresh name that no other file has, and whether a name is of that form */
void ds_note_make_name (char name[DS_NOTE_NAME_SIZE]);
gboolean ds_note_is_name (const char *name);

/* Type and id of the file system behind a descriptor (transfer full), NULL where unknown */
char *ds_note_describe_file_system (int fd);

/* Creates, locks, writes and flushes a note. 0, or an errno with nothing left behind. */
int ds_note_create (DsNote *self, const char *notes, const DsNoteText *text);
/* Writes it again, still locked */
int ds_note_update (DsNote *self, const DsNoteText *text);
/* Takes over the note of a process that is gone: 0 and the text, EWOULDBLOCK where its test still runs, EBADMSG
 * where it is no note of ours. ENOMSG, and the note is held all the same, where it was never finished: then no
 * file was created either. */
int ds_note_take (DsNote *self, const char *notes, const char *file, DsNoteText *text);
/* Removes the note and gives the lock back; does nothing without one. */
void ds_note_remove (DsNote *self);
/* Removes the file itself, which this process has closed. 0 or an errno. */
int ds_note_unlink_file (int folder, const char *name);
/* Gives the lock back and leaves the note to a later sweep. */
void ds_note_release (DsNote *self);

G_END_DECLS
