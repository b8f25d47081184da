/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <math.h>

#include "ds-json-text.h"
#include "ds-privacy.h"
#include "ds-report-ids.h"
#include "ds-units.h"

typedef struct {
  DsJsonText json;
  DsReport *report;
  DsExportFlags flags;
} Writer;

/* A string that may name a person or a drive's serial number */
static void
add_private (Writer *self, const char *key, const char *value)
{
  g_autofree char *shown = ds_privacy_dup_text (self->report, self->flags, value);

  ds_json_text_string_member (&self->json, key, shown);
}

static void
add_count (Writer *self, const char *key, guint64 value)
{
  if (value != 0)
    ds_json_text_add_integer (&self->json, key, value);
}

static void
add_options (Writer *self)
{
  g_autoptr (GList) ids = g_list_sort (g_hash_table_get_keys (self->report->options), (GCompareFunc) g_strcmp0);

  ds_json_text_open (&self->json, "options", '{');
  for (const GList *l = ids; l != NULL; l = l->next) {
    const char *value = g_hash_table_lookup (self->report->options, l->data);
    g_autofree char *shown = ds_privacy_dup_text (self->report, self->flags, value);

    ds_json_text_add_string (&self->json, l->data, shown);
  }
  ds_json_text_close (&self->json, '}');
}

static void
add_drive (Writer *self, const DsTargetDrive *drive)
{
  DsJsonText *json = &self->json;

  ds_json_text_open (json, NULL, '{');
  ds_json_text_string_member (json, "name", drive->name);
  ds_json_text_string_member (json, "model", drive->model);
  if ((self->flags & DS_EXPORT_SERIALS) != 0)
    ds_json_text_string_member (json, "serial", drive->serial);
  ds_json_text_string_member (json, "firmware", drive->firmware);
  ds_json_text_string_member (json, "kind", drive->kind);
  add_count (self, "capacity", drive->capacity);
  add_count (self, "logical_block_size", drive->logical_block_size);
  ds_json_text_string_member (json, "link", drive->link);
  ds_json_text_string_member (json, "link_max", drive->link_max);
  ds_json_text_string_member (json, "scheduler", drive->scheduler);
  ds_json_text_string_member (json, "write_cache", drive->write_cache);
  ds_json_text_string_member (json, "drive_write_cache", drive->drive_write_cache);
  ds_json_text_close (json, '}');
}

static void
add_target (Writer *self)
{
  const DsTarget *target = &self->report->target;
  DsJsonText *json = &self->json;

  ds_json_text_open (json, "target", '{');
  add_private (self, "path", target->path);
  add_private (self, "mount_point", target->mount_point);
  ds_json_text_string_member (json, "file_system", target->fs_type);
  add_private (self, "file_system_options", target->fs_options);
  add_private (self, "stack", target->stack);
  ds_json_text_add_boolean (json, "encrypted", target->encrypted);
  ds_json_text_add_integer (json, "capacity", target->size);
  ds_json_text_add_integer (json, "free", target->free);
  ds_json_text_number_member (json, "used_percent",
                              target->size > 0 && target->free <= target->size
                                  ? 100.0 * (double) (target->size - target->free) / (double) target->size
                                  : NAN);
  ds_json_text_add_integer (json, "test_size", target->test_size);
  ds_json_text_open (json, "drives", '[');
  for (guint i = 0; i < target->drives->len; i++)
    add_drive (self, g_ptr_array_index (target->drives, i));
  ds_json_text_close (json, ']');
  ds_json_text_close (json, '}');
}

static void
add_system (Writer *self)
{
  const DsReportSystem *system = &self->report->system;
  DsJsonText *json = &self->json;

  ds_json_text_open (json, "system", '{');
  ds_json_text_string_member (json, "program", system->program);
  ds_json_text_string_member (json, "cpu", system->cpu);
  add_count (self, "cpus", system->cpus);
  add_count (self, "memory", system->memory);
  ds_json_text_string_member (json, "kernel", system->kernel);
  ds_json_text_string_member (json, "distribution", system->distribution);
  ds_json_text_string_member (json, "architecture", system->architecture);
  ds_json_text_string_member (json, "governor", system->governor);
  ds_json_text_add_boolean (json, "on_battery", system->on_battery);
  ds_json_text_close (json, '}');
}

