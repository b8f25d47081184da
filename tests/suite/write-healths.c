/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-values.h"
#include "ds-sample-health.h"

/* Writes the sample drives as the terminal program does, for the test of the schema. */
int
main (void)
{
  g_autoptr (GPtrArray) healths = ds_sample_healths_new ();
  g_autofree char *text = ds_health_to_json (healths);

  g_print ("%s", text);
  return 0;
}
