/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-session.h"

G_BEGIN_DECLS

/* What is being measured, how far it is, how long it takes yet, what was written. Shown only while running. */

#define DS_TYPE_STATUS_STRIP (ds_status_strip_get_type ())
G_DECLARE_FINAL_TYPE (DsStatusStrip, ds_status_strip, DS, STATUS_STRIP, AdwBin)

void ds_status_strip_update (DsStatusStrip *self, const DsProgress *progress, DsReport *report);
void ds_status_strip_set_text (DsStatusStrip *self, const char *text); /* before there is progress */

G_END_DECLS
