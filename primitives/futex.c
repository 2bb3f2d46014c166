// primitives/futex.c - syscall(SYS_futex, ...): the queue at an address. libstdc++ waits this way.
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
// FUTEX_WAKE_OP is an atomic section of a load, a store and one or two wakes.
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
#include "calls.h"
#include "syscall.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WAIT, RESUME, TIMEDRESUME, WAKE, WAKEALL, REQUEUE, LEAVE };
static const char *const operations[] = {"wait",    "resume",  "timedresume", "wake",
                                         "wakeall", "requeue", "leave",       NULL};
enum { OK, OTHER };               // OTHER: again, timeout
enum { NOBODY };                  // alternative of wake; 1 + t: thread t
enum { AGAIN, NONE, FIRST };      // alternatives of requeue; FIRST + t: wakes thread t
#define MOVED ((uint64_t)1 << 32) // result of resume: and the new queue

struct futex {
  struct mc_threads waiting; // and not woken; first, for syscall.c
  struct mc_threads woken;   // and not yet back
  struct mc_threads moved;   // to the queue `destination`, and do not know it yet
  uint64_t destination;      // 1 + object
};

/// It goes on where it waits, or where it has waited until now.
static bool is_back(const struct mc_operation *op) {
  return op->kind == RESUME || op->kind == TIMEDRESUME || op->kind == LEAVE;
}

/// It has not been woken.
static bool gives_up(const struct mc_operation *op) {
  return (op->kind == TIMEDRESUME || op->kind == LEAVE) && op->alternative == OTHER;
}

static bool enters(const struct mc_operation *op) {
  return op->kind == WAIT && op->alternative == OK;
}

static bool wakes_nobody(const struct mc_operation *op) {
  return op->kind == WAKE && op->alternative == NOBODY;
}

static bool moves(const struct mc_operation *op) {
  return op->kind == REQUEUE && op->alternative != AGAIN;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  if (op->kind == REQUEUE)
    return FIRST + (n < MC_MAX_THREADS ? n : MC_MAX_THREADS);
  if (op->kind == WAKE)
    return 1 + (n < MC_MAX_THREADS ? n : MC_MAX_THREADS);
  return op->kind == WAIT || op->kind == TIMEDRESUME || op->kind == LEAVE ? 2 : 1;
}

static bool has_expected_value(const struct mc_operation *op, const void *const state[]) {
  const struct mc_variable_state *word = state[1];
  return (uint32_t)word->value == (uint32_t)op->argument[0];
}

static bool requeue_enabled(const struct mc_operation *op, const void *const state[]) {
  const struct futex *f = state[0];
  const struct mc_variable_state *word = op->argument[2] ? state[2] : NULL;
  const bool again = word && (uint32_t)word->value != (uint32_t)(op->argument[2] - 1);
  if (again || op->alternative == AGAIN)
    return again && op->alternative == AGAIN;
  if (op->argument[0] != 1 || op->alternative == NONE)
    return op->alternative == NONE && (op->argument[0] != 1 || mc_threads_is_empty(&f->waiting));
  return mc_threads_has(&f->waiting, op->alternative - FIRST);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct futex *f = state[0];
  switch (op->kind) {
  case WAIT:
    return has_expected_value(op, state) == enters(op);
  case RESUME:
  case TIMEDRESUME:
  case LEAVE:
    if (gives_up(op))
      return mc_threads_has(&f->waiting, op->thread);
    return mc_threads_has(&f->woken, op->thread) || mc_threads_has(&f->moved, op->thread);
  case REQUEUE:
    return requeue_enabled(op, state);
  case WAKE:
    return op->alternative == NOBODY ? mc_threads_is_empty(&f->waiting)
                                     : mc_threads_has(&f->waiting, op->alternative - 1);
  default:
    return true;
  }
}

static uint64_t wake_lowest(struct futex *f, uint64_t most) {
  uint64_t woken = 0;
  for (mc_thread t; woken < most && (t = mc_threads_lowest(&f->waiting)) != MC_NO_THREAD; woken++) {
    mc_threads_remove(&f->waiting, t);
    mc_threads_add(&f->woken, t);
  }
  return woken;
}

static void wake(struct futex *f, mc_thread thread) {
  mc_threads_remove(&f->waiting, thread);
  mc_threads_add(&f->woken, thread);
}

