/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-options.h"

G_BEGIN_DECLS

/* The control of one option of a suite, bound to its value both ways. What kind of widget it is follows from the
 * option's type and limits. */

/* A drop-down that names itself: "Settings NVMe SSD"; for the row over the content */
GtkWidget *ds_option_control_new (DsOptions *options, const DsOption *option);

/* The bare control, for a form that has the title beside it: a drop-down, a spin button or an entry; NULL for
 * rows, which have a dialog of their own */
GtkWidget *ds_option_control_new_bare (DsOptions *options, const DsOption *option);

/* The same drop-down over values of any other kind: shown is what a person reads, in the order of values. The
 * callback gets the index that was chosen. */
typedef void (*DsChosenFunc) (guint index, gpointer user_data);
GtkWidget *ds_option_control_new_choice (
    const char *caption, const char *const *shown, guint selected, DsChosenFunc chosen, gpointer user_data);

G_END_DECLS
