/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-test-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "job-loop.h"
#include "mounts.h"

/* What the engine does where the kernel, a drive or a limit says no: ends cleanly with a sentence, or goes on with
 * less and says so. */

#define SIZE (4 * MIB)

static DsTestFile *
open_on (Mount *mount)
{
  g_autoptr (GError) error = NULL;
  DsTestFile *file = ds_test_file_open (mount->path, SIZE, DS_TEST_FILE_DIRECT, &error);

  g_assert_no_error (error);
  return file;
}

static DsTestFile *
open_zero (void)
{
  return ds_test_file_new_for_fd (open ("/dev/zero", O_RDONLY | O_CLOEXEC), 64 * MIB, 512, DS_TEST_FILE_READ_ONLY);
}

static const DsJob reads = {
  .access = DS_ACCESS_SEQUENTIAL,
  .block_size = 4096,
  .queue_depth = 1,
  .threads = 1,
  .read_percent = 100,
  .data_percent = 100,
  .bytes = SIZE,
};

static const DsBackendKind backends[] = { DS_BACKEND_URING, DS_BACKEND_SYNC };

/* The job began and ended with this error, and what came before it is counted. */
static void
assert_fails (
    DsRunner *runner, DsTestFile *file, const DsJob *job, DsEngineErrorCode code, const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DsJobResult) result = job_loop_run (NULL, runner, file, job, &error);

  g_assert_no_error (error);
  g_assert_error (result->error, DS_ENGINE_ERROR, (int) code);
  g_assert_false (result->stopped);
  g_test_message ("%s", result->error->message);
  for (; *words != NULL; words++)
    if (strstr (result->error->message, *words) == NULL)
      g_error ("“%s” does not hold “%s”", result->error->message, *words);
  if (job->kind == DS_JOB_MEASURE && job->queue_depth == 1 && job->threads == 1 && job->read_percent == 100)
    g_assert_cmpuint (result->bytes[DS_READ], ==, result->total_bytes[DS_READ]);
}

typedef struct {
  const char *options;
  guint read_percent;
  DsDurability durability;
  DsJobKind kind;
  DsEngineErrorCode code;
  const char *words[5];
} Fault;

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;

  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    for (guint many = 0; many < 2; many++) {
      g_autoptr (Mount) mount = mount_new_failfs (fault->options);
      g_autoptr (DsTestFile) file = NULL;
      g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
      DsJob job = reads;
      const char *const *words = fault->words;
      const char *const none[] = { NULL };

      if (mount == NULL)
        return;
      file = open_on (mount);
      /* The imaginary file is made of zeros that are there. */
      g_assert_cmpint (ftruncate (ds_test_file_get_fd (file), SIZE), ==, 0);
      job.kind = fault->kind;
      job.read_percent = fault->read_percent;
      job.durability = fault->durability;
      if (many) {
        /* Which of several outstanding I/Os fails first is not known. */
        job.queue_depth = 4;
        job.threads = 3;
        words = none;
      }
      assert_fails (runner, file, &job, fault->code, words);
    }
}