/// The result: how many it wakes, and, times 2^32, how many it moves.
static const char *apply_requeue(const struct mc_operation *op, struct futex *from,
                                 struct futex *to, uint64_t *result) {
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
    *result += MOVED;
  }
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct futex *f = state[0];
  switch (op->kind) {
  case WAIT:
    if (enters(op))
      mc_threads_add(&f->waiting, op->thread);
    else
      *result = EAGAIN;
    break;
  case RESUME:
  case TIMEDRESUME:
  case LEAVE:
    *result = gives_up(op) ? ETIMEDOUT : 0;
    if (!gives_up(op) && mc_threads_has(&f->moved, op->thread)) {
      *result = MOVED | (f->destination - 1);
      mc_threads_remove(&f->moved, op->thread);
    } else {
      mc_threads_remove(gives_up(op) ? &f->waiting : &f->woken, op->thread);
    }
    break;
  case REQUEUE:
    return moves(op) ? apply_requeue(op, f, state[1], result) : NULL;
  case WAKE:
    if (wakes_nobody(op))
      break;
    wake(f, op->alternative - 1);
    *result = 1;
    break;
  case WAKEALL:
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
  case WAIT:
    return enters(b) && (wakes_nobody(a) || of_its_thread);
  case RESUME:
  case TIMEDRESUME:
  case LEAVE:
    return of_its_thread || (wakes_nobody(a) && gives_up(b));
  case WAKE:
    return a->alternative == b->alternative ? !wakes_nobody(a) : wakes_nobody(a) || wakes_nobody(b);
  default:
    return true;
  }
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive) // the word: we only read it
    return false;
  if (a->kind == REQUEUE || b->kind == REQUEUE) // one that moves nobody only reads the word
    return (a->kind != REQUEUE || moves(a)) && (b->kind != REQUEUE || moves(b)) &&
           (a->kind != WAIT || enters(a)) && (b->kind != WAIT || enters(b));
  if (a->object[0] != b->object[0])
    return false;
  if (a->kind == WAKE)
    return wake_dependent(a, b);
  if (b->kind == WAKE)
    return wake_dependent(b, a);
  if (a->kind != WAKEALL && b->kind != WAKEALL)
    return false;
  return (a->kind != WAIT || enters(a)) && (b->kind != WAIT || enters(b));
}

static const char *alternative_name(const struct mc_operation *op) {
  switch (op->kind) {
  case WAIT:
    return enters(op) ? "wait" : "again";
  case TIMEDRESUME:
    return gives_up(op) ? "timeout" : "ok";
  case LEAVE:
    return gives_up(op) ? NULL : "woken";
  case WAKE:
    return wakes_nobody(op) ? "nobody" : mc_thread_name(op->alternative - 1);
  case REQUEUE:
    return op->alternative >= FIRST   ? mc_thread_name(op->alternative - FIRST)
           : op->alternative == AGAIN ? "again"
                                      : "nobody";
  default:
    return NULL;
  }
}

static bool serves(const struct mc_operation *op, mc_thread thread) {
  return op->kind == WAKEALL || (op->kind == WAKE && op->alternative == 1 + thread);
}

static void print(const void *state, char *text, size_t size) {
  const struct futex *f = state;
  if (mc_threads_is_empty(&f->waiting)) {
    snprintf(text, size, "nobody waits");
    return;
  }
  const int length = snprintf(text, size, "waited for by ");
  mc_threads_print(&f->waiting, text + length, size - (size_t)length);
}

static const char *waits(const struct mc_operation *op, const void *state) {
  (void)state;
  return op->kind == RESUME || op->kind == TIMEDRESUME
             ? "waits to be woken at %1: nobody has woken it"
             : NULL;
}

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  if (i > 0 || (op->kind != WAKE && op->kind != WAKEALL && op->kind != REQUEUE))
    return 0;
  if (op->kind == WAKEALL || (moves(op) && op->argument[0] > 1))
    return MC_EVERYTHING;
  const unsigned first = op->kind == WAKE ? NOBODY + 1 : FIRST;
  return op->alternative >= first ? message_to(op->alternative - first) : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return i == 0 && is_back(op) && op->alternative == OK ? message_to(op->thread) : 0;
}

const struct mc_primitive mc_primitive_futex = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "futex",
    .operations = operations,
    .state_size = sizeof(struct futex),
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

//===- The system call ------------------------------------------------------------------------===//

