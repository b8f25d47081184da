/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive-error.h"

#include <glib/gi18n.h>

G_DEFINE_QUARK (ds - drive - error - quark, ds_drive_error)

static const struct {
  const char *id; /* of ds_nvme_result_id() */
  DsDriveErrorCode code;
  const char *sentence; /* %s: the controller */
} sentences[] = {
  { "not-permitted", DS_DRIVE_ERROR_PERMISSION,
    N_ ("Reading the health of %s needs an administrator's permission.") },
  { "not-found", DS_DRIVE_ERROR_NOT_FOUND, N_ ("There is no NVMe controller %s any more.") },
  { "gone", DS_DRIVE_ERROR_GONE, N_ ("The drive at %s was removed or stopped working.") },
  { "not-supported", DS_DRIVE_ERROR_NOT_SUPPORTED, N_ ("The drive at %s does not offer this.") },
  { "busy", DS_DRIVE_ERROR_BUSY, N_ ("The drive at %s is busy. Try again later.") },
  { "timed-out", DS_DRIVE_ERROR_TIMED_OUT, N_ ("The drive at %s did not answer in time.") },
};

GError *
ds_drive_error_new_nvme (const char *controller, DsNvmeResult result)
{
  const char *id = ds_nvme_result_id (result);

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    if (g_str_equal (sentences[i].id, id)) {
      g_autofree char *message = NULL;
      g_auto (GStrv) parts = g_strsplit (_ (sentences[i].sentence), "%s", 2);

      message = g_strjoinv (controller, parts);
      return g_error_new_literal (DS_DRIVE_ERROR, (int) sentences[i].code, message);
    }

  if (result.status != 0)
    return g_error_new (DS_DRIVE_ERROR, DS_DRIVE_ERROR_REFUSED,
                        _ ("The drive at %s refused to answer (NVMe status 0x%x)."), controller, result.status);
  return g_error_new (DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED, _ ("The drive at %s could not be asked: %s."),
                      controller, g_strerror (result.error));
}
