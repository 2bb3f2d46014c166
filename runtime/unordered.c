// runtime/unordered.c - what of the kernel is neither a step nor the calling thread's own.
//
// system_calls.def and the primitives list the calls that are known: they are steps (files, pipes,
// futexes, signals), look at nothing that another thread changes, or have a warning of their own.
// Any other call of a thread beside others may see, or change, what they do (sockets, System V
// semaphores, limits, timers that are read): that has one order here. The same goes for
// descriptors that are none of the files and pipes between threads.
#include "files.h"
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>

static bool is_beside_others(void) {
  return mc_mode == MC_MODE_WORKER && mc_checking() && mc_process->model.thread_count > 1;
}

void mc_unordered_call(const char *function, const struct mc_site *site) {
  if (is_beside_others())
    mc_warn_of(MC_WARN_UNORDERED, function, site);
}

/// What kind of file two threads can meet in, though its contents are not modelled; NULL: none.
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

void mc_unordered_system_call(long number, const long a[6]) {
  const char *place = NULL;
  if (!is_beside_others())
    return;
  if (number == SYS_clone || number == SYS_clone3 || number == SYS_fork || number == SYS_vfork)
    mc_warn(MC_WARN_FORK, NULL);
  else if (number == SYS_read || number == SYS_readv || number == SYS_write || number == SYS_writev)
    place = meeting_place((int)a[0]);
  else if (!mc_state_is_inside() && !mc_system_call_is_known(number) &&
           !mc_syscall_is_operation(number, a))
    place = mc_system_call_name(number);
  if (place)
    mc_warn_of(MC_WARN_UNORDERED, place, NULL);
}
