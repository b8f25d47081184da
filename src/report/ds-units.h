/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The one place where units are fixed: rates, capacities and totals are powers of ten (MB/s, GB, TB), block and file
 * sizes are powers of two (KiB, MiB, GiB). Inside, everything is bytes, nanoseconds and degrees Celsius. */

#define DS_KIB (G_GUINT64_CONSTANT (1) << 10)
#define DS_MIB (G_GUINT64_CONSTANT (1) << 20)
#define DS_GIB (G_GUINT64_CONSTANT (1) << 30)
#define DS_MB 1e6
#define DS_GB 1e9
#define DS_TB 1e12
#define DS_NS_PER_US 1e3
#define DS_NS_PER_S 1e9
