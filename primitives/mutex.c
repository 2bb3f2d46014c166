// primitives/mutex.c - pthread_mutex_t: normal, recursive, error-checking, adaptive; robust or not.
//
//   init
//   destroy   misuse while a thread holds the mutex, which glibc answers with EBUSY
//   lock      enabled while the caller need not wait; by the owner of a normal mutex: misuse.
//             In a waiting loop (MC_AWAITS) only after an unlock below which something has changed
//   trylock   ok: as lock; busy: while another thread, or the caller of a normal mutex, holds it
//   timedlock ok: as lock; timeout: where lock would wait
//   unlock    misuse, or EPERM for the types that check, unless the caller is the owner
//   consistent  after EOWNERDEAD
//   lock-all  std::lock of all its objects: enabled while each could be locked
//
// Argument 0 of init, lock, trylock, timedlock and unlock is the type (PTHREAD_MUTEX_...) with
// ROBUST, of lock-all PTHREAD_MUTEX_NORMAL if that is the type of all; argument 1 of timedlock is
// the result where it would wait, 0 for ETIMEDOUT; of a lock that awaits, `changes` as it was; of
// unlock, KEEPS if nothing has changed; its argument 0, and that of a lock, has FORGIVING where
// another thread than its owner can free a normal mutex, as in glibc: its owner then waits for
// that. With a wakeup policy lock and timedlock wait in a queue (queue.c), but not those of the
// owner; a trylock does not, nor does a thread that takes the mutex again at the end of a condition
// wait (condition.c). A robust mutex learns of its owner's death by that thread's exit, which names
// it (thread.c).
#define _GNU_SOURCE
#include "builtin.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { INIT, DESTROY, LOCK, TRYLOCK, TIMEDLOCK, UNLOCK, CONSISTENT, LOCK_ALL };
static const char *const operations[] = {"init",   "destroy",    "lock",     "trylock", "timedlock",
                                         "unlock", "consistent", "lock-all", NULL};
enum { OK, BUSY }; // BUSY is the timeout of timedlock
enum { ROBUST = 0x100, FORGIVING = 0x200 };
enum { KEEPS = 1 };

extern const struct mc_primitive mc_primitive_mutex, mc_primitive_await;

static bool is_held_by(const struct mc_mutex_state *m, mc_thread thread) {
  return m->owner == thread;
}

static bool checks_its_owner(const struct mc_mutex_state *m) {
  return m->type == PTHREAD_MUTEX_RECURSIVE || m->type == PTHREAD_MUTEX_ERRORCHECK;
}

bool mc_mutex_can_take(const struct mc_mutex_state *m, mc_thread thread) {
  return m->owner == MC_NO_THREAD || (is_held_by(m, thread) && checks_its_owner(m));
}

uint64_t mc_mutex_take(struct mc_mutex_state *m, mc_thread thread) {
  if (m->not_recoverable)
    return ENOTRECOVERABLE;
  if (is_held_by(m, thread)) {
    if (m->type == PTHREAD_MUTEX_ERRORCHECK)
      return EDEADLK;
    if (m->count == UINT32_MAX)
      return EAGAIN;
    m->count++;
    return 0;
  }
  m->owner = thread;
  m->count = 1;
  return m->owner_died ? EOWNERDEAD : 0;
}

const char *mc_mutex_release(struct mc_mutex_state *m, mc_thread thread, uint64_t *result) {
  *result = 0;
  if (!is_held_by(m, thread)) {
    *result = EPERM;
    if (checks_its_owner(m) || m->robust)
      return NULL;
    return m->owner == MC_NO_THREAD ? "unlock of a mutex that is not locked"
                                    : "unlock of a mutex held by another thread";
  }
  if (--m->count == 0) {
    m->owner = MC_NO_THREAD;
    m->not_recoverable = m->owner_died; // nobody has called pthread_mutex_consistent
    m->owner_died = 0;
    m->changes++;
  }
  return NULL;
}

static const char *apply_unlock(const struct mc_operation *op, struct mc_mutex_state *m,
                                uint64_t *result) {
  const uint32_t changes = m->changes;
  const char *misuse = mc_mutex_release(m, op->thread, result);
  if (misuse && op->argument[0] & FORGIVING) {
    *result = 0;
    m->owner = MC_NO_THREAD;
    m->count = 0;
    m->changes++;
  }
  if (op->argument[1] == KEEPS)
    m->changes = changes;
  return misuse;
}

