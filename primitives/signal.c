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
//
// The objects are the thread's signals and then the process's; of a kill the process's, the
// sender's, and those of the other threads that could take it; of an action the process's, and
// those of the threads. Argument 0: the signal of a send, a kill, a handle, an action; the changed
// and looked for signals of a mask, the set of a wait, those that a suspend does not block, what is
// blocked again behind a resume, as bits where it is a set; of a handle also RESETS the action, and
// LOOKS_AT_PROCESS. Argument 1 of a mask, a handle, a suspend: all that are blocked from now on; of
// a send or kill: it has a handler in all traces; of an action: enum how, or that it only asks.
// Argument 2 of a handle: the changed and looked for signals; of a send: it is to the sender
// itself.
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
#include "builtin.h"
#include "calls.h"
#include "syscall.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  DELIVER = MC_SIGNAL_DELIVER,
  HANDLE = MC_SIGNAL_HANDLE,
  MASK = MC_SIGNAL_MASK,
  SEND,
  KILL,
  ACTION,
  WAIT,
  TIMEDWAIT,
  PENDING,
  SUSPEND,
  RESUME,
};
static const char *const operations[] = {"deliver", "handle", "mask",      "send",    "kill",
                                         "action",  "wait",   "timedwait", "pending", "suspend",
                                         "resume",  NULL};
enum { OK, TIMEOUT };
enum { HERE, ELSEWHERE };                 // alternatives of a kill
enum { PENDS, DELIVERED, FATAL, TAKABLE }; // results of a send, a kill
enum { RESETS = 1 << 8, LOOKS_AT_PROCESS = 1 << 9 };
enum how { BY_DEFAULT, IGNORED, HANDLED, ASKED };
enum { FIRST_QUEUED = 32, QUEUED = 33 }; // real-time signals are counted, others come once

struct mc_signals_state {
  uint64_t pending, blocked; // bit s - 1: signal s; of the process all are blocked
  uint64_t handled, ignored; // of the process: what is done with them
  uint16_t queued[QUEUED];
};

static uint64_t bit_of(const struct mc_operation *op) {
  return (uint64_t)1 << (op->argument[0] - 1) % 64;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TIMEDWAIT || op->kind == KILL ? 2 : 1;
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
    return op->alternative == HERE;
  if (!self || process->handled & bit_of(op))
    return op->alternative == ELSEWHERE || self;
  return op->alternative == HERE; // whoever it is
}

/// Signals of the set that are pending and not blocked.
static uint64_t due(const struct mc_signals_state *own, const struct mc_signals_state *process,
                    uint64_t set) {
  return (own->pending | (process ? process->pending : 0)) & set & ~own->blocked;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  if (op->kind == RESUME)
    return false;
  if (op->kind == KILL)
    return may_be_killed(op, state);
  if (op->kind == DELIVER)
    return op->alternative != MC_SIGNAL_IF_ANY ||
           due(state[0], op->objects > 1 ? state[1] : NULL, UINT64_MAX);
  if (op->kind != WAIT && op->kind != TIMEDWAIT)
    return true;
  const struct mc_signals_state *own = state[0], *process = state[1];
  const bool some = (own->pending | process->pending) & op->argument[0];
  return some == (op->alternative == OK);
}

static void pend(struct mc_signals_state *s, uint64_t signal) {
  s->pending |= (uint64_t)1 << (signal - 1);
  if (signal >= FIRST_QUEUED && s->queued[signal - FIRST_QUEUED] < UINT16_MAX)
    s->queued[signal - FIRST_QUEUED]++;
}

static void take(struct mc_signals_state *s, unsigned signal) {
  if (signal >= FIRST_QUEUED && --s->queued[signal - FIRST_QUEUED] > 0)
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
  if (signal >= FIRST_QUEUED)
    s->queued[signal - FIRST_QUEUED] = 0;
}

static uint64_t apply_send(const struct mc_operation *op, struct mc_signals_state *to,
                           const struct mc_signals_state *process) {
  const bool is_handled = process ? process->handled & bit_of(op) : op->argument[1];
  const bool is_blocked = to->blocked & bit_of(op);
  if (is_blocked || is_handled)
    pend(to, op->argument[0]);
  else if (!process || !(process->ignored & bit_of(op)))
    return FATAL;
  if (op->argument[1] && !op->argument[2])
    return TAKABLE; // whatever is blocked: the sender does not see that
  return is_handled && !is_blocked ? DELIVERED : PENDS;
}

