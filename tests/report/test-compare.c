/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-compare.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "ds-drive-notes.h"
#include "ds-figures-only.h"
#include "ds-rank-test.h"
#include "ds-reference.h"
#include "ds-sample-report.h"

#define RANKS(expected, a, b)                                                                                     \
  g_assert_cmpfloat_with_epsilon (ds_rank_test (a, G_N_ELEMENTS (a), b, G_N_ELEMENTS (b)), expected, 1e-6)

/* Against the exact tables: 2 / C(8,4), and the values that R's wilcox.test (exact = TRUE) gives */
static void
test_ranks (void)
{
  static const double low[] = { 1, 2, 3, 4 };
  static const double high[] = { 5, 6, 7, 8 };
  static const double mixed[] = { 1.5, 2.5, 3.5, 4.5 };
  static const double five[] = { 11, 12, 13, 14, 15 };
  static const double same[] = { 7, 7, 7, 7 };
  static const double tied[] = { 4, 5, 6, 7 };
  double many[100], more[100];

  RANKS (2.0 / 70, low, high);
  RANKS (2.0 / 70, high, low);
  RANKS (2.0 / 126, low, five);
  RANKS (0.685714285714, low, mixed);
  RANKS (1, same, same);
  /* One tie between the lists: 4 is shared. Ranks of low 1, 2, 3, 4.5: of the 70 ways only this one and those that
   * mirror it or lie beyond are as extreme. */
  RANKS (4.0 / 70, low, tied);
  g_assert_true (isnan (ds_rank_test (NULL, 0, low, 4)));
  for (guint i = 0; i < 100; i++) {
    many[i] = i;
    more[i] = i + 0.5;
  }
  g_assert_cmpfloat (ds_rank_test (many, 100, more, 100), >, 0.9);
  for (guint i = 0; i < 100; i++)
    more[i] += 30;
  g_assert_cmpfloat (ds_rank_test (many, 100, more, 100), <, 1e-6);
}

/* A report with one cell whose runs have these speeds */
static DsReport *
make (const char *title, const double *speeds, guint n)
{
  DsReport *report = ds_report_new ("tiles");
  DsCell *cell = ds_cell_new ("RND4K Q1T1", DS_OP_READ);

  for (guint i = 0; i < n; i++) {
    DsRun run = { .total = { .seconds = 1, .bytes = (guint64) (speeds[i] * 1e6), .ios = 1 } };

    ds_cell_add_run (cell, &run);
  }
  cell->state = DS_CELL_DONE;
  g_ptr_array_add (report->cells, cell);
  report->title = g_strdup (title);
  report->state = DS_STATE_FINISHED;
  return report;
}

static DsComparison *
compare (DsReport *a, DsReport *b)
{
  g_autoptr (GPtrArray) reports = g_ptr_array_new ();

  g_ptr_array_add (reports, a);
  g_ptr_array_add (reports, b);
  return ds_comparison_new (reports);
}

static void
check (const double *a,
       guint n_a,
       const double *b,
       guint n_b,
       DsEvidence evidence,
       DsDifference difference,
       const char *text)
{
  g_autoptr (DsReport) one = make ("one", a, n_a);
  g_autoptr (DsReport) other = make ("other", b, n_b);
  g_autoptr (DsComparison) comparison = compare (one, other);
  const DsComparedCell *cell = &ds_comparison_get_row (comparison, 0)->cells[1];
  g_autofree char *said = ds_compared_cell_dup_text (cell);
  g_autofree char *why = ds_compared_cell_dup_evidence (cell);

  g_assert_cmpuint (comparison->rows->len, ==, 1);
  g_assert_cmpint (cell->evidence, ==, evidence);
  g_assert_cmpint (cell->difference, ==, difference);
  g_assert_cmpstr (said, ==, text);
  g_assert_nonnull (why);
}

#define CHECK(a, b, ...) check (a, G_N_ELEMENTS (a), b, G_N_ELEMENTS (b), __VA_ARGS__)