static const Fault faults[] = {
  { "fail_read=1048576",
    100,
    DS_DURABILITY_OFF,
    DS_JOB_MEASURE,
    DS_ENGINE_ERROR_IO,
    { "Reading 4096 bytes", "offset 1048576", "(EIO)" } },
  { "fail_write=1048576",
    0,
    DS_DURABILITY_OFF,
    DS_JOB_MEASURE,
    DS_ENGINE_ERROR_IO,
    { "Writing 4096 bytes", "offset 1048576", "(EIO)" } },
  { "fail_write=1048576,error=28",
    0,
    DS_DURABILITY_OFF,
    DS_JOB_MEASURE,
    DS_ENGINE_ERROR_NO_SPACE,
    { "1048576", "(ENOSPC)" } },
  { "fail_write=1048576,error=122",
    0,
    DS_DURABILITY_OFF,
    DS_JOB_MEASURE,
    DS_ENGINE_ERROR_NO_SPACE,
    { "(EDQUOT)" } },
  { "fail_write=1048576,error=30",
    0,
    DS_DURABILITY_OFF,
    DS_JOB_MEASURE,
    DS_ENGINE_ERROR_READ_ONLY,
    { "(EROFS)" } },
  { "fail_read=1048576,error=19", 100, DS_DURABILITY_OFF, DS_JOB_MEASURE, DS_ENGINE_ERROR_GONE, { "(ENODEV)" } },
  { "empty_read=1048576",
    100,
    DS_DURABILITY_OFF,
    DS_JOB_MEASURE,
    DS_ENGINE_ERROR_GONE,
    { "Reading 4096 bytes", "offset 1048576", "no data and no error" } },
  { "fail_fsync", 0, DS_DURABILITY_FLUSH, DS_JOB_MEASURE, DS_ENGINE_ERROR_IO, { "Flushing", "(EIO)" } },
  { "fail_fsync", 0, DS_DURABILITY_OFF, DS_JOB_PREPARE, DS_ENGINE_ERROR_IO, { "Flushing", "(EIO)" } },
  { "fail_write=2097152", 0, DS_DURABILITY_OFF, DS_JOB_PREPARE, DS_ENGINE_ERROR_IO, { "Writing", "(EIO)" } },
};

/* No transfer moves more than 1000 bytes: each I/O is continued until it is whole, and counts once. FUSE itself
 * turns a short write through io_uring into EIO: writes are tried with system calls. */
static void
test_short (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    g_autoptr (Mount) mount = mount_new_failfs ("short=1000");
    g_autoptr (DsTestFile) file = NULL;
    g_autoptr (DsRunner) writer = ds_runner_new (DS_BACKEND_SYNC, 1);
    g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
    g_autoptr (DsJobResult) written = NULL;
    g_autoptr (DsJobResult) read = NULL;
    g_autoptr (GHashTable) seen =
        g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
    g_autofree guint8 *data = g_malloc0 (SIZE);
    DsJob job = reads;
    gsize got = 0;

    if (mount == NULL)
      return;
    file = ds_test_file_open (mount->path, SIZE, 0, NULL);
    g_assert_nonnull (file);
    job.queue_depth = 4;
    job.read_percent = 0;
    written = job_loop_run_well (NULL, writer, file, &job);
    g_assert_cmpuint (written->ios[DS_WRITE], ==, SIZE / 4096);
    g_assert_cmpuint (written->total_bytes[DS_WRITE], ==, SIZE);
    job.read_percent = 100;
    read = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (read->ios[DS_READ], ==, SIZE / 4096);
    g_assert_cmpuint (read->total_bytes[DS_READ], ==, SIZE);

    while (got < SIZE) {
      gssize part = pread (ds_test_file_get_fd (file), data + got, SIZE - got, (off_t) got);

      g_assert_cmpint (part, >, 0);
      got += (gsize) part;
    }
    for (gsize at = 0; at < SIZE; at += 4096) {
      g_assert_cmpint (memcmp (data + at + 2000, data + at + 2001, 2000), !=, 0);
      g_assert_true (g_hash_table_add (seen, g_bytes_new_static (data + at, 4096)));
    }
  }
}

/* "Again" for ever is a failure too, of which system calls tell. Inside io_uring the kernel itself tries again and
 * again: there it can be stopped. */
