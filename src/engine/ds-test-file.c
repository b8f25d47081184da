/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-extents.h"
#include "ds-target.h"
#include "ds-test-file-private.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <glib-unix.h>

struct _DsTestFile {
  GObject parent_instance;

  char *path;
  DsTarget target;
};

G_DEFINE_FINAL_TYPE (DsTestFile, ds_test_file, G_TYPE_OBJECT)

static void
ds_test_file_finalize (GObject *object)
{
  DsTestFile *self = DS_TEST_FILE (object);

  ds_target_close (&self->target);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (ds_test_file_parent_class)->finalize (object);
}

static void
ds_test_file_class_init (DsTestFileClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ds_test_file_finalize;
}

static void
ds_test_file_init (DsTestFile *self)
{
  self->target = DS_TARGET_INIT;
}

/* Takes over what target holds. */
static DsTestFile *
new_for_target (const char *path, DsTarget *target)
{
  DsTestFile *self = g_object_new (DS_TYPE_TEST_FILE, NULL);

  self->path = g_strdup (path);
  self->target = *target;
  *target = DS_TARGET_INIT;
  return self;
}

DsTestFile *
ds_test_file_new_for_fd (int fd, guint64 size, guint alignment, DsTestFileFlags flags)
{
  DsTarget target = DS_TARGET_INIT;
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  g_return_val_if_fail (alignment > 0 && size % alignment == 0, NULL);

  target.fd = fd;
  target.size = size;
  target.alignment = alignment;
  target.direct = (flags & DS_TEST_FILE_DIRECT) != 0;
  target.read_only = (flags & DS_TEST_FILE_READ_ONLY) != 0;
  target.keeping = DS_TEST_FILE_EXISTING;
  return new_for_target (path, &target);
}

DsTestFile *
ds_test_file_open (const char *path, guint64 size, DsTestFileFlags flags, GError **error)
{
  g_autofree char *notes = ds_notes_dup_folder ();
  DsTargetFailure failure;
  DsTarget target;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!ds_target_open (&target, path, notes, size, flags, &failure)) {
    g_propagate_error (error, ds_engine_error_new_target (path, &failure));
    return NULL;
  }
  return new_for_target (path, &target);
}

DsTestFile *
ds_test_file_new_for_device (const char *path, int fd, gboolean direct, GError **error)
{
  DsTargetFailure failure;
  DsTarget target;

  g_return_val_if_fail (path != NULL && fd >= 0, NULL);

  if (!ds_target_take (&target, fd, direct, &failure)) {
    g_propagate_error (error, ds_engine_error_new_target (path, &failure));
    return NULL;
  }
  return new_for_target (path, &target);
}

/* An opening under way. The thread and the caller's context each hold a reference; what the thread found belongs
 * to the context once the event has come, or to whoever lets go last where the caller gave up before. */
typedef struct {
  atomic_int references;
  char *path;
  char *notes;
  guint64 size;
  DsTestFileFlags flags;
  int event;

  atomic_bool finished; /* what follows may be read by the context */
  gboolean opened;
  DsTarget target;
  DsTargetFailure failure;
} Opening;

static void
opening_unref (Opening *self)
{
  if (atomic_fetch_sub_explicit (&self->references, 1, memory_order_acq_rel) > 1)
    return;
  if (self->opened)
    ds_target_close (&self->target);
  if (self->event >= 0)
    close (self->event);
  g_free (self->path);
  g_free (self->notes);
  g_free (self);
}

static void *
opening_thread (void *data)
{
  Opening *self = data;
  guint64 one = 1;

  pthread_setname_np (pthread_self (), "ds-open");
  self->opened = ds_target_open (&self->target, self->path, self->notes, self->size, self->flags, &self->failure);
  atomic_store_explicit (&self->finished, TRUE, memory_order_release);
  /* The counter of an eventfd that nobody else writes has room. */
  if (write (self->event, &one, sizeof one) != sizeof one)
    g_assert_not_reached ();
  opening_unref (self);
  return NULL;
}
/* The side of the caller's context */
typedef struct {
  Opening *opening;
  GSource *event_source;  /* (owned) */
  GSource *cancel_source; /* (owned) (nullable) */
} OpeningCall;

static void
opening_call_free (OpeningCall *self)
{
  if (self->event_source)
    g_source_destroy (self->event_source);
  if (self->cancel_source)
    g_source_destroy (self->cancel_source);
  g_clear_pointer (&self->event_source, g_source_unref);
  g_clear_pointer (&self->cancel_source, g_source_unref);
  g_clear_pointer (&self->opening, opening_unref);
  g_free (self);
}

