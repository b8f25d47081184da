/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The terminal program. Exit status: 0 finished, 1 failed, 2 usage, 130 interrupted with what was measured. */

int ds_terminal_main (int argc, char **argv);
