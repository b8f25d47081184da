/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ds-nvme.h"

/* How the privileged helper hands over what it read, on its standard output:
 *
 *   8 bytes   DS_SMART_FRAMES_MAGIC
 *   for each page, in the order of DsNvmePageKind: a head of four little-endian 32-bit numbers - the kind plus
 * one, the NVMe status, the errno, the length - and as many bytes one head of zeros
 *
 * Nothing comes after it. A page that could not be read has a status or an errno, and no bytes. */

#define DS_SMART_FRAMES_MAGIC      "DSSMART1"
#define DS_SMART_FRAMES_MAGIC_SIZE 8
#define DS_SMART_FRAMES_HEAD_SIZE  16
/* A reader needs to take no more than this */
#define DS_SMART_FRAMES_MAX_SIZE                                                                                  \
  (DS_SMART_FRAMES_MAGIC_SIZE + (DS_NVME_N_PAGES + 1) * DS_SMART_FRAMES_HEAD_SIZE +                               \
   DS_NVME_N_PAGES * DS_NVME_PAGE_SIZE)

/* With what status the helper ends. 126 and 127 are pkexec's: the person dismissed the dialog, or may not. */
typedef enum {
  DS_SMART_HELPER_DONE = 0,
  DS_SMART_HELPER_USAGE = 2,     /* not one controller name */
  DS_SMART_HELPER_NOT_FOUND = 3, /* no such controller */
  DS_SMART_HELPER_OPEN = 4,      /* it may not be opened, or is gone */
  DS_SMART_HELPER_CONFINE = 5,   /* what is not needed could not be given up, so nothing was read */
  DS_SMART_HELPER_OUTPUT = 6,    /* nobody takes the output */
} DsSmartHelperStatus;
