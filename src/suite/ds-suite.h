/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "ds-job.h"

G_BEGIN_DECLS

/* A suite is a constant table. Adding a benchmark is one of these in a translation unit of its own, and its line in
 * ds-suites.c. Texts marked N_() are translated where they are shown. */

typedef enum {
  DS_VIEW_TILES,
  DS_VIEW_BARS,
  DS_VIEW_TRACE,
  DS_VIEW_SCATTER,
  DS_VIEW_CURVES,
  DS_VIEW_SURFACE,
  DS_VIEW_TABLE,
} DsView;

typedef enum {
  DS_OPTION_CHOICE,  /* one of choices */
  DS_OPTION_INTEGER, /* minimum to maximum in steps of step */
  DS_OPTION_SECONDS, /* may be a fraction */
  DS_OPTION_SIZE,    /* bytes; "all" where flagged */
  DS_OPTION_ROWS,    /* "SEQ1M Q8T1, RND4K Q32T1" */
  DS_OPTION_TEXT,
} DsOptionType;

typedef struct {
  const char *id;    /* may be a list */
  const char *title; /* N_(), NULL: the id is shown as it stands */
} DsChoice;

typedef enum {
  DS_OPTION_FOLDED = 1 << 0,    /* behind "More" in the window */
  DS_OPTION_ALL = 1 << 1,       /* a size may be "all": all free space but the reserve */
  DS_OPTION_POWER_OF_TWO = 1 << 2,
} DsOptionFlags;

typedef struct {
  const char *id;    /* --id= in the terminal, "id" in JSON */
  const char *title; /* N_() */
  const char *help;  /* N_(): a sentence */
  DsOptionType type;
  DsOptionFlags flags;
  const char *default_value; /* canonical text; NULL: follows from the others by the suite's presets */
  double minimum, maximum, step; /* of rows: the least and largest block */
  const DsChoice *choices; /* ends with a NULL id */
  const char *values;      /* (nullable) numbers and sizes that the window offers, a list */
} DsOption;

/* Choosing these values of two options sets others, until the person sets those by hand */
typedef struct {
  const char *when[2][2]; /* {{"settings", "nvme"}, {"profile", "peak"}}; a NULL id matches always */
  const char *set[4][2];  /* {{"rows", "..."}, {"seconds", "5"}} */
} DsPreset;

/* What suits a kind of drive, until the person chooses otherwise: {"nvme", "settings", "nvme"} */
typedef struct {
  const char *drive_kind; /* ds_drive_kind_to_string() */
  const char *option;
  const char *value;
} DsSuggestion;

typedef enum {
  DS_SWEEP_OPS_FIRST,  /* all rows read, then all written: the drive rests from writing while it is read */
  DS_SWEEP_ROWS_FIRST, /* each row written and read before the next */
} DsSweep;

/* What a stage's I/Os, one by one, become beside the cell's figures */
typedef enum {
  DS_CURVE_NONE,
  DS_CURVE_RATE_BY_POSITION,    /* MB/s over bytes */
  DS_CURVE_RATE_BY_TIME,        /* MB/s over seconds */
  DS_CURVE_LATENCY_BY_POSITION, /* ms over bytes, a dot an I/O */
} DsCurve;

/* One stage: a job template, what it sweeps over, and how it is repeated. "$id" in a text is replaced by the value of
 * that option; lists are separated by commas. */
typedef struct {
  const char *id;
  const char *title; /* N_(): the phase a person sees */
  DsJobKind kind;
  const char *when;    /* "$tests": the stage is left out unless this list has its id, or "all" */
  const char *rows;    /* "$rows": patterns such as "RND4K Q32T1"; lists in braces sweep: "RND{4K,8K} Q{1,2,4}T1" */
  const char *from;    /* the least and the largest block of rows that is wanted */
  const char *to;
  const char *ops;     /* "$op": a list of "read", "write", "mix"; "all" is every one of all_ops */
  const char *all_ops; /* in their order; NULL: "read,write", and "mix" where read_percent is not 0 */
  DsSweep sweep;
  const char *label; /* of its cells; NULL: the row's */
  const char *read_percent; /* of mix cells: "$mix" */
  const char *ramp;         /* seconds inside a run before its window */
  const char *seconds;      /* of a run's window */
  const char *bytes;        /* instead of seconds where not 0; "all" is the whole span once */
  const char *span;         /* bytes of the target that the job works in; NULL: all of it */
  const char *points;       /* sequential: how many blocks, evenly spread over the span; 0 or NULL: every block */
  const char *runs;         /* counted runs */
  guint warm_up_runs;       /* discarded runs before them */
  const char *pause;        /* seconds of idling between two cells */
  const char *verify;       /* "on": what was written is read back and compared after each writing cell */
  gboolean least_block; /* blocks below the target's alignment grow to it, instead of being not supported */
  DsCurve curve;
} DsStage;

typedef struct {
  const char *id;
  const char *title;       /* N_() */
  const char *description; /* N_(): one sentence */
  DsView view;
  const DsOption *options; /* ends with a NULL id */
  const DsPreset *presets; /* ends with a set[0][0] of NULL; (nullable). A later one that matches wins. */
  const DsSuggestion *suggestions; /* ends with a NULL drive_kind; (nullable) */
  const char *test_size; /* of the file that is prepared: "$size" */
  const char *data;      /* a list: all stages are run for each of them in turn, the preparation included */
  const char *durable;   /* a list: likewise, but the file is not prepared again */
  const char *minutes;   /* the measuring stages are repeated until so many minutes have passed; 0 or NULL: once */
  const DsStage *stages; /* ends with a NULL id */
} DsSuite;

const DsSuite *const *ds_suites_list (void); /* ends with NULL */
const DsSuite *ds_suites_find (const char *id); /* (nullable) */
const DsOption *ds_suite_find_option (const DsSuite *self, const char *id); /* (nullable) */
const char *ds_view_get_id (DsView view);

/* A row: "RND4K Q32T1" */
typedef struct {
  DsAccess access;
  guint64 block_size;
  guint queue_depth;
  guint threads;
} DsRow;

gboolean ds_row_parse (const char *text, DsRow *row); /* within the engine's limits: 512 B to 64 MiB, Q 1-512, T 1-64 */
char *ds_row_format (const DsRow *row);               /* (transfer full) */
/* A list with braces expanded; NULL and a sentence in error where a part is none. (transfer full) (element-type DsRow) */
GArray *ds_rows_parse (const char *text, GError **error);

G_END_DECLS