static uint64_t apply_kill(const struct mc_operation *op, void *const state[]) {
  if (op->alternative == HERE && !others_could_take(op, (const void *const *)state))
    return apply_send(op, state[1], state[0]);
  struct mc_signals_state *process = state[0], *own = state[1];
  if (op->alternative == HERE && process->handled & bit_of(op)) {
    pend(own, op->argument[0]);
    return DELIVERED;
  }
  if (op->alternative == HERE || (others_could_take(op, (const void *const *)state) &&
                                  !(process->handled & bit_of(op))))
    return process->ignored & bit_of(op) ? PENDS : FATAL;
  pend(process, op->argument[0]);
  return others_could_take(op, (const void *const *)state) ? TAKABLE : PENDS;
}

static void apply_action(const struct mc_operation *op, void *const state[]) {
  struct mc_signals_state *process = state[0];
  if (op->argument[1] == ASKED)
    return;
  process->handled &= ~bit_of(op);
  process->ignored &= ~bit_of(op);
  if (op->argument[1] == HANDLED)
    process->handled |= bit_of(op);
  if (op->argument[1] != IGNORED)
    return;
  process->ignored |= bit_of(op);
  for (unsigned i = 0; i < op->objects; i++)
    discard(state[i], op->argument[0]);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_signals_state *own = state[0], *process = op->objects > 1 ? state[1] : NULL;
  switch (op->kind) {
  case DELIVER:
    *result = take_first(own, ~own->blocked);
    if (*result == 0)
      *result = take_first(process, ~own->blocked);
    break;
  case SEND:
    *result = apply_send(op, own, process);
    break;
  case KILL:
    *result = apply_kill(op, state);
    break;
  case ACTION:
    apply_action(op, state);
    break;
  case SUSPEND:
    own->blocked = op->argument[1];
    *result = due(own, process, UINT64_MAX);
    break;
  case HANDLE:
    own->blocked = op->argument[1];
    *result = due(own, op->argument[0] & LOOKS_AT_PROCESS ? process : NULL, op->argument[2]);
    if (op->argument[0] & RESETS)
      process->handled &= ~bit_of(op);
    break;
  case MASK:
    own->blocked = op->argument[1];
    *result = due(own, process, op->argument[0]);
    break;
  case PENDING:
    *result = (own->pending | process->pending) & own->blocked;
    break;
  default:
    if (op->alternative == OK)
      *result = take_first(own, op->argument[0]);
    if (op->alternative == OK && *result == 0)
      *result = take_first(process, op->argument[0]);
  }
  return NULL;
}

//===- Dependence -----------------------------------------------------------------------------===//

/// What a step does to an object: which signals it looks for, takes or drops, and adds; of which it
/// sees and changes whether they are blocked; and what is done with them.
struct use {
  uint64_t looks, takes, adds, sees_mask, changes_mask, sees_action, changes_action;
};

static struct use use_of(const struct mc_operation *op, unsigned i) {
  const bool is_process = op->kind == KILL || op->kind == ACTION ? i == 0 : i == 1;
  const uint64_t freed = op->argument[0] & ~op->argument[1];  // by a mask
  const uint64_t looked = op->argument[2] & ~op->argument[1]; // by a handle
  switch (op->kind) {
  case DELIVER:
    return (struct use){.takes = UINT64_MAX};
  case SEND:
    return is_process ? (struct use){.sees_action = bit_of(op)}
                      : (struct use){.adds = bit_of(op),
                                     .sees_mask = op->argument[1] ? 0 : bit_of(op)};
  case KILL:
    return is_process ? (struct use){.adds = bit_of(op), .sees_action = bit_of(op)}
                      : (struct use){.adds = i == 1 ? bit_of(op) : 0, .sees_mask = bit_of(op)};
  case MASK:
    return (struct use){.looks = freed, .changes_mask = is_process ? 0 : op->argument[0]};
  case HANDLE:
    return is_process
               ? (struct use){.looks = op->argument[0] & LOOKS_AT_PROCESS ? looked : 0,
                              .sees_action = bit_of(op),
                              .changes_action = op->argument[0] & RESETS ? bit_of(op) : 0}
               : (struct use){.looks = looked, .changes_mask = op->argument[2] & op->argument[1]};
  case ACTION:
    return (struct use){.takes = op->argument[1] == IGNORED ? bit_of(op) : 0,
                        .sees_action = bit_of(op),
                        .changes_action = op->argument[1] == ASKED ? 0 : bit_of(op)};
  case PENDING:
    return (struct use){.looks = UINT64_MAX};
  case SUSPEND:
    return (struct use){.looks = ~op->argument[1], .changes_mask = is_process ? 0 : UINT64_MAX};
  case RESUME:
    return (struct use){0};
  default:
    return op->alternative == OK ? (struct use){.takes = op->argument[0]}
                                 : (struct use){.looks = op->argument[0]};
  }
}

