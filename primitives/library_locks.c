// primitives/library_locks.c - locks of libraries that nobody instrumented: locks.def. A call of
// such a function is the operation of one of our primitives, on an object that is a name alone: the
// lock's memory stays as it was when the program made it, which is that of a lock that is free.
#define _GNU_SOURCE
#include "library_locks.h"
#include "calls.h"
#include "once.h"
#include <mcmini/hooks.h>
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

struct call {
  const struct mc_site *site;
  const uint64_t *argument;
  size_t bytes;     ///< of the lock
  uint64_t success; ///< what the function returns where it succeeds; else the other of 0 and 1
};
/// In a process that the program has forked, too, which has one thread.
typedef uint64_t handler(const struct call *call);

static uint64_t result_of(const struct call *call, int error) {
  return error ? !call->success : call->success;
}

static void *pointer(const struct call *call, unsigned i) {
  return (void *)(uintptr_t)call->argument[i];
}

//===- Mutexes --------------------------------------------------------------------------------===//

static pthread_mutex_t *mutex_at(const struct call *call, unsigned i, int type) {
  if (mc_checking())
    mc_mutex_unmarked(pointer(call, i), call->bytes, (uint16_t)type);
  return pointer(call, i);
}

static pthread_mutex_t *mutex_of(const struct call *call) {
  return mutex_at(call, 0, PTHREAD_MUTEX_NORMAL);
}

static pthread_mutex_t *recursive_of(const struct call *call) {
  return mutex_at(call, 0, PTHREAD_MUTEX_RECURSIVE);
}

static uint64_t mutex_init(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_init(call->site, mutex_of(call), NULL));
}

static uint64_t recursive_init(const struct call *call) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  return result_of(call, mc_our_pthread_mutex_init(call->site, recursive_of(call), &attr));
}

static uint64_t mutex_destroy(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_destroy(call->site, mutex_of(call)));
}

static uint64_t mutex_lock(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_lock(call->site, mutex_of(call)));
}

static uint64_t recursive_lock(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_lock(call->site, recursive_of(call)));
}

static uint64_t mutex_trylock(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_trylock(call->site, mutex_of(call)));
}

static uint64_t recursive_trylock(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_trylock(call->site, recursive_of(call)));
}

/// How long it waits is not known: it may time out at once.
static uint64_t timedlock(const struct call *call, pthread_mutex_t *mutex) {
  return result_of(call, mc_our_pthread_mutex_clocklock(call->site, mutex, CLOCK_MONOTONIC,
                                                        &(struct timespec){0}));
}

static uint64_t mutex_timedlock(const struct call *call) {
  return timedlock(call, mutex_of(call));
}

static uint64_t recursive_timedlock(const struct call *call) {
  return timedlock(call, recursive_of(call));
}

static uint64_t mutex_unlock(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_unlock(call->site, mutex_of(call)));
}

static uint64_t recursive_unlock(const struct call *call) {
  return result_of(call, mc_our_pthread_mutex_unlock(call->site, recursive_of(call)));
}

//===- Conditions -----------------------------------------------------------------------------===//

static pthread_cond_t *condition_of(const struct call *call) {
  if (mc_checking())
    mc_condition_unmarked(pointer(call, 0), call->bytes);
  return pointer(call, 0);
}

/// The mutex of a wait, which holds it: it has a type already.
static pthread_mutex_t *held_by(const struct call *call) {
  return mutex_at(call, 1, PTHREAD_MUTEX_NORMAL);
}

static uint64_t condition_init(const struct call *call) {
  return result_of(call, mc_our_pthread_cond_init(call->site, condition_of(call), NULL));
}

static uint64_t condition_destroy(const struct call *call) {
  return result_of(call, mc_our_pthread_cond_destroy(call->site, condition_of(call)));
}

static uint64_t condition_wait(const struct call *call) {
  return result_of(call,
                   mc_our_pthread_cond_wait(call->site, condition_of(call), held_by(call)));
}

static uint64_t wait_until(const struct call *call, const struct timespec *deadline) {
  return result_of(call, mc_our_pthread_cond_clockwait(call->site, condition_of(call),
                                                       held_by(call), CLOCK_MONOTONIC, deadline));
}

static uint64_t condition_timedwait(const struct call *call) {
  return wait_until(call, &(struct timespec){0});
}

/// The third argument: microseconds of g_get_monotonic_time.
static uint64_t g_cond_wait_until(const struct call *call) {
  enum { SECOND = 1000000, MICROSECOND = 1000 };
  const int64_t end = (int64_t)call->argument[2] > 0 ? (int64_t)call->argument[2] : 0;
  return wait_until(call, &(struct timespec){end / SECOND, end % SECOND * MICROSECOND});
}

static uint64_t condition_signal(const struct call *call) {
  return result_of(call, mc_our_pthread_cond_signal(call->site, condition_of(call)));
}

static uint64_t condition_broadcast(const struct call *call) {
  return result_of(call, mc_our_pthread_cond_broadcast(call->site, condition_of(call)));
}

//===- Read-write locks -----------------------------------------------------------------------===//

static pthread_rwlock_t *rwlock_of(const struct call *call) {
  if (mc_checking())
    mc_rwlock_unmarked(pointer(call, 0), call->bytes, MC_PREFER_NONE);
  return pointer(call, 0);
}

static uint64_t rwlock_init(const struct call *call) {
  return result_of(call, mc_our_pthread_rwlock_init(call->site, rwlock_of(call), NULL));
}

