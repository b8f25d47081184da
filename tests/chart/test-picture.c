/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture.h"
#include "ds-sample-report.h"
#include "ds-test-locale.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static const char *program;

static GBytes *
render (const char *kind, DsPictureFormat format, double width, double height, gboolean dark)
{
  g_autoptr (DsReport) report = ds_sample_report (kind);
  g_autoptr (GError) error = NULL;
  DsPictureOptions options = {
    .style = { .dark = dark, .footer = TRUE },
    .width = width,
    .height = height,
    .scale = 1.0,
  };
  GBytes *bytes = ds_picture_render (report, format, &options, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  return bytes;
}

static char *
get_digest (void)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; ds_sample_report_kinds[i]; i++)
    for (int dark = FALSE; dark <= TRUE; dark++) {
      g_autoptr (GBytes) bytes = render (ds_sample_report_kinds[i], DS_PICTURE_PNG, 640, 480, dark);
      gsize length;
      const guchar *data = g_bytes_get_data (bytes, &length);

      g_checksum_update (checksum, data, (gssize) length);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

static char *
get_digest_of_another_process (const char *const *environment)
{
  const char *const arguments[] = { program, "--digest", NULL };
  g_auto (GStrv) variables = g_get_environ ();
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  for (guint i = 0; environment && environment[i]; i += 2)
    variables = g_environ_setenv (variables, environment[i], environment[i + 1], TRUE);
  g_spawn_sync (NULL, (char **) arguments, variables, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return g_strdup (g_strstrip (output));
}

static gpointer
digest_thread_cb (gpointer data)
{
  return get_digest ();
}

static void
test_same_bytes (void)
{
  g_autofree char *first = get_digest ();
  g_autofree char *second = get_digest ();
  g_autofree char *in_process = get_digest_of_another_process (NULL);
  g_autofree char *in_thread = g_thread_join (g_thread_new ("picture", digest_thread_cb, NULL));
  g_autoptr (GBytes) light = render ("running", DS_PICTURE_PNG, 640, 480, FALSE);
  g_autoptr (GBytes) dark = render ("running", DS_PICTURE_PNG, 640, 480, TRUE);

  g_assert_cmpstr (first, ==, second);
  g_assert_cmpstr (first, ==, in_process);
  g_assert_cmpstr (first, ==, in_thread);
  g_assert_false (g_bytes_equal (light, dark));
}

/* What a desktop says about hinting and sub-pixels is for its screen, not for a picture. */
static void
test_display_settings (void)
{
  static const char *const settings =
      "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\">"
      "<fontconfig><include>/etc/fonts/fonts.conf</include><match target=\"pattern\">"
      "<edit name=\"hintstyle\" mode=\"assign\"><const>hintfull</const></edit>"
      "<edit name=\"hinting\" mode=\"assign\"><bool>true</bool></edit>"
      "<edit name=\"autohint\" mode=\"assign\"><bool>true</bool></edit>"
      "<edit name=\"rgba\" mode=\"assign\"><const>rgb</const></edit>"
      "<edit name=\"dpi\" mode=\"assign\"><double>144</double></edit>"
      "</match></fontconfig>";
  g_autofree char *path = NULL;
  g_autofree char *usual = NULL;
  g_autofree char *other = NULL;
  g_autoptr (GError) error = NULL;
  const char *environment[] = { "FONTCONFIG_FILE", NULL, NULL };
  int fd = g_file_open_tmp ("ds-fonts-XXXXXX.conf", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, settings, -1, &error);
  g_assert_no_error (error);
  environment[1] = path;
  usual = get_digest_of_another_process (NULL);
  other = get_digest_of_another_process (environment);
  g_assert_cmpstr (usual, ==, other);
  g_unlink (path);
}

static guint32
read_size (const guchar *png, gsize at)
{
  return (guint32) png[at] << 24 | (guint32) png[at + 1] << 16 | (guint32) png[at + 2] << 8 | png[at + 3];
}

static void
test_png_size (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (GBytes) usual = NULL;
  g_autoptr (GError) error = NULL;
  DsPictureOptions options = { 0 };
  const guchar *png;

  /* All left to the defaults: 1080 x 740 at twice the size */
  usual = ds_picture_render (report, DS_PICTURE_PNG, &options, &error);
  g_assert_no_error (error);
  png = g_bytes_get_data (usual, NULL);
  g_assert_cmpint (memcmp (png, "\x89PNG\r\n\x1a\n", 8), ==, 0);
  g_assert_cmpuint (read_size (png, 16), ==, 2160);
  g_assert_cmpuint (read_size (png, 20), ==, 1480);
}

static GBytes *
render_card (DsPictureFormat format, double width, double height)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autoptr (GError) error = NULL;
  DsPictureOptions options = { .style = { .footer = TRUE }, .width = width, .height = height, .card = TRUE };
  GBytes *bytes = ds_picture_render (report, format, &options, &error);

  g_assert_no_error (error);
  return bytes;
}

static void
test_card (void)
{
  g_autoptr (GBytes) usual = render_card (DS_PICTURE_PNG, 0.0, 0.0);
  g_autoptr (GBytes) again = render_card (DS_PICTURE_PNG, 0.0, 0.0);
  g_autoptr (GBytes) a4 = render_card (DS_PICTURE_PNG, DS_PICTURE_A4_WIDTH, DS_PICTURE_A4_HEIGHT);
  g_autoptr (GBytes) pdf = render_card (DS_PICTURE_PDF, DS_PICTURE_A4_WIDTH, DS_PICTURE_A4_HEIGHT);
  g_autoptr (GBytes) svg = render_card (DS_PICTURE_SVG, 1600.0, 900.0);
  const guchar *png = g_bytes_get_data (usual, NULL);
  const char *document;
  gsize length;

  g_assert_cmpuint (read_size (png, 16), ==, 1920);
  g_assert_cmpuint (read_size (png, 20), ==, 1080);
  g_assert_true (g_bytes_equal (usual, again));
  png = g_bytes_get_data (a4, NULL);
  g_assert_cmpuint (read_size (png, 16), ==, 794);
  g_assert_cmpuint (read_size (png, 20), ==, 1123);
  document = g_bytes_get_data (pdf, &length);
  g_assert_nonnull (memmem (document, length, "/MediaBox [ 0 0 595.275 841.89 ]", 32));
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (svg, NULL), 400, "viewBox=\"0 0 1600 900\""));
}

