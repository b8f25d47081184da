/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-report.h"
#include "ds-runner.h"
#include "ds-suite.h"

G_BEGIN_DECLS

/* A job's I/Os, one by one, as the curve that a chart draws: a pure function.
 *
 * records: (element-type DsRecord) in the order in which they completed; every is how many I/Os stand for one record.
 * A rate is taken from the time between two completions, so that it holds at any
 * queue depth; at most DS_CURVE_POINTS points of a rate, each the average of its neighbourhood. (transfer full) */
#define DS_CURVE_POINTS 1000

DsSeries *ds_curve_make (DsCurve curve, const char *name, GArray *records, guint every);

/* While the job runs: one more point of what it moved in a tick, at the position it has come to. Dots wait for the job's end,
 * since a sample does not say where its I/Os were. */
void ds_curve_add_sample (DsCurve curve, DsSeries *series, const DsSample *sample, double position);

G_END_DECLS
