/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-hwmon.h"

#include "fake-tree.h"

#define NVME_PCI        "devices/pci0000:00/0000:00:1d.0/0000:03:00.0"
#define NVME_CONTROLLER NVME_PCI "/nvme/nvme0"
#define SATA_DEVICE     "devices/pci0000:00/0000:00:17.0/ata1/host1/target1:0:0/1:0:0:0"

static void
add_sensor (FakeTree *tree, const char *folder, const char *driver, const char *millidegrees)
{
  fake_tree_set (tree, folder, "name", driver);
  fake_tree_set (tree, folder, "temp1_input", millidegrees);
  fake_tree_set (tree, folder, "temp1_max", "81850");
  fake_tree_set (tree, folder, "temp1_crit", "84850");
}

static void
assert_sensor (FakeTree *tree, const char *disk, const char *folder, int temperature)
{
  g_autofree char *file = ds_hwmon_find (tree->sys, disk);
  g_autofree char *tail = g_strdup_printf ("%s/temp1_input", folder);

  g_assert_nonnull (file);
  g_assert_true (g_str_has_suffix (file, tail));
  g_assert_cmpint (ds_hwmon_read (file), ==, temperature);
  g_assert_cmpint (ds_hwmon_read_limit (file, "max"), ==, 82);
  g_assert_cmpint (ds_hwmon_read_limit (file, "crit"), ==, 85);
}

static void
test_nvme (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();

  fake_tree_add_nvme (tree);
  g_assert_null (ds_hwmon_find (tree->sys, "nvme0n1"));
  /* Another driver's sensor at the same controller is none of the drive. */
  add_sensor (tree, NVME_CONTROLLER "/hwmon1", "acpitz", "20000");
  g_assert_null (ds_hwmon_find (tree->sys, "nvme0n1"));
  add_sensor (tree, NVME_CONTROLLER "/hwmon2", "nvme", "40850");
  assert_sensor (tree, "nvme0n1", "nvme0/hwmon2", 41);
}

static void
test_nvme_older (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();

  fake_tree_add_nvme (tree);
  fake_tree_link (tree, NVME_CONTROLLER "/device", NVME_PCI);
  add_sensor (tree, NVME_PCI "/hwmon/hwmon3", "nvme", "-5150");
  assert_sensor (tree, "nvme0n1", "0000:03:00.0/hwmon/hwmon3", -5);
}

/* With multipath the sensor is that of a controller below the subsystem, whose number is not the disk's. */
static void
test_multipath (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();

  fake_tree_add_multipath (tree);
  add_sensor (tree, "devices/pci0000:40/0000:40:01.0/nvme/nvme7/hwmon7", "nvme", "33850");
  add_sensor (tree, "devices/pci0000:40/0000:40:02.0/nvme/nvme8/hwmon8", "nvme", "35850");
  {
    g_autofree char *file = ds_hwmon_find (tree->sys, "nvme5n1");

    g_assert_nonnull (file);
    g_assert_true (ds_hwmon_read (file) == 34 || ds_hwmon_read (file) == 36);
  }
}

static void
test_sata (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();

  fake_tree_add_sata (tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "6.0 Gbps");
  g_assert_null (ds_hwmon_find (tree->sys, "sda"));
  add_sensor (tree, SATA_DEVICE "/hwmon/hwmon0", "drivetemp", "31000");
  assert_sensor (tree, "sda", "1:0:0:0/hwmon/hwmon0", 31);
}

static void
test_nonsense (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  static const char *const texts[] = { "", "warm", "-273150", "999000", "99999999999999999999" };

  fake_tree_add_nvme (tree);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *file = NULL;

    add_sensor (tree, NVME_CONTROLLER "/hwmon2", "nvme", texts[i]);
    file = ds_hwmon_find (tree->sys, "nvme0n1");
    g_assert_nonnull (file);
    g_assert_cmpint (ds_hwmon_read (file), ==, DS_TEMPERATURE_UNKNOWN);
  }
  g_assert_cmpint (ds_hwmon_read ("/nowhere/temp1_input"), ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_null (ds_hwmon_find (tree->sys, "sdz"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hwmon/nvme", test_nvme);
  g_test_add_func ("/hwmon/nvme-older", test_nvme_older);
  g_test_add_func ("/hwmon/multipath", test_multipath);
  g_test_add_func ("/hwmon/sata", test_sata);
  g_test_add_func ("/hwmon/nonsense", test_nonsense);
  return g_test_run ();
}
