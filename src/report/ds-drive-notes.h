/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* What a person typed in once about a drive: what it cost, and what its maker says it can do. Kept by model in
 * "drives.ini" of the data folder. Unknown figures are NaN. */

typedef struct {
  double price;
  char *currency;             /* (nullable) "USD" or any other word */
  double seq_read, seq_write; /* MB/s */
  double rnd4k_read_iops, rnd4k_write_iops;
} DsDriveNotes;

DsDriveNotes *ds_drive_notes_new (void);
DsDriveNotes *ds_drive_notes_load (const char *model); /* never NULL; (transfer full). Blocks */
gboolean ds_drive_notes_save (const DsDriveNotes *self, const char *model, GError **error); /* blocks */
void ds_drive_notes_free (DsDriveNotes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsDriveNotes, ds_drive_notes_free)

gboolean ds_drive_notes_have_ratings (const DsDriveNotes *self);
/* The rated figures as a result that can be compared: each stands in the row that makers mean, the deepest
 * sequential and the deepest random 4 KiB one of like (nullable). (transfer full) */
DsReport *ds_drive_notes_make_report (const DsDriveNotes *self, const char *model, DsReport *like);

G_END_DECLS
