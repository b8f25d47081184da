/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-frames.h"

#include <errno.h>
#include <string.h>

static void
put_32 (GByteArray *bytes, guint32 number)
{
  number = GUINT32_TO_LE (number);
  g_byte_array_append (bytes, (const guint8 *) &number, sizeof number);
}

static void
put_page (GByteArray *bytes, guint32 kind, guint32 status, guint32 error, guint32 length)
{
  put_32 (bytes, kind);
  put_32 (bytes, status);
  put_32 (bytes, error);
  put_32 (bytes, length);
  for (guint32 i = 0; i < length; i++)
    g_byte_array_append (bytes, &(guint8){ (guint8) (i + kind) }, 1);
}

/* What the helper writes of a drive that cannot test itself */
static GByteArray *
make_frames (void)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) DS_SMART_FRAMES_MAGIC, DS_SMART_FRAMES_MAGIC_SIZE);
  put_page (bytes, DS_NVME_PAGE_IDENTIFY + 1, 0, 0, DS_NVME_IDENTIFY_SIZE);
  put_page (bytes, DS_NVME_PAGE_SMART + 1, 0, 0, DS_NVME_SMART_SIZE);
  put_page (bytes, DS_NVME_PAGE_ERRORS + 1, 0, 0, 3 * DS_NVME_ERROR_SIZE);
  put_page (bytes, DS_NVME_PAGE_SELF_TEST + 1, 0, EOPNOTSUPP, 0);
  put_page (bytes, DS_NVME_PAGE_WRITE_CACHE + 1, 0, 0, DS_NVME_FEATURE_SIZE);
  put_page (bytes, 0, 0, 0, 0);
  return bytes;
}

/* Where the heads stand in it */
#define HEAD_IDENTIFY  8u
#define HEAD_SMART     (HEAD_IDENTIFY + 16 + 4096)
#define HEAD_ERRORS    (HEAD_SMART + 16 + 512)
#define HEAD_SELF_TEST (HEAD_ERRORS + 16 + 192)
#define HEAD_CACHE     (HEAD_SELF_TEST + 16)
#define HEAD_END       (HEAD_CACHE + 16 + 4)

static gboolean
parse (const guint8 *bytes, gsize length, GError **error)
{
  g_autofree DsNvmePages *pages = g_new (DsNvmePages, 1);
  /* Of exactly this length, so that a sanitizer sees a byte too many */
  g_autofree guint8 *copy = g_memdup2 (bytes, length);

  return ds_smart_frames_parse (copy, length, pages, error);
}

static void
assert_garbled (const guint8 *bytes, gsize length)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (parse (bytes, length, &error));
  g_assert_error (error, DS_DRIVE_ERROR, DS_DRIVE_ERROR_GARBLED);
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
test_good (void)
{
  g_autoptr (GByteArray) bytes = make_frames ();
  g_autofree DsNvmePages *pages = g_new (DsNvmePages, 1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (bytes->len, ==, HEAD_END + 16);
  g_assert_true (ds_smart_frames_parse (bytes->data, bytes->len, pages, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_IDENTIFY].length, ==, 4096);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_IDENTIFY].bytes[255], ==, 0);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_SMART].length, ==, 512);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_SMART].bytes[0], ==, 2);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_ERRORS].length, ==, 192);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_SELF_TEST].length, ==, 0);
  g_assert_cmpint (pages->page[DS_NVME_PAGE_SELF_TEST].result.error, ==, EOPNOTSUPP);
  g_assert_cmpuint (pages->page[DS_NVME_PAGE_WRITE_CACHE].bytes[3], ==, 8);
}

static void
test_nothing_readable (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree DsNvmePages *pages = g_new (DsNvmePages, 1);

  g_byte_array_append (bytes, (const guint8 *) DS_SMART_FRAMES_MAGIC, DS_SMART_FRAMES_MAGIC_SIZE);
  for (guint32 i = 0; i < DS_NVME_N_PAGES; i++)
    put_page (bytes, i + 1, i == 0 ? 0x006 : 0, i == 0 ? 0 : EACCES, 0);
  put_page (bytes, 0, 0, 0, 0);
  g_assert_true (ds_smart_frames_parse (bytes->data, bytes->len, pages, NULL));
  g_assert_cmphex (pages->page[DS_NVME_PAGE_IDENTIFY].result.status, ==, 0x006);
  g_assert_cmpstr (ds_nvme_result_id (pages->page[DS_NVME_PAGE_SMART].result), ==, "not-permitted");
}

static void
test_truncated (void)
{
  g_autoptr (GByteArray) bytes = make_frames ();

  for (gsize length = 0; length < bytes->len; length++)
    assert_garbled (bytes->data, length);
}

