/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-verdict.h"

#include <string.h>

/* A drive that is well; each test changes what its rule asks about. */
static DsSmartLog
make_log (void)
{
  DsSmartLog log = DS_SMART_LOG_INIT;

  log.temperature = 41;
  log.spare = 100;
  log.spare_threshold = 10;
  log.used = 3;
  log.media_errors = ds_counter_from_number (0);
  log.critical_minutes = ds_counter_from_number (0);
  return log;
}

static DsVerdict *
judge (const DsSmartLog *log)
{
  return ds_verdict_new (&(DsVerdictFacts){ .log = log, .warning_temperature = 82 });
}

static void
assert_verdict (DsVerdict *verdict, DsVerdictGrade grade, const char *rule)
{
  g_assert_cmpstr (verdict->rule, ==, rule);
  g_assert_cmpint (verdict->grade, ==, grade);
  g_assert_true (g_str_has_suffix (verdict->reason, "."));
  g_assert_null (strstr (verdict->reason, "(null)"));
}

/* ---- One row a rule for NVMe ---- */

typedef struct {
  const char *rule;
  DsVerdictGrade grade;
  const char *words; /* that the reason has in it */
  void (*change) (DsSmartLog *log);
} Row;

static void
nothing (DsSmartLog *log)
{
}

static void
empty (DsSmartLog *log)
{
  *log = (DsSmartLog) DS_SMART_LOG_INIT;
  log->sense = DS_SMART_SENSE_EMPTY;
}

static void
nonsense (DsSmartLog *log)
{
  *log = (DsSmartLog) DS_SMART_LOG_INIT;
  log->sense = DS_SMART_SENSE_NONSENSE;
}

static void
reliability (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_RELIABILITY;
}

static void
read_only (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_READ_ONLY;
}

static void
backup (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_BACKUP;
}

static void
persistent (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_PERSISTENT_MEMORY;
}

static void
spare_bit (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_SPARE;
  log->spare = DS_PERCENT_UNKNOWN;
}

static void
spare_below (DsSmartLog *log)
{
  log->spare = 9;
}

static void
spare_at (DsSmartLog *log)
{
  log->spare = 10;
}

static void
spare_above (DsSmartLog *log)
{
  log->spare = 11;
}

static void
hot (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_TEMPERATURE;
  log->temperature = 83;
}

static void
hot_by_a_threshold (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_TEMPERATURE;
  log->temperature = 50;
}

static void
hot_somewhere (DsSmartLog *log)
{
  log->warnings = DS_SMART_WARNING_TEMPERATURE;
  log->temperature = DS_TEMPERATURE_UNKNOWN;
}

static void
used_89 (DsSmartLog *log)
{
  log->used = 89;
}

static void
used_90 (DsSmartLog *log)
{
  log->used = 90;
}

static void
used_99 (DsSmartLog *log)
{
  log->used = 99;
}

static void
used_100 (DsSmartLog *log)
{
  log->used = 100;
}

static void
used_200 (DsSmartLog *log)
{
  log->used = 200;
}

static void
used_unknown (DsSmartLog *log)
{
  log->used = DS_PERCENT_UNKNOWN;
}

static void
media_errors (DsSmartLog *log)
{
  log->media_errors = ds_counter_from_number (17);
}

static void
many_media_errors (DsSmartLog *log)
{
  log->media_errors = (DsCounter){ .low = 0, .high = 1, .known = TRUE };
}

static void
critical_minutes (DsSmartLog *log)
{
  log->critical_minutes = ds_counter_from_number (3);
}

static void
warning_minutes (DsSmartLog *log)
{
  log->warning_minutes = ds_counter_from_number (3);
}

static const Row rows[] = {
  { "good", DS_VERDICT_GOOD, "no fault", nothing },
  { "silent", DS_VERDICT_UNKNOWN, "nothing", empty },
  { "nonsense", DS_VERDICT_UNKNOWN, "makes no sense", nonsense },
  { "unreliable", DS_VERDICT_FAILING, "unreliable", reliability },
  { "read-only", DS_VERDICT_FAILING, "no more writes", read_only },
  { "backup-failed", DS_VERDICT_FAILING, "power", backup },
  { "persistent-memory", DS_VERDICT_FAILING, "persistent memory", persistent },
  { "spare-below-threshold", DS_VERDICT_FAILING, "nearly used up", spare_bit },
  { "spare-below-threshold", DS_VERDICT_FAILING, "9 %", spare_below },
  { "spare-at-threshold", DS_VERDICT_WATCH, "10 %", spare_at },
  { "good", DS_VERDICT_GOOD, "no fault", spare_above },
  { "hot-now", DS_VERDICT_WATCH, "hot now: 83 °C, and its makers warn from 82 °C", hot },
  { "hot-now", DS_VERDICT_WATCH, "hot now: 50 °C", hot_by_a_threshold },
  { "hot-now", DS_VERDICT_WATCH, "hot now", hot_somewhere },
  { "good", DS_VERDICT_GOOD, "no fault", used_89 },
  { "worn", DS_VERDICT_WATCH, "90 % of the rated endurance is used up; the drive reports no fault", used_90 },
  { "worn", DS_VERDICT_WATCH, "99 %", used_99 },
  { "worn-out", DS_VERDICT_WATCH, "rated endurance is used up; the drive reports no fault", used_100 },
  { "worn-out", DS_VERDICT_WATCH, "rated endurance is used up", used_200 },
  { "good", DS_VERDICT_GOOD, "no fault", used_unknown },
  { "media-errors", DS_VERDICT_WATCH, "17", media_errors },
  { "media-errors", DS_VERDICT_WATCH, "18446744073709551616", many_media_errors },
  { "critical-temperature", DS_VERDICT_WATCH, "3", critical_minutes },
  { "good", DS_VERDICT_GOOD, "no fault", warning_minutes },
};

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  DsSmartLog log = make_log ();
  g_autoptr (DsVerdict) verdict = NULL;

  row->change (&log);
  verdict = judge (&log);
  assert_verdict (verdict, row->grade, row->rule);
  g_assert_nonnull (strstr (verdict->reason, row->words));
  g_assert_cmpuint (g_strv_length (verdict->others), ==, 0);
}

