/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-engine-error.h"
#include "ds-target.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>

GQuark
ds_engine_error_quark (void)
{
  return g_quark_from_static_string ("ds-engine-error-quark");
}

char *
ds_engine_error_describe_errno (int errnum)
{
  const char *name = strerrorname_np (errnum);

  return g_strdup_printf ("%s (%s)", g_strerror (errnum), name ? name : "?");
}

static char *
format_size (guint64 bytes)
{
  return g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
}

static char *
format_count (guint64 number)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, number);
}

static gboolean
is_gone (int errnum)
{
  return errnum == ENODEV || errnum == ENXIO || errnum == ENOTCONN || errnum == ESTALE || errnum == ESHUTDOWN;
}

static DsEngineErrorCode
io_code (int errnum)
{
  if (errnum == ENOSPC || errnum == EDQUOT || errnum == EFBIG)
    return DS_ENGINE_ERROR_NO_SPACE;
  if (errnum == EROFS)
    return DS_ENGINE_ERROR_READ_ONLY;
  if (errnum == EACCES || errnum == EPERM)
    return DS_ENGINE_ERROR_PERMISSION;
  if (is_gone (errnum))
    return DS_ENGINE_ERROR_GONE;
  return DS_ENGINE_ERROR_IO;
}

static const char *
io_advice (int errnum)
{
  switch (errnum) {
  case ENOSPC:
    return _ ("The file system is full: free some space or choose a smaller size.");
  case EDQUOT:
    return _ ("Your disk quota is used up: remove files or choose a smaller size.");
  case EROFS:
    return _ (
        "The file system became read-only, which often follows an error of the drive: look at its health and "
        "at the system log.");
  case EFBIG:
    return _ ("A file may not be that large here: choose a smaller size.");
  case EACCES:
  case EPERM:
    return _ ("The system forbids it: choose another folder, or look for a security policy that is in the way.");
  case EINVAL:
    return _ (
        "The target does not take transfers of this kind: choose a larger block size, or turn direct I/O off.");
  case EOPNOTSUPP:
    return _ ("The file system cannot do this: choose another durability or another target.");
  case EAGAIN:
  case ENOMEM:
    return _ (
        "The system is short of memory: close other programs, or choose a lower queue depth or fewer threads.");
  default:
    if (is_gone (errnum))
      return _ (
          "The drive or its file system disappeared: check that it is connected and mounted, then start again.");
    return _ ("Look at the health of the drive, at its cable and at the system log before you test it again.");
  }
}

GError *
ds_engine_error_new_io (DsEngineOperation operation, guint64 offset, guint64 length, int errnum)
{
  g_autofree char *at = format_count (offset);
  g_autofree char *bytes = format_count (length);
  g_autofree char *why = errnum ? ds_engine_error_describe_errno (errnum)
                                : g_strdup (_ ("the target transferred less than was asked, without an error"));
  g_autofree char *what = NULL;

  switch (operation) {
  case DS_ENGINE_OPERATION_READ:
    what = g_strdup_printf (_ ("Reading %s bytes at offset %s failed: %s."), bytes, at, why);
    break;
  case DS_ENGINE_OPERATION_WRITE:
    what = g_strdup_printf (_ ("Writing %s bytes at offset %s failed: %s."), bytes, at, why);
    break;
  case DS_ENGINE_OPERATION_FLUSH:
    what = g_strdup_printf (_ ("Flushing the test file to the drive failed: %s."), why);
    break;
  default:
    g_return_val_if_reached (NULL);
  }
  return g_error_new (DS_ENGINE_ERROR, io_code (errnum), "%s %s", what, io_advice (errnum));
}

GError *
ds_engine_error_new_no_uring (int errnum)
{
  g_autofree char *why = ds_engine_error_describe_errno (errnum);

  return g_error_new (
      DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_URING,
      _ ("This system refuses io_uring: %s. Choose the automatic or the sync engine, or allow io_uring "
         "(kernel.io_uring_disabled)."),
      why);
}

GError *
ds_engine_error_new_start (int errnum)
{
  g_autofree char *why = ds_engine_error_describe_errno (errnum);

  return g_error_new (
      DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
      _ ("The system has no resources left to start the test: %s. Close other programs or choose fewer "
         "threads."),
      why);
}

static GError *
new_look_up (const char *shown, int errnum)
{
  g_autofree char *why = ds_engine_error_describe_errno (errnum);

  switch (errnum) {
  case ENOENT:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_FOUND,
                        _ ("There is no folder or file “%s”. Check the path, and that the drive is mounted."),
                        shown);
  case ENOTDIR:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_FOUND,
                        _ ("There is no “%s”, because a part of that path is not a folder. Check the path."),
                        shown);
  case EACCES:
  case EPERM:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_PERMISSION,
                        _ ("You may not look at “%s”. Choose a folder that you can open."), shown);
  case ELOOP:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_FOUND,
        _ ("The symbolic links of “%s” lead in a circle. Choose the folder that was meant itself."), shown);
  default:
    if (is_gone (errnum))
      return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_GONE,
                          _ ("The file system of “%s” does not answer: %s. Check that the drive is connected and "
                             "mounted."),
                          shown, why);
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
                        _ ("“%s” cannot be opened: %s. Choose another folder."), shown, why);
  }
}

static GError *
new_open (const char *shown, int errnum, mode_t mode)
{
  g_autofree char *why = ds_engine_error_describe_errno (errnum);

  switch (errnum) {
  case EACCES:
  case EPERM:
    if (S_ISBLK (mode))
      return g_error_new (
          DS_ENGINE_ERROR, DS_ENGINE_ERROR_PERMISSION,
          _ ("You may not read the drive “%s” directly. Start the test with the right to read drives, "
             "or choose a folder on the drive."),
          shown);
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_PERMISSION,
                        _ ("You may not read the file “%s”. Choose a file that you can open."), shown);
  case ENOMEDIUM:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_GONE,
                        _ ("There is no medium in the drive “%s”. Insert one and start again."), shown);
  default:
    return new_look_up (shown, errnum);
  }
}

