/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-health.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* What the desktop is told while nobody looks at the window. Without a session bus there is nobody to tell;
 * application may be NULL. */

void ds_notify_finished (GApplication *application, DsReport *report);
char *ds_notify_worse (GApplication *application,
                       DsHealth *health); /* (transfer full): its title, to show it too */

G_END_DECLS
