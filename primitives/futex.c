// primitives/futex.c - the queue at an address. The system call is in futex_calls.c.
//
//   wait      wait: the word has the expected value: enters the queue; again: it has not (EAGAIN)
//   resume    enabled once woken
//   timedresume  ok: as resume; timeout: leaves the queue while not woken
//   leave     the same of a wait that a signal has ended, before its handler; woken: as resume
//   wake      one: alternative 0: nobody waits; 1 + t: wakes thread t, any that waits
//   wakeall   wakes all that wait, or the n lowest threads of them (argument 0)
//   requeue   again: the word has not the expected value; nobody, t: wakes nobody or thread t, and
//             moves the lowest of those that wait (argument 1) to another queue
//
// Argument 0 of requeue is how many it wakes; if that is not 1, the lowest ones. Argument 2 is 0,
// or 1 + the expected value. A thread that is moved goes on in resume, which gives the queue where
// it waits from now on, and makes a resume of that.
//
// The objects of wait are the queue and the memory it reads (variable.c); argument 0 is the
// expected value. Linux wakes in order of arrival; which one a program sees depends on priorities
// and other processes, so one wake is a choice. FUTEX_WAKE of more than one but not all is rare,
// and not worth a choice among subsets. Bitsets are taken to match; private and shared are the
// same.
#define _GNU_SOURCE
#include "futex.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>

static const char *const operations[] = {"wait",    "resume",  "timedresume", "wake",
                                         "wakeall", "requeue", "leave",       NULL};
enum { NOBODY };                       // alternative of wake; 1 + t: thread t
enum { NONE = MC_FUTEX_OTHER, FIRST }; // alternatives of requeue; FIRST + t: wakes thread t

/// It goes on where it waits, or where it has waited until now.
static bool is_back(const struct mc_operation *op) {
  return op->kind == MC_FUTEX_RESUME || op->kind == MC_FUTEX_TIMEDRESUME ||
         op->kind == MC_FUTEX_LEAVE;
}

static bool wakes_nobody(const struct mc_operation *op) {
  return op->kind == MC_FUTEX_WAKE && op->alternative == NOBODY;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  if (op->kind == MC_FUTEX_REQUEUE)
    return FIRST + (n < MC_MAX_THREADS ? n : MC_MAX_THREADS);
  if (op->kind == MC_FUTEX_WAKE)
    return 1 + (n < MC_MAX_THREADS ? n : MC_MAX_THREADS);
  return op->kind == MC_FUTEX_ENTER || op->kind == MC_FUTEX_TIMEDRESUME ||
                 op->kind == MC_FUTEX_LEAVE
             ? 2
             : 1;
}

static bool has_expected_value(const struct mc_operation *op, const void *const state[]) {
  const struct mc_variable_state *word = state[1];
  return (uint32_t)word->value == (uint32_t)op->argument[0];
}

static bool requeue_enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_futex *f = state[0];
  const struct mc_variable_state *word = op->argument[2] ? state[2] : NULL;
  const bool again = word && (uint32_t)word->value != (uint32_t)(op->argument[2] - 1);
  if (again || op->alternative == MC_FUTEX_AGAIN)
    return again && op->alternative == MC_FUTEX_AGAIN;
  if (op->argument[0] != 1 || op->alternative == NONE)
    return op->alternative == NONE && (op->argument[0] != 1 || mc_threads_is_empty(&f->waiting));
  return mc_threads_has(&f->waiting, op->alternative - FIRST);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_futex *f = state[0];
  switch (op->kind) {
  case MC_FUTEX_ENTER:
    return has_expected_value(op, state) == mc_futex_enters(op);
  case MC_FUTEX_RESUME:
  case MC_FUTEX_TIMEDRESUME:
  case MC_FUTEX_LEAVE:
    if (mc_futex_gives_up(op))
      return mc_threads_has(&f->waiting, op->thread);
    return mc_threads_has(&f->woken, op->thread) || mc_threads_has(&f->moved, op->thread);
  case MC_FUTEX_REQUEUE:
    return requeue_enabled(op, state);
  case MC_FUTEX_WAKE:
    return op->alternative == NOBODY ? mc_threads_is_empty(&f->waiting)
                                     : mc_threads_has(&f->waiting, op->alternative - 1);
  default:
    return true;
  }
}

