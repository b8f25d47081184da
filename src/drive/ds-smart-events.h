/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What an NVMe drive keeps of its past: the error log (01h) and the self-test log (06h) of the NVM Express Base
 * Specification 2.0, decoded. Plain values. */

#define DS_ERROR_ENTRY_SIZE      64
#define DS_SELF_TEST_LOG_SIZE    564
#define DS_SELF_TEST_MAX_RESULTS 20

typedef struct {
  guint64 number;    /* counted over the drive's life, from 1 */
  guint queue;       /* submission queue; 0 is that of admin commands */
  guint command;     /* its id */
  guint status_type; /* SCT */
  guint status_code; /* SC */
  guint64 lba;       /* the first one concerned */
  guint namespace_id;
} DsErrorEntry;

/* (transfer full) (element-type DsErrorEntry): those that are filled in, the newest first. length: of all entries
 * that were read; what is left of it at its end is not looked at. */
GArray *ds_error_log_decode (const guint8 *bytes, gsize length);

typedef enum {
  DS_SELF_TEST_PASSED = 0,
  DS_SELF_TEST_ABORTED_BY_COMMAND = 1,
  DS_SELF_TEST_ABORTED_BY_RESET = 2,
  DS_SELF_TEST_ABORTED_BY_REMOVAL = 3, /* of a namespace */
  DS_SELF_TEST_ABORTED_BY_FORMAT = 4,
  DS_SELF_TEST_NOT_COMPLETED = 5, /* a fatal or unknown error */
  DS_SELF_TEST_FAILED = 6,        /* in a segment that is not known */
  DS_SELF_TEST_FAILED_SEGMENT = 7,
  DS_SELF_TEST_ABORTED = 8, /* for a reason that is not known */
  DS_SELF_TEST_ABORTED_BY_SANITIZE = 9,
} DsSelfTestOutcome;

typedef enum {
  DS_SELF_TEST_SHORT = 1,
  DS_SELF_TEST_EXTENDED = 2,
  DS_SELF_TEST_VENDOR = 14,
} DsSelfTestKind;

typedef struct {
  guint kind;    /* DsSelfTestKind, or what a later specification adds */
  guint outcome; /* DsSelfTestOutcome, likewise */
  guint segment; /* the first that failed, with DS_SELF_TEST_FAILED_SEGMENT */
  guint64 hours; /* power-on hours at its end */
  gboolean lba_known;
  guint64 lba; /* that failed */
} DsSelfTest;

typedef struct {
  guint running; /* DsSelfTestKind, 0 where none is running */
  int percent;   /* done of the running one */
  guint n_results;
  DsSelfTest results[DS_SELF_TEST_MAX_RESULTS]; /* the newest first */
} DsSelfTestLog;

DsSelfTestLog ds_self_test_log_decode (const guint8 bytes[DS_SELF_TEST_LOG_SIZE]);

G_END_DECLS
