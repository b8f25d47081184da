/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-inspection.h"

#include <sys/stat.h>

#include "ds-hwmon.h"

void
ds_inspection_free (DsInspection *self)
{
  g_clear_pointer (&self->place, ds_place_free);
  g_clear_pointer (&self->system, ds_system_free);
  g_free (self);
}

/* Of the disk that is nearest to its warning temperature */
static void
read_temperature (DsInspection *self)
{
  self->temperature = self->warning_temperature = DS_TEMPERATURE_UNKNOWN;
  for (guint i = 0; self->place && i < self->place->drives->len; i++) {
    g_autofree char *file = ds_hwmon_find ("/sys", ((const DsDrive *) self->place->drives->pdata[i])->name);
    int temperature = file ? ds_hwmon_read (file) : DS_TEMPERATURE_UNKNOWN;
    int warning = file ? ds_hwmon_read_limit (file, "max") : DS_TEMPERATURE_UNKNOWN;

    if (temperature == DS_TEMPERATURE_UNKNOWN || warning == DS_TEMPERATURE_UNKNOWN)
      continue;
    if (self->temperature == DS_TEMPERATURE_UNKNOWN ||
        warning - temperature < self->warning_temperature - self->temperature) {
      self->temperature = temperature;
      self->warning_temperature = warning;
    }
  }
}

static void
inspect_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  DsInspection *self = g_new0 (DsInspection, 1);
  struct stat status;

  if (stat (path, &status) == 0)
    self->kind = S_ISREG (status.st_mode)   ? DS_TARGET_FILE
                 : S_ISBLK (status.st_mode) ? DS_TARGET_DEVICE
                                            : DS_TARGET_FOLDER;
  self->place = ds_place_inspect (path, NULL);
  self->system = ds_system_read ();
  read_temperature (self);
  g_task_return_pointer (task, self, (GDestroyNotify) ds_inspection_free);
}

void
ds_inspection_async (const char *path, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, inspect_thread);
}

DsInspection *
ds_inspection_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
