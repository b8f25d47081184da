/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-reference.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "ds-drive-notes.h"
#include "ds-figures-only.h"
#include "ds-report-resources.h"
#include "ds-units.h"

#define PRICE "price-usd"

static double
get_number (JsonObject *object, const char *key)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, key) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : NAN;
}

/* (nullable) (transfer none) */
static JsonObject *
get_object (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* "WD Black PCIe 512 GB" says its capacity itself; 0 where a model does not */
static guint64
read_capacity (const char *model)
{
  const char *unit = g_str_has_suffix (model, " GB") ? " GB" : g_str_has_suffix (model, " TB") ? " TB" : NULL;
  const char *digits;

  if (unit == NULL)
    return 0;
  digits = model + strlen (model) - strlen (unit);
  while (digits > model && g_ascii_isdigit (digits[-1]))
    digits--;
  return g_ascii_strtoull (digits, NULL, 10) * (guint64) (unit[1] == 'G' ? DS_GB : DS_TB);
}

static void
describe (DsReport *report, JsonObject *drive, const char *about)
{
  const char *model = json_object_get_string_member (drive, "model");
  DsTargetDrive *target = ds_target_drive_new ();
  double price = get_number (drive, "price_usd");

  target->model = g_strdup (model);
  target->capacity = read_capacity (model);
  target->link = g_strdup (json_object_get_string_member_with_default (drive, "interface", NULL));
  g_ptr_array_add (report->target.drives, target);
  g_free (report->comment);
  report->comment = g_strdup (about);
  g_clear_pointer (&report->system.program, g_free);
  ds_report_set_option (report, DS_REPORT_IMPORTED, _ ("a published review"));
  report->state = DS_STATE_FINISHED;
  if (price > 0) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    ds_report_set_option (report, PRICE, g_ascii_formatd (text, sizeof text, "%.2f", price));
  }
}

static void
add_tiles (GPtrArray *list, JsonObject *drive, const char *about, const char *key, const char *durable)
{
  static const struct {
    const char *rate, *iops;
    DsOp op;
  } ops[] = { { "read", "read_iops", DS_OP_READ }, { "write", "write_iops", DS_OP_WRITE } };
  JsonObject *tiles = get_object (drive, key);
  const char *model = json_object_get_string_member (drive, "model");
  g_autoptr (GList) labels = tiles != NULL ? json_object_get_members (tiles) : NULL;
  DsReport *report;

  if (tiles == NULL)
    return;
  report = ds_report_new ("tiles");
  describe (report, drive, about);
  report->title = durable != NULL
                      /* Translators: a drive's model and how its figures were taken. */
                      ? g_strdup_printf (_ ("%s, durable writes"), model)
                      : g_strdup (model);
  ds_report_set_option (report, "settings", "classic5");
  for (guint k = 0; k < G_N_ELEMENTS (ops); k++)
    for (GList *l = labels; l != NULL; l = l->next) {
      JsonObject *figures = get_object (tiles, l->data);
      double mb_s = get_number (figures, ops[k].rate);
      DsCell *cell;

      if (!(mb_s > 0))
        continue;
      cell = ds_report_add_figures (report, l->data, ops[k].op, mb_s, get_number (figures, ops[k].iops), NAN);
      if (durable != NULL) {
        g_free (cell->durable);
        cell->durable = g_strdup (durable);
      }
    }
  g_ptr_array_add (list, report);
}

static void
add_ratings (GPtrArray *list, JsonObject *drive, const char *about)
{
  JsonObject *rated = get_object (drive, "rated");
  g_autoptr (DsDriveNotes) notes = ds_drive_notes_new ();
  DsReport *report;

  if (rated == NULL)
    return;
  notes->seq_read = get_number (rated, "seq_read");
  notes->seq_write = get_number (rated, "seq_write");
  notes->rnd4k_read_iops = get_number (rated, "rnd4k_read_iops");
  notes->rnd4k_write_iops = get_number (rated, "rnd4k_write_iops");
  if (!ds_drive_notes_have_ratings (notes))
    return;
  report = ds_drive_notes_make_report (notes, json_object_get_string_member (drive, "model"), NULL);
  describe (report, drive, about);
  ds_report_set_option (report, DS_REPORT_IMPORTED, _ ("the maker’s figures"));
  g_ptr_array_add (list, report);
}

/* (transfer full) */
static GBytes *
get_data (void)
{
  static gsize registered;

  if (g_once_init_enter (&registered)) {
    ds_report_data_register_resource ();
    g_once_init_leave (&registered, 1);
  }
  return g_resources_lookup_data (DS_REFERENCE_DRIVES, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

GPtrArray *
ds_reference_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_report_unref);
  g_autoptr (GBytes) bytes = get_data ();
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonObject *root;
  JsonArray *drives;
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  if (!json_parser_load_from_data (parser, text, (gssize) length, NULL))
    g_return_val_if_reached (list);
  root = json_node_get_object (json_parser_get_root (parser));
  drives = json_object_get_array_member (root, "drives");
  for (guint i = 0; i < json_array_get_length (drives); i++) {
    JsonObject *drive = json_array_get_object_element (drives, i);
    const char *about = json_object_get_string_member (root, "about");

    add_tiles (list, drive, about, "tiles_classic5", NULL);
    add_tiles (list, drive, about, "tiles_classic5_durable", "dsync");
    add_ratings (list, drive, about);
  }
  return list;
}

double
ds_reference_get_price (DsReport *report)
{
  const char *price = ds_report_get_option (report, PRICE);

  return price != NULL ? g_ascii_strtod (price, NULL) : NAN;
}
