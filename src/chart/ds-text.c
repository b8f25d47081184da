/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-text.h"

#include <math.h>
#include <pango/pangocairo.h>

const char *
ds_text_get_default_family (void)
{
  PangoLanguage *language = pango_language_get_default ();

  /* The two Chinese scripts share code points that each writes differently. */
  if (pango_language_matches (language, "zh-tw;zh-hk;zh-mo;zh-hant"))
    return "Cantarell,Noto Sans,DejaVu Sans,Noto Sans CJK TC,WenQuanYi Micro Hei,sans-serif";
  return "Cantarell,Noto Sans,DejaVu Sans,Noto Sans CJK SC,WenQuanYi Micro Hei,sans-serif";
}

void
ds_text_set_up_context (PangoContext *context, const char *family)
{
  PangoFontDescription *font = pango_font_description_new ();
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_subpixel_order (options, CAIRO_SUBPIXEL_ORDER_DEFAULT);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96.0);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  pango_font_description_set_family (font, family);
  pango_context_set_font_description (context, font);
  cairo_font_options_destroy (options);
  pango_font_description_free (font);
}

static PangoLayout *
create_layout (const DsPen *pen, const char *text, double size, gboolean bold)
{
  PangoLayout *layout = pango_layout_new (pen->context);
  PangoFontDescription *font = pango_font_description_copy (pango_context_get_font_description (pen->context));
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (pen->family)
    pango_font_description_set_family (font, pen->family);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  /* Figures of one width, so that numbers stand under each other and do not dance while they change */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  pango_attr_list_unref (attributes);
  pango_font_description_free (font);
  return layout;
}

double
ds_text_width (const DsPen *pen, const char *text, double size, gboolean bold)
{
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (!text || !*text)
    return 0.0;
  layout = create_layout (pen, text, size, bold);
  pango_layout_get_size (layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

guint
ds_text_count_lines (const DsPen *pen, const char *text, double size, double width)
{
  g_autoptr (PangoLayout) layout = create_layout (pen, text, size, FALSE);

  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  return (guint) pango_layout_get_line_count (layout);
}

static void
record_clear (gpointer data)
{
  DsTextRecord *record = data;

  g_clear_pointer (&record->text, g_free);
}

GArray *
ds_text_record_new (void)
{
  GArray *records = g_array_new (FALSE, TRUE, sizeof (DsTextRecord));

  g_array_set_clear_func (records, record_clear);
  return records;
}

/* The pen's own coordinates may be moved into a tile; the record is of the page. */
static DsRect
to_page (cairo_t *cr, DsRect rect)
{
  double scale = 1.0, none = 0.0;
  double x = rect.x, y = rect.y;

  cairo_user_to_device (cr, &x, &y);
  cairo_user_to_device_distance (cr, &scale, &none);
  return (DsRect){ x, y, rect.width * scale, rect.height * scale };
}

/* Image surfaces put a glyph on whole pixels, which spaces small text unevenly; its outline they put where it
 * belongs. A window's text keeps the look of the widgets around it. */
static gboolean
wants_outlines (const DsPen *pen)
{
  return !pango_context_get_round_glyph_positions (pen->context) &&
         cairo_surface_get_type (cairo_get_target (pen->cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

/* Draws one line of a layout on a baseline of the page's, not of the layout's: a fallback font would move that. */
static void
show_line (
    const DsPen *pen, PangoLayout *layout, int index, const DsTextStyle *style, const DsRect *box, double baseline)
{
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, index);
  PangoRectangle logical, ink;
  double x = box->x;

  pango_layout_line_get_extents (line, &ink, &logical);
  if (style->align == DS_TEXT_RIGHT)
    x += box->width - (double) logical.width / PANGO_SCALE;
  else if (style->align == DS_TEXT_CENTER)
    x += (box->width - (double) logical.width / PANGO_SCALE) / 2.0;
  ds_pen_set_color (pen, style->color);
  cairo_move_to (pen->cr, x, baseline);
  if (wants_outlines (pen)) {
    pango_cairo_layout_line_path (pen->cr, line);
    cairo_fill (pen->cr);
  } else {
    pango_cairo_show_layout_line (pen->cr, line);
    cairo_new_path (pen->cr);
  }
  if (pen->record) {
    DsTextRecord record = { 0 };

    record.text = g_strndup (pango_layout_get_text (layout) + line->start_index, (gsize) line->length);
    record.ink =
        to_page (pen->cr, (DsRect){ x + (double) ink.x / PANGO_SCALE, baseline + (double) ink.y / PANGO_SCALE,
                                    (double) ink.width / PANGO_SCALE, (double) ink.height / PANGO_SCALE });
    record.box = to_page (pen->cr, *box);
    record.size = style->size;
    record.ellipsized = index + 1 == pango_layout_get_line_count (layout) && pango_layout_is_ellipsized (layout);
    g_array_append_val (pen->record, record);
  }
}

double
ds_text_draw (const DsPen *pen, const char *text, const DsTextStyle *style, const DsRect *box, double baseline)
{
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (!text || !*text || box->width <= 0.0 || style->size <= 0.0)
    return 0.0;
  layout = create_layout (pen, text, style->size, style->bold);
  pango_layout_get_size (layout, &width, NULL);
  if ((double) width / PANGO_SCALE > box->width) {
    pango_layout_set_width (layout, (int) (box->width * PANGO_SCALE));
    pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  }
  if (pen->cr)
    show_line (pen, layout, 0, style, box, baseline);
  return MIN ((double) width / PANGO_SCALE, box->width);
}

guint
ds_text_draw_lines (const DsPen *pen,
                    const char *text,
                    const DsTextStyle *style,
                    const DsRect *box,
                    double first_baseline,
                    guint n_lines)
{
  g_autoptr (PangoLayout) layout = NULL;
  int lines;

  if (!text || !*text || box->width <= 0.0 || style->size <= 0.0 || n_lines == 0)
    return 0;
  layout = create_layout (pen, text, style->size, style->bold);
  pango_layout_set_width (layout, (int) (box->width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_height (layout, -(int) n_lines);
  lines = pango_layout_get_line_count (layout);
  for (int i = 0; i < lines && pen->cr; i++)
    show_line (pen, layout, i, style, box, first_baseline + i * style->size * DS_TEXT_LINE);
  return (guint) lines;
}

void
ds_pen_set_color_alpha (const DsPen *pen, DsColorId color, double alpha)
{
  DsColor c = ds_palette_get (color, pen->dark);

  cairo_set_source_rgba (pen->cr, c.red, c.green, c.blue, c.alpha * alpha);
}

void
ds_pen_set_color (const DsPen *pen, DsColorId color)
{
  ds_pen_set_color_alpha (pen, color, 1.0);
}

void
ds_pen_round_rect (const DsPen *pen, const DsRect *rect, double radius)
{
  double right = rect->x + rect->width, bottom = rect->y + rect->height;

  radius = MAX (0.0, MIN (radius, MIN (rect->width, rect->height) / 2.0));
  cairo_new_sub_path (pen->cr);
  cairo_arc (pen->cr, right - radius, rect->y + radius, radius, -G_PI_2, 0.0);
  cairo_arc (pen->cr, right - radius, bottom - radius, radius, 0.0, G_PI_2);
  cairo_arc (pen->cr, rect->x + radius, bottom - radius, radius, G_PI_2, G_PI);
  cairo_arc (pen->cr, rect->x + radius, rect->y + radius, radius, G_PI, 3.0 * G_PI_2);
  cairo_close_path (pen->cr);
}
