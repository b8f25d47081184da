/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plan.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ds-format.h"

/* PCIe 5.0 x4 without its encoding: no drive of today writes faster */
#define FASTEST_BYTES_PER_SECOND 15.75e9
/* I/Os of a job that are kept one by one for its curve */
#define MAX_RECORDS 65536

/* text with each "$id" replaced by that option's value */
static char *
resolve (DsOptions *options, const char *text)
{
  GString *resolved = g_string_new (NULL);

  for (const char *at = text; *at; at++) {
    g_autofree char *id = NULL;
    gsize length;

    if (*at != '$') {
      g_string_append_c (resolved, *at);
      continue;
    }
    length = strspn (at + 1, "abcdefghijklmnopqrstuvwxyz0123456789-");
    id = g_strndup (at + 1, length);
    g_string_append (resolved, ds_options_get (options, id));
    at += length;
  }
  return g_string_free (resolved, FALSE);
}

static double
resolve_double (DsOptions *options, const char *text)
{
  g_autofree char *resolved = text ? resolve (options, text) : NULL;

  return resolved ? g_ascii_strtod (resolved, NULL) : 0;
}

static guint
resolve_uint (DsOptions *options, const char *text, guint otherwise)
{
  g_autofree char *resolved = text ? resolve (options, text) : NULL;

  return resolved ? (guint) g_ascii_strtoull (resolved, NULL, 10) : otherwise;
}

static DsDurability
durability_from_id (const char *id)
{
  if (g_strcmp0 (id, "dsync") == 0)
    return DS_DURABILITY_DSYNC;
  if (g_strcmp0 (id, "flush") == 0)
    return DS_DURABILITY_FLUSH;
  return DS_DURABILITY_OFF;
}

static guint64
resolve_bytes (DsOptions *options, const char *text, guint64 otherwise)
{
  g_autofree char *resolved = text ? resolve (options, text) : NULL;
  guint64 bytes;

  if (resolved == NULL)
    return otherwise;
  if (g_str_equal (resolved, "all"))
    return G_MAXUINT64;
  return ds_parse_size (resolved, &bytes) ? bytes : 0;
}

/* The members of a list of options' values; one that is empty where text is NULL */
static GStrv
resolve_list (DsOptions *options, const char *text, const char *otherwise)
{
  g_autofree char *resolved = text ? resolve (options, text) : g_strdup (otherwise);
  GStrv list = g_strsplit (resolved, ",", -1);

  for (guint i = 0; list[i]; i++)
    g_strstrip (list[i]);
  return list;
}

typedef struct {
  DsPlan *plan;
  DsOptions *options;
  const DsStage *stage;
  const char *only_row;
  const char *data;
  const char *durable;
} Expansion;

static DsJob
make_job (Expansion *expansion, const DsRow *row, DsOp op)
{
  const DsStage *stage = expansion->stage;
  DsOptions *options = expansion->options;
  DsJob job = {
    .kind = stage->kind,
    .access = row->access,
    .block_size = row->block_size,
    .queue_depth = row->queue_depth,
    .threads = row->threads,
    .read_percent = op == DS_OP_READ ? 100 : 0,
    .durability = durability_from_id (expansion->durable),
    .data_percent = (guint) g_ascii_strtoull (expansion->data, NULL, 10),
    .ramp_seconds = resolve_double (options, stage->ramp),
    .seconds = resolve_double (options, stage->seconds),
    .bytes = resolve_bytes (options, stage->bytes, 0),
    .span_length = resolve_bytes (options, stage->span, 0),
    .points = resolve_uint (options, stage->points, 0),
    .max_records = stage->curve == DS_CURVE_NONE ? 0 : MAX_RECORDS,
  };

  if (job.bytes > 0)
    job.seconds = 0;
  if (op == DS_OP_MIX) {
    guint percent = resolve_uint (options, stage->read_percent, 0);

    /* Asking for the mix alone without a share means the usual one. */
    job.read_percent = percent > 0 ? percent : 70;
  }
  return job;
}

static DsCell *
make_cell (Expansion *expansion, const DsRow *row, const DsJob *job, const char *label, DsOp op)
{
  DsCell *cell = ds_cell_new (label, op);

  cell->block_size = row->block_size;
  cell->queue_depth = row->queue_depth;
  cell->threads = row->threads;
  g_free (cell->pattern);
  cell->pattern = g_strdup (row->access == DS_ACCESS_RANDOM ? "random" : "sequential");
  cell->read_percent = job->read_percent;
  g_free (cell->durable);
  cell->durable = g_strdup (expansion->durable);
  cell->data = job->data_percent;
  cell->direct = ds_suite_find_option (expansion->plan->suite, "direct") == NULL ||
                 g_str_equal (ds_options_get (expansion->options, "direct"), "on");
  return cell;
}

