/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-chart.h"

G_BEGIN_DECLS

/* A report as a picture file, at a size of its own, without a display. */

/* A sheet of A4 in units of 1/96 inch; a PDF of it is A4 in points. */
#define DS_PICTURE_A4_WIDTH  793.7
#define DS_PICTURE_A4_HEIGHT 1122.52

#define DS_PICTURE_ERROR (ds_picture_error_quark ())
GQuark ds_picture_error_quark (void);

typedef enum {
  DS_PICTURE_ERROR_SIZE, /* no size, or more pixels than a picture can have */
  DS_PICTURE_ERROR_VIEW, /* the report is of a view that this version cannot draw */
  DS_PICTURE_ERROR_DRAW, /* cairo could not make it: out of memory */
  DS_PICTURE_ERROR_WRITE,
} DsPictureErrorCode;

typedef enum {
  DS_PICTURE_PNG,
  DS_PICTURE_SVG,
  DS_PICTURE_PDF,
} DsPictureFormat;

typedef struct {
  DsChartStyle style;
  double width, height; /* 0: 1080 x 740 */
  double scale;         /* pixels a unit, PNG only; 0: 2 */
  gboolean card;        /* the result card, 1920 x 1080 where no size is given; scale 0: 1 */
} DsPictureOptions;

gboolean ds_picture_format_from_name (const char *file_name, DsPictureFormat *format); /* by its ending */
/* (transfer full). The same report, options and fonts give the same PNG byte for byte. Blocks, any thread. */
GBytes *ds_picture_render (DsReport *report, DsPictureFormat format, const DsPictureOptions *options, GError **error);
/* Drawn and encoded in a GTask, written atomically. The report must not change meanwhile. */
void ds_picture_save_async (DsReport *report, DsPictureFormat format, const DsPictureOptions *options, GFile *file,
                            GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
gboolean ds_picture_save_finish (GAsyncResult *result, GError **error);

G_END_DECLS
