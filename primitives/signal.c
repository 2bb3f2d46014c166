// primitives/signal.c - the signals that are pending for a thread, or for the process.
//
//   deliver  takes the first pending signal that the thread does not block, its own before the
//            process's, the lowest: made where it must come next, and what interrupts the thread's
//            operations
//   send     by pthread_kill, raise: to a thread; sends commute with each other
//   kill     to the process. here: the sender takes it at once; elsewhere: it is pending, and any
//            thread that does not block it may take it
//   mask     pthread_sigmask, sigprocmask, a handler's end: changes the set of blocked signals
//   handle   a handler begins: blocks what it asks for
//   action   sigaction, signal
//   wait     sigwait, sigwaitinfo: enabled when a signal of the set is pending; takes the lowest,
//            the thread's own before the process's
//   timedwait  ok: as wait; timeout: while none is pending
//   pending  sigpending
//   suspend  sigsuspend, pause: changes the set of blocked signals
//   resume   after it: ends only as a handler has run
//   cancel   pthread_cancel: the thread is to be cancelled; two of them commute
//   testcancel  a cancellation point, before what it does. cancelled: the thread is to be; none: it
//            is not (cancellation.c)
//
// The objects are the thread's signals and then the process's; of a cancel and a testcancel the
// thread's cancellation, where one signal of glibc's is pending or not; of a kill the process's,
// the sender's, and those of the other threads that could take it; of an action the process's, and
// those of the threads. Argument 0: the signal of a send, a kill, a handle, an action; the changed
// and looked for signals of a mask, the set of a wait, those that a suspend does not block, what is
// blocked again behind a resume, as bits where it is a set; of a handle also MC_SIGNAL_RESETS (the
// action) and MC_SIGNAL_LOOKS_AT_PROCESS. Argument 1 of a mask, a handle, a suspend: all that are
// blocked from now on; of a send or kill: it has a handler in all traces; of an action: enum
// mc_signal_how. Argument 2 of a handle: the changed and looked for signals; of a send: it is to
// the sender itself.
//
// A thread inherits the blocked signals of its creator. A signal that is sent is pending until its
// thread takes it, as an interrupt: before any of its operations, or while one waits. So all its
// orders with them are explored. It cannot come later than the thread's next call that sets its
// mask to a set without it, changed or not, and than the end of a raise or a handler: mask, send
// and kill say which are to be delivered before the thread goes on. As in Linux these get their
// frames at once, one upon the other, and the last one's handler runs first: handle says which come
// before its handler makes a step. What has the default action and is not blocked ends the process
// when it is sent. Not seen: signals from outside.
#define _GNU_SOURCE
#include "timer.h"
#include <stdio.h>

static const char *const operations[] = {"deliver", "handle", "mask",       "send",    "kill",
                                         "action",  "wait",   "timedwait",  "pending", "suspend",
                                         "resume",  "cancel", "testcancel", NULL};

static uint64_t bit_of(const struct mc_operation *op) {
  return (uint64_t)1 << (op->argument[0] - 1) % 64;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == MC_SIGNAL_TIMEDWAIT || op->kind == MC_SIGNAL_KILL ||
                 op->kind == MC_SIGNAL_TESTCANCEL
             ? 2
             : 1;
}

/// Threads that could take it, among those that the kill names.
static bool others_could_take(const struct mc_operation *op, const void *const state[]) {
  for (unsigned i = 2; i < op->objects; i++)
    if (!(((const struct mc_signals_state *)state[i])->blocked & bit_of(op)))
      return true;
  return false;
}

static bool may_be_killed(const struct mc_operation *op, const void *const state[]) {
  const struct mc_signals_state *process = state[0], *own = state[1];
  const bool others = others_could_take(op, state), self = !(own->blocked & bit_of(op));
  if (self && !others)
    return op->alternative == MC_SIGNAL_HERE;
  if (!self || process->handled & bit_of(op))
    return op->alternative == MC_SIGNAL_ELSEWHERE || self;
  return op->alternative == MC_SIGNAL_HERE; // whoever it is
}

