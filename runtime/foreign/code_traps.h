// runtime/foreign/code_traps.h - breakpoints in code that nobody instrumented: code_traps.c.
#ifndef MC_RUNTIME_FOREIGN_CODE_TRAPS_H
#define MC_RUNTIME_FOREIGN_CODE_TRAPS_H

#include <stdbool.h>
#include <stdint.h>

/// At the start: takes memory.
void mc_code_traps_start(void);
/// In the trunk, when the search begins; and before each worker.
void mc_code_traps_set(void);
void mc_code_traps_settle(void);
/// With the guard open: this thread goes on.
void mc_code_traps_hand_over(unsigned thread);
/// In the handler of SIGTRAP, with our memory open: true if it was one of these breakpoints.
bool mc_code_trapped(void *ucontext);
/// In a thread that is about to make an operation: looks at libraries that were loaded or unloaded.
void mc_code_traps_refresh(void);
/// In the trunk, with the guard open: a breakpoint comes there.
void mc_code_traps_give_way(uint64_t code);
/// The program handles SIGTRAP itself: there can be no breakpoints.
void mc_code_traps_give_up(void);
/// In a worker with a snapshot: what the trace has loaded is gone.
void mc_code_traps_undo(void);

#endif // MC_RUNTIME_FOREIGN_CODE_TRAPS_H
