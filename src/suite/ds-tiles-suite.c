/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ds-suites-private.h"
#include "ds-units.h"

/* The layouts of CrystalDiskMark 8 and of its older versions, as reviews print them. */

static const DsChoice settings_choices[] = {
  { "default", N_ ("Default") },    { "nvme", N_ ("NVMe SSD") },      { "flash", N_ ("Flash memory") },
  { "classic5", N_ ("Classic 5") }, { "classic3", N_ ("Classic 3") }, { NULL },
};

static const DsChoice profile_choices[] = {
  { "default", N_ ("Default") },
  { "peak", N_ ("Peak performance") },
  { "real-world", N_ ("Real world") },
  { "demo", N_ ("Demo") },
  { NULL },
};

static const DsOption options[] = {
  { .id = "settings",
    .title = N_ ("Settings"),
    .help = N_ ("Which rows are measured, for how long."),
    .type = DS_OPTION_CHOICE,
    .default_value = "default",
    .choices = settings_choices },
  { .id = "profile",
    .title = N_ ("Profile"),
    .help = N_ ("Which of the rows are shown, and how."),
    .type = DS_OPTION_CHOICE,
    .default_value = "default",
    .choices = profile_choices },
  { .id = "runs",
    .title = N_ ("Runs"),
    .help = N_ ("Counted runs of each test; the best is shown, all are stored."),
    .type = DS_OPTION_INTEGER,
    .default_value = "5",
    .minimum = 1,
    .maximum = 9,
    .step = 1 },
  { .id = "size",
    .title = N_ ("Size"),
    .help = N_ ("Size of the test file; “all” takes all free space but a reserve."),
    .type = DS_OPTION_SIZE,
    .flags = DS_OPTION_ALL | DS_OPTION_POWER_OF_TWO,
    .default_value = "1GiB",
    .minimum = 16.0 * DS_MIB,
    .maximum = 64.0 * DS_GIB },
  { .id = "op",
    .title = N_ ("Tests"),
    .help = N_ ("What is measured: reading, writing, or both."),
    .type = DS_OPTION_CHOICE,
    .flags = DS_OPTION_FOLDED,
    .default_value = "all",
    .choices = ds_op_choices },
  { .id = "mix",
    .title = N_ ("Mix: reads in percent"),
    .help = N_ ("Adds a Mix column with this share of reads; 0 leaves it out."),
    .type = DS_OPTION_INTEGER,
    .flags = DS_OPTION_FOLDED,
    .default_value = "0",
    .minimum = 0,
    .maximum = 90,
    .step = 10 },
  { .id = "rows",
    .title = N_ ("Rows"),
    .help = N_ ("The rows, as in “SEQ1M Q8T1, RND4K Q32T1”."),
    .type = DS_OPTION_ROWS,
    .flags = DS_OPTION_FOLDED,
    .minimum = 4.0 * DS_KIB,
    .maximum = 8.0 * DS_MIB },
  { .id = "seconds",
    .title = N_ ("Seconds a run"),
    .help = N_ ("The measured time of one run."),
    .type = DS_OPTION_SECONDS,
    .flags = DS_OPTION_FOLDED,
    .minimum = 0.1,
    .maximum = 60,
    .step = 1 },
  { .id = "pause",
    .title = N_ ("Pause in seconds"),
    .help = N_ ("Idle time between two tests, so that the drive can cool and tidy up."),
    .type = DS_OPTION_SECONDS,
    .flags = DS_OPTION_FOLDED,
    .minimum = 0,
    .maximum = 600,
    .step = 1 },
  DS_OPTION_COMMON_DATA,
  DS_OPTION_COMMON_DURABLE,
  DS_OPTION_COMMON_DIRECT,
  DS_OPTION_COMMON_ENGINE,
  DS_OPTION_COMMON_SEED,
  DS_OPTION_COMMON_COMMENT,
  { NULL },
};

#define SETTINGS(id, its_rows, its_seconds, its_pause)                                                            \
  {                                                                                                               \
    .when = { { "settings", id } }, .set = {                                                                      \
      { "rows", its_rows },                                                                                       \
      { "seconds", its_seconds },                                                                                 \
      { "pause", its_pause },                                                                                     \
    }                                                                                                             \
  }
#define PROFILE(id, its_rows)                                                                                     \
  {                                                                                                               \
    .when = { { "profile", id } }, .set = { { "rows", its_rows } }                                                \
  }
#define SETTINGS_PROFILE(settings, profile, its_rows)                                                             \
  {                                                                                                               \
    .when = { { "settings", settings }, { "profile", profile } }, .set = { { "rows", its_rows } }                 \
  }

static const DsPreset presets[] = {
  SETTINGS ("default", "SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1", "5", "5"),
  SETTINGS ("nvme", "SEQ1M Q8T1, SEQ128K Q32T1, RND4K Q32T16, RND4K Q1T1", "5", "5"),
  SETTINGS ("flash", "SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1", "1", "30"),
  SETTINGS ("classic5", "SEQ128K Q32T1, RND4K Q32T1, SEQ1M Q1T1, RND4K Q1T1", "5", "5"),
  SETTINGS ("classic3", "SEQ1M Q1T1, RND512K Q1T1, RND4K Q1T1, RND4K Q32T1", "5", "5"),
  PROFILE ("peak", "SEQ1M Q8T1, RND4K Q32T1"),
  PROFILE ("real-world", "SEQ1M Q1T1, RND4K Q1T1"),
  PROFILE ("demo", "SEQ1M Q8T1"),
  SETTINGS_PROFILE ("nvme", "peak", "SEQ1M Q8T1, RND4K Q32T16"),
  SETTINGS_PROFILE ("classic5", "peak", "SEQ128K Q32T1, RND4K Q32T1"),
  SETTINGS_PROFILE ("classic3", "peak", "SEQ1M Q1T1, RND4K Q32T1"),
  { .set = { { NULL } } },
};

static const DsSuggestion suggestions[] = {
  { "nvme", "settings", "nvme" },
  { NULL },
};

static const DsStage stages[] = {
  { .id = "prepare", .title = N_ ("Preparing the test file"), .kind = DS_JOB_PREPARE },
  { .id = "measure",
    .title = N_ ("Measuring"),
    .kind = DS_JOB_MEASURE,
    .rows = "$rows",
    .ops = "$op",
    .read_percent = "$mix",
    .seconds = "$seconds",
    .runs = "$runs",
    .warm_up_runs = 1,
    .pause = "$pause" },
  { NULL },
};

const DsSuite ds_tiles_suite = {
  .id = "tiles",
  .title = N_ ("Benchmark"),
  .description = N_ ("Sequential and random speed in a few tiles, as CrystalDiskMark lays them out."),
  .view = DS_VIEW_TILES,
  .options = options,
  .presets = presets,
  .suggestions = suggestions,
  .test_size = "$size",
  .data = "$data",
  .durable = "$durable",
  .stages = stages,
};