static void
test_bad_sizes (void)
{
  static const double bad[][3] = {
    { -1, 740, 1 },    { 1080, 0.2, 1 }, { 40000, 740, 1 },     { 1080, 740, 40 },
    { 1080, 740, -1 }, { NAN, 740, 1 },  { 1080, INFINITY, 1 }, { 30000, 30000, 1 },
  };
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    DsPictureOptions options = { .width = bad[i][0], .height = bad[i][1], .scale = bad[i][2] };

    g_assert_null (ds_picture_render (report, DS_PICTURE_PNG, &options, &error));
    g_assert_error (error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_SIZE);
    g_assert_nonnull (strstr (error->message, "cannot be made"));
  }
}

static void
test_unknown_view (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (GError) error = NULL;
  DsPictureOptions options = { 0 };

  g_free (report->view);
  report->view = g_strdup ("hologram");
  g_assert_null (ds_picture_render (report, DS_PICTURE_SVG, &options, &error));
  g_assert_error (error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_VIEW);
  g_assert_nonnull (strstr (error->message, "hologram"));
}

static void
start_element_cb (GMarkupParseContext *context,
                  const char *element,
                  const char **names,
                  const char **values,
                  gpointer data,
                  GError **error)
{
  GString *found = data;

  g_string_append_printf (found, "<%s>", element);
  /* No attribute that holds a number may have a comma inside one: "12,5". */
  for (guint i = 0; names[i]; i++)
    if (g_str_equal (names[i], "width") || g_str_equal (names[i], "height") || g_str_equal (names[i], "x") ||
        g_str_equal (names[i], "y") || g_str_equal (names[i], "stroke-width"))
      g_assert_null (strchr (values[i], ','));
}

static void
text_cb (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  g_string_append_len (data, text, (gssize) length);
}

/* Well formed, with a title, and its text as paths. Returns what stands in it. */
static char *
check_svg (GBytes *bytes)
{
  static const GMarkupParser parser = { .start_element = start_element_cb, .text = text_cb };
  GString *found = g_string_new (NULL);
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, found, NULL);
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  g_markup_parse_context_parse (context, data, (gssize) length, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
  g_assert_nonnull (strstr (found->str, "<path>"));
  return g_string_free (found, FALSE);
}

static void
test_svg (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  g_autofree char *head = NULL;
  DsPictureOptions options = { .width = 1080, .height = 740, .style.footer = TRUE };

  report->title = g_strdup ("A < B & \"C\"\x01");
  bytes = ds_picture_render (report, DS_PICTURE_SVG, &options, &error);
  g_assert_no_error (error);
  head = g_strndup (g_bytes_get_data (bytes, NULL), 400);
  g_assert_nonnull (strstr (head, "width=\"1080px\""));
  g_assert_nonnull (strstr (head, "viewBox=\"0 0 1080 740\""));
  found = check_svg (bytes);
  g_assert_nonnull (strstr (found, "<title>A < B & \"C\" "));
}

static void
test_pdf (void)
{
  g_autoptr (GBytes) bytes = render ("with-mix", DS_PICTURE_PDF, 1080, 740, FALSE);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  g_assert_cmpuint (length, >, 5000);
  g_assert_cmpint (memcmp (data, "%PDF-1.", 7), ==, 0);
  g_assert_nonnull (g_strrstr_len (data + length - 16, 16, "%%EOF"));
  g_assert_nonnull (memmem (data, length, "/MediaBox [ 0 0 810 555 ]", 24));
}

