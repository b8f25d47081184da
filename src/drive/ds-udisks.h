/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* UDisks2 as this room speaks to it, over GDBus alone: its library is older in places than its interfaces. */

#define DS_UDISKS_NAME         "org.freedesktop.UDisks2"
#define DS_UDISKS_PATH         "/org/freedesktop/UDisks2"
#define DS_UDISKS_MANAGER_PATH DS_UDISKS_PATH "/Manager"

/* Milliseconds for a call that asks nobody: a drive in sleep may take long */
#define DS_UDISKS_PATIENCE 25000

/* The options of every call, "a{sv}"; interactive: whether a person may be asked for a password. (transfer
 * floating) */
GVariant *ds_udisks_new_options (gboolean interactive);

G_END_DECLS
