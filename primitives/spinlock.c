// primitives/spinlock.c - pthread_spinlock_t.
//
//   init, destroy  misuse: destroy while a thread holds the lock
//   lock       enabled while the lock is free; by its holder: misuse
//   trylock    ok: while free; busy: while held
//   unlock     misuse unless the caller holds the lock
//
// The lock has 4 bytes and so no room for a mark: an object is known by its address, and init makes
// it anew.
#define _GNU_SOURCE
#include "builtin.h"
#include <errno.h>
#include <stdio.h>

enum { INIT, DESTROY, LOCK, TRYLOCK, UNLOCK };
static const char *const operations[] = {"init", "destroy", "lock", "trylock", "unlock", NULL};
enum { OK, BUSY };

struct spinlock {
  uint16_t holder; // 1 + the thread, 0 while free
  uint16_t life;   // enum mc_life
};

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TRYLOCK ? 2 : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct spinlock *l = state[0];
  if (l->life != MC_ALIVE)
    return op->alternative == OK; // to be reported
  if (op->kind == LOCK)
    return l->holder == 0 || l->holder == 1 + op->thread;
  return op->kind != TRYLOCK || (l->holder == 0) == (op->alternative == OK);
}

static const char *apply_alive(const struct mc_operation *op, struct spinlock *l,
                               uint64_t *result) {
  if (op->kind == DESTROY) {
    if (l->holder)
      return "destroy of a spin lock that is held";
    l->life = MC_DESTROYED;
  } else if (op->kind == UNLOCK) {
    if (l->holder != 1 + op->thread)
      return "unlock of a spin lock that the thread does not hold";
    l->holder = 0;
  } else if (op->alternative == BUSY) {
    *result = EBUSY;
  } else {
    if (l->holder == 1 + op->thread)
      return "self-deadlock: lock of a spin lock by the thread that holds it";
    l->holder = 1 + op->thread;
  }
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct spinlock *l = state[0];
  if (op->kind == INIT) {
    *l = (struct spinlock){0};
    return NULL;
  }
  if (l->life == MC_DESTROYED)
    return "use of a spin lock after its destroy";
  if (l->life == MC_UNINITIALISED)
    return "use of a spin lock that was not initialised";
  return apply_alive(op, l, result);
}

static bool is_busy(const struct mc_operation *op) { return op->alternative == BUSY; }

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive != b->primitive || !(is_busy(a) && is_busy(b));
}

static bool needs_free(const struct mc_operation *op) {
  return op->kind == LOCK || (op->kind == TRYLOCK && !is_busy(op));
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return true;
  return !(needs_free(a) && (is_busy(b) || b->kind == UNLOCK)) &&
         !(a->kind == UNLOCK && b->kind == UNLOCK);
}

static const char *alternative_name(const struct mc_operation *op) {
  return op->kind != TRYLOCK ? NULL : is_busy(op) ? "busy" : "ok";
}

static mc_thread owner(const void *state) {
  const struct spinlock *l = state;
  return l->holder ? (mc_thread)(l->holder - 1) : MC_NO_THREAD;
}

static void print(const void *state, char *text, size_t size) {
  const struct spinlock *l = state;
  if (l->life != MC_ALIVE)
    snprintf(text, size, l->life == MC_DESTROYED ? "destroyed" : "not initialised");
  else if (l->holder == 0)
    snprintf(text, size, "free");
  else
    snprintf(text, size, "held by %s", mc_thread_name(owner(l)));
}

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == UNLOCK;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return (op->kind == LOCK || op->kind == TRYLOCK) && op->alternative == OK;
}

const struct mc_primitive mc_primitive_spinlock = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "spinlock",
    .operations = operations,
    .state_size = sizeof(struct spinlock),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .alternative_name = alternative_name,
    .owner = owner,
    .print = print,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_UNCANCELLED | 1u << MC_BY_THREADS,
};

//===- Interposed functions -------------------------------------------------------------------===//

/// In glibc a lock is 1 while free. One that a constructor has taken is the first thread's.
static mc_object new_object(const pthread_spinlock_t *lock) {
  struct spinlock state = {.life = MC_UNINITIALISED};
  if (mc_was_made(lock))
    state = (struct spinlock){.holder = *lock <= 0};
  return mc_object_new(&mc_primitive_spinlock, (const void *)lock, sizeof *lock, &state);
}

static int transition(uint16_t kind, pthread_spinlock_t *lock, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  mc_object o = mc_object_find(&mc_primitive_spinlock, lock);
  if (o == MC_NO_OBJECT)
    o = new_object(lock);
  struct mc_operation op = {
      .primitive = &mc_primitive_spinlock, .kind = kind, .objects = 1, .object = {o}};
  return (int)mc_transition(&op, site);
}

MC_INTERPOSE_MAKER(pthread_spin_init, (pthread_spinlock_t * lock, int shared), (lock, shared),
                   lock) {
  (void)shared;
  return transition(INIT, lock, site);
}

MC_INTERPOSE(int, pthread_spin_destroy, (pthread_spinlock_t * lock), (lock)) {
  if (mc_checking() && !mc_may_write((void *)lock, sizeof *lock))
    return mc_forgiven_misuse("destroy of a spin lock where there is no memory", site), 0;
  return transition(DESTROY, lock, site);
}

#define MC_SPIN_FUNCTION(function, kind)                                                           \
  MC_INTERPOSE(int, function, (pthread_spinlock_t * lock), (lock)) {                               \
    return transition(kind, lock, site);                                                           \
  }
MC_SPIN_FUNCTION(pthread_spin_lock, LOCK)
MC_SPIN_FUNCTION(pthread_spin_trylock, TRYLOCK)
MC_SPIN_FUNCTION(pthread_spin_unlock, UNLOCK)
