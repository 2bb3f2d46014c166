// runtime/world/process_number.c - who takes the number of a process or a thread. The program's
// own, as getpid and gettid give them, are none of the kernel's, or another's.
#include "files.h"
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/// MC_NO_THREAD: it is none of the program's.
static mc_thread thread_of(pid_t number) {
  const pid_t first = getpid();
  return mc_checking() && number >= first && number - first < (pid_t)mc_session->thread_count
             ? (mc_thread)(number - first)
             : MC_NO_THREAD;
}

pid_t mc_process_number(pid_t process) {
  return thread_of(process) == MC_NO_THREAD ? process : (pid_t)mc_sys(SYS_getpid);
}

static unsigned kernels_number(mc_thread thread) {
  const unsigned number = mc_process->thread[thread].tid;
  return number ? number : (unsigned)mc_sys(SYS_getpid);
}

void mc_process_numbers(long number, long a[6]) {
  switch (number) {
  case SYS_getpriority:
  case SYS_setpriority:
    if (a[0] == PRIO_PROCESS)
      a[1] = mc_process_number((pid_t)a[1]);
    return;
  case SYS_kcmp:
  case SYS_setpgid:
    a[1] = mc_process_number((pid_t)a[1]);
    __attribute__((fallthrough));
  case SYS_pidfd_open:
  case SYS_getpgid:
  case SYS_getsid:
  case SYS_prlimit64:
  case SYS_process_vm_readv:
  case SYS_process_vm_writev:
  case SYS_get_robust_list:
  case SYS_migrate_pages:
  case SYS_move_pages:
  case SYS_sched_getaffinity:
  case SYS_sched_setaffinity:
  case SYS_sched_getattr:
  case SYS_sched_setattr:
  case SYS_sched_getparam:
  case SYS_sched_setparam:
  case SYS_sched_getscheduler:
  case SYS_sched_setscheduler:
  case SYS_sched_rr_get_interval:
    a[0] = mc_process_number((pid_t)a[0]);
  }
}

//===- Paths ----------------------------------------------------------------------------------===//

static const char *behind_number(const char *text, long *number) {
  *number = 0;
  for (; *text >= '0' && *text <= '9' && *number < INT32_MAX / 10; text++)
    *number = *number * 10 + *text - '0';
  return *text == '/' || !*text ? text : NULL;
}

const char *mc_path_of_process(const char *path, char text[]) {
  static const char head[] = "/proc/", own[] = "/proc/self", tasks[] = "/task/";
  long number;
  if (!mc_checking() || !mc_may_read(path, sizeof head) || strncmp(path, head, sizeof head - 1) ||
      !mc_may_read_text(path))
    return path;
  const char *rest = path + sizeof own - 1;
  if (strncmp(path, own, sizeof own - 1) || (*rest && *rest != '/')) {
    rest = behind_number(path + sizeof head - 1, &number);
    if (!rest || thread_of((pid_t)number) == MC_NO_THREAD)
      return path;
  }
  size_t length = mc_format(text, MC_MOST_PATH, "%s", own);
  if (strncmp(rest, tasks, sizeof tasks - 1) == 0) {
    const char *behind = behind_number(rest + sizeof tasks - 1, &number);
    const mc_thread thread = behind ? thread_of((pid_t)number) : MC_NO_THREAD;
    if (thread != MC_NO_THREAD) {
      length += mc_format(text + length, MC_MOST_PATH - length, "%s%u", tasks, kernels_number(thread));
      rest = behind;
    }
  }
  if (length + strlen(rest) >= MC_MOST_PATH)
    return path;
  strcpy(text + length, rest);
  return text;
}

void mc_process_path(long number, long a[6], char text[]) {
  switch (number) {
  case SYS_open:
  case SYS_stat:
  case SYS_lstat:
  case SYS_access:
  case SYS_readlink:
  case SYS_chdir:
  case SYS_statfs:
    a[0] = (long)mc_path_of_process((const char *)a[0], text);
    return;
  case SYS_openat:
  case SYS_newfstatat:
  case SYS_statx:
  case SYS_faccessat:
  case SYS_faccessat2:
  case SYS_readlinkat:
    a[1] = (long)mc_path_of_process((const char *)a[1], text);
  }
}

//===- Clocks ---------------------------------------------------------------------------------===//

enum { OF_PROCESS = -6, OF_THREAD = -2 }; // as the kernel numbers those of who asks

MC_INTERPOSED int clock_getcpuclockid(pid_t process, clockid_t *clock) {
  if (!clock || thread_of(process) == MC_NO_THREAD)
    return ((__typeof__(&clock_getcpuclockid))mc_real("clock_getcpuclockid"))(process, clock);
  mc_gives(MC_CALLER_SITE, clock, sizeof *clock);
  *clock = OF_PROCESS;
  return 0;
}

// A user-level thread is none of the kernel's.
MC_INTERPOSED int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  if (!mc_checking() || mc_thread_number(thread) == MC_NO_THREAD)
    return ((__typeof__(&pthread_getcpuclockid))mc_real("pthread_getcpuclockid"))(thread, clock);
  mc_gives(MC_CALLER_SITE, clock, sizeof *clock);
  *clock = OF_THREAD;
  return 0;
}

MC_INTERPOSED int sched_rr_get_interval(pid_t process, struct timespec *interval) {
  return ((__typeof__(&sched_rr_get_interval))mc_real("sched_rr_get_interval"))(
      mc_process_number(process), interval);
}

MC_INTERPOSED int pidfd_open(pid_t process, unsigned flags) {
  return ((int (*)(pid_t, unsigned))mc_real("pidfd_open"))(mc_process_number(process), flags);
}
