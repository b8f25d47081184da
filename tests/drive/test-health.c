/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-drive-error.h"
#include "ds-health-private.h"
#include "ds-smart-frames.h"

#include "fake-tree.h"
#include "fake-udisks.h"

#include <string.h>

#include <unistd.h>

#define NVME_DRIVE "drives/Samsung_SSD_990_PRO_2TB"
#define NVME       "NVMe.Controller"
#define ATA_DRIVE  "drives/Samsung_SSD_870_EVO_1TB"
#define ATA        "Drive.Ata"
#define GET_ALL    "org.freedesktop.DBus.Properties.GetAll"

/* What UDisks2 2.10 answers of a drive of some age that is well: temperatures in kelvin, totals in bytes */
#define ATTRIBUTES                                                                                                \
  "{'avail_spare': <byte 100>, 'spare_thresh': <byte 10>, 'percent_used': <byte 3>,"                              \
  " 'total_data_read': <uint64 10454133760000>, 'total_data_written': <uint64 8103480320000>,"                    \
  " 'ctrl_busy_time': <uint64 1234>, 'power_cycles': <uint64 567>, 'unsafe_shutdowns': <uint64 21>,"              \
  " 'media_errors': <uint64 0>, 'num_err_log_entries': <uint64 9>,"                                               \
  " 'temp_sensors': <[uint16 314, 328, 0, 0, 0, 0, 0, 0]>, 'wctemp': <uint16 355>, 'cctemp': <uint16 358>,"       \
  " 'warning_temp_time': <uint32 5>, 'critical_temp_time': <uint32 0>}"
#define PROPERTIES                                                                                                \
  "{'SmartUpdated': <uint64 1700000000>, 'SmartCriticalWarning': <@as []>, 'SmartPowerOnHours': <uint64 4321>,"   \
  " 'SmartTemperature': <uint16 314>, 'SmartSelftestStatus': <'success'>}"

typedef struct {
  FakeTree *tree;
  FakeUdisks *udisks;
  DsDrive *drive;
} Fixture;

