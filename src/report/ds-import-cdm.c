/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-import.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ds-figures-only.h"
#include "ds-units.h"

/* The text of CrystalDiskMark, whose rows are worded in three ways:
 *
 *   3, 4   "Sequential Read :   46.012 MB/s", "Random Write 4KB (QD=32) :   0.789 MB/s [   192.6 IOPS]"
 *   5, 6   "Sequential Read (Q= 32,T= 1) :  91.559 MB/s", "Random Read 4KiB (Q=  8,T= 8) :   7.892 MB/s [ … IOPS]"
 *   7 to 9 below [Read], [Write] or [Mix] Read 70%/Write 30%:
 *          "Sequential 1MiB (Q=  8, T= 1):   101.514 MB/s [     96.8 IOPS] < 81970.32 us>", from 8 on "SEQ 1MiB"
 *
 * Up to 6 reading and writing alternate, and a sequential row does not say its block size: 128 KiB with a queue
 * (5, 6), else 1 MiB. Posts quote (">"), indent, and lose spaces. What the program calls MB of the test's size in
 * version 3 are MiB. A figure of 0.000 was not measured. */

#define OLD_ROW                                                                                                   \
  "^(Sequential|Random) (Read|Write)(?: ?(\\d{1,5}) ?([KM])i?B)?(?: ?\\((?:QD?= ?(\\d{1,5}))?,? ?(?:T= "          \
  "?(\\d{1,5}))?\\))?"                                                                                            \
  " ?: ?([0-9]{1,9}(?:[.,][0-9]{1,6})?) ?MB/s(?: ?\\[ ?([0-9]{1,12}(?:[.,][0-9]{1,6})?) ?IOPS ?\\])?"
#define NEW_ROW                                                                                                   \
  "^(SEQ|RND|Sequential|Random) ?(\\d{1,5}) ?([KM]?)i?B ?\\(Q= ?(\\d{1,5}), ?T= ?(\\d{1,5})\\)"                   \
  " ?: ?([0-9]{1,9}(?:[.,][0-9]{1,6})?|-) ?MB/s(?: ?\\[ ?([0-9]{1,12}(?:[.,][0-9]{1,6})?|-) ?IOPS ?\\])?"         \
  "(?: ?< ?([0-9]{1,12}(?:[.,][0-9]{1,6})?|-) ?us ?>)?"
#define ROW_START "^(?:(?:Sequential|Random) (?:Read|Write|\\d)|(?:SEQ|RND) ?\\d)"
#define VERSION   "\\bCrystalDiskMark (\\d{1,2})(?:\\.[0-9a-zA-Z.]{1,12})?"

typedef struct {
  DsReport *report;
  char *program;    /* (nullable) "CrystalDiskMark 6.0.2" */
  DsOp op;          /* of the section */
  gboolean section; /* whether there was one */
  guint read_percent;
  guint line;
  gboolean after_os; /* up to version 6 the comment stands last, without a name */
  guint data;
} Reader;

static GRegex *
get_regex (const char *pattern, GRegex **place)
{
  if (g_once_init_enter (place)) {
    GRegex *regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);

    g_once_init_leave (place, regex);
  }
  return *place;
}

#define MATCH(pattern, line, match)                                                                               \
  ({                                                                                                              \
    static GRegex *regex;                                                                                         \
    g_clear_pointer (match, g_match_info_unref);                                                                  \
    g_regex_match (get_regex (pattern, &regex), line, 0, match);                                                  \
  })

/* Without what a post puts before a line, and with single spaces. (transfer full) */
static char *
dup_plain (const char *line)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = line; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar letter = g_utf8_get_char (p);

    if (g_unichar_isspace (letter) || letter == '\t') {
      if (plain->len > 0 && plain->str[plain->len - 1] != ' ')
        g_string_append_c (plain, ' ');
    } else if (plain->len > 0 || (letter != '>' && letter != '|' && letter != '*' && letter != '#')) {
      g_string_append_unichar (plain, letter);
    }
  }
  return g_strstrip (g_string_free (plain, FALSE));
}

