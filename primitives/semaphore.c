// primitives/semaphore.c - sem_t.
//
//   init, destroy
//   wait       enabled while the value is positive
//   trywait    ok: as wait; busy: while the value is 0
//   timedwait  ok: as wait; timeout: while the value is 0
//   post
//   getvalue
//
// There are two primitives, which differ in what is dependent, and so in what is one class
// (docs/equivalence.md). They have the same objects; which of them the operations on a semaphore
// belong to is fixed for a search (mc_is_numbered), and in the trunk it is the numbered one, so
// that it has counted:
// - plain: posts commute with each other; a post and a wait do not.
// - numbered: the k-th post and the k-th wait are steps of their own: which number it is, is the
//   alternative. Posts are ordered, and waits are; a wait depends on the one post that makes the
//   token that it takes.
//
// Argument 0 is the value that init gave: of init itself, and of wait, trywait, timedwait, post.
// What sem_open gives is made in named_semaphore.c.
//
// With a wakeup policy wait and timedwait wait in a queue (queue.c). With a queue among its objects
// getvalue subtracts those who wait there, as POSIX allows.
#define _GNU_SOURCE
#include "builtin.h"
#include "library_locks.h"
#include "state.h"
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

enum { INIT, DESTROY, WAIT, TRYWAIT, TIMEDWAIT, POST, GETVALUE };
static const char *const operations[] = {"init",      "destroy", "wait",     "trywait",
                                         "timedwait", "post",    "getvalue", NULL};
enum { OK, BUSY }; // BUSY is the timeout of timedwait
// Numbered: OK is number 0, BUSY as above, 1 + k is number k.

/// From this initial value on a post can meet SEM_VALUE_MAX: then which one it is, is up to the
/// order of posts. No trace is long enough to get there from below.
enum { HIGH = SEM_VALUE_MAX - (1 << 24) };

struct semaphore {
  uint32_t value;
  uint32_t initial;
  uint16_t posts, waits; // since init; only the numbered one counts them
  uint32_t life;         // enum mc_life
};

extern const struct mc_primitive mc_primitive_semaphore, mc_primitive_semaphore_numbered;

static bool may_be_busy(const struct mc_operation *op) {
  return op->kind == TRYWAIT || op->kind == TIMEDWAIT;
}

/// The operation takes a token.
static bool waits(const struct mc_operation *op) {
  return op->kind == WAIT || (may_be_busy(op) && op->alternative != BUSY);
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return may_be_busy(op) ? 2 : 1;
}

/// The caller need not wait.
static bool can_take(const struct mc_operation *op, const void *const state[]) {
  return ((const struct semaphore *)state[0])->value > 0 &&
         mc_queue_may_take(op, state, op->thread);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct semaphore *s = state[0];
  if (s->life != MC_ALIVE)
    return op->alternative == OK; // to be reported
  if (waits(op))
    return can_take(op, state);
  return op->alternative == OK || !can_take(op, state);
}

static uint64_t visible_value(const struct mc_operation *op, void *const state[]) {
  const int64_t value = ((const struct semaphore *)state[0])->value;
  return (uint64_t)(op->objects == 1 ? value : value - ((const struct mc_queue *)state[1])->count);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct semaphore *s = state[0];
  if (op->kind == INIT) {
    *s = (struct semaphore){.value = (uint32_t)op->argument[0],
                            .initial = (uint32_t)op->argument[0]};
    return NULL;
  }
  if (s->life == MC_DESTROYED)
    return "use of a semaphore after its destroy";
  if (s->life == MC_UNINITIALISED)
    return "use of a semaphore that was not initialised";
  mc_queue_serve(op, state, op->thread);
  if (may_be_busy(op) && op->alternative == BUSY)
    *result = op->kind == TRYWAIT ? EAGAIN : ETIMEDOUT;
  else if (waits(op))
    s->value--;
  else if (op->kind == GETVALUE)
    *result = visible_value(op, state);
  else if (op->kind == DESTROY)
    s->life = MC_DESTROYED;
  else if (s->value == SEM_VALUE_MAX)
    *result = EOVERFLOW;
  else
    s->value++;
  return NULL;
}

