/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive-error.h"
#include "ds-drive.h"
#include "ds-nvme.h"
#include "ds-place.h"
#include "ds-smart-events.h"
#include "ds-smart-frames.h"
#include "ds-smart-identify.h"
#include "ds-smart-log.h"
#include "ds-verdict.h"

#include <json-glib/json-glib.h>

#include <locale.h>
#include <unistd.h>

/* Says as JSON what the drive room makes of real drivers, for tests that run in an emulated machine:
 *
 *   drive-dump smart nvme0    the pages of a controller, read by libnvme
 *   drive-dump frames FILE    the pages that the privileged helper wrote
 *   drive-dump list           every whole disk
 *   drive-dump place PATH     what lies under a path */

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_number (JsonBuilder *builder, const char *name, gint64 value, gboolean known)
{
  json_builder_set_member_name (builder, name);
  if (known)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_counter (JsonBuilder *builder, const char *name, DsCounter counter)
{
  g_autofree char *text = ds_counter_dup_string (counter);

  add_string (builder, name, text);
}

static void
add_log (JsonBuilder *builder, const DsSmartLog *log)
{
  const struct {
    const char *name;
    DsCounter counter;
  } counters[] = {
    { "units_read", log->units_read },
    { "units_written", log->units_written },
    { "read_commands", log->read_commands },
    { "write_commands", log->write_commands },
    { "busy_minutes", log->busy_minutes },
    { "power_cycles", log->power_cycles },
    { "hours", log->hours },
    { "unsafe_shutdowns", log->unsafe_shutdowns },
    { "media_errors", log->media_errors },
    { "error_entries", log->error_entries },
    { "warning_minutes", log->warning_minutes },
    { "critical_minutes", log->critical_minutes },
    { "light_throttle_count", log->throttle_count[0] },
    { "heavy_throttle_count", log->throttle_count[1] },
    { "light_throttle_seconds", log->throttle_seconds[0] },
    { "heavy_throttle_seconds", log->throttle_seconds[1] },
  };

  add_number (builder, "sense", log->sense, TRUE);
  add_number (builder, "warnings", log->warnings, TRUE);
  add_number (builder, "temperature", log->temperature, log->temperature != DS_TEMPERATURE_UNKNOWN);
  add_number (builder, "spare", log->spare, log->spare != DS_PERCENT_UNKNOWN);
  add_number (builder, "spare_threshold", log->spare_threshold, log->spare_threshold != DS_PERCENT_UNKNOWN);
  add_number (builder, "used", log->used, log->used != DS_PERCENT_UNKNOWN);
  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    add_counter (builder, counters[i].name, counters[i].counter);
}

static void
add_pages (JsonBuilder *builder, const DsNvmePages *pages)
{
  static const char *const names[] = { "identify", "smart", "errors", "self_test", "write_cache" };
  const DsNvmePage *page = pages->page;
  const guint8 *feature = page[DS_NVME_PAGE_WRITE_CACHE].bytes;
  DsSmartIdentify identify = ds_smart_identify_decode (page[DS_NVME_PAGE_IDENTIFY].bytes);
  DsSmartLog log = ds_smart_log_decode (page[DS_NVME_PAGE_SMART].bytes);
  DsVerdictFacts facts = {
    .log = page[DS_NVME_PAGE_SMART].length > 0 ? &log : NULL,
    .warning_temperature = identify.warning_temperature,
    .is_virtual = ds_smart_model_is_virtual (identify.model),
  };
  g_autoptr (DsVerdict) verdict = ds_verdict_new (&facts);
  g_autoptr (GArray) errors =
      ds_error_log_decode (page[DS_NVME_PAGE_ERRORS].bytes, page[DS_NVME_PAGE_ERRORS].length);

  json_builder_set_member_name (builder, "results");
  json_builder_begin_object (builder);
  for (guint i = 0; i < DS_NVME_N_PAGES; i++)
    add_string (builder, names[i], ds_nvme_result_id (page[i].result));
  json_builder_end_object (builder);

  add_string (builder, "serial", identify.serial);
  add_string (builder, "model", identify.model);
  add_string (builder, "firmware", identify.firmware);
  add_number (builder, "vendor", identify.vendor, TRUE);
  add_number (builder, "version", identify.version, TRUE);
  add_number (builder, "warning_temperature", identify.warning_temperature,
              identify.warning_temperature != DS_TEMPERATURE_UNKNOWN);
  add_number (builder, "critical_temperature", identify.critical_temperature,
              identify.critical_temperature != DS_TEMPERATURE_UNKNOWN);
  add_number (builder, "volatile_cache", identify.volatile_cache, TRUE);
  add_number (builder, "cache_enabled", feature[0] & 1, page[DS_NVME_PAGE_WRITE_CACHE].length > 0);
  add_number (builder, "errors", errors->len, page[DS_NVME_PAGE_ERRORS].length > 0);
  add_log (builder, &log);
  add_string (builder, "verdict", ds_verdict_grade_to_string (verdict->grade));
  add_string (builder, "rule", verdict->rule);
  add_string (builder, "reason", verdict->reason);
}

static gboolean
dump_smart (JsonBuilder *builder, const char *controller, GError **error)
{
  g_autofree DsNvmePages *pages = g_new0 (DsNvmePages, 1);
  DsNvmeResult result;
  int fd = ds_nvme_open (controller, &result);

  if (fd < 0) {
    g_propagate_error (error, ds_drive_error_new_nvme (controller, result));
    return FALSE;
  }
  ds_nvme_read_pages (fd, pages);
  close (fd);
  add_pages (builder, pages);
  return TRUE;
}

static gboolean
dump_frames (JsonBuilder *builder, const char *path, GError **error)
{
  g_autofree DsNvmePages *pages = g_new0 (DsNvmePages, 1);
  g_autofree char *bytes = NULL;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, error) ||
      !ds_smart_frames_parse ((const guint8 *) bytes, length, pages, error))
    return FALSE;
  add_pages (builder, pages);
  return TRUE;
}

