// driver/machine_code.h - the atomic instructions of machine code that nobody instrumented, or the
// others that access memory.
#ifndef MC_DRIVER_MACHINE_CODE_H
#define MC_DRIVER_MACHINE_CODE_H

#include "runtime/session.h"
#include <stdbool.h>

/// Of the functions of that file, by address; those that a jump enters in their middle, or that
/// none leads to, are left out. Returns how many it has put into `site`, which has room for `most`;
/// 0 if the file cannot be read, too, and `is_partial`. `is_plain`: those without a lock; but not
/// what calls and jumps read. Else those with a lock, and system calls. `is_partial`: it has not
/// found all.
uint32_t machine_code_find(const char *path, bool is_plain, struct mc_code_site *site,
                           uint32_t most, bool *is_partial);

#endif // MC_DRIVER_MACHINE_CODE_H
