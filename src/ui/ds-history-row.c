/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-history-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-format.h"
#include "ds-suite.h"
#include "ds-ui.h"

struct _DsHistoryRow {
  GtkBox parent_instance;

  GtkLabel *name;
  GtkLabel *facts;
  GtkLabel *note;
  GtkLabel *read;
  GtkLabel *write;
};

G_DEFINE_FINAL_TYPE (DsHistoryRow, ds_history_row, GTK_TYPE_BOX)

static void
ds_history_row_class_init (DsHistoryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-history-row.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsHistoryRow, name);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryRow, facts);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryRow, note);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryRow, read);
  gtk_widget_class_bind_template_child (widget_class, DsHistoryRow, write);
}

static void
ds_history_row_init (DsHistoryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ds_history_row_new (void)
{
  return g_object_new (DS_TYPE_HISTORY_ROW, NULL);
}

static const char *
get_state (const DsHistoryEntry *entry)
{
  if (entry->problem != NULL)
    return entry->newer ? _ ("Newer version") : _ ("Damaged");
  if (entry->imported != NULL)
    return _ ("Imported");
  return entry->state == DS_STATE_STOPPED ? _ ("Stopped") : entry->state == DS_STATE_FAILED ? _ ("Failed") : NULL;
}

/* "Benchmark · 2026-11-30 14:05 · Samsung SSD 990 PRO 2TB" */
static char *
dup_facts (const DsHistoryEntry *entry)
{
  const DsSuite *suite = ds_suites_find (entry->suite);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *date = *entry->started != '\0' ? ds_format_date (entry->started) : NULL;
  g_auto (GStrv) parts = NULL;

  if (*entry->suite != '\0')
    g_strv_builder_add (builder, suite != NULL ? _ (suite->title) : entry->suite);
  if (date != NULL)
    g_strv_builder_add (builder, date);
  if (entry->title != NULL && *entry->drive != '\0')
    g_strv_builder_add (builder, entry->drive);
  if (*entry->comment != '\0')
    g_strv_builder_add (builder, entry->comment);
  if (entry->problem != NULL)
    g_strv_builder_add (builder, entry->problem);
  parts = g_strv_builder_end (builder);
  return g_strdelimit (g_strjoinv (" · ", parts), "\n\r\t", ' ');
}

static char *
dup_note (const DsHistoryEntry *entry)
{
  const char *state = get_state (entry);
  g_autofree char *tags = g_strjoinv (" · ", entry->tags);

  if (state == NULL)
    return g_steal_pointer (&tags);
  return *tags != '\0' ? g_strdup_printf ("%s · %s", state, tags) : g_strdup (state);
}

static void
set_figure (GtkLabel *label, double mb_s)
{
  g_autofree char *figure = ds_format_figure (mb_s);

  gtk_label_set_text (label, figure);
}

void
ds_history_row_set_entry (DsHistoryRow *self, DsHistoryEntry *entry)
{
  g_autofree char *name = NULL;
  g_autofree char *facts = NULL;
  g_autofree char *note = NULL;

  g_return_if_fail (DS_IS_HISTORY_ROW (self));
  if (entry == NULL)
    return;
  name = ds_history_entry_dup_name (entry);
  facts = dup_facts (entry);
  note = dup_note (entry);
  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->facts, facts);
  gtk_label_set_text (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), *note != '\0');
  set_figure (self->read, entry->read_mb_s);
  set_figure (self->write, entry->write_mb_s);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), entry->problem);
}
