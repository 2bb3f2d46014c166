// primitives/thread_functions.c - the interposed functions of threads, sleeping and the process's
// end. Their operations are in thread.c.
#define _GNU_SOURCE
#include "builtin.h"
#include "builtin_sockets.h"
#include "calls.h"
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern const struct mc_primitive mc_primitive_thread;

bool mc_clock_is_deadline(int clock, const struct timespec *t) {
  return (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) && t->tv_nsec >= 0 &&
         t->tv_nsec < 1000000000;
}

static struct mc_operation on_thread(uint16_t kind, pthread_t thread, const struct mc_site *site) {
  struct mc_operation op = {
      .primitive = &mc_primitive_thread,
      .kind = kind,
      .flags = kind == MC_THREAD_TRY_JOIN || kind == MC_THREAD_TIMED_JOIN ? MC_YIELD : 0,
      .objects = 1,
      .object = {mc_thread_object(thread)}};
  if (op.object[0] == MC_NO_OBJECT)
    mc_misuse(kind == MC_THREAD_DETACH ? "detach of something that is no thread"
                                       : "join of something that is no thread",
              MC_NO_OBJECT, site);
  op.argument[1] = pthread_equal(thread, pthread_self()) != 0;
  return op;
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int join_function(pthread_t, void **);
typedef int timedjoin_function(pthread_t, void **, const struct timespec *);

MC_INTERPOSE(int, pthread_create,
             (pthread_t * thread, const pthread_attr_t *attr, void *(*function)(void *),
              void *argument),
             (thread, attr, function, argument)) {
  mc_gives(site, thread, sizeof *thread);
  if (mc_checking()) {
    mc_peers_may_begin(site);
    const int result = mc_thread_create(thread, attr, function, argument, site);
    __mcmini_write_done(site, thread, sizeof *thread);
    return result;
  }
  return ((create_function *)mc_real("pthread_create"))(thread, attr, function, argument);
}

void mc_thread_join(pthread_t thread, const struct mc_site *site) {
  struct mc_operation op = on_thread(MC_THREAD_JOIN, thread, site);
  mc_cancellation_begin(site);
  mc_transition(&op, site);
  mc_cancellation_end();
  mc_clock_join(thread);
}

MC_INTERPOSE(int, pthread_join, (pthread_t thread, void **value), (thread, value)) {
  if (mc_checking())
    mc_thread_join(thread, site);
  mc_gives(site, value, sizeof *value);
  return mc_thread_collect(thread, value);
}

MC_INTERPOSE(int, pthread_tryjoin_np, (pthread_t thread, void **value), (thread, value)) {
  if (!mc_checking())
    return ((join_function *)mc_real("pthread_tryjoin_np"))(thread, value);
  struct mc_operation op = on_thread(MC_THREAD_TRY_JOIN, thread, site);
  const uint64_t result = mc_transition(&op, site);
  if (result != 0)
    return (int)result;
  mc_clock_join(thread);
  mc_gives(site, value, sizeof *value);
  return mc_thread_collect(thread, value);
}

static int timedjoin(pthread_t thread, void **value, clockid_t clock,
                     const struct timespec *deadline, const struct mc_site *site) {
  struct mc_operation op = on_thread(MC_THREAD_TIMED_JOIN, thread, site);
  const bool valid = mc_clock_is_deadline(clock, deadline);
  op.argument[0] = valid ? ETIMEDOUT : EINVAL;
  mc_cancellation_begin(site);
  const uint64_t result = mc_transition(&op, site);
  mc_cancellation_end();
  if (op.alternative == 0) {
    mc_clock_join(thread);
    mc_gives(site, value, sizeof *value);
    return mc_thread_collect(thread, value);
  }
  if (valid)
    mc_clock_reach(mc_clock_deadline(clock, deadline));
  return (int)result;
}

MC_INTERPOSE(int, pthread_timedjoin_np,
             (pthread_t thread, void **value, const struct timespec *deadline),
             (thread, value, deadline)) {
  if (mc_checking())
    return timedjoin(thread, value, CLOCK_REALTIME, deadline, site);
  return ((timedjoin_function *)mc_real("pthread_timedjoin_np"))(thread, value, deadline);
}

MC_INTERPOSE_UNHOOKED(int, pthread_clockjoin_np,
                      (pthread_t thread, void **value, clockid_t clock,
                       const struct timespec *deadline),
                      (thread, value, clock, deadline)) {
  return timedjoin(thread, value, clock, deadline, site);
}

MC_INTERPOSE(int, pthread_detach, (pthread_t thread), (thread)) {
  if (mc_checking()) {
    struct mc_operation op = on_thread(MC_THREAD_DETACH, thread, site);
    mc_transition(&op, site);
  }
  return ((int (*)(pthread_t))mc_real("pthread_detach"))(thread);
}

/// It looks up the main thread's stack among the mappings: all others are nothing to it. Of a stack
/// that is not its own, as the runtime's are, glibc knows no guard.
MC_INTERPOSED int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  mc_unordered_is_known(true);
  mc_thread_show_end(thread);
  const int result = MC_REAL(pthread_getattr_np)(thread, attributes);
  mc_unordered_is_known(false);
  if (!result && mc_checking())
    pthread_attr_setguardsize(attributes, mc_thread_guard_size(thread));
  return result;
}

