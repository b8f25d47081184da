/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-format.h"
#include "ds-privacy.h"

#define N_OPS 3

typedef struct {
  DsReportTable *table;
  DsReport *report;
  DsExportFlags flags;
  gboolean measured[N_OPS]; /* by DsOp: columns that there are */
} Builder;

static void
add_fact (Builder *self, const char *name, const char *value)
{
  g_autofree char *shown = ds_privacy_dup_text (self->report, self->flags, value);

  if (shown != NULL && *shown != '\0')
    g_ptr_array_add (self->table->facts, g_strdupv ((char *[]){ (char *) name, shown, NULL }));
}

static void
take_fact (Builder *self, const char *name, char *value)
{
  g_autofree char *taken = value;

  add_fact (self, name, taken);
}

static void
add_drive_facts (Builder *self)
{
  for (guint i = 0; i < self->report->target.drives->len; i++) {
    const DsTargetDrive *drive = g_ptr_array_index (self->report->target.drives, i);

    if (drive->capacity > 0)
      take_fact (self, _ ("Capacity"), ds_format_capacity (drive->capacity));
    add_fact (self, _ ("Firmware"), drive->firmware);
    add_fact (self, _ ("Connection"), drive->link);
    if ((self->flags & DS_EXPORT_SERIALS) != 0)
      add_fact (self, _ ("Serial number"), drive->serial);
  }
}

static void
add_facts (Builder *self)
{
  DsReport *report = self->report;
  const char *imported = ds_report_get_option (report, DS_REPORT_IMPORTED);

  add_drive_facts (self);
  add_fact (self, _ ("File system"), report->target.fs_type);
  if (report->target.test_size > 0)
    take_fact (self, _ ("Test size"), ds_format_size (report->target.test_size));
  if (report->started != NULL)
    take_fact (self, _ ("Date"), ds_format_date (report->started));
  if (report->system.cpu != NULL || report->system.kernel != NULL || report->system.distribution != NULL) {
    g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
    const char *const known[] = { report->system.cpu, report->system.distribution, report->system.kernel };
    g_auto (GStrv) list = NULL;

    for (guint i = 0; i < G_N_ELEMENTS (known); i++)
      if (known[i] != NULL && *known[i] != '\0')
        g_strv_builder_add (parts, known[i]);
    list = g_strv_builder_end (parts);
    take_fact (self, _ ("System"), g_strjoinv (" · ", list));
  }
  add_fact (self, _ ("Program"), imported != NULL ? imported : report->system.program);
}

static void
add_head (Builder *self)
{
  const char *titles[] = { _ ("Read, MB/s"), _ ("Write, MB/s"), _ ("Mix, MB/s") };
  const char *iops[] = { _ ("Read, IOPS"), _ ("Write, IOPS"), _ ("Mix, IOPS") };
  g_autoptr (GStrvBuilder) head = g_strv_builder_new ();

  g_strv_builder_add (head, _ ("Test"));
  for (guint op = 0; op < N_OPS; op++)
    if (self->measured[op]) {
      g_strv_builder_add (head, titles[op]);
      g_strv_builder_add (head, iops[op]);
    }
  self->table->head = g_strv_builder_end (head);
}

static const DsCell *
find_cell (DsReport *report, const char *label, DsOp op, guint occurrence)
{
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    if (cell->op == op && g_strcmp0 (cell->label, label) == 0 && occurrence-- == 0)
      return cell;
  }
  return NULL;
}

