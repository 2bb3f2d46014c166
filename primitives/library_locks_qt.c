// primitives/library_locks_qt.c - the locks of Qt 5 (locks.def).
//
// A QSemaphore of which more than one is acquired at once, and a QWaitCondition with a
// QReadWriteLock, end the search: none of our primitives is like these.
#define _GNU_SOURCE
#include "library_locks.h"
#include "calls.h"
#include "mutex.h"
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

int mc_our_pthread_rwlock_init(const struct mc_site *, pthread_rwlock_t *,
                               const pthread_rwlockattr_t *);
int mc_our_pthread_rwlock_clockrdlock(const struct mc_site *, pthread_rwlock_t *, clockid_t,
                                      const struct timespec *);
int mc_our_pthread_rwlock_clockwrlock(const struct mc_site *, pthread_rwlock_t *, clockid_t,
                                      const struct timespec *);
int mc_our_sem_clockwait(const struct mc_site *, sem_t *, clockid_t, const struct timespec *);
int mc_our_sem_getvalue(const struct mc_site *, sem_t *, int *);

enum { MILLISECOND = 1000000 };

/// In so many milliseconds.
static struct timespec in_time(int milliseconds) {
  struct timespec deadline;
  mc_clock_after(CLOCK_MONOTONIC, (uint64_t)milliseconds * MILLISECOND, &deadline);
  return deadline;
}

//===- QMutex ---------------------------------------------------------------------------------===//

/// The second argument: is it recursive?
uint64_t mc_lock_q_mutex_init(const struct mc_lock_call *call) {
  *(void **)mc_lock_pointer(call, 0) = NULL; // else its other functions would look there
  return (call->argument[1] & 1 ? mc_lock_recursive_init : mc_lock_mutex_init)(call);
}

uint64_t mc_lock_q_recursive_mutex_init(const struct mc_lock_call *call) {
  *(void **)mc_lock_pointer(call, 0) = NULL;
  return mc_lock_recursive_init(call);
}

/// One that is not recursive has a constructor that is no function.
static bool is_recursive(const struct mc_lock_call *call) {
  if (!mc_checking())
    return false;
  const mc_object o = mc_object_find(&mc_primitive_mutex, mc_lock_pointer(call, 0));
  const struct mc_mutex_state *m = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
  return m && m->life == MC_ALIVE && m->type == PTHREAD_MUTEX_RECURSIVE;
}

uint64_t mc_lock_q_mutex_lock(const struct mc_lock_call *call) {
  return (is_recursive(call) ? mc_lock_recursive_lock : mc_lock_mutex_lock)(call);
}

uint64_t mc_lock_q_mutex_unlock(const struct mc_lock_call *call) {
  return (is_recursive(call) ? mc_lock_recursive_unlock : mc_lock_mutex_unlock)(call);
}

/// The second argument: how many milliseconds it waits; less than 0: for ever.
uint64_t mc_lock_q_mutex_trylock(const struct mc_lock_call *call) {
  const int timeout = (int)call->argument[1];
  if (timeout < 0) {
    mc_lock_q_mutex_lock(call);
    return call->success;
  }
  if (!timeout)
    return (is_recursive(call) ? mc_lock_recursive_trylock : mc_lock_mutex_trylock)(call);
  return mc_lock_try_for(call, is_recursive(call) ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL,
                         (uint64_t)timeout * MILLISECOND);
}

//===- QReadWriteLock -------------------------------------------------------------------------===//

/// A reader waits behind a writer that waits. One that is recursive is a mutex here.
uint64_t mc_lock_q_rwlock_init(const struct mc_lock_call *call) {
  pthread_rwlockattr_t attributes;
  *(void **)mc_lock_pointer(call, 0) = NULL;
  if (call->argument[1] & 1) {
    mc_warn_of(MC_WARN_SHARED_LOCK, "a recursive QReadWriteLock", call->site);
    return mc_lock_recursive_init(call);
  }
  if (mc_checking())
    mc_rwlock_unmarked(mc_lock_pointer(call, 0), call->bytes, MC_PREFER_WRITERS);
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  mc_our_pthread_rwlock_init(call->site, mc_lock_pointer(call, 0), &attributes);
  return call->success;
}

/// Locked in `timeout` milliseconds; less than 0: for ever.
static uint64_t lock_in(const struct mc_lock_call *call, int timeout, bool reads) {
  if (is_recursive(call))
    return timeout < 0 ? mc_lock_recursive_lock(call)
           : timeout == 0
               ? mc_lock_recursive_trylock(call)
               : mc_lock_try_for(call, PTHREAD_MUTEX_RECURSIVE, (uint64_t)timeout * MILLISECOND);
  if (timeout < 0) {
    (reads ? mc_lock_rwlock_rdlock : mc_lock_rwlock_wrlock)(call);
    return call->success;
  }
  if (timeout == 0)
    return (reads ? mc_lock_rwlock_tryrdlock : mc_lock_rwlock_trywrlock)(call);
  const struct timespec deadline = in_time(timeout);
  return mc_lock_result(
      call, (reads ? mc_our_pthread_rwlock_clockrdlock : mc_our_pthread_rwlock_clockwrlock)(
                call->site, mc_lock_pointer(call, 0), CLOCK_MONOTONIC, &deadline));
}

