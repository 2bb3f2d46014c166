// primitives/condition.c - pthread_cond_t.
//
//   init, destroy  misuse while a thread waits that nothing has woken
//   wait       enters the queue and releases the mutex; spurious: releases the mutex only
//   wake       enabled once woken, while the mutex is free; takes the mutex again
//   timedwake  ok: as wake; timeout: leaves the queue while not woken
//   signal     alternative 0: nobody waits; 1 + t: wakes thread t, any that waits and that the
//              wakeup policy lets be woken
//   broadcast  wakes all that wait
//
// The objects of wait, wake and timedwake are the condition variable and the mutex. Both halves of
// a wait belong to one call, so that a destroy after the broadcast does not disturb the threads
// that are about to leave (POSIX allows it).
//
// After a timeout, and after a spurious wait, the thread takes the mutex in a step of its own, a
// lock (mutex.c), without a policy as in a wake: others may have it meanwhile, make true what was
// waited for, and signal nobody.
//
// A wait that ends in a spurious wakeup never enters the queue. While it is there nobody wakes it,
// or it would not be spurious, so that nobody sees it (docs/policies.md). So it is decided at the
// entry, and a thread that has entered waits for others: a deadlock is one as any other. So many
// such waits are possible in a trace as the state still allows; one that can have it is flagged
// MC_YIELD.
//
// Argument 0 of init is the clock, argument 1 the number of spurious wakeups.
//
// With a policy the wait is also the enqueue (queue.c); the queue is the last object of wait,
// signal, broadcast, and of timedwake, which can leave it without a signal.
#define _GNU_SOURCE
#include "builtin.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { INIT, DESTROY, WAIT, WAKE, TIMEDWAKE, SIGNAL, BROADCAST };
static const char *const operations[] = {"init",      "destroy", "wait",      "wake",
                                         "timedwake", "signal",  "broadcast", NULL};
enum { OK, TIMEOUT };     // alternatives of wake and timedwake
enum { ENTER, SPURIOUS }; // of wait
enum { NOBODY };          // of signal; 1 + t: thread t

struct condition {
  struct mc_threads waiting; // and not woken
  struct mc_threads woken;   // and not yet back
  mc_object mutex;           // 1 + theirs; 0 while there are none
  uint16_t clock;            // of pthread_cond_timedwait
  uint16_t life;             // enum mc_life
  uint32_t spurious;         // wakeups that this trace may still have
};

extern const struct mc_primitive mc_primitive_condition;

static bool is_wake(const struct mc_operation *op) {
  return op->kind == WAKE || op->kind == TIMEDWAKE;
}

static bool is_timeout(const struct mc_operation *op) {
  return op->kind == TIMEDWAKE && op->alternative == TIMEOUT;
}

static bool is_spurious(const struct mc_operation *op) {
  return op->kind == WAIT && op->alternative == SPURIOUS;
}

/// The thread takes the mutex.
static bool takes(const struct mc_operation *op) { return is_wake(op) && op->alternative == OK; }

bool mc_condition_times_out(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_condition && is_timeout(op);
}

static bool signals(const struct mc_operation *op, mc_thread thread) {
  return op->kind == SIGNAL && op->alternative == 1 + thread;
}

static bool signals_nobody(const struct mc_operation *op) {
  return op->kind == SIGNAL && op->alternative == NOBODY;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  if (op->kind == SIGNAL)
    return 1 + (n < MC_MAX_THREADS ? n : MC_MAX_THREADS);
  return op->kind == TIMEDWAKE || (op->kind == WAIT && op->flags & MC_YIELD) ? 2 : 1;
}