#define RWLOCK_FUNCTION(operation)                                                                 \
  static uint64_t rwlock_##operation(const struct call *call) {                                    \
    return result_of(call, mc_our_pthread_rwlock_##operation(call->site, rwlock_of(call)));        \
  }
RWLOCK_FUNCTION(destroy)
RWLOCK_FUNCTION(rdlock)
RWLOCK_FUNCTION(tryrdlock)
RWLOCK_FUNCTION(wrlock)
RWLOCK_FUNCTION(trywrlock)
RWLOCK_FUNCTION(unlock)

//===- Semaphores, barriers -------------------------------------------------------------------===//

static sem_t *semaphore_of(const struct call *call) {
  if (mc_checking())
    mc_semaphore_unmarked(pointer(call, 0), call->bytes);
  return pointer(call, 0);
}

static uint64_t semaphore_init(const struct call *call) {
  return result_of(call, mc_our_sem_init(call->site, semaphore_of(call), 0,
                                         (unsigned)call->argument[1]));
}

#define SEMAPHORE_FUNCTION(operation)                                                              \
  static uint64_t semaphore_##operation(const struct call *call) {                                 \
    const int kept = errno, error = mc_our_sem_##operation(call->site, semaphore_of(call));        \
    errno = kept;                                                                                  \
    return result_of(call, error);                                                                 \
  }
SEMAPHORE_FUNCTION(destroy)
SEMAPHORE_FUNCTION(wait)
SEMAPHORE_FUNCTION(trywait)
SEMAPHORE_FUNCTION(post)

static pthread_barrier_t *barrier_of(const struct call *call) {
  if (mc_checking())
    mc_barrier_unmarked(pointer(call, 0), call->bytes);
  return pointer(call, 0);
}

static uint64_t barrier_init(const struct call *call) {
  return result_of(call, mc_our_pthread_barrier_init(call->site, barrier_of(call), NULL,
                                                     (unsigned)call->argument[1]));
}

static uint64_t barrier_destroy(const struct call *call) {
  return result_of(call, mc_our_pthread_barrier_destroy(call->site, barrier_of(call)));
}

static uint64_t barrier_wait(const struct call *call) {
  mc_barrier_pass(barrier_of(call), call->site);
  return call->success;
}

//===- Once -----------------------------------------------------------------------------------===//

enum { ORDER = 5 << 8, READY = 2 }; // sequentially consistent; G_ONCE_STATUS_READY

/// `is_done`: the memory says that it has been run, by whomever.
static struct mc_operation on_once(const struct call *call, void *address, enum mc_once_operation kind, bool is_done) {
  mc_object o = mc_object_find(&mc_primitive_once, address);
  const struct mc_once *known = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
  const struct mc_once state = {.phase = is_done ? MC_ONCE_FINISHED : MC_ONCE_FRESH};
  if (!known || (known->phase == MC_ONCE_FINISHED && !is_done))
    o = mc_object_new_unmarked(&mc_primitive_once, address, call->bytes, &state);
  return (struct mc_operation){
      .primitive = &mc_primitive_once, .kind = kind, .objects = 1, .object = {o}};
}

static bool begins_once(const struct call *call, void *address, bool is_done) {
  if (!mc_checking())
    return !is_done;
  struct mc_operation begin = on_once(call, address, MC_ONCE_BEGIN, is_done);
  mc_transition(&begin, call->site);
  return begin.alternative == MC_ONCE_RUN;
}

static void end_once(const struct call *call, void *address) {
  if (!mc_checking())
    return;
  struct mc_operation end = on_once(call, address, MC_ONCE_END, false);
  mc_transition(&end, call->site);
}

/// GOnce's retval, behind its status, which inline code reads: for it, that is an atomic store.
static uint64_t g_once(const struct call *call) {
  struct {
    volatile uint32_t status;
    void *volatile result;
  } *once = pointer(call, 0);
  void *(*function)(void *) = (void *(*)(void *))call->argument[1];
  if (begins_once(call, once, once->status == READY)) {
    void *const result = function(pointer(call, 2));
    mc_gives(call->site, (void *)&once->result, sizeof result);
    once->result = result;
    __mcmini_access(call->site, &once->status, sizeof once->status, MC_ATOMIC_STORE | ORDER, READY,
                    0);
    once->status = READY;
    end_once(call, once);
  }
  return (uintptr_t)once->result;
}

static uint64_t g_once_enter(const struct call *call) {
  uint64_t *location = pointer(call, 0);
  return begins_once(call, location, *location != 0);
}

static uint64_t g_once_leave(const struct call *call) {
  volatile uint64_t *location = pointer(call, 0);
  __mcmini_access(call->site, location, sizeof *location, MC_ATOMIC_STORE | ORDER,
                  call->argument[1], 0);
  *location = call->argument[1];
  end_once(call, pointer(call, 0));
  return 0;
}

//===- The functions --------------------------------------------------------------------------===//

static const struct {
  const char *name;
  handler *handler;
  uint64_t success;
  size_t bytes;
} functions[] = {
#define MC_LOCK(function, handler, success, bytes) {function, handler, success, bytes},
#define MC_LOCK_OPERATION(primitive, operation, handler)
#include "locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION
};

void mc_lock_functions_start(void) {}

unsigned mc_lock_functions(void) { return sizeof functions / sizeof *functions; }

const char *mc_lock_function(unsigned function) { return functions[function].name; }

uint64_t mc_lock_function_call(unsigned function, const uint64_t argument[6],
                               const struct mc_site *site) {
  const struct call call = {site, argument, functions[function].bytes, functions[function].success};
  mc_reach(site);
  return functions[function].handler(&call);
}
