/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes the locale with localedef in a folder of the test's own and sets it, with a catalogue that turns each text
 * into a longer one in its script; with texts NULL the catalogue of the tree, as it is built. FALSE where this
 * system cannot make it. Before any other call, once in a process. */
gboolean ds_test_locale_set (const char *name, const char *const *texts, const char *filler);
void ds_test_locale_clean_up (void);

G_END_DECLS