/// Misuse has the other alternative.
static bool may_be_spurious(const struct mc_operation *op, const void *const state[]) {
  const struct condition *c = state[0];
  const struct mc_mutex_state *m = state[1];
  return c->life == MC_ALIVE && c->spurious > 0 && m->life == MC_ALIVE && m->owner == op->thread &&
         (!c->mutex || c->mutex == 1 + op->object[1]);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct condition *c = state[0];
  if (is_timeout(op))
    return mc_threads_has(&c->waiting, op->thread);
  if (is_wake(op))
    return takes(op) && mc_threads_has(&c->woken, op->thread) &&
           mc_mutex_can_take(state[1], op->thread);
  if (is_spurious(op))
    return may_be_spurious(op, state);
  if (op->kind != SIGNAL || c->life != MC_ALIVE)
    return op->alternative == OK;
  if (op->alternative == NOBODY)
    return mc_threads_is_empty(&c->waiting);
  return mc_threads_has(&c->waiting, op->alternative - 1) &&
         mc_queue_may_take(op, state, op->alternative - 1);
}

/// A spurious wait never enters the queue. A policy by which others could tell is refused.
static const char *refuse_policy(const struct mc_operation *op, void *const state[],
                                 enum mc_queue_role role, mc_thread thread) {
  const struct condition *c = state[0];
  return c->spurious > 0 && !mc_queue_forgets(op, state, role, thread)
             ? "a wakeup policy by which who has left the queue unserved still decides who is "
               "served: spurious wakeups cannot be explored with it"
             : NULL;
}

static const char *apply_wait(const struct mc_operation *op, void *const state[]) {
  struct condition *c = state[0];
  struct mc_mutex_state *m = state[1];
  if (m->life != MC_ALIVE || m->owner != op->thread)
    return "wait on a condition variable with a mutex that the thread does not hold";
  if (c->mutex && c->mutex != 1 + op->object[1])
    return "wait on a condition variable with two mutexes at once";
  const char *refusal =
      is_spurious(op) ? NULL : refuse_policy(op, state, MC_QUEUE_ENTER, op->thread);
  if (refusal)
    return refusal;
  if (is_spurious(op)) {
    c->spurious--;
  } else {
    c->mutex = 1 + op->object[1];
    mc_threads_add(&c->waiting, op->thread);
    mc_queue_enter(op, state, op->thread);
  }
  uint64_t ignored;
  return mc_mutex_release(m, op->thread, &ignored);
}

static const char *apply_wake(const struct mc_operation *op, void *const state[],
                              uint64_t *result) {
  struct condition *c = state[0];
  struct mc_mutex_state *m = state[1];
  mc_threads_remove(is_timeout(op) ? &c->waiting : &c->woken, op->thread);
  if (mc_threads_is_empty(&c->waiting) && mc_threads_is_empty(&c->woken))
    c->mutex = 0;
  if (is_timeout(op)) {
    const char *refusal = refuse_policy(op, state, MC_QUEUE_LEAVE, op->thread);
    mc_queue_leave(op, state, op->thread);
    return refusal;
  }
  if (m->life != MC_ALIVE)
    return "wait on a condition variable whose mutex was destroyed";
  *result = mc_mutex_take(m, op->thread);
  return NULL;
}

static const char *apply_signal(const struct mc_operation *op, void *const state[]) {
  struct condition *c = state[0];
  const char *refusal = NULL;
  if (op->kind == BROADCAST) {
    mc_threads_move(&c->waiting, &c->woken);
    mc_queue_clear(op, state);
  } else if (op->alternative != NOBODY) {
    mc_threads_remove(&c->waiting, op->alternative - 1);
    mc_threads_add(&c->woken, op->alternative - 1);
    refusal = refuse_policy(op, state, MC_QUEUE_TAKE, op->alternative - 1);
    mc_queue_serve(op, state, op->alternative - 1);
  }
  return refusal;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct condition *c = state[0];
  if (is_wake(op))
    return apply_wake(op, state, result);
  if (c->life == MC_DESTROYED && op->kind != INIT)
    return "use of a condition variable after its destroy";
  if (c->life == MC_UNINITIALISED && op->kind != INIT)
    return "use of a condition variable that was not initialised";
  switch (op->kind) {
  case WAIT:
    return apply_wait(op, state);
  case INIT:
    if (!mc_threads_is_empty(&c->waiting))
      return "init of a condition variable on which threads wait";
    c->clock = (uint16_t)op->argument[0];
    c->spurious = (uint32_t)op->argument[1];
    c->life = MC_ALIVE;
    return NULL;
  case DESTROY:
    if (!mc_threads_is_empty(&c->waiting))
      return "destroy of a condition variable on which threads wait";
    c->life = MC_DESTROYED;
    return NULL;
  default:
    return apply_signal(op, state);
  }
}