static double
get_number (GMatchInfo *match, gint index)
{
  g_autofree char *text = g_match_info_fetch (match, index);

  if (text == NULL || !g_ascii_isdigit (*text))
    return NAN;
  return g_ascii_strtod (g_strdelimit (text, ",", '.'), NULL);
}

static guint
get_count (GMatchInfo *match, gint index, guint otherwise)
{
  g_autofree char *text = g_match_info_fetch (match, index);
  guint64 value = text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;

  return value > 0 ? (guint) MIN (value, 65536) : otherwise;
}

static guint64
get_size (GMatchInfo *match, gint number, gint unit)
{
  g_autofree char *letter = g_match_info_fetch (match, unit);
  guint64 count = get_count (match, number, 0);

  return *letter == 'M' ? count * DS_MIB : *letter == 'K' ? count * DS_KIB : count;
}

static void
add (Reader *self,
     gboolean random,
     DsOp op,
     guint64 block_size,
     guint queue_depth,
     guint threads,
     double mb_s,
     double iops,
     double us)
{
  g_autofree char *label = ds_figures_dup_label (random, block_size, queue_depth, threads);
  DsCell *cell;

  if (!(mb_s > 0))
    return;
  cell = ds_report_add_figures (self->report, label, op, mb_s, iops, us);
  if (op == DS_OP_MIX)
    cell->read_percent = self->read_percent;
}

static gboolean
read_old_row (Reader *self, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *way = NULL;
  guint queue_depth;
  guint64 block_size;

  if (!MATCH (OLD_ROW, line, &match))
    return FALSE;
  kind = g_match_info_fetch (match, 1);
  way = g_match_info_fetch (match, 2);
  queue_depth = get_count (match, 5, 0);
  block_size = get_count (match, 3, 0) > 0 ? get_size (match, 3, 4)
               : *kind == 'S'              ? (queue_depth > 0 ? 128 * DS_KIB : DS_MIB)
                                           : 0;
  if (block_size == 0)
    return FALSE;
  add (self, *kind == 'R', *way == 'R' ? DS_OP_READ : DS_OP_WRITE, block_size, MAX (queue_depth, 1),
       get_count (match, 6, 1), get_number (match, 7), get_number (match, 8), NAN);
  return TRUE;
}

static gboolean
read_new_row (Reader *self, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *kind = NULL;
  guint64 block_size;

  if (!MATCH (NEW_ROW, line, &match))
    return FALSE;
  kind = g_match_info_fetch (match, 1);
  block_size = get_size (match, 2, 3);
  /* A row below no heading says neither reading nor writing. */
  if (!self->section || block_size == 0)
    return FALSE;
  add (self, *kind == 'R', self->op, block_size, get_count (match, 4, 1), get_count (match, 5, 1),
       get_number (match, 6), get_number (match, 7), get_number (match, 8));
  return TRUE;
}

static gboolean
read_section (Reader *self, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;

  if (!MATCH ("^\\[(Read|Write|Mix)\\](?: ?Read (\\d{1,3})%)?", line, &match))
    return FALSE;
  self->section = TRUE;
  self->op = line[1] == 'R' ? DS_OP_READ : line[1] == 'W' ? DS_OP_WRITE : DS_OP_MIX;
  self->read_percent = MIN (get_count (match, 2, 70), 100);
  return TRUE;
}