/// Signals of the set that are pending and not blocked.
static uint64_t due(const struct mc_signals_state *own, const struct mc_signals_state *process,
                    uint64_t set) {
  return (own->pending | (process ? process->pending : 0)) & set & ~own->blocked;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  if (op->kind == MC_SIGNAL_RESUME)
    return false;
  if (op->kind == MC_SIGNAL_TESTCANCEL)
    return (due(state[0], NULL, UINT64_MAX) != 0) == (op->alternative == MC_SIGNAL_CANCELLED);
  if (op->kind == MC_SIGNAL_KILL)
    return may_be_killed(op, state);
  if (op->kind == MC_SIGNAL_DELIVER)
    return op->alternative != MC_SIGNAL_IF_ANY ||
           due(state[0], op->objects > 1 ? state[1] : NULL, UINT64_MAX);
  if (op->kind != MC_SIGNAL_WAIT && op->kind != MC_SIGNAL_TIMEDWAIT)
    return true;
  const struct mc_signals_state *own = state[0], *process = state[1];
  const bool some = (own->pending | process->pending) & op->argument[0];
  return some == (op->alternative == MC_SIGNAL_OK);
}

void mc_signal_pend(struct mc_signals_state *s, uint64_t signal) {
  s->pending |= (uint64_t)1 << (signal - 1);
  if (signal >= MC_SIGNAL_FIRST_QUEUED && s->queued[signal - MC_SIGNAL_FIRST_QUEUED] < UINT16_MAX)
    s->queued[signal - MC_SIGNAL_FIRST_QUEUED]++;
}

static void take(struct mc_signals_state *s, unsigned signal) {
  if (signal >= MC_SIGNAL_FIRST_QUEUED && --s->queued[signal - MC_SIGNAL_FIRST_QUEUED] > 0)
    return;
  s->pending &= ~((uint64_t)1 << (signal - 1));
}

/// Those that tell of a fault come before all others, whoever sends them.
static const uint64_t of_faults = 1u << (SIGSEGV - 1) | 1u << (SIGBUS - 1) | 1u << (SIGILL - 1) |
                                  1u << (SIGTRAP - 1) | 1u << (SIGFPE - 1) | 1u << (SIGSYS - 1);

/// Takes the first pending signal of the set; 0: none is pending.
static unsigned take_first(struct mc_signals_state *s, uint64_t set) {
  const uint64_t some = s ? s->pending & set : 0;
  if (!some)
    return 0;
  const uint64_t first = some & of_faults ? some & of_faults : some;
  const unsigned signal = (unsigned)__builtin_ctzll(first) + 1;
  take(s, signal);
  return signal;
}

static void discard(struct mc_signals_state *s, uint64_t signal) {
  s->pending &= ~((uint64_t)1 << (signal - 1));
  if (signal >= MC_SIGNAL_FIRST_QUEUED)
    s->queued[signal - MC_SIGNAL_FIRST_QUEUED] = 0;
}

static uint64_t apply_send(const struct mc_operation *op, struct mc_signals_state *to,
                           const struct mc_signals_state *process) {
  const bool is_handled = process ? process->handled & bit_of(op) : op->argument[1];
  const bool is_blocked = to->blocked & bit_of(op);
  if (is_blocked || is_handled)
    mc_signal_pend(to, op->argument[0]);
  else if (!process || !(process->ignored & bit_of(op)))
    return MC_SIGNAL_FATAL;
  if (op->argument[1] && !op->argument[2])
    return MC_SIGNAL_TAKABLE; // whatever is blocked: the sender does not see that
  return is_handled && !is_blocked ? MC_SIGNAL_DELIVERED : MC_SIGNAL_PENDS;
}

static uint64_t apply_kill(const struct mc_operation *op, void *const state[]) {
  if (op->alternative == MC_SIGNAL_HERE && !others_could_take(op, (const void *const *)state))
    return apply_send(op, state[1], state[0]);
  struct mc_signals_state *process = state[0], *own = state[1];
  if (op->alternative == MC_SIGNAL_HERE && process->handled & bit_of(op)) {
    mc_signal_pend(own, op->argument[0]);
    return MC_SIGNAL_DELIVERED;
  }
  if (op->alternative == MC_SIGNAL_HERE ||
      (others_could_take(op, (const void *const *)state) && !(process->handled & bit_of(op))))
    return process->ignored & bit_of(op) ? MC_SIGNAL_PENDS : MC_SIGNAL_FATAL;
  mc_signal_pend(process, op->argument[0]);
  return others_could_take(op, (const void *const *)state) ? MC_SIGNAL_TAKABLE : MC_SIGNAL_PENDS;
}

