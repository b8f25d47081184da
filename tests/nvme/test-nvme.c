/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-nvme.h"

#include <glib.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void
test_names (void)
{
  static const struct {
    const char *name;
    gboolean is_one;
  } rows[] = {
    { "nvme0", TRUE },   { "nvme12", TRUE },   { "nvme999999999", TRUE }, { "nvme1234567890", FALSE },
    { "nvme", FALSE },   { "", FALSE },        { NULL, FALSE },           { "nvme0n1", FALSE },
    { "nvme0 ", FALSE }, { "nvme0\n", FALSE }, { "../nvme0", FALSE },     { "nvme/0", FALSE },
    { "nvme+1", FALSE }, { "Nvme0", FALSE },   { "xnvme0", FALSE },       { "nvme0;id", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (ds_nvme_is_controller_name (rows[i].name), ==, rows[i].is_one);
}

static void
test_results (void)
{
  static const struct {
    DsNvmeResult result;
    const char *id;
  } rows[] = {
    { { 0, 0 }, "done" },
    { { 0, EACCES }, "not-permitted" },
    { { 0, EPERM }, "not-permitted" },
    { { 0, ENOENT }, "not-found" },
    { { 0, ELOOP }, "not-found" },
    { { 0, ENODEV }, "gone" },
    { { 0, ENXIO }, "gone" },
    { { 0, EOPNOTSUPP }, "not-supported" },
    { { 0, ENOTTY }, "not-supported" },
    { { 0, EBUSY }, "busy" },
    { { 0, EAGAIN }, "busy" },
    { { 0, ETIMEDOUT }, "timed-out" },
    { { 0, EINTR }, "timed-out" },
    { { 0, EIO }, "failed" },
    { { 0x001, 0 }, "not-supported" }, /* Invalid Command Opcode */
    { { 0x002, 0 }, "not-supported" }, /* Invalid Field in Command */
    { { 0x109, 0 }, "not-supported" }, /* Invalid Log Page */
    { { 0x01d, 0 }, "busy" },          /* Sanitize In Progress */
    { { 0x371, 0 }, "timed-out" },     /* Command Aborted By Host */
    { { 0x006, 0 }, "refused" },       /* Internal Error */
    { { 0x281, 0 }, "refused" },       /* Unrecovered Read Error */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (ds_nvme_result_id (rows[i].result), ==, rows[i].id);
}

static void
test_open_refuses (void)
{
  static const char *const names[] = { "", "nvme", "../null", "null", "nvme0n1", "nvme999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    DsNvmeResult result = { 7, 7 };

    g_assert_cmpint (ds_nvme_open (names[i], &result), ==, -1);
    g_assert_cmpstr (ds_nvme_result_id (result), ==, "not-found");
  }
}

/* A descriptor that is no controller: every page has why, and none has bytes. */
static void
test_not_a_controller (void)
{
  g_autofree DsNvmePages *pages = g_new0 (DsNvmePages, 1);
  guint8 bytes[DS_NVME_PAGE_SIZE];
  int fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  ds_nvme_read_pages (fd, pages);
  for (guint i = 0; i < DS_NVME_N_PAGES; i++) {
    g_assert_cmpstr (ds_nvme_result_id (pages->page[i].result), ==, "not-supported");
    g_assert_cmpuint (pages->page[i].length, ==, 0);
  }
  g_assert_cmpint (ds_nvme_read_smart (fd, bytes).error, ==, ENOTTY);
  g_assert_cmpint (ds_nvme_read_self_test (fd, bytes).error, ==, ENOTTY);
  g_assert_cmpint (ds_nvme_read_write_cache (fd, bytes).error, ==, ENOTTY);
  g_assert_cmpint (ds_nvme_read_errors (fd, 0, bytes).error, ==, EINVAL);
  g_assert_cmpint (ds_nvme_read_errors (fd, 65, bytes).error, ==, EINVAL);
  close (fd);
  g_assert_cmpint (ds_nvme_read_smart (-1, bytes).error, ==, EBADF);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nvme/names", test_names);
  g_test_add_func ("/nvme/results", test_results);
  g_test_add_func ("/nvme/open-refuses", test_open_refuses);
  g_test_add_func ("/nvme/not-a-controller", test_not_a_controller);
  return g_test_run ();
}
