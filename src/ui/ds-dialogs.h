/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The dialogs whose API changes between releases of GTK and libadwaita: here and nowhere else. */

typedef void (*DsFileFunc) (GFile *file, gpointer user_data);

/* func is called when a file was chosen, not when the dialog was left. Nothing is called once parent is gone. */
void ds_dialogs_choose_folder (
    GtkWindow *parent, const char *title, const char *folder, DsFileFunc func, gpointer user_data);
void ds_dialogs_open_result (GtkWindow *parent, DsFileFunc func, gpointer user_data);
void ds_dialogs_import_result (GtkWindow *parent, DsFileFunc func, gpointer user_data);
void ds_dialogs_save (GtkWindow *parent,
                      const char *title,
                      const char *folder,
                      const char *name,
                      DsFileFunc func,
                      gpointer user_data);

/* One question with two answers. destructive: yes ends something. Nothing is called once parent is gone. */
typedef void (*DsAnswerFunc) (gboolean yes, gpointer user_data);
void ds_dialogs_ask (GtkWindow *parent,
                     const char *heading,
                     const char *body,
                     const char *no,
                     const char *yes,
                     gboolean destructive,
                     DsAnswerFunc func,
                     gpointer user_data);
void ds_dialogs_tell (GtkWindow *parent, const char *heading, const char *body);

void ds_dialogs_about (GtkWindow *parent);

G_END_DECLS
