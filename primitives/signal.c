// primitives/signal.c - the signals that are pending for a thread, or for the process.
//
//   send     by pthread_kill, raise, kill; sends commute with each other
//   mask     pthread_sigmask, sigprocmask, where it changes the set of blocked signals
//   wait     sigwait, sigwaitinfo: enabled when a signal of the set is pending; takes the lowest,
//            the thread's own before the process's
//   timedwait  ok: as wait; timeout: while none is pending
//   pending  sigpending
//   suspend  sigsuspend, pause: changes the set of blocked signals, and takes what is pending
//   resume   after it, if nothing was: enabled once a signal with a handler has been delivered, or
//            one that is not blocked is pending for the process, which it takes
//
// The objects of a wait, a pending, a suspend, a resume and an unblocking mask are the thread's
// signals and the process's. Argument 0: the signal of a send, the changed signals of a mask, the
// set of a wait, those that a suspend or a resume does not block, as bits where it is a set.
// Argument 1 of a mask and a suspend: all that are blocked from now on; of a send: it has a
// handler.
//
// A thread inherits the blocked signals of its creator. A signal that its thread blocks stays
// pending; any other is delivered: the result of the send says so, and what happens then is not
// modelled. A handler in another thread runs at the end of that thread's present visible operation
// and not earlier; the default action happens at once. A signal for the process goes to the lowest
// thread that does not block it; those masks are looked at when it is sent, and so a mask that
// changes meanwhile is not explored, but for a suspended thread's. Not seen: sigqueue, signalfd,
// signals from outside.
#define _GNU_SOURCE
#include "calls.h"
#include <errno.h>
#include <mcmini/primitive.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SEND, MASK, WAIT, TIMEDWAIT, PENDING, SUSPEND, RESUME };
static const char *const operations[] = {"send",    "mask",    "wait",   "timedwait",
                                         "pending", "suspend", "resume", NULL};
enum { OK, TIMEOUT };
enum { FIRST_QUEUED = 32, QUEUED = 33 }; // real-time signals are counted, others come once

struct mc_signals_state {
  uint64_t pending, blocked; // bit s - 1: signal s; of the process all are blocked
  uint16_t queued[QUEUED];
  uint16_t interrupted; // a handler was called since the last suspend
};

