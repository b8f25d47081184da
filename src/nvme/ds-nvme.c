/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-nvme.h"

#include <libnvme.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* The bytes of Identify Controller that say what else may be asked: NVM Express Base Specification 2.0, figure 275
 */
#define OACS           256
#define OACS_SELF_TEST 0x10
#define ELPE           262
#define VWC            525
#define VWC_PRESENT    0x01

/* One transfer of 4 KiB, which every controller takes */
#define MAX_ERRORS (DS_NVME_PAGE_SIZE / DS_NVME_ERROR_SIZE)

static const DsNvmeResult NOT_SUPPORTED = { .error = EOPNOTSUPP };

/* libnvme answers with an NVMe status above 0, or with -1 and errno. */
static DsNvmeResult
result_of (int answer)
{
  DsNvmeResult result = { 0, 0 };

  if (answer > 0)
    result.status = answer & 0x7ff;
  /* A status of which only the flags beside the code are set cannot be; nothing is taken for done by mistake. */
  if (answer < 0 || (answer > 0 && result.status == 0))
    result.error = answer < 0 && errno > 0 ? errno : EIO;
  return result;
}

bool
ds_nvme_is_controller_name (const char *name)
{
  size_t digits;

  if (name == NULL || strncmp (name, "nvme", 4) != 0)
    return false;
  digits = strspn (name + 4, "0123456789");
  return digits > 0 && digits < 10 && name[4 + digits] == '\0';
}

/* The device number that the kernel gives the controller; its folder in sysfs is there for controllers alone. */
static bool
read_device_number (const char *controller, dev_t *number)
{
  char path[64], text[32];
  unsigned int major_number, minor_number;
  ssize_t length;
  int fd;

  snprintf (path, sizeof path, "/sys/class/nvme/%s/dev", controller);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  length = read (fd, text, sizeof text - 1);
  close (fd);
  if (length <= 0)
    return false;
  text[length] = '\0';
  if (sscanf (text, "%u:%u", &major_number, &minor_number) != 2)
    return false;
  *number = makedev (major_number, minor_number);
  return true;
}

int
ds_nvme_open (const char *controller, DsNvmeResult *result)
{
  struct stat status;
  char path[64];
  dev_t number;
  int fd;

  *result = (DsNvmeResult){ 0, 0 };
  if (!ds_nvme_is_controller_name (controller) || !read_device_number (controller, &number)) {
    result->error = ENOENT;
    return -1;
  }

  snprintf (path, sizeof path, "/dev/%s", controller);
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) {
    result->error = errno;
    return -1;
  }
  /* Whatever else bears this name is not the controller that the kernel means. */
  if (fstat (fd, &status) != 0 || !S_ISCHR (status.st_mode) || status.st_rdev != number) {
    close (fd);
    result->error = ENOENT;
    return -1;
  }
  return fd;
}

DsNvmeResult
ds_nvme_read_identify (int fd, uint8_t bytes[DS_NVME_IDENTIFY_SIZE])
{
  struct nvme_id_ctrl identify;
  DsNvmeResult result;

  _Static_assert(sizeof identify == DS_NVME_IDENTIFY_SIZE, "Identify Controller");
  memset (&identify, 0, sizeof identify);
  result = result_of (nvme_identify_ctrl (fd, &identify));
  memcpy (bytes, &identify, sizeof identify);
  return result;
}

/* Events are not retained, as every other reader does: older drives do not know the bit that would. */
DsNvmeResult
ds_nvme_read_smart (int fd, uint8_t bytes[DS_NVME_SMART_SIZE])
{
  struct nvme_smart_log log;
  DsNvmeResult result;

  _Static_assert(sizeof log == DS_NVME_SMART_SIZE, "SMART / Health Information");
  memset (&log, 0, sizeof log);
  result = result_of (nvme_get_log_smart (fd, NVME_NSID_ALL, false, &log));
  memcpy (bytes, &log, sizeof log);
  return result;
}

DsNvmeResult
ds_nvme_read_errors (int fd, unsigned entries, uint8_t *bytes)
{
  struct nvme_error_log_page log[MAX_ERRORS];
  DsNvmeResult result;

  _Static_assert(sizeof log == DS_NVME_PAGE_SIZE, "Error Information");
  if (entries < 1 || entries > MAX_ERRORS)
    return (DsNvmeResult){ .error = EINVAL };
  memset (log, 0, sizeof log);
  result = result_of (nvme_get_log_error (fd, entries, false, log));
  memcpy (bytes, log, entries * sizeof log[0]);
  return result;
}