static void
read_test (Reader *self, const char *line)
{
  DsReport *report = self->report;
  g_autoptr (GMatchInfo) match = NULL;

  if (MATCH ("^Test ?: ?(\\d{1,6}(?:\\.\\d)?) ?([MG])i?B", line, &match)) {
    g_autofree char *unit = g_match_info_fetch (match, 2);

    report->target.test_size = (guint64) (get_number (match, 1) * (double) (*unit == 'G' ? DS_GIB : DS_MIB));
  }
  if (MATCH ("\\(x(\\d{1,3})\\)", line, &match)) {
    g_autofree char *runs = g_match_info_fetch (match, 1);

    ds_report_set_option (report, "runs", runs);
  }
  if (MATCH ("\\[([^\\]%]{1,200}?):? \\d{1,3}(?:\\.\\d)?% \\((\\d{1,9}(?:\\.\\d)?)/(\\d{1,9}(?:\\.\\d)?) "
             "?([MGT])(i?)B\\)\\]",
             line, &match)) {
    g_autofree char *unit = g_match_info_fetch (match, 4);
    double scale = *unit == 'T' ? (double) (DS_GIB << 10) : *unit == 'G' ? (double) DS_GIB : (double) DS_MIB;
    double used = get_number (match, 2) * scale;
    double size = get_number (match, 3) * scale;

    report->target.path = g_match_info_fetch (match, 1);
    report->target.size = (guint64) size;
    report->target.free = (guint64) MAX (size - used, 0);
  }
  if (MATCH ("Interval[=:] ?(\\d{1,4}) ?sec", line, &match)) {
    g_autofree char *pause = g_match_info_fetch (match, 1);

    ds_report_set_option (report, "pause", pause);
  }
}

static void
read_time (Reader *self, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;

  if (MATCH ("Measure (\\d{1,4}(?:\\.\\d)?) sec", line, &match)) {
    g_autofree char *seconds = g_match_info_fetch (match, 1);

    ds_report_set_option (self->report, "seconds", seconds);
  }
  if (MATCH ("Interval (\\d{1,4}(?:\\.\\d)?) sec", line, &match)) {
    g_autofree char *pause = g_match_info_fetch (match, 1);

    ds_report_set_option (self->report, "pause", pause);
  }
}

static void
read_date (Reader *self, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GDateTime) date = NULL;

  if (!MATCH ("^Date ?: ?(\\d{4})/(\\d{1,2})/(\\d{1,2}) (\\d{1,2}):(\\d{2}):(\\d{2})", line, &match))
    return;
  /* The text names no time zone: it is taken as ours. */
  date = g_date_time_new_local ((gint) get_count (match, 1, 1), (gint) get_count (match, 2, 0),
                                (gint) get_count (match, 3, 0), (gint) get_count (match, 4, 0),
                                (gint) get_count (match, 5, 0), (gint) get_count (match, 6, 0));
  if (date != NULL && self->report->started == NULL)
    self->report->started = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S%:z");
}

static void
set_comment (Reader *self, const char *text)
{
  g_free (self->report->comment);
  self->report->comment = g_strdup (text);
}

