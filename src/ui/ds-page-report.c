/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page-report.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-format.h"
#include "ds-plan.h"

DsReport *
ds_page_report_new_planned (DsOptions *options)
{
  const DsSuite *suite = ds_options_get_suite (options);
  DsReport *self = ds_report_new (suite->id);
  g_autoptr (DsPlan) plan = ds_plan_new (options, NULL, NULL);

  g_free (self->view);
  self->view = g_strdup (ds_view_get_id (suite->view));
  for (const DsOption *option = suite->options; option->id != NULL; option++)
    g_hash_table_replace (self->options, g_strdup (option->id), g_strdup (ds_options_get (options, option->id)));
  while (plan != NULL && plan->cells->len > 0)
    g_ptr_array_add (self->cells, g_ptr_array_steal_index (plan->cells, 0));
  return self;
}

gboolean
ds_page_report_same_layout (DsReport *a, DsReport *b)
{
  if (a->cells->len != b->cells->len ||
      g_strcmp0 (ds_report_get_option (a, "profile"), ds_report_get_option (b, "profile")) != 0)
    return FALSE;
  for (guint i = 0; i < a->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (a->cells, i);
    const DsCell *other = g_ptr_array_index (b->cells, i);

    if (cell->op != other->op || g_strcmp0 (cell->label, other->label) != 0)
      return FALSE;
  }
  return TRUE;
}

gboolean
ds_page_report_has_figures (DsReport *self)
{
  for (guint i = 0; i < self->cells->len; i++) {
    const DsCell *cell = g_ptr_array_index (self->cells, i);

    if (cell->shown >= 0)
      return TRUE;
  }
  return FALSE;
}

char *
ds_page_report_describe (DsReport *self, gboolean opened)
{
  g_autofree char *target = ds_report_dup_target_title (self);
  g_autofree char *date = self->started != NULL ? ds_format_date (self->started) : NULL;

  if (date == NULL)
    return g_strdup (target);
  if (opened)
    /* Translators: the drive and the date */
    return g_strdup_printf (_ ("Opened result: %1$s, %2$s"), target, date);
  return g_strdup_printf (_ ("Last result: %1$s, %2$s"), target, date);
}

/* What a person may want to change before the run, rather than read afterwards. What was chosen by hand (buffered
 * I/O) and what cannot be changed at once (a slow port) is no question. */
static gboolean
is_to_decide (const DsFinding *finding)
{
  static const char *const ids[] = { "battery", "full", "hot", "endurance", NULL };

  return finding->severity == DS_SEVERITY_INVALID || g_strv_contains (ids, finding->id);
}

char *
ds_page_report_dup_question (DsSession *session)
{
  DsReport *report = ds_session_get_report (session);
  double seconds = ds_session_get_expected_seconds (session);
  guint64 written = ds_session_get_expected_written (session);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < report->findings->len; i++) {
    const DsFinding *finding = g_ptr_array_index (report->findings, i);

    if (!is_to_decide (finding))
      continue;
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", finding->text);
    if (finding->advice != NULL)
      g_string_append_printf (text, " %s", finding->advice);
  }
  if (text->len == 0) {
    g_string_free (text, TRUE);
    return NULL;
  }
  if (!isnan (seconds) && seconds > 0) {
    g_autofree char *duration = ds_format_duration (seconds);

    g_string_append_c (text, '\n');
    g_string_append_c (text, '\n');
    g_string_append_printf (text, _ ("The run takes about %s."), duration);
  }
  if (written > 0 && written < G_MAXUINT64) {
    g_autofree char *bytes = ds_format_capacity (written);

    g_string_append_c (text, ' ');
    g_string_append_printf (text, _ ("It writes at most %s."), bytes);
  }
  return g_string_free (text, FALSE);
}
