// primitives/file_functions.c - the calls of file_calls.def, with what they use as a step before
// them (state.c). Those on pipes and sockets between threads come here only for their numbers.
//
// A descriptor has a description, which has the offset and is shared by its copies, and a file. All
// are known by how they came to be: the how many-th description of its thread, the path.
//
// The number that a call gets is up to who closes and opens before. Which number it will be is not
// known before it is made; so a use of a number depends on its close alone, unless the number may be
// meant for another file: it is closed, or another thread has got it. From then on all uses of
// numbers depend on all that give one (MC_ORDER_NUMBERS).
#define _GNU_SOURCE
#include "files.h"
#include "primitives/descriptors/descriptors.h"
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <string.h>
#include <linux/fs.h>
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

enum { NAME_OF_ENTRY = 1, NAME_OF_INSIDE, NAME_OF_NUMBER, NAME_OF_DESCRIPTION, NAME_OF_UNNAMED };

static struct file {
  uint32_t description, inside; // slots; 0: none
  uint8_t maker;                // 1 + the thread that has got the number in this trace
  bool is_known;
} file[MC_MAX_DESCRIPTORS];

static uint32_t made[MC_MAX_THREADS]; // descriptions

static struct file *file_at(int fd) {
  if (fd < 0 || fd >= MC_MAX_DESCRIPTORS)
    return NULL;
  struct file *f = &file[fd];
  bool is_plain;
  if (f->is_known)
    return f;
  const uint64_t name = mc_file_name_of(fd, &is_plain); // it was open before
  *f = (struct file){.is_known = name != 0};
  f->description = mc_state_slot(mc_state_name(NAME_OF_DESCRIPTION, MC_MAX_THREADS, (uint64_t)fd));
  if (is_plain)
    f->inside = mc_state_slot(mc_state_name(NAME_OF_INSIDE, name, 1));
  return f;
}

//===- Uses -----------------------------------------------------------------------------------===//

/// With one state for all names.
static void use_names(struct mc_uses *uses, enum mc_use use) {
  if (use != MC_USE_PASS)
    mc_state_use(uses, MC_STATE_NAMES, use == MC_USE_ADD ? MC_USE_WRITE : use);
}

static void use_inside(struct mc_uses *uses, uint64_t name, enum mc_use use) {
  mc_state_use(uses, mc_state_slot(mc_state_name(NAME_OF_INSIDE, name, 0)), use);
}

static void use_number(struct mc_uses *uses, int fd, enum mc_use use) {
  mc_state_use(uses, mc_state_slot(mc_state_name(NAME_OF_NUMBER, (uint64_t)fd, 0)), use);
  if (mc_order() & MC_ORDER_NUMBERS && use != MC_USE_WRITE)
    mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_PASS);
}

/// It may be another file's, in another order of the threads.
static void note_chance_of(int fd, bool is_bad) {
  const bool is_in = fd >= 0 && fd < MC_MAX_DESCRIPTORS;
  if (!is_bad && !(is_in && file[fd].maker && file[fd].maker != 1 + mc_self()))
    return;
  if (mc_order() & MC_ORDER_CALLS)
    mc_order_need(MC_ORDER_NUMBERS);
  else
    mc_order_note(MC_STATE_NUMBERS, MC_USE_PASS);
}

static void use_path(struct mc_uses *uses, int folder, long text, bool follow, enum mc_use use) {
  struct mc_path path;
  const bool is_path = mc_path_names(folder, (const char *)text, follow, &path);
  if (is_path && path.number >= 0) { // by /proc/self/fd
    use_number(uses, path.number, MC_USE_READ);
    note_chance_of(path.number, mc_inode_of(path.number) == 0);
  }
  if (mc_order() & MC_ORDER_ONE_NAME || !is_path) {
    use_names(uses, use);
    return;
  }
  mc_state_use(uses, mc_state_slot(mc_state_name(NAME_OF_ENTRY, path.entry, 0)), use);
  use_inside(uses, path.folder, use == MC_USE_WRITE ? MC_USE_ADD : MC_USE_PASS);
}

