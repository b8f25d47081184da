/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-report.h"

G_BEGIN_DECLS

/* A complete report as a real drive gives it, the same at every call. (transfer full). kind is one of
 *   "nvme-default"  four rows, read and write, five runs, histograms, a temperature series, a finding; finished
 *   "with-mix"      the same with a Mix column, flushed writes in one cell and a comment
 *   "running"       some cells done, one in the middle of run 3 of 5, the others waiting
 *   "failed"        ended by an error after three cells
 *   "empty"         every cell waits
 *   "extreme"       from 0.01 MB/s to 30,000 MB/s, an invalid cell, one that the target does not support
 * and of the suites beyond the tiles, finished:
 *   "transfer-sizes"  21 sizes, read and write; the three below 4 KiB not supported
 *   "drive-scan"      six tests, with temperature and CPU over the position
 *   "linear-read"     the first of them alone
 *   "queue-depth"     4 KiB random, read and write, one thread and four, depth 1 to 256
 *   "sustained-write" speed, temperature and CPU over time, with the end of a write cache
 *   "consistency"     IOPS a second as dots
 *   "surface"         block size by share of reads, one cell waiting
 * ds_sample_report_kinds lists them and ends with NULL. */
extern const char *const ds_sample_report_kinds[];
DsReport *ds_sample_report (const char *kind);

G_END_DECLS
