/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ds-cell.h"

G_BEGIN_DECLS

/* A result: what was asked, of what, on which machine, what was measured, and what it is worth. Reference counted with
 * public fields; it is filled and read on the main thread alone, or read on another where nothing writes. */

#define DS_REPORT_SCHEMA "drivescope-result/1"
#define DS_REPORT_SUFFIX ".drivescope.json"
/* The option that names the program a result was imported from; no suite has one of this name. */
#define DS_REPORT_IMPORTED "imported-from"
#define DS_REPORT_ERROR (ds_report_error_quark ())

typedef enum {
  DS_REPORT_ERROR_DAMAGED, /* not a result, or not JSON; the message names the line where it can */
  DS_REPORT_ERROR_NEWER,   /* a newer schema's major version */
  DS_REPORT_ERROR_TOO_LARGE,
  DS_REPORT_ERROR_WRITE,
} DsReportErrorCode;

GQuark ds_report_error_quark (void);

typedef enum {
  DS_SEVERITY_INFO,
  DS_SEVERITY_WARNING,
  DS_SEVERITY_INVALID, /* the numbers of its cells are worthless */
} DsSeverity;

typedef struct {
  char *id;
  DsSeverity severity;
  char *text;   /* one plain sentence */
  char *advice; /* (nullable) what to do about it */
  GArray *cells; /* (element-type guint) indices; empty: the whole result */
} DsFinding;

typedef struct {
  char *name; /* "temperature" */
  char *unit_x;
  char *unit_y;
  GArray *x; /* (element-type double) */
  GArray *y;
} DsSeries;

typedef struct {
  char *name, *model, *serial, *firmware, *kind, *link, *link_max, *scheduler, *write_cache; /* (nullable) */
  char *drive_write_cache; /* (nullable) the drive's own state, "on" or "off"; write_cache is the kernel's view */
  guint64 capacity;
  guint logical_block_size;
} DsTargetDrive;

typedef struct {
  char *path, *fs_type, *fs_options, *mount_point, *stack; /* (nullable) */
  guint64 size, free, test_size; /* bytes; test_size is the test file's */
  gboolean encrypted;
  GPtrArray *drives; /* (element-type DsTargetDrive) */
} DsTarget;

typedef struct {
  char *program; /* "Drivescope 0.1.0" */
  char *cpu, *kernel, *distribution, *architecture, *governor; /* (nullable) */
  guint cpus;
  guint64 memory; /* bytes */
  gboolean on_battery;
} DsReportSystem;

typedef enum {
  DS_STATE_RUNNING, /* not stored */
  DS_STATE_FINISHED,
  DS_STATE_STOPPED,
  DS_STATE_FAILED,
} DsState;

typedef struct {
  char *suite; /* "tiles" */
  char *view;  /* how it is drawn: "tiles", "bars", ... */
  char *title; /* (nullable) given by the person */
  char *comment;
  GStrv tags;  /* (nullable) given by the person */
  char *started; /* ISO 8601 with zone */
  double seconds; /* from start to end */
  GHashTable *options; /* (element-type utf8 utf8): id to canonical value */
  guint64 seed;
  char *engine, *engine_reason; /* (nullable) */
  DsTarget target;
  DsReportSystem system;
  GPtrArray *cells;    /* (element-type DsCell) */
  GPtrArray *series;   /* (element-type DsSeries) */
  GPtrArray *findings; /* (element-type DsFinding) */
  guint64 bytes_written, bytes_read;
  DsState state;
  char *error; /* (nullable) the sentence that ended a failed run */
} DsReport;

#define DS_TYPE_REPORT (ds_report_get_type ())
GType ds_report_get_type (void); /* boxed */
DsReport *ds_report_new (const char *suite);
DsReport *ds_report_ref (DsReport *self);
void ds_report_unref (DsReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DsReport, ds_report_unref)

DsTargetDrive *ds_target_drive_new (void);
DsFinding *ds_report_add_finding (DsReport *self, const char *id, DsSeverity severity, const char *text,
                                  const char *advice); /* (transfer none) */
void ds_finding_add_cell (DsFinding *self, guint index);
DsSeries *ds_series_new (const char *name, const char *unit_x, const char *unit_y); /* (transfer full): add it to a report */
void ds_series_add_point (DsSeries *self, double x, double y);
DsCell *ds_report_find_cell (DsReport *self, const char *label, DsOp op); /* (nullable) (transfer none) */
const char *ds_report_get_option (DsReport *self, const char *id); /* (nullable) */
void ds_report_set_option (DsReport *self, const char *id, const char *value);
/* "Samsung SSD 990 PRO 2TB", else the file system and path; (transfer full) */
char *ds_report_dup_target_title (DsReport *self);

typedef enum {
  DS_EXPORT_DEFAULT = 0,
  DS_EXPORT_SERIALS = 1 << 0, /* serial numbers and the name of the home folder's owner stay in */
} DsExportFlags;

/* Text in the C locale, each (transfer full). Serial numbers only where asked. */
char *ds_report_to_json (DsReport *self, DsExportFlags flags);
char *ds_report_to_csv (DsReport *self, DsExportFlags flags);
char *ds_report_to_cdm_text (DsReport *self); /* CrystalDiskMark 8/9's lines; empty sections left out */

/* Never crashes on what strangers post: size at most 256 MiB, depth at most 64, values at most 8 million. Members that are unknown
 * are skipped; a newer version of the schema is read as far as it is understood, and a finding says so where that is a guess. */
DsReport *ds_report_from_json (const char *text, gssize length, GError **error);
DsReport *ds_report_load (GFile *file, GError **error); /* blocks */

/* Atomically: temporary file, fsync, rename; then the folder's fsync. A symbolic link stays, and what it names is replaced; a device
 * or FIFO is written to. Blocks; small texts only on the main thread. */
gboolean ds_report_write_text (const char *path, const char *text, GError **error);
gboolean ds_report_write_data (const char *path, const char *text, gsize length, GError **error);

G_END_DECLS
