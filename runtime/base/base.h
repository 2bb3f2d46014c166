// runtime/base/base.h - what needs nothing of the program's state.
#ifndef MC_RUNTIME_BASE_BASE_H
#define MC_RUNTIME_BASE_BASE_H

#include "runtime/state.h"

//===- limits.c -------------------------------------------------------------------------------===//

/// Says so where a limit leaves the program less address space than it would have alone.
void mc_limits_start(void);
/// Bytes of address space that the process may have; UINT64_MAX: there is no limit.
uint64_t mc_limits_room(void);
/// The program has limited its own memory.
bool mc_limits_memory(void);

//===- native.c -------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_native_start(void);
/// Of the whole process, or NULL. In the trunk.
void *mc_symbol(const char *name);
/// The place of what libc does by itself: a thread's end, the end of the process.
extern const struct mc_site mc_nowhere;

//===- program_memory.c -----------------------------------------------------------------------===//

/// In a handler of a fault: mc_may_read or mc_may_write met it, and goes on.
bool mc_look_failed(void *context);

#endif // MC_RUNTIME_BASE_BASE_H
