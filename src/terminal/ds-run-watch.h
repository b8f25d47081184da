/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-session.h"

G_BEGIN_DECLS

/* Waits for a session on a main loop of its own, shows its progress, and stops it at SIGINT, SIGTERM and SIGHUP:
 * what was measured stays. From then on these signals end nothing more, so that the result can be written and the status is the run's. */

typedef struct _DsRunWatch DsRunWatch;

DsRunWatch *ds_run_watch_new (DsSession *session);
void ds_run_watch_free (DsRunWatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsRunWatch, ds_run_watch_free)

/* FALSE with an error, or without one where a signal came first */
gboolean ds_run_watch_check (DsRunWatch *self, GError **error);
gboolean ds_run_watch_run (DsRunWatch *self, GError **error);
gboolean ds_run_watch_get_interrupted (DsRunWatch *self);

G_END_DECLS
