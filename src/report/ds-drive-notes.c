/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive-notes.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>

#include "ds-figures-only.h"
#include "ds-units.h"

/* One at a time in this process; another process' change between our reading and writing is lost, as for any file
 * that a person edits. */
static GMutex lock;

static const struct {
  const char *key;
  gsize offset;
} numbers[] = {
  { "price", G_STRUCT_OFFSET (DsDriveNotes, price) },
  { "rated-seq-read", G_STRUCT_OFFSET (DsDriveNotes, seq_read) },
  { "rated-seq-write", G_STRUCT_OFFSET (DsDriveNotes, seq_write) },
  { "rated-rnd4k-read-iops", G_STRUCT_OFFSET (DsDriveNotes, rnd4k_read_iops) },
  { "rated-rnd4k-write-iops", G_STRUCT_OFFSET (DsDriveNotes, rnd4k_write_iops) },
};

static double *
get_number (const DsDriveNotes *self, guint index)
{
  return (double *) G_STRUCT_MEMBER_P (self, numbers[index].offset);
}

DsDriveNotes *
ds_drive_notes_new (void)
{
  DsDriveNotes *self = g_new0 (DsDriveNotes, 1);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    *get_number (self, i) = NAN;
  return self;
}

void
ds_drive_notes_free (DsDriveNotes *self)
{
  g_free (self->currency);
  g_free (self);
}

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "drivescope", "drives.ini", NULL);
}

/* A group's name holds no brackets and no control characters. */
static char *
dup_group (const char *model)
{
  char *group = g_utf8_make_valid (model, -1);

  for (char *p = group; *p != '\0'; p++)
    if (*p == '[' || *p == ']' || (guchar) *p < 0x20 || *p == 0x7f)
      *p = '_';
  return g_strstrip (group);
}

DsDriveNotes *
ds_drive_notes_load (const char *model)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  DsDriveNotes *self = ds_drive_notes_new ();
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = dup_path ();
  g_autofree char *group = dup_group (model);

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return self;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    double value = g_key_file_get_double (file, group, numbers[i].key, NULL);

    if (isfinite (value) && value > 0)
      *get_number (self, i) = value;
  }
  self->currency = g_key_file_get_string (file, group, "currency", NULL);
  return self;
}

gboolean
ds_drive_notes_save (const DsDriveNotes *self, const char *model, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *group = dup_group (model);
  g_autofree char *text = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    double value = *get_number (self, i);

    if (isfinite (value) && value > 0)
      g_key_file_set_double (file, group, numbers[i].key, value);
    else
      g_key_file_remove_key (file, group, numbers[i].key, NULL);
  }
  if (self->currency != NULL && *self->currency != '\0')
    g_key_file_set_string (file, group, "currency", self->currency);
  else
    g_key_file_remove_key (file, group, "currency", NULL);
  text = g_key_file_to_data (file, NULL, NULL);
  return ds_report_write_text (path, text, error);
}

gboolean
ds_drive_notes_have_ratings (const DsDriveNotes *self)
{
  return self->seq_read > 0 || self->seq_write > 0 || self->rnd4k_read_iops > 0 || self->rnd4k_write_iops > 0;
}

/* The label of the row of that kind which asks most of a drive; (transfer none) */
static const char *
find_deepest (DsReport *like, gboolean wanted_random, const char *otherwise)
{
  const char *label = otherwise;
  guint64 deepest = 0;

  for (guint i = 0; like != NULL && i < like->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (like->cells, i);
    guint queue_depth, threads;
    guint64 block_size, depth;
    gboolean random;

    if (cell->label == NULL ||
        !ds_figures_parse_label (cell->label, &random, &block_size, &queue_depth, &threads) ||
        random != wanted_random || (random && block_size != 4 * DS_KIB))
      continue;
    depth = (guint64) queue_depth * threads * block_size;
    if (depth > deepest) {
      deepest = depth;
      label = cell->label;
    }
  }
  return label;
}

static void
add (DsReport *report, const char *label, DsOp op, double mb_s, double iops)
{
  if (mb_s > 0)
    ds_report_add_figures (report, label, op, mb_s, iops, NAN);
}

DsReport *
ds_drive_notes_make_report (const DsDriveNotes *self, const char *model, DsReport *like)
{
  DsReport *report = ds_report_new (like != NULL ? like->suite : "tiles");
  const char *sequential = find_deepest (like, FALSE, "SEQ128K Q32T1");
  const char *random = find_deepest (like, TRUE, "RND4K Q32T1");

  /* Translators: a drive's model: what its maker promises of it. */
  report->title = g_strdup_printf (_ ("%s, rated"), model);
  g_clear_pointer (&report->system.program, g_free);
  ds_report_set_option (report, DS_REPORT_IMPORTED, _ ("the maker’s figures"));
  report->state = DS_STATE_FINISHED;
  add (report, sequential, DS_OP_READ, self->seq_read, NAN);
  add (report, random, DS_OP_READ, self->rnd4k_read_iops * 4096 / DS_MB, self->rnd4k_read_iops);
  add (report, sequential, DS_OP_WRITE, self->seq_write, NAN);
  add (report, random, DS_OP_WRITE, self->rnd4k_write_iops * 4096 / DS_MB, self->rnd4k_write_iops);
  return report;
}