static GVariant *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (NULL, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

/* A Samsung 990 PRO of which UDisks2 knows block device and drive, as both 2.9 and 2.10 do; size 0, as for NVMe */
static void
set_up_nvme (Fixture *self, gconstpointer data)
{
  self->tree = fake_tree_new ();
  fake_tree_add_nvme (self->tree);
  self->udisks = fake_udisks_new ();
  self->drive = ds_drive_new_for_name (self->tree->sys, "nvme0n1", NULL);
  g_assert_nonnull (self->drive);
  fake_udisks_add (self->udisks, "block_devices/nvme0n1", "Block",
                   "{'Device': <b'/dev/nvme0n1'>, 'Drive': <objectpath "
                   "'/org/freedesktop/UDisks2/" NVME_DRIVE "'>}");
  fake_udisks_add (self->udisks, NVME_DRIVE, "Drive", "{'Serial': <'S7KHNJ0W123456'>, 'Size': <uint64 0>}");
}

/* As of 2.10 */
static void
set_up_nvme_read (Fixture *self, gconstpointer data)
{
  set_up_nvme (self, data);
  fake_udisks_add (self->udisks, NVME_DRIVE, NVME, "{}");
  fake_udisks_reply (self->udisks, NVME_DRIVE, NVME ".SmartUpdate", g_variant_new ("()"), -1);
  fake_udisks_reply (self->udisks, NVME_DRIVE, NVME ".SmartGetAttributes", parse ("(" ATTRIBUTES ",)"), -1);
  fake_udisks_reply (self->udisks, NVME_DRIVE, GET_ALL, parse ("(" PROPERTIES ",)"), -1);
}

static void
set_up_ata (Fixture *self, gconstpointer data)
{
  self->tree = fake_tree_new ();
  fake_tree_add_sata (self->tree, "sda", 1, "Samsung SSD 870 EVO 1TB", "6.0 Gbps");
  self->udisks = fake_udisks_new ();
  self->drive = ds_drive_new_for_name (self->tree->sys, "sda", NULL);
  g_assert_nonnull (self->drive);
  fake_udisks_add (self->udisks, "block_devices/sda", "Block",
                   "{'Device': <b'/dev/sda'>, 'Drive': <objectpath '/org/freedesktop/UDisks2/" ATA_DRIVE "'>}");
  fake_udisks_add (self->udisks, ATA_DRIVE, "Drive", "{}");
  fake_udisks_add (self->udisks, ATA_DRIVE, ATA, "{'SmartSupported': <true>}");
  fake_udisks_reply (self->udisks, ATA_DRIVE, ATA ".SmartUpdate", g_variant_new ("()"), -1);
  fake_udisks_reply (
      self->udisks, ATA_DRIVE, ATA ".SmartGetAttributes",
      parse ("([(byte 177, 'wear-leveling-count', uint16 19, 95, 95, 0, int64 87, 1, @a{sv} {})],)"), -1);
  fake_udisks_reply (self->udisks, ATA_DRIVE, GET_ALL,
                     parse ("({'SmartEnabled': <true>, 'SmartFailing': <false>, 'SmartTemperature': <304.15>,"
                            " 'SmartPowerOnSeconds': <uint64 7200>, 'WriteCacheSupported': <true>,"
                            " 'WriteCacheEnabled': <false>},)"),
                     -1);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ds_drive_free (self->drive);
  fake_udisks_free (self->udisks);
  fake_tree_free (self->tree);
}

static DsHealth *
read_with (Fixture *self, DsHealthFlags flags, const DsHealthSetup *changes)
{
  DsHealthSetup setup = DS_HEALTH_SETUP;
  g_autoptr (GError) error = NULL;
  DsHealth *health;

  if (changes != NULL)
    setup = *changes;
  setup.sysfs_root = self->tree->sys;
  health = ds_health_read_in (&setup, self->drive, flags, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (health);
  return health;
}

static DsHealth *
read_health (Fixture *self)
{
  return read_with (self, DS_HEALTH_PLAIN, NULL);
}

static void
assert_refused (const DsHealth *health, const char *words)
{
  for (guint i = 0; i < health->refusals->len; i++)
    if (strstr (g_ptr_array_index (health->refusals, i), words) != NULL)
      return;
  g_error ("“%s” is said by none of %u refusals", words, health->refusals->len);
}

static void
assert_unread (const DsHealth *health, const char *words)
{
  assert_refused (health, words);
  g_assert_false (ds_health_is_read (health));
  g_assert_cmpint (health->verdict->grade, ==, DS_VERDICT_UNKNOWN);
  g_assert_cmpstr (health->verdict->rule, ==, "unread");
}

static void
test_nvme (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = read_health (self);
  g_autofree char *call = fake_udisks_dup_call (self->udisks, NVME ".SmartUpdate");

  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_UDISKS_NVME);
  g_assert_cmpuint (health->refusals->len, ==, 0);
  g_assert_cmpstr (health->controller, ==, "nvme0");
  g_assert_cmpint (health->temperature, ==, 41);
  g_assert_cmpint (health->log.sensors[1], ==, 55);
  g_assert_cmpint (health->log.sensors[2], ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (health->warning_temperature, ==, 82);
  g_assert_cmpint (health->critical_temperature, ==, 85);
  g_assert_cmpint (health->life_left, ==, 97);
  g_assert_cmpuint (health->log.units_read.low, ==, 20418230);
  g_assert_cmpuint (health->log.hours.low, ==, 4321);
  g_assert_cmpuint (health->log.unsafe_shutdowns.low, ==, 21);
  /* What this interface does not have */
  g_assert_false (health->log.read_commands.known);
  g_assert_false (health->log.throttle_count[0].known);
  g_assert_cmpint (health->write_cache, ==, DS_SWITCH_UNKNOWN);
  g_assert_true (ds_health_has_more (health));
  /* UDisks2 says size 0. */
  g_assert_cmpuint (health->drive->capacity, ==, G_GUINT64_CONSTANT (2000398934016));
  g_assert_cmpint (health->verdict->grade, ==, DS_VERDICT_GOOD);
  /* Nobody is asked for a password by a mere look. */
  g_assert_cmpstr (call, ==, "({'auth.no_user_interaction': <true>},)");
  g_assert_false (fake_udisks_was_interactive (self->udisks, NVME ".SmartUpdate"));
}

static void
test_warnings (Fixture *self, gconstpointer data)
{
  static const struct {
    const char *word;
    const char *rule;
  } rows[] = {
    { "spare", "spare-below-threshold" }, { "temperature", "hot-now" },
    { "degraded", "unreliable" },         { "readonly", "read-only" },
    { "volatile_mem", "backup-failed" },  { "pmr_readonly", "persistent-memory" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = g_strdup_printf ("({'SmartCriticalWarning': <['%s', 'news']>},)", rows[i].word);
    g_autoptr (DsHealth) health = NULL;

    fake_udisks_reply (self->udisks, NVME_DRIVE, GET_ALL, parse (text), -1);
    health = read_health (self);
    g_assert_cmpstr (health->verdict->rule, ==, rows[i].rule);
  }
}

static void
test_keys_missing (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = NULL;

  fake_udisks_reply (self->udisks, NVME_DRIVE, NVME ".SmartGetAttributes",
                     parse ("({'percent_used': <byte 12>, 'wctemp': <'hot'>},)"), -1);
  fake_udisks_reply (self->udisks, NVME_DRIVE, GET_ALL, parse ("(@a{sv} {},)"), -1);
  health = read_health (self);
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_UDISKS_NVME);
  g_assert_cmpint (health->life_left, ==, 88);
  g_assert_cmpint (health->temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (health->warning_temperature, ==, DS_TEMPERATURE_UNKNOWN);
  g_assert_cmpint (health->log.spare, ==, DS_PERCENT_UNKNOWN);
  g_assert_false (health->log.hours.known);
  /* Totals are left out while they are 0. */
  g_assert_true (health->log.units_read.known);
  g_assert_cmpuint (health->log.units_read.low, ==, 0);
}

static void
test_absent (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = NULL;

  fake_udisks_free (self->udisks);
  health = read_health (self);
  self->udisks = fake_udisks_new ();
  assert_unread (health, "Install the package udisks2");
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_NONE);
  g_assert_true (ds_health_has_more (health));
}

/* 2.9 knows the drive, and nothing of its health; hwmon gives the temperature at least. */
static void
test_without_interface (Fixture *self, gconstpointer data)
{
  const char *sensor = "devices/pci0000:00/0000:00:1d.0/0000:03:00.0/nvme/nvme0/hwmon2";
  g_autoptr (DsHealth) health = NULL;

  fake_tree_set (self->tree, sensor, "name", "nvme");
  fake_tree_set (self->tree, sensor, "temp1_input", "38850");
  fake_tree_set (self->tree, sensor, "temp1_max", "81850");
  health = read_health (self);
  assert_unread (health, "Version 2.10");
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_HWMON);
  g_assert_cmpint (health->temperature, ==, 39);
  g_assert_cmpint (health->warning_temperature, ==, 82);
  g_assert_cmpint (health->critical_temperature, ==, DS_TEMPERATURE_UNKNOWN);
}

static void
test_never_read (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = NULL;

  /* May not be renewed, and was never read before: why it may not is what helps. */
  fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartUpdate",
                      "org.freedesktop.UDisks2.Error.NotAuthorizedCanObtain");
  fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartGetAttributes",
                      "org.freedesktop.UDisks2.Error.Failed");
  health = read_health (self);
  assert_unread (health, "which was not asked for");
}

