/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture.h"
#include "ds-sample-report.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <pango/pangocairo.h>
#include <stdlib.h>

/* Pictures beside those that were looked at and found good. They are compared by the mean colours of small blocks,
 * of which some may differ: another version of a font or of cairo draws text a little differently. With
 * DS_GOLDEN_UPDATE=1 in the environment the pictures are made anew; look at them before they are kept. */

#define BLOCK     8
#define TOLERANCE 18   /* of a block's mean in a channel, of 255 */
#define SHARE     0.02 /* of the blocks */

typedef struct {
  const char *name;
  const char *kind;
  double width, height;
  gboolean dark, card;
  DsUnit unit;
} Golden;

static const Golden goldens[] = {
  { "tiles", "with-mix", 640, 440, FALSE, FALSE, DS_UNIT_MB_S },
  { "bars", "transfer-sizes", 640, 440, FALSE, FALSE, DS_UNIT_MB_S },
  { "bars-dark", "transfer-sizes", 640, 440, TRUE, FALSE, DS_UNIT_GB_S },
  { "trace", "linear-read", 640, 440, FALSE, FALSE, DS_UNIT_MB_S },
  { "traces-dark", "drive-scan", 900, 620, TRUE, FALSE, DS_UNIT_MB_S },
  { "curves", "queue-depth", 640, 440, FALSE, FALSE, DS_UNIT_IOPS },
  { "scatter", "consistency", 640, 440, FALSE, FALSE, DS_UNIT_MB_S },
  { "surface", "surface", 640, 440, FALSE, FALSE, DS_UNIT_MB_S },
  { "card", "nvme-default", 960, 540, FALSE, TRUE, DS_UNIT_MB_S },
  { "card-portrait-dark", "sustained-write", 640, 800, TRUE, TRUE, DS_UNIT_MB_S },
};

static GBytes *
render (const Golden *golden)
{
  g_autoptr (DsReport) report = ds_sample_report (golden->kind);
  g_autoptr (GError) error = NULL;
  DsPictureOptions options = {
    .style = { .dark = golden->dark, .unit = golden->unit, .footer = TRUE },
    .width = golden->width,
    .height = golden->height,
    .scale = 1.0,
    .card = golden->card,
  };
  GBytes *bytes;

  /* The version is in the footer, and a new one is no other picture. */
  g_free (report->system.program);
  report->system.program = g_strdup ("Drivescope 0.1.0");
  bytes = ds_picture_render (report, DS_PICTURE_PNG, &options, &error);
  g_assert_no_error (error);
  return bytes;
}

static char *
get_path (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);

  return g_test_build_filename (G_TEST_DIST, "chart", "golden", file, NULL);
}

typedef struct {
  const guchar *data;
  gsize left;
} Source;

static cairo_status_t
read_cb (void *closure, unsigned char *data, unsigned int length)
{
  Source *source = closure;

  if (source->left < length)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, source->data, length);
  source->data += length;
  source->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
load (GBytes *bytes)
{
  Source source = { g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes) };
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_cb, &source);

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  return surface;
}

static void
sum_block (cairo_surface_t *surface, int left, int top, int sums[3])
{
  const guchar *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  sums[0] = sums[1] = sums[2] = 0;
  for (int y = top; y < top + BLOCK; y++)
    for (int x = left; x < left + BLOCK; x++)
      for (int channel = 0; channel < 3; channel++)
        sums[channel] += data[y * stride + x * 4 + channel];
}

/* The share of blocks that differ */
static double
compare (cairo_surface_t *one, cairo_surface_t *other)
{
  int width = cairo_image_surface_get_width (one), height = cairo_image_surface_get_height (one);
  guint differing = 0, n = 0;

  if (width != cairo_image_surface_get_width (other) || height != cairo_image_surface_get_height (other))
    return 1.0;
  for (int y = 0; y + BLOCK <= height; y += BLOCK)
    for (int x = 0; x + BLOCK <= width; x += BLOCK) {
      int a[3], b[3];
      gboolean differs = FALSE;

      sum_block (one, x, y, a);
      sum_block (other, x, y, b);
      for (int channel = 0; channel < 3; channel++)
        differs |= abs (a[channel] - b[channel]) > TOLERANCE * BLOCK * BLOCK;
      differing += differs;
      n++;
    }
  return (double) differing / n;
}

/* Without the font of pictures everything stands elsewhere. */
static gboolean
has_font (void)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoFontFamily **families;
  gboolean found = FALSE;
  int n;

  pango_font_map_list_families (map, &families, &n);
  for (int i = 0; i < n; i++)
    found |= g_str_equal (pango_font_family_get_name (families[i]), "Cantarell");
  g_free (families);
  g_object_unref (map);
  return found;
}

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autofree char *path = get_path (golden->name);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) good = NULL;
  g_autoptr (GError) error = NULL;
  cairo_surface_t *found, *expected;
  char *contents;
  gsize length;
  double share;

  if (!has_font ()) {
    g_test_skip ("Cantarell is not installed, the font that the pictures were made with");
    return;
  }
  bytes = render (golden);
  if (g_getenv ("DS_GOLDEN_UPDATE")) {
    g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
    g_assert_no_error (error);
  }
  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  good = g_bytes_new_take (contents, length);
  found = load (bytes);
  expected = load (good);
  share = compare (found, expected);
  if (share > SHARE) {
    g_autofree char *name = g_strconcat ("golden-", golden->name, ".png", NULL);
    g_autofree char *beside = g_test_build_filename (G_TEST_BUILT, name, NULL);

    g_file_set_contents (beside, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL);
    g_error ("%s: %.1f %% of the blocks differ; see %s", golden->name, share * 100.0, beside);
  }
  cairo_surface_destroy (found);
  cairo_surface_destroy (expected);
}

/* The comparison tells pictures apart: another unit, another ground. */
static void
test_comparison (void)
{
  Golden other = goldens[1];
  g_autoptr (GBytes) one = render (&goldens[1]);
  g_autoptr (GBytes) same = render (&goldens[1]);
  g_autoptr (GBytes) dark = NULL;
  g_autoptr (GBytes) unit = NULL;
  cairo_surface_t *surfaces[4];

  other.dark = TRUE;
  dark = render (&other);
  other.dark = FALSE;
  other.unit = DS_UNIT_US;
  unit = render (&other);
  surfaces[0] = load (one);
  surfaces[1] = load (same);
  surfaces[2] = load (dark);
  surfaces[3] = load (unit);
  g_assert_cmpfloat (compare (surfaces[0], surfaces[1]), ==, 0.0);
  g_assert_cmpfloat (compare (surfaces[0], surfaces[2]), >, 0.9);
  g_assert_cmpfloat (compare (surfaces[0], surfaces[3]), >, 2.0 * SHARE);
  for (guint i = 0; i < 4; i++)
    cairo_surface_destroy (surfaces[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/chart/golden/comparison", test_comparison);
  for (gsize i = 0; i < G_N_ELEMENTS (goldens); i++) {
    g_autofree char *path = g_strdup_printf ("/chart/golden/%s", goldens[i].name);

    g_test_add_data_func (path, &goldens[i], test_golden);
  }
  return g_test_run ();
}
