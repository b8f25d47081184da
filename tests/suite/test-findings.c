/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>

#include <math.h>
#include <string.h>

#include "ds-findings.h"
#include "ds-units.h"

typedef struct {
  DsReport *report;
  DsPlace place;
  DsDrive drive;
  DsFacts facts;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  DsCell *cell = ds_cell_new ("RND4K Q32T1", DS_OP_READ);
  DsRun run = { .total = { .seconds = 5, .bytes = 2 * DS_GIB, .ios = 2 * DS_GIB / 4096 } };

  fixture->report = ds_report_new ("tiles");
  ds_cell_add_run (cell, &run);
  g_ptr_array_add (fixture->report->cells, cell);
  g_ptr_array_add (fixture->report->cells, ds_cell_new ("RND4K Q1T1", DS_OP_READ));
  g_hash_table_replace (fixture->report->options, g_strdup ("direct"), g_strdup ("on"));
  fixture->report->target.test_size = DS_GIB;
  fixture->drive =
      (DsDrive){ .name = "nvme0n1", .kind = DS_DRIVE_NVME, .link = "PCIe 4.0 x4", .link_max = "PCIe 4.0 x4" };
  fixture->place = (DsPlace){ .fs_type = "ext4", .fs_options = "rw,relatime", .size = DS_TB, .free = DS_TB / 2 };
  fixture->place.drives = g_ptr_array_new ();
  g_ptr_array_add (fixture->place.drives, &fixture->drive);
  fixture->facts = (DsFacts){
    .place = &fixture->place,
    .report = fixture->report,
    .unwritten_bytes = 0,
    .cached_share = 0,
    .cell = -1,
    .issued = { 2 * DS_GIB, 0 },
    .leaf = { 2 * DS_GIB, 0 },
    .leaf_known = TRUE,
  };
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ds_report_unref (fixture->report);
  g_ptr_array_unref (fixture->place.drives);
}

static void
detect_all (Fixture *fixture)
{
  for (DsMoment moment = DS_MOMENT_BEFORE; moment <= DS_MOMENT_AFTER; moment++) {
    fixture->facts.cell = moment == DS_MOMENT_CELL ? 0 : -1;
    ds_findings_detect (moment, &fixture->facts, fixture->report);
  }
}

/* Exactly one finding, whole, and its cell crossed out where it is worth nothing */
static void
assert_only (Fixture *fixture, const char *id, DsSeverity severity)
{
  const DsFinding *finding;
  const DsCell *cell = fixture->report->cells->pdata[0];

  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 1);
  finding = fixture->report->findings->pdata[0];
  g_assert_cmpstr (finding->id, ==, id);
  g_assert_cmpint (finding->severity, ==, severity);
  g_assert_true (g_str_has_suffix (finding->text, "."));
  g_assert_cmpstr (cell->invalid, ==, severity == DS_SEVERITY_INVALID ? id : NULL);
}

static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
}

static void
test_imaginary (Fixture *fixture, gconstpointer data)
{
  fixture->facts.imaginary = TRUE;
  fixture->place.in_memory = TRUE;
  fixture->facts.leaf[DS_READ] = 0;
  assert_only (fixture, "imaginary", DS_SEVERITY_INFO);
}

static void
detect_but_before (Fixture *fixture)
{
  for (DsMoment moment = DS_MOMENT_PREPARED; moment <= DS_MOMENT_AFTER; moment++) {
    fixture->facts.cell = moment == DS_MOMENT_CELL ? 0 : -1;
    ds_findings_detect (moment, &fixture->facts, fixture->report);
  }
}

