/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-ata-smart.h"

#define FLAG_PREFAIL   0x0001
#define ATTRIBUTE_TYPE "a(ysqiiixia{sv})"

static void
attribute_free (DsAtaAttribute *attribute)
{
  g_free (attribute->name);
  g_free (attribute);
}

/* The source says -1 where the drive says nothing, and a byte has no more than 255. */
static int
check_value (gint32 value)
{
  return value < 0 || value > 255 ? DS_ATA_VALUE_UNKNOWN : value;
}

static void
add_attributes (DsAtaSmart *self, GVariant *attributes)
{
  GVariantIter iter;
  const char *name;
  guint8 id;
  guint16 flags;
  gint32 value, worst, threshold, unit;
  gint64 pretty;

  g_variant_iter_init (&iter, attributes);
  while (g_variant_iter_next (&iter, "(y&sqiiixi@a{sv})", &id, &name, &flags, &value, &worst, &threshold, &pretty,
                              &unit, NULL)) {
    DsAtaAttribute *attribute = g_new0 (DsAtaAttribute, 1);

    attribute->id = id;
    attribute->name = g_strdup (name);
    attribute->prefail = (flags & FLAG_PREFAIL) != 0;
    attribute->value = check_value (value);
    attribute->worst = check_value (worst);
    attribute->threshold = check_value (threshold);
    attribute->raw = pretty;
    attribute->unit =
        unit > DS_ATA_UNIT_UNKNOWN && unit <= DS_ATA_UNIT_MEGABYTES ? (DsAtaUnit) unit : DS_ATA_UNIT_UNKNOWN;
    g_ptr_array_add (self->attributes, attribute);
  }
}

static void
add_properties (DsAtaSmart *self, GVariant *properties)
{
  double kelvin = 0;
  guint64 seconds = 0;
  gint64 sectors = -1;
  gint32 percent = -1;

  g_variant_lookup (properties, "SmartEnabled", "b", &self->enabled);
  g_variant_lookup (properties, "SmartFailing", "b", &self->failing);
  g_variant_lookup (properties, "SmartSelftestStatus", "s", &self->self_test);
  if (g_variant_lookup (properties, "SmartTemperature", "d", &kelvin) && kelvin > 0 && kelvin < 1000)
    self->temperature = ds_temperature_from_kelvin ((guint) (kelvin + 0.5));
  /* 0 stands for unknown in this interface. */
  if (g_variant_lookup (properties, "SmartPowerOnSeconds", "t", &seconds) && seconds > 0 && seconds <= G_MAXINT64)
    self->seconds_on = (gint64) seconds;
  if (g_variant_lookup (properties, "SmartNumBadSectors", "x", &sectors) && sectors >= 0)
    self->bad_sectors = sectors;
  if (g_variant_lookup (properties, "SmartSelftestPercentRemaining", "i", &percent) && percent >= 0 &&
      percent <= 100)
    self->self_test_percent_left = percent;
  if (self->self_test != NULL && *self->self_test == '\0')
    g_clear_pointer (&self->self_test, g_free);
}

DsAtaSmart *
ds_ata_smart_new (GVariant *attributes, GVariant *properties)
{
  DsAtaSmart *self = g_new0 (DsAtaSmart, 1);

  self->attributes = g_ptr_array_new_with_free_func ((GDestroyNotify) attribute_free);
  self->seconds_on = -1;
  self->temperature = DS_TEMPERATURE_UNKNOWN;
  self->bad_sectors = -1;
  self->self_test_percent_left = -1;
  if (attributes != NULL && g_variant_is_of_type (attributes, G_VARIANT_TYPE (ATTRIBUTE_TYPE)))
    add_attributes (self, attributes);
  if (properties != NULL && g_variant_is_of_type (properties, G_VARIANT_TYPE_VARDICT))
    add_properties (self, properties);
  return self;
}

void
ds_ata_smart_free (DsAtaSmart *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->attributes);
  g_free (self->self_test);
  g_free (self);
}

const DsAtaAttribute *
ds_ata_smart_find (const DsAtaSmart *self, guint id)
{
  for (guint i = 0; i < self->attributes->len; i++) {
    const DsAtaAttribute *attribute = g_ptr_array_index (self->attributes, i);

    if (attribute->id == id)
      return attribute;
  }
  return NULL;
}

gboolean
ds_ata_attribute_fails (const DsAtaAttribute *attribute)
{
  return attribute->threshold > 0 && attribute->value != DS_ATA_VALUE_UNKNOWN &&
         attribute->value <= attribute->threshold;
}

gboolean
ds_ata_attribute_failed (const DsAtaAttribute *attribute)
{
  return attribute->threshold > 0 && attribute->worst != DS_ATA_VALUE_UNKNOWN &&
         attribute->worst <= attribute->threshold;
}

int
ds_ata_smart_get_life_left (const DsAtaSmart *self)
{
  /* SSD life left; percentage of lifetime remaining (Micron, Crucial); media wear-out indicator (Intel and
   * others); wear levelling count (Samsung); each counts its normalised value down from 100. The most telling
   * comes first. */
  static const guint ids[] = { 231, 202, 233, 177 };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    const DsAtaAttribute *attribute = ds_ata_smart_find (self, ids[i]);

    /* Rotating disks count other things under these numbers, often from 200 or 253 down, or in another unit. */
    if (attribute != NULL && attribute->value >= 0 && attribute->value <= 100 &&
        attribute->unit != DS_ATA_UNIT_MILLIKELVIN)
      return attribute->value;
  }
  return DS_PERCENT_UNKNOWN;
}