static bool disturbs(const struct use *a, const struct use *b) {
  return (a->takes & (b->takes | b->looks | b->adds)) | (a->adds & b->looks) |
         (a->changes_mask & (b->sees_mask | b->changes_mask)) |
         (a->changes_action & (b->sees_action | b->changes_action));
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return true;
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++) {
      const struct use of_a = use_of(a, i), of_b = use_of(b, j);
      if (a->object[i] == b->object[j] && (disturbs(&of_a, &of_b) || disturbs(&of_b, &of_a)))
        return true;
    }
  return false;
}

/// Who takes a signal sees what was done before it was sent. Nothing else orders memory: masks and
/// actions of two threads commute, so that an order of them would hide a race.
static uint64_t releases(const struct mc_operation *op, unsigned i) { return use_of(op, i).adds; }

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return op->kind == PENDING ? UINT64_MAX : use_of(op, i).takes;
}

static const char *alternative_name(const struct mc_operation *op) {
  if (op->kind == KILL)
    return op->alternative == HERE ? "here" : "elsewhere";
  if (op->kind != TIMEDWAIT)
    return NULL;
  return op->alternative == OK ? "ok" : "timeout";
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_signals_state *s = state;
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
    .dependent = dependent,
    .releases = releases,
    .acquires = acquires,
    .alternative_name = alternative_name,
    .print = print,
    .traits = 1u << MC_OF_SIGNALS,
};

//===- Interposed functions -------------------------------------------------------------------===//

static uint64_t bits(const sigset_t *set) {
  uint64_t word;
  memcpy(&word, set, sizeof word); // the kernel's part of it
  return word;
}

static bool is_there(const sigset_t *set) { return mc_may_read(set, sizeof(uint64_t)); }

static void set_bits(sigset_t *set, uint64_t word) {
  sigemptyset(set);
  memcpy(set, &word, sizeof word);
}

static bool is_signal(int signal) { return signal >= 1 && signal <= 64; }

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

static const volatile void *address_of(mc_thread thread) {
  return (const volatile void *)((uintptr_t)thread + 1);
}

mc_object mc_signals_of(mc_thread thread) {
  const mc_object o = mc_object_find(&mc_primitive_signal, address_of(thread));
  const struct mc_signals_state fresh = {.blocked = mc_thread_mask(thread)};
  return o != MC_NO_OBJECT ? o : mc_object_new(&mc_primitive_signal, address_of(thread), 0, &fresh);
}

static bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

static enum how how_is(int signal, const struct sigaction *action) {
  if (action->sa_handler == SIG_IGN ||
      (action->sa_handler == SIG_DFL && is_ignored_by_default(signal)))
    return IGNORED;
  return action->sa_handler == SIG_DFL ? BY_DEFAULT : HANDLED;
}

static enum how how_now(int signal) {
  struct sigaction action;
  return mc_sigaction(signal, NULL, &action) == 0 ? how_is(signal, &action) : BY_DEFAULT;
}

mc_object mc_signals_of_process(void) {
  const mc_object o = mc_object_find(&mc_primitive_signal, NULL);
  struct mc_signals_state fresh = {.blocked = UINT64_MAX};
  if (o != MC_NO_OBJECT)
    return o;
  for (int signal = 1; signal <= 64; signal++) {
    const enum how how = how_now(signal);
    fresh.handled |= how == HANDLED ? bit(signal) : 0;
    fresh.ignored |= how == IGNORED ? bit(signal) : 0;
  }
  return mc_object_new(&mc_primitive_signal, NULL, 0, &fresh);
}

