/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-session-report.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ds-format.h"
#include "ds-suite.h"
#include "ds-units.h"

static void
set_text (char **field, const char *value)
{
  g_free (*field);
  *field = g_strdup (value);
}

void
ds_session_report_set_options (DsReport *report, DsOptions *options)
{
  const DsSuite *suite = ds_options_get_suite (options);

  set_text (&report->view, ds_view_get_id (suite->view));
  set_text (&report->system.program, "Drivescope " DS_VERSION);
  for (const DsOption *option = suite->options; option->id; option++)
    if (!g_str_equal (option->id, "comment"))
      g_hash_table_replace (report->options, g_strdup (option->id),
                            g_strdup (ds_options_get (options, option->id)));
  if (ds_suite_find_option (suite, "comment"))
    set_text (&report->comment, ds_options_get (options, "comment"));
}

void
ds_session_report_add_cells (DsReport *report, DsPlan *plan, const char *only_row, DsReport *previous)
{
  for (guint i = 0; i < plan->cells->len; i++) {
    DsCell *cell = plan->cells->pdata[i];
    DsCell *kept = NULL;

    if (previous && only_row && !g_str_equal (cell->label, only_row))
      kept = ds_report_find_cell (previous, cell->label, cell->op);
    g_ptr_array_add (report->cells, ds_cell_copy (kept ? kept : cell));
  }
}

static DsTargetDrive *
target_drive_new (const DsDrive *drive)
{
  DsTargetDrive *copy = ds_target_drive_new ();

  set_text (&copy->name, drive->name);
  set_text (&copy->model, drive->model);
  set_text (&copy->serial, drive->serial);
  set_text (&copy->firmware, drive->firmware);
  set_text (&copy->kind, ds_drive_kind_to_string (drive->kind));
  set_text (&copy->link, drive->link);
  set_text (&copy->link_max, drive->link_max);
  set_text (&copy->scheduler, drive->scheduler);
  set_text (&copy->write_cache, drive->write_cache);
  copy->capacity = drive->capacity;
  copy->logical_block_size = drive->logical_block_size;
  return copy;
}

void
ds_session_report_set_target (DsReport *report, const char *path, const DsPlace *place)
{
  DsTarget *target = &report->target;

  g_autofree char *shown = g_utf8_make_valid (path, -1);

  /* A folder's name may be any bytes; a result is text. */
  set_text (&target->path, shown);
  g_ptr_array_set_size (target->drives, 0);
  if (place == NULL)
    return;
  set_text (&target->fs_type, place->fs_type);
  set_text (&target->fs_options, place->fs_options);
  set_text (&target->mount_point, place->mount_point);
  set_text (&target->stack, place->stack);
  target->size = place->size;
  target->free = place->free;
  target->encrypted = place->encrypted;
  for (guint i = 0; place->drives && i < place->drives->len; i++)
    g_ptr_array_add (target->drives, target_drive_new (place->drives->pdata[i]));
}

void
ds_session_report_set_system (DsReport *report, const DsSystem *system)
{
  set_text (&report->system.cpu, system->cpu);
  set_text (&report->system.kernel, system->kernel);
  set_text (&report->system.distribution, system->distribution);
  set_text (&report->system.architecture, system->architecture);
  set_text (&report->system.governor, system->governor);
  report->system.cpus = system->cpus;
  report->system.memory = system->memory;
  report->system.on_battery = system->on_battery;
}

void
ds_session_report_set_engine (DsReport *report, const DsJobResult *result)
{
  set_text (&report->engine, result->engine);
  set_text (&report->engine_reason, result->engine_reason);
}

void
ds_session_report_start (DsReport *report, DsOptions *options)
{
  const DsSuite *suite = ds_options_get_suite (options);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  gint64 seed = ds_suite_find_option (suite, "seed") ? ds_options_get_int (options, "seed") : 0;

  g_free (report->started);
  report->started = g_date_time_format_iso8601 (now);
  /* 53 bits, so that every reader of JSON keeps the number whole */
  if (seed == 0)
    seed = (gint64) (((guint64) g_random_int () << 21) ^ g_random_int ()) & ((G_GINT64_CONSTANT (1) << 53) - 1);
  report->seed = (guint64) seed;
}

static DsLatency
latency_of (const DsHistogram *histogram)
{
  return (DsLatency){
    .mean = ds_histogram_mean (histogram),
    .p50 = ds_histogram_percentile (histogram, 50),
    .p90 = ds_histogram_percentile (histogram, 90),
    .p99 = ds_histogram_percentile (histogram, 99),
    .p99_9 = ds_histogram_percentile (histogram, 99.9),
    .p99_99 = ds_histogram_percentile (histogram, 99.99),
    .p99_999 = ds_histogram_percentile (histogram, 99.999),
    .max = histogram->count > 0 ? (double) histogram->max : NAN,
  };
}

static DsFigures
figures_of (const DsJobResult *result, guint64 bytes, guint64 ios, const DsHistogram *latency)
{
  return (DsFigures){
    .seconds = (double) result->window_ns / DS_NS_PER_S,
    .bytes = bytes,
    .ios = ios,
    .latency = latency_of (latency),
  };
}

static GArray *
bins_of (const DsHistogram *histogram)
{
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (DsBin));

  for (guint i = 0; i < DS_HISTOGRAM_BUCKETS; i++) {
    DsBin bin = { ds_histogram_bucket_start (i), ds_histogram_bucket_end (i), histogram->buckets[i] };

    if (bin.count > 0)
      g_array_append_val (bins, bin);
  }
  return bins;
}

