/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-ata-smart.h"

G_BEGIN_DECLS

/* The localised name of an ATA attribute; of those that nobody agrees on, what the source calls it. (transfer
 * full) */
char *ds_ata_dup_name (const DsAtaAttribute *attribute);

G_END_DECLS
