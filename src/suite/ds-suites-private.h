/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-suite.h"

G_BEGIN_DECLS

/* The suites, each defined in a translation unit of its own */
extern const DsSuite ds_drive_scan_suite;
extern const DsSuite ds_queue_depth_suite;
extern const DsSuite ds_tiles_suite;
extern const DsSuite ds_transfer_sizes_suite;

/* The options that mean the same in every suite that has them */
#define DS_OPTION_COMMON_DATA                                                                                          \
  {                                                                                                                    \
    .id = "data", .title = N_ ("Data"), .help = N_ ("The incompressible share of what is written, in percent."),       \
    .type = DS_OPTION_CHOICE, .flags = DS_OPTION_FOLDED, .default_value = "100", .choices = ds_data_choices            \
  }
#define DS_OPTION_COMMON_DURABLE                                                                                       \
  {                                                                                                                    \
    .id = "durable", .title = N_ ("Durable writes"),                                                                   \
    .help = N_ ("Whether each write has to reach stable media before it counts."), .type = DS_OPTION_CHOICE,           \
    .flags = DS_OPTION_FOLDED, .default_value = "off", .choices = ds_durable_choices                                   \
  }
#define DS_OPTION_COMMON_DIRECT                                                                                        \
  {                                                                                                                    \
    .id = "direct", .title = N_ ("Direct I/O"),                                                                        \
    .help = N_ ("Bypass the page cache. Without it the numbers are labelled as buffered."), .type = DS_OPTION_CHOICE,  \
    .flags = DS_OPTION_FOLDED, .default_value = "on", .choices = ds_on_off_choices                                     \
  }
#define DS_OPTION_COMMON_ENGINE                                                                                        \
  {                                                                                                                    \
    .id = "engine", .title = N_ ("Engine"),                                                                            \
    .help = N_ ("How I/O is submitted; the null engine measures an imaginary drive of known speed."),                  \
    .type = DS_OPTION_CHOICE, .flags = DS_OPTION_FOLDED, .default_value = "auto", .choices = ds_engine_choices         \
  }
#define DS_OPTION_COMMON_SEED                                                                                          \
  {                                                                                                                    \
    .id = "seed", .title = N_ ("Seed"),                                                                                \
    .help = N_ ("Start of the random streams; 0 draws a new one each time. It is stored with the result."),            \
    .type = DS_OPTION_INTEGER, .flags = DS_OPTION_FOLDED, .default_value = "0", .minimum = 0,                          \
    .maximum = 9007199254740991.0, .step = 1                                                                           \
  }
#define DS_OPTION_COMMON_COMMENT                                                                                       \
  {                                                                                                                    \
    .id = "comment", .title = N_ ("Comment"), .help = N_ ("A line of your own, stored with the result."),              \
    .type = DS_OPTION_TEXT, .flags = DS_OPTION_FOLDED, .default_value = ""                                             \
  }

extern const DsChoice ds_data_choices[];
extern const DsChoice ds_durable_choices[];
extern const DsChoice ds_on_off_choices[];
extern const DsChoice ds_engine_choices[];
extern const DsChoice ds_op_choices[];
extern const DsChoice ds_read_write_choices[];

G_END_DECLS