/* Heat or a slower end alone say nothing. */
static void
test_throttled (Fixture *fixture, gconstpointer data)
{
  const DsFinding *finding;

  fixture->facts.heat_known = TRUE;
  fixture->facts.warning_temperature = 82;
  fixture->facts.hottest = 83;
  fixture->facts.speed_kept = 0.97;
  detect_but_before (fixture);
  fixture->facts.hottest = 81;
  fixture->facts.speed_kept = 0.6;
  detect_but_before (fixture);
  fixture->facts.hottest = 82;
  fixture->facts.speed_kept = NAN;
  detect_but_before (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  fixture->facts.speed_kept = 0.6;
  detect_but_before (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 1);
  finding = fixture->report->findings->pdata[0];
  g_assert_cmpstr (finding->id, ==, "throttled");
  g_assert_cmpint (finding->severity, ==, DS_SEVERITY_WARNING);
  g_assert_cmpuint (finding->cells->len, ==, 1);
  g_assert_nonnull (strstr (finding->text, "82 °C"));
  g_assert_nonnull (strstr (finding->text, "fell to 60"));
}

static void
test_hot (Fixture *fixture, gconstpointer data)
{
  fixture->facts.heat_known = TRUE;
  fixture->facts.speed_kept = NAN;
  fixture->facts.warning_temperature = 82;
  fixture->facts.hottest = 76;
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  fixture->facts.hottest = 77;
  assert_only (fixture, "hot", DS_SEVERITY_WARNING);
}

static void
test_heat_unknown (Fixture *fixture, gconstpointer data)
{
  fixture->facts.heat_known = TRUE;
  fixture->facts.warning_temperature = DS_TEMPERATURE_UNKNOWN;
  fixture->facts.hottest = 95;
  fixture->facts.speed_kept = 0.5;
  detect_all (fixture);
  fixture->facts.warning_temperature = 80;
  fixture->facts.hottest = DS_TEMPERATURE_UNKNOWN;
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
}

static void
test_throttle_count (Fixture *fixture, gconstpointer data)
{
  const DsFinding *finding;

  fixture->facts.heat_known = TRUE;
  fixture->facts.warning_temperature = fixture->facts.hottest = DS_TEMPERATURE_UNKNOWN;
  fixture->facts.throttled = 3;
  fixture->facts.speed_kept = 1;
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  fixture->facts.speed_kept = 0.8;
  assert_only (fixture, "throttled", DS_SEVERITY_WARNING);
  finding = fixture->report->findings->pdata[0];
  g_assert_cmpuint (finding->cells->len, ==, 0);
  g_assert_nonnull (strstr (finding->text, "count: 3"));
}

static void
test_memory (Fixture *fixture, gconstpointer data)
{
  fixture->place.in_memory = TRUE;
  fixture->place.fs_type = "tmpfs";
  g_ptr_array_set_size (fixture->place.drives, 0);
  fixture->facts.leaf_known = FALSE;
  assert_only (fixture, "memory", DS_SEVERITY_INVALID);
}

static void
test_buffered (Fixture *fixture, gconstpointer data)
{
  g_hash_table_replace (fixture->report->options, g_strdup ("direct"), g_strdup ("off"));
  fixture->facts.cached_share = 1; /* as chosen: said once */
  assert_only (fixture, "buffered", DS_SEVERITY_WARNING);
}

static void
test_compression (Fixture *fixture, gconstpointer data)
{
  fixture->place.fs_options = "rw,noatime,compress=zstd:3";
  assert_only (fixture, "compression", DS_SEVERITY_WARNING);
}

static void
test_slow_link (Fixture *fixture, gconstpointer data)
{
  fixture->drive.link = "PCIe 3.0 x2";
  assert_only (fixture, "slow-link", DS_SEVERITY_WARNING);
}

static void
test_battery (Fixture *fixture, gconstpointer data)
{
  fixture->report->system.on_battery = TRUE;
  assert_only (fixture, "battery", DS_SEVERITY_WARNING);
}

static void
test_governor (Fixture *fixture, gconstpointer data)
{
  fixture->report->system.governor = g_strdup ("powersave");
  assert_only (fixture, "governor", DS_SEVERITY_INFO);
}

static void
test_full (Fixture *fixture, gconstpointer data)
{
  fixture->place.free = DS_TB / 50;
  assert_only (fixture, "full", DS_SEVERITY_WARNING);
}

static void
test_holes (Fixture *fixture, gconstpointer data)
{
  fixture->facts.unwritten_bytes = 4096;
  assert_only (fixture, "holes", DS_SEVERITY_WARNING);
}

static void
test_engine (Fixture *fixture, gconstpointer data)
{
  fixture->report->engine_reason = g_strdup ("io_uring is refused by this kernel.");
  assert_only (fixture, "engine", DS_SEVERITY_INFO);
}

static void
test_page_cache (Fixture *fixture, gconstpointer data)
{
  const DsFinding *finding;

  fixture->facts.leaf[DS_READ] = DS_GIB;
  assert_only (fixture, "page-cache", DS_SEVERITY_INVALID);
  finding = fixture->report->findings->pdata[0];
  g_assert_cmpuint (finding->cells->len, ==, 1);
  g_assert_cmpuint (g_array_index (finding->cells, guint, 0), ==, 0);
  /* The other cell keeps its worth until it is found too. */
  g_assert_null (((DsCell *) fixture->report->cells->pdata[1])->invalid);
}

static void
test_held_writes (Fixture *fixture, gconstpointer data)
{
  fixture->facts.issued[DS_WRITE] = DS_GIB;
  fixture->facts.leaf[DS_WRITE] = DS_GIB / 4;
  assert_only (fixture, "held-writes", DS_SEVERITY_INVALID);
}

static void
test_shallow (Fixture *fixture, gconstpointer data)
{
  fixture->facts.asked_depth = 512;
  fixture->facts.reached_depth = 256;
  assert_only (fixture, "shallow-queue", DS_SEVERITY_INVALID);
}

static void
test_others (Fixture *fixture, gconstpointer data)
{
  fixture->facts.leaf[DS_WRITE] = DS_GIB;
  assert_only (fixture, "others", DS_SEVERITY_WARNING);
}

static void
test_cpu_bound (Fixture *fixture, gconstpointer data)
{
  fixture->facts.cpu_share = 0.97;
  assert_only (fixture, "cpu-bound", DS_SEVERITY_INFO);
}

static void
test_small_span (Fixture *fixture, gconstpointer data)
{
  fixture->report->target.test_size = 64 * DS_MIB;
  assert_only (fixture, "small-span", DS_SEVERITY_INFO);
}

static void
test_cached (Fixture *fixture, gconstpointer data)
{
  fixture->facts.cached_share = 0.9996;
  assert_only (fixture, "cached", DS_SEVERITY_WARNING);
}

static void
test_merged (Fixture *fixture, gconstpointer data)
{
  const DsFinding *finding;
  DsRun run = { .total = { .seconds = 5, .bytes = DS_GIB, .ios = 1 } };

  ds_cell_add_run (fixture->report->cells->pdata[1], &run);
  fixture->facts.cpu_share = 0.97;
  for (gint cell = 0; cell < 2; cell++) {
    fixture->facts.cell = cell;
    ds_findings_detect (DS_MOMENT_CELL, &fixture->facts, fixture->report);
  }
  g_assert_cmpuint (fixture->report->findings->len, ==, 1);
  finding = fixture->report->findings->pdata[0];
  g_assert_cmpuint (finding->cells->len, ==, 2);
}

static void
test_virtual (Fixture *fixture, gconstpointer data)
{
  fixture->drive.kind = DS_DRIVE_VIRTUAL;
  assert_only (fixture, "virtual", DS_SEVERITY_INFO);
}

static void
test_io_limit (Fixture *fixture, gconstpointer data)
{
  fixture->drive.io_limit = "rbps=5242880";
  assert_only (fixture, "io-limit", DS_SEVERITY_WARNING);
}

static void
test_scheduler (Fixture *fixture, gconstpointer data)
{
  fixture->drive.scheduler = "none";
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  /* On a disk that turns, it does what it is for. */
  fixture->drive.scheduler = "mq-deadline";
  fixture->drive.kind = DS_DRIVE_SATA;
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  fixture->drive.kind = DS_DRIVE_NVME;
  assert_only (fixture, "scheduler", DS_SEVERITY_INFO);
}

static void
test_write_throttling (Fixture *fixture, gconstpointer data)
{
  fixture->drive.wbt_us = 2000;
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  g_hash_table_replace (fixture->report->options, g_strdup ("direct"), g_strdup ("off"));
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 2);
  g_assert_cmpstr (((DsFinding *) fixture->report->findings->pdata[1])->id, ==, "write-throttling");
}

