// runtime/memory/memory.h - the three mappings, and who may write them.
#ifndef MC_RUNTIME_MEMORY_MEMORY_H
#define MC_RUNTIME_MEMORY_MEMORY_H

#include "runtime/state.h"

//===- libc_variables.c -----------------------------------------------------------------------===//

/// At the start: which of them the program names.
void mc_libc_variables_start(void);

//===- libc_watch.c ---------------------------------------------------------------------------===//

/// An internal fault is about to be told: runs the trace again if a stray write may be the reason.
void mc_libc_watch_again(void);
/// In a new worker.
void mc_libc_watch_worker(void);
/// A write to that address failed: true if it can be made now.
bool mc_libc_watch_open(uint64_t address, const void *ucontext);
/// The program's code is about to run, in a trace that is watched.
void mc_libc_watch_close(void);
bool mc_libc_watch_covers(uint64_t address);

#endif // MC_RUNTIME_MEMORY_MEMORY_H
