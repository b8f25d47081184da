/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-identify.h"

#include <string.h>

static guint
read_16 (const guint8 *bytes)
{
  return (guint) bytes[0] | (guint) bytes[1] << 8;
}

/* ASCII by the specification; whatever else stands there becomes a question mark. */
static void
read_text (const guint8 *bytes, gsize length, char *text)
{
  gsize end = 0;

  for (gsize i = 0; i < length && bytes[i] != '\0'; i++) {
    text[i] = g_ascii_isprint ((char) bytes[i]) ? (char) bytes[i] : '?';
    end = i + 1;
  }
  text[end] = '\0';
  g_strstrip (text);
}

DsSmartIdentify
ds_smart_identify_decode (const guint8 bytes[DS_SMART_IDENTIFY_SIZE])
{
  DsSmartIdentify self = { 0 };

  read_text (bytes + 4, 20, self.serial);
  read_text (bytes + 24, 40, self.model);
  read_text (bytes + 64, 8, self.firmware);
  self.vendor = read_16 (bytes);
  self.version = read_16 (bytes + 80) | read_16 (bytes + 82) << 16;
  self.capacity = ds_counter_from_bytes (bytes + 280);
  self.capacity.known = ds_counter_is_positive (self.capacity);
  self.warning_temperature = ds_temperature_from_kelvin (read_16 (bytes + 266));
  self.critical_temperature = ds_temperature_from_kelvin (read_16 (bytes + 268));
  self.error_entries = bytes[262] + 1u;
  self.volatile_cache = (bytes[525] & 0x01) != 0;
  self.self_test = (bytes[256] & 0x10) != 0;
  return self;
}

gboolean
ds_smart_model_is_virtual (const char *model)
{
  static const char *const beginnings[] = {
    "QEMU",
    "VMware Virtual",
    "ORCL-VBOX",
    "VBOX",
    "VirtualBox",
    "Virtual ",
    "Amazon Elastic Block Store",
    "nvme_card", /* Google's persistent disks: nvme_card-pd */
    "Microsoft NVMe Direct Disk",
    "MSFT NVMe Accelerator",
    "Msft Virtual Disk",
    "Linux", /* the kernel's own target, over a network or a file */
    "SPDK bdev Controller",
    "Parallels",
    "bhyve-NVMe",
  };

  for (guint i = 0; model != NULL && i < G_N_ELEMENTS (beginnings); i++)
    if (g_str_has_prefix (model, beginnings[i]))
      return TRUE;
  return FALSE;
}
