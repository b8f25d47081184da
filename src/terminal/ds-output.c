/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-output.h"

#include "ds-console.h"

#include <glib/gi18n.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* clang-format off */
G_DEFINE_QUARK (ds-output-error-quark, ds_output_error)
/* clang-format on */

static GBytes *
text_to_bytes (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

static GBytes *
render_json (DsReport *report, GError **error)
{
  return text_to_bytes (ds_report_to_json (report, DS_EXPORT_DEFAULT));
}

static GBytes *
render_csv (DsReport *report, GError **error)
{
  return text_to_bytes (ds_report_to_csv (report, DS_EXPORT_DEFAULT));
}

static GBytes *
render_text (DsReport *report, GError **error)
{
  return text_to_bytes (ds_report_to_cdm_text (report));
}

static GBytes *
render_picture (DsReport *report, DsPictureFormat format, GError **error)
{
  const DsPictureOptions options = { .style = { .unit = ds_chart_get_default_unit (report), .footer = TRUE } };

  return ds_picture_render (report, format, &options, error);
}

static GBytes *
render_png (DsReport *report, GError **error)
{
  return render_picture (report, DS_PICTURE_PNG, error);
}

static GBytes *
render_svg (DsReport *report, GError **error)
{
  return render_picture (report, DS_PICTURE_SVG, error);
}

static GBytes *
render_pdf (DsReport *report, GError **error)
{
  return render_picture (report, DS_PICTURE_PDF, error);
}

const DsOutputFormat ds_output_formats[] = {
  { "json", N_ ("Write the result with every run and histogram as JSON."), FALSE, FALSE, render_json },
  { "csv", N_ ("Write a table of the figures for a spreadsheet."), FALSE, FALSE, render_csv },
  { "text", N_ ("Write the text that forums know, in the layout of CrystalDiskMark."), FALSE, FALSE, render_text },
  { "png", N_ ("Draw the result as a PNG picture."), TRUE, TRUE, render_png },
  { "svg", N_ ("Draw the result as an SVG picture."), FALSE, TRUE, render_svg },
  { "pdf", N_ ("Draw the result as a PDF page."), TRUE, TRUE, render_pdf },
  { NULL },
};

const DsOutputFormat *
ds_output_find_format (const char *id)
{
  for (const DsOutputFormat *format = ds_output_formats; format->id != NULL; format++) {
    if (strcmp (format->id, id) == 0)
      return format;
  }
  return NULL;
}

static void
output_free (gpointer data)
{
  DsOutput *output = data;

  g_free (output->path);
  g_free (output);
}

GPtrArray *
ds_outputs_new (void)
{
  return g_ptr_array_new_with_free_func (output_free);
}

void
ds_outputs_add (GPtrArray *outputs, const DsOutputFormat *format, const char *path)
{
  DsOutput *output = g_new0 (DsOutput, 1);

  output->format = format;
  output->path = g_strdup (path);
  g_ptr_array_add (outputs, output);
}

static gboolean
is_stdout (const char *path)
{
  return strcmp (path, "-") == 0;
}

gboolean
ds_outputs_use_stdout (GPtrArray *outputs)
{
  for (guint i = 0; i < outputs->len; i++) {
    if (is_stdout (((DsOutput *) g_ptr_array_index (outputs, i))->path))
      return TRUE;
  }
  return FALSE;
}

static gboolean
fail_place (GError **error, const char *format, const char *path, const char *detail)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *shown_detail = detail != NULL ? g_filename_display_name (detail) : NULL;
  g_autoptr (GString) sentence = g_string_new (format);

  g_string_replace (sentence, "%1", shown, 0);
  if (shown_detail != NULL)
    g_string_replace (sentence, "%2", shown_detail, 0);
  g_set_error_literal (error, DS_OUTPUT_ERROR, DS_OUTPUT_ERROR_PLACE, sentence->str);
  return FALSE;
}