static void apply_action(const struct mc_operation *op, void *const state[]) {
  struct mc_signals_state *process = state[0];
  if (op->argument[1] == MC_SIGNAL_ASKED)
    return;
  process->handled &= ~bit_of(op);
  process->ignored &= ~bit_of(op);
  if (op->argument[1] == MC_SIGNAL_HANDLED)
    process->handled |= bit_of(op);
  if (op->argument[1] != MC_SIGNAL_IGNORED)
    return;
  process->ignored |= bit_of(op);
  for (unsigned i = 0; i < op->objects; i++)
    discard(state[i], op->argument[0]);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_signals_state *own = state[0], *process = op->objects > 1 ? state[1] : NULL;
  switch (op->kind) {
  case MC_SIGNAL_DELIVER:
    *result = take_first(own, ~own->blocked);
    if (*result == 0)
      *result = take_first(process, ~own->blocked);
    break;
  case MC_SIGNAL_SEND:
    *result = apply_send(op, own, process);
    break;
  case MC_SIGNAL_KILL:
    *result = apply_kill(op, state);
    break;
  case MC_SIGNAL_ACTION:
    apply_action(op, state);
    break;
  case MC_SIGNAL_SUSPEND:
    own->blocked = op->argument[1];
    *result = due(own, process, UINT64_MAX);
    break;
  case MC_SIGNAL_HANDLE:
    own->blocked = op->argument[1];
    *result =
        due(own, op->argument[0] & MC_SIGNAL_LOOKS_AT_PROCESS ? process : NULL, op->argument[2]);
    if (op->argument[0] & MC_SIGNAL_RESETS)
      process->handled &= ~bit_of(op);
    break;
  case MC_SIGNAL_MASK:
    own->blocked = op->argument[1];
    *result = due(own, process, op->argument[0]);
    break;
  case MC_SIGNAL_CANCEL:
    if (!own->pending)
      mc_signal_pend(own, MC_SIGNAL_OF_CANCELLATION);
    break;
  case MC_SIGNAL_TESTCANCEL:
    break;
  case MC_SIGNAL_PENDING:
    *result = (own->pending | process->pending) & own->blocked;
    break;
  default:
    if (op->alternative == MC_SIGNAL_OK)
      *result = take_first(own, op->argument[0]);
    if (op->alternative == MC_SIGNAL_OK && *result == 0)
      *result = take_first(process, op->argument[0]);
  }
  return NULL;
}

//===- Dependence -----------------------------------------------------------------------------===//

