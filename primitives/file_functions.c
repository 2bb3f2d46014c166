// primitives/file_functions.c - the calls of file_calls.def, each with what it uses (file_uses.c)
// as a step before it (state.c). Those on pipes and sockets between threads come here only for
// their numbers.
#define _GNU_SOURCE
#include "files.h"
#include "primitives/descriptors/descriptors.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

/// The kernel could not use the buffer, as another thread may have taken the page away before: in
/// time it is used.
static void note_attempt(const struct mc_site *site, long number, const long a[6]) {
  const bool reads = number == SYS_read || number == SYS_pread64;
  if (reads || number == SYS_write || number == SYS_pwrite64)
    mc_buffer_faults(site, (const void *)a[1], reads);
}

/// The functions of open, read, write and close say it themselves.
static bool is_cancellation_point(long number) {
  switch (number) {
  case SYS_creat:
  case SYS_pread64:
  case SYS_pwrite64:
  case SYS_preadv:
  case SYS_pwritev:
  case SYS_preadv2:
  case SYS_pwritev2:
  case SYS_fsync:
  case SYS_fdatasync:
  case SYS_sync_file_range:
  case SYS_msync:
    return true;
  default:
    return false;
  }
}

long mc_file_call(const struct mc_site *site, long number, const long a[6]) {
  struct mc_uses uses = {.count = 0};
  if (!mc_checking())
    return mc_file_make(number, a); // also before libc can look functions up
  if (!mc_state_is_inside()) {
    if (is_cancellation_point(number))
      mc_cancellation_point(site);
    mc_file_uses(&uses, number, a);
  }
  if (number == SYS_pwritev)
    mc_takes_all((const struct iovec *)a[1], (int)a[2], site);
  const bool was_ours = mc_descriptor_is_open((int)a[0]);
  mc_state_begin(&uses, mc_file_kind(number), site);
  // Meanwhile another thread may have got the number, for a pipe: of what was open before nothing
  // is left.
  const bool is_late = !was_ours && mc_file_uses_number(number) && mc_descriptor_is_open((int)a[0]);
  const long result = is_late ? mc_by_errno(EBADF) : mc_file_make(number, a);
  if (number == SYS_preadv)
    mc_gives_all(result, (const struct iovec *)a[1], (int)a[2], site);
  if (result == -1 && errno == EFAULT)
    note_attempt(site, number, a);
  const bool is_end = result == 0 && (number == SYS_read || number == SYS_readv);
  mc_state_end(&uses, result != -1 && !is_end);
  mc_file_done(number, a, result);
  return result;
}

void mc_part_begin(struct mc_part *part, const char *function, const struct mc_site *site) {
  mc_state_fault(function);
  (void)function;
  part->is_made = mc_checking() && !mc_state_is_inside();
  if (!part->is_made)
    return;
  mc_file_uses(&part->uses, part->number, part->a);
  mc_state_begin(&part->uses, MC_STATE_STREAM, site);
  mc_file_note(part->number, part->a);
}

void mc_part_end(struct mc_part *part, long result) {
  if (!part->is_made)
    return;
  const int saved = errno;
  mc_file_noted(result);
  mc_state_end(&part->uses, result >= 0);
  mc_file_done(part->number, part->a, result);
  errno = saved;
}

//===- The functions --------------------------------------------------------------------------===//

