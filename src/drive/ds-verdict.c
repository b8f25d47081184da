/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-verdict.h"

#include <glib/gi18n.h>

#define WORN_OUT  100
#define WORN      90
#define LIFE_LEFT (100 - WORN)

/* ---- What the rules ask; facts->log is there for NVMe and facts->ata for ATA ---- */

static gboolean
is_unread (const DsVerdictFacts *facts)
{
  return facts->unread && !facts->is_virtual;
}

static gboolean
is_silent (const DsVerdictFacts *facts)
{
  /* Nobody expects anything of a virtual drive, which has a rule of its own. */
  if (facts->is_virtual && facts->ata == NULL && facts->log == NULL)
    return FALSE;
  if (facts->ata != NULL)
    return !facts->ata->failing && facts->ata->attributes->len == 0;
  return facts->log == NULL || facts->log->sense == DS_SMART_SENSE_EMPTY;
}

static gboolean
is_nonsense (const DsVerdictFacts *facts)
{
  return facts->log != NULL && facts->log->sense == DS_SMART_SENSE_NONSENSE;
}

static gboolean
warns (const DsVerdictFacts *facts, DsSmartWarning warning)
{
  return facts->log != NULL && (facts->log->warnings & warning) != 0;
}

static gboolean
is_unreliable (const DsVerdictFacts *facts)
{
  return warns (facts, DS_SMART_WARNING_RELIABILITY);
}

static gboolean
is_read_only (const DsVerdictFacts *facts)
{
  return warns (facts, DS_SMART_WARNING_READ_ONLY);
}

static gboolean
has_no_backup (const DsVerdictFacts *facts)
{
  return warns (facts, DS_SMART_WARNING_BACKUP);
}

static gboolean
has_bad_persistent_memory (const DsVerdictFacts *facts)
{
  return warns (facts, DS_SMART_WARNING_PERSISTENT_MEMORY);
}

static gboolean
knows_spare (const DsVerdictFacts *facts)
{
  return facts->log != NULL && facts->log->spare != DS_PERCENT_UNKNOWN &&
         facts->log->spare_threshold != DS_PERCENT_UNKNOWN;
}

static gboolean
is_below_spare (const DsVerdictFacts *facts)
{
  return warns (facts, DS_SMART_WARNING_SPARE) ||
         (knows_spare (facts) && facts->log->spare < facts->log->spare_threshold);
}

static gboolean
is_at_spare (const DsVerdictFacts *facts)
{
  return !is_below_spare (facts) && knows_spare (facts) && facts->log->spare == facts->log->spare_threshold;
}

static gboolean
ata_says_failing (const DsVerdictFacts *facts)
{
  return facts->ata != NULL && facts->ata->failing;
}

static const DsAtaAttribute *
find_attribute (const DsVerdictFacts *facts, gboolean prefail, gboolean (*test) (const DsAtaAttribute *attribute))
{
  for (guint i = 0; facts->ata != NULL && i < facts->ata->attributes->len; i++) {
    const DsAtaAttribute *attribute = g_ptr_array_index (facts->ata->attributes, i);

    if (attribute->prefail == prefail && test (attribute))
      return attribute;
  }
  return NULL;
}

static gboolean
ata_attribute_fails (const DsVerdictFacts *facts)
{
  return find_attribute (facts, TRUE, ds_ata_attribute_fails) != NULL;
}

static const DsAtaAttribute *
find_past (const DsVerdictFacts *facts)
{
  const DsAtaAttribute *attribute = find_attribute (facts, FALSE, ds_ata_attribute_failed);

  /* What foretells a failure now has a rule of its own. */
  if (attribute == NULL && !ata_attribute_fails (facts))
    attribute = find_attribute (facts, TRUE, ds_ata_attribute_failed);
  return attribute;
}

static gboolean
ata_attribute_failed (const DsVerdictFacts *facts)
{
  return find_past (facts) != NULL;
}

static gboolean
has_bad_sectors (const DsVerdictFacts *facts)
{
  return facts->ata != NULL && facts->ata->bad_sectors > 0;
}

static gboolean
is_hot (const DsVerdictFacts *facts)
{
  return warns (facts, DS_SMART_WARNING_TEMPERATURE);
}

static int
get_used (const DsVerdictFacts *facts)
{
  int left;

  if (facts->log != NULL)
    return facts->log->used;
  left = facts->ata != NULL ? ds_ata_smart_get_life_left (facts->ata) : DS_PERCENT_UNKNOWN;
  return left == DS_PERCENT_UNKNOWN ? DS_PERCENT_UNKNOWN : 100 - left;
}

