/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-session.h"

G_BEGIN_DECLS

/* One line on standard error that is redrawn while a session runs; nothing where that is no terminal. */

#define DS_TYPE_PROGRESS_LINE (ds_progress_line_get_type ())
G_DECLARE_FINAL_TYPE (DsProgressLine, ds_progress_line, DS, PROGRESS_LINE, GObject)

DsProgressLine *ds_progress_line_new (DsSession *session);
void
ds_progress_line_clear (DsProgressLine *self); /* so that something else can be written; the next change redraws */

/* The line's text for so many columns: what matters least is left out first. (transfer full) */
char *ds_progress_line_format (const DsProgress *progress, DsReport *report, guint columns);

G_END_DECLS
