/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "ds-history-index.h"
#include "ds-history.h"
#include "ds-sample-report.h"

/* How long a history of so many results takes to open: for the first time, when every file is read, and then by
 * its index, which is asked to take less than a second for 10,000. Prints a table; ends with 1 where that is
 * missed. */

#define RUNS 7

static double
open_once (DsHistory *history, guint expected)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = ds_history_list (history, NULL, &error);
  double seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;

  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, expected);
  return seconds;
}

static int
compare_cb (const void *a, const void *b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

static void
fill (DsHistory *history, guint count)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autofree char *text = ds_report_to_json (report, DS_EXPORT_SERIALS);
  const char *folder = ds_history_get_folder (history);

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < count; i++) {
    g_autofree char *name = g_strdup_printf ("result-%06u" DS_REPORT_SUFFIX, i);
    g_autofree char *path = g_build_filename (folder, name, NULL);

    /* Not synchronised one by one, as the history would: that is the drive's time, not ours. */
    g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0644, NULL);
  }
}

static void
clear (DsHistory *history, guint count)
{
  const char *folder = ds_history_get_folder (history);
  g_autofree char *index = g_build_filename (folder, DS_HISTORY_INDEX, NULL);

  for (guint i = 0; i < count; i++) {
    g_autofree char *name = g_strdup_printf ("result-%06u" DS_REPORT_SUFFIX, i);
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_unlink (path);
  }
  g_unlink (index);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  guint count = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 10000;
  g_autofree char *folder = g_dir_make_tmp ("ds-history-benchmark-XXXXXX", NULL);
  g_autoptr (DsHistory) history = ds_history_new (folder);
  double seconds[RUNS];
  double first;

  fill (history, count);
  first = open_once (history, count);
  for (guint i = 0; i < RUNS; i++)
    seconds[i] = open_once (history, count);
  qsort (seconds, RUNS, sizeof *seconds, compare_cb);
  g_print ("%u results\n  first time, every file read  %8.3f s\n  by the index, median of %d     %8.3f s  (%.3f "
           "to %.3f)"
           "  asked: below 1 s\n",
           count, first, RUNS, seconds[RUNS / 2], seconds[0], seconds[RUNS - 1]);
  clear (history, count);
  return seconds[RUNS / 2] < 1 ? 0 : 1;
}