static void
test_again (gconstpointer data)
{
  int errnum = GPOINTER_TO_INT (data);
  g_autofree char *options = g_strdup_printf ("fail_read=1048576,error=%d", errnum);
  g_autoptr (Mount) mount = mount_new_failfs (options);
  g_autoptr (DsTestFile) file = NULL;
  g_autoptr (DsRunner) sync = ds_runner_new (DS_BACKEND_SYNC, 1);
  g_autoptr (DsRunner) uring = ds_runner_new (DS_BACKEND_URING, 1);
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (GError) error = NULL;
  const char *const words[] = { "offset 1048576", strerrorname_np (errnum), NULL };
  JobLoop loop = { .stop_after = 200 };

  if (mount == NULL)
    return;
  file = open_on (mount);
  g_assert_cmpint (ftruncate (ds_test_file_get_fd (file), SIZE), ==, 0);
  assert_fails (sync, file, &reads, DS_ENGINE_ERROR_IO, words);
  result = job_loop_run (&loop, uring, file, &reads, &error);
  g_assert_no_error (error);
  g_assert_true (result->stopped || result->error != NULL);
  g_assert_cmpint (loop.stop_took, <, 1000000);
}

/* A target of known slowness: its delay is the latency, and stopping waits for it, no longer. */
static void
test_delay (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    g_autoptr (Mount) mount = mount_new_failfs ("delay=5000");
    g_autoptr (DsTestFile) file = NULL;
    g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
    g_autoptr (DsJobResult) result = NULL;
    g_autoptr (DsJobResult) stopped = NULL;
    JobLoop loop = { .stop_after = 100 };
    DsJob job = reads;

    if (mount == NULL)
      return;
    file = open_on (mount);
    job.bytes = 0;
    job.seconds = 0.5;
    job.read_percent = 0;
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (result->ios[DS_WRITE], <=, 100);
    g_assert_cmpuint (result->ios[DS_WRITE], >=, 20);
    g_assert_cmpfloat (ds_histogram_mean (&result->latency[DS_WRITE]), >=, 5e6);
    g_assert_cmpfloat (ds_histogram_percentile (&result->latency[DS_WRITE], 1), >=, 5e6 * 127 / 128);

    job.seconds = 100;
    job.queue_depth = 32;
    stopped = job_loop_run_well (&loop, runner, file, &job);
    g_assert_true (stopped->stopped);
    g_test_message ("idle %.1f ms after stopping", (double) loop.stop_took / 1000);
    g_assert_cmpint (loop.stop_took, <, 1000000);
  }
}

/* A flush is timed on its own, and its write without it. */
static void
test_flush_delay (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    g_autoptr (Mount) mount = mount_new_failfs ("fsync_delay=20000");
    g_autoptr (DsTestFile) file = NULL;
    g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
    g_autoptr (DsJobResult) result = NULL;
    DsJob job = reads;

    if (mount == NULL)
      return;
    file = open_on (mount);
    job.read_percent = 0;
    job.durability = DS_DURABILITY_FLUSH;
    job.bytes = 20 * 4096;
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_cmpuint (result->ios[DS_WRITE], ==, 20);
    g_assert_cmpuint (result->flush.count, ==, 20);
    g_assert_cmpfloat (ds_histogram_percentile (&result->flush, 1), >=, 20e6 * 127 / 128);
    g_assert_cmpfloat (ds_histogram_percentile (&result->latency[DS_WRITE], 50), <, 10e6);
    g_assert_cmpint (result->window_ns, >=, 20 * 20000000);
  }
}

static void
test_shrinks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    g_autoptr (DsTestFile) file = job_loop_new_file (SIZE);
    g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
    const char *const words[] = { "Reading", "shorter", NULL };

    if (file == NULL)
      return;
    g_assert_cmpint (ftruncate (ds_test_file_get_fd (file), MIB), ==, 0);
    assert_fails (runner, file, &reads, DS_ENGINE_ERROR_IO, words + 1);
  }
}

