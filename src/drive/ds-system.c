/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-system.h"

#include "ds-sysfs.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* "Intel(R) Core(TM) i5-6600 CPU @ 3.30GHz" is "Intel Core i5-6600". */
static char *
tidy_cpu_name (const char *name)
{
  g_autoptr (GRegex) noise =
      g_regex_new ("\\((R|r|TM|tm)\\)| CPU\\b|\\s*@.*$| \\S+-Core Processor$| Processor$", 0, 0, NULL);
  g_autoptr (GRegex) spaces = g_regex_new ("\\s+", 0, 0, NULL);
  g_autofree char *short_name = g_regex_replace_literal (noise, name, -1, 0, "", 0, NULL);
  char *tidy = short_name != NULL ? g_regex_replace_literal (spaces, short_name, -1, 0, " ", 0, NULL) : NULL;

  return tidy != NULL ? g_strstrip (tidy) : NULL;
}

/* x86 says "model name", other architectures "cpu", "Model" or nothing */
static char *
read_cpu (const char *root)
{
  static const char *const keys[] = { "model name", "Model", "cpu", "Hardware" };
  g_autofree char *text = ds_sysfs_read (root, "proc/cpuinfo");
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    for (guint i = 0; lines[i] != NULL; i++) {
      g_auto (GStrv) pair = g_strsplit (lines[i], ":", 2);

      if (g_strv_length (pair) == 2 && strcmp (g_strchomp (pair[0]), keys[k]) == 0 &&
          *g_strstrip (pair[1]) != '\0')
        return tidy_cpu_name (pair[1]);
    }
  }
  return ds_sysfs_read (root, "proc/device-tree/model");
}

/* os-release(5); in a sandbox the host's comes first. */
static char *
read_distribution (const char *root)
{
  static const char *const files[] = { "run/host/os-release", "run/host/etc/os-release", "etc/os-release",
                                       "usr/lib/os-release" };

  for (guint k = 0; k < G_N_ELEMENTS (files); k++) {
    g_autofree char *text = ds_sysfs_read (root, files[k]);
    g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

    for (guint i = 0; lines[i] != NULL; i++) {
      if (g_str_has_prefix (lines[i], "PRETTY_NAME=")) {
        char *name = g_shell_unquote (lines[i] + strlen ("PRETTY_NAME="), NULL);

        if (name != NULL)
          return name;
      }
    }
  }
  return NULL;
}

/* On battery: a battery of the machine itself discharges, and no charger is connected. */
static gboolean
read_on_battery (const char *root)
{
  g_autofree char *folder = g_build_filename (root, "sys/class/power_supply", NULL);
  g_autoptr (GPtrArray) names = ds_sysfs_children (folder);
  gboolean discharging = FALSE;

  for (guint i = 0; i < names->len; i++) {
    g_autofree char *supply = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
    g_autofree char *type = ds_sysfs_read (supply, "type");
    g_autofree char *scope = ds_sysfs_read (supply, "scope");
    g_autofree char *status = ds_sysfs_read (supply, "status");

    /* A mouse has a battery too. */
    if (g_strcmp0 (scope, "Device") == 0)
      continue;
    if (g_strcmp0 (type, "Battery") != 0 && ds_sysfs_read_number (supply, "online") != 0)
      return FALSE;
    if (g_strcmp0 (type, "Battery") == 0 && g_strcmp0 (status, "Discharging") == 0)
      discharging = TRUE;
  }
  return discharging;
}

DsSystem *
ds_system_read_in (const char *root)
{
  DsSystem *self = g_new0 (DsSystem, 1);
  long pages = sysconf (_SC_PHYS_PAGES);
  long page_size = sysconf (_SC_PAGESIZE);
  struct utsname names;

  self->cpu = read_cpu (root);
  self->cpus = g_get_num_processors ();
  if (pages > 0 && page_size > 0)
    self->memory = (guint64) pages * (guint64) page_size;
  if (uname (&names) == 0) {
    self->kernel = g_strdup_printf ("%s %s", names.sysname, names.release);
    self->architecture = g_strdup (names.machine);
  }
  self->distribution = read_distribution (root);
  self->governor = ds_sysfs_read (root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  self->on_battery = read_on_battery (root);
  return self;
}

DsSystem *
ds_system_read (void)
{
  return ds_system_read_in ("/");
}

void
ds_system_free (DsSystem *self)
{
  if (self == NULL)
    return;
  g_free (self->cpu);
  g_free (self->kernel);
  g_free (self->distribution);
  g_free (self->architecture);
  g_free (self->governor);
  g_free (self);
}
