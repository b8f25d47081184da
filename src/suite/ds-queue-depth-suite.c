/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ds-suites-private.h"
#include "ds-units.h"

/* Speed and latency over queue depth, as Anvil's Storage Utilities and reviews plot them. */

static const DsChoice pattern_choices[] = {
  { "RND4K", N_ ("Random 4 KiB") },
  { "SEQ128K", N_ ("Sequential 128 KiB") },
  { "SEQ512K", N_ ("Sequential 512 KiB") },
  { NULL },
};

static const DsChoice depth_choices[] = {
  { "1,2,4,8,16,32", "1–32" },
  { "1,2,4,8,16,32,64,128", "1–128" },
  { "1,2,4,8,16,32,64,128,256,512", "1–512" },
  { NULL },
};

static const DsChoice thread_choices[] = {
  { "1", "1" },
  { "4", "4" },
  { "1,4", N_ ("1 and 4") },
  { NULL },
};

static const DsChoice op_choices[] = {
  { "read,write", N_ ("Read and write") }, { "read", N_ ("Read only") },
  { "write", N_ ("Write only") },          { "mix", N_ ("Mix only") },
  { "all", N_ ("Read, write and mix") },   { NULL },
};

static const DsChoice data_choices[] = {
  { "100", N_ ("Incompressible") },
  { "67", N_ ("67 % incompressible") },
  { "46", N_ ("46 % (applications)") },
  { "8", N_ ("8 % (database)") },
  { "0", N_ ("All zero") },
  { "100,67,46,8,0", N_ ("All of these side by side") },
  { NULL },
};

static const DsChoice durable_choices[] = {
  { "off", N_ ("Off") },
  { "dsync", N_ ("Each write synchronous") },
  { "flush", N_ ("Flush after each write") },
  { "off,dsync", N_ ("Off and on side by side") },
  { NULL },
};

static const DsOption options[] = {
  { .id = "pattern",
    .title = N_ ("Pattern"),
    .help = N_ ("Access and block size."),
    .type = DS_OPTION_CHOICE,
    .default_value = "RND4K",
    .choices = pattern_choices },
  { .id = "depths",
    .title = N_ ("Queue depths"),
    .help = N_ ("Outstanding I/Os a thread, doubled from test to test."),
    .type = DS_OPTION_CHOICE,
    .default_value = "1,2,4,8,16,32,64,128",
    .choices = depth_choices },
  { .id = "threads",
    .title = N_ ("Threads"),
    .help = N_ ("How many threads submit I/O."),
    .type = DS_OPTION_CHOICE,
    .default_value = "1,4",
    .choices = thread_choices },
  { .id = "op",
    .title = N_ ("Tests"),
    .help = N_ ("What is measured: reading, writing, or a mix of both."),
    .type = DS_OPTION_CHOICE,
    .default_value = "read,write",
    .choices = op_choices },
  { .id = "mix",
    .title = N_ ("Mix: reads in percent"),
    .help = N_ ("The share of reads of the mix."),
    .type = DS_OPTION_INTEGER,
    .flags = DS_OPTION_FOLDED,
    .default_value = "50",
    .minimum = 10,
    .maximum = 90,
    .step = 10 },
  { .id = "seconds",
    .title = N_ ("Seconds a run"),
    .help = N_ ("The measured time of one run."),
    .type = DS_OPTION_SECONDS,
    .flags = DS_OPTION_FOLDED,
    .default_value = "2",
    .minimum = 0.1,
    .maximum = 60,
    .step = 1 },
  { .id = "runs",
    .title = N_ ("Runs"),
    .help = N_ ("Counted runs of each test; the best is shown, all are stored."),
    .type = DS_OPTION_INTEGER,
    .flags = DS_OPTION_FOLDED,
    .default_value = "1",
    .minimum = 1,
    .maximum = 9,
    .step = 1 },
  { .id = "pause",
    .title = N_ ("Pause in seconds"),
    .help = N_ ("Idle time between two tests, so that the drive can cool and tidy up."),
    .type = DS_OPTION_SECONDS,
    .flags = DS_OPTION_FOLDED,
    .default_value = "0",
    .minimum = 0,
    .maximum = 600,
    .step = 1 },
  { .id = "size",
    .title = N_ ("Size"),
    .help = N_ ("Size of the test file; “all” takes all free space but a reserve."),
    .type = DS_OPTION_SIZE,
    .flags = DS_OPTION_ALL | DS_OPTION_POWER_OF_TWO,
    .default_value = "1GiB",
    .minimum = 16.0 * DS_MIB,
    .maximum = 64.0 * DS_GIB },
  { .id = "data",
    .title = N_ ("Data"),
    .help = N_ ("The incompressible share of what is written, in percent."),
    .type = DS_OPTION_CHOICE,
    .flags = DS_OPTION_FOLDED,
    .default_value = "100",
    .choices = data_choices },
  { .id = "durable",
    .title = N_ ("Durable writes"),
    .help = N_ ("Whether each write has to reach stable media before it counts."),
    .type = DS_OPTION_CHOICE,
    .flags = DS_OPTION_FOLDED,
    .default_value = "off",
    .choices = durable_choices },
  DS_OPTION_COMMON_DIRECT,
  DS_OPTION_COMMON_ENGINE,
  DS_OPTION_COMMON_SEED,
  DS_OPTION_COMMON_COMMENT,
  { NULL },
};

static const DsStage stages[] = {
  { .id = "prepare", .title = N_ ("Preparing the test file"), .kind = DS_JOB_PREPARE },
  { .id = "measure",
    .title = N_ ("Measuring"),
    .kind = DS_JOB_MEASURE,
    .rows = "$pattern Q{$depths}T{$threads}",
    .ops = "$op",
    .all_ops = "read,write,mix",
    .read_percent = "$mix",
    .ramp = "0.5",
    .seconds = "$seconds",
    .runs = "$runs",
    .pause = "$pause" },
  { NULL },
};

const DsSuite ds_queue_depth_suite = {
  .id = "queue-depth",
  .title = N_ ("Queue depth"),
  .description = N_ ("IOPS and latency from one outstanding I/O to many, and where more brings no more."),
  .view = DS_VIEW_CURVES,
  .options = options,
  .test_size = "$size",
  .data = "$data",
  .durable = "$durable",
  .stages = stages,
};
