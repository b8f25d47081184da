/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The program: its window, the results it is given to open, what holds for the whole of it. */

#define DS_TYPE_APPLICATION (ds_application_get_type ())
G_DECLARE_FINAL_TYPE (DsApplication, ds_application, DS, APPLICATION, AdwApplication)

DsApplication *ds_application_new (void);

G_END_DECLS
