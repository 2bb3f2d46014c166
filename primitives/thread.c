// primitives/thread.c - threads as objects: create, start, exit, join, detach; and the operations
// that touch no object: yield, sleep, signals, fork, busy wait, process exit. The interposed
// functions are in thread_functions.c.
//
//   create     by the parent; the object is the new thread
//   start      enabled once the thread is created
//   exit       marks the robust mutexes that the thread still holds
//   join       enabled once the thread has exited; misuse: oneself, detached, joined already
//   tryjoin    ok: as join; busy: before
//   timedjoin  ok: as join; timeout: before
//   detach     misuse: detached or joined already
//
// Argument 0 of timedjoin is the result where it would wait, 0 for ETIMEDOUT; argument 1 of a join
// is not 0 where the caller is the thread itself. The runtime makes the transitions create, start,
// exit, busy wait and process exit.
#include "builtin.h"
#include <errno.h>
#include <stdio.h>

static const char *const operations[] = {
    [MC_THREAD_CREATE] = "create",
    [MC_THREAD_START] = "start",
    [MC_THREAD_EXIT] = "exit",
    [MC_THREAD_JOIN] = "join",
    [MC_THREAD_TRY_JOIN] = "tryjoin",
    [MC_THREAD_TIMED_JOIN] = "timedjoin",
    [MC_THREAD_DETACH] = "detach",
    [MC_THREAD_YIELD] = "yield",
    [MC_THREAD_SLEEP] = "sleep",
    [MC_THREAD_BUSY_WAIT] = "busy-wait",
    [MC_THREAD_PROCESS_EXIT] = "process-exit",
    [MC_THREAD_SIGNALS] = "signals",
    [MC_THREAD_FORK] = "fork",
    NULL,
};
enum { OK, BUSY }; // BUSY is the timeout of timedjoin

static bool may_be_busy(const struct mc_operation *op) {
  return op->kind == MC_THREAD_TRY_JOIN || op->kind == MC_THREAD_TIMED_JOIN;
}

static bool is_join(const struct mc_operation *op) {
  return op->kind == MC_THREAD_JOIN || may_be_busy(op);
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return may_be_busy(op) ? 2 : 1;
}

/// What is wrong with joining the thread, or NULL. `myself`: it would be the caller.
static const char *join_misuse(const struct mc_thread_state *t, bool myself) {
  if (t->detached)
    return "join of a detached thread";
  if (t->joined)
    return "join of a thread that was joined already";
  return myself ? "join of the calling thread itself" : NULL;
}

static bool is_own(const struct mc_operation *op) { return op->argument[1] != 0; }

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  if (op->objects == 0)
    return true;
  const struct mc_thread_state *t = state[0];
  if (op->kind == MC_THREAD_START)
    return t->created;
  if (!is_join(op))
    return true;
  return (t->exited || is_own(op)) == (op->alternative == OK);
}

static void apply_exit(const struct mc_operation *op, void *const state[]) {
  struct mc_thread_state *t = state[0];
  t->exited = 1;
  for (unsigned i = 1; i < op->objects; i++) {
    struct mc_mutex_state *m = state[i];
    if (op->argument[0] && i == op->objects - 1)
      break; // that is the process
    if (m->owner != op->thread)
      continue;
    m->owner_died = 1; // again, if it has not called pthread_mutex_consistent
    m->owner = MC_NO_THREAD;
    m->count = 0;
    m->changes++;
  }
}

static const char *apply_detach(struct mc_thread_state *t) {
  if (t->detached)
    return "detach of a thread that was detached already";
  if (t->joined)
    return "detach of a thread that was joined already";
  t->detached = 1;
  return NULL;
}

static const char *apply_join(const struct mc_operation *op, struct mc_thread_state *t,
                              uint64_t *result) {
  const char *wrong = join_misuse(t, is_own(op));
  if (wrong)
    return wrong;
  if (op->alternative == OK)
    t->joined = 1;
  else if (op->kind == MC_THREAD_TRY_JOIN)
    *result = EBUSY;
  else
    *result = op->argument[0] ? op->argument[0] : ETIMEDOUT;
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  switch (op->kind) {
  case MC_THREAD_CREATE:
    ((struct mc_thread_state *)state[0])->created = 1;
    return NULL;
  case MC_THREAD_EXIT:
    apply_exit(op, state);
    return NULL;
  case MC_THREAD_DETACH:
    return apply_detach(state[0]);
  case MC_THREAD_JOIN:
  case MC_THREAD_TRY_JOIN:
  case MC_THREAD_TIMED_JOIN:
    return apply_join(op, state[0], result);
  default:
    return NULL;
  }
}

/// True where the order matters because of `a`.
static bool orders(const struct mc_operation *a, const struct mc_operation *b) {
  switch (a->kind) {
  case MC_THREAD_CREATE:
    return b->kind == MC_THREAD_START;
  case MC_THREAD_EXIT: // two exits share the process, or perhaps, by a mistake, a mutex
    return is_join(b) || b->kind == MC_THREAD_EXIT;
  case MC_THREAD_JOIN:
  case MC_THREAD_TRY_JOIN:
  case MC_THREAD_TIMED_JOIN:
    return a->alternative == OK && is_join(b) && b->alternative == OK;
  case MC_THREAD_DETACH:
    return is_join(b) || b->kind == MC_THREAD_DETACH;
  default:
    return false;
  }
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive) // exit and an operation of a robust mutex
    return !mc_condition_times_out(a) && !mc_condition_times_out(b);
  return orders(a, b) || orders(b, a);
}