static bool is_busy(const struct mc_operation *op) {
  return may_be_busy(op) && op->alternative == BUSY;
}

static bool is_read(const struct mc_operation *op) { return is_busy(op) || op->kind == GETVALUE; }

static bool is_high(const struct mc_operation *op) { return op->argument[0] >= HIGH; }

static enum mc_queue_role queue_role(const struct mc_operation *op, unsigned i) {
  return i == 0 ? MC_QUEUE_NOTHING : op->kind == GETVALUE ? MC_QUEUE_LOOK : MC_QUEUE_TAKE;
}

/// Only the queues count: one of them enters one, or waits where the value does not matter.
static bool are_apart(const struct mc_operation *a, const struct mc_operation *b) {
  return mc_is_enqueue(a) || mc_is_enqueue(b) || (is_read(a) && is_read(b));
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (are_apart(a, b))
    return mc_queues_dependent(a, b, queue_role);
  if (a->kind == POST && b->kind == POST && a->primitive == b->primitive)
    return is_high(a) || is_high(b);
  return true;
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return !(waits(a) && b->primitive == a->primitive && is_busy(b)) || mc_operation_policy(b);
}

/// A step that takes a token can disable another that needs one. A step that adds a token can
/// disable a failure, which needs that there is none. With a policy, a step that lets others go
/// first can disable, too.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  return step->kind == INIT || waits(step) != is_busy(other) || mc_operation_policy(other);
}

static const char *alternative_name(const struct mc_operation *op) {
  if (!may_be_busy(op))
    return NULL;
  if (!is_busy(op))
    return "ok";
  return op->kind == TRYWAIT ? "busy" : "timeout";
}

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return waits(op) && op->thread == thread;
}

static void print(const void *state, char *text, size_t size) {
  const struct semaphore *s = state;
  if (s->life == MC_ALIVE)
    snprintf(text, size, "value %u", s->value);
  else
    snprintf(text, size, s->life == MC_DESTROYED ? "destroyed" : "not initialised");
}

static bool value(const void *state, uint64_t *out) {
  *out = ((const struct semaphore *)state)->value;
  return true;
}

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  return i == 0 && op->kind == POST;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) { return i == 0 && waits(op); }

const struct mc_primitive mc_primitive_semaphore = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "semaphore",
    .operations = operations,
    .state_size = sizeof(struct semaphore),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .may_disable = may_disable,
    .alternative_name = alternative_name,
    .print = print,
    .serves = serves,
    .value = value,
    .releases = releases,
    .acquires = acquires,
};

//===- The numbered relation ------------------------------------------------------------------===//

/// Of a post or of what takes a token: how many of its kind came before.
static unsigned number_of(const struct mc_operation *op) {
  return op->alternative > BUSY ? op->alternative - 1u : 0;
}

/// The token that it makes or takes; the initial ones come first.
static uint64_t token_of(const struct mc_operation *op) {
  return number_of(op) + (op->kind == POST ? op->argument[0] : 0);
}

/// A wait and the post of another token commute: they order nothing. A wait that takes an initial
/// token has no post to depend on. There are 64 kinds of message: tokens of one kind are one.
static uint64_t message_of_token(const struct mc_operation *op) {
  return token_of(op) >= op->argument[0] ? (uint64_t)1 << token_of(op) % 64 : 0;
}

static bool is_numbered(const struct mc_operation *op) { return op->kind == POST || waits(op); }

static unsigned numbered_universe(const struct mc_operation *op, unsigned n) {
  return op->kind == POST || op->kind == WAIT || may_be_busy(op) ? n + 1 : 1;
}

static bool numbered_enabled(const struct mc_operation *op, const void *const state[]) {
  const struct semaphore *s = state[0];
  if (s->life != MC_ALIVE || !is_numbered(op))
    return enabled(op, state);
  if (!may_be_busy(op) && op->alternative == BUSY)
    return false; // it has no such outcome
  if (op->kind == POST)
    return number_of(op) == s->posts;
  return can_take(op, state) && number_of(op) == s->waits;
}

