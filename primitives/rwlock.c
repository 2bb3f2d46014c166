// primitives/rwlock.c - pthread_rwlock_t: a reader waits for writers that hold the lock.
//
//   init, destroy  misuse: destroy while a thread holds the lock
//   rdlock       enabled while no other thread writes; EDEADLK for the writer itself
//   wrlock       enabled while nobody holds the lock; EDEADLK for the writer itself
//   tryrdlock, trywrlock      ok: while it can be taken; busy: otherwise
//   timedrdlock, timedwrlock  ok: as rdlock, wrlock; timeout: where these would wait
//   rdunlock, wrunlock        pthread_rwlock_unlock by a reader, by the writer; misuse by others
//
// The unlock is two operations because what a reader's depends on is less. Who asks for the write
// lock while reading waits for ever, as with glibc.
//
// With a wakeup policy readers wait in one queue, writers in another (queue.c). Where one kind is
// preferred, it waits in its queue in any case, and the other kind, or its try, cannot take the
// lock while that is not empty: it has this queue as its second object, and 1 as argument 0.
#define _GNU_SOURCE
#include "builtin.h"
#include "library_locks.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
  INIT,
  DESTROY,
  RDLOCK,
  TRYRDLOCK,
  TIMEDRDLOCK,
  WRLOCK,
  TRYWRLOCK,
  TIMEDWRLOCK,
  RDUNLOCK,
  WRUNLOCK
};
static const char *const operations[] = {"init",        "destroy",  "rdlock",    "tryrdlock",
                                         "timedrdlock", "wrlock",   "trywrlock", "timedwrlock",
                                         "rdunlock",    "wrunlock", NULL};
enum { OK, BUSY }; // BUSY is the timeout of the timed ones
enum { MAX_READS = UINT8_MAX };

struct rwlock {
  uint16_t writer;               // 1 + the thread, 0 while nobody writes
  uint8_t life;                  // enum mc_life
  uint8_t preference;            // enum mc_preference; constant
  uint8_t reads[MC_MAX_THREADS]; // how often each thread holds it for reading
};

extern const struct mc_primitive mc_primitive_rwlock;

static bool is_timed(const struct mc_operation *op) {
  return op->kind == TIMEDRDLOCK || op->kind == TIMEDWRLOCK;
}

static bool may_be_busy(const struct mc_operation *op) {
  return op->kind == TRYRDLOCK || op->kind == TRYWRLOCK || is_timed(op);
}

static bool is_rdlock(const struct mc_operation *op) {
  return op->kind >= RDLOCK && op->kind <= TIMEDRDLOCK;
}

static bool is_wrlock(const struct mc_operation *op) {
  return op->kind >= WRLOCK && op->kind <= TIMEDWRLOCK;
}

static bool has_readers(const struct rwlock *l) {
  for (int t = 0; t < MC_MAX_THREADS; t++)
    if (l->reads[t])
      return true;
  return false;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return may_be_busy(op) ? 2 : 1;
}

static bool is_own_deadlock(const struct mc_operation *op, const struct rwlock *l) {
  return l->writer == 1 + op->thread && op->kind != TRYRDLOCK && op->kind != TRYWRLOCK;
}

static bool gives_way(const struct mc_operation *op) { return op->argument[0] != 0; }

/// Those that it gives way to do not wait, and the policy of its own queue lets it go on.
static bool has_its_turn(const struct mc_operation *op, const void *const state[]) {
  return !(gives_way(op) && ((const struct mc_queue *)state[1])->count) &&
         mc_queue_may_take(op, state, op->thread);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct rwlock *l = state[0];
  if (l->life != MC_ALIVE || !(is_rdlock(op) || is_wrlock(op)))
    return op->alternative == OK;
  const bool free = l->writer == 0 && (is_rdlock(op) || !has_readers(l)) && has_its_turn(op, state);
  return (free || is_own_deadlock(op, l)) == (op->alternative == OK);
}

static const char *apply_destroy(struct rwlock *l) {
  if (l->writer != 0 || has_readers(l))
    return "destroy of a read-write lock that is held";
  l->life = MC_DESTROYED;
  return NULL;
}

static uint64_t apply_lock(const struct mc_operation *op, struct rwlock *l) {
  if (op->alternative == BUSY)
    return is_timed(op) ? ETIMEDOUT : EBUSY;
  if (is_own_deadlock(op, l))
    return EDEADLK;
  if (is_wrlock(op))
    l->writer = 1 + op->thread;
  else if (l->reads[op->thread] == MAX_READS)
    return EAGAIN;
  else
    l->reads[op->thread]++;
  return 0;
}