static struct mc_operation on(uint16_t kind, uint32_t *word) {
  mc_object o = mc_object_find(&mc_primitive_futex, word);
  if (o == MC_NO_OBJECT) {
    const struct futex empty = {0};
    o = mc_object_new(&mc_primitive_futex, word, 0, &empty);
  }
  return (struct mc_operation){
      .primitive = &mc_primitive_futex, .kind = kind, .objects = 1, .object = {o}};
}

/// FUTEX_WAIT counts its timeout from now, FUTEX_WAIT_BITSET has a time on a clock.
static uint64_t deadline_of(int operation, const struct timespec *timeout) {
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
    return mc_deadline_after(mc_nanoseconds(timeout));
  return mc_clock_deadline(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                           timeout);
}

enum { AGAIN_FROM_THE_START = 1 };

static long wait_once(uint32_t *word, uint32_t expected, bool timeout, uint64_t deadline,
                      const struct mc_site *site) {
  struct mc_operation op = on(WAIT, word);
  op.argument[0] = expected;
  mc_waits_in_libc(site);
  op.objects +=
      (uint8_t)mc_variables_at(word, sizeof *word, op.object + 1, MC_MAX_OPERATION_OBJECTS - 1);
  const uint64_t error = mc_transition(&op, site);
  if (!enters(&op))
    return mc_by_errno(error);
  op.kind = timeout ? TIMEDRESUME : RESUME;
  op.flags = MC_ADDRESS_ONLY | MC_BEGUN | (timeout ? MC_YIELD : 0); // the kernel looks at the word once
  op.objects = 1;
  uint64_t result;
  while ((result = mc_transition(&op, site)) & MOVED)
    op.object[0] = (mc_object)result;
  // Behind a handler with SA_RESTART the kernel begins again, but not where there is a timeout.
  if (op.alternative == MC_INTERRUPTED || (!timeout && mc_is_to_restart(&op)))
    return AGAIN_FROM_THE_START;
  if (op.alternative == MC_CUT_SHORT)
    return mc_by_errno(EINTR);
  if (gives_up(&op))
    mc_clock_reach(deadline);
  return mc_by_errno(result);
}