/* Real file systems: written full without a hole, and every kind of I/O */
static void
test_file_system (gconstpointer data)
{
  const MountSpec *spec = data;
  g_autoptr (Mount) mount = mount_new_loop (spec);
  g_autoptr (DsTestFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (mount == NULL)
    return;
  file = ds_test_file_open (mount->path, 16 * MIB, DS_TEST_FILE_DIRECT, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
    const DsJob prepare = { .kind = DS_JOB_PREPARE, .data_percent = 100 };
    g_autoptr (DsJobResult) prepared = job_loop_run_well (NULL, runner, file, &prepare);

    g_assert_cmpuint (prepared->total_bytes[DS_WRITE], ==, 16 * MIB);
    g_assert_cmpint (prepared->unwritten_bytes, ==, 0);
    for (guint durability = DS_DURABILITY_OFF; durability <= DS_DURABILITY_FLUSH; durability++) {
      DsJob job = reads;
      g_autoptr (DsJobResult) result = NULL;

      job.access = DS_ACCESS_RANDOM;
      job.queue_depth = 8;
      job.threads = 2;
      job.read_percent = 50;
      job.bytes = MIB;
      job.durability = durability;
      result = job_loop_run_well (NULL, runner, file, &job);
      g_assert_cmpuint (result->total_bytes[DS_READ] + result->total_bytes[DS_WRITE], ==, MIB);
    }
    g_assert_cmpint (ds_test_file_unwritten_bytes (file), ==, 0);
  }
}

/* Somebody else fills the file system after the test file was opened. */
static void
test_full (void)
{
  const MountSpec spec = { .type = "ext4", .size = 64 * MIB };
  g_autoptr (Mount) mount = mount_new_loop (&spec);

  if (mount == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++) {
    g_autoptr (DsRunner) runner = ds_runner_new (backends[i], 1);
    g_autoptr (GError) error = NULL;
    g_autoptr (DsTestFile) file = ds_test_file_open (mount->path, 16 * MIB, DS_TEST_FILE_DIRECT, &error);
    g_autofree char *other = g_build_filename (mount->path, "other", NULL);
    g_autofree char *block = g_malloc0 (MIB);
    const DsJob prepare = { .kind = DS_JOB_PREPARE, .data_percent = 100 };
    const char *const words[] = { "Writing", "(ENOSPC)", NULL };
    int fd;

    g_assert_no_error (error);
    fd = open (other, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    while (write (fd, block, MIB) > 0)
      continue;
    g_assert_cmpint (errno, ==, ENOSPC);
    close (fd);
    assert_fails (runner, file, &prepare, DS_ENGINE_ERROR_NO_SPACE, words);
    g_assert_cmpint (unlink (other), ==, 0);
  }
}

/* From here on in this process and what it starts, number answers errnum. */
static void
refuse (int number, int errnum)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (guint32) number, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((guint32) errnum & SECCOMP_RET_DATA)),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { .len = G_N_ELEMENTS (filter), .filter = filter };

  g_assert_cmpint (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), ==, 0);
  g_assert_cmpint (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), ==, 0);
}

static void
run_in_subprocess (void)
{
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
check_refused (int errnum, const char *word)
{
  g_autoptr (DsTestFile) file = open_zero ();
  g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
  g_autoptr (DsRunner) strict = ds_runner_new (DS_BACKEND_URING, 1);
  g_autoptr (DsJobResult) result = NULL;
  g_autoptr (GError) error = NULL;
  DsJob job = reads;

  job.queue_depth = 4;
  job.threads = 2;
  refuse (SYS_io_uring_setup, errnum);
  result = job_loop_run_well (NULL, runner, file, &job);
  g_assert_cmpint (result->backend, ==, DS_BACKEND_SYNC);
  g_assert_cmpstr (result->engine, ==, "sync (pread and pwritev2, 8 threads)");
  g_assert_nonnull (strstr (result->engine_reason, word));
  g_assert_cmpuint (result->bytes[DS_READ], ==, SIZE);

  g_assert_null (job_loop_run (NULL, strict, file, &job, &error));
  g_assert_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_NO_URING);
  g_assert_nonnull (strstr (error->message, word));
}

