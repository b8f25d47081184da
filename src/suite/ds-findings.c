/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-findings.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-format.h"

/* Below this share of the issued bytes the drive cannot have answered: the rest came from a cache. */
#define LEAST_LEAF_SHARE 0.9
/* File system metadata and small change of other programs */
#define STRAY_SHARE    1.1
#define STRAY_BYTES    (32 * DS_MIB)
#define MOST_CPU_SHARE 0.9
#define FULL_SHARE     0.05
/* What is left of a drive's speed of writing once its cache has run out */
#define CACHE_LEFT_SHARE 0.75
/* A speed that keeps at least this share did not fall. */
#define LEAST_KEPT 0.9
/* So near to its warning temperature a drive has no room left for the heat of a test. */
#define HOT_DEGREES 5

typedef struct {
  const char *id;
  DsMoment moment;
  DsSeverity severity;
  char *(*detect) (const DsFacts *facts); /* (transfer full): the sentence, NULL where there is nothing to say */
  const char *advice;                     /* N_() */
  gboolean of_drive;                      /* says something of a real drive: left out for an imaginary one */
} Detector;

static gboolean
option_is (const DsFacts *facts, const char *id, const char *value)
{
  return g_strcmp0 (ds_report_get_option ((DsReport *) facts->report, id), value) == 0;
}

static const DsDrive *
first_drive (const DsFacts *facts)
{
  const DsPlace *place = facts->place;

  return place && place->drives && place->drives->len > 0 ? place->drives->pdata[0] : NULL;
}

static char *
detect_imaginary (const DsFacts *facts)
{
  return facts->imaginary ? g_strdup (_ ("This is an imaginary drive of known speed: nothing real was measured."))
                          : NULL;
}

static char *
detect_memory (const DsFacts *facts)
{
  if (facts->place == NULL || !facts->place->in_memory)
    return NULL;
  return g_strdup_printf (_ ("This folder is on a RAM disk (%s): the test measures memory, not a drive."),
                          facts->place->fs_type);
}

static char *
detect_buffered (const DsFacts *facts)
{
  if (!option_is (facts, "direct", "off"))
    return NULL;
  return g_strdup (_ ("Buffered I/O was chosen: the page cache answers part of the reads and writes."));
}

static char *
detect_compression (const DsFacts *facts)
{
  const DsPlace *place = facts->place;
  const DsDrive *drive = first_drive (facts);

  if (place == NULL)
    return NULL;
  if (drive && drive->name && g_str_has_prefix (drive->name, "zram"))
    return g_strdup (_ ("The data lies on zram, which compresses it in memory."));
  if (place->fs_options && strstr (place->fs_options, "compress") && !strstr (place->fs_options, "compress=no"))
    return g_strdup_printf (_ ("The file system (%s) is mounted with compression."), place->fs_type);
  return NULL;
}

static char *
detect_slow_link (const DsFacts *facts)
{
  const DsDrive *drive = first_drive (facts);

  if (drive == NULL || drive->link == NULL || drive->link_max == NULL ||
      g_str_equal (drive->link, drive->link_max))
    return NULL;
  return g_strdup_printf (_ ("The drive is connected by %s, but can do %s: the slot is slower than the drive."),
                          drive->link, drive->link_max);
}

static char *
detect_battery (const DsFacts *facts)
{
  return facts->report->system.on_battery ? g_strdup (_ ("The computer runs on battery and may save power."))
                                          : NULL;
}

static char *
detect_governor (const DsFacts *facts)
{
  if (g_strcmp0 (facts->report->system.governor, "powersave") != 0)
    return NULL;
  return g_strdup (_ ("The CPU frequency governor is “powersave”, which can add to the latency."));
}

static char *
detect_full (const DsFacts *facts)
{
  const DsPlace *place = facts->place;

  /* A drive that is read itself has no file system that could be full. */
  if (place == NULL || place->fs_type == NULL || place->size == 0 ||
      (double) place->free > FULL_SHARE * (double) place->size)
    return NULL;
  return g_strdup (_ ("The file system is almost full, which slows many drives down."));
}

static char *
detect_holes (const DsFacts *facts)
{
  g_autofree char *size = NULL;

  if (facts->unwritten_bytes <= 0)
    return NULL;
  size = ds_format_size ((guint64) facts->unwritten_bytes);
  return g_strdup_printf (_ ("%s of the test file are holes: reading them never touches the drive."), size);
}

static char *
detect_engine (const DsFacts *facts)
{
  const DsReport *report = facts->report;

  return report->engine_reason ? g_strdup (report->engine_reason) : NULL;
}

