/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-import.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "ds-figures-only.h"
#include "ds-format.h"
#include "ds-json-guard.h"
#include "ds-report-json-read.h"

/* What fio prints with --output-format=json or json+: a job is a cell. Rates come from "io_bytes" and "bw_bytes",
 * latencies from "lat_ns" where they are there, percentiles also from "clat_ns", all of fio 3.x. A job that
 * neither read nor wrote, such as one that only laid out its file, is left out. */

typedef struct {
  DsJsonContext json;
  DsReport *report;
  JsonObject *global; /* (nullable) options */
} Reader;

static char *
dup_option (Reader *self, JsonObject *job, const char *key)
{
  JsonObject *own = ds_json_get_object (&self->json, job, "job options");
  JsonObject *places[] = { own, self->global };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    JsonNode *node = places[i] != NULL ? json_object_get_member (places[i], key) : NULL;

    if (node != NULL && json_node_get_value_type (node) == G_TYPE_STRING)
      return json_node_dup_string (node);
  }
  return NULL;
}

static guint
get_count_option (Reader *self, JsonObject *job, const char *key, guint otherwise)
{
  g_autofree char *text = dup_option (self, job, key);
  guint64 value = text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;

  return value > 0 ? (guint) MIN (value, 65536) : otherwise;
}

static gboolean
is_on (Reader *self, JsonObject *job, const char *key)
{
  g_autofree char *text = dup_option (self, job, key);

  /* An option alone, "direct", is on. */
  return text != NULL && !g_str_equal (text, "0");
}

static double
get_percentile (Reader *self, JsonObject *latency, const char *key)
{
  JsonObject *all = latency != NULL ? ds_json_get_object (&self->json, latency, "percentile") : NULL;

  return all != NULL ? ds_json_get_number (&self->json, all, key) : NAN;
}

static void
read_latency (Reader *self, JsonObject *side, DsLatency *latency)
{
  JsonObject *total = ds_json_get_object (&self->json, side, "lat_ns");
  JsonObject *completion = ds_json_get_object (&self->json, side, "clat_ns");
  const struct {
    const char *key;
    double *value;
  } members[] = {
    { "50.000000", &latency->p50 },   { "90.000000", &latency->p90 },    { "99.000000", &latency->p99 },
    { "99.900000", &latency->p99_9 }, { "99.990000", &latency->p99_99 }, { "99.999000", &latency->p99_999 },
  };

  latency->mean = total != NULL ? ds_json_get_number (&self->json, total, "mean") : NAN;
  latency->max = total != NULL ? ds_json_get_number (&self->json, total, "max") : NAN;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++) {
    double value = get_percentile (self, total, members[i].key);

    *members[i].value = isnan (value) ? get_percentile (self, completion, members[i].key) : value;
  }
}

