// primitives/c11.c - the functions of <threads.h>. glibc's types are those of pthread under another
// name, and so are the operations; only the return codes differ.
#define _GNU_SOURCE
#include <errno.h>
#include "calls.h"
#include <stdint.h>
#include <threads.h>
#include <time.h>

// The pthread functions.
int mc_our_pthread_create(const struct mc_site *, pthread_t *, const pthread_attr_t *,
                          void *(*)(void *), void *);
void mc_thread_join(pthread_t, const struct mc_site *); // the transition
int mc_our_pthread_detach(const struct mc_site *, pthread_t);
MC_NORETURN void mc_our_pthread_exit(const struct mc_site *, void *);
int mc_our_sched_yield(const struct mc_site *);
int mc_our_nanosleep(const struct mc_site *, const struct timespec *, struct timespec *);
int mc_our_pthread_once(const struct mc_site *, pthread_once_t *, void (*)(void));
int mc_our_pthread_mutex_init(const struct mc_site *, pthread_mutex_t *,
                              const pthread_mutexattr_t *);
int mc_our_pthread_mutex_destroy(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_lock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_trylock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_timedlock(const struct mc_site *, pthread_mutex_t *,
                                   const struct timespec *);
int mc_our_pthread_mutex_unlock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_cond_init(const struct mc_site *, pthread_cond_t *, const pthread_condattr_t *);
int mc_our_pthread_cond_destroy(const struct mc_site *, pthread_cond_t *);
int mc_our_pthread_cond_wait(const struct mc_site *, pthread_cond_t *, pthread_mutex_t *);
int mc_our_pthread_cond_timedwait(const struct mc_site *, pthread_cond_t *, pthread_mutex_t *,
                                  const struct timespec *);
int mc_our_pthread_cond_signal(const struct mc_site *, pthread_cond_t *);
int mc_our_pthread_cond_broadcast(const struct mc_site *, pthread_cond_t *);

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "a mtx_t is a pthread_mutex_t");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "a cnd_t is a pthread_cond_t");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "a once_flag is a pthread_once_t");

static pthread_mutex_t *mutex_of(mtx_t *m) { return (pthread_mutex_t *)m; }
static pthread_cond_t *cond_of(cnd_t *c) { return (pthread_cond_t *)c; }

static int code_of(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

/// In all ABIs of Linux an int result lies in the register of a pointer result: thrd_join cuts off
/// what is above it. glibc itself relies on it.
MC_INTERPOSE(int, thrd_create, (thrd_t * thread, thrd_start_t function, void *argument),
             (thread, function, argument)) {
  void *(*start)(void *) = (void *(*)(void *))(void (*)(void))function;
  return code_of(mc_our_pthread_create(site, thread, NULL, start, argument));
}

MC_INTERPOSE(int, thrd_join, (thrd_t thread, int *result), (thread, result)) {
  void *value;
  if (mc_checking())
    mc_thread_join(thread, site);
  const int error = mc_thread_collect(thread, &value);
  if (error == 0 && result) {
    mc_gives(site, result, sizeof *result);
    *result = (int)(intptr_t)value;
  }
  return code_of(error);
}

MC_INTERPOSE(int, thrd_detach, (thrd_t thread), (thread)) {
  return code_of(mc_our_pthread_detach(site, thread));
}

MC_INTERPOSE_NORETURN(thrd_exit, (int result), (result)) {
  mc_our_pthread_exit(site, (void *)(intptr_t)result);
}

MC_INTERPOSE(void, thrd_yield, (), ()) { mc_our_sched_yield(site); }

MC_INTERPOSE(int, thrd_sleep, (const struct timespec *length, struct timespec *rest),
             (length, rest)) {
  const int kept = errno, failed = mc_our_nanosleep(site, length, rest);
  const int result = !failed ? 0 : errno == EINTR ? -1 : -2;
  errno = kept;
  return result;
}

MC_INTERPOSE(void, call_once, (once_flag * flag, void (*function)(void)), (flag, function)) {
  mc_our_pthread_once(site, (pthread_once_t *)flag, function);
}

MC_INTERPOSE(int, mtx_init, (mtx_t * mutex, int type), (mutex, type)) {
  if (type & ~(mtx_timed | mtx_recursive))
    return thrd_error;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  if (type & mtx_recursive)
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  return code_of(mc_our_pthread_mutex_init(site, mutex_of(mutex), &attr));
}

MC_INTERPOSE(void, mtx_destroy, (mtx_t * mutex), (mutex)) {
  mc_our_pthread_mutex_destroy(site, mutex_of(mutex));
}

MC_INTERPOSE(int, mtx_lock, (mtx_t * mutex), (mutex)) {
  return code_of(mc_our_pthread_mutex_lock(site, mutex_of(mutex)));
}

MC_INTERPOSE(int, mtx_trylock, (mtx_t * mutex), (mutex)) {
  return code_of(mc_our_pthread_mutex_trylock(site, mutex_of(mutex)));
}

MC_INTERPOSE(int, mtx_timedlock, (mtx_t * mutex, const struct timespec *deadline),
             (mutex, deadline)) {
  return code_of(mc_our_pthread_mutex_timedlock(site, mutex_of(mutex), deadline));
}

MC_INTERPOSE(int, mtx_unlock, (mtx_t * mutex), (mutex)) {
  return code_of(mc_our_pthread_mutex_unlock(site, mutex_of(mutex)));
}

MC_INTERPOSE(int, cnd_init, (cnd_t * cond), (cond)) {
  return code_of(mc_our_pthread_cond_init(site, cond_of(cond), NULL));
}

MC_INTERPOSE(void, cnd_destroy, (cnd_t * cond), (cond)) {
  mc_our_pthread_cond_destroy(site, cond_of(cond));
}

MC_INTERPOSE(int, cnd_wait, (cnd_t * cond, mtx_t *mutex), (cond, mutex)) {
  return code_of(mc_our_pthread_cond_wait(site, cond_of(cond), mutex_of(mutex)));
}

MC_INTERPOSE(int, cnd_timedwait, (cnd_t * cond, mtx_t *mutex, const struct timespec *deadline),
             (cond, mutex, deadline)) {
  return code_of(mc_our_pthread_cond_timedwait(site, cond_of(cond), mutex_of(mutex), deadline));
}

MC_INTERPOSE(int, cnd_signal, (cnd_t * cond), (cond)) {
  return code_of(mc_our_pthread_cond_signal(site, cond_of(cond)));
}

MC_INTERPOSE(int, cnd_broadcast, (cnd_t * cond), (cond)) {
  return code_of(mc_our_pthread_cond_broadcast(site, cond_of(cond)));
}
