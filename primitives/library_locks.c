// primitives/library_locks.c - what a line of --locks can say that a library's function does
// (locks.def): an operation of one of our primitives, on an object that is a name alone. The lock's
// memory stays as it was when the program made it, which is that of a lock that is free.
#define _GNU_SOURCE
#include "library_locks.h"
#include "calls.h"
#include "condition.h"
#include "mutex.h"
#include "variable.h"
#include <pthread.h>
#include <semaphore.h>

int mc_our_pthread_mutex_init(const struct mc_site *, pthread_mutex_t *,
                              const pthread_mutexattr_t *);
int mc_our_pthread_mutex_destroy(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_lock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_trylock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_clocklock(const struct mc_site *, pthread_mutex_t *, clockid_t,
                                   const struct timespec *);
int mc_our_pthread_mutex_unlock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_cond_init(const struct mc_site *, pthread_cond_t *, const pthread_condattr_t *);
int mc_our_pthread_cond_destroy(const struct mc_site *, pthread_cond_t *);
int mc_our_pthread_cond_wait(const struct mc_site *, pthread_cond_t *, pthread_mutex_t *);
int mc_our_pthread_cond_clockwait(const struct mc_site *, pthread_cond_t *, pthread_mutex_t *,
                                  clockid_t, const struct timespec *);
int mc_our_pthread_cond_signal(const struct mc_site *, pthread_cond_t *);
int mc_our_pthread_cond_broadcast(const struct mc_site *, pthread_cond_t *);
int mc_our_pthread_rwlock_init(const struct mc_site *, pthread_rwlock_t *,
                               const pthread_rwlockattr_t *);
int mc_our_pthread_rwlock_destroy(const struct mc_site *, pthread_rwlock_t *);
int mc_our_pthread_rwlock_rdlock(const struct mc_site *, pthread_rwlock_t *);
int mc_our_pthread_rwlock_tryrdlock(const struct mc_site *, pthread_rwlock_t *);
int mc_our_pthread_rwlock_wrlock(const struct mc_site *, pthread_rwlock_t *);
int mc_our_pthread_rwlock_trywrlock(const struct mc_site *, pthread_rwlock_t *);
int mc_our_pthread_rwlock_unlock(const struct mc_site *, pthread_rwlock_t *);
int mc_our_pthread_barrier_init(const struct mc_site *, pthread_barrier_t *,
                                const pthread_barrierattr_t *, unsigned);
int mc_our_pthread_barrier_destroy(const struct mc_site *, pthread_barrier_t *);
int mc_our_sem_init(const struct mc_site *, sem_t *, int, unsigned);
int mc_our_sem_destroy(const struct mc_site *, sem_t *);
int mc_our_sem_wait(const struct mc_site *, sem_t *);
int mc_our_sem_trywait(const struct mc_site *, sem_t *);
int mc_our_sem_post(const struct mc_site *, sem_t *);

static bool is_alive_at(const struct mc_primitive *primitive, const void *address) {
  const mc_object o = mc_object_find(primitive, address);
  if (o == MC_NO_OBJECT || !mc_object_is_name(o, address))
    return false;
  const void *state = mc_object_state(o);
  return primitive == &mc_primitive_mutex
             ? ((const struct mc_mutex_state *)state)->life == MC_ALIVE
             : ((const struct mc_condition_state *)state)->life == MC_ALIVE;
}

void mc_lock_begins(const volatile void *address) {
  if (mc_is_static(address) && mc_variable_is_at(address))
    mc_end_at_lock();
}

bool mc_lock_is_at(uintptr_t address) {
  return is_alive_at(&mc_primitive_mutex, (const void *)address) ||
         is_alive_at(&mc_primitive_condition, (const void *)address);
}

//===- Mutexes --------------------------------------------------------------------------------===//

static pthread_mutex_t *mutex_at(const struct mc_lock_call *call, unsigned i, int type) {
  if (mc_checking())
    mc_mutex_unmarked(mc_lock_pointer(call, i), call->bytes, (uint16_t)type);
  return mc_lock_pointer(call, i);
}

static pthread_mutex_t *mutex_of(const struct mc_lock_call *call) {
  return mutex_at(call, 0, PTHREAD_MUTEX_NORMAL);
}

static pthread_mutex_t *recursive_of(const struct mc_lock_call *call) {
  return mutex_at(call, 0, PTHREAD_MUTEX_RECURSIVE);
}

uint64_t mc_lock_mutex_init(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_init(call->site, mutex_of(call), NULL));
}

uint64_t mc_lock_recursive_init(const struct mc_lock_call *call) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  return mc_lock_result(call, mc_our_pthread_mutex_init(call->site, recursive_of(call), &attr));
}

uint64_t mc_lock_mutex_destroy(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_destroy(call->site, mutex_of(call)));
}

uint64_t mc_lock_mutex_lock(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_lock(call->site, mutex_of(call)));
}

uint64_t mc_lock_recursive_lock(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_lock(call->site, recursive_of(call)));
}

uint64_t mc_lock_mutex_trylock(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_trylock(call->site, mutex_of(call)));
}

uint64_t mc_lock_recursive_trylock(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_trylock(call->site, recursive_of(call)));
}