/// The thread's cleanup handlers and key destructors are ordinary code; its exit comes after them.
MC_INTERPOSE_NORETURN(pthread_exit, (void *value), (value)) {
  if (mc_checking())
    mc_cancellation_ends();
  mc_stack_leave_from(__builtin_frame_address(0), site);
  ((void (*)(void *))mc_real("pthread_exit"))(value);
  __builtin_unreachable();
}

static void yield(const struct mc_site *site) {
  mc_goes_with_atomics(false, site);
  struct mc_operation op = {
      .primitive = &mc_primitive_thread, .kind = MC_THREAD_YIELD, .flags = MC_YIELD};
  mc_transition(&op, site);
}

/// A loop of machine code that calls it comes back to the same state only if what a call leaves
/// behind is the same: registers, flags, and the memory below the caller's stack.
MC_INTERPOSED __attribute__((naked)) int sched_yield(void) {
  __asm__("mov (%rsp), %rdi; bts $63, %rdi;" // MC_CALLER_SITE
          "push %rbp; .cfi_adjust_cfa_offset 8; .cfi_rel_offset rbp, 0;"
          "mov %rsp, %rbp; .cfi_def_cfa_register rbp;"
          "sub $128, %rsp;" // as large as the red zone
          "call mc_our_sched_yield;"
          "mov %rsp, %rdi; mov $16, %ecx; xor %eax, %eax; rep stosq;"
          "leave; .cfi_def_cfa rsp, 8;"
          "xor %edx, %edx; xor %esi, %esi; xor %edi, %edi;"
          "xor %r8d, %r8d; xor %r9d, %r9d; xor %r10d, %r10d; xor %r11d, %r11d;"
          "ret");
}

MC_INTERPOSE_WITHOUT_ENTRY_(int, sched_yield, (), (), return, ) {
  if (mc_checking())
    yield(site);
  return 0;
}

// <pthread.h> makes pthread_yield a name of sched_yield; older binaries still have the symbol.
int mc_pthread_yield(void) __asm__("pthread_yield");
MC_HOOK_VISIBLE int
mc_hook_pthread_yield(const struct mc_site *site) __asm__("__mcmini_pthread_yield");
int mc_hook_pthread_yield(const struct mc_site *site) { return mc_our_sched_yield(site); }
MC_INTERPOSED int mc_pthread_yield(void) { return mc_our_sched_yield(MC_CALLER_SITE); }

//===- Sleeping -------------------------------------------------------------------------------===//

