// primitives/condition.c - pthread_cond_t.
//
//   init, destroy  misuse while a thread waits that nothing has woken
//   wait       enters the queue and releases the mutex; spurious: releases the mutex only
//   wake       enabled once woken, while the mutex is free; takes the mutex again
//   timedwake  ok: as wake; timeout: leaves the queue while not woken
//   leave      of a thread that is cancelled. unwoken: leaves the queue as at a timeout; woken: it
//              was woken, which the others are told by another signal (condition_functions.c)
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
#include "condition.h"
#include <stdio.h>

static const char *const operations[] = {"init",   "destroy",   "wait",  "wake", "timedwake",
                                         "signal", "broadcast", "leave", NULL};

/// The end of a wait.
static bool is_wake(const struct mc_operation *op) {
  return op->kind == MC_CONDITION_WAKE || op->kind == MC_CONDITION_TIMEDWAKE ||
         op->kind == MC_CONDITION_LEAVE;
}

/// The thread leaves the queue, and nobody has woken it.
static bool is_timeout(const struct mc_operation *op) {
  return (op->kind == MC_CONDITION_TIMEDWAKE && op->alternative == MC_CONDITION_TIMEOUT) ||
         (op->kind == MC_CONDITION_LEAVE && op->alternative == MC_CONDITION_UNWOKEN);
}

/// It has been woken, and does not take the mutex.
static bool is_given_up(const struct mc_operation *op) {
  return op->kind == MC_CONDITION_LEAVE && op->alternative == MC_CONDITION_WOKEN;
}

/// The mutex is left alone.
static bool leaves(const struct mc_operation *op) { return is_timeout(op) || is_given_up(op); }

static bool is_spurious(const struct mc_operation *op) {
  return op->kind == MC_CONDITION_WAIT && op->alternative == MC_CONDITION_SPURIOUS;
}

/// The thread takes the mutex.
static bool takes(const struct mc_operation *op) {
  return is_wake(op) && op->kind != MC_CONDITION_LEAVE && op->alternative == MC_CONDITION_OK;
}

bool mc_condition_times_out(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_condition && leaves(op);
}

static bool signals(const struct mc_operation *op, mc_thread thread) {
  return op->kind == MC_CONDITION_SIGNAL && op->alternative == 1 + thread;
}

static bool signals_nobody(const struct mc_operation *op) {
  return op->kind == MC_CONDITION_SIGNAL && op->alternative == MC_CONDITION_NOBODY;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  if (op->kind == MC_CONDITION_SIGNAL)
    return 1 + (n < MC_MAX_THREADS ? n : MC_MAX_THREADS);
  return op->kind == MC_CONDITION_TIMEDWAKE || op->kind == MC_CONDITION_LEAVE ||
                 (op->kind == MC_CONDITION_WAIT && op->flags & MC_YIELD)
             ? 2
             : 1;
}

/// Misuse has the other alternative.
static bool may_be_spurious(const struct mc_operation *op, const void *const state[]) {
  const struct mc_condition_state *c = state[0];
  const struct mc_mutex_state *m = state[1];
  return c->life == MC_ALIVE && c->spurious > 0 && m->life == MC_ALIVE && m->owner == op->thread &&
         (!c->mutex || c->mutex == 1 + op->object[1]);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_condition_state *c = state[0];
  if (is_timeout(op))
    return mc_threads_has(&c->waiting, op->thread);
  if (is_given_up(op))
    return mc_threads_has(&c->woken, op->thread);
  if (is_wake(op))
    return takes(op) && mc_threads_has(&c->woken, op->thread) &&
           mc_mutex_can_take(state[1], op->thread);
  if (is_spurious(op))
    return may_be_spurious(op, state);
  if (op->kind != MC_CONDITION_SIGNAL || c->life != MC_ALIVE)
    return op->alternative == MC_CONDITION_OK;
  if (op->alternative == MC_CONDITION_NOBODY)
    return mc_threads_is_empty(&c->waiting);
  return mc_threads_has(&c->waiting, op->alternative - 1) &&
         mc_queue_may_take(op, state, op->alternative - 1);
}

