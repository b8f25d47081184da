/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ds-json-guard.h"
#include "ds-sample-report.h"

static char *folder;

/* A file of the given members after the schema, one a line from line 3 */
static char *
with_members (const char *members)
{
  return g_strdup_printf ("{\n\"schema\": \"drivescope-result/1\",\n%s\n}\n", members);
}

static void
assert_refused (const char *text, gssize length, DsReportErrorCode code, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report = ds_report_from_json (text, length, &error);

  if (report != NULL)
    g_error ("“%.200s” was taken for a result", text);
  g_assert_error (error, DS_REPORT_ERROR, code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
assert_members_refused (const char *members, const char *part)
{
  g_autofree char *text = with_members (members);

  assert_refused (text, -1, DS_REPORT_ERROR_DAMAGED, part);
}

static DsReport *
read_members (const char *members)
{
  g_autofree char *text = with_members (members);
  g_autoptr (GError) error = NULL;
  DsReport *report = ds_report_from_json (text, -1, &error);

  g_assert_no_error (error);
  return report;
}

/* --- Not JSON
 * ------------------------------------------------------------------------------------------------------ */

static void
test_garbage (void)
{
  static const struct {
    const char *text;
    const char *part;
  } cases[] = {
    { "", "ends in the middle, in line 1." },
    { " \n\t ", "in line 2." },
    { "hello", "neither a text nor a number" },
    { "%PDF-1.4", "line 1" },
    { "{", "in line 1." },
    { "[", "in line 1." },
    { "{\n\"a\"", "in line 2." },
    { "{\n\"a\" 1}", "A colon is missing after a name in line 2." },
    { "{\"a\":1,}", "The name of a value is missing in line 1." },
    { "{a:1}", "The name of a value is missing" },
    { "[1,]", "neither a text nor a number" },
    { "[1 2]", "A comma or a bracket is missing" },
    { "[1}", "A comma or a bracket is missing" },
    { "{\"a\":1]", "A comma or a bracket is missing" },
    { "[01]", "A comma or a bracket is missing" },
    { "[-]", "A number is written wrongly" },
    { "[1.]", "A number is written wrongly" },
    { "[1e]", "A number is written wrongly" },
    { "[+1]", "neither" },
    { "[.5]", "neither" },
    { "[NaN]", "neither" },
    { "[Infinity]", "neither" },
    { "[nul]", "neither" },
    { "[nul", "in line 1." },
    { "[-", "in line 1." },
    { "[\"a\nb\"]", "A text does not end in line 1" },
    { "[\"\\x\"]", "A backslash stands before a wrong letter" },
    { "[\"\\u12g4\"]", "The code of a character is wrong" },
    { "[\"\\", "in line 1." },
    { "[\"\\u12", "in line 1." },
    { "[\"a", "in line 1." },
    { "{} x", "Something follows after the end" },
    { "{}\n{}", "Something follows after the end of the result in line 2." },
    { "/* \" */ {}", "neither" },
    { "// x\n{}", "neither" },
    { "var x = {}", "neither" },
    { "{'a':1}", "The name of a value is missing" },
    { "null", "This is not a result file." },
    { "[]", "This is not a result file." },
    { "1", "This is not a result file." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, -1, DS_REPORT_ERROR_DAMAGED, cases[i].part);
}

/* A file cut anywhere is refused; what lacks only its last line break is whole. */
static void
test_truncated (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autofree char *json = ds_report_to_json (report, DS_EXPORT_SERIALS);
  gsize length = strlen (json);

  for (gsize cut = 0; cut < length - 1; cut += cut < 3000 || cut > length - 3000 ? 1 : 97)
    assert_refused (json, (gssize) cut, DS_REPORT_ERROR_DAMAGED, "ine ");
}

/* Any byte changed to any other never crashes, and is refused with a sentence or read as a report that can be
 * written again. */
static void
test_flipped (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("extreme");
  g_autofree char *json = ds_report_to_json (report, DS_EXPORT_SERIALS);
  gsize length = strlen (json);
  GRand *random = g_rand_new_with_seed (1);
  guint refused = 0;

  for (guint i = 0; i < 1500; i++) {
    gsize at = (gsize) g_rand_int_range (random, 0, (gint32) length);
    char old = json[at];
    g_autoptr (GError) error = NULL;
    g_autoptr (DsReport) again = NULL;

    json[at] = (char) g_rand_int_range (random, 0, 256);
    again = ds_report_from_json (json, (gssize) length, &error);
    if (again != NULL) {
      g_autofree char *text = ds_report_to_json (again, DS_EXPORT_SERIALS);
      g_autofree char *csv = ds_report_to_csv (again, DS_EXPORT_SERIALS);
      g_autofree char *cdm = ds_report_to_cdm_text (again);
      g_autoptr (DsReport) third = ds_report_from_json (text, -1, &error);

      g_assert_no_error (error);
      g_assert_nonnull (third);
    } else {
      g_assert_nonnull (error);
      g_assert_cmpuint (error->domain, ==, DS_REPORT_ERROR);
      refused++;
    }
    json[at] = old;
  }
  g_assert_cmpuint (refused, >, 100);
  g_rand_free (random);
}

static void
test_encoding (void)
{
  static const char nul[] = "{\"schema\": \"drivescope-result/1\",\n\"suite\": \"ti\0les\"}";
  static const char nul_outside[] = "{\n\n\0\"schema\": \"drivescope-result/1\"}";
  static const char invalid[] = "{\"schema\": \"drivescope-result/1\",\n\"suite\": \"\xff\xfe\"}";
  static const char surrogate_bytes[] = "{\"schema\": \"\xed\xa0\x80\"}";
  static const char utf16[] = "\xff\xfe{\0}\0";
  g_autoptr (DsReport) report = NULL;
  g_autoptr (GError) error = NULL;

  assert_refused (nul, sizeof nul - 1, DS_REPORT_ERROR_DAMAGED, "Line 2 is not UTF-8 text.");
  assert_refused (nul_outside, sizeof nul_outside - 1, DS_REPORT_ERROR_DAMAGED, "Line 3 is not UTF-8 text.");
  assert_refused (invalid, -1, DS_REPORT_ERROR_DAMAGED, "Line 2 is not UTF-8 text.");
  assert_refused (surrogate_bytes, -1, DS_REPORT_ERROR_DAMAGED, "Line 1 is not UTF-8 text.");
  assert_refused (utf16, sizeof utf16 - 1, DS_REPORT_ERROR_DAMAGED, "Line 1 is not UTF-8 text.");

  report = ds_report_from_json ("\xef\xbb\xbf{\"schema\": \"drivescope-result/1\"}", -1, &error);
  g_assert_no_error (error);
  g_assert_nonnull (report);
  g_clear_pointer (&report, ds_report_unref);

  /* Escapes that are half a character, or none */
  report = read_members ("\"comment\": \"a\\ud83db\", \"title\": \"x\\u0000y\", \"suite\": \"\\ud83d\\ude00\"");
  g_assert_true (g_utf8_validate (report->comment, -1, NULL));
  g_assert_true (g_utf8_validate (report->title, -1, NULL));
  g_assert_cmpstr (report->suite, ==, "😀");
}

static void
test_deep (void)
{
  static const char *const brackets[] = { "[", "{\"a\":" };

  for (guint i = 0; i < G_N_ELEMENTS (brackets); i++) {
    GString *text = g_string_new (NULL);

    for (guint j = 0; j < 100000; j++)
      g_string_append (text, brackets[i]);
    assert_refused (text->str, (gssize) text->len, DS_REPORT_ERROR_TOO_LARGE, "nests deeper");
    g_string_free (text, TRUE);
  }

  /* 64 levels are allowed, 65 are not; what is unknown is skipped. */
  for (guint levels = 63; levels <= 64; levels++) {
    GString *members = g_string_new ("\"unknown\": ");
    g_autofree char *text = NULL;

    for (guint i = 0; i < levels; i++)
      g_string_append_c (members, '[');
    for (guint i = 0; i < levels; i++)
      g_string_append_c (members, ']');
    text = with_members (members->str);
    if (levels == 63) {
      g_autoptr (DsReport) report = read_members (members->str);

      g_assert_nonnull (report);
    } else {
      assert_refused (text, -1, DS_REPORT_ERROR_TOO_LARGE, "line 3");
    }
    g_string_free (members, TRUE);
  }
}

static void
test_large (void)
{
  /* The size is looked at first: the text behind it need not be there. */
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new ("[0");

  g_assert_null (ds_report_from_json ("{}", (gssize) DS_JSON_MAX_SIZE + 1, &error));
  g_assert_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_TOO_LARGE);

  for (guint i = 0; i < DS_JSON_MAX_VALUES; i++)
    g_string_append (text, ",0");
  g_string_append_c (text, ']');
  assert_refused (text->str, (gssize) text->len, DS_REPORT_ERROR_TOO_LARGE, "values");
  g_string_free (text, TRUE);
}

/* --- JSON, but not a result -------------------------------------------------------------------------------------
 */

static void
test_schema (void)
{
  static const char *const damaged[] = {
    "{}",
    "{\"schema\": 1}",
    "{\"schema\": null}",
    "{\"schema\": {}}",
    "{\"schema\": \"\"}",
    "{\"schema\": \"drivescope-result\"}",
    "{\"schema\": \"drivescope-result/\"}",
    "{\"schema\": \"drivescope-result/0\"}",
    "{\"schema\": \"drivescope-result/x\"}",
    "{\"schema\": \"drivescope-result/1x\"}",
    "{\"schema\": \"fio/3\"}",
    "{\"fio version\": \"fio-3.33\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    assert_refused (damaged[i], -1, DS_REPORT_ERROR_DAMAGED, "its schema is not drivescope-result/1.");
  assert_refused ("{\"schema\": \"drivescope-result/2\"}", -1, DS_REPORT_ERROR_NEWER,
                  "newer version of the program (drivescope-result/2). Update");
  assert_refused ("{\"schema\": \"drivescope-result/12.3\"}", -1, DS_REPORT_ERROR_NEWER, "drivescope-result/12.3");
}

/* Each member with a value of each type but its own */
static void
test_types (void)
{
  static const struct {
    const char *members; /* %s is the value */
    const char *right;   /* letters of the types that fit: Text, Number, Boolean, Object, List */
    const char *path;
  } cases[] = {
    { "\"suite\": %s", "T", "suite" },
    { "\"view\": %s", "T", "view" },
    { "\"title\": %s", "T", "title" },
    { "\"comment\": %s", "T", "comment" },
    { "\"started\": %s", "T", "started" },
    { "\"seconds\": %s", "N", "seconds" },
    { "\"error\": %s", "T", "error" },
    { "\"options\": %s", "O", "options" },
    { "\"options\": {\"runs\": %s}", "T", "options.runs" },
    { "\"seed\": %s", "N", "seed" },
    { "\"engine\": %s", "T", "engine" },
    { "\"target\": %s", "O", "target" },
    { "\"target\": {\"path\": %s}", "T", "target.path" },
    { "\"target\": {\"capacity\": %s}", "N", "target.capacity" },
    { "\"target\": {\"encrypted\": %s}", "B", "target.encrypted" },
    { "\"target\": {\"drives\": %s}", "L", "target.drives" },
    { "\"target\": {\"drives\": [{}, %s]}", "O", "target.drives[1]" },
    { "\"target\": {\"drives\": [{\"model\": %s}]}", "T", "target.drives[0].model" },
    { "\"system\": %s", "O", "system" },
    { "\"system\": {\"cpus\": %s}", "N", "system.cpus" },
    { "\"bytes_written\": %s", "N", "bytes_written" },
    { "\"cells\": %s", "L", "cells" },
    { "\"cells\": [{\"op\": \"read\", \"label\": %s}]", "T", "cells[0].label" },
    { "\"cells\": [{\"op\": \"read\", \"block_size\": %s}]", "N", "cells[0].block_size" },
    { "\"cells\": [{\"op\": \"read\", \"direct\": %s}]", "B", "cells[0].direct" },
    { "\"cells\": [{\"op\": \"read\", \"runs\": %s}]", "L", "cells[0].runs" },
    { "\"cells\": [{\"op\": \"read\", \"runs\": [%s]}]", "O", "cells[0].runs[0]" },
    { "\"cells\": [{\"op\": \"read\", \"runs\": [{\"bytes\": %s}]}]", "N", "cells[0].runs[0].bytes" },
    { "\"cells\": [{\"op\": \"read\", \"runs\": [{\"seconds\": 1, \"latency_us\": %s}]}]", "O",
      "cells[0].runs[0].latency_us" },
    { "\"cells\": [{\"op\": \"read\", \"runs\": [{\"latency_us\": {\"p99\": %s}}]}]", "N",
      "cells[0].runs[0].latency_us.p99" },
    { "\"cells\": [{\"op\": \"mix\", \"runs\": [{\"read\": %s}]}]", "O", "cells[0].runs[0].read" },
    { "\"cells\": [{\"op\": \"read\", \"histogram\": %s, \"runs\": [{\"seconds\": 1}]}]", "L",
      "cells[0].histogram" },
    { "\"cells\": [{\"op\": \"read\", \"histogram\": [[1, 2, 3], %s], \"runs\": [{\"seconds\": 1}]}]", "",
      "cells[0].histogram[1]" },
    { "\"cells\": [{\"op\": \"read\", \"histogram\": [[1, 2, %s]], \"runs\": [{\"seconds\": 1}]}]", "N",
      "cells[0].histogram[0][2]" },
    { "\"series\": %s", "L", "series" },
    { "\"series\": [%s]", "O", "series[0]" },
    { "\"series\": [{\"x\": [1, %s], \"y\": [1, 2]}]", "N", "series[0].x[1]" },
    { "\"findings\": [{\"cells\": %s}]", "L", "findings[0].cells" },
    { "\"findings\": [{\"text\": %s}]", "T", "findings[0].text" },
  };
  static const struct {
    char type;
    const char *value;
  } values[] = {
    { 'T', "\"a\"" }, { 'N', "3" }, { 'B', "true" }, { 'O', "{}" }, { 'L', "[]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (values); j++) {
      g_auto (GStrv) parts = g_strsplit (cases[i].members, "%s", 2);
      g_autofree char *members = g_strconcat (parts[0], values[j].value, parts[1], NULL);

      if (strchr (cases[i].right, values[j].type) != NULL) {
        g_autoptr (DsReport) report = read_members (members);

        g_assert_nonnull (report);
      } else {
        g_autofree char *place = g_strdup_printf ("Line 3, %s: ", cases[i].path);

        assert_members_refused (members, place);
      }
    }
}

static void
test_values (void)
{
  static const struct {
    const char *members;
    const char *part;
  } cases[] = {
    { "\n\n\"bytes_read\": -1", "Line 5, bytes_read: A whole number that is not negative is expected here." },
    { "\"bytes_read\": 1.5", "bytes_read" },
    { "\"bytes_read\": 1e30", "bytes_read" },
    { "\"bytes_read\": 99999999999999999999999999999999", "bytes_read" },
    { "\"seconds\": 1e999", "seconds: A number is expected here." },
    { "\"seconds\": -1e999", "seconds" },
    { "\"state\": \"lost\"", "Line 3, state: This word is not known here." },
    { "\"cells\": [3]", "Line 3, cells[0]: An object in braces is expected here." },
    { "\"cells\": [\n{}]", "Line 4, cells[0].op: One of the words read, write and mix is expected here." },
    { "\"cells\": [{\"op\": \"trim\"}]", "Line 3, cells[0].op" },
    { "\"cells\": [{\"op\": \"read\", \"state\": \"odd\"}]", "cells[0].state" },
    { "\"cells\": [{\"op\": \"read\", \"read_percent\": 101}]", "A whole number from 0 to 100 is expected here." },
    { "\"cells\": [{\"op\": \"read\", \"queue_depth\": 5000000000}]", "queue_depth" },
    { "\"cells\": [{\"op\": \"read\", \"shown_run\": 1, \"runs\": [{\"seconds\": 1}]}]", "shown_run" },
    { "\"cells\": [{\"op\": \"read\", \"runs\": [{\"seconds\": -1}]}]", "runs[0].seconds" },
    { "\"cells\": [{\"op\": \"read\", \"histogram\": [[1, 2]], \"runs\": [{\"seconds\": 1}]}]",
      "histogram[0]: Three numbers" },
    { "\"cells\": [{\"op\": \"read\", \"histogram\": [[3, 2, 1]], \"runs\": [{\"seconds\": 1}]}]",
      "This range ends before it begins." },
    { "\"series\": [{\"x\": [1, 2], \"y\": [1]}]", "series[0].y: As many numbers as in x are expected here." },
    { "\"series\": [{\"x\": [1]}]", "series[0].y" },
    { "\"findings\": [{\"severity\": \"awful\"}]", "findings[0].severity" },
    { "\"cells\": [{\"op\": \"read\"}],\n\"findings\": [{\"cells\": [0, 1]}]",
      "Line 4, findings[0].cells[1]: The number of a cell" },
    { "\"findings\": [{\"cells\": [-1]}]", "findings[0].cells[0]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_members_refused (cases[i].members, cases[i].part);
}

/* --- Leniency
 * ---------------------------------------------------------------------------------------------------- */

static void
test_lenient (void)
{
  g_autoptr (DsReport) report = read_members (
      "\"suite\": \"tiles\", \"future\": {\"a\": [1, {\"b\": null}]}, \"comment\": null, \"seconds\": null,\n"
      "\"cells\": [{\"op\": \"read\", \"label\": \"RND4K Q1T1\", \"colour\": 3, \"block_size\": 4096.0,\n"
      "  \"seconds\": 5, \"bytes\": 500000000, \"ios\": 122070, \"latency_us\": {\"mean\": 40.5, \"p33\": 1}}],\n"
      "\"series\": [{\"name\": \"gap\", \"x\": [1, 2], \"y\": [null, 3]}],\n"
      "\"findings\": [{\"id\": \"x\", \"text\": \"A sentence.\"}]");
  const DsCell *cell = g_ptr_array_index (report->cells, 0);
  const DsSeries *series = g_ptr_array_index (report->series, 0);
  const DsFinding *finding = g_ptr_array_index (report->findings, 0);

  g_assert_cmpstr (report->comment, ==, "");
  g_assert_cmpstr (report->view, ==, "tiles");
  g_assert_true (isnan (report->seconds));
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);
  g_assert_null (report->system.program);

  /* A cell without a list of runs has the run that it shows. */
  g_assert_cmpuint (cell->block_size, ==, 4096);
  g_assert_cmpint (cell->state, ==, DS_CELL_DONE);
  g_assert_cmpuint (cell->runs->len, ==, 1);
  g_assert_cmpfloat (ds_cell_get_mb_s (cell), ==, 100);
  g_assert_cmpfloat (ds_cell_get_latency (cell), ==, 40500);
  g_assert_true (isnan (ds_cell_get_shown (cell)->total.latency.p99));

  g_assert_true (isnan (g_array_index (series->y, double, 0)));
  g_assert_cmpfloat (g_array_index (series->y, double, 1), ==, 3);
  g_assert_cmpint (finding->severity, ==, DS_SEVERITY_WARNING);
  g_assert_cmpuint (finding->cells->len, ==, 0);
}

/* What a later minor version adds is left out; the rest is there, and findings name the same cells as before. */
static void
test_newer_minor (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsReport) report =
      ds_report_from_json ("{\"schema\": \"drivescope-result/1.4\", \"suite\": \"tiles\", \"state\": \"paused\",\n"
                           "\"cells\": [{\"op\": \"trim\", \"label\": \"A\"}, {\"op\": \"read\", \"label\": "
                           "\"B\", \"state\": \"resting\"}],\n"
                           "\"findings\": [{\"id\": \"y\", \"severity\": \"notable\", \"cells\": [0, 1]}]}",
                           -1, &error);
  const DsFinding *finding;
  const DsCell *cell;

  g_assert_no_error (error);
  g_assert_cmpuint (report->cells->len, ==, 1);
  cell = g_ptr_array_index (report->cells, 0);
  g_assert_cmpstr (cell->label, ==, "B");
  finding = g_ptr_array_index (report->findings, 0);
  g_assert_cmpuint (finding->cells->len, ==, 1);
  g_assert_cmpuint (g_array_index (finding->cells, guint, 0), ==, 0);
  g_assert_cmpint (finding->severity, ==, DS_SEVERITY_WARNING);
  g_assert_cmpint (report->state, ==, DS_STATE_FINISHED);

  /* A wrong type stays a mistake. */
  assert_refused ("{\"schema\": \"drivescope-result/1.4\", \"suite\": 3}", -1, DS_REPORT_ERROR_DAMAGED, "suite");
}

static void
test_find_line (void)
{
  static const char text[] = "{\n\"a\": [1,\n{\"b\":\n2}],\n\"ab\": 3, \"c.d\": 4\n}";

  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "a"), ==, 2);
  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "a[0]"), ==, 2);
  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "a[1]"), ==, 3);
  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "a[1].b"), ==, 4);
  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "ab"), ==, 5);
  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "a[2]"), ==, 0);
  g_assert_cmpuint (ds_json_find_line (text, strlen (text), "a[1].c"), ==, 0);
}