void
ds_session_report_make_run (const DsJobResult *result, const DsJob *job, DsRun *run)
{
  g_autofree DsHistogram *all = ds_histogram_new ();
  double window = (double) result->window_ns / DS_NS_PER_S;
  guint busy_threads;

  ds_histogram_merge (all, &result->latency[DS_READ]);
  ds_histogram_merge (all, &result->latency[DS_WRITE]);

  *run = (DsRun){
    .total = figures_of (result, result->bytes[DS_READ] + result->bytes[DS_WRITE],
                         result->ios[DS_READ] + result->ios[DS_WRITE], all),
    .flush = latency_of (&result->flush),
    .cpu_seconds = result->cpu_seconds,
    .histogram = bins_of (all),
  };
  if (job->read_percent > 0 && job->read_percent < 100)
    for (guint way = DS_READ; way <= DS_WRITE; way++)
      run->part[way] = figures_of (result, result->bytes[way], result->ios[way], &result->latency[way]);

  /* The sync engine has a thread an outstanding I/O. */
  busy_threads = job->threads * (result->backend == DS_BACKEND_SYNC ? result->effective_queue_depth : 1);
  busy_threads = MIN (busy_threads, MAX (result->cpus, 1));
  run->cpu_share = window > 0 ? result->cpu_seconds / (window * busy_threads) : NAN;
}

DsSeries *
ds_session_report_find_series (DsReport *report, const char *name)
{
  for (guint i = 0; i < report->series->len; i++)
    if (g_str_equal (((DsSeries *) report->series->pdata[i])->name, name))
      return report->series->pdata[i];
  return NULL;
}

void
ds_session_report_set_series (DsReport *report, DsSeries *series)
{
  DsSeries *before = ds_session_report_find_series (report, series->name);

  if (before)
    g_ptr_array_remove (report->series, before);
  g_ptr_array_add (report->series, series);
}

void
ds_session_report_mismatch (DsCell *cell, const DsJobResult *result)
{
  g_autofree char *size = ds_format_size (result->mismatched_bytes);
  g_autofree char *offset = ds_format_number ((double) result->first_mismatch, 0);

  cell->state = DS_CELL_FAILED;
  g_free (cell->note);
  cell->note =
      g_strdup_printf (_ ("%s read back differ from what was written, first at offset %s of the test file. Do not "
                          "trust this drive with data before you know why."),
                       size, offset);
}

GError *
ds_session_report_first_failure (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = report->cells->pdata[i];

    if (cell->state == DS_CELL_FAILED)
      return g_error_new (DS_SUITE_ERROR, DS_SUITE_ERROR_TARGET, "%s: %s", cell->label, cell->note);
  }
  return NULL;
}

DsBackendKind
ds_session_backend (DsOptions *options)
{
  static const struct {
    const char *id;
    DsBackendKind kind;
  } kinds[] = {
    { "uring", DS_BACKEND_URING },
    { "sync", DS_BACKEND_SYNC },
    { "null", DS_BACKEND_NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (ds_options_get (options, "engine"), kinds[i].id) == 0)
      return kinds[i].kind;
  return DS_BACKEND_AUTO;
}

double
ds_session_link_rate (const DsPlace *place)
{
  /* Bytes a second of one lane after its encoding, by PCIe generation */
  static const double lane[] = { 0, 250e6, 500e6, 985e6, 1969e6, 3938e6, 7563e6 };
  double rate = 0;

  for (guint i = 0; place && place->drives && i < place->drives->len; i++) {
    const DsDrive *drive = place->drives->pdata[i];
    guint generation, lanes;

    if (drive->link && sscanf (drive->link, "PCIe %u.0 x%u", &generation, &lanes) == 2 &&
        generation < G_N_ELEMENTS (lane))
      rate += lane[generation] * lanes;
    else if (drive->link && g_str_has_prefix (drive->link, "SATA "))
      /* 8b/10b: ten bits a byte */
      rate += g_ascii_strtod (drive->link + strlen ("SATA "), NULL) * 1e8;
    else
      return 0;
  }
  return rate;
}

void
ds_live_add (DsLive *self, const DsSample *sample, DsCell *cell)
{
  guint64 ios = sample->ios[DS_READ] + sample->ios[DS_WRITE];
  double seconds;

  if (!sample->measured)
    return;
  if (self->end_ns == 0)
    self->start_ns = sample->start_ns;
  self->end_ns = sample->end_ns;
  for (guint way = DS_READ; way <= DS_WRITE; way++) {
    self->bytes += sample->bytes[way];
    if (sample->ios[way] > 0)
      self->latency_ns += (double) sample->ios[way] * sample->mean_ns[way];
  }
  self->ios += ios;

  seconds = (double) (self->end_ns - self->start_ns) / DS_NS_PER_S;
  if (seconds <= 0)
    return;
  cell->live_mb_s = (double) self->bytes / seconds / DS_MB;
  cell->live_iops = (double) self->ios / seconds;
  cell->live_latency_ns = self->ios > 0 ? self->latency_ns / (double) self->ios : NAN;
}

void
ds_traffic_start (DsTraffic *self, const DsPlace *place)
{
  *self = (DsTraffic){ 0 };
  self->known = place && place->drives && place->drives->len > 0 &&
                ds_place_get_traffic (place, &self->start[DS_READ], &self->start[DS_WRITE]);
}

gboolean
ds_traffic_end (DsTraffic *self, const DsPlace *place)
{
  guint64 now[2];

  if (!self->known || !ds_place_get_traffic (place, &now[DS_READ], &now[DS_WRITE]))
    return FALSE;
  for (guint way = DS_READ; way <= DS_WRITE; way++)
    self->leaf[way] = now[way] - self->start[way];
  return TRUE;
}