/* NULL where the drive saw what was asked of it, else how much of it, as a person reads it */
static char *
dup_leaf_share (const DsFacts *facts, guint way)
{
  double share = facts->issued[way] > 0 ? (double) facts->leaf[way] / (double) facts->issued[way] : 1;

  return facts->leaf_known && share < LEAST_LEAF_SHARE ? ds_format_percent (share * 100) : NULL;
}

static char *
detect_page_cache (const DsFacts *facts)
{
  g_autofree char *percent = dup_leaf_share (facts, DS_READ);

  if (percent == NULL)
    return NULL;
  return g_strdup_printf (_ ("The drive was read for only %s of these bytes: a cache answered the rest."),
                          percent);
}

static char *
detect_held_writes (const DsFacts *facts)
{
  g_autofree char *percent = dup_leaf_share (facts, DS_WRITE);

  if (percent == NULL)
    return NULL;
  return g_strdup_printf (_ ("Only %s of these bytes reached the drive: a cache took the rest."), percent);
}

static char *
detect_shallow (const DsFacts *facts)
{
  if (facts->reached_depth >= facts->asked_depth)
    return NULL;
  return g_strdup_printf (_ ("This engine could keep only %u of the %u I/Os outstanding that the row asks for: "
                             "the number is not that row’s."),
                          facts->reached_depth, facts->asked_depth);
}

static char *
detect_cached (const DsFacts *facts)
{
  g_autofree char *percent = NULL;

  if (facts->cached_share < 0.5 || option_is (facts, "direct", "off"))
    return NULL;
  percent = ds_format_percent (facts->cached_share * 100);
  return g_strdup_printf (
      _ ("After direct I/O %s of the test file are in the page cache: the file system went through it."), percent);
}

static char *
detect_others (const DsFacts *facts)
{
  g_autofree char *size = NULL;
  guint64 ours = facts->issued[DS_READ] + facts->issued[DS_WRITE];
  guint64 seen = facts->leaf[DS_READ] + facts->leaf[DS_WRITE];

  /* Stacked leaves see a byte more than once (mirrors), so only a single drive tells. */
  if (!facts->leaf_known || facts->place->drives->len != 1 || ours == 0)
    return NULL;
  if ((double) seen <= STRAY_SHARE * (double) ours + (double) STRAY_BYTES)
    return NULL;
  size = ds_format_capacity (seen - ours);
  return g_strdup_printf (_ ("Other programs used the drive meanwhile: %s beside the test's own bytes."), size);
}

static char *
detect_cpu_bound (const DsFacts *facts)
{
  g_autofree char *percent = NULL;

  if (!(facts->cpu_share > MOST_CPU_SHARE))
    return NULL;
  percent = ds_format_percent (facts->cpu_share * 100);
  return g_strdup_printf (_ ("The CPU was busy for %s of the time: it, not the drive, may set this number."),
                          percent);
}

static char *
detect_small_span (const DsFacts *facts)
{
  const DsReport *report = facts->report;
  const DsRun *run = ds_cell_get_shown (report->cells->pdata[facts->cell]);

  if (run == NULL || report->target.test_size == 0 || run->total.bytes / 4 < report->target.test_size)
    return NULL;
  return g_strdup (
      _ ("The test file was gone through several times in one run; it may fit into the drive's own cache."));
}

static char *
detect_hot (const DsFacts *facts)
{
  if (!facts->heat_known || facts->hottest == DS_TEMPERATURE_UNKNOWN ||
      facts->warning_temperature == DS_TEMPERATURE_UNKNOWN ||
      facts->hottest < facts->warning_temperature - HOT_DEGREES)
    return NULL;
  return g_strdup_printf (_ ("The drive has %d °C already, and its maker warns from %d °C on: it may slow down."),
                          facts->hottest, facts->warning_temperature);
}

/* Heat alone slows nothing down, and speed falls for other reasons too: it takes both. */
static gboolean
fell (const DsFacts *facts)
{
  return facts->heat_known && facts->speed_kept < LEAST_KEPT;
}

static char *
detect_throttled (const DsFacts *facts)
{
  g_autofree char *percent = NULL;

  if (!fell (facts) || facts->hottest == DS_TEMPERATURE_UNKNOWN ||
      facts->warning_temperature == DS_TEMPERATURE_UNKNOWN || facts->hottest < facts->warning_temperature)
    return NULL;
  percent = ds_format_percent (facts->speed_kept * 100);
  return g_strdup_printf (
      _ ("The drive reached %d °C, where its maker warns from %d °C on, while its speed fell to %s: it protects "
         "itself from heat."),
      facts->hottest, facts->warning_temperature, percent);
}

static char *
detect_throttle_count (const DsFacts *facts)
{
  g_autofree char *count = NULL;

  if (!fell (facts) || facts->throttled == 0)
    return NULL;
  count = ds_format_number ((double) facts->throttled, 0);
  return g_strdup_printf (_ ("The drive slowed itself down against heat while its speed fell. Times by its own "
                             "count: %s."),
                          count);
}

