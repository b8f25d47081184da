/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-page.h"

#include <glib/gi18n.h>

#include "ds-dialogs.h"
#include "ds-health-detail.h"
#include "ds-health-history.h"
#include "ds-health-row.h"
#include "ds-health-values.h"
#include "ds-hot-plug.h"
#include "ds-monitor.h"
#include "ds-notify.h"
#include "ds-report.h"
#include "ds-settings.h"
#include "ds-ui.h"

/* A whole log asks more of a drive than a sensor does. */
#define AGAIN_SECONDS 300

struct _DsHealthPage {
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkListBox *drives;
  DsHealthDetail *detail;
  AdwToastOverlay *toasts; /* (nullable) not owned: the window's */

  GtkSizeGroup *grades;
  DsHotPlug *hot_plug;
  DsMonitor *monitor; /* (nullable) of the chosen drive, while it is seen */
  GCancellable *cancellable;
  guint again;
  char *wanted; /* (nullable) the drive to choose once there is a list */
  gboolean listing;
  gboolean fixed; /* shows what a test gave it */
};

G_DEFINE_FINAL_TYPE (DsHealthPage, ds_health_page, GTK_TYPE_WIDGET)

static DsHealthRow *
get_chosen (DsHealthPage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->drives);

  return row != NULL ? DS_HEALTH_ROW (row) : NULL;
}

static DsHealthRow *
find_row (DsHealthPage *self, const DsDrive *drive)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->drives, i)) != NULL; i++) {
    const DsDrive *one = ds_health_row_get_drive (DS_HEALTH_ROW (row));

    /* Another drive may have come under the same name. */
    if (g_str_equal (one->name, drive->name) && g_strcmp0 (one->serial, drive->serial) == 0 &&
        g_strcmp0 (one->model, drive->model) == 0)
      return DS_HEALTH_ROW (row);
  }
  return NULL;
}

static void
show_chosen (DsHealthPage *self)
{
  DsHealthRow *row = get_chosen (self);

  gtk_widget_set_visible (GTK_WIDGET (self->detail), row != NULL);
  if (row != NULL)
    ds_health_detail_show (self->detail, ds_health_row_get_drive (row), ds_health_row_get_health (row),
                           ds_health_row_get_readings (row));
}

/* ---- Temperature of the chosen drive ---- */

static void
reading_cb (DsHealthPage *self, double seconds, int temperature, DsMonitor *monitor)
{
  DsHealthRow *row = get_chosen (self);

  if (row == NULL)
    return;
  ds_health_row_set_temperature (row, temperature);
  ds_health_detail_add_temperature (self->detail, ds_monitor_get_temperatures (monitor));
}

static void
stop_monitor (DsHealthPage *self)
{
  if (self->monitor == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->monitor, self);
  ds_monitor_set_period (self->monitor, 0);
  g_clear_object (&self->monitor);
}

static void
start_monitor (DsHealthPage *self)
{
  DsHealthRow *row = get_chosen (self);
  g_autoptr (GPtrArray) drives = g_ptr_array_new ();

  stop_monitor (self);
  if (row == NULL || self->fixed || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_ptr_array_add (drives, (gpointer) ds_health_row_get_drive (row));
  self->monitor = ds_monitor_new (drives);
  g_signal_connect_object (self->monitor, "reading", G_CALLBACK (reading_cb), self, G_CONNECT_SWAPPED);
  ds_monitor_set_period (self->monitor, DS_MONITOR_IDLE);
}

static void
selected_cb (DsHealthPage *self)
{
  show_chosen (self);
  start_monitor (self);
}

/* ---- Asking the drives ---- */

/* In the window, and beyond it: a person may look elsewhere while a drive dies. */
static void
tell_worse (DsHealthPage *self, DsHealth *health)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *title = NULL;

  if (!GTK_IS_WINDOW (root))
    return;
  title = ds_notify_worse (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (root))), health);
  if (self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (title));
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DsHealthRow) row = data;
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (row), DS_TYPE_HEALTH_PAGE);
  g_autoptr (GError) error = NULL;
  gboolean worse;
  GArray *readings = ds_health_history_update_finish (result, &worse, &error);

  if (readings == NULL) {
    g_debug ("A reading is not kept: %s", error->message);
    return;
  }
  ds_health_row_take_readings (row, readings);
  if (page == NULL)
    return;
  if (get_chosen (DS_HEALTH_PAGE (page)) == row)
    show_chosen (DS_HEALTH_PAGE (page));
  if (worse)
    tell_worse (DS_HEALTH_PAGE (page), ds_health_row_get_health (row));
}

