/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-application.h"
#include "ds-window.h"

G_BEGIN_DECLS

/* Drives the real window in the test's own process. */

/* A home folder of the test's own, no animations, then GTK; before any other call. locale: (nullable) "vi_VN".
 * FALSE where this system cannot make that locale. */
gboolean ds_ui_test_init (int *argc, char ***argv, const char *locale);
void ds_ui_test_clean_up (void);
const char *ds_ui_test_get_folder (void); /* the test's own, on the build folder's drive */
void ds_ui_test_forget_history (void);    /* removes every result that was kept */

DsApplication *ds_ui_test_new_application (void); /* registered, without a window */
DsWindow *ds_ui_test_new_window (DsApplication *application, int width, int height); /* shown */
void ds_ui_test_close (DsApplication *application); /* every window, and waits until they are gone */

typedef gboolean (*DsCondition) (gpointer user_data);
/* Lets the main loop run until the condition holds; fails the test after the seconds */
void ds_ui_test_wait (DsCondition condition, gpointer user_data, double seconds);
void ds_ui_test_settle (void); /* until nothing is left to lay out or draw */

void ds_ui_test_option (const char *id, const char *value); /* of the tiles, set by hand in the settings */
void ds_ui_test_no_options (void);

/* (transfer none) (nullable): the first below root of that type whose accessible or shown text has the words */
GtkWidget *ds_ui_test_find (GtkWidget *root, GType type, const char *words);

GtkWidget *ds_ui_test_find_toplevel (GType type);
/* As a person presses a button of the one message dialog there is */
void ds_ui_test_answer (const char *response);

/* What a person sees of a widget, as a picture in build/screenshots */
void ds_ui_test_screenshot (GtkWidget *widget, const char *name);

G_END_DECLS
