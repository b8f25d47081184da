/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where a template or another file of the room stands in the program's resources; DS_RESOURCE_PATH comes from the
 * build. */
#define DS_RESOURCE(file) DS_RESOURCE_PATH "/" file

/* Registers the resources and the types that templates name. Needed before any widget of the room; idempotent. */
void ds_ui_init (void);

G_END_DECLS
