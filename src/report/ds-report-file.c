/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ds-json-guard.h"

#define MAX_LINKS 40

/* --- Reading ----------------------------------------------------------------------------------------------- */

static gboolean
refuse_size (const char *name, GError **error)
{
  g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_TOO_LARGE,
               _ ("“%s” is too large for a result file: more than 256 MiB."), name);
  return FALSE;
}

/* What is no ordinary file could block for ever (a FIFO) or never end (a device). */
static gboolean
check_file (GFile *file, const char *name, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                         G_FILE_QUERY_INFO_NONE, NULL, error);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY) {
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
                 _ ("“%s” is a folder, not a result file. Choose a file in it."), name);
    return FALSE;
  }
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR) {
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED, _ ("“%s” is not an ordinary file."), name);
    return FALSE;
  }
  if ((guint64) g_file_info_get_size (info) > DS_JSON_MAX_SIZE)
    return refuse_size (name, error);
  return TRUE;
}

static GByteArray *
read_all (GFile *file, const char *name, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *chunk = g_malloc (1 << 16);
  gssize length;

  if (stream == NULL)
    return NULL;
  while ((length = g_input_stream_read (G_INPUT_STREAM (stream), chunk, 1 << 16, NULL, error)) > 0) {
    g_byte_array_append (bytes, chunk, (guint) length);
    /* A file may grow while it is read. */
    if (bytes->len > DS_JSON_MAX_SIZE) {
      refuse_size (name, error);
      return NULL;
    }
  }
  return length < 0 ? NULL : g_steal_pointer (&bytes);
}

GByteArray *
ds_report_read_file (GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);

  return check_file (file, name, error) ? read_all (file, name, error) : NULL;
}

DsReport *
ds_report_load (GFile *file, GError **error)
{
  g_autoptr (GByteArray) bytes = ds_report_read_file (file, error);

  if (bytes == NULL)
    return NULL;
  return ds_report_from_json (bytes->len > 0 ? (const char *) bytes->data : "", bytes->len, error);
}

/* --- Writing ----------------------------------------------------------------------------------------------- */

static gboolean
fail_write (const char *path, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  switch (code) {
  case ENOSPC:
  case EDQUOT:
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE,
                 _ ("There is no room left for “%s”. Make room, or choose another place."), name);
    break;
  case EROFS:
  case EACCES:
  case EPERM:
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE,
                 _ ("“%s” may not be written: %s. Choose another place."), name, g_strerror (code));
    break;
  case ENOENT:
  case ENOTDIR:
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE,
                 _ ("“%s” could not be written: there is no such folder. Choose a folder that exists."), name);
    break;
  case EISDIR:
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE, _ ("“%s” is a folder. Choose the name of a file."),
                 name);
    break;
  default:
    g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_WRITE, _ ("“%s” could not be written: %s."), name,
                 g_strerror (code));
  }
  return FALSE;
}

/* 0, or an errno */
static int
write_all (int fd, const char *text, gsize length)
{
  while (length > 0) {
    gssize written = write (fd, text, length);

    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    text += written;
    length -= (gsize) written;
  }
  return 0;
}

static int
sync_and_close (int fd)
{
  int code = fsync (fd) < 0 ? errno : 0;

  if (close (fd) < 0 && code == 0)
    code = errno;
  return code;
}

/* Where a chain of symbolic links ends, which need not exist yet: the link stays, what it names is replaced. NULL
 * and errno */
static char *
follow_links (const char *path)
{
  g_autofree char *at = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++) {
    g_autofree char *target = g_file_read_link (at, NULL);
    g_autofree char *folder = NULL;

    if (target == NULL)
      return g_steal_pointer (&at);
    folder = g_path_get_dirname (at);
    g_free (at);
    at = g_path_is_absolute (target) ? g_strdup (target) : g_build_filename (folder, target, NULL);
  }
  errno = ELOOP;
  return NULL;
}

/* A terminal, a FIFO or /dev/null is written to; renaming a file over it would replace it. */
static int
write_through (const char *path, const char *text, gsize length)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  int code;

  if (fd < 0)
    return errno;
  /* O_NONBLOCK was for a FIFO that nobody reads, which would wait for ever. */
  code = fcntl (fd, F_SETFL, 0) < 0 ? errno : write_all (fd, text, length);
  if (close (fd) < 0 && code == 0)
    code = errno;
  return code;
}

