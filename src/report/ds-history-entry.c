/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-history-entry.h"

#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (DsHistoryEntry, ds_history_entry, G_TYPE_OBJECT)

static void
ds_history_entry_finalize (GObject *object)
{
  DsHistoryEntry *self = DS_HISTORY_ENTRY (object);

  g_free (self->id);
  g_free (self->problem);
  g_free (self->suite);
  g_free (self->drive);
  g_free (self->title);
  g_free (self->comment);
  g_strfreev (self->tags);
  g_free (self->started);
  g_free (self->imported);
  g_free (self->haystack);
  G_OBJECT_CLASS (ds_history_entry_parent_class)->finalize (object);
}

static void
ds_history_entry_class_init (DsHistoryEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ds_history_entry_finalize;
}

static void
ds_history_entry_init (DsHistoryEntry *self)
{
  self->read_mb_s = self->write_mb_s = NAN;
}

static void
make_haystack (DsHistoryEntry *self)
{
  g_autofree char *tags = g_strjoinv ("\n", self->tags);
  g_autofree char *all = g_strjoin ("\n", self->id, self->suite, self->drive,
                                    self->title != NULL ? self->title : "", self->comment, tags, NULL);
  g_autofree char *valid = g_utf8_make_valid (all, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  self->haystack = g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
}

/* The fastest cell that reads, or writes, and was not found to be worthless */
static double
find_best (DsReport *report, DsOp op)
{
  double best = NAN;

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);
    double value = ds_cell_get_mb_s (cell);

    if (cell->op == op && cell->invalid == NULL && isfinite (value) && !(best >= value))
      best = value;
  }
  return best;
}

static gint64
read_time (const char *started, gint64 written)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) date = started != NULL ? g_date_time_new_from_iso8601 (started, zone) : NULL;

  return date != NULL ? g_date_time_to_unix (date) : written;
}

static gboolean
has_finding (DsReport *report, const char *id)
{
  for (guint i = 0; i < report->findings->len; i++)
    if (g_strcmp0 (((DsFinding *) g_ptr_array_index (report->findings, i))->id, id) == 0)
      return TRUE;
  return FALSE;
}

static char *
dup_text (const char *text)
{
  return g_strdup (text != NULL ? text : "");
}

DsHistoryEntry *
ds_history_entry_new_for_report (const char *id, DsReport *report, gint64 written)
{
  DsHistoryEntry *self = g_object_new (DS_TYPE_HISTORY_ENTRY, NULL);

  self->id = g_strdup (id);
  self->newer = has_finding (report, "newer-schema");
  self->suite = dup_text (report->suite);
  self->drive = ds_report_dup_target_title (report);
  self->title = report->title != NULL && *report->title != '\0' ? g_strdup (report->title) : NULL;
  self->comment = dup_text (report->comment);
  self->tags = report->tags != NULL ? g_strdupv (report->tags) : g_new0 (char *, 1);
  self->started = dup_text (report->started);
  self->time = read_time (report->started, written);
  self->imported = g_strdup (ds_report_get_option (report, DS_REPORT_IMPORTED));
  self->state = report->state;
  self->read_mb_s = find_best (report, DS_OP_READ);
  self->write_mb_s = find_best (report, DS_OP_WRITE);
  if (isnan (self->read_mb_s) && isnan (self->write_mb_s))
    self->read_mb_s = find_best (report, DS_OP_MIX);
  make_haystack (self);
  return self;
}

DsHistoryEntry *
ds_history_entry_new_damaged (const char *id, const GError *error, gint64 written)
{
  DsHistoryEntry *self = g_object_new (DS_TYPE_HISTORY_ENTRY, NULL);

  self->id = g_strdup (id);
  self->problem = g_strdup (error->message);
  self->newer = g_error_matches (error, DS_REPORT_ERROR, DS_REPORT_ERROR_NEWER);
  self->suite = g_strdup ("");
  self->drive = g_strdup ("");
  self->comment = g_strdup ("");
  self->tags = g_new0 (char *, 1);
  self->started = g_strdup ("");
  self->time = written;
  self->state = DS_STATE_FAILED;
  make_haystack (self);
  return self;
}

static const char *
unless_null (const char *text)
{
  return text != NULL ? text : "";
}

GVariant *
ds_history_entry_to_variant (DsHistoryEntry *self)
{
  return g_variant_new ("(sbsbssss^assxsudd)", self->id, self->problem != NULL, unless_null (self->problem),
                        self->newer, self->suite, self->drive, unless_null (self->title), self->comment,
                        self->tags, self->started, self->time, unless_null (self->imported), (guint32) self->state,
                        self->read_mb_s, self->write_mb_s);
}

static char *
null_if_empty (char *text)
{
  if (*text != '\0')
    return text;
  g_free (text);
  return NULL;
}

DsHistoryEntry *
ds_history_entry_new_from_variant (GVariant *variant)
{
  DsHistoryEntry *self = g_object_new (DS_TYPE_HISTORY_ENTRY, NULL);
  gboolean damaged;
  guint32 state;

  g_variant_get (variant, "(sbsbssss^assxsudd)", &self->id, &damaged, &self->problem, &self->newer, &self->suite,
                 &self->drive, &self->title, &self->comment, &self->tags, &self->started, &self->time,
                 &self->imported, &state, &self->read_mb_s, &self->write_mb_s);
  if (!damaged)
    g_clear_pointer (&self->problem, g_free);
  self->title = null_if_empty (self->title);
  self->imported = null_if_empty (self->imported);
  self->state = state <= DS_STATE_FAILED ? (DsState) state : DS_STATE_FAILED;
  make_haystack (self);
  return self;
}

static gboolean
contains_words (const char *haystack, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  g_autofree char *normal = g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
  g_auto (GStrv) words = g_strsplit_set (normal, " \t\n", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (haystack, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

gboolean
ds_history_entry_matches (DsHistoryEntry *self, const DsHistoryFilter *filter)
{
  if (filter->drive != NULL && !g_str_equal (self->drive, filter->drive))
    return FALSE;
  if (filter->suite != NULL && !g_str_equal (self->suite, filter->suite))
    return FALSE;
  if (filter->from != 0 && self->time < filter->from)
    return FALSE;
  if (filter->to != 0 && self->time >= filter->to)
    return FALSE;
  return filter->text == NULL || contains_words (self->haystack, filter->text);
}

char *
ds_history_entry_dup_name (DsHistoryEntry *self)
{
  if (self->title != NULL)
    return g_strdup (self->title);
  if (*self->drive != '\0')
    return g_strdup (self->drive);
  return g_strconcat (self->id, DS_REPORT_SUFFIX, NULL);
}

gint
ds_history_entry_compare (gconstpointer a, gconstpointer b)
{
  const DsHistoryEntry *one = *(const DsHistoryEntry *const *) a;
  const DsHistoryEntry *other = *(const DsHistoryEntry *const *) b;

  if (one->time != other->time)
    return one->time > other->time ? -1 : 1;
  return strcmp (other->id, one->id);
}
