// primitives/barrier.c - pthread_barrier_t.
//
//   init, destroy  misuse while threads wait
//   arrive   joins the round; the last of `count` threads completes it
//   leave    enabled once the round is complete; ok, or an alternative that also chooses who gets
//            PTHREAD_BARRIER_SERIAL_THREAD
//
// Arguments of arrive and leave: [0] not 0 if the program uses the result, [1] not 0 if more threads
// than the count use the barrier in any trace, [2] the number of the round (rounds complete when
// the thread arrived). Argument 0 of init is the count.
//
// While no more threads than `count` use it, a round is complete when all of them have arrived:
// arrivals commute, and a leave waits only for arrivals of its own round. POSIX does not say which
// thread is the serial one (glibc: the last to arrive). Of those that use the result the lowest
// leaves first, and chooses. With more threads the arrivals decide who is of which round, and all
// are dependent; so the last one is the serial thread, and each of the round is in some trace.
#define _GNU_SOURCE
#include "builtin.h"
#include "library_locks.h"
#include <errno.h>
#include <stdio.h>

enum { INIT, DESTROY, ARRIVE, LEAVE };
static const char *const operations[] = {"init", "destroy", "arrive", "leave", NULL};

struct barrier {
  struct mc_threads arrived; // of the round that is not complete
  struct mc_threads leaving; // their round is complete, they have not left
  struct mc_threads using;   // of those that have arrived: the program uses the result
  struct mc_threads open;    // they use the result, and it is not yet chosen
  struct mc_threads serial;  // who gets PTHREAD_BARRIER_SERIAL_THREAD, and uses the result
  struct mc_threads seen;    // all that have arrived in any round
  uint32_t count;
  uint32_t rounds;
  uint32_t life;   // enum mc_life
  uint32_t others; // the round whose result is not yet chosen has threads that do not use it
};

static bool uses_result(const struct mc_operation *op) { return op->argument[0] != 0; }
static bool has_more_threads(const struct mc_operation *op) { return op->argument[1] != 0; }

// Alternatives of a leave: nothing is left to choose, none of those that use the result, thread 0,
// thread 1, ...
enum { OK, ANOTHER, FIRST_THREAD };

static unsigned universe(const struct mc_operation *op, unsigned n) {
  return op->kind == LEAVE && uses_result(op) ? FIRST_THREAD + n : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct barrier *b = state[0];
  if (op->kind != LEAVE)
    return true;
  if (!mc_threads_has(&b->open, op->thread))
    return op->alternative == OK && mc_threads_has(&b->leaving, op->thread);
  if (op->alternative == OK || op->thread != mc_threads_lowest(&b->open))
    return false;
  return op->alternative == ANOTHER
             ? b->others
             : mc_threads_has(&b->open, (mc_thread)(op->alternative - FIRST_THREAD));
}

static void complete_round(const struct mc_operation *last, struct barrier *b) {
  const unsigned users = mc_threads_count(&b->using);
  b->others = users < mc_threads_count(&b->arrived);
  if (has_more_threads(last) || (users == 1 && !b->others)) {
    if (mc_threads_has(&b->using, last->thread))
      mc_threads_add(&b->serial, last->thread);
    b->using = (struct mc_threads){0};
  }
  mc_threads_move(&b->using, &b->open);
  mc_threads_move(&b->arrived, &b->leaving);
  b->rounds++;
}

static void apply_arrive(const struct mc_operation *op, struct barrier *b) {
  mc_threads_add(&b->arrived, op->thread);
  mc_threads_add(&b->seen, op->thread);
  if (uses_result(op))
    mc_threads_add(&b->using, op->thread);
  if (mc_threads_count(&b->arrived) >= b->count)
    complete_round(op, b);
}

static void apply_leave(const struct mc_operation *op, struct barrier *b, uint64_t *result) {
  if (op->alternative != OK)
    b->open = (struct mc_threads){0};
  if (op->alternative >= FIRST_THREAD)
    mc_threads_add(&b->serial, (mc_thread)(op->alternative - FIRST_THREAD));
  *result = 0;
  if (mc_threads_has(&b->serial, op->thread))
    *result = (uint64_t)PTHREAD_BARRIER_SERIAL_THREAD;
  mc_threads_remove(&b->serial, op->thread);
  mc_threads_remove(&b->leaving, op->thread);
}

