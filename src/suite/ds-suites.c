/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-suites-private.h"

/* In the order in which the window and the terminal program list them */
static const DsSuite *const suites[] = {
  &ds_tiles_suite, &ds_transfer_sizes_suite, &ds_drive_scan_suite, &ds_queue_depth_suite, NULL,
};

const DsSuite *const *
ds_suites_list (void)
{
  return suites;
}
