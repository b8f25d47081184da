/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-json-object.h"
#include "ds-report.h"

G_BEGIN_DECLS

/* What ds-report-json-read.c and ds-report-json-read-cell.c share */

typedef struct {
  DsJsonContext json;
  DsReport *report;
  gboolean newer;  /* written by a newer minor version: what is unknown is no mistake */
  GArray *indices; /* (element-type gint): where each cell of the file went; -1 for one that was left out */
} DsReportReader;

/* The first mistake, with its line in a text that passed ds_json_guard() */
void ds_report_reader_set_error (const DsJsonContext *json, const char *text, gsize length, GError **error);
void ds_report_reader_fail_unknown (DsReportReader *self, const char *key);
/* (transfer full) (nullable): NULL where it is left out, or a mistake */
DsCell *ds_report_reader_read_cell (DsReportReader *self, JsonObject *object);

G_END_DECLS
