/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-session-aid.h"

#include "ds-engine-error.h"
#include "ds-leftovers.h"

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