static const char *numbered_apply(const struct mc_operation *op, void *const state[],
                                  uint64_t *result) {
  struct semaphore *s = state[0];
  const char *misuse = apply(op, state, result);
  if (misuse)
    return misuse;
  if (op->kind == POST)
    s->posts++;
  else if (waits(op))
    s->waits++;
  return NULL;
}

static bool numbered_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (are_apart(a, b) || a->primitive != b->primitive || !is_numbered(a) || !is_numbered(b))
    return dependent(a, b);
  return (a->kind == POST) == (b->kind == POST) || message_of_token(a) & message_of_token(b) ||
         is_high(a);
}

/// The next of the same kind has another number.
static bool numbered_may_disable(const struct mc_operation *step,
                                 const struct mc_operation *other) {
  return !is_numbered(step) || !is_numbered(other) || (step->kind == POST) == (other->kind == POST);
}

static uint64_t numbered_releases(const struct mc_operation *op, unsigned i) {
  return releases(op, i) ? message_of_token(op) : 0;
}

static uint64_t numbered_acquires(const struct mc_operation *op, unsigned i) {
  return acquires(op, i) ? message_of_token(op) : 0;
}

const struct mc_primitive mc_primitive_semaphore_numbered = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "semaphore",
    .operations = operations,
    .state_size = sizeof(struct semaphore),
    .universe = numbered_universe,
    .enabled = numbered_enabled,
    .apply = numbered_apply,
    .dependent = numbered_dependent,
    .coenabled = coenabled,
    .may_disable = numbered_may_disable,
    .alternative_name = alternative_name,
    .print = print,
    .serves = serves,
    .value = value,
    .releases = numbered_releases,
    .acquires = numbered_acquires,
};

//===- Interposed functions -------------------------------------------------------------------===//

static mc_object new_object(const sem_t *address) {
  const struct semaphore raw = {.life = MC_UNINITIALISED};
  return mc_object_new(&mc_primitive_semaphore, address, sizeof *address, &raw);
}

/// In glibc the value is the first word.
static mc_object made_natively(const sem_t *address) {
  const uint32_t value = *(const volatile uint32_t *)address;
  const struct semaphore state = {.value = value, .initial = value};
  return mc_object_new(&mc_primitive_semaphore, address, sizeof *address, &state);
}

void mc_semaphore_make(sem_t *at, unsigned value) {
  const struct semaphore state = {.value = value, .initial = value};
  mc_object_new(&mc_primitive_semaphore, at, sizeof *at, &state);
}

mc_object mc_semaphore_unmarked(const volatile void *address, size_t bytes) {
  const mc_object o = mc_object_find(&mc_primitive_semaphore, address);
  if (o != MC_NO_OBJECT && ((const struct semaphore *)mc_object_state(o))->life == MC_ALIVE)
    return o;
  const struct semaphore fresh = {.value = 0};
  return mc_object_new_unmarked(&mc_primitive_semaphore, address, bytes, &fresh);
}

static mc_object semaphore_at(const sem_t *address) {
  const mc_object o = mc_object_find(&mc_primitive_semaphore, address);
  if (o != MC_NO_OBJECT)
    return o;
  return mc_was_made(address) ? made_natively(address) : new_object(address);
}

static enum mc_role role_of(const struct mc_operation *op) {
  return op->kind == POST ? MC_GIVES : op->kind == WAIT || may_be_busy(op) ? MC_TAKES : MC_LOOKS;
}

static struct mc_operation on(uint16_t kind, const sem_t *address) {
  struct mc_operation op = {.kind = kind, .objects = 1, .object = {semaphore_at(address)}};
  const struct semaphore *s = mc_object_state(op.object[0]);
  op.flags = may_be_busy(&op) ? MC_YIELD : 0;
  op.argument[0] = s->initial;
  op.primitive =
      mc_is_numbered(op.object[0], role_of(&op), s->posts > s->waits ? s->posts : s->waits)
          ? &mc_primitive_semaphore_numbered
          : &mc_primitive_semaphore;
  return op;
}

/// Where sem_getvalue counts those who wait, they do so in a queue.
static const struct mc_policy *policy_of(mc_object semaphore, const sem_t *address) {
  const struct mc_policy *policy = mc_policy_of_object(semaphore, address, "sem.wait");
  return policy || !mc_value_counts_waiters() ? policy : &mc_policy_independent;
}

