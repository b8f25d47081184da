/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-heat.h"

#include <math.h>

#include "ds-session-report.h"

/* A drive that answers later than this is not waited for. */
#define PATIENCE_MS 3000
#define WAIT        "ds-heat-wait"
/* Fewer samples of a tenth of a second say nothing of how a speed goes on. */
#define LEAST_RATES 20

struct _DsHeat {
  GObject parent_instance;

  GPtrArray *drives; /* (element-type DsDrive) */
  DsReport *report;
  DsMonitor *monitor;
  DsSeries *series;  /* (nullable) of the report, from the first reading on */
  GPtrArray *before; /* (nullable) (element-type DsHealth) */
  GPtrArray *after;  /* (nullable) */
  GArray *rates;     /* (element-type double) of the running cell */
  int hottest;       /* in the running cell */
  double least_kept; /* of all cells; NaN until one tells */
};

G_DEFINE_FINAL_TYPE (DsHeat, ds_heat, G_TYPE_OBJECT)

/* ---- Temperature ---- */

static void
reading_cb (DsMonitor *monitor, double seconds, int temperature, gpointer data)
{
  DsHeat *self = data;

  if (self->series == NULL) {
    self->series = ds_series_new ("temperature", "s", "°C");
    ds_session_report_set_series (self->report, self->series);
  }
  ds_series_add_point (self->series, seconds, temperature);
  self->hottest = MAX (self->hottest, temperature);
}

const DsTemperatures *
ds_heat_get_temperatures (DsHeat *self)
{
  return ds_monitor_get_temperatures (self->monitor);
}

/* ---- What the drives tell of themselves ---- */

typedef struct {
  GCancellable *cancellable;
  GCancellable *outer; /* (nullable) */
  gulong outer_id;
  guint timeout;
} Wait;

static void
wait_free (Wait *wait)
{
  g_clear_handle_id (&wait->timeout, g_source_remove);
  if (wait->outer != NULL)
    g_cancellable_disconnect (wait->outer, wait->outer_id);
  g_clear_object (&wait->outer);
  g_object_unref (wait->cancellable);
  g_free (wait);
}

static gboolean
late_cb (gpointer data)
{
  Wait *wait = data;

  wait->timeout = 0;
  g_cancellable_cancel (wait->cancellable);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *outer, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

static void
read_thread (GTask *task, gpointer source, gpointer drives, GCancellable *cancellable)
{
  GPtrArray *healths = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_health_unref);

  for (guint i = 0; i < ((GPtrArray *) drives)->len; i++) {
    DsHealth *health = ds_health_read (((GPtrArray *) drives)->pdata[i], DS_HEALTH_FULL, cancellable, NULL);

    if (health == NULL)
      break;
    g_ptr_array_add (healths, health);
  }
  g_task_return_pointer (task, healths, (GDestroyNotify) g_ptr_array_unref);
}

void
ds_heat_read_async (DsHeat *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Wait *wait = g_new0 (Wait, 1);

  wait->cancellable = g_cancellable_new ();
  wait->timeout = g_timeout_add (PATIENCE_MS, late_cb, wait);
  task = g_task_new (self, wait->cancellable, callback, user_data);
  if (cancellable != NULL) {
    wait->outer = g_object_ref (cancellable);
    wait->outer_id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), wait->cancellable, NULL);
  }
  g_object_set_data (G_OBJECT (task), WAIT, wait);
  g_task_set_task_data (task, g_ptr_array_ref (self->drives), (GDestroyNotify) g_ptr_array_unref);
  /* A drive that hangs keeps its thread, not the run. */
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_thread);
}

static void
fill_in_caches (DsHeat *self)
{
  for (guint i = 0; i < self->before->len; i++) {
    const DsHealth *health = self->before->pdata[i];

    for (guint j = 0; j < self->report->target.drives->len; j++) {
      DsTargetDrive *drive = self->report->target.drives->pdata[j];

      if (health->write_cache == DS_SWITCH_UNKNOWN || g_strcmp0 (drive->name, health->drive->name) != 0)
        continue;
      g_free (drive->drive_write_cache);
      drive->drive_write_cache = g_strdup (health->write_cache == DS_SWITCH_ON ? "on" : "off");
    }
  }
}

void
ds_heat_read_finish (DsHeat *self, GAsyncResult *result)
{
  GPtrArray *healths = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Here, not when a drive that hangs lets its thread go */
  wait_free (g_object_steal_data (G_OBJECT (result), WAIT));
  if (healths == NULL)
    return;
  if (self->before != NULL) {
    g_clear_pointer (&self->after, g_ptr_array_unref);
    self->after = healths;
    return;
  }
  self->before = healths;
  fill_in_caches (self);
}

gboolean
ds_heat_has_counters (DsHeat *self)
{
  for (guint i = 0; self->before != NULL && i < self->before->len; i++)
    if (((const DsHealth *) self->before->pdata[i])->log.throttle_count[0].known)
      return TRUE;
  return FALSE;
}

