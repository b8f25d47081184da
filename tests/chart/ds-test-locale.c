/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-test-locale.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

static char *folder;

static void
append_number (GByteArray *bytes, guint32 number)
{
  g_byte_array_append (bytes, (const guint8 *) &number, sizeof number);
}

static int
compare_texts_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The binary form of a catalogue: a header, two tables of lengths and offsets, the texts. */
static GByteArray *
make_catalogue (const char *const *texts, const char *filler)
{
  g_autoptr (GPtrArray) originals = g_ptr_array_new ();
  g_autoptr (GPtrArray) translations = g_ptr_array_new_with_free_func (g_free);
  GByteArray *bytes = g_byte_array_new ();
  guint32 offset;

  g_ptr_array_add (originals, (gpointer) "");
  for (guint i = 0; texts[i]; i++)
    g_ptr_array_add (originals, (gpointer) texts[i]);
  g_ptr_array_sort (originals, compare_texts_cb);
  for (guint i = 0; i < originals->len; i++) {
    const char *original = originals->pdata[i];

    g_ptr_array_add (translations, *original ? g_strconcat (filler, original, NULL)
                                             : g_strdup ("Content-Type: text/plain; charset=UTF-8\n"));
  }
  append_number (bytes, 0x950412de);
  append_number (bytes, 0);
  append_number (bytes, originals->len);
  append_number (bytes, 28);
  append_number (bytes, 28 + 8 * originals->len);
  append_number (bytes, 0);
  append_number (bytes, 28 + 16 * originals->len);
  offset = 28 + 16 * originals->len;
  for (guint table = 0; table < 2; table++) {
    GPtrArray *array = table == 0 ? originals : translations;

    for (guint i = 0; i < array->len; i++) {
      guint32 length = (guint32) strlen (array->pdata[i]);

      append_number (bytes, length);
      append_number (bytes, offset);
      offset += length + 1;
    }
  }
  for (guint table = 0; table < 2; table++) {
    GPtrArray *array = table == 0 ? originals : translations;

    for (guint i = 0; i < array->len; i++)
      g_byte_array_append (bytes, array->pdata[i], (guint) strlen (array->pdata[i]) + 1);
  }
  return bytes;
}

gboolean
ds_test_locale_set (const char *name, const char *const *texts, const char *filler)
{
  g_autofree char *with_charset = g_strconcat (name, ".UTF-8", NULL);
  g_autofree char *path = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *catalogue = NULL;
  g_autofree char *built = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  g_autoptr (GError) error = NULL;

  folder = g_dir_make_tmp ("ds-locale-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, with_charset, NULL);
  messages = g_build_filename (folder, name, "LC_MESSAGES", NULL);
  catalogue = g_build_filename (messages, GETTEXT_PACKAGE ".mo", NULL);
  {
    const char *const arguments[] = { "localedef", "-i", name, "-f", "UTF-8", path, NULL };

    /* It ends with 1 for warnings, so that only the locale itself tells whether it worked. */
    if (!g_spawn_sync (NULL, (char **) arguments, NULL,
                       G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                       NULL, NULL, NULL, NULL))
      return FALSE;
  }
  if (texts) {
    g_autoptr (GByteArray) bytes = make_catalogue (texts, filler);

    g_assert_cmpint (g_mkdir_with_parents (messages, 0755), ==, 0);
    g_file_set_contents (catalogue, (const char *) bytes->data, (gssize) bytes->len, &error);
    g_assert_no_error (error);
  }
  g_setenv ("LOCPATH", folder, TRUE);
  g_unsetenv ("LANGUAGE");
  g_unsetenv ("LC_ALL");
  g_setenv ("LANG", with_charset, TRUE);
  if (!setlocale (LC_ALL, with_charset))
    return FALSE;
  bindtextdomain (GETTEXT_PACKAGE, texts ? folder : built);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  return TRUE;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    remove_tree (child);
  }
  g_remove (path);
}

void
ds_test_locale_clean_up (void)
{
  if (folder)
    remove_tree (folder);
  g_clear_pointer (&folder, g_free);
}