static long futex_wait(uint32_t *word, int operation, uint32_t expected,
                       const struct timespec *timeout, const struct mc_site *site) {
  if ((timeout && !mc_may_read(timeout, sizeof *timeout)) || !mc_may_read(word, sizeof *word))
    return mc_by_errno(EFAULT);
  if (timeout && !mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  const uint64_t deadline = timeout ? deadline_of(operation, timeout) : 0;
  long result;
  do
    result = wait_once(word, expected, timeout, deadline, site);
  while (result == AGAIN_FROM_THE_START);
  return result;
}

bool mc_futex_leave(const struct mc_operation *wait, const struct mc_site *site) {
  struct mc_operation leave = *wait;
  uint64_t result;
  leave.kind = LEAVE;
  leave.flags = MC_ADDRESS_ONLY | MC_BEGUN;
  while ((result = mc_transition(&leave, site)) & MOVED)
    leave.object[0] = (mc_object)result;
  return gives_up(&leave);
}

// A lock that a library builds may be freed by who takes it next, before its wake: that is right,
// as the kernel does not look. The C++ library does so where a stop_source runs a callback that is then
// destroyed. In a program's own code it is more likely a mistake.
static long futex_wake(uint32_t *word, int count, const struct mc_site *site) {
  struct mc_operation op = on(count <= 1 ? WAKE : WAKEALL, word);
  op.flags = (uintptr_t)site & MC_SITE_IS_CODE || mc_is_in_library(site) ? MC_ADDRESS_ONLY : 0;
  if (op.kind == WAKEALL)
    op.argument[0] = (uint64_t)count;
  return (long)mc_transition(&op, site);
}

/// The kernel asks what is mapped there, unless no other process has it.
static bool is_word_there(const uint32_t *word, int operation) {
  const uint64_t end_of_program = (uint64_t)1 << 47;
  return operation & FUTEX_PRIVATE_FLAG ? (uintptr_t)word < end_of_program
                                        : mc_may_read(word, sizeof *word);
}

static long futex_requeue(uint32_t *word, int operation, const long a[6],
                          const struct mc_site *site) {
  uint32_t *to = (uint32_t *)a[4];
  const bool compares = (operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE;
  if (a[2] < 0 || a[3] < 0 || to == word || (uintptr_t)to % sizeof *to)
    return mc_by_errno(EINVAL);
  if (!is_word_there(to, operation) || (compares && !mc_may_read(word, sizeof *word)))
    return mc_by_errno(EFAULT);
  struct mc_operation op = on(REQUEUE, word);
  op.object[op.objects++] = on(REQUEUE, to).object[0];
  op.argument[0] = (uint64_t)a[2];
  op.argument[1] = (uint64_t)a[3];
  if (compares) {
    op.argument[2] = 1 + (uint64_t)(uint32_t)a[5];
    op.objects += (uint8_t)mc_variables_at(word, sizeof *word, op.object + op.objects,
                                           MC_MAX_OPERATION_OBJECTS - 2);
  }
  const uint64_t result = mc_transition(&op, site);
  if (!moves(&op))
    return mc_by_errno(EAGAIN);
  return (long)((uint32_t)result + (compares ? result >> 32 : 0));
}

/// What FUTEX_WAKE_OP does to the second word: FUTEX_OP_SET, ADD, OR, ANDN, XOR. Announced first,
/// as any access.
static uint32_t modify(uint32_t *word, uint32_t code, uint32_t operand,
                       const struct mc_site *site) {
  enum { ORDER = __ATOMIC_SEQ_CST << 8 };
  __mcmini_access(site, word, sizeof *word, MC_ATOMIC_LOAD | ORDER, 0, 0);
  const uint32_t old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  const uint32_t now[] = {operand, old + operand, old | operand, old & ~operand, old ^ operand};
  __mcmini_access(site, word, sizeof *word, MC_ATOMIC_STORE | ORDER, now[code], 0);
  __atomic_store_n(word, now[code], __ATOMIC_SEQ_CST);
  return old;
}

/// FUTEX_OP_CMP_EQ, NE, LT, LE, GT, GE.
static bool compares(uint32_t code, int32_t old, int32_t operand) {
  const bool answers[] = {(old == operand), (old != operand), (old < operand),
                          (old <= operand), (old > operand),  (old >= operand)};
  return answers[code];
}

/// In one step the kernel changes the second word, wakes at the first, and at the second if its old
/// value compares so.
static long futex_wake_op(uint32_t *word, const long a[6], const struct mc_site *site) {
  const uint32_t all = (uint32_t)a[5], code = all >> 28 & 7, comparison = all >> 24 & 15;
  const int32_t operand = (int32_t)(all << 8) >> 20, compared = (int32_t)(all << 20) >> 20;
  const bool is_shift = all >> 28 & FUTEX_OP_OPARG_SHIFT;
  uint32_t *second = (uint32_t *)a[4];
  if (code > FUTEX_OP_XOR || comparison > FUTEX_OP_CMP_GE)
    return mc_by_errno(ENOSYS);
  __mcmini_mc_atomic_begin(site);
  const uint32_t old =
      modify(second, code, is_shift ? 1u << (operand & 31) : (uint32_t)operand, site);
  long woken = futex_wake(word, (int)a[2], site);
  if (compares(comparison, (int32_t)old, compared))
    woken += futex_wake(second, (int)a[3], site);
  __mcmini_mc_atomic_end(site);
  return woken;
}

long mc_futex_call(const struct mc_site *site, const long a[6]) {
  uint32_t *word = (uint32_t *)a[0];
  mc_goes_with_atomics(true, site);
  if ((uintptr_t)word % sizeof *word)
    return mc_by_errno(EINVAL);
  if (!is_word_there(word, (int)a[1]))
    return mc_by_errno(EFAULT);
  switch ((int)a[1] & FUTEX_CMD_MASK) {
  case FUTEX_WAIT_BITSET:
    if ((uint32_t)a[5] != FUTEX_BITSET_MATCH_ANY)
      mc_warn(MC_WARN_FUTEX_BITSET, site);
    __attribute__((fallthrough));
  case FUTEX_WAIT:
    return futex_wait(word, (int)a[1], (uint32_t)a[2], (const struct timespec *)a[3], site);
  case FUTEX_WAKE_BITSET:
  case FUTEX_WAKE:
    return futex_wake(word, (int)a[2], site);
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
    return futex_requeue(word, (int)a[1], a, site);
  case FUTEX_WAKE_OP:
    return futex_wake_op(word, a, site);
  default: {
    char number[16];
    snprintf(number, sizeof number, "%d", (int)a[1] & FUTEX_CMD_MASK);
    mc_warn_of(MC_WARN_FUTEX_OPERATION, number, site);
    return mc_by_errno(ENOSYS);
  }
  }
}
