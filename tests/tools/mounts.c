/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <linux/magic.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef FUSE_SUPER_MAGIC
#define FUSE_SUPER_MAGIC 0x65735546
#endif

static char *base;        /* where the mount points are, NULL where there is no namespace */
static char *base_reason; /* why not */
static guint count;

static gboolean
is_used (const char *folder)
{
  g_autofree char *here = g_get_current_dir ();
  const char *used[] = { here, g_test_get_dir (G_TEST_DIST), g_test_get_dir (G_TEST_BUILT), g_get_tmp_dir () };
  g_autofree char *prefix = g_strconcat (folder, "/", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (used); i++)
    if (used[i] && g_str_has_prefix (used[i], prefix))
      return TRUE;
  return FALSE;
}

void
mounts_enter (void)
{
  const char *folders[] = { "/mnt", "/media", "/srv", "/opt" };

  if (unshare (CLONE_NEWNS) < 0 || mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) {
    base_reason = g_strdup_printf ("file systems of the test's own need root: %s", g_strerror (errno));
    return;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (folders) && !base; i++)
    if (!is_used (folders[i]) && mount ("drivescope-tests", folders[i], "tmpfs", 0, "mode=0755") == 0)
      base = g_strdup (folders[i]);
  if (!base)
    base_reason = g_strdup ("file systems of the test's own need an unused /mnt, /media, /srv or /opt");
}

static Mount *
mount_new (void)
{
  Mount *self;

  if (!base) {
    g_test_skip (base_reason ? base_reason : "mounts_enter() was not called");
    return NULL;
  }
  self = g_new0 (Mount, 1);
  self->device_fd = -1;
  return self;
}

static Mount *G_GNUC_PRINTF (2, 3) skip (Mount *self, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list arguments;

  va_start (arguments, format);
  reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_test_skip (reason);
  mount_free (self);
  return NULL;
}

static void
make_mount_point (Mount *self)
{
  self->path = g_strdup_printf ("%s/%u", base, count++);
  g_assert_cmpint (g_mkdir_with_parents (self->path, 0755), ==, 0);
}

static int
open_image (guint64 size)
{
  g_autofree char *folder = make_drive_folder ();
  int fd = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  rmdir (folder);
  if (fd >= 0 && ftruncate (fd, (off_t) size) < 0) {
    close (fd);
    return -1;
  }
  return fd;
}

static int
attach_loop (Mount *self, guint64 size, guint sector)
{
  struct loop_config config = { .block_size = sector ? sector : 512,
                                .info.lo_flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO };
  int control = open ("/dev/loop-control", O_RDWR | O_CLOEXEC);
  int image = open_image (size);
  int errnum = control < 0 || image < 0 ? errno : EBUSY;

  config.fd = (guint32) image;
  /* Another program may take the free device first. */
  for (guint i = 0; i < 16 && errnum == EBUSY; i++) {
    int number = ioctl (control, LOOP_CTL_GET_FREE);

    g_clear_pointer (&self->device, g_free);
    self->device = g_strdup_printf ("/dev/loop%d", number);
    self->device_fd = number < 0 ? -1 : open (self->device, O_RDWR | O_CLOEXEC);
    errnum = self->device_fd < 0 ? errno : 0;
    if (!errnum && ioctl (self->device_fd, LOOP_CONFIGURE, &config) < 0) {
      errnum = errno;
      close (self->device_fd);
      self->device_fd = -1;
    }
  }
  if (image >= 0)
    close (image);
  if (control >= 0)
    close (control);
  return errnum;
}

Mount *
mount_new_device (guint64 size, guint sector)
{
  Mount *self = mount_new ();
  int errnum;

  if (!self)
    return NULL;
  errnum = attach_loop (self, size, sector);
  if (errnum)
    return skip (self, "no loop device: %s", g_strerror (errnum));
  self->path = g_strdup (self->device);
  return self;
}

static gboolean
make_file_system (Mount *self, const MountSpec *spec)
{
  g_autofree char *command = g_strdup_printf ("PATH=$PATH:/usr/sbin:/sbin; exec mkfs.%s %s %s", spec->type,
                                              spec->mkfs_options ? spec->mkfs_options : "", self->device);
  const char *arguments[] = { "sh", "-c", command, NULL };
  g_autofree char *output = NULL;
  int status = -1;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                     NULL, &output, &status, NULL))
    return FALSE;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
    return FALSE;
  if (status != 0)
    g_error ("%s: %s", command, output);
  return TRUE;
}

