/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "ds-ui-test.h"

/* Every template of the resources is made once: pinning versions does not cover what a .ui file asks for, and a
 * missing child or callback shows only then. */

static void
make (const char *class_name)
{
  GType type = g_type_from_name (class_name);
  GtkWidget *widget;

  if (type == 0)
    g_error ("%s has a template, and is no registered type", class_name);
  widget = g_object_new (type, NULL);
  g_object_ref_sink (widget);
  g_assert_nonnull (gtk_widget_get_first_child (widget));
  if (GTK_IS_WINDOW (widget))
    gtk_window_destroy (GTK_WINDOW (widget));
  g_object_unref (widget);
}

static void
test_templates (void)
{
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;
  guint made = 0;

  names = g_resources_enumerate_children (DS_RESOURCE_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_assert_no_error (error);
  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *path = g_strconcat (DS_RESOURCE_PATH, "/", names[i], NULL);
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GRegex) regex = g_regex_new ("<template class=\"(\\w+)\"", 0, 0, NULL);
    g_autoptr (GMatchInfo) match = NULL;
    g_autofree char *text = NULL;

    if (!g_str_has_suffix (names[i], ".ui"))
      continue;
    bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
    g_assert_no_error (error);
    text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    g_assert_true (g_regex_match (regex, text, 0, &match));
    {
      g_autofree char *class_name = g_match_info_fetch (match, 1);

      g_test_message ("%s", class_name);
      make (class_name);
      made++;
    }
  }
  g_assert_cmpuint (made, >=, 9);
}

static void
test_shortcuts_window (void)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (DS_RESOURCE_PATH "/gtk/help-overlay.ui");
  GtkWidget *window = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));

  g_assert_true (GTK_IS_SHORTCUTS_WINDOW (window));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  int status;

  ds_ui_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/templates", test_templates);
  g_test_add_func ("/ui/shortcuts-window", test_shortcuts_window);
  status = g_test_run ();
  ds_ui_test_clean_up ();
  return status;
}