typedef struct {
  DsHealthRow *row;
  gboolean full; /* the person asked for it */
} Question;

static void
question_free (Question *question)
{
  g_object_unref (question->row);
  g_free (question);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)

/* A look in passing that says no worse does not take away what was read with a password. */
static gboolean
is_shown (DsHealth *before, DsHealth *health)
{
  if (before == NULL || !ds_health_is_read (before))
    return TRUE;
  if (!ds_health_is_read (health))
    return FALSE;
  return !before->has_identify || health->has_identify || health->verdict->grade != before->verdict->grade;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Question) question = data;
  DsHealthRow *row = question->row;
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (row), DS_TYPE_HEALTH_PAGE);
  g_autoptr (DsHealth) health = ds_health_read_finish (result, NULL);

  /* Of a drive that is gone */
  if (page == NULL)
    return;
  if (question->full && get_chosen (DS_HEALTH_PAGE (page)) == row)
    ds_health_detail_set_busy (DS_HEALTH_PAGE (page)->detail, FALSE);
  /* Cancelled */
  if (health == NULL)
    return;
  if (question->full || is_shown (ds_health_row_get_health (row), health))
    ds_health_row_set_health (row, health);
  else
    ds_health_row_set_temperature (row, health->temperature);
  if (get_chosen (DS_HEALTH_PAGE (page)) == row)
    show_chosen (DS_HEALTH_PAGE (page));
  ds_health_history_update_async (health, NULL, kept_cb, g_object_ref (row));
}

static void
read_row (DsHealthPage *self, DsHealthRow *row, DsHealthFlags flags)
{
  Question *question = g_new0 (Question, 1);

  question->row = g_object_ref (row);
  question->full = (flags & DS_HEALTH_INTERACTIVE) != 0;
  ds_health_read_async (ds_health_row_get_drive (row), flags, self->cancellable, read_cb, question);
}

static void
read_full_cb (DsHealthPage *self)
{
  DsHealthRow *row = get_chosen (self);

  if (row == NULL || self->fixed)
    return;
  ds_health_detail_set_busy (self->detail, TRUE);
  read_row (self, row, DS_HEALTH_INTERACTIVE);
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, ds_drive_list ("/sys"), (GDestroyNotify) g_ptr_array_unref);
}

static gboolean
is_listed (GPtrArray *drives, DsHealthPage *self, DsHealthRow *row)
{
  for (guint i = 0; i < drives->len; i++)
    if (find_row (self, drives->pdata[i]) == row)
      return TRUE;
  return FALSE;
}

static void
take_list (DsHealthPage *self, GPtrArray *drives)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->drives, i)) != NULL;) {
    if (is_listed (drives, self, DS_HEALTH_ROW (row)))
      i++;
    else
      gtk_list_box_remove (self->drives, GTK_WIDGET (row));
  }
  for (guint i = 0; i < drives->len; i++)
    if (find_row (self, drives->pdata[i]) == NULL)
      gtk_list_box_append (self->drives, ds_health_row_new (drives->pdata[i], self->grades));
  gtk_stack_set_visible_child_name (self->stack, drives->len > 0 ? "drives" : "empty");
  if (self->wanted != NULL) {
    g_autofree char *wanted = g_steal_pointer (&self->wanted);

    ds_health_page_choose (self, wanted);
    g_clear_pointer (&self->wanted, g_free);
  }
  if (get_chosen (self) == NULL)
    gtk_list_box_select_row (self->drives, gtk_list_box_get_row_at_index (self->drives, 0));
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  DsHealthPage *self = DS_HEALTH_PAGE (source);
  g_autoptr (GPtrArray) drives = g_task_propagate_pointer (G_TASK (result), NULL);
  GtkListBoxRow *row;

  self->listing = FALSE;
  if (drives == NULL || self->fixed || self->stack == NULL)
    return;
  take_list (self, drives);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->drives, i)) != NULL; i++)
    read_row (self, DS_HEALTH_ROW (row), DS_HEALTH_PLAIN);
}

