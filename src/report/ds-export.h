/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* The forms of text in which a result is given to others. A new one is one line of the table in ds-export.c: it
 * becomes a value of --format and an item of the window's menus. Serial numbers stand in none unless asked. */

typedef struct {
  const char *id;                                        /* "markdown" */
  const char *title;                                     /* N_(): "Markdown table" */
  const char *suffix;                                    /* ".md" */
  char *(*make) (DsReport *report, DsExportFlags flags); /* (transfer full) */
} DsExportFormat;

extern const DsExportFormat ds_export_formats[];              /* ends with a NULL id */
const DsExportFormat *ds_export_find_format (const char *id); /* (nullable) */

G_END_DECLS
