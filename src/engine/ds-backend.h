/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-failure.h"
#include "ds-memory.h"
#include "ds-runner.h"

G_BEGIN_DECLS

/* How I/Os reach a target. Each worker has one backend of its own, opened, used and closed by its thread alone. */

typedef struct _DsBackend DsBackend;

/* One outstanding I/O. Its place in the worker's array is the slot that names it to the backend. */
typedef struct {
  guint8 *data;
  gint64 start_ns;
  guint64 offset;
  guint32 length;
  guint32 done;     /* bytes already transferred by short completions */
  guint32 position; /* of a write, in the worker's slice of the pool */
  guint16 buffer;   /* which registered buffer data lies in */
  guint8 operation; /* DsOperation */
  guint8 retries;
} DsIo;

typedef struct {
  guint32 slot;
  gint32 result; /* bytes transferred, or -errno */
} DsCompletion;

/* A registered buffer is at most 1 GiB long; an I/O must lie inside one. */
typedef struct {
  guint8 *data;
  gsize size;
  gsize chunk; /* bytes of one registered buffer */
  guint first; /* number of its first registered buffer */
} DsRegion;

typedef struct {
  int fd;
  int stop_fd; /* becomes readable when the job shall end; never read */
  guint depth;
  gboolean dsync;
  DsRegion regions[2]; /* by DS_READ, DS_WRITE; size 0 where none */
  guint threads;
  const DsNullDrive *drive;
} DsBackendSetup;

typedef struct {
  DsBackendKind kind;
  gboolean one_io;       /* one outstanding I/O a thread is all it can do */
  gboolean virtual_time; /* now() is not the real clock */

  /* Any of these may be left out where it says so. None but open and close allocates or locks. */
  DsBackend *(*open) (const DsBackendSetup *setup, DsFailure *failure);
  void (*start) (DsBackend *self, gint64 now); /* (nullable) the job's clock starts */
  void (*queue) (DsBackend *self, const DsIo *io, guint slot);
  int (*submit) (DsBackend *self,
                 gboolean wait); /* 0 or -errno; wait: until one completion is there, or stop_fd */
  guint (*reap) (DsBackend *self, DsCompletion *completions, guint max);
  gint64 (*now) (DsBackend *self);  /* (nullable) ns */
  void (*cancel) (DsBackend *self); /* (nullable) asks for the early end of what is outstanding; submit() then
                                       waits in short turns, so that it can be asked again */
  void (*close) (DsBackend *self);
} DsBackendClass;

/* What io_uring granted */
typedef enum {
  DS_GRANT_FILE = 1 << 0,
  DS_GRANT_BUFFERS = 1 << 1,
  DS_GRANT_SINGLE_ISSUER = 1 << 2,
  DS_GRANT_DEFER_TASKRUN = 1 << 3,
  DS_GRANT_COOP_TASKRUN = 1 << 4,
} DsGrants;

struct _DsBackend {
  const DsBackendClass *class;
  DsGrants grants;
};

extern const DsBackendClass ds_backend_uring;
extern const DsBackendClass ds_backend_sync;
extern const DsBackendClass ds_backend_null;

static inline guint16
ds_region_get_buffer (const DsRegion *self, gsize offset)
{
  return (guint16) (self->first + (G_LIKELY (offset < self->chunk) ? 0 : offset / self->chunk));
}

G_END_DECLS
