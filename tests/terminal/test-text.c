/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-arguments.h"
#include "ds-console.h"
#include "ds-output.h"
#include "ds-progress-line.h"
#include "ds-result-text.h"
#include "ds-text-table.h"

#include <math.h>
#include <string.h>

/* ---- Columns ---- */

static void
test_measure (void)
{
  g_assert_cmpuint (ds_console_measure (""), ==, 0);
  g_assert_cmpuint (ds_console_measure ("MB/s"), ==, 4);
  g_assert_cmpuint (ds_console_measure ("随机读取"), ==, 8);
  g_assert_cmpuint (ds_console_measure ("Độ trễ"), ==, 6);
  /* The same with the accents as marks of their own */
  g_assert_cmpuint (ds_console_measure ("Đo\xcc\xa3̂ tre\xcc\x82\xcc\x83"), ==, 6);
}

static void
test_ellipsize (void)
{
  static const struct {
    const char *text;
    guint columns;
    const char *shown;
  } cases[] = {
    { "abcdef", 6, "abcdef" },
    { "abcdef", 5, "abcd…" },
    { "abcdef", 1, "…" },
    { "abcdef", 0, "" },
    /* Half of a wide character cannot be shown. */
    { "随机读取", 8, "随机读取" },
    { "随机读取", 7, "随机读…" },
    { "随机读取", 6, "随机…" },
    { "随机读取", 2, "…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *shown = ds_console_ellipsize (cases[i].text, cases[i].columns);

    g_assert_cmpstr (shown, ==, cases[i].shown);
    g_assert_cmpuint (ds_console_measure (shown), <=, cases[i].columns);
  }
}

static void
test_wrap (void)
{
  g_autofree char *plain = ds_console_wrap ("The quick brown fox jumps over it", 22, 2);
  g_autofree char *wide = ds_console_wrap ("测试文件已经完整写入,然后才开始第一次读取。", 22, 2);
  g_autofree char *word = ds_console_wrap ("Donaudampfschifffahrtsgesellschaft", 22, 0);
  g_autofree char *empty = ds_console_wrap ("", 22, 2);
  g_auto (GStrv) lines = g_strsplit (wide, "\n", -1);

  g_assert_cmpstr (plain, ==, "The quick brown fox\n  jumps over it\n");
  g_assert_cmpstr (word, ==, "Donaudampfschifffahrts\ngesellschaft\n");
  g_assert_cmpstr (empty, ==, "");
  g_assert_cmpuint (g_strv_length (lines), >, 2);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_assert_cmpuint (ds_console_measure (lines[i]), <=, 22);
    /* No line begins with a full stop or a comma. */
    g_assert_false (g_str_has_prefix (g_strchug (lines[i]), "。"));
    g_assert_false (g_str_has_prefix (lines[i], ","));
  }
}

static void
test_table (void)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("lrl");
  g_autofree char *text = NULL;

  ds_text_table_add (table, "测试", "MB/s", "", NULL);
  ds_text_table_add_rule (table);
  ds_text_table_add (table, "随机读取", "1.5", "x", NULL);
  ds_text_table_add_gap (table);
  ds_text_table_add (table, "SEQ", "12.50", NULL);
  text = ds_text_table_format (table, 0);
  g_assert_cmpstr (text, ==,
                   "测试       MB/s\n"
                   "──────────────────\n"
                   "随机读取    1.5  x\n"
                   "\n"
                   "SEQ       12.50\n");
}

static void
test_table_narrow (void)
{
  g_autoptr (DsTextTable) table = ds_text_table_new ("llr");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  ds_text_table_add (table, "/home/anna", "Samsung SSD 990 PRO 2TB with a very long name", "812 GB", NULL);
  text = ds_text_table_format (table, 40);
  g_assert_cmpstr (text, ==, "/home/anna  Samsung SSD 990 PRO…  812 GB\n");
}

/* ---- Names and options ---- */

