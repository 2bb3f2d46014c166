// runtime/memory/hand_over.h - which thread's code runs: kernel threads or user-level threads hand
// over to each other (threads/).
#ifndef MC_RUNTIME_MEMORY_HAND_OVER_H
#define MC_RUNTIME_MEMORY_HAND_OVER_H

#include "memory.h"

/// What a thread of the program is made of, in a worker.
struct mc_thread_kind {
  /// In the trunk, before each worker. Returns NULL, or why this kind cannot be had here.
  const char *(*prepare)(void);
  /// Makes a thread that runs mc_thread_run when it is chosen for the first time. Returns an errno.
  int (*create)(mc_thread thread, const pthread_attr_t *attr, pthread_t *handle);
  /// Calls `choose` with `context`, and the thread whose number that returns goes on. The call
  /// returns when this is the calling thread, `self`. If `self` is finished it does not return, or
  /// at once: then the thread must only leave.
  void (*schedule)(mc_thread self, mc_thread (*choose)(void *context), void *context,
                   bool finished);
  /// The thread that `choose` returns goes on; nothing of the calling thread is needed any more.
  void (*go_on)(mc_thread (*choose)(void *nothing));
  /// Calls the function where it is in no thread's way.
  void (*leave)(void (*function)(void));
  bool is_user_level;
};
/// In workers; chosen by the trunk before each.
extern const struct mc_thread_kind *mc_thread_kind MC_HIDDEN;
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

#endif // MC_RUNTIME_MEMORY_HAND_OVER_H
