/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-suite.h"

G_BEGIN_DECLS

/* value as options store it ("1GiB" for "1024M"), or NULL and a DS_SUITE_ERROR sentence with the option's limits where it is
 * none. (transfer full) */
char *ds_option_canonical (const DsOption *option, const char *value, GError **error);

G_END_DECLS
