/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-arguments.h"

#include <glib/gi18n.h>

#include <string.h>

/* clang-format off */
G_DEFINE_QUARK (ds-arguments-error-quark, ds_arguments_error)
/* clang-format on */

static void
given_option_free (gpointer data)
{
  DsGivenOption *option = data;

  g_free (option->name);
  g_free (option->value);
  g_free (option);
}

static const DsArgument *
find_argument (const DsArgument *table, const char *name)
{
  for (const DsArgument *argument = table; argument->name != NULL; argument++) {
    if (strcmp (argument->name, name) == 0)
      return argument;
  }
  return NULL;
}

static void
set_unknown (GError **error, const DsArgument *table, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest;

  for (const DsArgument *argument = table; argument->name != NULL; argument++)
    g_ptr_array_add (names, (gpointer) argument->name);
  g_ptr_array_add (names, (gpointer) "help");
  g_ptr_array_add (names, NULL);
  nearest = ds_nearest_name (name, (const char *const *) names->pdata);
  if (nearest != NULL)
    g_set_error (error, DS_ARGUMENTS_ERROR, 0, _ ("There is no option “--%s”. Did you mean “--%s”?"), name,
                 nearest);
  else
    g_set_error (error, DS_ARGUMENTS_ERROR, 0, _ ("There is no option “--%s”."), name);
}

static gboolean
add_option (
    DsArguments *self, char ***word, const DsArgument *table, gboolean open, const char *text, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : g_strdup (text);
  g_autofree char *shown = g_utf8_make_valid (name, -1);
  const DsArgument *known = find_argument (table, name);
  DsGivenOption *option;
  gboolean takes_value = known != NULL ? known->value != NULL : open;

  if (known == NULL && !open) {
    set_unknown (error, table, shown);
    return FALSE;
  }
  if (!takes_value && equals != NULL) {
    g_set_error (error, DS_ARGUMENTS_ERROR, 0, _ ("“--%s” takes no value. Leave “=” and what follows out."),
                 shown);
    return FALSE;
  }
  option = g_new0 (DsGivenOption, 1);
  option->name = g_steal_pointer (&name);
  g_ptr_array_add (self->options, option);
  if (!takes_value)
    return TRUE;
  if (equals != NULL) {
    option->value = g_strdup (equals + 1);
  } else if ((*word)[1] != NULL && !g_str_has_prefix ((*word)[1], "--")) {
    option->value = g_strdup ((*word)[1]);
    (*word)++;
  } else {
    /* For an open table the command finds out first whether there is such an option at all. */
    if (known == NULL)
      return TRUE;
    g_set_error (error, DS_ARGUMENTS_ERROR, 0, _ ("“--%s” needs a value: --%s=%s."), shown, shown,
                 _ (known->value));
    return FALSE;
  }
  return TRUE;
}

DsArguments *
ds_arguments_parse (char **words, const DsArgument *table, gboolean open, GError **error)
{
  g_autoptr (DsArguments) self = g_new0 (DsArguments, 1);
  gboolean ended = FALSE;

  self->words = g_ptr_array_new_with_free_func (g_free);
  self->options = g_ptr_array_new_with_free_func (given_option_free);
  for (char **word = words; *word != NULL; word++) {
    if (!ended && strcmp (*word, "--") == 0) {
      ended = TRUE;
    } else if (!ended && g_str_has_prefix (*word, "--")) {
      if (!add_option (self, &word, table, open, *word + 2, error))
        return NULL;
    } else if (!ended && **word == '-' && (*word)[1] != '\0') {
      g_autofree char *shown = g_utf8_make_valid (*word, -1);

      g_set_error (error, DS_ARGUMENTS_ERROR, 0,
                   _ ("There is no option “%s”. Options start with two dashes; a name that starts with a dash is "
                      "written as “./%s”."),
                   shown, shown);
      return NULL;
    } else {
      g_ptr_array_add (self->words, g_strdup (*word));
    }
  }
  return g_steal_pointer (&self);
}

void
ds_arguments_free (DsArguments *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_clear_pointer (&self->options, g_ptr_array_unref);
  g_free (self);
}

const char *
ds_arguments_get_word (DsArguments *self, guint index)
{
  return index < self->words->len ? g_ptr_array_index (self->words, index) : NULL;
}

gboolean
ds_arguments_has (DsArguments *self, const char *name)
{
  for (guint i = 0; i < self->options->len; i++) {
    if (strcmp (((DsGivenOption *) g_ptr_array_index (self->options, i))->name, name) == 0)
      return TRUE;
  }
  return FALSE;
}

const char *
ds_arguments_get (DsArguments *self, const char *name)
{
  for (guint i = self->options->len; i > 0; i--) {
    const DsGivenOption *option = g_ptr_array_index (self->options, i - 1);

    if (strcmp (option->name, name) == 0)
      return option->value;
  }
  return NULL;
}

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b, case ignored */
static guint
edit_distance (const char *a, const char *b)
{
  gsize width = strlen (b) + 1;
  gsize height = strlen (a) + 1;
  g_autofree guint *cost = g_new0 (guint, width * height);

  for (gsize i = 0; i < height; i++) {
    for (gsize j = 0; j < width; j++) {
      guint *here = &cost[i * width + j];

      if (i == 0 || j == 0) {
        *here = (guint) (i + j);
        continue;
      }
      *here = cost[(i - 1) * width + j - 1] + (g_ascii_tolower (a[i - 1]) != g_ascii_tolower (b[j - 1]));
      *here = MIN (*here, cost[(i - 1) * width + j] + 1);
      *here = MIN (*here, cost[i * width + j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        *here = MIN (*here, cost[(i - 2) * width + j - 2] + 1);
    }
  }
  return cost[width * height - 1];
}

const char *
ds_nearest_name (const char *name, const char *const *candidates)
{
  const char *nearest = NULL;
  guint least = G_MAXUINT;

  /* No name is that long, and the table of costs would be. */
  if (strlen (name) > 64)
    return NULL;
  for (guint i = 0; candidates[i] != NULL; i++) {
    guint distance = edit_distance (name, candidates[i]);
    guint allowed = MAX (1, (guint) MAX (strlen (candidates[i]), strlen (name)) / 3);

    /* Half a name is as good as a misspelt one. */
    if (strlen (name) >= 3 && g_str_has_prefix (candidates[i], name))
      distance = MIN (distance, 1);
    if (distance <= allowed && distance < least) {
      nearest = candidates[i];
      least = distance;
    }
  }
  return nearest;
}
