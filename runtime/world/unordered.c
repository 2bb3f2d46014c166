// runtime/world/unordered.c - system calls that are no steps, but concern more than their thread.
//
// system_calls.def and the primitives list the calls that are known. They are steps (files, pipes,
// futexes, signals), or look at nothing that another thread changes, or have a warning of their
// own. Any other call may see or change what other threads do (sockets, System V semaphores,
// limits, timers that are read), and is made in one order only: the result says so. The same goes
// for descriptors that are neither files nor pipes between threads, and for files of /proc by which
// a process tells of itself, or gets at itself: its descriptors, its memory, its threads' names.
#include "files.h"
#include "world.h"
#include "runtime/record/record.h"
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <termios.h>

static __thread bool is_known;

void mc_unordered_is_known(bool is) { is_known = is; }

static bool is_beside_others(void) {
  return mc_mode == MC_MODE_WORKER && !is_known && mc_checking() &&
         mc_process->model.thread_count > 1;
}

bool mc_others_are_joined(void) {
  for (mc_thread t = 0; mc_checking() && t < mc_process->model.thread_count; t++) {
    const mc_object o = mc_object_find(mc_primitive_of[MC_OF_THREADS], MC_THREAD_ADDRESS(t));
    const struct mc_thread_state *state = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
    if (t != mc_self_ && !(state && state->joined))
      return false;
  }
  return true;
}

void mc_unordered_call(const char *function, const struct mc_site *site) {
  if (is_beside_others())
    mc_warn_of(MC_WARN_UNORDERED, function, site);
}

/// The kind of the file, if two threads can meet in it and its contents are not modelled; else
/// NULL.
static const char *meeting_place(int fd) {
  enum { STANDARD = 3 };
  struct stat info;
  char settings[64];
  if (fd < STANDARD || mc_sys(SYS_fstat, fd, &info) || mc_descriptor_is_ours(fd, info.st_ino))
    return NULL;
  switch (info.st_mode & S_IFMT) {
  case S_IFSOCK:
    return "a socket";
  case S_IFIFO:
    return "a named pipe, or one from outside";
  case S_IFCHR:
    return mc_sys(SYS_ioctl, fd, TCGETS, settings) == 0 ? "a terminal" : NULL;
  case 0:
    return "a descriptor of the kernel's (a timer, inotify, signals)";
  default:
    return NULL;
  }
}

//===- /proc ----------------------------------------------------------------------------------===//

/// `path` begins with `name`, as a whole.
static bool is_in(const char *path, const char *name) {
  const size_t length = strlen(name);
  return strncmp(path, name, length) == 0 && (path[length] == '/' || !path[length]);
}

static bool is_of_process(const char *path) {
  return is_in(path, "self") || (*path >= '0' && *path <= '9');
}

/// True of what no thread's call decides: it is the machine's, or the process has it from its
/// start.
static bool is_of_no_thread(const char *path) {
  static const char *const machines[] = {
      "buddyinfo",  "bus",    "cgroups",      "cmdline",    "config.gz", "consoles",
      "cpuinfo",    "crypto", "devices",      "diskstats",  "driver",    "filesystems",
      "interrupts", "iomem",  "ioports",      "loadavg",    "meminfo",   "misc",
      "modules",    "mounts", "pagetypeinfo", "partitions", "softirqs",  "stat",
      "swaps",      "sys",    "uptime",       "version",    "vmstat",    "zoneinfo"};
  static const char *const processs[] = {"auxv",      "cgroup", "exe",
                                         "mountinfo", "mounts", "mountstats"};
  const bool is_machines = !is_of_process(path);
  const char *name = is_machines ? path : path + strcspn(path, "/");
  if (!is_machines && !*name++)
    return true; // the folder
  const char *const *names = is_machines ? machines : processs;
  const size_t count =
      is_machines ? sizeof machines / sizeof *machines : sizeof processs / sizeof *processs;
  for (size_t i = 0; i < count; i++)
    if (is_in(name, names[i]))
      return true;
  return false;
}

/// Which numbers behind /proc/self/fd need no warning. By the number the call depends on the calls
/// that give and close it. What a link there says also depends on the names of files, which a file
/// without a name has not.
static enum { NUMBERS_OPENED, NUMBERS_NAMED, NUMBERS_NONE } numbers MC_PER_TRACE;

static bool is_by_number(const char *text) {
  const int fd = mc_path_number(text);
  return fd >= 0 &&
         (numbers == NUMBERS_OPENED || (numbers == NUMBERS_NAMED && !mc_file_is_unnamed(fd)));
}

