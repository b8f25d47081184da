/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-history-index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file: a line with the version of its layout and the checksum of the rest, padded to HEAD bytes, then the
 * variant as it lies in memory, which only machines of the same byte order understand: the magic number tells. */
#define VERSION  "drivescope-index/1 "
#define HEAD     96
#define MAGIC    0x0d51c5c0u
#define ROW_TYPE "(ttt" DS_HISTORY_ENTRY_TYPE ")"

/* One at a time in this process: the pages of a window ask at once, and the second finds what the first made. */
static GMutex lock;

typedef struct {
  guint64 size, time_ns, inode;
  DsHistoryEntry *entry;
} Known;

static void
known_free (gpointer data)
{
  Known *known = data;

  g_clear_object (&known->entry);
  g_free (known);
}

static const GVariantType *
get_type (void)
{
  return G_VARIANT_TYPE ("(ua" ROW_TYPE ")");
}

static void
add_known (GHashTable *table, GVariant *row)
{
  Known *known = g_new0 (Known, 1);
  g_autoptr (GVariant) entry = NULL;

  g_variant_get (row, "(ttt@" DS_HISTORY_ENTRY_TYPE ")", &known->size, &known->time_ns, &known->inode, &entry);
  known->entry = ds_history_entry_new_from_variant (entry);
  g_hash_table_insert (table, known->entry->id, known);
}

/* (element-type utf8 Known): empty where there is no index to believe */
static GHashTable *
load (const char *path)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, known_free);
  g_autofree char *data = NULL;
  g_autofree char *sum = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) index = NULL;
  g_autoptr (GVariant) rows = NULL;
  gsize length;
  guint32 magic;

  if (!g_file_get_contents (path, &data, &length, NULL) || length < HEAD || !g_str_has_prefix (data, VERSION))
    return table;
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) data + HEAD, length - HEAD);
  if (strncmp (data + strlen (VERSION), sum, strlen (sum)) != 0)
    return table;
  bytes = g_bytes_new (data + HEAD, length - HEAD);
  index = g_variant_ref_sink (g_variant_new_from_bytes (get_type (), bytes, FALSE));
  if (!g_variant_is_normal_form (index))
    return table;
  g_variant_get (index, "(u@a" ROW_TYPE ")", &magic, &rows);
  if (magic != MAGIC)
    return table;
  for (gsize i = 0; i < g_variant_n_children (rows); i++) {
    g_autoptr (GVariant) row = g_variant_get_child_value (rows, i);

    add_known (table, row);
  }
  return table;
}

static void
save (const char *path, GHashTable *table)
{
  GVariantBuilder rows;
  g_autoptr (GVariant) index = NULL;
  g_autofree char *sum = NULL;
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  GHashTableIter iter;
  gpointer value;
  gsize length;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a" ROW_TYPE));
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    const Known *known = value;

    g_variant_builder_add (&rows, "(ttt@" DS_HISTORY_ENTRY_TYPE ")", known->size, known->time_ns, known->inode,
                           ds_history_entry_to_variant (known->entry));
  }
  index = g_variant_ref_sink (g_variant_new ("(u@a" ROW_TYPE ")", MAGIC, g_variant_builder_end (&rows)));
  length = g_variant_get_size (index);
  data = g_malloc0 (HEAD + length);
  g_variant_store (index, data + HEAD);
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) data + HEAD, length);
  g_snprintf (data, HEAD, VERSION "%s\n", sum);
  if (!ds_report_write_data (path, data, HEAD + length, &error))
    g_debug ("The index of the results was not kept: %s", error->message);
}

/* What a file is worth is looked at once. */
static DsHistoryEntry *
read_entry (const char *folder, const char *id, gint64 written)
{
  g_autofree char *name = g_strconcat (id, DS_REPORT_SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_report_load (file, &error);

  return report != NULL ? ds_history_entry_new_for_report (id, report, written)
                        : ds_history_entry_new_damaged (id, error, written);
}

/* The entry of a file, from before or read now; *fresh says which */
static Known *
look_at (const char *folder, const char *id, const struct stat *info, GHashTable *before, gboolean *fresh)
{
  guint64 time_ns =
      (guint64) info->st_mtim.tv_sec * G_GUINT64_CONSTANT (1000000000) + (guint64) info->st_mtim.tv_nsec;
  const Known *old = g_hash_table_lookup (before, id);
  Known *known = g_new0 (Known, 1);

  known->size = (guint64) info->st_size;
  known->time_ns = time_ns;
  known->inode = info->st_ino;
  *fresh = old == NULL || old->size != known->size || old->time_ns != time_ns || old->inode != known->inode;
  known->entry = *fresh ? read_entry (folder, id, info->st_mtim.tv_sec) : g_object_ref (old->entry);
  return known;
}

static GHashTable *
look_through (const char *folder, DIR *directory, GHashTable *before, gboolean *changed, GCancellable *cancellable)
{
  GHashTable *now = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, known_free);
  const struct dirent *item;

  while ((item = readdir (directory)) != NULL && !g_cancellable_is_cancelled (cancellable)) {
    g_autofree char *id = NULL;
    gboolean fresh;
    struct stat info;
    Known *known;

    if (*item->d_name == '.' || !g_str_has_suffix (item->d_name, DS_REPORT_SUFFIX) ||
        !g_utf8_validate (item->d_name, -1, NULL) || fstatat (dirfd (directory), item->d_name, &info, 0) != 0 ||
        !S_ISREG (info.st_mode))
      continue;
    id = g_strndup (item->d_name, strlen (item->d_name) - strlen (DS_REPORT_SUFFIX));
    known = look_at (folder, id, &info, before, &fresh);
    *changed = *changed || fresh;
    g_hash_table_replace (now, known->entry->id, known);
  }
  *changed = *changed || g_hash_table_size (now) != g_hash_table_size (before);
  return now;
}

static GPtrArray *
list_entries (GHashTable *table)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (entries, g_object_ref (((Known *) value)->entry));
  g_ptr_array_sort (entries, ds_history_entry_compare);
  return entries;
}

GPtrArray *
ds_history_index_read (const char *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  g_autofree char *path = g_build_filename (folder, DS_HISTORY_INDEX, NULL);
  g_autoptr (GHashTable) before = NULL;
  g_autoptr (GHashTable) now = NULL;
  gboolean changed = FALSE;
  DIR *directory = opendir (folder);

  if (directory == NULL && errno == ENOENT)
    return g_ptr_array_new_with_free_func (g_object_unref);
  if (directory == NULL) {
    int code = errno;
    g_autofree char *shown = g_filename_display_name (folder);

    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (code),
                 _ ("The results in “%s” cannot be read: %s."), shown, g_strerror (code));
    return NULL;
  }
  before = load (path);
  now = look_through (folder, directory, before, &changed, cancellable);
  closedir (directory);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (changed)
    save (path, now);
  return list_entries (now);
}
