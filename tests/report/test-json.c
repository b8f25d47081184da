/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-report.h"

#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "ds-json-text.h"
#include "ds-privacy.h"
#include "ds-sample-report.h"

static DsReport *
read_report (const char *json)
{
  g_autoptr (GError) error = NULL;
  DsReport *report = ds_report_from_json (json, -1, &error);

  g_assert_no_error (error);
  g_assert_nonnull (report);
  return report;
}

static JsonNode *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (json, &error);

  g_assert_no_error (error);
  return node;
}

static JsonObject *
get_cell (JsonNode *root, guint index)
{
  return json_array_get_object_element (json_object_get_array_member (json_node_get_object (root), "cells"),
                                        index);
}

/* --- Writing
 * ------------------------------------------------------------------------------------------------------ */

static void
test_text (void)
{
  DsJsonText json;
  g_autofree char *text = NULL;

  ds_json_text_init (&json);
  ds_json_text_open (&json, NULL, '{');
  ds_json_text_add_string (&json, "quoted \"\\\n\t\x01\x7f", "Ổ cứng \xff");
  ds_json_text_add_integer (&json, "large", G_MAXUINT64);
  ds_json_text_add_number (&json, "unknown", NAN);
  ds_json_text_number_member (&json, "left out", INFINITY);
  ds_json_text_string_member (&json, "left out", NULL);
  ds_json_text_add_string (&json, "null", NULL);
  ds_json_text_add_boolean (&json, "boolean", TRUE);
  ds_json_text_open (&json, "empty", '[');
  ds_json_text_close (&json, ']');
  ds_json_text_open_flat (&json, "flat", '[');
  ds_json_text_open (&json, NULL, '[');
  ds_json_text_add_number (&json, NULL, 0.1);
  ds_json_text_add_number (&json, NULL, -0.0);
  ds_json_text_close (&json, ']');
  ds_json_text_add_integer (&json, NULL, 3);
  ds_json_text_close (&json, ']');
  ds_json_text_close (&json, '}');
  text = ds_json_text_finish (&json);
  g_assert_cmpstr (text, ==,
                   "{\n"
                   "  \"quoted \\\"\\\\\\n\\t\\u0001\\u007f\": \"Ổ cứng �\",\n"
                   "  \"large\": 18446744073709551615,\n"
                   "  \"unknown\": null,\n"
                   "  \"null\": null,\n"
                   "  \"boolean\": true,\n"
                   "  \"empty\": [],\n"
                   "  \"flat\": [[0.1, 0], 3]\n"
                   "}\n");
}

static void
test_shortest_number (void)
{
  static const double values[] = {
    0.1, 1.0 / 3, 5, 46.845999999999997, 1e300, 4.9406564584124654e-324, 123456789012345680.0, 30000.5, -2.5
  };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_assert_cmpstr (ds_json_number_to_text (0.1, buffer), ==, "0.1");
  g_assert_cmpstr (ds_json_number_to_text (5, buffer), ==, "5");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_true (g_ascii_strtod (ds_json_number_to_text (values[i], buffer), NULL) == values[i]);
}

