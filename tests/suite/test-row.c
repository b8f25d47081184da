/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>

#include "ds-options.h"
#include "ds-suite.h"
#include "ds-units.h"

static void
test_round_trip (void)
{
  static const struct {
    const char *text;
    DsRow row;
  } rows[] = {
    { "SEQ1M Q8T1", { DS_ACCESS_SEQUENTIAL, DS_MIB, 8, 1 } },
    { "SEQ128K Q32T1", { DS_ACCESS_SEQUENTIAL, 128 * DS_KIB, 32, 1 } },
    { "RND4K Q32T16", { DS_ACCESS_RANDOM, 4 * DS_KIB, 32, 16 } },
    { "RND512B Q512T64", { DS_ACCESS_RANDOM, 512, 512, 64 } },
    { "SEQ64M Q1T1", { DS_ACCESS_SEQUENTIAL, 64 * DS_MIB, 1, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = NULL;
    DsRow row;

    g_assert_true (ds_row_parse (rows[i].text, &row));
    g_assert_cmpint (row.access, ==, rows[i].row.access);
    g_assert_cmpuint (row.block_size, ==, rows[i].row.block_size);
    g_assert_cmpuint (row.queue_depth, ==, rows[i].row.queue_depth);
    g_assert_cmpuint (row.threads, ==, rows[i].row.threads);
    text = ds_row_format (&row);
    g_assert_cmpstr (text, ==, rows[i].text);
  }
}

static void
test_lenient (void)
{
  DsRow row;

  g_assert_true (ds_row_parse ("  rnd4kib q1t1 ", &row));
  g_assert_cmpuint (row.block_size, ==, 4096);
}

static void
test_refused (void)
{
  static const char *const texts[] = {
    "",
    "SEQ",
    "SEQ1M",
    "SEQ1M Q8",
    "SEQ1M Q0T1",
    "SEQ1M Q513T1",
    "SEQ1M Q1T65",
    "SEQ1M Q1T0",
    "SEQ1M Q1T1x",
    "SEQ1M Q-1T1",
    "SEQ100 Q1T1",
    "SEQ128M Q1T1",
    "ABC1M Q1T1",
    "SEQ1M T1Q1",
    "SEQ1M Q99999999999999999999T1",
    "SEQ99999999999999999999G Q1T1",
  };
  DsRow row;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (ds_row_parse (texts[i], &row))
      g_error ("“%s” was taken for a row", texts[i]);
}

static void
test_list (void)
{
  g_autoptr (GArray) rows = ds_rows_parse ("SEQ1M Q8T1, RND{4K,8K} Q{1,2,4}T{1,4}", NULL);
  g_autofree char *last = NULL;

  g_assert_nonnull (rows);
  g_assert_cmpuint (rows->len, ==, 1 + 2 * 3 * 2);
  last = ds_row_format (&g_array_index (rows, DsRow, rows->len - 1));
  g_assert_cmpstr (last, ==, "RND8K Q4T4");
}

static void
test_bad_list (void)
{
  static const char *const texts[] = {
    "", ",", "SEQ1M Q8T1,", "SEQ1M Q{1,2T1", "RND{} Q1T1", "SEQ1M Q8T1; RND4K Q1T1"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) rows = ds_rows_parse (texts[i], &error);

    g_assert_null (rows);
    g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE);
  }
}

static void
test_endless_list (void)
{
  g_autoptr (GString) text = g_string_new ("RND4K Q");
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = NULL;

  /* Braces multiply: ten of them would be a million rows. */
  for (guint i = 0; i < 10; i++)
    g_string_append (text, "{1,1,1,1}");
  g_string_append (text, "T1");
  rows = ds_rows_parse (text->str, &error);
  g_assert_null (rows);
  g_assert_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row/round-trip", test_round_trip);
  g_test_add_func ("/row/lenient", test_lenient);
  g_test_add_func ("/row/refused", test_refused);
  g_test_add_func ("/row/list", test_list);
  g_test_add_func ("/row/bad-list", test_bad_list);
  g_test_add_func ("/row/endless-list", test_endless_list);
  return g_test_run ();
}
