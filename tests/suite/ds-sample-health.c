/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-sample-health.h"

#include "ds-health-private.h"

#include <string.h>

#define TIME 1767273000 /* 2026-01-01 13:10 UTC */

static void
put (guint8 *bytes, guint length, guint64 number)
{
  for (guint i = 0; i < length; i++)
    bytes[i] = (guint8) (number >> (8 * i));
}

static DsDrive *
drive_new (DsSampleHealth kind)
{
  static const struct {
    const char *name, *device, *model, *serial, *firmware, *link, *link_max, *scheduler;
    DsDriveKind kind;
    guint64 capacity;
    guint logical, physical;
  } rows[DS_N_SAMPLE_HEALTHS] = {
    { "nvme0n1", "/dev/nvme0n1", "Samsung SSD 990 PRO 2TB", "S7KHNJ0W123456", "4B2QJXD7", "PCIe 3.0 x4",
      "PCIe 4.0 x4", "none", DS_DRIVE_NVME, G_GUINT64_CONSTANT (2000398934016), 512, 512 },
    { "nvme1n1", "/dev/nvme1n1", "KINGSTON SNV2S1000G", "50026B7785A1", "SBM02103", "PCIe 4.0 x4", "PCIe 4.0 x4",
      "none", DS_DRIVE_NVME, G_GUINT64_CONSTANT (1000204886016), 512, 512 },
    { "sda", "/dev/sda", "Samsung SSD 870 EVO 1TB", "S6PTNL0T1234", "SVT02B6Q", "SATA 6 Gb/s", "SATA 6 Gb/s",
      "mq-deadline", DS_DRIVE_SATA, G_GUINT64_CONSTANT (1000204886016), 512, 512 },
    { "nvme2n1", "/dev/nvme2n1", "WD_BLACK SN850X 4000GB", "23070D801234", "620361WD", "PCIe 4.0 x4",
      "PCIe 4.0 x4", "none", DS_DRIVE_NVME, G_GUINT64_CONSTANT (4000787030016), 512, 4096 },
    { "vda", "/dev/vda", NULL, NULL, NULL, NULL, NULL, "mq-deadline", DS_DRIVE_VIRTUAL,
      G_GUINT64_CONSTANT (274877906944), 512, 4096 },
  };
  DsDrive *drive = g_new0 (DsDrive, 1);

  drive->name = g_strdup (rows[kind].name);
  drive->device = g_strdup (rows[kind].device);
  drive->model = g_strdup (rows[kind].model);
  drive->serial = g_strdup (rows[kind].serial);
  drive->firmware = g_strdup (rows[kind].firmware);
  drive->link = g_strdup (rows[kind].link);
  drive->link_max = g_strdup (rows[kind].link_max);
  drive->scheduler = g_strdup (rows[kind].scheduler);
  drive->write_cache = g_strdup ("write back");
  drive->kind = rows[kind].kind;
  drive->capacity = rows[kind].capacity;
  drive->logical_block_size = rows[kind].logical;
  drive->physical_block_size = rows[kind].physical;
  drive->trim = TRUE;
  drive->fua = rows[kind].kind == DS_DRIVE_NVME;
  return drive;
}

static DsNvmePages *
pages_new (gboolean failing)
{
  DsNvmePages *pages = g_new0 (DsNvmePages, 1);
  guint8 *identify = pages->page[DS_NVME_PAGE_IDENTIFY].bytes;
  guint8 *smart = pages->page[DS_NVME_PAGE_SMART].bytes;
  guint8 *self_test = pages->page[DS_NVME_PAGE_SELF_TEST].bytes;

  put (identify + 266, 2, 273 + 82);
  put (identify + 268, 2, 273 + 85);
  identify[525] = 1;
  pages->page[DS_NVME_PAGE_IDENTIFY].length = DS_NVME_IDENTIFY_SIZE;

  smart[0] = failing ? 1 : 0;
  put (smart + 1, 2, 273 + (failing ? 74 : 41));
  smart[3] = failing ? 4 : 100;
  smart[4] = 10;
  smart[5] = failing ? 112 : 3;
  put (smart + 32, 8, 20418230);
  put (smart + 48, 8, failing ? 1582711000 : 15827110);
  if (failing)
    put (smart + 64 + 8, 8, 3);
  put (smart + 64, 8, 310451122);
  put (smart + 80, 8, 287654321);
  put (smart + 96, 8, 1234);
  put (smart + 112, 8, 567);
  put (smart + 128, 8, failing ? 38123 : 4321);
  put (smart + 144, 8, 21);
  put (smart + 160, 8, failing ? 17 : 0);
  put (smart + 176, 8, 9);
  put (smart + 192, 4, failing ? 95 : 0);
  put (smart + 200, 2, 273 + (failing ? 74 : 41));
  put (smart + 202, 2, 273 + (failing ? 88 : 55));
  put (smart + 216, 4, failing ? 140 : 2);
  put (smart + 224, 4, failing ? 5120 : 13);
  pages->page[DS_NVME_PAGE_SMART].length = DS_NVME_SMART_SIZE;

  /* A short test that passed at 4300 hours */
  self_test[4] = 0x10;
  put (self_test + 4 + 4, 8, 4300);
  for (guint i = 1; i < 20; i++)
    self_test[4 + 28 * i] = 0x0f;
  pages->page[DS_NVME_PAGE_SELF_TEST].length = DS_NVME_SELF_TEST_SIZE;
  pages->page[DS_NVME_PAGE_ERRORS].length = DS_NVME_ERROR_SIZE;
  put (pages->page[DS_NVME_PAGE_ERRORS].bytes, 8, 9);
  pages->page[DS_NVME_PAGE_WRITE_CACHE].bytes[0] = 1;
  pages->page[DS_NVME_PAGE_WRITE_CACHE].length = DS_NVME_FEATURE_SIZE;
  return pages;
}

