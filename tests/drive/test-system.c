/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-system.h"

#include "fake-tree.h"

#include <string.h>
#include <sys/utsname.h>

static DsSystem *
read_with (FakeTree *tree)
{
  return ds_system_read_in (tree->root);
}

static void
set_in_root (FakeTree *tree, const char *path, const char *text)
{
  g_autofree char *below = g_build_filename ("..", path, NULL);

  fake_tree_set_bytes (tree, below, text, strlen (text));
}

static void
test_cpu_names (void)
{
  static const struct {
    const char *cpuinfo;
    const char *name;
  } cases[] = {
    { "processor\t: 0\nmodel\t\t: 94\nmodel name\t: Intel(R) Core(TM) i5-6600 CPU @ 3.30GHz\n",
      "Intel Core i5-6600" },
    { "model name\t: AMD Ryzen 7 5800X 8-Core Processor\n", "AMD Ryzen 7 5800X" },
    { "model name\t: 12th Gen Intel(R) Core(TM) i7-12700K\n", "12th Gen Intel Core i7-12700K" },
    { "model name\t: Intel(R) Xeon(R) CPU           X5650  @ 2.67GHz\n", "Intel Xeon X5650" },
    { "processor\t: 0\nBogoMIPS\t: 108.00\nModel\t\t: Raspberry Pi 5 Model B Rev 1.0\n",
      "Raspberry Pi 5 Model B Rev 1.0" },
    { "cpu\t\t: POWER9, altivec supported\n", "POWER9, altivec supported" },
    { "processor\t: 0\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (FakeTree) tree = fake_tree_new ();
    g_autoptr (DsSystem) system = NULL;

    set_in_root (tree, "proc/cpuinfo", cases[i].cpuinfo);
    system = read_with (tree);
    g_assert_cmpstr (system->cpu, ==, cases[i].name);
  }
}

static void
test_battery (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsSystem) none = read_with (tree);
  g_autoptr (DsSystem) charged = NULL;
  g_autoptr (DsSystem) discharging = NULL;
  g_autoptr (DsSystem) mouse = NULL;

  g_assert_false (none->on_battery);
  g_assert_null (none->governor);
  g_assert_null (none->distribution);

  fake_tree_set (tree, "class/power_supply/hidpp0", "type", "Battery");
  fake_tree_set (tree, "class/power_supply/hidpp0", "scope", "Device");
  fake_tree_set (tree, "class/power_supply/hidpp0", "status", "Discharging");
  mouse = read_with (tree);
  g_assert_false (mouse->on_battery);

  fake_tree_set (tree, "class/power_supply/BAT0", "type", "Battery");
  fake_tree_set (tree, "class/power_supply/BAT0", "status", "Discharging");
  fake_tree_set (tree, "class/power_supply/ADP1", "type", "Mains");
  fake_tree_set (tree, "class/power_supply/ADP1", "online", "0");
  discharging = read_with (tree);
  g_assert_true (discharging->on_battery);

  /* A weak charger: the battery shrinks, but the machine does not run on it alone. */
  fake_tree_set (tree, "class/power_supply/ADP1", "online", "1");
  charged = read_with (tree);
  g_assert_false (charged->on_battery);
}

static void
test_facts (void)
{
  g_autoptr (FakeTree) tree = fake_tree_new ();
  g_autoptr (DsSystem) system = NULL;
  g_autoptr (DsSystem) sandboxed = NULL;

  fake_tree_set (tree, "devices/system/cpu/cpu0/cpufreq", "scaling_governor", "powersave");
  set_in_root (tree, "etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  system = read_with (tree);
  g_assert_cmpstr (system->governor, ==, "powersave");
  g_assert_cmpstr (system->distribution, ==, "Debian GNU/Linux 12 (bookworm)");

  set_in_root (tree, "run/host/os-release", "PRETTY_NAME='Fedora Linux 40'\n");
  sandboxed = read_with (tree);
  g_assert_cmpstr (sandboxed->distribution, ==, "Fedora Linux 40");
}

static void
test_real (void)
{
  g_autoptr (DsSystem) system = ds_system_read ();
  struct utsname names;

  g_assert_cmpint (uname (&names), ==, 0);
  g_assert_cmpstr (system->architecture, ==, names.machine);
  g_assert_true (g_str_has_prefix (system->kernel, "Linux "));
  g_assert_cmpuint (system->cpus, >=, 1);
  g_assert_cmpuint (system->memory, >, 1 << 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/system/cpu-names", test_cpu_names);
  g_test_add_func ("/system/battery", test_battery);
  g_test_add_func ("/system/facts", test_facts);
  g_test_add_func ("/system/real", test_real);
  return g_test_run ();
}