static const char *apply_unlock(const struct mc_operation *op, struct rwlock *l) {
  if (op->kind == WRUNLOCK && l->writer == 1 + op->thread)
    l->writer = 0;
  else if (op->kind == RDUNLOCK && l->reads[op->thread] > 0)
    l->reads[op->thread]--;
  else
    return "unlock of a read-write lock that the thread does not hold";
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct rwlock *l = state[0];
  if (op->kind == INIT) { // also of a held one: its memory may have been freed and used anew
    *l = (struct rwlock){.preference = (uint8_t)op->argument[1]};
    return NULL;
  }
  if (l->life == MC_DESTROYED)
    return "use of a read-write lock after its destroy";
  if (l->life == MC_UNINITIALISED)
    return "use of a read-write lock that was not initialised";
  if (op->kind == DESTROY)
    return apply_destroy(l);
  if (op->kind == RDUNLOCK || op->kind == WRUNLOCK)
    return apply_unlock(op, l);
  mc_queue_serve(op, state, op->thread);
  *result = apply_lock(op, l);
  return NULL;
}

/// Looks only whether there is a writer, or changes only the caller's own place among the readers.
static bool commutes_with_readers(const struct mc_operation *op) {
  return is_rdlock(op) || op->kind == RDUNLOCK;
}

static bool is_busy(const struct mc_operation *op) {
  return may_be_busy(op) && op->alternative == BUSY;
}

static enum mc_queue_role queue_role(const struct mc_operation *op, unsigned i) {
  if (i == 0)
    return MC_QUEUE_NOTHING;
  return i == 1 && gives_way(op) ? MC_QUEUE_LOOK : MC_QUEUE_TAKE;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (mc_queues_dependent(a, b, queue_role))
    return true;
  return !mc_is_enqueue(a) && !mc_is_enqueue(b) &&
         !(commutes_with_readers(a) && commutes_with_readers(b)) && !(is_busy(a) && is_busy(b));
}

/// True where both steps need the lock to be held otherwise. Only those that are never EDEADLK
/// count, and of the unlocks those that are no misuse.
static bool excludes(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind == WRUNLOCK)
    return b->kind == WRUNLOCK || b->kind == RDUNLOCK ||
           ((is_rdlock(b) || is_wrlock(b)) && !is_busy(b));
  if (a->kind == RDUNLOCK)
    return (is_wrlock(b) && !is_busy(b)) || (is_rdlock(b) && is_busy(b));
  return a->kind == TRYWRLOCK && !is_busy(a) && is_busy(b);
}

/// Whether it is enabled depends on who waits.
static bool has_queue(const struct mc_operation *op) { return op->objects > 1; }

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive != b->primitive || has_queue(a) || has_queue(b) ||
         (!excludes(a, b) && !excludes(b, a));
}

/// A lock is disabled by what takes the lock, a failure by all else.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  if (has_queue(other))
    return true;
  const bool takes = (is_rdlock(step) || is_wrlock(step)) && !is_busy(step);
  return takes != is_busy(other);
}

static const char *alternative_name(const struct mc_operation *op) {
  if (!may_be_busy(op))
    return NULL;
  if (op->alternative == OK)
    return "ok";
  return is_timed(op) ? "timeout" : "busy";
}

/// The writer, or the only reader: that thread alone can free the lock.
static mc_thread owner(const void *state) {
  const struct rwlock *l = state;
  mc_thread reader = MC_NO_THREAD;
  if (l->writer)
    return (mc_thread)(l->writer - 1);
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++) {
    if (l->reads[t] && reader != MC_NO_THREAD)
      return MC_NO_THREAD;
    if (l->reads[t])
      reader = t;
  }
  return reader;
}

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return (is_rdlock(op) || is_wrlock(op)) && !is_busy(op) && op->thread == thread;
}

static void print(const void *state, char *text, size_t size) {
  const struct rwlock *l = state;
  struct mc_threads readers = {0};
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++)
    if (l->reads[t])
      mc_threads_add(&readers, t);
  if (l->life != MC_ALIVE)
    snprintf(text, size, l->life == MC_DESTROYED ? "destroyed" : "not initialised");
  else if (l->writer)
    snprintf(text, size, "write-held by %s", mc_thread_name(owner(l)));
  else if (mc_threads_is_empty(&readers))
    snprintf(text, size, "free");
  else {
    const int length = snprintf(text, size, "read-held by ");
    mc_threads_print(&readers, text + length, size - (size_t)length);
  }
}

