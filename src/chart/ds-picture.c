/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture.h"
#include "ds-card.h"
#include "ds-tile-grid.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define DEFAULT_WIDTH   1080.0
#define DEFAULT_HEIGHT  740.0
#define DEFAULT_SCALE   2.0
#define MANY_TILES      6.0
#define TILE_HEIGHT     88.0
#define CARD_WIDTH      1920.0
#define CARD_HEIGHT     1080.0
#define CARD_SCALE      1.0
#define MAX_SIDE        32767.0 /* cairo's own limit of a surface */
#define MAX_PIXELS      (256.0 * 1024 * 1024)
#define POINTS_PER_UNIT 0.75 /* 96 units an inch, 72 points an inch */

/* clang-format off */
G_DEFINE_QUARK (ds-picture-error-quark, ds_picture_error)
/* clang-format on */

typedef struct {
  DsReport *report;
  DsPictureFormat format;
  DsPictureOptions options;
  char *font;
  char *series;
  GStrv hidden_series;
  GFile *file;
} SaveData;

gboolean
ds_picture_format_from_name (const char *file_name, DsPictureFormat *format)
{
  static const char *const endings[] = {
    [DS_PICTURE_PNG] = ".png",
    [DS_PICTURE_SVG] = ".svg",
    [DS_PICTURE_PDF] = ".pdf",
  };
  gsize length = strlen (file_name);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++) {
    gsize ending = strlen (endings[i]);

    if (length > ending && g_ascii_strcasecmp (file_name + length - ending, endings[i]) == 0) {
      *format = (DsPictureFormat) i;
      return TRUE;
    }
  }
  return FALSE;
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
check_status (cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_DRAW,
               _ ("The picture could not be drawn: %s. Try a smaller size."), cairo_status_to_string (status));
  return FALSE;
}

static void
draw (DsReport *report, const DsPictureOptions *options, cairo_surface_t *surface, double scale)
{
  /* A font map of its own: the one that is shared with a display takes that display's settings. */
  PangoFontMap *font_map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (font_map);
  cairo_t *cr = cairo_create (surface);

  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (font_map), 96.0);
  ds_text_set_up_context (context, ds_text_get_default_family ());
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_GRAY);
  cairo_scale (cr, scale, scale);
  pango_cairo_update_context (cr, context);
  if (options->card)
    ds_card_draw_with_context (report, &options->style, context, cr, options->width, options->height, NULL);
  else
    ds_chart_draw_with_context (report, &options->style, context, cr, options->width, options->height, NULL);
  cairo_show_page (cr);
  cairo_destroy (cr);
  g_object_unref (context);
  g_object_unref (font_map);
}

static gboolean
render_png (DsReport *report, const DsPictureOptions *options, GByteArray *bytes, GError **error)
{
  int width = (int) round (options->width * options->scale);
  int height = (int) round (options->height * options->scale);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_status_t status = cairo_surface_status (surface);
  DsPictureOptions whole = *options;

  if (status == CAIRO_STATUS_SUCCESS) {
    /* The page ends where the last pixel does: A4 is no whole number of them. */
    whole.width = width / options->scale;
    whole.height = height / options->scale;
    draw (report, &whole, surface, options->scale);
    status = cairo_surface_write_to_png_stream (surface, append_cb, bytes);
  }
  cairo_surface_destroy (surface);
  return check_status (status, error);
}

static gboolean
render_vector (
    DsReport *report, DsPictureFormat format, const DsPictureOptions *options, GByteArray *bytes, GError **error)
{
  gboolean svg = format == DS_PICTURE_SVG;
  double scale = svg ? 1.0 : POINTS_PER_UNIT;
  double width = options->width * scale, height = options->height * scale;
  cairo_surface_t *surface = svg ? cairo_svg_surface_create_for_stream (append_cb, bytes, width, height)
                                 : cairo_pdf_surface_create_for_stream (append_cb, bytes, width, height);
  cairo_status_t status;

  if (svg) {
    cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  } else {
    g_autofree char *title = ds_report_dup_target_title (report);

    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, report->title ? report->title : title);
    if (report->system.program)
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, report->system.program);
  }
  draw (report, options, surface, scale);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return check_status (status, error);
}