static void use_inside_of(struct mc_uses *uses, int folder, long text, enum mc_use use) {
  struct mc_path path;
  if (mc_order() & MC_ORDER_ONE_NAME || !mc_path_names(folder, (const char *)text, true, &path)) {
    use_names(uses, use);
    return;
  }
  if (path.has_other_names && use == MC_USE_WRITE)
    mc_order_need(MC_ORDER_ONE_NAME);
  use_inside(uses, path.entry, use);
}

/// A lock of the file may be given back.
static void unlocks(struct mc_uses *uses, int fd) {
  if (mc_order() & MC_ORDER_LOCKS)
    mc_file_use_data(uses, fd, MC_USE_WRITE);
}

static void closes(struct mc_uses *uses, int fd) {
  use_number(uses, fd, MC_USE_WRITE);
  unlocks(uses, fd);
  mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_ADD);
}

/// It gets another file.
static void replaces(struct mc_uses *uses, int fd) {
  use_number(uses, fd, MC_USE_WRITE);
  unlocks(uses, fd);
}

void mc_file_use_number(struct mc_uses *uses, int fd) { use_number(uses, fd, MC_USE_READ); }

void mc_file_use_data(struct mc_uses *uses, int fd, enum mc_use use) {
  const struct file *f = file_at(fd);
  if (f && f->inside && mc_order() & MC_ORDER_ONE_NAME)
    use_names(uses, use);
  else if (f && f->inside)
    mc_state_use(uses, f->inside, use);
}

void mc_file_use_offset(struct mc_uses *uses, int fd, enum mc_use use) {
  const struct file *f = file_at(fd);
  if (f)
    mc_state_use(uses, f->description, use);
}

static void opens(struct mc_uses *uses, int folder, long path, long flags) {
  const bool makes = flags & O_CREAT;
  mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
  if ((flags & __O_TMPFILE) == __O_TMPFILE)
    return;
  use_path(uses, folder, path, !(flags & O_NOFOLLOW), makes ? MC_USE_WRITE : MC_USE_READ);
  if (makes)
    mc_state_use(uses, MC_STATE_UMASK, MC_USE_READ);
  use_inside_of(uses, folder, path, flags & O_TRUNC || makes ? MC_USE_WRITE : MC_USE_PASS);
}

static void removes(struct mc_uses *uses, int folder, long text) {
  struct mc_path path;
  if (mc_path_names(folder, (const char *)text, false, &path) && path.is_link)
    mc_order_need(MC_ORDER_ONE_NAME);
  use_path(uses, folder, text, false, MC_USE_WRITE);
}

/// Who has the file open under its old name goes on to use what is under the new one.
static bool is_open(uint64_t name) {
  const uint32_t slot = mc_state_slot(mc_state_name(NAME_OF_INSIDE, name, 0));
  for (int fd = 0; fd < MC_MAX_DESCRIPTORS; fd++)
    if (file[fd].is_known && file[fd].inside == slot)
      return true;
  return false;
}

static void moves(struct mc_uses *uses, int folder, long from, int to_folder, long to) {
  struct mc_path path;
  if (mc_path_names(folder, (const char *)from, false, &path) &&
      (path.is_link || path.is_folder || path.has_other_names || is_open(path.entry)))
    mc_order_need(MC_ORDER_ONE_NAME);
  if (mc_path_names(to_folder, (const char *)to, false, &path) && is_open(path.entry))
    mc_order_need(MC_ORDER_ONE_NAME);
  removes(uses, folder, from);
  removes(uses, to_folder, to);
  use_inside_of(uses, folder, from, MC_USE_WRITE);
  use_inside_of(uses, to_folder, to, MC_USE_WRITE);
}

static void controls_device(struct mc_uses *uses, int fd, unsigned long request) {
  const bool is_looking = request == TCGETS || request == TIOCGWINSZ || request == TIOCGPGRP ||
                          request == TIOCGSID || request == TIOCOUTQ || request == FIGETBSZ;
  const bool is_of_number = request == FIOCLEX || request == FIONCLEX;
  use_number(uses, fd, is_of_number ? MC_USE_WRITE : MC_USE_READ);
  if (request == FIONREAD) {
    mc_file_use_offset(uses, fd, MC_USE_READ);
    mc_file_use_data(uses, fd, MC_USE_READ);
  } else if (request == FIONBIO) {
    mc_file_use_offset(uses, fd, MC_USE_WRITE);
  } else if (!is_of_number) {
    mc_state_use(uses, MC_STATE_TERMINAL, is_looking ? MC_USE_READ : MC_USE_WRITE);
    if (!is_looking)
      mc_file_use_data(uses, fd, MC_USE_WRITE);
  }
}

