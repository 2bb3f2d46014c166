// primitives/mutex_functions.c - the interposed functions of pthread_mutex_t, and std::lock of
// several. Their operations are in mutex.c.
#define _GNU_SOURCE
#include "mutex.h"
#include "library_locks.h"
#include <errno.h>
#include <time.h>

/// The state of a mutex that no operation has touched yet, by glibc's bytes: a constructor of a
/// library may have initialised it, or taken it, before McMini was there. Priorities, and who
/// shares it, have no meaning here.
static struct mc_mutex_state state_of_bytes(const volatile void *address) {
  enum { TYPE = 3, IS_ROBUST = 0x10, OTHERS = 0x3e0, DESTROYED = -1, CEILING_SHIFT = 19 };
  const volatile struct __pthread_mutex_s *mutex =
      &((const volatile pthread_mutex_t *)address)->__data;
  const int lock = mutex->__lock & ((1 << CEILING_SHIFT) - 1);
  const int kind = mutex->__kind;
  const bool is_free = !lock && !mutex->__owner && !mutex->__nusers;
  const bool is_held = lock && mutex->__owner > 0 && mutex->__nusers == 1;
  struct mc_mutex_state m = {.owner = MC_NO_THREAD, .life = MC_UNINITIALISED};
  if (kind == DESTROYED)
    m.life = MC_DESTROYED;
  if (kind & ~(TYPE | IS_ROBUST | OTHERS) || (!is_free && !is_held))
    return m;
  m.life = MC_ALIVE;
  m.type = (uint16_t)(kind & TYPE);
  m.robust = (kind & IS_ROBUST) != 0;
  if (is_held) {
    m.owner = 0; // constructors run in the first thread
    m.count = m.type == PTHREAD_MUTEX_RECURSIVE ? mutex->__count : 1;
  }
  return m;
}

mc_object mc_mutex_at(const volatile void *address) {
  mc_object o = mc_object_find(&mc_primitive_mutex, address);
  if (o != MC_NO_OBJECT)
    return o;
  const struct mc_mutex_state state = state_of_bytes(address);
  return mc_object_new(&mc_primitive_mutex, address, sizeof(pthread_mutex_t), &state);
}

mc_object mc_mutex_unmarked(const volatile void *address, size_t bytes, uint16_t type) {
  const mc_object o = mc_object_find(&mc_primitive_mutex, address);
  const struct mc_mutex_state *known = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
  if (known && known->life == MC_ALIVE && (known->type == type || known->owner != MC_NO_THREAD))
    return o;
  const struct mc_mutex_state state = {.owner = MC_NO_THREAD, .type = type};
  mc_lock_begins(address);
  return mc_object_new_unmarked(&mc_primitive_mutex, address, bytes, &state);
}

/// Of a lock that would wait; its owner waits for nobody else.
static const struct mc_policy *policy_of(uint16_t kind, const pthread_mutex_t *mutex) {
  if (kind != MC_MUTEX_LOCK && kind != MC_MUTEX_TIMEDLOCK)
    return NULL;
  const mc_object o = mc_mutex_at(mutex);
  const struct mc_mutex_state *m = mc_object_state(o);
  return m->owner == mc_self() ? NULL : mc_policy_of_object(o, mutex, "mutex.lock");
}

/// Of an operation on one mutex, which knows its kind; says the type.
static uint64_t run(struct mc_operation *op, const struct mc_site *site) {
  const struct mc_mutex_state *m = mc_object_state(op->object[0]);
  const bool robust = m->robust;
  op->argument[0] = m->type | (robust ? MC_MUTEX_ROBUST : 0);
  if (!robust && op->kind == MC_MUTEX_DESTROY)
    op->flags |= MC_FORGIVEN;
  if (!robust && !mc_mutex_checks_its_owner(m) &&
      (op->kind == MC_MUTEX_UNLOCK || op->kind == MC_MUTEX_LOCK)) {
    op->flags |= op->kind == MC_MUTEX_UNLOCK ? MC_FORGIVEN : 0;
    op->argument[0] |= mc_misuse_is_reported() ? MC_MUTEX_FORGIVING : 0;
  }
  const uint64_t result = mc_transition(op, site);
  if (robust && op->kind != MC_MUTEX_UNLOCK && (result == 0 || result == EOWNERDEAD))
    mc_thread_took_robust(op->object[0]);
  return result;
}

static uint64_t transition(uint16_t kind, pthread_mutex_t *mutex, uint64_t argument,
                           const struct mc_site *site, bool *timeout) {
  const struct mc_policy *policy = policy_of(kind, mutex);
  if (policy)
    mc_enqueue(&mc_primitive_queue, mutex, policy, site);
  struct mc_operation op = {
      .primitive = &mc_primitive_mutex,
      .kind = kind,
      .flags = kind == MC_MUTEX_TRYLOCK || kind == MC_MUTEX_TIMEDLOCK ? MC_YIELD : 0,
      .objects = 1,
      .object = {mc_mutex_at(mutex)},
      .argument = {0, argument}};
  if (policy)
    mc_queue_use(&op, &mc_primitive_queue, mutex, policy);
  const uint64_t result = run(&op, site);
  if (timeout)
    *timeout = op.alternative == MC_MUTEX_BUSY;
  return result;
}

uint64_t mc_mutex_take_again(mc_object mutex, const struct mc_site *site) {
  struct mc_operation op = {
      .primitive = &mc_primitive_mutex, .kind = MC_MUTEX_LOCK, .objects = 1, .object = {mutex}};
  return run(&op, site);
}

