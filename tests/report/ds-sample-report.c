/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sample-report.h"
#include "ds-sample-private.h"

#include <math.h>

#include "ds-format.h"
#include "ds-units.h"

const char *const ds_sample_report_kinds[] = {
  "nvme-default", "with-mix",    "running",     "failed",          "empty",       "extreme", "transfer-sizes",
  "drive-scan",   "linear-read", "queue-depth", "sustained-write", "consistency", "surface", NULL,
};

#define N_ROWS 4

static const struct {
  const char *label;
  const char *pattern;
  guint64 block_size;
  guint queue_depth;
  guint threads;
} rows[N_ROWS] = {
  { "SEQ1M Q8T1", "sequential", DS_MIB, 8, 1 },
  { "SEQ128K Q32T1", "sequential", 128 * DS_KIB, 32, 1 },
  { "RND4K Q32T16", "random", 4 * DS_KIB, 32, 16 },
  { "RND4K Q1T1", "random", 4 * DS_KIB, 1, 1 },
};

/* MB/s by column and row */
static const double speeds[3][N_ROWS] = {
  { 7092.314, 6988.152, 5210.447, 84.327 },
  { 6421.905, 6377.081, 4019.226, 268.115 },
  { 5987.440, 5742.663, 3120.908, 102.954 },
};
static const double extremes[2][N_ROWS] = {
  { 30000, 12345.678, 0.01, 1.5 },
  { 28750.5, 999.995, 0.012, 99.996 },
};

static void
fill_latency (DsLatency *latency, double mean)
{
  latency->mean = mean;
  latency->p50 = round (mean * 0.94);
  latency->p90 = round (mean * 1.31);
  latency->p99 = round (mean * 2.08);
  latency->p99_9 = round (mean * 3.65);
  latency->p99_99 = round (mean * 7.4);
  latency->p99_999 = NAN;
  latency->max = round (mean * 14.9);
}

static void
clear_latency (DsLatency *latency)
{
  latency->mean = latency->p50 = latency->p90 = latency->p99 = NAN;
  latency->p99_9 = latency->p99_99 = latency->p99_999 = latency->max = NAN;
}

static void
fill_figures (DsFigures *figures, const DsCell *cell, double mb_s, double seconds)
{
  figures->seconds = seconds;
  figures->ios = (guint64) (mb_s * DS_MB * seconds / cell->block_size + 0.5);
  figures->bytes = figures->ios * cell->block_size;
  /* A closed loop: what is outstanding over what completes is how long one takes. */
  fill_latency (&figures->latency,
                cell->queue_depth * cell->threads * seconds * DS_NS_PER_S / MAX (figures->ios, 1));
}

static GArray *
make_histogram (const DsLatency *latency, guint64 ios)
{
  static const double shares[] = { 0.02, 0.11, 0.31, 0.27, 0.14, 0.08, 0.04, 0.02, 0.008, 0.002 };
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (DsBin));
  guint64 start = (guint64) (latency->mean * 0.6);
  guint64 left = ios;

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++) {
    DsBin bin = { start, start + start / 6 + 1, 0 };

    bin.count = i + 1 < G_N_ELEMENTS (shares) ? (guint64) (shares[i] * ios) : left;
    left -= bin.count;
    g_array_append_val (bins, bin);
    start = bin.end_ns;
  }
  return bins;
}

void
ds_sample_add_runs (DsCell *cell, double mb_s, guint n_runs)
{
  static const double drift[] = { 0.991, 0.997, 1, 0.984, 0.995, 0.99, 0.989, 0.988, 0.987 };

  for (guint i = 0; i < n_runs; i++) {
    double speed = mb_s * drift[i];
    double seconds = 5.0 + 0.0003 * (i + 1);
    DsRun run = { 0 };

    fill_figures (&run.total, cell, speed, seconds);
    clear_latency (&run.flush);
    if (cell->op == DS_OP_MIX) {
      fill_figures (&run.part[0], cell, speed * cell->read_percent / 100, seconds);
      fill_figures (&run.part[1], cell, speed * (100 - cell->read_percent) / 100, seconds);
      run.part[0].latency.mean = run.total.latency.mean * 1.1;
      run.part[1].latency.mean = run.total.latency.mean * 0.77;
      run.total.bytes = run.part[0].bytes + run.part[1].bytes;
      run.total.ios = run.part[0].ios + run.part[1].ios;
    }
    if (g_str_equal (cell->durable, "flush"))
      fill_latency (&run.flush, 412345.5);
    run.cpu_seconds = run.total.ios * 1.1e-6 + 0.01;
    run.cpu_share = MIN (run.cpu_seconds / (seconds * cell->threads), 1);
    run.histogram = make_histogram (&run.total.latency, run.total.ios);
    ds_cell_add_run (cell, &run);
  }
}

