/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ds-place.h"

G_BEGIN_DECLS

/* The target in the header bar, and the list it is chosen from: drives, recent folders, any other folder.
 *
 * Signals: "changed": what is under the target is known anew, or that it cannot be looked at (see get_error);
 * "chosen" (utf8 path): the person took it from the list; "other-folder": the person wants to name a folder. */

#define DS_TYPE_TARGET_CHOOSER (ds_target_chooser_get_type ())
G_DECLARE_FINAL_TYPE (DsTargetChooser, ds_target_chooser, DS, TARGET_CHOOSER, AdwBin)

/* path: NULL or empty for the place the home folder is on */
void ds_target_chooser_set_path (DsTargetChooser *self, const char *path);
const char *ds_target_chooser_get_path (DsTargetChooser *self);     /* (nullable) */
const DsPlace *ds_target_chooser_get_place (DsTargetChooser *self); /* (nullable) */
const char *ds_target_chooser_get_error (DsTargetChooser *self);    /* (nullable): why there is no place */
void ds_target_chooser_refresh (DsTargetChooser *self);             /* free space and drives may have changed */
void ds_target_chooser_popup (DsTargetChooser *self);

G_END_DECLS