static void
test_differences (void)
{
  static const double slow[] = { 100, 101, 99, 100, 102 };
  static const double fast[] = { 120, 121, 119, 120, 122 };
  static const double near[] = { 101, 100, 99.5, 101.5, 102 };
  static const double two[] = { 110, 90 };
  static const double three[] = { 130, 131, 132 };
  static const double one[] = { 125 };

  CHECK (slow, fast, DS_EVIDENCE_RANKS, DS_DIFFERENCE_FASTER, "+20.0 %");
  CHECK (fast, slow, DS_EVIDENCE_RANKS, DS_DIFFERENCE_SLOWER, "-16.7 %");
  CHECK (slow, near, DS_EVIDENCE_RANKS, DS_DIFFERENCE_NONE, "no difference seen");
  CHECK (slow, slow, DS_EVIDENCE_RANKS, DS_DIFFERENCE_NONE, "no difference seen");
  CHECK (slow, two, DS_EVIDENCE_RANGES, DS_DIFFERENCE_NONE, "no difference seen");
  CHECK (slow, three, DS_EVIDENCE_RANGES, DS_DIFFERENCE_FASTER, "+31.0 %");
  /* A figure from a review against our runs: it lies outside of them or it does not. */
  CHECK (slow, one, DS_EVIDENCE_RANGES, DS_DIFFERENCE_FASTER, "+25.0 %");
  CHECK (one, one, DS_EVIDENCE_NONE, DS_DIFFERENCE_UNKNOWN, "0.0 % (spread unknown)");
}

static void
test_rows (void)
{
  g_autoptr (DsReport) plain = ds_sample_report ("nvme-default");
  g_autoptr (DsReport) mixed = ds_sample_report ("with-mix");
  g_autoptr (DsComparison) comparison = NULL;
  g_autofree char *first = NULL;
  guint alone = 0;

  /* A worthless number is not compared. */
  ((DsCell *) mixed->cells->pdata[0])->invalid = g_strdup ("page-cache");
  comparison = compare (plain, mixed);
  g_assert_cmpuint (comparison->rows->len, ==, mixed->cells->len);
  g_assert_cmpint (ds_comparison_get_row (comparison, 0)->cells[1].difference, ==, DS_DIFFERENCE_UNKNOWN);
  first = ds_compared_cell_dup_text (&ds_comparison_get_row (comparison, 0)->cells[0]);
  g_assert_cmpstr (first, ==, "");
  for (guint i = 0; i < comparison->rows->len; i++) {
    const DsComparedRow *row = ds_comparison_get_row (comparison, i);

    alone += row->cells[0].cell == NULL;
    if (row->cells[0].cell == NULL)
      g_assert_true (isnan (row->cells[1].percent));
  }
  g_assert_cmpuint (alone, ==, mixed->cells->len - plain->cells->len);
  /* The same drive twice is told apart. */
  g_assert_cmpstr (ds_comparison_get_name (comparison, 0), !=, ds_comparison_get_name (comparison, 1));
}

/* The same row for several kinds of data: each is compared with its own. */
static void
test_occurrences (void)
{
  static const double figures[] = { 100, 101, 102, 103 };
  g_autoptr (DsReport) one = make ("one", figures, 4);
  g_autoptr (DsReport) other = make ("other", figures, 4);
  g_autoptr (DsComparison) comparison = NULL;

  ds_report_add_figures (one, "RND4K Q1T1", DS_OP_READ, 50, NAN, NAN);
  ds_report_add_figures (other, "RND4K Q1T1", DS_OP_READ, 75, NAN, NAN);
  comparison = compare (one, other);
  g_assert_cmpuint (comparison->rows->len, ==, 2);
  g_assert_cmpfloat (ds_comparison_get_row (comparison, 0)->cells[1].percent, ==, 0);
  g_assert_cmpfloat (ds_comparison_get_row (comparison, 1)->cells[1].percent, ==, 50);
}

static void
test_settings (void)
{
  g_autoptr (DsReport) a = ds_sample_report ("nvme-default");
  g_autoptr (DsReport) b = ds_sample_report ("nvme-default");
  g_autoptr (DsComparison) same = compare (a, b);
  g_autoptr (DsComparison) different = NULL;

  g_assert_cmpuint (same->settings->len, ==, 0);
  b->target.test_size *= 4;
  ((DsCell *) b->cells->pdata[0])->direct = FALSE;
  different = compare (a, b);
  g_assert_cmpuint (different->settings->len, ==, 2);
  g_assert_cmpstr (((DsSettingDifference *) different->settings->pdata[0])->title, ==, "Test size");
  g_assert_cmpstr (((DsSettingDifference *) different->settings->pdata[1])->values[1], ==, "buffered I/O");
}

static void
test_price (void)
{
  static const double speeds[] = { 500, 510, 505 };
  g_autoptr (DsReport) a = make ("a", speeds, 3);
  g_autoptr (DsReport) b = make ("b", speeds, 3);
  g_autoptr (DsComparison) comparison = NULL;
  DsTargetDrive *drive = ds_target_drive_new ();

  drive->capacity = 1000 * 1000 * 1000000ULL;
  g_ptr_array_add (a->target.drives, drive);
  comparison = compare (a, b);
  g_assert_cmpfloat (ds_comparison_get_mb_s_per_price (comparison, 0, 50), ==, 10.1);
  g_assert_cmpfloat (ds_comparison_get_gb_per_price (comparison, 0, 50), ==, 20);
  g_assert_true (isnan (ds_comparison_get_gb_per_price (comparison, 1, 50)));
  g_assert_true (isnan (ds_comparison_get_mb_s_per_price (comparison, 0, NAN)));
  g_assert_true (isnan (ds_comparison_get_mb_s_per_price (comparison, 0, 0)));
}

