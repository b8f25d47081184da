/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sample-private.h"

#include <math.h>

#include "ds-format.h"
#include "ds-units.h"

/* What the suites beyond the tiles fill a report with */

#define CAPACITY  2000398934016.0
#define FIRST_RUN 0.991 /* of the speed that ds_sample_add_runs() is given */

static void
set_suite (DsReport *report, const char *suite, const char *view)
{
  g_free (report->suite);
  g_free (report->view);
  report->suite = g_strdup (suite);
  report->view = g_strdup (view);
  g_hash_table_remove_all (report->options);
}

static DsCell *
add_cell (
    DsReport *report, const char *label, DsOp op, guint64 block_size, guint depth, guint threads, double mb_s)
{
  DsCell *cell = ds_cell_new (label, op);

  cell->block_size = block_size;
  cell->queue_depth = depth;
  cell->threads = threads;
  g_free (cell->pattern);
  cell->pattern = g_strdup (g_str_has_prefix (label, "SEQ") ? "sequential" : "random");
  if (mb_s > 0) {
    ds_sample_add_runs (cell, mb_s / FIRST_RUN, 1);
    cell->state = DS_CELL_DONE;
  }
  g_ptr_array_add (report->cells, cell);
  return cell;
}

/* Noise that is the same at every call, from -1 to 1 */
static double
noise (guint i)
{
  guint32 x = i * 2654435761u + 12345u;

  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return (x & 0xffff) / 32767.5 - 1.0;
}

static void
fill_transfer_sizes (DsReport *report)
{
  static const guint kib_halves[] = { 1,    2,    4,    8,     16,    32,    64,    128,   256,   512,   1024,
                                      2048, 4096, 8192, 16384, 24576, 32768, 49152, 65536, 98304, 131072 };
  static const char *const options[][2] = {
    { "length", "256MiB" }, { "queue-depth", "4" }, { "data", "100" }, { "direct", "on" }, { "durable", "off" },
  };

  set_suite (report, "transfer-sizes", "bars");
  for (gsize i = 0; i < G_N_ELEMENTS (options); i++)
    ds_report_set_option (report, options[i][0], options[i][1]);
  for (gsize i = 0; i < G_N_ELEMENTS (kib_halves); i++) {
    guint64 size = kib_halves[i] * G_GUINT64_CONSTANT (512);
    g_autofree char *label = ds_format_size_short (size);
    double write = 2610.0 * size / (size + 42000.0) * (1.0 - 0.00000000045 * size);
    double read = 3504.0 * size / (size + 71000.0) * (1.0 - 0.0000000008 * size);

    for (int op = DS_OP_WRITE; op >= DS_OP_READ; op--) {
      DsCell *cell = add_cell (report, label, (DsOp) op, size, 4, 1,
                               size < 4096        ? 0.0
                               : op == DS_OP_READ ? read
                                                  : write);

      g_free (cell->pattern);
      cell->pattern = g_strdup ("sequential");
      if (size < 4096) {
        cell->state = DS_CELL_UNSUPPORTED;
        cell->note = g_strdup ("Not supported by this target (4 KiB sectors).");
      }
    }
  }
}

static DsSeries *
add_series (DsReport *report, const char *name, const char *unit_x, const char *unit_y)
{
  DsSeries *series = ds_series_new (name, unit_x, unit_y);

  g_ptr_array_add (report->series, series);
  return series;
}

/* A drive whose inner part is slower, with two slow spots */
static double
linear_speed (double share, guint i, double from, double to)
{
  double speed = from + (to - from) * share * share + noise (i) * from * 0.012;

  if (fabs (share - 0.31) < 0.006)
    speed *= 0.42;
  if (fabs (share - 0.78) < 0.003)
    speed *= 0.15;
  return speed;
}

static void
add_linear (DsReport *report, const char *name, double from, double to, guint points)
{
  DsSeries *series = add_series (report, name, "B", "MB/s");

  for (guint i = 0; i < points; i++)
    ds_series_add_point (series, CAPACITY * i / points, linear_speed ((double) i / points, i, from, to));
}

