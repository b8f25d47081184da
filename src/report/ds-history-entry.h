/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "ds-report.h"

G_BEGIN_DECLS

/* What the history knows of a kept result without opening it. Fields are read only; it never changes. */

#define DS_TYPE_HISTORY_ENTRY (ds_history_entry_get_type ())
G_DECLARE_FINAL_TYPE (DsHistoryEntry, ds_history_entry, DS, HISTORY_ENTRY, GObject)

struct _DsHistoryEntry {
  GObject parent_instance;

  char *id;       /* its file's name without the ending: what every other call names it by */
  char *problem;  /* (nullable) why it cannot be opened; of a damaged file nothing else is known */
  gboolean newer; /* of a newer version: opened as far as it is understood */
  char *suite;
  char *drive; /* as ds_report_dup_target_title() has it */
  char *title; /* (nullable) given by the person */
  char *comment;
  GStrv tags;
  char *started;  /* ISO 8601, or "" */
  gint64 time;    /* seconds since 1970: when it started, else when the file was written */
  char *imported; /* (nullable) the program it came from */
  DsState state;
  double read_mb_s, write_mb_s; /* the fastest of its cells that are worth something; NaN where there is none */
  char *haystack;               /* everything that a search looks at, case folded */
};

/* Which results are wanted; what is NULL or 0 asks for nothing */
typedef struct {
  const char
      *text; /* every word of it stands somewhere in the title, the drive, the suite, the comment or a tag */
  const char *drive;
  const char *suite;
  gint64 from, to; /* seconds since 1970; to is the first moment that is too late */
} DsHistoryFilter;

gboolean ds_history_entry_matches (DsHistoryEntry *self, const DsHistoryFilter *filter);
char *ds_history_entry_dup_name (DsHistoryEntry *self); /* its title, else the drive; (transfer full) */
/* Newest first, a GCompareFunc of pointers to entries */
gint ds_history_entry_compare (gconstpointer a, gconstpointer b);

/* For ds-history-index.c alone */
DsHistoryEntry *ds_history_entry_new_for_report (const char *id, DsReport *report, gint64 written);
DsHistoryEntry *ds_history_entry_new_damaged (const char *id, const GError *error, gint64 written);
#define DS_HISTORY_ENTRY_TYPE "(sbsbssssassxsudd)"
GVariant *ds_history_entry_to_variant (DsHistoryEntry *self); /* floating */
DsHistoryEntry *ds_history_entry_new_from_variant (GVariant *variant);

G_END_DECLS