/// Two halves of waits. One mutex: the wakes take it, the wait gives it back, a timeout leaves it
/// alone. Two mutexes for one condition variable: the order can decide whether that is a misuse.
/// One spurious wait can be the last.
static bool waits_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->object[1] != b->object[1])
    return a->object[0] == b->object[0];
  if (is_spurious(a) && is_spurious(b))
    return a->object[0] == b->object[0];
  return !is_timeout(a) && !is_timeout(b) && (is_wake(a) || is_wake(b));
}

/// On one condition variable: does the order of the signal or broadcast `a` and of `b` matter?
static bool signal_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  switch (b->kind) {
  case WAIT:
    return !is_spurious(b) && (a->kind == BROADCAST || signals_nobody(a) || signals(a, b->thread));
  case WAKE:
  case TIMEDWAKE:
    return a->kind == BROADCAST || signals(a, b->thread) || (signals_nobody(a) && is_timeout(b));
  case SIGNAL:
    if (a->kind == BROADCAST)
      return true;
    return a->alternative == b->alternative ? !signals_nobody(a)
                                            : signals_nobody(a) || signals_nobody(b);
  default:
    return a->kind != b->kind; // two broadcasts commute
  }
}

static bool is_signal(const struct mc_operation *op) {
  return op->kind == SIGNAL || op->kind == BROADCAST;
}

static bool is_half(const struct mc_operation *op) { return op->kind == WAIT || is_wake(op); }

/// A broadcast does nothing to the queue that is not said of the condition variable.
static enum mc_queue_role queue_role(const struct mc_operation *op, unsigned i) {
  if (i == 0 || (is_half(op) && i == 1))
    return MC_QUEUE_NOTHING;
  if (is_half(op))
    return takes(op) || is_spurious(op) ? MC_QUEUE_NOTHING
           : op->kind == WAIT           ? MC_QUEUE_ENTER
                                        : MC_QUEUE_LEAVE;
  return op->kind == SIGNAL && !signals_nobody(op) ? MC_QUEUE_TAKE : MC_QUEUE_NOTHING;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive) // they share the mutex
    return !mc_condition_times_out(a) && !mc_condition_times_out(b);
  if (mc_queues_dependent(a, b, queue_role))
    return true;
  if (is_half(a) && is_half(b))
    return waits_dependent(a, b);
  if (a->object[0] != b->object[0])
    return false;
  if (a->kind <= DESTROY || b->kind <= DESTROY)
    return true;
  return (is_signal(a) && signal_dependent(a, b)) || (is_signal(b) && signal_dependent(b, a));
}

/// True where `a` cannot be enabled beside `b` on the same condition variable.
static bool excludes(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind != SIGNAL)
    return false;
  if (signals_nobody(a)) // some thread waits
    return is_timeout(b) || (b->kind == SIGNAL && !signals_nobody(b));
  // The signalled thread is in the queue: about to time out at most.
  return signals(a, b->thread) && (b->kind == WAIT || takes(b));
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return true;
  if (is_half(a) && is_half(b) && a->object[1] == b->object[1])
    return (takes(a) && takes(b)) || is_timeout(a) || is_timeout(b); // the wait needs it held
  return a->object[0] != b->object[0] || (!excludes(a, b) && !excludes(b, a));
}