uint64_t mc_lock_try_for(const struct mc_lock_call *call, int type, uint64_t nanoseconds) {
  struct timespec deadline;
  mc_clock_after(CLOCK_MONOTONIC, nanoseconds, &deadline);
  return mc_lock_result(call, mc_our_pthread_mutex_clocklock(call->site, mutex_at(call, 0, type),
                                                             CLOCK_MONOTONIC, &deadline));
}

/// How long it waits is not known: it may time out at once.
uint64_t mc_lock_mutex_timedlock(const struct mc_lock_call *call) {
  return mc_lock_try_for(call, PTHREAD_MUTEX_NORMAL, 0);
}

uint64_t mc_lock_recursive_timedlock(const struct mc_lock_call *call) {
  return mc_lock_try_for(call, PTHREAD_MUTEX_RECURSIVE, 0);
}

uint64_t mc_lock_mutex_unlock(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_unlock(call->site, mutex_of(call)));
}

uint64_t mc_lock_recursive_unlock(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_mutex_unlock(call->site, recursive_of(call)));
}

//===- Conditions -----------------------------------------------------------------------------===//

static pthread_cond_t *condition_of(const struct mc_lock_call *call) {
  if (mc_checking())
    mc_condition_unmarked(mc_lock_pointer(call, 0), call->bytes);
  return mc_lock_pointer(call, 0);
}

/// The mutex of a wait, which holds it: it has a type already.
static pthread_mutex_t *held_by(const struct mc_lock_call *call) {
  return mutex_at(call, 1, PTHREAD_MUTEX_NORMAL);
}

uint64_t mc_lock_condition_init(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_cond_init(call->site, condition_of(call), NULL));
}

uint64_t mc_lock_condition_destroy(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_cond_destroy(call->site, condition_of(call)));
}

uint64_t mc_lock_condition_wait(const struct mc_lock_call *call) {
  return mc_lock_result(call,
                        mc_our_pthread_cond_wait(call->site, condition_of(call), held_by(call)));
}

uint64_t mc_lock_wait_until(const struct mc_lock_call *call, const struct timespec *deadline) {
  return mc_lock_result(call,
                        mc_our_pthread_cond_clockwait(call->site, condition_of(call), held_by(call),
                                                      CLOCK_MONOTONIC, deadline));
}

uint64_t mc_lock_condition_timedwait(const struct mc_lock_call *call) {
  return mc_lock_wait_until(call, &(struct timespec){0});
}

uint64_t mc_lock_condition_signal(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_cond_signal(call->site, condition_of(call)));
}

uint64_t mc_lock_condition_broadcast(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_cond_broadcast(call->site, condition_of(call)));
}

//===- Read-write locks -----------------------------------------------------------------------===//

static pthread_rwlock_t *rwlock_of(const struct mc_lock_call *call) {
  if (mc_checking())
    mc_rwlock_unmarked(mc_lock_pointer(call, 0), call->bytes, MC_PREFER_NONE);
  return mc_lock_pointer(call, 0);
}

uint64_t mc_lock_rwlock_init(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_rwlock_init(call->site, rwlock_of(call), NULL));
}

#define RWLOCK_FUNCTION(operation)                                                                 \
  uint64_t mc_lock_rwlock_##operation(const struct mc_lock_call *call) {                           \
    return mc_lock_result(call, mc_our_pthread_rwlock_##operation(call->site, rwlock_of(call)));   \
  }
RWLOCK_FUNCTION(destroy)
RWLOCK_FUNCTION(rdlock)
RWLOCK_FUNCTION(tryrdlock)
RWLOCK_FUNCTION(wrlock)
RWLOCK_FUNCTION(trywrlock)
RWLOCK_FUNCTION(unlock)

//===- Semaphores, barriers -------------------------------------------------------------------===//

static sem_t *semaphore_of(const struct mc_lock_call *call) {
  if (mc_checking())
    mc_semaphore_unmarked(mc_lock_pointer(call, 0), call->bytes);
  return mc_lock_pointer(call, 0);
}

uint64_t mc_lock_semaphore_init(const struct mc_lock_call *call) {
  return mc_lock_result(
      call, mc_our_sem_init(call->site, semaphore_of(call), 0, (unsigned)call->argument[1]));
}

#define SEMAPHORE_FUNCTION(operation)                                                              \
  uint64_t mc_lock_semaphore_##operation(const struct mc_lock_call *call) {                        \
    const int kept = errno, error = mc_our_sem_##operation(call->site, semaphore_of(call));        \
    errno = kept;                                                                                  \
    return mc_lock_result(call, error);                                                            \
  }
SEMAPHORE_FUNCTION(destroy)
SEMAPHORE_FUNCTION(wait)
SEMAPHORE_FUNCTION(trywait)
SEMAPHORE_FUNCTION(post)

static pthread_barrier_t *barrier_of(const struct mc_lock_call *call) {
  if (mc_checking())
    mc_barrier_unmarked(mc_lock_pointer(call, 0), call->bytes);
  return mc_lock_pointer(call, 0);
}

uint64_t mc_lock_barrier_init(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_barrier_init(call->site, barrier_of(call), NULL,
                                                          (unsigned)call->argument[1]));
}

uint64_t mc_lock_barrier_destroy(const struct mc_lock_call *call) {
  return mc_lock_result(call, mc_our_pthread_barrier_destroy(call->site, barrier_of(call)));
}

uint64_t mc_lock_barrier_wait(const struct mc_lock_call *call) {
  mc_barrier_pass(barrier_of(call), call->site);
  return call->success;
}
