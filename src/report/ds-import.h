/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* Results from elsewhere: a result file of Drivescope, the text of CrystalDiskMark 3 to 9 as its users post it,
 * and what fio prints with --output-format=json. Which it is shows in the text itself. Nothing in it is believed:
 * errors are DS_REPORT_ERROR sentences that name the line. */

DsReport *ds_import_text (const char *text, gssize length, GError **error); /* (transfer full) */
DsReport *ds_import_file (GFile *file, GError **error);                     /* blocks */

/* For ds-import.c alone */
gboolean ds_import_cdm_recognizes (const char *text);
DsReport *ds_import_cdm (const char *text, GError **error); /* valid UTF-8 */
DsReport *ds_import_fio (const char *text, gsize length, GError **error);

G_END_DECLS