static const char *apply_life(const struct mc_operation *op, struct barrier *b) {
  if (!mc_threads_is_empty(&b->arrived))
    return op->kind == INIT ? "init of a barrier at which threads wait"
                            : "destroy of a barrier at which threads wait";
  b->life = op->kind == INIT ? MC_ALIVE : MC_DESTROYED;
  if (op->kind == INIT)
    b->count = (uint32_t)op->argument[0];
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct barrier *b = state[0];
  if (op->kind == LEAVE) { // also after a destroy: glibc lets the last ones out
    apply_leave(op, b, result);
    return NULL;
  }
  if (op->kind != INIT && b->life == MC_DESTROYED)
    return "use of a barrier after its destroy";
  if (op->kind != INIT && b->life == MC_UNINITIALISED)
    return "use of a barrier that was not initialised";
  if (op->kind == ARRIVE)
    apply_arrive(op, b);
  else
    return apply_life(op, b);
  return NULL;
}

/// The choice comes before the other leaves of those that use the result.
static bool is_chosen_by_one(const struct mc_operation *a, const struct mc_operation *b) {
  return uses_result(a) && uses_result(b) && (a->alternative != OK || b->alternative != OK) &&
         a->argument[2] == b->argument[2];
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return true;
  if (a->kind == LEAVE && b->kind == LEAVE)
    return is_chosen_by_one(a, b);
  if (a->kind == LEAVE || b->kind == LEAVE) {
    const struct mc_operation *other = a->kind == LEAVE ? b : a;
    if (other->kind != ARRIVE)
      return false;
    return has_more_threads(a) || has_more_threads(b) || a->argument[2] == b->argument[2];
  }
  return a->kind != ARRIVE || b->kind != ARRIVE || has_more_threads(a) || has_more_threads(b);
}

/// While no more threads than the count use the barrier, a round is complete only when nobody has
/// still to arrive in it.
static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind == LEAVE && b->kind == LEAVE && a->primitive == b->primitive)
    return !is_chosen_by_one(a, b);
  const bool arrival_and_leave =
      (a->kind == ARRIVE && b->kind == LEAVE) || (a->kind == LEAVE && b->kind == ARRIVE);
  return a->primitive != b->primitive || !arrival_and_leave || has_more_threads(a) ||
         has_more_threads(b) || a->argument[2] != b->argument[2];
}

/// A thread that may leave can do so until it does.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  (void)step;
  (void)other;
  return false;
}

/// Who is chosen.
static const char *alternative_name(const struct mc_operation *op) {
  return op->alternative == OK        ? NULL
         : op->alternative == ANOTHER ? "another thread"
                                      : mc_thread_name((mc_thread)(op->alternative - FIRST_THREAD));
}

static void print(const void *state, char *text, size_t size) {
  const struct barrier *b = state;
  if (b->life != MC_ALIVE) {
    snprintf(text, size, b->life == MC_DESTROYED ? "destroyed" : "not initialised");
    return;
  }
  const int length =
      snprintf(text, size, "%u of %u arrived: ", mc_threads_count(&b->arrived), b->count);
  if (mc_threads_print(&b->arrived, text + length, size - (size_t)length) == 0)
    text[length - 2] = '\0';
}

// A round is complete before any thread arrives in the next but one.
static uint64_t message_of_round(const struct mc_operation *op) {
  return op->argument[2] & 1 ? 2 : 1;
}

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == ARRIVE  ? message_of_round(op)
         : op->kind == LEAVE ? MC_LEAVING_MESSAGE
                             : 0;
}

/// A destroy waits for those that are about to leave: the memory may be freed then. All else that
/// these have done came before an arrival, which orders it whether or not they have left.
static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == LEAVE     ? message_of_round(op)
         : op->kind == DESTROY ? MC_LEAVING_MESSAGE | 1 | 2
                               : 0;
}