static void
add_over_time (DsReport *report, const char *name, double speed, double swing, guint points)
{
  DsSeries *series = add_series (report, name, "s", "MB/s");

  for (guint i = 0; i < points; i++)
    ds_series_add_point (series, 0.5 * i, speed * (1.0 + swing * noise (i + 77)));
}

static void
add_scan_sides (DsReport *report, const char *unit_x, double end)
{
  DsSeries *temperature = add_series (report, "temperature", unit_x, "°C");
  DsSeries *cpu = add_series (report, "cpu", unit_x, "%");

  for (guint i = 0; i <= 120; i++) {
    ds_series_add_point (temperature, end * i / 120, round (39 + 23 * (1 - exp (-(i / 34.0)))));
    ds_series_add_point (cpu, end * i / 120, 11 + 2.5 * noise (i + 9));
  }
}

static void
fill_drive_scan (DsReport *report, gboolean all)
{
  set_suite (report, "drive-scan", "trace");
  ds_report_set_option (report, "block", "4MiB");
  ds_report_set_option (report, "direct", "on");
  add_linear (report, "linear-read", 3420, 3105, 500);
  add_cell (report, "linear-read", DS_OP_READ, 4 * DS_MIB, 1, 1, 3298.4);
  add_scan_sides (report, "B", CAPACITY);
  if (all) {
    DsSeries *access;

    add_linear (report, "linear-write", 2480, 1240, 400);
    add_cell (report, "linear-write", DS_OP_WRITE, 4 * DS_MIB, 1, 1, 2061.7);
    add_over_time (report, "random-read", 1480, 0.04, 120);
    add_cell (report, "random-read", DS_OP_READ, 64 * DS_KIB, 1, 1, 1479.2);
    add_over_time (report, "random-write", 1210, 0.22, 120);
    add_cell (report, "random-write", DS_OP_WRITE, 64 * DS_KIB, 1, 1, 1204.9);
    add_over_time (report, "buffered-read", 5120, 0.006, 60);
    add_cell (report, "buffered-read", DS_OP_READ, DS_MIB, 1, 1, 5119.5);
    access = add_series (report, "access-time", "B", "ms");
    for (guint i = 0; i < 600; i++)
      ds_series_add_point (access, CAPACITY * (0.5 + 0.5 * noise (i)),
                           0.062 * exp (0.18 * noise (i + 3000)) *
                               (i % 61 == 7   ? 31.0
                                : i % 23 == 5 ? 3.4
                                              : 1.0));
    add_cell (report, "access-time", DS_OP_READ, 512, 1, 1, 512.0 / 87.4);
  }
}

static void
fill_queue_depth (DsReport *report)
{
  static const struct {
    DsOp op;
    guint threads;
    double peak, base; /* IOPS; ns at depth 1 */
  } groups[] = {
    { DS_OP_READ, 1, 391000, 52000 },
    { DS_OP_READ, 4, 1186000, 55000 },
    { DS_OP_WRITE, 1, 322000, 14500 },
    { DS_OP_WRITE, 4, 905000, 17000 },
  };

  set_suite (report, "queue-depth", "curves");
  ds_report_set_option (report, "data", "100");
  ds_report_set_option (report, "direct", "on");
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint depth = 1; depth <= 256; depth *= 2) {
      g_autofree char *label = g_strdup_printf ("RND4K Q%uT%u", depth, groups[i].threads);
      double alone = depth * groups[i].threads * 1e9 / groups[i].base;
      double iops = alone / pow (1.0 + pow (alone / groups[i].peak, 4.0), 0.25);

      add_cell (report, label, groups[i].op, 4096, depth, groups[i].threads, iops * 4096 / 1e6);
    }
}