void mc_mutex_wait_for_change(mc_object mutex, bool changed, const struct mc_site *site) {
  struct mc_operation op = {
      .primitive = &mc_primitive_mutex, .kind = MC_MUTEX_UNLOCK, .objects = 1, .object = {mutex}};
  if (!changed)
    mc_mutex_keep(&op);
  run(&op, site);
  op.kind = MC_MUTEX_LOCK;
  op.flags = 0;
  mc_mutex_await(&op, ((const struct mc_mutex_state *)mc_object_state(mutex))->changes);
  run(&op, site);
}

static int timedlock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline,
                     const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  const bool valid = mc_clock_is_deadline(clock, deadline);
  bool timeout;
  const uint64_t result =
      transition(MC_MUTEX_TIMEDLOCK, mutex, valid ? ETIMEDOUT : EINVAL, site, &timeout);
  if (timeout && valid)
    mc_clock_reach(mc_clock_deadline(clock, deadline));
  return (int)result;
}

MC_INTERPOSE(int, pthread_mutex_init, (pthread_mutex_t * mutex, const pthread_mutexattr_t *attr),
             (mutex, attr)) {
  if (!mc_checking())
    return 0;
  int type = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED, protocol = PTHREAD_PRIO_NONE;
  if (attr) {
    pthread_mutexattr_gettype(attr, &type);
    pthread_mutexattr_getrobust(attr, &robust);
    pthread_mutexattr_getprotocol(attr, &protocol);
  }
  if (protocol == PTHREAD_PRIO_PROTECT)
    mc_warn(MC_WARN_CEILING, site);
  mc_object o = mc_mutex_at(mutex);
  if (((const struct mc_mutex_state *)mc_object_state(o))->life == MC_DESTROYED) {
    const struct mc_mutex_state raw = {.owner = MC_NO_THREAD, .life = MC_UNINITIALISED};
    o = mc_object_new(&mc_primitive_mutex, mutex, sizeof *mutex, &raw);
  }
  struct mc_operation op = {
      .primitive = &mc_primitive_mutex,
      .kind = MC_MUTEX_INIT,
      .objects = 1,
      .object = {o},
      .argument = {(uint64_t)type | (robust == PTHREAD_MUTEX_ROBUST ? MC_MUTEX_ROBUST : 0)}};
  return (int)mc_transition(&op, site);
}

/// As the C++ libraries lay it out.
struct unique_lock {
  pthread_mutex_t *mutex;
  bool owns;
};

/// The mutex, if nothing forbids to lock it with others: no lock that would throw, no wakeup
/// policy.
static mc_object lockable(void *lock, bool is_deferred) {
  const struct unique_lock *deferred = lock;
  if (is_deferred && (!deferred->mutex || deferred->owns))
    return MC_NO_OBJECT;
  pthread_mutex_t *mutex = is_deferred ? deferred->mutex : lock;
  const mc_object o = mc_mutex_at(mutex);
  return mc_policy_of_object(o, mutex, "mutex.lock") ? MC_NO_OBJECT : o;
}

uint32_t __mcmini_lock_all(const struct mc_site *site, void *const lock[], uint32_t count,
                           uint32_t deferred) {
  mc_reach(site);
  struct mc_operation op = {.primitive = &mc_primitive_mutex,
                            .kind = MC_MUTEX_LOCK_ALL,
                            .argument = {PTHREAD_MUTEX_NORMAL}};
  if (!mc_checking())
    return false;
  for (uint32_t i = 0; i < count; i++) {
    const mc_object o = lockable(lock[i], deferred >> i & 1);
    if (o == MC_NO_OBJECT)
      return false;
    const struct mc_mutex_state *m = mc_object_state(o);
    for (uint32_t k = 0; k < i; k++)
      if (op.object[k] == o)
        mc_misuse("std::lock of the same mutex twice", o, site);
    if (m->type != PTHREAD_MUTEX_NORMAL)
      op.argument[0] = m->type;
    op.object[op.objects++] = o;
  }
  mc_transition(&op, site);
  for (uint32_t i = 0; i < count; i++)
    if (deferred >> i & 1)
      ((struct unique_lock *)lock[i])->owns = true;
  return true;
}

#define MC_MUTEX_FUNCTION(function, kind)                                                          \
  MC_INTERPOSE(int, function, (pthread_mutex_t * mutex), (mutex)) {                                \
    return mc_checking() ? (int)transition(kind, mutex, 0, site, NULL) : 0;                        \
  }
MC_MUTEX_FUNCTION(pthread_mutex_destroy, MC_MUTEX_DESTROY)
MC_MUTEX_FUNCTION(pthread_mutex_lock, MC_MUTEX_LOCK)
MC_MUTEX_FUNCTION(pthread_mutex_trylock, MC_MUTEX_TRYLOCK)
MC_MUTEX_FUNCTION(pthread_mutex_unlock, MC_MUTEX_UNLOCK)
MC_MUTEX_FUNCTION(pthread_mutex_consistent, MC_MUTEX_CONSISTENT)

MC_INTERPOSE(int, pthread_mutex_timedlock,
             (pthread_mutex_t * mutex, const struct timespec *deadline), (mutex, deadline)) {
  return timedlock(mutex, CLOCK_REALTIME, deadline, site);
}

MC_INTERPOSE(int, pthread_mutex_clocklock,
             (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *deadline),
             (mutex, clock, deadline)) {
  return timedlock(mutex, clock, deadline, site);
}