static void
add_row (Builder *self, const char *label, guint occurrence)
{
  g_autoptr (GStrvBuilder) row = g_strv_builder_new ();
  gboolean worthless = FALSE;

  g_strv_builder_add (row, label);
  g_array_append_val (self->table->worthless, worthless);
  for (guint op = 0; op < N_OPS; op++) {
    const DsCell *cell = find_cell (self->report, label, (DsOp) op, occurrence);
    g_autofree char *rate = NULL;
    g_autofree char *iops = NULL;

    if (!self->measured[op])
      continue;
    rate = ds_format_figure (cell != NULL ? ds_cell_get_mb_s (cell) : NAN);
    iops = ds_format_number (cell != NULL ? round (ds_cell_get_iops (cell)) : NAN, 0);
    worthless = cell != NULL && cell->invalid != NULL;
    g_strv_builder_add (row, rate);
    g_strv_builder_add (row, iops);
    g_array_append_val (self->table->worthless, worthless);
    g_array_append_val (self->table->worthless, worthless);
  }
  g_ptr_array_add (self->table->rows, g_strv_builder_end (row));
}

/* A row for each label, in the order of its first cell; one that stands there more than once, as for several kinds
 * of data, has as many rows. */
static void
add_rows (Builder *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (self->report->cells, i);
    const char *label = cell->label != NULL ? cell->label : "";
    guint occurrence = 0;
    g_autofree char *key = NULL;

    for (guint k = 0; k < i; k++) {
      const DsCell *other = g_ptr_array_index (self->report->cells, k);

      occurrence += other->op == cell->op && g_strcmp0 (other->label, cell->label) == 0;
    }
    key = g_strdup_printf ("%u %s", occurrence, label);
    if (g_hash_table_add (seen, g_steal_pointer (&key)))
      add_row (self, label, occurrence);
  }
}

static void
add_notes (Builder *self)
{
  for (guint i = 0; i < self->report->findings->len; i++) {
    const DsFinding *finding = g_ptr_array_index (self->report->findings, i);
    char *text = ds_privacy_dup_text (self->report, self->flags, finding->text);

    if (text != NULL)
      g_ptr_array_add (self->table->notes, text);
  }
  if (self->report->error != NULL)
    g_ptr_array_add (self->table->notes, ds_privacy_dup_text (self->report, self->flags, self->report->error));
  if (self->report->comment != NULL && *self->report->comment != '\0')
    g_ptr_array_add (self->table->notes, ds_privacy_dup_text (self->report, self->flags, self->report->comment));
}

static void
strv_free_cb (gpointer strv)
{
  g_strfreev (strv);
}

DsReportTable *
ds_report_table_new (DsReport *report, DsExportFlags flags)
{
  DsReportTable *table = g_new0 (DsReportTable, 1);
  Builder self = { .table = table, .report = report, .flags = flags };
  g_autofree char *title = ds_report_dup_target_title (report);

  table->facts = g_ptr_array_new_with_free_func (strv_free_cb);
  table->rows = g_ptr_array_new_with_free_func (strv_free_cb);
  table->worthless = g_array_new (FALSE, FALSE, sizeof (gboolean));
  table->notes = g_ptr_array_new_with_free_func (g_free);
  table->title =
      ds_privacy_dup_text (report, flags, report->title != NULL && *report->title != '\0' ? report->title : title);
  for (guint i = 0; i < report->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (report->cells, i);

    self.measured[cell->op] = self.measured[cell->op] || ds_cell_get_shown (cell) != NULL;
  }
  if (report->title != NULL && *report->title != '\0')
    add_fact (&self, _ ("Drive"), title);
  add_facts (&self);
  add_head (&self);
  add_rows (&self);
  add_notes (&self);
  return table;
}

void
ds_report_table_free (DsReportTable *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_ptr_array_unref (self->facts);
  g_strfreev (self->head);
  g_ptr_array_unref (self->rows);
  g_array_unref (self->worthless);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

const char *
ds_report_table_get (const DsReportTable *self, guint row, guint column)
{
  return ((GStrv) g_ptr_array_index (self->rows, row))[column];
}

gboolean
ds_report_table_is_worthless (const DsReportTable *self, guint row, guint column)
{
  return g_array_index (self->worthless, gboolean, row * g_strv_length (self->head) + column);
}
