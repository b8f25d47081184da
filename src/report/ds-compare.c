/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-compare.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ds-format.h"
#include "ds-rank-test.h"

static void
row_free (gpointer data)
{
  DsComparedRow *row = data;

  g_free (row->label);
  g_free (row->cells);
  g_free (row);
}

static void
setting_free (gpointer data)
{
  DsSettingDifference *setting = data;

  g_free (setting->title);
  g_strfreev (setting->values);
  g_free (setting);
}

void
ds_comparison_free (DsComparison *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->reports);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->settings);
  g_free (self);
}

const DsComparedRow *
ds_comparison_get_row (const DsComparison *self, guint index)
{
  return g_ptr_array_index (self->rows, index);
}

const char *
ds_comparison_get_name (const DsComparison *self, guint index)
{
  return g_ptr_array_index (self->names, index);
}

/* --- Rows ---------------------------------------------------------------------------------------------------- */

/* How many cells before this one are called the same */
static guint
count_before (DsReport *report, guint index)
{
  const DsCell *cell = g_ptr_array_index (report->cells, index);
  guint count = 0;

  for (guint i = 0; i < index; i++) {
    const DsCell *other = g_ptr_array_index (report->cells, i);

    count += other->op == cell->op && g_strcmp0 (other->label, cell->label) == 0;
  }
  return count;
}

static DsComparedRow *
find_row (DsComparison *self, const DsCell *cell, guint occurrence)
{
  for (guint i = 0; i < self->rows->len; i++) {
    DsComparedRow *row = g_ptr_array_index (self->rows, i);

    if (row->op == cell->op && row->occurrence == occurrence && g_strcmp0 (row->label, cell->label) == 0)
      return row;
  }
  return NULL;
}

static DsComparedRow *
add_row (DsComparison *self, const DsCell *cell, guint occurrence)
{
  DsComparedRow *row = g_new0 (DsComparedRow, 1);

  row->label = g_strdup (cell->label);
  row->op = cell->op;
  row->read_percent = cell->read_percent;
  row->occurrence = occurrence;
  row->cells = g_new0 (DsComparedCell, self->n_results);
  for (guint i = 0; i < self->n_results; i++)
    row->cells[i].mb_s = row->cells[i].percent = row->cells[i].p = NAN;
  g_ptr_array_add (self->rows, row);
  return row;
}

static void
add_cells (DsComparison *self, guint result)
{
  DsReport *report = g_ptr_array_index (self->reports, result);

  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);
    guint occurrence = count_before (report, i);
    DsComparedRow *row;

    if (ds_cell_get_shown (cell) == NULL)
      continue;
    row = find_row (self, cell, occurrence);
    if (row == NULL)
      row = add_row (self, cell, occurrence);
    row->cells[result].cell = cell;
    row->cells[result].mb_s = ds_cell_get_median_mb_s (cell);
  }
}

/* --- Differences --------------------------------------------------------------------------------------------- */

/* (element-type double): of every run that measured something */
static GArray *
list_speeds (const DsCell *cell)
{
  GArray *speeds = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < cell->runs->len; i++) {
    double speed = ds_figures_get_mb_s (&g_array_index (cell->runs, DsRun, i).total);

    if (isfinite (speed))
      g_array_append_val (speeds, speed);
  }
  return speeds;
}

static void
get_range (const GArray *speeds, double *least, double *greatest)
{
  *least = INFINITY;
  *greatest = -INFINITY;
  for (guint i = 0; i < speeds->len; i++) {
    *least = MIN (*least, g_array_index (speeds, double, i));
    *greatest = MAX (*greatest, g_array_index (speeds, double, i));
  }
}

static gboolean
overlap (const GArray *a, const GArray *b)
{
  double least_a, greatest_a, least_b, greatest_b;

  get_range (a, &least_a, &greatest_a);
  get_range (b, &least_b, &greatest_b);
  return least_a <= greatest_b && least_b <= greatest_a;
}

static void
judge (DsComparedCell *compared, const DsComparedCell *first)
{
  g_autoptr (GArray) speeds = NULL;
  g_autoptr (GArray) others = NULL;
  gboolean counts;

  if (compared->cell == NULL || first->cell == NULL || !(first->mb_s > 0) || isnan (compared->mb_s))
    return;
  compared->percent = 100 * (compared->mb_s / first->mb_s - 1);
  /* A worthless number is neither faster nor slower than anything. */
  if (compared->cell->invalid != NULL || first->cell->invalid != NULL)
    return;
  speeds = list_speeds (compared->cell);
  others = list_speeds (first->cell);
  if (MAX (speeds->len, others->len) < 2 || MIN (speeds->len, others->len) < 1)
    return;
  if (MIN (speeds->len, others->len) >= DS_COMPARE_RANK_RUNS) {
    compared->evidence = DS_EVIDENCE_RANKS;
    compared->p =
        ds_rank_test ((const double *) speeds->data, speeds->len, (const double *) others->data, others->len);
    counts = compared->p < DS_COMPARE_P;
  } else {
    compared->evidence = DS_EVIDENCE_RANGES;
    counts = !overlap (speeds, others);
  }
  if (!counts || compared->mb_s == first->mb_s)
    compared->difference = DS_DIFFERENCE_NONE;
  else
    compared->difference = compared->mb_s > first->mb_s ? DS_DIFFERENCE_FASTER : DS_DIFFERENCE_SLOWER;
}

