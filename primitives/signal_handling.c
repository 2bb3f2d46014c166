// primitives/signal_handling.c - how a signal is handled: its handler runs in the thread that has
// taken it, and ends by a mask. Masks, and what is delivered where one lets signals through.
#define _GNU_SOURCE
#include "signal.h"
#include "syscall.h"
#include <errno.h>

static void raise_here(int signal) {
  ((int (*)(pthread_t, int))mc_real("pthread_kill"))(pthread_self(), signal);
}

void mc_signal_end_by(int signal, const struct mc_site *site) {
  if (signal == SIGKILL)
    mc_killed_itself(site);
  if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU)
    mc_stopped_itself(signal, site);
  if (mc_signal_how_now(signal) == MC_SIGNAL_BY_DEFAULT) // the runtime may use it
    mc_sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  if (mc_signals_blocked_by(mc_self()) & mc_signal_bit(signal)) // it ends whoever it was sent to
    mc_thread_set_mask(mc_signals_blocked_by(mc_self()) & ~mc_signal_bit(signal));
  raise_here(signal);
}

static uint64_t blocked_in(int signal, const struct sigaction *action) {
  return mc_signal_bits(&action->sa_mask) |
         (action->sa_flags & SA_NODEFER ? 0 : mc_signal_bit(signal));
}

/// The kernel sets up the handlers' frames, one upon the other: the last one runs first.
static void let_others_begin(uint64_t signals, uint64_t blocked, uint64_t before,
                             const struct mc_site *site) {
  if (!signals)
    return;
  mc_thread_set_mask(blocked);
  mc_signals_deliver(signals, blocked, site);
  mc_thread_set_mask(before);
}

/// `restored` is blocked when the handler ends. `others` are to be delivered, too; the same signal
/// may be pending for the thread and for the process.
static enum mc_handled handle(int signal, uint64_t restored, uint64_t others,
                              const struct mc_site *site) {
  struct sigaction action, now;
  const uint64_t before = mc_signals_blocked_by(mc_self());
  uint64_t after, upon;
  mc_sigaction(signal, NULL, &action);
  for (;; action = now) { // another thread may change it meanwhile
    if (mc_signal_how_is(signal, &action) == MC_SIGNAL_IGNORED)
      return MC_NOT_HANDLED;
    if (mc_signal_how_is(signal, &action) == MC_SIGNAL_BY_DEFAULT) {
      mc_signal_end_by(signal, site);
      return MC_NOT_HANDLED;
    }
    after = before | blocked_in(signal, &action);
    struct mc_operation op = mc_signal_on_both(MC_SIGNAL_HANDLE, (uint64_t)signal);
    op.argument[0] |= action.sa_flags & (int)SA_RESETHAND ? MC_SIGNAL_RESETS : 0;
    op.argument[0] |=
        others & ~after || mc_process_is_interrupted() ? MC_SIGNAL_LOOKS_AT_PROCESS : 0;
    op.argument[1] = after;
    op.argument[2] =
        (mc_signals_blocked_by(mc_self()) ^ after) | (~after & (others | mc_late_signals()));
    op.flags = MC_ELSEWHERE; // the kernel knows the action
    upon = mc_transition(&op, site);
    mc_sigaction(signal, NULL, &now);
    if (now.sa_handler == action.sa_handler && now.sa_flags == action.sa_flags &&
        mc_signal_bits(&now.sa_mask) == mc_signal_bits(&action.sa_mask))
      break;
  }
  let_others_begin(upon, after, before, site);
  const int error = errno;
  mc_handler_begins();
  mc_signal_call_handler(signal);
  mc_handler_ends(errno != error);
  mc_signals_set_mask((mc_signals_blocked_by(mc_self()) ^ restored) |
                          (~restored & mc_late_signals()),
                      restored, site);
  return action.sa_flags & SA_RESTART ? MC_HANDLED_TO_RESTART : MC_HANDLED;
}

/// The call in which each thread waits with another mask than its own, which is `before`. `due`:
/// what that mask has let in.
static struct wait {
  bool has_mask;
  uint64_t before, due;
} waits[MC_MAX_THREADS] MC_PER_TRACE_TABLE;

