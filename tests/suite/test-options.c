/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "ds-options.h"

static DsOptions *
tiles (void)
{
  return ds_options_new (ds_suites_find ("tiles"));
}

static void
set (DsOptions *options, const char *id, const char *value)
{
  g_autoptr (GError) error = NULL;

  ds_options_set (options, id, value, &error);
  g_assert_no_error (error);
}

static void
test_defaults (void)
{
  g_autoptr (DsOptions) options = tiles ();

  g_assert_cmpstr (ds_options_get (options, "settings"), ==, "default");
  g_assert_cmpstr (ds_options_get (options, "rows"), ==, "SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1");
  g_assert_cmpint (ds_options_get_int (options, "runs"), ==, 5);
  g_assert_cmpint (ds_options_get_int (options, "size"), ==, 1 << 30);
  g_assert_cmpfloat (ds_options_get_double (options, "seconds"), ==, 5);
  g_assert_cmpfloat (ds_options_get_double (options, "pause"), ==, 5);
  for (const DsOption *option = ds_options_get_suite (options)->options; option->id; option++)
    g_assert_nonnull (ds_options_get (options, option->id));
}

/* The table of settings and profiles, whole */
static void
test_presets (void)
{
  static const struct {
    const char *settings, *profile, *rows, *seconds, *pause;
  } table[] = {
    { "default", "default", "SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1", "5", "5" },
    { "default", "peak", "SEQ1M Q8T1, RND4K Q32T1", "5", "5" },
    { "default", "real-world", "SEQ1M Q1T1, RND4K Q1T1", "5", "5" },
    { "default", "demo", "SEQ1M Q8T1", "5", "5" },
    { "nvme", "default", "SEQ1M Q8T1, SEQ128K Q32T1, RND4K Q32T16, RND4K Q1T1", "5", "5" },
    { "nvme", "peak", "SEQ1M Q8T1, RND4K Q32T16", "5", "5" },
    { "nvme", "real-world", "SEQ1M Q1T1, RND4K Q1T1", "5", "5" },
    { "flash", "default", "SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1", "1", "30" },
    { "flash", "peak", "SEQ1M Q8T1, RND4K Q32T1", "1", "30" },
    { "classic5", "default", "SEQ128K Q32T1, RND4K Q32T1, SEQ1M Q1T1, RND4K Q1T1", "5", "5" },
    { "classic3", "default", "SEQ1M Q1T1, RND512K Q1T1, RND4K Q1T1, RND4K Q32T1", "5", "5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (DsOptions) options = tiles ();

    set (options, "profile", table[i].profile);
    set (options, "settings", table[i].settings);
    g_assert_cmpstr (ds_options_get (options, "rows"), ==, table[i].rows);
    g_assert_cmpstr (ds_options_get (options, "seconds"), ==, table[i].seconds);
    g_assert_cmpstr (ds_options_get (options, "pause"), ==, table[i].pause);
  }
}

static void
test_by_hand (void)
{
  g_autoptr (DsOptions) options = tiles ();

  set (options, "rows", "RND8K Q4T2");
  set (options, "settings", "nvme");
  g_assert_cmpstr (ds_options_get (options, "rows"), ==, "RND8K Q4T2");
  g_assert_true (ds_options_is_set_by_hand (options, "rows"));

  g_assert_true (ds_options_choose (options, "settings", "classic5", NULL));
  g_assert_true (g_str_has_prefix (ds_options_get (options, "rows"), "SEQ128K Q32T1"));
  g_assert_false (ds_options_is_set_by_hand (options, "rows"));
}

static void
test_suggestion (void)
{
  DsDrive drive = { .kind = DS_DRIVE_NVME };
  DsPlace place = { .drives = g_ptr_array_new () };
  g_autoptr (DsOptions) options = tiles ();

  g_ptr_array_add (place.drives, &drive);
  ds_options_suggest_for (options, &place);
  g_assert_cmpstr (ds_options_get (options, "settings"), ==, "nvme");
  g_assert_false (ds_options_is_set_by_hand (options, "settings"));
  g_assert_nonnull (strstr (ds_options_get (options, "rows"), "RND4K Q32T16"));

  set (options, "settings", "default");
  g_assert_null (strstr (ds_options_get (options, "rows"), "RND4K Q32T16"));
  ds_options_reset (options, "settings");
  g_assert_cmpstr (ds_options_get (options, "settings"), ==, "nvme");

  drive.kind = DS_DRIVE_SATA;
  ds_options_suggest_for (options, &place);
  g_assert_cmpstr (ds_options_get (options, "settings"), ==, "default");
  g_ptr_array_unref (place.drives);
}

static void
test_canonical (void)
{
  static const struct {
    const char *id, *value, *canonical;
  } values[] = {
    { "size", "64MiB", "64MiB" },
    { "size", "65536K", "64MiB" },
    { "size", "all", "all" },
    { "size", "ALL", "all" },
    { "seconds", "0.25", "0.25" },
    { "seconds", "5.0", "5" },
    { "settings", "NVMe", "nvme" },
    { "rows", "rnd4k q1t1,seq1m q8t1", "RND4K Q1T1, SEQ1M Q8T1" },
    { "mix", "70", "70" },
    { "runs", "9", "9" },
    { "comment", "Ổ mới, 新硬盘", "Ổ mới, 新硬盘" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autoptr (DsOptions) options = tiles ();

    set (options, values[i].id, values[i].value);
    g_assert_cmpstr (ds_options_get (options, values[i].id), ==, values[i].canonical);
  }
}

static void
test_refused (void)
{
  static const struct {
    const char *id, *value;
  } values[] = {
    { "runs", "0" },
    { "runs", "10" },
    { "runs", "five" },
    { "runs", "5.5" },
    { "runs", "" },
    { "size", "1MiB" },
    { "size", "128GiB" },
    { "size", "17MiB" },
    { "size", "-1" },
    { "seconds", "0" },
    { "seconds", "61" },
    { "seconds", "nan" },
    { "seconds", "inf" },
    { "seconds", "1e999" },
    { "seconds", "5s" },
    { "pause", "-1" },
    { "mix", "75" },
    { "mix", "100" },
    { "settings", "fast" },
    { "data", "50" },
    { "rows", "SEQ16M Q1T1" },
    { "rows", "RND512B Q1T1" },
    { "rows", "" },
    { "comment", "\xff\xfe" },
    { "seed", "-1" },
  };
  g_autoptr (DsOptions) options = tiles ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *before = g_strdup (ds_options_get (options, values[i].id));

    if (ds_options_set (options, values[i].id, values[i].value, &error))
      g_error ("--%s took “%s”", values[i].id, values[i].value);
    g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE);
    g_assert_true (g_str_has_suffix (error->message, "."));
    g_assert_cmpstr (ds_options_get (options, values[i].id), ==, before);
    g_clear_error (&error);
  }
  g_assert_false (ds_options_set (options, "colour", "red", &error));
  g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_UNKNOWN_OPTION);
}