static char *
detect_virtual (const DsFacts *facts)
{
  const DsDrive *drive = first_drive (facts);

  if (drive == NULL || drive->kind != DS_DRIVE_VIRTUAL)
    return NULL;
  return g_strdup_printf (
      _ ("The disk (%s) is a virtual one: what lies below it, and who else uses that, cannot be seen from here."),
      drive->name);
}

static char *
detect_io_limit (const DsFacts *facts)
{
  const DsPlace *place = facts->place;
  const char *limit = place != NULL ? place->io_limit : NULL;

  for (guint i = 0; place != NULL && limit == NULL && place->drives != NULL && i < place->drives->len; i++)
    limit = ((const DsDrive *) place->drives->pdata[i])->io_limit;
  if (limit == NULL)
    return NULL;
  return g_strdup_printf (_ ("A control group limits what this program may do with the drive (%s)."), limit);
}

static char *
detect_scheduler (const DsFacts *facts)
{
  const DsDrive *drive = first_drive (facts);

  if (drive == NULL || drive->kind != DS_DRIVE_NVME || drive->scheduler == NULL ||
      g_str_equal (drive->scheduler, "none"))
    return NULL;
  return g_strdup_printf (
      _ ("The I/O scheduler “%s” sorts what goes to the NVMe drive, which costs time for each I/O."),
      drive->scheduler);
}

/* It holds buffered writes alone; direct ones pass it by. */
static char *
detect_write_throttling (const DsFacts *facts)
{
  const DsDrive *drive = first_drive (facts);

  if (drive == NULL || drive->wbt_us == 0 || !option_is (facts, "direct", "off"))
    return NULL;
  return g_strdup (_ ("The kernel holds buffered writes back so that reads stay quick (write-back throttling)."));
}

static char *
detect_stacked (const DsFacts *facts)
{
  const DsPlace *place = facts->place;
  const char *first = place != NULL && place->stack != NULL ? strstr (place->stack, " on ") : NULL;

  if (first == NULL || (strstr (first + 1, " on ") == NULL && place->drives->len < 2))
    return NULL;
  return g_strdup_printf (
      _ ("More layers lie between the test and the drive (%s), and their cost is in the numbers."), place->stack);
}

/* Each run slower than the one before, and the last far below the first: something that filled up. */
static char *
detect_write_cache (const DsFacts *facts)
{
  const DsCell *cell = facts->report->cells->pdata[facts->cell];
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  double first, before, last = 0;

  if (cell->op != DS_OP_WRITE || cell->runs->len < 3)
    return NULL;
  first = before = ds_figures_get_mb_s (&g_array_index (cell->runs, DsRun, 0).total);
  for (guint i = 1; i < cell->runs->len; i++, before = last) {
    last = ds_figures_get_mb_s (&g_array_index (cell->runs, DsRun, i).total);
    if (!(last < before))
      return NULL;
  }
  if (last >= CACHE_LEFT_SHARE * first)
    return NULL;
  from = ds_format_figure (first);
  to = ds_format_figure (last);
  return g_strdup_printf (
      _ ("Writing slowed down from run to run, from %s to %s MB/s: the drive’s write cache may have run out."),
      from, to);
}

static char *
detect_suspended (const DsFacts *facts)
{
  g_autofree char *duration = NULL;

  if (!(facts->slept_seconds >= 1))
    return NULL;
  duration = ds_format_duration (facts->slept_seconds);
  return g_strdup_printf (_ ("The computer was suspended for %s in the middle of the run."), duration);
}

