/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-ui-test.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "ds-history.h"
#include "ds-settings.h"
#include "ds-test-locale.h"
#include "ds-ui.h"

static char *folder;

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
      remove_tree (child);
    else
      g_unlink (child);
  }
  g_rmdir (path);
}

gboolean
ds_ui_test_init (int *argc, char ***argv, const char *locale)
{
  static const char *const variables[] = { "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
                                           "XDG_STATE_HOME" };
  g_autofree char *pattern = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "ui-XXXXXX", NULL);

  folder = g_mkdtemp (g_steal_pointer (&pattern));
  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_setenv (variables[i], folder, TRUE);
  g_test_init (argc, argv, NULL);
  if (locale != NULL && !ds_test_locale_set (locale, NULL, NULL))
    return FALSE;
  if (locale == NULL)
    setlocale (LC_ALL, "");
  /* Not gtk_test_init(), which sets a locale of its own. */
  gtk_disable_setlocale ();
  gtk_init ();
  adw_init ();
  ds_ui_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink", FALSE,
                "gtk-font-name", "Cantarell 11", NULL);
  return TRUE;
}

void
ds_ui_test_clean_up (void)
{
  remove_tree (folder);
  g_clear_pointer (&folder, g_free);
}

void
ds_ui_test_forget_history (void)
{
  remove_tree (ds_history_get_folder (ds_history_get_default ()));
}

const char *
ds_ui_test_get_folder (void)
{
  return folder;
}

DsApplication *
ds_ui_test_new_application (void)
{
  DsApplication *application = ds_application_new ();
  g_autoptr (GError) error = NULL;

  g_application_set_flags (G_APPLICATION (application),
                           g_application_get_flags (G_APPLICATION (application)) | G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  return application;
}

DsWindow *
ds_ui_test_new_window (DsApplication *application, int width, int height)
{
  GtkWidget *window;

  g_settings_set_int (ds_settings_get (), "window-width", width);
  g_settings_set_int (ds_settings_get (), "window-height", height);
  window = ds_window_new (GTK_APPLICATION (application));
  gtk_window_present (GTK_WINDOW (window));
  ds_ui_test_settle ();
  return DS_WINDOW (window);
}

static gboolean
no_windows_cb (gpointer application)
{
  return gtk_application_get_windows (application) == NULL;
}

void
ds_ui_test_close (DsApplication *application)
{
  GList *windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));

  for (GList *each = windows; each != NULL; each = each->next)
    gtk_window_destroy (each->data);
  g_list_free (windows);
  ds_ui_test_wait (no_windows_cb, application, 10);
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
ds_ui_test_wait (DsCondition condition, gpointer user_data, double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  guint wake = g_timeout_add (20, wake_cb, NULL);

  while (!condition (user_data)) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_main_context_iteration (NULL, TRUE);
  }
  g_source_remove (wake);
}

void
ds_ui_test_settle (void)
{
  /* Layout and drawing follow in the next frames, 60 a second; what threads answer comes within them too. */
  gint64 end = g_get_monotonic_time () + 250 * G_TIME_SPAN_MILLISECOND;
  guint wake = g_timeout_add (10, wake_cb, NULL);

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (wake);
}

void
ds_ui_test_option (const char *id, const char *value)
{
  g_autoptr (GVariant) stored = ds_settings_dup_options ("tiles");
  g_autoptr (GVariantDict) options = g_variant_dict_new (NULL);
  GVariantBuilder builder;
  GVariantIter iter;
  const char *each, *its;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  if (stored != NULL) {
    g_variant_iter_init (&iter, stored);
    while (g_variant_iter_next (&iter, "{&s&s}", &each, &its))
      if (!g_str_equal (each, id))
        g_variant_builder_add (&builder, "{ss}", each, its);
  }
  g_variant_builder_add (&builder, "{ss}", id, value);
  ds_settings_set_options ("tiles", g_variant_builder_end (&builder));
}

void
ds_ui_test_no_options (void)
{
  g_settings_reset (ds_settings_get (), "options");
}

/* Finding */

static gboolean
has_words (GtkWidget *widget, const char *words)
{
  const char *text = NULL;

  if (words == NULL)
    return TRUE;
  if (GTK_IS_LABEL (widget))
    text = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    text = gtk_button_get_label (GTK_BUTTON (widget));
  if (text != NULL && strstr (text, words) != NULL)
    return TRUE;
  text = gtk_widget_get_tooltip_text (widget);
  if (text != NULL && strstr (text, words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_words (child, words))
      return TRUE;
  return FALSE;
}

GtkWidget *
ds_ui_test_find (GtkWidget *root, GType type, const char *words)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type) && has_words (root, words))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = ds_ui_test_find (child, type, words);

    if (found != NULL)
      return found;
  }
  return NULL;
}

GtkWidget *
ds_ui_test_find_toplevel (GType type)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (all, i);

    if (g_type_is_a (G_OBJECT_TYPE (window), type))
      return window;
  }
  return NULL;
}

void
ds_ui_test_answer (const char *response)
{
  GtkWidget *dialog = ds_ui_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);

  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  /* The response alone leaves the dialog open. */
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Pictures */

void
ds_ui_test_screenshot (GtkWidget *widget, const char *name)
{
  g_autofree char *pictures = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "screenshots", NULL);
  g_autofree char *file_name = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_build_filename (pictures, file_name, NULL);
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  GtkNative *native = gtk_widget_get_native (widget);
  int width = 0;
  int height = 0;

  /* The paintable takes what is drawn from then on; a busy machine takes its time. */
  paintable = gtk_widget_paintable_new (widget);
  gtk_widget_queue_draw (widget);
  for (guint i = 0; i < 40 && node == NULL; i++) {
    g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

    ds_ui_test_settle ();
    width = gdk_paintable_get_intrinsic_width (paintable);
    height = gdk_paintable_get_intrinsic_height (paintable);
    gdk_paintable_snapshot (paintable, snapshot, width, height);
    node = gtk_snapshot_to_node (snapshot);
  }
  g_assert_nonnull (node);
  g_assert_cmpint (width, >, 0);
  g_assert_cmpint (height, >, 0);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (native), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  g_mkdir_with_parents (pictures, 0755);
  g_assert_true (gdk_texture_save_to_png (texture, path));
}