/// A spurious wait never enters the queue. A policy by which others could tell is refused.
static const char *refuse_policy(const struct mc_operation *op, void *const state[],
                                 enum mc_queue_role role, mc_thread thread) {
  const struct mc_condition_state *c = state[0];
  return c->spurious > 0 && !mc_queue_forgets(op, state, role, thread)
             ? "a wakeup policy by which who has left the queue unserved still decides who is "
               "served: spurious wakeups cannot be explored with it"
             : NULL;
}

static const char *apply_wait(const struct mc_operation *op, void *const state[]) {
  struct mc_condition_state *c = state[0];
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
  struct mc_condition_state *c = state[0];
  struct mc_mutex_state *m = state[1];
  mc_threads_remove(is_timeout(op) ? &c->waiting : &c->woken, op->thread);
  if (mc_threads_is_empty(&c->waiting) && mc_threads_is_empty(&c->woken))
    c->mutex = 0;
  if (is_timeout(op)) {
    const char *refusal = refuse_policy(op, state, MC_QUEUE_LEAVE, op->thread);
    mc_queue_leave(op, state, op->thread);
    return refusal;
  }
  if (is_given_up(op))
    return NULL;
  if (m->life != MC_ALIVE)
    return "wait on a condition variable whose mutex was destroyed";
  *result = mc_mutex_take(m, op->thread);
  return NULL;
}

static const char *apply_signal(const struct mc_operation *op, void *const state[]) {
  struct mc_condition_state *c = state[0];
  const char *refusal = NULL;
  if (op->kind == MC_CONDITION_BROADCAST) {
    mc_threads_move(&c->waiting, &c->woken);
    mc_queue_clear(op, state);
  } else if (op->alternative != MC_CONDITION_NOBODY) {
    mc_threads_remove(&c->waiting, op->alternative - 1);
    mc_threads_add(&c->woken, op->alternative - 1);
    refusal = refuse_policy(op, state, MC_QUEUE_TAKE, op->alternative - 1);
    mc_queue_serve(op, state, op->alternative - 1);
  }
  return refusal;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_condition_state *c = state[0];
  if (is_wake(op))
    return apply_wake(op, state, result);
  if (c->life == MC_DESTROYED && op->kind != MC_CONDITION_INIT)
    return "use of a condition variable after its destroy";
  if (c->life == MC_UNINITIALISED && op->kind != MC_CONDITION_INIT)
    return "use of a condition variable that was not initialised";
  switch (op->kind) {
  case MC_CONDITION_WAIT:
    return apply_wait(op, state);
  case MC_CONDITION_INIT:
    if (!mc_threads_is_empty(&c->waiting))
      return "init of a condition variable on which threads wait";
    c->clock = (uint16_t)op->argument[0];
    c->spurious = (uint32_t)op->argument[1];
    c->life = MC_ALIVE;
    return NULL;
  case MC_CONDITION_DESTROY:
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
  return !leaves(a) && !leaves(b) && (is_wake(a) || is_wake(b));
}

/// On one condition variable: does the order of the signal or broadcast `a` and of `b` matter?
static bool signal_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  switch (b->kind) {
  case MC_CONDITION_WAIT:
    return !is_spurious(b) &&
           (a->kind == MC_CONDITION_BROADCAST || signals_nobody(a) || signals(a, b->thread));
  case MC_CONDITION_WAKE:
  case MC_CONDITION_TIMEDWAKE:
  case MC_CONDITION_LEAVE:
    return a->kind == MC_CONDITION_BROADCAST || signals(a, b->thread) ||
           (signals_nobody(a) && is_timeout(b));
  case MC_CONDITION_SIGNAL:
    if (a->kind == MC_CONDITION_BROADCAST)
      return true;
    return a->alternative == b->alternative ? !signals_nobody(a)
                                            : signals_nobody(a) || signals_nobody(b);
  default:
    return a->kind != b->kind; // two broadcasts commute
  }
}

static bool is_signal(const struct mc_operation *op) {
  return op->kind == MC_CONDITION_SIGNAL || op->kind == MC_CONDITION_BROADCAST;
}

