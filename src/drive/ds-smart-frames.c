/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-frames.h"

#include <glib/gi18n.h>

#include <string.h>

/* An NVMe status has 11 bits, and no errno of Linux exceeds 4095. */
#define MAX_STATUS 0x7ff
#define MAX_ERRNO  4095

typedef struct {
  guint32 kind;
  guint32 status;
  guint32 error;
  guint32 length;
} Head;

static guint32
read_32 (const guint8 *bytes)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT32_FROM_LE (number);
}

static gboolean
fits (DsNvmePageKind kind, guint32 length)
{
  switch (kind) {
  case DS_NVME_PAGE_IDENTIFY:
    return length == DS_NVME_IDENTIFY_SIZE;
  case DS_NVME_PAGE_SMART:
    return length == DS_NVME_SMART_SIZE;
  case DS_NVME_PAGE_ERRORS:
    return length > 0 && length <= DS_NVME_PAGE_SIZE && length % DS_NVME_ERROR_SIZE == 0;
  case DS_NVME_PAGE_SELF_TEST:
    return length == DS_NVME_SELF_TEST_SIZE;
  case DS_NVME_PAGE_WRITE_CACHE:
    return length == DS_NVME_FEATURE_SIZE;
  default:
    return FALSE;
  }
}

static gboolean
garbled (GError **error, const char *what)
{
  g_set_error (
      error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_GARBLED,
      _ ("What the program that reads the drive's health wrote cannot be understood (%s). Install Drivescope "
         "anew."),
      what);
  return FALSE;
}

static gboolean
read_head (const guint8 **bytes, gsize *length, Head *head)
{
  if (*length < DS_SMART_FRAMES_HEAD_SIZE)
    return FALSE;
  *head = (Head){ read_32 (*bytes), read_32 (*bytes + 4), read_32 (*bytes + 8), read_32 (*bytes + 12) };
  *bytes += DS_SMART_FRAMES_HEAD_SIZE;
  *length -= DS_SMART_FRAMES_HEAD_SIZE;
  return TRUE;
}

gboolean
ds_smart_frames_parse (const guint8 *bytes, gsize length, DsNvmePages *pages, GError **error)
{
  Head head;

  memset (pages, 0, sizeof *pages);
  if (length > DS_SMART_FRAMES_MAX_SIZE)
    return garbled (error, _ ("it is too long"));
  if (length < DS_SMART_FRAMES_MAGIC_SIZE ||
      memcmp (bytes, DS_SMART_FRAMES_MAGIC, DS_SMART_FRAMES_MAGIC_SIZE) != 0)
    return garbled (error, _ ("it does not begin as it should"));
  bytes += DS_SMART_FRAMES_MAGIC_SIZE;
  length -= DS_SMART_FRAMES_MAGIC_SIZE;

  for (guint i = 0; i < DS_NVME_N_PAGES; i++) {
    DsNvmePage *page = &pages->page[i];
    gboolean done;

    if (!read_head (&bytes, &length, &head))
      return garbled (error, _ ("it ends early"));
    done = head.status == 0 && head.error == 0;
    if (head.kind != i + 1 || head.status > MAX_STATUS || head.error > MAX_ERRNO ||
        (done ? !fits ((DsNvmePageKind) i, head.length) : head.length != 0))
      return garbled (error, _ ("a page is not as it should be"));
    if (head.length > length)
      return garbled (error, _ ("it ends early"));
    page->result = (DsNvmeResult){ .status = (guint16) head.status, .error = (int) head.error };
    page->length = head.length;
    memcpy (page->bytes, bytes, head.length);
    bytes += head.length;
    length -= head.length;
  }

  if (!read_head (&bytes, &length, &head))
    return garbled (error, _ ("it ends early"));
  if (head.kind != 0 || head.status != 0 || head.error != 0 || head.length != 0 || length != 0)
    return garbled (error, _ ("it does not end as it should"));
  return TRUE;
}