static struct mc_signal_use use_of(const struct mc_operation *op, unsigned i) {
  if (op->primitive != &mc_primitive_signal)
    return mc_timer_use(op, i);
  const bool is_process =
      op->kind == MC_SIGNAL_KILL || op->kind == MC_SIGNAL_ACTION ? i == 0 : i == 1;
  const uint64_t freed = op->argument[0] & ~op->argument[1];  // by a mask
  const uint64_t looked = op->argument[2] & ~op->argument[1]; // by a handle
  switch (op->kind) {
  case MC_SIGNAL_DELIVER:
    return (struct mc_signal_use){.takes = UINT64_MAX};
  case MC_SIGNAL_SEND:
    return is_process ? (struct mc_signal_use){.sees_action = bit_of(op)}
                      : (struct mc_signal_use){.adds = bit_of(op),
                                               .sees_mask = op->argument[1] ? 0 : bit_of(op)};
  case MC_SIGNAL_KILL:
    return is_process
               ? (struct mc_signal_use){.adds = bit_of(op), .sees_action = bit_of(op)}
               : (struct mc_signal_use){.adds = i == 1 ? bit_of(op) : 0, .sees_mask = bit_of(op)};
  case MC_SIGNAL_MASK:
    return (struct mc_signal_use){.looks = freed, .changes_mask = is_process ? 0 : op->argument[0]};
  case MC_SIGNAL_HANDLE:
    return is_process
               ? (struct mc_signal_use){.looks = op->argument[0] & MC_SIGNAL_LOOKS_AT_PROCESS
                                                     ? looked
                                                     : 0,
                                        .sees_action = bit_of(op),
                                        .changes_action =
                                            op->argument[0] & MC_SIGNAL_RESETS ? bit_of(op) : 0}
               : (struct mc_signal_use){.looks = looked,
                                        .changes_mask = op->argument[2] & op->argument[1]};
  case MC_SIGNAL_ACTION:
    return (struct mc_signal_use){.takes = op->argument[1] == MC_SIGNAL_IGNORED ? bit_of(op) : 0,
                                  .sees_action = bit_of(op),
                                  .changes_action =
                                      op->argument[1] == MC_SIGNAL_ASKED ? 0 : bit_of(op)};
  case MC_SIGNAL_PENDING:
    return (struct mc_signal_use){.looks = UINT64_MAX};
  case MC_SIGNAL_SUSPEND:
    return (struct mc_signal_use){.looks = ~op->argument[1],
                                  .changes_mask = is_process ? 0 : UINT64_MAX};
  case MC_SIGNAL_CANCEL:
    return (struct mc_signal_use){.adds = UINT64_MAX};
  case MC_SIGNAL_TESTCANCEL:
    return (struct mc_signal_use){.looks = UINT64_MAX};
  case MC_SIGNAL_RESUME:
    return (struct mc_signal_use){0};
  default:
    return op->alternative == MC_SIGNAL_OK ? (struct mc_signal_use){.takes = op->argument[0]}
                                           : (struct mc_signal_use){.looks = op->argument[0]};
  }
}

static bool disturbs(const struct mc_signal_use *a, const struct mc_signal_use *b) {
  return (a->takes & (b->takes | b->looks | b->adds)) | (a->adds & b->looks) |
         (a->changes_mask & (b->sees_mask | b->changes_mask)) |
         (a->changes_action & (b->sees_action | b->changes_action));
}

static bool is_signals(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_signal || op->primitive == &mc_primitive_timer;
}

bool mc_signal_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (!is_signals(a) || !is_signals(b))
    return true;
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++) {
      const struct mc_signal_use of_a = use_of(a, i), of_b = use_of(b, j);
      if (a->object[i] == b->object[j] && (disturbs(&of_a, &of_b) || disturbs(&of_b, &of_a)))
        return true;
    }
  return false;
}

/// Who takes a signal sees what was done before it was sent. Nothing else orders memory: masks and
/// actions of two threads commute, so that an order of them would hide a race.
static uint64_t releases(const struct mc_operation *op, unsigned i) { return use_of(op, i).adds; }

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return op->kind == MC_SIGNAL_PENDING ||
                 (op->kind == MC_SIGNAL_TESTCANCEL && op->alternative == MC_SIGNAL_CANCELLED)
             ? UINT64_MAX
             : use_of(op, i).takes;
}

static const char *alternative_name(const struct mc_operation *op) {
  if (op->kind == MC_SIGNAL_KILL)
    return op->alternative == MC_SIGNAL_HERE ? "here" : "elsewhere";
  if (op->kind == MC_SIGNAL_TESTCANCEL)
    return op->alternative == MC_SIGNAL_CANCELLED ? "cancelled" : NULL;
  if (op->kind != MC_SIGNAL_TIMEDWAIT)
    return NULL;
  return op->alternative == MC_SIGNAL_OK ? "ok" : "timeout";
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_signals_state *s = state;
  if (s->handled & mc_signal_bit(MC_SIGNAL_OF_CANCELLATION)) {
    snprintf(text, size, "%s", s->pending ? "to be cancelled" : "not cancelled");
    return;
  }
  int used = snprintf(text, size, s->pending ? "pending:" : "no signal pending");
  for (int signal = 1; signal <= 64; signal++)
    if (s->pending >> (signal - 1) & 1 && (size_t)used < size)
      used += snprintf(text + used, size - (size_t)used, " %d", signal);
}

const struct mc_primitive mc_primitive_signal = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "signal",
    .operations = operations,
    .state_size = sizeof(struct mc_signals_state),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = mc_signal_dependent,
    .releases = releases,
    .acquires = acquires,
    .alternative_name = alternative_name,
    .print = print,
};