/// trylock tells the owner of an error-checking mutex EBUSY, where lock says EDEADLK; glibc says
/// EDEADLK in both if the mutex is robust.
static bool is_busy_to_its_owner(const struct mc_mutex_state *m, mc_thread thread) {
  return is_held_by(m, thread) && m->type == PTHREAD_MUTEX_ERRORCHECK && !m->robust;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TRYLOCK || op->kind == TIMEDLOCK ? 2 : 1;
}

static bool may_lock_all(const struct mc_operation *op, const void *const state[]) {
  for (unsigned i = 0; i < op->objects; i++) {
    const struct mc_mutex_state *m = state[i];
    if (m->life == MC_ALIVE && !mc_mutex_can_take(m, op->thread) && !is_held_by(m, op->thread))
      return false;
  }
  return true;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_mutex_state *m = state[0];
  if (op->kind == LOCK_ALL)
    return may_lock_all(op, state);
  if (m->life != MC_ALIVE)
    return op->alternative == OK; // to be reported
  const bool free = mc_mutex_can_take(m, op->thread) &&
                    (is_held_by(m, op->thread) || mc_queue_may_take(op, state, op->thread));
  switch (op->kind) {
  case LOCK: // the owner of a normal mutex is told that it waits for itself
    return (free && !(op->flags & MC_AWAITS && m->changes == op->argument[1])) ||
           (is_held_by(m, op->thread) && !(op->flags & MC_AWAITS) &&
            !(op->argument[0] & FORGIVING));
  case TRYLOCK:
    return (free && !is_busy_to_its_owner(m, op->thread)) == (op->alternative == OK);
  case TIMEDLOCK:
    return free == (op->alternative == OK);
  default:
    return true;
  }
}

/// Of a locked mutex too: its memory may have been freed and used anew.
static void apply_init(const struct mc_operation *op, struct mc_mutex_state *m) {
  *m = (struct mc_mutex_state){.owner = MC_NO_THREAD,
                               .type = op->argument[0] & 0xff,
                               .robust = (op->argument[0] & ROBUST) != 0,
                               .changes = m->changes + 1};
}

static const char *apply_destroy(struct mc_mutex_state *m, uint64_t *result) {
  if (m->owner != MC_NO_THREAD) {
    *result = EBUSY;
    return "destroy of a mutex that is locked";
  }
  m->life = MC_DESTROYED;
  return NULL;
}

static uint64_t apply_consistent(const struct mc_operation *op, struct mc_mutex_state *m) {
  if (!m->robust || !m->owner_died || !is_held_by(m, op->thread))
    return EINVAL;
  m->owner_died = 0;
  return 0;
}

static const char *misuse_of(const struct mc_mutex_state *m) {
  if (m->life == MC_DESTROYED)
    return "use of a mutex after its destroy";
  return m->life == MC_UNINITIALISED ? "use of a mutex that was not initialised" : NULL;
}

static const char *take(struct mc_mutex_state *m, mc_thread thread, uint64_t *result) {
  if (!mc_mutex_can_take(m, thread))
    return "self-deadlock: lock of a mutex by the thread that holds it";
  *result = mc_mutex_take(m, thread);
  return NULL;
}

static const char *apply_lock_all(const struct mc_operation *op, void *const state[],
                                  uint64_t *result) {
  const char *misuse = NULL;
  for (unsigned i = 0; i < op->objects && !misuse; i++)
    if (!(misuse = misuse_of(state[i])))
      misuse = take(state[i], op->thread, result);
  return misuse;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_mutex_state *m = state[0];
  if (op->kind == INIT) {
    apply_init(op, m);
    return NULL;
  }
  if (op->kind == LOCK_ALL)
    return apply_lock_all(op, state, result);
  if (misuse_of(m))
    return misuse_of(m);
  switch (op->kind) {
  case DESTROY:
    return apply_destroy(m, result);
  case UNLOCK:
    return apply_unlock(op, m, result);
  case CONSISTENT:
    *result = apply_consistent(op, m);
    return NULL;
  }
  mc_queue_serve(op, state, op->thread);
  if (op->alternative == BUSY) {
    *result = op->kind == TRYLOCK ? EBUSY : op->argument[1] ? op->argument[1] : ETIMEDOUT;
    return NULL;
  }
  return take(m, op->thread, result);
}