static uint64_t blocked_by(mc_thread thread) {
  const mc_object o = mc_object_find(&mc_primitive_signal, address_of(thread));
  return o == MC_NO_OBJECT ? mc_thread_mask(thread)
                           : ((const struct mc_signals_state *)mc_object_state(o))->blocked;
}

static struct mc_operation on_both(uint16_t kind, uint64_t argument) {
  return (struct mc_operation){.primitive = &mc_primitive_signal,
                               .kind = kind,
                               .objects = 2,
                               .object = {mc_signals_of(mc_self()), mc_signals_of_process()},
                               .argument = {argument}};
}

/// The process's signals, the caller's, and those of the other threads there are, as far as there
/// is room.
static struct mc_operation on_all(uint16_t kind, uint64_t argument) {
  struct mc_operation op = on_both(kind, argument);
  op.object[1] = op.object[0];
  op.object[0] = mc_signals_of_process();
  for (mc_thread t = 0; t < MC_MAX_THREADS && op.objects < MC_MAX_OPERATION_OBJECTS; t++)
    if (t != mc_self() && mc_thread_is_alive(t))
      op.object[op.objects++] = mc_signals_of(t);
  return op;
}

/// More threads are there than the operation names: whether they block the signal, and what is
/// pending for them, it does not see.
static void warn_of_others(const struct mc_operation *op, const struct mc_site *site) {
  unsigned alive = 0;
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++)
    alive += mc_thread_is_alive(t);
  if (alive + 1u > op->objects)
    mc_warn(MC_WARN_SIGNAL_THREADS, site);
}

//===- Handling -------------------------------------------------------------------------------===//

static void set_mask(uint64_t changed, uint64_t blocked, const struct mc_site *site);
static bool deliver(uint64_t signals, uint64_t restored, const struct mc_site *site);

static void raise_here(int signal) {
  ((int (*)(pthread_t, int))mc_real("pthread_kill"))(pthread_self(), signal);
}

/// The process ends of it, or is stopped.
static void end_by(int signal, const struct mc_site *site) {
  if (signal == SIGKILL)
    mc_killed_itself(site);
  if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU)
    mc_stopped_itself(signal, site);
  if (how_now(signal) == BY_DEFAULT) // the runtime may use it
    mc_sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  raise_here(signal);
}

static uint64_t blocked_in(int signal, const struct sigaction *action) {
  return bits(&action->sa_mask) | (action->sa_flags & SA_NODEFER ? 0 : bit(signal));
}

/// The kernel sets up the handlers' frames, one upon the other: the last one runs first.
static void let_others_begin(uint64_t signals, uint64_t blocked, uint64_t before,
                             const struct mc_site *site) {
  if (!signals)
    return;
  mc_thread_set_mask(blocked);
  deliver(signals, blocked, site);
  mc_thread_set_mask(before);
}

/// `restored` is blocked when the handler ends. `others` are to be delivered, too; the same signal
/// may be pending for the thread and for the process.
static enum mc_handled handle(int signal, uint64_t restored, uint64_t others,
                              const struct mc_site *site) {
  struct sigaction action, now;
  const uint64_t before = blocked_by(mc_self());
  uint64_t after, upon;
  mc_sigaction(signal, NULL, &action);
  for (;; action = now) { // another thread may change it meanwhile
    if (how_is(signal, &action) == IGNORED)
      return MC_NOT_HANDLED;
    if (how_is(signal, &action) == BY_DEFAULT) {
      end_by(signal, site);
      return MC_NOT_HANDLED;
    }
    after = before | blocked_in(signal, &action);
    struct mc_operation op = on_both(HANDLE, (uint64_t)signal);
    op.argument[0] |= action.sa_flags & (int)SA_RESETHAND ? RESETS : 0;
    op.argument[0] |= others & ~after || mc_process_is_interrupted() ? LOOKS_AT_PROCESS : 0;
    op.argument[1] = after;
    op.argument[2] = (blocked_by(mc_self()) ^ after) | (~after & (others | mc_late_signals()));
    op.flags = MC_ELSEWHERE; // the kernel knows the action
    upon = mc_transition(&op, site);
    mc_sigaction(signal, NULL, &now);
    if (now.sa_handler == action.sa_handler && now.sa_flags == action.sa_flags &&
        bits(&now.sa_mask) == bits(&action.sa_mask))
      break;
  }
  let_others_begin(upon, after, before, site);
  const int error = errno;
  mc_handler_begins();
  raise_here(signal);
  mc_handler_ends(errno != error);
  set_mask((blocked_by(mc_self()) ^ restored) | (~restored & mc_late_signals()), restored, site);
  return action.sa_flags & SA_RESTART ? MC_HANDLED_TO_RESTART : MC_HANDLED;
}