/* A file of its own in the folder with the text in it, on stable media. name is its name, empty while it has none.
 * 0, or an errno */
static int
write_temporary (int folder, const char *text, gsize length, mode_t mode, char *name, gsize name_size, int *fd_out)
{
  int fd = openat (folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  int code;

  name[0] = '\0';
  for (guint i = 0; fd < 0 && i < 100; i++) {
    g_snprintf (name, name_size, ".drivescope-%08x.tmp", g_random_int ());
    fd = openat (folder, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0 && errno != EEXIST)
      break;
  }
  if (fd < 0) {
    code = errno;
    name[0] = '\0';
    return code;
  }
  *fd_out = fd;
  /* What is replaced keeps its permissions; a new file has 0644 less the umask, which open() took care of. */
  if (mode != 0 && fchmod (fd, mode) < 0)
    return errno;
  code = write_all (fd, text, length);
  if (code == 0 && fsync (fd) < 0)
    code = errno;
  return code;
}

/* A file without a name gets the final one at once where it is free, else a short-lived one that replaces it. 0,
 * or an errno */
static int
give_name (int folder, int fd, char *name, gsize name_size, const char *base)
{
  g_autofree char *open_file = g_strdup_printf ("/proc/self/fd/%d", fd);
  int code;

  if (name[0] == '\0') {
    if (linkat (AT_FDCWD, open_file, folder, base, AT_SYMLINK_FOLLOW) == 0)
      return 0;
    if (errno != EEXIST)
      return errno;
    do {
      g_snprintf (name, name_size, ".drivescope-%08x.tmp", g_random_int ());
      code = linkat (AT_FDCWD, open_file, folder, name, AT_SYMLINK_FOLLOW) < 0 ? errno : 0;
    } while (code == EEXIST);
    if (code != 0) {
      name[0] = '\0';
      return code;
    }
  }
  return renameat (folder, name, folder, base) == 0 ? 0 : errno;
}

static int
replace_file (int folder, const char *base, const char *text, gsize length, mode_t mode)
{
  char name[64];
  int fd = -1;
  int code = write_temporary (folder, text, length, mode, name, sizeof name, &fd);

  if (code == 0)
    code = give_name (folder, fd, name, sizeof name, base);
  if (fd >= 0 && close (fd) < 0 && code == 0)
    code = errno;
  if (code != 0 && name[0] != '\0')
    unlinkat (folder, name, 0);
  return code;
}

gboolean
ds_report_write_text (const char *path, const char *text, GError **error)
{
  return ds_report_write_data (path, text, strlen (text), error);
}

gboolean
ds_report_write_data (const char *path, const char *text, gsize length, GError **error)
{
  g_autofree char *place = follow_links (path);
  g_autofree char *folder_path = NULL;
  g_autofree char *base = NULL;
  struct stat old;
  mode_t mode = 0;
  int folder;
  int code;

  if (place == NULL)
    return fail_write (path, errno, error);
  if (*place == '\0')
    return fail_write (path, ENOENT, error);
  if (stat (place, &old) == 0) {
    if (S_ISDIR (old.st_mode))
      return fail_write (path, EISDIR, error);
    if (!S_ISREG (old.st_mode)) {
      code = write_through (place, text, length);
      return code == 0 || fail_write (path, code, error);
    }
    /* Renaming would replace a file that is write-protected. */
    if (access (place, W_OK) < 0)
      return fail_write (path, errno, error);
    mode = old.st_mode & 0777;
  } else if (g_str_has_suffix (place, G_DIR_SEPARATOR_S)) {
    return fail_write (path, EISDIR, error);
  }

  folder_path = g_path_get_dirname (place);
  base = g_path_get_basename (place);
  folder = open (folder_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return fail_write (path, errno, error);
  code = replace_file (folder, base, text, length, mode);
  if (code != 0) {
    close (folder);
    return fail_write (path, code, error);
  }
  /* The file stands whole under its name now. Folders of some file systems cannot be synchronised. */
  code = sync_and_close (folder);
  if (code != 0 && code != EINVAL && code != ENOTSUP && code != EROFS)
    return fail_write (path, code, error);
  return TRUE;
}
