/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an NVMe controller says of itself, as raw bytes. Plain C without GLib: the program and the privileged
 * helper share it. Everything here reads; nothing changes the drive. Calls block for as long as the drive takes to
 * answer. */

/* How an admin command ended. Both 0: done. */
typedef struct {
  uint16_t status; /* NVMe: the status code and its type (bits 10:0), 0 where the drive did not refuse */
  int error;       /* errno, 0 where the command reached the drive */
} DsNvmeResult;

typedef enum {
  DS_NVME_PAGE_IDENTIFY,    /* Identify Controller, 4096 bytes */
  DS_NVME_PAGE_SMART,       /* log 02h, 512 bytes */
  DS_NVME_PAGE_ERRORS,      /* log 01h, 64 bytes an entry, the newest first */
  DS_NVME_PAGE_SELF_TEST,   /* log 06h, 564 bytes */
  DS_NVME_PAGE_WRITE_CACHE, /* feature 06h as it is now: its 4 bytes, little-endian */
} DsNvmePageKind;

#define DS_NVME_N_PAGES        5
#define DS_NVME_PAGE_SIZE      4096
#define DS_NVME_IDENTIFY_SIZE  4096
#define DS_NVME_SMART_SIZE     512
#define DS_NVME_ERROR_SIZE     64
#define DS_NVME_SELF_TEST_SIZE 564
#define DS_NVME_FEATURE_SIZE   4

typedef struct {
  DsNvmeResult result;
  uint32_t length; /* of the bytes that are there; 0 where the page could not be read */
  uint8_t bytes[DS_NVME_PAGE_SIZE];
} DsNvmePage;

typedef struct {
  DsNvmePage page[DS_NVME_N_PAGES];
} DsNvmePages;

/* "nvme" and a number, nothing else */
bool ds_nvme_is_controller_name (const char *name);

/* Opens a controller of this name that sysfs knows, for reading; the descriptor, or -1 and why in result */
int ds_nvme_open (const char *controller, DsNvmeResult *result);

/* Each reads one page from an open controller. entries: how many, 1 to 64. */
DsNvmeResult ds_nvme_read_identify (int fd, uint8_t bytes[DS_NVME_IDENTIFY_SIZE]);
DsNvmeResult ds_nvme_read_smart (int fd, uint8_t bytes[DS_NVME_SMART_SIZE]);
DsNvmeResult ds_nvme_read_errors (int fd, unsigned entries, uint8_t *bytes);
DsNvmeResult ds_nvme_read_self_test (int fd, uint8_t bytes[DS_NVME_SELF_TEST_SIZE]);
DsNvmeResult ds_nvme_read_write_cache (int fd, uint8_t bytes[DS_NVME_FEATURE_SIZE]);

/* All of them. What the drive does not offer is not asked for, since it would count that as an error of its own:
 * such a page has EOPNOTSUPP. Without an Identify page nothing else is read, and all carry its result. */
void ds_nvme_read_pages (int fd, DsNvmePages *pages);

static inline bool
ds_nvme_result_is_done (DsNvmeResult result)
{
  return result.status == 0 && result.error == 0;
}

/* What a result means, for a sentence: "done", "not-permitted", "not-found", "gone", "not-supported", "busy",
 * "timed-out", "refused" (any other NVMe status) or "failed" (any other errno) */
const char *ds_nvme_result_id (DsNvmeResult result);