static void
add_drives (JsonBuilder *builder, GPtrArray *drives)
{
  json_builder_set_member_name (builder, "drives");
  json_builder_begin_array (builder);
  for (guint i = 0; i < drives->len; i++) {
    const DsDrive *drive = g_ptr_array_index (drives, i);

    json_builder_begin_object (builder);
    add_string (builder, "name", drive->name);
    add_string (builder, "model", drive->model);
    add_string (builder, "serial", drive->serial);
    add_string (builder, "firmware", drive->firmware);
    add_string (builder, "kind", ds_drive_kind_to_string (drive->kind));
    add_string (builder, "write_cache", drive->write_cache);
    add_number (builder, "capacity", (gint64) drive->capacity, TRUE);
    add_number (builder, "logical_block_size", drive->logical_block_size, TRUE);
    add_number (builder, "rotational", drive->rotational, TRUE);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static gboolean
dump_place (JsonBuilder *builder, const char *path, GError **error)
{
  g_autoptr (DsPlace) place = ds_place_inspect (path, error);

  if (place == NULL)
    return FALSE;
  add_string (builder, "fs_type", place->fs_type);
  add_string (builder, "source", place->source);
  add_string (builder, "stack", place->stack);
  add_number (builder, "encrypted", place->encrypted, TRUE);
  add_drives (builder, place->drives);
  return TRUE;
}

static gboolean
dump (JsonBuilder *builder, int argc, char **argv, GError **error)
{
  if (argc == 3 && g_str_equal (argv[1], "smart"))
    return dump_smart (builder, argv[2], error);
  if (argc == 3 && g_str_equal (argv[1], "frames"))
    return dump_frames (builder, argv[2], error);
  if (argc == 3 && g_str_equal (argv[1], "place"))
    return dump_place (builder, argv[2], error);
  if (argc == 2 && g_str_equal (argv[1], "list")) {
    g_autoptr (GPtrArray) drives = ds_drive_list ("/sys");

    add_drives (builder, drives);
    return TRUE;
  }
  g_set_error_literal (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_FAILED,
                       "smart CONTROLLER, frames FILE, list or place PATH");
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  setlocale (LC_ALL, "");
  json_builder_begin_object (builder);
  if (!dump (builder, argc, argv, &error)) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  g_print ("%s\n", text);
  return 0;
}