static void
add_pause (Expansion *expansion)
{
  GArray *steps = expansion->plan->steps;
  DsStep pause = { .kind = DS_STEP_PAUSE,
                   .seconds = resolve_double (expansion->options, expansion->stage->pause) };

  if (pause.seconds > 0 && steps->len > 0 && g_array_index (steps, DsStep, steps->len - 1).kind != DS_STEP_PREPARE)
    g_array_append_val (steps, pause);
}

static void
add_cell (Expansion *expansion, const DsRow *row, DsOp op)
{
  const DsStage *stage = expansion->stage;
  g_autofree char *label = stage->label ? g_strdup (stage->label) : ds_row_format (row);
  g_autofree char *verify = stage->verify ? resolve (expansion->options, stage->verify) : NULL;
  DsStep step = { .kind = DS_STEP_CELL, .stage = stage, .job = make_job (expansion, row, op) };

  step.runs = resolve_uint (expansion->options, stage->runs, 1);
  step.warm_up_runs = stage->warm_up_runs;
  step.cell = expansion->plan->cells->len;
  g_ptr_array_add (expansion->plan->cells, make_cell (expansion, row, &step.job, label, op));

  /* A cell that a row button leaves out keeps its place in the report, and takes no step. */
  if (expansion->only_row && !g_str_equal (expansion->only_row, label))
    return;
  add_pause (expansion);
  expansion->plan->writes |= step.job.read_percent < 100;
  g_array_append_val (expansion->plan->steps, step);

  if (op == DS_OP_WRITE && g_strcmp0 (verify, "on") == 0) {
    DsStep check = { .kind = DS_STEP_VERIFY, .stage = stage, .cell = step.cell, .job = step.job };

    check.job.kind = DS_JOB_VERIFY;
    check.job.read_percent = 100;
    check.job.seconds = 0;
    g_array_append_val (expansion->plan->steps, check);
  }
}

/* The wanted operations in their order */
static GArray *
resolve_ops (Expansion *expansion)
{
  const DsStage *stage = expansion->stage;
  g_autofree char *text = resolve (expansion->options, stage->ops);
  const char *all_ops = stage->all_ops ? stage->all_ops : "read,write,mix";
  gboolean all = g_str_equal (text, "all");
  g_auto (GStrv) order = g_strsplit (all_ops, ",", -1);
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (DsOp));

  for (guint i = 0; order[i]; i++)
    for (DsOp op = DS_OP_READ; op <= DS_OP_MIX; op++) {
      gboolean mixes = stage->all_ops != NULL || resolve_uint (expansion->options, stage->read_percent, 0) > 0;

      if (!g_str_equal (order[i], ds_op_get_id (op)))
        continue;
      if (all ? op != DS_OP_MIX || mixes : strstr (text, order[i]) != NULL)
        g_array_append_val (ops, op);
    }
  return ops;
}

static gboolean
add_cells (Expansion *expansion, GError **error)
{
  const DsStage *stage = expansion->stage;
  g_autofree char *row_text = resolve (expansion->options, stage->rows);
  g_autoptr (GArray) rows = ds_rows_parse (row_text, error);
  g_autoptr (GArray) ops = resolve_ops (expansion);
  guint64 from = resolve_bytes (expansion->options, stage->from, 0);
  guint64 to = resolve_bytes (expansion->options, stage->to, G_MAXUINT64);
  gboolean ops_first = stage->sweep == DS_SWEEP_OPS_FIRST;

  if (rows == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len * ops->len; i++) {
    const DsRow *row = &g_array_index (rows, DsRow, ops_first ? i % rows->len : i / ops->len);
    DsOp op = g_array_index (ops, DsOp, ops_first ? i / rows->len : i % ops->len);

    if (row->block_size >= from && row->block_size <= to)
      add_cell (expansion, row, op);
  }
  return TRUE;
}

static gboolean
is_wanted (Expansion *expansion)
{
  const DsStage *stage = expansion->stage;
  g_auto (GStrv) list = stage->when ? resolve_list (expansion->options, stage->when, NULL) : NULL;

  return list == NULL || g_strv_contains ((const char *const *) list, stage->id) ||
         g_strv_contains ((const char *const *) list, "all");
}

static gboolean
add_stages (Expansion *expansion, gboolean prepare, GError **error)
{
  for (const DsStage *stage = expansion->plan->suite->stages; stage->id; stage++) {
    expansion->stage = stage;
    if (!is_wanted (expansion))
      continue;
    if (stage->kind != DS_JOB_PREPARE) {
      if (!add_cells (expansion, error))
        return FALSE;
    } else if (prepare) {
      DsStep step = { .kind = DS_STEP_PREPARE, .stage = stage };

      step.job = (DsJob){
        .kind = DS_JOB_PREPARE,
        .data_percent = (guint) g_ascii_strtoull (expansion->data, NULL, 10),
      };
      g_array_append_val (expansion->plan->steps, step);
    }
  }
  return TRUE;
}