/// `a` can only be enabled once `b` has run: a thread's start after its creation, a join after its
/// exit.
static bool comes_after(const struct mc_operation *a, const struct mc_operation *b) {
  return (a->kind == MC_THREAD_START && b->kind == MC_THREAD_CREATE) ||
         (is_join(a) && a->alternative == OK && !is_own(a) && b->kind == MC_THREAD_EXIT);
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive != b->primitive || (!comes_after(a, b) && !comes_after(b, a));
}

static const char *alternative_name(const struct mc_operation *op) {
  if (!may_be_busy(op))
    return NULL;
  if (op->alternative == OK)
    return "ok";
  return op->kind == MC_THREAD_TRY_JOIN ? "busy" : "timeout";
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_thread_state *t = state;
  snprintf(text, size, "%s%s%s",
           t->exited    ? "finished"
           : t->created ? "running"
                        : "not yet created",
           t->joined ? ", joined" : "", t->detached ? ", detached" : "");
}

// What a thread's exit gives by its robust mutexes is what an unlock would.
enum { CREATION = 2, END = MC_MUTEX_MESSAGE };

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == MC_THREAD_CREATE ? CREATION : op->kind == MC_THREAD_EXIT ? END : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  const bool joins = op->kind == MC_THREAD_JOIN || may_be_busy(op);
  return op->kind == MC_THREAD_START ? CREATION : joins && op->alternative == OK ? END : 0;
}

const struct mc_primitive mc_primitive_thread = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "thread",
    .operations = operations,
    .state_size = sizeof(struct mc_thread_state),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .alternative_name = alternative_name,
    .print = print,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_BY_THREADS,
};

//===- Threads in other primitives' states and alternatives -----------------------------------===//

const char *mc_thread_name(mc_thread thread) {
#define TEN(tens)                                                                                  \
  "%t" #tens "0;", "%t" #tens "1;", "%t" #tens "2;", "%t" #tens "3;", "%t" #tens "4;",             \
      "%t" #tens "5;", "%t" #tens "6;", "%t" #tens "7;", "%t" #tens "8;", "%t" #tens "9;"
  static const char name[][8] = {TEN(),  TEN(1), TEN(2), TEN(3),  TEN(4),  TEN(5), TEN(6),
                                 TEN(7), TEN(8), TEN(9), TEN(10), TEN(11), TEN(12)};
#undef TEN
  _Static_assert(sizeof name / sizeof *name >= MC_MAX_THREADS, "a name for every thread");
  return name[thread];
}

size_t mc_threads_print(const struct mc_threads *set, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++)
    if (mc_threads_has(set, t) && length + 10 < size)
      length +=
          (size_t)snprintf(text + length, size - length, length ? ", %s" : "%s", mc_thread_name(t));
  return length;
}

//===- A thread's end -------------------------------------------------------------------------===//

/// The robust mutexes that the calling thread has taken. Those that it has given back make room.
static _Thread_local struct {
  unsigned count;
  mc_object mutex[MC_MAX_OPERATION_OBJECTS - 1];
} robust;

static bool is_mine(mc_object mutex) {
  return ((const struct mc_mutex_state *)mc_object_state(mutex))->owner == mc_self();
}

static void forget_released(void) {
  unsigned kept = 0;
  for (unsigned i = 0; i < robust.count; i++)
    if (is_mine(robust.mutex[i]))
      robust.mutex[kept++] = robust.mutex[i];
  if (kept < robust.count) // else no page is written
    robust.count = kept;
}

void mc_thread_took_robust(mc_object mutex) {
  for (unsigned i = 0; i < robust.count; i++)
    if (robust.mutex[i] == mutex)
      return;
  if (robust.count == MC_MAX_OPERATION_OBJECTS - 1)
    forget_released();
  if (robust.count == MC_MAX_OPERATION_OBJECTS - 1)
    mc_warn(MC_WARN_ROBUST, NULL);
  else
    robust.mutex[robust.count++] = mutex;
}

void mc_thread_exit_operation(struct mc_operation *op, mc_object thread, mc_object process) {
  forget_released();
  *op = (struct mc_operation){
      .primitive = &mc_primitive_thread, .kind = MC_THREAD_EXIT, .objects = 1, .object = {thread}};
  for (unsigned i = 0; i < robust.count; i++)
    op->object[op->objects++] = robust.mutex[i];
  if (process == MC_NO_OBJECT)
    return;
  op->objects -= op->objects == MC_MAX_OPERATION_OBJECTS; // with MC_WARN_ROBUST
  op->argument[0] = 1;
  op->flags = MC_ELSEWHERE;
  op->object[op->objects++] = process;
}