static void
add_latency (Writer *self, const char *key, const DsLatency *latency)
{
  DsJsonText *json = &self->json;

  ds_json_text_open_flat (json, key, '{');
  ds_json_text_add_number (json, "mean", latency->mean / DS_NS_PER_US);
  ds_json_text_add_number (json, "p50", latency->p50 / DS_NS_PER_US);
  ds_json_text_add_number (json, "p90", latency->p90 / DS_NS_PER_US);
  ds_json_text_add_number (json, "p99", latency->p99 / DS_NS_PER_US);
  ds_json_text_add_number (json, "p99_9", latency->p99_9 / DS_NS_PER_US);
  ds_json_text_add_number (json, "p99_99", latency->p99_99 / DS_NS_PER_US);
  ds_json_text_number_member (json, "p99_999", latency->p99_999 / DS_NS_PER_US);
  ds_json_text_add_number (json, "max", latency->max / DS_NS_PER_US);
  ds_json_text_close (json, '}');
}

static void
add_figures (Writer *self, const DsFigures *figures)
{
  DsJsonText *json = &self->json;

  ds_json_text_add_number (json, "mb_s", ds_figures_get_mb_s (figures));
  ds_json_text_add_number (json, "iops", ds_figures_get_iops (figures));
  add_latency (self, "latency_us", &figures->latency);
  ds_json_text_add_number (json, "seconds", figures->seconds);
  ds_json_text_add_integer (json, "bytes", figures->bytes);
  ds_json_text_add_integer (json, "ios", figures->ios);
}

/* The members that a run and the cell that shows it have in common */
static void
add_run_members (Writer *self, const DsCell *cell, const DsRun *run)
{
  static const char *const parts[] = { "read", "write" };
  DsJsonText *json = &self->json;

  add_figures (self, &run->total);
  ds_json_text_number_member (json, "cpu_seconds", run->cpu_seconds);
  ds_json_text_number_member (json, "cpu_share", run->cpu_share);
  ds_json_text_add_number (json, "cpu_us_per_io",
                           run->total.ios > 0 ? run->cpu_seconds * 1e6 / run->total.ios : NAN);
  if (run->flush.mean > 0)
    add_latency (self, "flush_latency_us", &run->flush);
  if (cell->op != DS_OP_MIX)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    ds_json_text_open (json, parts[i], '{');
    add_figures (self, &run->part[i]);
    ds_json_text_close (json, '}');
  }
}

static void
add_histogram (Writer *self, const GArray *bins)
{
  DsJsonText *json = &self->json;

  ds_json_text_open_flat (json, "histogram", '[');
  for (guint i = 0; i < bins->len; i++) {
    const DsBin *bin = &g_array_index (bins, DsBin, i);

    ds_json_text_open (json, NULL, '[');
    ds_json_text_add_integer (json, NULL, bin->start_ns);
    ds_json_text_add_integer (json, NULL, bin->end_ns);
    ds_json_text_add_integer (json, NULL, bin->count);
    ds_json_text_close (json, ']');
  }
  ds_json_text_close (json, ']');
}

static void
add_cell (Writer *self, const DsCell *cell)
{
  const DsRun *shown = ds_cell_get_shown (cell);
  DsJsonText *json = &self->json;

  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_string (json, "label", cell->label);
  ds_json_text_add_string (json, "op", ds_op_get_id (cell->op));
  ds_json_text_add_integer (json, "block_size", cell->block_size);
  ds_json_text_add_integer (json, "queue_depth", cell->queue_depth);
  ds_json_text_add_integer (json, "threads", cell->threads);
  ds_json_text_add_string (json, "pattern", cell->pattern);
  ds_json_text_add_integer (json, "read_percent", cell->read_percent);
  ds_json_text_string_member (json, "durable", cell->durable);
  ds_json_text_add_integer (json, "data", cell->data);
  ds_json_text_add_boolean (json, "direct", cell->direct);
  ds_json_text_add_string (json, "state", ds_cell_state_get_id (ds_cell_get_stored_state (cell)));
  add_private (self, "note", cell->note);
  ds_json_text_string_member (json, "invalid", cell->invalid);
  if (shown != NULL) {
    add_run_members (self, cell, shown);
  } else {
    static const char *const absent[] = {
      "mb_s", "iops", "latency_us", "seconds", "bytes", "ios", "cpu_us_per_io"
    };

    for (guint i = 0; i < G_N_ELEMENTS (absent); i++)
      ds_json_text_add_null (json, absent[i]);
  }
  ds_json_text_add_number (json, "spread_percent", ds_cell_get_spread_percent (cell));
  ds_json_text_add_number (json, "median_mb_s", ds_cell_get_median_mb_s (cell));
  ds_json_text_add_number (json, "min_mb_s", ds_cell_get_min_mb_s (cell));
  if (shown != NULL && shown->histogram != NULL)
    add_histogram (self, shown->histogram);
  if (shown != NULL)
    ds_json_text_add_integer (json, "shown_run", (guint64) cell->shown);
  ds_json_text_open (json, "runs", '[');
  for (guint i = 0; i < cell->runs->len; i++) {
    ds_json_text_open (json, NULL, '{');
    add_run_members (self, cell, &g_array_index (cell->runs, DsRun, i));
    ds_json_text_close (json, '}');
  }
  ds_json_text_close (json, ']');
  ds_json_text_close (json, '}');
}