/* ---- The rules for ATA ---- */

#define WELL "(byte 9, 'power-on-hours', uint16 0x32, 95, 95, 0, int64 1000, 2, @a{sv} {})"

typedef struct {
  const char *rule;
  DsVerdictGrade grade;
  const char *words;
  const char *attributes;
  const char *properties;
} AtaRow;

static const AtaRow ata_rows[] = {
  { "good", DS_VERDICT_GOOD, "no fault", "[" WELL "]",
    "{'SmartFailing': <false>, 'SmartNumBadSectors': <int64 0>}" },
  { "silent", DS_VERDICT_UNKNOWN, "nothing", NULL, NULL },
  { "ata-failing", DS_VERDICT_FAILING, "fail soon", "[" WELL "]", "{'SmartFailing': <true>}" },
  { "ata-failing", DS_VERDICT_FAILING, "fail soon", NULL, "{'SmartFailing': <true>}" },
  { "ata-attribute-failing", DS_VERDICT_FAILING, "“reallocated” (5)",
    "[" WELL ", (byte 5, 'reallocated', uint16 0x33, 10, 10, 10, int64 900, 3, {})]", NULL },
  { "ata-attribute-failed", DS_VERDICT_WATCH, "“reallocated” (5)",
    "[" WELL ", (byte 5, 'reallocated', uint16 0x33, 50, 10, 10, int64 900, 3, {})]", NULL },
  { "ata-attribute-failed", DS_VERDICT_WATCH, "“age” (7)",
    "[" WELL ", (byte 7, 'age', uint16 0x32, 1, 1, 10, int64 900, 1, {})]", NULL },
  { "ata-bad-sectors", DS_VERDICT_WATCH, "8", "[" WELL "]", "{'SmartNumBadSectors': <int64 8>}" },
  { "worn", DS_VERDICT_WATCH, "90 %", "[" WELL ", (byte 231, 'life', uint16 0, 10, 10, 0, int64 1, 1, {})]",
    NULL },
  { "worn-out", DS_VERDICT_WATCH, "used up", "[" WELL ", (byte 231, 'life', uint16 0, 0, 0, 0, int64 1, 1, {})]",
    NULL },
  { "good", DS_VERDICT_GOOD, "no fault", "[" WELL ", (byte 231, 'life', uint16 0, 11, 11, 0, int64 1, 1, {})]",
    NULL },
};

static GVariant *
parse (const char *text)
{
  return text != NULL ? g_variant_ref_sink (g_variant_parse (NULL, text, NULL, NULL, NULL)) : NULL;
}

static void
test_ata_row (gconstpointer data)
{
  const AtaRow *row = data;
  g_autoptr (GVariant) attributes = parse (row->attributes);
  g_autoptr (GVariant) properties = parse (row->properties);
  g_autoptr (DsAtaSmart) ata = ds_ata_smart_new (attributes, properties);
  g_autoptr (DsVerdict) verdict =
      ds_verdict_new (&(DsVerdictFacts){ .ata = ata, .warning_temperature = DS_TEMPERATURE_UNKNOWN });

  assert_verdict (verdict, row->grade, row->rule);
  g_assert_nonnull (strstr (verdict->reason, row->words));
}

/* ---- Which rule comes first ---- */

static void
test_no_source (void)
{
  g_autoptr (DsVerdict) verdict =
      ds_verdict_new (&(DsVerdictFacts){ .warning_temperature = DS_TEMPERATURE_UNKNOWN });

  assert_verdict (verdict, DS_VERDICT_UNKNOWN, "silent");
}