static void
test_refused (gconstpointer data)
{
  int errnum = GPOINTER_TO_INT (data);

  if (g_test_subprocess ())
    check_refused (errnum, strerrorname_np (errnum));
  else
    run_in_subprocess ();
}

static void
test_register_refused (void)
{
  if (g_test_subprocess ()) {
    g_autoptr (DsTestFile) file = open_zero ();
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
    g_autoptr (DsJobResult) result = NULL;

    refuse (SYS_io_uring_register, EPERM);
    result = job_loop_run_well (NULL, runner, file, &reads);
    g_assert_cmpint (result->backend, ==, DS_BACKEND_URING);
    g_assert_true (g_str_has_prefix (result->engine, "io_uring (plain file and buffers"));
    g_assert_cmpuint (result->bytes[DS_READ], ==, SIZE);
    return;
  }
  run_in_subprocess ();
}

/* A limit inside a block: the write is short, its rest is tried and named. */
static void
test_short_write (gconstpointer data)
{
  const DsBackendKind backend = (DsBackendKind) GPOINTER_TO_INT (data);

  if (g_test_subprocess ()) {
    g_autoptr (DsTestFile) file = ds_test_file_new_for_fd (memfd_create ("short", MFD_CLOEXEC), SIZE, 512, 0);
    g_autoptr (DsRunner) runner = ds_runner_new (backend, 1);
    const struct rlimit limits = { MIB + 1000, MIB + 1000 };
    const char *const words[] = { "Writing 3096 bytes", "offset 1049576", "(EFBIG)", NULL };
    DsJob job = reads;

    signal (SIGXFSZ, SIG_IGN);
    g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limits), ==, 0);
    job.read_percent = 0;
    assert_fails (runner, file, &job, DS_ENGINE_ERROR_NO_SPACE, words);
    return;
  }
  run_in_subprocess ();
}

static gboolean
drop_rights (int limit, rlim_t value)
{
  const struct rlimit limits = { value, value };

  return setrlimit (limit, &limits) == 0 && (geteuid () != 0 || setresuid (65534, 65534, 65534) == 0);
}

/* Without the right to lock memory: plain buffers, and the result says so. */
static void
test_locked_memory (void)
{
  if (g_test_subprocess ()) {
    g_autoptr (DsTestFile) file = open_zero ();
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_URING, 1);
    g_autoptr (DsJobResult) result = NULL;
    DsJob job = reads;

    job.block_size = 64 * KIB;
    job.queue_depth = 32;
    g_assert_true (drop_rights (RLIMIT_MEMLOCK, 256 * KIB));
    result = job_loop_run_well (NULL, runner, file, &job);
    g_assert_true (g_str_has_prefix (result->engine, "io_uring (registered file, plain buffers"));
    g_assert_cmpuint (result->bytes[DS_READ], ==, SIZE);
    return;
  }
  run_in_subprocess ();
}

/* Neither the conductor nor the workers find a thread to run on. */
static void
test_threads (gconstpointer data)
{
  rlim_t limit = GPOINTER_TO_UINT (data);

  if (g_test_subprocess ()) {
    g_autoptr (DsTestFile) file = open_zero ();
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_AUTO, 1);
    g_autoptr (GError) error = NULL;
    g_autoptr (DsJobResult) before = job_loop_run_well (NULL, runner, file, &reads);
    DsJob job = reads;

    /* GLib has started a thread of its own for that one, and now needs no more. */
    job.threads = 64;
    g_assert_true (drop_rights (RLIMIT_NPROC, limit));
    g_assert_null (job_loop_run (NULL, runner, file, &job, &error));
    g_assert_error (error, DS_ENGINE_ERROR, DS_ENGINE_ERROR_FAILED);
    g_assert_nonnull (strstr (error->message, "(EAGAIN)"));
    g_assert_false (ds_runner_get_running (runner));
    /* What looks for leaks at a regular end would need one more thread. */
    _exit (EXIT_SUCCESS);
  }
  if (geteuid () != 0) {
    g_test_skip ("limiting the threads of a user without any needs root");
    return;
  }
  run_in_subprocess ();
}

