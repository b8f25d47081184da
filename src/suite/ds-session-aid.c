/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-session-aid.h"

#include <time.h>

#include "ds-engine-error.h"
#include "ds-leftovers.h"

gint64
ds_session_get_slept (void)
{
  struct timespec boot, monotonic;

  clock_gettime (CLOCK_MONOTONIC, &monotonic);
  clock_gettime (CLOCK_BOOTTIME, &boot);
  return (gint64) (boot.tv_sec - monotonic.tv_sec) * G_USEC_PER_SEC + (boot.tv_nsec - monotonic.tv_nsec) / 1000;
}

guint
ds_session_sweep_leftovers (void)
{
  return ds_leftovers_sweep ();
}

gboolean
ds_session_lacks_direct_io (const GError *error)
{
  return g_error_matches (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_DIRECT_IO);
}

gboolean
ds_session_finding_asks (const DsFinding *finding)
{
  static const char *const ids[] = { "battery", "full", "hot", "endurance", NULL };

  return finding->severity == DS_SEVERITY_INVALID || g_strv_contains (ids, finding->id);
}
