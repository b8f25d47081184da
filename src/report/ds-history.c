/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-history.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ds-history-index.h"
#include "ds-json-guard.h"
#include "ds-json-splice.h"
#include "ds-json-text.h"

#define TRASH ".trash"

struct _DsHistory {
  GObject parent_instance;

  char *folder;
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

/* clang-format off */
G_DEFINE_QUARK (ds-history-error-quark, ds_history_error)
/* clang-format on */
G_DEFINE_FINAL_TYPE (DsHistory, ds_history, G_TYPE_OBJECT)

static void
ds_history_finalize (GObject *object)
{
  g_free (DS_HISTORY (object)->folder);
  G_OBJECT_CLASS (ds_history_parent_class)->finalize (object);
}

static void
ds_history_class_init (DsHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ds_history_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", DS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ds_history_init (DsHistory *self)
{
}

DsHistory *
ds_history_new (const char *folder)
{
  DsHistory *self = g_object_new (DS_TYPE_HISTORY, NULL);

  self->folder = folder != NULL ? g_strdup (folder)
                                : g_build_filename (g_get_user_data_dir (), "drivescope", "results", NULL);
  return self;
}

DsHistory *
ds_history_get_default (void)
{
  static DsHistory *history;

  if (g_once_init_enter (&history))
    g_once_init_leave (&history, ds_history_new (NULL));
  return history;
}

const char *
ds_history_get_folder (DsHistory *self)
{
  g_return_val_if_fail (DS_IS_HISTORY (self), NULL);
  return self->folder;
}

char *
ds_history_dup_path (DsHistory *self, const char *id)
{
  g_autofree char *name = g_strconcat (id, DS_REPORT_SUFFIX, NULL);

  g_return_val_if_fail (DS_IS_HISTORY (self), NULL);
  return g_build_filename (self->folder, name, NULL);
}

static char *
dup_trash_path (DsHistory *self, const char *id)
{
  g_autofree char *name = g_strconcat (id, DS_REPORT_SUFFIX, NULL);

  return g_build_filename (self->folder, TRASH, name, NULL);
}

/* An id is a name in the folder, and never a way out of it. */
static gboolean
check_id (const char *id, GError **error)
{
  if (*id != '\0' && *id != '.' && strchr (id, '/') == NULL)
    return TRUE;
  g_set_error (error, DS_HISTORY_ERROR, DS_HISTORY_ERROR_UNKNOWN, _ ("There is no result “%s” in the history."),
               id);
  return FALSE;
}

static gboolean
fail (GError **error, const char *id, int code)
{
  if (code == ENOENT)
    g_set_error (error, DS_HISTORY_ERROR, DS_HISTORY_ERROR_UNKNOWN, _ ("There is no result “%s” in the history."),
                 id);
  else
    g_set_error (error, DS_HISTORY_ERROR, DS_HISTORY_ERROR_FAILED, _ ("The result “%s” could not be moved: %s."),
                 id, g_strerror (code));
  return FALSE;
}

static gboolean
make_folder (const char *folder, GError **error)
{
  g_autofree char *shown = NULL;
  int code;

  /* Results name drives, folders and habits: nobody else's business. */
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;
  code = errno;
  shown = g_filename_display_name (folder);
  g_set_error (error, DS_HISTORY_ERROR, DS_HISTORY_ERROR_FAILED,
               _ ("The folder “%s” for results could not be made: %s."), shown, g_strerror (code));
  return FALSE;
}

/* --- Results ------------------------------------------------------------------------------------------------- */

GPtrArray *
ds_history_list (DsHistory *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (DS_IS_HISTORY (self), NULL);
  return ds_history_index_read (self->folder, cancellable, error);
}

/* "20261130-142501-tiles-5f3a": names sort by time, and say to a person with a file manager what they are. */
static char *
dup_new_id (DsReport *report)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) started =
      report->started != NULL ? g_date_time_new_from_iso8601 (report->started, zone) : NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now (zone);
  g_autofree char *date = g_date_time_format (started != NULL ? started : now, "%Y%m%d-%H%M%S");
  g_autofree char *suite = g_strdup (report->suite);

  g_strcanon (suite, "abcdefghijklmnopqrstuvwxyz0123456789-", '-');
  return g_strdup_printf ("%s-%.40s-%08x", date, *suite != '\0' ? suite : "result", g_random_int ());
}

char *
ds_history_add (DsHistory *self, DsReport *report, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *id = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (DS_IS_HISTORY (self), NULL);
  if (!make_folder (self->folder, error))
    return NULL;
  do {
    g_clear_pointer (&id, g_free);
    g_clear_pointer (&path, g_free);
    id = dup_new_id (report);
    path = ds_history_dup_path (self, id);
  } while (g_file_test (path, G_FILE_TEST_EXISTS));
  /* The person's own copy keeps everything; what goes to others is made from it. */
  text = ds_report_to_json (report, DS_EXPORT_SERIALS);
  if (!ds_report_write_text (path, text, error))
    return NULL;
  return g_steal_pointer (&id);
}