static GError *
new_create (const char *shown, int errnum, gboolean removed)
{
  g_autofree char *why = ds_engine_error_describe_errno (errnum);

  if (removed)
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_GONE,
                        _ ("The folder “%s” was removed in the meantime. Choose another folder."), shown);
  switch (errnum) {
  case EACCES:
  case EPERM:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_PERMISSION,
                        _ ("You may not write to the folder “%s”. Choose a folder of your own on that drive."),
                        shown);
  case EROFS:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_READ_ONLY,
        _ ("The file system of “%s” is mounted read-only, so that no test file can be written. Choose "
           "another folder, or a test that only reads."),
        shown);
  case ENOSPC:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_SPACE,
        _ ("The file system of “%s” is full: not even an empty test file fits. Free some space first."), shown);
  case EDQUOT:
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_SPACE,
                        _ ("Your disk quota on the file system of “%s” is used up. Remove files there first."),
                        shown);
  default:
    if (is_gone (errnum))
      return new_look_up (shown, errnum);
    return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
                        _ ("No test file can be made in “%s”: %s. Choose another folder."), shown, why);
  }
}

static GError *
new_size (const char *shown, const DsTargetFailure *failure)
{
  g_autofree char *needed = format_size (failure->needed);
  g_autofree char *reserve = format_size (failure->reserve);
  g_autofree char *free_space = format_size (failure->free_space);
  g_autofree char *limit = format_size (failure->limit);

  switch (failure->problem) {
  case DS_TARGET_NO_SPACE:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_SPACE,
        _ ("There is not enough space in “%s”: the test file needs %s and %s stay in reserve, but %s "
           "are free. Choose a smaller size or free some space."),
        shown, needed, reserve, free_space);
  case DS_TARGET_TOO_LARGE:
    if (!failure->limit)
      return g_error_new (DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_SPACE,
                          _ ("The file system of “%s” does not take a file of %s. Choose a smaller size."), shown,
                          needed);
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_SPACE,
        _ ("A file in “%s” may not be larger than %s, but the test file needs %s. Choose a smaller "
           "size."),
        shown, limit, needed);
  case DS_TARGET_TOO_SMALL:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_ALIGNMENT,
        _ ("A test on “%s” needs at least one block of %s, but its size is %s. Choose a larger size."), shown,
        needed, limit);
  default:
    g_return_val_if_reached (NULL);
  }
}

static GError *
new_ram_disk (const DsTargetFailure *failure)
{
  if (S_ISDIR (failure->mode))
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO,
        _ ("This folder is on a RAM disk (%s): the test would measure memory, not a drive. Choose a "
           "folder on a drive."),
        failure->file_system);
  return g_error_new (
      DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO,
      _ ("This file is on a RAM disk (%s): the test would measure memory, not a drive. Choose a file on "
         "a drive."),
      failure->file_system);
}

GError *
ds_engine_error_new_target (const char *path, const DsTargetFailure *failure)
{
  g_autofree char *shown = g_filename_display_name (path);

  switch (failure->problem) {
  case DS_TARGET_LOOK_UP:
    return new_look_up (shown, failure->errnum);
  case DS_TARGET_STRANGE:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_DIRECTORY,
        _ ("“%s” is neither a folder nor a file nor a drive. Choose a folder on the drive that is to be "
           "measured."),
        shown);
  case DS_TARGET_NEEDS_FOLDER:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NOT_DIRECTORY,
        S_ISBLK (failure->mode)
            ? _ ("“%s” is a drive, and a drive is only ever read. Choose a folder on it, or a test that "
                 "only reads.")
            : _ ("“%s” is a file, and an existing file is only ever read. Choose a folder, or a test "
                 "that only reads."),
        shown);
  case DS_TARGET_NEEDS_FILE:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
        _ ("“%s” is a folder, and there is nothing to read in it without writing a test file first. "
           "Choose a file or a drive, or a test that may write."),
        shown);
  case DS_TARGET_OPEN:
    return new_open (shown, failure->errnum, failure->mode);
  case DS_TARGET_CREATE:
    return new_create (shown, failure->errnum, failure->removed);
  case DS_TARGET_NOTE: {
    g_autofree char *why = ds_engine_error_describe_errno (failure->errnum);

    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED,
        _ ("A test file in “%s” would stay there after a crash, and your state folder does not take the "
           "note that would remove it later: %s. Make ~/.local/state writable or choose another "
           "folder."),
        shown, why);
  }
  case DS_TARGET_RAM_DISK:
    return new_ram_disk (failure);
  case DS_TARGET_NO_DIRECT_IO:
    return g_error_new (
        DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO,
        _ ("The file system of “%s” does not support direct I/O. Choose another folder, or turn direct "
           "I/O off: the page cache then takes part in every number, and each is labelled buffered."),
        shown);
  case DS_TARGET_PROBE: {
    g_autofree char *why = ds_engine_error_describe_errno (failure->errnum);

    return g_error_new (DS_ENGINE_ERROR, io_code (failure->errnum),
                        _ ("The first block of “%s” could not be transferred: %s. %s"), shown, why,
                        io_advice (failure->errnum));
  }
  case DS_TARGET_NO_SPACE:
  case DS_TARGET_TOO_LARGE:
  case DS_TARGET_TOO_SMALL:
    return new_size (shown, failure);
  case DS_TARGET_START:
    return ds_engine_error_new_start (failure->errnum);
  default:
    g_return_val_if_reached (NULL);
  }
}
