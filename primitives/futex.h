// primitives/futex.h - between futex.c, what a futex means, and futex_calls.c, the system call.
#ifndef MC_PRIMITIVES_FUTEX_H
#define MC_PRIMITIVES_FUTEX_H

#include "builtin.h"

enum mc_futex_operation {
  MC_FUTEX_ENTER,
  MC_FUTEX_RESUME,
  MC_FUTEX_TIMEDRESUME,
  MC_FUTEX_WAKE,
  MC_FUTEX_WAKEALL,
  MC_FUTEX_REQUEUE,
  MC_FUTEX_LEAVE,
};
enum { MC_FUTEX_OK, MC_FUTEX_OTHER };      ///< again, timeout, not woken
enum { MC_FUTEX_AGAIN };                   ///< of a requeue
#define MC_FUTEX_MOVED ((uint64_t)1 << 32) ///< result of resume: and the new queue

struct mc_futex {
  struct mc_threads waiting; ///< and not woken; first, for syscall.c
  struct mc_threads woken;   ///< and not yet back
  struct mc_threads moved;   ///< to the queue `destination`, and do not know it yet
  uint64_t destination;      ///< 1 + object
};

extern const struct mc_primitive mc_primitive_futex;

static inline bool mc_futex_enters(const struct mc_operation *op) {
  return op->kind == MC_FUTEX_ENTER && op->alternative == MC_FUTEX_OK;
}
/// It goes on and has not been woken.
static inline bool mc_futex_gives_up(const struct mc_operation *op) {
  return (op->kind == MC_FUTEX_TIMEDRESUME || op->kind == MC_FUTEX_LEAVE) &&
         op->alternative == MC_FUTEX_OTHER;
}
static inline bool mc_futex_moves(const struct mc_operation *op) {
  return op->kind == MC_FUTEX_REQUEUE && op->alternative != MC_FUTEX_AGAIN;
}

#endif // MC_PRIMITIVES_FUTEX_H
