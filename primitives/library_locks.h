// primitives/library_locks.h - between library_locks.c and the primitives whose objects a library's
// locks are.
#ifndef MC_PRIMITIVES_LIBRARY_LOCKS_H
#define MC_PRIMITIVES_LIBRARY_LOCKS_H

#include "builtin.h"

// The object of so many bytes at that address, alive; made at its first use. Its memory is not
// looked at, and not written: a lock of zeroed memory, a copied one and one that nobody has
// destroyed are right.
mc_object mc_mutex_unmarked(const volatile void *address, size_t bytes, uint16_t type);
mc_object mc_condition_unmarked(const volatile void *address, size_t bytes);
mc_object mc_rwlock_unmarked(const volatile void *address, size_t bytes,
                             enum mc_preference preference);
mc_object mc_semaphore_unmarked(const volatile void *address, size_t bytes);
/// Does a mutex or a condition begin there, alive? Its functions do not touch its memory: who does
/// goes past them.
bool mc_lock_is_at(uintptr_t address);
/// A lock becomes an object.
void mc_lock_begins(const volatile void *address);
/// This one waits for its init.
mc_object mc_barrier_unmarked(const volatile void *address, size_t bytes);
/// pthread_barrier_wait of a program that does not use the result.
void mc_barrier_pass(void *barrier, const struct mc_site *site);

//===- Calls ----------------------------------------------------------------------------------===//

struct mc_lock_call {
  const struct mc_site *site;
  const uint64_t *argument; ///< six
  size_t bytes;             ///< of the lock
  uint64_t success;     ///< what the function returns where it succeeds; else the other of 0 and 1
  bool is_instrumented; ///< the caller
};
/// Returns what the function does. It is called in a process that the program has forked, too,
/// which has one thread.
typedef uint64_t mc_lock_handler(const struct mc_lock_call *call);

static inline uint64_t mc_lock_result(const struct mc_lock_call *call, int error) {
  return error ? !call->success : call->success;
}
static inline void *mc_lock_pointer(const struct mc_lock_call *call, unsigned i) {
  return (void *)(uintptr_t)call->argument[i];
}

#define MC_LOCK(function, handler, success, bytes) mc_lock_handler mc_lock_##handler;
#define MC_LOCK_OPERATION(primitive, operation, handler) mc_lock_handler mc_lock_##handler;
#include "locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION

/// A wait at the condition of the first argument, with the mutex of the second, until that time of
/// CLOCK_MONOTONIC.
struct timespec;
uint64_t mc_lock_wait_until(const struct mc_lock_call *call, const struct timespec *deadline);

/// A lock of that type that is taken in so many nanoseconds, or not.
uint64_t mc_lock_try_for(const struct mc_lock_call *call, int type, uint64_t nanoseconds);

#endif // MC_PRIMITIVES_LIBRARY_LOCKS_H