#define MC_FILE_CALL(...)
#define VERSION int version __attribute__((unused))
#define MC_FILE_FUNCTION(type, name, parameters, call, ...)                                        \
  MC_INTERPOSED type name parameters {                                                             \
    mc_state_fault(#name);                                                                         \
    return (type)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_##call, __VA_ARGS__);                         \
  }
#include "file_calls.def"

int mc_file_open_random(const struct mc_site *site, int flags) {
  const int fd = (int)MC_FILE_CALL_OF(site, SYS_memfd_create, "random",
                                      flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
  if (fd >= 0)
    mc_write_random(fd);
  return fd;
}

static int open_at(int folder, const char *path, int flags, va_list list,
                   const struct mc_site *site) {
  const unsigned mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, unsigned) : 0;
  if (mc_checking())
    mc_cancellation_point(site);
  return mc_is_random_device(path)
             ? mc_file_open_random(site, flags)
             : (int)MC_FILE_CALL_OF(site, SYS_openat, folder, path, flags, mode);
}

#define INTERPOSE_OPEN(name, parameters, directory)                                                \
  MC_INTERPOSED int name parameters {                                                              \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    mc_state_fault(#name);                                                                         \
    const int opened = open_at(directory, path, flags, list, MC_CALLER_SITE);                      \
    va_end(list);                                                                                  \
    return opened;                                                                                 \
  }
INTERPOSE_OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
INTERPOSE_OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
INTERPOSE_OPEN(openat, (int folder, const char *path, int flags, ...), folder)
INTERPOSE_OPEN(openat64, (int folder, const char *path, int flags, ...), folder)

/// Where shared memory of that name lies; false: it cannot be one's.
static bool find_memory(const char *name, char path[]) {
  name += strspn(name, "/");
  if (!mc_checking() || !*name || strlen(name) >= NAME_MAX || strchr(name, '/'))
    return false;
  strcpy(stpcpy(path, "/dev/shm/"), name);
  return true;
}

MC_INTERPOSED int shm_open(const char *name, int flags, mode_t mode) {
  char path[2 * NAME_MAX];
  if (!find_memory(name, path))
    return MC_REAL(shm_open)(name, flags, mode);
  mc_state_fault("shm_open");
  const int fd = (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_openat, AT_FDCWD, path,
                                      flags | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0 && errno == EISDIR)
    errno = EINVAL;
  return fd;
}

MC_INTERPOSED int shm_unlink(const char *name) {
  char path[2 * NAME_MAX];
  if (!find_memory(name, path))
    return MC_REAL(shm_unlink)(name);
  mc_state_fault("shm_unlink");
  const int result = (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_unlink, path);
  if (result < 0 && errno == EPERM)
    errno = EACCES;
  return result;
}

MC_INTERPOSED int faccessat(int folder, const char *path, int mode, int flags) {
  mc_state_fault("faccessat");
  if (flags)
    return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_faccessat2, folder, path, mode, flags);
  return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_faccessat, folder, path, mode);
}

MC_INTERPOSED int fchmodat(int folder, const char *path, mode_t mode, int flags) {
  if (flags) // libc does that by other calls
    return MC_REAL(fchmodat)(folder, path, mode, flags);
  mc_state_fault("fchmodat");
  return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_fchmodat, folder, path, mode);
}

static const struct timespec *precise(const struct timeval from[2], struct timespec to[2]) {
  for (int i = 0; from && i < 2; i++)
    to[i] = (struct timespec){from[i].tv_sec, from[i].tv_usec * 1000};
  return from ? to : NULL;
}

MC_INTERPOSED int utimes(const char *path, const struct timeval times[2]) {
  struct timespec to[2];
  mc_state_fault("utimes");
  return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_utimensat, AT_FDCWD, path, precise(times, to), 0);
}

MC_INTERPOSED int utime(const char *path, const struct utimbuf *times) {
  const struct timespec to[2] = {{times ? times->actime : 0, 0}, {times ? times->modtime : 0, 0}};
  mc_state_fault("utime");
  return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_utimensat, AT_FDCWD, path, times ? to : NULL, 0);
}

void mc_state_map_file(int fd, const struct mc_site *site) {
  struct mc_uses uses = {.synchronizes = true};
  if (!mc_checking() || mc_state_is_inside())
    return;
  mc_file_use_number(&uses, fd, MC_USE_READ);
  mc_file_use_data(&uses, fd, MC_USE_READ);
  mc_state_begin(&uses, MC_STATE_MAP_FILE, site);
  mc_state_end(&uses, true);
}

MC_INTERPOSED void closefrom(int first) {
  mc_state_fault("closefrom");
  MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_close_range, first < 0 ? 0 : first, ~0u, 0);
}

int mc_file_lock(const struct mc_site *site, long call, int fd, int without_waiting, long lock) {
  const int result = (int)MC_FILE_CALL_OF(site, call, fd, without_waiting, lock);
  if (result == -1 && errno == EWOULDBLOCK)
    mc_warn(MC_WARN_FILE_LOCK, site);
  return result;
}

MC_INTERPOSED int flock(int fd, int operation) {
  const struct mc_site *site = MC_CALLER_SITE;
  if (!mc_checking())
    return MC_REAL(flock)(fd, operation);
  mc_state_fault("flock");
  return operation & LOCK_NB ? (int)MC_FILE_CALL_OF(site, SYS_flock, fd, operation)
                             : mc_file_lock(site, SYS_flock, fd, operation | LOCK_NB, 0);
}

MC_INTERPOSED int remove(const char *path) {
  mc_state_fault("remove");
  const int saved = errno, result = (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_unlink, path);
  if (result == 0 || errno != EISDIR)
    return result;
  errno = saved;
  return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_rmdir, path);
}
