// runtime/debug/debug.h - mcmini-gdb, replay, the linter.
#ifndef MC_RUNTIME_DEBUG_DEBUG_H
#define MC_RUNTIME_DEBUG_DEBUG_H

#include "runtime/memory/memory.h"

//===- lint.c ---------------------------------------------------------------------------------===//

void mc_lint_start(void);
/// In a worker, before each step, with the guard open.
void mc_lint_here(void);
/// In the trunk, when the search is over.
void mc_lint_end(void);

//===- lifetimes.c ----------------------------------------------------------------------------===//

/// At the start: takes memory, if the linter is on.
void mc_lifetimes_start(void);
/// Before each step; at the end of a trace. An internal fault if a variable that is kept was
/// written in between.
void mc_lifetimes_note(void);
void mc_lifetimes_check(void);

//===- gdb.c ----------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_gdb_start(void);
/// Where a debugger may stop: before the first step of the trace; where the
/// calling thread has reached a visible operation; where its step has run; at the end, with the
/// findings; or where the schedule cannot be followed, with the divergence.
void mc_gdb_begins(void);
void mc_gdb_arrives(void);
void mc_gdb_stepped(void);
void mc_gdb_ends(void);
void mc_gdb_diverges(void);

//===- replay.c -------------------------------------------------------------------------------===//

/// The next step of config.replay, instead of the search's choice. False: the schedule is over.
bool mc_replay_next(struct mc_step *step);
/// The schedule has an operation of that name.
bool mc_replay_has(const char *operation);

#endif // MC_RUNTIME_DEBUG_DEBUG_H
