/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sample-queue.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Half a minute of an owner that does not come to dispatch */
#define CAPACITY 256

struct _DsSampleQueue {
  int fd;
  _Alignas(64) _Atomic guint pushed; /* written by the conductor alone */
  _Atomic gboolean closed;
  _Alignas(64) _Atomic guint popped; /* written by the owner alone */
  DsSample samples[CAPACITY];
};

typedef struct {
  GSource parent;
  DsSampleQueue *queue;
  gpointer tag;
} QueueSource;

DsSampleQueue *
ds_sample_queue_new (void)
{
  int fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  DsSampleQueue *self;

  if (fd < 0)
    return NULL;
  self = aligned_alloc (_Alignof(DsSampleQueue), sizeof *self);
  if (self == NULL) {
    close (fd);
    return NULL;
  }
  *self = (DsSampleQueue){ .fd = fd };
  return self;
}

void
ds_sample_queue_free (DsSampleQueue *self)
{
  close (self->fd);
  free (self);
}

static void
wake (DsSampleQueue *self)
{
  guint64 one = 1;

  /* Fails only where the counter is at its end, which wakes just as well. */
  if (write (self->fd, &one, sizeof one) < 0)
    return;
}

gboolean
ds_sample_queue_push (DsSampleQueue *self, const DsSample *sample)
{
  guint pushed = atomic_load_explicit (&self->pushed, memory_order_relaxed);

  if (pushed - atomic_load_explicit (&self->popped, memory_order_acquire) == CAPACITY)
    return FALSE;
  self->samples[pushed % CAPACITY] = *sample;
  atomic_store_explicit (&self->pushed, pushed + 1, memory_order_release);
  wake (self);
  return TRUE;
}

void
ds_sample_queue_close (DsSampleQueue *self)
{
  atomic_store_explicit (&self->closed, TRUE, memory_order_release);
  wake (self);
}

gboolean
ds_sample_queue_pop (DsSampleQueue *self, DsSample *sample)
{
  guint popped = atomic_load_explicit (&self->popped, memory_order_relaxed);

  if (atomic_load_explicit (&self->pushed, memory_order_acquire) == popped)
    return FALSE;
  *sample = self->samples[popped % CAPACITY];
  atomic_store_explicit (&self->popped, popped + 1, memory_order_release);
  return TRUE;
}

gboolean
ds_sample_queue_get_closed (DsSampleQueue *self)
{
  /* closed is looked at first: what was pushed before it is then visible. */
  return atomic_load_explicit (&self->closed, memory_order_acquire) &&
         atomic_load_explicit (&self->pushed, memory_order_acquire) ==
             atomic_load_explicit (&self->popped, memory_order_relaxed);
}

static gboolean
queue_source_check (GSource *source)
{
  QueueSource *self = (QueueSource *) source;

  return (g_source_query_unix_fd (source, self->tag) & G_IO_IN) != 0;
}

static gboolean
queue_source_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  QueueSource *self = (QueueSource *) source;
  guint64 count;

  /* Emptied before the samples are popped, so that one pushed meanwhile wakes again. Nothing to read is no error.
   */
  if (read (self->queue->fd, &count, sizeof count) < 0)
    count = 0;
  return callback != NULL ? callback (user_data) : G_SOURCE_REMOVE;
}

static GSourceFuncs queue_source_funcs = {
  .check = queue_source_check,
  .dispatch = queue_source_dispatch,
};

GSource *
ds_sample_queue_create_source (DsSampleQueue *self)
{
  GSource *source = g_source_new (&queue_source_funcs, sizeof (QueueSource));
  QueueSource *queue_source = (QueueSource *) source;

  queue_source->queue = self;
  queue_source->tag = g_source_add_unix_fd (source, self->fd, G_IO_IN);
  g_source_set_static_name (source, "DsSampleQueue");
  return source;
}
