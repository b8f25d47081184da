/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-dialogs.h"

#include <glib/gi18n.h>

#include "ds-report.h"

/* Files */

typedef struct {
  DsFileFunc func;
  gpointer user_data;
} FileQuestion;

static void
free_closure_cb (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
file_response_cb (GtkNativeDialog *dialog, int response, FileQuestion *question)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_hide (dialog);
  if (file != NULL)
    question->func (file, question->user_data);
  g_object_set_data (G_OBJECT (gtk_native_dialog_get_transient_for (dialog)), "ds-file-dialog", NULL);
}

/* The parent owns the dialog, as nobody else does: a native dialog is no child of it. */
static void
run_file_dialog (
    GtkFileChooserNative *dialog, GtkWindow *parent, const char *folder, DsFileFunc func, gpointer user_data)
{
  FileQuestion *question = g_new0 (FileQuestion, 1);

  question->func = func;
  question->user_data = user_data;
  if (folder != NULL) {
    g_autoptr (GFile) file = g_file_new_for_path (folder);

    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), file, NULL);
  }
  g_signal_connect_data (dialog, "response", G_CALLBACK (file_response_cb), question, free_closure_cb, 0);
  g_object_set_data_full (G_OBJECT (parent), "ds-file-dialog", dialog, g_object_unref);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
ds_dialogs_choose_folder (
    GtkWindow *parent, const char *title, const char *folder, DsFileFunc func, gpointer user_data)
{
  run_file_dialog (gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                                _ ("_Choose"), _ ("_Cancel")),
                   parent, folder, func, user_data);
}

void
ds_dialogs_open_result (GtkWindow *parent, DsFileFunc func, gpointer user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Open result"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Drivescope results"));
  gtk_file_filter_add_pattern (filter, "*" DS_REPORT_SUFFIX);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  run_file_dialog (dialog, parent, NULL, func, user_data);
}

void
ds_dialogs_import_result (GtkWindow *parent, DsFileFunc func, gpointer user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Import result"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Import"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Results of Drivescope, CrystalDiskMark and fio"));
  gtk_file_filter_add_pattern (filter, "*.json");
  gtk_file_filter_add_pattern (filter, "*.txt");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  run_file_dialog (dialog, parent, NULL, func, user_data);
}

void
ds_dialogs_save (GtkWindow *parent,
                 const char *title,
                 const char *folder,
                 const char *name,
                 DsFileFunc func,
                 gpointer user_data)
{
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  run_file_dialog (dialog, parent, folder, func, user_data);
}

/* Questions */

typedef struct {
  DsAnswerFunc func;
  gpointer user_data;
} Question;

static void
answer_cb (AdwMessageDialog *dialog, const char *response, Question *question)
{
  question->func (g_str_equal (response, "yes"), question->user_data);
}

void
ds_dialogs_ask (GtkWindow *parent,
                const char *heading,
                const char *body,
                const char *no,
                const char *yes,
                gboolean destructive,
                DsAnswerFunc func,
                gpointer user_data)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, heading, body);
  Question *question = g_new0 (Question, 1);

  question->func = func;
  question->user_data = user_data;
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "no", no, "yes", yes, NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "yes",
                                              destructive ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), destructive ? "no" : "yes");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "no");
  g_signal_connect_data (dialog, "response", G_CALLBACK (answer_cb), question, free_closure_cb, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
ds_dialogs_tell (GtkWindow *parent, const char *heading, const char *body)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, heading, body);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "close");
  gtk_window_present (GTK_WINDOW (dialog));
}

void
ds_dialogs_about (GtkWindow *parent)
{
  adw_show_about_window (parent, "application-name", "Drivescope", "application-icon", DS_APPLICATION_ID,
                         "version", DS_VERSION, "developer-name", _ ("The Drivescope developers"), "license-type",
                         GTK_LICENSE_GPL_3_0, "website", DS_URL, "issue-url", DS_URL "/issues", "comments",
                         _ ("Measures how fast a drive is, and says what the numbers are worth."),
                         /* Translators: your names, one a line */
                         "translator-credits", _ ("translator-credits"), NULL);
}