static uint64_t bits_of(const struct mc_operation *op) {
  if (op->kind == PENDING || op->kind == SUSPEND)
    return UINT64_MAX;
  return op->kind == SEND ? (uint64_t)1 << (op->argument[0] - 1) : op->argument[0];
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TIMEDWAIT ? 2 : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  if (op->kind != WAIT && op->kind != TIMEDWAIT && op->kind != RESUME)
    return true;
  const struct mc_signals_state *own = state[0], *process = state[1];
  if (op->kind == RESUME)
    return own->interrupted || process->pending & op->argument[0];
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

/// Takes the lowest pending signal of the set; 0: none is pending.
static unsigned take_lowest(struct mc_signals_state *s, uint64_t set) {
  const uint64_t some = s->pending & set;
  if (!some)
    return 0;
  const unsigned signal = (unsigned)__builtin_ctzll(some) + 1;
  take(s, signal);
  return signal;
}

/// What was pending and is no longer blocked is delivered now.
static uint64_t unblock(struct mc_signals_state *s, uint64_t set) {
  const uint64_t delivered = s->pending & set;
  while (take_lowest(s, set))
    ;
  return delivered;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_signals_state *own = state[0], *process = op->objects > 1 ? state[1] : NULL;
  switch (op->kind) {
  case SEND:
    if (own->blocked & bits_of(op))
      pend(own, op->argument[0]);
    else {
      *result = 1;
      own->interrupted |= op->argument[1] != 0;
    }
    break;
  case SUSPEND:
    own->interrupted = 0;
    own->blocked = op->argument[1];
    *result = unblock(own, op->argument[0]) | unblock(process, op->argument[0]);
    break;
  case RESUME:
    *result = unblock(process, op->argument[0]);
    break;
  case MASK:
    own->blocked = op->argument[1];
    if (process)
      *result = unblock(own, op->argument[0] & ~op->argument[1]) |
                unblock(process, op->argument[0] & ~op->argument[1]);
    break;
  case PENDING:
    *result = (own->pending | process->pending) & own->blocked;
    break;
  default:
    if (op->alternative == OK)
      *result = take_lowest(own, op->argument[0]);
    if (op->alternative == OK && *result == 0)
      *result = take_lowest(process, op->argument[0]);
  }
  return NULL;
}

static bool is_read(const struct mc_operation *op) {
  return op->alternative == TIMEOUT || op->kind == PENDING;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return !(a->kind == SEND && b->kind == SEND) && !(is_read(a) && is_read(b)) &&
         (bits_of(a) & bits_of(b));
}

static const char *alternative_name(const struct mc_operation *op) {
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
    .alternative_name = alternative_name,
    .print = print,
};

//===- Interposed functions -------------------------------------------------------------------===//

static uint64_t bits(const sigset_t *set) {
  uint64_t word;
  memcpy(&word, set, sizeof word); // the kernel's part of it
  return word;
}

static void set_bits(sigset_t *set, uint64_t word) {
  sigemptyset(set);
  memcpy(set, &word, sizeof word);
}

static bool is_signal(int signal) { return signal >= 1 && signal <= 64; }

static const volatile void *address_of(mc_thread thread) {
  return (const volatile void *)((uintptr_t)thread + 1);
}

static mc_object signals_of(mc_thread thread) {
  const mc_object o = mc_object_find(&mc_primitive_signal, address_of(thread));
  const struct mc_signals_state fresh = {.blocked = mc_thread_mask(thread)};
  return o != MC_NO_OBJECT ? o : mc_object_new(&mc_primitive_signal, address_of(thread), 0, &fresh);
}

static mc_object process_signals(void) {
  const mc_object o = mc_object_find(&mc_primitive_signal, NULL);
  const struct mc_signals_state fresh = {.blocked = UINT64_MAX};
  return o != MC_NO_OBJECT ? o : mc_object_new(&mc_primitive_signal, NULL, 0, &fresh);
}

static uint64_t blocked_by(mc_thread thread) {
  const mc_object o = mc_object_find(&mc_primitive_signal, address_of(thread));
  return o == MC_NO_OBJECT ? mc_thread_mask(thread)
                           : ((const struct mc_signals_state *)mc_object_state(o))->blocked;
}

//===- Sending --------------------------------------------------------------------------------===//

static void deliver(mc_thread thread, int signal, const struct mc_site *site) {
  struct sigaction action;
  if (signal == SIGKILL)
    mc_killed_itself(site);
  mc_sigaction(signal, NULL, &action);
  if (thread == mc_self() || action.sa_handler == SIG_DFL) {
    ((int (*)(pthread_t, int))mc_real("pthread_kill"))(pthread_self(), signal);
  } else if (action.sa_handler != SIG_IGN) {
    mc_warn(MC_WARN_HANDLER_MOMENTS, site);
    mc_thread_interrupt(thread, signal);
  }
}

static bool has_handler(int signal) {
  struct sigaction action;
  mc_sigaction(signal, NULL, &action);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

static uint64_t send(mc_object object, int signal, const struct mc_site *site) {
  struct mc_operation op = {.primitive = &mc_primitive_signal,
                            .kind = SEND,
                            .objects = 1,
                            .object = {object},
                            .argument = {(uint64_t)signal, has_handler(signal)}};
  return mc_transition(&op, site);
}

static int send_to_thread(mc_thread thread, int signal, const struct mc_site *site) {
  if (signal != 0 && !is_signal(signal))
    return EINVAL;
  if (signal != 0 && send(signals_of(thread), signal, site))
    deliver(thread, signal, site);
  return 0;
}

static int send_to_process(int signal, const struct mc_site *site) {
  if (signal != 0 && !is_signal(signal))
    return EINVAL;
  for (mc_thread t = 0; signal != 0 && t < MC_MAX_THREADS; t++)
    if (mc_thread_is_alive(t) && !(blocked_by(t) >> (signal - 1) & 1))
      return send_to_thread(t, signal, site);
  if (signal != 0)
    send(process_signals(), signal, site);
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

MC_INTERPOSE_UNHOOKED(int, kill, (pid_t process, int signal), (process, signal)) {
  if (process != getpid())
    return MC_REAL(kill)(process, signal);
  return mc_by_errno(send_to_process(signal, site));
}

//===- Blocking -------------------------------------------------------------------------------===//

/// To the calling thread. True: a handler was called.
static bool deliver_all(uint64_t delivered, const struct mc_site *site) {
  bool handled = false;
  for (int signal = 1; signal <= 64; signal++)
    if (delivered >> (signal - 1) & 1) {
      handled |= has_handler(signal);
      deliver(mc_self(), signal, site);
    }
  return handled;
}

static void change_mask(uint64_t old, uint64_t new, const struct mc_site *site) {
  const uint64_t changed = old ^ new;
  struct mc_operation op = {.primitive = &mc_primitive_signal,
                            .kind = MASK,
                            .objects = 1,
                            .object = {signals_of(mc_self())},
                            .argument = {changed, new}};
  if (changed & old)
    op.object[op.objects++] = process_signals();
  const uint64_t delivered = mc_transition(&op, site);
  mc_thread_set_mask(new);
  deliver_all(delivered, site);
}

static uint64_t without_kill(uint64_t signals) {
  return signals & ~((uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1));
}

static int mask(int how, const sigset_t *set, sigset_t *old, const struct mc_site *site) {
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
  if (old)
    set_bits(old, before);
  if (after != before)
    change_mask(before, after, site);
  return 0;
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

static struct mc_operation on_both(uint16_t kind, uint64_t set) {
  return (struct mc_operation){.primitive = &mc_primitive_signal,
                               .kind = kind,
                               .objects = 2,
                               .object = {signals_of(mc_self()), process_signals()},
                               .argument = {set}};
}

/// Returns the signal, 0 after a timeout.
static int take_one(struct mc_operation *op, siginfo_t *info, const struct mc_site *site) {
  const int signal = (int)mc_transition(op, site);
  if (info && signal) {
    memset(info, 0, sizeof *info);
    info->si_signo = signal;
    info->si_code = SI_USER;
    info->si_pid = getpid();
    info->si_uid = getuid();
  }
  return signal;
}

static int wait_for(const sigset_t *set, siginfo_t *info, const struct mc_site *site) {
  struct mc_operation op = on_both(WAIT, bits(set));
  return take_one(&op, info, site);
}

MC_INTERPOSE(int, sigwait, (const sigset_t *set, int *signal), (set, signal)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *, int *))mc_real("sigwait"))(set, signal);
  *signal = wait_for(set, NULL, site);
  return 0;
}

MC_INTERPOSE(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *, siginfo_t *))mc_real("sigwaitinfo"))(set, info);
  return wait_for(set, info, site);
}