static void
test_format_from_name (void)
{
  static const struct {
    const char *name;
    int format;
  } cases[] = {
    { "a.png", DS_PICTURE_PNG },
    { "/tmp/A B.SVG", DS_PICTURE_SVG },
    { "x.y.Pdf", DS_PICTURE_PDF },
    { ".png", -1 },
    { "png", -1 },
    { "a.jpeg", -1 },
    { "", -1 },
    { "a.png.txt", -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    DsPictureFormat format;
    gboolean known = ds_picture_format_from_name (cases[i].name, &format);

    g_assert_cmpint (known, ==, cases[i].format >= 0);
    if (known)
      g_assert_cmpint (format, ==, cases[i].format);
  }
}

typedef struct {
  GMainLoop *loop;
  GError *error;
  gboolean saved;
} Save;

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Save *save = data;

  save->saved = ds_picture_save_finish (result, &save->error);
  g_main_loop_quit (save->loop);
}

static gboolean
save_to (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *font = g_strdup ("DejaVu Sans");
  DsPictureOptions options = { .width = 640, .height = 480, .scale = 1.0, .style.font = font };
  Save save = { g_main_loop_new (NULL, FALSE), NULL, FALSE };

  ds_picture_save_async (report, DS_PICTURE_PNG, &options, file, cancellable, saved_cb, &save);
  /* Nothing of the caller's is needed any longer. */
  memset (font, 'x', strlen (font));
  g_clear_pointer (&report, ds_report_unref);
  g_clear_object (&file);
  g_main_loop_run (save.loop);
  g_main_loop_unref (save.loop);
  if (save.error)
    g_propagate_error (error, save.error);
  return save.saved;
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir))
    n++;
  return n;
}

static void
test_save (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ds-picture-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Ổ cứng \"mới\": 1.png", NULL);
  g_autofree char *missing = g_build_filename (folder, "none", "x.png", NULL);
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gsize length;

  /* Over an existing file, which is replaced as a whole */
  g_file_set_contents (path, "old", -1, &error);
  g_assert_no_error (error);
  g_assert_true (save_to (path, NULL, &error));
  g_assert_no_error (error);
  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpint (memcmp (data, "\x89PNG", 4), ==, 0);
  g_assert_cmpuint (count_files (folder), ==, 1);

  g_assert_false (save_to (missing, NULL, &error));
  g_assert_error (error, DS_PICTURE_ERROR, DS_PICTURE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "none/x.png"));
  g_clear_error (&error);

  g_cancellable_cancel (cancellable);
  g_file_set_contents (path, "old", -1, &error);
  g_assert_no_error (error);
  g_assert_false (save_to (path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_pointer (&data, g_free);
  g_file_get_contents (path, &data, &length, NULL);
  g_assert_cmpstr (data, ==, "old");
  g_assert_cmpuint (count_files (folder), ==, 1);

  g_unlink (path);
  g_rmdir (folder);
}

/* Last, because it changes the locale of the process */
static void
test_vietnamese (void)
{
  static const char *const texts[] = { "Read", "NVMe SSD settings", NULL };
  g_autoptr (GBytes) english = render ("nvme-default", DS_PICTURE_PNG, 640, 480, FALSE);
  g_autoptr (GBytes) vietnamese = NULL;
  g_autoptr (GBytes) svg = NULL;
  g_autoptr (GBytes) pdf = NULL;
  g_autofree char *found = NULL;
  g_autofree char *number = NULL;

  if (!ds_test_locale_set ("vi_VN", texts, "Đọc ")) {
    g_test_skip ("localedef cannot make this locale here");
    ds_test_locale_clean_up ();
    return;
  }
  number = ds_format_figure (1234.5);
  g_assert_cmpstr (number, ==, "1.234,5");
  vietnamese = render ("nvme-default", DS_PICTURE_PNG, 640, 480, FALSE);
  g_assert_false (g_bytes_equal (english, vietnamese));
  svg = render ("nvme-default", DS_PICTURE_SVG, 1080.5, 740, FALSE);
  found = check_svg (svg);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (svg, NULL), 400, "width=\"1080.5px\""));
  pdf = render ("nvme-default", DS_PICTURE_PDF, 1080, 740, FALSE);
  g_assert_cmpuint (g_bytes_get_size (pdf), >, 5000);
  ds_test_locale_clean_up ();
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  if (argc > 1 && g_str_equal (argv[1], "--digest")) {
    g_autofree char *digest = get_digest ();

    g_print ("%s\n", digest);
    return 0;
  }
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/picture/same-bytes", test_same_bytes);
  g_test_add_func ("/chart/picture/display-settings", test_display_settings);
  g_test_add_func ("/chart/picture/png-size", test_png_size);
  g_test_add_func ("/chart/picture/card", test_card);
  g_test_add_func ("/chart/picture/bad-sizes", test_bad_sizes);
  g_test_add_func ("/chart/picture/unknown-view", test_unknown_view);
  g_test_add_func ("/chart/picture/svg", test_svg);
  g_test_add_func ("/chart/picture/pdf", test_pdf);
  g_test_add_func ("/chart/picture/format-from-name", test_format_from_name);
  g_test_add_func ("/chart/picture/save", test_save);
  g_test_add_func ("/chart/picture/vi", test_vietnamese);
  return g_test_run ();
}