enum { READ = 1, WRITTEN = 2 }; // what unlocks give: a reader takes nothing of readers

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  if (i > 0)
    return 0;
  return op->kind == RDUNLOCK ? READ : op->kind == WRUNLOCK ? WRITTEN : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  if (i > 0 || op->alternative != OK)
    return 0;
  if (op->kind == RDLOCK || op->kind == TRYRDLOCK || op->kind == TIMEDRDLOCK)
    return WRITTEN;
  return op->kind == WRLOCK || op->kind == TRYWRLOCK || op->kind == TIMEDWRLOCK ? READ | WRITTEN
                                                                                : 0;
}

const struct mc_primitive mc_primitive_rwlock = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "rwlock",
    .operations = operations,
    .state_size = sizeof(struct rwlock),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .may_disable = may_disable,
    .alternative_name = alternative_name,
    .owner = owner,
    .print = print,
    .serves = serves,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_UNCANCELLED | 1u << MC_BY_THREADS,
};

//===- Interposed functions -------------------------------------------------------------------===//

/// What glibc makes of the kinds. PTHREAD_RWLOCK_PREFER_READER_NP, the default, and _WRITER_NP
/// only choose whom an unlock by a writer serves; that either is served is explored anyway.
static enum mc_preference preference_of(int kind) {
  return mc_rwlock_preference(
      kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ? MC_PREFER_WRITERS : MC_PREFER_NONE);
}

static struct rwlock raw_of(int kind) {
  return (struct rwlock){.life = MC_UNINITIALISED, .preference = (uint8_t)preference_of(kind)};
}

static mc_object new_object(const pthread_rwlock_t *address, const struct rwlock *state) {
  return mc_object_new(&mc_primitive_rwlock, address, sizeof *address, state);
}

mc_object mc_rwlock_unmarked(const volatile void *address, size_t bytes,
                             enum mc_preference preference) {
  const mc_object o = mc_object_find(&mc_primitive_rwlock, address);
  if (o != MC_NO_OBJECT && ((const struct rwlock *)mc_object_state(o))->life == MC_ALIVE)
    return o;
  const struct rwlock fresh = {.preference = (uint8_t)mc_rwlock_preference(preference)};
  return mc_object_new_unmarked(&mc_primitive_rwlock, address, bytes, &fresh);
}

