/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-page.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *
describe_settings (const char *id)
{
  static const struct {
    const char *id;
    const char *text;
  } settings[] = {
    { "default", N_ ("Default settings") },    { "nvme", N_ ("NVMe SSD settings") },
    { "flash", N_ ("Flash memory settings") }, { "classic5", N_ ("Classic 5 settings") },
    { "classic3", N_ ("Classic 3 settings") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    if (g_strcmp0 (id, settings[i].id) == 0)
      return _ (settings[i].text);
  return NULL;
}

static const char *
describe_profile (const char *id)
{
  if (g_strcmp0 (id, "peak") == 0)
    return _ ("Peak profile");
  if (g_strcmp0 (id, "real-world") == 0)
    return _ ("Real World profile");
  if (g_strcmp0 (id, "demo") == 0)
    return _ ("Demo profile");
  return NULL;
}

const char *
ds_page_get_suite_title (DsReport *report)
{
  static const struct {
    const char *id;
    const char *title;
  } titles[] = {
    { "transfer-sizes", N_ ("Transfer sizes") }, { "drive-scan", N_ ("Drive scan") },
    { "queue-depth", N_ ("Queue depth") },       { "sustained-write", N_ ("Sustained write") },
    { "consistency", N_ ("Consistency") },       { "everyday-mix", N_ ("Everyday mix") },
    { "compression", N_ ("Compression") },       { "thermal", N_ ("Thermal") },
    { "pts-iops", N_ ("PTS-style IOPS") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    if (g_strcmp0 (report->suite, titles[i].id) == 0)
      return _ (titles[i].title);
  return NULL;
}

static void
add (GPtrArray *parts, const char *text)
{
  if (text && *text)
    g_ptr_array_add (parts, g_strdup (text));
}

static void
add_runs_and_size (GPtrArray *parts, DsReport *report)
{
  const char *runs = ds_report_get_option (report, "runs");
  const char *size = ds_report_get_option (report, "size");
  const char *length = ds_report_get_option (report, "length"); /* of a transfer, which is not the file's */
  const char *depth = ds_report_get_option (report, "queue-depth");
  guint64 bytes = report->target.test_size;
  guint64 n_runs;

  if (runs && g_ascii_string_to_unsigned (runs, 10, 1, 1000, &n_runs, NULL))
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u run", "%u runs", (gulong) n_runs), (guint) n_runs));
  if ((length && ds_parse_size (length, &bytes)) || bytes > 0 || (size && ds_parse_size (size, &bytes)))
    g_ptr_array_add (parts, ds_format_size (bytes));
  if (depth && g_ascii_string_to_unsigned (depth, 10, 1, 1024, &n_runs, NULL))
    g_ptr_array_add (parts, g_strdup_printf (_ ("queue depth %u"), (guint) n_runs));
}

/* The option has a value even where nothing is mixed. */
static gboolean
has_mix (DsReport *report)
{
  for (guint i = 0; i < report->cells->len; i++)
    if (((const DsCell *) report->cells->pdata[i])->op == DS_OP_MIX)
      return TRUE;
  return FALSE;
}

static void
add_access (GPtrArray *parts, DsReport *report)
{
  const char *direct = ds_report_get_option (report, "direct");
  const char *durable = ds_report_get_option (report, "durable");
  const char *data = ds_report_get_option (report, "data");
  const char *mix = ds_report_get_option (report, "mix");
  guint64 percent;

  if (g_strcmp0 (direct, "on") == 0)
    add (parts, _ ("direct I/O"));
  else if (g_strcmp0 (direct, "off") == 0)
    add (parts, _ ("buffered I/O"));
  if (g_strcmp0 (durable, "dsync") == 0)
    add (parts, _ ("durable writes"));
  else if (g_strcmp0 (durable, "flush") == 0)
    add (parts, _ ("a flush after each write"));
  if (data && g_ascii_string_to_unsigned (data, 10, 0, 100, &percent, NULL)) {
    if (percent == 100)
      add (parts, _ ("incompressible data"));
    else if (percent == 0)
      add (parts, _ ("zero-filled data"));
    else
      /* Translators: how much of the data cannot be compressed */
      g_ptr_array_add (parts, g_strdup_printf (_ ("%u %% incompressible data"), (guint) percent));
  }
  if (mix && has_mix (report) && g_ascii_string_to_unsigned (mix, 10, 1, 99, &percent, NULL))
    /* Translators: the Mix column's share of reads */
    g_ptr_array_add (parts, g_strdup_printf (_ ("mix with %u %% reads"), (guint) percent));
}

char *
ds_page_dup_settings (DsReport *report)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  add (parts, describe_settings (ds_report_get_option (report, "settings")));
  add (parts, describe_profile (ds_report_get_option (report, "profile")));
  add_runs_and_size (parts, report);
  add_access (parts, report);
  /* io_uring is what is expected; anything else changes what the numbers mean. */
  if (report->engine && *report->engine && !g_str_has_prefix (report->engine, "io_uring")) {
    g_autofree char *name = g_strndup (report->engine, strcspn (report->engine, " ("));

    /* Translators: how the I/O was done, "sync engine" */
    g_ptr_array_add (parts, g_strdup_printf (_ ("%s engine"), name));
  }
  g_ptr_array_add (parts, NULL);
  /* Translators: what stands between the settings of a result, with its space */
  return g_strjoinv (C_ ("between settings", ", "), (char **) parts->pdata);
}

const char *
ds_page_get_empty_sentence (DsReport *report)
{
  return report->state == DS_STATE_RUNNING ? _ ("Nothing is measured yet.") : _ ("Nothing was measured.");
}

char *
ds_page_dup_footer (DsReport *report)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  add (parts, report->system.program);
  if (report->started)
    g_ptr_array_add (parts, ds_format_date (report->started));
  add (parts, report->system.kernel);
  add (parts, report->target.fs_type);
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}
