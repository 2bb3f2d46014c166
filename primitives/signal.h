// primitives/signal.h - between signal.c, what signals mean, signal_objects.c, their objects and
// operations, signal_handling.c, which runs handlers and sets masks, and signal_functions.c, the
// interposed functions. signal.c says what is in an operation's arguments.
#ifndef MC_PRIMITIVES_SIGNAL_H
#define MC_PRIMITIVES_SIGNAL_H

#include "builtin.h"
#include <signal.h>
#include <string.h>

/// After those of <mcmini/step.h>.
enum mc_signal_operation {
  MC_SIGNAL_SEND = MC_SIGNAL_MASK + 1,
  MC_SIGNAL_KILL,
  MC_SIGNAL_ACTION,
  MC_SIGNAL_WAIT,
  MC_SIGNAL_TIMEDWAIT,
  MC_SIGNAL_PENDING,
  MC_SIGNAL_SUSPEND,
  MC_SIGNAL_RESUME,
  MC_SIGNAL_CANCEL,
  MC_SIGNAL_TESTCANCEL,
};
enum { MC_SIGNAL_OK, MC_SIGNAL_TIMEOUT };     ///< alternatives of a timedwait
enum { MC_SIGNAL_HERE, MC_SIGNAL_ELSEWHERE }; ///< of a kill

enum { MC_SIGNAL_GOES_ON, MC_SIGNAL_CANCELLED }; ///< of a testcancel

/// Results of a send, a kill.
enum { MC_SIGNAL_PENDS, MC_SIGNAL_DELIVERED, MC_SIGNAL_FATAL, MC_SIGNAL_TAKABLE };

enum { MC_SIGNAL_RESETS = 1 << 8, MC_SIGNAL_LOOKS_AT_PROCESS = 1 << 9 }; ///< in argument 0
enum mc_signal_how {
  MC_SIGNAL_BY_DEFAULT,
  MC_SIGNAL_IGNORED,
  MC_SIGNAL_HANDLED,
  MC_SIGNAL_ASKED, ///< nothing is changed
};

/// The signal by which glibc cancels a thread, which the program can neither send nor handle.
enum { MC_SIGNAL_OF_CANCELLATION = 32 };

/// Real-time signals are counted, others come once.
enum { MC_SIGNAL_FIRST_QUEUED = 32, MC_SIGNAL_QUEUED = 33 };

/// Of sets of signals, as they are everywhere here, bit s - 1 is signal s.
struct mc_signals_state {
  uint64_t pending, blocked; ///< of the process all are blocked
  uint64_t handled, ignored; ///< of the process: what is done with them
  uint16_t queued[MC_SIGNAL_QUEUED];
};

extern const struct mc_primitive mc_primitive_signal;

/// What a step does to an object: which signals it looks for, takes or drops, and adds; of which it
/// sees and changes whether they are blocked; and what is done with them.
struct mc_signal_use {
  uint64_t looks, takes, adds, sees_mask, changes_mask, sees_action, changes_action;
};
/// The same of a step of a timer.
struct mc_signal_use mc_timer_use(const struct mc_operation *step, unsigned i);
/// Of steps of signals and of timers: by their signals.
bool mc_signal_dependent(const struct mc_operation *a, const struct mc_operation *b);
void mc_signal_pend(struct mc_signals_state *state, uint64_t signal);

static inline bool mc_is_signal(int signal) { return signal >= 1 && signal <= 64; }
static inline uint64_t mc_signal_bit(int signal) { return (uint64_t)1 << (signal - 1); }
static inline uint64_t mc_without_kill(uint64_t signals) {
  return signals & ~(mc_signal_bit(SIGKILL) | mc_signal_bit(SIGSTOP));
}
static inline uint64_t mc_signal_bits(const sigset_t *set) {
  uint64_t word;
  memcpy(&word, set, sizeof word); // the kernel's part of it
  return word;
}

//===- signal_objects.c -----------------------------------------------------------------------===//

/// What is done with the signal by that action; what is, now.
enum mc_signal_how mc_signal_how_is(int signal, const struct sigaction *action);
enum mc_signal_how mc_signal_how_now(int signal);
/// The signals that the thread blocks.
uint64_t mc_signals_blocked_by(mc_thread thread);

/// An operation on the caller's signals and the process's.
struct mc_operation mc_signal_on_both(uint16_t kind, uint64_t argument);
/// One on the process's signals, the caller's, and those of the other threads there are, as far as
/// there is room.
struct mc_operation mc_signal_on_all(uint16_t kind, uint64_t argument);

//===- signal_functions.c ---------------------------------------------------------------------===//

/// kill of the own process, and then `done`, before a handler runs in the calling thread.
void mc_signal_kill_before(int signal, struct mc_operation *done, const struct mc_site *site);

//===- signal_handling.c ----------------------------------------------------------------------===//

/// The process ends of it, or is stopped.
void mc_signal_end_by(int signal, const struct mc_site *site);
/// These signals are to be delivered before the calling thread goes on: the first one's handler
/// lets the others begin, or its end does. `restored` is blocked behind them. True: a handler was
/// called.
bool mc_signals_deliver(uint64_t signals, uint64_t restored, const struct mc_site *site);
/// The transition of a mask, and what follows from it: `changed` are looked for, too.
void mc_signals_set_mask(uint64_t changed, uint64_t blocked, const struct mc_site *site);

#endif // MC_PRIMITIVES_SIGNAL_H