/* --- Settings ------------------------------------------------------------------------------------------------ */

static const DsCell *
first_measured (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++)
    if (ds_cell_get_shown (g_ptr_array_index (report->cells, i)) != NULL)
      return g_ptr_array_index (report->cells, i);
  return NULL;
}

/* Each gives what a person reads, (transfer full) (nullable). */

static char *
dup_suite (DsReport *report)
{
  return g_strdup (report->suite);
}

static char *
dup_test_size (DsReport *report)
{
  return report->target.test_size > 0 ? ds_format_size (report->target.test_size) : NULL;
}

static char *
dup_seconds (DsReport *report)
{
  const char *seconds = ds_report_get_option (report, "seconds");

  return seconds != NULL ? ds_format_number (g_ascii_strtod (seconds, NULL), strchr (seconds, '.') != NULL ? 1 : 0)
                         : NULL;
}

static char *
dup_runs (DsReport *report)
{
  const DsCell *cell = first_measured (report);

  return cell != NULL ? g_strdup_printf ("%u", cell->runs->len) : NULL;
}

static char *
dup_data (DsReport *report)
{
  const DsCell *cell = first_measured (report);

  return cell != NULL ? ds_format_percent (cell->data) : NULL;
}

static char *
dup_durable (DsReport *report)
{
  static const struct {
    const char *id;
    const char *title;
  } words[] = {
    { "off", N_ ("drive may cache writes") },
    { "dsync", N_ ("each write durable") },
    { "flush", N_ ("flush after each write") },
  };
  const DsCell *cell = first_measured (report);

  for (guint i = 0; cell != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (cell->durable, words[i].id) == 0)
      return g_strdup (_ (words[i].title));
  return NULL;
}

static char *
dup_direct (DsReport *report)
{
  const DsCell *cell = first_measured (report);

  if (cell == NULL)
    return NULL;
  return g_strdup (cell->direct ? _ ("direct I/O") : _ ("buffered I/O"));
}

static char *
dup_engine (DsReport *report)
{
  return g_strdup (report->engine);
}

static char *
dup_file_system (DsReport *report)
{
  return g_strdup (report->target.fs_type);
}

static char *
dup_kernel (DsReport *report)
{
  return g_strdup (report->system.kernel);
}

static char *
dup_program (DsReport *report)
{
  const char *imported = ds_report_get_option (report, DS_REPORT_IMPORTED);

  return g_strdup (imported != NULL ? imported : report->system.program);
}

static char *
dup_firmware (DsReport *report)
{
  return report->target.drives->len > 0
             ? g_strdup (((DsTargetDrive *) g_ptr_array_index (report->target.drives, 0))->firmware)
             : NULL;
}

static char *
dup_link (DsReport *report)
{
  return report->target.drives->len > 0
             ? g_strdup (((DsTargetDrive *) g_ptr_array_index (report->target.drives, 0))->link)
             : NULL;
}

static const struct {
  const char *title;
  char *(*dup) (DsReport *report);
} settings[] = {
  { N_ ("Test"), dup_suite },
  { N_ ("Test size"), dup_test_size },
  { N_ ("Seconds a run"), dup_seconds },
  { N_ ("Runs"), dup_runs },
  { N_ ("Incompressible data"), dup_data },
  { N_ ("Durable writes"), dup_durable },
  { N_ ("Input and output"), dup_direct },
  { N_ ("Engine"), dup_engine },
  { N_ ("File system"), dup_file_system },
  { N_ ("Firmware"), dup_firmware },
  { N_ ("Connection"), dup_link },
  { N_ ("Kernel"), dup_kernel },
  { N_ ("Program"), dup_program },
};

static void
add_settings (DsComparison *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
    g_auto (GStrv) values = NULL;
    DsSettingDifference *setting;
    gboolean alike = TRUE;

    for (guint k = 0; k < self->n_results; k++) {
      g_autofree char *value = settings[i].dup (g_ptr_array_index (self->reports, k));

      g_strv_builder_add (builder, value != NULL ? value : "—");
    }
    values = g_strv_builder_end (builder);
    for (guint k = 1; k < self->n_results; k++)
      alike = alike && g_str_equal (values[k], values[0]);
    if (alike)
      continue;
    setting = g_new0 (DsSettingDifference, 1);
    setting->title = g_strdup (_ (settings[i].title));
    setting->values = g_steal_pointer (&values);
    g_ptr_array_add (self->settings, setting);
  }
}