static const Detector detectors[] = {
  { "imaginary", DS_MOMENT_BEFORE, DS_SEVERITY_INFO, detect_imaginary, NULL, FALSE },
  { "memory", DS_MOMENT_BEFORE, DS_SEVERITY_INVALID, detect_memory, N_ ("Choose a folder on a drive."), TRUE },
  { "buffered", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_buffered,
    N_ ("Choose direct I/O to measure the drive alone."), TRUE },
  { "compression", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_compression,
    N_ ("Use incompressible data, or a folder without compression."), TRUE },
  { "slow-link", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_slow_link,
    N_ ("Move the drive to a faster slot or port to see its full speed."), TRUE },
  { "battery", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_battery,
    N_ ("Plug in the charger and measure again."), TRUE },
  { "governor", DS_MOMENT_BEFORE, DS_SEVERITY_INFO, detect_governor,
    N_ ("Choose the performance power profile and measure again."), TRUE },
  { "full", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_full, N_ ("Free some space and measure again."), TRUE },
  { "hot", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_hot, N_ ("Let the drive cool down, then measure."),
    TRUE },
  { "virtual", DS_MOMENT_BEFORE, DS_SEVERITY_INFO, detect_virtual, NULL, TRUE },
  { "io-limit", DS_MOMENT_BEFORE, DS_SEVERITY_WARNING, detect_io_limit,
    N_ ("Run it outside of the container or service that is limited."), TRUE },
  { "scheduler", DS_MOMENT_BEFORE, DS_SEVERITY_INFO, detect_scheduler,
    N_ ("Choose the scheduler “none” for this drive, and measure again."), TRUE },
  { "write-throttling", DS_MOMENT_BEFORE, DS_SEVERITY_INFO, detect_write_throttling,
    N_ ("Choose direct I/O to measure the drive alone."), TRUE },
  { "stacked", DS_MOMENT_BEFORE, DS_SEVERITY_INFO, detect_stacked, NULL, TRUE },
  { "holes", DS_MOMENT_PREPARED, DS_SEVERITY_WARNING, detect_holes,
    N_ ("Choose a folder on a file system that stores every byte."), TRUE },
  { "engine", DS_MOMENT_AFTER, DS_SEVERITY_INFO, detect_engine, NULL, TRUE },
  { "page-cache", DS_MOMENT_CELL, DS_SEVERITY_INVALID, detect_page_cache,
    N_ ("Choose a file system that passes direct I/O to the drive, such as ext4 or XFS."), TRUE },
  { "held-writes", DS_MOMENT_CELL, DS_SEVERITY_INVALID, detect_held_writes,
    N_ ("Choose a file system that passes direct I/O to the drive, such as ext4 or XFS."), TRUE },
  { "shallow-queue", DS_MOMENT_CELL, DS_SEVERITY_INVALID, detect_shallow,
    N_ ("Choose the io_uring engine, or fewer threads and a smaller queue depth."), FALSE },
  { "others", DS_MOMENT_CELL, DS_SEVERITY_WARNING, detect_others, N_ ("Close other programs and measure again."),
    TRUE },
  { "cpu-bound", DS_MOMENT_CELL, DS_SEVERITY_INFO, detect_cpu_bound,
    N_ ("More threads may show what the drive can do."), TRUE },
  { "small-span", DS_MOMENT_CELL, DS_SEVERITY_INFO, detect_small_span, N_ ("Choose a larger test file."), TRUE },
  { "write-cache", DS_MOMENT_CELL, DS_SEVERITY_WARNING, detect_write_cache,
    N_ ("Longer pauses let the drive empty its cache; a sustained write shows how large it is."), TRUE },
  { "throttled", DS_MOMENT_CELL, DS_SEVERITY_WARNING, detect_throttled,
    N_ ("Cool the drive, with a heat sink or more air, and measure again."), TRUE },
  { "throttled", DS_MOMENT_AFTER, DS_SEVERITY_WARNING, detect_throttle_count,
    N_ ("Cool the drive, with a heat sink or more air, and measure again."), TRUE },
  { "suspended", DS_MOMENT_AFTER, DS_SEVERITY_WARNING, detect_suspended,
    N_ ("Measure again without suspending the computer."), TRUE },
  { "cached", DS_MOMENT_AFTER, DS_SEVERITY_WARNING, detect_cached,
    N_ ("Choose a file system that passes direct I/O to the drive, such as ext4 or XFS."), TRUE },
};

static DsFinding *
find (DsReport *report, const char *id)
{
  for (guint i = 0; i < report->findings->len; i++)
    if (g_str_equal (((DsFinding *) report->findings->pdata[i])->id, id))
      return report->findings->pdata[i];
  return NULL;
}

static void
mark_invalid (DsReport *report, gint cell, const char *id)
{
  for (guint i = 0; i < report->cells->len; i++) {
    DsCell *one = report->cells->pdata[i];

    if (cell >= 0 && i != (guint) cell)
      continue;
    g_free (one->invalid);
    one->invalid = g_strdup (id);
  }
}

void
ds_findings_detect (DsMoment moment, const DsFacts *facts, DsReport *report)
{
  for (guint i = 0; i < G_N_ELEMENTS (detectors); i++) {
    const Detector *detector = &detectors[i];
    g_autofree char *text = NULL;
    DsFinding *finding;

    if (detector->moment != moment || (detector->of_drive && facts->imaginary))
      continue;
    text = detector->detect (facts);
    if (text == NULL)
      continue;

    finding = find (report, detector->id);
    if (finding == NULL)
      finding = ds_report_add_finding (report, detector->id, detector->severity, text,
                                       detector->advice ? _ (detector->advice) : NULL);
    if (facts->cell >= 0)
      ds_finding_add_cell (finding, (guint) facts->cell);
    if (detector->severity == DS_SEVERITY_INVALID)
      mark_invalid (report, facts->cell, detector->id);
  }
}