static void
refresh (DsHealthPage *self)
{
  g_autoptr (GTask) task = NULL;

  /* Hidden, it asks no drive; seen again, it begins anew. */
  if (self->listing || self->fixed || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->listing = TRUE;
  task = g_task_new (self, NULL, listed_cb, NULL);
  g_task_run_in_thread (task, list_thread);
}

static gboolean
again_cb (gpointer data)
{
  refresh (data);
  return G_SOURCE_CONTINUE;
}

static void
ds_health_page_map (GtkWidget *widget)
{
  DsHealthPage *self = DS_HEALTH_PAGE (widget);

  GTK_WIDGET_CLASS (ds_health_page_parent_class)->map (widget);
  refresh (self);
  start_monitor (self);
  self->again = g_timeout_add_seconds (AGAIN_SECONDS, again_cb, self);
}

static void
ds_health_page_unmap (GtkWidget *widget)
{
  DsHealthPage *self = DS_HEALTH_PAGE (widget);

  g_clear_handle_id (&self->again, g_source_remove);
  stop_monitor (self);
  GTK_WIDGET_CLASS (ds_health_page_parent_class)->unmap (widget);
}

/* ---- Giving away ---- */

void
ds_health_page_copy_text (DsHealthPage *self)
{
  DsHealthRow *row;
  g_autofree char *text = NULL;

  g_return_if_fail (DS_IS_HEALTH_PAGE (self));
  row = get_chosen (self);
  if (row == NULL || ds_health_row_get_health (row) == NULL)
    return;
  text = ds_health_to_text (ds_health_row_get_health (row));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  if (self->toasts != NULL)
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Text copied")));
}

typedef struct {
  GdkTexture *texture;
  char *path;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_clear_object (&picture->texture);
  g_free (picture->path);
  g_free (picture);
}

static void
encode_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Picture *picture = data;
  g_autoptr (GBytes) bytes = gdk_texture_save_to_png_bytes (picture->texture);
  GError *error = NULL;

  if (ds_report_write_data (picture->path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                            &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
encoded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  DsHealthPage *self = DS_HEALTH_PAGE (source);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    if (root != NULL)
      ds_dialogs_tell (GTK_WINDOW (root), _ ("Not saved"), error->message);
  } else if (root != NULL && self->toasts != NULL) {
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Picture saved")));
  }
}

static void
file_chosen_cb (GFile *file, gpointer data)
{
  DsHealthPage *self = data;
  g_autoptr (GTask) task = NULL;
  Picture *picture;

  if (g_file_peek_path (file) == NULL)
    return;
  picture = g_new0 (Picture, 1);
  picture->texture = ds_health_detail_render (self->detail);
  picture->path = g_strdup (g_file_peek_path (file));
  if (picture->texture == NULL) {
    picture_free (picture);
    return;
  }
  task = g_task_new (self, NULL, encoded_cb, NULL);
  g_task_set_task_data (task, picture, picture_free);
  g_task_run_in_thread (task, encode_thread);
}

void
ds_health_page_save_picture (DsHealthPage *self)
{
  DsHealthRow *row;
  g_autofree char *folder = NULL;
  g_autofree char *title = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (DS_IS_HEALTH_PAGE (self));
  row = get_chosen (self);
  if (row == NULL)
    return;
  folder = ds_settings_dup_save_folder ();
  title = ds_drive_dup_title (ds_health_row_get_drive (row));
  name = g_strdup_printf ("Drivescope %s.png", g_strdelimit (title, "/", '-'));
  ds_dialogs_save (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Save picture"), folder, name,
                   file_chosen_cb, self);
}

/* ---- The object ---- */

void
ds_health_page_choose (DsHealthPage *self, const char *name)
{
  GtkListBoxRow *row;

  g_return_if_fail (DS_IS_HEALTH_PAGE (self));
  if (gtk_list_box_get_row_at_index (self->drives, 0) == NULL) {
    g_free (self->wanted);
    self->wanted = g_strdup (name);
  }
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->drives, i)) != NULL; i++)
    if (g_str_equal (ds_health_row_get_drive (DS_HEALTH_ROW (row))->name, name))
      gtk_list_box_select_row (self->drives, row);
}

