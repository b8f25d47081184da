/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-options.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ds-format.h"
#include "ds-option-value.h"

struct _DsOptions {
  GObject parent_instance;

  const DsSuite *suite;
  GHashTable *by_hand;   /* (element-type utf8 utf8): what the person set */
  GHashTable *suggested; /* what suits the drive */
  GHashTable *values;    /* every option's effective value, canonical */
};

enum {
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* clang-format off */
G_DEFINE_QUARK (ds-suite-error-quark, ds_suite_error)
/* clang-format on */
G_DEFINE_FINAL_TYPE (DsOptions, ds_options, G_TYPE_OBJECT)

static void
ds_options_finalize (GObject *object)
{
  DsOptions *self = DS_OPTIONS (object);

  g_hash_table_unref (self->by_hand);
  g_hash_table_unref (self->suggested);
  g_hash_table_unref (self->values);

  G_OBJECT_CLASS (ds_options_parent_class)->finalize (object);
}

static void
ds_options_class_init (DsOptionsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ds_options_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ds_options_init (DsOptions *self)
{
  self->by_hand = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->suggested = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* The value without presets: they are keyed on options that no preset sets. */
static const char *
plain_value (DsOptions *self, const DsOption *option)
{
  const char *value = g_hash_table_lookup (self->by_hand, option->id);

  if (value == NULL)
    value = g_hash_table_lookup (self->suggested, option->id);
  return value ? value : option->default_value;
}

static gboolean
preset_matches (DsOptions *self, const DsPreset *preset)
{
  for (guint i = 0; i < G_N_ELEMENTS (preset->when) && preset->when[i][0]; i++) {
    const DsOption *option = ds_suite_find_option (self->suite, preset->when[i][0]);

    if (g_strcmp0 (plain_value (self, option), preset->when[i][1]) != 0)
      return FALSE;
  }
  return TRUE;
}

static const char *
preset_value (DsOptions *self, const char *id)
{
  const char *value = NULL;

  for (const DsPreset *preset = self->suite->presets; preset && preset->set[0][0]; preset++) {
    if (!preset_matches (self, preset))
      continue;
    for (guint i = 0; i < G_N_ELEMENTS (preset->set) && preset->set[i][0]; i++)
      if (g_str_equal (preset->set[i][0], id))
        value = preset->set[i][1];
  }
  return value;
}

static void
update (DsOptions *self)
{
  for (const DsOption *option = self->suite->options; option->id; option++) {
    const char *value = g_hash_table_lookup (self->by_hand, option->id);

    if (value == NULL)
      value = preset_value (self, option->id);
    if (value == NULL)
      value = plain_value (self, option);
    if (g_strcmp0 (value, g_hash_table_lookup (self->values, option->id)) != 0) {
      g_hash_table_replace (self->values, g_strdup (option->id), g_strdup (value));
      g_signal_emit (self, signals[CHANGED], g_quark_from_string (option->id), option->id);
    }
  }
}

DsOptions *
ds_options_new (const DsSuite *suite)
{
  DsOptions *self = g_object_new (DS_TYPE_OPTIONS, NULL);

  self->suite = suite;
  update (self);
  return self;
}

static void
copy_table (GHashTable *to, GHashTable *from)
{
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &id, &value))
    g_hash_table_replace (to, g_strdup (id), g_strdup (value));
}

DsOptions *
ds_options_copy (DsOptions *self)
{
  DsOptions *copy = g_object_new (DS_TYPE_OPTIONS, NULL);

  copy->suite = self->suite;
  copy_table (copy->by_hand, self->by_hand);
  copy_table (copy->suggested, self->suggested);
  update (copy);
  return copy;
}

const DsSuite *
ds_options_get_suite (DsOptions *self)
{
  return self->suite;
}

gboolean
ds_options_set (DsOptions *self, const char *id, const char *value, GError **error)
{
  const DsOption *option = ds_suite_find_option (self->suite, id);
  char *canonical;

  if (option == NULL) {
    g_set_error (error, DS_SUITE_ERROR, DS_SUITE_ERROR_UNKNOWN_OPTION, _ ("The suite “%s” has no option --%s."),
                 self->suite->id, id);
    return FALSE;
  }
  canonical = ds_option_canonical (option, value, error);
  if (canonical == NULL)
    return FALSE;

  g_hash_table_replace (self->by_hand, g_strdup (id), canonical);
  update (self);
  return TRUE;
}

gboolean
ds_options_choose (DsOptions *self, const char *id, const char *value, GError **error)
{
  for (const DsPreset *preset = self->suite->presets; preset && preset->set[0][0]; preset++) {
    gboolean keyed = FALSE;

    for (guint i = 0; i < G_N_ELEMENTS (preset->when) && preset->when[i][0]; i++)
      keyed |= g_str_equal (preset->when[i][0], id);
    for (guint i = 0; keyed && i < G_N_ELEMENTS (preset->set) && preset->set[i][0]; i++)
      g_hash_table_remove (self->by_hand, preset->set[i][0]);
  }
  if (ds_options_set (self, id, value, error))
    return TRUE;
  update (self);
  return FALSE;
}

void
ds_options_suggest_for (DsOptions *self, const DsPlace *place)
{
  const DsDrive *drive = place->drives && place->drives->len > 0 ? place->drives->pdata[0] : NULL;

  g_hash_table_remove_all (self->suggested);
  for (const DsSuggestion *one = self->suite->suggestions; drive && one && one->drive_kind; one++)
    if (g_str_equal (one->drive_kind, ds_drive_kind_to_string (drive->kind)))
      g_hash_table_replace (self->suggested, g_strdup (one->option), g_strdup (one->value));
  update (self);
}

void
ds_options_reset (DsOptions *self, const char *id)
{
  g_hash_table_remove (self->by_hand, id);
  update (self);
}

const char *
ds_options_get (DsOptions *self, const char *id)
{
  return g_hash_table_lookup (self->values, id);
}

gint64
ds_options_get_int (DsOptions *self, const char *id)
{
  const DsOption *option = ds_suite_find_option (self->suite, id);
  const char *value = ds_options_get (self, id);
  guint64 bytes;

  g_return_val_if_fail (option != NULL, 0);
  if (option->type != DS_OPTION_SIZE)
    return g_ascii_strtoll (value, NULL, 10);
  if (g_str_equal (value, "all"))
    return G_MAXINT64;
  return ds_parse_size (value, &bytes) ? (gint64) bytes : 0;
}

double
ds_options_get_double (DsOptions *self, const char *id)
{
  return g_ascii_strtod (ds_options_get (self, id), NULL);
}

gboolean
ds_options_is_set_by_hand (DsOptions *self, const char *id)
{
  return g_hash_table_contains (self->by_hand, id);
}

char *
ds_options_dup_shown (DsOptions *self, const char *id)
{
  const DsOption *option = ds_suite_find_option (self->suite, id);
  const char *value = ds_options_get (self, id);

  g_return_val_if_fail (option != NULL, NULL);
  switch (option->type) {
  case DS_OPTION_CHOICE:
    for (const DsChoice *choice = option->choices; choice->id; choice++)
      if (g_str_equal (choice->id, value))
        return g_strdup (choice->title ? _ (choice->title) : choice->id);
    return g_strdup (value);
  case DS_OPTION_SIZE:
    if (g_str_equal (value, "all"))
      return g_strdup (_ ("All free space"));
    return ds_format_size ((guint64) ds_options_get_int (self, id));
  case DS_OPTION_SECONDS: {
    double seconds = ds_options_get_double (self, id);

    return ds_format_number (seconds, seconds == floor (seconds) ? 0 : 1);
  }
  case DS_OPTION_INTEGER:
  case DS_OPTION_ROWS:
  case DS_OPTION_TEXT:
  default:
    return g_strdup (value);
  }
}

GVariant *
ds_options_to_effective (DsOptions *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (const DsOption *option = self->suite->options; option->id; option++)
    g_variant_builder_add (&builder, "{ss}", option->id, ds_options_get (self, option->id));
  return g_variant_builder_end (&builder);
}

GVariant *
ds_options_to_variant (DsOptions *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (const DsOption *option = self->suite->options; option->id; option++) {
    const char *value = g_hash_table_lookup (self->by_hand, option->id);

    if (value)
      g_variant_builder_add (&builder, "{ss}", option->id, value);
  }
  return g_variant_builder_end (&builder);
}

void
ds_options_load_variant (DsOptions *self, GVariant *variant)
{
  GVariantIter iter;
  const char *id, *value;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE ("a{ss}")))
    return;
  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "{&s&s}", &id, &value)) {
    g_autoptr (GError) error = NULL;

    if (!ds_options_set (self, id, value, &error))
      g_debug ("Ignoring a stored option: %s", error->message);
  }
}
