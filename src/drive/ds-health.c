/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-private.h"

#include "ds-drive-error.h"
#include "ds-hwmon.h"
#include "ds-identity.h"
#include "ds-sysfs.h"

#include <glib/gi18n.h>

G_DEFINE_BOXED_TYPE (DsHealth, ds_health, ds_health_ref, ds_health_unref)

DsHealth *
ds_health_ref (DsHealth *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  DsHealth *self = data;

  ds_drive_free (self->drive);
  g_free (self->controller);
  ds_ata_smart_free (self->ata);
  g_clear_pointer (&self->errors, g_array_unref);
  ds_verdict_free (self->verdict);
  g_ptr_array_unref (self->refusals);
}

void
ds_health_unref (DsHealth *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

static char *
find_controller (const char *sysfs_root, const DsDrive *drive)
{
  g_autofree char *link = g_build_filename (sysfs_root, "block", drive->name, NULL);
  g_autofree char *node = ds_sysfs_real (link);
  g_autofree char *controller = node != NULL ? ds_identity_find_nvme_controller (node) : NULL;

  return controller != NULL ? g_path_get_basename (controller) : NULL;
}

static DsHealth *
health_new (const DsDrive *drive)
{
  DsHealth *self = g_atomic_rc_box_new0 (DsHealth);

  self->drive = ds_drive_copy (drive);
  self->log = DS_SMART_LOG_INIT;
  self->temperature = self->warning_temperature = self->critical_temperature = DS_TEMPERATURE_UNKNOWN;
  self->life_left = DS_PERCENT_UNKNOWN;
  self->write_cache = DS_SWITCH_UNKNOWN;
  self->refusals = g_ptr_array_new_with_free_func (g_free);
  return self;
}

DsHealth *
ds_health_new_unread (const DsDrive *drive)
{
  DsHealth *self = health_new (drive);

  self->controller = drive->kind == DS_DRIVE_NVME ? find_controller ("/sys", drive) : NULL;
  ds_health_conclude (self);
  return self;
}

void
ds_health_refuse (DsHealth *self, const char *sentence)
{
  /* Two sources may fail for one reason. */
  if (!g_ptr_array_find_with_equal_func (self->refusals, sentence, g_str_equal, NULL))
    g_ptr_array_add (self->refusals, g_strdup (sentence));
}

gboolean
ds_health_is_read (const DsHealth *self)
{
  return self->has_log || self->ata != NULL;
}

void
ds_health_conclude (DsHealth *self)
{
  DsVerdictFacts facts = {
    .log = self->has_log ? &self->log : NULL,
    .ata = self->ata,
    .warning_temperature = self->warning_temperature,
    .is_virtual = self->drive->kind == DS_DRIVE_VIRTUAL || ds_smart_model_is_virtual (self->drive->model),
    .unread = !ds_health_is_read (self) && self->refusals->len > 0,
  };

  if (self->has_log) {
    self->life_left = ds_smart_log_get_life_left (&self->log);
    if (self->log.temperature != DS_TEMPERATURE_UNKNOWN)
      self->temperature = self->log.temperature;
  } else if (self->ata != NULL) {
    self->life_left = ds_ata_smart_get_life_left (self->ata);
    if (self->ata->temperature != DS_TEMPERATURE_UNKNOWN)
      self->temperature = self->ata->temperature;
  }
  ds_verdict_free (self->verdict);
  self->verdict = ds_verdict_new (&facts);
}

/* ---- The sources, in turn ---- */

/* Says why it did not answer; FALSE where nothing more is to be tried because the person gave up. */
static gboolean
note_refusal (DsHealth *self, GError *error, GError **cancelled)
{
  g_autoptr (GError) owned = error;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_propagate_error (cancelled, g_steal_pointer (&owned));
    return FALSE;
  }
  ds_health_refuse (self, error->message);
  return TRUE;
}

static gboolean
ask_direct (
    DsHealth *self, const DsHealthSetup *setup, gboolean interactive, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) refusal = NULL;

  if (ds_health_ask_libnvme (self, &refusal))
    return TRUE;
  if (!interactive)
    return note_refusal (self, g_steal_pointer (&refusal), error);
  g_clear_error (&refusal);
  if (ds_health_ask_helper (self, setup, cancellable, &refusal))
    return TRUE;
  return note_refusal (self, g_steal_pointer (&refusal), error);
}

static gboolean
ask_udisks (
    DsHealth *self, const DsHealthSetup *setup, gboolean interactive, GCancellable *cancellable, GError **error)
{
  GError *refusal = NULL;

  if (ds_health_ask_udisks (self, setup, interactive, cancellable, &refusal))
    return TRUE;
  return note_refusal (self, refusal, error);
}