static gboolean
is_worn_out (const DsVerdictFacts *facts)
{
  return get_used (facts) >= WORN_OUT;
}

static gboolean
is_worn (const DsVerdictFacts *facts)
{
  return get_used (facts) >= WORN && !is_worn_out (facts);
}

static gboolean
has_media_errors (const DsVerdictFacts *facts)
{
  return facts->log != NULL && ds_counter_is_positive (facts->log->media_errors);
}

static gboolean
was_critically_hot (const DsVerdictFacts *facts)
{
  return facts->log != NULL && ds_counter_is_positive (facts->log->critical_minutes);
}

static gboolean
is_virtual (const DsVerdictFacts *facts)
{
  return facts->is_virtual;
}

static gboolean
always (const DsVerdictFacts *facts)
{
  return TRUE;
}

/* ---- Reasons with figures in them ---- */

static char *
describe_spare (const DsVerdictFacts *facts)
{
  if (!knows_spare (facts))
    return g_strdup (_ ("The spare of the drive is nearly used up. Copy what is on it and replace it."));
  return g_strdup_printf (
      _ ("Only %d %% of the spare is left, and the drive needs %d %%. Copy what is on it and replace it."),
      facts->log->spare, facts->log->spare_threshold);
}

static char *
describe_spare_at_threshold (const DsVerdictFacts *facts)
{
  return g_strdup_printf (_ ("%d %% of the spare is left, which is the least that the drive needs."),
                          facts->log->spare);
}

static char *
describe_attribute (const DsVerdictFacts *facts)
{
  const DsAtaAttribute *attribute = find_attribute (facts, TRUE, ds_ata_attribute_fails);

  return g_strdup_printf (_ ("The attribute “%s” (%u) has reached the threshold at which the drive is expected to "
                             "fail. Copy what is on it and replace it."),
                          attribute->name, attribute->id);
}

static char *
describe_past_attribute (const DsVerdictFacts *facts)
{
  const DsAtaAttribute *attribute = find_past (facts);

  return g_strdup_printf (_ ("The attribute “%s” (%u) has been at its threshold or below."), attribute->name,
                          attribute->id);
}

static char *
describe_bad_sectors (const DsVerdictFacts *facts)
{
  g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, facts->ata->bad_sectors);

  return g_strdup_printf (_ ("Sectors that went bad: %s."), count);
}

static char *
describe_heat (const DsVerdictFacts *facts)
{
  int temperature = facts->log->temperature;

  if (temperature == DS_TEMPERATURE_UNKNOWN)
    return g_strdup (_ ("The drive is hot now: its temperature is beyond a limit."));
  if (facts->warning_temperature == DS_TEMPERATURE_UNKNOWN || temperature < facts->warning_temperature)
    return g_strdup_printf (_ ("The drive is hot now: %d °C is beyond a limit that is set for it."), temperature);
  return g_strdup_printf (_ ("The drive is hot now: %d °C, and its makers warn from %d °C on."), temperature,
                          facts->warning_temperature);
}

static char *
describe_wear (const DsVerdictFacts *facts)
{
  return g_strdup_printf (_ ("%d %% of the rated endurance is used up; the drive reports no fault."),
                          get_used (facts));
}

static char *
describe_media_errors (const DsVerdictFacts *facts)
{
  g_autofree char *count = ds_counter_dup_string (facts->log->media_errors);

  return g_strdup_printf (_ ("Times that the drive could not read back what was stored: %s."), count);
}

static char *
describe_critical_heat (const DsVerdictFacts *facts)
{
  g_autofree char *minutes = ds_counter_dup_string (facts->log->critical_minutes);

  return g_strdup_printf (_ ("Minutes that the drive has spent above its critical temperature: %s. See to its "
                             "cooling."),
                          minutes);
}

/* ---- The rules ---- */