/* The names that scripts rely on, their units, and figures that fit each other */
static void
test_members (void)
{
  static const char *const root_members[] = { "schema",   "suite",         "started",    "options", "seed",
                                              "engine",   "target",        "system",     "cells",   "series",
                                              "findings", "bytes_written", "bytes_read", "state" };
  static const char *const cell_members[] = {
    "label",         "op",          "block_size", "queue_depth",  "threads",   "pattern", "mb_s",  "iops",
    "latency_us",    "seconds",     "bytes",      "ios",          "runs",      "durable", "data",  "direct",
    "cpu_us_per_io", "median_mb_s", "min_mb_s",   "read_percent", "histogram", "read",    "write", "spread_percent"
  };
  static const char *const latency_members[] = { "mean", "p50", "p90", "p99", "p99_9", "p99_99", "max" };
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autofree char *json = ds_report_to_json (report, DS_EXPORT_DEFAULT);
  g_autoptr (JsonNode) node = parse (json);
  JsonObject *root = json_node_get_object (node);
  JsonObject *cell = get_cell (node, 8);
  const DsRun *run = ds_cell_get_shown (g_ptr_array_index (report->cells, 8));
  JsonObject *latency;

  for (guint i = 0; i < G_N_ELEMENTS (root_members); i++)
    g_assert_true (json_object_has_member (root, root_members[i]));
  for (guint i = 0; i < G_N_ELEMENTS (cell_members); i++)
    g_assert_true (json_object_has_member (cell, cell_members[i]));
  latency = json_object_get_object_member (cell, "latency_us");
  for (guint i = 0; i < G_N_ELEMENTS (latency_members); i++)
    g_assert_true (json_object_has_member (latency, latency_members[i]));

  g_assert_cmpstr (json_object_get_string_member (root, "schema"), ==, "drivescope-result/1");
  g_assert_cmpstr (json_object_get_string_member (root, "state"), ==, "finished");
  g_assert_cmpstr (json_object_get_string_member (cell, "label"), ==, "SEQ1M Q8T1");
  g_assert_cmpstr (json_object_get_string_member (cell, "op"), ==, "mix");
  g_assert_cmpint (json_object_get_int_member (cell, "block_size"), ==, 1048576);
  g_assert_cmpint (json_object_get_int_member (cell, "read_percent"), ==, 70);
  g_assert_cmpfloat (json_object_get_double_member (cell, "mb_s"), ==,
                     run->total.bytes / 1e6 / run->total.seconds);
  g_assert_cmpfloat (json_object_get_double_member (latency, "p99"), ==, run->total.latency.p99 / 1000);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (cell, "runs")), ==, 5);
  g_assert_cmpint (json_object_get_int_member (cell, "bytes"), ==,
                   json_object_get_int_member (json_object_get_object_member (cell, "read"), "bytes") +
                       json_object_get_int_member (json_object_get_object_member (cell, "write"), "bytes"));

  /* Only where they apply */
  g_assert_false (json_object_has_member (cell, "flush_latency_us"));
  g_assert_true (json_object_has_member (get_cell (node, 7), "flush_latency_us"));
  g_assert_false (json_object_has_member (get_cell (node, 0), "read"));
  g_assert_false (json_object_has_member (latency, "p99_999"));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (root, "target"), "capacity"), ==,
                   1967813394432);
  g_assert_cmpfloat_with_epsilon (
      json_object_get_double_member (json_object_get_object_member (root, "target"), "used_percent"), 58.718,
      0.001);
}

static void
test_order (void)
{
  static const char *const order[] = {
    "\"schema\"",         "\"suite\"",         "\"comment\"", "\"started\"", "\"state\"",    "\"options\"",
    "\"data\"",           "\"direct\"",        "\"seed\"",    "\"engine\"",  "\"target\"",   "\"drives\"",
    "\"system\"",         "\"bytes_written\"", "\"cells\"",   "\"label\"",   "\"mb_s\"",     "\"iops\"",
    "\"spread_percent\"", "\"histogram\"",     "\"runs\"",    "\"series\"",  "\"findings\"",
  };
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autofree char *json = ds_report_to_json (report, DS_EXPORT_DEFAULT);
  const char *at = json;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    const char *found = strstr (at, order[i]);

    if (found == NULL)
      g_error ("%s does not stand after %s", order[i], i > 0 ? order[i - 1] : "the beginning");
    at = found;
  }
}

static void
test_no_nan (void)
{
  for (guint i = 0; ds_sample_report_kinds[i] != NULL; i++) {
    g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);
    g_autofree char *json = NULL;

    if (report->cells->len > 0)
      ((DsCell *) g_ptr_array_index (report->cells, 0))->live_mb_s = NAN;
    report->seconds = NAN;
    json = ds_report_to_json (report, DS_EXPORT_DEFAULT);
    g_assert_null (strstr (json, "nan"));
    g_assert_null (strstr (json, "inf,"));
    g_assert_null (strstr (json, ": -"));
  }
}

static void
test_privacy (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  const DsTargetDrive *drive = g_ptr_array_index (report->target.drives, 0);
  g_autofree char *hidden = NULL;
  g_autofree char *shown = NULL;

  ds_report_add_finding (
      report, "x", DS_SEVERITY_INFO,
      "“/home/lan/Bản ghi” on S7DNNJ0W123456X lies under /run/media/lan/USB, not /srv/home/lan or /home.",
      "Look at /var/home/lan, then go on.");
  report->comment = (g_free (report->comment), g_strdup ("by lan in /home/lan"));
  hidden = ds_report_to_json (report, DS_EXPORT_DEFAULT);
  g_assert_null (strstr (hidden, drive->serial));
  g_assert_nonnull (strstr (hidden, "\"path\": \"~\""));
  g_assert_nonnull (strstr (hidden, "“~/Bản ghi” on … lies under /run/media/…/USB, not /srv/home/lan or /home."));
  g_assert_nonnull (strstr (hidden, "Look at ~, then go on."));
  /* What the person wrote is the person's business. */
  g_assert_nonnull (strstr (hidden, "by lan in /home/lan"));

  shown = ds_report_to_json (report, DS_EXPORT_SERIALS);
  g_assert_nonnull (strstr (shown, "\"serial\": \"S7DNNJ0W123456X\""));
  g_assert_nonnull (strstr (shown, "\"path\": \"/home/lan\""));
}

