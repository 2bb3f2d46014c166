// driver/machine_code.h - the atomic instructions of machine code that nobody instrumented.
#ifndef MC_DRIVER_MACHINE_CODE_H
#define MC_DRIVER_MACHINE_CODE_H

#include "runtime/session.h"

/// Of the functions of that file, by address; those that a jump enters in their middle are left
/// out. Returns how many it has put into `site`, which has room for `most`; 0 if the file cannot be
/// read, too.
uint32_t machine_code_find(const char *path, struct mc_code_site *site, uint32_t most);

#endif // MC_DRIVER_MACHINE_CODE_H
