/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-settings.h"

#define MAX_RECENT 5

GSettings *
ds_settings_get (void)
{
  static GSettings *settings = NULL;

  if (settings == NULL)
    settings = g_settings_new (DS_APPLICATION_ID);
  return settings;
}

DsUnit
ds_settings_get_unit (void)
{
  g_autofree char *id = g_settings_get_string (ds_settings_get (), "unit");
  DsUnit unit;

  return ds_unit_from_id (id, &unit) ? unit : DS_UNIT_MB_S;
}

void
ds_settings_set_unit (DsUnit unit)
{
  g_settings_set_string (ds_settings_get (), "unit", ds_unit_get_id (unit));
}

char **
ds_settings_dup_recent_folders (void)
{
  g_auto (GStrv) stored = g_settings_get_strv (ds_settings_get (), "recent-folders");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n = 0;

  for (guint i = 0; stored[i] != NULL && n < MAX_RECENT; i++)
    if (g_path_is_absolute (stored[i])) {
      g_strv_builder_add (builder, stored[i]);
      n++;
    }
  return g_strv_builder_end (builder);
}

void
ds_settings_add_recent_folder (const char *path)
{
  g_auto (GStrv) recent = ds_settings_dup_recent_folders ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  guint n = 1;

  g_strv_builder_add (builder, path);
  for (guint i = 0; recent[i] != NULL && n < MAX_RECENT; i++)
    if (!g_str_equal (recent[i], path)) {
      g_strv_builder_add (builder, recent[i]);
      n++;
    }
  all = g_strv_builder_end (builder);
  g_settings_set_strv (ds_settings_get (), "recent-folders", (const char *const *) all);
}

GVariant *
ds_settings_dup_options (const char *suite)
{
  g_autoptr (GVariant) all = g_settings_get_value (ds_settings_get (), "options");

  return g_variant_lookup_value (all, suite, G_VARIANT_TYPE ("a{ss}"));
}

void
ds_settings_set_options (const char *suite, GVariant *options)
{
  g_autoptr (GVariant) all = g_settings_get_value (ds_settings_get (), "options");
  GVariantBuilder builder;
  GVariantIter iter;
  const char *id;
  GVariant *value;

  /* Those of other suites stay as they are, also of suites that this version does not know. */
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sa{ss}}"));
  g_variant_iter_init (&iter, all);
  while (g_variant_iter_loop (&iter, "{&s@a{ss}}", &id, &value))
    if (!g_str_equal (id, suite))
      g_variant_builder_add (&builder, "{s@a{ss}}", id, value);
  g_variant_builder_add (&builder, "{s@a{ss}}", suite, options);
  g_settings_set_value (ds_settings_get (), "options", g_variant_builder_end (&builder));
}

char *
ds_settings_dup_save_folder (void)
{
  g_autofree char *chosen = g_settings_get_string (ds_settings_get (), "save-folder");
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);

  if (g_path_is_absolute (chosen))
    return g_steal_pointer (&chosen);
  return g_strdup (pictures != NULL ? pictures : g_get_home_dir ());
}
