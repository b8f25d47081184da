/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <time.h>

#define DS_CLOCK_SECOND      G_GINT64_CONSTANT (1000000000)
#define DS_CLOCK_MILLISECOND G_GINT64_CONSTANT (1000000)

/* CLOCK_MONOTONIC in nanoseconds; the vdso answers it without entering the kernel. */
static inline gint64
ds_clock_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * DS_CLOCK_SECOND + now.tv_nsec;
}

static inline struct timespec
ds_clock_to_timespec (gint64 nanoseconds)
{
  return (struct timespec){ .tv_sec = nanoseconds / DS_CLOCK_SECOND, .tv_nsec = nanoseconds % DS_CLOCK_SECOND };
}
