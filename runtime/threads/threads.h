// runtime/threads/threads.h - the program's threads, and signals.
#ifndef MC_RUNTIME_THREADS_THREADS_H
#define MC_RUNTIME_THREADS_THREADS_H

#include "runtime/memory/hand_over.h"
#include "runtime/signals/signals.h"

//===- thread.c -------------------------------------------------------------------------------===//

/// A thread made in a worker, from its first step on.
void *mc_thread_run(void);
/// At the start.
void mc_thread_start(void);
/// The calling thread's first and last code: it asks for its exit, or no longer, and makes it.
void mc_thread_arrive(void);
void mc_thread_dismiss(void);
void mc_thread_leave(void);
/// In the trunk: what mc_thread_leave_early needs of libc.
void mc_thread_find_libc(void);
/// The function of the calling thread, which is user-level, has returned `result`. Makes the exit,
/// if glibc would do nothing else: look through keys, free a control block. Then glibc does not
/// know that the thread has ended. That saves a tenth of a short trace.
void mc_thread_leave_early(void *result);

//===- threads_kernel.c, threads_user.c -------------------------------------------------------===//

extern const struct mc_thread_kind mc_kernel_threads, mc_user_threads;
/// At the start: takes memory.
void mc_user_threads_start(void);
/// The calling thread's control block is as it was made: it has no value of a key, and nobody has
/// written over it.
bool mc_user_thread_is_as_made(void);
/// The end of the stack on which user-level threads are scheduled. No snapshot puts it back.
void *mc_control_stack(void);
/// In the trunk: ends the pooled threads, whose stacks lie where kernel threads need them.
void mc_pooled_threads_dismiss(void);

//===- fault.c --------------------------------------------------------------------------------===//

/// At the start: the runtime's own handlers.
void mc_faults_start(void);

//===- signals_user.c -------------------------------------------------------------------------===//

/// In the trunk, before the first worker: no signal of the program is delivered to it any more.
void mc_signals_trunk(void);
/// In a worker, at its start: undoes what mc_signals_trunk has changed.
void mc_signals_worker(void);
/// mc_real_signal_mask, without a system call where all threads have the same.
uint64_t mc_signals_mask(void);
/// From now on each user-level thread has a mask and an alternate stack of its own.
void mc_signals_use(void);
/// In a worker whose traces follow each other, before the first: the kernel gets our alternate
/// stack, and notes are kept of the rest. Returns NULL, or why such traces are not possible.
const char *mc_signals_keep_stack(void);
/// There, of a fault that tells no address: the kernel could not begin a handler of the program's.
bool mc_signal_has_failed(const void *ucontext);
/// The running thread makes that one.
void mc_signals_inherit(mc_thread thread);
/// Before a hand-over, and after it.
void mc_signals_leave(mc_thread thread);
void mc_signals_arrive(mc_thread thread);

//===- handlers.c -----------------------------------------------------------------------------===//

/// The program is about to change what is done with the signal; `action` NULL: it only asks.
void mc_handlers_change(int signal, const struct sigaction *action, const struct mc_site *site);

#endif // MC_RUNTIME_THREADS_THREADS_H
