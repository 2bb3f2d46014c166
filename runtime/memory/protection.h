// runtime/memory/protection.h - memory that is read-only until it is written for the first time.
#ifndef MC_RUNTIME_MEMORY_PROTECTION_H
#define MC_RUNTIME_MEMORY_PROTECTION_H

#include "runtime/base/maps.h"
#include <stdbool.h>
#include <stdint.h>

/// At the start: takes memory.
void mc_protection_start(void);
/// The mapping is to be watched; in ascending order. False: there are too many.
bool mc_protection_add(const struct mc_mapping *mapping);
/// The same for a new mapping, in any order, while the others are watched.
bool mc_protection_insert(uint64_t start, uint64_t end);
/// Makes all of it read-only.
void mc_protection_raise(void);
bool mc_protection_covers(uint64_t address);
/// The next address that is covered if this one is not, or is not covered if this one is.
uint64_t mc_protection_border(uint64_t address);
/// So many pages, of one mapping, may be written. False: the kernel refuses.
bool mc_protection_open_pages(uint64_t first, uint32_t pages);
void mc_protection_close_page(uint64_t page);
/// Nobody can use these pages, of one mapping. False: the kernel refuses. Then: none may be
/// written.
bool mc_protection_hide(uint64_t start, uint64_t bytes);
void mc_protection_show(uint64_t start, uint64_t bytes);
/// Changes, once, to the way that is cheaper where pages are opened and closed all the time, if the
/// kernel has it. The `open` pages stay open.
void mc_protection_by_userfaultfd(const uint64_t *open, uint32_t pages);

#endif // MC_RUNTIME_MEMORY_PROTECTION_H
