/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-place.h"
#include "ds-suite.h"

G_BEGIN_DECLS

/* The values of a suite's options: always valid, always complete. Emits "changed" (id) for each value that changes, those that
 * presets change included. Errors are DS_SUITE_ERROR sentences that name the option and its limits. */

#define DS_SUITE_ERROR (ds_suite_error_quark ())

typedef enum {
  DS_SUITE_ERROR_UNKNOWN_OPTION,
  DS_SUITE_ERROR_BAD_VALUE,
  DS_SUITE_ERROR_TARGET,   /* the target does not bear this suite; e.g. a write test on an existing file */
  DS_SUITE_ERROR_TOO_MUCH, /* more than --max-write allows */
} DsSuiteErrorCode;

GQuark ds_suite_error_quark (void);

#define DS_TYPE_OPTIONS (ds_options_get_type ())
G_DECLARE_FINAL_TYPE (DsOptions, ds_options, DS, OPTIONS, GObject)

DsOptions *ds_options_new (const DsSuite *suite);
DsOptions *ds_options_copy (DsOptions *self);
const DsSuite *ds_options_get_suite (DsOptions *self);

gboolean ds_options_set (DsOptions *self, const char *id, const char *value, GError **error);
/* Sets id, and puts back by reset() what presets keyed on it would set: choosing "NVMe SSD" in the window brings its rows
 * even where others were edited before. */
gboolean ds_options_choose (DsOptions *self, const char *id, const char *value, GError **error);
/* Takes up what suits the drive under place as the default of what was not set by hand */
void ds_options_suggest_for (DsOptions *self, const DsPlace *place);
void ds_options_reset (DsOptions *self, const char *id); /* to the preset's or default value */
const char *ds_options_get (DsOptions *self, const char *id); /* canonical text; (transfer none) */
gint64 ds_options_get_int (DsOptions *self, const char *id);  /* sizes too; "all" is G_MAXINT64 */
double ds_options_get_double (DsOptions *self, const char *id);
gboolean ds_options_is_set_by_hand (DsOptions *self, const char *id);
char *ds_options_dup_shown (DsOptions *self, const char *id); /* as a person reads it, localised: "1 GiB", "NVMe SSD" */

/* Every option's value, a{ss} */
GVariant *ds_options_to_effective (DsOptions *self); /* floating */

/* Only what was set by hand, a{ss}: for GSettings. Loading ignores what it does not understand. */
GVariant *ds_options_to_variant (DsOptions *self);           /* floating */
void ds_options_load_variant (DsOptions *self, GVariant *variant);

G_END_DECLS
