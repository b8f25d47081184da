/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-run-watch.h"

#include "ds-console.h"
#include "ds-progress-line.h"

#include <glib-unix.h>
#include <glib/gi18n.h>

#include <signal.h>
#include <unistd.h>

static const int stop_signals[] = { SIGINT, SIGTERM, SIGHUP };

struct _DsRunWatch {
  DsSession *session;
  GMainLoop *loop;
  DsProgressLine *line; /* while it runs */
  GAsyncResult *result;
  gboolean interrupted;
};

static gboolean
signal_cb (gpointer data)
{
  DsRunWatch *self = data;

  if (!self->interrupted && self->line != NULL && ds_console_is_terminal (STDERR_FILENO)) {
    ds_progress_line_clear (self->line);
    ds_console_message (_ ("Stopping: what was sent to the drive is being finished."));
  }
  self->interrupted = TRUE;
  if (ds_session_get_running (self->session))
    ds_session_stop (self->session);
  else
    g_main_loop_quit (self->loop);
  return G_SOURCE_CONTINUE;
}

static void
watch_clear (gpointer data)
{
  DsRunWatch *self = data;

  g_clear_object (&self->result);
  g_main_loop_unref (self->loop);
  g_object_unref (self->session);
}

void
ds_run_watch_free (DsRunWatch *self)
{
  if (self != NULL)
    g_rc_box_release_full (self, watch_clear);
}

/* The sources stay, and with them the handlers: taking them away would give a second Ctrl+C, which arrives while
 * the program is already leaving, its power back. */
DsRunWatch *
ds_run_watch_new (DsSession *session)
{
  DsRunWatch *self = g_rc_box_new0 (DsRunWatch);

  self->session = g_object_ref (session);
  self->loop = g_main_loop_new (NULL, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (stop_signals); i++)
    g_unix_signal_add_full (G_PRIORITY_DEFAULT, stop_signals[i], signal_cb, g_rc_box_acquire (self),
                            (GDestroyNotify) ds_run_watch_free);
  return self;
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  DsRunWatch *self = data;

  self->result = g_object_ref (result);
  g_main_loop_quit (self->loop);
}

gboolean
ds_run_watch_check (DsRunWatch *self, GError **error)
{
  ds_session_check_async (self->session, NULL, finished_cb, self);
  g_main_loop_run (self->loop);
  if (self->result == NULL || self->interrupted) {
    /* A file system that hangs answers whenever it likes; nothing was begun that would have to be ended. */
    if (self->result == NULL)
      _exit (128 + SIGINT);
    return FALSE;
  }
  return ds_session_check_finish (self->session, self->result, error);
}

gboolean
ds_run_watch_run (DsRunWatch *self, GError **error)
{
  gboolean done;

  g_clear_object (&self->result);
  self->line = ds_progress_line_new (self->session);
  ds_session_run_async (self->session, NULL, finished_cb, self);
  while (self->result == NULL)
    g_main_loop_run (self->loop);
  done = ds_session_run_finish (self->session, self->result, error);
  g_clear_object (&self->line);
  return done;
}

gboolean
ds_run_watch_get_interrupted (DsRunWatch *self)
{
  return self->interrupted;
}
