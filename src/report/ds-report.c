/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <glib/gi18n.h>
#include <math.h>

/* clang-format off */
G_DEFINE_QUARK (ds-report-error-quark, ds_report_error)
/* clang-format on */
G_DEFINE_BOXED_TYPE (DsReport, ds_report, ds_report_ref, ds_report_unref)

DsTargetDrive *
ds_target_drive_new (void)
{
  return g_new0 (DsTargetDrive, 1);
}

static void
free_target_drive_cb (gpointer data)
{
  DsTargetDrive *drive = data;

  g_free (drive->name);
  g_free (drive->model);
  g_free (drive->serial);
  g_free (drive->firmware);
  g_free (drive->kind);
  g_free (drive->link);
  g_free (drive->link_max);
  g_free (drive->scheduler);
  g_free (drive->write_cache);
  g_free (drive->drive_write_cache);
  g_free (drive);
}

static void
free_cell_cb (gpointer data)
{
  ds_cell_free (data);
}

DsSeries *
ds_series_new (const char *name, const char *unit_x, const char *unit_y)
{
  DsSeries *self = g_new0 (DsSeries, 1);

  self->name = g_strdup (name);
  self->unit_x = g_strdup (unit_x);
  self->unit_y = g_strdup (unit_y);
  self->x = g_array_new (FALSE, FALSE, sizeof (double));
  self->y = g_array_new (FALSE, FALSE, sizeof (double));
  return self;
}

void
ds_series_add_point (DsSeries *self, double x, double y)
{
  g_array_append_val (self->x, x);
  g_array_append_val (self->y, y);
}

static void
free_series_cb (gpointer data)
{
  DsSeries *series = data;

  g_free (series->name);
  g_free (series->unit_x);
  g_free (series->unit_y);
  g_array_unref (series->x);
  g_array_unref (series->y);
  g_free (series);
}

static void
free_finding_cb (gpointer data)
{
  DsFinding *finding = data;

  g_free (finding->id);
  g_free (finding->text);
  g_free (finding->advice);
  g_array_unref (finding->cells);
  g_free (finding);
}

DsReport *
ds_report_new (const char *suite)
{
  DsReport *self = g_atomic_rc_box_new0 (DsReport);

  self->suite = g_strdup (suite);
  self->view = g_strdup ("tiles");
  self->comment = g_strdup ("");
  self->seconds = NAN;
  self->options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->target.drives = g_ptr_array_new_with_free_func (free_target_drive_cb);
  self->system.program = g_strdup_printf ("Drivescope %s", DS_VERSION);
  self->cells = g_ptr_array_new_with_free_func (free_cell_cb);
  self->series = g_ptr_array_new_with_free_func (free_series_cb);
  self->findings = g_ptr_array_new_with_free_func (free_finding_cb);
  self->state = DS_STATE_RUNNING;
  return self;
}

DsReport *
ds_report_ref (DsReport *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_report_cb (gpointer data)
{
  DsReport *self = data;

  g_free (self->suite);
  g_free (self->view);
  g_free (self->title);
  g_free (self->comment);
  g_strfreev (self->tags);
  g_free (self->started);
  g_hash_table_unref (self->options);
  g_free (self->engine);
  g_free (self->engine_reason);
  g_free (self->target.path);
  g_free (self->target.fs_type);
  g_free (self->target.fs_options);
  g_free (self->target.mount_point);
  g_free (self->target.stack);
  g_ptr_array_unref (self->target.drives);
  g_free (self->system.program);
  g_free (self->system.cpu);
  g_free (self->system.kernel);
  g_free (self->system.distribution);
  g_free (self->system.architecture);
  g_free (self->system.governor);
  g_ptr_array_unref (self->cells);
  g_ptr_array_unref (self->series);
  g_ptr_array_unref (self->findings);
  g_free (self->error);
}

void
ds_report_unref (DsReport *self)
{
  g_atomic_rc_box_release_full (self, clear_report_cb);
}

DsFinding *
ds_report_add_finding (DsReport *self, const char *id, DsSeverity severity, const char *text, const char *advice)
{
  DsFinding *finding = g_new0 (DsFinding, 1);

  finding->id = g_strdup (id);
  finding->severity = severity;
  finding->text = g_strdup (text);
  finding->advice = g_strdup (advice);
  finding->cells = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->findings, finding);
  return finding;
}

void
ds_finding_add_cell (DsFinding *self, guint index)
{
  for (guint i = 0; i < self->cells->len; i++)
    if (g_array_index (self->cells, guint, i) == index)
      return;
  g_array_append_val (self->cells, index);
}

DsCell *
ds_report_find_cell (DsReport *self, const char *label, DsOp op)
{
  for (guint i = 0; i < self->cells->len; i++) {
    DsCell *cell = g_ptr_array_index (self->cells, i);

    if (cell->op == op && g_strcmp0 (cell->label, label) == 0)
      return cell;
  }
  return NULL;
}

const char *
ds_report_get_option (DsReport *self, const char *id)
{
  return g_hash_table_lookup (self->options, id);
}

void
ds_report_set_option (DsReport *self, const char *id, const char *value)
{
  g_hash_table_insert (self->options, g_strdup (id), g_strdup (value));
}

/* "Samsung SSD 990 PRO 2TB", "2 × Samsung SSD 990 PRO 2TB" or "A + B"; NULL where a drive names no model */
static char *
dup_models (DsReport *self)
{
  g_autoptr (GPtrArray) models = g_ptr_array_new ();
  gboolean alike = TRUE;

  for (guint i = 0; i < self->target.drives->len; i++) {
    const DsTargetDrive *drive = g_ptr_array_index (self->target.drives, i);

    if (drive->model == NULL || *drive->model == '\0')
      return NULL;
    alike = alike && (i == 0 || g_str_equal (drive->model, g_ptr_array_index (models, 0)));
    g_ptr_array_add (models, drive->model);
  }
  if (models->len == 0)
    return NULL;
  if (models->len == 1)
    return g_strdup (g_ptr_array_index (models, 0));
  if (alike)
    return g_strdup_printf ("%u × %s", models->len, (const char *) g_ptr_array_index (models, 0));
  g_ptr_array_add (models, NULL);
  return g_strjoinv (" + ", (char **) models->pdata);
}

char *
ds_report_dup_target_title (DsReport *self)
{
  char *models = dup_models (self);

  if (models != NULL)
    return models;
  if (self->target.fs_type != NULL && self->target.path != NULL)
    /* Translators: a file system and a folder: "ext4 at /home". */
    return g_strdup_printf (_ ("%s at %s"), self->target.fs_type, self->target.path);
  if (self->target.path != NULL)
    return g_strdup (self->target.path);
  return g_strdup (_ ("Unknown target"));
}