/* No more descriptors: for the eventfds, or for the rings of some workers */
static void
test_descriptors (gconstpointer data)
{
  rlim_t more = GPOINTER_TO_UINT (data);

  if (g_test_subprocess ()) {
    g_autoptr (DsTestFile) file = open_zero ();
    g_autoptr (DsRunner) runner = ds_runner_new (DS_BACKEND_URING, 1);
    g_autoptr (GError) error = NULL;
    g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
    int next = dup (0);
    const struct rlimit limits = { (rlim_t) next + more, (rlim_t) next + more };
    DsJob job = reads;

    close (next);
    job.threads = 8;
    g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limits), ==, 0);
    g_assert_null (job_loop_run (NULL, runner, file, &job, &error));
    g_assert_nonnull (error);
    g_assert_nonnull (strstr (error->message, "(EMFILE)"));
    return;
  }
  run_in_subprocess ();
}

static const MountSpec file_systems[] = {
  { .type = "ext4", .size = 64 * MIB },
  { .type = "ext4", .size = 64 * MIB, .sector = 4096 },
  { .type = "xfs", .size = 512 * MIB },
  { .type = "btrfs", .size = 256 * MIB },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mounts_enter ();
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/faults/%u/%s/%s", i, faults[i].options,
                                             faults[i].kind == DS_JOB_PREPARE              ? "prepare"
                                             : faults[i].durability == DS_DURABILITY_OFF   ? "off"
                                             : faults[i].durability == DS_DURABILITY_DSYNC ? "dsync"
                                                                                           : "flush");

    g_test_add_data_func (path, &faults[i], test_fault);
  }
  g_test_add_data_func ("/engine/faults/again/eagain", GINT_TO_POINTER (EAGAIN), test_again);
  g_test_add_data_func ("/engine/faults/again/eintr", GINT_TO_POINTER (EINTR), test_again);
  g_test_add_func ("/engine/faults/short", test_short);
  g_test_add_data_func ("/engine/faults/short-write/uring", GINT_TO_POINTER (DS_BACKEND_URING), test_short_write);
  g_test_add_data_func ("/engine/faults/short-write/sync", GINT_TO_POINTER (DS_BACKEND_SYNC), test_short_write);
  g_test_add_func ("/engine/faults/delay", test_delay);
  g_test_add_func ("/engine/faults/flush-delay", test_flush_delay);
  g_test_add_func ("/engine/faults/shrinks", test_shrinks);
  for (guint i = 0; i < G_N_ELEMENTS (file_systems); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/faults/file-systems/%s-%u", file_systems[i].type, i);

    g_test_add_data_func (path, &file_systems[i], test_file_system);
  }
  g_test_add_func ("/engine/faults/full", test_full);
  g_test_add_data_func ("/engine/faults/refused/eperm", GINT_TO_POINTER (EPERM), test_refused);
  g_test_add_data_func ("/engine/faults/refused/enosys", GINT_TO_POINTER (ENOSYS), test_refused);
  g_test_add_data_func ("/engine/faults/refused/enomem", GINT_TO_POINTER (ENOMEM), test_refused);
  g_test_add_func ("/engine/faults/register-refused", test_register_refused);
  g_test_add_func ("/engine/faults/locked-memory", test_locked_memory);
  g_test_add_data_func ("/engine/faults/threads/none", GUINT_TO_POINTER (1), test_threads);
  g_test_add_data_func ("/engine/faults/threads/some", GUINT_TO_POINTER (10), test_threads);
  g_test_add_data_func ("/engine/faults/descriptors/none", GUINT_TO_POINTER (1), test_descriptors);
  g_test_add_data_func ("/engine/faults/descriptors/some", GUINT_TO_POINTER (5), test_descriptors);
  return g_test_run ();
}