void
ds_health_page_show (DsHealthPage *self, GPtrArray *healths, GArray *readings)
{
  g_autoptr (GPtrArray) drives = g_ptr_array_new ();

  g_return_if_fail (DS_IS_HEALTH_PAGE (self));
  self->fixed = TRUE;
  stop_monitor (self);
  for (guint i = 0; i < healths->len; i++)
    g_ptr_array_add (drives, ((DsHealth *) healths->pdata[i])->drive);
  take_list (self, drives);
  for (guint i = 0; i < healths->len; i++) {
    DsHealthRow *row = find_row (self, drives->pdata[i]);

    ds_health_row_set_health (row, healths->pdata[i]);
    ds_health_row_take_readings (row, readings != NULL ? g_array_ref (readings) : NULL);
  }
  show_chosen (self);
}

static void
ds_health_page_dispose (GObject *object)
{
  DsHealthPage *self = DS_HEALTH_PAGE (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->again, g_source_remove);
  stop_monitor (self);
  g_clear_object (&self->hot_plug);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  self->stack = NULL;
  G_OBJECT_CLASS (ds_health_page_parent_class)->dispose (object);
}

static void
ds_health_page_finalize (GObject *object)
{
  g_object_unref (DS_HEALTH_PAGE (object)->cancellable);
  g_free (DS_HEALTH_PAGE (object)->wanted);
  g_object_unref (DS_HEALTH_PAGE (object)->grades);
  G_OBJECT_CLASS (ds_health_page_parent_class)->finalize (object);
}

static void
ds_health_page_class_init (DsHealthPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ds_health_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ds_health_page_finalize;
  widget_class->map = ds_health_page_map;
  widget_class->unmap = ds_health_page_unmap;
  gtk_widget_class_set_template_from_resource (widget_class, DS_RESOURCE ("ds-health-page.ui"));
  gtk_widget_class_bind_template_child (widget_class, DsHealthPage, stack);
  gtk_widget_class_bind_template_child (widget_class, DsHealthPage, drives);
  gtk_widget_class_bind_template_child (widget_class, DsHealthPage, detail);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, read_full_cb);
  gtk_widget_class_bind_template_callback (widget_class, ds_health_page_copy_text);
  gtk_widget_class_bind_template_callback (widget_class, ds_health_page_save_picture);
}

static void
ds_health_page_init (DsHealthPage *self)
{
  self->cancellable = g_cancellable_new ();
  self->grades = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_stack_set_visible_child_name (self->stack, "drives");
  gtk_widget_set_visible (GTK_WIDGET (self->detail), FALSE);
  self->hot_plug = ds_hot_plug_new ();
  g_signal_connect_object (self->hot_plug, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
}

GtkWidget *
ds_health_page_new (AdwToastOverlay *toasts)
{
  DsHealthPage *self = g_object_new (DS_TYPE_HEALTH_PAGE, NULL);

  self->toasts = toasts;
  return GTK_WIDGET (self);
}
