/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-history-entry.h"

G_BEGIN_DECLS

/* Every run that measured something, kept in a folder of the person's own: one file a run, written whole or not at
 * all. Files may come, go and be damaged at any time; the history says what it finds and never mends.
 *
 * The plain calls block and may be made on any thread; the _async ones do the same on another and return to the
 * caller's main context. Signal "changed": something was added, changed, deleted or restored through this object;
 * on the main context of whoever asked for it. */

#define DS_HISTORY_ERROR (ds_history_error_quark ())

typedef enum {
  DS_HISTORY_ERROR_UNKNOWN, /* there is no such result */
  DS_HISTORY_ERROR_FAILED,
} DsHistoryErrorCode;

GQuark ds_history_error_quark (void);

#define DS_TYPE_HISTORY (ds_history_get_type ())
G_DECLARE_FINAL_TYPE (DsHistory, ds_history, DS, HISTORY, GObject)

DsHistory *ds_history_new (const char *folder); /* (nullable): the person's own */
DsHistory *ds_history_get_default (void);       /* (transfer none) */
const char *ds_history_get_folder (DsHistory *self);
char *ds_history_dup_path (DsHistory *self, const char *id); /* (transfer full) */

/* (transfer full) (element-type DsHistoryEntry): newest first */
GPtrArray *ds_history_list (DsHistory *self, GCancellable *cancellable, GError **error);
void ds_history_list_async (DsHistory *self,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
GPtrArray *ds_history_list_finish (DsHistory *self, GAsyncResult *result, GError **error);

/* (transfer full): its id. report must not change meanwhile. */
char *ds_history_add (DsHistory *self, DsReport *report, GError **error);
void ds_history_add_async (DsHistory *self, DsReport *report, GAsyncReadyCallback callback, gpointer user_data);
char *ds_history_add_finish (DsHistory *self, GAsyncResult *result, GError **error);

DsReport *ds_history_load (DsHistory *self, const char *id, GError **error); /* (transfer full) */
void ds_history_load_async (
    DsHistory *self, const char *id, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
DsReport *ds_history_load_finish (DsHistory *self, GAsyncResult *result, GError **error);

/* The newest of a suite that was measured here and can be opened: NULL without an error where there is none */
void ds_history_load_newest_async (DsHistory *self,
                                   const char *suite,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
DsReport *ds_history_load_newest_finish (DsHistory *self, GAsyncResult *result, GError **error);

/* Changes the person's own words in a file and no other byte of its content; NULL leaves that one as it is */
typedef struct {
  const char *title;
  const char *comment;
  const char *const *tags;
} DsHistoryNotes;

gboolean ds_history_annotate (DsHistory *self, const char *id, const DsHistoryNotes *notes, GError **error);
void ds_history_annotate_async (DsHistory *self,
                                const char *id,
                                const DsHistoryNotes *notes,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
gboolean ds_history_annotate_finish (DsHistory *self, GAsyncResult *result, GError **error);

/* Into the history's trash, from where it comes back until that is emptied. Of several ids each is tried. */
gboolean ds_history_delete (DsHistory *self, const char *const *ids, GError **error);
void ds_history_delete_async (DsHistory *self,
                              const char *const *ids,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
gboolean ds_history_delete_finish (DsHistory *self, GAsyncResult *result, GError **error);
gboolean ds_history_restore (DsHistory *self, const char *const *ids, GError **error);
void ds_history_restore_async (DsHistory *self,
                               const char *const *ids,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
gboolean ds_history_restore_finish (DsHistory *self, GAsyncResult *result, GError **error);
void ds_history_empty_trash (DsHistory *self); /* in a task: when the window's program starts */

G_END_DECLS
