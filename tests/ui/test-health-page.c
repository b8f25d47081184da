/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "ds-health-detail.h"
#include "ds-health-history.h"
#include "ds-health-row.h"
#include "ds-sample-health.h"
#include "ds-ui-test.h"

/* The page with drives that a test gives it, and with those of this machine, whatever they are */

typedef struct {
  DsApplication *application;
  DsWindow *window;
  DsHealthPage *page;
} Fixture;

static gboolean
has_place_cb (gpointer window)
{
  return ds_target_chooser_get_place (ds_window_get_target_chooser (window)) != NULL;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->application = ds_ui_test_new_application ();
  self->window = ds_ui_test_new_window (self->application, 1080, 740);
  self->page = ds_window_get_health_page (self->window);
  /* Known, the target's drive is chosen as soon as the page is shown, and not later. */
  ds_ui_test_wait (has_place_cb, self->window, 20);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ds_window_show_page (self->window, "tiles");
  ds_ui_test_close (self->application);
  g_object_unref (self->application);
}

static void
show_samples (Fixture *self)
{
  g_autoptr (GPtrArray) healths = ds_sample_healths_new ();

  ds_window_show_page (self->window, "health");
  ds_health_page_choose (self->page, "nvme0n1");
  ds_health_page_show (self->page, healths, NULL);
  ds_ui_test_settle ();
}

static gboolean
can (Fixture *self, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), action);
}

static gboolean
says (GtkWidget *root, const char *words)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_get_visible (child))
      continue;
    if (GTK_IS_LABEL (child) && strstr (gtk_label_get_label (GTK_LABEL (child)), words) != NULL)
      return TRUE;
    if (says (child, words))
      return TRUE;
  }
  return FALSE;
}

static GtkWidget *
get_detail (Fixture *self)
{
  GtkWidget *detail = ds_ui_test_find (GTK_WIDGET (self->page), DS_TYPE_HEALTH_DETAIL, NULL);

  g_assert_nonnull (detail);
  return detail;
}

static void
test_glance (Fixture *self, gconstpointer data)
{
  show_samples (self);
  g_assert_true (says (GTK_WIDGET (self->page), "KINGSTON SNV2S1000G"));
  g_assert_true (says (GTK_WIDGET (self->page), "Failing"));
  g_assert_true (says (GTK_WIDGET (self->page), "97 % left"));
  /* What was wanted before there was a list is chosen. */
  g_assert_true (says (get_detail (self), "Samsung SSD 990 PRO 2TB"));
  g_assert_true (says (get_detail (self), "The drive reports no fault"));
  g_assert_true (says (get_detail (self), "PCIe 3.0 x4, the drive can do PCIe 4.0 x4"));
  ds_health_page_choose (self->page, "nvme1n1");
  g_assert_true (says (get_detail (self), "Only 4 % of the spare is left"));
  g_assert_false (says (get_detail (self), "_Read full health"));
  ds_health_page_choose (self->page, "nvme2n1");
  g_assert_true (says (get_detail (self), "needs an administrator's permission"));
  ds_health_page_choose (self->page, "vda");
  g_assert_true (says (get_detail (self), "This is a virtual drive"));
  /* One that is not there changes nothing. */
  ds_health_page_choose (self->page, "nvme77n1");
  g_assert_true (says (get_detail (self), "This is a virtual drive"));
}

static void
test_full_button (Fixture *self, gconstpointer data)
{
  GtkWidget *button;

  show_samples (self);
  button = ds_ui_test_find (get_detail (self), GTK_TYPE_BUTTON, "Ask the drive itself");
  g_assert_nonnull (button);
  g_assert_false (gtk_widget_get_visible (button));
  ds_health_page_choose (self->page, "nvme2n1");
  g_assert_true (gtk_widget_get_visible (button));
  ds_health_page_choose (self->page, "sda");
  g_assert_false (gtk_widget_get_visible (button));
}

/* No suite is shown, so nothing can be started; what is shown can be given away. */
static void
test_actions (Fixture *self, gconstpointer data)
{
  show_samples (self);
  g_assert_null (ds_window_get_page (self->window));
  g_assert_false (can (self, "start"));
  g_assert_false (can (self, "run-row"));
  g_assert_false (can (self, "edit-rows"));
  g_assert_false (can (self, "save-csv"));
  g_assert_true (can (self, "save-png"));
  g_assert_true (can (self, "copy-text"));
  ds_window_show_page (self->window, "tiles");
  g_assert_true (can (self, "start"));
  g_assert_false (can (self, "copy-text"));
}

