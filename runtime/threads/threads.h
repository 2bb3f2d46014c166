// runtime/threads/threads.h - the program's threads, and signals.
#ifndef MC_RUNTIME_THREADS_THREADS_H
#define MC_RUNTIME_THREADS_THREADS_H

#include "runtime/signals/signals.h"
#include "runtime/state.h"

//===- thread.c -------------------------------------------------------------------------------===//

/// What a thread's object has for an address: its number.
#define MC_THREAD_ADDRESS(thread) ((const volatile void *)(uintptr_t)(thread))

/// A thread made in a worker, from its first step on.
void *mc_thread_run(void);
/// At the start.
void mc_thread_start(void);
/// The calling thread's first and last code: it asks for its exit, and makes it.
void mc_thread_arrive(void);
void mc_thread_leave(void);

//===- threads_kernel.c, threads_user.c -------------------------------------------------------===//

/// What a thread of the program is made of, in a worker.
struct mc_thread_kind {
  /// In the trunk, before each worker. Returns NULL, or why this kind cannot be had here.
  const char *(*prepare)(void);
  /// Makes a thread that runs mc_thread_run when it is chosen for the first time. Returns an errno.
  int (*create)(mc_thread thread, const pthread_attr_t *attr, pthread_t *handle);
  /// Calls `choose` with `context`, and the thread whose number that returns goes on. Returns when
  /// this is the calling thread, `self`; if it is finished, not at all, or at once: then it must only
  /// leave.
  void (*schedule)(mc_thread self, mc_thread (*choose)(void *context), void *context,
                   bool finished);
  /// Nothing of the calling thread's is needed any more: the thread that `choose` returns goes on.
  void (*go_on)(mc_thread (*choose)(void *nothing));
  /// Calls the function where it is in no thread's way.
  void (*leave)(void (*function)(void));
  bool is_user_level;
};
extern const struct mc_thread_kind mc_kernel_threads, mc_user_threads;
static inline bool mc_threads_are_user_level(void) { return mc_thread_kind->is_user_level; }
static inline _Noreturn void mc_threads_go_on(mc_thread (*choose)(void *nothing)) {
  mc_thread_kind->go_on(choose);
  __builtin_unreachable();
}
static inline _Noreturn void mc_threads_leave(void (*function)(void)) {
  mc_thread_kind->leave(function);
  __builtin_unreachable();
}
static inline void mc_threads_schedule(mc_thread (*choose)(void *context), void *context,
                                       bool finished) {
  mc_thread_kind->schedule(mc_self_, choose, context, finished);
}
/// At the start: takes memory.
void mc_user_threads_start(void);
/// The end of the stack on which user-level threads are scheduled. No snapshot puts it back.
void *mc_control_stack(void);
/// In the trunk: kernel threads need the places of the stacks.
void mc_donors_dismiss(void);

//===- fault.c --------------------------------------------------------------------------------===//

/// At the start: the runtime's own handlers.
void mc_faults_start(void);

//===- signals_user.c -------------------------------------------------------------------------===//

bool mc_signals_used(void);
/// In the trunk, before the first worker: no signal of the program is delivered to it any more.
void mc_signals_trunk(void);
/// In a worker, at its start: what mc_signals_trunk changed is as it was.
void mc_signals_worker(void);
/// mc_real_signal_mask, without a system call where all threads have the same.
uint64_t mc_signals_mask(void);
/// From now on each user-level thread has a mask and an alternate stack of its own.
void mc_signals_use(void);
/// Around a hand-over, before it and after.
void mc_signals_leave(mc_thread thread);
void mc_signals_arrive(mc_thread thread);

//===- handlers.c -----------------------------------------------------------------------------===//

/// The program is about to change what is done with the signal; NULL: it asks.
void mc_handlers_change(int signal, const struct sigaction *action, const struct mc_site *site);

#endif // MC_RUNTIME_THREADS_THREADS_H
