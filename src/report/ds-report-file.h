/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* All of an ordinary file that is no larger than a result may be; (transfer full). Blocks */
GByteArray *ds_report_read_file (GFile *file, GError **error);

G_END_DECLS
