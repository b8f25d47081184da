/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-place.h"

G_BEGIN_DECLS

/* What the window says about a target; pure but for the locale. Results are (transfer full). */

char *ds_target_text_folder (const char *path);    /* "~/Benchmarks" for what lies in the home folder */
char *ds_target_text_title (const DsPlace *place); /* "Samsung SSD 990 PRO 2TB · /home" */
char *ds_target_text_below (const DsPlace *place); /* "ext4 on LUKS · PCIe 4.0 x4 · 812 GB free" */
char *
ds_target_text_row_below (const DsPlace *place); /* "2 TB · 812 GB free · ext4", or what can be done with it */
const char *ds_target_text_icon (const DsPlace *place); /* (transfer none) */
gboolean ds_target_can_write (const DsPlace *place);

G_END_DECLS
