// runtime/spinloop/busy_wait.h - busy waits in code that was not instrumented.
#ifndef MC_RUNTIME_SPINLOOP_BUSY_WAIT_H
#define MC_RUNTIME_SPINLOOP_BUSY_WAIT_H

#include "runtime/memory/memory.h"
#include <signal.h>

void mc_busy_wait_start(void);

/// In the handler of the driver's knock: the interrupted code may be a busy wait.
void mc_busy_wait_suspect(void *context);

/// The calling thread waits, in a loop that the pass has found.
void mc_busy_wait_at(const struct mc_site *site);

/// In the trunk: puts breakpoints at the places that are known.
void mc_busy_wait_breakpoints(void);

/// In the handler of SIGTRAP and SIGSEGV. True: the signal was ours.
bool mc_busy_wait_signal(int signal, const siginfo_t *info, void *context);

#endif // MC_RUNTIME_SPINLOOP_BUSY_WAIT_H