static void
fill_consistency (DsReport *report)
{
  DsSeries *series;

  set_suite (report, "consistency", "scatter");
  ds_report_set_option (report, "data", "100");
  ds_report_set_option (report, "direct", "on");
  add_cell (report, "write", DS_OP_WRITE, 4096, 32, 1, 31480.0 * 4096 / 1e6);
  series = add_series (report, "write", "s", "IOPS");
  for (guint i = 0; i < 1000; i++) {
    double level = i < 180 ? 98000 : i < 260 ? 98000 - (i - 180) * 910.0 : 25500;

    ds_series_add_point (series, 2.0 * i,
                         level * (1.0 + 0.09 * noise (i)) * (i > 260 && i % 17 == 3 ? 0.12 : 1.0));
  }
}

/* Speed over bytes written in the course of time, with the end of a write cache */
static void
fill_sustained (DsReport *report)
{
  DsSeries *series;

  set_suite (report, "sustained-write", "trace");
  ds_report_set_option (report, "data", "100");
  ds_report_set_option (report, "direct", "on");
  series = add_series (report, "write", "s", "MB/s");
  for (guint i = 0; i < 600; i++)
    ds_series_add_point (series, 0.5 * i,
                         (i < 120      ? 5230.0
                          : i % 40 < 6 ? 2240.0
                                       : 1180.0) *
                             (1.0 + 0.03 * noise (i)));
  add_cell (report, "write", DS_OP_WRITE, DS_MIB, 8, 1, 2130.7);
  add_scan_sides (report, "s", 300);
}

static void
fill_surface (DsReport *report)
{
  static const guint mixes[] = { 100, 95, 65, 50, 35, 5, 0 };
  static const guint kib_halves[] = { 1, 8, 16, 32, 64, 128, 256, 2048 };

  set_suite (report, "pts-iops", "surface");
  ds_report_set_option (report, "data", "100");
  ds_report_set_option (report, "direct", "on");
  for (gsize i = 0; i < G_N_ELEMENTS (mixes); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (kib_halves); j++) {
      guint64 size = kib_halves[j] * G_GUINT64_CONSTANT (512);
      g_autofree char *short_size = ds_format_size_short (size);
      g_autofree char *label = g_strdup_printf ("RND%s Q16T2", short_size);
      double cost = 1.0 + 5.5 * (100 - mixes[i]) / 100.0;
      double mb_s = 5200.0 / cost * size / (size + 21000.0) * (size < 4096 ? 0.6 : 1.0);
      DsOp op = mixes[i] == 100 ? DS_OP_READ : mixes[i] == 0 ? DS_OP_WRITE : DS_OP_MIX;
      DsCell *cell = ds_cell_new (label, op);

      cell->block_size = size;
      cell->queue_depth = 16;
      cell->threads = 2;
      cell->read_percent = mixes[i];
      g_free (cell->pattern);
      cell->pattern = g_strdup ("random");
      g_ptr_array_add (report->cells, cell);
      /* One cell is missing: the test was stopped before it. */
      if (i + 1 == G_N_ELEMENTS (mixes) && j + 1 == G_N_ELEMENTS (kib_halves))
        continue;
      ds_sample_add_runs (cell, mb_s, 1);
      cell->state = DS_CELL_DONE;
    }
}

gboolean
ds_sample_fill_chart (DsReport *report, const char *kind)
{
  if (g_str_equal (kind, "transfer-sizes"))
    fill_transfer_sizes (report);
  else if (g_str_equal (kind, "drive-scan"))
    fill_drive_scan (report, TRUE);
  else if (g_str_equal (kind, "linear-read"))
    fill_drive_scan (report, FALSE);
  else if (g_str_equal (kind, "queue-depth"))
    fill_queue_depth (report);
  else if (g_str_equal (kind, "consistency"))
    fill_consistency (report);
  else if (g_str_equal (kind, "sustained-write"))
    fill_sustained (report);
  else if (g_str_equal (kind, "surface"))
    fill_surface (report);
  else
    return FALSE;
  return TRUE;
}
