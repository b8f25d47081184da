/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-progress-line.h"

#include "ds-console.h"
#include "ds-format.h"
#include "ds-health-values.h"
#include "ds-result-text.h"

#include <glib/gi18n.h>

#include <math.h>
#include <unistd.h>

/* Redrawing more often than this only costs the machine that is being measured. */
#define LEAST_INTERVAL_US (G_USEC_PER_SEC / 5)

struct _DsProgressLine {
  GObject parent_instance;

  DsSession *session;
  gboolean shown;
  gint64 last_us;
};

G_DEFINE_FINAL_TYPE (DsProgressLine, ds_progress_line, G_TYPE_OBJECT)

static char *
dup_what (const DsProgress *progress, const DsCell *cell)
{
  g_autofree char *title = NULL;

  if (cell == NULL)
    return g_strdup (progress->phase);
  title = ds_result_text_dup_cell_title (cell);
  if (progress->run == 0)
    return g_strdup_printf (_ ("%s, warm-up"), title);
  return g_strdup_printf (_ ("%s, run %u of %u"), title, progress->run, progress->runs);
}

char *
ds_progress_line_format (const DsProgress *progress, DsReport *report, guint columns)
{
  /* In the order they are shown; the last are left out first. */
  char *parts[6] = { NULL };
  guint count = 0;
  const DsCell *cell = progress->cell >= 0 && (guint) progress->cell < report->cells->len
                           ? g_ptr_array_index (report->cells, progress->cell)
                           : NULL;
  char *line = NULL;

  parts[count++] = g_strdup_printf ("%3.0f %%", floor (progress->fraction * 100));
  parts[count++] = dup_what (progress, cell);
  if (cell != NULL && cell->live_mb_s > 0) {
    g_autofree char *figure = ds_format_figure (cell->live_mb_s);

    parts[count++] = g_strdup_printf ("%s MB/s", figure);
  }
  if (isfinite (progress->seconds_left)) {
    g_autofree char *left = ds_format_duration (progress->seconds_left);

    parts[count++] = g_strdup_printf (_ ("%s left"), left);
  }
  if (progress->temperatures != NULL && progress->temperatures->count > 0)
    parts[count++] = ds_health_format_temperature (progress->temperatures->current);
  if (progress->bytes_written > 0) {
    g_autofree char *written = ds_format_capacity (progress->bytes_written);

    parts[count++] = g_strdup_printf (_ ("%s written"), written);
  }

  /* The first two stay, cut if need be: a percentage alone says too little. */
  for (guint kept = count; kept > 1; kept--) {
    GString *joined = g_string_new (NULL);

    for (guint i = 0; i < kept; i++)
      g_string_append_printf (joined, "%s%s", i == 0 ? "" : i == 1 ? "  " : " · ", parts[i]);
    g_free (line);
    line = g_string_free (joined, FALSE);
    if (ds_console_measure (line) <= columns)
      break;
  }
  for (guint i = 0; i < count; i++)
    g_free (parts[i]);
  if (ds_console_measure (line) > columns) {
    char *cut = ds_console_ellipsize (line, columns);

    g_free (line);
    line = cut;
  }
  return line;
}

static void
progress_cb (DsSession *session, gpointer data)
{
  DsProgressLine *self = data;
  gint64 now = g_get_monotonic_time ();
  guint columns = ds_console_get_width (STDERR_FILENO);
  g_autofree char *line = NULL;
  g_autofree char *text = NULL;

  if (self->shown && now - self->last_us < LEAST_INTERVAL_US)
    return;
  self->last_us = now;
  self->shown = TRUE;
  /* The last column stays free: some terminals wrap as soon as it is written. */
  line = ds_progress_line_format (ds_session_get_progress (session), ds_session_get_report (session),
                                  MAX (columns, 2) - 1);
  text = g_strdup_printf ("\r%s\033[K", line);
  ds_console_write_error (text);
}

void
ds_progress_line_clear (DsProgressLine *self)
{
  if (self->shown)
    ds_console_write_error ("\r\033[K");
  self->shown = FALSE;
}

static void
ds_progress_line_finalize (GObject *object)
{
  DsProgressLine *self = DS_PROGRESS_LINE (object);

  ds_progress_line_clear (self);
  g_object_unref (self->session);
  G_OBJECT_CLASS (ds_progress_line_parent_class)->finalize (object);
}

static void
ds_progress_line_class_init (DsProgressLineClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ds_progress_line_finalize;
}

static void
ds_progress_line_init (DsProgressLine *self)
{
}

DsProgressLine *
ds_progress_line_new (DsSession *session)
{
  DsProgressLine *self = g_object_new (DS_TYPE_PROGRESS_LINE, NULL);

  self->session = g_object_ref (session);
  if (ds_console_is_terminal (STDERR_FILENO))
    g_signal_connect_object (session, "progress", G_CALLBACK (progress_cb), self, 0);
  return self;
}
