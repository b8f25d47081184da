/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-job.h"
#include "ds-test-file.h"

G_BEGIN_DECLS

/* Whether a job, resolved by ds_conductor_resolve_job(), can run on a file; FALSE and a DS_ENGINE_ERROR sentence
 * where not. memory_limit: bytes that the buffers may take together. */
gboolean
ds_job_check (const DsJob *job, DsTestFile *file, DsBackendKind backend, guint64 memory_limit, GError **error);

/* Bytes of buffers that a job needs */
guint64 ds_job_get_memory (const DsJob *job, DsBackendKind backend);

G_END_DECLS
