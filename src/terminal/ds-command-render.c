/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-command.h"

#include "ds-console.h"
#include "ds-output.h"
#include "ds-picture.h"

#include <glib/gi18n.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LEAST_EDGE 64
#define MOST_EDGE  16384
#define MOST_SCALE 8

static int
fail (const char *format, const char *value)
{
  g_autoptr (GString) sentence = g_string_new (format);
  g_autofree char *shown = g_utf8_make_valid (value, -1);

  g_string_replace (sentence, "%1", shown, 0);
  ds_console_error (sentence->str);
  return DS_EXIT_USAGE;
}

static gboolean
parse_size (const char *text, DsPictureOptions *options)
{
  guint width, height;
  char rest;

  /* A sheet of paper is no whole number of units. */
  if (g_ascii_strcasecmp (text, "A4") == 0) {
    options->width = DS_PICTURE_A4_WIDTH;
    options->height = DS_PICTURE_A4_HEIGHT;
    return TRUE;
  }
  if (sscanf (text, "%5ux%5u%c", &width, &height, &rest) != 2 || width < LEAST_EDGE || width > MOST_EDGE ||
      height < LEAST_EDGE || height > MOST_EDGE)
    return FALSE;
  options->width = width;
  options->height = height;
  return TRUE;
}

static gboolean
parse_scale (const char *text, DsPictureOptions *options)
{
  char *end;
  double scale = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !(scale > 0 && scale <= MOST_SCALE))
    return FALSE;
  options->scale = scale;
  return TRUE;
}

/* FALSE, once said, where an option has a bad value */
static gboolean
read_options (DsArguments *arguments, DsPictureOptions *options)
{
  const char *size = ds_arguments_get (arguments, "size");
  const char *scale = ds_arguments_get (arguments, "scale");
  const char *unit = ds_arguments_get (arguments, "unit");

  options->style.dark = ds_arguments_has (arguments, "dark");
  options->style.serial = ds_arguments_has (arguments, "serial");
  options->style.series = ds_arguments_get (arguments, "series");
  options->card = ds_arguments_has (arguments, "card");
  if (size != NULL && !parse_size (size, options)) {
    fail (_ ("“%1” is not a size. Write width and height from 64 to 16384, as in --size=1080x740, or A4."), size);
    return FALSE;
  }
  if (scale != NULL && !parse_scale (scale, options)) {
    fail (_ ("“%1” is not a scale. Choose a number above 0 and up to 8."), scale);
    return FALSE;
  }
  if (unit != NULL && !ds_unit_from_id (unit, &options->style.unit)) {
    fail (_ ("“%1” is not a unit. Choose one of: mb-s, gb-s, iops, us."), unit);
    return FALSE;
  }
  return TRUE;
}

static gboolean
has_series (DsReport *report, const char *name)
{
  for (guint i = 0; i < report->series->len; i++)
    if (g_str_equal (((const DsSeries *) report->series->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

static int
fail_series (DsReport *report, const char *name)
{
  g_autofree char *sentence = NULL;

  if (report->series->len == 0)
    sentence = g_strdup_printf (_ ("The result has no series “%s”, and no other: leave --series out."), name);
  else
    sentence = g_strdup_printf (_ ("The result has no series “%s”. Choose one of those in it, such as %s."), name,
                                ((const DsSeries *) report->series->pdata[0])->name);
  ds_console_error (sentence);
  return DS_EXIT_USAGE;
}

static int
run_render (DsArguments *arguments)
{
  const char *from = ds_arguments_get_word (arguments, 0);
  const char *to = ds_arguments_get_word (arguments, 1);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (from);
  DsPictureOptions options = { .style = { .unit = DS_UNIT_MB_S, .footer = TRUE } };
  gboolean to_stdout = strcmp (to, "-") == 0;
  DsPictureFormat format;
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const char *data;
  gsize length;

  if (!read_options (arguments, &options))
    return DS_EXIT_USAGE;
  if (to_stdout && isatty (STDOUT_FILENO)) {
    ds_console_error (_ ("A terminal cannot show a picture. Name a file that ends in .png, .svg or .pdf."));
    return DS_EXIT_USAGE;
  }
  /* Without a name there is no ending; a PNG is what most programs take. */
  if (to_stdout)
    format = DS_PICTURE_PNG;
  else if (!ds_picture_format_from_name (to, &format))
    return fail (_ ("“%1” does not say which kind of picture to draw. End the name with .png, .svg or .pdf."), to);
  if (!ds_output_check_path (to, &error)) {
    ds_console_error (error->message);
    return DS_EXIT_FAILED;
  }
  if (!g_file_query_exists (file, NULL)) {
    fail (_ ("There is no result file “%1”. Check the name."), from);
    return DS_EXIT_FAILED;
  }
  report = ds_report_load (file, &error);
  if (report != NULL && ds_arguments_get (arguments, "unit") == NULL)
    options.style.unit = ds_chart_get_default_unit (report);
  if (report != NULL && options.style.series != NULL && !has_series (report, options.style.series))
    return fail_series (report, options.style.series);
  if (report != NULL)
    bytes = ds_picture_render (report, format, &options, &error);
  if (bytes != NULL && to_stdout)
    return ds_console_print_bytes (bytes) ? DS_EXIT_FINISHED : DS_EXIT_FAILED;
  if (bytes != NULL)
    data = g_bytes_get_data (bytes, &length);
  if (bytes == NULL || !ds_report_write_data (to, data, length, &error)) {
    ds_console_error (error->message);
    return DS_EXIT_FAILED;
  }
  return DS_EXIT_FINISHED;
}

static const DsArgument options_table[] = {
  { "card", NULL, N_ ("Draw the result card: chart, key figures, drive and system in one picture.") },
  { "serial", NULL, N_ ("Name the drive's serial number on the card.") },
  { "series", N_ ("NAME"), N_ ("The one chart to draw of a result that has several, such as linear-read.") },
  { "size", N_ ("WxH"),
    N_ ("Width and height in units, or A4; 1080x740 where it is not given, a card 1920x1080.") },
  { "dark", NULL, N_ ("Draw on a dark ground.") },
  { "scale", N_ ("N"), N_ ("Pixels a unit of a PNG; 2 where it is not given, 1 of a card.") },
  { "unit", N_ ("UNIT"), N_ ("The unit of the figures: mb-s, gb-s, iops or us.") },
  { NULL },
};

const DsCommand ds_command_render = {
  .name = "render",
  .usage = "RESULT.json OUT.{png,svg,pdf} [--OPTION=VALUE]…",
  .summary = N_ ("Draw a stored result as a picture; “-” is standard output, as PNG."),
  .options = options_table,
  .min_words = 2,
  .max_words = 2,
  .run = run_render,
};
