/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Says that drives or mounts came or went: by the kernel's table of mounts, and by UDisks2 where it runs (it is
 * not started for this). Signal "changed": soon after the last of several changes, on the main thread. */
#define DS_TYPE_HOT_PLUG (ds_hot_plug_get_type ())
G_DECLARE_FINAL_TYPE (DsHotPlug, ds_hot_plug, DS, HOT_PLUG, GObject)
DsHotPlug *ds_hot_plug_new (void);

G_END_DECLS
