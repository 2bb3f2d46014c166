// runtime/signals/kernel.c - what the kernel keeps of signals outlasts a trace: what is done with
// each, and which are blocked. Where traces follow each other in one process, a table says how it
// is in the trace. A snapshot puts the table back, and then the kernel is told where it has
// something else.
//
// Of the signals of bad accesses the kernel keeps the runtime's handlers; the program's lie in the
// table alone.
#include "signals.h"
#include <signal.h>
#include <string.h>

enum { SIGNALS = 65 };

struct table {
  uint64_t blocked;
  struct mc_signal_action action[SIGNALS];
};

static struct table now MC_PER_TRACE_TABLE;
/// As the kernel has it. `changed`: since the worker's first trace.
static struct kernel {
  struct table table;
  uint64_t changed;
} * kernel MC_KEPT;

void mc_signals_start(void) { kernel = mc_guarded_memory(sizeof *kernel); }

bool mc_signal_is_kept(int signal) { return signal == SIGSEGV || signal == SIGBUS; }

const char *mc_signal_is_needed(int signal) {
  return signal == SIGTRAP || signal == SIGSYS || signal == MC_SIGNAL_INTERRUPT
             ? "the program handles a signal by which McMini sees what it does"
             : NULL;
}

static bool can_have_action(int signal) {
  return signal > 0 && signal < SIGNALS && signal != SIGKILL && signal != SIGSTOP;
}

static bool is_handler(const struct mc_signal_action *action) {
  return action->handler != (uintptr_t)SIG_DFL && action->handler != (uintptr_t)SIG_IGN &&
         !mc_is_own_handler(action->handler);
}

static long ask(int signal, struct mc_signal_action *action) {
  return mc_sys(SYS_rt_sigaction, signal, NULL, action, sizeof action->mask);
}

static long tell(int signal, const struct mc_signal_action *action) {
  return mc_sys(SYS_rt_sigaction, signal, action, NULL, sizeof action->mask);
}

void mc_signal_action_fit(struct mc_signal_action *action) {
  action->flags &= ~(uint64_t)SA_ONSTACK;
  action->mask &= ~mc_thread_never_blocked();
}

const char *mc_signals_keep(void) {
  mc_thread_block(mc_real_signal_mask()); // the search may begin in a handler
  now.blocked = mc_real_signal_mask();
  for (int signal = 1; signal < SIGNALS; signal++) {
    if (!can_have_action(signal) || ask(signal, &now.action[signal]))
      continue;
    if (mc_signal_is_needed(signal) && !mc_is_own_handler(now.action[signal].handler))
      return mc_signal_is_needed(signal);
    if (mc_signal_is_kept(signal))
      mc_signals_default(signal);
    else if (is_handler(&now.action[signal])) {
      mc_signal_action_fit(&now.action[signal]);
      tell(signal, &now.action[signal]);
    }
  }
  kernel->table = now;
  kernel->changed = 0;
  return NULL;
}

bool mc_signal_is_handled(int signal) { return is_handler(&now.action[signal]); }

bool mc_signal_goes_to_program(int signal) {
  struct mc_signal_action action;
  if (mc_snapshot_is_taken())
    return mc_signal_is_handled(signal);
  return !ask(signal, &action) && is_handler(&action);
}

bool mc_signals_are_handled(void) {
  int signal = 1;
  while (signal < SIGNALS && !mc_signal_is_handled(signal))
    signal++;
  return signal < SIGNALS;
}

void mc_signal_action_changed(int signal) {
  struct mc_signal_action action; // the kernel cannot write to a page that is read-only
  if (!mc_snapshot_is_taken() || !can_have_action(signal) || mc_signal_is_kept(signal) ||
      ask(signal, &action))
    return;
  now.action[signal] = action;
  const bool opened = mc_memory_open();
  kernel->table.action[signal] = now.action[signal];
  kernel->changed |= (uint64_t)1 << (signal - 1);
  if (opened)
    mc_memory_close();
}

long mc_signal_act(int signal, const struct mc_signal_action *action,
                   struct mc_signal_action *old) {
  if (!mc_snapshot_is_taken() || !can_have_action(signal) || !mc_signal_is_kept(signal)) {
    const long result = mc_sys(SYS_rt_sigaction, signal, action, old, sizeof action->mask);
    if (action && result == 0)
      mc_signal_action_changed(signal);
    return result;
  }
  const struct mc_signal_action before = now.action[signal];
  if (action)
    now.action[signal] = *action;
  if (old)
    *old = before;
  return 0;
}

//===- Masks ----------------------------------------------------------------------------------===//

uint64_t mc_signals_blocked(void) {
  return mc_snapshot_is_taken() ? now.blocked : mc_real_signal_mask();
}

void mc_signals_blocked_are(uint64_t blocked) {
  now.blocked = blocked;
  if (kernel->table.blocked == blocked)
    return;
  const bool opened = mc_memory_open();
  kernel->table.blocked = blocked;
  if (opened)
    mc_memory_close();
}

void mc_signals_block(uint64_t blocked) {
  if (mc_snapshot_is_taken() && now.blocked == blocked)
    return;
  mc_sys(SYS_rt_sigprocmask, SIG_SETMASK, &blocked, NULL, sizeof blocked);
  if (mc_snapshot_is_taken())
    mc_signals_blocked_are(blocked);
}

//===- Back -----------------------------------------------------------------------------------===//

void mc_signals_put_back(void) {
  if (kernel->table.blocked != now.blocked) {
    mc_sys(SYS_rt_sigprocmask, SIG_SETMASK, &now.blocked, NULL, sizeof now.blocked);
    kernel->table.blocked = now.blocked;
  }
  for (uint64_t left = kernel->changed; left; left &= left - 1) {
    const int signal = __builtin_ctzll(left) + 1;
    if (!memcmp(&kernel->table.action[signal], &now.action[signal], sizeof now.action[signal]))
      continue;
    MC_CHECK(tell(signal, &now.action[signal]) == 0);
    kernel->table.action[signal] = now.action[signal];
  }
}
