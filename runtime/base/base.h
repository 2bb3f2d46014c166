// runtime/base/base.h - what needs nothing of the program's state.
#ifndef MC_RUNTIME_BASE_BASE_H
#define MC_RUNTIME_BASE_BASE_H

#include "sys.h"
#include <stdbool.h>

//===- program_memory.c -----------------------------------------------------------------------===//

/// In the handler of a fault. True: mc_may_read or mc_may_write has met it, and goes on.
bool mc_look_failed(void *context);

/// The word at the address, a multiple of 8, can be read.
bool mc_is_readable(uint64_t address);

#endif // MC_RUNTIME_BASE_BASE_H