/// A failed attempt changes nothing.
static bool is_read(const struct mc_operation *op) { return op->alternative == BUSY; }

static enum mc_queue_role queue_role(const struct mc_operation *op, unsigned i) {
  (void)op;
  return i == 0 ? MC_QUEUE_NOTHING : MC_QUEUE_TAKE;
}

/// A waiting loop that has looked below it may go on.
static bool changes(const struct mc_operation *op) {
  return op->kind == INIT || (op->kind == UNLOCK && op->argument[1] != KEEPS);
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive && (mc_condition_times_out(a) || mc_condition_times_out(b)))
    return false;
  if (a->primitive == &mc_primitive_await || b->primitive == &mc_primitive_await)
    return changes(a->primitive == &mc_primitive_await ? b : a);
  if (mc_is_enqueue(a) || mc_is_enqueue(b))
    return mc_queues_dependent(a, b, queue_role);
  return !(is_read(a) && is_read(b) && a->primitive == b->primitive) ||
         mc_queues_dependent(a, b, queue_role);
}

static bool locks(const struct mc_operation *op) {
  return op->kind == LOCK || op->kind == TRYLOCK || op->kind == TIMEDLOCK || op->kind == LOCK_ALL;
}

/// True where the step runs only while nobody holds the mutex.
static bool needs_free(const struct mc_operation *op) {
  return locks(op) && op->alternative == OK &&
         (op->argument[0] == PTHREAD_MUTEX_NORMAL || op->argument[0] == PTHREAD_MUTEX_ADAPTIVE_NP);
}

/// True where the step runs, other than to be reported, only while its thread holds the mutex.
static bool needs_own(const struct mc_operation *op) {
  return op->kind == UNLOCK &&
         (op->argument[0] == PTHREAD_MUTEX_NORMAL || op->argument[0] == PTHREAD_MUTEX_ADAPTIVE_NP);
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive || mc_operation_policy(a) || mc_operation_policy(b))
    return true;
  return !(needs_free(a) && (needs_own(b) || is_read(b))) && !(needs_own(a) && needs_own(b));
}

static const char *alternative_name(const struct mc_operation *op) {
  if (op->kind == TRYLOCK)
    return op->alternative == BUSY ? "busy" : "ok";
  if (op->kind == TIMEDLOCK)
    return op->alternative == BUSY ? "timeout" : "ok";
  return NULL;
}

static mc_thread owner(const void *state) { return ((const struct mc_mutex_state *)state)->owner; }

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return op->kind >= LOCK && op->kind <= TIMEDLOCK && op->alternative == OK && op->thread == thread;
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_mutex_state *m = state;
  if (m->life != MC_ALIVE)
    snprintf(text, size, m->life == MC_DESTROYED ? "destroyed" : "not initialised");
  else if (m->not_recoverable)
    snprintf(text, size, "not recoverable");
  else if (m->owner == MC_NO_THREAD)
    snprintf(text, size, m->owner_died ? "free, its owner died" : "free");
  else if (m->count > 1)
    snprintf(text, size, "held by %s %u times", mc_thread_name(m->owner), m->count);
  else
    snprintf(text, size, "held by %s", mc_thread_name(m->owner));
}

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  return i == 0 && op->kind == UNLOCK ? MC_MUTEX_MESSAGE : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return (i == 0 || op->kind == LOCK_ALL) && locks(op) && op->alternative == OK ? MC_MUTEX_MESSAGE
                                                                                : 0;
}

const struct mc_primitive mc_primitive_mutex = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "mutex",
    .operations = operations,
    .state_size = sizeof(struct mc_mutex_state),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .alternative_name = alternative_name,
    .owner = owner,
    .print = print,
    .serves = serves,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_UNCANCELLED | 1u << MC_BY_THREADS,
};

//===- Interposed functions -------------------------------------------------------------------===//

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

bool mc_mutex_is_lock(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_mutex && op->kind == LOCK && !mc_operation_policy(op);
}

bool mc_mutex_is_unlock(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_mutex && op->kind == UNLOCK;
}