enum mc_handled mc_signal_handle(int signal, const struct mc_operation *interrupted,
                                 const struct mc_site *site) {
  const bool is_resume =
      interrupted->primitive == &mc_primitive_signal && interrupted->kind == RESUME;
  return handle(signal, is_resume ? interrupted->argument[0] : blocked_by(mc_self()), 0, site);
}

/// These signals are to be delivered before the calling thread goes on: the first one's handler
/// lets the others begin, or its end does. True: a handler was called.
static bool deliver(uint64_t signals, uint64_t restored, const struct mc_site *site) {
  while (signals) {
    struct mc_operation op = on_both(DELIVER, 0);
    const int signal = (int)mc_transition(&op, site);
    if (signal == 0) // another thread has it
      return false;
    if (handle(signal, restored, signals, site) != MC_NOT_HANDLED)
      return true;
    if (signal < FIRST_QUEUED)
      signals &= ~bit(signal);
  }
  return false;
}

//===- Sending --------------------------------------------------------------------------------===//

static int send_to_thread(mc_thread thread, int signal, const struct mc_site *site) {
  if (signal != 0 && !is_signal(signal))
    return EINVAL;
  if (signal == 0)
    return 0;
  struct mc_operation op = {.primitive = &mc_primitive_signal,
                            .kind = SEND,
                            .objects = 2,
                            .object = {mc_signals_of(thread), mc_signals_of_process()},
                            .argument = {(uint64_t)signal,
                                         mc_action_is_fixed(signal) && how_now(signal) == HANDLED,
                                         thread == mc_self()}};
  const uint64_t result = mc_transition(&op, site);
  if (result != PENDS && thread != mc_self())
    mc_thread_is_interrupted(thread, signal);
  if (result == FATAL)
    end_by(signal, site);
  if (result == DELIVERED && thread == mc_self())
    deliver(bit(signal), blocked_by(mc_self()), site);
  return 0;
}

static bool has_others(void) {
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++)
    if (t != mc_self() && mc_thread_is_alive(t))
      return true;
  return false;
}

static int send_to_process(int signal, const struct mc_site *site) {
  if (signal != 0 && !is_signal(signal))
    return EINVAL;
  if (signal == 0)
    return 0;
  struct mc_operation op = on_all(KILL, (uint64_t)signal);
  warn_of_others(&op, site);
  const uint64_t result = mc_transition(&op, site);
  if (result != PENDS && has_others())
    mc_threads_are_interrupted(signal);
  if (result == FATAL)
    end_by(signal, site);
  if (result == DELIVERED)
    deliver(bit(signal), blocked_by(mc_self()), site);
  return 0;
}

MC_INTERPOSE(int, pthread_kill, (pthread_t thread, int signal), (thread, signal)) {
  if (!mc_checking())
    return ((int (*)(pthread_t, int))mc_real("pthread_kill"))(thread, signal);
  const mc_thread number = mc_thread_number(thread);
  if (number == MC_NO_THREAD)
    mc_misuse("pthread_kill of something that is no thread", MC_NO_OBJECT, site);
  return send_to_thread(number, signal, site);
}

MC_INTERPOSE(int, raise, (int signal), (signal)) {
  if (!mc_checking())
    return ((int (*)(int))mc_real("raise"))(signal);
  return mc_by_errno(send_to_thread(mc_self(), signal, site));
}

/// Also by the number of a thread, as the kernel takes it.
static bool is_own_process(pid_t process) {
  return process == getpid() || (process > getpid() && process - getpid() < MC_MAX_THREADS &&
                                 mc_thread_is_alive((mc_thread)(process - getpid())));
}

