/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ds-options.h"

G_BEGIN_DECLS

/* The folded options of a suite as a form: a title and a control a line. edit_rows is called by the button that
 * stands for an option that holds rows. */
GtkWidget *ds_option_form_new (DsOptions *options, GCallback edit_rows, gpointer user_data);

gboolean ds_option_form_is_needed (const DsSuite *suite);

G_END_DECLS