/* Names of any script and with any sign in them, in paths and in sentences */
static void
test_private_names (void)
{
  static const struct {
    const char *path;
    const char *text;
    const char *hidden_path;
    const char *hidden;
  } cases[] = {
    { "/home/Ù Ổn/đo", "“/home/Ù Ổn/đo” is full.", "~/đo", "“~/đo” is full." },
    { "/home/first.last", "Look at /home/first.last.", "~", "Look at ~." },
    { "/mnt", "See /home/first.last/a and /home/Ùn.", "/mnt", "See ~/a and ~." },
    { "/mnt", "“/home/o'neill”, /home/x-y_z; (/home/小王)。", "/mnt", "“~'neill”, ~; (~)。" },
    { "/home", "/home, /home/ and /homes/x", "/home", "/home, /home/ and /homes/x" },
    { "/run/media/lan/My Disk", "/run/media/lan/My Disk", "/run/media/…/My Disk", "/run/media/…/My Disk" },
    { "/media/cdrom", "/media/cdrom", "/media/cdrom", "/media/cdrom" },
    { "/mnt/home/x", "/mnt/home/x", "/mnt/home/x", "/mnt/home/x" },
    { "/home/\xff\xfe/x", "broken /home/\xff/x", "~/x", "broken ~/x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DsReport) report = ds_report_new ("tiles");
    g_autofree char *path = NULL;
    g_autofree char *text = NULL;

    report->target.path = g_strdup (cases[i].path);
    path = ds_privacy_dup_text (report, DS_EXPORT_DEFAULT, cases[i].path);
    text = ds_privacy_dup_text (report, DS_EXPORT_DEFAULT, cases[i].text);
    g_assert_cmpstr (path, ==, cases[i].hidden_path);
    g_assert_cmpstr (text, ==, cases[i].hidden);
  }
}

/* --- There and back
 * ----------------------------------------------------------------------------------------------- */

static void
test_round_trip (void)
{
  static const DsExportFlags flags[] = { DS_EXPORT_DEFAULT, DS_EXPORT_SERIALS };

  for (guint i = 0; ds_sample_report_kinds[i] != NULL; i++) {
    for (guint j = 0; j < G_N_ELEMENTS (flags); j++) {
      g_autoptr (DsReport) report = ds_sample_report (ds_sample_report_kinds[i]);
      g_autofree char *first = ds_report_to_json (report, flags[j]);
      g_autoptr (DsReport) again = read_report (first);
      g_autofree char *second = ds_report_to_json (again, flags[j]);

      g_assert_cmpstr (first, ==, second);
    }
  }
}

static void
assert_same (double a, double b)
{
  /* Microseconds in the file: the last bit of nanoseconds may go. */
  g_assert_true ((isnan (a) && isnan (b)) || fabs (a - b) <= fabs (a) * 2.3e-16);
}

static void
assert_same_latency (const DsLatency *a, const DsLatency *b)
{
  const double *x = (const double *) a;
  const double *y = (const double *) b;

  for (guint i = 0; i < sizeof *a / sizeof *x; i++)
    assert_same (x[i], y[i]);
}

static void
assert_same_figures (const DsFigures *a, const DsFigures *b)
{
  g_assert_cmpfloat (a->seconds, ==, b->seconds);
  g_assert_cmpuint (a->bytes, ==, b->bytes);
  g_assert_cmpuint (a->ios, ==, b->ios);
  assert_same_latency (&a->latency, &b->latency);
}

static void
assert_same_cell (const DsCell *a, const DsCell *b)
{
  g_assert_cmpstr (a->label, ==, b->label);
  g_assert_cmpint (a->op, ==, b->op);
  g_assert_cmpuint (a->block_size, ==, b->block_size);
  g_assert_cmpuint (a->queue_depth, ==, b->queue_depth);
  g_assert_cmpuint (a->threads, ==, b->threads);
  g_assert_cmpstr (a->pattern, ==, b->pattern);
  g_assert_cmpuint (a->read_percent, ==, b->read_percent);
  g_assert_cmpstr (a->durable, ==, b->durable);
  g_assert_cmpuint (a->data, ==, b->data);
  g_assert_cmpint (a->direct, ==, b->direct);
  g_assert_cmpint (a->state, ==, b->state);
  g_assert_cmpstr (a->note, ==, b->note);
  g_assert_cmpstr (a->invalid, ==, b->invalid);
  g_assert_cmpint (a->shown, ==, b->shown);
  g_assert_cmpuint (a->runs->len, ==, b->runs->len);
  for (guint i = 0; i < a->runs->len; i++) {
    const DsRun *x = &g_array_index (a->runs, DsRun, i);
    const DsRun *y = &g_array_index (b->runs, DsRun, i);

    assert_same_figures (&x->total, &y->total);
    if (a->op == DS_OP_MIX)
      for (guint j = 0; j < 2; j++)
        assert_same_figures (&x->part[j], &y->part[j]);
    assert_same_latency (&x->flush, &y->flush);
    g_assert_cmpfloat (x->cpu_seconds, ==, y->cpu_seconds);
    g_assert_cmpfloat (x->cpu_share, ==, y->cpu_share);
    g_assert_true ((x->histogram == NULL) == (y->histogram == NULL));
    if (x->histogram != NULL)
      g_assert_cmpmem (x->histogram->data, x->histogram->len * sizeof (DsBin), y->histogram->data,
                       y->histogram->len * sizeof (DsBin));
  }
}

static void
assert_same_report (DsReport *a, DsReport *b)
{
  GHashTableIter iter;
  gpointer key, value;

  g_assert_cmpstr (a->suite, ==, b->suite);
  g_assert_cmpstr (a->view, ==, b->view);
  g_assert_cmpstr (a->title, ==, b->title);
  g_assert_cmpstr (a->comment, ==, b->comment);
  g_assert_cmpstr (a->started, ==, b->started);
  g_assert_cmpfloat (a->seconds, ==, b->seconds);
  g_assert_cmpuint (a->seed, ==, b->seed);
  g_assert_cmpstr (a->engine, ==, b->engine);
  g_assert_cmpstr (a->engine_reason, ==, b->engine_reason);
  g_assert_cmpint (a->state, ==, b->state);
  g_assert_cmpstr (a->error, ==, b->error);
  g_assert_cmpuint (a->bytes_written, ==, b->bytes_written);
  g_assert_cmpuint (a->bytes_read, ==, b->bytes_read);
  g_assert_cmpuint (g_hash_table_size (a->options), ==, g_hash_table_size (b->options));
  g_hash_table_iter_init (&iter, a->options);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_cmpstr (value, ==, ds_report_get_option (b, key));

  g_assert_cmpstr (a->target.path, ==, b->target.path);
  g_assert_cmpstr (a->target.mount_point, ==, b->target.mount_point);
  g_assert_cmpstr (a->target.fs_type, ==, b->target.fs_type);
  g_assert_cmpstr (a->target.fs_options, ==, b->target.fs_options);
  g_assert_cmpstr (a->target.stack, ==, b->target.stack);
  g_assert_cmpuint (a->target.size, ==, b->target.size);
  g_assert_cmpuint (a->target.free, ==, b->target.free);
  g_assert_cmpuint (a->target.test_size, ==, b->target.test_size);
  g_assert_cmpint (a->target.encrypted, ==, b->target.encrypted);
  g_assert_cmpuint (a->target.drives->len, ==, b->target.drives->len);
  for (guint i = 0; i < a->target.drives->len; i++) {
    const DsTargetDrive *x = g_ptr_array_index (a->target.drives, i);
    const DsTargetDrive *y = g_ptr_array_index (b->target.drives, i);

    g_assert_cmpstr (x->name, ==, y->name);
    g_assert_cmpstr (x->model, ==, y->model);
    g_assert_cmpstr (x->serial, ==, y->serial);
    g_assert_cmpstr (x->firmware, ==, y->firmware);
    g_assert_cmpstr (x->kind, ==, y->kind);
    g_assert_cmpstr (x->link, ==, y->link);
    g_assert_cmpstr (x->link_max, ==, y->link_max);
    g_assert_cmpstr (x->scheduler, ==, y->scheduler);
    g_assert_cmpstr (x->write_cache, ==, y->write_cache);
    g_assert_cmpstr (x->drive_write_cache, ==, y->drive_write_cache);
    g_assert_cmpuint (x->capacity, ==, y->capacity);
    g_assert_cmpuint (x->logical_block_size, ==, y->logical_block_size);
  }

  g_assert_cmpstr (a->system.program, ==, b->system.program);
  g_assert_cmpstr (a->system.cpu, ==, b->system.cpu);
  g_assert_cmpstr (a->system.kernel, ==, b->system.kernel);
  g_assert_cmpstr (a->system.distribution, ==, b->system.distribution);
  g_assert_cmpstr (a->system.architecture, ==, b->system.architecture);
  g_assert_cmpstr (a->system.governor, ==, b->system.governor);
  g_assert_cmpuint (a->system.cpus, ==, b->system.cpus);
  g_assert_cmpuint (a->system.memory, ==, b->system.memory);
  g_assert_cmpint (a->system.on_battery, ==, b->system.on_battery);

  g_assert_cmpuint (a->cells->len, ==, b->cells->len);
  for (guint i = 0; i < a->cells->len; i++)
    assert_same_cell (g_ptr_array_index (a->cells, i), g_ptr_array_index (b->cells, i));

  g_assert_cmpuint (a->series->len, ==, b->series->len);
  for (guint i = 0; i < a->series->len; i++) {
    const DsSeries *x = g_ptr_array_index (a->series, i);
    const DsSeries *y = g_ptr_array_index (b->series, i);

    g_assert_cmpstr (x->name, ==, y->name);
    g_assert_cmpstr (x->unit_x, ==, y->unit_x);
    g_assert_cmpstr (x->unit_y, ==, y->unit_y);
    g_assert_cmpmem (x->x->data, x->x->len * sizeof (double), y->x->data, y->x->len * sizeof (double));
    g_assert_cmpmem (x->y->data, x->y->len * sizeof (double), y->y->data, y->y->len * sizeof (double));
  }

  g_assert_cmpuint (a->findings->len, ==, b->findings->len);
  for (guint i = 0; i < a->findings->len; i++) {
    const DsFinding *x = g_ptr_array_index (a->findings, i);
    const DsFinding *y = g_ptr_array_index (b->findings, i);

    g_assert_cmpstr (x->id, ==, y->id);
    g_assert_cmpint (x->severity, ==, y->severity);
    g_assert_cmpstr (x->text, ==, y->text);
    g_assert_cmpstr (x->advice, ==, y->advice);
    g_assert_cmpmem (x->cells->data, x->cells->len * sizeof (guint), y->cells->data,
                     y->cells->len * sizeof (guint));
  }
}

/* Every field that is stored, with values that a careless writer loses */
static void
test_same_report (void)
{
  static const char *const kinds[] = { "nvme-default", "with-mix", "failed", "extreme" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (DsReport) report = ds_sample_report (kinds[i]);
    DsCell *cell = g_ptr_array_index (report->cells, 1);
    g_autoptr (DsReport) again = NULL;
    g_autofree char *json = NULL;

    report->title = g_strdup ("Ngày 1 “mới”\n\t\\ 硬盘");
    report->engine_reason = g_strdup ("io_uring is refused by this kernel (EPERM).");
    report->seed = G_GUINT64_CONSTANT (0x8000000000000001);
    report->system.on_battery = TRUE;
    cell->direct = FALSE;
    cell->data = 46;
    cell->note = g_strdup ("Nguồn điện bị ngắt.");
    cell->invalid = g_strdup ("page-cache");
    /* A person may have chosen another run than the best. */
    g_clear_pointer (&g_array_index (cell->runs, DsRun, cell->shown).histogram, g_array_unref);
    cell->shown = 0;
    g_array_index (cell->runs, DsRun, 0).total.latency.p99_999 = 1.0 / 3 * 1e9;
    ds_report_set_option (report, "rows", "SEQ1M Q8T1, \"RND4K\" Q1T1");
    json = ds_report_to_json (report, DS_EXPORT_SERIALS);
    again = read_report (json);
    assert_same_report (report, again);
  }
}

/* Nanoseconds that no multiple of 1000 divides are the same microseconds after any number of turns. */
static void
test_latency_stability (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("nvme-default");
  GRand *random = g_rand_new_with_seed (7);

  for (guint i = 0; i < 2000; i++) {
    DsCell *cell = g_ptr_array_index (report->cells, i % report->cells->len);
    DsRun *run = &g_array_index (cell->runs, DsRun, i % cell->runs->len);
    g_autoptr (DsReport) again = NULL;
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;

    run->total.latency.mean = exp (g_rand_double_range (random, 0, 23));
    run->total.latency.p99 = floor (exp (g_rand_double_range (random, 0, 23)));
    if (i % 40 != 0)
      continue;
    first = ds_report_to_json (report, DS_EXPORT_SERIALS);
    again = read_report (first);
    second = ds_report_to_json (again, DS_EXPORT_SERIALS);
    g_assert_cmpstr (first, ==, second);
    assert_same_report (report, again);
  }
  g_rand_free (random);
}

/* Something that still ran is stored as stopped with what it had. */
static void
test_running (void)
{
  g_autoptr (DsReport) report = ds_sample_report ("running");
  g_autofree char *json = ds_report_to_json (report, DS_EXPORT_DEFAULT);
  g_autoptr (DsReport) again = read_report (json);
  const DsCell *cell = g_ptr_array_index (again->cells, 5);

  g_assert_cmpint (again->state, ==, DS_STATE_STOPPED);
  g_assert_cmpint (cell->state, ==, DS_CELL_STOPPED);
  g_assert_cmpuint (cell->runs->len, ==, 2);
  cell = g_ptr_array_index (again->cells, 6);
  g_assert_cmpint (cell->state, ==, DS_CELL_WAITING);
  g_assert_true (isnan (cell->live_mb_s));
}

static void
test_locale (void)
{
  static const char *const names[] = { "vi_VN.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8" };
  g_autoptr (DsReport) report = ds_sample_report ("with-mix");
  g_autofree char *plain = ds_report_to_json (report, DS_EXPORT_DEFAULT);
  g_autofree char *plain_csv = ds_report_to_csv (report, DS_EXPORT_DEFAULT);
  g_autofree char *plain_text = ds_report_to_cdm_text (report);
  g_autofree char *folder = g_dir_make_tmp ("drivescope-locales-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "vi_VN.UTF-8", NULL);
  const char *argv[] = { "localedef", "-i", "vi_VN", "-f", "UTF-8", path, NULL };
  g_autofree char *command = NULL;
  const char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names) && found == NULL; i++)
    found = setlocale (LC_ALL, names[i]);
  if (found == NULL && g_spawn_sync (NULL, (char **) argv, NULL,
                                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                                     NULL, NULL, NULL, NULL, NULL, NULL)) {
    g_setenv ("LOCPATH", folder, TRUE);
    found = setlocale (LC_ALL, "vi_VN.UTF-8");
  }
  if (found == NULL) {
    g_test_skip ("There is no locale with a decimal comma, and localedef is not installed.");
  } else {
    g_autofree char *comma = g_strdup_printf ("%.1f", 1.5);
    g_autofree char *json = ds_report_to_json (report, DS_EXPORT_DEFAULT);
    g_autofree char *csv = ds_report_to_csv (report, DS_EXPORT_DEFAULT);
    g_autofree char *text = ds_report_to_cdm_text (report);
    g_autoptr (DsReport) again = read_report (json);
    g_autofree char *second = ds_report_to_json (again, DS_EXPORT_DEFAULT);

    g_assert_cmpstr (comma, ==, "1,5");
    g_assert_cmpstr (json, ==, plain);
    g_assert_cmpstr (second, ==, plain);
    g_assert_cmpstr (csv, ==, plain_csv);
    g_assert_cmpstr (text, ==, plain_text);
  }
  setlocale (LC_ALL, "C");
  command = g_strdup_printf ("rm -rf '%s'", folder);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/text", test_text);
  g_test_add_func ("/json/shortest-number", test_shortest_number);
  g_test_add_func ("/json/members", test_members);
  g_test_add_func ("/json/order", test_order);
  g_test_add_func ("/json/no-nan", test_no_nan);
  g_test_add_func ("/json/privacy", test_privacy);
  g_test_add_func ("/json/private-names", test_private_names);
  g_test_add_func ("/json/round-trip", test_round_trip);
  g_test_add_func ("/json/same-report", test_same_report);
  g_test_add_func ("/json/latency-stability", test_latency_stability);
  g_test_add_func ("/json/running", test_running);
  g_test_add_func ("/json/locale", test_locale);
  return g_test_run ();
}