static void
test_too_long (void)
{
  g_autoptr (GByteArray) bytes = make_frames ();
  g_autofree guint8 *huge = g_malloc0 (DS_SMART_FRAMES_MAX_SIZE + 1);

  g_byte_array_append (bytes, (const guint8 *) "", 1);
  assert_garbled (bytes->data, bytes->len);
  memcpy (huge, bytes->data, bytes->len);
  assert_garbled (huge, DS_SMART_FRAMES_MAX_SIZE);
  assert_garbled (huge, DS_SMART_FRAMES_MAX_SIZE + 1);
}

/* One number of a head is changed: nothing of that may be taken for a page. */
static void
test_heads (void)
{
  static const struct {
    gsize offset;
    guint32 number;
  } rows[] = {
    { 0, 0 },                      /* the beginning */
    { 4, 0x32545241 },             /* of another version */
    { HEAD_IDENTIFY, 0 },          /* an end too early */
    { HEAD_IDENTIFY, 2 },          /* another page */
    { HEAD_IDENTIFY, 0xffffffff }, /* no page at all */
    { HEAD_IDENTIFY + 4, 0x800 },  /* a status that cannot be */
    { HEAD_IDENTIFY + 4, 2 },      /* refused, and bytes all the same */
    { HEAD_IDENTIFY + 8, EACCES }, /* the same for an errno */
    { HEAD_IDENTIFY + 12, 0 },     /* read, and no bytes */
    { HEAD_IDENTIFY + 12, 4095 },  /* lengths that are not the page's */
    { HEAD_IDENTIFY + 12, 4097 },
    { HEAD_IDENTIFY + 12, 0xffffffff },
    { HEAD_IDENTIFY + 12, 0x7fffffff },
    { HEAD_SMART, 1 }, /* the same page twice */
    { HEAD_SMART + 12, 511 },
    { HEAD_SMART + 12, 4096 },
    { HEAD_ERRORS + 12, 0 },
    { HEAD_ERRORS + 12, 100 },          /* half an entry */
    { HEAD_ERRORS + 12, 4096 },         /* more than is there */
    { HEAD_ERRORS + 12, 8192 },         /* more than was asked */
    { HEAD_SELF_TEST + 8, 0 },          /* read, and no bytes */
    { HEAD_SELF_TEST + 8, 0xffffffff }, /* an errno that cannot be */
    { HEAD_SELF_TEST + 12, 564 },       /* not read, and bytes */
    { HEAD_CACHE + 12, 8 },
    { HEAD_END, 1 }, /* an end that is none */
    { HEAD_END, 6 },
    { HEAD_END + 4, 1 },
    { HEAD_END + 8, 1 },
    { HEAD_END + 12, 16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GByteArray) bytes = make_frames ();
    guint32 number = GUINT32_TO_LE (rows[i].number);

    memcpy (bytes->data + rows[i].offset, &number, sizeof number);
    assert_garbled (bytes->data, bytes->len);
  }
}

static void
test_garbage (void)
{
  for (guint round = 0; round < 2000; round++) {
    g_autoptr (GByteArray) bytes = make_frames ();
    gsize length = (gsize) g_test_rand_int_range (0, (gint32) bytes->len + 1);

    /* Bytes of any kind, behind a beginning as it should be in half of the cases */
    for (gsize i = round % 2 == 0 ? 0 : DS_SMART_FRAMES_MAGIC_SIZE; i < length; i++)
      bytes->data[i] = (guint8) g_test_rand_int_range (0, 256);
    assert_garbled (bytes->data, length);
  }
}

static void
test_sentences (void)
{
  static const struct {
    DsNvmeResult result;
    DsDriveErrorCode code;
  } rows[] = {
    { { 0, EACCES }, DS_DRIVE_ERROR_PERMISSION }, { { 0, ENOENT }, DS_DRIVE_ERROR_NOT_FOUND },
    { { 0, ENODEV }, DS_DRIVE_ERROR_GONE },       { { 0, EOPNOTSUPP }, DS_DRIVE_ERROR_NOT_SUPPORTED },
    { { 0, EBUSY }, DS_DRIVE_ERROR_BUSY },        { { 0, ETIMEDOUT }, DS_DRIVE_ERROR_TIMED_OUT },
    { { 0x281, 0 }, DS_DRIVE_ERROR_REFUSED },     { { 0, EIO }, DS_DRIVE_ERROR_FAILED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = ds_drive_error_new_nvme ("nvme3", rows[i].result);

    g_assert_error (error, DS_DRIVE_ERROR, (int) rows[i].code);
    g_assert_nonnull (strstr (error->message, "nvme3"));
    g_assert_null (strchr (error->message, '%'));
    g_assert_true (g_str_has_suffix (error->message, "."));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/smart-frames/good", test_good);
  g_test_add_func ("/smart-frames/nothing-readable", test_nothing_readable);
  g_test_add_func ("/smart-frames/truncated", test_truncated);
  g_test_add_func ("/smart-frames/too-long", test_too_long);
  g_test_add_func ("/smart-frames/heads", test_heads);
  g_test_add_func ("/smart-frames/garbage", test_garbage);
  g_test_add_func ("/drive-error/sentences", test_sentences);
  return g_test_run ();
}