static void
test_several (void)
{
  DsSmartLog log = make_log ();
  g_autoptr (DsVerdict) verdict = NULL;

  log.warnings = DS_SMART_WARNING_TEMPERATURE | DS_SMART_WARNING_READ_ONLY;
  log.used = 120;
  log.media_errors = ds_counter_from_number (2);
  verdict = judge (&log);
  assert_verdict (verdict, DS_VERDICT_FAILING, "read-only");
  g_assert_cmpuint (g_strv_length (verdict->others), ==, 3);
  g_assert_nonnull (strstr (verdict->others[0], "hot now"));
  g_assert_nonnull (strstr (verdict->others[1], "endurance"));
  g_assert_nonnull (strstr (verdict->others[2], "2"));
}

/* A log that makes no sense has all bits set; none of them counts. */
static void
test_all_ones (void)
{
  guint8 bytes[DS_SMART_LOG_SIZE];
  DsSmartLog log;
  g_autoptr (DsVerdict) verdict = NULL;

  memset (bytes, 0xff, sizeof bytes);
  log = ds_smart_log_decode (bytes);
  verdict = judge (&log);
  assert_verdict (verdict, DS_VERDICT_UNKNOWN, "nonsense");
  g_assert_cmpuint (g_strv_length (verdict->others), ==, 0);
}

static void
test_virtual (void)
{
  DsSmartLog log = make_log ();
  DsVerdictFacts facts = { .log = &log, .warning_temperature = DS_TEMPERATURE_UNKNOWN, .is_virtual = TRUE };
  g_autoptr (DsVerdict) quiet = ds_verdict_new (&facts);
  g_autoptr (DsVerdict) loud = NULL;

  assert_verdict (quiet, DS_VERDICT_UNKNOWN, "virtual");
  /* What even a virtual drive reports as wrong is passed on. */
  log.warnings = DS_SMART_WARNING_RELIABILITY;
  loud = ds_verdict_new (&facts);
  assert_verdict (loud, DS_VERDICT_FAILING, "unreliable");
}

static void
test_unread (void)
{
  DsVerdictFacts facts = { .warning_temperature = DS_TEMPERATURE_UNKNOWN, .unread = TRUE };
  g_autoptr (DsVerdict) real = ds_verdict_new (&facts);
  g_autoptr (DsVerdict) pretended = NULL;

  assert_verdict (real, DS_VERDICT_UNKNOWN, "unread");
  facts.is_virtual = TRUE;
  pretended = ds_verdict_new (&facts);
  assert_verdict (pretended, DS_VERDICT_UNKNOWN, "virtual");
}

/* Every rule of the table has a row here. */
static void
test_complete (void)
{
  const char *const *rules = ds_verdict_list_rules ();
  guint length = g_strv_length ((char **) rules);

  g_assert_cmpstr (rules[length - 1], ==, "good");
  for (guint rule = 0; rule < length; rule++) {
    gboolean found = g_str_equal (rules[rule], "virtual") || g_str_equal (rules[rule], "unread");

    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      found = found || g_str_equal (rows[i].rule, rules[rule]);
    for (guint i = 0; i < G_N_ELEMENTS (ata_rows); i++)
      found = found || g_str_equal (ata_rows[i].rule, rules[rule]);
    if (!found)
      g_error ("no row for the rule %s", rules[rule]);
  }
}

static void
test_grades (void)
{
  g_assert_cmpstr (ds_verdict_grade_to_string (DS_VERDICT_UNKNOWN), ==, "unknown");
  g_assert_cmpstr (ds_verdict_grade_to_string (DS_VERDICT_GOOD), ==, "good");
  g_assert_cmpstr (ds_verdict_grade_to_string (DS_VERDICT_WATCH), ==, "watch");
  g_assert_cmpstr (ds_verdict_grade_to_string (DS_VERDICT_FAILING), ==, "failing");
  g_assert_cmpstr (ds_verdict_grade_get_title (DS_VERDICT_FAILING), ==, "Failing");
  g_assert_cmpint (DS_VERDICT_FAILING, >, DS_VERDICT_WATCH);
  g_assert_cmpint (DS_VERDICT_WATCH, >, DS_VERDICT_GOOD);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = g_strdup_printf ("/verdict/nvme/%u-%s", i + 1, rows[i].rule);

    g_test_add_data_func (path, &rows[i], test_row);
  }
  for (guint i = 0; i < G_N_ELEMENTS (ata_rows); i++) {
    g_autofree char *path = g_strdup_printf ("/verdict/ata/%u-%s", i + 1, ata_rows[i].rule);

    g_test_add_data_func (path, &ata_rows[i], test_ata_row);
  }
  g_test_add_func ("/verdict/no-source", test_no_source);
  g_test_add_func ("/verdict/several", test_several);
  g_test_add_func ("/verdict/all-ones", test_all_ones);
  g_test_add_func ("/verdict/virtual", test_virtual);
  g_test_add_func ("/verdict/unread", test_unread);
  g_test_add_func ("/verdict/complete", test_complete);
  g_test_add_func ("/verdict/grades", test_grades);
  return g_test_run ();
}
