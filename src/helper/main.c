/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-helper.h"

/* Started by pkexec as root: see data/drivescope.policy.in.in */
int
main (int argc, char **argv)
{
  ds_smart_helper_run (argc, argv);
}
