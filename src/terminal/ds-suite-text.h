/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-options.h"

G_BEGIN_DECLS

/* A suite's options as a person reads them. Each (transfer full). */

char *ds_suite_text_dup_values (
    const DsOption *option); /* "1 to 9", "on, off", "16 MiB to 64 GiB by powers of two, or all" */
char *ds_suite_text_format_options (const DsSuite *suite); /* a table: --id=…, what it means, values, default */

G_END_DECLS
