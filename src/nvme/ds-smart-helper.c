/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ds-smart-helper.h"

#include "ds-smart-frames-format.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The last words in plain English, without anything that came from outside: the program that started this makes
 * the sentence from the status. Ends without the work of exit(), which would need more than the filter lets
 * through. */
static _Noreturn void
end (DsSmartHelperStatus status, const char *words)
{
  ssize_t ignored = words != NULL ? write (STDERR_FILENO, words, strlen (words)) : 0;

  (void) ignored;
  _exit (status);
}

/* ---- Leaving behind whatever the caller set up ---- */

/* A closed standard descriptor would otherwise be that of the next file opened. These can only be read, so that
 * writing to a standard output that was closed fails as it should. */
static void
fill_standard_descriptors (void)
{
  int fd;

  do {
    fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
      _exit (DS_SMART_HELPER_OUTPUT);
  } while (fd <= STDERR_FILENO);
  close (fd);
}

static void
close_other_descriptors (void)
{
  struct rlimit limit = { 0 };

  if (syscall (SYS_close_range, STDERR_FILENO + 1, ~0u, 0) == 0)
    return;
  getrlimit (RLIMIT_NOFILE, &limit);
  for (rlim_t fd = STDERR_FILENO + 1; fd < limit.rlim_cur && fd < 1 << 20; fd++)
    close ((int) fd);
}

static void
start_afresh (void)
{
  sigset_t none;

  fill_standard_descriptors ();
  close_other_descriptors ();
  clearenv ();
  umask (077);
  for (int number = 1; number < NSIG; number++)
    signal (number, SIG_DFL);
  /* A reader that went away is noticed by the write. */
  signal (SIGPIPE, SIG_IGN);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  if (chdir ("/") != 0 || prctl (PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
    end (DS_SMART_HELPER_CONFINE, "drivescope-smart: The process could not be set up.\n");
}

/* ---- Giving up whatever reading does not need, once the controller is open ---- */

/* Log pages need CAP_SYS_ADMIN, and nothing else does. Where there is none (an ordinary user started this), the
 * drive says what it refuses. */
static bool
drop_capabilities (void)
{
  struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3, .pid = 0 };
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

  if (syscall (SYS_capget, &head, data) != 0)
    return false;
  for (unsigned i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
    data[i].permitted &= i == CAP_TO_INDEX (CAP_SYS_ADMIN) ? CAP_TO_MASK (CAP_SYS_ADMIN) : 0;
    data[i].effective = data[i].permitted;
    data[i].inheritable = 0;
  }
  return syscall (SYS_capset, &head, data) == 0;
}

#define ADMIN_COMMAND    0xc0484e41u /* NVME_IOCTL_ADMIN_CMD */
#define ADMIN_COMMAND_64 0xc0504e47u /* NVME_IOCTL_ADMIN64_CMD */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

/* From here on the process may send admin commands to what it has open, write what it read, and end; it can
 * neither open nor start anything. Everything else fails with EPERM. */
static bool
filter_system_calls (void)
{
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
#ifdef ARCHITECTURE
#define LOAD(field) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, field))
#define ALLOW       BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define MAY(call)   BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), ALLOW
  struct sock_filter rules[] = {
    LOAD (arch),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    LOAD (nr),
    MAY (SYS_write),
    MAY (SYS_exit_group),
    MAY (SYS_brk), /* memory, should libnvme ask for some */
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
    REFUSE,
    LOAD (args[1]), /* the lower half, which is the whole number on these architectures */
    MAY (ADMIN_COMMAND),
    MAY (ADMIN_COMMAND_64),
    REFUSE,
  };
  struct sock_fprog program = { .len = sizeof rules / sizeof rules[0], .filter = rules };

  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
  return true;
#endif
}

/* ---- Handing over ---- */

static uint8_t output[DS_SMART_FRAMES_MAX_SIZE];
static size_t output_length;

static void
put (const void *bytes, size_t length)
{
  memcpy (output + output_length, bytes, length);
  output_length += length;
}

static void
put_head (uint32_t kind, const DsNvmeResult *result, uint32_t length)
{
  const uint32_t numbers[] = { kind, result->status, (uint32_t) result->error, length };

  for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    for (unsigned shift = 0; shift < 32; shift += 8)
      put (&(uint8_t){ (uint8_t) (numbers[i] >> shift) }, 1);
}

static void
hand_over (const DsNvmePages *pages)
{
  const DsNvmeResult done = { 0, 0 };
  size_t written = 0;

  put (DS_SMART_FRAMES_MAGIC, DS_SMART_FRAMES_MAGIC_SIZE);
  for (unsigned i = 0; i < DS_NVME_N_PAGES; i++) {
    put_head (i + 1, &pages->page[i].result, pages->page[i].length);
    put (pages->page[i].bytes, pages->page[i].length);
  }
  put_head (0, &done, 0);

  while (written < output_length) {
    ssize_t n = write (STDOUT_FILENO, output + written, output_length - written);

    if (n > 0)
      written += (size_t) n;
    else if (n == 0 || errno != EINTR)
      end (DS_SMART_HELPER_OUTPUT, "drivescope-smart: What was read could not be written.\n");
  }
}

void
ds_smart_helper_run (int argc, char **argv)
{
  static DsNvmePages pages;
  DsNvmeResult result;
  int fd;

  start_afresh ();
  if (argc != 2 || !ds_nvme_is_controller_name (argv[1]))
    end (DS_SMART_HELPER_USAGE, "Usage: drivescope-smart CONTROLLER, which is a name such as nvme0.\n");

  fd = ds_nvme_open (argv[1], &result);
  if (fd < 0 && result.error == ENOENT)
    end (DS_SMART_HELPER_NOT_FOUND, "drivescope-smart: There is no such NVMe controller.\n");
  if (fd < 0)
    end (DS_SMART_HELPER_OPEN, "drivescope-smart: The controller could not be opened.\n");
  if (!drop_capabilities () || !filter_system_calls ())
    end (DS_SMART_HELPER_CONFINE, "drivescope-smart: The process could not be confined.\n");

  ds_nvme_read_pages (fd, &pages);
  hand_over (&pages);
  end (DS_SMART_HELPER_DONE, NULL);
}
