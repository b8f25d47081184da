/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* What an export may say to strangers. The text with the name of the home folder's owner and the serial numbers of
 * the report's drives taken out, or as it is with DS_EXPORT_SERIALS. (transfer full), NULL for NULL */
char *ds_privacy_dup_text (DsReport *report, DsExportFlags flags, const char *text);

G_END_DECLS