static void
read_profile (Reader *self, const char *value)
{
  static const char *const profiles[][2] = {
    { "Peak", "peak" }, { "Real", "real-world" }, { "Demo", "demo" }, { "Default", "default" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    if (g_str_has_prefix (value, profiles[i][0]))
      ds_report_set_option (self->report, "profile", profiles[i][1]);
}

static const char *
get_value (const char *line, const char *name)
{
  const char *at;

  if (!g_str_has_prefix (line, name))
    return NULL;
  at = line + strlen (name);
  while (*at == ' ')
    at++;
  if (*at != ':')
    return NULL;
  for (at++; *at == ' '; at++)
    continue;
  return at;
}

static void
read_fact (Reader *self, const char *line)
{
  const char *value;

  if (strstr (line, "<0Fill>") != NULL || strstr (line, "<All 0x00") != NULL)
    self->data = 0;
  if (get_value (line, "Test") != NULL) {
    read_test (self, line);
  } else if (get_value (line, "Time") != NULL) {
    read_time (self, line);
  } else if (get_value (line, "Date") != NULL) {
    read_date (self, line);
  } else if ((value = get_value (line, "Profile")) != NULL) {
    read_profile (self, value);
  } else if ((value = get_value (line, "OS")) != NULL) {
    if (self->report->system.distribution == NULL)
      self->report->system.distribution = g_strdup (value);
    self->after_os = !self->section;
  } else if ((value = get_value (line, "Comment")) != NULL) {
    set_comment (self, value);
  } else if ((value = get_value (line, "Invalid")) != NULL) {
    ds_report_add_finding (self->report, "imported", DS_SEVERITY_WARNING, value, NULL);
  } else if (self->after_os && *line != '\0' && *self->report->comment == '\0' && *line != '-' && *line != '`') {
    set_comment (self, line);
  }
}

/* FALSE: another report begins */
static gboolean
read_title (Reader *self, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;
  gboolean title = MATCH (VERSION, line, &match) || MATCH ("^Drivescope \\d{1,4}\\.[0-9.]{1,20}$", line, &match);

  if (!title || get_value (line, "Comment") != NULL)
    return TRUE;
  if (self->report->cells->len > 0)
    return FALSE;
  if (self->program == NULL)
    self->program = g_match_info_fetch (match, 0);
  return TRUE;
}

static gboolean
read_line (Reader *self, const char *line, GError **error)
{
  g_autoptr (GMatchInfo) match = NULL;

  if (!MATCH (ROW_START, line, &match)) {
    if (!read_section (self, line))
      read_fact (self, line);
    return TRUE;
  }
  if (read_old_row (self, line) || read_new_row (self, line))
    return TRUE;
  g_set_error (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
               self->section || strstr (line, "Read") != NULL || strstr (line, "Write") != NULL
                   /* Translators: a line number and what stands there. */
                   ? _ ("Line %u of this text is not understood: “%.100s”.")
                   : _ ("Line %u of this text stands below neither [Read] nor [Write] nor [Mix]: “%.100s”."),
               self->line, line);
  return FALSE;
}

gboolean
ds_import_cdm_recognizes (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    g_autofree char *plain = dup_plain (lines[i]);
    g_autoptr (GMatchInfo) match = NULL;

    if ((MATCH (ROW_START, plain, &match) && strstr (plain, "MB/s") != NULL) || MATCH (VERSION, plain, &match))
      return TRUE;
  }
  return FALSE;
}

static void
finish (Reader *self, gboolean more)
{
  DsReport *report = self->report;
  const char *program = self->program != NULL ? self->program : "CrystalDiskMark";
  guint major = 0;

  if (g_str_has_prefix (program, "CrystalDiskMark "))
    major = (guint) g_ascii_strtoull (program + strlen ("CrystalDiskMark "), NULL, 10);
  report->state = DS_STATE_FINISHED;
  g_free (report->system.program);
  report->system.program = g_strdup (program);
  ds_report_set_option (report, DS_REPORT_IMPORTED, program);
  if (major == 3 || major == 5)
    ds_report_set_option (report, "settings", major == 3 ? "classic3" : "classic5");
  for (guint i = 0; i < report->cells->len; i++)
    ((DsCell *) g_ptr_array_index (report->cells, i))->data = self->data;
  if (more)
    ds_report_add_finding (report, "imported-part", DS_SEVERITY_INFO,
                           _ ("The text holds more than one report; this is the first."),
                           _ ("Import the others one by one."));
}

DsReport *
ds_import_cdm (const char *text, GError **error)
{
  g_autoptr (DsReport) report = ds_report_new ("tiles");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Reader self = { .report = report, .data = 100, .read_percent = 70 };
  gboolean more = FALSE;
  gboolean understood = TRUE;

  for (guint i = 0; lines[i] != NULL && understood && !more; i++) {
    g_autofree char *plain = dup_plain (lines[i]);

    self.line = i + 1;
    more = !read_title (&self, plain);
    understood = more || read_line (&self, plain, error);
  }
  if (understood && report->cells->len == 0)
    g_set_error_literal (error, DS_REPORT_ERROR, DS_REPORT_ERROR_DAMAGED,
                         _ ("This text of CrystalDiskMark has no figures."));
  if (understood && report->cells->len > 0)
    finish (&self, more);
  g_free (self.program);
  return understood && report->cells->len > 0 ? g_steal_pointer (&report) : NULL;
}