static gboolean
has_row (const DsPlan *self, const char *label)
{
  for (guint i = 0; i < self->cells->len; i++)
    if (g_str_equal (((DsCell *) self->cells->pdata[i])->label, label))
      return TRUE;
  return FALSE;
}

DsPlan *
ds_plan_new (DsOptions *options, const char *only_row, GError **error)
{
  g_autoptr (DsPlan) self = g_new0 (DsPlan, 1);
  const DsSuite *suite = ds_options_get_suite (options);
  g_auto (GStrv) data = resolve_list (options, suite->data, "100");
  g_auto (GStrv) durable = resolve_list (options, suite->durable, "off");

  self->suite = suite;
  self->steps = g_array_new (FALSE, TRUE, sizeof (DsStep));
  self->cells = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_cell_free);
  self->test_size = resolve_bytes (options, suite->test_size, 0);
  self->repeat_seconds = 60 * resolve_double (options, suite->minutes);

  for (guint i = 0; data[i]; i++)
    for (guint j = 0; durable[j]; j++) {
      Expansion expansion = {
        .plan = self,
        .options = options,
        .only_row = only_row,
        .data = data[i],
        .durable = durable[j],
      };

      if (!add_stages (&expansion, j == 0, error))
        return NULL;
    }

  if (only_row && !has_row (self, only_row)) {
    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE, _ ("There is no row “%s” among those chosen."),
                 only_row);
    return NULL;
  }
  if (self->cells->len == 0) {
    g_set_error_literal (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE,
                         _ ("These options leave no test to run. Choose others."));
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
ds_plan_free (DsPlan *self)
{
  g_array_unref (self->steps);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

/* Of one run of a cell */
static double
run_seconds (const DsStep *self, guint64 test_size, double bytes_per_second)
{
  guint64 bytes = self->job.bytes == G_MAXUINT64 || self->kind == DS_STEP_VERIFY ? test_size : self->job.bytes;

  if (self->job.points > 0)
    bytes = MIN (bytes, self->job.points * self->job.block_size);
  if (self->job.seconds > 0)
    return self->job.ramp_seconds + self->job.seconds;
  return (double) bytes / bytes_per_second;
}

double
ds_step_get_seconds (const DsStep *self, guint64 test_size, double bytes_per_second)
{
  switch (self->kind) {
  case DS_STEP_PREPARE:
    return (double) test_size / bytes_per_second;
  case DS_STEP_CELL:
    return (self->runs + self->warm_up_runs) * run_seconds (self, test_size, bytes_per_second);
  case DS_STEP_VERIFY:
    return run_seconds (self, test_size, bytes_per_second);
  case DS_STEP_PAUSE:
  default:
    return self->seconds;
  }
}

double
ds_plan_get_seconds (const DsPlan *self, guint64 test_size, double bytes_per_second)
{
  double seconds = 0;

  for (guint i = 0; i < self->steps->len; i++)
    seconds += ds_step_get_seconds (&g_array_index (self->steps, DsStep, i), test_size, bytes_per_second);
  return seconds;
}

double
ds_plan_get_seconds_left (const DsPlan *self, const DsPlanPosition *position)
{
  double left = 0;

  for (guint i = position->step; i < self->steps->len; i++) {
    const DsStep *step = &g_array_index (self->steps, DsStep, i);

    left += ds_step_get_seconds (step, position->test_size, position->bytes_per_second);
    if (i > position->step)
      continue;
    switch (step->kind) {
    case DS_STEP_PREPARE:
      left -= (double) position->bytes / position->bytes_per_second;
      break;
    case DS_STEP_CELL:
    case DS_STEP_VERIFY: {
      double one = run_seconds (step, position->test_size, position->bytes_per_second);

      left -= position->run * one + MIN (position->seconds, one);
      break;
    }
    case DS_STEP_PAUSE:
    default:
      left -= MIN (position->seconds, step->seconds);
      break;
    }
  }
  return MAX (left, 0);
}

guint64
ds_plan_get_max_written (const DsPlan *self, guint64 test_size, double bytes_per_second)
{
  double rate = bytes_per_second > 0 ? bytes_per_second : FASTEST_BYTES_PER_SECOND;
  double bytes = 0;

  for (guint i = 0; i < self->steps->len; i++) {
    const DsStep *step = &g_array_index (self->steps, DsStep, i);

    if (step->kind == DS_STEP_PREPARE)
      bytes += (double) test_size;
    else if (step->kind == DS_STEP_CELL)
      bytes += ds_step_get_seconds (step, test_size, rate) * rate * (100 - step->job.read_percent) / 100;
  }
  return (guint64) bytes;
}