uint64_t mc_lock_q_rdlock(const struct mc_lock_call *call) { return lock_in(call, -1, true); }
uint64_t mc_lock_q_wrlock(const struct mc_lock_call *call) { return lock_in(call, -1, false); }
uint64_t mc_lock_q_tryrdlock(const struct mc_lock_call *call) { return lock_in(call, 0, true); }
uint64_t mc_lock_q_trywrlock(const struct mc_lock_call *call) { return lock_in(call, 0, false); }
uint64_t mc_lock_q_timedrdlock(const struct mc_lock_call *call) {
  return lock_in(call, (int)call->argument[1], true);
}
uint64_t mc_lock_q_timedwrlock(const struct mc_lock_call *call) {
  return lock_in(call, (int)call->argument[1], false);
}
uint64_t mc_lock_q_rwunlock(const struct mc_lock_call *call) {
  return (is_recursive(call) ? mc_lock_recursive_unlock : mc_lock_rwlock_unlock)(call);
}
uint64_t mc_lock_q_rwlock_destroy(const struct mc_lock_call *call) {
  return (is_recursive(call) ? mc_lock_mutex_destroy : mc_lock_rwlock_destroy)(call);
}

//===- QWaitCondition -------------------------------------------------------------------------===//

uint64_t mc_lock_q_condition_init(const struct mc_lock_call *call) {
  *(void **)mc_lock_pointer(call, 0) = NULL;
  return mc_lock_condition_init(call);
}

/// The third argument: milliseconds, of which ULONG_MAX is for ever.
uint64_t mc_lock_q_wait_for(const struct mc_lock_call *call) {
  const uint64_t timeout = call->argument[2];
  if (timeout == ULONG_MAX)
    return mc_lock_condition_wait(call);
  const struct timespec deadline = in_time(timeout > INT_MAX ? INT_MAX : (int)timeout);
  return mc_lock_wait_until(call, &deadline);
}

/// A QDeadlineTimer is two registers: seconds, of which INT64_MAX is for ever, and nanoseconds in
/// the lower half of the other one.
uint64_t mc_lock_q_wait_until(const struct mc_lock_call *call) {
  const int64_t seconds = (int64_t)call->argument[2];
  if (seconds == INT64_MAX)
    return mc_lock_condition_wait(call);
  return mc_lock_wait_until(
      call, &(struct timespec){seconds > 0 ? seconds : 0, (long)(uint32_t)call->argument[3]});
}

static uint64_t unlike_ours(const struct mc_lock_call *call) {
  if (mc_checking())
    mc_end_at_lock();
  return call->success;
}
uint64_t mc_lock_q_wait_with_rwlock(const struct mc_lock_call *call) { return unlike_ours(call); }

//===- QSemaphore -----------------------------------------------------------------------------===//

uint64_t mc_lock_q_semaphore_init(const struct mc_lock_call *call) {
  *(void **)mc_lock_pointer(call, 0) = NULL;
  return mc_lock_semaphore_init(call);
}

/// A handler ends no wait.
uint64_t mc_lock_q_acquire(const struct mc_lock_call *call) {
  const int number = (int)call->argument[1];
  if (number > 1)
    return unlike_ours(call);
  while (number == 1 && mc_lock_semaphore_wait(call) != call->success)
    ;
  return call->success;
}

uint64_t mc_lock_q_tryacquire(const struct mc_lock_call *call) {
  const int number = (int)call->argument[1];
  return number > 1   ? unlike_ours(call)
         : number < 1 ? call->success
                      : mc_lock_semaphore_trywait(call);
}

/// The third argument: milliseconds; less than 0: for ever.
uint64_t mc_lock_q_timedacquire(const struct mc_lock_call *call) {
  const int timeout = (int)call->argument[2], kept = errno;
  if ((int)call->argument[1] != 1 || timeout == 0)
    return mc_lock_q_tryacquire(call);
  if (timeout < 0)
    return mc_lock_q_acquire(call);
  const struct timespec deadline = in_time(timeout);
  sem_t *semaphore = mc_lock_pointer(call, 0);
  if (mc_checking())
    mc_semaphore_unmarked(semaphore, call->bytes);
  int error;
  do
    error = mc_our_sem_clockwait(call->site, semaphore, CLOCK_MONOTONIC, &deadline);
  while (error && errno == EINTR);
  errno = kept;
  return mc_lock_result(call, error);
}

/// All at once.
uint64_t mc_lock_q_release(const struct mc_lock_call *call) {
  const int number = (int)call->argument[1];
  if (number > 1)
    __mcmini_mc_atomic_begin(call->site);
  for (int i = 0; i < number; i++)
    mc_lock_semaphore_post(call);
  if (number > 1)
    __mcmini_mc_atomic_end(call->site);
  return call->success;
}

uint64_t mc_lock_q_available(const struct mc_lock_call *call) {
  int value = 0;
  if (!mc_checking())
    return 0;
  mc_semaphore_unmarked(mc_lock_pointer(call, 0), call->bytes);
  mc_our_sem_getvalue(call->site, mc_lock_pointer(call, 0), &value);
  return (uint64_t)value;
}
