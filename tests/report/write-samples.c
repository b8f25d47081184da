/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sample-report.h"

/* Prints the JSON of every sample report, each after its kind on a line of its own, for the test of the schema. */
int
main (void)
{
  for (guint i = 0; ds_sample_report_kinds[i] != NULL; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);
    g_autofree char *json = ds_report_to_json (report, i % 2 == 0 ? DS_EXPORT_DEFAULT : DS_EXPORT_SERIALS);

    g_print ("# %s\n%s", ds_sample_report_kinds[i], json);
  }
  return 0;
}