typedef int sigtimedwait_function(const sigset_t *, siginfo_t *, const struct timespec *);

MC_INTERPOSE(int, sigtimedwait,
             (const sigset_t *set, siginfo_t *info, const struct timespec *timeout),
             (set, info, timeout)) {
  if (!mc_checking())
    return ((sigtimedwait_function *)mc_real("sigtimedwait"))(set, info, timeout);
  if (!timeout)
    return wait_for(set, info, site);
  if (!mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  struct mc_operation op = on_both(TIMEDWAIT, bits(set));
  op.flags = MC_YIELD; // a timeout is
  const int signal = take_one(&op, info, site);
  if (op.alternative == OK)
    return signal;
  mc_clock_reach(mc_deadline_after(mc_nanoseconds(timeout)));
  return mc_by_errno(EAGAIN);
}

/// Until a handler has run, with these signals blocked meanwhile.
static int suspend(uint64_t blocked, const struct mc_site *site) {
  const uint64_t before = blocked_by(mc_self());
  struct mc_operation op = on_both(SUSPEND, ~blocked);
  op.argument[1] = blocked;
  uint64_t delivered = mc_transition(&op, site);
  mc_thread_set_mask(blocked);
  if (!deliver_all(delivered, site)) {
    op.kind = RESUME;
    do
      delivered = mc_transition(&op, site);
    while (delivered && !deliver_all(delivered, site));
  }
  if (before != blocked)
    change_mask(blocked, before, site);
  return mc_by_errno(EINTR);
}

MC_INTERPOSE(int, sigsuspend, (const sigset_t *mask), (mask)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *))mc_real("sigsuspend"))(mask);
  return suspend(without_kill(bits(mask)), site);
}

MC_INTERPOSE_UNHOOKED(int, pause, (), ()) { return suspend(blocked_by(mc_self()), site); }

MC_INTERPOSE(int, sigpending, (sigset_t * set), (set)) {
  if (!mc_checking())
    return ((int (*)(sigset_t *))mc_real("sigpending"))(set);
  struct mc_operation op = on_both(PENDING, 0);
  set_bits(set, mc_transition(&op, site));
  return 0;
}