static gboolean
ask_all (
    DsHealth *self, const DsHealthSetup *setup, DsHealthFlags flags, GCancellable *cancellable, GError **error)
{
  gboolean interactive = (flags & DS_HEALTH_INTERACTIVE) != 0;
  gboolean is_nvme = self->controller != NULL;
  gboolean first = is_nvme && (flags & (DS_HEALTH_FULL | DS_HEALTH_INTERACTIVE)) != 0;

  /* Neither memory cards nor virtual disks have anybody to ask. */
  if (self->drive->kind == DS_DRIVE_VIRTUAL || self->drive->kind == DS_DRIVE_MMC)
    return TRUE;
  if (first && !ask_direct (self, setup, interactive, cancellable, error))
    return FALSE;
  if (!ds_health_is_read (self) && !ask_udisks (self, setup, interactive, cancellable, error))
    return FALSE;
  if (is_nvme && !first && !ds_health_is_read (self) && !ask_direct (self, setup, FALSE, cancellable, error))
    return FALSE;
  return TRUE;
}

DsHealth *
ds_health_read_in (const DsHealthSetup *setup,
                   const DsDrive *drive,
                   DsHealthFlags flags,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (DsHealth) self = health_new (drive);
  g_autoptr (GError) refusal = NULL;

  self->controller = drive->kind == DS_DRIVE_NVME ? find_controller (setup->sysfs_root, drive) : NULL;
  if (!ask_all (self, setup, flags, cancellable, error))
    return NULL;
  ds_health_conclude (self);
  if (self->temperature == DS_TEMPERATURE_UNKNOWN && !ds_health_ask_hwmon (self, setup, &refusal) &&
      self->refusals->len > 0)
    ds_health_refuse (self, refusal->message);
  ds_health_conclude (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

gboolean
ds_health_ask_hwmon (DsHealth *self, const DsHealthSetup *setup, GError **error)
{
  g_autofree char *file = ds_hwmon_find (setup->sysfs_root, self->drive->name);
  int temperature = file != NULL ? ds_hwmon_read (file) : DS_TEMPERATURE_UNKNOWN;

  if (temperature == DS_TEMPERATURE_UNKNOWN) {
    if (self->drive->kind == DS_DRIVE_SATA && file == NULL)
      g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_SUPPORTED,
                   _ ("The kernel shows no temperature of %s. Load its module drivetemp."), self->drive->device);
    else
      g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_SUPPORTED,
                   _ ("The kernel shows no temperature of %s."), self->drive->device);
    return FALSE;
  }

  self->temperature = temperature;
  if (self->warning_temperature == DS_TEMPERATURE_UNKNOWN)
    self->warning_temperature = ds_hwmon_read_limit (file, "max");
  if (self->critical_temperature == DS_TEMPERATURE_UNKNOWN)
    self->critical_temperature = ds_hwmon_read_limit (file, "crit");
  if (self->source == DS_HEALTH_SOURCE_NONE) {
    self->source = DS_HEALTH_SOURCE_HWMON;
    self->time = g_get_real_time () / G_USEC_PER_SEC;
  }
  return TRUE;
}

DsHealth *
ds_health_read (const DsDrive *drive, DsHealthFlags flags, GCancellable *cancellable, GError **error)
{
  return ds_health_read_in (&DS_HEALTH_SETUP, drive, flags, cancellable, error);
}

typedef struct {
  DsDrive *drive;
  DsHealthFlags flags;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  ds_drive_free (request->drive);
  g_free (request);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  GError *error = NULL;
  DsHealth *health = ds_health_read (request->drive, request->flags, cancellable, &error);

  if (health != NULL)
    g_task_return_pointer (task, health, (GDestroyNotify) ds_health_unref);
  else
    g_task_return_error (task, error);
}

void
ds_health_read_async (const DsDrive *drive,
                      DsHealthFlags flags,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Request *request = g_new0 (Request, 1);

  request->drive = ds_drive_copy (drive);
  request->flags = flags;
  g_task_set_source_tag (task, ds_health_read_async);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, read_thread);
}

DsHealth *
ds_health_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, ds_health_read_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

const char *
ds_health_source_to_string (DsHealthSource source)
{
  static const char *const names[] = { "none", "udisks-nvme", "udisks-ata", "libnvme", "helper", "hwmon" };

  return names[source];
}

const char *
ds_health_source_get_title (DsHealthSource source)
{
  switch (source) {
  case DS_HEALTH_SOURCE_UDISKS_NVME:
    return _ ("UDisks2, its interface for NVMe controllers");
  case DS_HEALTH_SOURCE_UDISKS_ATA:
    return _ ("UDisks2, its interface for ATA drives");
  case DS_HEALTH_SOURCE_LIBNVME:
    return _ ("The controller itself, read by libnvme");
  case DS_HEALTH_SOURCE_HELPER:
    return _ ("The controller itself, read with an administrator's permission");
  case DS_HEALTH_SOURCE_HWMON:
    return _ ("The kernel's temperature sensor");
  case DS_HEALTH_SOURCE_NONE:
  default:
    return _ ("No source answered");
  }
}

gboolean
ds_health_has_more (const DsHealth *self)
{
  /* Of other drives nobody knows more than UDisks2, which asks nothing of the person. */
  return self->drive->kind == DS_DRIVE_NVME && !self->has_identify;
}