static void
add_numbers (Writer *self, const char *key, const GArray *numbers)
{
  ds_json_text_open_flat (&self->json, key, '[');
  for (guint i = 0; i < numbers->len; i++)
    ds_json_text_add_number (&self->json, NULL, g_array_index (numbers, double, i));
  ds_json_text_close (&self->json, ']');
}

static void
add_series (Writer *self, const DsSeries *series)
{
  ds_json_text_open (&self->json, NULL, '{');
  ds_json_text_add_string (&self->json, "name", series->name);
  ds_json_text_string_member (&self->json, "unit_x", series->unit_x);
  ds_json_text_string_member (&self->json, "unit_y", series->unit_y);
  add_numbers (self, "x", series->x);
  add_numbers (self, "y", series->y);
  ds_json_text_close (&self->json, '}');
}

static void
add_finding (Writer *self, const DsFinding *finding)
{
  DsJsonText *json = &self->json;

  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_string (json, "id", finding->id);
  ds_json_text_add_string (json, "severity", ds_severity_get_id (finding->severity));
  add_private (self, "text", finding->text != NULL ? finding->text : "");
  add_private (self, "advice", finding->advice);
  ds_json_text_open_flat (json, "cells", '[');
  for (guint i = 0; i < finding->cells->len; i++)
    ds_json_text_add_integer (json, NULL, g_array_index (finding->cells, guint, i));
  ds_json_text_close (json, ']');
  ds_json_text_close (json, '}');
}

static void
add_list (Writer *self, const char *key, GPtrArray *items, void (*add) (Writer *self, gconstpointer item))
{
  ds_json_text_open (&self->json, key, '[');
  for (guint i = 0; i < items->len; i++)
    add (self, g_ptr_array_index (items, i));
  ds_json_text_close (&self->json, ']');
}

static void
add_cell_cb (Writer *self, gconstpointer item)
{
  add_cell (self, item);
}

static void
add_series_cb (Writer *self, gconstpointer item)
{
  add_series (self, item);
}

static void
add_finding_cb (Writer *self, gconstpointer item)
{
  add_finding (self, item);
}

char *
ds_report_to_json (DsReport *report, DsExportFlags flags)
{
  Writer self = { .report = report, .flags = flags };
  DsJsonText *json = &self.json;

  ds_json_text_init (json);
  ds_json_text_open (json, NULL, '{');
  ds_json_text_add_string (json, "schema", DS_REPORT_SCHEMA);
  ds_json_text_add_string (json, "suite", report->suite);
  ds_json_text_string_member (json, "view", report->view);
  ds_json_text_string_member (json, "title", report->title);
  ds_json_text_string_member (json, "comment", report->comment);
  if (report->tags != NULL && report->tags[0] != NULL) {
    ds_json_text_open_flat (json, "tags", '[');
    for (guint i = 0; report->tags[i] != NULL; i++)
      ds_json_text_add_string (json, NULL, report->tags[i]);
    ds_json_text_close (json, ']');
  }
  ds_json_text_string_member (json, "started", report->started);
  ds_json_text_number_member (json, "seconds", report->seconds);
  ds_json_text_add_string (json, "state", ds_state_get_id (ds_report_get_stored_state (report)));
  add_private (&self, "error", report->error);
  add_options (&self);
  ds_json_text_add_integer (json, "seed", report->seed);
  ds_json_text_string_member (json, "engine", report->engine);
  ds_json_text_string_member (json, "engine_reason", report->engine_reason);
  add_target (&self);
  add_system (&self);
  ds_json_text_add_integer (json, "bytes_written", report->bytes_written);
  ds_json_text_add_integer (json, "bytes_read", report->bytes_read);
  add_list (&self, "cells", report->cells, add_cell_cb);
  add_list (&self, "series", report->series, add_series_cb);
  add_list (&self, "findings", report->findings, add_finding_cb);
  ds_json_text_close (json, '}');
  return ds_json_text_finish (json);
}
