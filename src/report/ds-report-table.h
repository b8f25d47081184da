/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* A result as a table of texts and a few facts around it: what the exports for readers are made from. Localised.
 */

typedef struct {
  char *title;       /* "Samsung SSD 990 PRO 2TB" */
  GPtrArray *facts;  /* (element-type GStrv): name and value */
  GStrv head;        /* "Test", "Read", "Write" with their units */
  GPtrArray *rows;   /* (element-type GStrv), each as long as head */
  GArray *worthless; /* (element-type gboolean): a cell of rows that a finding makes worthless, row by row */
  GPtrArray *notes;  /* (element-type utf8): findings and the comment, sentences */
} DsReportTable;

DsReportTable *ds_report_table_new (DsReport *report, DsExportFlags flags);
void ds_report_table_free (DsReportTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsReportTable, ds_report_table_free)

const char *ds_report_table_get (const DsReportTable *self, guint row, guint column);
gboolean ds_report_table_is_worthless (const DsReportTable *self, guint row, guint column);

G_END_DECLS