static const char *alternative_name(const struct mc_operation *op) {
  switch (op->kind) {
  case WAIT:
    return is_spurious(op) ? "spurious" : NULL;
  case TIMEDWAKE:
    return is_timeout(op) ? "timeout" : "ok";
  case SIGNAL:
    return op->alternative == NOBODY ? "nobody" : mc_thread_name(op->alternative - 1);
  default:
    return NULL;
  }
}

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return signals(op, thread) || op->kind == BROADCAST;
}

static void print(const void *state, char *text, size_t size) {
  const struct condition *c = state;
  static const char *const life[] = {"nobody waits", "not initialised", "destroyed"};
  if (mc_threads_is_empty(&c->waiting)) {
    snprintf(text, size, "%s", life[c->life]);
    return;
  }
  const int length = snprintf(text, size, "waited for by ");
  mc_threads_print(&c->waiting, text + length, size - (size_t)length);
}

// A signal orders nothing: the mutex does. A destroy waits for threads that are woken to leave.
enum { CONDITION, MUTEX }; // of a wait's objects
enum { LEFT = 1 };

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  if (i == CONDITION)
    return is_wake(op) || is_spurious(op) ? LEFT : 0;
  return op->kind == WAIT && i == MUTEX ? MC_MUTEX_MESSAGE : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return takes(op) && i == MUTEX ? MC_MUTEX_MESSAGE : op->kind == DESTROY ? LEFT : 0;
}

const struct mc_primitive mc_primitive_condition = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "condition",
    .operations = operations,
    .state_size = sizeof(struct condition),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .alternative_name = alternative_name,
    .print = print,
    .serves = serves,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_BY_THREADS,
};

//===- Interposed functions -------------------------------------------------------------------===//

static mc_object new_object(const pthread_cond_t *address, enum mc_life life, clockid_t clock) {
  const struct condition c = {.clock = (uint16_t)clock,
                              .life = (uint16_t)life,
                              .spurious = mc_spurious_wakeups_of(address)};
  return mc_object_new(&mc_primitive_condition, address, sizeof *address, &c);
}

/// By glibc's bytes, where no operation has touched it: a constructor of a library may have
/// initialised it before McMini was there.
static mc_object condition_at(const pthread_cond_t *address) {
  enum { IS_SHARED = 1, IS_MONOTONIC = 2 }; // in __wrefs, which is 0 else
  const mc_object o = mc_object_find(&mc_primitive_condition, address);
  if (o != MC_NO_OBJECT)
    return o;
  const volatile struct __pthread_cond_s *c = &((const volatile pthread_cond_t *)address)->__data;
  const bool is_unused = !c->__wseq.__value64 && !c->__g1_start.__value64 && !c->__g_refs[0] &&
                         !c->__g_refs[1] && !c->__g_size[0] && !c->__g_size[1] &&
                         !c->__g1_orig_size && !c->__g_signals[0] && !c->__g_signals[1];
  const unsigned kind = c->__wrefs;
  const bool is_alive = is_unused && !(kind & ~(unsigned)(IS_SHARED | IS_MONOTONIC));
  return new_object(address, is_alive ? MC_ALIVE : MC_UNINITIALISED,
                    is_alive && kind & IS_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME);
}

static struct mc_operation on(uint16_t kind, const pthread_cond_t *address) {
  return (struct mc_operation){.primitive = &mc_primitive_condition,
                               .kind = kind,
                               .objects = 1,
                               .object = {condition_at(address)}};
}

static const struct mc_policy *policy_of(mc_object condition, const pthread_cond_t *address) {
  return mc_policy_of_object(condition, address, "cond.wait");
}

static void append_queue(struct mc_operation *op, const pthread_cond_t *address,
                         const struct mc_policy *policy) {
  if (policy)
    mc_queue_use(op, &mc_primitive_queue, address, policy);
}

static int simple(uint16_t kind, const pthread_cond_t *address, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(kind, address);
  if (is_signal(&op))
    append_queue(&op, address, policy_of(op.object[0], address));
  return (int)mc_transition(&op, site);
}