static uint64_t wake_lowest(struct mc_futex *f, uint64_t most) {
  uint64_t woken = 0;
  for (mc_thread t; woken < most && (t = mc_threads_lowest(&f->waiting)) != MC_NO_THREAD; woken++) {
    mc_threads_remove(&f->waiting, t);
    mc_threads_add(&f->woken, t);
  }
  return woken;
}

static void wake(struct mc_futex *f, mc_thread thread) {
  mc_threads_remove(&f->waiting, thread);
  mc_threads_add(&f->woken, thread);
}

/// The result: how many it wakes, and, times 2^32, how many it moves.
static const char *apply_requeue(const struct mc_operation *op, struct mc_futex *from,
                                 struct mc_futex *to, uint64_t *result) {
  mc_thread t;
  if (op->alternative >= FIRST) {
    wake(from, op->alternative - FIRST);
    *result = 1;
  } else if (op->argument[0] != 1) {
    *result = wake_lowest(from, op->argument[0]);
  }
  for (uint64_t moved = 0;
       moved < op->argument[1] && (t = mc_threads_lowest(&from->waiting)) != MC_NO_THREAD;
       moved++) {
    if (from->destination && from->destination != 1 + (uint64_t)op->object[1])
      return "McMini knows futex requeues to one address only, of each futex";
    from->destination = 1 + (uint64_t)op->object[1];
    mc_threads_remove(&from->waiting, t);
    mc_threads_add(&from->moved, t);
    mc_threads_add(&to->waiting, t);
    *result += MC_FUTEX_MOVED;
  }
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_futex *f = state[0];
  switch (op->kind) {
  case MC_FUTEX_ENTER:
    if (mc_futex_enters(op))
      mc_threads_add(&f->waiting, op->thread);
    else
      *result = EAGAIN;
    break;
  case MC_FUTEX_RESUME:
  case MC_FUTEX_TIMEDRESUME:
  case MC_FUTEX_LEAVE:
    *result = mc_futex_gives_up(op) ? ETIMEDOUT : 0;
    if (!mc_futex_gives_up(op) && mc_threads_has(&f->moved, op->thread)) {
      *result = MC_FUTEX_MOVED | (f->destination - 1);
      mc_threads_remove(&f->moved, op->thread);
    } else {
      mc_threads_remove(mc_futex_gives_up(op) ? &f->waiting : &f->woken, op->thread);
    }
    break;
  case MC_FUTEX_REQUEUE:
    return mc_futex_moves(op) ? apply_requeue(op, f, state[1], result) : NULL;
  case MC_FUTEX_WAKE:
    if (wakes_nobody(op))
      break;
    wake(f, op->alternative - 1);
    *result = 1;
    break;
  case MC_FUTEX_WAKEALL:
    *result = wake_lowest(f, op->argument[0] ? op->argument[0] : INT_MAX);
  }
  return NULL;
}

/// What is given to one thread that is woken. There are 64 kinds of message: two threads that have the
/// same one are taken for one.
static uint64_t message_to(unsigned thread) { return (uint64_t)1 << thread % 64; }