/* FALSE where this side of the job did nothing */
static gboolean
read_side (Reader *self, JsonObject *job, const char *key, DsFigures *figures)
{
  JsonObject *side = ds_json_get_object (&self->json, job, key);
  gsize length;
  double rate;

  memset (figures, 0, sizeof *figures);
  figures->latency = (DsLatency){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
  if (side == NULL)
    return FALSE;
  length = ds_json_context_enter (&self->json, key, -1);
  figures->bytes = ds_json_get_count (&self->json, side, "io_bytes", 0, G_MAXINT64);
  figures->ios = ds_json_get_count (&self->json, side, "total_ios", 0, G_MAXINT64);
  figures->seconds = ds_json_get_number (&self->json, side, "runtime") / 1000;
  rate = ds_json_get_number (&self->json, side, "bw_bytes");
  /* The run time is rounded to milliseconds; the rate is not. */
  if (rate > 0 && figures->bytes > 0)
    figures->seconds = (double) figures->bytes / rate;
  read_latency (self, side, &figures->latency);
  ds_json_context_leave (&self->json, length);
  return figures->ios > 0 && figures->seconds > 0;
}

/* A figure of both sides, each weighted by its I/Os; percentiles cannot be put together from percentiles. */
static void
add_up (DsFigures *total, const DsFigures *a, const DsFigures *b)
{
  double ios = (double) a->ios + (double) b->ios;

  total->bytes = a->bytes + b->bytes;
  total->ios = a->ios + b->ios;
  total->seconds = MAX (a->seconds, b->seconds);
  total->latency = (DsLatency){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
  total->latency.mean = (a->latency.mean * (double) a->ios + b->latency.mean * (double) b->ios) / ios;
  total->latency.max = MAX (a->latency.max, b->latency.max);
}

static void
describe (Reader *self, JsonObject *job, DsCell *cell)
{
  g_autofree char *rw = dup_option (self, job, "rw");
  g_autofree char *block = dup_option (self, job, "bs");
  g_autofree char *name = ds_json_get_string (&self->json, job, "jobname");
  g_autofree char *sync = dup_option (self, job, "sync");
  guint64 block_size = 4096;

  if (rw == NULL)
    rw = dup_option (self, job, "readwrite");
  if (block == NULL)
    block = dup_option (self, job, "blocksize");
  if (block != NULL)
    ds_parse_size (g_strdelimit (block, ",", '\0'), &block_size);
  cell->block_size = block_size;
  cell->queue_depth = get_count_option (self, job, "iodepth", 1);
  cell->threads = get_count_option (self, job, "numjobs", 1);
  cell->direct = is_on (self, job, "direct");
  g_free (cell->pattern);
  cell->pattern = g_strdup (rw != NULL && g_str_has_prefix (rw, "rand") ? "random" : "sequential");
  g_free (cell->durable);
  cell->durable = g_strdup (sync != NULL && g_str_equal (sync, "dsync")         ? "dsync"
                            : get_count_option (self, job, "fdatasync", 0) == 1 ? "flush"
                                                                                : "off");
  g_free (cell->label);
  cell->label = ds_figures_dup_label (*cell->pattern == 'r', cell->block_size, cell->queue_depth, cell->threads);
  cell->note = g_steal_pointer (&name);
}

/* Without group_reporting each of several threads is a job of its own: they are one cell. */
static gboolean
joins (DsReport *report, const DsCell *cell)
{
  DsCell *last = report->cells->len > 0 ? g_ptr_array_index (report->cells, report->cells->len - 1) : NULL;
  DsRun *sum;
  const DsRun *more = ds_cell_get_shown (cell);
  DsFigures before;

  if (last == NULL || last->op != cell->op || cell->threads < 2 || g_strcmp0 (last->note, cell->note) != 0 ||
      !g_str_equal (last->label, cell->label) || more == NULL)
    return FALSE;
  sum = &g_array_index (last->runs, DsRun, 0);
  before = sum->total;
  add_up (&sum->total, &before, &more->total);
  for (guint i = 0; i < 2; i++) {
    before = sum->part[i];
    if (cell->op == DS_OP_MIX)
      add_up (&sum->part[i], &before, &more->part[i]);
  }
  return TRUE;
}

static void
read_job (Reader *self, JsonObject *job)
{
  DsRun run = { .flush = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN }, .cpu_seconds = NAN, .cpu_share = NAN };
  gboolean reads = read_side (self, job, "read", &run.part[0]);
  gboolean writes = read_side (self, job, "write", &run.part[1]);
  double busy =
      ds_json_get_number (&self->json, job, "usr_cpu") + ds_json_get_number (&self->json, job, "sys_cpu");
  DsCell *cell;

  if (!reads && !writes)
    return;
  cell = ds_cell_new ("", reads && writes ? DS_OP_MIX : reads ? DS_OP_READ : DS_OP_WRITE);
  describe (self, job, cell);
  if (reads && writes) {
    add_up (&run.total, &run.part[0], &run.part[1]);
    cell->read_percent = MIN (get_count_option (self, job, "rwmixread", 50), 100);
  } else {
    run.total = run.part[reads ? 0 : 1];
    memset (run.part, 0, sizeof run.part);
  }
  run.cpu_share = busy >= 0 ? busy / 100 : NAN;
  run.cpu_seconds = run.cpu_share * run.total.seconds;
  ds_cell_add_run (cell, &run);
  cell->state = DS_CELL_DONE;
  if (joins (self->report, cell))
    ds_cell_free (cell);
  else
    g_ptr_array_add (self->report->cells, cell);
}

static void
read_root (Reader *self, JsonObject *root)
{
  JsonArray *jobs = ds_json_get_array (&self->json, root, "jobs");
  double stamp = ds_json_get_number (&self->json, root, "timestamp");
  g_autofree char *version = ds_json_get_string (&self->json, root, "fio version");
  gsize length;

  self->global = ds_json_get_object (&self->json, root, "global options");
  g_free (self->report->system.program);
  self->report->system.program = g_strdup (version != NULL ? version : "fio");
  ds_report_set_option (self->report, DS_REPORT_IMPORTED, self->report->system.program);
  if (stamp > 0 && stamp < 253402300799.0) {
    g_autoptr (GDateTime) date = g_date_time_new_from_unix_local ((gint64) stamp);

    self->report->started = date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%S%:z") : NULL;
  }
  length = ds_json_context_enter (&self->json, "jobs", -1);
  for (guint i = 0; jobs != NULL && i < json_array_get_length (jobs) && self->json.error == NULL; i++) {
    JsonObject *job = ds_json_array_get_object (&self->json, jobs, i);
    gsize inner;

    if (job == NULL)
      break;
    inner = ds_json_context_enter (&self->json, NULL, (gint) i);
    read_job (self, job);
    ds_json_context_leave (&self->json, inner);
  }
  ds_json_context_leave (&self->json, length);
}

DsReport *
ds_import_fio (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  Reader self = { .report = report };
  gboolean damaged;

  if (!ds_json_guard (text, length, error))
    return NULL;
  if (!json_parser_load_from_data (parser, text, (gssize) length, NULL) ||
      !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser))) {
    g_set_error_literal (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED, _ ("This JSON is not from fio."));
    return NULL;
  }
  ds_json_context_init (&self.json);
  read_root (&self, json_node_get_object (json_parser_get_root (parser)));
  damaged = self.json.error != NULL;
  if (damaged)
    ds_report_reader_set_error (&self.json, text, length, error);
  ds_json_context_clear (&self.json);
  if (damaged)
    return NULL;
  if (report->cells->len == 0) {
    g_set_error_literal (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
                         _ ("This output of fio has no job that read or wrote anything."));
    return NULL;
  }
  report->state = DS_STATE_FINISHED;
  return g_steal_pointer (&report);
}