MC_INTERPOSE_UNHOOKED(int, kill, (pid_t process, int signal), (process, signal)) {
  if (process <= 0 && signal != 0)
    mc_warn_of(MC_WARN_SIGNAL_CALL, "kill of a group of processes", site);
  if (process == -1) // all that it may signal, which is not for a check to do; nor is it sent to itself
    return signal && !is_signal(signal) ? mc_by_errno(EINVAL) : 0;
  if (process == 0 || process == -getpgrp()) // in which McMini has processes, too
    return mc_by_errno(send_to_process(signal, site));
  if (process == getppid()) // which has another number
    return signal ? mc_warn_of(MC_WARN_SIGNAL_CALL, "kill of the parent", site), 0 : 0;
  if (!is_own_process(process))
    return MC_REAL(kill)(process, signal);
  return mc_by_errno(send_to_process(signal, site));
}

MC_INTERPOSE_UNHOOKED(int, killpg, (pid_t group, int signal), (group, signal)) {
  return group < 0 ? mc_by_errno(EINVAL) : mc_checked_kill(site, -group, signal);
}

MC_INTERPOSE_UNHOOKED(int, sigqueue, (pid_t process, int signal, const union sigval value),
                      (process, signal, value)) {
  (void)value;
  if (process != getpid())
    return MC_REAL(sigqueue)(process, signal, value);
  mc_warn(MC_WARN_SIGNAL_VALUE, site);
  return mc_by_errno(send_to_process(signal, site));
}

MC_INTERPOSE_UNHOOKED(int, pthread_sigqueue,
                      (pthread_t thread, int signal, const union sigval value),
                      (thread, signal, value)) {
  (void)value;
  const mc_thread number = mc_thread_number(thread);
  if (number == MC_NO_THREAD)
    return ESRCH;
  mc_warn(MC_WARN_SIGNAL_VALUE, site);
  return send_to_thread(number, signal, site);
}

MC_INTERPOSE_UNHOOKED(int, tgkill, (pid_t process, pid_t thread, int signal),
                      (process, thread, signal)) {
  const mc_thread number = (mc_thread)(thread - getpid()); // as gettid has it
  if (process != getpid())
    return MC_REAL(tgkill)(process, thread, signal);
  return mc_by_errno(thread >= process && thread - process < MC_MAX_THREADS &&
                             mc_thread_is_alive(number)
                         ? (uint64_t)send_to_thread(number, signal, site)
                         : ESRCH);
}

//===- What is done with a signal -------------------------------------------------------------===//

void mc_signal_acts(int signal, const struct sigaction *action, const struct mc_site *site) {
  if (!is_signal(signal) || signal == SIGKILL || signal == SIGSTOP)
    return;
  struct mc_operation op = on_all(ACTION, (uint64_t)signal);
  op.flags = MC_ELSEWHERE;
  op.argument[1] = action ? how_is(signal, action) : ASKED;
  if (op.argument[1] != IGNORED)
    op.objects = 1;
  else
    warn_of_others(&op, site);
  mc_transition(&op, site);
}

//===- Blocking -------------------------------------------------------------------------------===//

static void set_mask(uint64_t changed, uint64_t blocked, const struct mc_site *site) {
  struct mc_operation op = on_both(MASK, changed);
  op.argument[1] = blocked;
  const uint64_t signals = mc_transition(&op, site);
  mc_thread_set_mask(blocked);
  deliver(signals, blocked, site);
}

void mc_signals_are_blocked(uint64_t blocked, uint64_t apart, const struct mc_site *site) {
  const uint64_t before = blocked_by(mc_self());
  const uint64_t after = (blocked & ~apart) | (before & apart);
  if (after != before)
    set_mask(before ^ after, after, site);
}

void mc_signals_settle(bool for_good, const struct mc_site *site) {
  const uint64_t before = blocked_by(mc_self());
  struct mc_operation op = on_both(MASK, for_good ? ~before : 0);
  op.argument[1] = for_good ? UINT64_MAX : before;
  mc_transition(&op, site);
}

static uint64_t without_kill(uint64_t signals) {
  return signals & ~((uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1));
}

