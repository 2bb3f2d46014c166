// runtime/signals/signals.h - what is done with signals, and which threads they interrupt.
#ifndef MC_RUNTIME_SIGNALS_SIGNALS_H
#define MC_RUNTIME_SIGNALS_SIGNALS_H

#include "runtime/memory/memory.h"
#include <signal.h>

//===- actions.c ------------------------------------------------------------------------------===//

/// "SIGSEGV", or "a signal".
const char *mc_signal_name(int signal);
typedef void mc_signal_handler(int signal, siginfo_t *info, void *context);
/// At the start: sets the runtime's handlers, of crashes and of the driver's knock. Then: sets them
/// again, where the program has changed them.
void mc_signals_handle(mc_signal_handler *crash, mc_signal_handler *interrupt);
void mc_signals_install(void);
/// The program has no handler for the signal: the runtime has its own again, which the program does
/// not see.
void mc_signals_default(int signal);
bool mc_is_own_handler(uintptr_t handler);
/// Before exec: the new program is not to hear the driver's knock.
void mc_signals_ignore_driver(void);
/// For a while they are handled as crashes, whatever the program does with them.
void mc_signals_borrow(const int signals[], unsigned count, struct mc_signal_action before[]);
void mc_signals_give_back(const int signals[], unsigned count,
                          const struct mc_signal_action before[]);

/// The calling thread gets its alternate signal stack.
void mc_signals_thread(mc_thread thread);
/// At the start, after that: ends everything if the system does not allow such stacks.
void mc_signals_check(void);
stack_t mc_alternate_stack(mc_thread thread);
/// Does the address lie in one of those?
bool mc_is_alternate_stack(uint64_t address);
/// The signals that the calling thread blocks, as the kernel has it.
uint64_t mc_real_signal_mask(void);
/// The calling thread gets no signal of this set, but those that the runtime needs.
void mc_thread_block(uint64_t blocked);

//===- interrupts.c ---------------------------------------------------------------------------===//

/// One schedule runs: its trace file says which threads are interrupted.
bool mc_is_one_schedule(void);
/// Signals to the process interrupt any thread; signals interrupt that thread.
bool mc_takes_process_signals(void);
bool mc_is_known_interrupted(mc_thread thread);
/// Some thread may be interrupted, in this worker.
bool mc_handlers_may_run(void);
static inline bool mc_may_be_interrupted(mc_thread thread) {
  const bool any =
      mc_session->interrupts || mc_session->config.replaying || mc_session->config.debugging;
  return __builtin_expect(any, false) && mc_is_interrupted(thread);
}

#endif // MC_RUNTIME_SIGNALS_SIGNALS_H
