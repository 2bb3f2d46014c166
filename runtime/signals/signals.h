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

//===- kernel.c -------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_signals_start(void);
/// In a worker whose traces follow each other, before the first: notes what the kernel keeps.
/// Returns NULL, or why such traces are not possible.
const char *mc_signals_keep(void);
/// Each of them begins: the kernel gets back what has been changed since.
void mc_signals_put_back(void);
/// rt_sigaction, in any worker. The kernel has changed it by itself, or been told of it otherwise.
long mc_signal_act(int signal, const struct mc_signal_action *action, struct mc_signal_action *old);
void mc_signal_action_changed(int signal);
/// Of an action with a handler, what the kernel gets there: the alternate stack is the runtime's,
/// and the handler may meet what the runtime needs signals for.
void mc_signal_action_fit(struct mc_signal_action *action);
/// In such a worker: the program has a handler of the signal; of any.
bool mc_signal_is_handled(int signal);
/// The same in every executor, by a system call.
bool mc_signal_goes_to_program(int signal);
bool mc_signals_are_handled(void);
/// The runtime has its own handler of the signal there.
bool mc_signal_is_kept(int signal);
/// There the program cannot change what is done with the signal. Returns why, or NULL: it can.
const char *mc_signal_is_needed(int signal);
/// The signals that the running thread blocks; from now on it blocks these; the kernel has changed
/// them by itself.
uint64_t mc_signals_blocked(void);
void mc_signals_block(uint64_t blocked);
void mc_signals_blocked_are(uint64_t blocked);

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

/// In some trace pthread_cancel may cancel the thread; where it stands now it takes that.
bool mc_is_known_cancelled(mc_thread thread);
bool mc_thread_takes_cancellation(mc_thread thread);
static inline bool mc_may_be_cancelled(mc_thread thread) {
  const bool any = mc_session->cancels || mc_session->config.replaying ||
                   mc_session->config.debugging || mc_process->thread[thread].cancellation.is_early;
  return __builtin_expect(any, false) && mc_is_known_cancelled(thread);
}
/// Its cancellation may come, or has come, between two accesses.
static inline bool mc_is_asynchronous(mc_thread thread) {
  return __builtin_expect(mc_process->thread[thread].cancellation.is_asynchronous, false) &&
         mc_may_be_cancelled(thread);
}

#endif // MC_RUNTIME_SIGNALS_SIGNALS_H