static void
test_not_renewed (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = NULL;

  fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartUpdate",
                      "org.freedesktop.UDisks2.Error.NotAuthorized");
  health = read_health (self);
  assert_refused (health, "The rules of this system");
  g_assert_true (ds_health_is_read (health));
  g_assert_cmpint (health->time, ==, 1700000000);
  g_assert_cmpint (health->verdict->grade, ==, DS_VERDICT_GOOD);
}

static void
test_refusals (Fixture *self, gconstpointer data)
{
  static const struct {
    const char *error;
    const char *words;
  } rows[] = {
    { "org.freedesktop.UDisks2.Error.NotAuthorized", "The rules of this system" },
    { "org.freedesktop.UDisks2.Error.NotAuthorizedDismissed", "no password was given" },
    { "org.freedesktop.UDisks2.Error.Timedout", "in time" },
    { "org.freedesktop.DBus.Error.AccessDenied", "The rules of this system" },
    { "org.freedesktop.UDisks2.Error.Failed", "The words of UDisks2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (DsHealth) health = NULL;

    fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartUpdate", rows[i].error);
    fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartGetAttributes", rows[i].error);
    health = read_health (self);
    assert_unread (health, rows[i].words);
  }
}

static void
test_timed_out (Fixture *self, gconstpointer data)
{
  DsHealthSetup setup = DS_HEALTH_SETUP;
  g_autoptr (DsHealth) health = NULL;

  setup.patience = 100;
  fake_udisks_ignore (self->udisks, NVME_DRIVE, NVME ".SmartUpdate");
  fake_udisks_ignore (self->udisks, NVME_DRIVE, NVME ".SmartGetAttributes");
  health = read_with (self, DS_HEALTH_PLAIN, &setup);
  assert_unread (health, "did not answer about /dev/nvme0n1 in time");
}

/* Pulled after the object manager named it, or while its attributes were read */
static void
test_gone (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) early = NULL;
  g_autoptr (DsHealth) late = NULL;

  fake_udisks_refuse (self->udisks, NVME_DRIVE, GET_ALL, "org.freedesktop.DBus.Error.UnknownObject");
  late = read_health (self);
  assert_unread (late, "may have been removed");
  g_assert_cmpint (late->source, ==, DS_HEALTH_SOURCE_NONE);
  fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartUpdate", "org.freedesktop.DBus.Error.UnknownObject");
  fake_udisks_refuse (self->udisks, NVME_DRIVE, NVME ".SmartGetAttributes",
                      "org.freedesktop.DBus.Error.UnknownObject");
  early = read_health (self);
  assert_unread (early, "may have been removed");
}

