/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-run.h"

#include <time.h>
#include <unistd.h>

void
ds_run_init (DsRun *self, int stop_fd)
{
  pthread_condattr_t attributes;

  *self = (DsRun){ .stop_fd = stop_fd };
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &attributes);
  pthread_condattr_destroy (&attributes);
}

void
ds_run_clear (DsRun *self)
{
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
}

void
ds_run_stop (DsRun *self)
{
  guint64 one = 1;

  atomic_store (&self->stop, TRUE);
  /* Wakes the workers that wait for a completion. The only way to fail is a counter at its end, which is readable
   * too. */
  if (write (self->stop_fd, &one, sizeof one) < 0)
    return;
}

void
ds_run_set_failure (DsRun *self, const DsFailure *failure)
{
  pthread_mutex_lock (&self->lock);
  if (self->failure.kind == DS_FAILURE_NONE)
    self->failure = *failure;
  pthread_mutex_unlock (&self->lock);
}

void
ds_run_fail (DsRun *self, const DsFailure *failure)
{
  ds_run_set_failure (self, failure);
  ds_run_stop (self);
}
