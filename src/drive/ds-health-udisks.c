/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-health-private.h"

#include "ds-drive-error.h"
#include "ds-udisks.h"

#include <glib/gi18n.h>

#define NVME_INTERFACE "org.freedesktop.UDisks2.NVMe.Controller"
#define ATA_INTERFACE  "org.freedesktop.UDisks2.Drive.Ata"

typedef struct {
  GDBusConnection *bus;
  const DsDrive *drive;
  const char *path; /* of the drive's object */
  const char *interface;
  gboolean interactive;
  int patience;
  GCancellable *cancellable;
} Asked;

/* ---- Which object ---- */

static GVariant *
find_interface (GVariant *objects, const char *path, const char *interface)
{
  g_autoptr (GVariant) interfaces = g_variant_lookup_value (objects, path, G_VARIANT_TYPE ("a{sa{sv}}"));

  return interfaces != NULL ? g_variant_lookup_value (interfaces, interface, G_VARIANT_TYPE_VARDICT) : NULL;
}

/* The drive's object by the device file of its disk; of a disk that is reached by several ways, where UDisks2
 * names none, by its serial number among those of its kind. (nullable) (transfer full) */
static char *
find_drive (GVariant *objects, const DsDrive *drive)
{
  GVariantIter iter;
  const char *path;
  char *by_serial = NULL;

  g_variant_iter_init (&iter, objects);
  while (g_variant_iter_next (&iter, "{&o@a{sa{sv}}}", &path, NULL)) {
    g_autoptr (GVariant) block = find_interface (objects, path, "org.freedesktop.UDisks2.Block");
    g_autoptr (GVariant) properties = find_interface (objects, path, "org.freedesktop.UDisks2.Drive");
    const char *device = NULL, *owner = NULL, *serial = NULL;

    if (block != NULL && g_variant_lookup (block, "Device", "^&ay", &device) &&
        g_strcmp0 (device, drive->device) == 0 && g_variant_lookup (block, "Drive", "&o", &owner) &&
        g_strcmp0 (owner, "/") != 0) {
      g_free (by_serial);
      return g_strdup (owner);
    }
    if (by_serial == NULL && properties != NULL && drive->serial != NULL &&
        g_variant_lookup (properties, "Serial", "&s", &serial) && g_strcmp0 (serial, drive->serial) == 0)
      by_serial = g_strdup (path);
  }
  return by_serial;
}

/* ---- Calls ---- */

static GVariant *
call (const Asked *asked,
      const char *interface,
      const char *method,
      GVariant *parameters,
      const char *type,
      GError **error)
{
  g_autoptr (GError) cause = NULL;
  GVariant *reply = g_dbus_connection_call_sync (
      asked->bus, DS_UDISKS_NAME, asked->path, interface, method, parameters, G_VARIANT_TYPE (type),
      asked->interactive ? G_DBUS_CALL_FLAGS_ALLOW_INTERACTIVE_AUTHORIZATION : G_DBUS_CALL_FLAGS_NONE,
      asked->interactive ? G_MAXINT : asked->patience, asked->cancellable, &cause);

  if (reply == NULL)
    g_propagate_error (error, ds_drive_error_new_udisks (asked->drive->device, asked->interactive, cause));
  return reply;
}

static GVariant *
new_update_options (const Asked *asked)
{
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  if (!asked->interactive) {
    g_variant_dict_insert (&options, "auth.no_user_interaction", "b", TRUE);
    /* A disk that sleeps goes on sleeping. */
    if (g_str_equal (asked->interface, ATA_INTERFACE))
      g_variant_dict_insert (&options, "nowakeup", "b", TRUE);
  }
  return g_variant_dict_end (&options);
}

/* ---- What the answers say ---- */

static gboolean
lookup_number (GVariant *dictionary, const char *key, guint64 *number)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (dictionary, key, NULL);
  gint64 whole;

  if (value == NULL)
    return FALSE;
  switch (g_variant_classify (value)) {
  case G_VARIANT_CLASS_BYTE:
    *number = g_variant_get_byte (value);
    return TRUE;
  case G_VARIANT_CLASS_UINT16:
    *number = g_variant_get_uint16 (value);
    return TRUE;
  case G_VARIANT_CLASS_UINT32:
    *number = g_variant_get_uint32 (value);
    return TRUE;
  case G_VARIANT_CLASS_UINT64:
    *number = g_variant_get_uint64 (value);
    return TRUE;
  case G_VARIANT_CLASS_INT32:
    whole = g_variant_get_int32 (value);
    break;
  case G_VARIANT_CLASS_INT64:
    whole = g_variant_get_int64 (value);
    break;
  default:
    return FALSE;
  }
  *number = (guint64) whole;
  return whole >= 0;
}

