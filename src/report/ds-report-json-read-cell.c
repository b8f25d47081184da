/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report-json-read.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ds-report-ids.h"
#include "ds-units.h"

/* The nanoseconds that are written as these microseconds: dividing by a thousand and multiplying again is not
 * always the same, and a result that was opened and saved must be the same file. */
static double
us_to_ns (double us)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double product = us * DS_NS_PER_US;
  double ns;

  if (!isfinite (product))
    return NAN;
  ns = g_ascii_strtod (g_ascii_formatd (buffer, sizeof buffer, "%.15g", product), NULL);
  if (ns / DS_NS_PER_US == us)
    return ns;
  if (product / DS_NS_PER_US == us)
    return product;
  return nextafter (product, INFINITY) / DS_NS_PER_US == us ? nextafter (product, INFINITY)
                                                            : nextafter (product, 0);
}

static void
read_latency (DsReportReader *self, JsonObject *parent, const char *key, DsLatency *latency)
{
  JsonObject *object = ds_json_get_object (&self->json, parent, key);
  const struct {
    const char *key;
    double *value;
  } members[] = {
    { "mean", &latency->mean }, { "p50", &latency->p50 },         { "p90", &latency->p90 },
    { "p99", &latency->p99 },   { "p99_9", &latency->p99_9 },     { "p99_99", &latency->p99_99 },
    { "max", &latency->max },   { "p99_999", &latency->p99_999 },
  };
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    *members[i].value = NAN;
  if (object == NULL)
    return;
  length = ds_json_context_enter (&self->json, key, -1);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    *members[i].value = us_to_ns (ds_json_get_number (&self->json, object, members[i].key));
  ds_json_context_leave (&self->json, length);
}

static void
read_figures (DsReportReader *self, JsonObject *object, DsFigures *figures)
{
  figures->seconds = ds_json_get_number (&self->json, object, "seconds");
  if (figures->seconds < 0)
    ds_json_context_fail (&self->json, "seconds", _ ("A number that is not negative is expected here."));
  figures->bytes = ds_json_get_count (&self->json, object, "bytes", 0, G_MAXINT64);
  figures->ios = ds_json_get_count (&self->json, object, "ios", 0, G_MAXINT64);
  read_latency (self, object, "latency_us", &figures->latency);
}

static void
read_run (DsReportReader *self, JsonObject *object, const DsCell *cell, DsRun *run)
{
  static const char *const parts[] = { "read", "write" };

  memset (run, 0, sizeof *run);
  read_figures (self, object, &run->total);
  run->cpu_seconds = ds_json_get_number (&self->json, object, "cpu_seconds");
  run->cpu_share = ds_json_get_number (&self->json, object, "cpu_share");
  read_latency (self, object, "flush_latency_us", &run->flush);
  for (guint i = 0; cell->op == DS_OP_MIX && i < G_N_ELEMENTS (parts); i++) {
    JsonObject *part = ds_json_get_object (&self->json, object, parts[i]);
    gsize length;

    if (part == NULL)
      continue;
    length = ds_json_context_enter (&self->json, parts[i], -1);
    read_figures (self, part, &run->part[i]);
    ds_json_context_leave (&self->json, length);
  }
}

static GArray *
read_histogram (DsReportReader *self, JsonObject *object)
{
  JsonArray *array = ds_json_get_array (&self->json, object, "histogram");
  GArray *bins;
  gsize length;

  if (array == NULL)
    return NULL;
  bins = g_array_sized_new (FALSE, FALSE, sizeof (DsBin), json_array_get_length (array));
  length = ds_json_context_enter (&self->json, "histogram", -1);
  for (guint i = 0; i < json_array_get_length (array) && self->json.error == NULL; i++) {
    JsonArray *triple = ds_json_array_get_array (&self->json, array, i);
    gsize inner;
    DsBin bin;

    if (triple == NULL)
      break;
    inner = ds_json_context_enter (&self->json, NULL, (gint) i);
    if (json_array_get_length (triple) >= 3) {
      bin.start_ns = ds_json_array_get_count (&self->json, triple, 0, G_MAXINT64);
      bin.end_ns = ds_json_array_get_count (&self->json, triple, 1, G_MAXINT64);
      bin.count = ds_json_array_get_count (&self->json, triple, 2, G_MAXINT64);
      if (bin.end_ns < bin.start_ns)
        ds_json_context_fail (&self->json, NULL, _ ("This range ends before it begins."));
      g_array_append_val (bins, bin);
    } else {
      ds_json_context_fail (&self->json, NULL, _ ("Three numbers are expected here: start, end and count."));
    }
    ds_json_context_leave (&self->json, inner);
  }
  ds_json_context_leave (&self->json, length);
  return bins;
}

