// runtime/foreign/loaded.h - the modules that are loaded.
#ifndef MC_RUNTIME_FOREIGN_LOADED_H
#define MC_RUNTIME_FOREIGN_LOADED_H

#include "runtime/memory/memory.h"
#include <link.h>

/// As mc_loaded_ask has found them: the loader may not be called while it is asked.
extern struct dl_phdr_info mc_loaded[MC_MAX_MODULE_RANGES] MC_HIDDEN;
extern unsigned mc_loaded_count MC_HIDDEN;

void mc_loaded_ask(void);
/// Is a module loaded there?
bool mc_is_loaded(uint64_t base);
/// NULL: none is.
const struct dl_phdr_info *mc_loaded_at(uint64_t base);

#endif // MC_RUNTIME_FOREIGN_LOADED_H