static void
count_cb (DsOptions *options, const char *id, GHashTable *seen)
{
  g_hash_table_add (seen, g_strdup (id));
}

static void
test_changed (void)
{
  g_autoptr (DsOptions) options = tiles ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_signal_connect (options, "changed", G_CALLBACK (count_cb), seen);
  set (options, "settings", "flash");
  g_assert_true (g_hash_table_contains (seen, "settings"));
  g_assert_true (g_hash_table_contains (seen, "seconds"));
  g_assert_true (g_hash_table_contains (seen, "pause"));
  g_assert_false (g_hash_table_contains (seen, "rows"));
  g_hash_table_remove_all (seen);
  set (options, "settings", "flash");
  g_assert_cmpuint (g_hash_table_size (seen), ==, 0);
}

static void
test_variant (void)
{
  g_autoptr (DsOptions) options = tiles ();
  g_autoptr (DsOptions) loaded = tiles ();
  g_autoptr (GVariant) stored = NULL;
  g_autoptr (GVariant) nonsense = NULL;

  set (options, "runs", "3");
  set (options, "settings", "classic3");
  stored = g_variant_ref_sink (ds_options_to_variant (options));
  ds_options_load_variant (loaded, stored);
  g_assert_cmpint (ds_options_get_int (loaded, "runs"), ==, 3);
  g_assert_cmpstr (ds_options_get (loaded, "rows"), ==, ds_options_get (options, "rows"));

  nonsense = g_variant_ref_sink (
      g_variant_new_parsed ("{'runs': '77', 'size': 'big', 'nothing': '', 'profile': 'peak'}"));
  ds_options_load_variant (loaded, nonsense);
  g_assert_cmpint (ds_options_get_int (loaded, "runs"), ==, 3);
  g_assert_cmpstr (ds_options_get (loaded, "profile"), ==, "peak");
  g_variant_unref (g_steal_pointer (&nonsense));
  nonsense = g_variant_ref_sink (g_variant_new_string ("x"));
  ds_options_load_variant (loaded, nonsense);
  g_assert_cmpstr (ds_options_get (loaded, "profile"), ==, "peak");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/options/defaults", test_defaults);
  g_test_add_func ("/options/presets", test_presets);
  g_test_add_func ("/options/by-hand", test_by_hand);
  g_test_add_func ("/options/suggestion", test_suggestion);
  g_test_add_func ("/options/canonical", test_canonical);
  g_test_add_func ("/options/refused", test_refused);
  g_test_add_func ("/options/changed", test_changed);
  g_test_add_func ("/options/variant", test_variant);
  return g_test_run ();
}