/// What is pending and not blocked then comes before it returns (POSIX, pthread_sigmask), changed
/// or not.
static int mask(int how, const sigset_t *set, sigset_t *old, const struct mc_site *site) {
  mc_signals_look(site);
  const uint64_t before = blocked_by(mc_self());
  uint64_t after = before;
  if (set && how == SIG_BLOCK)
    after |= bits(set);
  else if (set && how == SIG_UNBLOCK)
    after &= ~bits(set);
  else if (set && how == SIG_SETMASK)
    after = bits(set);
  else if (set)
    return EINVAL;
  after = without_kill(after);
  const bool is_told = !old || mc_may_write(old, sizeof before);
  if (old && is_told) {
    mc_gives(site, old, sizeof before);
    set_bits(old, before);
  }
  if (set && mc_is_interrupted(mc_self()))
    set_mask((before ^ after) | ~after, after, site);
  else if (after != before)
    set_mask(before ^ after, after, site);
  return is_told ? 0 : EFAULT;
}

MC_INTERPOSE(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old)) {
  if (!mc_checking())
    return ((int (*)(int, const sigset_t *, sigset_t *))mc_real("pthread_sigmask"))(how, set, old);
  return mask(how, set, old, site);
}

MC_INTERPOSE(int, sigprocmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old)) {
  if (!mc_checking())
    return ((int (*)(int, const sigset_t *, sigset_t *))mc_real("sigprocmask"))(how, set, old);
  return mc_by_errno(mask(how, set, old, site));
}

//===- Waiting --------------------------------------------------------------------------------===//

/// Returns the signal, 0 after a timeout or a handler.
static int take_one(struct mc_operation *op, siginfo_t *info, const struct mc_site *site) {
  const int signal = (int)mc_transition(op, site);
  if (info && signal && op->alternative == OK) {
    if (!mc_may_write(info, sizeof *info))
      return mc_by_errno(EFAULT);
    mc_gives(site, info, sizeof *info);
    memset(info, 0, sizeof *info);
    info->si_signo = signal;
    info->si_code = SI_USER;
    info->si_pid = getpid();
    info->si_uid = getuid();
  }
  return op->alternative == OK ? signal : 0;
}

static int wait_for(const sigset_t *set, siginfo_t *info, uint16_t flags,
                    const struct mc_site *site) {
  if (!is_there(set))
    return mc_by_errno(EFAULT);
  struct mc_operation op = on_both(WAIT, bits(set));
  op.flags = flags;
  const int signal = take_one(&op, info, site);
  return op.alternative == MC_CUT_SHORT ? mc_by_errno(EINTR) : signal;
}

MC_INTERPOSE(int, sigwait, (const sigset_t *set, int *signal), (set, signal)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *, int *))mc_real("sigwait"))(set, signal);
  const int taken = wait_for(set, NULL, 0, site);
  if (taken < 0)
    return errno;
  mc_gives(site, signal, sizeof *signal);
  *signal = taken;
  return 0;
}

MC_INTERPOSE(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *, siginfo_t *))mc_real("sigwaitinfo"))(set, info);
  return wait_for(set, info, MC_EINTR, site);
}

typedef int sigtimedwait_function(const sigset_t *, siginfo_t *, const struct timespec *);

MC_INTERPOSE(int, sigtimedwait,
             (const sigset_t *set, siginfo_t *info, const struct timespec *timeout),
             (set, info, timeout)) {
  if (!mc_checking())
    return ((sigtimedwait_function *)mc_real("sigtimedwait"))(set, info, timeout);
  if (!timeout)
    return wait_for(set, info, MC_EINTR, site);
  if (!is_there(set) || !mc_may_read(timeout, sizeof *timeout))
    return mc_by_errno(EFAULT);
  if (!mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  struct mc_operation op = on_both(TIMEDWAIT, bits(set));
  op.flags = MC_YIELD | MC_EINTR; // a timeout is
  const int signal = take_one(&op, info, site);
  if (op.alternative == OK)
    return signal;
  if (op.alternative == MC_CUT_SHORT)
    return mc_by_errno(EINTR);
  mc_clock_reach(mc_deadline_after(mc_nanoseconds(timeout)));
  return mc_by_errno(EAGAIN);
}

/// Until a handler has run, with these signals blocked meanwhile. Its end puts back what was
/// blocked before.
static int suspend(uint64_t blocked, const struct mc_site *site) {
  mc_signals_look(site);
  const uint64_t before = blocked_by(mc_self());
  struct mc_operation op = on_both(SUSPEND, ~blocked);
  op.argument[1] = blocked;
  const uint64_t signals = mc_transition(&op, site);
  mc_thread_set_mask(blocked);
  if (!deliver(signals, before, site)) {
    op = on_both(RESUME, before);
    op.flags = MC_BEGUN;
    mc_transition(&op, site);
  }
  return mc_by_errno(EINTR);
}

MC_INTERPOSE(int, sigsuspend, (const sigset_t *mask), (mask)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *))mc_real("sigsuspend"))(mask);
  return is_there(mask) ? suspend(without_kill(bits(mask)), site) : mc_by_errno(EFAULT);
}

