// primitives/syscall.c - syscall(): which system calls are operations of a primitive. They come
// from the program, and from the inside of libc where the runtime can see them there.
#define _GNU_SOURCE
#include "syscall.h"
#include "primitives/descriptors/descriptors.h"
#include "files.h"
#include "calls.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef long syscall_function(long, ...);
int mc_our_sched_yield(const struct mc_site *);

long mc_syscall_pass_on(long number, const long a[6]) {
  return ((syscall_function *)mc_real("syscall"))(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

//===- clone ----------------------------------------------------------------------------------===//

enum { IDS = CSIGNAL | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID };

static bool is_clone(long number) { return number == SYS_clone || number == SYS_clone3; }

/// NULL: there are none.
static const struct clone_args *arguments(long number, const long a[6]) {
  const struct clone_args *args = (const struct clone_args *)a[0];
  return number == SYS_clone3 && mc_may_read(args, CLONE_ARGS_SIZE_VER0) ? args : NULL;
}

static uint64_t clone_flags(long number, const long a[6]) {
  const struct clone_args *args = arguments(number, a);
  return args ? args->flags : number == SYS_clone ? (uint64_t)a[0] : 0;
}

static bool has_stack(long number, const long a[6]) {
  const struct clone_args *args = arguments(number, a);
  return args ? args->stack != 0 : number == SYS_clone && a[1];
}

/// In the memory of the calling thread, which does not wait for it as vfork does.
static bool are_of_one_beside(uint64_t flags) {
  return (flags & (CLONE_VM | CLONE_VFORK)) == CLONE_VM;
}

static bool runs_beside(long number, const long a[6]) {
  return is_clone(number) && are_of_one_beside(clone_flags(number, a));
}

MC_INTERPOSED int clone(int (*function)(void *), void *stack, int flags, void *argument, ...) {
  long more[3];
  va_list list;
  va_start(list, argument);
  for (int i = 0; i < 3; i++)
    more[i] = va_arg(list, long);
  va_end(list);
  if (!mc_checking() || !function || !stack)
    return MC_REAL(clone)(function, stack, flags, argument, more[0], more[1], more[2]);
  if ((flags & ~(CLONE_VM | CLONE_VFORK)) != SIGCHLD || are_of_one_beside((uint64_t)flags))
    mc_end_at_clone(MC_CALLER_SITE);
  const pid_t process = mc_fork(MC_CALLER_SITE);
  if (process == 0)
    _exit(function(argument));
  return process;
}

bool mc_syscall_is_waited_at(const void *word) {
  const mc_object o = mc_object_find(&mc_primitive_futex, word);
  const struct mc_threads *waiting = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
  return waiting && !mc_threads_is_empty(waiting);
}

/// A wake of libc's, for which nobody waits, inside of a call that is a step: it is part of that step.
static bool is_wake_inside(const long a[6]) {
  return mc_state_is_inside() && (a[1] & FUTEX_CMD_MASK) == FUTEX_WAKE &&
         !mc_syscall_is_waited_at((const void *)a[0]);
}

bool mc_syscall_is_operation(long number, const long a[6]) {
  return (number == SYS_futex && !is_wake_inside(a)) || number == SYS_exit ||
         number == SYS_exit_group || number == SYS_getrandom || number == SYS_sched_yield ||
         runs_beside(number, a) || mc_descriptor_is_call(number, a) || mc_file_is_call(number, a);
}

bool mc_syscall_forks(long number, const long a[6]) {
  return number == SYS_fork || number == SYS_vfork ||
         (is_clone(number) && !(clone_flags(number, a) & ~(uint64_t)IDS) && !has_stack(number, a));
}

static const struct of_schedule {
  long number;
  const char *name;
  bool changes;
} schedules[] = {{SYS_sched_setaffinity, "sched_setaffinity", true},
                 {SYS_sched_getaffinity, "sched_getaffinity", false},
                 {SYS_sched_setscheduler, "sched_setscheduler", true},
                 {SYS_sched_getscheduler, "sched_getscheduler", false},
                 {SYS_sched_setparam, "sched_setparam", true},
                 {SYS_sched_getparam, "sched_getparam", false},
                 {SYS_sched_setattr, "sched_setattr", true},
                 {SYS_sched_getattr, "sched_getattr", false}};

/// A call that uses the schedule of a thread. NULL: it does not.
static const struct of_schedule *of_schedule(long number) {
  for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++)
    if (schedules[i].number == number)
      return &schedules[i];
  return NULL;
}

static long dispatch(const struct mc_site *site, long number, long a[6]) {
  long of_signal;
  const struct of_schedule *schedule = mc_checking() ? of_schedule(number) : NULL;
  if (number == SYS_getpid || number == SYS_getppid || number == SYS_gettid)
    return number == SYS_getpid ? getpid() : number == SYS_getppid ? getppid() : gettid();
  if (number == SYS_getrandom)
    return getrandom((void *)a[0], (size_t)a[1], (unsigned)a[2]);
  if (number == SYS_sched_yield)
    return mc_our_sched_yield(site);
  mc_process_numbers(number, a);
  mc_release_by_system_call(number, a, site);
  if (schedule) {
    a[0] = mc_schedule_by_id((pid_t)a[0], schedule->changes, schedule->name, site);
    if (number == SYS_sched_setaffinity && a[0] == 0)
      mc_processors_are_chosen(mc_self());
    const long result = mc_syscall_pass_on(number, a);
    if (number == SYS_sched_getaffinity && result > 0)
      mc_processors_show(mc_self(), (size_t)result, (void *)a[2]);
    return result;
  }
  if (mc_checking() && number == SYS_prctl)
    return prctl((int)a[0], a[1], a[2], a[3], a[4]);
  if (mc_sets_filter(number, a, site))
    return 0;
  if (mc_syscall_forks(number, a) && mc_checking())
    return mc_fork(site);
  if (number == SYS_set_tid_address) // a join would wait for ever
    mc_unordered_call("set_tid_address", site);
  if (is_clone(number) && mc_checking())
    mc_end_at_clone(site);
  if (number == SYS_rt_sigreturn && mc_checking())
    mc_stray_write(site, 0); // there is no handler's frame
  if (mc_checking() && mc_signal_call(site, number, a, &of_signal))
    return of_signal;
  if (!mc_checking() || !mc_syscall_is_operation(number, a)) {
    mc_note_effect();
    mc_unordered_system_call(number, a);
    if (number == SYS_execve || number == SYS_execveat) {
      const bool is_known = number == SYS_execve || (a[0] == AT_FDCWD && a[4] == 0);
      const bool has_ended =
          is_known && mc_exec_begins((const char *)a[number == SYS_execveat], site);
      const long result = mc_syscall_pass_on(number, a);
      mc_exec_came_back(has_ended);
      return result;
    }
    return mc_syscall_pass_on(number, a);
  }
  if (number == SYS_exit)
    mc_thread_exit_raw((int)a[0], site);
  if (number == SYS_exit_group)
    mc_process_exit((int)a[0], site);
  if (number == SYS_futex && mc_state_is_inside()) // what the step does happens later
    mc_unordered_call("a lock inside of the C library", site);
  if (number == SYS_futex)
    return mc_futex_call(site, a);
  return mc_descriptor_is_call(number, a) ? mc_descriptor_call(site, number, a)
                                          : mc_file_call(site, number, a);
}

#define COLLECT_ARGUMENTS(a, last)                                                                 \
  long a[6];                                                                                       \
  va_list list;                                                                                    \
  va_start(list, last);                                                                            \
  for (int i = 0; i < 6; i++)                                                                      \
    a[i] = va_arg(list, long);                                                                     \
  va_end(list)

MC_HOOK_VISIBLE long __mcmini_syscall(const struct mc_site *site, long number, ...);
long __mcmini_syscall(const struct mc_site *site, long number, ...) {
  mc_reach(site);
  COLLECT_ARGUMENTS(a, number);
  if (!mc_is_runtime((uintptr_t)syscall))
    return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  return dispatch(site, number, a);
}

MC_INTERPOSED long syscall(long number, ...) {
  const struct mc_site *site = MC_CALLER_SITE;
  COLLECT_ARGUMENTS(a, number);
  return dispatch(site, number, a);
}