static bool is_empty(long path) {
  return !mc_may_read((const char *)path, 1) || !*(const char *)path;
}

static void controls(struct mc_uses *uses, int fd, long command) {
  use_number(uses, fd, command == F_SETFD ? MC_USE_WRITE : MC_USE_READ);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
    mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
  else if (command == F_GETFL || command == F_SETFL)
    mc_file_use_offset(uses, fd, command == F_GETFL ? MC_USE_READ : MC_USE_WRITE);
  else if (command != F_GETFD && command != F_SETFD)
    mc_file_use_data(uses, fd, MC_USE_WRITE);
  if (command == F_OFD_SETLK)
    mc_order_need(MC_ORDER_LOCKS);
}

#define NAME(use, folder, path) use_path(uses, (int)(folder), path, true, MC_USE_##use);
#define LINK(use, folder, path) use_path(uses, (int)(folder), path, false, MC_USE_##use);
#define INSIDE(use, folder, path) use_inside_of(uses, (int)(folder), path, MC_USE_##use);
#define OPENS(folder, path, flags) opens(uses, (int)(folder), path, flags);
#define REMOVES(folder, path) removes(uses, (int)(folder), path);
#define MOVES(folder, from, to_folder, to) moves(uses, (int)(folder), from, (int)(to_folder), to);
#define ALIAS mc_order_need(MC_ORDER_ONE_NAME);
#define FOLDER(use) use_names(uses, MC_USE_##use);
#define UMASK(use) mc_state_use(uses, MC_STATE_UMASK, MC_USE_##use);
#define NUMBER(use, fd) use_number(uses, (int)(fd), MC_USE_##use);
#define OFFSET(use, fd) mc_file_use_offset(uses, (int)(fd), MC_USE_##use);
#define DATA(use, fd) mc_file_use_data(uses, (int)(fd), MC_USE_##use);
#define NEW_NUMBER mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
#define CLOSES(fd) closes(uses, (int)(fd));
#define REPLACES(fd) replaces(uses, (int)(fd));
#define LOCKS mc_order_need(MC_ORDER_LOCKS);
#define CLOSES_MANY                                                                                \
  mc_order_need(MC_ORDER_NUMBERS);                                                                 \
  mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
#define CONTROLS(fd, command) controls(uses, (int)(fd), command);
#define CONTROLS_DEVICE(fd, request) controls_device(uses, (int)(fd), (unsigned long)(request));
#define LOOKS(folder, path)                                                                        \
  if (is_empty(path)) {                                                                            \
    NUMBER(READ, folder) DATA(READ, folder)                                                        \
  } else {                                                                                         \
    NAME(READ, folder, path) INSIDE(READ, folder, path)                                            \
  }

#define MC_FILE_FUNCTION(...)
#define MC_FILE_CALL(call, ...)                                                                    \
  static void uses_of_##call(struct mc_uses *uses, const long a[6]) {                              \
    (void)a;                                                                                       \
    __VA_ARGS__                                                                                    \
  }
#include "file_calls.def"
#undef MC_FILE_CALL

static const struct {
  void (*uses)(struct mc_uses *uses, const long a[6]);
  unsigned kind;
} calls[] = {
#define MC_FILE_CALL(call, ...) [SYS_##call] = {uses_of_##call, MC_FILE_KIND_##call},
#include "file_calls.def"
#undef MC_FILE_CALL
};

static bool is_known(long number) {
  return number >= 0 && number < (long)(sizeof calls / sizeof *calls) && calls[number].uses;
}

bool mc_file_is_output(int fd) {
  return (fd == STDOUT_FILENO || fd == STDERR_FILENO) && !(mc_order() & MC_ORDER_OUTPUT);
}