static bool is_half(const struct mc_operation *op) {
  return op->kind == MC_CONDITION_WAIT || is_wake(op);
}

/// A broadcast does nothing to the queue that is not said of the condition variable.
static enum mc_queue_role queue_role(const struct mc_operation *op, unsigned i) {
  if (i == 0 || (is_half(op) && i == 1))
    return MC_QUEUE_NOTHING;
  if (is_half(op))
    return takes(op) || is_spurious(op) || is_given_up(op) ? MC_QUEUE_NOTHING
           : op->kind == MC_CONDITION_WAIT                 ? MC_QUEUE_ENTER
                                                           : MC_QUEUE_LEAVE;
  return op->kind == MC_CONDITION_SIGNAL && !signals_nobody(op) ? MC_QUEUE_TAKE : MC_QUEUE_NOTHING;
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
  if (a->kind <= MC_CONDITION_DESTROY || b->kind <= MC_CONDITION_DESTROY)
    return true;
  return (is_signal(a) && signal_dependent(a, b)) || (is_signal(b) && signal_dependent(b, a));
}

/// True where `a` cannot be enabled beside `b` on the same condition variable.
static bool excludes(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind != MC_CONDITION_SIGNAL)
    return false;
  if (signals_nobody(a)) // some thread waits
    return is_timeout(b) || (b->kind == MC_CONDITION_SIGNAL && !signals_nobody(b));
  // The signalled thread is in the queue: about to time out at most.
  return signals(a, b->thread) && (b->kind == MC_CONDITION_WAIT || takes(b));
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return true;
  if (is_half(a) && is_half(b) && a->object[1] == b->object[1])
    return (takes(a) && takes(b)) || leaves(a) || leaves(b); // the wait needs it held
  return a->object[0] != b->object[0] || (!excludes(a, b) && !excludes(b, a));
}

static const char *alternative_name(const struct mc_operation *op) {
  switch (op->kind) {
  case MC_CONDITION_WAIT:
    return is_spurious(op) ? "spurious" : NULL;
  case MC_CONDITION_TIMEDWAKE:
    return is_timeout(op) ? "timeout" : "ok";
  case MC_CONDITION_LEAVE:
    return is_timeout(op) ? "unwoken" : "woken";
  case MC_CONDITION_SIGNAL:
    return op->alternative == MC_CONDITION_NOBODY ? "nobody" : mc_thread_name(op->alternative - 1);
  default:
    return NULL;
  }
}

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return signals(op, thread) || op->kind == MC_CONDITION_BROADCAST;
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_condition_state *c = state;
  static const char *const life[] = {"nobody waits", "not initialised", "destroyed"};
  if (mc_threads_is_empty(&c->waiting)) {
    snprintf(text, size, "%s", life[c->life]);
    return;
  }
  const int length = snprintf(text, size, "waited for by ");
  mc_threads_print(&c->waiting, text + length, size - (size_t)length);
}

static const char *waits(const struct mc_operation *op, const void *state) {
  const struct mc_condition_state *c = state;
  if (!is_wake(op))
    return NULL;
  return mc_threads_has(&c->waiting, op->thread) ? "waits to be woken at %1: nobody has woken it"
                                                 : "was woken at %1, and waits to lock %2";
}

// A signal orders nothing: the mutex does. A destroy waits for threads that are woken to leave.
enum { CONDITION, MUTEX }; // of a wait's objects
enum { LEFT = 1 };

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  if (i == CONDITION)
    return is_wake(op) || is_spurious(op) ? LEFT : 0;
  return op->kind == MC_CONDITION_WAIT && i == MUTEX ? MC_MUTEX_MESSAGE : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return takes(op) && i == MUTEX ? MC_MUTEX_MESSAGE : op->kind == MC_CONDITION_DESTROY ? LEFT : 0;
}

const struct mc_primitive mc_primitive_condition = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "condition",
    .operations = operations,
    .state_size = sizeof(struct mc_condition_state),
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
    .waits = waits,
};
