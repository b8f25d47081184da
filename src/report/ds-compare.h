/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-report.h"

G_BEGIN_DECLS

/* Two or more results side by side, each cell against the first result's. What is compared is the median of the
 * runs in MB/s: the best run is what luck adds. A difference counts only where it is larger than the spread of the
 * runs. */

typedef enum {
  DS_EVIDENCE_NONE,   /* a figure is missing, or neither side has more than one run: its spread is not known */
  DS_EVIDENCE_RANKS,  /* rank test, p below DS_COMPARE_P: both sides have at least DS_COMPARE_RANK_RUNS runs */
  DS_EVIDENCE_RANGES, /* the ranges of the runs do not overlap: fewer runs */
} DsEvidence;

#define DS_COMPARE_P         0.05
#define DS_COMPARE_RANK_RUNS 4

typedef enum {
  DS_DIFFERENCE_UNKNOWN, /* nothing to judge by */
  DS_DIFFERENCE_NONE,    /* none seen */
  DS_DIFFERENCE_FASTER,
  DS_DIFFERENCE_SLOWER,
} DsDifference;

typedef struct {
  const DsCell *cell; /* (nullable): this result has no such cell */
  double mb_s;        /* median of its runs; NaN where there is none */
  double percent;     /* against the first result, signed; NaN where that has none */
  double p;           /* of the rank test, else NaN */
  DsEvidence evidence;
  DsDifference difference;
} DsComparedCell;

typedef struct {
  char *label;
  DsOp op;
  guint read_percent;
  guint occurrence;      /* results may hold the same row more than once, as for several kinds of data */
  DsComparedCell *cells; /* one a result */
} DsComparedRow;

typedef struct {
  char *title;  /* localised: "Test size" */
  GStrv values; /* one a result, as a person reads them; "—" where it is not known */
} DsSettingDifference;

typedef struct {
  guint n_results;
  GPtrArray *reports;  /* (element-type DsReport) */
  GPtrArray *names;    /* (element-type utf8): told apart where they are alike */
  GPtrArray *rows;     /* (element-type DsComparedRow) in the first result's order, then what others have more */
  GPtrArray *settings; /* (element-type DsSettingDifference): those that are not the same for all */
} DsComparison;

DsComparison *ds_comparison_new (GPtrArray *reports); /* (element-type DsReport); (transfer full) */
void ds_comparison_free (DsComparison *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsComparison, ds_comparison_free)

const DsComparedRow *ds_comparison_get_row (const DsComparison *self, guint index);
const char *ds_comparison_get_name (const DsComparison *self, guint index);

/* "+12.3 %", "no difference seen", "+12.3 %, one run each"; "" for the first result. (transfer full) */
char *ds_compared_cell_dup_text (const DsComparedCell *self);
/* What it was judged by, a sentence; (nullable) (transfer full) */
char *ds_compared_cell_dup_evidence (const DsComparedCell *self);

/* What the money buys; NaN where something is not known. price in any currency */
double
ds_comparison_get_mb_s_per_price (const DsComparison *self, guint index, double price); /* the fastest read */
double ds_comparison_get_gb_per_price (const DsComparison *self, guint index, double price);

G_END_DECLS
