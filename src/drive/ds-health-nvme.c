/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-private.h"

#include "ds-drive-error.h"
#include "ds-smart-frames.h"

#include <glib/gi18n.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* pkexec(1) */
#define PKEXEC_DISMISSED 126
#define PKEXEC_REFUSED   127

gboolean
ds_health_take_pages (DsHealth *self, const DsNvmePages *pages, DsHealthSource source, GError **error)
{
  const DsNvmePage *identify = &pages->page[DS_NVME_PAGE_IDENTIFY];
  const DsNvmePage *smart = &pages->page[DS_NVME_PAGE_SMART];
  const DsNvmePage *errors = &pages->page[DS_NVME_PAGE_ERRORS];
  const DsNvmePage *self_test = &pages->page[DS_NVME_PAGE_SELF_TEST];
  const DsNvmePage *cache = &pages->page[DS_NVME_PAGE_WRITE_CACHE];

  if (smart->length != DS_NVME_SMART_SIZE) {
    g_propagate_error (error, ds_drive_error_new_nvme (self->controller, smart->result));
    return FALSE;
  }
  self->source = source;
  self->time = g_get_real_time () / G_USEC_PER_SEC;
  self->log = ds_smart_log_decode (smart->bytes);
  self->has_log = TRUE;
  if (identify->length == DS_NVME_IDENTIFY_SIZE) {
    self->identify = ds_smart_identify_decode (identify->bytes);
    self->has_identify = TRUE;
    self->warning_temperature = self->identify.warning_temperature;
    self->critical_temperature = self->identify.critical_temperature;
  }
  if (errors->length > 0)
    self->errors = ds_error_log_decode (errors->bytes, errors->length);
  if (self_test->length == DS_NVME_SELF_TEST_SIZE) {
    self->self_tests = ds_self_test_log_decode (self_test->bytes);
    self->has_self_tests = TRUE;
  }
  if (cache->length == DS_NVME_FEATURE_SIZE)
    self->write_cache = (cache->bytes[0] & 1) != 0 ? DS_SWITCH_ON : DS_SWITCH_OFF;
  else if (self->has_identify && !self->identify.volatile_cache)
    self->write_cache = DS_SWITCH_OFF;
  return TRUE;
}

gboolean
ds_health_ask_libnvme (DsHealth *self, GError **error)
{
  g_autofree DsNvmePages *pages = g_new0 (DsNvmePages, 1);
  DsNvmeResult result;
  int fd = ds_nvme_open (self->controller, &result);

  if (fd < 0) {
    g_propagate_error (error, ds_drive_error_new_nvme (self->controller, result));
    return FALSE;
  }
  ds_nvme_read_pages (fd, pages);
  close (fd);
  return ds_health_take_pages (self, pages, DS_HEALTH_SOURCE_LIBNVME, error);
}

gboolean
ds_health_is_trusted (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  struct stat status;

  if (!g_path_is_absolute (path) || lstat (path, &status) != 0 || !S_ISREG (status.st_mode) ||
      status.st_uid != 0 || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 || (status.st_mode & S_IXUSR) == 0)
    return FALSE;
  for (;;) {
    g_autofree char *up = g_path_get_dirname (folder);

    /* Links among the folders, as /lib often is, are the system's own: what they lead to is looked at. */
    if (stat (folder, &status) != 0 || status.st_uid != 0 || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
      return FALSE;
    if (g_str_equal (up, folder))
      return TRUE;
    g_free (folder);
    folder = g_steal_pointer (&up);
  }
}

static void
set_helper_error (const DsHealth *self, GSubprocess *process, const char *said, GError **error)
{
  const char *device = self->drive->device;

  if (!g_subprocess_get_if_exited (process)) {
    g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED, _ ("The helper that reads %s was ended."), device);
    return;
  }
  switch (g_subprocess_get_exit_status (process)) {
  case PKEXEC_DISMISSED:
    g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_DISMISSED,
                 _ ("%s was not read, because no password was given."), device);
    return;
  case PKEXEC_REFUSED:
    if (said != NULL && strstr (said, "No authentication agent") != NULL)
      g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NO_AGENT,
                   _ ("Reading %s needs an administrator's password, and no program runs here that could ask for "
                      "it. Start a polkit agent, or run this as root."),
                   device);
    else
      g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_PERMISSION,
                   _ ("The rules of this system do not let you read %s. Ask its administrator."), device);
    return;
  case DS_SMART_HELPER_NOT_FOUND:
  case DS_SMART_HELPER_OPEN:
    g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_GONE, _ ("The drive at %s was removed or stopped working."),
                 self->controller);
    return;
  default:
    g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED,
                 _ ("The helper that reads %s did not do its work. Install Drivescope anew."), device);
  }
}

gboolean
ds_health_ask_helper (DsHealth *self, const DsHealthSetup *setup, GCancellable *cancellable, GError **error)
{
  g_autofree DsNvmePages *pages = NULL;
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) output = NULL;
  g_autoptr (GBytes) said = NULL;
  g_autofree char *words = NULL;

  /* A copy that anybody else could have changed, such as one of a build folder, is never run as root. */
  if (!ds_health_is_trusted (setup->helper)) {
    g_set_error (
        error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_FOUND,
        _ ("Reading the full health of %s needs Drivescope to be installed for the whole system, which it is "
           "not. Install it, or run the terminal program as root."),
        self->drive->device);
    return FALSE;
  }

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C", TRUE);
  process = g_subprocess_launcher_spawn (launcher, NULL, setup->pkexec, "--disable-internal-agent", setup->helper,
                                         self->controller, NULL);
  if (process == NULL) {
    g_set_error_literal (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NO_SERVICE,
                         _ ("pkexec, which asks for an administrator's permission, is not installed. Install the "
                            "package pkexec or polkit."));
    return FALSE;
  }
  if (!g_subprocess_communicate (process, NULL, cancellable, &output, &said, error)) {
    g_subprocess_force_exit (process);
    return FALSE;
  }
  if (!g_subprocess_get_successful (process)) {
    words = g_strndup (g_bytes_get_data (said, NULL), g_bytes_get_size (said));
    set_helper_error (self, process, words, error);
    return FALSE;
  }
  pages = g_new0 (DsNvmePages, 1);
  return ds_smart_frames_parse (g_bytes_get_data (output, NULL), g_bytes_get_size (output), pages, error) &&
         ds_health_take_pages (self, pages, DS_HEALTH_SOURCE_HELPER, error);
}
