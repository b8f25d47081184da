/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Replaces members of the outermost object in a JSON text and leaves every other byte of them as it is, so that a
 * file of a newer version loses nothing when a person renames it.
 *
 * The text has passed ds_json_guard() and is an object. values are JSON texts, NULL takes the member away; where a
 * member is new, it comes after the one named after (nullable), else at the end. (transfer full) */
char *ds_json_splice (
    const char *text, gsize length, const char *const *keys, const char *const *values, const char *after);

G_END_DECLS