/// By glibc's bytes, where no operation has touched it: a constructor of a library may have
/// initialised, used, or taken it before McMini was there. Constructors run in the first thread.
static struct rwlock state_of_bytes(const pthread_rwlock_t *address) {
  enum { WRITE_PHASE = 1, IS_WRITTEN = 2, PHASES = 7, READER = 8 };
  const volatile struct __pthread_rwlock_arch_t *l =
      &((const volatile pthread_rwlock_t *)address)->__data;
  const unsigned phase = l->__readers & PHASES, held = l->__readers / READER, kind = l->__flags;
  const bool is_written = phase == (WRITE_PHASE | IS_WRITTEN) && !held && l->__cur_writer > 0;
  const bool is_not = !l->__cur_writer && (!phase || (phase == WRITE_PHASE && !held));
  const bool is_awaited = l->__writers || (l->__wrphase_futex | l->__writers_futex) > 1;
  if (is_awaited || !(is_written || is_not) || held > MAX_READS ||
      kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    return raw_of(PTHREAD_RWLOCK_DEFAULT_NP);
  return (struct rwlock){.writer = is_written,
                         .preference = (uint8_t)preference_of((int)kind),
                         .reads = {(uint8_t)held}};
}

static mc_object rwlock_at(const pthread_rwlock_t *address) {
  const mc_object o = mc_object_find(&mc_primitive_rwlock, address);
  if (o != MC_NO_OBJECT)
    return o;
  const struct rwlock state = state_of_bytes(address);
  return new_object(address, &state);
}

static struct mc_operation on(uint16_t kind, const pthread_rwlock_t *address) {
  struct mc_operation op = {.primitive = &mc_primitive_rwlock,
                            .kind = kind,
                            .objects = 1,
                            .object = {rwlock_at(address)}};
  op.flags = may_be_busy(&op) ? MC_YIELD : 0;
  return op;
}

//--- Queues: mc_primitive_queue is the writers', mc_primitive_second_queue the readers'.

static enum mc_preference preference(mc_object lock) {
  return ((const struct rwlock *)mc_object_state(lock))->preference;
}

static const struct mc_policy *policy_of(const pthread_rwlock_t *address, bool reads) {
  const mc_object lock = rwlock_at(address);
  const struct mc_policy *policy =
      mc_policy_of_object(lock, address, reads ? "rwlock.read" : "rwlock.write");
  const bool preferred = preference(lock) == (reads ? MC_PREFER_READERS : MC_PREFER_WRITERS);
  return policy || !preferred ? policy : &mc_policy_independent;
}

/// An operation that takes the lock. What does not wait enters no queue.
static struct mc_operation taking(uint16_t kind, const pthread_rwlock_t *address,
                                  const struct mc_site *site) {
  const bool reads = is_rdlock(&(struct mc_operation){.kind = kind});
  const bool may_wait = kind != TRYRDLOCK && kind != TRYWRLOCK;
  const struct mc_primitive *writers = &mc_primitive_queue, *readers = &mc_primitive_second_queue;
  const struct mc_policy *policy = may_wait ? policy_of(address, reads) : NULL;
  if (policy)
    mc_enqueue(reads ? readers : writers, address, policy, site);
  struct mc_operation op = on(kind, address);
  if (preference(op.object[0]) == (reads ? MC_PREFER_WRITERS : MC_PREFER_READERS)) {
    mc_queue_use(&op, reads ? writers : readers, address, NULL);
    op.argument[0] = 1;
  }
  if (policy)
    mc_queue_use(&op, reads ? readers : writers, address, policy);
  return op;
}

static int take(uint16_t kind, const pthread_rwlock_t *address, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = taking(kind, address, site);
  return (int)mc_transition(&op, site);
}

static int timedlock(uint16_t kind, const pthread_rwlock_t *address, clockid_t clock,
                     const struct timespec *deadline, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  if (!mc_clock_is_deadline(clock, deadline)) // glibc looks at it first
    return EINVAL;
  struct mc_operation op = taking(kind, address, site);
  const uint64_t result = mc_transition(&op, site);
  if (op.alternative == BUSY)
    mc_clock_reach(mc_clock_deadline(clock, deadline));
  return (int)result;
}

MC_INTERPOSE(int, pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t *attr),
             (lock, attr)) {
  if (!mc_checking())
    return 0;
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attr) { // faults where glibc would
    pthread_rwlockattr_getpshared(attr, &(int){0});
    pthread_rwlockattr_getkind_np(attr, &kind);
  }
  struct mc_operation op = on(INIT, lock);
  if (((const struct rwlock *)mc_object_state(op.object[0]))->life == MC_DESTROYED) {
    const struct rwlock raw = raw_of(kind);
    op.object[0] = new_object(lock, &raw);
  }
  op.argument[1] = preference_of(kind);
  return (int)mc_transition(&op, site);
}

MC_INTERPOSE(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock)) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(RDUNLOCK, lock);
  if (((const struct rwlock *)mc_object_state(op.object[0]))->writer == 1 + mc_self())
    op.kind = WRUNLOCK;
  return (int)mc_transition(&op, site);
}

MC_INTERPOSE(int, pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock)) {
  if (!mc_checking())
    return 0;
  if (!mc_may_write(lock, sizeof *lock))
    return mc_forgiven_misuse("destroy of a read-write lock where there is no memory", site), 0;
  struct mc_operation op = on(DESTROY, lock);
  return (int)mc_transition(&op, site);
}

#define MC_RWLOCK_FUNCTION(function, kind)                                                         \
  MC_INTERPOSE(int, function, (pthread_rwlock_t * lock), (lock)) { return take(kind, lock, site); }
MC_RWLOCK_FUNCTION(pthread_rwlock_rdlock, RDLOCK)
MC_RWLOCK_FUNCTION(pthread_rwlock_tryrdlock, TRYRDLOCK)
MC_RWLOCK_FUNCTION(pthread_rwlock_wrlock, WRLOCK)
MC_RWLOCK_FUNCTION(pthread_rwlock_trywrlock, TRYWRLOCK)

#define MC_RWLOCK_TIMED_FUNCTIONS(timed, with_clock, kind)                                         \
  MC_INTERPOSE(int, timed, (pthread_rwlock_t * lock, const struct timespec *deadline),             \
               (lock, deadline)) {                                                                 \
    return timedlock(kind, lock, CLOCK_REALTIME, deadline, site);                                  \
  }                                                                                                \
  MC_INTERPOSE(int, with_clock,                                                                    \
               (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *deadline),        \
               (lock, clock, deadline)) {                                                          \
    return timedlock(kind, lock, clock, deadline, site);                                           \
  }
MC_RWLOCK_TIMED_FUNCTIONS(pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock, TIMEDRDLOCK)
MC_RWLOCK_TIMED_FUNCTIONS(pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock, TIMEDWRLOCK)