Mount *
mount_new_loop (const MountSpec *spec)
{
  Mount *self = mount_new_device (spec->size, spec->sector);

  if (!self)
    return NULL;
  g_clear_pointer (&self->path, g_free);
  if (!make_file_system (self, spec))
    return skip (self, "no mkfs.%s", spec->type);
  make_mount_point (self);
  if (mount (self->device, self->path, spec->type, 0, spec->mount_options) == 0)
    return self;
  if (errno != ENODEV)
    g_error ("%s cannot be mounted: %s", spec->type, g_strerror (errno));
  return skip (self, "this kernel has no %s", spec->type);
}

Mount *
mount_new_memory (const char *type)
{
  Mount *self = mount_new ();

  if (!self)
    return NULL;
  make_mount_point (self);
  if (mount (type, self->path, type, 0, NULL) < 0)
    return skip (self, "%s cannot be mounted: %s", type, g_strerror (errno));
  return self;
}

static void
die_with_parent_cb (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

Mount *
mount_new_failfs (const char *options)
{
  Mount *self = mount_new ();
#ifdef FAILFS
  const char *arguments[] = { FAILFS, "-f", "-o", options && *options ? options : "rw", NULL, NULL };
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  struct statfs info = { 0 };

  if (!self)
    return NULL;
  if (access ("/dev/fuse", R_OK | W_OK) < 0)
    return skip (self, "no /dev/fuse: %s", g_strerror (errno));
  make_mount_point (self);
  arguments[4] = self->path;
  g_assert_true (g_spawn_async (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, die_with_parent_cb,
                                NULL, &self->server, NULL));
  while (statfs (self->path, &info) < 0 || info.f_type != FUSE_SUPER_MAGIC) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_assert_cmpint (waitpid (self->server, NULL, WNOHANG), ==, 0);
    g_usleep (5000);
  }
  return self;
#else
  return self ? skip (self, "built without libfuse") : NULL;
#endif
}

void
mount_make_read_only (Mount *self)
{
  g_assert_cmpint (mount (NULL, self->path, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
}

void
mount_free (Mount *self)
{
  if (self->path && g_strcmp0 (self->path, self->device) != 0) {
    umount2 (self->path, MNT_DETACH);
    rmdir (self->path);
  }
  if (self->server) {
    kill (self->server, SIGKILL);
    waitpid (self->server, NULL, 0);
  }
  if (self->device_fd >= 0)
    close (self->device_fd);
  g_free (self->device);
  g_free (self->path);
  g_free (self);
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
list_folder (const char *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names_cb);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

static gboolean
has_thread (const char *name)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  const char *thread;

  while ((thread = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename ("/proc/self/task", thread, "comm", NULL);
    g_autofree char *text = NULL;

    if (g_file_get_contents (path, &text, NULL, NULL) && g_str_equal (g_strchomp (text), name))
      return TRUE;
  }
  return FALSE;
}

void
wait_for_thread_end (const char *name)
{
  for (guint i = 0; i < 2000; i++) {
    if (!has_thread (name))
      return;
    g_usleep (5000);
  }
  g_error ("The thread %s goes on for ever.", name);
}

char *
make_drive_folder (void)
{
  g_autofree char *built = g_canonicalize_filename (g_test_get_dir (G_TEST_BUILT), NULL);
  const char *folders[] = { built, "/var/tmp", g_get_home_dir () };
  const char *chosen = built;
  char *path;

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++) {
    struct statfs info;

    if (statfs (folders[i], &info) == 0 && info.f_type != TMPFS_MAGIC && info.f_type != RAMFS_MAGIC &&
        access (folders[i], W_OK | X_OK) == 0) {
      chosen = folders[i];
      break;
    }
  }
  path = g_strdup_printf ("%s/%s-XXXXXX", chosen, program_invocation_short_name);
  g_assert_nonnull (g_mkdtemp_full (path, 0755));
  return path;
}

void
remove_folder (const char *path)
{
  const char *arguments[] = { "rm", "-rf", "--", path, NULL };

  g_assert_true (
      g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
}

void
isolate_state (void)
{
  g_autofree char *built = g_canonicalize_filename (g_test_get_dir (G_TEST_BUILT), NULL);
  g_autofree char *name = g_strconcat ("state-of-", program_invocation_short_name, NULL);
  g_autofree char *path = g_build_filename (built, name, NULL);

  remove_folder (path);
  g_setenv ("XDG_STATE_HOME", path, TRUE);
}