static void
test_reference (void)
{
  g_autoptr (GPtrArray) list = ds_reference_list ();
  DsReport *first;
  const DsCell *cell;

  g_assert_cmpuint (list->len, >=, 5);
  first = list->pdata[0];
  g_assert_cmpstr (first->title, ==, "WD Black PCIe 512 GB");
  g_assert_cmpuint (((DsTargetDrive *) first->target.drives->pdata[0])->capacity, ==, 512000000000);
  g_assert_cmpfloat (ds_reference_get_price (first), ==, 200);
  cell = ds_report_find_cell (first, "RND4K Q1T1", DS_OP_READ);
  g_assert_nonnull (cell);
  g_assert_cmpfloat (ds_cell_get_mb_s (cell), ==, 46.845);
  g_assert_cmpfloat (ds_cell_get_iops (cell), ==, 11436);
  g_assert_cmpuint (cell->block_size, ==, 4096);
  for (guint i = 0; i < list->len; i++) {
    DsReport *report = list->pdata[i];
    g_autofree char *json = ds_report_to_json (report, DS_EXPORT_DEFAULT);
    g_autoptr (DsReport) again = ds_report_from_json (json, -1, NULL);

    g_assert_nonnull (again);
    g_assert_cmpuint (again->cells->len, ==, report->cells->len);
    g_assert_nonnull (strstr (report->comment, "reviews"));
  }
}

static void
test_notes (void)
{
  g_autofree char *file = g_build_filename (g_get_user_data_dir (), "drivescope", "drives.ini", NULL);
  g_autoptr (DsDriveNotes) none = ds_drive_notes_load ("A [odd]\nmodel");
  g_autoptr (DsDriveNotes) read = NULL;
  g_autoptr (DsDriveNotes) other = NULL;
  g_autoptr (DsReport) like = ds_sample_report ("nvme-default");
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (isnan (none->price));
  g_assert_false (ds_drive_notes_have_ratings (none));
  none->price = 129.5;
  none->currency = g_strdup ("€");
  none->seq_read = 7450;
  none->rnd4k_write_iops = 1500000;
  g_assert_true (ds_drive_notes_save (none, "A [odd]\nmodel", &error));
  g_assert_no_error (error);
  read = ds_drive_notes_load ("A [odd]\nmodel");
  g_assert_cmpfloat (read->price, ==, 129.5);
  g_assert_cmpstr (read->currency, ==, "€");
  g_assert_true (isnan (read->seq_write));
  other = ds_drive_notes_load ("another");
  g_assert_true (isnan (other->price));

  /* In the rows that this result has: the deepest of each kind */
  report = ds_drive_notes_make_report (read, "A", like);
  g_assert_cmpuint (report->cells->len, ==, 2);
  g_assert_cmpfloat (ds_cell_get_mb_s (ds_report_find_cell (report, "SEQ1M Q8T1", DS_OP_READ)), ==, 7450);
  g_assert_cmpfloat (ds_cell_get_iops (ds_report_find_cell (report, "RND4K Q32T16", DS_OP_WRITE)), ==, 1500000);

  /* A file that is nonsense is no reason to lose what is typed now. */
  g_assert_true (g_file_set_contents (file, "nonsense\n[[[", -1, NULL));
  g_assert_true (ds_drive_notes_save (read, "B", &error));
  g_clear_pointer (&other, ds_drive_notes_free);
  other = ds_drive_notes_load ("B");
  g_assert_cmpfloat (other->seq_read, ==, 7450);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("drivescope-compare-XXXXXX", NULL);
  g_autofree char *ours = g_build_filename (folder, "drivescope", NULL);
  g_autofree char *file = g_build_filename (ours, "drives.ini", NULL);
  int status;

  /* GLib's own isolation keeps the folders' names, which leak checkers tell. */
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/ranks", test_ranks);
  g_test_add_func ("/compare/differences", test_differences);
  g_test_add_func ("/compare/rows", test_rows);
  g_test_add_func ("/compare/occurrences", test_occurrences);
  g_test_add_func ("/compare/settings", test_settings);
  g_test_add_func ("/compare/price", test_price);
  g_test_add_func ("/compare/reference", test_reference);
  g_test_add_func ("/compare/notes", test_notes);
  status = g_test_run ();
  g_unlink (file);
  g_rmdir (ours);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return status;
}