/* --- Names --------------------------------------------------------------------------------------------------- */

static gboolean
is_taken (DsComparison *self, const char *name)
{
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      return TRUE;
  return FALSE;
}

/* Its title or drive; then with its date, then with a number, until no other is called so */
static void
add_name (DsComparison *self, DsReport *report)
{
  char *name = report->title != NULL && *report->title != '\0' ? g_strdup (report->title)
                                                               : ds_report_dup_target_title (report);

  if (is_taken (self, name) && report->started != NULL) {
    g_autofree char *plain = name;
    g_autofree char *date = ds_format_date (report->started);

    name = g_strdup_printf ("%s · %s", plain, date);
  }
  if (is_taken (self, name)) {
    g_autofree char *plain = name;

    name = g_strdup_printf ("%s (%u)", plain, self->names->len + 1);
  }
  g_ptr_array_add (self->names, name);
}

/* --- Comparison ---------------------------------------------------------------------------------------------- */

static gpointer
ref_report_cb (gconstpointer report, gpointer user_data)
{
  return ds_report_ref ((DsReport *) report);
}

DsComparison *
ds_comparison_new (GPtrArray *reports)
{
  DsComparison *self = g_new0 (DsComparison, 1);

  self->n_results = reports->len;
  self->reports = g_ptr_array_copy (reports, ref_report_cb, NULL);
  g_ptr_array_set_free_func (self->reports, (GDestroyNotify) ds_report_unref);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->settings = g_ptr_array_new_with_free_func (setting_free);
  for (guint i = 0; i < self->n_results; i++) {
    add_name (self, g_ptr_array_index (self->reports, i));
    add_cells (self, i);
  }
  for (guint i = 0; i < self->rows->len; i++) {
    DsComparedRow *row = g_ptr_array_index (self->rows, i);

    for (guint k = 1; k < self->n_results; k++)
      judge (&row->cells[k], &row->cells[0]);
  }
  add_settings (self);
  return self;
}

char *
ds_compared_cell_dup_text (const DsComparedCell *self)
{
  g_autofree char *number = NULL;
  g_autofree char *percent = NULL;

  if (isnan (self->percent))
    return g_strdup ("");
  if (self->difference == DS_DIFFERENCE_NONE)
    return g_strdup (_ ("no difference seen"));
  number = ds_format_percent (self->percent);
  percent = self->percent > 0 ? g_strconcat ("+", number, NULL) : g_strdup (number);
  if (self->difference == DS_DIFFERENCE_UNKNOWN && self->cell->invalid == NULL)
    /* Translators: a difference in percent whose reliability nobody knows: "+12.3 % (spread unknown)". */
    return g_strdup_printf (_ ("%s (spread unknown)"), percent);
  return g_steal_pointer (&percent);
}

char *
ds_compared_cell_dup_evidence (const DsComparedCell *self)
{
  g_autofree char *p = NULL;

  if (isnan (self->percent))
    return NULL;
  switch (self->evidence) {
  case DS_EVIDENCE_RANKS:
    p = self->p < 0.001 ? NULL : ds_format_number (self->p, 3);
    if (p == NULL)
      return g_strdup (_ ("Rank test over the runs: p is below 0.001."));
    return self->difference == DS_DIFFERENCE_NONE
               ? g_strdup_printf (_ ("Rank test over the runs: p is %s, so chance alone may explain it."), p)
               : g_strdup_printf (_ ("Rank test over the runs: p is %s."), p);
  case DS_EVIDENCE_RANGES:
    return g_strdup (self->difference == DS_DIFFERENCE_NONE
                         ? _ ("The ranges of the runs overlap; four runs each would allow a rank test.")
                         : _ ("The ranges of the runs do not overlap; four runs each would allow a rank test."));
  case DS_EVIDENCE_NONE:
  default:
    return g_strdup (_ ("Neither has more than one run, so nobody knows how far they spread."));
  }
}

double
ds_comparison_get_mb_s_per_price (const DsComparison *self, guint index, double price)
{
  double best = NAN;

  for (guint i = 0; i < self->rows->len; i++) {
    const DsComparedRow *row = ds_comparison_get_row (self, i);
    const DsComparedCell *cell = &row->cells[index];

    if (row->op == DS_OP_READ && cell->cell != NULL && cell->cell->invalid == NULL && !(best >= cell->mb_s))
      best = cell->mb_s;
  }
  return price > 0 ? best / price : NAN;
}

double
ds_comparison_get_gb_per_price (const DsComparison *self, guint index, double price)
{
  DsReport *report = g_ptr_array_index (self->reports, index);
  double capacity = 0;

  for (guint i = 0; i < report->target.drives->len; i++)
    capacity += (double) ((DsTargetDrive *) g_ptr_array_index (report->target.drives, i))->capacity;
  return price > 0 && capacity > 0 ? capacity / DS_GB / price : NAN;
}
