/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-export.h"

#include <string.h>

#include "ds-figures-only.h"
#include "ds-sample-report.h"

static DsReport *
make (void)
{
  DsReport *report = ds_report_new ("tiles");
  DsTargetDrive *drive = ds_target_drive_new ();
  DsFinding *finding;

  drive->model = g_strdup ("Fast [b]SSD | <x>");
  drive->serial = g_strdup ("S3CR3TNUMBER");
  drive->capacity = 512000000000;
  g_ptr_array_add (report->target.drives, drive);
  report->target.path = g_strdup ("/home/anna/test");
  g_free (report->comment);
  report->comment = g_strdup ("Line one\nline *two* at /home/anna/x");
  report->state = DS_STATE_FINISHED;
  ds_report_add_figures (report, "SEQ1M Q8T1", DS_OP_READ, 7450.25, 7105, 1000);
  ds_report_add_figures (report, "SEQ1M Q8T1", DS_OP_WRITE, 6900, 6580, 1000);
  ds_report_add_figures (report, "RND4K Q1T1", DS_OP_READ, 84.5, 20630, 48);
  finding = ds_report_add_finding (report, "page-cache", DS_SEVERITY_INVALID, "A cache answered.", NULL);
  ds_finding_add_cell (finding, 2);
  ((DsCell *) report->cells->pdata[2])->invalid = g_strdup ("page-cache");
  return report;
}

static char *export(const char *id, DsExportFlags flags)
{
  g_autoptr (DsReport) report = make ();
  const DsExportFormat *format = ds_export_find_format (id);

  g_assert_nonnull (format);
  return format->make (report, flags);
}

static void
test_plain (void)
{
  g_autofree char *text = export("plain", DS_EXPORT_DEFAULT);
  g_autofree char *head = g_strndup (text, strcspn (text, "C"));

  g_assert_cmpstr (head, ==,
                   "Fast [b]SSD | <x>\n\n"
                   "Test        Read, MB/s  Read, IOPS  Write, MB/s  Write, IOPS\n"
                   "SEQ1M Q8T1      7450.2        7105       6900.0         6580\n"
                   "RND4K Q1T1     (84.50)     (20630)            —            —\n\n");
  g_assert_nonnull (strstr (text, "Capacity  512 GB\n"));
  g_assert_nonnull (strstr (text, "\nA cache answered.\nLine one line *two* at ~/x\n"));
}

static void
test_markdown (void)
{
  g_autofree char *text = export("markdown", DS_EXPORT_DEFAULT);

  g_assert_true (g_str_has_prefix (text, "**Fast \\[b\\]SSD \\| \\<x\\>**\n\n| Test | Read, MB/s |"));
  g_assert_nonnull (strstr (text, "| --- | ---: | ---: | ---: | ---: |\n"));
  g_assert_nonnull (strstr (text, "| RND4K Q1T1 | ~~84.50~~ | ~~20630~~ | — | — |\n"));
  g_assert_nonnull (strstr (text, "> Line one line \\*two\\* at \\~/x\n"));
}

static void
test_bbcode (void)
{
  g_autofree char *text = export("bbcode", DS_EXPORT_DEFAULT);

  g_assert_true (g_str_has_prefix (text, "[b]Fast (b)SSD | <x>[/b]\n[code]\nTest "));
  g_assert_nonnull (strstr (text, "\n[/code]\n"));
  g_assert_null (strstr (text, "[b]SSD"));
}

static void
test_html (void)
{
  g_autofree char *text = export("html", DS_EXPORT_DEFAULT);

  g_assert_nonnull (strstr (text, "<caption>Fast [b]SSD | &lt;x&gt;</caption>"));
  g_assert_nonnull (strstr (text, "<td style=\"text-align: right\"><s>84.50</s></td>"));
  g_assert_null (strstr (text, "<x>"));
}

/* No form says who the owner is or which drive it was, unless asked. */
static void
test_privacy (void)
{
  for (const DsExportFormat *format = ds_export_formats; format->id != NULL; format++) {
    g_autofree char *text = export(format->id, DS_EXPORT_DEFAULT);

    g_test_message ("%s", format->id);
    g_assert_null (strstr (text, "S3CR3T"));
    if (!g_str_equal (format->id, "json") && !g_str_equal (format->id, "text"))
      g_assert_null (strstr (text, "anna"));
  }
  for (guint i = 0; i < 5; i++) {
    static const char *const ids[] = { "json", "csv", "plain", "markdown", "html" };
    g_autofree char *text = export(ids[i], DS_EXPORT_SERIALS);

    g_assert_nonnull (strstr (text, "S3CR3TNUMBER"));
  }
}

/* Every suite's result can be given away in every form. */
static void
test_samples (void)
{
  for (guint i = 0; ds_sample_report_kinds[i] != NULL; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);

    for (const DsExportFormat *format = ds_export_formats; format->id != NULL; format++) {
      g_autofree char *text = format->make (report, DS_EXPORT_DEFAULT);

      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_cmpuint (strlen (text), >, 100);
    }
  }
  g_assert_null (ds_export_find_format ("doc"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/plain", test_plain);
  g_test_add_func ("/export/markdown", test_markdown);
  g_test_add_func ("/export/bbcode", test_bbcode);
  g_test_add_func ("/export/html", test_html);
  g_test_add_func ("/export/privacy", test_privacy);
  g_test_add_func ("/export/samples", test_samples);
  return g_test_run ();
}