static void
test_not_known (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = NULL;

  fake_udisks_remove (self->udisks, "block_devices/nvme0n1");
  fake_udisks_remove (self->udisks, NVME_DRIVE);
  health = read_health (self);
  assert_unread (health, "knows no drive at /dev/nvme0n1");
}

/* UDisks2 names no drive of a disk that is reached by several controllers: its serial number finds one. */
static void
test_multipath (void)
{
  Fixture self = { fake_tree_new (), fake_udisks_new (), NULL };
  g_autoptr (DsHealth) health = NULL;

  fake_tree_add_multipath (self.tree);
  self.drive = ds_drive_new_for_name (self.tree->sys, "nvme5n1", NULL);
  fake_udisks_add (self.udisks, "block_devices/nvme5n1", "Block",
                   "{'Device': <b'/dev/nvme5n1'>, 'Drive': <objectpath '/'>}");
  fake_udisks_add (self.udisks, "drives/other", "Drive", "{'Serial': <'MP2'>}");
  fake_udisks_add (self.udisks, NVME_DRIVE, "Drive", "{'Serial': <'MP1'>}");
  fake_udisks_add (self.udisks, NVME_DRIVE, NVME, "{}");
  fake_udisks_reply (self.udisks, NVME_DRIVE, NVME ".SmartUpdate", g_variant_new ("()"), -1);
  fake_udisks_reply (self.udisks, NVME_DRIVE, NVME ".SmartGetAttributes", parse ("(" ATTRIBUTES ",)"), -1);
  fake_udisks_reply (self.udisks, NVME_DRIVE, GET_ALL, parse ("(" PROPERTIES ",)"), -1);
  health = read_health (&self);
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_UDISKS_NVME);
  g_assert_true (g_str_equal (health->controller, "nvme7") || g_str_equal (health->controller, "nvme8"));
  tear_down (&self, NULL);
}

static void
test_ata (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = read_health (self);
  g_autofree char *call = fake_udisks_dup_call (self->udisks, ATA ".SmartUpdate");

  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_UDISKS_ATA);
  g_assert_cmpint (health->temperature, ==, 31);
  g_assert_cmpint (health->life_left, ==, 95);
  g_assert_cmpint (health->write_cache, ==, DS_SWITCH_OFF);
  g_assert_cmpint (health->verdict->grade, ==, DS_VERDICT_GOOD);
  g_assert_false (ds_health_has_more (health));
  g_assert_nonnull (strstr (call, "'nowakeup': <true>"));
}

static void
test_ata_without_smart (Fixture *self, gconstpointer data)
{
  g_autoptr (DsHealth) health = NULL;

  fake_udisks_add (self->udisks, ATA_DRIVE, ATA, "{'SmartSupported': <false>}");
  health = read_health (self);
  assert_unread (health, "no way to read the health of /dev/sda");
  assert_refused (health, "drivetemp");
}

/* ---- The helper ---- */

static char *
write_script (FakeTree *tree, const char *name, const char *text)
{
  char *path = g_build_filename (tree->root, name, NULL);

  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
  return path;
}

