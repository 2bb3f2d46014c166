// runtime/process_number.c - functions that take the number of a process. The program's own, as getpid
// and gettid give it, is none of the kernel's, or another's.
#include "state.h"
#include <sched.h>
#include <time.h>
#include <unistd.h>

pid_t mc_process_number(pid_t process) {
  const bool is_own = mc_checking() && process >= getpid() &&
                      process - getpid() < (pid_t)mc_session->thread_count;
  return is_own ? (pid_t)mc_sys(SYS_getpid) : process;
}

#define OF_A_PROCESS(name, type, parameters, arguments)                                            \
  MC_INTERPOSED type name parameters {                                                             \
    return ((type(*) parameters)mc_real(#name))arguments;                                          \
  }
OF_A_PROCESS(sched_setaffinity, int, (pid_t process, size_t size, const cpu_set_t *set),
             (mc_process_number(process), size, set))
OF_A_PROCESS(sched_getaffinity, int, (pid_t process, size_t size, cpu_set_t *set),
             (mc_process_number(process), size, set))
OF_A_PROCESS(sched_setscheduler, int, (pid_t process, int policy, const struct sched_param *param),
             (mc_process_number(process), policy, param))
OF_A_PROCESS(sched_getscheduler, int, (pid_t process), (mc_process_number(process)))
OF_A_PROCESS(sched_setparam, int, (pid_t process, const struct sched_param *param),
             (mc_process_number(process), param))
OF_A_PROCESS(sched_getparam, int, (pid_t process, struct sched_param *param),
             (mc_process_number(process), param))
OF_A_PROCESS(sched_rr_get_interval, int, (pid_t process, struct timespec *interval),
             (mc_process_number(process), interval))
OF_A_PROCESS(clock_getcpuclockid, int, (pid_t process, clockid_t *clock), (mc_process_number(process), clock))
OF_A_PROCESS(pidfd_open, int, (pid_t process, unsigned flags), (mc_process_number(process), flags))