static void
test_nearest (void)
{
  static const char *const names[] = { "tiles", "transfer-sizes", "drive-scan", "size", "seconds", "seed", NULL };

  g_assert_cmpstr (ds_nearest_name ("tlies", names), ==, "tiles");
  g_assert_cmpstr (ds_nearest_name ("Tiles", names), ==, "tiles");
  g_assert_cmpstr (ds_nearest_name ("transfer", names), ==, "transfer-sizes");
  g_assert_cmpstr (ds_nearest_name ("sized", names), ==, "size");
  g_assert_cmpstr (ds_nearest_name ("second", names), ==, "seconds");
  g_assert_null (ds_nearest_name ("zzzzz", names));
  g_assert_null (ds_nearest_name ("", names));
  g_assert_null (ds_nearest_name ("a", (const char *const[]){ NULL }));
}

static const DsArgument table[] = {
  { "yes", NULL, "" },
  { "max-write", "BYTES", "" },
  { NULL },
};

static DsArguments *
parse (const char *line, gboolean open, GError **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  return ds_arguments_parse (words, table, open, error);
}

static void
test_arguments (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsArguments) arguments =
      parse ("tiles --yes --max-write 5 . --max-write=6 --size=a=b -- --x", TRUE, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (arguments->words->len, ==, 3);
  g_assert_cmpstr (ds_arguments_get_word (arguments, 0), ==, "tiles");
  g_assert_cmpstr (ds_arguments_get_word (arguments, 1), ==, ".");
  g_assert_cmpstr (ds_arguments_get_word (arguments, 2), ==, "--x");
  g_assert_null (ds_arguments_get_word (arguments, 3));
  g_assert_true (ds_arguments_has (arguments, "yes"));
  g_assert_false (ds_arguments_has (arguments, "json"));
  /* The last one counts, and only the first "=" divides. */
  g_assert_cmpstr (ds_arguments_get (arguments, "max-write"), ==, "6");
  g_assert_cmpstr (ds_arguments_get (arguments, "size"), ==, "a=b");
}