/* pkexec ends so, and says this */
static void
assert_helper_refused (Fixture *self, int status, const char *said, const char *words)
{
  g_autofree char *script = g_strdup_printf (
      "#!/bin/sh\n[ \"$1\" = --disable-internal-agent ] || exit 9\necho '%s' >&2\nexit %d\n", said, status);
  g_autofree char *pkexec = write_script (self->tree, "pkexec", script);
  DsHealthSetup setup = DS_HEALTH_SETUP;
  g_autoptr (DsHealth) health = NULL;

  /* Any program of the system will do: it is not started, only looked at. */
  setup.helper = "/usr/bin/env";
  setup.pkexec = pkexec;
  health = read_with (self, DS_HEALTH_INTERACTIVE, &setup);
  assert_refused (health, words);
  /* UDisks2 still says what it knows. */
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_UDISKS_NVME);
  g_assert_true (fake_udisks_was_interactive (self->udisks, NVME ".SmartUpdate"));
}

static void
test_helper_refused (Fixture *self, gconstpointer data)
{
  if (!ds_health_is_trusted ("/usr/bin/env")) {
    g_test_skip ("/usr/bin/env is not root's alone");
    return;
  }
  assert_helper_refused (self, 126, "Request dismissed", "no password was given");
  assert_helper_refused (self, 127, "No authentication agent found.", "polkit agent");
  assert_helper_refused (self, 127, "Not authorized", "The rules of this system");
  assert_helper_refused (self, 3, "", "removed or stopped working");
  assert_helper_refused (self, 5, "", "Install Drivescope anew");
  assert_helper_refused (self, 0, "", "cannot be understood");
}

static void
test_helper_reads (Fixture *self, gconstpointer data)
{
  guint8 frames[DS_SMART_FRAMES_MAX_SIZE];
  gsize length = DS_SMART_FRAMES_MAGIC_SIZE;
  static const guint lengths[DS_NVME_N_PAGES] = { DS_NVME_IDENTIFY_SIZE, DS_NVME_SMART_SIZE, 0, 0,
                                                  DS_NVME_FEATURE_SIZE };
  g_autofree char *file = g_build_filename (self->tree->root, "frames", NULL);
  g_autofree char *arguments = g_build_filename (self->tree->root, "arguments", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\necho \"$*\" >'%s'\nexec cat '%s'\n", arguments, file);
  g_autofree char *pkexec = write_script (self->tree, "pkexec", script);
  g_autofree char *given = NULL;
  DsHealthSetup setup = DS_HEALTH_SETUP;
  g_autoptr (DsHealth) health = NULL;

  if (!ds_health_is_trusted ("/usr/bin/env")) {
    g_test_skip ("/usr/bin/env is not root's alone");
    return;
  }
  memset (frames, 0, sizeof frames);
  memcpy (frames, DS_SMART_FRAMES_MAGIC, DS_SMART_FRAMES_MAGIC_SIZE);
  for (guint i = 0; i < DS_NVME_N_PAGES; i++) {
    guint8 *head = frames + length, *page = head + DS_SMART_FRAMES_HEAD_SIZE;

    head[0] = (guint8) (i + 1);
    if (lengths[i] == 0)
      head[8] = 95; /* EOPNOTSUPP */
    head[12] = (guint8) (lengths[i] & 0xff);
    head[13] = (guint8) (lengths[i] >> 8);
    if (i == DS_NVME_PAGE_IDENTIFY) {
      page[266] = 355 & 0xff;
      page[267] = 355 >> 8;
      page[525] = 1;
    } else if (i == DS_NVME_PAGE_SMART) {
      page[1] = 314 & 0xff;
      page[2] = 314 >> 8;
      page[3] = 100;
      page[5] = 95;
      page[64] = 7;
    }
    length += DS_SMART_FRAMES_HEAD_SIZE + lengths[i];
  }
  length += DS_SMART_FRAMES_HEAD_SIZE;
  g_assert_true (g_file_set_contents (file, (const char *) frames, (gssize) length, NULL));
  setup.helper = "/usr/bin/env";
  setup.pkexec = pkexec;
  health = read_with (self, DS_HEALTH_INTERACTIVE, &setup);
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_HELPER);
  g_assert_cmpuint (health->refusals->len, ==, 0);
  g_assert_cmpint (health->warning_temperature, ==, 82);
  g_assert_cmpuint (health->log.read_commands.low, ==, 7);
  g_assert_cmpint (health->write_cache, ==, DS_SWITCH_OFF);
  g_assert_cmpstr (health->verdict->rule, ==, "worn");
  g_assert_false (ds_health_has_more (health));
  g_assert_true (g_file_get_contents (arguments, &given, NULL, NULL));
  g_assert_cmpstr (given, ==, "--disable-internal-agent /usr/bin/env nvme0\n");
  g_assert_cmpuint (fake_udisks_count (self->udisks, NVME ".SmartUpdate"), ==, 0);
}

