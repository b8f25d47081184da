/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-pool.h"

#include <glib/gstdio.h>
#include <string.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)

/* What is left of the data after zstd -1, as a share; -1 where there is no zstd */
static double
compress (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("test-pool-XXXXXX", &error);
  g_autofree char *plain = g_build_filename (folder, "plain", NULL);
  g_autofree char *packed = g_build_filename (folder, "packed", NULL);
  const char *command[] = { "zstd", "-1", "-q", "-o", packed, plain, NULL };
  double left = -1;
  int status = 0;
  GStatBuf info;

  g_assert_no_error (error);
  g_file_set_contents (plain, (const char *) data, (gssize) size, &error);
  g_assert_no_error (error);
  if (g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL)) {
    g_assert_cmpint (status, ==, 0);
    g_assert_cmpint (g_stat (packed, &info), ==, 0);
    left = (double) info.st_size / (double) size;
    g_unlink (packed);
  }
  g_unlink (plain);
  g_rmdir (folder);
  return left;
}

/* What a job that writes blocks of this size sends to a drive, one block after the other */
static GByteArray *
write_out (DsPool *pool, guint64 block_size, gsize size, guint64 *serial)
{
  GByteArray *written = g_byte_array_sized_new ((guint) size);

  for (gsize at = 0; written->len < size; at = (at + block_size) % (pool->memory.size - block_size + 1)) {
    at -= at % block_size;
    ds_pool_stamp (pool, pool->memory.data + at, block_size, written->len, serial);
    g_byte_array_append (written, pool->memory.data + at, (guint) block_size);
  }
  return written;
}

static void
assert_unique (const guint8 *data, gsize size, gsize unit)
{
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (gsize at = 0; at < size; at += unit)
    g_assert_true (g_hash_table_add (seen, g_bytes_new_static (data + at, unit)));
}

static void
test_share (gconstpointer data)
{
  const guint percent = GPOINTER_TO_UINT (data);
  const guint64 blocks[] = { 512, 4096, 65536, MIB };
  guint64 serial = 0;
  DsPool pool;

  ds_pool_init (&pool, 3);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++) {
    g_autoptr (GByteArray) written = NULL;
    double left;

    g_assert_true (ds_pool_make (&pool, 0, percent, blocks[i], NULL));
    g_assert_cmpuint (pool.memory.size, >=, DS_POOL_MINIMUM);
    /* Twice the pool: what is written again must be as new as what was written first. */
    written = write_out (&pool, blocks[i], 2 * pool.memory.size, &serial);
    if (percent > 0) {
      assert_unique (written->data, written->len, MIN (blocks[i], 4096));
    } else {
      g_assert_cmpuint (written->data[0], ==, 0);
      g_assert_cmpint (memcmp (written->data, written->data + 1, written->len - 1), ==, 0);
    }

    left = compress (written->data, written->len);
    if (left < 0) {
      g_test_skip ("zstd is not installed");
      break;
    }
    g_test_message ("%u %% in blocks of %" G_GUINT64_FORMAT ": zstd -1 leaves %.2f %%", percent, blocks[i],
                    left * 100);
    if (percent == 100)
      g_assert_cmpfloat (left, >=, 1);
    else if (percent == 0)
      g_assert_cmpfloat (left, <, 0.001);
    else
      /* The zeros between cost zstd some bytes, more where blocks are small. */
      g_assert_cmpfloat_with_epsilon (left, percent / 100.0, blocks[i] < 4096 ? 0.04 : 0.015);
  }
  ds_pool_clear (&pool);
}

static void
test_kept (void)
{
  guint64 serial = 0;
  guint8 *data;
  DsPool pool;

  ds_pool_init (&pool, 3);
  g_assert_true (ds_pool_make (&pool, 0, 100, 4096, NULL));
  data = pool.memory.data;
  data[100] = 77;
  g_assert_true (ds_pool_make (&pool, DS_POOL_MINIMUM, 100, MIB, NULL));
  g_assert_true (pool.memory.data == data);
  g_assert_cmpuint (data[100], ==, 77);

  /* From all zero back to random: nothing of the zeros may stay. */
  g_assert_true (ds_pool_make (&pool, 0, 0, 4096, NULL));
  g_assert_cmpuint (data[100], ==, 0);
  ds_pool_stamp (&pool, data, 4096, 0, &serial);
  g_assert_cmpuint (serial, ==, 0);
  g_assert_true (ds_pool_make (&pool, 0, 100, 4096, NULL));
  assert_unique (pool.memory.data, pool.memory.size, 4096);

  /* Larger where a job needs it, and given back by the next that does not */
  g_assert_true (ds_pool_make (&pool, 80 * MIB, 100, MIB, NULL));
  g_assert_cmpuint (pool.memory.size, >=, 80 * MIB);
  assert_unique (pool.memory.data, pool.memory.size, 4096);
  g_assert_true (ds_pool_make (&pool, 0, 100, MIB, NULL));
  g_assert_cmpuint (pool.memory.size, <=, 64 * MIB);
  ds_pool_clear (&pool);
}

