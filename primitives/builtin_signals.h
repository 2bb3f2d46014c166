// primitives/builtin_signals.h - signals of threads and of the process, and what their handlers do
// to operations. Part of builtin.h.
#ifndef MC_PRIMITIVES_BUILTIN_SIGNALS_H
#define MC_PRIMITIVES_BUILTIN_SIGNALS_H

#include <mcmini/step.h>

struct sigaction;

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The signals that were blocked when the thread was created; bit s - 1: signal s.
uint64_t mc_thread_mask(mc_thread thread);
/// The kernel's mask of the calling thread, but for the signals that the runtime itself lives on.
void mc_thread_set_mask(uint64_t blocked);
/// The kernel runs the signal's handler, in the calling thread.
void mc_signal_call_handler(int signal);
/// A signal that can interrupt the thread's operations has been sent to it; to the process. The
/// first time the search restarts, and all its operations have `signals`.
void mc_thread_is_interrupted(mc_thread thread, int signal);
void mc_threads_are_interrupted(int signal);
/// Those signals: they may be pending for a while though they are not blocked. Constant during a
/// search.
uint64_t mc_late_signals(void);
/// Do the thread's operations have `signals`?
bool mc_is_interrupted(mc_thread thread);
/// Have signals been sent to the process that its threads can take? Constant during a search.
bool mc_process_is_interrupted(void);
/// Is what is done with the signal the same in all traces? Constant during a search.
bool mc_action_is_fixed(int signal);
/// Around the handler of a signal, in the thread in which it runs. If it is left by a jump, the
/// second is not called. `changes_errno`: it leaves another value there than it has found.
void mc_handler_begins(void);
void mc_handler_ends(bool changes_errno);

/// The calling thread is about to ask what it blocks, or to change it: has it left a handler by a
/// jump, with a mask that only the kernel knows of?
void mc_signals_look(const struct mc_site *site);

/// Defined by the primitive `signal`: the signals of a thread, and of the process.
mc_object mc_signals_of(mc_thread thread);
mc_object mc_signals_of_process(void);
/// Defined by the primitives: the operation waits for that signal, as sigwait does.
bool mc_awaits_signal(const struct mc_operation *operation, int signal);
enum mc_handled { MC_NOT_HANDLED, MC_HANDLED, MC_HANDLED_TO_RESTART };
/// The calling thread has taken that signal before the operation, or while it waits in it: runs its
/// handler. The last: it has SA_RESTART.
enum mc_handled mc_signal_handle(int signal, const struct mc_operation *interrupted,
                                 const struct mc_site *site);
/// The program is about to change what is done with the signal; NULL: it asks.
void mc_signal_acts(int signal, const struct sigaction *action, const struct mc_site *site);
/// The kernel blocks these signals for the calling thread; `apart` from some, which are not looked
/// at.
void mc_signals_are_blocked(uint64_t blocked, uint64_t apart, const struct mc_site *site);
/// It ends, or the process: it could still be interrupted. `for_good`: from now on no more.
void mc_signals_settle(bool for_good, const struct mc_site *site);
/// Defined by the primitive `futex`: a signal has ended this wait, whose handler is about to run.
/// False: by now it was woken.
bool mc_futex_leave(const struct mc_operation *wait, const struct mc_site *site);
/// Has the handler that has cut the operation short let it begin again (SA_RESTART)?
bool mc_is_to_restart(const struct mc_operation *operation);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MC_PRIMITIVES_BUILTIN_SIGNALS_H
