/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-health.h"

G_BEGIN_DECLS

/* The readings of each drive over its life here, one JSON-lines file a drive in a folder of the person's own.
 * Files are named by a hash of model and serial number, hold neither, and are bounded. Everything but the names
 * blocks: for a thread. */

typedef struct {
  gint64 time; /* seconds since 1970 */
  DsVerdictGrade grade;
  int temperature;      /* DS_TEMPERATURE_UNKNOWN */
  int life_left;        /* DS_PERCENT_UNKNOWN */
  double bytes_written; /* NaN */
  double bytes_read;
  double hours;
} DsHealthReading;

#define DS_HEALTH_HISTORY_MOST 4000 /* readings that are kept of one drive: the newest */

char *ds_health_history_dup_folder (void);                                   /* (transfer full): the default one */
char *ds_health_history_dup_path (const char *folder, const DsDrive *drive); /* (transfer full) */
GArray *ds_health_history_load (const char *folder,
                                const DsDrive *drive); /* (transfer full) (element-type DsHealthReading), oldest
                                                          first; damaged lines are skipped */
/* Adds what was read; before: (nullable) (out) the last verdict that was kept and not Unknown, DS_VERDICT_UNKNOWN
 * where there is none */
gboolean
ds_health_history_add (const char *folder, const DsHealth *health, DsVerdictGrade *before, GError **error);

/* Both in a task, with the default folder: adds a reading that told anything, then loads them all. worse: the
 * verdict got worse than the last one that was kept. */
void ds_health_history_update_async (DsHealth *health,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
GArray *
ds_health_history_update_finish (GAsyncResult *result, gboolean *worse, GError **error); /* (transfer full) */

G_END_DECLS