static DsCounter
lookup_counter (GVariant *dictionary, const char *key)
{
  guint64 number;

  return lookup_number (dictionary, key, &number) ? ds_counter_from_number (number) : DS_COUNTER_UNKNOWN;
}

/* Bytes as data units; where the drive has moved none, UDisks2 leaves the key out. */
static DsCounter
lookup_units (GVariant *dictionary, const char *key)
{
  guint64 bytes = 0;

  lookup_number (dictionary, key, &bytes);
  return ds_counter_from_number (bytes / DS_SMART_LOG_UNIT);
}

static int
lookup_kelvin (GVariant *dictionary, const char *key)
{
  guint64 kelvin;

  return lookup_number (dictionary, key, &kelvin) && kelvin < G_MAXUINT
             ? ds_temperature_from_kelvin ((guint) kelvin)
             : DS_TEMPERATURE_UNKNOWN;
}

static guint
parse_warnings (GVariant *properties)
{
  static const struct {
    const char *name;
    DsSmartWarning warning;
  } names[] = {
    { "spare", DS_SMART_WARNING_SPARE },          { "temperature", DS_SMART_WARNING_TEMPERATURE },
    { "degraded", DS_SMART_WARNING_RELIABILITY }, { "readonly", DS_SMART_WARNING_READ_ONLY },
    { "volatile_mem", DS_SMART_WARNING_BACKUP },  { "pmr_readonly", DS_SMART_WARNING_PERSISTENT_MEMORY },
  };
  g_autofree const char **found = NULL;
  guint warnings = 0;

  if (!g_variant_lookup (properties, "SmartCriticalWarning", "^a&s", &found))
    return 0;
  for (guint i = 0; found[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      if (g_str_equal (found[i], names[j].name))
        warnings |= names[j].warning;
  return warnings;
}

static void
take_nvme (DsHealth *self, GVariant *attributes, GVariant *properties)
{
  DsSmartLog *log = &self->log;
  g_autoptr (GVariant) sensors = g_variant_lookup_value (attributes, "temp_sensors", G_VARIANT_TYPE ("aq"));
  guint64 spare, threshold, used;

  log->sense = DS_SMART_SENSE_FINE;
  log->warnings = parse_warnings (properties);
  log->temperature = lookup_kelvin (properties, "SmartTemperature");
  for (gsize i = 0; sensors != NULL && i < g_variant_n_children (sensors) && i < DS_SMART_LOG_N_SENSORS; i++) {
    guint16 kelvin;

    g_variant_get_child (sensors, i, "q", &kelvin);
    log->sensors[i] = ds_temperature_from_kelvin (kelvin);
  }
  if (lookup_number (attributes, "avail_spare", &spare) &&
      lookup_number (attributes, "spare_thresh", &threshold) && spare <= 100 && threshold <= 100 &&
      (spare > 0 || threshold > 0)) {
    log->spare = (int) spare;
    log->spare_threshold = (int) threshold;
  }
  if (lookup_number (attributes, "percent_used", &used) && used < 255)
    log->used = (int) used;
  log->units_read = lookup_units (attributes, "total_data_read");
  log->units_written = lookup_units (attributes, "total_data_written");
  log->busy_minutes = lookup_counter (attributes, "ctrl_busy_time");
  log->power_cycles = lookup_counter (attributes, "power_cycles");
  log->hours = lookup_counter (properties, "SmartPowerOnHours");
  log->unsafe_shutdowns = lookup_counter (attributes, "unsafe_shutdowns");
  log->media_errors = lookup_counter (attributes, "media_errors");
  log->error_entries = lookup_counter (attributes, "num_err_log_entries");
  log->warning_minutes = lookup_counter (attributes, "warning_temp_time");
  log->critical_minutes = lookup_counter (attributes, "critical_temp_time");
  self->has_log = TRUE;
  self->warning_temperature = lookup_kelvin (attributes, "wctemp");
  self->critical_temperature = lookup_kelvin (attributes, "cctemp");
  self->source = DS_HEALTH_SOURCE_UDISKS_NVME;
}

static void
take_ata (DsHealth *self, GVariant *attributes, GVariant *properties)
{
  gboolean supported = FALSE, enabled = FALSE;

  self->ata = ds_ata_smart_new (attributes, properties);
  if (g_variant_lookup (properties, "WriteCacheSupported", "b", &supported) &&
      g_variant_lookup (properties, "WriteCacheEnabled", "b", &enabled))
    self->write_cache = supported && enabled ? DS_SWITCH_ON : DS_SWITCH_OFF;
  self->source = DS_HEALTH_SOURCE_UDISKS_ATA;
}

/* ---- Asking ---- */

static gboolean
choose_interface (Asked *asked, GVariant *objects, gboolean is_nvme, GError **error)
{
  g_autoptr (GVariant) nvme = find_interface (objects, asked->path, NVME_INTERFACE);
  g_autoptr (GVariant) ata = find_interface (objects, asked->path, ATA_INTERFACE);
  gboolean supported = TRUE;

  if (nvme != NULL) {
    asked->interface = NVME_INTERFACE;
    return TRUE;
  }
  if (is_nvme) {
    g_set_error_literal (
        error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_SUPPORTED,
        _ ("The UDisks2 of this system does not read the health of NVMe drives. Version 2.10 and later "
           "do."));
    return FALSE;
  }
  if (ata != NULL)
    g_variant_lookup (ata, "SmartSupported", "b", &supported);
  if (ata == NULL || !supported) {
    g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_SUPPORTED,
                 _ ("UDisks2 finds no way to read the health of %s."), asked->drive->device);
    return FALSE;
  }
  asked->interface = ATA_INTERFACE;
  return TRUE;
}

static gboolean
ask (DsHealth *self, const Asked *asked, GError **error)
{
  gboolean is_nvme = g_str_equal (asked->interface, NVME_INTERFACE);
  g_autoptr (GError) not_updated = NULL;
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GVariant) updated = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GVariant) attributes = NULL;
  g_autoptr (GVariant) properties = NULL;
  guint64 time = 0;

  updated = call (asked, asked->interface, "SmartUpdate", g_variant_new ("(@a{sv})", new_update_options (asked)),
                  "()", &not_updated);
  if (g_error_matches (not_updated, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_propagate_error (error, g_steal_pointer (&not_updated));
    return FALSE;
  }
  /* What it may not renew, UDisks2 may still know from before. */
  reply = call (asked, asked->interface, "SmartGetAttributes",
                g_variant_new ("(@a{sv})", ds_udisks_new_options (asked->interactive)),
                is_nvme ? "(a{sv})" : "(a(ysqiiixia{sv}))", &refusal);
  if (reply != NULL)
    all = call (asked, "org.freedesktop.DBus.Properties", "GetAll", g_variant_new ("(s)", asked->interface),
                "(a{sv})", &refusal);
  if (all == NULL) {
    g_propagate_error (error, not_updated != NULL ? g_steal_pointer (&not_updated) : g_steal_pointer (&refusal));
    return FALSE;
  }

  attributes = g_variant_get_child_value (reply, 0);
  properties = g_variant_get_child_value (all, 0);
  if (is_nvme)
    take_nvme (self, attributes, properties);
  else
    take_ata (self, attributes, properties);
  self->time = g_get_real_time () / G_USEC_PER_SEC;
  if (not_updated != NULL) {
    if (lookup_number (properties, "SmartUpdated", &time) && time > 0 && time < G_MAXINT64)
      self->time = (gint64) time;
    ds_health_refuse (self, not_updated->message);
  }
  return TRUE;
}

gboolean
ds_health_ask_udisks (
    DsHealth *self, const DsHealthSetup *setup, gboolean interactive, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SYSTEM, cancellable, &cause);
  Asked asked = { bus, self->drive, DS_UDISKS_PATH, NULL, FALSE, setup->patience, cancellable };
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) objects = NULL;
  g_autofree char *path = NULL;

  if (bus == NULL) {
    g_propagate_error (error, ds_drive_error_new_udisks (self->drive->device, interactive, cause));
    return FALSE;
  }
  reply = call (&asked, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL, "(a{oa{sa{sv}}})", error);
  if (reply == NULL)
    return FALSE;
  objects = g_variant_get_child_value (reply, 0);
  path = find_drive (objects, self->drive);
  if (path == NULL) {
    g_set_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_NOT_FOUND,
                 _ ("UDisks2 knows no drive at %s. Plug it in again, or choose another one."),
                 self->drive->device);
    return FALSE;
  }
  asked.path = path;
  asked.interactive = interactive;
  return choose_interface (&asked, objects, self->controller != NULL, error) && ask (self, &asked, error);
}