/// True where the wake of one thread `a` can enable or disable `b`, or the other way round.
static bool wake_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  const bool of_its_thread =
      !wakes_nobody(a) && message_to(a->alternative - 1u) == message_to(b->thread);
  switch (b->kind) {
  case MC_FUTEX_ENTER:
    return mc_futex_enters(b) && (wakes_nobody(a) || of_its_thread);
  case MC_FUTEX_RESUME:
  case MC_FUTEX_TIMEDRESUME:
  case MC_FUTEX_LEAVE:
    return of_its_thread || (wakes_nobody(a) && mc_futex_gives_up(b));
  case MC_FUTEX_WAKE:
    return a->alternative == b->alternative ? !wakes_nobody(a) : wakes_nobody(a) || wakes_nobody(b);
  default:
    return true;
  }
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive) // the word: we only read it
    return false;
  if (a->kind == MC_FUTEX_REQUEUE ||
      b->kind == MC_FUTEX_REQUEUE) // one that moves nobody only reads the word
    return (a->kind != MC_FUTEX_REQUEUE || mc_futex_moves(a)) &&
           (b->kind != MC_FUTEX_REQUEUE || mc_futex_moves(b)) &&
           (a->kind != MC_FUTEX_ENTER || mc_futex_enters(a)) &&
           (b->kind != MC_FUTEX_ENTER || mc_futex_enters(b));
  if (a->object[0] != b->object[0])
    return false;
  if (a->kind == MC_FUTEX_WAKE)
    return wake_dependent(a, b);
  if (b->kind == MC_FUTEX_WAKE)
    return wake_dependent(b, a);
  if (a->kind != MC_FUTEX_WAKEALL && b->kind != MC_FUTEX_WAKEALL)
    return false;
  return (a->kind != MC_FUTEX_ENTER || mc_futex_enters(a)) &&
         (b->kind != MC_FUTEX_ENTER || mc_futex_enters(b));
}

static const char *alternative_name(const struct mc_operation *op) {
  switch (op->kind) {
  case MC_FUTEX_ENTER:
    return mc_futex_enters(op) ? "wait" : "again";
  case MC_FUTEX_TIMEDRESUME:
    return mc_futex_gives_up(op) ? "timeout" : "ok";
  case MC_FUTEX_LEAVE:
    return mc_futex_gives_up(op) ? NULL : "woken";
  case MC_FUTEX_WAKE:
    return wakes_nobody(op) ? "nobody" : mc_thread_name(op->alternative - 1);
  case MC_FUTEX_REQUEUE:
    return op->alternative >= FIRST            ? mc_thread_name(op->alternative - FIRST)
           : op->alternative == MC_FUTEX_AGAIN ? "again"
                                               : "nobody";
  default:
    return NULL;
  }
}

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return op->kind == MC_FUTEX_WAKEALL ||
         (op->kind == MC_FUTEX_WAKE && op->alternative == 1 + thread);
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_futex *f = state;
  if (mc_threads_is_empty(&f->waiting)) {
    snprintf(text, size, "nobody waits");
    return;
  }
  const int length = snprintf(text, size, "waited for by ");
  mc_threads_print(&f->waiting, text + length, size - (size_t)length);
}

static const char *waits(const struct mc_operation *op, const void *state) {
  (void)state;
  return op->kind == MC_FUTEX_RESUME || op->kind == MC_FUTEX_TIMEDRESUME
             ? "waits to be woken at %1: nobody has woken it"
             : NULL;
}

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  if (i > 0 ||
      (op->kind != MC_FUTEX_WAKE && op->kind != MC_FUTEX_WAKEALL && op->kind != MC_FUTEX_REQUEUE))
    return 0;
  if (op->kind == MC_FUTEX_WAKEALL || (mc_futex_moves(op) && op->argument[0] > 1))
    return MC_EVERYTHING;
  const unsigned first = op->kind == MC_FUTEX_WAKE ? NOBODY + 1 : FIRST;
  return op->alternative >= first ? message_to(op->alternative - first) : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return i == 0 && is_back(op) && op->alternative == MC_FUTEX_OK ? message_to(op->thread) : 0;
}

const struct mc_primitive mc_primitive_futex = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "futex",
    .operations = operations,
    .state_size = sizeof(struct mc_futex),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .alternative_name = alternative_name,
    .print = print,
    .serves = serves,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_OF_FUTEXES,
    .waits = waits,
};