static gboolean
opened_cb (int fd, GIOCondition condition, gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (G_TASK (user_data));
  OpeningCall *call = g_task_get_task_data (task);
  Opening *opening = call->opening;

  if (!atomic_load_explicit (&opening->finished, memory_order_acquire))
    return G_SOURCE_CONTINUE;
  if (opening->opened) {
    opening->opened = FALSE;
    g_task_return_pointer (task, new_for_target (opening->path, &opening->target), g_object_unref);
  } else {
    g_task_return_error (task, ds_engine_error_new_target (opening->path, &opening->failure));
  }
  if (call->cancel_source)
    g_source_destroy (call->cancel_source);
  return G_SOURCE_REMOVE;
}

/* The thread may sit in the kernel for long on a file system that does not answer: it is left to itself, and
 * closes what it opens after all. */
static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (G_TASK (user_data));
  OpeningCall *call = g_task_get_task_data (task);

  g_source_destroy (call->event_source);
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

static void
attach (GSource *source, GTask *task, GSourceFunc func)
{
  g_source_set_callback (source, func, g_object_ref (task), g_object_unref);
  g_source_attach (source, g_task_get_context (task));
}

static int
start_thread (Opening *opening)
{
  pthread_attr_t attributes;
  pthread_t thread;
  int errnum = pthread_attr_init (&attributes);

  if (errnum)
    return errnum;
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  atomic_fetch_add_explicit (&opening->references, 1, memory_order_relaxed);
  errnum = pthread_create (&thread, &attributes, opening_thread, opening);
  if (errnum)
    atomic_fetch_sub_explicit (&opening->references, 1, memory_order_relaxed);
  pthread_attr_destroy (&attributes);
  return errnum;
}

void
ds_test_file_open_async (const char *path,
                         guint64 size,
                         DsTestFileFlags flags,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  OpeningCall *call;
  Opening *opening;
  int errnum;

  g_return_if_fail (path != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  call = g_new0 (OpeningCall, 1);
  opening = g_new0 (Opening, 1);
  g_task_set_source_tag (task, ds_test_file_open_async);
  atomic_init (&opening->references, 1);
  atomic_init (&opening->finished, FALSE);
  opening->path = g_strdup (path);
  opening->notes = ds_notes_dup_folder ();
  opening->size = size;
  opening->flags = flags;
  opening->target = DS_TARGET_INIT;
  opening->event = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  call->opening = opening;
  g_task_set_task_data (task, call, (GDestroyNotify) opening_call_free);
  if (g_task_return_error_if_cancelled (task))
    return;
  errnum = opening->event < 0 ? errno : start_thread (opening);
  if (errnum) {
    g_task_return_error (task, ds_engine_error_new_start (errnum));
    return;
  }
  call->event_source = g_unix_fd_source_new (opening->event, G_IO_IN);
  attach (call->event_source, task, G_SOURCE_FUNC (opened_cb));
  if (cancellable) {
    call->cancel_source = g_cancellable_source_new (cancellable);
    attach (call->cancel_source, task, G_SOURCE_FUNC (cancelled_cb));
  }
}

DsTestFile *
ds_test_file_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, ds_test_file_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

const char *
ds_test_file_get_path (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), NULL);

  return self->path;
}

guint64
ds_test_file_get_size (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), 0);

  return self->target.size;
}

guint
ds_test_file_get_alignment (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), 0);

  return self->target.alignment;
}

gboolean
ds_test_file_get_direct (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), FALSE);

  return self->target.direct;
}

gboolean
ds_test_file_get_read_only (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), FALSE);

  return self->target.read_only;
}

DsTestFileKeeping
ds_test_file_get_keeping (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), DS_TEST_FILE_EXISTING);

  return self->target.keeping;
}

int
ds_test_file_get_fd (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), -1);

  return self->target.fd;
}

guint64
ds_test_file_usable_space (const char *path, guint64 *free_space, GError **error)
{
  guint64 available;
  struct statvfs fs;

  g_return_val_if_fail (path != NULL, 0);
  g_return_val_if_fail (error == NULL || *error == NULL, 0);

  if (statvfs (path, &fs) < 0) {
    DsTargetFailure failure = { .problem = DS_TARGET_LOOK_UP, .errnum = errno };

    g_propagate_error (error, ds_engine_error_new_target (path, &failure));
    return 0;
  }
  available = (guint64) fs.f_bavail * fs.f_frsize;
  if (free_space)
    *free_space = available;
  return available - ds_target_reserve (available);
}

gint64
ds_test_file_unwritten_bytes (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), -1);

  return self->target.fd < 0 ? -1 : ds_extents_unwritten (self->target.fd, self->target.size);
}

double
ds_test_file_cached_share (DsTestFile *self)
{
  g_return_val_if_fail (DS_IS_TEST_FILE (self), -1);

  return self->target.fd < 0 ? -1 : ds_extents_cached_share (self->target.fd, self->target.size);
}
