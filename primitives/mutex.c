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
// MC_MUTEX_ROBUST, of lock-all PTHREAD_MUTEX_NORMAL if that is the type of all; argument 1 of
// timedlock is the result where it would wait, 0 for ETIMEDOUT; of a lock that awaits, `changes` as
// it was; of unlock, MC_MUTEX_KEEPS if nothing has changed; its argument 0, and that of a lock, has
// MC_MUTEX_FORGIVING where another thread than its owner can free a normal mutex, as in glibc: its
// owner then waits for that. With a wakeup policy lock and timedlock wait in a queue (queue.c), but
// not those of the owner; a trylock does not, nor does a thread that takes the mutex again at the
// end of a condition wait (condition.c). A robust mutex learns of its owner's death by that
// thread's exit, which names it (thread.c).
#define _GNU_SOURCE
#include "mutex.h"
#include <errno.h>
#include <stdio.h>

static const char *const operations[] = {"init",   "destroy",    "lock",     "trylock", "timedlock",
                                         "unlock", "consistent", "lock-all", NULL};

extern const struct mc_primitive mc_primitive_await;

static bool is_held_by(const struct mc_mutex_state *m, mc_thread thread) {
  return m->owner == thread;
}

bool mc_mutex_can_take(const struct mc_mutex_state *m, mc_thread thread) {
  return m->owner == MC_NO_THREAD || (is_held_by(m, thread) && mc_mutex_checks_its_owner(m));
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
    if (mc_mutex_checks_its_owner(m) || m->robust)
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
  if (misuse && op->argument[0] & MC_MUTEX_FORGIVING) {
    *result = 0;
    m->owner = MC_NO_THREAD;
    m->count = 0;
    m->changes++;
  }
  if (op->argument[1] == MC_MUTEX_KEEPS)
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
  return op->kind == MC_MUTEX_TRYLOCK || op->kind == MC_MUTEX_TIMEDLOCK ? 2 : 1;
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
  if (op->kind == MC_MUTEX_LOCK_ALL)
    return may_lock_all(op, state);
  if (m->life != MC_ALIVE)
    return op->alternative == MC_MUTEX_OK; // to be reported
  const bool free = mc_mutex_can_take(m, op->thread) &&
                    (is_held_by(m, op->thread) || mc_queue_may_take(op, state, op->thread));
  switch (op->kind) {
  case MC_MUTEX_LOCK: // the owner of a normal mutex is told that it waits for itself
    return (free && !(op->flags & MC_AWAITS && m->changes == op->argument[1])) ||
           (is_held_by(m, op->thread) && !(op->flags & MC_AWAITS) &&
            !(op->argument[0] & MC_MUTEX_FORGIVING));
  case MC_MUTEX_TRYLOCK:
    return (free && !is_busy_to_its_owner(m, op->thread)) == (op->alternative == MC_MUTEX_OK);
  case MC_MUTEX_TIMEDLOCK:
    return free == (op->alternative == MC_MUTEX_OK);
  default:
    return true;
  }
}

/// Of a locked mutex too: its memory may have been freed and used anew.
static void apply_init(const struct mc_operation *op, struct mc_mutex_state *m) {
  *m = (struct mc_mutex_state){.owner = MC_NO_THREAD,
                               .type = op->argument[0] & MC_MUTEX_TYPE,
                               .robust = (op->argument[0] & MC_MUTEX_ROBUST) != 0,
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
  if (op->kind == MC_MUTEX_INIT) {
    apply_init(op, m);
    return NULL;
  }
  if (op->kind == MC_MUTEX_LOCK_ALL)
    return apply_lock_all(op, state, result);
  if (misuse_of(m))
    return misuse_of(m);
  switch (op->kind) {
  case MC_MUTEX_DESTROY:
    return apply_destroy(m, result);
  case MC_MUTEX_UNLOCK:
    return apply_unlock(op, m, result);
  case MC_MUTEX_CONSISTENT:
    *result = apply_consistent(op, m);
    return NULL;
  }
  mc_queue_serve(op, state, op->thread);
  if (op->alternative == MC_MUTEX_BUSY) {
    *result = op->kind == MC_MUTEX_TRYLOCK ? EBUSY : op->argument[1] ? op->argument[1] : ETIMEDOUT;
    return NULL;
  }
  return take(m, op->thread, result);
}

/// A failed attempt changes nothing.
static bool is_read(const struct mc_operation *op) { return op->alternative == MC_MUTEX_BUSY; }

static enum mc_queue_role queue_role(const struct mc_operation *op, unsigned i) {
  (void)op;
  return i == 0 ? MC_QUEUE_NOTHING : MC_QUEUE_TAKE;
}

/// A waiting loop that has looked below it may go on.
static bool changes(const struct mc_operation *op) {
  return op->kind == MC_MUTEX_INIT ||
         (op->kind == MC_MUTEX_UNLOCK && op->argument[1] != MC_MUTEX_KEEPS);
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
  return op->kind == MC_MUTEX_LOCK || op->kind == MC_MUTEX_TRYLOCK ||
         op->kind == MC_MUTEX_TIMEDLOCK || op->kind == MC_MUTEX_LOCK_ALL;
}

/// True where the step runs only while nobody holds the mutex.
static bool needs_free(const struct mc_operation *op) {
  return locks(op) && op->alternative == MC_MUTEX_OK &&
         (op->argument[0] == PTHREAD_MUTEX_NORMAL || op->argument[0] == PTHREAD_MUTEX_ADAPTIVE_NP);
}

/// True where the step runs, other than to be reported, only while its thread holds the mutex.
static bool needs_own(const struct mc_operation *op) {
  return op->kind == MC_MUTEX_UNLOCK &&
         (op->argument[0] == PTHREAD_MUTEX_NORMAL || op->argument[0] == PTHREAD_MUTEX_ADAPTIVE_NP);
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive || mc_operation_policy(a) || mc_operation_policy(b))
    return true;
  return !(needs_free(a) && (needs_own(b) || is_read(b))) && !(needs_own(a) && needs_own(b));
}

static const char *alternative_name(const struct mc_operation *op) {
  if (op->kind == MC_MUTEX_TRYLOCK)
    return op->alternative == MC_MUTEX_BUSY ? "busy" : "ok";
  if (op->kind == MC_MUTEX_TIMEDLOCK)
    return op->alternative == MC_MUTEX_BUSY ? "timeout" : "ok";
  return NULL;
}

static mc_thread owner(const void *state) { return ((const struct mc_mutex_state *)state)->owner; }

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return op->kind >= MC_MUTEX_LOCK && op->kind <= MC_MUTEX_TIMEDLOCK &&
         op->alternative == MC_MUTEX_OK && op->thread == thread;
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
  return i == 0 && op->kind == MC_MUTEX_UNLOCK ? MC_MUTEX_MESSAGE : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return (i == 0 || op->kind == MC_MUTEX_LOCK_ALL) && locks(op) && op->alternative == MC_MUTEX_OK
             ? MC_MUTEX_MESSAGE
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

bool mc_mutex_is_lock(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_mutex && op->kind == MC_MUTEX_LOCK &&
         !mc_operation_policy(op);
}

bool mc_mutex_is_unlock(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_mutex && op->kind == MC_MUTEX_UNLOCK;
}

void mc_mutex_await(struct mc_operation *lock, uint32_t changes) {
  lock->flags |= MC_AWAITS;
  lock->argument[1] = changes;
}

void mc_mutex_keep(struct mc_operation *unlock) { unlock->argument[1] = MC_MUTEX_KEEPS; }
