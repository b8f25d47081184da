/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-place.h"
#include "ds-report.h"
#include "ds-runner.h"
#include "ds-smart-log.h"

G_BEGIN_DECLS

/* Detects what makes a number doubtful or worthless, and says it in one sentence with what to do about it. The detectors are
 * one table; each looks at facts alone, so that each can be tested without a drive. */

typedef enum {
  DS_MOMENT_BEFORE, /* what can be known before the run */
  DS_MOMENT_PREPARED,
  DS_MOMENT_CELL,   /* after a cell's last run */
  DS_MOMENT_AFTER,  /* when the test is over */
} DsMoment;

typedef struct {
  const DsPlace *place;   /* (nullable) */
  const DsReport *report; /* options, system, target, cells as far as they are known */
  gboolean imaginary;     /* the null engine: nothing that concerns a drive applies */
  gint64 unwritten_bytes; /* holes left after the preparation; -1 unknown */
  double cached_share;    /* of the test file in the page cache, 0 to 1; -1 unknown */
  gint cell;              /* of DS_MOMENT_CELL, else -1 */
  double cpu_share;       /* of the cell's shown run */
  guint64 issued[2];      /* bytes of the cell's runs, by DS_READ and DS_WRITE */
  guint64 leaf[2];        /* what the leaf disks saw meanwhile */
  gboolean leaf_known;
  double slept_seconds; /* in which the computer was suspended in the middle of the run */
  guint asked_depth;   /* outstanding I/Os of all threads that the cell asks for */
  guint reached_depth; /* that the engine could keep */
  gboolean heat_known;     /* the four below are */
  int hottest;             /* temperature in the cell, or in the whole run; DS_TEMPERATURE_UNKNOWN */
  int warning_temperature; /* WCTEMP; DS_TEMPERATURE_UNKNOWN */
  double speed_kept;       /* at the cell's end against its best, 0 to 1; of the run the least; NaN unknown */
  guint64 throttled;       /* times the drive slowed down by its own count, over the run */
} DsFacts;

/* Adds what is found to report; a finding that stands there already gets the cell added. One of DS_SEVERITY_INVALID marks its
 * cells. */
void ds_findings_detect (DsMoment moment, const DsFacts *facts, DsReport *report);

G_END_DECLS