gboolean
ds_output_check_path (const char *path, GError **error)
{
  g_autofree char *folder = NULL;
  struct stat info;

  if (*path == '\0') {
    g_set_error_literal (error, DS_OUTPUT_ERROR, DS_OUTPUT_ERROR_USAGE,
                         _ ("A result needs a file name. “-” is standard output."));
    return FALSE;
  }
  if (is_stdout (path))
    return TRUE;
  if (stat (path, &info) == 0) {
    if (S_ISDIR (info.st_mode))
      return fail_place (error, _ ("“%1” is a folder, so no result can be written to it. Name a file in it."),
                         path, NULL);
    if (S_ISBLK (info.st_mode))
      return fail_place (error, _ ("“%1” is a drive, and a result would destroy what is on it. Name a file."),
                         path, NULL);
    if (access (path, W_OK) != 0)
      return fail_place (error, _ ("“%1” cannot be written: %2. Choose another file."), path, g_strerror (errno));
    if (!S_ISREG (info.st_mode))
      return TRUE;
  } else if (g_str_has_suffix (path, "/")) {
    return fail_place (error, _ ("“%1” names a folder, not a file."), path, NULL);
  }
  folder = g_path_get_dirname (path);
  if (stat (folder, &info) != 0)
    return fail_place (error, _ ("There is no folder “%2” for the file “%1”. Create it, or choose another place."),
                       path, folder);
  if (!S_ISDIR (info.st_mode))
    return fail_place (error, _ ("“%2” is not a folder, so “%1” cannot be written. Choose another place."), path,
                       folder);
  /* A new file is put into its place at once, which needs the folder. */
  if (access (folder, W_OK | X_OK) != 0) {
    g_autofree char *why = g_strdup (g_strerror (errno));

    return fail_place (error, _ ("“%1” cannot be written: %2. Choose another folder."), path, why);
  }
  return TRUE;
}

gboolean
ds_outputs_check (GPtrArray *outputs, GError **error)
{
  guint n_stdout = 0;

  for (guint i = 0; i < outputs->len; i++) {
    const DsOutput *output = g_ptr_array_index (outputs, i);

    if (!ds_output_check_path (output->path, error))
      return FALSE;
    if (!is_stdout (output->path))
      continue;
    if (++n_stdout > 1) {
      g_set_error_literal (error, DS_OUTPUT_ERROR, DS_OUTPUT_ERROR_USAGE,
                           _ ("Only one result can go to standard output. Name a file for the others."));
      return FALSE;
    }
    if (output->format->binary && isatty (STDOUT_FILENO)) {
      g_set_error (error, DS_OUTPUT_ERROR, DS_OUTPUT_ERROR_USAGE,
                   _ ("A terminal cannot show what --%s=- would write to it. Name a file."), output->format->id);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
ds_outputs_have_figures (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++) {
    if (ds_cell_get_shown (g_ptr_array_index (report->cells, i)) != NULL)
      return TRUE;
  }
  return FALSE;
}

static gboolean
write_one (const DsOutput *output, DsReport *report)
{
  g_autofree char *shown = g_filename_display_name (output->path);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const char *data;
  gsize length;

  /* An empty result must not take the place of an older one that is worth something. */
  if (!ds_outputs_have_figures (report) && !is_stdout (output->path)) {
    ds_console_message (_ ("Nothing was measured, so “%s” is left as it was."), shown);
    return TRUE;
  }
  if (!ds_outputs_have_figures (report) && output->format->picture) {
    ds_console_message (_ ("Nothing was measured, so there is no picture to write to “%s”."), shown);
    return TRUE;
  }
  bytes = output->format->render (report, &error);
  if (bytes != NULL && is_stdout (output->path))
    return ds_console_print_bytes (bytes);
  if (bytes != NULL) {
    data = g_bytes_get_data (bytes, &length);
    if (ds_report_write_data (output->path, data, length, &error)) {
      if (ds_console_is_terminal (STDERR_FILENO))
        ds_console_message (_ ("Saved “%s”."), shown);
      return TRUE;
    }
  }
  ds_console_error (error->message);
  return FALSE;
}

guint
ds_outputs_write (GPtrArray *outputs, DsReport *report)
{
  guint failed = 0;

  for (guint i = 0; i < outputs->len; i++) {
    if (!write_one (g_ptr_array_index (outputs, i), report))
      failed++;
  }
  return failed;
}
