/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

/* Preloaded before the program: a file system that knows no direct I/O, on any file system. */

int openat (int folder, const char *path, int flags, ...);

int
openat (int folder, const char *path, int flags, ...)
{
  int (*next) (int, const char *, int, ...) = (int (*) (int, const char *, int, ...)) dlsym (RTLD_NEXT, "openat");
  va_list arguments;
  mode_t mode;

  va_start (arguments, flags);
  mode = va_arg (arguments, mode_t);
  va_end (arguments);
  if (flags & O_DIRECT) {
    errno = EINVAL;
    return -1;
  }
  return next (folder, path, flags, mode);
}