/* A title that a screen reader or a file manager can tell; cairo writes none. */
static void
add_svg_title (DsReport *report, GByteArray *bytes)
{
  g_autofree char *target = ds_report_dup_target_title (report);
  const char *svg = g_strstr_len ((const char *) bytes->data, bytes->len, "<svg");
  const char *end = svg ? memchr (svg, '>', bytes->len - (gsize) (svg - (const char *) bytes->data)) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;
  g_autofree char *element = NULL;
  gsize at, length, old = bytes->len;

  if (!end)
    return;
  text = g_utf8_make_valid (report->title && *report->title ? report->title : target, -1);
  /* XML has no way at all to write most control characters. */
  for (char *c = text; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  escaped = g_markup_escape_text (text, -1);
  element = g_strdup_printf ("\n<title>%s</title>", escaped);
  at = (gsize) (end + 1 - (const char *) bytes->data);
  length = strlen (element);
  g_byte_array_set_size (bytes, (guint) (old + length));
  memmove (bytes->data + at + length, bytes->data + at, old - at);
  memcpy (bytes->data + at, element, length);
}

/* Pages of many tiles are as long as it takes to read them. */
static double
get_default_height (DsReport *report, const DsChartStyle *style)
{
  g_autoptr (DsTileGrid) grid = NULL;

  if (g_strcmp0 (report->view, "tiles") != 0)
    return DEFAULT_HEIGHT;
  grid = ds_tile_grid_new_for_report (report, style->unit);
  return DEFAULT_HEIGHT + TILE_HEIGHT * MAX ((double) grid->rows->len - MANY_TILES, 0.0);
}

static gboolean
complete_options (DsReport *report, DsPictureOptions *options, DsPictureFormat format, GError **error)
{
  double pixels;

  if (options->width == 0.0)
    options->width = options->card ? CARD_WIDTH : DEFAULT_WIDTH;
  if (options->height == 0.0)
    options->height = options->card ? CARD_HEIGHT : get_default_height (report, &options->style);
  if (options->scale == 0.0)
    options->scale = options->card ? CARD_SCALE : DEFAULT_SCALE;
  pixels = format == DS_PICTURE_PNG ? options->scale : 1.0;
  if (options->width * pixels >= 1.0 && options->height * pixels >= 1.0 && options->width * pixels <= MAX_SIDE &&
      options->height * pixels <= MAX_SIDE && options->width * pixels * options->height * pixels <= MAX_PIXELS)
    return TRUE;
  g_set_error (
      error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_SIZE,
      _ ("A picture of %.0f x %.0f cannot be made: choose at least 1 x 1, at most %.0f on a side and %.0f "
         "million pixels in all."),
      options->width * pixels, options->height * pixels, MAX_SIDE, MAX_PIXELS / 1e6);
  return FALSE;
}

GBytes *
ds_picture_render (DsReport *report, DsPictureFormat format, const DsPictureOptions *options, GError **error)
{
  DsPictureOptions complete = *options;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (!complete_options (report, &complete, format, error))
    return NULL;
  if (!ds_chart_has_view (report->view)) {
    g_set_error (
        error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_VIEW,
        _ ("This version has no picture for results shown as “%s”. Use the version that made the result."),
        report->view ? report->view : "");
    return NULL;
  }
  if (format == DS_PICTURE_PNG) {
    if (!render_png (report, &complete, bytes, error))
      return NULL;
  } else {
    if (!render_vector (report, format, &complete, bytes, error))
      return NULL;
    if (format == DS_PICTURE_SVG)
      add_svg_title (report, bytes);
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* The one place that turns what the file system answered into a sentence of this room */
static gboolean
write_file (GFile *file, GBytes *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  const char *path = g_file_peek_path (file);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  gboolean written;

  if (path)
    written = g_file_set_contents_full (path, data, (gssize) length,
                                        G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666,
                                        &local_error);
  else
    written = g_file_replace_contents (file, data, length, NULL, FALSE, G_FILE_CREATE_NONE, NULL, cancellable,
                                       &local_error);
  if (written)
    return TRUE;
  if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_propagate_error (error, g_steal_pointer (&local_error));
    return FALSE;
  }
  g_set_error (error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_WRITE,
               _ ("The picture could not be saved as “%s”: %s. Choose another folder."), name,
               local_error->message);
  return FALSE;
}

static void
save_data_free (gpointer data)
{
  SaveData *save = data;

  ds_report_unref (save->report);
  g_object_unref (save->file);
  g_free (save->font);
  g_free (save->series);
  g_strfreev (save->hidden_series);
  g_free (save);
}

static void
save_thread_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SaveData *save = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ds_picture_render (save->report, save->format, &save->options, &error);

  if (bytes && !g_task_return_error_if_cancelled (task)) {
    if (write_file (save->file, bytes, cancellable, &error))
      g_task_return_boolean (task, TRUE);
    else
      g_task_return_error (task, g_steal_pointer (&error));
  } else if (error) {
    g_task_return_error (task, g_steal_pointer (&error));
  }
}

void
ds_picture_save_async (DsReport *report,
                       DsPictureFormat format,
                       const DsPictureOptions *options,
                       GFile *file,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  SaveData *save = g_new0 (SaveData, 1);

  save->report = ds_report_ref (report);
  save->format = format;
  save->options = *options;
  save->font = g_strdup (options->style.font);
  save->options.style.font = save->font;
  save->series = g_strdup (options->style.series);
  save->options.style.series = save->series;
  save->hidden_series = g_strdupv ((char **) options->style.hidden_series);
  save->options.style.hidden_series = (const char *const *) save->hidden_series;
  save->file = g_object_ref (file);
  g_task_set_source_tag (task, ds_picture_save_async);
  g_task_set_task_data (task, save, save_data_free);
  g_task_run_in_thread (task, save_thread_cb);
}

gboolean
ds_picture_save_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