guint64
ds_heat_count_throttling (GPtrArray *before, GPtrArray *after)
{
  guint64 count = 0;

  for (guint i = 0; before != NULL && after != NULL && i < before->len && i < after->len; i++) {
    const DsHealth *old = before->pdata[i], *new = after->pdata[i];

    for (guint state = 0; state < G_N_ELEMENTS (new->log.throttle_count); state++) {
      DsCounter from = old->log.throttle_count[state], to = new->log.throttle_count[state];

      if (from.known && to.known && to.low > from.low)
        count += to.low - from.low;
      /* A state that lasted over the whole run began before it. */
      from = old->log.throttle_seconds[state];
      to = new->log.throttle_seconds[state];
      if (count == 0 && from.known && to.known && to.low > from.low)
        count = 1;
    }
  }
  return count;
}

/* ---- Speed ---- */

static double
get_mean (GArray *rates, guint from, guint to)
{
  double sum = 0;

  for (guint i = from; i < to; i++)
    sum += g_array_index (rates, double, i);
  return sum / (to - from);
}

double
ds_heat_get_speed_kept (GArray *rates)
{
  guint quarter = rates->len / 4;
  double best = 0;

  if (rates->len < LEAST_RATES)
    return NAN;
  for (guint i = 0; i < 3; i++)
    best = MAX (best, get_mean (rates, i * quarter, (i + 1) * quarter));
  return best > 0 ? get_mean (rates, 3 * quarter, rates->len) / best : NAN;
}

void
ds_heat_begin_cell (DsHeat *self)
{
  g_array_set_size (self->rates, 0);
  self->hottest = ds_monitor_get_temperatures (self->monitor)->current;
}

void
ds_heat_add_sample (DsHeat *self, const DsSample *sample)
{
  double seconds = (double) (sample->end_ns - sample->start_ns) / 1e9;
  double rate;

  if (!sample->measured || seconds <= 0)
    return;
  rate = (double) (sample->bytes[DS_READ] + sample->bytes[DS_WRITE]) / seconds;
  g_array_append_val (self->rates, rate);
}

void
ds_heat_end_cell (DsHeat *self, DsFacts *facts)
{
  double kept = ds_heat_get_speed_kept (self->rates);

  facts->heat_known = TRUE;
  facts->hottest = self->hottest;
  facts->warning_temperature = ds_monitor_get_temperatures (self->monitor)->warning;
  facts->speed_kept = kept;
  if (!isnan (kept))
    self->least_kept = isnan (self->least_kept) ? kept : MIN (self->least_kept, kept);
}

void
ds_heat_end (DsHeat *self, DsFacts *facts)
{
  const DsTemperatures *temperatures = ds_monitor_get_temperatures (self->monitor);

  facts->heat_known = TRUE;
  facts->hottest = temperatures->maximum;
  facts->warning_temperature = temperatures->warning;
  facts->speed_kept = self->least_kept;
  facts->throttled = ds_heat_count_throttling (self->before, self->after);
}

/* ---- The object ---- */

void
ds_heat_stop (DsHeat *self)
{
  ds_monitor_set_period (self->monitor, 0);
}

static void
ds_heat_finalize (GObject *object)
{
  DsHeat *self = DS_HEAT (object);

  g_object_unref (self->monitor);
  g_ptr_array_unref (self->drives);
  ds_report_unref (self->report);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  g_clear_pointer (&self->after, g_ptr_array_unref);
  g_array_unref (self->rates);
  G_OBJECT_CLASS (ds_heat_parent_class)->finalize (object);
}

static void
ds_heat_class_init (DsHeatClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ds_heat_finalize;
}

static void
ds_heat_init (DsHeat *self)
{
  self->rates = g_array_new (FALSE, FALSE, sizeof (double));
  self->hottest = DS_TEMPERATURE_UNKNOWN;
  self->least_kept = NAN;
}

DsHeat *
ds_heat_new_in (const char *sysfs_root, GPtrArray *drives, DsReport *report, guint period)
{
  DsHeat *self = g_object_new (DS_TYPE_HEAT, NULL);

  self->drives = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_drive_free);
  for (guint i = 0; i < drives->len; i++)
    g_ptr_array_add (self->drives, ds_drive_copy (drives->pdata[i]));
  self->report = ds_report_ref (report);
  self->monitor = ds_monitor_new_in (sysfs_root, drives);
  g_signal_connect_object (self->monitor, "reading", G_CALLBACK (reading_cb), self, 0);
  ds_monitor_set_period (self->monitor, period);
  return self;
}

DsHeat *
ds_heat_new (GPtrArray *drives, DsReport *report)
{
  return ds_heat_new_in ("/sys", drives, report, DS_MONITOR_RUN);
}
