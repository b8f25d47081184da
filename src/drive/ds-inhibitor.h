/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Keeps the machine awake through logind until freed; a machine without logind is left alone. Never fails, never
 * asks. */
#define DS_TYPE_INHIBITOR (ds_inhibitor_get_type ())
G_DECLARE_FINAL_TYPE (DsInhibitor, ds_inhibitor, DS, INHIBITOR, GObject)
DsInhibitor *ds_inhibitor_new (const char *why); /* why: as the person may read it, in their language */

G_END_DECLS
