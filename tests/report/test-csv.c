/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <math.h>
#include <string.h>

#include "ds-sample-report.h"
#include "ds-units.h"

#define HEADER                                                                                                    \
  "suite,started,target,file_system,label,op,block_size,queue_depth,threads,pattern,read_percent,durable,data,"   \
  "direct,state,mb_s,iops,mean_us,p50_us,p90_us,p99_us,p99_9_us,p99_99_us,p99_999_us,max_us,seconds,bytes,ios,"   \
  "cpu_us_per_io,cpu_share,runs,spread_percent,median_mb_s,min_mb_s,read_mb_s,read_iops,read_mean_us,"            \
  "write_mb_s,write_iops,write_mean_us,flush_mean_us,flush_p99_us,flush_max_us,invalid,note"

static void
test_bytes (void)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  DsCell *cell = ds_cell_new ("RND4K Q1T1", DS_OP_MIX);
  DsRun run = {
    .total = { 2, 8192000, 2000, { 1000500, 900000, 1100000, 1200000, 1300000, 1400000, NAN, 1500000 } },
    .part = { { 2, 4096000, 1000, { 1000000 } }, { 2, 4096000, 1000, { 1001000 } } },
    .flush = { 5000, 0, 0, 7500, 0, 0, 0, 9000.5 },
    .cpu_seconds = 0.004,
    .cpu_share = 0.002
  };
  DsTargetDrive *drive = ds_target_drive_new ();
  g_autofree char *csv = NULL;
  g_autofree char *with_serial = NULL;

  drive->model = g_strdup ("Model \"X\", 2 TB");
  drive->serial = g_strdup ("S7DNNJ0W");
  g_ptr_array_add (report->target.drives, drive);
  report->target.fs_type = g_strdup ("ext4");
  report->started = g_strdup ("2024-05-25T19:26:52+07:00");
  cell->block_size = 4096;
  cell->queue_depth = cell->threads = 1;
  cell->read_percent = 50;
  cell->state = DS_CELL_DONE;
  ds_cell_add_run (cell, &run);
  run.total.bytes /= 2;
  ds_cell_add_run (cell, &run);
  g_ptr_array_add (report->cells, cell);

  cell = ds_cell_new ("=HYPERLINK(1)", DS_OP_READ);
  cell->block_size = 512;
  cell->queue_depth = cell->threads = 1;
  cell->direct = FALSE;
  cell->state = DS_CELL_UNSUPPORTED;
  cell->note = g_strdup ("Not supported:\n/home/lan on S7DNNJ0W.");
  cell->invalid = g_strdup ("page-cache");
  g_ptr_array_add (report->cells, cell);

  csv = ds_report_to_csv (report, DS_EXPORT_DEFAULT);
  g_assert_cmpstr (
      csv, ==,
      HEADER
      "\r\n"
      "tiles,2024-05-25T19:26:52+07:00,\"Model \"\"X\"\", 2 TB\",ext4,RND4K "
      "Q1T1,mix,4096,1,1,random,50,off,100,true,done,"
      "4.096,1000,1000.5,900,1100,1200,1300,1400,,1500,2,8192000,2000,2,0.002,2,33.333333333333336,3.072,2.048,"
      "2.048,500,1000,2.048,500,1001,5,7.5,9.0005,,\r\n"
      "tiles,2024-05-25T19:26:52+07:00,\"Model \"\"X\"\", 2 "
      "TB\",ext4,\"'=HYPERLINK(1)\",read,512,1,1,random,100,off,100,false,"
      "unsupported,,,,,,,,,,,,,,,,0,,,,,,,,,,,,,page-cache,\"Not supported:\n~ on ….\"\r\n");

  with_serial = ds_report_to_csv (report, DS_EXPORT_SERIALS);
  g_assert_true (g_str_has_prefix (with_serial, HEADER ",serial\r\n"));
  g_assert_nonnull (strstr (with_serial, "9.0005,,,S7DNNJ0W\r\n"));
  g_assert_true (g_str_has_suffix (with_serial, "\"Not supported:\n/home/lan on S7DNNJ0W.\",S7DNNJ0W\r\n"));
}

/* As many fields in each row as in the header, as many rows as cells */
static void
test_shape (void)
{
  for (guint i = 0; ds_sample_report_kinds[i] != NULL; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);
    g_autofree char *csv = ds_report_to_csv (report, DS_EXPORT_DEFAULT);
    g_auto (GStrv) rows = g_strsplit (csv, "\r\n", -1);

    g_assert_cmpuint (g_strv_length (rows), ==, report->cells->len + 2);
    g_assert_cmpstr (rows[0], ==, HEADER);
    for (guint j = 1; j <= report->cells->len; j++) {
      gboolean quoted = FALSE;
      guint fields = 1;

      for (const char *p = rows[j]; *p != '\0'; p++) {
        if (*p == '"')
          quoted = !quoted;
        else if (*p == ',' && !quoted)
          fields++;
      }
      g_assert_false (quoted);
      g_assert_cmpuint (fields, ==, 45);
    }
    g_assert_null (strstr (csv, "nan"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/bytes", test_bytes);
  g_test_add_func ("/csv/shape", test_shape);
  return g_test_run ();
}
