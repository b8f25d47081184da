/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-plan.h"

#include <glib/gi18n.h>
#include <string.h>

/* PCIe 5.0 x4 without its encoding: no drive of today writes faster */
#define FASTEST_BYTES_PER_SECOND 15.75e9

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

typedef struct {
  DsPlan *plan;
  DsOptions *options;
  const DsStage *stage;
  const char *only_row;
} Expansion;

static void
add_cell (Expansion *expansion, const DsRow *row, DsOp op)
{
  const DsStage *stage = expansion->stage;
  DsOptions *options = expansion->options;
  g_autofree char *label = ds_row_format (row);
  g_autofree char *durable = stage->durable ? resolve (options, stage->durable) : g_strdup ("off");
  DsStep step = { .kind = DS_STEP_CELL };
  DsCell *cell;

  step.job = (DsJob){
    .kind = stage->kind,
    .access = row->access,
    .block_size = row->block_size,
    .queue_depth = row->queue_depth,
    .threads = row->threads,
    .read_percent = op == DS_OP_READ ? 100 : 0,
    .durability = durability_from_id (durable),
    .data_percent = resolve_uint (options, stage->data, 100),
    .ramp_seconds = resolve_double (options, stage->ramp),
    .seconds = resolve_double (options, stage->seconds),
  };
  if (op == DS_OP_MIX) {
    guint percent = resolve_uint (options, stage->read_percent, 0);

    /* Asking for the mix alone without a share means the usual one. */
    step.job.read_percent = percent > 0 ? percent : 70;
  }
  step.runs = resolve_uint (options, stage->runs, 1);
  step.warm_up_runs = stage->warm_up_runs;
  step.cell = expansion->plan->cells->len;

  cell = ds_cell_new (label, op);
  cell->block_size = row->block_size;
  cell->queue_depth = row->queue_depth;
  cell->threads = row->threads;
  g_free (cell->pattern);
  cell->pattern = g_strdup (row->access == DS_ACCESS_RANDOM ? "random" : "sequential");
  cell->read_percent = step.job.read_percent;
  g_free (cell->durable);
  cell->durable = g_steal_pointer (&durable);
  cell->data = step.job.data_percent;
  cell->direct = ds_suite_find_option (expansion->plan->suite, "direct") == NULL ||
                 g_str_equal (ds_options_get (options, "direct"), "on");
  g_ptr_array_add (expansion->plan->cells, cell);

  /* A cell that a row button leaves out keeps its place in the report, and takes no step. */
  if (expansion->only_row && !g_str_equal (expansion->only_row, label))
    return;
  if (expansion->plan->steps->len > 0 && stage->pause) {
    const DsStep *last = &g_array_index (expansion->plan->steps, DsStep, expansion->plan->steps->len - 1);
    DsStep pause = { .kind = DS_STEP_PAUSE, .seconds = resolve_double (options, stage->pause) };

    if (pause.seconds > 0 && last->kind == DS_STEP_CELL)
      g_array_append_val (expansion->plan->steps, pause);
  }
  expansion->plan->writes |= step.job.read_percent < 100;
  g_array_append_val (expansion->plan->steps, step);
}

static gboolean
add_cells (Expansion *expansion, GError **error)
{
  g_autofree char *row_text = resolve (expansion->options, expansion->stage->rows);
  g_autofree char *op_text = resolve (expansion->options, expansion->stage->ops);
  g_autoptr (GArray) rows = ds_rows_parse (row_text, error);
  gboolean all = g_str_equal (op_text, "all");
  guint mix = resolve_uint (expansion->options, expansion->stage->read_percent, 0);

  if (rows == NULL)
    return FALSE;
  for (DsOp op = DS_OP_READ; op <= DS_OP_MIX; op++) {
    gboolean wanted = all ? op != DS_OP_MIX || mix > 0 : strstr (op_text, ds_op_get_id (op)) != NULL;

    for (guint i = 0; wanted && i < rows->len; i++)
      add_cell (expansion, &g_array_index (rows, DsRow, i), op);
  }
  return TRUE;
}

DsPlan *
ds_plan_new (DsOptions *options, const char *only_row, GError **error)
{
  g_autoptr (DsPlan) self = g_new0 (DsPlan, 1);

  self->suite = ds_options_get_suite (options);
  self->steps = g_array_new (FALSE, TRUE, sizeof (DsStep));
  self->cells = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_cell_free);
  if (ds_suite_find_option (self->suite, "size")) {
    gint64 size = ds_options_get_int (options, "size");

    self->test_size = size == G_MAXINT64 ? G_MAXUINT64 : (guint64) size;
  }

  for (const DsStage *stage = self->suite->stages; stage->id; stage++) {
    Expansion expansion = { .plan = self, .options = options, .stage = stage, .only_row = only_row };

    if (stage->kind == DS_JOB_PREPARE) {
      DsStep step = { .kind = DS_STEP_PREPARE };

      step.job = (DsJob){ .kind = DS_JOB_PREPARE, .data_percent = resolve_uint (options, stage->data, 100) };
      g_array_append_val (self->steps, step);
    } else if (!add_cells (&expansion, error)) {
      return NULL;
    }
  }

  if (only_row) {
    gboolean found = FALSE;

    for (guint i = 0; i < self->cells->len; i++)
      found |= g_str_equal (((DsCell *) self->cells->pdata[i])->label, only_row);
    if (!found) {
      g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_BAD_VALUE, _ ("There is no row “%s” among those chosen."),
                   only_row);
      return NULL;
    }
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

double
ds_step_get_seconds (const DsStep *self, guint64 test_size, double bytes_per_second)
{
  switch (self->kind) {
  case DS_STEP_PREPARE:
    return (double) test_size / bytes_per_second;
  case DS_STEP_CELL:
    return (self->runs + self->warm_up_runs) * (self->job.ramp_seconds + self->job.seconds);
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
    case DS_STEP_CELL: {
      double run_seconds = step->job.ramp_seconds + step->job.seconds;

      left -= position->run * run_seconds + MIN (position->seconds, run_seconds);
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
