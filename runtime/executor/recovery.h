// runtime/executor/recovery.h - without a guard, a stray write of the program may have broken what
// a search knows: the trunk looks for it, and restarts with the guard up.
#ifndef MC_RUNTIME_EXECUTOR_RECOVERY_H
#define MC_RUNTIME_EXECUTOR_RECOVERY_H

#include "runtime/memory/memory.h"

/// In the trunk, at the start: takes memory.
void mc_recovery_start(void);
/// As the search begins: notes what it is to begin with if it restarts.
void mc_recovery_note(void);

/// True if something is broken, after a worker with this wait status.
bool mc_recovery_is_needed(int status);
/// Puts the tables back to the start, and raises the guard: a new search is to follow.
void mc_recovery_begin(void);

/// The worker has ended because its trace did not repeat a step. True if a stray write may be the
/// reason: then the guard is up. The search is at its last checkpoint or, with *anew, a new one is
/// to follow; it goes on for as many traces as it had.
bool mc_recovery_doubts(bool *anew);
/// It has had these traces, and no stray write was found: the program is nondeterministic.
bool mc_recovery_is_over(void);

#endif // MC_RUNTIME_EXECUTOR_RECOVERY_H
