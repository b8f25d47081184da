/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-monitor.h"

#include "ds-hwmon.h"

struct _DsMonitor {
  GObject parent_instance;

  char *sysfs_root;
  GPtrArray *names; /* (element-type utf8) of disks */
  GPtrArray *files; /* (element-type filename): NULL until they were looked for */
  GArray *readings; /* (element-type int): the last one of each file */
  guint next;       /* whose turn it is */
  guint period;     /* milliseconds */
  guint source;
  gboolean polling;  /* a drive that does not answer is not asked again meanwhile */
  gint64 started_us; /* monotonic */
  DsTemperatures temperatures;
};

G_DEFINE_FINAL_TYPE (DsMonitor, ds_monitor, G_TYPE_OBJECT)

enum {
  READING,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* One poll on its way through a thread; it touches nothing of the monitor. */
typedef struct {
  char *sysfs_root;
  GPtrArray *names; /* (nullable): the files are still to be found */
  GPtrArray *files; /* (nullable) (element-type filename) */
  char *file;
  int warning; /* the lowest of the disks, where it was looked for */
  int temperature;
} Poll;

static void
poll_free (gpointer data)
{
  Poll *poll = data;

  g_free (poll->sysfs_root);
  g_clear_pointer (&poll->names, g_ptr_array_unref);
  g_clear_pointer (&poll->files, g_ptr_array_unref);
  g_free (poll->file);
  g_free (poll);
}

static void
find_files (Poll *poll)
{
  poll->files = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < poll->names->len; i++) {
    char *file = ds_hwmon_find (poll->sysfs_root, poll->names->pdata[i]);
    int warning;

    if (file == NULL)
      continue;
    g_ptr_array_add (poll->files, file);
    warning = ds_hwmon_read_limit (file, "max");
    if (warning != DS_TEMPERATURE_UNKNOWN && (poll->warning == DS_TEMPERATURE_UNKNOWN || warning < poll->warning))
      poll->warning = warning;
  }
  if (poll->files->len > 0)
    poll->file = g_strdup (poll->files->pdata[0]);
}

static void
poll_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Poll *poll = data;

  if (poll->names != NULL)
    find_files (poll);
  if (poll->file != NULL)
    poll->temperature = ds_hwmon_read (poll->file);
  g_task_return_boolean (task, TRUE);
}

static int
get_hottest (DsMonitor *self)
{
  int hottest = DS_TEMPERATURE_UNKNOWN;

  for (guint i = 0; i < self->readings->len; i++)
    hottest = MAX (hottest, g_array_index (self->readings, int, i));
  return hottest;
}

static void
polled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  DsMonitor *self = DS_MONITOR (source);
  Poll *poll = g_task_get_task_data (G_TASK (result));
  double seconds = ds_monitor_get_seconds (self);
  int hottest;

  self->polling = FALSE;
  if (poll->names != NULL) {
    int unknown = DS_TEMPERATURE_UNKNOWN;

    self->files = g_steal_pointer (&poll->files);
    for (guint i = 0; i < self->files->len; i++)
      g_array_append_val (self->readings, unknown);
    self->temperatures.warning = poll->warning;
  }
  /* What was hidden in the meantime does not come to life again. */
  if (self->files->len == 0 || self->period == 0)
    return;

  g_array_index (self->readings, int, self->next) = poll->temperature;
  self->next = (self->next + 1) % self->files->len;
  hottest = get_hottest (self);
  if (hottest == DS_TEMPERATURE_UNKNOWN)
    return;
  ds_temperatures_add (&self->temperatures, seconds, hottest);
  g_signal_emit (self, signals[READING], 0, seconds, hottest);
}

static void
poll_now (DsMonitor *self)
{
  g_autoptr (GTask) task = NULL;
  Poll *poll;

  if (self->polling || (self->files != NULL && self->files->len == 0))
    return;
  poll = g_new0 (Poll, 1);
  poll->sysfs_root = g_strdup (self->sysfs_root);
  poll->warning = poll->temperature = DS_TEMPERATURE_UNKNOWN;
  if (self->files == NULL)
    poll->names = g_ptr_array_ref (self->names);
  else
    poll->file = g_strdup (self->files->pdata[self->next]);
  self->polling = TRUE;
  task = g_task_new (self, NULL, polled_cb, NULL);
  g_task_set_task_data (task, poll, poll_free);
  g_task_run_in_thread (task, poll_thread);
}

static gboolean
tick_cb (gpointer data)
{
  poll_now (data);
  return G_SOURCE_CONTINUE;
}

void
ds_monitor_set_period (DsMonitor *self, guint milliseconds)
{
  if (milliseconds == self->period)
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  self->period = milliseconds;
  if (milliseconds == 0)
    return;
  self->source = g_timeout_add (milliseconds, tick_cb, self);
  poll_now (self);
}

void
ds_monitor_start (DsMonitor *self)
{
  int warning = self->temperatures.warning;
  int idle = self->temperatures.current;

  self->started_us = g_get_monotonic_time ();
  ds_temperatures_start (&self->temperatures, idle, warning);
}

const DsTemperatures *
ds_monitor_get_temperatures (DsMonitor *self)
{
  return &self->temperatures;
}

double
ds_monitor_get_seconds (DsMonitor *self)
{
  return (double) (g_get_monotonic_time () - self->started_us) / G_USEC_PER_SEC;
}

static void
ds_monitor_finalize (GObject *object)
{
  DsMonitor *self = DS_MONITOR (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self->sysfs_root);
  g_ptr_array_unref (self->names);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_array_unref (self->readings);
  G_OBJECT_CLASS (ds_monitor_parent_class)->finalize (object);
}

static void
ds_monitor_class_init (DsMonitorClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ds_monitor_finalize;
  signals[READING] = g_signal_new ("reading", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_INT);
}

static void
ds_monitor_init (DsMonitor *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->readings = g_array_new (FALSE, FALSE, sizeof (int));
  self->started_us = g_get_monotonic_time ();
  ds_temperatures_start (&self->temperatures, DS_TEMPERATURE_UNKNOWN, DS_TEMPERATURE_UNKNOWN);
}

DsMonitor *
ds_monitor_new_in (const char *sysfs_root, GPtrArray *drives)
{
  DsMonitor *self = g_object_new (DS_TYPE_MONITOR, NULL);

  self->sysfs_root = g_strdup (sysfs_root);
  for (guint i = 0; i < drives->len; i++)
    g_ptr_array_add (self->names, g_strdup (((const DsDrive *) drives->pdata[i])->name));
  return self;
}

DsMonitor *
ds_monitor_new (GPtrArray *drives)
{
  return ds_monitor_new_in ("/sys", drives);
}