/// An operation that waits, in its queue where there is one.
static struct mc_operation waiting(uint16_t kind, const sem_t *address,
                                   const struct mc_site *site) {
  const struct mc_policy *policy = policy_of(semaphore_at(address), address);
  mc_cancellation_begin(site);
  if (policy)
    mc_cancellation_unseen(site); // who has entered the queue stays there
  if (policy)
    mc_enqueue(&mc_primitive_queue, address, policy, site);
  struct mc_operation op = on(kind, address);
  if (policy)
    mc_queue_use(&op, &mc_primitive_queue, address, policy);
  op.flags |= policy ? MC_EINTR_UNSEEN : MC_EINTR;
  return op;
}

/// Returns the error. The kernel goes on with a wait behind a handler with SA_RESTART, but not with
/// one that has a deadline: whatever signal(7) says, sem_timedwait fails with EINTR.
static uint64_t wait_by(struct mc_operation *op, const struct mc_site *site) {
  uint64_t error;
  do
    error = mc_transition(op, site);
  while (op->kind == WAIT && mc_is_to_restart(op));
  mc_cancellation_end();
  return op->alternative == MC_CUT_SHORT ? EINTR : error;
}

static int simple(uint16_t kind, const sem_t *address, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(kind, address);
  return mc_by_errno(mc_transition(&op, site));
}

static int timedwait(const sem_t *address, clockid_t clock, const struct timespec *deadline,
                     const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  if (!mc_clock_is_deadline(clock, deadline)) // glibc looks at it first
    return mc_by_errno(EINVAL);
  struct mc_operation op = waiting(TIMEDWAIT, address, site);
  const uint64_t error = wait_by(&op, site);
  if (op.alternative == BUSY)
    mc_clock_reach(mc_clock_deadline(clock, deadline));
  return mc_by_errno(error);
}

MC_INTERPOSE_MAKER(sem_init, (sem_t * sem, int shared, unsigned value), (sem, shared, value), sem) {
  (void)shared;
  if (!mc_checking())
    return 0;
  if (value > SEM_VALUE_MAX)
    return mc_by_errno(EINVAL);
  struct mc_operation op = on(INIT, sem);
  if (((const struct semaphore *)mc_object_state(op.object[0]))->life == MC_DESTROYED)
    op.object[0] = new_object(sem);
  op.argument[0] = value;
  return mc_by_errno(mc_transition(&op, site));
}

MC_INTERPOSE(int, sem_destroy, (sem_t * sem), (sem)) {
  if (mc_checking() && !mc_may_write(sem, sizeof *sem))
    return mc_forgiven_misuse("destroy of a semaphore where there is no memory", site), 0;
  return simple(DESTROY, sem, site);
}
MC_INTERPOSE(int, sem_trywait, (sem_t * sem), (sem)) { return simple(TRYWAIT, sem, site); }
MC_INTERPOSE(int, sem_post, (sem_t * sem), (sem)) { return simple(POST, sem, site); }

MC_INTERPOSE(int, sem_wait, (sem_t * sem), (sem)) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = waiting(WAIT, sem, site);
  return mc_by_errno(wait_by(&op, site));
}

MC_INTERPOSE(int, sem_timedwait, (sem_t * sem, const struct timespec *deadline), (sem, deadline)) {
  return timedwait(sem, CLOCK_REALTIME, deadline, site);
}

MC_INTERPOSE(int, sem_clockwait, (sem_t * sem, clockid_t clock, const struct timespec *deadline),
             (sem, clock, deadline)) {
  return timedwait(sem, clock, deadline, site);
}

MC_INTERPOSE(int, sem_getvalue, (sem_t * sem, int *value), (sem, value)) {
  if (!mc_checking())
    return ((int (*)(sem_t *, int *))mc_real("sem_getvalue"))(sem, value);
  struct mc_operation op = on(GETVALUE, sem);
  if (mc_value_counts_waiters())
    mc_queue_use(&op, &mc_primitive_queue, sem, NULL);
  const int result = (int)mc_transition(&op, site);
  mc_gives(site, value, sizeof *value);
  *value = result;
  return 0;
}
