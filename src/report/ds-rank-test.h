/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How likely two lists of figures of one and the same thing would lie at least so far apart: the two-sided rank
 * test of Wilcoxon, Mann and Whitney. Equal figures share their mean rank. Exact up to 60 figures together, beyond
 * that by the normal distribution with the correction for ties. NaN where a list is empty; 0 to 1. */
double ds_rank_test (const double *a, guint n_a, const double *b, guint n_b);

G_END_DECLS