static bool is_write(long number) { return number == SYS_write || number == SYS_writev; }

/// From now on the program may look at what it writes there.
static void note_output(long number, const long a[6]) {
  const bool is_first = a[0] == STDOUT_FILENO || a[0] == STDERR_FILENO;
  const bool is_second = a[1] == STDOUT_FILENO || a[1] == STDERR_FILENO;
  if ((is_first && (number == SYS_lseek || number == SYS_close || number == SYS_pread64 ||
                    number == SYS_read || number == SYS_ftruncate)) ||
      (is_second && (number == SYS_dup2 || number == SYS_dup3)))
    mc_order_need(MC_ORDER_OUTPUT);
}

void mc_file_uses(struct mc_uses *uses, long number, const long a[6]) {
  if (!is_known(number) || (is_write(number) && mc_file_is_output((int)a[0])))
    return;
  note_output(number, a);
  uses->synchronizes = true;
  uses->call = mc_state_name((uint64_t)a[1], (uint64_t)a[2], (uint64_t)a[3]);
  calls[number].uses(uses, a);
}

//===- What a call has done -------------------------------------------------------------------===//

static bool uses_number(long number) {
  static const long numbers[] = {
      SYS_read, SYS_readv, SYS_write, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv,
      SYS_pwritev, SYS_lseek, SYS_fstat, SYS_ftruncate, SYS_close, SYS_dup, SYS_dup2, SYS_dup3,
      SYS_fcntl, SYS_fchmod, SYS_getdents64, SYS_fchown, SYS_fallocate, SYS_flock, SYS_fchdir,
      SYS_ioctl, SYS_fsetxattr, SYS_fgetxattr, SYS_flistxattr, SYS_fremovexattr,
      SYS_copy_file_range, SYS_sendfile, SYS_fstatfs, SYS_fsync, SYS_fdatasync,
      SYS_sync_file_range, SYS_syncfs, SYS_fadvise64, SYS_readahead, SYS_getsockname,
      SYS_getpeername, SYS_getsockopt};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i] == number)
      return true;
  return false;
}

/// The number may be that of a file which another order of the threads would have given it.
static void note_chance(long number, int fd, bool is_bad) {
  if (uses_number(number))
    note_chance_of(fd, is_bad);
}

static void put_number(int fd, uint32_t description, uint32_t inside) {
  if (fd >= 0 && fd < MC_MAX_DESCRIPTORS)
    file[fd] = (struct file){description, inside, (uint8_t)(1 + mc_self()), true};
}

static uint32_t new_description(void) {
  return mc_state_slot(mc_state_name(NAME_OF_DESCRIPTION, mc_self(), ++made[mc_self()]));
}

static void put_copy(int fd, int new_fd) {
  const struct file *f = file_at(fd);
  if (f)
    put_number(new_fd, f->description, f->inside);
}

/// A new file without a name: memfd_create, O_TMPFILE.
static void put_unnamed(int fd) {
  const uint32_t description = new_description();
  put_number(fd, description,
             mc_state_slot(mc_state_name(NAME_OF_UNNAMED, mc_self(), made[mc_self()])));
}

static void put_opened(int fd, int folder, long text, long flags) {
  struct mc_path path = {0};
  bool is_plain;
  if ((flags & __O_TMPFILE) == __O_TMPFILE) {
    put_unnamed(fd);
    return;
  }
  if (mc_file_is_unnamed(fd)) // by /proc/self/fd
    mc_order_need(MC_ORDER_ONE_NAME);
  mc_file_name_of(fd, &is_plain);
  const bool has_name = is_plain && mc_path_names(folder, (const char *)text, true, &path);
  put_number(fd, new_description(),
             has_name ? mc_state_slot(mc_state_name(NAME_OF_INSIDE, path.entry, 0)) : 0);
}

