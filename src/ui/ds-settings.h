/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-format.h"

G_BEGIN_DECLS

/* What the window remembers. Whatever a settings file holds, these give something usable: what is not understood
 * counts as not there. Keys are those of the schema. */

GSettings *ds_settings_get (void); /* (transfer none): one for the program */

DsUnit ds_settings_get_unit (void);
void ds_settings_set_unit (DsUnit unit);

char **ds_settings_dup_recent_folders (void); /* (transfer full): absolute paths, the newest first */
void ds_settings_add_recent_folder (const char *path);

GVariant *ds_settings_dup_options (const char *suite);               /* (transfer full) (nullable): a{ss} */
void ds_settings_set_options (const char *suite, GVariant *options); /* takes a floating a{ss} */

char *ds_settings_dup_save_folder (
    void); /* (transfer full): a folder that was chosen, or the one for pictures, or home */

G_END_DECLS