static DsAtaSmart *
ata_new (void)
{
  g_autoptr (GVariant) attributes = g_variant_ref_sink (g_variant_new_parsed (
      "[(byte 5, 'reallocated-sector-count', uint16 0x33, 98, 98, 10, int64 24, 3, @a{sv} {}),"
      " (byte 9, 'power-on-hours', uint16 0x32, 95, 95, 0, int64 82224000000, 2, {}),"
      " (byte 12, 'power-cycle-count', uint16 0x32, 99, 99, 0, int64 812, 1, {}),"
      " (byte 177, 'wear-leveling-count', uint16 0x13, 93, 93, 0, int64 128, 1, {}),"
      " (byte 190, 'airflow-temperature-celsius', uint16 0x32, 64, 48, 0, int64 309150, 4, {}),"
      " (byte 199, 'udma-crc-error-count', uint16 0x3e, 100, 100, 0, int64 0, 1, {}),"
      " (byte 241, 'total-lbas-written', uint16 0x32, 99, 99, 0, int64 48318382080, 3, {})]"));
  g_autoptr (GVariant) properties = g_variant_ref_sink (
      g_variant_new_parsed ("{'SmartEnabled': <true>, 'SmartFailing': <false>, 'SmartTemperature': <309.15>,"
                            " 'SmartPowerOnSeconds': <uint64 82224000>, 'SmartNumBadSectors': <int64 24>,"
                            " 'SmartSelftestStatus': <'success'>}"));

  return ds_ata_smart_new (attributes, properties);
}

DsHealth *
ds_sample_health_new (DsSampleHealth kind)
{
  g_autoptr (DsDrive) drive = drive_new (kind);
  DsHealth *health = ds_health_new_unread (drive);
  g_autofree DsNvmePages *pages = NULL;

  switch (kind) {
  case DS_SAMPLE_HEALTH_GOOD:
  case DS_SAMPLE_HEALTH_FAILING:
    g_free (health->controller);
    health->controller = g_strdup (kind == DS_SAMPLE_HEALTH_GOOD ? "nvme0" : "nvme1");
    pages = pages_new (kind == DS_SAMPLE_HEALTH_FAILING);
    g_assert_true (ds_health_take_pages (health, pages, DS_HEALTH_SOURCE_LIBNVME, NULL));
    break;
  case DS_SAMPLE_HEALTH_WATCH:
    health->ata = ata_new ();
    health->source = DS_HEALTH_SOURCE_UDISKS_ATA;
    health->write_cache = DS_SWITCH_ON;
    break;
  case DS_SAMPLE_HEALTH_UNREAD:
    health->temperature = 48;
    health->warning_temperature = 84;
    health->critical_temperature = 88;
    health->source = DS_HEALTH_SOURCE_HWMON;
    ds_health_refuse (health,
                      "The UDisks2 of this system does not read the health of NVMe drives. Version 2.10 and "
                      "later do.");
    ds_health_refuse (health, "Reading the health of nvme2 needs an administrator's permission.");
    break;
  default:
    break;
  }
  health->time = kind == DS_SAMPLE_HEALTH_VIRTUAL ? 0 : TIME;
  ds_health_conclude (health);
  return health;
}

GPtrArray *
ds_sample_healths_new (void)
{
  GPtrArray *healths = g_ptr_array_new_with_free_func ((GDestroyNotify) ds_health_unref);

  for (guint i = 0; i < DS_N_SAMPLE_HEALTHS; i++)
    g_ptr_array_add (healths, ds_sample_health_new ((DsSampleHealth) i));
  return healths;
}