DsNvmeResult
ds_nvme_read_self_test (int fd, uint8_t bytes[DS_NVME_SELF_TEST_SIZE])
{
  struct nvme_self_test_log log;
  DsNvmeResult result;

  _Static_assert(sizeof log == DS_NVME_SELF_TEST_SIZE, "Device Self-test");
  memset (&log, 0, sizeof log);
  result = result_of (nvme_get_log_device_self_test (fd, &log));
  memcpy (bytes, &log, sizeof log);
  return result;
}

DsNvmeResult
ds_nvme_read_write_cache (int fd, uint8_t bytes[DS_NVME_FEATURE_SIZE])
{
  __u32 value = 0;
  DsNvmeResult result = result_of (nvme_get_features_volatile_wc (fd, NVME_GET_FEATURES_SEL_CURRENT, &value));

  for (unsigned i = 0; i < DS_NVME_FEATURE_SIZE; i++)
    bytes[i] = (uint8_t) (value >> (8 * i));
  return result;
}

static void
finish_page (DsNvmePage *page, DsNvmeResult result, uint32_t length)
{
  page->result = result;
  page->length = ds_nvme_result_is_done (result) ? length : 0;
}

void
ds_nvme_read_pages (int fd, DsNvmePages *pages)
{
  DsNvmePage *page = pages->page;
  const uint8_t *identify = page[DS_NVME_PAGE_IDENTIFY].bytes;
  DsNvmeResult result;
  unsigned entries;

  memset (pages, 0, sizeof *pages);
  result = ds_nvme_read_identify (fd, page[DS_NVME_PAGE_IDENTIFY].bytes);
  if (!ds_nvme_result_is_done (result)) {
    for (unsigned i = 0; i < DS_NVME_N_PAGES; i++)
      page[i].result = result;
    return;
  }
  finish_page (&page[DS_NVME_PAGE_IDENTIFY], result, DS_NVME_IDENTIFY_SIZE);

  result = ds_nvme_read_smart (fd, page[DS_NVME_PAGE_SMART].bytes);
  finish_page (&page[DS_NVME_PAGE_SMART], result, DS_NVME_SMART_SIZE);

  entries = identify[ELPE] + 1u < MAX_ERRORS ? identify[ELPE] + 1u : MAX_ERRORS;
  result = ds_nvme_read_errors (fd, entries, page[DS_NVME_PAGE_ERRORS].bytes);
  finish_page (&page[DS_NVME_PAGE_ERRORS], result, entries * DS_NVME_ERROR_SIZE);

  result = NOT_SUPPORTED;
  if ((identify[OACS] & OACS_SELF_TEST) != 0)
    result = ds_nvme_read_self_test (fd, page[DS_NVME_PAGE_SELF_TEST].bytes);
  finish_page (&page[DS_NVME_PAGE_SELF_TEST], result, DS_NVME_SELF_TEST_SIZE);

  result = NOT_SUPPORTED;
  if ((identify[VWC] & VWC_PRESENT) != 0)
    result = ds_nvme_read_write_cache (fd, page[DS_NVME_PAGE_WRITE_CACHE].bytes);
  finish_page (&page[DS_NVME_PAGE_WRITE_CACHE], result, DS_NVME_FEATURE_SIZE);
}

static const char *
status_id (uint16_t status)
{
  switch (status) {
  case 0x001: /* Invalid Command Opcode */
  case 0x002: /* Invalid Field in Command */
  case 0x109: /* Invalid Log Page */
    return "not-supported";
  case 0x082: /* Namespace Not Ready */
  case 0x01c: /* Command Sequence Error */
  case 0x01d: /* Sanitize In Progress */
  case 0x021: /* Command Interrupted */
    return "busy";
  case 0x370: /* Host Pathing Error */
  case 0x371: /* Command Aborted By Host, as the kernel ends what a drive no longer answers */
    return "timed-out";
  default:
    return "refused";
  }
}

const char *
ds_nvme_result_id (DsNvmeResult result)
{
  if (result.status != 0)
    return status_id (result.status);

  switch (result.error) {
  case 0:
    return "done";
  case EACCES:
  case EPERM:
    return "not-permitted";
  case ENOENT:
  case ELOOP:
    return "not-found";
  case ENODEV:
  case ENXIO:
  case ENOTCONN:
  case ESHUTDOWN:
    return "gone";
  case EOPNOTSUPP:
  case ENOTTY:
  case ENOSYS:
    return "not-supported";
  case EBUSY:
  case EAGAIN:
    return "busy";
  case ETIMEDOUT:
  case ETIME:
  case EINTR:
    return "timed-out";
  default:
    return "failed";
  }
}
