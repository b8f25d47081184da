/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-hot-plug.h"

#include "fake-udisks.h"

static void
changed_cb (DsHotPlug *hot_plug, gpointer data)
{
  (*(guint *) data)++;
}

static void
iterate_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end) {
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_usleep (2000);
  }
}

static void
test_changes (void)
{
  g_autoptr (FakeUdisks) udisks = fake_udisks_new ();
  g_autoptr (DsHotPlug) hot_plug = ds_hot_plug_new ();
  guint count = 0;

  g_signal_connect (hot_plug, "changed", G_CALLBACK (changed_cb), &count);
  iterate_for (200);
  /* A job of somebody else is no drive. */
  fake_udisks_emit (udisks, "InterfacesAdded", "jobs/1", "Job");
  iterate_for (700);
  g_assert_cmpuint (count, ==, 0);

  /* A drive with its partitions is one change. */
  fake_udisks_emit (udisks, "InterfacesAdded", "drives/Stick", "Drive");
  fake_udisks_emit (udisks, "InterfacesAdded", "block_devices/sdb", "Block");
  fake_udisks_emit (udisks, "InterfacesAdded", "block_devices/sdb1", "Block");
  iterate_for (900);
  g_assert_cmpuint (count, ==, 1);
  fake_udisks_emit (udisks, "InterfacesRemoved", "block_devices/sdb", "Block");
  iterate_for (900);
  g_assert_cmpuint (count, ==, 2);

  /* On its way when nobody listens any more */
  fake_udisks_emit (udisks, "InterfacesRemoved", "drives/Stick", "Drive");
  iterate_for (100);
  g_clear_object (&hot_plug);
  iterate_for (700);
  g_assert_cmpuint (count, ==, 2);
}

static void
test_short (void)
{
  /* Gone before the bus answers */
  g_object_unref (ds_hot_plug_new ());
  iterate_for (100);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!fake_udisks_start_bus ())
    return 0;
  g_test_add_func ("/hot-plug/short", test_short);
  g_test_add_func ("/hot-plug/changes", test_changes);
  status = g_test_run ();
  fake_udisks_stop_bus ();
  return status;
}