static void
text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_copy (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;

  show_samples (self);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.copy-text", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self->window)), NULL, text_cb, &text);
  for (guint i = 0; i < 100 && text == NULL; i++)
    ds_ui_test_settle ();
  g_assert_nonnull (text);
  g_assert_true (g_str_has_prefix (text, "Samsung SSD 990 PRO 2TB (/dev/nvme0n1)\nGood: "));
  g_assert_null (strstr (text, "S7KHNJ0W123456"));
}

static gboolean
is_drawn_cb (gpointer detail)
{
  g_autoptr (GdkTexture) texture = ds_health_detail_render (DS_HEALTH_DETAIL (detail));

  return texture != NULL;
}

static void
test_picture (Fixture *self, gconstpointer data)
{
  g_autoptr (GdkTexture) texture = NULL;

  show_samples (self);
  ds_ui_test_wait (is_drawn_cb, get_detail (self), 20);
  texture = ds_health_detail_render (DS_HEALTH_DETAIL (get_detail (self)));
  g_assert_nonnull (texture);
  /* All of it, not only what the window has room for */
  g_assert_cmpint (gdk_texture_get_height (texture), >, 2 * gtk_widget_get_height (GTK_WIDGET (self->page)));
  g_assert_cmpint (gdk_texture_get_width (texture), >, 900);
}

/* The curve of this session grows with each reading, and belongs to one drive. */
static void
test_temperature (Fixture *self, gconstpointer data)
{
  DsTemperatures temperatures;
  GtkWidget *choice;

  show_samples (self);
  choice = ds_ui_test_find (get_detail (self), GTK_TYPE_DROP_DOWN, NULL);
  g_assert_nonnull (choice);
  g_assert_false (gtk_widget_get_mapped (choice));
  ds_temperatures_start (&temperatures, DS_TEMPERATURE_UNKNOWN, 82);
  for (guint i = 0; i < 2; i++) {
    ds_temperatures_add (&temperatures, 10.0 * i, i == 0 ? 41 : 83);
    ds_health_detail_add_temperature (DS_HEALTH_DETAIL (get_detail (self)), &temperatures);
  }
  ds_temperatures_add (&temperatures, 25, 45);
  ds_health_detail_add_temperature (DS_HEALTH_DETAIL (get_detail (self)), &temperatures);
  ds_ui_test_settle ();
  g_assert_true (gtk_widget_get_mapped (choice));
  /* 41 for ten seconds, 83 for fifteen */
  g_assert_true (says (get_detail (self), "lowest 41 °C · average 66 °C · highest 83 °C · 0:15 at the warning"));
  for (guint i = 2; i < 2300; i++) {
    ds_temperatures_add (&temperatures, 10.0 + 10 * i, 43);
    ds_health_detail_add_temperature (DS_HEALTH_DETAIL (get_detail (self)), &temperatures);
  }
  ds_health_page_choose (self->page, "sda");
  ds_ui_test_settle ();
  g_assert_false (gtk_widget_get_mapped (choice));
}

static gboolean
has_answered_cb (gpointer page)
{
  GtkWidget *row = ds_ui_test_find (page, DS_TYPE_HEALTH_ROW, NULL);

  return row != NULL && ds_health_row_get_health (DS_HEALTH_ROW (row)) != NULL;
}

/* What this machine has: it is listed, asked and shown, or the page says that there is nothing. */
static void
test_machine (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) drives = ds_drive_list ("/sys");

  /* Hidden, the page asks nobody. */
  ds_ui_test_settle ();
  g_assert_null (ds_ui_test_find (GTK_WIDGET (self->page), DS_TYPE_HEALTH_ROW, NULL));
  ds_window_show_page (self->window, "health");
  if (drives->len == 0) {
    ds_ui_test_settle ();
    g_assert_true (says (GTK_WIDGET (self->page), "No drive was found"));
    return;
  }
  ds_ui_test_wait (has_answered_cb, self->page, 60);
}

int
main (int argc, char *argv[])
{
  int status;

  if (!ds_ui_test_init (&argc, &argv, NULL))
    return 1;
#define ADD(name, test) g_test_add ("/ui/health-page/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("glance", test_glance);
  ADD ("full-button", test_full_button);
  ADD ("actions", test_actions);
  ADD ("copy", test_copy);
  ADD ("picture", test_picture);
  ADD ("temperature", test_temperature);
  ADD ("machine", test_machine);
  status = g_test_run ();
  ds_ui_test_clean_up ();
  return status;
}
