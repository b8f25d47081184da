/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-runner.h"

G_BEGIN_DECLS

/* From the conductor to the owner's GMainContext: one writer, one reader, no lock. An eventfd wakes the reader. */

typedef struct _DsSampleQueue DsSampleQueue;

DsSampleQueue *ds_sample_queue_new (void); /* (transfer full) (nullable): errno where no eventfd is to be had */
void ds_sample_queue_free (DsSampleQueue *self);

/* The conductor's side */
gboolean ds_sample_queue_push (DsSampleQueue *self, const DsSample *sample); /* FALSE where it is full */
void ds_sample_queue_close (DsSampleQueue *self);                            /* nothing will follow */

/* The owner's side. closed is TRUE only once every sample has been popped. */
gboolean ds_sample_queue_pop (DsSampleQueue *self, DsSample *sample);
gboolean ds_sample_queue_get_closed (DsSampleQueue *self);
/* Dispatches func where there is something to pop or the queue was closed; (transfer full) */
GSource *ds_sample_queue_create_source (DsSampleQueue *self);

G_END_DECLS
