// driver/code_cache.h - what was decoded of files of machine code is kept for later runs.
#ifndef MC_DRIVER_CODE_CACHE_H
#define MC_DRIVER_CODE_CACHE_H

#include "machine_code.h"

/// As machine_code_find, which it calls where nothing is kept of that file's code.
uint32_t code_cache_find(const char *path, bool is_plain, struct mc_code_site *site, uint32_t most,
                         bool *is_partial);

#endif // MC_DRIVER_CODE_CACHE_H
