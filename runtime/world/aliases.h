// runtime/world/aliases.h - pages that are mapped at two addresses.
#ifndef MC_RUNTIME_WORLD_ALIASES_H
#define MC_RUNTIME_WORLD_ALIASES_H

#include "runtime/memory/memory.h"

/// Warns of them, where mmap and mremap were not seen. The guard is open.
void mc_aliases_look(void);

/// Behind a call that has mapped `memory`, or failed: looks at it, and returns it.
void *mc_aliases_mapped(void *memory, bool may_alias, const struct mc_site *site);

#endif // MC_RUNTIME_WORLD_ALIASES_H