static void
test_arguments_bad (void)
{
  static const struct {
    const char *line;
    gboolean open;
    const char *sentence;
  } cases[] = {
    { "--max-wirte=1", FALSE, "There is no option “--max-wirte”. Did you mean “--max-write”?" },
    { "--zzz", FALSE, "There is no option “--zzz”." },
    { "--yes=1", TRUE, "“--yes” takes no value. Leave “=” and what follows out." },
    { "--max-write", TRUE, "“--max-write” needs a value: --max-write=BYTES." },
    { "--max-write --yes", TRUE, "“--max-write” needs a value: --max-write=BYTES." },
    { "-x", TRUE,
      "There is no option “-x”. Options start with two dashes; a name that starts with a dash is written as "
      "“./-x”." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (parse (cases[i].line, cases[i].open, &error));
    g_assert_error (error, ds_arguments_error_quark (), 0);
    g_assert_cmpstr (error->message, ==, cases[i].sentence);
  }
}

/* ---- Progress ---- */

static DsReport *
make_report (void)
{
  DsReport *report = ds_report_new ("tiles");
  DsCell *cell = ds_cell_new ("RND4K Q32T1", DS_OP_WRITE);
  DsRun run = { .total = { .seconds = 2,
                           .bytes = 2000000000,
                           .ios = 488281,
                           .latency = { .mean = 65000, .p99 = 182000, .max = 9e6 } } };

  cell->live_mb_s = 1234.5;
  ds_cell_add_run (cell, &run);
  run.total.bytes = 1000000000;
  ds_cell_add_run (cell, &run);
  cell->state = DS_CELL_DONE;
  g_ptr_array_add (report->cells, cell);
  cell = ds_cell_new ("RND4K Q1T1", DS_OP_READ);
  cell->state = DS_CELL_FAILED;
  cell->note = g_strdup ("Reading 4096 bytes at offset 0 failed.");
  g_ptr_array_add (report->cells, cell);
  return report;
}

static void
test_progress (void)
{
  g_autoptr (DsReport) report = make_report ();
  DsProgress progress = {
    .fraction = 0.4999,
    .phase = "Preparing the test file",
    .cell = 0,
    .run = 3,
    .runs = 5,
    .seconds_left = 72,
    .bytes_written = G_GUINT64_CONSTANT (61300000000),
  };
  g_autofree char *wide = ds_progress_line_format (&progress, report, 200);
  g_autofree char *medium = ds_progress_line_format (&progress, report, 60);
  g_autofree char *narrow = ds_progress_line_format (&progress, report, 20);
  g_autofree char *warm_up = NULL;
  g_autofree char *phase = NULL;

  g_assert_cmpstr (wide, ==, " 49 %  RND4K Q32T1 write, run 3 of 5 · 1234.5 MB/s · 1:12 left · 61.3 GB written");
  g_assert_cmpstr (medium, ==, " 49 %  RND4K Q32T1 write, run 3 of 5 · 1234.5 MB/s");
  g_assert_cmpstr (narrow, ==, " 49 %  RND4K Q32T1 …");
  {
    DsTemperatures temperatures;
    g_autofree char *warm = NULL;

    ds_temperatures_start (&temperatures, 40, 82);
    progress.temperatures = &temperatures;
    /* Nothing before the first reading */
    warm = ds_progress_line_format (&progress, report, 200);
    g_assert_cmpstr (warm, ==, wide);
    ds_temperatures_add (&temperatures, 2, 43);
    g_free (warm);
    warm = ds_progress_line_format (&progress, report, 200);
    g_assert_nonnull (strstr (warm, "1:12 left · 43 °C · 61.3 GB written"));
    progress.temperatures = NULL;
  }
  progress.run = 0;
  warm_up = ds_progress_line_format (&progress, report, 30);
  g_assert_cmpstr (warm_up, ==, " 49 %  RND4K Q32T1 write, war…");
  progress = (DsProgress){ .phase = "Pausing", .cell = -1, .seconds_left = NAN };
  phase = ds_progress_line_format (&progress, report, 80);
  g_assert_cmpstr (phase, ==, "  0 %  Pausing");

  for (guint columns = 1; columns < 90; columns++) {
    g_autofree char *line = ds_progress_line_format (&progress, report, columns);

    g_assert_cmpuint (ds_console_measure (line), <=, columns);
  }
}

/* ---- The result ---- */

static void
test_result (void)
{
  g_autoptr (DsReport) report = make_report ();
  g_autofree char *text = NULL;
  DsFinding *finding =
      ds_report_add_finding (report, "battery", DS_SEVERITY_WARNING, "On battery.", "Plug it in.");

  ds_finding_add_cell (finding, 1);
  /* What a stranger's file says of cells that are not there is passed over. */
  ds_finding_add_cell (finding, 77);
  report->bytes_read = 1500000000;
  report->bytes_written = 61300000000;
  report->seconds = 72;
  text = ds_result_text_format (report, 0);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "RND4K Q32T1  write  1000.00  244140  65.0 µs  182 µs  9.00 ms  ± 33.3 %\n"));
  g_assert_nonnull (strstr (text, "RND4K Q1T1   read         —"));
  g_assert_nonnull (strstr (text, "failed\n"));
  g_assert_nonnull (strstr (text, "- RND4K Q1T1 read: Reading 4096 bytes at offset 0 failed.\n"));
  g_assert_nonnull (strstr (text, "! On battery. Plug it in. [RND4K Q1T1 read]\n"));
  g_assert_nonnull (strstr (text, "1.5 GB read and 61.3 GB written in 1:12.\n"));
}

static void
test_formats (void)
{
  g_autoptr (DsReport) report = make_report ();

  for (const DsOutputFormat *format = ds_output_formats; format->id != NULL; format++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) bytes = format->render (report, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (g_bytes_get_size (bytes), >, 100);
    g_assert_true (ds_output_find_format (format->id) == format);
  }
  g_assert_null (ds_output_find_format ("bmp"));
}

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/measure", test_measure);
  g_test_add_func ("/text/ellipsize", test_ellipsize);
  g_test_add_func ("/text/wrap", test_wrap);
  g_test_add_func ("/text/table", test_table);
  g_test_add_func ("/text/table-narrow", test_table_narrow);
  g_test_add_func ("/text/nearest", test_nearest);
  g_test_add_func ("/text/arguments", test_arguments);
  g_test_add_func ("/text/arguments-bad", test_arguments_bad);
  g_test_add_func ("/text/progress", test_progress);
  g_test_add_func ("/text/result", test_result);
  g_test_add_func ("/text/formats", test_formats);
  return g_test_run ();
}
