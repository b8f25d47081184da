/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-picture.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* The forms a result can be written in. A new one is one line of the table in ds-output.c: it becomes an option of
 * "run". */

typedef struct {
  const char *id;                                       /* --id=F */
  const char *help;                                     /* N_() */
  gboolean binary;                                      /* not for a terminal's eyes */
  gboolean picture;                                     /* needs something measured to draw */
  GBytes *(*render) (DsReport *report, GError **error); /* (transfer full) */
} DsOutputFormat;

extern const DsOutputFormat ds_output_formats[];              /* ends with a NULL id */
const DsOutputFormat *ds_output_find_format (const char *id); /* (nullable) */

typedef struct {
  const DsOutputFormat *format;
  char *path; /* "-" is standard output */
} DsOutput;

#define DS_OUTPUT_ERROR (ds_output_error_quark ())

typedef enum {
  DS_OUTPUT_ERROR_USAGE, /* cannot be meant so */
  DS_OUTPUT_ERROR_PLACE, /* cannot be written there */
} DsOutputErrorCode;

GQuark ds_output_error_quark (void);

/* (element-type DsOutput) */
GPtrArray *ds_outputs_new (void);
void ds_outputs_add (GPtrArray *outputs, const DsOutputFormat *format, const char *path);
gboolean ds_outputs_use_stdout (GPtrArray *outputs);
gboolean ds_outputs_have_figures (DsReport *report); /* whether anything was measured */

/* Whether path could be written, asked before anything is measured; touches nothing */
gboolean ds_output_check_path (const char *path, GError **error);
gboolean ds_outputs_check (GPtrArray *outputs, GError **error);

/* Writes every one, whether or not another fails, says on standard error what happened, and returns how many
 * failed. Files stay as they are where nothing was measured. */
guint ds_outputs_write (GPtrArray *outputs, DsReport *report);

G_END_DECLS