/// `deadline` NULL: it has no timeout.
static int wait(const pthread_cond_t *address, const pthread_mutex_t *mutex,
                const uint64_t *deadline, const struct mc_site *site) {
  struct mc_operation op = on(WAIT, address);
  op.objects = 2;
  op.object[1] = mc_mutex_at(mutex);
  op.flags = mc_spurious_wakeups_of(address) > 0 ? MC_YIELD : 0;
  const bool robust = ((const struct mc_mutex_state *)mc_object_state(op.object[1]))->robust;
  append_queue(&op, address, policy_of(op.object[0], address));
  mc_transition(&op, site);
  if (is_spurious(&op))
    return (int)mc_mutex_take_again(op.object[1], site);
  op.kind = deadline ? TIMEDWAKE : WAKE;
  op.flags = deadline ? MC_YIELD : 0;
  if (!deadline) { // it cannot leave the queue without a signal
    op.objects = 2;
    op.argument[MC_POLICY_ARGUMENT] = 0;
  }
  int result = (int)mc_transition(&op, site);
  if (is_timeout(&op)) {
    mc_clock_reach(*deadline);
    result = (int)mc_mutex_take_again(op.object[1], site);
    return result ? result : ETIMEDOUT;
  }
  if (robust && result != ENOTRECOVERABLE)
    mc_thread_took_robust(op.object[1]);
  return result;
}

/// `clock` -1: that of the condition variable.
static int timedwait(const pthread_cond_t *address, const pthread_mutex_t *mutex, clockid_t clock,
                     const struct timespec *deadline, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  if (clock == -1)
    clock = ((const struct condition *)mc_object_state(condition_at(address)))->clock;
  if (!mc_clock_is_deadline(clock, deadline))
    return EINVAL;
  const uint64_t time = mc_clock_deadline(clock, deadline);
  return wait(address, mutex, &time, site);
}

MC_INTERPOSE(int, pthread_cond_init, (pthread_cond_t * cond, const pthread_condattr_t *attr),
             (cond, attr)) {
  if (!mc_checking())
    return 0;
  clockid_t clock = CLOCK_REALTIME;
  if (attr)
    pthread_condattr_getclock(attr, &clock);
  struct mc_operation op = on(INIT, cond);
  if (((const struct condition *)mc_object_state(op.object[0]))->life == MC_DESTROYED)
    op.object[0] = new_object(cond, MC_UNINITIALISED, CLOCK_REALTIME);
  op.argument[0] = (uint64_t)clock;
  op.argument[1] = mc_spurious_wakeups_of(cond);
  return (int)mc_transition(&op, site);
}

MC_INTERPOSE(int, pthread_cond_destroy, (pthread_cond_t * cond), (cond)) {
  const int result = simple(DESTROY, cond, site);
  if (mc_checking())
    mc_object_destroyed(condition_at(cond));
  return result;
}
MC_INTERPOSE(int, pthread_cond_signal, (pthread_cond_t * cond), (cond)) {
  return simple(SIGNAL, cond, site);
}
MC_INTERPOSE(int, pthread_cond_broadcast, (pthread_cond_t * cond), (cond)) {
  return simple(BROADCAST, cond, site);
}

MC_INTERPOSE(int, pthread_cond_wait, (pthread_cond_t * cond, pthread_mutex_t *mutex),
             (cond, mutex)) {
  return mc_checking() ? wait(cond, mutex, NULL, site) : 0;
}

MC_INTERPOSE(int, pthread_cond_timedwait,
             (pthread_cond_t * cond, pthread_mutex_t *mutex, const struct timespec *deadline),
             (cond, mutex, deadline)) {
  return timedwait(cond, mutex, -1, deadline, site);
}

MC_INTERPOSE(int, pthread_cond_clockwait,
             (pthread_cond_t * cond, pthread_mutex_t *mutex, clockid_t clock,
              const struct timespec *deadline),
             (cond, mutex, clock, deadline)) {
  return timedwait(cond, mutex, clock, deadline, site);
}
