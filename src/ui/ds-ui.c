/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-ui.h"

#include "ds-chart-view.h"
#include "ds-compare-page.h"
#include "ds-comparison-view.h"
#include "ds-details.h"
#include "ds-drive-dialog.h"
#include "ds-finding-row.h"
#include "ds-health-detail.h"
#include "ds-health-page.h"
#include "ds-history-page.h"
#include "ds-history-row.h"
#include "ds-notes-dialog.h"
#include "ds-picture-dialog.h"
#include "ds-preferences-window.h"
#include "ds-row-editor.h"
#include "ds-rows-dialog.h"
#include "ds-status-strip.h"
#include "ds-suite-page.h"
#include "ds-target-chooser.h"
#include "ds-target-row.h"
#include "ds-tile-board.h"
#include "ds-ui-resources.h"
#include "ds-values-dialog.h"
#include "ds-window.h"
#include "ds-wrap-box.h"

void
ds_ui_init (void)
{
  static gboolean done = FALSE;

  if (done)
    return;
  done = TRUE;
  ds_ui_register_resource ();

  g_type_ensure (DS_TYPE_CHART_VIEW);
  g_type_ensure (DS_TYPE_COMPARE_PAGE);
  g_type_ensure (DS_TYPE_COMPARISON_VIEW);
  g_type_ensure (DS_TYPE_DETAILS);
  g_type_ensure (DS_TYPE_DRIVE_DIALOG);
  g_type_ensure (DS_TYPE_FINDING_ROW);
  g_type_ensure (DS_TYPE_HEALTH_DETAIL);
  g_type_ensure (DS_TYPE_HEALTH_PAGE);
  g_type_ensure (DS_TYPE_HISTORY_PAGE);
  g_type_ensure (DS_TYPE_HISTORY_ROW);
  g_type_ensure (DS_TYPE_NOTES_DIALOG);
  g_type_ensure (DS_TYPE_PICTURE_DIALOG);
  g_type_ensure (DS_TYPE_PREFERENCES_WINDOW);
  g_type_ensure (DS_TYPE_ROW_EDITOR);
  g_type_ensure (DS_TYPE_ROWS_DIALOG);
  g_type_ensure (DS_TYPE_STATUS_STRIP);
  g_type_ensure (DS_TYPE_SUITE_PAGE);
  g_type_ensure (DS_TYPE_TARGET_CHOOSER);
  g_type_ensure (DS_TYPE_TARGET_ROW);
  g_type_ensure (DS_TYPE_TILE_BOARD);
  g_type_ensure (DS_TYPE_VALUES_DIALOG);
  g_type_ensure (DS_TYPE_WINDOW);
  g_type_ensure (DS_TYPE_WRAP_BOX);
}