int mc_signal_pause(const struct mc_site *site) { return suspend(blocked_by(mc_self()), site); }

MC_INTERPOSE_UNHOOKED(int, pause, (), ()) { return mc_signal_pause(site); }

MC_INTERPOSE(int, sigpending, (sigset_t * set), (set)) {
  if (!mc_checking())
    return ((int (*)(sigset_t *))mc_real("sigpending"))(set);
  struct mc_operation op = on_both(PENDING, 0);
  const uint64_t pending = mc_transition(&op, site);
  if (!mc_may_write(set, sizeof pending))
    return mc_by_errno(EFAULT);
  mc_gives(site, set, sizeof pending);
  set_bits(set, pending);
  return 0;
}

//===- System calls ---------------------------------------------------------------------------===//

static const char *unseen_call(long number) {
  switch (number) {
  case SYS_rt_sigaction:
    return "rt_sigaction as a system call";
  case SYS_rt_sigprocmask:
    return "rt_sigprocmask as a system call";
  case SYS_rt_sigpending:
    return "rt_sigpending as a system call";
  case SYS_rt_sigsuspend:
    return "rt_sigsuspend as a system call";
  case SYS_rt_sigtimedwait:
    return "rt_sigtimedwait as a system call";
  case SYS_signalfd:
  case SYS_signalfd4:
    return "signalfd as a system call";
  case SYS_pidfd_send_signal:
    return "pidfd_send_signal";
  default:
    return NULL;
  }
}

bool mc_signal_call(const struct mc_site *site, long number, const long a[6], long *result) {
  const char *const unseen = unseen_call(number);
  if (unseen)
    mc_warn_of(MC_WARN_SIGNAL_CALL, unseen, site);
  if (number == SYS_alarm || number == SYS_setitimer || number == SYS_timer_settime)
    mc_warn(MC_WARN_TIMER, site);
  if (number == SYS_rt_sigprocmask && a[3] == sizeof(uint64_t) &&
      mc_may_read((const void *)a[1], sizeof(uint64_t))) {
    const uint64_t kept = mc_thread_never_blocked(), set = *(const uint64_t *)a[1];
    const uint64_t blocked = a[0] == SIG_UNBLOCK ? set : set & ~kept;
    *result = mc_file_make(number, (long[]){a[0], (long)&blocked, a[2], a[3]});
    return true;
  }
  const bool is_own = a[0] == getpid();
  if (number == SYS_kill)
    *result = mc_checked_kill(site, (pid_t)a[0], (int)a[1]);
  else if (number == SYS_tkill)
    *result = mc_checked_tgkill(site, getpid(), (pid_t)a[0], (int)a[1]);
  else if (number == SYS_tgkill)
    *result = mc_checked_tgkill(site, (pid_t)a[0], (pid_t)a[1], (int)a[2]);
  else if (number == SYS_pause)
    *result = mc_signal_pause(site);
  else if (number == SYS_sigaltstack)
    *result = sigaltstack((const stack_t *)a[0], (stack_t *)a[1]);
  else if (number == SYS_rt_sigqueueinfo && is_own)
    *result = mc_checked_sigqueue(site, (pid_t)a[0], (int)a[1], (union sigval){0});
  else if (number == SYS_rt_tgsigqueueinfo && is_own) {
    mc_warn(MC_WARN_SIGNAL_VALUE, site);
    *result = mc_checked_tgkill(site, (pid_t)a[0], (pid_t)a[1], (int)a[2]);
  } else
    return false;
  return true;
}

MC_INTERPOSE_UNHOOKED(int, signalfd, (int fd, const sigset_t *set, int flags), (fd, set, flags)) {
  mc_warn_of(MC_WARN_SIGNAL_CALL, "signalfd", site);
  return MC_REAL(signalfd)(fd, set, flags);
}
