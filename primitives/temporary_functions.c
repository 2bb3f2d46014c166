// primitives/temporary_functions.c - the interposed functions that make temporary files, and names
// for them: the same in each trace.
#define _GNU_SOURCE
#include "files.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The names are the same in each trace: of the run, of the thread, of how many it has made.
static void put_number(char *to, unsigned number, unsigned digits) {
  static const char digit[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  enum { BASE = sizeof digit - 1 };
  for (; digits--; number /= BASE)
    *to++ = digit[number % BASE];
}

enum { DIGITS = 3, TRIES = 1000 };

static void put_name(char *digits) {
  static unsigned made[MC_MAX_THREADS] MC_PER_TRACE;
  put_number(digits, mc_number_of_run(), DIGITS);
  put_number(digits + DIGITS, made[mc_self()]++ * MC_MAX_THREADS + mc_self(), DIGITS);
}

/// Makes the call, with names for the path until there is one that nobody has.
static long make_temporary(char *path, int suffix, long number, const long a[6],
                           const struct mc_site *site) {
  const size_t length = strlen(path);
  char *digits = path + length - suffix - 2 * DIGITS;
  if (suffix < 0 || length < 2 * DIGITS + (size_t)suffix || memcmp(digits, "XXXXXX", 2 * DIGITS))
    return mc_by_errno(EINVAL);
  for (int i = 0; i < TRIES; i++) {
    put_name(digits);
    const long result = mc_file_call(site, number, a);
    if (result >= 0 || errno != EEXIST)
      return result;
  }
  return -1;
}

#define INTERPOSE_TEMPORARY(name, parameters, arguments, suffix, flags)                            \
  MC_INTERPOSED int name parameters {                                                              \
    if (!mc_checking())                                                                            \
      return MC_REAL(name) arguments;                                                              \
    mc_state_fault(#name);                                                                         \
    return (int)make_temporary(path, suffix, SYS_openat,                                           \
                               (const long[6]){AT_FDCWD, (long)path,                               \
                                               ((flags) & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, \
                                               0600},                                              \
                               MC_CALLER_SITE);                                                    \
  }
INTERPOSE_TEMPORARY(mkstemp, (char *path), (path), 0, 0)
INTERPOSE_TEMPORARY(mkstemp64, (char *path), (path), 0, 0)
INTERPOSE_TEMPORARY(mkostemp, (char *path, int flags), (path, flags), 0, flags)
INTERPOSE_TEMPORARY(mkostemp64, (char *path, int flags), (path, flags), 0, flags)
INTERPOSE_TEMPORARY(mkstemps, (char *path, int suffix), (path, suffix), suffix, 0)
INTERPOSE_TEMPORARY(mkstemps64, (char *path, int suffix), (path, suffix), suffix, 0)
INTERPOSE_TEMPORARY(mkostemps, (char *path, int suffix, int flags), (path, suffix, flags), suffix,
                    flags)
INTERPOSE_TEMPORARY(mkostemps64, (char *path, int suffix, int flags), (path, suffix, flags), suffix,
                    flags)

/// libc has put a name there: another one, that nobody has.
static char *name_anew(char *path, const struct mc_site *site) {
  struct stat info;
  const size_t length = path ? strlen(path) : 0;
  const int saved = errno;
  for (int i = 0; length > 2 * DIGITS && i < TRIES; i++) {
    put_name(path + length - 2 * DIGITS);
    if (MC_FILE_CALL_OF(site, SYS_lstat, path, &info) < 0 && errno == ENOENT)
      break;
  }
  if (path)
    mc_gives(site, path, length + 1);
  errno = saved;
  return path;
}

// What libc itself does for it is no call of the program's.
#define INTERPOSE_NAME(name, parameters, arguments, ...)                                           \
  MC_INTERPOSED char *name parameters {                                                            \
    struct mc_uses uses = {.count = 0};                                                            \
    if (!mc_checking())                                                                            \
      return MC_REAL(name) arguments;                                                              \
    __VA_ARGS__                                                                                    \
    mc_state_begin(&uses, MC_STATE_TEMPORARY_NAME, MC_CALLER_SITE);                                \
    char *made = MC_REAL(name) arguments;                                                          \
    mc_state_end(&uses, true);                                                                     \
    mc_state_fault(#name);                                                                         \
    return name_anew(made, MC_CALLER_SITE);                                                        \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
INTERPOSE_NAME(mktemp, (char *path), (path), )
INTERPOSE_NAME(tmpnam, (char *name), (name),
               if (!name) mc_state_use(&uses, MC_STATE_TERMINAL, MC_USE_WRITE);)
INTERPOSE_NAME(tmpnam_r, (char *name), (name), )
INTERPOSE_NAME(tempnam, (const char *folder, const char *start), (folder, start),
               secure_getenv("TMPDIR");)
#pragma clang diagnostic pop

MC_INTERPOSED char *mkdtemp(char *path) {
  if (!mc_checking())
    return MC_REAL(mkdtemp)(path);
  mc_state_fault("mkdtemp");
  const long a[6] = {(long)path, 0700};
  return make_temporary(path, 0, SYS_mkdir, a, MC_CALLER_SITE) ? NULL : path;
}
