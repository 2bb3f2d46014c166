// runtime/threads/threads.h - the program's threads, and signals.
#ifndef MC_RUNTIME_THREADS_THREADS_H
#define MC_RUNTIME_THREADS_THREADS_H

#include "runtime/state.h"

//===- thread.c -------------------------------------------------------------------------------===//

/// How many of its objects reports name: of a variable's operation the others only overlap.
static inline int mc_named_objects(const struct mc_operation *operation) {
  const int most = mc_is_of(MC_OF_VARIABLES, operation) ? 1 : 2;
  return operation->objects < most ? operation->objects : most;
}

/// What a thread's object has for an address: its number.
#define MC_THREAD_ADDRESS(thread) ((const volatile void *)(uintptr_t)(thread))

/// A thread made in a worker, from its first step on.
void *mc_thread_run(void);
/// At the start.
void mc_thread_start(void);
/// The calling thread's first and last code: it asks for its exit, and makes it.
void mc_thread_arrive(void);
void mc_thread_leave(void);
/// The signals that the calling thread blocks, as the kernel has it.
uint64_t mc_real_signal_mask(void);
/// The calling thread gets no signal of this set, but those that the runtime needs.
void mc_thread_block(uint64_t blocked);

//===- threads_kernel.c, threads_user.c -------------------------------------------------------===//

/// What a thread of the program is made of, in a worker.
struct mc_thread_kind {
  /// In the trunk, before each worker. Returns NULL, or why this kind cannot be had here.
  const char *(*prepare)(void);
  /// Makes a thread that runs mc_thread_run when it is chosen for the first time. Returns an errno.
  int (*create)(mc_thread thread, const pthread_attr_t *attr, pthread_t *handle);
  /// Calls `choose` with `context`, and the thread whose number that returns goes on. Returns when
  /// this is the calling thread, `self`; if it is finished, not at all, or at once: then it must only
  /// leave.
  void (*schedule)(mc_thread self, mc_thread (*choose)(void *context), void *context,
                   bool finished);
};
extern const struct mc_thread_kind mc_kernel_threads, mc_user_threads;
/// At the start: takes memory.
void mc_user_threads_start(void);
/// The end of the stack on which user-level threads are scheduled. No snapshot puts it back.
void *mc_control_stack(void);
/// On that stack: chooses, and goes on with the thread.
_Noreturn void mc_user_threads_go_on(void);
/// In the trunk: kernel threads need the places of the stacks.
void mc_donors_dismiss(void);
extern const struct mc_thread_kind *mc_thread_kind;

//===- fault.c --------------------------------------------------------------------------------===//

/// "SIGSEGV", or "a signal".
const char *mc_signal_name(int signal);
void mc_signals_install(void);
/// The program has no handler for the signal: the runtime has its own again, which the program does not see.
void mc_signals_default(int signal);
bool mc_is_own_handler(uintptr_t handler);
/// What the process is replaced by does not hear it.
void mc_signals_ignore_driver(void);
/// For a while they are handled as crashes, whatever the program does with them.
void mc_signals_borrow(const int signals[], unsigned count, struct mc_signal_action before[]);
void mc_signals_give_back(const int signals[], unsigned count,
                          const struct mc_signal_action before[]);

/// Keeps registers and stack of an interrupted thread; returns 1 + index into session->machine, or
/// 0.
uint32_t mc_machine_record(const void *ucontext);
/// The same of registers in the order of struct mc_machine_state.
uint32_t mc_machine_record_registers(const uint64_t registers[17]);
/// Those of a signal, in that order.
void mc_machine_of(const void *ucontext, uint64_t registers[17]);
/// The calling function's registers: those that a caller has a right to.
void mc_machine_here(uint64_t registers[17]);
/// The word at the address, a multiple of 8, can be read.
bool mc_is_readable(uint64_t address);
/// The calling thread gets its alternate signal stack.
void mc_signals_thread(mc_thread thread);
/// At the start, then: ends everything where the system does not allow what that needs.
void mc_signals_check(void);
stack_t mc_alternate_stack(mc_thread thread);
/// Does it lie in one of those?
bool mc_is_alternate_stack(uint64_t address);

//===- signals_user.c -------------------------------------------------------------------------===//

bool mc_signals_used(void);
/// In the trunk, before the first worker: no signal of the program is delivered to it any more.
void mc_signals_trunk(void);
/// In a worker, at its start: what mc_signals_trunk changed is as it was.
void mc_signals_worker(void);
/// mc_real_signal_mask, without a system call where all threads have the same.
uint64_t mc_signals_mask(void);
/// From now on each user-level thread has a mask and an alternate stack of its own.
void mc_signals_use(void);
/// Around a hand-over, before it and after.
void mc_signals_leave(mc_thread thread);
void mc_signals_arrive(mc_thread thread);

//===- handlers.c -----------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_handlers_start(void);
/// In this worker: some thread may be interrupted.
bool mc_handlers_may_run(void);
static inline bool mc_may_be_interrupted(mc_thread thread) {
  const bool any =
      mc_session->interrupts || mc_session->config.replaying || mc_session->config.debugging;
  return __builtin_expect(any, false) && mc_is_interrupted(thread);
}
/// Makes the objects that the calling thread's operations are to have, and puts them there.
void mc_signals_meet(const struct mc_operation *operation, const struct mc_site *site);
void mc_signals_add(struct mc_operation *operation);
/// The step has been made.
void mc_handlers_stepped(const struct mc_operation *step);
/// The program is about to change what is done with the signal; NULL: it asks.
void mc_handlers_change(int signal, const struct sigaction *action, const struct mc_site *site);

/// The calling thread, which may be interrupted, is about to make a plain access that is no
/// transition.
void mc_handlers_note(uint64_t address, uint64_t size, bool is_write);
/// The calling thread makes an access: has a handler shown it what another thread was at?
void mc_handlers_look(uint64_t address, uint64_t size, bool is_write);

#endif // MC_RUNTIME_THREADS_THREADS_H