DsReport *
ds_history_load (DsHistory *self, const char *id, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (DS_IS_HISTORY (self), NULL);
  if (!check_id (id, error))
    return NULL;
  path = ds_history_dup_path (self, id);
  file = g_file_new_for_path (path);
  if (!g_file_query_exists (file, NULL)) {
    fail (error, id, ENOENT);
    return NULL;
  }
  return ds_report_load (file, error);
}

static char *
dup_json_string (const char *text)
{
  DsJsonText json;
  char *result;

  ds_json_text_init (&json);
  ds_json_text_add_string (&json, NULL, text);
  result = ds_json_text_finish (&json);
  return g_strstrip (result);
}

static char *
dup_json_list (const char *const *items)
{
  GString *list = g_string_new ("[");

  for (guint i = 0; items[i] != NULL; i++) {
    g_autofree char *item = dup_json_string (items[i]);

    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", item);
  }
  g_string_append_c (list, ']');
  return g_string_free (list, FALSE);
}

gboolean
ds_history_annotate (DsHistory *self, const char *id, const DsHistoryNotes *notes, GError **error)
{
  const char *keys[4] = { NULL };
  const char *values[4] = { NULL };
  g_autofree char *title = NULL;
  g_autofree char *comment = NULL;
  g_autofree char *tags = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;
  g_autoptr (DsReport) report = NULL;
  guint n = 0;
  gsize length;

  g_return_val_if_fail (DS_IS_HISTORY (self), FALSE);
  /* What cannot be opened is left alone; what passes here is an object. */
  report = ds_history_load (self, id, error);
  if (report == NULL)
    return FALSE;
  path = ds_history_dup_path (self, id);
  if (!g_file_get_contents (path, &text, &length, error) || !ds_json_guard (text, length, error))
    return FALSE;
  if (notes->title != NULL) {
    keys[n] = "title";
    values[n++] = *notes->title != '\0' ? (title = dup_json_string (notes->title)) : NULL;
  }
  if (notes->comment != NULL) {
    keys[n] = "comment";
    values[n++] = comment = dup_json_string (notes->comment);
  }
  if (notes->tags != NULL) {
    keys[n] = "tags";
    values[n++] = notes->tags[0] != NULL ? (tags = dup_json_list (notes->tags)) : NULL;
  }
  changed = ds_json_splice (text, length, keys, values, "view");
  return ds_report_write_text (path, changed, error);
}

/* --- Trash --------------------------------------------------------------------------------------------------- */

/* Never over a file that is there */
static int
move (const char *from, const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return errno;
  if (link (from, to) != 0)
    return errno;
  return unlink (from) == 0 ? 0 : errno;
}

static gboolean
move_all (DsHistory *self, const char *const *ids, gboolean into_trash, GError **error)
{
  g_autofree char *trash = g_build_filename (self->folder, TRASH, NULL);
  gboolean done = make_folder (trash, error);

  for (guint i = 0; done && ids[i] != NULL; i++)
    done = check_id (ids[i], error);
  if (!done)
    return FALSE;
  for (guint i = 0; ids[i] != NULL; i++) {
    g_autofree char *place = ds_history_dup_path (self, ids[i]);
    g_autofree char *bin = dup_trash_path (self, ids[i]);
    int code = into_trash ? move (place, bin) : move (bin, place);

    /* The rest is tried all the same; the first that failed is the one that is told. */
    if (code != 0)
      done = fail (done ? error : NULL, ids[i], code);
  }
  return done;
}

gboolean
ds_history_delete (DsHistory *self, const char *const *ids, GError **error)
{
  g_return_val_if_fail (DS_IS_HISTORY (self), FALSE);
  return move_all (self, ids, TRUE, error);
}

gboolean
ds_history_restore (DsHistory *self, const char *const *ids, GError **error)
{
  g_return_val_if_fail (DS_IS_HISTORY (self), FALSE);
  return move_all (self, ids, FALSE, error);
}

static void
empty_trash_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *trash = g_build_filename (DS_HISTORY (source)->folder, TRASH, NULL);
  g_autoptr (GDir) directory = g_dir_open (trash, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL) {
    g_autofree char *path = g_build_filename (trash, name, NULL);

    if (g_str_has_suffix (name, DS_REPORT_SUFFIX))
      g_unlink (path);
  }
  g_task_return_boolean (task, TRUE);
}

void
ds_history_empty_trash (DsHistory *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_run_in_thread (task, empty_trash_thread);
}

/* --- On another thread --------------------------------------------------------------------------------------- */

typedef struct {
  char *id; /* or a suite */
  GStrv ids;
  DsReport *report;
  char *title, *comment;
  GStrv tags;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_free (call->id);
  g_strfreev (call->ids);
  g_clear_pointer (&call->report, ds_report_unref);
  g_free (call->title);
  g_free (call->comment);
  g_strfreev (call->tags);
  g_free (call);
}