/// Returns 0 or EINTR: then no time has passed.
static int sleep_until(uint64_t time, const struct mc_site *site) {
  struct mc_operation op = {
      .primitive = &mc_primitive_thread, .kind = MC_THREAD_SLEEP, .flags = MC_YIELD | MC_EINTR};
  mc_cancellation_begin(site);
  mc_transition(&op, site);
  mc_cancellation_end();
  if (op.alternative == MC_CUT_SHORT)
    return EINTR;
  mc_clock_reach(time);
  return 0;
}

bool mc_handler_ends_call(const struct mc_site *site) {
  struct mc_operation op = {
      .primitive = &mc_primitive_thread, .kind = MC_THREAD_SIGNALS, .flags = MC_YIELD | MC_BEGUN};
  if (!mc_is_interrupted(mc_self()))
    return false;
  mc_transition(&op, site);
  return op.alternative == MC_CUT_SHORT;
}

typedef int nanosleep_function(const struct timespec *, struct timespec *);
typedef int clock_nanosleep_function(clockid_t, int, const struct timespec *, struct timespec *);

MC_INTERPOSE(unsigned, sleep, (unsigned seconds), (seconds)) {
  if (!mc_checking())
    return ((unsigned (*)(unsigned))mc_real("sleep"))(seconds);
  return sleep_until(mc_deadline_after((uint64_t)seconds * 1000000000), site) ? seconds : 0;
}

MC_INTERPOSE(int, usleep, (useconds_t microseconds), (microseconds)) {
  if (!mc_checking())
    return ((int (*)(useconds_t))mc_real("usleep"))(microseconds);
  return mc_by_errno(
      (uint64_t)sleep_until(mc_deadline_after((uint64_t)microseconds * 1000), site));
}

MC_INTERPOSE(int, nanosleep, (const struct timespec *length, struct timespec *rest),
             (length, rest)) {
  if (!mc_checking())
    return ((nanosleep_function *)mc_real("nanosleep"))(length, rest);
  if (!mc_may_read(length, sizeof *length))
    return mc_by_errno(EFAULT);
  if (!mc_is_duration(length))
    return mc_by_errno(EINVAL);
  const int error = sleep_until(mc_deadline_after(mc_nanoseconds(length)), site);
  if (error && rest)
    *rest = *length;
  return mc_by_errno((uint64_t)error);
}

MC_INTERPOSE(int, clock_nanosleep,
             (clockid_t clock, int flags, const struct timespec *time, struct timespec *rest),
             (clock, flags, time, rest)) {
  if (!mc_checking())
    return ((clock_nanosleep_function *)mc_real("clock_nanosleep"))(clock, flags, time, rest);
  if (!mc_may_read(time, sizeof *time))
    return EFAULT;
  if (!mc_is_duration(time))
    return EINVAL;
  const bool is_absolute = flags & TIMER_ABSTIME;
  const int error = sleep_until(is_absolute ? mc_clock_deadline(clock, time)
                                            : mc_deadline_after(mc_nanoseconds(time)),
                                site);
  if (error && rest && !is_absolute)
    *rest = *time;
  return error;
}

//===- The end of the process -----------------------------------------------------------------===//

/// The handlers are ordinary code; the last of them, the runtime's, makes the transition.
MC_INTERPOSE_NORETURN(exit, (int status), (status)) {
  mc_process_begin_exit(site);
  ((void (*)(int))mc_real("exit"))(status);
  __builtin_unreachable();
}

MC_INTERPOSE_NORETURN(quick_exit, (int status), (status)) {
  mc_process_begin_exit(site);
  mc_process_quick_exit(status);
  ((void (*)(int))mc_real("quick_exit"))(status);
  __builtin_unreachable();
}

MC_INTERPOSE_NORETURN(_exit, (int status), (status)) {
  if (mc_checking())
    mc_process_exit(status, site);
  ((void (*)(int))mc_real("_exit"))(status);
  __builtin_unreachable();
}

MC_INTERPOSE_NORETURN(_Exit, (int status), (status)) { mc_our__exit(site, status); }
