/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-options.h"
#include "ds-place.h"

G_BEGIN_DECLS

/* What the target of "run" is. A drive that is mounted stands for the folder on it that may be written, where the
 * suite writes; it then takes the place of *target, and is named on standard error. place: (out) (nullable): NULL
 * for an imaginary drive. Blocks as the file system does. */
gboolean ds_run_target_find (DsOptions *options, char **target, DsPlace **place, GError **error);

/* Why a run could not start there, as far as that can be known without trying; (nullable) (transfer full) */
char *ds_run_target_dup_obstacle (DsOptions *options, const DsPlace *place);

G_END_DECLS
