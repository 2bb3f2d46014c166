// runtime/world/scheduling.c - how the program's threads are scheduled, and on which processors.
// All threads of a worker run on one; the program is shown those that it had, until it has chosen
// itself.
#include "world.h"
#include "runtime/events.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include <sched.h>
#include <string.h>
#include <unistd.h>

void mc_need_kernel_threads(const char *why) {
  if (!mc_checking() || !mc_threads_are_user_level())
    return;
  mc_guard_open();
  mc_use_kernel_threads(why);
}

// User-level threads have one schedule.
static void use_schedule(mc_thread thread, bool changes, const struct mc_site *site) {
  if (changes && mc_mode == MC_MODE_WORKER)
    mc_need_kernel_threads("the program changes how a thread is scheduled");
  mc_state_attribute(thread, MC_SCHEDULE_OF_THREAD, changes, site);
}

static mc_thread use_schedule_of(pthread_t thread, bool changes, const struct mc_site *site) {
  const mc_thread number = mc_checking() ? mc_thread_number(thread) : MC_NO_THREAD;
  if (number != MC_NO_THREAD)
    use_schedule(number, changes, site);
  mc_event_asks_libc_of(thread);
  return number;
}

#define SCHEDULE_OF_THREAD(name, changes, parameters, arguments)                                   \
  MC_INTERPOSED int name parameters {                                                              \
    use_schedule_of(thread, changes, MC_CALLER_SITE);                                              \
    return ((int(*) parameters)mc_real(#name))arguments;                                           \
  }
SCHEDULE_OF_THREAD(pthread_setschedparam, true,
                   (pthread_t thread, int policy, const struct sched_param *parameters),
                   (thread, policy, parameters))
SCHEDULE_OF_THREAD(pthread_getschedparam, false,
                   (pthread_t thread, int *policy, struct sched_param *parameters),
                   (thread, policy, parameters))
SCHEDULE_OF_THREAD(pthread_setschedprio, true, (pthread_t thread, int priority), (thread, priority))

pid_t mc_schedule_by_id(pid_t id, bool changes, const char *function, const struct mc_site *site) {
  if (!mc_checking() || (id && id != gettid() && id < getpid()))
    return id;
  if (id && id != gettid()) {
    mc_unordered_call(function, site);
    return id;
  }
  use_schedule(mc_self_, changes, site);
  return 0;
}

#define SCHEDULE_BY_ID(name, changes, parameters, ...)                                             \
  MC_INTERPOSED int name parameters {                                                              \
    id = mc_schedule_by_id(id, changes, #name, MC_CALLER_SITE);                                    \
    return ((int(*) parameters)mc_real(#name))(id, ##__VA_ARGS__);                                 \
  }
SCHEDULE_BY_ID(sched_setscheduler, true,
               (pid_t id, int policy, const struct sched_param *parameters), policy, parameters)
SCHEDULE_BY_ID(sched_getscheduler, false, (pid_t id))
SCHEDULE_BY_ID(sched_setparam, true, (pid_t id, const struct sched_param *parameters), parameters)
SCHEDULE_BY_ID(sched_getparam, false, (pid_t id, struct sched_param *parameters), parameters)

//===- Processors -----------------------------------------------------------------------------===//

static cpu_set_t programs_processors MC_KEPT, one_processor MC_KEPT;
static bool has_chosen[MC_MAX_THREADS] MC_PER_TRACE;

void mc_processors_use_one(void) {
  unsigned processor = 0;
  mc_sys(SYS_sched_getaffinity, 0, sizeof programs_processors, &programs_processors);
  mc_sys(SYS_getcpu, &processor, NULL, NULL);
  CPU_SET(processor, &one_processor);
  mc_sys(SYS_sched_setaffinity, 0, sizeof one_processor, &one_processor);
}

/// A worker computes: what it has in the caches is worth more to it than that its turn comes soon,
/// where others use its processor. Turns of its own length it has from Linux 6.12 on.
static void take_long_turns(void) {
  enum { TURN = 100 * 1000 * 1000 }; // ns
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t turn, deadline, period;
  } own;
  if (!mc_sys(SYS_sched_getattr, 0, &own, sizeof own, 0) &&
      (own.policy == SCHED_OTHER || own.policy == SCHED_BATCH)) {
    own.turn = TURN;
    mc_sys(SYS_sched_setattr, 0, &own, 0);
  }
}

void mc_processors_use(uint32_t n) {
  take_long_turns();
  const uint32_t count = (uint32_t)CPU_COUNT(&programs_processors);
  CPU_ZERO(&one_processor);
  for (uint32_t i = 0, seen = 0; count && i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &programs_processors) && seen++ == n % count)
      CPU_SET(i, &one_processor);
  mc_sys(SYS_sched_setaffinity, 0, sizeof one_processor, &one_processor);
}

void mc_processors_are_chosen(mc_thread thread) {
  if (mc_mode == MC_MODE_WORKER && thread < MC_MAX_THREADS)
    has_chosen[thread] = true;
}

void mc_processors_show(mc_thread thread, size_t bytes, void *set) {
  if (bytes > sizeof one_processor)
    bytes = sizeof one_processor;
  if (mc_checking() && thread < MC_MAX_THREADS && !has_chosen[thread] &&
      CPU_COUNT(&one_processor) && memcmp(set, &one_processor, bytes) == 0)
    memcpy(set, &programs_processors, bytes);
}

MC_INTERPOSED int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  mc_processors_are_chosen(use_schedule_of(thread, true, MC_CALLER_SITE));
  return ((__typeof__(pthread_setaffinity_np) *)mc_real("pthread_setaffinity_np"))(thread, size,
                                                                                   set);
}

MC_INTERPOSED int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  const mc_thread number = use_schedule_of(thread, false, MC_CALLER_SITE);
  const int error =
      ((__typeof__(pthread_getaffinity_np) *)mc_real("pthread_getaffinity_np"))(thread, size, set);
  if (!error)
    mc_processors_show(number, size, set);
  return error;
}

MC_INTERPOSED int sched_setaffinity(pid_t id, size_t size, const cpu_set_t *set) {
  id = mc_schedule_by_id(id, true, "sched_setaffinity", MC_CALLER_SITE);
  if (id == 0)
    mc_processors_are_chosen(mc_self_);
  return ((__typeof__(sched_setaffinity) *)mc_real("sched_setaffinity"))(id, size, set);
}

MC_INTERPOSED int sched_getaffinity(pid_t id, size_t size, cpu_set_t *set) {
  id = mc_schedule_by_id(id, false, "sched_getaffinity", MC_CALLER_SITE);
  const int result = ((__typeof__(sched_getaffinity) *)mc_real("sched_getaffinity"))(id, size, set);
  if (result == 0)
    mc_processors_show(mc_self_, size, set);
  return result;
}

MC_INTERPOSED int get_nprocs(void) {
  static int (*real)(void) MC_PER_TRACE;
  static int number MC_PER_TRACE;
  if (mc_mode == MC_MODE_WORKER)
    return number ? number : 2;
  if (!real)
    real = mc_real("get_nprocs");
  return number = real();
}
