/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-figures-only.h"

#include <math.h>
#include <string.h>

#include "ds-format.h"

/* Beyond any drive; keeps the arithmetic of strangers' numbers in range. */
#define MOST_MB_S 1e9

char *
ds_figures_dup_label (gboolean random, guint64 block_size, guint queue_depth, guint threads)
{
  g_autofree char *size = ds_format_size_short (block_size);

  return g_strdup_printf ("%s%s Q%uT%u", random ? "RND" : "SEQ", size, queue_depth, threads);
}

static gboolean
parse_count (const char **at, char letter, guint *count)
{
  char *end;
  guint64 value;

  if (**at != letter || !g_ascii_isdigit ((*at)[1]))
    return FALSE;
  value = g_ascii_strtoull (*at + 1, &end, 10);
  if (value < 1 || value > 65536)
    return FALSE;
  *count = (guint) value;
  *at = end;
  return TRUE;
}

gboolean
ds_figures_parse_label (
    const char *label, gboolean *random, guint64 *block_size, guint *queue_depth, guint *threads)
{
  const char *space = strchr (label, ' ');
  g_autofree char *size = NULL;
  const char *at;

  if (space == NULL || space < label + 3 || (!g_str_has_prefix (label, "SEQ") && !g_str_has_prefix (label, "RND")))
    return FALSE;
  *random = *label == 'R';
  size = g_strndup (label + 3, (gsize) (space - label - 3));
  at = space + 1;
  return ds_parse_size (size, block_size) && parse_count (&at, 'Q', queue_depth) &&
         parse_count (&at, 'T', threads) && *at == '\0';
}

DsCell *
ds_report_add_figures (DsReport *report, const char *label, DsOp op, double mb_s, double iops, double latency_us)
{
  DsCell *cell = ds_cell_new (label, op);
  gboolean random = TRUE;
  DsRun run = {
    .flush = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
    .total.latency = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
    .cpu_seconds = NAN,
    .cpu_share = NAN,
  };

  if (ds_figures_parse_label (label, &random, &cell->block_size, &cell->queue_depth, &cell->threads)) {
    g_free (cell->pattern);
    cell->pattern = g_strdup (random ? "random" : "sequential");
  } else {
    cell->queue_depth = cell->threads = 1;
  }
  run.total.seconds = 1;
  run.total.bytes = (guint64) llround (CLAMP (mb_s, 0, MOST_MB_S) * DS_MB);
  if (isfinite (iops) && iops > 0)
    run.total.ios = (guint64) llround (MIN (iops, 1e15));
  else if (cell->block_size > 0)
    run.total.ios = run.total.bytes / cell->block_size;
  if (isfinite (latency_us) && latency_us > 0)
    run.total.latency.mean = MIN (latency_us, 1e12) * DS_NS_PER_US;
  ds_cell_add_run (cell, &run);
  cell->state = DS_CELL_DONE;
  g_ptr_array_add (report->cells, cell);
  return cell;
}
