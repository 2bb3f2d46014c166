// runtime/threads/threads_kernel.c - the portable executor's threads: each thread of the program is
// a kernel thread; a futex word each says who has been handed control, so that one runs at a time.
//
// A hand-over costs a wake and a wait; a worker is pinned to one processor, where that is cheapest.
#include "threads.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/hand_over.h"
#include "runtime/signals/signals.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/world/world.h"
#include <sched.h>

static void wait_for_hand_over(mc_thread self) {
  while (!mc_process->hand_over[self])
    mc_futex_wait(&mc_process->hand_over[self], 0, -1, 0);
  mc_process->hand_over[self] = 0;
  // A finished thread still runs glibc's clean-up, which touches the heap: heap addresses are the
  // same in every trace only if nobody else runs meanwhile.
  while (mc_process->dying && mc_sys(SYS_tgkill, mc_process->pid, mc_process->dying, 0) == 0)
    mc_sys(SYS_sched_yield);
  mc_process->dying = 0;
}

static void schedule(mc_thread self, mc_thread (*choose)(void *), void *context, bool finished) {
  const mc_thread to = choose(context);
  if (to == self && !finished)
    return;
  if (finished && mc_system_calls_are_watched())
    mc_system_calls_leave_thread(); // the rest are glibc's
  if (finished && self != 0) // the main thread stays as a zombie until the process ends
    mc_process->dying = mc_process->thread[self].tid;
  mc_process->hand_over[to] = 1;
  mc_futex_wake(&mc_process->hand_over[to], 0);
  if (!finished)
    wait_for_hand_over(self);
}

static void *thread_main(void *number) {
  mc_self_ = (mc_thread)(uintptr_t)number;
  mc_signals_thread(mc_self_);
  mc_guard_new_thread();
  if (mc_system_calls_are_watched())
    mc_system_calls_watch();
  wait_for_hand_over(mc_self_);
  mc_process->thread[mc_self_].tid = (uint32_t)mc_sys(SYS_gettid);
  mc_thread_arrive();
  mc_recognise_thread((void **)__builtin_frame_address(0) + 2); // the call below may be a jump
  return mc_thread_run();
}

static int create(mc_thread thread, const pthread_attr_t *attr, pthread_t *handle) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      mc_real("pthread_create");
  pthread_attr_t own = *attr;
  mc_stack_set(thread, &own);
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // what glibc allocates here is libc's own
  const int error = real(handle, &own, thread_main, (void *)(uintptr_t)thread);
  mc_self_ = self;
  return error;
}

static const char *prepare(void) { return NULL; }

_Noreturn static void go_on(mc_thread (*choose)(void *)) {
  for (;;)
    schedule(mc_self_, choose, NULL, false);
}

_Noreturn static void leave(void (*function)(void)) {
  function();
  __builtin_unreachable();
}

const struct mc_thread_kind mc_kernel_threads = {prepare, create, schedule, go_on, leave, false};