const struct mc_primitive mc_primitive_barrier = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "barrier",
    .operations = operations,
    .state_size = sizeof(struct barrier),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .may_disable = may_disable,
    .alternative_name = alternative_name,
    .print = print,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_UNCANCELLED | 1u << MC_BY_THREADS,
};

//===- Interposed functions -------------------------------------------------------------------===//

static mc_object new_object(const pthread_barrier_t *address) {
  const struct barrier raw = {.life = MC_UNINITIALISED};
  return mc_object_new(&mc_primitive_barrier, address, sizeof *address, &raw);
}

mc_object mc_barrier_unmarked(const volatile void *address, size_t bytes) {
  const mc_object o = mc_object_find(&mc_primitive_barrier, address);
  const struct barrier raw = {.life = MC_UNINITIALISED};
  return o == MC_NO_OBJECT ? mc_object_new_unmarked(&mc_primitive_barrier, address, bytes, &raw)
                           : o;
}

/// In glibc the count is the third word.
static mc_object made_natively(const pthread_barrier_t *address) {
  const struct barrier state = {.count = ((const volatile uint32_t *)address)[2]};
  return mc_object_new(&mc_primitive_barrier, address, sizeof *address, &state);
}

static struct mc_operation on(uint16_t kind, const pthread_barrier_t *address) {
  mc_object o = mc_object_find(&mc_primitive_barrier, address);
  if (o == MC_NO_OBJECT)
    o = mc_was_made(address) ? made_natively(address) : new_object(address);
  return (struct mc_operation){
      .primitive = &mc_primitive_barrier, .kind = kind, .objects = 1, .object = {o}};
}

static const struct barrier *state_of(const struct mc_operation *op) {
  return mc_object_state(op->object[0]);
}

MC_INTERPOSE_MAKER(pthread_barrier_init,
                   (pthread_barrier_t * barrier, const pthread_barrierattr_t *attr, unsigned count),
                   (barrier, attr, count), barrier) {
  if (attr)
    pthread_barrierattr_getpshared(attr, &(int){0}); // faults where glibc would
  if (count == 0)
    return EINVAL;
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(INIT, barrier);
  if (state_of(&op)->life == MC_DESTROYED)
    op.object[0] = new_object(barrier);
  op.argument[0] = count;
  return (int)mc_transition(&op, site);
}

MC_INTERPOSE(int, pthread_barrier_destroy, (pthread_barrier_t * barrier), (barrier)) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(DESTROY, barrier);
  const int result = (int)mc_transition(&op, site);
  mc_object_destroyed(op.object[0]);
  return result;
}

static int wait(pthread_barrier_t *barrier, bool result_used, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(ARRIVE, barrier);
  op.argument[0] = result_used;
  if (state_of(&op)->life == MC_ALIVE)
    op.argument[1] = mc_seen_by_more_than(op.object[0], state_of(&op)->count);
  op.argument[2] = state_of(&op)->rounds;
  mc_transition(&op, site);
  op.kind = LEAVE;
  return (int)mc_transition(&op, site);
}

void mc_barrier_pass(void *barrier, const struct mc_site *site) { wait(barrier, false, site); }

/// Code that was not instrumented may use the result or not.
MC_INTERPOSE(int, pthread_barrier_wait, (pthread_barrier_t * barrier), (barrier)) {
  return wait(barrier, (uintptr_t)site & MC_SITE_IS_CODE, site);
}

/// The pass calls this one where the program uses the result.
MC_HOOK_VISIBLE int __mcmini_pthread_barrier_wait_result(const struct mc_site *site,
                                                         pthread_barrier_t *barrier);
int __mcmini_pthread_barrier_wait_result(const struct mc_site *site, pthread_barrier_t *barrier) {
  mc_reach(site);
  if (!mc_is_runtime((uintptr_t)pthread_barrier_wait))
    return pthread_barrier_wait(barrier);
  return mc_native() ? pthread_barrier_wait(barrier) : wait(barrier, true, site);
}