/* --- Files
 * -------------------------------------------------------------------------------------------------------- */

static void
assert_load_refused (const char *path, DsReportErrorCode code, const char *part)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_null (ds_report_load (file, &error));
  g_assert_error (error, DS_REPORT_ERROR, code);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_load (void)
{
  g_autofree char *path = g_build_filename (folder, "Kết quả: “một”.drivescope.json", NULL);
  g_autofree char *fifo = g_build_filename (folder, "fifo", NULL);
  g_autofree char *large = g_build_filename (folder, "large", NULL);
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autoptr (DsReport) again = NULL;
  g_autofree char *first = ds_report_to_json (report, DS_EXPORT_SERIALS);
  g_autofree char *second = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) missing = g_file_get_child (file, "missing");
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, first, -1, NULL));
  again = ds_report_load (file, &error);
  g_assert_no_error (error);
  second = ds_report_to_json (again, DS_EXPORT_SERIALS);
  g_assert_cmpstr (first, ==, second);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  assert_load_refused (path, DS_REPORT_ERROR_DAMAGED, "incomplete");
  assert_load_refused (folder, DS_REPORT_ERROR_DAMAGED, "is a folder");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_load_refused (fifo, DS_REPORT_ERROR_DAMAGED, "not an ordinary file");
  assert_load_refused ("/dev/zero", DS_REPORT_ERROR_DAMAGED, "not an ordinary file");
  g_assert_true (g_file_set_contents (large, "{", -1, NULL));
  g_assert_cmpint (truncate (large, (off_t) DS_JSON_MAX_SIZE + 1), ==, 0);
  assert_load_refused (large, DS_REPORT_ERROR_TOO_LARGE, "more than 256 MiB");

  g_assert_null (ds_report_load (missing, &error));
  g_assert_nonnull (error);
  g_unlink (path);
  g_unlink (fifo);
  g_unlink (large);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("drivescope-damaged-XXXXXX", NULL);
  g_test_add_func ("/damaged/garbage", test_garbage);
  g_test_add_func ("/damaged/truncated", test_truncated);
  g_test_add_func ("/damaged/flipped", test_flipped);
  g_test_add_func ("/damaged/encoding", test_encoding);
  g_test_add_func ("/damaged/deep", test_deep);
  g_test_add_func ("/damaged/large", test_large);
  g_test_add_func ("/damaged/schema", test_schema);
  g_test_add_func ("/damaged/types", test_types);
  g_test_add_func ("/damaged/values", test_values);
  g_test_add_func ("/damaged/lenient", test_lenient);
  g_test_add_func ("/damaged/newer-minor", test_newer_minor);
  g_test_add_func ("/damaged/find-line", test_find_line);
  g_test_add_func ("/damaged/load", test_load);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