/// The handler ends the call, and its end puts the mask back. It may make such calls itself.
static enum mc_handled handle_in_wait(int signal, const struct mc_site *site) {
  struct wait *wait = &waits[mc_self()];
  const struct wait as_before = *wait;
  wait->has_mask = false;
  const enum mc_handled handled = handle(signal, as_before.before, 0, site);
  if (handled == MC_NOT_HANDLED)
    *wait = as_before;
  return handled;
}

enum mc_handled mc_signal_handle(int signal, const struct mc_operation *interrupted,
                                 const struct mc_site *site) {
  if (waits[mc_self()].has_mask)
    return handle_in_wait(signal, site);
  const bool is_resume =
      interrupted->primitive == &mc_primitive_signal && interrupted->kind == MC_SIGNAL_RESUME;
  return handle(signal, is_resume ? interrupted->argument[0] : mc_signals_blocked_by(mc_self()), 0,
                site);
}

bool mc_signals_deliver(uint64_t signals, uint64_t restored, const struct mc_site *site) {
  while (signals) {
    struct mc_operation op = mc_signal_on_both(MC_SIGNAL_DELIVER, 0);
    const int signal = (int)mc_transition(&op, site);
    if (signal == 0) // another thread has it
      return false;
    if (handle(signal, restored, signals, site) != MC_NOT_HANDLED)
      return true;
    if (signal < MC_SIGNAL_FIRST_QUEUED)
      signals &= ~mc_signal_bit(signal);
  }
  return false;
}

void mc_signals_set_mask(uint64_t changed, uint64_t blocked, const struct mc_site *site) {
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_MASK, changed);
  op.argument[1] = blocked;
  const uint64_t signals = mc_transition(&op, site);
  mc_thread_set_mask(blocked);
  mc_signals_deliver(signals, blocked, site);
}

bool mc_signal_mask_differs(const sigset_t *mask) {
  return mc_without_kill(mc_signal_bits(mask)) != mc_signals_blocked_by(mc_self());
}

bool mc_signal_wait_has_mask(void) { return waits[mc_self()].has_mask; }

void mc_signal_wait_begins(const sigset_t *mask, const struct mc_site *site) {
  if (!mask)
    return;
  mc_signals_look(site);
  const uint64_t before = mc_signals_blocked_by(mc_self());
  const uint64_t blocked = mc_without_kill(mc_signal_bits(mask));
  if (blocked == before)
    return;
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_SUSPEND, ~blocked);
  op.argument[1] = blocked;
  const uint64_t due = mc_transition(&op, site);
  mc_thread_set_mask(blocked);
  waits[mc_self()] = (struct wait){true, before, due};
}

bool mc_signal_wait_is_over(const struct mc_site *site) {
  struct wait *wait = &waits[mc_self()];
  const struct wait as_before = *wait;
  if (!wait->has_mask || !wait->due)
    return false;
  *wait = (struct wait){0};
  if (mc_signals_deliver(as_before.due, as_before.before, site))
    return true;
  *wait = (struct wait){true, as_before.before, 0};
  return false;
}

void mc_signal_wait_ends(const struct mc_site *site) {
  struct wait *wait = &waits[mc_self()];
  if (!wait->has_mask)
    return;
  wait->has_mask = false;
  const uint64_t before = wait->before, changed = mc_signals_blocked_by(mc_self()) ^ before;
  struct mc_operation op =
      mc_signal_on_both(MC_SIGNAL_MASK, changed | (mc_is_interrupted(mc_self()) ? ~before : 0));
  op.argument[1] = before;
  op.flags = MC_BEGUN; // a signal that comes by now stays pending
  const uint64_t signals = mc_transition(&op, site);
  mc_thread_set_mask(before);
  mc_signals_deliver(signals, before, site);
}

void mc_signals_are_blocked(uint64_t blocked, uint64_t apart, const struct mc_site *site) {
  const uint64_t before = mc_signals_blocked_by(mc_self());
  const uint64_t after = (blocked & ~apart) | (before & apart);
  if (after != before)
    mc_signals_set_mask(before ^ after, after, site);
}

void mc_signals_settle(bool for_good, const struct mc_site *site) {
  const uint64_t before = mc_signals_blocked_by(mc_self());
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_MASK, for_good ? ~before : 0);
  op.argument[1] = for_good ? UINT64_MAX : before;
  mc_transition(&op, site);
}
