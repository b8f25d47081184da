/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-inhibitor.h"

G_BEGIN_DECLS

/* Facts of the machine that stand in every result. Strings NULL where unknown. */

typedef struct {
  char *cpu;          /* "Intel Core i5-6600" without trademarks and clock rate */
  guint cpus;         /* that this process may use */
  guint64 memory;     /* bytes */
  char *kernel;       /* "Linux 6.1.0-18-amd64" */
  char *distribution; /* "Debian GNU/Linux 12 (bookworm)" */
  char *architecture; /* "x86_64" */
  char *governor;     /* CPU frequency governor */
  gboolean on_battery;
} DsSystem;

DsSystem *ds_system_read (void);                /* (transfer full); reads small files of the kernel, no drive */
DsSystem *ds_system_read_in (const char *root); /* the same below another root folder, for tests */
void ds_system_free (DsSystem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsSystem, ds_system_free)

G_END_DECLS
