/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lays its children out one after another and goes on in the next line where the room ends. */

#define DS_TYPE_WRAP_BOX (ds_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (DsWrapBox, ds_wrap_box, DS, WRAP_BOX, GtkWidget)

GtkWidget *ds_wrap_box_new (void);
void ds_wrap_box_append (DsWrapBox *self, GtkWidget *child);

G_END_DECLS