/* A helper that somebody else than root could have changed is never started. */
static void
test_helper_untrusted (Fixture *self, gconstpointer data)
{
  g_autofree char *mark = g_build_filename (self->tree->root, "started", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\ntouch '%s'\n", mark);
  g_autofree char *program = write_script (self->tree, "program", script);
  g_autofree char *link = g_build_filename (self->tree->root, "link", NULL);
  DsHealthSetup setup = DS_HEALTH_SETUP;
  g_autoptr (DsHealth) health = NULL;

  g_assert_cmpint (symlink ("/usr/bin/env", link), ==, 0);
  g_assert_false (ds_health_is_trusted (program)); /* below a folder that everybody can write to */
  g_assert_false (ds_health_is_trusted (link));
  g_assert_false (ds_health_is_trusted ("relative"));
  g_assert_false (ds_health_is_trusted ("/nowhere/program"));
  g_assert_false (ds_health_is_trusted ("/usr/bin"));
  setup.helper = program;
  setup.pkexec = program;
  health = read_with (self, DS_HEALTH_INTERACTIVE, &setup);
  assert_refused (health, "to be installed for the whole system");
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));

  /* Nobody is asked unless the person wanted it. */
  setup.helper = "/usr/bin/env";
  ds_health_unref (health);
  health = read_with (self, DS_HEALTH_FULL, &setup);
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_UDISKS_NVME);
}

/* ---- Without anybody ---- */

static void
test_virtual (void)
{
  Fixture self = { fake_tree_new (), fake_udisks_new (), NULL };
  g_autoptr (DsHealth) health = NULL;

  fake_tree_add_virtio (self.tree);
  self.drive = ds_drive_new_for_name (self.tree->sys, "vda", NULL);
  health = read_health (&self);
  g_assert_cmpstr (health->verdict->rule, ==, "virtual");
  g_assert_cmpint (health->source, ==, DS_HEALTH_SOURCE_NONE);
  g_assert_cmpuint (health->refusals->len, ==, 0);
  g_assert_false (ds_health_has_more (health));
  tear_down (&self, NULL);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  fake_udisks_ignore (self->udisks, NVME_DRIVE, NVME ".SmartUpdate");
  ds_health_read_async (self->drive, DS_HEALTH_PLAIN, cancellable, read_cb, &result);
  g_cancellable_cancel (cancellable);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (ds_health_read_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!fake_udisks_start_bus ())
    return 0;
#define ADD(name, set_up, test) g_test_add ("/health/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("nvme", set_up_nvme_read, test_nvme);
  ADD ("warnings", set_up_nvme_read, test_warnings);
  ADD ("keys-missing", set_up_nvme_read, test_keys_missing);
  ADD ("absent", set_up_nvme, test_absent);
  ADD ("without-interface", set_up_nvme, test_without_interface);
  ADD ("never-read", set_up_nvme_read, test_never_read);
  ADD ("not-renewed", set_up_nvme_read, test_not_renewed);
  ADD ("refusals", set_up_nvme_read, test_refusals);
  ADD ("timed-out", set_up_nvme_read, test_timed_out);
  ADD ("gone", set_up_nvme_read, test_gone);
  ADD ("not-known", set_up_nvme, test_not_known);
  ADD ("ata", set_up_ata, test_ata);
  ADD ("ata-without-smart", set_up_ata, test_ata_without_smart);
  ADD ("helper-refused", set_up_nvme_read, test_helper_refused);
  ADD ("helper-reads", set_up_nvme_read, test_helper_reads);
  ADD ("helper-untrusted", set_up_nvme_read, test_helper_untrusted);
  ADD ("cancelled", set_up_nvme_read, test_cancelled);
  g_test_add_func ("/health/multipath", test_multipath);
  g_test_add_func ("/health/virtual", test_virtual);
  status = g_test_run ();
  fake_udisks_stop_bus ();
  return status;
}
