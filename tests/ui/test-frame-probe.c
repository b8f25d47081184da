/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <time.h>

#include "ds-settings.h"
#include "ds-ui-test.h"

/* What the main thread costs while a drive is busy: the thread's own CPU time between two polls is one dispatch,
 * and its 99th percentile has to leave room for every frame. */

#define LIMIT_NS (16 * 1000 * 1000)

static GArray *samples; /* (element-type gint64): ns */
static gint64 since;    /* CPU time when the last poll ended; 0 while nothing is measured */

static gint64
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static int
poll_cb (GPollFD *fds, guint n, int timeout)
{
  int result;

  if (since != 0) {
    gint64 spent = cpu_time () - since;

    g_array_append_val (samples, spent);
  }
  result = g_poll (fds, n, timeout);
  if (since != 0)
    since = cpu_time ();
  return result;
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a;
  gint64 other = *(const gint64 *) b;

  return (one > other) - (one < other);
}

static gboolean
has_place_cb (gpointer window)
{
  return ds_target_chooser_get_place (ds_window_get_target_chooser (window)) != NULL;
}

static gboolean
idle_cb (gpointer page)
{
  return !ds_suite_page_get_running (page);
}

static void
test_run (gconstpointer engine)
{
  g_autoptr (DsApplication) application = NULL;
  DsWindow *window;
  gint64 p50, p99, longest;

  ds_ui_test_option ("engine", engine);
  ds_ui_test_option ("size", "16MiB");
  ds_ui_test_option ("seconds", "0.5");
  ds_ui_test_option ("pause", "0");
  ds_ui_test_option ("runs", "1");
  g_settings_set_string (ds_settings_get (), "target", ds_ui_test_get_folder ());
  application = ds_ui_test_new_application ();
  window = ds_ui_test_new_window (application, 1080, 740);
  ds_ui_test_wait (has_place_cb, window, 20);
  ds_ui_test_settle ();

  g_array_set_size (samples, 0);
  since = cpu_time ();
  g_action_group_activate_action (G_ACTION_GROUP (window), "start", NULL);
  ds_ui_test_wait (idle_cb, ds_window_get_page (window), 120);
  since = 0;

  g_array_sort (samples, compare_cb);
  /* A run of eight cells that each last a second and tell ten times */
  g_assert_cmpuint (samples->len, >=, 80);
  p50 = g_array_index (samples, gint64, samples->len / 2);
  p99 = g_array_index (samples, gint64, samples->len * 99 / 100);
  longest = g_array_index (samples, gint64, samples->len - 1);
  g_test_message ("%u dispatches: CPU time p50 %.2f ms, p99 %.2f ms, longest %.2f ms", samples->len, p50 / 1e6,
                  p99 / 1e6, longest / 1e6);
#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpint (p99, <, LIMIT_NS);
#endif
  ds_ui_test_close (application);
  ds_ui_test_no_options ();
  g_settings_reset (ds_settings_get (), "target");
}

int
main (int argc, char *argv[])
{
  int status;

  ds_ui_test_init (&argc, &argv, NULL);
  samples = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_main_context_set_poll_func (NULL, poll_cb);
  g_test_add_data_func ("/ui/frame-probe/null", "null", test_run);
  g_test_add_data_func ("/ui/frame-probe/real", "auto", test_run);
  status = g_test_run ();
  g_array_unref (samples);
  ds_ui_test_clean_up ();
  return status;
}