/* What was written is known again by its offset and its stamp, and whatever else is there instead is not. */
static void
test_compare (gconstpointer data)
{
  const guint percent = GPOINTER_TO_UINT (data);
  const guint64 blocks[] = { 512, 4096, 65536, MIB };
  guint64 serial = 0, first = 77;
  DsPool pool;

  ds_pool_init (&pool, 3);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++) {
    g_autoptr (GByteArray) written = NULL;
    guint64 block = blocks[i], unit = MIN (block, 4096);

    g_assert_true (ds_pool_make (&pool, 0, percent, block, NULL));
    written = write_out (&pool, block, 4 * MIB, &serial);
    g_assert_cmpuint (ds_pool_compare (&pool, written->data, written->len, 0, &first), ==, 0);
    g_assert_cmpuint (first, ==, 77);

    /* One bit, anywhere */
    for (guint j = 0; j < 64; j++) {
      guint64 at = (j * G_GUINT64_CONSTANT (2654435761)) % written->len;

      written->data[at] ^= (guint8) (1u << j % 8);
      g_assert_cmpuint (ds_pool_compare (&pool, written->data, written->len, 0, &first), ==, unit);
      g_assert_cmpuint (first, ==, at - at % unit);
      written->data[at] ^= (guint8) (1u << j % 8);
      first = 77;
    }
    /* A block in another's place: an address that wraps around */
    if (percent > 0)
      g_assert_cmpuint (ds_pool_compare (&pool, written->data, block, block, &first), ==, block);
    /* Nothing was written */
    memset (written->data, percent > 0 ? 0 : 1, block);
    g_assert_cmpuint (ds_pool_compare (&pool, written->data, written->len, 0, &first), ==, block);
    first = 77;
  }
  ds_pool_clear (&pool);
}

/* Stopped while it is made: there is no pool then, and the next job makes it anew. */
static void
test_stopped (void)
{
  _Atomic gboolean stop = TRUE;
  DsPool pool;

  ds_pool_init (&pool, 3);
  g_assert_true (ds_pool_make (&pool, 0, 100, 4096, &stop));
  g_assert_true (pool.memory.data[0] == 0);
  stop = FALSE;
  g_assert_true (ds_pool_make (&pool, 0, 100, 4096, &stop));
  assert_unique (pool.memory.data, pool.memory.size, 4096);
  ds_pool_clear (&pool);
}

/* Another run of the program writes other blocks. */
static void
test_nonce (void)
{
  guint64 serials[2] = { 0, 0 };
  DsPool pools[2];

  for (guint i = 0; i < 2; i++) {
    ds_pool_init (&pools[i], 3);
    g_assert_true (ds_pool_make (&pools[i], 0, 100, 4096, NULL));
  }
  g_assert_cmpmem (pools[0].memory.data, 4096, pools[1].memory.data, 4096);
  for (guint i = 0; i < 2; i++)
    ds_pool_stamp (&pools[i], pools[i].memory.data, 4096, 0, &serials[i]);
  g_assert_cmpint (memcmp (pools[0].memory.data, pools[1].memory.data, DS_POOL_STAMP), !=, 0);
  g_assert_cmpmem (pools[0].memory.data + DS_POOL_STAMP, 4096 - DS_POOL_STAMP,
                   pools[1].memory.data + DS_POOL_STAMP, 4096 - DS_POOL_STAMP);
  for (guint i = 0; i < 2; i++)
    ds_pool_clear (&pools[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/pool/100", GUINT_TO_POINTER (100), test_share);
  g_test_add_data_func ("/engine/pool/67", GUINT_TO_POINTER (67), test_share);
  g_test_add_data_func ("/engine/pool/46", GUINT_TO_POINTER (46), test_share);
  g_test_add_data_func ("/engine/pool/8", GUINT_TO_POINTER (8), test_share);
  g_test_add_data_func ("/engine/pool/0", GUINT_TO_POINTER (0), test_share);
  g_test_add_func ("/engine/pool/kept", test_kept);
  g_test_add_func ("/engine/pool/stopped", test_stopped);
  g_test_add_func ("/engine/pool/nonce", test_nonce);
  g_test_add_data_func ("/engine/pool/compare/100", GUINT_TO_POINTER (100), test_compare);
  g_test_add_data_func ("/engine/pool/compare/8", GUINT_TO_POINTER (8), test_compare);
  g_test_add_data_func ("/engine/pool/compare/0", GUINT_TO_POINTER (0), test_compare);
  return g_test_run ();
}
