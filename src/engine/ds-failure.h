/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What ended a job, as the worker met it: plain numbers, since gettext and GError stay on the owner's thread. */

typedef enum {
  DS_FAILURE_NONE,
  DS_FAILURE_IO,     /* the target answered an I/O with an error */
  DS_FAILURE_EMPTY,  /* the target moved no byte before the end of the file, and no error */
  DS_FAILURE_RING,   /* io_uring cannot be set up */
  DS_FAILURE_SUBMIT, /* io_uring_enter() failed */
  DS_FAILURE_START,  /* no thread or eventfd to be had */
  DS_FAILURE_MEMORY, /* no memory to be had */
} DsFailureKind;

/* The first two have the values of DS_READ and DS_WRITE, all three those of DsEngineOperation */
typedef enum {
  DS_OPERATION_READ,
  DS_OPERATION_WRITE,
  DS_OPERATION_FLUSH,
  DS_OPERATION_COUNT,
} DsOperation;

typedef struct {
  DsFailureKind kind;
  DsOperation operation;
  guint64 offset;  /* bytes: where the I/O began to fail */
  guint64 length;  /* bytes: what was still to transfer */
  int error;       /* errno, 0 where there is none */
  gboolean shrunk; /* the file is now shorter than where the I/O would have ended */
} DsFailure;

/* (transfer full) (nullable): a DS_ENGINE_ERROR; of a failed I/O it names operation, offset, length and errno */
GError *ds_failure_to_error (const DsFailure *self);
/* Why io_uring did not run, as a sentence; (transfer full), localised */
char *ds_failure_to_reason (const DsFailure *self);

G_END_DECLS
