/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-udisks.h"

GVariant *
ds_udisks_new_options (gboolean interactive)
{
  GVariantBuilder options;

  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  if (!interactive)
    g_variant_builder_add (&options, "{sv}", "auth.no_user_interaction", g_variant_new_boolean (TRUE));
  return g_variant_builder_end (&options);
}
