/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ds-suites-private.h"
#include "ds-units.h"

/* Reading a whole drive from start to end, at random and for access time, as AIDA64's disk benchmark and HD Tune
 * do. With a folder the same runs over a test file. */

static const DsChoice test_choices[] = {
  { "linear-read", N_ ("Linear read") },
  { "random-read", N_ ("Random read") },
  { "access-time", N_ ("Access time") },
  { "buffered-read", N_ ("Buffered read") },
  { "linear-write", N_ ("Linear write") },
  { "random-write", N_ ("Random write") },
  { "linear-read,random-read,access-time,buffered-read", N_ ("All that read") },
  { "all", N_ ("All") },
  { NULL },
};

static const DsChoice points_choices[] = {
  { "1000", N_ ("Quick, 1000 points") },
  { "0", N_ ("Full, every byte") },
  { NULL },
};

static const DsOption options[] = {
  { .id = "tests",
    .title = N_ ("Test"),
    .help = N_ ("What is measured."),
    .type = DS_OPTION_CHOICE,
    .default_value = "linear-read",
    .choices = test_choices },
  { .id = "points",
    .title = N_ ("Mode"),
    .help = N_ ("Quick samples the drive evenly; full reads every byte."),
    .type = DS_OPTION_CHOICE,
    .default_value = "1000",
    .choices = points_choices },
  { .id = "block",
    .title = N_ ("Block"),
    .help = N_ ("Block size of the linear tests."),
    .type = DS_OPTION_SIZE,
    .flags = DS_OPTION_POWER_OF_TWO,
    .default_value = "4MiB",
    .minimum = 64.0 * DS_KIB,
    .maximum = 8.0 * DS_MIB },
  { .id = "queue-depth",
    .title = N_ ("Queue depth"),
    .help = N_ ("Outstanding I/Os of the linear tests."),
    .type = DS_OPTION_INTEGER,
    .flags = DS_OPTION_FOLDED,
    .default_value = "1",
    .minimum = 1,
    .maximum = 32,
    .step = 1,
    .values = "1,2,4,8,16,32" },
  { .id = "random-block",
    .title = N_ ("Random block"),
    .help = N_ ("Block size of the random tests."),
    .type = DS_OPTION_SIZE,
    .flags = DS_OPTION_FOLDED | DS_OPTION_POWER_OF_TWO,
    .default_value = "64KiB",
    .minimum = 4.0 * DS_KIB,
    .maximum = 8.0 * DS_MIB },
  { .id = "seconds",
    .title = N_ ("Seconds a test"),
    .help = N_ ("The measured time of the random, access time and buffered tests."),
    .type = DS_OPTION_SECONDS,
    .flags = DS_OPTION_FOLDED,
    .default_value = "10",
    .minimum = 0.1,
    .maximum = 3600,
    .step = 1 },
  { .id = "amount",
    .title = N_ ("Random amount"),
    .help = N_ ("How much the random tests transfer; 0 goes by the seconds instead."),
    .type = DS_OPTION_SIZE,
    .flags = DS_OPTION_FOLDED,
    .default_value = "0",
    .minimum = 0,
    .maximum = 4096.0 * DS_GIB,
    .values = "0,1GiB,4GiB,16GiB,64GiB" },
  { .id = "size",
    .title = N_ ("Test file"),
    .help = N_ ("Size of the test file where a folder is the target; “all” takes all free space but a reserve."),
    .type = DS_OPTION_SIZE,
    .flags = DS_OPTION_FOLDED | DS_OPTION_ALL | DS_OPTION_POWER_OF_TWO,
    .default_value = "4GiB",
    .minimum = 16.0 * DS_MIB,
    .maximum = 4096.0 * DS_GIB },
  DS_OPTION_COMMON_DATA,
  DS_OPTION_COMMON_DURABLE,
  DS_OPTION_COMMON_DIRECT,
  DS_OPTION_COMMON_ENGINE,
  DS_OPTION_COMMON_SEED,
  DS_OPTION_COMMON_COMMENT,
  { NULL },
};

#define LINEAR(its_id, its_title, its_op)                                                                         \
  {                                                                                                               \
    .id = its_id, .title = its_title, .label = its_id, .kind = DS_JOB_MEASURE, .when = "$tests",                  \
    .rows = "SEQ$block Q$queue-depthT1", .ops = its_op, .bytes = "all", .points = "$points",                      \
    .curve = DS_CURVE_RATE_BY_POSITION                                                                            \
  }
#define RANDOM(its_id, its_title, its_op)                                                                         \
  {                                                                                                               \
    .id = its_id, .title = its_title, .label = its_id, .kind = DS_JOB_MEASURE, .when = "$tests",                  \
    .rows = "RND$random-block Q1T1", .ops = its_op, .seconds = "$seconds", .bytes = "$amount",                    \
    .curve = DS_CURVE_RATE_BY_TIME                                                                                \
  }

static const DsStage stages[] = {
  { .id = "prepare", .title = N_ ("Preparing the test file"), .kind = DS_JOB_PREPARE },
  LINEAR ("linear-read", N_ ("Linear read"), "read"),
  RANDOM ("random-read", N_ ("Random read"), "read"),
  { .id = "access-time",
    .title = N_ ("Access time"),
    .label = "access-time",
    .kind = DS_JOB_MEASURE,
    .when = "$tests",
    .rows = "RND512B Q1T1",
    .least_block = TRUE,
    .ops = "read",
    .seconds = "$seconds",
    .curve = DS_CURVE_LATENCY_BY_POSITION },
  { .id = "buffered-read",
    .title = N_ ("Buffered read"),
    .label = "buffered-read",
    .kind = DS_JOB_MEASURE,
    .when = "$tests",
    .rows = "SEQ1M Q8T1",
    .span = "16MiB",
    .ops = "read",
    .seconds = "$seconds",
    .curve = DS_CURVE_RATE_BY_TIME },
  LINEAR ("linear-write", N_ ("Linear write"), "write"),
  RANDOM ("random-write", N_ ("Random write"), "write"),
  { NULL },
};

const DsSuite ds_drive_scan_suite = {
  .id = "drive-scan",
  .title = N_ ("Drive scan"),
  .description = N_ ("Speed and access time over the whole drive, or over a test file in a folder."),
  .view = DS_VIEW_TRACE,
  .options = options,
  .test_size = "$size",
  .data = "$data",
  .durable = "$durable",
  .stages = stages,
};