static void
test_stacked (Fixture *fixture, gconstpointer data)
{
  fixture->place.stack = "ext4 on Samsung SSD 990 PRO 2TB";
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  fixture->place.stack = "ext4 on LUKS on Samsung SSD 990 PRO 2TB";
  assert_only (fixture, "stacked", DS_SEVERITY_INFO);
}

static void
test_write_cache (Fixture *fixture, gconstpointer data)
{
  static const double speeds[][4] = { { 900, 880, 890, 600 }, { 900, 880, 870, 800 }, { 900, 700, 500, 450 } };

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++) {
    DsCell *cell = ds_cell_new ("SEQ1M Q8T1", DS_OP_WRITE);

    for (guint k = 0; k < 4; k++) {
      DsRun run = { .total = { .seconds = 1, .bytes = (guint64) (speeds[i][k] * DS_MB), .ios = 1 } };

      ds_cell_add_run (cell, &run);
    }
    ds_cell_free (fixture->report->cells->pdata[0]);
    fixture->report->cells->pdata[0] = cell;
    fixture->facts.issued[DS_READ] = fixture->facts.leaf[DS_READ] = 0;
    if (i + 1 < G_N_ELEMENTS (speeds)) {
      detect_all (fixture);
      g_assert_cmpuint (fixture->report->findings->len, ==, 0);
    }
  }
  /* Steadily down, and far: that is no chance. */
  assert_only (fixture, "write-cache", DS_SEVERITY_WARNING);
}

