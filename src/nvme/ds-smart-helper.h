/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All that the privileged helper does: reads the pages of the one controller it is given by name and writes them
 * framed (ds-smart-frames-format.h) to the standard output. Ends the process with a DsSmartHelperStatus. */
_Noreturn void ds_smart_helper_run (int argc, char **argv);