static DsCell *
add_cell (DsReport *report, guint row, DsOp op)
{
  DsCell *cell = ds_cell_new (rows[row].label, op);

  g_free (cell->pattern);
  cell->pattern = g_strdup (rows[row].pattern);
  cell->block_size = rows[row].block_size;
  cell->queue_depth = rows[row].queue_depth;
  cell->threads = rows[row].threads;
  g_ptr_array_add (report->cells, cell);
  return cell;
}

static void
add_cells (DsReport *report, guint columns, guint n_done)
{
  for (guint column = 0; column < columns; column++)
    for (guint row = 0; row < N_ROWS; row++) {
      DsCell *cell = add_cell (report, row, (DsOp) column);

      if (report->cells->len <= n_done) {
        ds_sample_add_runs (cell, speeds[column][row], 5);
        cell->state = DS_CELL_DONE;
      }
    }
}

static void
describe (DsReport *report, const char *kind)
{
  static const char *const options[][2] = {
    { "settings", "nvme" }, { "profile", "default" }, { "runs", "5" }, { "size", "1GiB" },   { "seconds", "5" },
    { "pause", "5" },       { "data", "100" },        { "op", "all" }, { "durable", "off" }, { "direct", "on" },
  };
  DsTargetDrive *drive = ds_target_drive_new ();

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    ds_report_set_option (report, options[i][0], options[i][1]);
  ds_report_set_option (report, "mix", g_str_equal (kind, "with-mix") ? "70" : "0");
  report->started = g_strdup ("2024-05-25T19:26:52+07:00");
  report->seconds = 243.517;
  report->seed = G_GUINT64_CONSTANT (1311768467463790320);
  report->engine = g_strdup ("io_uring (registered file and buffers, single issuer, deferred task work)");

  drive->name = g_strdup ("nvme0n1");
  drive->model = g_strdup ("Samsung SSD 990 PRO 2TB");
  drive->serial = g_strdup ("S7DNNJ0W123456X");
  drive->firmware = g_strdup ("4B2QJXD7");
  drive->kind = g_strdup ("nvme");
  drive->link = g_strdup ("PCIe 4.0 x4");
  drive->link_max = g_strdup ("PCIe 4.0 x4");
  drive->scheduler = g_strdup ("none");
  drive->write_cache = g_strdup ("write back");
  drive->drive_write_cache = g_strdup ("on");
  drive->capacity = G_GUINT64_CONSTANT (2000398934016);
  drive->logical_block_size = 512;
  g_ptr_array_add (report->target.drives, drive);
  report->target.path = g_strdup ("/home/lan");
  report->target.mount_point = g_strdup ("/home");
  report->target.fs_type = g_strdup ("ext4");
  report->target.fs_options = g_strdup ("rw,relatime");
  report->target.stack = g_strdup ("ext4 on LUKS on Samsung SSD 990 PRO 2TB");
  report->target.size = G_GUINT64_CONSTANT (1967813394432);
  report->target.free = G_GUINT64_CONSTANT (812345678848);
  report->target.test_size = DS_GIB;
  report->target.encrypted = TRUE;

  report->system.cpu = g_strdup ("AMD Ryzen 7 7700X 8-Core Processor");
  report->system.cpus = 16;
  report->system.memory = G_GUINT64_CONSTANT (33585045504);
  report->system.kernel = g_strdup ("Linux 6.1.0-21-amd64");
  report->system.distribution = g_strdup ("Debian GNU/Linux 12 (bookworm)");
  report->system.architecture = g_strdup ("x86_64");
  report->system.governor = g_strdup ("schedutil");
}

static void
add_temperature (DsReport *report, guint points)
{
  DsSeries *series = ds_series_new ("temperature", "s", "°C");

  for (guint i = 0; i < points; i++)
    ds_series_add_point (series, 2.0 * i, round (41 + 21 * (1 - exp (-(i / 30.0)))));
  g_ptr_array_add (report->series, series);
}

static void
add_luks_finding (DsReport *report)
{
  ds_report_add_finding (report, "stacked", DS_SEVERITY_INFO,
                         "The folder lies on an encrypted volume: the numbers include the cost of encryption.",
                         "To measure the drive alone, choose a folder that is not encrypted.");
}

