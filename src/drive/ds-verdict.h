/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-ata-smart.h"
#include "ds-smart-identify.h"

G_BEGIN_DECLS

/* What to think of a drive, in one word with its reason. The rules stand in one table in ds-verdict.c. */

/* From the best to the worst, so that "it got worse" is a comparison; Unknown is neither. */
typedef enum {
  DS_VERDICT_UNKNOWN,
  DS_VERDICT_GOOD,
  DS_VERDICT_WATCH,
  DS_VERDICT_FAILING,
} DsVerdictGrade;

typedef struct {
  const DsSmartLog *log;   /* (nullable): of an NVMe drive */
  const DsAtaSmart *ata;   /* (nullable): of an ATA drive */
  int warning_temperature; /* WCTEMP; DS_TEMPERATURE_UNKNOWN */
  gboolean is_virtual;
  gboolean unread; /* no source may pass on what the drive would say */
} DsVerdictFacts;

typedef struct {
  DsVerdictGrade grade;
  char *rule;    /* its id: "spare-below-threshold" */
  char *reason;  /* a sentence or two, localised */
  char **others; /* further reasons to watch the drive or to call it failing; empty where there is none */
} DsVerdict;

DsVerdict *ds_verdict_new (const DsVerdictFacts *facts); /* (transfer full) */
void ds_verdict_free (DsVerdict *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsVerdict, ds_verdict_free)

const char *ds_verdict_grade_to_string (DsVerdictGrade grade); /* "good": for JSON */
const char *ds_verdict_grade_get_title (DsVerdictGrade grade); /* "Good", localised */

/* The ids of all rules in the order in which they are tried, the last of which always applies: for the tests */
const char *const *ds_verdict_list_rules (void);

G_END_DECLS
