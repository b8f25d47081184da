/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-row.h"

#include <glib/gi18n.h>

#include "ds-format.h"
#include "ds-health-detail.h"
#include "ds-health-values.h"

struct _DsHealthRow {
  AdwActionRow parent_instance;

  DsDrive *drive;
  DsHealth *health;
  GArray *readings;
  GtkLabel *temperature, *life, *grade;
};

G_DEFINE_FINAL_TYPE (DsHealthRow, ds_health_row, ADW_TYPE_ACTION_ROW)

void
ds_health_row_set_temperature (DsHealthRow *self, int temperature)
{
  g_autofree char *text = ds_health_format_temperature (temperature);

  gtk_label_set_label (self->temperature, temperature != DS_TEMPERATURE_UNKNOWN ? text : "");
}

void
ds_health_row_set_health (DsHealthRow *self, DsHealth *health)
{
  static const char *const classes[] = { "unknown", "good", "watch", "failing" };
  g_autofree char *title = ds_drive_dup_title (self->drive);
  g_autofree char *capacity = ds_format_capacity (self->drive->capacity);
  g_autofree char *below = g_strdup_printf ("%s · %s", self->drive->name, capacity);
  DsVerdictGrade grade = health != NULL ? health->verdict->grade : DS_VERDICT_UNKNOWN;

  if (health != NULL)
    ds_health_ref (health);
  g_clear_pointer (&self->health, ds_health_unref);
  self->health = health;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), below);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->grade), classes[i]);
  gtk_widget_add_css_class (GTK_WIDGET (self->grade), classes[grade]);
  gtk_label_set_label (self->grade, health != NULL ? ds_verdict_grade_get_title (grade) : "…");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), health != NULL ? health->verdict->reason : NULL);
  ds_health_row_set_temperature (self, health != NULL ? health->temperature : DS_TEMPERATURE_UNKNOWN);
  gtk_label_set_label (self->life, "");
  if (health != NULL && health->life_left != DS_PERCENT_UNKNOWN) {
    g_autofree char *percent = ds_health_format_life (health);
    /* Translators: of a drive's rated endurance: "97 % left" */
    g_autofree char *life = g_strdup_printf (_ ("%s left"), percent);

    gtk_label_set_label (self->life, life);
  }
}

const DsDrive *
ds_health_row_get_drive (DsHealthRow *self)
{
  return self->drive;
}

DsHealth *
ds_health_row_get_health (DsHealthRow *self)
{
  return self->health;
}

GArray *
ds_health_row_get_readings (DsHealthRow *self)
{
  return self->readings;
}

void
ds_health_row_take_readings (DsHealthRow *self, GArray *readings)
{
  g_clear_pointer (&self->readings, g_array_unref);
  self->readings = readings;
}

static void
ds_health_row_finalize (GObject *object)
{
  DsHealthRow *self = DS_HEALTH_ROW (object);

  ds_drive_free (self->drive);
  g_clear_pointer (&self->health, ds_health_unref);
  g_clear_pointer (&self->readings, g_array_unref);
  G_OBJECT_CLASS (ds_health_row_parent_class)->finalize (object);
}

static void
ds_health_row_class_init (DsHealthRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ds_health_row_finalize;
}

static GtkLabel *
add_label (DsHealthRow *self, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), label);
  return GTK_LABEL (label);
}

static void
ds_health_row_init (DsHealthRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  /* One column below the other, whatever each drive tells */
  self->temperature = add_label (self, "figure");
  gtk_label_set_width_chars (self->temperature, 5);
  self->life = add_label (self, "figure");
  gtk_label_set_width_chars (self->life, 9);
  self->grade = add_label (self, "verdict");
  gtk_label_set_width_chars (self->grade, 8);
  gtk_label_set_xalign (self->grade, 0.5);
}

GtkWidget *
ds_health_row_new (const DsDrive *drive, GtkSizeGroup *grades)
{
  DsHealthRow *self = g_object_new (DS_TYPE_HEALTH_ROW, "activatable", TRUE, NULL);

  self->drive = ds_drive_copy (drive);
  gtk_size_group_add_widget (grades, GTK_WIDGET (self->grade));
  adw_action_row_add_prefix (ADW_ACTION_ROW (self),
                             gtk_image_new_from_icon_name (ds_health_detail_get_icon (drive)));
  ds_health_row_set_health (self, NULL);
  return GTK_WIDGET (self);
}