void mc_mutex_await(struct mc_operation *lock, uint32_t changes) {
  lock->flags |= MC_AWAITS;
  lock->argument[1] = changes;
}

void mc_mutex_keep(struct mc_operation *unlock) { unlock->argument[1] = KEEPS; }

/// Of a lock that would wait; its owner waits for nobody else.
static const struct mc_policy *policy_of(uint16_t kind, const pthread_mutex_t *mutex) {
  if (kind != LOCK && kind != TIMEDLOCK)
    return NULL;
  const mc_object o = mc_mutex_at(mutex);
  return is_held_by(mc_object_state(o), mc_self()) ? NULL
                                                   : mc_policy_of_object(o, mutex, "mutex.lock");
}

/// Of an operation on one mutex, which knows its kind; says the type.
static uint64_t run(struct mc_operation *op, const struct mc_site *site) {
  const struct mc_mutex_state *m = mc_object_state(op->object[0]);
  const bool robust = m->robust;
  op->argument[0] = m->type | (robust ? ROBUST : 0);
  if (!robust && op->kind == DESTROY)
    op->flags |= MC_FORGIVEN;
  if (!robust && !checks_its_owner(m) && (op->kind == UNLOCK || op->kind == LOCK)) {
    op->flags |= op->kind == UNLOCK ? MC_FORGIVEN : 0;
    op->argument[0] |= mc_misuse_is_reported() ? FORGIVING : 0;
  }
  const uint64_t result = mc_transition(op, site);
  if (robust && op->kind != UNLOCK && (result == 0 || result == EOWNERDEAD))
    mc_thread_took_robust(op->object[0]);
  return result;
}

static uint64_t transition(uint16_t kind, pthread_mutex_t *mutex, uint64_t argument,
                           const struct mc_site *site, bool *timeout) {
  const struct mc_policy *policy = policy_of(kind, mutex);
  if (policy)
    mc_enqueue(&mc_primitive_queue, mutex, policy, site);
  struct mc_operation op = {.primitive = &mc_primitive_mutex,
                            .kind = kind,
                            .flags = kind == TRYLOCK || kind == TIMEDLOCK ? MC_YIELD : 0,
                            .objects = 1,
                            .object = {mc_mutex_at(mutex)},
                            .argument = {0, argument}};
  if (policy)
    mc_queue_use(&op, &mc_primitive_queue, mutex, policy);
  const uint64_t result = run(&op, site);
  if (timeout)
    *timeout = op.alternative == BUSY;
  return result;
}

uint64_t mc_mutex_take_again(mc_object mutex, const struct mc_site *site) {
  struct mc_operation op = {
      .primitive = &mc_primitive_mutex, .kind = LOCK, .objects = 1, .object = {mutex}};
  return run(&op, site);
}

static int timedlock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline,
                     const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  const bool valid = mc_clock_is_deadline(clock, deadline);
  bool timeout;
  const uint64_t result = transition(TIMEDLOCK, mutex, valid ? ETIMEDOUT : EINVAL, site, &timeout);
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
      .kind = INIT,
      .objects = 1,
      .object = {o},
      .argument = {(uint64_t)type | (robust == PTHREAD_MUTEX_ROBUST ? ROBUST : 0)}};
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
  struct mc_operation op = {
      .primitive = &mc_primitive_mutex, .kind = LOCK_ALL, .argument = {PTHREAD_MUTEX_NORMAL}};
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
MC_MUTEX_FUNCTION(pthread_mutex_destroy, DESTROY)
MC_MUTEX_FUNCTION(pthread_mutex_lock, LOCK)
MC_MUTEX_FUNCTION(pthread_mutex_trylock, TRYLOCK)
MC_MUTEX_FUNCTION(pthread_mutex_unlock, UNLOCK)
MC_MUTEX_FUNCTION(pthread_mutex_consistent, CONSISTENT)

MC_INTERPOSE(int, pthread_mutex_timedlock,
             (pthread_mutex_t * mutex, const struct timespec *deadline), (mutex, deadline)) {
  return timedlock(mutex, CLOCK_REALTIME, deadline, site);
}

MC_INTERPOSE(int, pthread_mutex_clocklock,
             (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *deadline),
             (mutex, clock, deadline)) {
  return timedlock(mutex, clock, deadline, site);
}