static void
read_runs (DsReportReader *self, JsonObject *object, DsCell *cell)
{
  JsonArray *array = ds_json_get_array (&self->json, object, "runs");
  guint n_runs = array != NULL ? json_array_get_length (array) : 0;
  gsize length = ds_json_context_enter (&self->json, "runs", -1);
  guint64 shown;

  for (guint i = 0; i < n_runs && self->json.error == NULL; i++) {
    JsonObject *element = ds_json_array_get_object (&self->json, array, i);
    gsize inner;
    DsRun run;

    if (element == NULL)
      break;
    inner = ds_json_context_enter (&self->json, NULL, (gint) i);
    read_run (self, element, cell, &run);
    ds_json_context_leave (&self->json, inner);
    ds_cell_add_run (cell, &run);
  }
  ds_json_context_leave (&self->json, length);

  /* A cell without a list of runs still has the figures of the one it shows. */
  if (n_runs == 0 && json_object_has_member (object, "bytes")) {
    DsRun run;

    read_run (self, object, cell, &run);
    if (run.total.seconds > 0)
      ds_cell_add_run (cell, &run);
  }

  if (cell->runs->len == 0)
    return;
  shown =
      ds_json_get_count (&self->json, object, "shown_run", (guint64) MAX (cell->shown, 0), cell->runs->len - 1);
  if (cell->shown >= 0 || json_object_has_member (object, "shown_run"))
    cell->shown = (gint) shown;
  if (cell->shown >= 0)
    g_array_index (cell->runs, DsRun, cell->shown).histogram = read_histogram (self, object);
}

DsCell *
ds_report_reader_read_cell (DsReportReader *self, JsonObject *object)
{
  g_autofree char *label = ds_json_get_string (&self->json, object, "label");
  g_autofree char *op_id = ds_json_get_string (&self->json, object, "op");
  g_autofree char *state_id = ds_json_get_string (&self->json, object, "state");
  DsOp op = DS_OP_READ;
  DsCell *cell;

  if (!ds_op_from_id (op_id, &op)) {
    if (!self->newer || op_id == NULL)
      ds_json_context_fail (&self->json, "op", _ ("One of the words read, write and mix is expected here."));
    return NULL;
  }
  cell = ds_cell_new (label != NULL ? label : "", op);
  cell->block_size = ds_json_get_count (&self->json, object, "block_size", 0, G_MAXINT64);
  cell->queue_depth = (guint) ds_json_get_count (&self->json, object, "queue_depth", 1, G_MAXUINT32);
  cell->threads = (guint) ds_json_get_count (&self->json, object, "threads", 1, G_MAXUINT32);
  ds_json_take_string (&self->json, object, "pattern", &cell->pattern);
  cell->read_percent = (guint) ds_json_get_count (&self->json, object, "read_percent", cell->read_percent, 100);
  ds_json_take_string (&self->json, object, "durable", &cell->durable);
  cell->data = (guint) ds_json_get_count (&self->json, object, "data", 100, 100);
  cell->direct = ds_json_get_boolean (&self->json, object, "direct", TRUE);
  cell->note = ds_json_get_string (&self->json, object, "note");
  cell->invalid = ds_json_get_string (&self->json, object, "invalid");
  read_runs (self, object, cell);

  cell->state = cell->runs->len > 0 ? DS_CELL_DONE : DS_CELL_WAITING;
  if (state_id != NULL && !ds_cell_state_from_id (state_id, &cell->state) && !self->newer)
    ds_report_reader_fail_unknown (self, "state");
  cell->state = ds_cell_get_stored_state (cell);
  return cell;
}
