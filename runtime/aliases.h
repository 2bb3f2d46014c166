// runtime/aliases.h - pages that are mapped at two addresses.
#ifndef MC_RUNTIME_ALIASES_H
#define MC_RUNTIME_ALIASES_H

/// Warns of them, where mmap and mremap were not seen. The guard is open.
void mc_aliases_look(void);

#endif // MC_RUNTIME_ALIASES_H