static const struct {
  const char *id;
  DsVerdictGrade grade;
  gboolean (*applies) (const DsVerdictFacts *facts);
  const char *reason;                              /* or, with figures, */
  char *(*describe) (const DsVerdictFacts *facts); /* (transfer full) */
} rules[] = {
  { "unread", DS_VERDICT_UNKNOWN, is_unread, N_ ("No source could read the health of this drive."), NULL },
  { "silent", DS_VERDICT_UNKNOWN, is_silent, N_ ("The drive reports nothing of its health."), NULL },
  { "nonsense", DS_VERDICT_UNKNOWN, is_nonsense,
    N_ ("What the drive reports of its health makes no sense, so nothing can be said of it."), NULL },

  { "unreliable", DS_VERDICT_FAILING, is_unreliable,
    N_ ("The drive reports that errors have made it unreliable. Copy what is on it and replace it."), NULL },
  { "read-only", DS_VERDICT_FAILING, is_read_only,
    N_ ("The drive takes no more writes. Copy what is on it and replace it."), NULL },
  { "backup-failed", DS_VERDICT_FAILING, has_no_backup,
    N_ ("The part that saves the drive's memory when the power goes has failed. Replace the drive."), NULL },
  { "persistent-memory", DS_VERDICT_FAILING, has_bad_persistent_memory,
    N_ ("The drive's persistent memory region takes no more writes or is unreliable. Replace the drive."), NULL },
  { "spare-below-threshold", DS_VERDICT_FAILING, is_below_spare, NULL, describe_spare },
  { "ata-failing", DS_VERDICT_FAILING, ata_says_failing,
    N_ ("The drive expects to fail soon. Copy what is on it and replace it."), NULL },
  { "ata-attribute-failing", DS_VERDICT_FAILING, ata_attribute_fails, NULL, describe_attribute },

  { "hot-now", DS_VERDICT_WATCH, is_hot, NULL, describe_heat },
  { "worn-out", DS_VERDICT_WATCH, is_worn_out, N_ ("The rated endurance is used up; the drive reports no fault."),
    NULL },
  { "worn", DS_VERDICT_WATCH, is_worn, NULL, describe_wear },
  { "spare-at-threshold", DS_VERDICT_WATCH, is_at_spare, NULL, describe_spare_at_threshold },
  { "media-errors", DS_VERDICT_WATCH, has_media_errors, NULL, describe_media_errors },
  { "critical-temperature", DS_VERDICT_WATCH, was_critically_hot, NULL, describe_critical_heat },
  { "ata-bad-sectors", DS_VERDICT_WATCH, has_bad_sectors, NULL, describe_bad_sectors },
  { "ata-attribute-failed", DS_VERDICT_WATCH, ata_attribute_failed, NULL, describe_past_attribute },

  /* After all that a virtual drive may report as wrong: what it reports as right says nothing of any flash. */
  { "virtual", DS_VERDICT_UNKNOWN, is_virtual,
    N_ ("This is a virtual drive: the health of what lies behind it is not known here."), NULL },
  { "good", DS_VERDICT_GOOD, always, N_ ("The drive reports no fault, little wear and no heat."), NULL },
};

static char *
dup_reason (guint rule, const DsVerdictFacts *facts)
{
  return rules[rule].describe != NULL ? rules[rule].describe (facts) : g_strdup (_ (rules[rule].reason));
}

DsVerdict *
ds_verdict_new (const DsVerdictFacts *facts)
{
  DsVerdict *self = g_new0 (DsVerdict, 1);
  g_autoptr (GStrvBuilder) others = g_strv_builder_new ();
  guint first = 0;

  while (!rules[first].applies (facts))
    first++;
  self->grade = rules[first].grade;
  self->rule = g_strdup (rules[first].id);
  self->reason = dup_reason (first, facts);

  /* Where nothing can be said, there is nothing to add. */
  for (guint i = first + 1; self->grade >= DS_VERDICT_WATCH && i < G_N_ELEMENTS (rules); i++)
    if (rules[i].grade >= DS_VERDICT_WATCH && rules[i].applies (facts)) {
      g_autofree char *reason = dup_reason (i, facts);

      g_strv_builder_add (others, reason);
    }
  self->others = g_strv_builder_end (others);
  return self;
}

void
ds_verdict_free (DsVerdict *self)
{
  if (self == NULL)
    return;
  g_free (self->rule);
  g_free (self->reason);
  g_strfreev (self->others);
  g_free (self);
}

const char *
ds_verdict_grade_to_string (DsVerdictGrade grade)
{
  static const char *const names[] = { "unknown", "good", "watch", "failing" };

  return names[grade];
}

const char *
ds_verdict_grade_get_title (DsVerdictGrade grade)
{
  /* Translators: what to think of a drive's health, in a word */
  static const char *const titles[] = { NC_ ("health", "Unknown"), NC_ ("health", "Good"), NC_ ("health", "Watch"),
                                        NC_ ("health", "Failing") };

  return g_dpgettext2 (NULL, "health", titles[grade]);
}

const char *const *
ds_verdict_list_rules (void)
{
  static const char *ids[G_N_ELEMENTS (rules) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    ids[i] = rules[i].id;
  return ids;
}