void mc_file_done(long number, const long a[6], long result) {
  const bool is_bad = result < 0 && errno == EBADF;
  note_chance(number, (int)a[0], is_bad);
  if (result < 0 || !is_known(number))
    return;
  const int *pair = (const int *)(number == SYS_socketpair ? a[3] : a[0]);
  switch (number) {
  case SYS_open:
    put_opened((int)result, AT_FDCWD, a[0], a[1]);
    break;
  case SYS_creat:
    put_opened((int)result, AT_FDCWD, a[0], 0);
    break;
  case SYS_openat:
    put_opened((int)result, (int)a[0], a[1], a[2]);
    break;
  case SYS_memfd_create:
    put_unnamed((int)result);
    break;
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3:
    if (number == SYS_dup || a[0] != a[1])
      put_copy((int)a[0], (int)result);
    break;
  case SYS_fcntl:
    if (a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC)
      put_copy((int)a[0], (int)result);
    break;
  case SYS_close:
    if (a[0] >= 0 && a[0] < MC_MAX_DESCRIPTORS)
      file[a[0]] = (struct file){0};
    break;
  case SYS_close_range:
    for (long fd = a[0]; fd <= a[1] && fd < MC_MAX_DESCRIPTORS; fd++)
      file[fd] = (struct file){0};
    break;
  case SYS_pipe:
  case SYS_pipe2:
  case SYS_socketpair:
    for (int i = 0; i < 2; i++)
      put_number(pair[i], new_description(), 0);
    break;
  case SYS_socket:
  case SYS_eventfd:
  case SYS_eventfd2:
  case SYS_epoll_create:
  case SYS_epoll_create1:
  case SYS_timerfd_create:
  case SYS_inotify_init:
  case SYS_inotify_init1:
    put_number((int)result, new_description(), 0);
    break;
  }
}

bool mc_file_is_call(long number, const long a[6]) {
  return is_known(number) && !mc_state_is_inside() &&
         !(is_write(number) && mc_file_is_output((int)a[0]));
}

/// The kernel could not use the buffer, as another thread may have taken the page away before: in
/// time it is used.
static void note_attempt(const struct mc_site *site, long number, const long a[6]) {
  const bool reads = number == SYS_read || number == SYS_pread64;
  if (reads || number == SYS_write || number == SYS_pwrite64)
    mc_buffer_faults(site, (const void *)a[1], reads);
}

long mc_file_call(const struct mc_site *site, long number, const long a[6]) {
  struct mc_uses uses = {.count = 0};
  if (!mc_checking())
    return mc_file_make(number, a); // also before libc can look functions up
  if (!mc_state_is_inside())
    mc_file_uses(&uses, number, a);
  if (number == SYS_pwritev)
    mc_takes_all((const struct iovec *)a[1], (int)a[2], site);
  mc_state_begin(&uses, is_known(number) ? calls[number].kind : 0, site);
  const long result = mc_file_make(number, a);
  if (number == SYS_preadv)
    mc_gives_all(result, (const struct iovec *)a[1], (int)a[2], site);
  if (result == -1 && errno == EFAULT)
    note_attempt(site, number, a);
  const bool is_end = result == 0 && (number == SYS_read || number == SYS_readv);
  mc_state_end(&uses, result != -1 && !is_end);
  mc_file_done(number, a, result);
  return result;
}

//===- The functions --------------------------------------------------------------------------===//

#undef MC_FILE_FUNCTION
#define PARAMETERS(...) __VA_ARGS__
#define MC_FILE_CALL(...)
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
  use_number(&uses, fd, MC_USE_READ);
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

MC_INTERPOSED mqd_t mq_open(const char *name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  struct mq_attr *attributes = flags & O_CREAT ? va_arg(list, struct mq_attr *) : NULL;
  va_end(list);
  if (mc_checking())
    mc_warn(MC_WARN_MESSAGE_QUEUE, MC_CALLER_SITE);
  return MC_REAL(mq_open)(name, flags, mode, attributes);
}

MC_INTERPOSED mqd_t __mq_open_2(const char *name, int flags) {
  if (mc_checking())
    mc_warn(MC_WARN_MESSAGE_QUEUE, MC_CALLER_SITE);
  return ((mqd_t(*)(const char *, int))mc_real("__mq_open_2"))(name, flags);
}

MC_INTERPOSED int remove(const char *path) {
  mc_state_fault("remove");
  const int saved = errno, result = (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_unlink, path);
  if (result == 0 || errno != EISDIR)
    return result;
  errno = saved;
  return (int)MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_rmdir, path);
}
