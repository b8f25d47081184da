/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-picture.h"
#include "ds-sample-report.h"

#include <locale.h>
#include <stdlib.h>

/* make-pictures FOLDER PREFIX WIDTHxHEIGHT light|dark [KIND…]: a PNG of each sample report, to be looked at */
int
main (int argc, char **argv)
{
  DsPictureOptions options = { .style = { .footer = TRUE }, .scale = 1.0 };
  char *rest;

  setlocale (LC_ALL, "");
  if (argc < 5) {
    g_printerr ("usage: make-pictures FOLDER PREFIX WIDTHxHEIGHT light|dark [KIND...]\n");
    return 2;
  }
  options.width = g_ascii_strtod (argv[3], &rest);
  options.height = *rest == 'x' ? g_ascii_strtod (rest + 1, NULL) : 0.0;
  options.style.dark = g_str_equal (argv[4], "dark");
  for (guint i = 0; ds_sample_report_kinds[i]; i++) {
    const char *kind = ds_sample_report_kinds[i];
    g_autoptr (DsReport) report = NULL;
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree char *path = g_strdup_printf ("%s/chart-%s%s.png", argv[1], argv[2], kind);

    if (argc > 5 && !g_strv_contains ((const char *const *) argv + 5, kind))
      continue;
    report = ds_sample_report (kind);
    bytes = ds_picture_render (report, DS_PICTURE_PNG, &options, &error);
    if (!bytes ||
        !g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error)) {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