/// Warns, once for all descriptors, and once for all threads.
static bool tell(const char *path) {
  char text[MC_MOST_PATH];
  const bool is_processs = is_of_process(path);
  const char *name = is_processs ? path + strcspn(path, "/") : path;
  name += *name == '/';
  const size_t folder = mc_format(text, sizeof text, "/proc/%s", is_processs ? "self/" : "");
  mc_format(text + folder, strcspn(name, "/") + 1, "%s", name);
  mc_warn_of(MC_WARN_UNORDERED, text, NULL);
  return false;
}

static bool is_told(const char *text) {
  const char *path = mc_path_behind(text, "/proc/");
  return !path || is_of_no_thread(path) || is_by_number(text) || tell(path);
}

/// The same of a file that is to be written.
static bool is_told_of_change(const char *text) {
  const char *path = mc_path_behind(text, "/proc/");
  if (path && !is_by_number(text))
    return tell(path);
  if (mc_path_behind(text, "/sys/"))
    mc_warn_of(MC_WARN_UNORDERED, "/sys", NULL);
  return true;
}

static void look_at_path(long folder, long path, bool follow, bool changes) {
  numbers = follow ? NUMBERS_NAMED : NUMBERS_NONE;
  mc_path_visit((int)folder, (const char *)path, follow, changes ? is_told_of_change : is_told);
}

static void look_at_opened(long folder, long path, long flags) {
  const bool changes = (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
  numbers = NUMBERS_OPENED;
  mc_path_visit((int)folder, (const char *)path, !(flags & O_NOFOLLOW),
                changes ? is_told_of_change : is_told);
}

/// Looks at a file that is open since before the threads. Later ones were looked at by their paths.
static void look_at_file(int fd) {
  enum { PROC = 0x9fa0 };
  struct statfs info;
  char text[MC_MOST_PATH];
  if (mc_sys(SYS_fstatfs, fd, &info) == 0 && info.f_type == PROC && mc_path_of(fd, text) > 0)
    is_told(text);
}

static void look_at_call(long number, const long a[6]) {
  switch (number) {
  case SYS_open:
    look_at_opened(AT_FDCWD, a[0], a[1]);
    break;
  case SYS_openat:
    look_at_opened(a[0], a[1], a[2]);
    break;
  case SYS_creat:
  case SYS_truncate:
  case SYS_chmod:
  case SYS_chown:
    look_at_path(AT_FDCWD, a[0], true, true);
    break;
  case SYS_stat:
  case SYS_access:
  case SYS_chdir:
  case SYS_statfs:
  case SYS_getxattr:
  case SYS_listxattr:
    look_at_path(AT_FDCWD, a[0], true, false);
    break;
  case SYS_lstat:
  case SYS_readlink:
  case SYS_link:
    look_at_path(AT_FDCWD, a[0], false, false);
    break;
  case SYS_newfstatat:
  case SYS_faccessat2:
    look_at_path(a[0], a[1], !(a[3] & AT_SYMLINK_NOFOLLOW), false);
    break;
  case SYS_statx:
    look_at_path(a[0], a[1], !(a[2] & AT_SYMLINK_NOFOLLOW), false);
    break;
  case SYS_faccessat:
    look_at_path(a[0], a[1], true, false);
    break;
  case SYS_readlinkat:
    look_at_path(a[0], a[1], false, false);
    break;
  case SYS_linkat:
    look_at_path(a[0], a[1], a[4] & AT_SYMLINK_FOLLOW, false);
    break;
  case SYS_fchmodat:
  case SYS_fchownat:
    look_at_path(a[0], a[1], true, true);
    break;
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_preadv:
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_pwritev:
  case SYS_getdents64:
  case SYS_fchdir:
    look_at_file((int)a[0]);
  }
}

/// Cancellation would end it, in a function that is no cancellation point of ours.
static bool is_unseen_point(long number) {
  switch (number) {
  case SYS_wait4:
  case SYS_waitid:
  case SYS_accept:
  case SYS_accept4:
  case SYS_connect:
  case SYS_msgrcv:
  case SYS_msgsnd:
  case SYS_mq_timedreceive:
  case SYS_mq_timedsend:
    return true;
  default:
    return false;
  }
}

void mc_unordered_system_call(long number, const long a[6]) {
  const char *place = NULL;
  if (!is_beside_others())
    return;
  if (mc_takes_cancellation() && is_unseen_point(number))
    mc_warn_of(MC_WARN_CANCEL, "in a system call of the kernel", NULL);
  if (number == SYS_clone || number == SYS_clone3 || number == SYS_fork || number == SYS_vfork)
    mc_warn(MC_WARN_FORK, NULL);
  else if (number == SYS_read || number == SYS_readv || number == SYS_write || number == SYS_writev)
    place = meeting_place((int)a[0]);
  else if (!mc_state_is_inside() && !mc_system_call_is_known(number) &&
           !mc_syscall_is_operation(number, a))
    place = mc_system_call_name(number);
  look_at_call(number, a);
  if (place)
    mc_warn_of(MC_WARN_UNORDERED, place, NULL);
}
