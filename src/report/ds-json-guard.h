/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Looks through JSON from a stranger before json-glib sees it: json-glib calls itself for every bracket, keeps
 * some hundred bytes for every value, accepts more than JSON (comments, assignments), and does not look at the
 * encoding. What passes here is RFC 8259 JSON in UTF-8 within the limits below. Uses no recursion and no memory.
 */

#define DS_JSON_MAX_SIZE   (G_GUINT64_CONSTANT (256) << 20)
#define DS_JSON_MAX_DEPTH  64
#define DS_JSON_MAX_VALUES 8000000

/* DS_REPORT_ERROR sentences that name the line where not */
gboolean ds_json_guard (const char *text, gsize length, GError **error);

/* The line, from 1, where the value of a path such as "cells[3].runs[0].seconds" starts in a text that passed; 0
 * where there is none */
guint ds_json_find_line (const char *text, gsize length, const char *path);

G_END_DECLS
