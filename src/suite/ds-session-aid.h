/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* What a window and a terminal program both need around a session. */

/* µs that this computer has been suspended for since it was started: CLOCK_BOOTTIME less CLOCK_MONOTONIC */
gint64 ds_session_get_slept (void);
/* Removes what crashed runs left behind; once at start. Returns how many files went. Blocks. */
guint ds_session_sweep_leftovers (void);
/* Whether a run failed because the file system refuses direct I/O, so that buffered I/O is a way out */
gboolean ds_session_lacks_direct_io (const GError *error);
/* Whether a person may want to change this before the run, rather than read it afterwards. What was chosen by hand
 * (buffered I/O) and what cannot be changed at once (a slow port) is no question. */
gboolean ds_session_finding_asks (const DsFinding *finding);

G_END_DECLS
