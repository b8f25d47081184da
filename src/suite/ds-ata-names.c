/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-ata-names.h"

#include <glib/gi18n.h>

/* By the source's name, not by the number: makers give one number different meanings, and the source knows some.
 */
static const struct {
  const char *source;
  const char *name;
} names[] = {
  { "raw-read-error-rate", N_ ("Read error rate") },
  { "reallocated-sector-count", N_ ("Reallocated sectors") },
  { "power-on-hours", N_ ("Power-on hours") },
  { "power-cycle-count", N_ ("Power cycles") },
  { "program-fail-count-total", N_ ("Failed writes of flash") },
  { "erase-fail-count-total", N_ ("Failed erasures of flash") },
  { "wear-leveling-count", N_ ("Wear levelling") },
  { "used-reserved-blocks-total", N_ ("Reserve blocks used") },
  { "available-reserved-space", N_ ("Available reserve") },
  { "media-wearout-indicator", N_ ("Media wear-out") },
  { "end-to-end-error", N_ ("Errors between cache and computer") },
  { "reported-uncorrect", N_ ("Errors beyond correction") },
  { "airflow-temperature-celsius", N_ ("Temperature") },
  { "temperature-celsius-2", N_ ("Temperature") },
  { "temperature-celsius", N_ ("Temperature") },
  { "power-off-retract-count", N_ ("Unsafe shutdowns") },
  { "reallocated-event-count", N_ ("Reallocations") },
  { "current-pending-sector", N_ ("Sectors waiting to be reallocated") },
  { "offline-uncorrectable", N_ ("Unreadable sectors") },
  { "udma-crc-error-count", N_ ("Transfer errors of the cable") },
  { "total-lbas-written", N_ ("Written in total") },
  { "total-lbas-read", N_ ("Read in total") },
};

char *
ds_ata_dup_name (const DsAtaAttribute *attribute)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].source, attribute->name))
      return g_strdup (_ (names[i].name));
  return g_strdelimit (g_strdup (attribute->name), "-_", ' ');
}