static void
count_bytes (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    for (guint j = 0; j < cell->runs->len; j++) {
      const DsRun *run = &g_array_index (cell->runs, DsRun, j);

      report->bytes_read += cell->op == DS_OP_READ ? run->total.bytes : run->part[0].bytes;
      report->bytes_written += cell->op == DS_OP_WRITE ? run->total.bytes : run->part[1].bytes;
    }
  }
  report->bytes_written += report->bytes_written > 0 || report->bytes_read > 0 ? DS_GIB : 0;
}

static void
make_running (DsReport *report)
{
  DsCell *cell;

  add_cells (report, 2, 5);
  cell = g_ptr_array_index (report->cells, 5);
  ds_sample_add_runs (cell, speeds[1][1], 2);
  cell->state = DS_CELL_RUNNING;
  cell->live_run = 3;
  cell->live_runs = 5;
  cell->live_mb_s = 6190.5;
  cell->live_iops = cell->live_mb_s * DS_MB / cell->block_size;
  cell->live_latency_ns = 32 * DS_NS_PER_S / cell->live_iops;
  add_temperature (report, 60);
}

static void
make_failed (DsReport *report)
{
  DsCell *cell;

  add_cells (report, 2, 3);
  cell = g_ptr_array_index (report->cells, 3);
  cell->state = DS_CELL_FAILED;
  cell->note = g_strdup ("Reading 4 KiB at offset 31,457,280 failed: Input/output error.");
  report->error =
      g_strdup ("The drive failed while it was read: Input/output error at offset 31,457,280 of the test file "
                "(4 KiB). Look at its health before you trust it with data.");
  report->state = DS_STATE_FAILED;
  ds_report_add_finding (report, "io-error", DS_SEVERITY_WARNING, "The drive failed an I/O.",
                         "Make a copy of your data.");
}

static void
make_extreme (DsReport *report)
{
  DsFinding *finding;
  DsCell *cell;

  for (guint column = 0; column < 2; column++)
    for (guint row = 0; row < N_ROWS; row++) {
      cell = add_cell (report, row, (DsOp) column);
      ds_sample_add_runs (cell, extremes[column][row], row == 3 ? 1 : 5);
      cell->state = DS_CELL_DONE;
    }
  cell = add_cell (report, 3, DS_OP_MIX);
  g_free (cell->label);
  cell->label = g_strdup ("RND512B Q1T1");
  cell->block_size = 512;
  cell->state = DS_CELL_UNSUPPORTED;
  cell->note = g_strdup ("Not supported by this target (4 KiB sectors).");

  finding = ds_report_add_finding (report, "page-cache", DS_SEVERITY_INVALID,
                                   "The page cache answered: the drive saw 3 % of the bytes that were read.",
                                   "Choose a folder on a file system with direct I/O, such as ext4 or XFS.");
  ds_finding_add_cell (finding, 0);
  cell = g_ptr_array_index (report->cells, 0);
  cell->invalid = g_strdup ("page-cache");
}

DsReport *
ds_sample_report (const char *kind)
{
  DsReport *report;

  g_return_val_if_fail (g_strv_contains (ds_sample_report_kinds, kind), NULL);
  report = ds_report_new ("tiles");
  describe (report, kind);
  report->state = DS_STATE_FINISHED;

  if (g_str_equal (kind, "running")) {
    report->state = DS_STATE_RUNNING;
    make_running (report);
  } else if (g_str_equal (kind, "failed")) {
    make_failed (report);
  } else if (g_str_equal (kind, "empty")) {
    report->state = DS_STATE_RUNNING;
    add_cells (report, 2, 0);
  } else if (g_str_equal (kind, "extreme")) {
    make_extreme (report);
  } else if (ds_sample_fill_chart (report, kind)) {
    add_luks_finding (report);
  } else {
    add_cells (report, g_str_equal (kind, "with-mix") ? 3 : 2, G_MAXUINT);
    add_temperature (report, 120);
    add_luks_finding (report);
  }
  if (g_str_equal (kind, "with-mix")) {
    DsCell *cell = g_ptr_array_index (report->cells, 7);

    g_array_set_size (cell->runs, 0);
    cell->shown = -1;
    g_free (cell->durable);
    cell->durable = g_strdup ("flush");
    ds_sample_add_runs (cell, 9.412, 5);
    g_free (report->comment);
    report->comment = g_strdup ("Ổ cứng mới, lần đo đầu tiên");
  }
  count_bytes (report);
  return report;
}