static void
test_suspended (Fixture *fixture, gconstpointer data)
{
  fixture->facts.slept_seconds = 0.4;
  detect_all (fixture);
  g_assert_cmpuint (fixture->report->findings->len, ==, 0);
  fixture->facts.slept_seconds = 75;
  assert_only (fixture, "suspended", DS_SEVERITY_WARNING);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/findings/nothing", test_nothing },
    { "/findings/imaginary", test_imaginary },
    { "/findings/throttled", test_throttled },
    { "/findings/hot", test_hot },
    { "/findings/heat-unknown", test_heat_unknown },
    { "/findings/throttle-count", test_throttle_count },
    { "/findings/memory", test_memory },
    { "/findings/buffered", test_buffered },
    { "/findings/compression", test_compression },
    { "/findings/slow-link", test_slow_link },
    { "/findings/battery", test_battery },
    { "/findings/governor", test_governor },
    { "/findings/full", test_full },
    { "/findings/holes", test_holes },
    { "/findings/engine", test_engine },
    { "/findings/page-cache", test_page_cache },
    { "/findings/held-writes", test_held_writes },
    { "/findings/shallow-queue", test_shallow },
    { "/findings/others", test_others },
    { "/findings/cpu-bound", test_cpu_bound },
    { "/findings/small-span", test_small_span },
    { "/findings/cached", test_cached },
    { "/findings/merged", test_merged },
    { "/findings/virtual", test_virtual },
    { "/findings/io-limit", test_io_limit },
    { "/findings/scheduler", test_scheduler },
    { "/findings/write-throttling", test_write_throttling },
    { "/findings/stacked", test_stacked },
    { "/findings/write-cache", test_write_cache },
    { "/findings/suspended", test_suspended },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