static void
start (DsHistory *self,
       Call *call,
       gpointer tag,
       GTaskThreadFunc thread,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, call, call_free);
  g_task_run_in_thread (task, thread);
}

static void
return_object (GTask *task, gpointer object, GDestroyNotify destroy, GError *error)
{
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, object, destroy);
}

static void
return_done (GTask *task, gboolean done, GError *error)
{
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *entries = ds_history_list (source, cancellable, &error);

  return_object (task, entries, (GDestroyNotify) g_ptr_array_unref, error);
}

void
ds_history_list_async (DsHistory *self,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_return_if_fail (DS_IS_HISTORY (self));
  start (self, g_new0 (Call, 1), ds_history_list_async, list_thread, cancellable, callback, user_data);
}

GPtrArray *
ds_history_list_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
add_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *id = ds_history_add (source, ((Call *) data)->report, &error);

  return_object (task, id, g_free, error);
}

void
ds_history_add_async (DsHistory *self, DsReport *report, GAsyncReadyCallback callback, gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  call->report = ds_report_ref (report);
  start (self, call, ds_history_add_async, add_thread, NULL, callback, user_data);
}

char *
ds_history_add_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  char *id = g_task_propagate_pointer (G_TASK (result), error);

  if (id != NULL)
    g_signal_emit (self, signals[CHANGED], 0);
  return id;
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  DsReport *report = ds_history_load (source, ((Call *) data)->id, &error);

  return_object (task, report, (GDestroyNotify) ds_report_unref, error);
}

void
ds_history_load_async (
    DsHistory *self, const char *id, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  call->id = g_strdup (id);
  start (self, call, ds_history_load_async, load_thread, cancellable, callback, user_data);
}

DsReport *
ds_history_load_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
load_newest_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char *suite = ((Call *) data)->id;
  GError *error = NULL;
  g_autoptr (GPtrArray) entries = ds_history_list (source, cancellable, &error);
  DsReport *report = NULL;

  for (guint i = 0; entries != NULL && i < entries->len && report == NULL; i++) {
    const DsHistoryEntry *entry = g_ptr_array_index (entries, i);

    /* One that was damaged since the list was made is passed over like the others. */
    if (entry->problem == NULL && entry->imported == NULL && g_str_equal (entry->suite, suite))
      report = ds_history_load (source, entry->id, NULL);
  }
  return_object (task, report, (GDestroyNotify) ds_report_unref, error);
}

void
ds_history_load_newest_async (DsHistory *self,
                              const char *suite,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  call->id = g_strdup (suite);
  start (self, call, ds_history_load_newest_async, load_newest_thread, cancellable, callback, user_data);
}

DsReport *
ds_history_load_newest_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
annotate_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Call *call = data;
  const DsHistoryNotes notes = { call->title, call->comment, (const char *const *) call->tags };
  GError *error = NULL;

  return_done (task, ds_history_annotate (source, call->id, &notes, &error), error);
}

void
ds_history_annotate_async (
    DsHistory *self, const char *id, const DsHistoryNotes *notes, GAsyncReadyCallback callback, gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  call->id = g_strdup (id);
  call->title = g_strdup (notes->title);
  call->comment = g_strdup (notes->comment);
  call->tags = g_strdupv ((char **) notes->tags);
  start (self, call, ds_history_annotate_async, annotate_thread, NULL, callback, user_data);
}

/* Some of several may have been done, so whoever listens looks again either way. */
static gboolean
finish_change (DsHistory *self, GAsyncResult *result, GError **error)
{
  gboolean done = g_task_propagate_boolean (G_TASK (result), error);

  g_signal_emit (self, signals[CHANGED], 0);
  return done;
}

gboolean
ds_history_annotate_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  return finish_change (self, result, error);
}

static void
delete_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  return_done (task, ds_history_delete (source, (const char *const *) ((Call *) data)->ids, &error), error);
}

void
ds_history_delete_async (DsHistory *self, const char *const *ids, GAsyncReadyCallback callback, gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  call->ids = g_strdupv ((char **) ids);
  start (self, call, ds_history_delete_async, delete_thread, NULL, callback, user_data);
}

gboolean
ds_history_delete_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  return finish_change (self, result, error);
}

static void
restore_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  return_done (task, ds_history_restore (source, (const char *const *) ((Call *) data)->ids, &error), error);
}

void
ds_history_restore_async (DsHistory *self,
                          const char *const *ids,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  call->ids = g_strdupv ((char **) ids);
  start (self, call, ds_history_restore_async, restore_thread, NULL, callback, user_data);
}

gboolean
ds_history_restore_finish (DsHistory *self, GAsyncResult *result, GError **error)
{
  return finish_change (self, result, error);
}
