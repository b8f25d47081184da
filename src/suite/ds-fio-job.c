/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-fio-job.h"

#include <math.h>

#include "ds-plan.h"
#include "ds-units.h"

/* Where a result does not say how long a run took */
#define USUAL_SECONDS 5
/* From here on huge pages make a difference */
#define LARGE_BLOCK (128 * DS_KIB)

static void
append_size (GString *text, const char *key, guint64 bytes)
{
  static const struct {
    guint64 size;
    char letter;
  } units[] = { { DS_GIB, 'g' }, { DS_MIB, 'm' }, { DS_KIB, 'k' } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (bytes > 0 && bytes % units[i].size == 0) {
      g_string_append_printf (text, "%s=%" G_GUINT64_FORMAT "%c\n", key, bytes / units[i].size, units[i].letter);
      return;
    }
  g_string_append_printf (text, "%s=%" G_GUINT64_FORMAT "\n", key, bytes);
}

static void
append_head (GString *text, const char *what, guint64 test_size, gboolean direct, gboolean shared, gboolean large)
{
  g_string_append_printf (
      text,
      "; Drivescope " DS_VERSION ": %s\n"
      ";\n"
      "; Run it with a test file on the drive that is to be measured; what is in that file is lost:\n"
      ";\n"
      ";   DS_FILE=/path/to/file fio --output-format=json this.fio\n"
      ";\n",
      what);
  if (test_size == 0 || test_size == G_MAXUINT64)
    g_string_append (text, "; The size of the file is given likewise, as in DS_SIZE=1g.\n;\n");
  if (shared)
    g_string_append (text,
                     "; Threads that read or write in sequence share one position in Drivescope. In fio each has\n"
                     "; its own, so that they go through the same blocks.\n"
                     ";\n");
  if (large)
    g_string_append (
        text,
        "; Large buffers lie on huge pages in Drivescope, in fio only with iomem=mmaphuge and pages that are\n"
        "; reserved for it. A disk that takes few pieces a request is faster with them.\n"
        ";\n");
  g_string_append (text, "; Read bw_bytes, and lat_ns, not clat_ns.\n\n"
                         "[global]\n"
                         "filename=${DS_FILE}\n");
  if (test_size == 0 || test_size == G_MAXUINT64)
    g_string_append (text, "size=${DS_SIZE}\n");
  else
    append_size (text, "size", test_size);
  g_string_append_printf (text,
                          "ioengine=io_uring\n"
                          "registerfiles=1\n"
                          "fixedbufs=1\n"
                          "direct=%d\n"
                          "thread=1\n"
                          "norandommap=1\n"
                          "randrepeat=0\n"
                          "group_reporting=1\n"
                          "lat_percentiles=1\n",
                          direct ? 1 : 0);
}

/* An unwritten file is not read from the drive. */
static void
append_preparation (GString *text, guint data)
{
  g_string_append (text, "\n[prepare]\n"
                         "rw=write\n"
                         "bs=1m\n"
                         "iodepth=8\n"
                         "end_fsync=1\n");
  if (data == 0)
    g_string_append (text, "zero_buffers=1\n");
}

static void
append_seconds (GString *text, const char *key, double seconds)
{
  g_string_append_printf (text, "%s=%" G_GUINT64_FORMAT "ms\n", key, (guint64) llround (seconds * 1000));
}

static void
append_data (GString *text, guint data)
{
  /* fio writes a new stamp into each block of incompressible data by itself, as the program does. */
  if (data >= 100)
    return;
  if (data == 0)
    g_string_append (text, "zero_buffers=1\n");
  else
    g_string_append_printf (text,
                            "refill_buffers=1\n"
                            "buffer_compress_percentage=%u\n"
                            "buffer_compress_chunk=4096\n",
                            100 - data);
}

static void
append_section (GString *text, const char *label, const DsJob *job, double warm_up)
{
  const char *way = job->read_percent == 100 ? "read" : job->read_percent == 0 ? "write" : "rw";
  g_autofree char *name = g_strdup (label);

  g_string_append_printf (text, "\n[%s %s]\nstonewall\nrw=%s%s\n", g_strdelimit (name, "[]\n\r", ' '),
                          job->read_percent > 0 && job->read_percent < 100 ? "mix" : way,
                          job->access == DS_ACCESS_RANDOM ? "rand" : "", way);
  if (job->read_percent > 0 && job->read_percent < 100)
    g_string_append_printf (text, "rwmixread=%u\n", job->read_percent);
  append_size (text, "bs", job->block_size);
  g_string_append_printf (text, "iodepth=%u\nnumjobs=%u\n", job->queue_depth, job->threads);
  if (job->span_offset > 0)
    append_size (text, "offset", job->span_offset);
  if (job->span_length > 0)
    append_size (text, "size", job->span_length);
  if (job->seconds > 0) {
    g_string_append (text, "time_based=1\n");
    append_seconds (text, "runtime", job->seconds);
    if (warm_up + job->ramp_seconds > 0)
      append_seconds (text, "ramp_time", warm_up + job->ramp_seconds);
  } else if (job->bytes > 0 && job->bytes != G_MAXUINT64) {
    append_size (text, "io_size", job->bytes / job->threads);
  }
  if (job->read_percent < 100) {
    append_data (text, job->data_percent);
    if (job->durability == DS_DURABILITY_DSYNC)
      g_string_append (text, "sync=dsync\n");
    else if (job->durability == DS_DURABILITY_FLUSH)
      g_string_append (text, "fdatasync=1\n");
  }
}

static gboolean
shares_position (const DsJob *job)
{
  return job->access == DS_ACCESS_SEQUENTIAL && job->threads > 1;
}

/* --- From a plan --------------------------------------------------------------------------------------------- */

static char *
format_plan (DsPlan *plan, gboolean direct)
{
  GString *text = g_string_new (NULL);
  gboolean shared = FALSE;
  guint data = 100;
  gboolean prepares = FALSE;
  gboolean large = FALSE;

  for (guint i = 0; i < plan->steps->len; i++) {
    const DsStep *step = &g_array_index (plan->steps, DsStep, i);

    shared = shared || (step->kind == DS_STEP_CELL && shares_position (&step->job));
    large = large || (step->kind == DS_STEP_CELL && step->job.block_size >= LARGE_BLOCK);
    if (step->kind == DS_STEP_PREPARE && !prepares)
      data = step->job.data_percent;
    prepares = prepares || step->kind == DS_STEP_PREPARE;
  }
  append_head (text, plan->suite->id, plan->test_size, direct, shared, large);
  if (prepares)
    append_preparation (text, data);
  for (guint i = 0; i < plan->steps->len; i++) {
    const DsStep *step = &g_array_index (plan->steps, DsStep, i);
    const DsCell *cell = step->kind == DS_STEP_CELL ? g_ptr_array_index (plan->cells, step->cell) : NULL;

    if (cell != NULL)
      append_section (text, cell->label, &step->job, step->warm_up_runs > 0 ? step->job.seconds : 0);
  }
  return g_string_free (text, FALSE);
}

char *
ds_fio_job_new_for_options (DsOptions *options, const char *only_row, GError **error)
{
  g_autoptr (DsPlan) plan = ds_plan_new (options, only_row, error);

  return plan != NULL ? format_plan (plan, g_strcmp0 (ds_options_get (options, "direct"), "off") != 0) : NULL;
}

/* --- From a result ------------------------------------------------------------------------------------------- */

/* The options that a result was measured with; NULL where this version has no such suite or it is from elsewhere
 */
static DsOptions *
restore_options (DsReport *report)
{
  const DsSuite *suite = ds_suites_find (report->suite);
  DsOptions *options;

  if (suite == NULL || ds_report_get_option (report, DS_REPORT_IMPORTED) != NULL)
    return NULL;
  options = ds_options_new (suite);
  for (const DsOption *option = suite->options; option->id != NULL; option++) {
    const char *value = ds_report_get_option (report, option->id);

    /* What this version does not take any more is its default. */
    if (value != NULL)
      ds_options_set (options, option->id, value, NULL);
  }
  return options;
}

static void
make_job (DsReport *report, const DsCell *cell, DsJob *job)
{
  const char *seconds = ds_report_get_option (report, "seconds");

  *job = (DsJob){
    .access = g_strcmp0 (cell->pattern, "sequential") == 0 ? DS_ACCESS_SEQUENTIAL : DS_ACCESS_RANDOM,
    .block_size = cell->block_size > 0 ? cell->block_size : 4096,
    .queue_depth = CLAMP (cell->queue_depth, 1, DS_JOB_MAX_QUEUE_DEPTH),
    .threads = CLAMP (cell->threads, 1, DS_JOB_MAX_THREADS),
    .read_percent = cell->op == DS_OP_READ    ? 100
                    : cell->op == DS_OP_WRITE ? 0
                                              : cell->read_percent,
    .durability = g_strcmp0 (cell->durable, "dsync") == 0   ? DS_DURABILITY_DSYNC
                  : g_strcmp0 (cell->durable, "flush") == 0 ? DS_DURABILITY_FLUSH
                                                            : DS_DURABILITY_OFF,
    .data_percent = cell->data,
    .seconds = seconds != NULL ? g_ascii_strtod (seconds, NULL) : USUAL_SECONDS,
  };
  if (!(job->seconds > 0 && job->seconds < 1e6))
    job->seconds = USUAL_SECONDS;
}

static char *
format_cells (DsReport *report, const char *only_row)
{
  GString *text = g_string_new (NULL);
  gboolean shared = FALSE;
  gboolean large = FALSE;
  const DsCell *first = NULL;

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    if (only_row != NULL && g_strcmp0 (only_row, cell->label) != 0)
      continue;
    first = first != NULL ? first : cell;
    shared = shared || (g_strcmp0 (cell->pattern, "sequential") == 0 && cell->threads > 1);
    large = large || cell->block_size >= LARGE_BLOCK;
  }
  append_head (text, report->suite, report->target.test_size, first == NULL || first->direct, shared, large);
  append_preparation (text, first != NULL ? first->data : 100);
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);
    DsJob job;

    if (only_row != NULL && g_strcmp0 (only_row, cell->label) != 0)
      continue;
    make_job (report, cell, &job);
    append_section (text, cell->label, &job, job.seconds);
  }
  return g_string_free (text, FALSE);
}

char *
ds_fio_job_new_for_report (DsReport *report, const char *only_row)
{
  g_autoptr (DsOptions) options = restore_options (report);
  char *text = options != NULL ? ds_fio_job_new_for_options (options, only_row, NULL) : NULL;

  return text != NULL ? text : format_cells (report, only_row);
}
