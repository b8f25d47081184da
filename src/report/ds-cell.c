/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-cell.h"

#include "ds-units.h"

#include <math.h>

const char *
ds_op_get_id (DsOp op)
{
  switch (op) {
  case DS_OP_READ:
    return "read";
  case DS_OP_WRITE:
    return "write";
  case DS_OP_MIX:
    return "mix";
  }
  g_return_val_if_reached ("read");
}

double
ds_figures_get_mb_s (const DsFigures *self)
{
  return self->seconds > 0 ? self->bytes / DS_MB / self->seconds : NAN;
}

double
ds_figures_get_iops (const DsFigures *self)
{
  return self->seconds > 0 ? self->ios / self->seconds : NAN;
}

static void
clear_run_cb (gpointer data)
{
  DsRun *run = data;

  g_clear_pointer (&run->histogram, g_array_unref);
}

DsCell *
ds_cell_new (const char *label, DsOp op)
{
  DsCell *self = g_new0 (DsCell, 1);

  self->label = g_strdup (label);
  self->op = op;
  self->pattern = g_strdup ("random");
  self->read_percent = op == DS_OP_READ ? 100 : op == DS_OP_WRITE ? 0 : 70;
  self->durable = g_strdup ("off");
  self->data = 100;
  self->direct = TRUE;
  self->state = DS_CELL_WAITING;
  self->runs = g_array_new (FALSE, TRUE, sizeof (DsRun));
  g_array_set_clear_func (self->runs, clear_run_cb);
  self->shown = -1;
  self->live_mb_s = self->live_iops = self->live_latency_ns = NAN;
  return self;
}

DsCell *
ds_cell_copy (const DsCell *self)
{
  DsCell *copy = ds_cell_new (self->label, self->op);
  DsCell fresh = *copy;

  *copy = *self;
  copy->label = fresh.label;
  copy->runs = fresh.runs;
  g_free (fresh.pattern);
  g_free (fresh.durable);
  copy->pattern = g_strdup (self->pattern);
  copy->durable = g_strdup (self->durable);
  copy->note = g_strdup (self->note);
  copy->invalid = g_strdup (self->invalid);
  for (guint i = 0; i < self->runs->len; i++) {
    DsRun run = g_array_index (self->runs, DsRun, i);

    if (run.histogram)
      g_array_ref (run.histogram);
    g_array_append_val (copy->runs, run);
  }
  return copy;
}

void
ds_cell_free (DsCell *self)
{
  if (self == NULL)
    return;
  g_free (self->label);
  g_free (self->pattern);
  g_free (self->durable);
  g_free (self->note);
  g_free (self->invalid);
  g_array_unref (self->runs);
  g_free (self);
}

static const DsRun *
get_run (const DsCell *self, guint index)
{
  return &g_array_index (self->runs, DsRun, index);
}

void
ds_cell_add_run (DsCell *self, const DsRun *run)
{
  double speed = ds_figures_get_mb_s (&run->total);
  DsRun *added;

  g_array_append_val (self->runs, *run);
  added = &g_array_index (self->runs, DsRun, self->runs->len - 1);

  /* A run that measured nothing has no speed and is never the best; of equal runs the first stays. */
  if (isnan (speed) || (self->shown >= 0 && !(speed > ds_cell_get_mb_s (self)))) {
    clear_run_cb (added);
    return;
  }
  if (self->shown >= 0)
    clear_run_cb (&g_array_index (self->runs, DsRun, self->shown));
  self->shown = (gint) self->runs->len - 1;
}

const DsRun *
ds_cell_get_shown (const DsCell *self)
{
  if (self->shown < 0 || (guint) self->shown >= self->runs->len)
    return NULL;
  return get_run (self, (guint) self->shown);
}

double
ds_cell_get_mb_s (const DsCell *self)
{
  const DsRun *run = ds_cell_get_shown (self);

  return run != NULL ? ds_figures_get_mb_s (&run->total) : NAN;
}

double
ds_cell_get_iops (const DsCell *self)
{
  const DsRun *run = ds_cell_get_shown (self);

  return run != NULL ? ds_figures_get_iops (&run->total) : NAN;
}

double
ds_cell_get_latency (const DsCell *self)
{
  const DsRun *run = ds_cell_get_shown (self);

  return run != NULL ? run->total.latency.mean : NAN;
}

static int
compare_doubles_cb (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

/* (transfer full) (element-type double): ascending, runs without a speed left out */
static GArray *
sorted_speeds (const DsCell *self)
{
  GArray *speeds = g_array_sized_new (FALSE, FALSE, sizeof (double), self->runs->len);

  for (guint i = 0; i < self->runs->len; i++) {
    double speed = ds_figures_get_mb_s (&get_run (self, i)->total);

    if (!isnan (speed))
      g_array_append_val (speeds, speed);
  }
  g_array_sort (speeds, compare_doubles_cb);
  return speeds;
}

static double
median_of (const GArray *sorted)
{
  guint middle = sorted->len / 2;

  if (sorted->len == 0)
    return NAN;
  if (sorted->len % 2 == 1)
    return g_array_index (sorted, double, middle);
  return (g_array_index (sorted, double, middle - 1) + g_array_index (sorted, double, middle)) / 2;
}

double
ds_cell_get_median_mb_s (const DsCell *self)
{
  g_autoptr (GArray) speeds = sorted_speeds (self);

  return median_of (speeds);
}

double
ds_cell_get_min_mb_s (const DsCell *self)
{
  g_autoptr (GArray) speeds = sorted_speeds (self);

  return speeds->len > 0 ? g_array_index (speeds, double, 0) : NAN;
}

double
ds_cell_get_spread_percent (const DsCell *self)
{
  g_autoptr (GArray) speeds = sorted_speeds (self);
  double median = median_of (speeds);

  if (speeds->len < 2 || !(median > 0))
    return NAN;
  return 100 * (g_array_index (speeds, double, speeds->len - 1) - g_array_index (speeds, double, 0)) /
         (2 * median);
}
